//! The rough interface as continuous-time equations.

use super::report::{self, EnergyReport, Report};
use super::slip::{SlipLaw, no_stack};
use super::{ContactReport, DEEPEST, RoughInterface};
use crate::base::{Fault, Real};
use crate::kinematics::planar::{Motion, PairLoad};
use crate::laws::interface::{Flowing, IwanNetwork};
use crate::model::{ContinuousState, Equations, Feeds};
use crate::ports::PairMotion;
use num_dual::Dual64;

/// The interface at an instant.
struct Instant<T> {
    normal_force: T,
    along: Flowing<T>,
    load: PairLoad<T>,
}

/// The states are the springs' deflections and the energy lost.
///
/// It has no events: N(d) is smooth from far apart to deep inside, so contact has no onset; and a spring
/// that begins to slide or to stick changes its rate without a jump (see [`crate::laws::interface`]).
///
/// The one discrete state is the position of the upper part along the interface at the beginning \[m\]: there
/// the spring beside the network is at rest.
impl Equations for RoughInterface {
    fn states(&self) -> Vec<ContinuousState> {
        let (deflection, stiffness) = match &self.law {
            SlipLaw::Bristles(law) => (law.usual_limit(), law.whole_stiffness()),
            SlipLaw::Network(law) => (law.usual_limit(self.usual_load(law)), law.whole_stiffness()),
            SlipLaw::Stack(_) => return Vec::new(),
        };
        let spring = |name: String| {
            let feeds = Feeds::Part { own: name.clone(), others: report::SPRINGS };
            ContinuousState { name, nominal: deflection, jumps: false, feeds }
        };
        let springs = report::spring_names(&self.law).into_iter().map(spring);
        let nominal = stiffness * deflection * deflection;
        let dissipated = ContinuousState::energy("energy.dissipated");
        springs.chain([ContinuousState { nominal, ..dissipated }]).collect()
    }

    fn discrete_count(&self) -> usize {
        1
    }

    fn begin(
        &mut self,
        motion: &PairMotion<f64>,
        _: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault> {
        let b = &motion.path.start;
        states.fill(0.0);
        discrete[0] = b.position.x;
        Ok(())
    }

    fn flow(
        &mut self,
        motion: &PairMotion<f64>,
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        let b = &motion.path.start;
        let Instant { normal_force, along, load } = self.instant(b, states, discrete[0], rates)?;
        let contact = ContactReport {
            normal_force,
            tangential_force: along.force,
            tangential_stiffness: along.tangent_stiffness,
            stick_share: along.stuck_share,
        };
        let (dissipated, springs) = states.split_last().ok_or_else(no_stack)?;
        let energy = EnergyReport { dissipated: *dissipated, dissipated_rate: along.lost };
        report::write(&Report { contact, energy }, &self.law, springs, rates, report);
        Ok(load)
    }

    fn flow_with_derivatives(
        &mut self,
        motion: &PairMotion<Dual64>,
        states: &[Dual64],
        discrete: &[f64],
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        let b = &motion.path.start;
        Ok(self.instant(b, states, discrete[0], rates)?.load)
    }
}

impl RoughInterface {
    /// Evaluates the interface and writes the rates of the states.
    fn instant<T: Real>(
        &self,
        b: &Motion<T>,
        states: &[T],
        origin: f64,
        rates: &mut [T],
    ) -> Result<Instant<T>, Fault> {
        let (Some((_, springs)), Some((lost, rates))) =
            (states.split_last(), rates.split_last_mut())
        else {
            return Err(no_stack());
        };
        let (x, speed) = (b.position.x, b.velocity.x);
        let (separation, separation_rate) = (b.position.y + self.rest, b.velocity.y);
        let normal_force = self.normal_force(separation);
        let along = match &self.law {
            SlipLaw::Bristles(law) => law.flow(springs, speed, separation, separation_rate, rates),
            SlipLaw::Network(law) => {
                let normal_rate = -self.normal_stiffness(separation) * separation_rate;
                let normal = (normal_force, normal_rate);
                let motion = (x - origin, speed);
                law.flow(springs, motion, normal, self.usual_load(law), rates)
            }
            SlipLaw::Stack(_) => return Err(no_stack()),
        };
        *lost = along.lost;
        let load = self.load(b, along.force, normal_force);
        Ok(Instant { normal_force, along, load })
    }

    /// Nominal normal load \[N\].
    fn usual_load(&self, law: &IwanNetwork) -> f64 {
        if self.clamp > 0.0 { self.clamp } else { law.reference_load() }
    }

    /// −dN/dd \[N/m\] of [`RoughInterface::normal_force`].
    fn normal_stiffness<T: Real>(&self, separation: T) -> T {
        let deepest = DEEPEST * self.surfaces.height_std();
        if separation.re() < deepest {
            T::from(self.surfaces.normal_stiffness(deepest))
        } else {
            self.surfaces.normal_stiffness(separation)
        }
    }
}
