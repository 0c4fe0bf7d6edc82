//! What the sliced pin tells of the end of the last committed step.

use crate::joints::Options;
use crate::pin::contact::ContactState;
use crate::{Fault, Interval, Quantities, Row, Value};
use model_description::{Refused, quantities};

/// Slices where nobody chooses another number: the paper's 24 a half.
const USUAL: usize = 48;

quantities! {
    /// The joint as a spring.
    pub struct JointReport {
        /// Tangent stiffness along the force: pin in its hole, rod and yoke in series; 0 without contact.
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
    /// What the hole has lost.
    pub struct WearReport {
        /// Worn volume, without that of the profile it began with.
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
        /// What the hole has lost.
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
        /// Depth worn off the hole at this slice, that of the profile it began with included.
        wear_depth: "m",
        /// Deflection of the friction's bristles at this slice; 0 without contact.
        bristle: "m",
        /// Rate of that deflection.
        bristle_rate: "m/s",
        /// Power of friction at this slice.
        friction_energy_rate: "W",
        /// Section worn off the hole at this slice, that of the profile it began with included.
        worn_area: "m2",
        /// Rate of the worn section.
        worn_area_rate: "m2/s",
    }
}

/// The joint as a whole and each slice.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The joint as a whole.
    pub whole: Whole,
    /// Slice by slice along the axis.
    pub slices: Box<[SliceReport]>,
}

impl Report {
    /// Nothing to tell of as many slices as `options` ask for.
    pub(super) fn of(options: &Options) -> Result<Self, Fault> {
        let slices = options.slices.unwrap_or(USUAL);
        let allowed = Interval::closed(2.0, 200.0);
        Fault::check("slices", slices as f64, allowed, "slices along the pin")?;
        let slices = vec![SliceReport::default(); slices].into();
        Ok(Self { whole: Whole::default(), slices })
    }

    /// The slice of variable `index`, which comes after the whole, and the variable's place in it.
    fn slice_of(&self, index: usize) -> Option<(usize, usize)> {
        let per_slice = self.slices.first()?.count();
        let behind = index.checked_sub(self.whole.count())?;
        Some((behind / per_slice, behind % per_slice))
    }
}

/// Names of so many slices, in their order.
pub(super) fn slice_names(slices: usize) -> impl Iterator<Item = String> + Clone {
    let width = slices.to_string().len().max(2);
    (1..=slices).map(move |number| format!("slice_{number:0width$}"))
}

impl Default for Report {
    fn default() -> Self {
        Self { whole: Whole::default(), slices: [SliceReport::default(); USUAL].into() }
    }
}

impl Quantities for Report {
    fn count(&self) -> usize {
        self.whole.count() + self.slices.iter().map(Quantities::count).sum::<usize>()
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = self.whole.rows();
        for (name, slice) in slice_names(self.slices.len()).zip(&self.slices) {
            rows.extend(slice.rows().into_iter().map(|row| row.inside(&name)));
        }
        rows
    }

    fn value(&self, index: usize) -> Option<Value> {
        if index < self.whole.count() {
            return self.whole.value(index);
        }
        let (slice, place) = self.slice_of(index)?;
        self.slices.get(slice)?.value(place)
    }

    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        if index < self.whole.count() {
            return self.whole.admits(index, value);
        }
        let (slice, place) = self.slice_of(index).ok_or(Refused::Unknown)?;
        self.slices.get(slice).ok_or(Refused::Unknown)?.admits(place, value)
    }

    fn put(&mut self, index: usize, value: Value) {
        if index < self.whole.count() {
            self.whole.put(index, value);
        } else if let Some((slice, place)) = self.slice_of(index)
            && let Some(slice) = self.slices.get_mut(slice)
        {
            slice.put(place, value);
        }
    }

    fn is_finite(&self) -> bool {
        self.whole.is_finite() && self.slices.iter().all(Quantities::is_finite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_has_its_variables_behind_those_of_the_whole() {
        let report = Report::of(&Options { slices: Some(12), ..Options::default() }).unwrap();
        let rows = report.rows();
        assert_eq!((rows.len(), report.count()), (4 + 12 * 9, 4 + 12 * 9));
        assert_eq!(rows[4].name, "slice_01.force");
        assert_eq!(rows[111].name, "slice_12.worn_area_rate");
        assert!((0..112).all(|index| report.value(index).is_some()));
        assert_eq!(report.value(112), None);
    }

    #[test]
    fn a_pin_of_one_slice_is_refused() {
        let fault = Report::of(&Options { slices: Some(1), ..Options::default() }).unwrap_err();
        assert_eq!(fault.to_string(), "slices = 1 is outside 2..=200 (slices along the pin)");
    }
}
