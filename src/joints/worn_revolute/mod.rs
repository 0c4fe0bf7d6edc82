//! A revolute joint whose bearing and journal wear where they are pressed.

mod memory;
mod quantities;
mod report;
mod step;
#[cfg(test)]
mod tests;

use super::revolute_clearance::{self, Geometry, RevoluteClearance, elastic_of};
use super::{Joint, kind};
use crate::contact::{ContactPoint, NormalLaw, Received};
use crate::coupling::{Coupling, Step};
use crate::friction::FrictionLaw;
use crate::interface::Moduli;
use crate::model::{Build, Files, ModelKind, with_constants};
use crate::planar::{Motion, PairLoad};
use crate::ports::{PairMotion, Ports};
use crate::wear_map::{
    Archard, CycleJump, Cycles, Depths, LARGEST_GAP, Ring, WearProfile, Window, WornContact,
};
use crate::{Fault, Interval, Row};
use memory::Worn;
use num_dual::Dual64;
use step::{Walk, Wearing};

pub use memory::Memory;
pub use quantities::{
    BearingCell, ContactReport, JournalCell, Parameters, WearParameters, WearReport, Whole,
};

/// The file of the depths that there are from the start.
const PROFILE: &str = "profile";
/// Fewest cells of a map.
const FEWEST_CELLS: i32 = 24;

/// A pin in a hole with clearance, with or without a wear map: which of both is chosen at the build.
pub const REVOLUTE: ModelKind = ModelKind {
    name: RevoluteClearance::NAME,
    about: RevoluteClearance::ABOUT,
    variables: |build| (chosen(build)?.variables)(build),
    prepare: |parameters, build| (chosen(build)?.prepare)(parameters, build),
};

fn chosen(build: &Build) -> Result<ModelKind, Fault> {
    let choices: revolute_clearance::Parameters = with_constants(build)?;
    match choices.build.cells {
        0 if build.files.contains_key(PROFILE) => Err(Fault::Build(
            "revolute_clearance takes no file profile without a wear map: build.cells is 0".into(),
        )),
        0 => Ok(kind::<RevoluteClearance>()),
        cells if cells < FEWEST_CELLS => Err(Fault::Build(
            format!("build.cells = {cells}: allowed are 0, and {FEWEST_CELLS} to 720").into(),
        )),
        _ => Ok(kind::<WornRevolute>()),
    }
}

/// A pin in a hole, both with a map of how deep they are worn.
///
/// The depths are felt at once: where they are worn, bearing and journal are pressed less. Nothing but
/// the motion inside a step is left out: a step of minutes with the pin held in its place would wear a
/// pocket that the load no longer reaches. The host must let the pin follow its load.
#[derive(Debug)]
pub struct WornRevolute {
    contact: WornContact,
    friction: FrictionLaw,
    coupling: Coupling,
    law: Archard,
    acceleration: f64,
    jump: Option<CycleJump>,
    /// The depths before the first step.
    start: Depths,
    /// Memory to work in.
    window: Window,
    lifted: Window<Dual64>,
}

impl WornRevolute {
    fn walk(&mut self) -> (Walk<'_, f64>, Archard, f64) {
        let Self { contact, friction, coupling, window, law, acceleration, .. } = self;
        (Walk { contact, friction, coupling: *coupling, window }, *law, *acceleration)
    }
}

