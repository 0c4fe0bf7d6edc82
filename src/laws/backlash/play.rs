//! The gap between two flanks, and the loads in it.

use super::{Drag, FlankElastic, FlankParameters, Losses, PlayParameters, SpringParameters};
use crate::base::{Fault, Real};
use crate::laws::contact::elastic::{KelvinVoigt, Power};
use crate::laws::contact::{Damping, ElasticLaw, Loss, NormalLaw};

/// One side of the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flank {
    /// The flank that b reaches at large x.
    Upper,
    /// The flank that b reaches at small x.
    Lower,
}

impl Flank {
    /// Both flanks, in the order of their contact points.
    pub(crate) const BOTH: [Self; 2] = [Self::Upper, Self::Lower];

    /// ς: 1 for the upper one, −1 for the lower one.
    #[inline]
    pub fn sign(self) -> f64 {
        match self {
            Self::Upper => 1.0,
            Self::Lower => -1.0,
        }
    }
}

/// `F = k_s x + p_s`, parallel to the gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// k_s ≥ 0.
    pub stiffness: f64,
    /// p_s, > 0 where it pushes b to the lower flank.
    pub preload: f64,
}

impl Spring {
    /// The spring of `parameters`.
    pub fn new(&SpringParameters { stiffness, preload }: &SpringParameters) -> Self {
        Self { stiffness, preload }
    }

    /// Returns true if the spring never exerts a load.
    pub fn is_none(&self) -> bool {
        self.stiffness == 0.0 && self.preload == 0.0
    }

    /// Load at `position` x.
    #[inline]
    pub fn load<T: Real>(&self, position: T) -> T {
        position * self.stiffness + self.preload
    }

    /// `½ k_s x² + p_s x` \[J\]: the part of the preload may be negative, only differences have a meaning.
    #[inline]
    pub fn stored(&self, position: f64) -> f64 {
        (0.5 * self.stiffness * position + self.preload) * position
    }
}

/// A play: x is the position of b in it, from its middle; loads are positive against growing x.
///
/// `F = ς f_N(δ, δ̇)` where a flank is pressed, δ = ςx − b/2 > 0 and δ̇ = ςv; 0 in the gap. f_N is the
/// [normal law](NormalLaw) of every contact and never pulls.
///
/// Backlash b is the whole play between the flanks. A describing function would replace the gap by a
/// stiffness `K[1 − (2/π)(asin r + r√(1 − r²))]`, r = b/2 over the amplitude: its frequency is wrong by 33
/// % at r = 1/1.1 and by 2.3 % at r = ½, and it has no impacts. It is not used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Play {
    /// b/2.
    pub half_gap: f64,
    /// q₀: the middle of the play.
    pub offset: f64,
    /// Normal law of a flank.
    pub normal: NormalLaw,
    /// The spring parallel to the gap.
    pub spring: Spring,
    /// The drag parallel to the gap.
    pub drag: Drag,
    /// The losses that grow with the load, and those of the bearings.
    pub losses: Losses,
}

impl Play {
    /// The play of `parameters`; refuses those that do not fit each other.
    pub fn new(parameters: &PlayParameters) -> Result<Self, Fault> {
        let PlayParameters { geometry, contact, spring, drag, loss } = parameters;
        contact.by_speed.check(contact.elastic == FlankElastic::KelvinVoigt)?;
        Ok(Self {
            half_gap: 0.5 * geometry.backlash,
            offset: geometry.offset,
            normal: normal_law(contact),
            spring: Spring::new(spring),
            drag: Drag::new(drag)?,
            losses: Losses::new(loss),
        })
    }

    /// δ at `position` x.
    #[inline]
    pub fn penetration<T: Real>(&self, flank: Flank, position: T) -> T {
        position * flank.sign() - self.half_gap
    }

    /// Energy stored in the flanks, the spring and the bristles of the drag \[J\].
    #[inline]
    pub fn stored(&self, position: f64, bristle: f64) -> f64 {
        let depth = position.abs() - self.half_gap;
        let flank = if depth > 0.0 { self.normal.elastic.potential(depth) } else { 0.0 };
        flank + self.spring.stored(position) + self.drag.stored(bristle)
    }

    /// Stiffness of a flank at `penetration` δ > 0.
    #[inline]
    pub fn stiffness(&self, penetration: f64) -> f64 {
        match &self.normal.elastic {
            ElasticLaw::Power(law) => law.slope(penetration),
            linear => linear.force(penetration) / penetration,
        }
    }

    /// Returns min(δ, the depth at which the elastic force alone would equal the flank's force), which
    /// is below 0 while the flank does not push. That depth is δ + Dδ̇/K for viscous damping and δ
    /// otherwise.
    #[inline]
    pub(crate) fn pushing_depth(&self, penetration: f64, rate: f64) -> f64 {
        match (&self.normal.elastic, &self.normal.damping) {
            (ElasticLaw::KelvinVoigt(law), Damping::Viscous(damping)) => {
                penetration.min(penetration + rate * damping / law.force(1.0))
            }
            _ => penetration,
        }
    }

    /// Returns true if a flank still overlaps although its viscous damper cancels the force.
    #[inline]
    pub(crate) fn damper_alone(&self, penetration: f64, rate: f64) -> bool {
        penetration > 0.0 && self.pushing_depth(penetration, rate) <= 0.0
    }
}

fn normal_law(parameters: &FlankParameters) -> NormalLaw {
    let FlankParameters { stiffness, reference_depth, exponent, restitution, damping, .. } =
        *parameters;
    match parameters.elastic {
        FlankElastic::KelvinVoigt => {
            let law = KelvinVoigt::damped(stiffness, damping);
            NormalLaw {
                elastic: ElasticLaw::KelvinVoigt(law),
                damping: Damping::Viscous(damping),
                asperities: None,
            }
        }
        FlankElastic::Power => NormalLaw {
            asperities: None,
            elastic: ElasticLaw::Power(Power::new(stiffness, reference_depth, exponent)),
            damping: Damping::Hysteretic {
                loss: Loss::new(parameters.dissipation, restitution, &parameters.by_speed),
                impact_speed_floor: parameters.impact_speed_floor,
            },
        },
    }
}
