//! Load per length of a journal in its hole, and the energy behind it.

use crate::base::Real;
use crate::base::real::chain;
use crate::laws::contact::{ElasticLaw, LineLaw};

/// Load per length q(D) \[N/m\] against penetration D \[m\]; 0 for D ≤ 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LineLoad {
    /// The force law of a contact point, divided by the hole's length \[m\]: a parallel journal that fills
    /// the hole has that law's force.
    Spread(ElasticLaw, f64),
    /// A line law at a radial clearance \[m\], continued beyond its limit.
    Line(LineLaw, f64),
}

impl LineLoad {
    /// q \[N/m\] at D > 0.
    #[inline]
    pub fn load<T: Real>(&self, depth: T) -> T {
        match self {
            Self::Spread(law, length) => law.force(depth) / *length,
            Self::Line(law, clearance) => law.continued_load(depth, *clearance),
        }
    }

    /// Ψ = ∫₀^D q dD \[N\] at D > 0.
    #[inline]
    pub fn potential<T: Real>(&self, depth: T) -> T {
        match self {
            Self::Spread(law, length) => {
                let value = law.potential(depth.re()) / length;
                chain(depth, value, || law.force(depth.re()) / length)
            }
            Self::Line(law, clearance) => law.continued_potential(depth, *clearance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Material, Pair};
    use crate::laws::contact::elastic::Hertz;
    use crate::laws::contact::line::{Liu, Modulus};
    use num_dual::Dual64;

    #[test]
    fn the_potential_grows_by_the_load() {
        let steel = Material::default();
        let pair = Pair::new(steel, steel).unwrap();
        let hertz = ElasticLaw::Hertz(Hertz::internal(0.01, 0.00995, &steel, &steel, 1.5));
        let liu = LineLaw::Liu(Liu::new(&pair, Modulus::Composite));
        for line in [LineLoad::Spread(hertz, 0.02), LineLoad::Line(liu, 5e-5)] {
            for depth in [1e-8, 3e-6, 1e-4] {
                let slope = line.potential(Dual64::from(depth).derivative()).eps;
                assert!((slope / line.load(depth) - 1.0).abs() < 1e-12);
                let rise = line.potential(1.001 * depth) - line.potential(0.999 * depth);
                // 1e-6: the second difference.
                assert!((rise / (0.002 * depth) / slope - 1.0).abs() < 1e-6, "{depth}");
            }
        }
    }
}
