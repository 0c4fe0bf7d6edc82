//! The modified four-parameter Iwan model: micro-slip, slip and a stiffness that remains in slip.

use crate::base::real::chain;
use crate::base::{Fault, Real};
use model_description::{Interval, NOT_NEGATIVE, POSITIVE};

/// Infinitely many springs with sliders, whose strengths q follow a power law, and one spring parallel to
/// them.
///
/// `φ(q) = (χ + 1) q^χ / f_q^(χ+1)` on 0…f_q. χ = 0 is Song's model; α = 0 is Segalman's without a
/// jump at the end of micro-slip.
///
/// Source: Wang et al., Chin. J. Theor. Appl. Mech. 50 (2018) 44–57, section 2.1. Corrected: (27)
/// lacks q in the integral and the term with α, (28) lacks 1/x_s in its last form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Iwan {
    /// F_s \[N\]: force at which slip becomes complete.
    slip_force: f64,
    /// x_s \[m\]: displacement there.
    slip_displacement: f64,
    /// χ > −1: exponent of the strengths; loops of small amplitude grow with its power χ + 3.
    chi: f64,
    /// α ≥ 0: stiffness at complete slip over the stiffness k of the sliding springs.
    alpha: f64,
    /// f_q \[N\]: strength of the last slider.
    strength: f64,
}

/// Result of one monotonic loading from rest, at its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slip<T = f64> {
    /// Force \[N\].
    pub force: T,
    /// Its derivative by the displacement \[N/m\].
    pub tangent_stiffness: f64,
    /// Share of the sliders' strength that still sticks.
    pub stuck_share: f64,
    /// Energy dissipated in the loading \[J\].
    pub dissipated: T,
}

impl Iwan {
    /// From the paper's parameters: F_s \[N\], x_s \[m\], χ, α.
    pub fn new(
        slip_force: f64,
        slip_displacement: f64,
        chi: f64,
        alpha: f64,
    ) -> Result<Self, Fault> {
        Fault::check("slip_force", slip_force, POSITIVE, "force F_s at complete slip")?;
        let meaning = "displacement x_s at complete slip";
        Fault::check("slip_displacement", slip_displacement, POSITIVE, meaning)?;
        let above = Interval::above(-1.0);
        Fault::check("chi", chi, above, "exponent of the sliders' strengths")?;
        let meaning = "stiffness left in slip over the sliding springs' stiffness";
        Fault::check("alpha", alpha, NOT_NEGATIVE, meaning)?;
        let strength = slip_force / ((chi + 1.0) / (chi + 2.0) + alpha);
        Ok(Self { slip_force, slip_displacement, chi, alpha, strength })
    }

    /// Returns the interface under `ratio` > 0 times the normal load: strengths scale, stiffnesses do not.
    pub fn under(&self, ratio: f64) -> Result<Self, Fault> {
        Self::new(ratio * self.slip_force, ratio * self.slip_displacement, self.chi, self.alpha)
    }

    /// F_s \[N\].
    pub fn slip_force(&self) -> f64 {
        self.slip_force
    }

    /// x_s \[m\].
    pub fn slip_displacement(&self) -> f64 {
        self.slip_displacement
    }

    /// χ.
    pub fn chi(&self) -> f64 {
        self.chi
    }

    /// α.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// f_q \[N\], strength of the strongest slider.
    pub fn strength(&self) -> f64 {
        self.strength
    }

    /// `k = f_q/x_s` \[N/m\] of all sliding springs together. Source: eq. 26.
    pub fn stiffness(&self) -> f64 {
        self.strength / self.slip_displacement
    }

    /// `k_s = α k` \[N/m\], the stiffness at complete slip. Source: eq. 28 (corrected).
    pub fn slip_stiffness(&self) -> f64 {
        self.alpha * self.stiffness()
    }

    /// `F_slip = f_q (χ + 1)/(χ + 2)` \[N\]: friction limit of all sliders together, without the spring.
    pub fn friction_limit(&self) -> f64 {
        self.strength * (self.chi + 1.0) / (self.chi + 2.0)
    }

    /// First loading from rest over the magnitude `distance` \[m\]: `f_q [(1 + α) r − r^(χ+2)/(χ+2)]`, r =
    /// x/x_s ≤ 1, and along α k beyond. Source: eqs. 23 and 25.
    #[inline]
    pub fn pull<T: Real>(&self, distance: T) -> Slip<T> {
        let way = distance.abs();
        let Slip { force, tangent_stiffness, stuck_share, dissipated } =
            self.pull_plainly(way.re());
        // Written so that slopes stay finite at rest, unlike those of the powers in the formula.
        Slip {
            force: chain(way, force, || tangent_stiffness),
            dissipated: chain(way, dissipated, || self.friction_limit() * (1.0 - stuck_share)),
            tangent_stiffness,
            stuck_share,
        }
    }

    #[inline]
    fn pull_plainly(&self, way: f64) -> Slip {
        let ratio = way / self.slip_displacement;
        let (b, c, d) = (self.chi + 1.0, self.chi + 2.0, self.chi + 3.0);
        let stiffness = self.stiffness();
        let spring = self.alpha * self.strength * ratio;
        let limit = self.strength * b / c;
        if ratio < 1.0 {
            let slid = ratio.powf(b);
            Slip {
                force: spring + self.strength * ratio * (1.0 - slid / c),
                tangent_stiffness: stiffness * (self.alpha + 1.0 - slid),
                stuck_share: 1.0 - slid * ratio,
                dissipated: limit * self.slip_displacement * slid * ratio * ratio / d,
            }
        } else {
            Slip {
                force: spring + limit,
                tangent_stiffness: stiffness * self.alpha,
                stuck_share: 0.0,
                dissipated: limit * self.slip_displacement * (1.0 / d + (ratio - 1.0)),
            }
        }
    }

    /// First loading F(x) \[N\], odd in `displacement` \[m\].
    pub fn backbone(&self, displacement: f64) -> f64 {
        self.pull(displacement).force.copysign(displacement)
    }

    /// `F(x₀) − 2 F((x₀ − x)/2)` \[N\]: unloading from `amplitude` x₀. Source: eqs. 30 and 34.
    pub fn unloading(&self, amplitude: f64, displacement: f64) -> f64 {
        self.backbone(amplitude) - 2.0 * self.backbone(0.5 * (amplitude - displacement))
    }

    /// `−F(x₀) + 2 F((x₀ + x)/2)` \[N\]: reloading. Source: eqs. 29 and 35.
    pub fn reloading(&self, amplitude: f64, displacement: f64) -> f64 {
        -self.unloading(amplitude, -displacement)
    }

    /// `4 f_q x_s (χ+1) r^(χ+3)/((χ+2)(χ+3))` \[J\], r = x₀/x_s ≤ 1, and along 4 F_slip beyond: heat of one
    /// steady cycle of `amplitude` x₀ \[m\]. Source: eq. 36.
    pub fn energy_per_cycle(&self, amplitude: f64) -> f64 {
        4.0 * self.pull(amplitude).dissipated
    }
}
