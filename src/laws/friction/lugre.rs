//! LuGre friction, integrated by its exact solution at constant speed.

use super::instant::Slopes;
use super::{FrictionParameters, Slide};
use crate::base::Real;
use crate::base::real::{chain, length, share};

/// λh below which the closed form would lose digits, so that a series replaces it.
const SHORT: f64 = 1e-6;

/// v/v_s beyond which exp(−(v/v_s)²) underflows. Evaluating it there would cost more than the rest of the
/// law.
const FADED: f64 = 27.0;

/// Upper bound of the rate at which bristles settle \[1/s\]. If g(v) vanishes, as in fast sliding without
/// kinetic friction and at rest without static friction, λ has no bound; this one lets bristles settle
/// within any step and keeps λ finite. With the paper's coefficients it is reached at 1 km/s.
const FASTEST: f64 = 1e10;

/// Relaxation of the bristles over an interval, independent of their direction.
struct Yielding<T> {
    /// |v| \[m/s\].
    pace: T,
    /// g(v).
    level: T,
    /// σ₁ at this speed \[s/m\].
    damping: T,
    /// λh.
    decay: T,
    /// 1 − e^(−λh); 0 for a short interval, where it is not used.
    gone: T,
}

/// One direction of an interval of sliding.
struct Component<T> {
    bristle: T,
    speed: T,
    /// Share of this direction in the sliding distance, −1..=1.
    direction: T,
}

/// `μ = σ₀z + σ₁ż + σ₂v`, `ż = v − σ₀|v|z/g(v)`, `g(v) = μ_k + (μ_s − μ_k) exp(−(v/v_s)²)`.
///
/// z is the mean deflection of the bristles \[m\], v the sliding speed \[m/s\], σ₀ in 1/m, σ₁ and σ₂ in
/// s/m. With `damping_fades`, σ₁ is multiplied by exp(−(v/v_s)²), which keeps the law passive.
///
/// Source: Canudas de Wit and others, IEEE Trans. Automatic Control 40 (1995) 419–425, and eq. 49
/// of doi 10.1038/s41598-023-47315-1 (corrected: its first line is only the steady state).
/// With constant σ₁ a contact starting at speed v has μ = σ₁v for about g/(σ₀v) seconds. Without kinetic
/// friction sliding faster than v_s is free; without any coefficient only σ₂ remains. With μ_s < μ_k
/// friction grows from rest, and σ₁ accelerates a body that stops, by σ₁(μ_k − μ_s)/σ₀ of its normal force
/// times one second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LuGre {
    static_coefficient: f64,
    kinetic: f64,
    stribeck_speed: f64,
    stiffness: f64,
    damping: f64,
    viscous: f64,
    damping_fades: bool,
}

impl LuGre {
    /// The law of `parameters`.
    pub fn new(parameters: &FrictionParameters) -> Self {
        Self {
            static_coefficient: parameters.r#static,
            kinetic: parameters.kinetic,
            stribeck_speed: parameters.stribeck_speed,
            stiffness: parameters.bristle_stiffness,
            damping: parameters.bristle_damping,
            viscous: parameters.viscous,
            damping_fades: parameters.damping_fades,
        }
    }

    /// Slides at constant `speed` for `time` ≥ 0 from deflection `bristle`.
    ///
    /// With λ = σ₀|v|/g and z_ss = g sgn(v)/σ₀ the deflection ends at z_ss + (z₀ − z_ss)e^(−λh), and
    /// its mean and that of ż follow in closed form, so no step is too long. For `time` = 0 the mean
    /// is the value itself.
    #[inline]
    pub fn slide<T: Real>(&self, bristle: T, speed: T, time: T) -> Slide<T> {
        let yielding = self.yielding(speed, time);
        let component = Component { bristle, speed, direction: speed.signum() };
        self.slide_component(&yielding, &component, time)
    }

