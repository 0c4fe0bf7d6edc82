//! A joint whose wear is asked for: alone under the load cycle of a file, or inside a machine.

use super::case::Joint;
use super::oil;
use super::options::Options;
use super::reader;
use super::written::{Earlier, Places};
use crate::{Error, Variant};
use spiel::laws::forecast::Sample;

/// Cells of a map, unless they are given.
pub(super) const CELLS: usize = 72;

/// A joint and its load cycle.
pub(super) struct Subject {
    /// Its name in the result.
    pub label: String,
    pub joint: Joint,
    pub cells: usize,
    pub samples: Vec<Sample>,
    pub places: Places,
    /// The state from which it goes on.
    pub earlier: Option<Earlier>,
    /// Remarks about the cycle.
    pub remarks: Vec<String>,
}

/// A joint alone, under the cycle of a file.
pub(super) fn alone(options: &Options) -> Result<Subject, Error> {
    if options.period.is_some() {
        return Err(Error::input("--period is for a group that moves itself; a joint has --cycle"));
    }
    let Some(cycle) = &options.cycle else {
        return Err(Error::Input(format!(
            "{} needs a load cycle: --cycle CYCLE.csv",
            options.joint
        )));
    };
    let earlier = Earlier::of(options, None)?;
    let cells = options.cells.or(earlier.as_ref().map(|it| it.cells)).unwrap_or(CELLS);
    let (oil, set): (Vec<String>, Vec<String>) =
        options.set.iter().cloned().partition(|set| oil::is_of_oil(set));
    let joint = Joint {
        name: options.joint.clone(),
        choices: options.choices(cells),
        parameters: options.parameters.clone(),
        set,
        shorthand: options.shorthand.shorthand(),
    };
    let variant = joint.variant(cells, &[])?;
    let radius = match variant.start("geometry.pin_radius") {
        Some(radius) => radius.number(),
        None => {
            number(&variant, "geometry.bearing_radius") - number(&variant, "geometry.clearance")
        }
    };
    let lever = [number(&variant, "friction.kinetic"), radius];
    let mut remarks = Vec::new();
    let mut samples = reader::read(cycle, &options.columns, lever, &mut remarks)?;
    if !oil.is_empty() {
        let (left, remark) = oil::carried_by_solids(&joint, cells, &oil, &samples)?;
        samples = left;
        remarks.push(remark);
    }
    let places = Places::of(options, None)?;
    let label = options.joint.clone();
    Ok(Subject { label, joint, cells, samples, places, earlier, remarks })
}

/// The value of a number of the joint; 0 without one of that name.
fn number(variant: &Variant, name: &str) -> f64 {
    variant.start(name).map_or(0.0, |value| value.number())
}