impl Joint for WornRevolute {
    const NAME: &'static str = RevoluteClearance::NAME;
    const ABOUT: &'static str = RevoluteClearance::ABOUT;
    const FILES: &'static [&'static str] = &[PROFILE];
    type Ports = Ports;
    type Parameters = Parameters;
    type State = Memory;

    fn new(parameters: &Parameters, files: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let Parameters { geometry, material_a, material_b, contact, surface, wear, .. } =
            parameters;
        let Geometry { bearing_radius, clearance, length } = *geometry;
        Fault::check(
            "geometry.clearance",
            clearance,
            Interval::above(0.0).below(LARGEST_GAP * bearing_radius),
            "radial clearance; a wear map needs one that is thin against geometry.bearing_radius",
        )?;
        let cells = parameters.build.cells.unsigned_abs() as usize;
        let elastic = elastic_of(contact, geometry, [material_a, material_b], surface)?;
        let ring = Ring::new(bearing_radius, clearance, length, cells);
        let start = match files.get(PROFILE) {
            None => Depths::unworn(cells),
            Some(text) => WearProfile::from_csv(text)
                .and_then(|profile| profile.depths(&ring))
                .map_err(|why| Fault::Build(format!("profile: {why}").into()))?,
        };
        let jump = (wear.cycle_time > 0.0).then_some(CycleJump {
            cycle_time: wear.cycle_time,
            most: wear.jump_max,
            tolerance: wear.jump_tolerance,
        });
        Ok(Self {
            contact: WornContact::new(ring, NormalLaw::new(contact, elastic))?,
            friction: friction(parameters)?,
            coupling: parameters.coupling.method,
            law: wear.law(),
            acceleration: wear.acceleration,
            jump,
            start,
            window: Window::new(cells),
            lifted: Window::new(cells),
        })
    }

    fn ports(parameters: &Parameters) -> Ports {
        parameters.build.ports().ports()
    }

    fn report_rows(parameters: &Parameters) -> Vec<Row> {
        quantities::rows(parameters.build.cells.unsigned_abs() as usize)
    }

    fn safe_step(&self) -> f64 {
        1e-6
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.friction = friction(parameters)?;
        self.contact.law = self.contact.law.tuned(&parameters.contact);
        self.law = parameters.wear.law();
        self.acceleration = parameters.wear.acceleration;
        Ok(())
    }

    fn fits(&self, memory: &Memory) -> bool {
        memory.is_of(self.contact.ring.cells(), self.jump.is_some())
    }

    fn begin(&mut self, b: &Motion<f64>, time: f64, report: &mut [f64]) -> Result<Memory, Fault> {
        let depths = self.start.clone();
        let found = self.contact.ring.deepest(&depths, b);
        let mut point = ContactPoint::default();
        point.take(Received { time, penetration: found.penetration, rate: found.rate });
        let cycles = self.jump.map(|_| Box::new(Cycles::new(time, &depths)));
        let exhausted = self.contact.is_exhausted(&depths);
        let worn = Worn { depths, distance: 0.0, cut: false, exhausted };
        let memory = Memory { point, worn, cycles };
        self.report(&memory, b, 0.0, report);
        Ok(memory)
    }

    fn step(
        &mut self,
        motion: &PairMotion<f64>,
        memory: &mut Memory,
        step: Step,
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        let (mut walk, law, acceleration) = self.walk();
        let Memory { point, worn, cycles } = memory;
        let slid = worn.distance;
        let mut wearing = Wearing { law: &law, acceleration, worn };
        let passed = walk.pass(point, &mut wearing, &motion.path, step);
        if worn.distance > slid {
            worn.depths.refresh();
        }
        if let (Some(jump), Some(cycles)) = (&self.jump, cycles)
            && !worn.exhausted
        {
            cycles.advance(jump, &mut worn.depths, step.start + step.size, passed.deepest);
        }
        worn.exhausted |= self.contact.is_exhausted(&worn.depths);
        self.report(memory, &motion.path.at(step.size), passed.peak, report);
        Ok(passed.load)
    }

    fn derivative(
        &mut self,
        motion: &PairMotion<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        let Self { contact, friction, coupling, lifted, .. } = self;
        let mut walk = Walk { contact, friction, coupling: *coupling, window: lifted };
        let mut depths = &memory.worn.depths;
        Ok(walk.pass(&mut memory.point.lift(), &mut depths, &motion.path, step).load)
    }
}

fn friction(parameters: &Parameters) -> Result<FrictionLaw, Fault> {
    let Parameters { material_a, material_b, friction, iwan, asperities, .. } = parameters;
    FrictionLaw::new(friction, iwan, asperities, Moduli::of(material_a, material_b))
}
