//! Elastic laws: the force that presses two surfaces apart at rest, against penetration.

pub mod fractal;
mod hertz;
mod hybrid;
mod kelvin_voigt;
mod line_contact;
mod power;

use crate::base::Real;
use model_description::choices;

pub use fractal::{Bearing, Fractal, FractalIntegrated, SpotRegime, Surface};
pub use hertz::Hertz;
pub use hybrid::Hybrid;
pub use kelvin_voigt::KelvinVoigt;
pub use line_contact::LineContact;
pub use power::Power;

choices! {
    /// Elastic law of the contact.
    pub enum Elastic {
        /// Hertz stiffness of two smooth bodies times a power of the penetration.
        Hertz: "hertz" = 1,
        /// A linear spring parallel to a linear damper; ignores the dissipation law.
        KelvinVoigt: "kelvin_voigt" = 2,
        /// Bai and Zhao's law for a pin nearly as large as its hole.
        Hybrid: "hybrid" = 3,
        /// Stiffness of a rough layer times a power of the penetration, as in its source; for comparison.
        Fractal: "fractal" = 4,
        /// Stiffness of a rough layer alone, integrated over the penetration; stiffer than smooth bodies up to a roughness of about 10 um.
        FractalIntegrated: "fractal_integrated" = 5,
        /// Load per length of a line law times the length of the hole.
        Line: "line" = 6,
    }
}

/// An elastic law with all its coefficients, ready to be evaluated.
///
/// # Which contact law?
///
/// | law | use | holds for | inputs | cost | source |
/// |---|---|---|---|---|---|
/// | [`Hertz`] | spheres and corners; the literature's choice for pins, which it makes 3 to 30 times too soft | small contact angles, clearance not tiny against the load | radii, materials | 4 ns | Hertz; Lankarani & Nikravesh 1990 |
/// | [`LineContact`] | a pin in its hole, at every load with the conformal line law | a pin parallel to its hole, plane strain | length, clearance, materials | 0.1 µs | plane elasticity |
/// | [`Hybrid`] | a pin that nearly fills its hole, heavy load | clearance small against the radius | clearance, materials | 6 ns | Bai & Zhao 2013 |
/// | [`Fractal`] | to repeat the source's figures | R_a 0.0030 µm to 14.69 mm; a force in SI numbers only | roughness, hardness | 25 ns | doi 10.1186/s10033-018-0308-4 |
/// | [`FractalIntegrated`] | the rough layer alone, without the bodies beneath | as above, in newtons | roughness, hardness | 0.1 µs | the same stiffness, integrated |
/// | [`Power`] | play between flanks whose stiffness was measured | the depths it was measured at | stiffness, exponent | 2 ns | – |
/// | [`KelvinVoigt`] | comparison with codes that have nothing else | one effective mass, one frequency | stiffness, mass | 2 ns | Kelvin and Voigt |
///
/// All but Kelvin–Voigt may be combined with every [`Dissipation`](crate::laws::contact::Dissipation): the
/// realised restitution does not depend on the elastic law. Rough laws describe the rough layer alone,
/// which lies in series with the smooth bodies and can only soften them; a joint with such a law alone is
/// stiffer than its smooth bodies, see [`over_smooth`](ElasticLaw::over_smooth). `surface.regime` shows
/// which spots bear load. Costs are those of one force on a machine of the 2020s,
/// `cargo bench -p spiel-benches --bench joints`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ElasticLaw {
    /// See [`Hertz`].
    Hertz(Hertz),
    /// See [`KelvinVoigt`].
    KelvinVoigt(KelvinVoigt),
    /// See [`Hybrid`].
    Hybrid(Hybrid),
    /// See [`Fractal`].
    Fractal(Fractal),
    /// See [`FractalIntegrated`].
    FractalIntegrated(FractalIntegrated),
    /// See [`Power`].
    Power(Power),
    /// See [`LineContact`].
    Line(LineContact),
}

/// Evaluates an expression for the law inside the enum.
macro_rules! each {
    ($law:expr, $inner:ident => $action:expr) => {
        match $law {
            ElasticLaw::Hertz($inner) => $action,
            ElasticLaw::KelvinVoigt($inner) => $action,
            ElasticLaw::Hybrid($inner) => $action,
            ElasticLaw::Fractal($inner) => $action,
            ElasticLaw::FractalIntegrated($inner) => $action,
            ElasticLaw::Power($inner) => $action,
            ElasticLaw::Line($inner) => $action,
        }
    };
}

impl ElasticLaw {
    /// Force f(δ) \[N\] at penetration δ > 0 \[m\].
    #[inline]
    pub fn force<T: Real>(&self, penetration: T) -> T {
        each!(self, law => law.force(penetration))
    }

    /// Force f(δ) \[N\] and stiffness df/dδ \[N/m\] at penetration δ > 0 \[m\].
    #[inline]
    pub fn tangent(&self, penetration: f64) -> [f64; 2] {
        let force = self.force(penetration);
        let stiffness = match self {
            Self::Hertz(law) => law.exponent() * force / penetration,
            Self::Power(law) => law.slope(penetration),
            Self::KelvinVoigt(law) => law.stiffness(),
            Self::Hybrid(law) => law.stiffness(penetration),
            Self::Fractal(law) => law.stiffness(penetration),
            Self::FractalIntegrated(law) => law.stiffness(penetration),
            Self::Line(law) => law.stiffness(penetration),
        };
        [force, stiffness]
    }

    /// Energy stored by penetration δ \[m\]: ∫₀^δ f dδ \[J\]; 0 without contact.
    #[inline]
    pub fn potential(&self, penetration: f64) -> f64 {
        if penetration <= 0.0 {
            return 0.0;
        }
        each!(self, law => law.potential(penetration))
    }

    /// Force of a rough law over that of the smooth bodies beneath, by Hertz's theory, at a
    /// hundredth of the clearance; `None` for other laws. Above 1 the joint is stiffer than
    /// its bodies, which no roughness can cause.
    pub fn over_smooth(&self) -> Option<f64> {
        let surface = self.surface()?;
        let depth = surface.usual_depth();
        Some(self.force(depth) / surface.of_smooth_bodies(depth))
    }

    /// The rough surface of the law, if it has one.
    pub fn surface(&self) -> Option<&fractal::Stiffness> {
        match self {
            Self::Fractal(law) => Some(law.surface_stiffness()),
            Self::FractalIntegrated(law) => Some(law.surface_stiffness()),
            Self::Hertz(_)
            | Self::KelvinVoigt(_)
            | Self::Hybrid(_)
            | Self::Power(_)
            | Self::Line(_) => None,
        }
    }
}
