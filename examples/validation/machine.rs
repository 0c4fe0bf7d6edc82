//! Bodies under ideal joints and joints with play: those of the example `slider_crank`, between any bodies.

#[path = "../slider_crank/machine/group.rs"]
mod group;
#[path = "../slider_crank/machine/joint.rs"]
mod joint;
#[path = "../slider_crank/machine/play.rs"]
mod play;

use fmu_build::Error;
use nalgebra::Vector2;
use spiel_examples::plant::{Body, Constraint, Effort, Solution, carry, solve};

pub use play::{Joints, Place, Play, Settings};

/// A machine of N bodies under their weight.
pub struct Machine<const N: usize> {
    /// The bodies.
    pub bodies: [Body; N],
    /// Its ideal joints.
    pub constraints: Vec<Constraint>,
    /// Its joints with play, in FMUs.
    pub play: Play,
    /// Acceleration of free fall, down \[m/s²\].
    pub gravity: f64,
    /// Communication step \[s\].
    pub step: f64,
    /// Steps made.
    pub steps: u64,
}

impl<const N: usize> Machine<N> {
    /// Time \[s\].
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.step
    }

    /// Makes one step: loads of joints are held, bodies follow Heun's method.
    pub fn advance(&mut self) -> Result<(), Error> {
        let (time, step) = (self.time(), self.step);
        self.play.step(&self.bodies, &self.constraints, time, step)?;
        let first = self.solve(&self.bodies, time);
        let there = carry(self.bodies, &first, &first, step);
        let last = self.solve(&there, time + step);
        self.bodies = carry(self.bodies, &first, &last, step);
        self.steps += 1;
        Ok(())
    }

    fn solve(&self, bodies: &[Body; N], time: f64) -> Solution<N> {
        let down = Vector2::new(0.0, -self.gravity);
        let mut efforts = bodies.map(|body| Effort { force: down * body.mass, moment: 0.0 });
        self.play.act(bodies, &mut efforts);
        solve(bodies, &self.constraints, &efforts, time, self.step)
    }
}
