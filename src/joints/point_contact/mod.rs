//! Joints that touch at N contact points under one law: a geometry gives its rows and its report, and all take
//! the same steps.

mod end;
mod equations;
mod memory;
mod oil;
mod oiled;
mod parameters;
pub(super) mod prediction;
mod report;

use super::{Joint, doubts};
use crate::base::Fault;
use crate::coupling::{Contact, IdentifiedCoupling, Method, Notices, Snapshot, Step};
use crate::kinematics::planar::{PairLoad, Path};
use crate::laws::contact::{ContactPoint, ElasticLaw, NormalLaw, Touch, TouchGeometry};
use crate::laws::film::Film;
use crate::model::{Equations, Files, Variables};
use crate::ports::{PairMotion, Ports};
use model_description::{Quantities, Row};
use num_dual::Dual64;
use std::array;

pub use end::End;
pub(in crate::joints) use end::Now;
pub use memory::{Memory, Predicting};
pub use oil::Oil;
pub use parameters::CommonParameters;
pub(in crate::joints) use parameters::friction_law;
use prediction::{Predicted, Prediction};
pub use report::{EnergyReport, Points};

/// The geometry of a joint of N contact points, with its variables and its elastic law.
pub trait ContactGeometry<const N: usize>: TouchGeometry + Sized + Send + 'static {
    /// Public identifier.
    const NAME: &'static str;
    /// Description in one sentence.
    const ABOUT: &'static str;
    /// Communication step that the default parameters tolerate without prediction \[s\].
    const SAFE_STEP: f64;
    /// The rows of the points' bristle deflections in the report.
    const BRISTLES: [&'static str; N];
    /// Choices at the build, parameters fixed before the first step, and parameters tunable between steps.
    type Parameters: Quantities + Default;
    /// The end of the last committed step.
    type Report: Quantities + Default;
    /// The geometry with these parameters.
    fn new(parameters: &Self::Parameters) -> Result<Self, Fault>;
    /// A length that turns angles into displacements, and the clearance \[m\].
    fn sizes(&self) -> [f64; 2];
    /// The elastic law that the parameters choose.
    fn elastic(parameters: &Self::Parameters) -> Result<ElasticLaw, Fault>;
    /// True if there may be oil between the bodies; a joint that is always dry contains no code of films.
    const TAKES_OIL: bool = false;
    /// The oil between the bodies; `None` in a dry joint.
    fn film(_parameters: &Self::Parameters) -> Result<Option<Film>, Fault> {
        Ok(None)
    }
    /// The parameters that every such joint has.
    fn common(parameters: &Self::Parameters) -> CommonParameters<'_>;
    /// The report of the contact points.
    fn report(joint: &ContactJoint<Self, N>, points: &Points<N>) -> Self::Report;
    /// Number of contacts that share the load of a part pressed straight into its wall.
    const ON_A_WALL: usize = 1;
    /// See [`Joint::doubts`]: those about the geometry and its elastic law.
    fn doubts(_parameters: &Self::Parameters) -> [Option<String>; 2] {
        [None, None]
    }
    /// A warning about the parameters.
    fn warning(_joint: &ContactJoint<Self, N>) -> Option<&'static str> {
        None
    }
    /// See [`Joint::notices`].
    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        variables.coupling_notices()
    }
}

/// A joint that touches at N contact points under one law.
#[derive(Debug, Clone)]
pub struct ContactJoint<G, const N: usize> {
    /// The geometry of the contact points.
    pub(crate) geometry: G,
    /// The laws of every contact point.
    pub(crate) contact: Contact,
    /// The oil between the bodies.
    pub(crate) oil: Option<Oil>,
    prediction: Option<Prediction>,
    safe_step: f64,
}

impl<G: ContactGeometry<N>, const N: usize> ContactJoint<G, N> {
    /// Returns true if a mobility of the parameters lets no load turn the bodies inside a predicted step.
    pub(crate) fn never_turns(&self) -> bool {
        let mobility = self.prediction.as_ref().map(Prediction::mobility);
        mobility.is_some_and(|mobility| mobility.is_given() && mobility.0.m33 == 0.0)
    }

