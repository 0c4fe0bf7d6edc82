//! A long pin that bends in a hole cut into slices: load, friction energy and wear of each.

mod equations;
mod flow;
mod instant;
mod memory;
mod quantities;
mod report;
mod rubbing;
mod step;
#[cfg(test)]
mod tests;
mod walk;

use super::{Joint, Profile, doubts};
use crate::base::{Fault, Pair};
use crate::coupling::{Coupling, Step};
use crate::kinematics::spatial::PairLoad;
use crate::laws::contact::LineLaw;
use crate::laws::forecast::{SlicedPair, WearPair};
use crate::laws::friction::FrictionLaw;
use crate::laws::pin::beam::Beam;
use crate::laws::pin::contact::Slices;
use crate::laws::pin::damping::SliceDamping;
use crate::laws::pin::map::{HoleMap, MOST_NUMBERS, MappedWear};
use crate::laws::pin::solve::{Bending, PinContact};
use crate::laws::pin::wear::{Groove, WearLaw, WornHole};
use crate::laws::wear::Archard;
use crate::model::{Equations, Files};
use crate::ports::{PinPorts, SpatialPairMotion};
use model_description::{Interval, Row};
use num_dual::Dual64;

use flow::Work;
use rubbing::Rubbing;

use memory::{End, Memory};
use quantities::{BendingModel, Geometry};

pub use quantities::Parameters;
pub use report::{SliceReport, Whole};

/// A long pin, held in a yoke, in a hole of a rod.
///
/// Body a is the rod, its frame in the middle of its hole with z along it; body b is the yoke, its frame
/// in the middle of the pin that it holds, with z along that.
///
/// With ports in the plane the axes stay parallel and the load follows from the offset of the hole. With
/// ports in space the pin also tilts. It has no axial play: a shift along the hole changes its offset only,
/// by its slope, and sliding along the hole has no friction.
#[derive(Debug)]
pub struct SlicedPin {
    /// Beam and contact; every evaluation overwrites their state.
    pin: PinContact,
    /// Memory for evaluations with derivatives.
    lifted: Lifted,
    rubbing: Rubbing,
    coupling: Coupling,
    /// Stiffnesses of rod and yoke \[N/m\]; infinite if rigid.
    beside: [f64; 2],
    /// The hole before the first step, and its worn volume then \[m³\].
    hole: WornHole,
    missing: f64,
    /// The hole's wear over its angle before the first step; `None` without a map.
    map: Option<MappedWear>,
    damping: SliceDamping,
    /// Memory for continuous time: the hole of the last evaluation.
    worn: WornHole,
    work: Work,
}

/// Memory for evaluations with derivatives.
#[derive(Debug)]
struct Lifted {
    slices: Slices<Dual64>,
    memory: Memory<Dual64>,
    work: Work<Dual64>,
}

impl SlicedPin {
    /// Returns the pin and the hole that wear, as they are before the first step and without a host; none without a wear map.
    pub fn wear_pair(&self) -> Option<Box<dyn WearPair>> {
        let Rubbing { map_law, pin_radius, acceleration, .. } = self.rubbing;
        let off = Archard { coefficients: [0.0; 2], ..map_law };
        let law = if acceleration > 0.0 { map_law } else { off };
        Some(Box::new(SlicedPair::new(self.pin.clone(), law, pin_radius)?))
    }
}

