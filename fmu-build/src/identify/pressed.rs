//! Loads that press a body against a wall: the place at which the wall carries them.

use spiel::Fault;
use spiel::block::Block;

/// A load that presses a body against a wall.
#[derive(Debug, Clone)]
pub(super) struct Pressed {
    /// The input that is the place across the wall, and its velocity.
    pub input: usize,
    pub velocity: usize,
    /// The parameter that is the clearance in front of the wall, and the share of it that comes first.
    pub clearance: (usize, f64),
    /// Places from which that one counts.
    pub follows: Option<Vec<f64>>,
    /// The output that is the force of the wall.
    pub output: usize,
    /// The load at each instant \[N\] or \[N.m\]; it presses towards smaller places, a negative one the other way.
    pub loads: Vec<f64>,
}

/// Depths of the table of wall forces: from 1e-12 m on, forty a decade.
const DEPTHS: usize = 400;

/// Forces of a wall by penetration, for both ways.
struct Wall {
    depths: Vec<f64>,
    forces: Vec<f64>,
}

impl Wall {
    fn of(block: &mut Block, pressed: &Pressed, clearance: f64) -> Result<Self, Fault> {
        let depths: Vec<f64> =
            (0..DEPTHS).map(|count| 1e-12 * 10_f64.powf(count as f64 / 40.0)).collect();
        if let Some(forces) = block.wall_forces(&depths)? {
            return Ok(Self { depths, forces });
        }
        let mut forces = Vec::with_capacity(DEPTHS);
        for depth in &depths {
            block.restart();
            block.assign(pressed.velocity, 0.0.into())?;
            block.assign(pressed.input, (-clearance - depth).into())?;
            block.initialize(0.0)?;
            forces.push(block.value(pressed.output)?.number());
        }
        block.restart();
        Ok(Self { depths, forces })
    }

    /// Returns the penetration \[m\] at which the wall carries a load \[N\]; 0 for none.
    fn depth(&self, load: f64) -> f64 {
        let after = self.forces.partition_point(|force| *force < load);
        if load <= 0.0 || after == 0 || after >= self.forces.len() {
            return if after >= self.forces.len() && load > 0.0 { f64::NAN } else { 0.0 };
        }
        let [low, high] = [after - 1, after];
        if self.forces[low] <= 0.0 {
            return self.depths[high];
        }
        let part = (load / self.forces[low]).ln() / (self.forces[high] / self.forces[low]).ln();
        self.depths[low] * (self.depths[high] / self.depths[low]).powf(part)
    }
}

impl Pressed {
    /// Returns the places at which the wall carries the loads, with the parameters that are set.
    pub fn places(&self, block: &mut Block) -> Result<Vec<f64>, Fault> {
        let (clearance, share) = self.clearance;
        let clearance = share * block.value(clearance)?.number();
        let wall = Wall::of(block, self, clearance)?;
        let place = |(instant, load): (usize, &f64)| {
            let from = self.follows.as_ref().map_or(0.0, |places| places[instant]);
            from - load.signum() * (clearance + wall.depth(load.abs()))
        };
        Ok(self.loads.iter().enumerate().map(place).collect())
    }
}
