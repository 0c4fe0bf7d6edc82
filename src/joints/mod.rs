//! The joints: each in one file, all of them in [`ALL`].

mod contacts;
mod equations;
mod joint;
mod options;
mod passage;
pub mod ports;
pub mod revolute_clearance;
pub mod rough_interface;
pub mod sliced_pin;
pub mod slider_crank;
pub mod translational_clearance;

use crate::Fault;
use crate::model::Model;
use crate::unit::{Unit, UnitOf};
use ports::{Chosen, Ported, Relative, World};

pub use contacts::{Contacts, Held, Passed};
pub use equations::{Equations, HYSTERESIS};
pub use joint::{Joint, Mechanics};
pub use options::{Options, Profile};
pub use passage::Passage;
pub use revolute_clearance::RevoluteClearance;
pub use rough_interface::RoughInterface;
pub use sliced_pin::SlicedPin;
pub use slider_crank::SliderCrank;
pub use translational_clearance::TranslationalClearance;

/// A joint between frames in the world's axes.
pub type InWorld<J> = Ported<J, World>;

/// A joint whose body b is given as body a sees it.
pub type Seen<J> = Ported<J, Relative>;

/// What a model is called and how one comes by a unit of it.
#[derive(Clone, Copy)]
pub struct Listed {
    /// Public identifier, `revolute_clearance`.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Communication step that its default parameters bear [s].
    pub safe_step: f64,
    /// A new unit with default parameters; options that the model does not have are refused.
    pub unit: fn(&Options) -> Result<Box<dyn Unit>, Fault>,
}

impl Listed {
    /// The entry of a joint between two bodies, with the ports that are asked for.
    pub const fn joint<J: Joint + 'static>() -> Self {
        Self::model::<Ported<J, Chosen>>()
    }

    /// The entry of a model with ports of its own.
    pub const fn model<M: Model + 'static>() -> Self {
        Self {
            name: M::NAME,
            about: M::ABOUT,
            safe_step: M::SAFE_STEP,
            unit: |options| Ok(Box::new(UnitOf::<M>::new(options)?)),
        }
    }
}

/// Every joint there is.
pub const ALL: &[Listed] = &[
    Listed::joint::<RevoluteClearance>(),
    Listed::joint::<TranslationalClearance>(),
    Listed::joint::<RoughInterface>(),
    Listed::joint::<SlicedPin>(),
    Listed::model::<SliderCrank>(),
];

/// The model of that name: a joint, or the group.
pub fn find(name: &str) -> Option<&'static Listed> {
    ALL.iter().chain([&crate::group::LISTED]).find(|joint| joint.name == name)
}
