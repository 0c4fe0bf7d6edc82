//! Ports that the options of a unit choose.
//!
//! One kind of variables for all that a host can choose: a library holds one unit of its joint, not
//! one for each choice.

use super::{Inputs, Loads, PortKind, Ports, Relative, RelativeInputs, RelativeLoads, World};
use crate::coupling::{Mobility, MobilityFrom, MobilityInputs};
use crate::joints::{Options, Passage};
use crate::model::Course;
use crate::parts::Both;
use crate::planar::{Axes, PairLoad};
use crate::{Fault, Real};
use model_description::{Quantities, Refused, Row, Value, quantities};

/// World's ports or relative ones, with or without the mobility of the pair at every communication
/// point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chosen;

quantities! {
    /// What a host gives beyond the motion of the bodies.
    pub struct Given {
        /// Mobility of the pair, in the axes that the ports use.
        mobility: MobilityInputs,
    }
}

/// Variables of one kind of ports or the other; those of the other kind are no variables.
///
/// A host's numbers pass here one by one at every step: a call for each would be felt, so what they
/// pass is always inlined.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ByPorts<W, R> {
    kind: PortKind,
    world: W,
    relative: R,
}

impl<W: Default, R: Default> ByPorts<W, R> {
    fn of(kind: PortKind) -> Self {
        Self { kind, ..Self::default() }
    }
}

impl<W: Quantities, R: Quantities> Quantities for ByPorts<W, R> {
    #[inline(always)]
    fn count(&self) -> usize {
        match self.kind {
            PortKind::World => self.world.count(),
            PortKind::Relative => self.relative.count(),
        }
    }

    fn rows(&self) -> Vec<Row> {
        match self.kind {
            PortKind::World => self.world.rows(),
            PortKind::Relative => self.relative.rows(),
        }
    }

    #[inline(always)]
    fn value(&self, index: usize) -> Option<Value> {
        match self.kind {
            PortKind::World => self.world.value(index),
            PortKind::Relative => self.relative.value(index),
        }
    }

    #[inline(always)]
    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        match self.kind {
            PortKind::World => self.world.admits(index, value),
            PortKind::Relative => self.relative.admits(index, value),
        }
    }

    #[inline(always)]
    fn put(&mut self, index: usize, value: Value) {
        match self.kind {
            PortKind::World => self.world.put(index, value),
            PortKind::Relative => self.relative.put(index, value),
        }
    }

    #[inline]
    fn is_finite(&self) -> bool {
        self.world.is_finite() && self.relative.is_finite()
    }
}

impl Ports for Chosen {
    type Inputs = Both<ByPorts<Inputs, RelativeInputs>, Option<Given>>;
    type Loads = ByPorts<Loads, RelativeLoads>;

    fn variables(options: &Options) -> (Self::Inputs, Self::Loads) {
        let first = ByPorts::of(options.ports);
        let second = (options.mobility == MobilityFrom::Input).then(Given::default);
        (Both { first, second }, ByPorts::of(options.ports))
    }

    fn velocity_of(inputs: &Self::Inputs, input: usize) -> Option<usize> {
        match inputs.first.kind {
            PortKind::World => World::velocity_of(&inputs.first.world, input),
            PortKind::Relative => Relative::velocity_of(&inputs.first.relative, input),
        }
    }

    #[inline]
    fn passage<T: Real>(
        course: Course<Self::Inputs>,
        seed: &Self::Inputs,
        size: f64,
        scalar: impl Fn(f64, f64) -> T,
    ) -> Passage<T> {
        let (inputs, seed) = (&course.inputs.first, &seed.first);
        let rates = course.rates.map(|rates| &rates.first);
        match inputs.kind {
            PortKind::World => {
                let rates = rates.map(|rates| &rates.world);
                let course = Course { inputs: &inputs.world, rates };
                World::passage(course, &seed.world, size, scalar)
            }
            PortKind::Relative => {
                let rates = rates.map(|rates| &rates.relative);
                let course = Course { inputs: &inputs.relative, rates };
                Relative::passage(course, &seed.relative, size, scalar)
            }
        }
    }

    fn mobility(inputs: &Self::Inputs) -> Result<Option<Mobility>, Fault> {
        inputs.second.as_ref().map_or(Ok(None), |given| given.mobility.mobility())
    }

    #[inline]
    fn loads<T: Real>(
        inputs: &Self::Inputs,
        axes: &Axes<T>,
        load: &PairLoad<T>,
        part: impl Fn(T) -> f64,
    ) -> Self::Loads {
        let inputs = &inputs.first;
        let mut loads = ByPorts::of(inputs.kind);
        match inputs.kind {
            PortKind::World => loads.world = World::loads(&inputs.world, axes, load, part),
            PortKind::Relative => {
                loads.relative = Relative::loads(&inputs.relative, axes, load, part);
            }
        }
        loads
    }
}