impl Joint for SlicedPin {
    const NAME: &'static str = "sliced_pin";
    const ABOUT: &'static str = "A long pin that bends in a hole: load distribution, stiffness, friction energy and wear, slice by slice.";
    const FILES: &'static [&'static str] = &[PROFILE];
    type Ports = PinPorts;
    type Parameters = Parameters;
    type State = Memory;
    type End = End;

    fn new(parameters: &Parameters, files: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let Parameters { geometry, material_pin, bending, contact, series, wear, .. } = parameters;
        let Geometry { pin_radius, length, clearance } = *geometry;
        let slices = slice_count(parameters);
        let young = material_pin.youngs_modulus;
        let beam = Beam::new(length, pin_radius, young, slices, bending.support)?;
        let reduction = match bending.model {
            BendingModel::Modal => Bending::Modal { modes: bending.modes.unsigned_abs() as usize },
            BendingModel::Full => Bending::Full,
        };
        let pin = PinContact::new(&beam, clearance, line_law(parameters)?, reduction)?;
        let law = WearLaw {
            rate: wear.rate,
            exponent: wear.exponent,
            reference_length: wear.reference_length,
        };
        let groove = Groove::new(pin_radius, clearance, wear.acting_angle)?;
        let cells = cell_count(parameters)?;
        let (depths, map) = initial_wear(parameters, files, &pin.slices().position, cells)?;
        let (hole, mut pin) = match &map {
            None => (WornHole::new(groove, law, &depths), pin),
            Some(_) => {
                let drawn = vec![0.0; slices];
                (WornHole::new(groove, law, &drawn), pin.with_map(pin_radius, cells)?)
            }
        };
        if let Some(map) = &map {
            pin.set_map(map);
        }
        let section = |map: &HoleMap, k: usize| map.section(k) * pin.slices().weight[k];
        let missing = match pin.map() {
            None => hole.volume(pin.slices()),
            Some(map) => (0..slices).map(|k| section(map, k)).sum(),
        };
        let mut lifted =
            Memory::new(pin.bending_line(), SliceDamping::new(slices, 0.0, 0.0), hole.clone());
        lifted.map.clone_from(&map);
        let rigid = |stiffness: f64| if stiffness > 0.0 { stiffness } else { f64::INFINITY };
        let (factor, floor) = (chi(parameters), contact.impact_speed_floor);
        Ok(Self {
            missing,
            lifted: Lifted { slices: pin.slices().lift(), memory: lifted, work: Work::new(slices) },
            pin,
            rubbing: Rubbing {
                pin_radius,
                friction: FrictionLaw::without_micro_slip(&parameters.friction)?,
                acceleration: acceleration(parameters),
                map_law: Archard {
                    coefficients: [wear.coefficient_a, 0.0],
                    exponent: wear.exponent,
                    reference_pressure: wear.reference_pressure,
                },
            },
            coupling: parameters.coupling.method,
            beside: [series.rod_stiffness, series.yoke_stiffness].map(rigid),
            worn: hole.clone().with_depths(),
            work: Work::new(slices),
            hole,
            map,
            damping: SliceDamping::new(slices, factor, floor),
        })
    }

    fn ports(parameters: &Parameters) -> PinPorts {
        PinPorts::new(parameters.build.ports)
    }

    fn report_rows(parameters: &Parameters) -> Vec<Row> {
        report::rows(slice_count(parameters), parameters.build.cells.unsigned_abs() as usize)
    }

    fn safe_step(&self) -> f64 {
        1e-5
    }

    fn doubts(parameters: &Parameters) -> Vec<String> {
        let Parameters { geometry, contact, friction, wear, .. } = parameters;
        let radius = geometry.pin_radius;
        let of_wear = doubts::wear(
            wear.rate,
            wear.exponent,
            wear.reference_length,
            wear.acceleration,
            radius,
        );
        let all = [
            doubts::friction(friction),
            doubts::restitution(contact.restitution),
            doubts::clearance(geometry.clearance, radius, None),
            of_wear.filter(|_| wear.enabled),
        ];
        all.into_iter().flatten().collect()
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.rubbing.friction = FrictionLaw::without_micro_slip(&parameters.friction)?;
        self.damping.factor = chi(parameters);
        self.rubbing.acceleration = acceleration(parameters);
        Ok(())
    }

    fn fits(&self, memory: &Memory) -> bool {
        let cells = self.map.as_ref().map_or(0, |map| map.slices[0].bearing.len());
        memory.is_of(self.pin.slices().len(), cells, self.pin.bending_line().len())
    }

    fn begin(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Memory, Fault> {
        let b = &motion.path.start;
        let straight = vec![0.0; self.pin.bending_line().len()];
        let mut memory = Memory::new(&straight, self.damping.clone(), self.hole.clone());
        memory.map.clone_from(&self.map);
        self.begin_at(b, &mut memory, time, report)?;
        Ok(memory)
    }

    fn step(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        (memory, end): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        self.step_along(&motion.path, memory, step, end)
    }

    fn end(&self, _values: usize) -> End {
        End::new(self.pin.slices().len())
    }

    fn report(&mut self, (memory, end): (&Memory, &End), report: &mut [f64]) {
        self.report_end(memory, end, report);
    }

    fn derivative(
        &mut self,
        motion: &SpatialPairMotion<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        self.derivative_along(&motion.path, memory, step)
    }

    fn equations(&mut self) -> Result<&mut dyn Equations<PinPorts>, Fault> {
        if self.map.is_some() {
            return Err(Fault::CoSimulationOnly {
                model: Self::NAME,
                why: "a hole with a wear map has no equations",
            });
        }
        self.rubbing.friction.check_equations()?;
        Ok(self)
    }
}

