//! A revolute joint whose bearing and journal wear.

mod equations;
mod grouped;
mod memory;
mod notices;
mod quantities;
mod report;
mod step;
#[cfg(test)]
mod tests;

use super::clearance::{Geometry, Hole, RevoluteClearance};
use super::elastic::{doubts_of, elastic_of};
use crate::base::Fault;
use crate::coupling::{Contact, IdentifiedCoupling, Method, Notices, Step};
use crate::joints::point_contact::prediction::{Predicted, Prediction};
use crate::joints::{Joint, doubts};
use crate::kinematics::planar::{Motion, PairLoad};
use crate::laws::contact::ElasticLaw;
use crate::laws::contact::{ContactPoint, NormalLaw, Received};
use crate::laws::forecast::{RoundPair, WearPair};
use crate::laws::wear::{
    Archard, CycleJump, Cycles, Depths, LARGEST_GAP, Ring, STABLE_PART, WearProfile, Window,
    WornContact,
};
use crate::model::{self, Files, Variables};
use crate::ports::{PairMotion, Ports};
use memory::{ContactMemory, End, Memory, Solving, Worn};
use model_description::{Interval, Row};
use num_dual::Dual64;
use quantities::friction;
use step::{Passed, StepEnd, Surfaces, Walk, Wearing, end_step};

pub(crate) use grouped::{WearState, WornSurfaces};
pub use quantities::{Parameters, Whole};

/// The file of the initial depths.
pub(super) const PROFILE: &str = "profile";
/// Communication step that the default parameters tolerate without prediction \[s\].
const SAFE_STEP: f64 = 1e-6;

/// A pin in a hole, both with a map of their depths of wear.
///
/// Wear changes the contact within the same step: a worn area gets a lower pressure. Only the pin's
/// motion inside a step is left out: a pin that kept its position during a step of minutes would wear
/// a pocket that its load no longer reaches. The host must let the pin follow its load.
#[derive(Debug)]
pub struct WornRevolute {
    contact: WornContact,
    /// The laws of the contact as one contact point.
    laws: Contact,
    prediction: Option<Prediction>,
    safe_step: f64,
    law: Archard,
    acceleration: f64,
    jump: Option<CycleJump>,
    /// The depths before the first step.
    start: Depths,
    /// Memory for evaluations, also with derivatives.
    window: Window,
    lifted: Window<Dual64>,
    /// Rates of the control values of the depths.
    growing: Depths,
    /// Memory for continuous time; `None` before the equations are first used.
    solving: Option<Box<Solving>>,
}

impl WornRevolute {
    /// Returns the pin and the hole that wear, as they are before the first step and without a host.
    pub fn wear_pair(&self) -> Box<dyn WearPair> {
        let depths = self.start.clone();
        Box::new(RoundPair::new(self.contact.clone(), self.law, depths))
    }

    /// A step along the host's motion, or along the motion that the contact causes.
    fn carry(
        &mut self,
        motion: &PairMotion<f64>,
        (rub, worn): (&mut ContactMemory, &mut Worn),
        step: Step,
    ) -> Result<Done, Fault> {
        let Self { contact, laws, prediction, window, law, acceleration, .. } = self;
        let mut wearing = Wearing { law, acceleration: *acceleration, worn };
        match (prediction, rub) {
            (None, ContactMemory::Plain(point)) => {
                let mut walk = Walk { contact, laws, window };
                let Passed { load, peak, deepest } =
                    walk.step(point, &mut wearing, &motion.path, step);
                let coupling = IdentifiedCoupling::default();
                Ok(Done { load, end: motion.path.at(step.size), peak, deepest, coupling })
            }
            (Some(prediction), ContactMemory::Predicted(memory)) => {
                let surfaces = Surfaces { contact, wearing, window };
                let Predicted { load, end, now: [now], peak_normal_force: peak, coupling } =
                    prediction.step::<_, 1>(surfaces, laws, motion, memory, step)?;
                Ok(Done { load, end, peak, deepest: now.penetration, coupling })
            }
            _ => Err(Fault::ForeignState),
        }
    }
}

