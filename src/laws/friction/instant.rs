//! Friction at an instant of a motion that an integrator follows, and its slopes.

use super::{FrictionLaw, MicroSlip};

/// Slopes of a friction coefficient at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Slopes {
    /// The coefficient itself \[1\].
    pub coefficient: f64,
    /// Its derivative with respect to the sliding speed \[s/m\].
    pub by_speed: f64,
    /// Its derivative with respect to the bristles' deflection \[1/m\].
    pub by_bristle: f64,
    /// Derivatives of the deflection's rate with respect to the sliding speed \[1\] and to itself \[1/s\].
    pub bristle: [f64; 2],
}

impl FrictionLaw {
    /// Returns the friction force \[N\] of a contact that has slid for `time` \[s\] at the `mean` speed \[m/s\] from the
    /// deflections `bristle` \[m\] and `micro_slip` on, and slides at `speed` \[m/s\] now under `normal_force` \[N\]; then
    /// the deflection of the bristles \[m\] and its rate \[m/s\].
    #[inline]
    pub(crate) fn after_sliding(
        &self,
        (bristle, micro_slip): (f64, &MicroSlip),
        (mean, time): (f64, f64),
        speed: f64,
        normal_force: f64,
    ) -> [f64; 3] {
        match self {
            Self::Without => [0.0; 3],
            Self::Coulomb(law) => [normal_force * law.coefficient(speed), 0.0, 0.0],
            Self::LuGre(law) => {
                let bristle = law.bend(bristle, mean, time);
                let (coefficient, rate) = law.at(bristle, speed);
                [normal_force * coefficient, bristle, rate]
            }
            Self::MicroSlip(law) => {
                let mut slip = micro_slip.clone();
                law.slide(&mut slip, mean * time, normal_force);
                [law.slide(&mut slip, 0.0, normal_force), 0.0, speed]
            }
        }
    }

    /// Returns the friction force \[N\], the deflection of the bristles \[m\] and its rate \[m/s\] of a contact that slides at
    /// `speed` \[m/s\] under `normal_force` \[N\], with these deflections of bristles before and now \[m\]. Laws of micro-slip
    /// have slid by the difference since they were in the state `micro_slip`.
    #[inline]
    pub(crate) fn deflected(
        &self,
        [before, now]: [f64; 2],
        micro_slip: &MicroSlip,
        speed: f64,
        normal_force: f64,
    ) -> [f64; 3] {
        match self {
            Self::MicroSlip(law) => {
                let mut slip = micro_slip.clone();
                law.slide(&mut slip, now - before, normal_force);
                [law.slide(&mut slip, 0.0, normal_force), now, speed]
            }
            law => {
                let (coefficient, rate) = law.at(now, speed);
                [normal_force * coefficient, now, rate]
            }
        }
    }

    /// Returns the slopes of the law at an instant; speeds below `soft` \[m/s\] count as rest, where |v| has a corner. Laws
    /// of micro-slip have no such form.
    #[inline]
    pub(crate) fn slopes(&self, bristle: f64, speed: f64, soft: f64) -> Slopes {
        match self {
            Self::MicroSlip(_) | Self::Without => Slopes::default(),
            Self::Coulomb(law) => Slopes {
                coefficient: law.coefficient(speed),
                by_speed: law.slope(speed),
                ..Slopes::default()
            },
            Self::LuGre(law) => law.slopes(bristle, speed, soft),
        }
    }

    /// Returns the sliding speed \[m/s\] below which friction holds many times as much as above: that of bristles whose
    /// damping fades; infinite for other laws.
    pub(crate) fn sticking_speed(&self) -> f64 {
        match self {
            Self::LuGre(law) if law.damping_fades() => law.stribeck_speed(),
            _ => f64::INFINITY,
        }
    }
}
