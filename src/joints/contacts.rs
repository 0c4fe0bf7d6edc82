//! The contact points of a pair of bodies, coupled to the host in the way the user chose.

use super::Passage;
use crate::Fault;
use crate::contact::{ContactPoint, Touch, TouchGeometry};
use crate::coupling::predicted::{
    HostState, Mechanism, Memory, OneJoint, Predictor, coordinates, pair_load,
};
use crate::coupling::{
    Contact, CouplingReport, Method, Mobility, PredictableCoupling, Snapshot, Step,
};
use crate::planar::{Motion, PairLoad, Path};
use num_dual::Dual64;
use serde::{Deserialize, Serialize};
use std::array;

/// N contact points under one law.
#[derive(Debug, Clone)]
pub struct Contacts<G, const N: usize> {
    /// How the bodies touch.
    pub geometry: G,
    /// The laws.
    pub contact: Contact,
    foresight: Option<Foresight>,
}

/// What it takes to follow the bodies inside a step.
#[derive(Debug, Clone)]
struct Foresight {
    predictor: Predictor,
    mobility: Mobility,
}

/// What contact points remember.
#[derive(Debug, Serialize, Deserialize)]
pub enum Held<P> {
    /// Points along the motion that the host gives.
    Plain(P),
    /// Points along the motion that the contact itself causes.
    Foreseen(Box<Memory>),
}

/// What came of a step.
#[derive(Debug, Clone, Copy)]
pub struct Passed<const N: usize> {
    /// The load to be held.
    pub load: PairLoad<f64>,
    /// The motion at the step's end, as far as the joint knows.
    pub end: Motion<f64>,
    /// The contact points there.
    pub points: [Snapshot; N],
    /// Largest normal force of any one point inside the step [N].
    pub peak_normal_force: f64,
    /// What there is to tell of the host.
    pub coupling: CouplingReport,
}

impl<G: TouchGeometry, const N: usize> Contacts<G, N> {
    /// Contact points that meet their host as `coupling` says; `mobility_comes` if the host gives the
    /// mobility itself. Refused if it has to be known and is not.
    pub fn new(
        geometry: G,
        contact: Contact,
        coupling: &PredictableCoupling,
        mobility_comes: bool,
    ) -> Result<Self, Fault> {
        let foresight = match coupling.method {
            Method::EndPoint | Method::StepMean => None,
            Method::Predicted => {
                let mobility = coupling.mobility();
                if mobility.is_given() || !mobility_comes {
                    mobility.check_parameters()?;
                }
                let joint = OneJoint::new(&geometry, &contact, N, mobility.0);
                let predictor = Predictor::new(&joint, coupling.settings());
                Some(Foresight { predictor, mobility })
            }
        };
        Ok(Self { geometry, contact, foresight })
    }

    /// Whether it is a parameter that loads do not turn the bodies while the joint follows them.
    pub fn never_turns(&self) -> bool {
        let told = self.foresight.as_ref().map(|foresight| foresight.mobility);
        told.is_some_and(|mobility| mobility.is_given() && mobility.0.m33 == 0.0)
    }

    /// Whether `held` is the memory of such contact points.
    pub fn fits(&self, held: &Held<[ContactPoint; N]>) -> bool {
        match held {
            Held::Plain(_) => self.foresight.is_none(),
            Held::Foreseen(memory) => self.foresight.is_some() && memory.fits(3, 1, N),
        }
    }

    /// The memory at `time` [s], and what came of no step at all.
    pub fn initial(&mut self, b: &Motion<f64>, time: f64) -> (Held<[ContactPoint; N]>, Passed<N>) {
        let touches: [Touch<f64>; N] = array::from_fn(|index| self.geometry.touch(index, b));
        let points: [ContactPoint; N] = array::from_fn(|index| {
            let mut point = ContactPoint::default();
            point.receive(time, &touches[index]);
            point
        });
        let now: [Snapshot; N] =
            array::from_fn(|index| self.contact.snapshot(&points[index], &touches[index]));
        let passed = Passed {
            load: PairLoad::zero(),
            end: *b,
            points: now,
            peak_normal_force: now.iter().map(|point| point.normal_force).fold(0.0, f64::max),
            coupling: CouplingReport::default(),
        };
        let Self { geometry, contact, foresight } = self;
        let held = match foresight {
            None => Held::Plain(points),
            Some(Foresight { predictor, mobility }) => {
                let mut joint = OneJoint::new(geometry, contact, N, mobility.0);
                let (coordinates, velocities) = coordinates(b);
                let host = HostState { coordinates: &coordinates, velocities: &velocities };
                Held::Foreseen(Box::new(predictor.begin(&mut joint, host, time)))
            }
        };
        (held, passed)
    }