    /// Carries the points along the host's motion; returns the load and the largest normal force before its end \[N\].
    #[inline(always)]
    fn step_along(
        &self,
        path: &Path<f64>,
        memory: &mut [ContactPoint; N],
        step: Step,
    ) -> (PairLoad<f64>, f64) {
        let (mut load, mut peak) = (PairLoad::zero(), 0.0_f64);
        let [distance, angle] = path.travel(step.size);
        let change = self.geometry.change(distance, angle);
        for (index, point) in memory.iter_mut().enumerate() {
            let touch = |time| self.geometry.touch(index, &path.at(time));
            let stepped = self.contact.advance(point, step, change, touch);
            load = if index == 0 { stepped.load } else { load.plus(1.0, &stepped.load) };
            if stepped.peak_normal_force > peak {
                peak = stepped.peak_normal_force;
            }
        }
        if let Some(oil) = self.oil() {
            let film = self.film_step(oil, path, step.size);
            load = load.plus(1.0, &film.load);
            memory[0].damped += film.lost;
        }
        (load, peak)
    }
}

impl<G: ContactGeometry<N>, const N: usize> Joint for ContactJoint<G, N> {
    const NAME: &'static str = G::NAME;
    const ABOUT: &'static str = G::ABOUT;
    type Ports = Ports;
    type Parameters = G::Parameters;
    type State = Memory<N>;
    type End = End<N>;

    fn new(parameters: &G::Parameters, _: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let geometry = G::new(parameters)?;
        let elastic = G::elastic(parameters)?;
        let common = G::common(parameters);
        let CommonParameters { contact, coupling, .. } = common;
        contact.check()?;
        let film = if G::TAKES_OIL { G::film(parameters)? } else { None };
        let oil = film.zip(common.film);
        let oil = oil.map(|(film, of_film)| Oil::new(film, of_film, &coupling.mobility));
        let asperities = oil.as_ref().and_then(|oil| oil.film.asperities);
        let law = Contact::new(
            NormalLaw { asperities, ..NormalLaw::new(contact, elastic) },
            common.friction_law(&elastic)?,
            coupling.shared.method.plain(),
        );
        let prediction = match coupling.shared.method {
            Method::EndPoint | Method::StepMean => None,
            Method::Predicted => Some(Prediction::new(
                (&geometry, geometry.sizes()),
                (&law, N),
                (coupling, common.ports.takes_mobility),
                oil.as_ref().map(|oil| &oil.film),
            )?),
        };
        let safe_step = coupling.safe_step(G::SAFE_STEP);
        Ok(Self { geometry, contact: law, oil, prediction, safe_step })
    }

    fn ports(parameters: &G::Parameters) -> Ports {
        G::common(parameters).ports
    }

    fn report_rows(_: &G::Parameters) -> Vec<Row> {
        G::Report::default().rows()
    }

    fn safe_step(&self) -> f64 {
        self.safe_step
    }

