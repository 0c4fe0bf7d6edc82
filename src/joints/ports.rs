//! What every joint between two bodies has in common: the states it is given, the loads it gives
//! back, and the energies it accounts for.

use crate::planar::{Frame, Load, Pair, PairLoad};
use model_description::quantities;

quantities! {
    /// The states of the two bodies.
    pub struct Inputs {
        /// Frame of body a.
        frame_a: Frame,
        /// Frame of body b.
        frame_b: Frame,
    }
}

quantities! {
    /// The loads on the two bodies.
    pub struct Loads {
        /// Load on body a.
        load_a: Load,
        /// Load on body b.
        load_b: Load,
    }
}

quantities! {
    /// Energies of the joint.
    pub struct EnergyReport {
        /// Energy lost to damping and friction since the beginning.
        dissipated: "J",
        /// Elastic energy of the contact.
        stored: "J",
    }
}

impl Inputs {
    /// The motions of the two bodies.
    pub fn bodies(&self) -> Pair<f64> {
        Pair { a: (&self.frame_a).into(), b: (&self.frame_b).into() }
    }
}

impl From<&PairLoad<f64>> for Loads {
    fn from(pair: &PairLoad<f64>) -> Self {
        Self { load_a: (&pair.a).into(), load_b: (&pair.b).into() }
    }
}