    /// Carries the memory over `step`. Takes no memory itself.
    #[inline]
    pub fn carry(
        &mut self,
        passage: &Passage<f64>,
        held: &mut Held<[ContactPoint; N]>,
        step: Step,
    ) -> Result<Passed<N>, Fault> {
        match (&mut self.foresight, held) {
            (None, Held::Plain(points)) => {
                Ok(plain(&self.geometry, &self.contact, &passage.path, points, step))
            }
            (Some(foresight), Held::Foreseen(memory)) => {
                foresight.carry(&self.geometry, &self.contact, passage, memory, step)
            }
            _ => Err(Fault::ForeignState),
        }
    }

    /// The load of the plain law with its derivatives.
    #[inline]
    pub fn differentiate(
        &self,
        path: &Path<Dual64>,
        held: &Held<[ContactPoint; N]>,
        step: Step,
    ) -> PairLoad<Dual64> {
        self.lifted_load(path, held.points(), step)
    }

    /// The same, of contact points that somebody else remembers.
    #[inline]
    pub fn lifted_load<'a>(
        &self,
        path: &Path<Dual64>,
        points: impl Iterator<Item = &'a ContactPoint>,
        step: Step,
    ) -> PairLoad<Dual64> {
        let each = points.enumerate().map(|(index, point)| {
            let touch = |time| self.geometry.touch(index, &path.at(time));
            self.contact.load(&mut point.lift(), step, touch)
        });
        each.reduce(|sum, load| sum.plus(Dual64::from(1.0), &load)).unwrap_or_else(PairLoad::zero)
    }

    /// How many contact points there are.
    pub fn slots(&self) -> usize {
        N
    }
}

/// Carries points along the motion that the host gives.
#[inline]
fn plain<G: TouchGeometry, const N: usize>(
    geometry: &G,
    contact: &Contact,
    path: &Path<f64>,
    points: &mut [ContactPoint; N],
    step: Step,
) -> Passed<N> {
    let (mut load, mut peak_normal_force) = (PairLoad::zero(), 0.0_f64);
    let points = array::from_fn(|index| {
        let touch = |time| geometry.touch(index, &path.at(time));
        let stepped = contact.advance(&mut points[index], step, touch);
        load = if index == 0 { stepped.load } else { load.plus(1.0, &stepped.load) };
        peak_normal_force = peak_normal_force.max(stepped.peak_normal_force);
        stepped.end
    });
    let (end, coupling) = (path.at(step.size), CouplingReport::default());
    Passed { load, end, points, peak_normal_force, coupling }
}

impl Foresight {
    fn carry<G: TouchGeometry, const N: usize>(
        &mut self,
        geometry: &G,
        contact: &Contact,
        passage: &Passage<f64>,
        memory: &mut Memory,
        step: Step,
    ) -> Result<Passed<N>, Fault> {
        let mobility = passage.mobility.unwrap_or(self.mobility);
        let start = &passage.path.start;
        let mut joint = OneJoint::new(geometry, contact, N, mobility.inward(&passage.axes).0);
        let (coordinates, velocities) = coordinates(start);
        let host = HostState { coordinates: &coordinates, velocities: &velocities };
        let outcome = self.predictor.step(&mut joint, host, memory, step)?;
        let pressed: [(f64, f64); N] = array::from_fn(|slot| self.predictor.normal(slot));
        let HostState { coordinates, velocities } = self.predictor.end();
        joint.place(coordinates, velocities);
        let impulse = pressed.iter().map(|(_, impulse)| impulse).sum();
        if impulse > 0.0 && !mobility.is_given() {
            return Err(Fault::MobilityUnknown { time: step.start });
        }
        Ok(Passed {
            load: pair_load(&self.predictor.loads()[0], start.position),
            end: joint.motion,
            points: array::from_fn(|slot| self.predictor.snapshot(&joint, memory, slot)),
            peak_normal_force: pressed.iter().map(|(peak, _)| *peak).fold(0.0, f64::max),
            coupling: CouplingReport::of(&outcome, impulse),
        })
    }
}

impl<const N: usize> Held<[ContactPoint; N]> {
    /// The contact points, by number.
    #[inline]
    pub fn points(&self) -> impl Iterator<Item = &ContactPoint> {
        let (plain, foreseen) = match self {
            Self::Plain(points) => (points.as_slice(), &[][..]),
            Self::Foreseen(memory) => (&[][..], &*memory.slots),
        };
        plain.iter().chain(foreseen.iter().map(|slot| &slot.point))
    }

    /// Energy lost in all of them since the beginning [J].
    pub fn dissipated(&self) -> f64 {
        self.points().map(|point| point.dissipated).sum()
    }
}

impl<P: Clone> Clone for Held<P> {
    fn clone(&self) -> Self {
        match self {
            Self::Plain(points) => Self::Plain(points.clone()),
            Self::Foreseen(memory) => Self::Foreseen(memory.clone()),
        }
    }

    // The derived one would take memory anew.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Plain(mine), Self::Plain(theirs)) => mine.clone_from(theirs),
            (Self::Foreseen(mine), Self::Foreseen(theirs)) => mine.clone_from(theirs),
            _ => *self = other.clone(),
        }
    }
}
