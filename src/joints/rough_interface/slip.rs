//! The three laws of the tangential force behind one interface.

use super::variables::{InterfaceLaw, IwanParameters, Parameters};
use crate::base::fault::Name;
use crate::base::{Fault, Real};
use crate::laws::interface::{
    BristleState, Bristles, Iwan, IwanNetwork, IwanStack, NetworkState, RoughSurfaces,
    SlipResponse, StackState,
};
use model_description::{Interval, POSITIVE};
use serde::{Deserialize, Serialize};

/// Bristles: within 0.1 % of the friction limit up to 2.5 standard deviations above the smallest separation.
pub(super) const BRISTLES: usize = 128;
pub(super) const ELEMENTS: usize = 40;
const REVERSALS: usize = 32;

/// A law of the tangential force with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SlipLaw {
    Bristles(Box<Bristles<BRISTLES>>),
    Stack(IwanStack<REVERSALS>),
    Network(Box<IwanNetwork<ELEMENTS>>),
}

/// The state of a law; of fixed size, so that no step allocates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) enum Memory<T = f64> {
    Bristles(BristleState<BRISTLES, T>),
    Stack(StackState<REVERSALS, T>),
    Network(NetworkState<ELEMENTS, T>),
}

impl Memory {
    /// The state as numbers with derivatives, which are 0.
    pub fn lift<T: Real>(&self) -> Memory<T> {
        match self {
            Self::Bristles(state) => Memory::Bristles(state.lift()),
            Self::Stack(state) => Memory::Stack(state.lift()),
            Self::Network(state) => Memory::Network(state.lift()),
        }
    }
}

impl SlipLaw {
    /// The law that `parameters` choose; `rest` is the separation \[m\] under the clamp, `None` without a clamp.
    pub fn new(
        parameters: &Parameters,
        surfaces: &RoughSurfaces,
        rest: Option<f64>,
    ) -> Result<Self, Fault> {
        let Parameters { surface, clamp, iwan, .. } = parameters;
        match parameters.interface.model {
            InterfaceLaw::Bristles => {
                const NAME: &str = "surface.separation_min";
                let lowest = surface.separation_min;
                if let Some(rest) = rest {
                    let below = Interval::closed(-f64::INFINITY, rest);
                    let meaning = "smallest separation; clamp.force holds the surfaces closer";
                    Fault::check(NAME, lowest, below, meaning)?;
                }
                let bristles = Bristles::new(surfaces, lowest);
                let bristles = bristles.map_err(|fault| fault.called(NAME))?;
                Ok(Self::Bristles(Box::new(bristles)))
            }
            InterfaceLaw::IwanStack => {
                let meaning = "clamping force; interface.model = iwan_stack holds under constant \
                               load only and needs one";
                let load = Fault::check("clamp.force", clamp.force, POSITIVE, meaning)?;
                let model = iwan.model()?.under(load / iwan.reference_load)?;
                Ok(Self::Stack(IwanStack::new(model)))
            }
            InterfaceLaw::IwanNetwork => {
                let network = IwanNetwork::new(&iwan.model()?, iwan.reference_load)?;
                Ok(Self::Network(Box::new(network)))
            }
        }
    }

    /// The state of surfaces that have never slid, at `displacement` \[m\].
    pub fn begin(&self, displacement: f64) -> Memory {
        match self {
            Self::Bristles(_) => Memory::Bristles(BristleState::at(displacement)),
            Self::Stack(_) => Memory::Stack(StackState::at(displacement)),
            Self::Network(_) => Memory::Network(NetworkState::at(displacement)),
        }
    }

    /// Deflections of the springs in the state `memory` \[m\]; empty for the stack.
    pub fn deflections<'a>(&self, memory: &'a Memory) -> &'a [f64] {
        match (self, memory) {
            (Self::Bristles(law), Memory::Bristles(state)) => law.deflections(state),
            (Self::Network(law), Memory::Network(state)) => law.deflections(state),
            _ => &[],
        }
    }

    /// Moves to `displacement` \[m\] and `separation` \[m\], at a normal force `load` \[N\].
    #[inline]
    pub fn step<T: Real>(
        &self,
        memory: &mut Memory<T>,
        displacement: T,
        separation: T,
        load: T,
    ) -> Result<SlipResponse<T>, Fault> {
        match (self, memory) {
            (Self::Bristles(law), Memory::Bristles(state)) => {
                law.step_along_tangent(state, displacement, separation)
            }
            (Self::Stack(law), Memory::Stack(state)) => law.step(state, displacement),
            (Self::Network(law), Memory::Network(state)) => law.step(state, displacement, load),
            _ => unreachable!("a memory is stepped by the law that began it"),
        }
    }
}

/// The fault of a stack, which has no equations.
pub(super) fn no_stack() -> Fault {
    Fault::Choice {
        name: Name::of("interface.model"),
        choice: "iwan_stack",
        allowed: "bristles, iwan_network",
        meaning: "its reversals are no continuous states; take one of these or build with --kind cs",
    }
}

impl IwanParameters {
    fn model(&self) -> Result<Iwan, Fault> {
        Iwan::new(self.slip_force, self.slip_displacement, self.chi, self.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::interface::{Moduli, Roughness};

    fn laws() -> [SlipLaw; 3] {
        let mut parameters = Parameters::default();
        parameters.clamp.force = 1e3;
        let roughness = Roughness::of_profile(1e-6, 1.6e-4, 0.0339, 1e-4).unwrap();
        let moduli = Moduli { normal: 1e11, tangential: 5e10 };
        let surfaces = RoughSurfaces::new(roughness, moduli, 0.2).unwrap();
        [InterfaceLaw::Bristles, InterfaceLaw::IwanStack, InterfaceLaw::IwanNetwork].map(|model| {
            parameters.interface.model = model;
            SlipLaw::new(&parameters, &surfaces, Some(1e-7)).unwrap()
        })
    }

    /// A response of staying need not be found again.
    #[test]
    fn staying_changes_neither_state_nor_response_and_loses_nothing() {
        for law in laws() {
            let mut memory = law.begin(0.1);
            for displacement in [0.0, 0.3e-6, -0.2e-6, 5e-6, 4.9e-6, -8e-6] {
                let moved = law.step(&mut memory, 0.1 + displacement, 1e-7, 1e3).unwrap();
                let before = memory;
                let stayed = law.step(&mut memory, 0.1 + displacement, 1e-7, 1e3).unwrap();
                assert_eq!((memory, stayed), (before, SlipResponse { dissipated: 0.0, ..moved }));
            }
        }
    }

    #[test]
    fn the_state_of_every_law_comes_back_bit_by_bit() {
        for law in laws() {
            let mut memory = law.begin(0.1);
            for displacement in [0.3e-6, -0.2e-6, 0.1e-6] {
                law.step(&mut memory, 0.1 + displacement, 1e-7, 1e3).unwrap();
            }
            let bytes = postcard::to_allocvec(&memory).unwrap();
            let mut copy: Memory = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(postcard::to_allocvec(&copy).unwrap(), bytes);
            let go_on = |memory| law.step(memory, 0.1 + 0.2e-6, 1e-7, 1e3).unwrap();
            let forces = [&mut memory, &mut copy].map(|memory| go_on(memory).force.to_bits());
            assert_eq!(forces[0], forces[1]);
        }
    }
}