impl Joint for WornRevolute {
    const NAME: &'static str = RevoluteClearance::NAME;
    const ABOUT: &'static str = RevoluteClearance::ABOUT;
    const FILES: &'static [&'static str] = &[PROFILE];
    type Ports = Ports;
    type Parameters = Parameters;
    type State = Memory;
    type End = End;

    fn new(parameters: &Parameters, files: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let Parameters { geometry, material_a, material_b, contact, surface, wear, .. } =
            parameters;
        let Geometry { bearing_radius, clearance, length } = *geometry;
        Fault::check(
            "geometry.clearance",
            clearance,
            Interval::above(0.0).below(LARGEST_GAP * bearing_radius),
            "radial clearance; a wear map needs one that is small relative to geometry.bearing_radius",
        )?;
        let cells = parameters.build.cells.unsigned_abs() as usize;
        contact.normal.check()?;
        let elastic = elastic_of(contact, &geometry.bearing(), [material_a, material_b], surface)?;
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
            part: STABLE_PART,
        });
        let normal = NormalLaw::new(&contact.normal, elastic);
        let coupling = &parameters.coupling;
        let friction = friction(parameters, &normal.elastic)?;
        let laws = Contact::new(normal, friction, coupling.shared.method.plain());
        let worn = WornContact::new(ring, normal)?;
        let prediction = match coupling.shared.method {
            Method::EndPoint | Method::StepMean => None,
            Method::Predicted => {
                let sizes = [bearing_radius, clearance];
                let takes_mobility = Self::ports(parameters).takes_mobility;
                let dry = Hole::dry(geometry);
                Some(Prediction::new((&dry, sizes), (&laws, 1), (coupling, takes_mobility), None)?)
            }
        };
        Ok(Self {
            contact: worn,
            laws,
            prediction,
            safe_step: parameters.coupling.safe_step(SAFE_STEP),
            law: wear.law(),
            acceleration: wear.acceleration,
            jump,
            start,
            window: Window::new(cells),
            lifted: Window::new(cells),
            growing: Depths::unworn(cells),
            solving: None,
        })
    }

    fn ports(parameters: &Parameters) -> Ports {
        Ports::new(parameters.build.ports, parameters.build.mobility)
    }

    fn report_rows(parameters: &Parameters) -> Vec<Row> {
        quantities::rows(parameters.build.cells.unsigned_abs() as usize)
    }

    fn safe_step(&self) -> f64 {
        self.safe_step
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        notices::of(variables)
    }

    fn wall_force(&mut self, penetration: f64) -> Option<f64> {
        let Self { contact, start, window, .. } = self;
        let mut pin = Motion::rest();
        pin.position.x = contact.ring.clearance + penetration;
        // At rest the impact speed does not count.
        Some(contact.press(start, &pin, 1.0, window).map_or(0.0, |pressed| pressed.normal_force))
    }

    fn doubts(parameters: &Parameters) -> Vec<String> {
        let Parameters {
            geometry,
            material_a,
            material_b,
            contact,
            surface,
            friction,
            coupling,
            ..
        } = parameters;
        let first = [doubts::friction(friction), doubts::restitution(contact.normal.restitution)];
        let of_hole = doubts_of(contact, &geometry.bearing(), [material_a, material_b], surface);
        let last = doubts::mobility(coupling);
        first.into_iter().chain(of_hole).chain([last]).flatten().collect()
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.laws.friction = friction(parameters, &self.laws.normal.elastic)?;
        self.laws.normal = self.laws.normal.tuned(&parameters.contact.normal);
        self.contact.law = self.laws.normal;
        self.law = parameters.wear.law();
        self.acceleration = parameters.wear.acceleration;
        Ok(())
    }

    fn fits(&self, memory: &Memory) -> bool {
        let rub = match (&self.prediction, &memory.rub) {
            (None, ContactMemory::Plain(_)) => true,
            (Some(prediction), ContactMemory::Predicted(predicting)) => {
                prediction.fits(predicting, 1)
            }
            _ => false,
        };
        rub && memory.is_of(self.contact.ring.cells(), self.jump.is_some())
    }

    fn begin(
        &mut self,
        motion: &PairMotion<f64>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Memory, Fault> {
        let b = &motion.path.start;
        let depths = self.start.clone();
        let found = self.contact.ring.deepest(&depths, b);
        let exhausted = self.contact.is_exhausted(&depths);
        let mut worn = Worn::new(depths, exhausted);
        let Self { contact, laws, prediction, window, law, acceleration, .. } = self;
        let rub = match prediction {
            None => {
                let mut point = ContactPoint::default();
                point.record(Received { time, penetration: found.penetration, rate: found.rate });
                ContactMemory::Plain(Box::new(point))
            }
            Some(prediction) => {
                let wearing = Wearing { law, acceleration: *acceleration, worn: &mut worn };
                let surfaces = Surfaces { contact, wearing, window };
                ContactMemory::Predicted(Box::new(prediction.begin(surfaces, laws, 1, b, time)))
            }
        };
        let cycles =
            self.jump.map(|_| Box::new(Cycles::new(time, std::slice::from_ref(worn.depths()))));
        let memory = Memory { rub, worn, cycles };
        self.describe(memory.parts(), b, (0.0, IdentifiedCoupling::default()), report);
        Ok(memory)
    }

    fn step(
        &mut self,
        motion: &PairMotion<f64>,
        (memory, at_end): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        let Memory { rub, worn, cycles } = memory;
        let slid = worn.distance;
        let Done { load, end, peak, deepest, coupling } = self.carry(motion, (rub, worn), step)?;
        let end_of_step = StepEnd { time: step.start + step.size, slid, deepest };
        let wear = (worn, cycles.as_deref_mut());
        end_step(&self.contact, self.jump.as_ref(), wear, end_of_step);
        *at_end = End { motion: end, peak, coupling };
        Ok(load)
    }

    fn end(&self, _values: usize) -> End {
        End { motion: Motion::rest(), peak: 0.0, coupling: IdentifiedCoupling::default() }
    }

    fn is_notable(&self, (memory, _): (&Memory, &End)) -> bool {
        let ends = match self.contact.elastic() {
            ElasticLaw::Line(law) => law.continued_from().is_finite(),
            _ => false,
        };
        ends || self.prediction.is_some() || memory.worn.cut || memory.worn.exhausted
    }

    fn report(&mut self, (memory, end): (&Memory, &End), report: &mut [f64]) {
        self.describe(memory.parts(), &end.motion, (end.peak, end.coupling), report);
    }

    fn derivative(
        &mut self,
        motion: &PairMotion<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        let ContactMemory::Plain(point) = &memory.rub else { return Err(Fault::NoDerivatives) };
        let Self { contact, laws, lifted, .. } = self;
        let mut walk = Walk { contact, laws, window: lifted };
        let mut depths = memory.worn.depths();
        Ok(walk.step(&mut point.lift(), &mut depths, &motion.path, step).load)
    }

    fn equations(&mut self) -> Result<&mut dyn model::Equations, Fault> {
        self.check_equations()?;
        self.solving.get_or_insert_with(|| Box::new(Solving::new(&self.start)));
        Ok(self)
    }
}

/// The result of a step.
struct Done {
    /// The load to be held.
    load: PairLoad<f64>,
    end: Motion<f64>,
    peak: f64,
    deepest: f64,
    coupling: IdentifiedCoupling,
}
