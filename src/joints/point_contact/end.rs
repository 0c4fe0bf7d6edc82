//! The end of a step at contact points, from which its report is made when it is read.

use super::Memory;
use crate::coupling::{Contact, IdentifiedCoupling, Snapshot};
use crate::kinematics::planar::Motion;
use crate::laws::contact::Approach;
use std::array;

/// The end of a step, besides the state there.
#[derive(Debug, Clone)]
pub struct End<const N: usize> {
    /// The motion of b.
    pub(super) motion: Motion<f64>,
    pub(super) now: Now<N>,
    /// Largest normal force inside the step \[N\]; along the host's motion, before its end.
    pub(super) peak_normal_force: f64,
    pub(super) coupling: IdentifiedCoupling,
    /// Temperature of the oil, if the host gives it \[K\].
    pub(super) temperature: Option<f64>,
    /// Length of the step \[s\].
    pub(super) size: f64,
}

impl<const N: usize> End<N> {
    /// The end of no step.
    pub(super) fn nowhere() -> Self {
        Self {
            motion: Motion::rest(),
            now: Now::Along,
            peak_normal_force: 0.0,
            coupling: IdentifiedCoupling::default(),
            temperature: None,
            size: 0.0,
        }
    }
}

/// The contact points at the end of a step.
#[derive(Debug, Clone)]
pub(in crate::joints) enum Now<const N: usize> {
    /// They follow from the host's motion.
    Along,
    /// Their forces by the predicted motion.
    Predicted([Snapshot; N]),
}

impl<const N: usize> Now<N> {
    /// Returns the forces of the points, whose state is `memory`, and the largest normal force \[N\] of the step, if it has
    /// been `peak` inside; `approach` gives their approaches there.
    #[inline]
    pub fn forces(
        &self,
        contact: &Contact,
        memory: &Memory<N>,
        approach: impl Fn(usize) -> Approach,
        peak: f64,
    ) -> ([Snapshot; N], f64) {
        match (self, memory) {
            (Self::Along, Memory::Plain(points)) => {
                let at = |index: usize| contact.snapshot(&points[index], &approach(index));
                let forces: [Snapshot; N] = array::from_fn(at);
                (forces, forces.iter().map(|point| point.normal_force).fold(peak, f64::max))
            }
            (Self::Predicted(forces), _) => (*forces, peak),
            (Self::Along, _) => ([Snapshot::default(); N], peak),
        }
    }
}
