//! Oil in a bearing that wears: the part of each load that asperities and metal carry, which is what wears.
//!
//! At every instant of the cycle the journal runs steadily at its speed under its load in the unworn bearing, as the oiled
//! joint computes it; the film's part of the load is taken off. Squeezed oil carries more than that where the journal
//! reverses, so the wear is rather too large; a worn pocket, which changes the film, is left out.

use super::case::Joint;
use crate::carried::Journal;
use crate::digits::in_digits;
use crate::{Choices, Error, Variant};
use nalgebra::Vector2;
use spiel::block::Block;
use spiel::laws::forecast::Sample;

/// Pieces of an interval, within which the speed is constant and the load linear.
const PIECES: usize = 8;
/// Beginning of the parameters of the oil: those of a joint without a wear map.
const OIL: &str = "film.";

/// Returns true if an assignment is one of the oil.
pub(super) fn is_of_oil(set: &str) -> bool {
    set.trim().starts_with(OIL)
}

/// The oiled joint, and its outputs that tell what carries the load.
struct Bearing {
    block: Block,
    journal: Journal,
    clearance: f64,
    /// Forces of asperities and of metal on metal.
    solid: [usize; 2],
    place: [f64; 2],
}

/// Returns the cycle with what oil leaves of its loads, and a remark about it.
pub(super) fn carried_by_solids(
    joint: &Joint,
    cells: usize,
    oil: &[String],
    samples: &[Sample],
) -> Result<(Vec<Sample>, String), Error> {
    let mut bearing = Bearing::new(joint, cells, oil)?;
    let mut left = Vec::new();
    let (mut whole, mut solid, mut failed) = (0.0, 0.0, 0);
    for pair in samples.windows(2) {
        let size = pair[1].time - pair[0].time;
        let swing = pair[1].angle - pair[0].angle;
        for piece in 0..=PIECES {
            let part = piece as f64 / PIECES as f64;
            let load = pair[0].load.lerp(&pair[1].load, part);
            let found = bearing.solids(load, swing / size)?;
            failed += u32::from(found.is_none());
            let load_left = found.unwrap_or(load);
            whole += load.norm() * swing.abs();
            solid += load_left.norm() * swing.abs();
            let time = pair[0].time + part * size;
            left.push(Sample { time, load: load_left, angle: pair[0].angle + part * swing });
        }
    }
    let mut remark = format!(
        "Oil carries {} % of the load, in the mean over the sliding; the rest wears.",
        in_digits(100.0 * (1.0 - solid / whole).max(0.0), 3)
    );
    if failed > 0 {
        let all = left.len();
        remark += &format!(
            " At {failed} of {all} instants no steady place was found, and all of the load wears."
        );
    }
    if solid == 0.0 {
        return Err(Error::input(
            "the oil film carries the whole load all the time: nothing wears",
        ));
    }
    Ok((left, remark))
}

impl Bearing {
    fn new(joint: &Joint, cells: usize, oil: &[String]) -> Result<Self, Error> {
        let worn = joint.variant(cells, &[])?;
        let mut oiled = Variant::with(&joint.name, &Choices::default())?;
        if oiled.start("film.law").is_none() {
            return Err(Error::Input(format!(
                "{} takes no oil; revolute_clearance does",
                joint.name
            )));
        }
        for (name, text) in worn.changed().filter(|(name, _)| !name.starts_with("build.")) {
            if oiled.start(name).is_some() {
                oiled.set(name, text)?;
            }
        }
        oiled.set_assignments(oil)?;
        oiled.set("coupling.method", "end_point")?;
        let mut block = oiled.fresh_block()?;
        let number = |name: &str| {
            let missing = || {
                Error::Input(format!(
                    "{name} is not among the oiled joint's variables: set film.law"
                ))
            };
            block.number(name).ok_or_else(missing)
        };
        let journal = Journal {
            inputs: [number("frame_b.x")?, number("frame_b.y")?, number("frame_b.w")?],
            forces: [number("load_b.fx")?, number("load_b.fy")?],
        };
        let solid = [number("film.asperity_force")?, number("contact.normal_force")?];
        let clearance = number("geometry.clearance")?;
        let clearance = block.value(clearance)?.number();
        Ok(Self { block, journal, clearance, solid, place: [0.0; 2] })
    }

    /// Returns the load that asperities and metal carry \[N\], where they do; none if no steady place was found.
    fn solids(&mut self, load: Vector2<f64>, speed: f64) -> Result<Option<Vector2<f64>>, Error> {
        if load == Vector2::zeros() || speed == 0.0 {
            return Ok(Some(load));
        }
        let Self { block, journal, clearance, solid, place } = self;
        let (wanted, at) = ([-load.x, -load.y], (speed, *clearance));
        // From the last place, then from near the wall under the load.
        let toward = load.normalize() * (0.9 * *clearance);
        let mut found = false;
        for start in [*place, [toward.x, toward.y]] {
            *place = start;
            found = journal.carry(block, wanted, at, place).unwrap_or(false);
            if found {
                break;
            }
        }
        if !found {
            return Ok(None);
        }
        let mut force = 0.0;
        for output in solid {
            force += block.value(*output)?.number();
        }
        let direction = Vector2::from(*place).normalize();
        Ok(Some(direction * force.min(load.norm())))
    }
}
