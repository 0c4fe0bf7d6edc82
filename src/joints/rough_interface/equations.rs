//! The rough interface as continuous-time equations.

use super::report::{EnergyReport, Report};
use super::slip::SlipLaw;
use super::{ContactReport, DEEPEST, RoughInterface};
use crate::fault::Name;
use crate::interface::{Flowing, IwanNetwork};
use crate::joints::Equations;
use crate::model::ContinuousState;
use crate::planar::{Motion, PairLoad};
use crate::{Fault, Real};
use num_dual::Dual64;
use serde::{Deserialize, Serialize};

/// Where the upper part was at the beginning: there the spring beside the network is at rest.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Origin {
    /// Along the interface [m].
    pub displacement: f64,
}

/// The stack as equations.
const NO_STACK: Fault = Fault::Choice {
    name: Name::of("interface.model"),
    choice: "iwan_stack",
    allowed: "bristles, iwan_network",
    meaning: "its reversals are no continuous states; take one of these or build with --kind cs",
};

/// The interface at an instant.
struct Instant<T> {
    normal_force: T,
    along: Flowing<T>,
    load: PairLoad<T>,
}

/// The states are the springs' deflections and the energy lost.
///
/// No event: N(d) is smooth from far apart to deep inside, so contact begins nowhere; and a spring
/// that begins to slide or to stick changes its rate without a jump (see [`crate::interface`]).
impl Equations for RoughInterface {
    type Discrete = Origin;

    fn check(&self) -> Result<(), Fault> {
        match self.law {
            SlipLaw::Stack(_) => Err(NO_STACK),
            SlipLaw::Bristles(_) | SlipLaw::Network(_) => Ok(()),
        }
    }

    fn states(&self) -> Vec<ContinuousState> {
        let (deflection, stiffness) = match &self.law {
            SlipLaw::Bristles(law) => (law.usual_limit(), law.whole_stiffness()),
            SlipLaw::Network(law) => (law.usual_limit(self.usual_load(law)), law.whole_stiffness()),
            SlipLaw::Stack(_) => return Vec::new(),
        };
        let spring = |name| ContinuousState { name, nominal: deflection, jumps: false };
        let springs = Report::springs(&self.law).into_iter().map(spring);
        let nominal = stiffness * deflection * deflection;
        springs.chain([ContinuousState { nominal, ..ContinuousState::dissipated() }]).collect()
    }

    fn indicators(&self) -> usize {
        0
    }

    fn begin(&mut self, b: &Motion<f64>, _: f64, states: &mut [f64]) -> Result<Origin, Fault> {
        self.check()?;
        states.fill(0.0);
        Ok(Origin { displacement: b.position.x })
    }

    fn flow(
        &mut self,
        b: &Motion<f64>,
        states: &[f64],
        origin: &Origin,
        rates: &mut [f64],
        report: &mut Report,
    ) -> Result<PairLoad<f64>, Fault> {
        let Instant { normal_force, along, load } = self.instant(b, states, *origin, rates)?;
        report.contact = ContactReport {
            normal_force,
            tangential_force: along.force,
            tangential_stiffness: along.tangent_stiffness,
            stick_share: along.stuck_share,
        };
        let dissipated = states.last().copied().unwrap_or_default();
        report.energy = EnergyReport { dissipated, dissipated_rate: along.lost };
        let springs = report.springs_mut(&self.law).iter_mut();
        for (spring, (deflection, rate)) in springs.zip(states.iter().zip(rates)) {
            (spring.deflection, spring.rate) = (*deflection, *rate);
        }
        Ok(load)
    }

    fn flow_lifted(
        &mut self,
        b: &Motion<Dual64>,
        states: &[Dual64],
        origin: &Origin,
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        Ok(self.instant(b, states, *origin, rates)?.load)
    }

    fn indicate(
        &mut self,
        _: &Motion<f64>,
        _: &[f64],
        _: &Origin,
        _: &mut [f64],
    ) -> Result<(), Fault> {
        Ok(())
    }

    fn event(
        &mut self,
        _: &Motion<f64>,
        _: f64,
        _: &mut [f64],
        _: &mut Origin,
    ) -> Result<bool, Fault> {
        Ok(false)
    }
}

impl RoughInterface {
    fn instant<T: Real>(
        &self,
        b: &Motion<T>,
        states: &[T],
        origin: Origin,
        rates: &mut [T],
    ) -> Result<Instant<T>, Fault> {
        let (Some((_, springs)), Some((lost, rates))) =
            (states.split_last(), rates.split_last_mut())
        else {
            return Err(NO_STACK);
        };
        let (x, speed) = (b.position.x, b.velocity.x);
        let (separation, separation_rate) = (b.position.y + self.rest, b.velocity.y);
        let normal_force = self.normal_force(separation);
        let along = match &self.law {
            SlipLaw::Bristles(law) => law.flow(springs, speed, separation, separation_rate, rates),
            SlipLaw::Network(law) => {
                let normal_rate = -self.normal_stiffness(separation) * separation_rate;
                let normal = (normal_force, normal_rate);
                let motion = (x - origin.displacement, speed);
                law.flow(springs, motion, normal, self.usual_load(law), rates)
            }
            SlipLaw::Stack(_) => return Err(NO_STACK),
        };
        *lost = along.lost;
        let load = self.load(b, along.force, normal_force);
        Ok(Instant { normal_force, along, load })
    }

    /// The load [N] that decides what is small and what is large.
    fn usual_load(&self, law: &IwanNetwork) -> f64 {
        if self.clamp > 0.0 { self.clamp } else { law.reference_load() }
    }

    /// −dN/dd [N/m] of [`RoughInterface::normal_force`].
    fn normal_stiffness<T: Real>(&self, separation: T) -> T {
        let deepest = DEEPEST * self.surfaces.height_std();
        if separation.re() < deepest {
            T::from(self.surfaces.normal_stiffness(deepest))
        } else {
            self.surfaces.normal_stiffness(separation)
        }
    }
}