    /// Like [`slide`](Self::slide) in several directions at once, on an isotropic surface: with λ =
    /// σ₀|**v**|/g every component relaxes alike.
    #[inline]
    pub fn slide_along<T: Real, const N: usize>(
        &self,
        bristle: [T; N],
        speed: [T; N],
        time: T,
    ) -> [Slide<T>; N] {
        let pace = length(&speed);
        let yielding = self.yielding(pace, time);
        std::array::from_fn(|index| {
            let (bristle, speed) = (bristle[index], speed[index]);
            let component = Component { bristle, speed, direction: share(speed, pace) };
            self.slide_component(&yielding, &component, time)
        })
    }

    /// Returns the deflection \[m\] after sliding at `speed` \[m/s\] for `time` \[s\] from `bristle` on.
    #[inline]
    pub(crate) fn bend(&self, bristle: f64, speed: f64, time: f64) -> f64 {
        let [level, _] = self.level_and_damping(speed);
        let decay = if self.holds(speed, level) {
            (speed * time).abs() * self.stiffness / level
        } else {
            time * FASTEST
        };
        if decay < SHORT {
            let approach = speed * time - bristle * decay;
            return bristle + approach * (1.0 - 0.5 * decay);
        }
        let steady = level / self.stiffness * speed.signum();
        bristle - (steady - bristle) * (-decay).exp_m1()
    }

    /// See [`FrictionLaw::slopes`](super::FrictionLaw::slopes).
    #[inline]
    pub(crate) fn slopes(&self, bristle: f64, speed: f64, soft: f64) -> Slopes {
        let [level, damping] = self.level_and_damping(speed);
        let (coefficient, rate) = self.at(bristle, speed);
        if !self.holds(speed, level) {
            let bristle = [0.0, -FASTEST];
            return Slopes { coefficient, by_speed: self.viscous, by_bristle: 0.0, bristle };
        }
        let ratio = speed / self.stribeck_speed;
        let fading = if ratio.abs() < FADED { (-ratio * ratio).exp() } else { 0.0 };
        let fall = -2.0 * ratio / self.stribeck_speed;
        let level_slope = (self.static_coefficient - self.kinetic) * fading * fall;
        let sign = if soft > 0.0 { speed / speed.hypot(soft) } else { speed.signum() };
        let yielding = self.stiffness / level;
        let by_itself = -yielding * speed.abs();
        let of_rate = 1.0 - yielding * bristle * (sign - speed.abs() * level_slope / level);
        let damping_slope = if self.damping_fades { damping * fall } else { 0.0 };
        Slopes {
            coefficient,
            by_speed: damping * of_rate + damping_slope * rate + self.viscous,
            by_bristle: self.stiffness + damping * by_itself,
            bristle: [of_rate, by_itself],
        }
    }

    /// Returns true if the damping of the bristles fades with the speed.
    pub(crate) fn damping_fades(&self) -> bool {
        self.damping_fades && self.damping > 0.0
    }

    /// The relaxation of the bristles at `speed`, of either sign, over `time` ≥ 0.
    #[inline]
    fn yielding<T: Real>(&self, speed: T, time: T) -> Yielding<T> {
        let [level, damping] = self.level_and_damping(speed);
        // λh: the interval in units of the relaxation.
        let decay = if self.holds(speed, level) {
            (speed * time).abs() * self.stiffness / level
        } else {
            time * FASTEST
        };
        // One exponential gives the value and, if it is wanted, the slope.
        let gone = if decay.re() >= SHORT {
            let share = -(-decay.re()).exp_m1();
            chain(decay, share, || 1.0 - share)
        } else {
            T::from(0.0)
        };
        Yielding { pace: speed.abs(), level, damping, decay, gone }
    }

    /// Returns true if bristles can hold a deflection for a time, so if λ is below its bound.
    #[inline]
    fn holds<T: Real>(&self, speed: T, level: T) -> bool {
        let level = level.re();
        level > 0.0 && speed.re().abs() * self.stiffness <= FASTEST * level
    }

