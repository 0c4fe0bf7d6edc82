//! Ports of a host that says how easily the bodies move, too.

use super::Ports;
use crate::coupling::{Mobility, MobilityInputs};
use crate::joints::Passage;
use crate::model::Course;
use crate::planar::{Axes, PairLoad};
use crate::{Fault, Real};
use model_description::{Quantities, Refused, Row, Value};
use std::marker::PhantomData;

/// The ports P, and the mobility of the pair at every communication point.
pub struct WithMobility<P>(PhantomData<P>);

/// The inputs I, and the mobility behind them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Along<I> {
    /// What the ports give.
    pub ports: I,
    /// The mobility of the pair, in the axes that the ports use.
    pub mobility: MobilityInputs,
}

impl<P: Ports> Ports for WithMobility<P> {
    type Inputs = Along<P::Inputs>;
    type Loads = P::Loads;
    const VELOCITIES: &'static [(usize, usize)] = P::VELOCITIES;

    #[inline]
    fn passage<T: Real>(
        course: Course<Self::Inputs>,
        seed: &Self::Inputs,
        size: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> Passage<T> {
        let inputs = &course.inputs.ports;
        let rates = course.rates.map(|rates| &rates.ports);
        P::passage(Course { inputs, rates }, &seed.ports, size, scalar)
    }

    fn mobility(inputs: &Self::Inputs) -> Result<Option<Mobility>, Fault> {
        inputs.mobility.mobility()
    }

    #[inline]
    fn loads<T: Real>(axes: &Axes<T>, load: &PairLoad<T>, part: impl Fn(T) -> f64) -> P::Loads {
        P::loads(axes, load, part)
    }
}

impl<I: Quantities> Quantities for Along<I> {
    fn count(&self) -> usize {
        self.ports.count() + self.mobility.count()
    }

    fn rows(&self) -> Vec<Row> {
        let mobility = self.mobility.rows().into_iter().map(|row| row.inside("mobility"));
        self.ports.rows().into_iter().chain(mobility).collect()
    }

    #[inline]
    fn value(&self, index: usize) -> Option<Value> {
        match index.checked_sub(self.ports.count()) {
            None => self.ports.value(index),
            Some(index) => self.mobility.value(index),
        }
    }

    #[inline]
    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        match index.checked_sub(self.ports.count()) {
            None => self.ports.admits(index, value),
            Some(index) => self.mobility.admits(index, value),
        }
    }

    #[inline]
    fn put(&mut self, index: usize, value: Value) {
        match index.checked_sub(self.ports.count()) {
            None => self.ports.put(index, value),
            Some(index) => self.mobility.put(index, value),
        }
    }

    fn is_finite(&self) -> bool {
        self.ports.is_finite() && self.mobility.is_finite()
    }
}
