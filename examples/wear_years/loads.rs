//! Load of the wrist pin over a turn of the machine without play.

use nalgebra::{Rotation2, Vector2};
use spiel_examples::plant::{Dimensions, bodies};
use std::f64::consts::TAU;
use std::fmt::Write;

/// Number of intervals in a turn.
const ANGLES: u32 = 144;
/// Half of the angle over which velocities are compared for accelerations \[rad\].
const NEAR: f64 = 1e-5;

/// The wrist pin at a crank angle.
pub struct Pose {
    /// Force that presses the journal into the bearing, in the axes of the rod \[N\].
    pub load: Vector2<f64>,
    /// Angle of the journal in the bearing \[rad\].
    pub angle: f64,
}

impl Pose {
    /// A turn at constant speed as a table for `forecast --cycle`.
    pub fn table(dimensions: &Dimensions) -> String {
        let mut text = String::from("time [s],fx [N],fy [N],angle [rad]\n");
        for index in 0..=ANGLES {
            let crank = TAU * f64::from(index) / f64::from(ANGLES);
            let Self { load, angle } = Self::at(dimensions, crank);
            let time = crank / dimensions.crank_speed;
            let _ = writeln!(text, "{time},{},{},{angle}", load.x, load.y);
        }
        text
    }

    fn at(dimensions: &Dimensions, crank: f64) -> Self {
        let [_, rod, slider] = bodies(dimensions, crank);
        let [before, behind] = [-NEAR, NEAR].map(|off| bodies(dimensions, crank + off));
        let pace = dimensions.crank_speed / (2.0 * NEAR);
        let change = |index: usize| (behind[index].velocity - before[index].velocity) * pace;
        let turning = (behind[1].spin - before[1].spin) * pace;
        let weight = Vector2::new(0.0, -dimensions.gravity);
        // Force on the rod at the wrist: along the guide it moves the slider, across it lets the rod turn
        // about its other end.
        let x = -slider.mass * change(2).x;
        let end = slider.position - rod.position;
        let other = rod.position - end;
        let (to_wrist, to_middle) = (slider.position - other, rod.position - other);
        let needed = rod.inertia * turning + to_middle.perp(&((change(1) - weight) * rod.mass));
        let y = (needed + to_wrist.y * x) / to_wrist.x;
        Self { load: Rotation2::new(-rod.angle) * Vector2::new(x, y), angle: -rod.angle }
    }
}
