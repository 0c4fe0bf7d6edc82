//! The notice that a journal is deeper in its bearing than its line law holds.

use super::elastic::{JournalContact, elastic_of};
use crate::base::Material;
use crate::coupling::{Level, Notices, Say};
use crate::laws::contact::elastic::{Bearing, Surface};
use crate::laws::contact::{Elastic, ElasticLaw};
use crate::model::Variables;

/// The parameters that an elastic law follows from, read from the flat ones.
pub(super) type Chosen = fn(&[f64]) -> (JournalContact, Bearing, [Material; 2]);

/// Returns the notices of the coupling and that of the law's end.
pub(super) fn of(variables: &Variables, chosen: Chosen) -> Vec<Box<dyn Notices>> {
    let mut notices = variables.coupling_notices();
    let outputs = variables.outputs();
    if let Some(depth) = outputs.iter().position(|row| row.name == "contact.penetration") {
        notices.push(Box::new(LawEnd { depth, chosen, end: None, named: false }));
    }
    notices
}

struct LawEnd {
    /// Place of the penetration among the outputs.
    depth: usize,
    chosen: Chosen,
    /// The penetration from which the law goes on along its tangent, once it was asked for.
    end: Option<f64>,
    /// True once the notice was given.
    named: bool,
}

impl LawEnd {
    /// Finds that penetration \[m\]; infinite for a law without an end.
    fn find_end(&self, parameters: &[f64]) -> f64 {
        let (contact, bearing, [a, b]) = (self.chosen)(parameters);
        if contact.normal.elastic != Elastic::Line {
            return f64::INFINITY;
        }
        match elastic_of(&contact, &bearing, [&a, &b], &Surface::default()) {
            Ok(ElasticLaw::Line(law)) => law.continued_from(),
            _ => f64::INFINITY,
        }
    }
}

impl Notices for LawEnd {
    fn may_come(&self, parameters: &[f64]) -> bool {
        self.find_end(parameters).is_finite()
    }

    fn look(&mut self, parameters: &[f64], outputs: &[f64], time: f64, say: &mut Say) {
        let penetration = outputs[self.depth];
        if self.named || penetration <= 0.0 {
            return;
        }
        let end = self.end.unwrap_or_else(|| self.find_end(parameters));
        self.end = Some(end);
        if penetration <= end {
            return;
        }
        self.named = true;
        say(
            Level::Warning,
            format_args!(
                "the journal is {penetration:.3e} m deep in the bearing at t = {time} s, where contact.line_law has ended: from {end:.3e} m on the force follows its tangent; contact.line_law = conformal has no end"
            ),
        );
    }

    fn forget(&mut self) {
        (self.end, self.named) = (None, false);
    }
}