    fn warning(&self) -> Option<&'static str> {
        G::warning(self)
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        G::notices(variables)
    }

    fn wall_force(&mut self, penetration: f64) -> Option<f64> {
        Some(G::ON_A_WALL as f64 * self.contact.normal.elastic.force(penetration))
    }

    fn doubts(parameters: &G::Parameters) -> Vec<String> {
        let common = G::common(parameters);
        let CommonParameters { contact, friction, coupling, .. } = common;
        let first = [doubts::friction(friction), doubts::restitution(contact.restitution)];
        let film = common.film.filter(|_| common.ports.takes_temperature);
        let last = [doubts::mobility(coupling), film.and_then(doubts::temperature)];
        first.into_iter().chain(G::doubts(parameters)).chain(last).flatten().collect()
    }

    fn tune(&mut self, parameters: &G::Parameters) -> Result<(), Fault> {
        let common = G::common(parameters);
        self.contact.friction = common.friction_law(&self.contact.normal.elastic)?;
        self.contact.normal = self.contact.normal.tuned(common.contact);
        if G::TAKES_OIL
            && let (Some(oil), Some(film)) = (&mut self.oil, common.film)
        {
            oil.tune(film, common.ports.takes_temperature)?;
        }
        Ok(())
    }

    fn admit(&self, input: &str, number: f64) -> Result<(), Fault> {
        match self.oil() {
            Some(oil) if input == Ports::TEMPERATURE => oil.viscosity_at(number).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn fits(&self, memory: &Memory<N>) -> bool {
        match memory {
            Memory::Plain(_) => self.prediction.is_none(),
            Memory::Predicted(memory) => {
                let fits = |prediction: &Prediction| prediction.fits(memory, N);
                self.prediction.as_ref().is_some_and(fits) && self.oil().is_none()
            }
            Memory::Oiled(memory) => {
                self.prediction.is_some() && self.oil().is_some() && memory.fits(3, 1, N)
            }
        }
    }

    fn begin(
        &mut self,
        motion: &PairMotion<f64>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Memory<N>, Fault> {
        self.set_temperature(motion.temperature)?;
        let b = &motion.path.start;
        let touches: [Touch<f64>; N] = array::from_fn(|index| self.geometry.touch(index, b));
        let points: [ContactPoint; N] = array::from_fn(|index| {
            let mut point = ContactPoint::default();
            point.receive(time, &touches[index]);
            point
        });
        let now: [Snapshot; N] = array::from_fn(|index| {
            self.contact.snapshot(&points[index], &touches[index].approach())
        });
        let Self { geometry, contact, prediction, .. } = self;
        let memory = match prediction {
            None => Memory::Plain(points),
            Some(prediction) if G::TAKES_OIL && self.oil.is_some() => {
                let begun = prediction.begin(&*geometry, contact, N, b, time);
                Memory::Oiled(Box::new(begun.memory))
            }
            Some(prediction) => {
                Memory::Predicted(Box::new(prediction.begin(&*geometry, contact, N, b, time)))
            }
        };
        let mut points = self.points(&memory, *b, now);
        points.peak_normal_force = now.iter().map(|point| point.normal_force).fold(0.0, f64::max);
        G::report(self, &points).write(report);
        Ok(memory)
    }

    #[inline]
    fn step(
        &mut self,
        motion: &PairMotion<f64>,
        (memory, end): (&mut Memory<N>, &mut End<N>),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        self.set_temperature(motion.temperature)?;
        (end.temperature, end.size) = (motion.temperature, step.size);
        match (&mut self.prediction, &mut *memory) {
            (None, Memory::Plain(plain)) => {
                let (load, peak) = self.step_along(&motion.path, plain, step);
                (end.motion, end.now) = (motion.path.at(step.size), Now::Along);
                (end.peak_normal_force, end.coupling) = (peak, IdentifiedCoupling::default());
                Ok(load)
            }
            (Some(_), _) => {
                let Predicted { load, end: motion, now, peak_normal_force, coupling } =
                    self.step_predicted(motion, memory, step)?;
                (end.motion, end.now) = (motion, Now::Predicted(now));
                (end.peak_normal_force, end.coupling) = (peak_normal_force, coupling);
                Ok(load)
            }
            _ => Err(Fault::ForeignState),
        }
    }

    fn end(&self, _values: usize) -> End<N> {
        End::nowhere()
    }

    fn report(&mut self, (memory, end): (&Memory<N>, &End<N>), report: &mut [f64]) {
        // The step has had it.
        let _ = self.set_temperature(end.temperature);
        let approach = |index| self.geometry.touch(index, &end.motion).approach();
        let (now, peak) = end.now.forces(&self.contact, memory, approach, end.peak_normal_force);
        let coupling = match (&end.now, self.oil()) {
            (Now::Along, Some(oil)) => {
                IdentifiedCoupling::unmeasured(oil.coupling(&end.motion, end.size))
            }
            _ => end.coupling,
        };
        let mut points = self.points(memory, end.motion, now);
        (points.peak_normal_force, points.coupling) = (peak, coupling);
        G::report(self, &points).write(report);
    }

    fn derivative(
        &mut self,
        motion: &PairMotion<Dual64>,
        memory: &Memory<N>,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        let Memory::Plain(points) = memory else { return Err(Fault::NoDerivatives) };
        self.set_temperature(motion.temperature.map(|it| it.re))?;
        let each = points.iter().enumerate().map(|(index, point)| {
            let touch = |time| self.geometry.touch(index, &motion.path.at(time));
            self.contact.load(&mut point.lift(), step, touch)
        });
        let one = Dual64::from(1.0);
        let load = each.fold(PairLoad::zero(), |sum, load| sum.plus(one, &load));
        Ok(match self.oil() {
            None => load,
            Some(oil) => {
                let film = self.film_step(oil, &motion.path, step.size);
                load.plus(oil.viscosity_ratio(motion.temperature), &film.load)
            }
        })
    }

    fn equations(&mut self) -> Result<&mut dyn Equations, Fault> {
        self.contact.friction.check_equations()?;
        Ok(self)
    }
}
