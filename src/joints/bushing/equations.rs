//! The bushing as continuous-time equations: the energy lost is its only state, and it has no events.

use super::quantities::{DeflectionReport, EnergyReport, Report};
use super::{Bushing, deflection, pair_load};
use crate::base::{Fault, Real};
use crate::kinematics::spatial::PairLoad;
use crate::laws::bushing::BushingLoad;
use crate::model::{ContinuousState, Equations};
use crate::ports::{PoseMotion, PosePorts};
use model_description::Quantities;
use nalgebra::Vector6;
use num_dual::Dual64;

/// The bushing at an instant.
struct Instant<T> {
    place: Vector6<T>,
    now: BushingLoad<T>,
    load: PairLoad<T>,
}

impl Bushing {
    fn instant<T: Real>(&self, motion: &PoseMotion<T>) -> Instant<T> {
        let b = motion.start();
        let there = deflection(&b);
        let now = self.law.load(&there);
        Instant { place: there.place, load: pair_load(&now.load, b.position), now }
    }
}

impl Equations<PosePorts> for Bushing {
    fn states(&self) -> Vec<ContinuousState> {
        vec![ContinuousState::energy("energy.dissipated")]
    }

    fn flow(
        &mut self,
        motion: &PoseMotion<f64>,
        states: &[f64],
        _: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        let Instant { place, now: BushingLoad { stored, damped, .. }, load } = self.instant(motion);
        rates.fill(damped);
        let dissipated = states.first().copied().unwrap_or_default();
        let [x, y, z, rx, ry, rz] = place.into();
        Report {
            deflection: DeflectionReport { x, y, z, rx, ry, rz },
            energy: EnergyReport { dissipated, dissipated_rate: damped, stored },
        }
        .write(report);
        Ok(load)
    }

    fn flow_with_derivatives(
        &mut self,
        motion: &PoseMotion<Dual64>,
        _: &[Dual64],
        _: &[f64],
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        let Instant { now, load, .. } = self.instant(motion);
        rates.fill(now.damped);
        Ok(load)
    }
}
