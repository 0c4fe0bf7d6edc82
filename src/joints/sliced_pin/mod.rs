//! A long pin that bends in a hole cut into slices: load, friction energy and wear of each.

mod equations;
mod flow;
mod memory;
mod quantities;
mod report;
mod step;
#[cfg(test)]
mod tests;
mod walk;

use super::{Joint, Mechanics, Options, Passage};
use crate::contact::line::{
    Hertz, Johnson, LankaraniNikravesh, Line, LineLaw, Liu, Persson, Radzimovsky,
};
use crate::coupling::{Coupling, Step};
use crate::friction::FrictionLaw;
use crate::pin::beam::Beam;
use crate::pin::contact::Slices;
use crate::pin::damping::SliceDamping;
use crate::pin::solve::{Bending, PinContact};
use crate::pin::wear::{Groove, WearLaw, WornHole};
use crate::planar::{Motion, PairLoad};
use crate::{Fault, Interval, Pair};
use num_dual::Dual64;

pub use flow::Onsets;
use flow::Work;
pub use memory::Memory;
pub use quantities::{
    BendingParameters, ContactParameters, Geometry, Model, Parameters, SeriesParameters,
    WearParameters,
};
pub use report::{ContactReport, JointReport, Report, SliceReport, WearReport, Whole};

/// A long pin, held in a yoke, in a hole of a rod.
///
/// Body a is the rod, its frame in the middle of its hole; body b is the yoke, its frame in the
/// middle of the pin that it holds.
///
/// In the plane: the axes stay parallel, the load follows from the offset of the hole.
#[derive(Debug)]
pub struct SlicedPin {
    /// Memory to work in; every evaluation sets it anew.
    pin: PinContact,
    /// The same for derivatives.
    lifted: Lifted,
    rubbing: Rubbing,
    coupling: Coupling,
    /// Rod and yoke [N/m], infinite ones being rigid.
    beside: [f64; 2],
    /// The hole before the first step, and what it lacks there [m³].
    hole: WornHole,
    missing: f64,
    damping: SliceDamping,
    /// Memory to work in, in continuous time: the hole as it was last asked for.
    worn: WornHole,
    work: Work,
}

/// What happens between the surfaces beside the pressing.
#[derive(Debug)]
struct Rubbing {
    pin_radius: f64,
    friction: FrictionLaw,
    /// Sliding distance in wear per sliding distance; 0 without wear.
    acceleration: f64,
}

/// Slices and memory that carry derivatives through a step.
#[derive(Debug)]
struct Lifted {
    slices: Slices<Dual64>,
    memory: Memory<Dual64>,
    work: Work<Dual64>,
}

impl Joint for SlicedPin {
    const NAME: &'static str = "sliced_pin";
    const ABOUT: &'static str = "A long pin that bends in a hole: load distribution, stiffness, friction energy and wear, slice by slice.";
    const SAFE_STEP: f64 = 1e-5;
    type Parameters = Parameters;
    type Report = Report;
    type Mechanics = Self;

    fn report(options: &Options) -> Result<Report, Fault> {
        options.only(&["ports", "slices", "profile"], Self::NAME)?;
        Report::of(options)
    }

