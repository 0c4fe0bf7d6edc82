//! Warnings of the worn revolute joint: a step that wore too much, and an end of wear.

use super::Parameters;
use crate::coupling::{Level, Notices, Say};
use crate::joints::revolute::law_end;
use crate::model::Variables;
use model_description::Quantities;

/// Returns the notices of the coupling, of the end of the law and those of wear.
pub(super) fn of(variables: &Variables) -> Vec<Box<dyn Notices>> {
    let outputs = variables.outputs();
    let output = |name: &str| outputs.iter().position(|row| row.name == name);
    let mut notices = law_end::of(variables, |parameters| {
        let Parameters { geometry, material_a, material_b, contact, .. } =
            Parameters::read(parameters);
        (contact, geometry.bearing(), [material_a, material_b])
    });
    if let (Some(cut), Some(exhausted)) = (output("wear.cut"), output("wear.exhausted")) {
        notices.push(Box::new(Limits { cut, exhausted, named: [false; 2] }));
    }
    notices
}

struct Limits {
    /// Places among the outputs.
    cut: usize,
    exhausted: usize,
    /// True for each limit that a notice has named.
    named: [bool; 2],
}

impl Notices for Limits {
    fn look(&mut self, _: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        let [cut, exhausted] = &mut self.named;
        if outputs[self.cut] > 0.0 && !*cut {
            *cut = true;
            say(
                Level::Warning,
                format_args!(
                    "the step to t = {time} s wore more at one point than the joint can follow; part of the wear was left out: reduce wear.acceleration or the step"
                ),
            );
        }
        if outputs[self.exhausted] > 0.0 && !*exhausted {
            *exhausted = true;
            say(
                Level::Warning,
                format_args!(
                    "wear has ended at t = {time} s: clearance and wear depth exceed a fifth of geometry.bearing_radius, where the thin-gap law no longer holds"
                ),
            );
        }
    }

    fn forget(&mut self) {
        self.named = [false; 2];
    }
}