    /// g(v) and σ₁, faded if that is chosen. Bristles that hold nothing have no damping either.
    #[inline]
    fn level_and_damping<T: Real>(&self, speed: T) -> [T; 2] {
        let ratio = speed / self.stribeck_speed;
        let fading = if ratio.re().abs() < FADED { (-ratio * ratio).exp() } else { T::from(0.0) };
        let level = fading * (self.static_coefficient - self.kinetic) + self.kinetic;
        let damping = if !self.holds(speed, level) {
            T::from(0.0)
        } else if self.damping_fades {
            fading * self.damping
        } else {
            T::from(self.damping)
        };
        [level, damping]
    }

    /// One direction of an interval of sliding.
    #[inline]
    fn slide_component<T: Real>(
        &self,
        yielding: &Yielding<T>,
        component: &Component<T>,
        time: T,
    ) -> Slide<T> {
        let Yielding { pace, level, damping, decay, gone } = *yielding;
        let Component { bristle, speed, direction } = *component;
        let (bristle_end, bristle_mean) = if decay.re() < SHORT {
            // The series to second order: the closed form would lose digits.
            let approach = speed * time - bristle * decay;
            (bristle + approach * (-decay * 0.5 + 1.0), bristle + approach * 0.5)
        } else {
            let steady = level / self.stiffness * direction;
            (
                steady + (bristle - steady) * (-gone + 1.0),
                steady + (bristle - steady) * gone / decay,
            )
        };
        let rate = if time.re() > 0.0 {
            (bristle_end - bristle) / time
        } else {
            self.bristle_rate(bristle, speed, pace, level)
        };
        let coefficient = bristle_mean * self.stiffness + rate * damping + speed * self.viscous;
        Slide { coefficient, bristle: bristle_end }
    }

    /// ż of a component that slides at `speed` while the magnitude of the velocity is `pace`.
    #[inline]
    fn bristle_rate<T: Real>(&self, bristle: T, speed: T, pace: T, level: T) -> T {
        if self.holds(pace, level) {
            speed - bristle * pace * self.stiffness / level
        } else {
            (level / self.stiffness * share(speed, pace) - bristle) * FASTEST
        }
    }

    /// v_s \[m/s\].
    pub fn stribeck_speed(&self) -> f64 {
        self.stribeck_speed
    }

    /// σ₀ \[1/m\].
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// Derivatives of the coefficient by the distance slid \[1/m\] and by the speed \[s/m\], from
    /// deflection `bristle` at `speed`.
    #[inline]
    pub fn tangent(&self, bristle: f64, speed: f64) -> [f64; 2] {
        let [level, damping] = self.level_and_damping(speed);
        if !self.holds(speed, level) {
            return [0.0, self.viscous];
        }
        // The share of the motion that still deflects the bristles; the rest is slip.
        let bending = (1.0 - speed.signum() * bristle * self.stiffness / level).abs();
        [self.stiffness * bending, damping * bending + self.viscous]
    }
}

impl LuGre {
    /// The friction coefficient at an instant and the rate of the deflection \[m/s\].
    #[inline]
    pub fn at<T: Real>(&self, bristle: T, speed: T) -> (T, T) {
        let [level, damping] = self.level_and_damping(speed);
        self.component_at(bristle, speed, speed.abs(), level, damping)
    }

    /// Like [`at`](Self::at) in several directions at once.
    #[inline]
    pub(crate) fn at_along<T: Real, const N: usize>(
        &self,
        bristle: [T; N],
        speed: [T; N],
    ) -> [(T, T); N] {
        let pace = length(&speed);
        let [level, damping] = self.level_and_damping(pace);
        std::array::from_fn(|index| {
            self.component_at(bristle[index], speed[index], pace, level, damping)
        })
    }

    #[inline]
    fn component_at<T: Real>(&self, bristle: T, speed: T, pace: T, level: T, damping: T) -> (T, T) {
        let rate = self.bristle_rate(bristle, speed, pace, level);
        let held = if self.holds(pace, level) {
            bristle * self.stiffness + rate * damping
        } else {
            level * share(speed, pace)
        };
        (held + speed * self.viscous, rate)
    }
}

#[cfg(test)]
mod tests;
