//! Notices about limits of the joint's laws: a journal too deep in the bearing, or outside it.

use crate::coupling::{Level, Notices, Say};
use crate::model::Variables;

/// Returns the notices of the coupling and those of the limits.
pub(super) fn of(variables: &Variables) -> Vec<Box<dyn Notices>> {
    let (outputs, parameters) = (variables.outputs(), &variables.parameters);
    let output = |name: &str| outputs.iter().position(|row| row.name == name);
    let limits = || {
        Some(Limits {
            overlap: output("contact.overlap")?,
            ends: [output("lower.penetration")?, output("upper.penetration")?],
            clearance: parameters.iter().position(|row| row.name == "geometry.clearance")?,
            named: [false; 2],
        })
    };
    let mut notices = variables.coupling_notices();
    if let Some(limits) = limits() {
        notices.push(Box::new(limits));
    }
    notices
}

struct Limits {
    /// Places among the outputs: the overlap of journal and hole, the penetrations of both ends.
    overlap: usize,
    ends: [usize; 2],
    /// Place among the parameters.
    clearance: usize,
    /// True for each limit that a notice has named.
    named: [bool; 2],
}

impl Notices for Limits {
    fn look(&mut self, parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        let clearance = parameters[self.clearance];
        let [lower, upper] = self.ends.map(|place| outputs[place]);
        let penetration = lower.max(upper);
        let [deep, outside] = &mut self.named;
        if penetration > clearance && !*deep {
            *deep = true;
            say(
                Level::Warning,
                format_args!(
                    "the journal is {penetration:.3e} m deep in the bearing at t = {time} s, more than geometry.clearance = {clearance} m: the contact law is valid only for penetrations small relative to the radii; check the masses, speeds and the step"
                ),
            );
        }
        if outputs[self.overlap] <= 0.0 && !*outside {
            *outside = true;
            say(
                Level::Warning,
                format_args!(
                    "contact.overlap = 0 at t = {time} s: the journal has left the hole and carries no load; check the frames' origins and z axes"
                ),
            );
        }
    }

    fn forget(&mut self) {
        self.named = [false; 2];
    }
}
