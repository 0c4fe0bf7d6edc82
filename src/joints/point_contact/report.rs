//! Energies and contact points of a joint at an instant, as its report describes them.

use super::{ContactGeometry, ContactJoint, Memory};
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

impl<G: ContactGeometry<N>, const N: usize> ContactJoint<G, N> {
    /// The contact points with the state `memory` and the forces `now`; peak and coupling are left at 0.
    #[inline(always)]
    pub(super) fn points(
        &self,
        memory: &Memory<N>,
        motion: Motion<f64>,
        now: [Snapshot; N],
    ) -> Points<N> {
        let mut onsets = [Onset::default(); N];
        let (mut dissipated, mut friction_energy) = (0.0, 0.0);
        for (onset, point) in onsets.iter_mut().zip(memory.points()) {
            *onset = point.last_start;
            dissipated += point.dissipated();
            friction_energy += point.friction.held;
        }
        let active = now.map(|point| point.penetration > 0.0);
        let coupling = IdentifiedCoupling::default();
        let peak_normal_force = 0.0;
        Points {
            motion,
            now,
            active,
            onsets,
            peak_normal_force,
            dissipated,
            friction_energy,
            coupling,
        }
    }
}