/// The file of the initial wear.
const PROFILE: &str = "profile";

/// The wear before the first step: depths \[m\] of slices at `positions` \[m\], and a map of them in a hole with
/// `cells` cells. The file is a map of an earlier run, or a profile of depths that are uniform around the hole.
fn initial_wear(
    parameters: &Parameters,
    files: &Files,
    positions: &[f64],
    cells: usize,
) -> Result<(Vec<f64>, Option<MappedWear>), Fault> {
    let Geometry { pin_radius, clearance, .. } = parameters.geometry;
    let wrong = |why| Fault::Build(format!("profile: {why}").into());
    let text = files.get(PROFILE);
    let (table, profile) = match text.filter(|text| MappedWear::is_table(text)) {
        Some(map) if cells > 0 => {
            let allowed = [-0.5 * clearance, 0.1 * pin_radius];
            let map = MappedWear::from_csv(map, (positions.len(), cells), allowed);
            (Some(map.map_err(wrong)?), None)
        }
        _ => (None, text.map(|text| Profile::from_csv(text)).transpose().map_err(wrong)?),
    };
    let depth = |position: &f64| profile.as_ref().map_or(0.0, |it| it.depth(*position));
    let depths: Vec<f64> = positions.iter().map(depth).collect();
    let deepest = depths.iter().copied().fold(0.0, f64::max);
    let inside = Interval::closed(0.0, pin_radius);
    Fault::check(PROFILE, deepest, inside, "deepest wear from the start, m")?;
    let map = match table {
        None => (cells > 0).then(|| MappedWear::new(&depths, cells)),
        given => given,
    };
    Ok((depths, map))
}

fn slice_count(parameters: &Parameters) -> usize {
    parameters.build.slices.unsigned_abs() as usize
}

/// Number of cells around the hole's map; 0 without a map.
fn cell_count(parameters: &Parameters) -> Result<usize, Fault> {
    let (slices, cells) = (slice_count(parameters), parameters.build.cells.unsigned_abs() as usize);
    if cells > 0 && !(24..=MOST_NUMBERS / slices).contains(&cells) {
        let most = (MOST_NUMBERS / slices).min(720);
        let text = format!(
            "build.cells = {cells}: with {slices} slices allowed are 0, and 24 to {most}, as a map has at \
             most {MOST_NUMBERS} depths"
        );
        return Err(Fault::Build(text.into()));
    }
    Ok(cells)
}

/// χ of the dissipation law.
fn chi(parameters: &Parameters) -> f64 {
    parameters.contact.dissipation.factor(parameters.contact.restitution)
}

/// Sliding distance that counts as wear, per sliding distance; 0 without wear.
fn acceleration(parameters: &Parameters) -> f64 {
    if parameters.wear.enabled { parameters.wear.acceleration } else { 0.0 }
}

/// The line law of the parameters.
fn line_law(parameters: &Parameters) -> Result<LineLaw, Fault> {
    let Parameters { geometry, material_pin, material_rod, contact, .. } = parameters;
    let pair = Pair::new(*material_pin, *material_rod)?;
    LineLaw::of(contact.line_law, &pair, contact.line, geometry.pin_radius, geometry.length)
}
