//! The report of the sliced pin at the end of the last committed step.

use crate::laws::pin::contact::ContactState;
use model_description::quantities;
use model_description::{Quantities, Row};

quantities! {
    /// The joint as a spring.
    pub struct JointReport {
        /// Tangent stiffness along the force, of pin in hole, rod and yoke in series; 0 without contact.
        stiffness: "N/m",
    }
}

quantities! {
    /// All slices together.
    pub struct ContactReport {
        /// Area over which pin and hole touch.
        area: "m2",
        /// Which slices touch.
        state: ContactState,
    }
}

quantities! {
    /// Wear of the hole.
    pub struct WearReport {
        /// Worn volume, without the initial profile.
        volume: "m3",
    }
}

quantities! {
    /// The joint as a whole.
    pub struct Whole {
        /// The joint as a spring.
        joint: JointReport,
        /// All slices together.
        contact: ContactReport,
        /// Wear of the hole.
        wear: WearReport,
    }
}

quantities! {
    /// One slice; the first is at the most negative position along the axis.
    pub struct SliceReport {
        /// Normal force between pin and hole at this slice, never negative.
        force: "N",
        /// Normal force per contact area at this slice; 0 without contact.
        pressure: "Pa",
        /// Work of friction at this slice since the beginning.
        friction_energy: "J",
        /// Wear depth of the hole at this slice, including the initial profile.
        wear_depth: "m",
        /// Deflection of the friction bristles at this slice; 0 without contact.
        bristle: "m",
        /// Rate of the bristle deflection.
        bristle_rate: "m/s",
        /// Power of friction at this slice.
        friction_energy_rate: "W",
        /// Worn cross-section of the hole at this slice, including the initial profile.
        worn_area: "m2",
        /// Rate of the worn cross-section.
        worn_area_rate: "m2/s",
    }
}

/// Names of the slices, in their order.
pub(super) fn slice_names(slices: usize) -> impl Iterator<Item = String> + Clone {
    let width = slices.to_string().len().max(2);
    (1..=slices).map(move |number| format!("slice_{number:0width$}"))
}

quantities! {
    /// A cell of a slice; the first is at angle 0 of the rod, counter-clockwise.
    pub struct CellReport {
        /// Wear depth of the hole at this angle of this slice, including the initial profile.
        depth: "m",
    }
}

/// The rows of a pin with these numbers of slices and of cells: the whole, then slice by slice along the axis,
/// then their cells.
pub(super) fn rows(slices: usize, cells: usize) -> Vec<Row> {
    let mut rows = Whole::default().rows();
    let slice = SliceReport::default().rows();
    for name in slice_names(slices) {
        rows.extend(slice.iter().map(|row| row.clone().inside(&name)));
    }
    let [depth]: [Row; 1] = CellReport::default().rows().try_into().expect("one");
    for name in slice_names(slices) {
        for number in 1..=cells {
            let row = Row { name: format!("depth_{number:03}"), ..depth.clone() };
            rows.push(row.inside(&name));
        }
    }
    rows
}

/// Writes the whole and `count` slices, which `slice` returns by number; returns the rest, that of the cells.
pub(super) fn write<'a>(
    whole: &Whole,
    count: usize,
    slice: impl Fn(usize) -> SliceReport,
    report: &'a mut [f64],
) -> &'a mut [f64] {
    let (first, rest) = report.split_at_mut(Whole::COUNT);
    whole.write(first);
    let (slices, cells) = rest.split_at_mut(SliceReport::COUNT * count);
    for (number, values) in slices.chunks_exact_mut(SliceReport::COUNT).enumerate() {
        slice(number).write(values);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_has_its_variables_behind_those_of_the_whole() {
        let rows = rows(12, 0);
        assert_eq!(rows.len(), 4 + 12 * 9);
        assert_eq!(rows[4].name, "slice_01.force");
        assert_eq!(rows[111].name, "slice_12.worn_area_rate");
    }
}