    fn prepare(parameters: &Parameters, options: &Options) -> Result<Self, Fault> {
        let Parameters { geometry, material_pin, bending, contact, series, wear, .. } = parameters;
        let Geometry { pin_radius, length, clearance } = *geometry;
        let slices = Report::of(options)?.slices.len();
        let young = material_pin.youngs_modulus;
        let beam = Beam::new(length, pin_radius, young, slices, bending.support)?;
        let reduction = match bending.model {
            Model::Modal => Bending::Modal { modes: bending.modes.unsigned_abs() as usize },
            Model::Full => Bending::Full,
        };
        let pin = PinContact::new(&beam, clearance, line_law(parameters)?, reduction)?;
        let law = WearLaw {
            rate: wear.rate,
            exponent: wear.exponent,
            reference_length: wear.reference_length,
        };
        let groove = Groove::new(pin_radius, clearance, wear.acting_angle)?;
        let profile = options.profile.as_ref();
        let depth = |position: &f64| profile.map_or(0.0, |profile| profile.depth(*position));
        let depths: Vec<f64> = pin.slices().position.iter().map(depth).collect();
        let deepest = depths.iter().copied().fold(0.0, f64::max);
        let inside = Interval::closed(0.0, pin_radius);
        Fault::check("profile", deepest, inside, "deepest wear from the start, m")?;
        let hole = WornHole::new(groove, law, &depths);
        let rigid = |stiffness: f64| if stiffness > 0.0 { stiffness } else { f64::INFINITY };
        let (factor, floor) = (chi(parameters), contact.impact_speed_floor);
        let still = SliceDamping::new(slices, factor, floor);
        Ok(Self {
            missing: hole.volume(pin.slices()),
            lifted: Lifted {
                slices: pin.slices().lift(),
                memory: Memory::new(pin.bending_line(), still, hole.clone()),
                work: Work::new(slices),
            },
            pin,
            rubbing: Rubbing {
                pin_radius,
                friction: FrictionLaw::without_micro_slip(&parameters.friction)?,
                acceleration: acceleration(parameters),
            },
            coupling: parameters.coupling.method,
            beside: [series.rod_stiffness, series.yoke_stiffness].map(rigid),
            worn: hole.clone().from_areas(),
            work: Work::new(slices),
            hole,
            damping: SliceDamping::new(slices, factor, floor),
        })
    }
}

/// χ of the dissipation law.
fn chi(parameters: &Parameters) -> f64 {
    parameters.contact.dissipation.factor(parameters.contact.restitution)
}

/// Sliding distance in wear per sliding distance.
fn acceleration(parameters: &Parameters) -> f64 {
    if parameters.wear.enabled { parameters.wear.acceleration } else { 0.0 }
}

/// The line law that the parameters choose.
fn line_law(parameters: &Parameters) -> Result<LineLaw, Fault> {
    let Parameters { geometry, material_pin, material_rod, contact, .. } = parameters;
    let pair = Pair::new(*material_pin, *material_rod)?;
    Ok(match contact.line_law {
        Line::Liu => LineLaw::Liu(Liu::new(&pair, contact.modulus)),
        Line::Hertz => LineLaw::Hertz(Hertz::new(&pair)),
        Line::Johnson => LineLaw::Johnson(Johnson::new(&pair)),
        Line::Radzimovsky => LineLaw::Radzimovsky(Radzimovsky::new(&pair)),
        Line::LankaraniNikravesh => LineLaw::LankaraniNikravesh(LankaraniNikravesh::new(
            &pair,
            geometry.pin_radius,
            geometry.length,
            1.5,
        )?),
        Line::Persson => LineLaw::Persson(Persson::new(&pair)),
    })
}

impl Mechanics for SlicedPin {
    type Parameters = Parameters;
    type Report = Report;
    type State = Memory;

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.rubbing.friction = FrictionLaw::without_micro_slip(&parameters.friction)?;
        self.damping.factor = chi(parameters);
        self.rubbing.acceleration = acceleration(parameters);
        Ok(())
    }

    fn fits(&self, memory: &Memory) -> bool {
        memory.is_of(self.pin.slices().len(), self.pin.bending_line().len())
    }

    fn initial(&mut self, b: &Motion<f64>, time: f64) -> Result<(Memory, Report), Fault> {
        let straight = vec![0.0; self.pin.bending_line().len()];
        let mut memory = Memory::new(&straight, self.damping.clone(), self.hole.clone());
        let slices = vec![SliceReport::default(); self.pin.slices().len()].into();
        let mut report = Report { whole: Whole::default(), slices };
        self.find_first(b, &mut memory, time, &mut report)?;
        Ok((memory, report))
    }

    fn carry(
        &mut self,
        passage: &Passage<f64>,
        memory: &mut Memory,
        step: Step,
        report: &mut Report,
    ) -> Result<PairLoad<f64>, Fault> {
        self.follow(&passage.path, memory, step, report)
    }

    fn differentiate(
        &mut self,
        passage: &Passage<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        self.follow_lifted(&passage.path, memory, step)
    }
}
