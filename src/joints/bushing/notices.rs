//! The notice about a bushing that turns too far.

use super::is_tilted;
use crate::coupling::{Level, Notices, Say};
use crate::laws::bushing::LARGEST_ANGLE;
use crate::model::Variables;
use nalgebra::Vector3;

/// Returns the notices of a bushing.
pub(super) fn of(variables: &Variables) -> Vec<Box<dyn Notices>> {
    let place = |name: &str| variables.outputs().iter().position(|row| row.name == name);
    let angles = ["deflection.rx", "deflection.ry", "deflection.rz"].map(place);
    match angles {
        [Some(x), Some(y), Some(z)] => vec![Box::new(Turned { angles: [x, y, z], named: false })],
        _ => Vec::new(),
    }
}

struct Turned {
    /// Places of the rotation vector among the outputs.
    angles: [usize; 3],
    /// True if a notice has named the limit.
    named: bool,
}

impl Notices for Turned {
    fn look(&mut self, _parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        let [x, y, z] = self.angles.map(|place| outputs[place]);
        let turn = Vector3::new(x, y, z);
        let angle = turn.norm();
        if is_tilted(&turn) && angle > LARGEST_ANGLE && !self.named {
            self.named = true;
            say(
                Level::Warning,
                format_args!(
                    "the bushing is turned by {:.0} degrees at t = {time} s: beyond 180 its rotation is known from the steps \
                     before alone, and at 338 the step is refused",
                    angle.to_degrees()
                ),
            );
        }
    }

    fn forget(&mut self) {
        self.named = false;
    }
}
