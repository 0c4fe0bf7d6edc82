//! Energies and contact points of a joint at an instant, as its report describes them.

use crate::coupling::{IdentifiedCoupling, Snapshot};
use crate::kinematics::planar::Motion;
use crate::laws::contact::Onset;
use model_description::quantities;

quantities! {
    /// Energies of the joint.
    pub struct EnergyReport {
        /// Energy lost to damping and friction since the start; never decreases. In model exchange the energy of the friction springs counts as lost until they return it.
        dissipated: "J",
        /// Power lost to damping and friction.
        dissipated_rate: "W",
        /// Elastic energy of the contact and of the friction springs.
        stored: "J",
        /// Share of the stored energy in the friction springs; negative if they returned more than was put in.
        friction: "J",
    }
}

/// The contact points at an instant, as a report describes them.
#[derive(Debug, Clone, Copy)]
pub struct Points<const N: usize> {
    /// The motion of b.
    pub motion: Motion<f64>,
    /// The forces at each point.
    pub now: [Snapshot; N],
    /// True for each point that touches.
    pub active: [bool; N],
    /// The last start of a contact at each; zeros before the first.
    pub onsets: [Onset; N],
    /// Largest normal force of any one point inside the step \[N\].
    pub peak_normal_force: f64,
    /// Energy lost in all of them since the beginning \[J\].
    pub dissipated: f64,
    /// Energy in the springs of friction \[J\].
    pub friction_energy: f64,
    /// Quality of the prediction.
    pub coupling: IdentifiedCoupling,
}

impl<const N: usize> Points<N> {
    /// Energies of all points.
    pub fn energy(&self) -> EnergyReport {
        let friction = self.friction_energy;
        EnergyReport {
            dissipated: self.dissipated,
            dissipated_rate: self.now.iter().map(|point| point.lost).sum(),
            stored: self.now.iter().map(|point| point.stored).sum::<f64>() + friction,
            friction,
        }
    }
}
