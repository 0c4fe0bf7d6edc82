//! Loads that press a body against a wall: the place at which the wall carries them.

use spiel::Fault;
use spiel::block::Block;
use std::sync::OnceLock;

/// A load that presses a body against a wall.
#[derive(Debug, Clone)]
pub(super) struct Pressed {
    /// The input that is the place across the wall, and its velocity.
    pub input: usize,
    pub velocity: usize,
    /// The parameter that is the clearance in front of the wall, and the share of it that comes first.
    pub clearance: (usize, f64),
    /// Given if the body carries the load behind the joint: it then follows the one that moves.
    pub follows: Option<Follows>,
    /// The output that is the force of the wall.
    pub output: usize,
    /// The load at each instant \[N\] or \[N.m\]; it presses towards smaller places, a negative one the other way. Behind a
    /// joint it resists a motion of the other body towards larger places.
    pub loads: Vec<f64>,
}

/// A body that follows another one, through play and perhaps through a gear.
#[derive(Debug, Clone)]
pub(super) struct Follows {
    /// The input that is the place of the other body.
    pub input: usize,
    /// The places of the other body at all instants.
    pub places: Vec<f64>,
    /// The output that is the place of this body in its play, counted from the middle.
    pub position: usize,
    /// The middle of the play, as the first run has found it.
    pub known: OnceLock<Middle>,
}

/// The places of a body that carries a load.
#[derive(Debug, Clone)]
pub(super) struct Carried {
    /// Its place at each instant.
    pub places: Vec<f64>,
    /// The sign of a load in the direction of its own places: −1 if it moves against the other body.
    pub sign: f64,
}

/// The middle of the play, in places of the body that follows.
#[derive(Debug, Clone)]
pub(super) struct Middle {
    /// The middle at each instant.
    places: Vec<f64>,
    /// The change of the middle over that of the other body's place.
    ratio: f64,
    /// The change of the position in the play over that of the body's own place, without its sign.
    lever: f64,
}

/// The part of a place by which a body is moved to see what follows from it.
const MOVED: f64 = 1e-6;
/// Instants at which the middle is compared with a straight line, and the difference that counts, over the clearance.
const LOOKS: usize = 16;
const STRAIGHT: f64 = 1e-3;

impl Follows {
    /// Returns the middle of the play: the known one, unless parameters have moved it.
    fn middle(
        &self,
        block: &mut Block,
        pressed: &Pressed,
        clearance: f64,
    ) -> Result<Middle, Fault> {
        if let Some(known) = self.known.get() {
            // The first instant is last, for there the wall is looked at.
            let ends = [self.places.len() - 1, 0];
            if self.furthest(block, pressed, &known.places, ends)? <= STRAIGHT * clearance {
                return Ok(known.clone());
            }
        }
        let middle = self.found(block, pressed, clearance)?;
        // Another run may have found it first.
        let _ = self.known.set(middle.clone());
        Ok(middle)
    }

    /// The position in the play with the other body at a place and this body at its own.
    fn at(&self, block: &mut Block, pressed: &Pressed, other: f64, own: f64) -> Result<f64, Fault> {
        block.restart();
        block.assign(self.input, other.into())?;
        block.assign(pressed.input, own.into())?;
        block.initialize(0.0)?;
        Ok(block.value(self.position)?.number())
    }

    /// The largest distance from the middle with this body at `places`, at some instants.
    fn furthest(
        &self,
        block: &mut Block,
        pressed: &Pressed,
        places: &[f64],
        instants: impl IntoIterator<Item = usize>,
    ) -> Result<f64, Fault> {
        instants.into_iter().try_fold(0.0_f64, |most, instant| {
            let off = self.at(block, pressed, self.places[instant], places[instant])?;
            Ok(most.max(off.abs()))
        })
    }

    /// Finds the middle of the play. The position in the play is linear in the place of this body, and in that of the other
    /// one unless teeth have errors.
    fn found(&self, block: &mut Block, pressed: &Pressed, clearance: f64) -> Result<Middle, Fault> {
        let mut position = |other: f64, own: f64| self.at(block, pressed, other, own);
        let (first, last) = (self.places[0], self.places.len() - 1);
        let little = MOVED * first.abs().max(1.0);
        let (mut at, mut lever) = (first, 1.0);
        // The second pass removes the rounding of a first one that began far outside the play.
        for _ in 0..2 {
            let here = position(first, at)?;
            lever = (position(first, at + little)? - here) / little;
            at -= here / lever;
        }
        let ratio = -(position(first + little, at)? - position(first, at)?) / little / lever;
        let straight = |place: &f64| at + ratio * (place - first);
        let mut places: Vec<f64> = self.places.iter().map(straight).collect();
        let looks = (0..=LOOKS).map(|look| look * last / LOOKS);
        if self.furthest(block, pressed, &places, looks)? > STRAIGHT * clearance {
            for (place, own) in self.places.iter().zip(&mut places) {
                *own -= self.at(block, pressed, *place, *own)? / lever;
            }
        }
        self.at(block, pressed, first, at)?;
        Ok(Middle { places, ratio, lever: lever.abs() })
    }
}

/// Depths of the table of wall forces: from 1e-12 m on, forty a decade.
const DEPTHS: usize = 400;

/// Forces of a wall by penetration, for both ways.
struct Wall {
    depths: Vec<f64>,
    forces: Vec<f64>,
}

impl Wall {
    /// Presses the body into the wall in front of it; `free` is the place at which it touches.
    fn of(block: &mut Block, pressed: &Pressed, free: f64) -> Result<Self, Fault> {
        let depths: Vec<f64> =
            (0..DEPTHS).map(|count| 1e-12 * 10_f64.powf(count as f64 / 40.0)).collect();
        if let Some(forces) = block.wall_forces(&depths)? {
            return Ok(Self { depths, forces });
        }
        let mut forces = Vec::with_capacity(DEPTHS);
        for depth in &depths {
            block.restart();
            block.assign(pressed.velocity, 0.0.into())?;
            block.assign(pressed.input, (free - depth).into())?;
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
    pub fn carried(&self, block: &mut Block) -> Result<Carried, Fault> {
        let (clearance, share) = self.clearance;
        let clearance = share * block.value(clearance)?.number();
        let middle = match &self.follows {
            Some(follows) => follows.middle(block, self, clearance)?,
            None => Middle { places: vec![0.0; self.loads.len()], ratio: 1.0, lever: 1.0 },
        };
        let clearance = clearance / middle.lever;
        let wall = Wall::of(block, self, middle.places[0] - clearance)?;
        let sign = middle.ratio.signum();
        let place = |(instant, load): (usize, &f64)| {
            middle.places[instant] - sign * load.signum() * (clearance + wall.depth(load.abs()))
        };
        let places = self.loads.iter().enumerate().map(place).collect();
        Ok(Carried { places, sign })
    }
}
