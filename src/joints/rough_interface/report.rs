//! The report of the rough interface: the whole, and every spring of the two laws with springs.

use super::slip::{BRISTLES, ELEMENTS, SlipLaw};
use model_description::quantities;
use model_description::{Quantities, Row};

quantities! {
    /// The interface at the end of the last committed step.
    pub struct ContactReport {
        /// Force across the surfaces, never negative; the bodies get it minus clamp.force.
        normal_force: "N",
        /// Force along the surfaces, positive if it resists motion of the upper part along +x.
        tangential_force: "N",
        /// Derivative of the tangential force with respect to the displacement, with motion in the same direction.
        tangential_stiffness: "N/m",
        /// Share of the friction limit carried by sticking parts: 0 (all slide) to 1.
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
    /// A bristle with its slider.
    pub struct Bristle {
        /// Force of this bristle along the surfaces, divided by its stiffness.
        /// Used by interface.model = bristles.
        deflection: "m",
        /// Rate of the deflection; 0 in co-simulation.
        rate: "m/s",
    }
}

quantities! {
    /// A spring of the network with its slider.
    pub struct Element {
        /// Force of this spring along the surfaces, divided by its stiffness.
        /// Used by interface.model = iwan_network.
        deflection: "m",
        /// Rate of the deflection; 0 in co-simulation.
        rate: "m/s",
    }
}

quantities! {
    /// The interface as a whole.
    pub struct Report {
        /// The interface.
        contact: ContactReport,
        /// The energies.
        energy: EnergyReport,
    }
}

/// Variables of one spring: deflection and rate.
const PER_SPRING: usize = 2;

/// The rows: the whole, the bristles by rising separation where they begin to touch, the network's
/// springs by rising strength of their sliders.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Report::default().rows();
    let kinds = [
        ("bristle", BRISTLES, Bristle::default().rows()),
        ("element", ELEMENTS, Element::default().rows()),
    ];
    for (kind, count, spring) in kinds {
        for index in 0..count {
            let name = name(kind, index);
            let names = [name.clone(), format!("{name}_rate")];
            rows.extend(spring.iter().cloned().zip(names).map(|(row, name)| Row { name, ..row }));
        }
    }
    rows
}

/// The beginnings of the springs' names, of either law.
pub(super) const SPRINGS: &[&str] = &["bristle_", "element_"];

/// The name of spring `index`, counted from 1.
fn name(kind: &str, index: usize) -> String {
    format!("{kind}_{:03}", index + 1)
}

/// The names of the springs' deflections for `law`.
pub(super) fn spring_names(law: &SlipLaw) -> Vec<String> {
    match law {
        SlipLaw::Bristles(_) => (0..BRISTLES).map(|index| name("bristle", index)).collect(),
        SlipLaw::Network(_) => (0..ELEMENTS).map(|index| name("element", index)).collect(),
        SlipLaw::Stack(_) => Vec::new(),
    }
}

/// Writes the whole and the springs of `law`: deflections, and rates if `rates` is not empty. The springs
/// of the other law stay 0.
pub(super) fn write(
    whole: &Report,
    law: &SlipLaw,
    deflections: &[f64],
    rates: &[f64],
    report: &mut [f64],
) {
    whole.write(report);
    let first = match law {
        SlipLaw::Bristles(_) => Report::COUNT,
        SlipLaw::Network(_) => Report::COUNT + PER_SPRING * BRISTLES,
        SlipLaw::Stack(_) => return,
    };
    let springs = report[first..].chunks_exact_mut(PER_SPRING);
    for (index, (spring, deflection)) in springs.zip(deflections).enumerate() {
        spring[0] = *deflection;
        spring[1] = rates.get(index).copied().unwrap_or(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spring_has_its_variables_behind_those_of_the_whole() {
        let rows = rows();
        assert_eq!(rows.len(), 342);
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
        }
    }
}
