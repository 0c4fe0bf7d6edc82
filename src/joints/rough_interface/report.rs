//! What the rough interface tells: the whole, and every spring of the law that is at work.

use super::slip::{BRISTLES, ELEMENTS, Memory, SlipLaw};
use crate::{Quantities, Row, Value};
use model_description::{Condition, Refused, quantities};
use std::borrow::Cow;

quantities! {
    /// The interface at the end of the last committed step.
    pub struct ContactReport {
        /// Force across the surfaces, never negative; the bodies feel it less clamp.force.
        normal_force: "N",
        /// Force along the surfaces, positive where it holds the upper part back from moving along +x.
        tangential_force: "N",
        /// Derivative of the tangential force by the displacement, going on as before.
        tangential_stiffness: "N/m",
        /// Share of the friction limit that belongs to parts that stick, 0 (all slides) to 1.
        stick_share: "1",
    }
}

quantities! {
    /// Energies of the joint.
    pub struct EnergyReport {
        /// Energy lost to friction since the beginning.
        dissipated: "J",
        /// Power lost to friction; 0 in co-simulation.
        dissipated_rate: "W",
    }
}

quantities! {
    /// One spring with its slider.
    pub struct Spring {
        /// Force of this spring along the surfaces over its stiffness.
        deflection: "m",
        /// Rate of that deflection; 0 in co-simulation.
        rate: "m/s",
    }
}

/// What is told of the end of the last committed step, or of an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The interface.
    pub contact: ContactReport,
    /// The energies.
    pub energy: EnergyReport,
    /// The bristles, by rising separation where they begin to touch.
    pub bristles: [Spring; BRISTLES],
    /// The network's springs, by rising strength of their sliders.
    pub elements: [Spring; ELEMENTS],
}

/// Springs in the rows of a report: what their names begin with, and where they mean something.
const BRISTLE: (&str, Condition) =
    ("bristle", Condition { selector: Cow::Borrowed("interface.model"), choices: &["bristles"] });
const ELEMENT: (&str, Condition) = (
    "element",
    Condition { selector: Cow::Borrowed("interface.model"), choices: &["iwan_network"] },
);

/// Variables of one spring.
const PER_SPRING: usize = 2;

/// The name of spring `index`, counted from 1.
fn name((what, _): &(&str, Condition), index: usize) -> String {
    format!("{what}_{:03}", index + 1)
}

impl Report {
    /// The names of the springs' deflections for `law`.
    pub(super) fn springs(law: &SlipLaw) -> Vec<String> {
        match law {
            SlipLaw::Bristles(_) => (0..BRISTLES).map(|index| name(&BRISTLE, index)).collect(),
            SlipLaw::Network(_) => (0..ELEMENTS).map(|index| name(&ELEMENT, index)).collect(),
            SlipLaw::Stack(_) => Vec::new(),
        }
    }

    /// The springs of `law`.
    pub(super) fn springs_mut(&mut self, law: &SlipLaw) -> &mut [Spring] {
        match law {
            SlipLaw::Bristles(_) => &mut self.bristles,
            SlipLaw::Network(_) => &mut self.elements,
            SlipLaw::Stack(_) => &mut [],
        }
    }

    /// Tells where `memory` has the springs.
    pub(super) fn tell(&mut self, law: &SlipLaw, memory: &Memory) {
        let springs = self.springs_mut(law).iter_mut();
        for (spring, deflection) in springs.zip(law.deflections(memory)) {
            spring.deflection = *deflection;
        }
    }

    /// The part that holds variable `index`, and the variable's place in it.
    fn part(&self, index: usize) -> Option<(&dyn Quantities, usize)> {
        let Some(index) = index.checked_sub(self.contact.count()) else {
            return Some((&self.contact, index));
        };
        let Some(index) = index.checked_sub(self.energy.count()) else {
            return Some((&self.energy, index));
        };
        let (spring, place) = (index / PER_SPRING, index % PER_SPRING);
        let found = self.bristles.iter().chain(&self.elements).nth(spring)?;
        Some((found, place))
    }

    fn part_mut(&mut self, index: usize) -> Option<(&mut dyn Quantities, usize)> {
        let Some(index) = index.checked_sub(self.contact.count()) else {
            return Some((&mut self.contact, index));
        };
        let Some(index) = index.checked_sub(self.energy.count()) else {
            return Some((&mut self.energy, index));
        };
        let (spring, place) = (index / PER_SPRING, index % PER_SPRING);
        let found = self.bristles.iter_mut().chain(&mut self.elements).nth(spring)?;
        Some((found, place))
    }
}

impl Default for Report {
    fn default() -> Self {
        Self {
            contact: ContactReport::default(),
            energy: EnergyReport::default(),
            bristles: [Spring::default(); BRISTLES],
            elements: [Spring::default(); ELEMENTS],
        }
    }
}

impl Quantities for Report {
    fn count(&self) -> usize {
        self.contact.count() + self.energy.count() + PER_SPRING * (BRISTLES + ELEMENTS)
    }

    fn rows(&self) -> Vec<Row> {
        let inside = |rows: Vec<Row>, group| rows.into_iter().map(move |row| row.inside(group));
        let mut rows: Vec<_> = inside(self.contact.rows(), "contact").collect();
        rows.extend(inside(self.energy.rows(), "energy"));
        for (kind, springs) in [(BRISTLE, &self.bristles[..]), (ELEMENT, &self.elements[..])] {
            for (index, spring) in springs.iter().enumerate() {
                let name = name(&kind, index);
                let names = [name.clone(), format!("{name}_rate")];
                let spring = spring.rows().into_iter().zip(names);
                rows.extend(spring.map(|(row, name)| Row {
                    name,
                    when: Some(kind.1.clone()),
                    ..row
                }));
            }
        }
        rows
    }

    fn value(&self, index: usize) -> Option<Value> {
        let (part, place) = self.part(index)?;
        part.value(place)
    }

    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        let (part, place) = self.part(index).ok_or(Refused::Unknown)?;
        part.admits(place, value)
    }

    fn put(&mut self, index: usize, value: Value) {
        if let Some((part, place)) = self.part_mut(index) {
            part.put(place, value);
        }
    }

    fn is_finite(&self) -> bool {
        // Without a way out in the middle: vector instructions take all springs in no time.
        let springs = self.bristles.iter().chain(&self.elements);
        let finite = |spring: &Spring| spring.deflection.is_finite() & spring.rate.is_finite();
        springs.fold(true, |all, spring| all & finite(spring))
            && self.contact.is_finite()
            && self.energy.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spring_has_its_variables_behind_those_of_the_whole() {
        let mut report = Report::default();
        let rows = report.rows();
        assert_eq!((rows.len(), report.count()), (342, 342));
        for (index, name) in [
            (4, "energy.dissipated"),
            (5, "energy.dissipated_rate"),
            (6, "bristle_001"),
            (7, "bristle_001_rate"),
            (261, "bristle_128_rate"),
            (262, "element_001"),
            (341, "element_040_rate"),
        ] {
            assert_eq!(rows[index].name, name);
            assert!(report.assign(index, Value::Real(index as f64)).is_ok());
        }
        assert_eq!(report.bristles[127].rate, 261.0);
        assert_eq!(report.elements[0].deflection, 262.0);
        assert_eq!(report.value(341), Some(Value::Real(341.0)));
        assert_eq!((report.value(342), report.is_finite()), (None, true));
        report.elements[3].rate = f64::NAN;
        assert!(!report.is_finite());
    }
}
