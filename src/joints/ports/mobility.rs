//! Ports of a host that says how easily the bodies move, too.

use super::Ports;
use crate::coupling::{Mobility, MobilityInputs};
use crate::joints::Passage;
use crate::model::Course;
use crate::parts::Both;
use crate::planar::{Axes, PairLoad};
use crate::{Fault, Real};
use model_description::quantities;
use std::marker::PhantomData;

/// The ports P, and the mobility of the pair at every communication point.
pub struct WithMobility<P>(PhantomData<P>);

quantities! {
    /// What a host gives beyond the motion of the bodies.
    pub struct Given {
        /// Mobility of the pair, in the axes that the ports use.
        mobility: MobilityInputs,
    }
}

impl<P: Ports> Ports for WithMobility<P> {
    type Inputs = Both<P::Inputs, Given>;
    type Loads = P::Loads;
    const VELOCITIES: &'static [(usize, usize)] = P::VELOCITIES;

    #[inline]
    fn passage<T: Real>(
        course: Course<Self::Inputs>,
        seed: &Self::Inputs,
        size: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> Passage<T> {
        let inputs = &course.inputs.first;
        let rates = course.rates.map(|rates| &rates.first);
        P::passage(Course { inputs, rates }, &seed.first, size, scalar)
    }

    fn mobility(inputs: &Self::Inputs) -> Result<Option<Mobility>, Fault> {
        inputs.second.mobility.mobility()
    }

    #[inline]
    fn loads<T: Real>(axes: &Axes<T>, load: &PairLoad<T>, part: impl Fn(T) -> f64) -> P::Loads {
        P::loads(axes, load, part)
    }
}
