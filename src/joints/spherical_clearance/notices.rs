//! The notice about the limit of Hertz's law in a socket.

use crate::coupling::{Level, Notices, Say};
use crate::laws::mating::LARGEST_HALF_ANGLE;
use crate::model::Variables;

/// Returns the notices of the coupling and that of the limit.
pub(super) fn of(variables: &Variables) -> Vec<Box<dyn Notices>> {
    let mut notices = variables.coupling_notices();
    let angle = variables.outputs().iter().position(|row| row.name == "contact.half_angle");
    if let Some(angle) = angle {
        notices.push(Box::new(Limit { angle, named: false }));
    }
    notices
}

struct Limit {
    /// Place of the half-angle among the outputs.
    angle: usize,
    /// True if a notice has named the limit.
    named: bool,
}

impl Notices for Limit {
    fn look(&mut self, _parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        let angle = outputs[self.angle];
        if angle > LARGEST_HALF_ANGLE && !self.named {
            self.named = true;
            say(
                Level::Warning,
                format_args!(
                    "contact.half_angle = {angle:.2} rad at t = {time} s: Hertz's law is for contacts that are small \
                     beside the ball, up to 0.3 rad or so; the ball sinks less than this joint says"
                ),
            );
        }
    }

    fn forget(&mut self) {
        self.named = false;
    }
}
