//! The joints: each in one file, all of them in [`ALL`].

mod joint;
mod options;
pub mod ports;
pub mod revolute_clearance;
pub mod rough_interface;
pub mod sliced_pin;
pub mod slider_crank;
pub mod translational_clearance;

use crate::Fault;
use crate::unit::{Unit, UnitOf};

pub use joint::{Joint, Prepared};
pub use options::{Options, Profile};
pub use revolute_clearance::RevoluteClearance;
pub use rough_interface::RoughInterface;
pub use sliced_pin::SlicedPin;
pub use slider_crank::SliderCrank;
pub use translational_clearance::TranslationalClearance;

/// What a joint is called and how one comes by a unit of it.
#[derive(Clone, Copy)]
pub struct Listed {
    /// Public identifier, `revolute_clearance`.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Communication step that its default parameters bear [s].
    pub safe_step: f64,
    /// A new unit with default parameters; options that the joint does not have are refused.
    pub unit: fn(&Options) -> Result<Box<dyn Unit>, Fault>,
}

/// The entry of joint `J`.
pub const fn listed<J: Joint + 'static>() -> Listed {
    Listed {
        name: J::NAME,
        about: J::ABOUT,
        safe_step: J::SAFE_STEP,
        unit: |options| Ok(Box::new(UnitOf::<J>::new(options)?)),
    }
}

/// Every joint there is.
pub const ALL: &[Listed] = &[
    listed::<RevoluteClearance>(),
    listed::<TranslationalClearance>(),
    listed::<RoughInterface>(),
    listed::<SlicedPin>(),
    listed::<SliderCrank>(),
];

/// The joint of that name.
pub fn find(name: &str) -> Option<&'static Listed> {
    ALL.iter().find(|joint| joint.name == name)
}
