//! The load of the asperities of two rough surfaces through a thin film.

use crate::base::numerics::gauss::EIGHT;
use crate::base::{Fault, Real};
use model_description::POSITIVE;

/// Coefficient and exponent of the fit to F_{5/2}, a power of the distance to four standard deviations.
const FIT: f64 = 4.4086e-5;
const POWER: f64 = 6.804;
/// B(½, POWER + 1): the power's integral over the arc.
const ARC: f64 = 0.644_715_112_007_6;
/// Gap, in standard deviations, below which the surfaces touch.
const REACH: f64 = 4.0;
/// Smallest relative eccentricity in the arc's closed form.
const LEAST_ECCENTRICITY: f64 = 0.1;

/// `N_a = K′E* · 4.4086e-5 · B R √(2σ/(cε)) · 0.6447 · (4 − h/σ)₊^7.304`, h = c − |e| ≥ 0; for h < 0 its tangent.
///
/// Greenwood and Tripp's pressure `K′E* F_{5/2}(h/σ)` over the arc of a journal, with the usual power for
/// F_{5/2}. The arc's closed form is within 0.3 % of the integral round the circle; the power misses the
/// Gaussian integral by −11, −4, −9, −74 % at gaps of 0, 1, 2, 3 σ. It is kept because published numbers
/// use it and because its seven continuous derivatives make first touch no event. It was fitted to gaps ≥
/// 0: 10 µm of penetration would give 10⁹ N, although the tips are then flat and the surfaces beneath bear
/// the load. So its tangent at 0 continues it there.
///
/// Source: Greenwood & Tripp, Proc. IMechE 185 (1970) 625–634; the power after Patir & Cheng, J. Lubr.
/// Technol. 101 (1979) 220–230.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GreenwoodTripp {
    /// σ \[m\].
    height_std: f64,
    clearance: f64,
    /// Factor of (4 − h/σ)^7.304/√ε \[N\].
    scale: f64,
}

/// Rough surfaces in a bearing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Roughness {
    /// Standard deviation of the heights of both surfaces together, σ \[m\].
    pub height_std: f64,
    /// Radius of the tips β_a \[m\].
    pub radius: f64,
    /// Tips per area η_a \[1/m²\].
    pub density: f64,
}

impl Roughness {
    /// K′ = (16√2π/15)(ση_aβ_a)²√(σ/β_a).
    pub fn factor(&self) -> Result<f64, Fault> {
        let Self { height_std, radius, density } = *self;
        Fault::check("surface.height_std", height_std, POSITIVE, "deviation of heights in m")?;
        Fault::check("surface.asperity_radius", radius, POSITIVE, "radius of the tips in m")?;
        Fault::check("surface.asperity_density", density, POSITIVE, "tips per square metre")?;
        let tips = height_std * radius * density;
        let factor = 16.0 * std::f64::consts::SQRT_2 * std::f64::consts::PI / 15.0;
        Ok(factor * tips * tips * (height_std / radius).sqrt())
    }
}

impl GreenwoodTripp {
    /// Surfaces of deviation σ = `height_std` \[m\] and K′E* = `stiffness` \[Pa\] on a bearing of the given
    /// radius, length and radial clearance \[m\].
    pub fn new(height_std: f64, stiffness: f64, [radius, length, clearance]: [f64; 3]) -> Self {
        let arc = (2.0 * height_std / clearance).sqrt() * ARC;
        Self { height_std, clearance, scale: stiffness * FIT * length * radius * arc }
    }

    /// The gap below which the surfaces touch \[m\].
    pub fn reach(&self) -> f64 {
        REACH * self.height_std
    }

    /// Normal force \[N\] `depth` \[m\] beyond first touch.
    #[inline]
    pub fn force<T: Real>(&self, depth: T) -> T {
        if depth.re() <= 0.0 {
            return T::from(0.0);
        }
        let flat = self.reach();
        if depth.re() > flat {
            let [force, slope] = self.flattened();
            return (depth - flat) * slope + force;
        }
        let eccentricity = (depth - self.reach()) / self.clearance + 1.0;
        let most = if eccentricity.re() > LEAST_ECCENTRICITY {
            eccentricity
        } else {
            T::from(LEAST_ECCENTRICITY)
        };
        (depth / self.height_std).powf(POWER + 0.5) * self.scale / most.sqrt()
    }

    /// Force \[N\] and its derivative by the depth \[N/m\] when the gap is closed.
    fn flattened(&self) -> [f64; 2] {
        let force: f64 = self.force(self.reach());
        [force, force * ((POWER + 0.5) / self.reach() - 0.5 / self.clearance)]
    }

    /// Upper bound of the derivative of the force at `depth` \[m\] > 0 beyond first touch \[N/m\].
    pub fn stiffness(&self, depth: f64) -> f64 {
        let depth = depth.min(self.reach());
        (POWER + 0.5) * self.force(depth) / depth
    }

    /// Energy stored `depth` \[m\] beyond first touch \[J\].
    pub fn potential(&self, depth: f64) -> f64 {
        if depth <= 0.0 {
            return 0.0;
        }
        let (whole, [force, slope]) = (depth, self.flattened());
        let depth = whole.min(self.reach());
        let beyond = whole - depth;
        // Nearly the 7.304th power: over the root of the depth it is smooth enough for eight nodes.
        let part = |&(x, weight): &(f64, f64)| {
            let y = x * x;
            2.0 * x * weight * self.force(depth * y)
        };
        depth * EIGHT.iter().map(part).sum::<f64>() + beyond * (force + 0.5 * slope * beyond)
    }
}
