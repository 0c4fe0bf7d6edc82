//! The film of a joint of contact points.

use super::parameters::CommonParameters;
use crate::coupling::{CouplingReport, Mobility};
use crate::kinematics::planar::Motion;
use crate::laws::film::Film;

/// A film, and the mobility of the bodies that it loads.
#[derive(Debug, Clone)]
pub struct Oil {
    /// The film.
    pub film: Film,
    /// Largest mobility along any direction \[1/kg\]; 0 if it is unknown.
    mobility: f64,
}

impl Oil {
    /// The film of a joint with these parameters.
    pub fn new(film: Film, common: &CommonParameters) -> Self {
        Self { film, mobility: largest(&common.coupling.mobility) }
    }

    /// Returns the longest step \[s\] over which a held load is stable at the motion `b`, or 0 if the
    /// mobility is unknown. Over a longer step the film's damping would throw the bodies back faster
    /// than they came.
    fn longest_step(&self, b: &Motion<f64>) -> f64 {
        if self.mobility > 0.0 { 2.0 / (self.mobility * self.film.damping(b)) } else { 0.0 }
    }

    /// The report of a step of `size` \[s\] along the host's motion.
    #[inline(never)]
    pub fn coupling(&self, b: &Motion<f64>, size: f64) -> CouplingReport {
        let suggested_step = self.longest_step(b);
        let step_too_long = suggested_step > 0.0 && size > suggested_step;
        CouplingReport { suggested_step, step_too_long, ..CouplingReport::default() }
    }
}

/// Returns the largest mobility along any direction of translation \[1/kg\].
fn largest(mobility: &Mobility) -> f64 {
    let [xx, xy, yy] = [mobility.0.m11, mobility.0.m12, mobility.0.m22];
    0.5 * (xx + yy) + (0.5 * (xx - yy)).hypot(xy)
}
