//! A film in a bearing: its loads on both bodies as a function of the journal's motion.

use super::{AsperityLaw, FilmParameters, FilmRegime, FilmReport, GreenwoodTripp, Law, Roughness};
use crate::base::{Fault, Real};
use crate::kinematics::planar::{Motion, PairLoad, Wrench, quarter_turn};
use nalgebra::Vector2;
use std::f64::consts::TAU;

/// Clearance over radius above which the film's thickness is no longer small.
const WIDE: f64 = 0.02;
/// Width over diameter up to which the finite law was validated.
const MEASURED: f64 = 1.0;
/// Shares of the radial load above which the regime is mixed, and boundary.
const MIXED: f64 = 0.01;
const BOUNDARY: f64 = 0.9;
/// Least speed with which the film is dragged into the gap \[rad/s\].
const DRAGGED: f64 = 1e-9;

/// Size of a bearing with a film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bearing {
    /// Radius of the hole R \[m\].
    pub radius: f64,
    /// Axial length B \[m\].
    pub length: f64,
    /// Radial clearance c \[m\].
    pub clearance: f64,
}

/// A film in a bearing.
#[derive(Debug, Clone, PartialEq)]
pub struct Film {
    law: Law,
    bearing: Bearing,
    /// Thinnest film over the clearance.
    thinnest: f64,
    /// η \[Pa s\].
    viscosity: f64,
    /// Asperities of the surfaces, if they are rough.
    pub(crate) asperities: Option<GreenwoodTripp>,
}

/// Loads and power loss of a film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmLoad<T> {
    /// Loads on both bodies.
    pub load: PairLoad<T>,
    /// Power dissipated in the film \[W\].
    pub lost: T,
}

/// Eccentricity and velocity of the journal, as inputs of the film law.
struct Stand<T> {
    /// ε of the film law, below 1.
    eccentricity: T,
    /// Unit vector along e; along x at the centre.
    normal: Vector2<T>,
    /// V \[m/s\].
    speed: Vector2<T>,
    /// u = V/c along n and t \[1/s\].
    flow: [T; 2],
}

impl Film {
    /// The film that the parameters choose, between surfaces of this roughness and effective modulus E*
    /// \[Pa\]; `None` for a dry joint.
    pub fn new(
        parameters: &FilmParameters,
        bearing: Bearing,
        roughness: &Roughness,
        modulus: f64,
    ) -> Result<Option<Self>, Fault> {
        let Bearing { radius, length, clearance } = bearing;
        let thinnest = parameters.thinnest(clearance);
        let Some(law) =
            parameters.law(0.5 * length / radius, *thinnest.as_ref().unwrap_or(&0.1))?
        else {
            return Ok(None);
        };
        let (thinnest, viscosity) = (thinnest?, parameters.viscosity_now()?);
        let asperities = match parameters.asperities {
            AsperityLaw::Without => None,
            AsperityLaw::GreenwoodTripp => {
                let stiffness = roughness.factor()? * modulus;
                let size = [radius, length, clearance];
                Some(GreenwoodTripp::new(roughness.height_std, stiffness, size))
            }
        };
        Ok(Some(Self { law, bearing, thinnest, viscosity, asperities }))
    }

    /// Updates the parameters that may change between steps.
    pub fn tune(&mut self, parameters: &FilmParameters) -> Result<(), Fault> {
        self.viscosity = parameters.viscosity_now()?;
        Ok(())
    }

    /// Sets the viscosity \[Pa s\].
    pub(crate) fn set_viscosity(&mut self, viscosity: f64) {
        self.viscosity = viscosity;
    }

    /// Returns the radial clearance \[m\].
    pub(crate) fn clearance(&self) -> f64 {
        self.bearing.clearance
    }

    /// Gap below which the asperities touch \[m\]; 0 without asperities.
    pub fn reach(&self) -> f64 {
        self.asperities.map_or(0.0, |asperities| asperities.reach())
    }

    /// The reason why the film laws are inaccurate for this bearing, if there is one.
    pub fn warning(&self) -> Option<&'static str> {
        let Bearing { radius, length, clearance } = self.bearing;
        if clearance > WIDE * radius {
            Some(
                "geometry.clearance is more than 0.02 of geometry.bearing_radius: the film laws \
                 take it for small",
            )
        } else if 0.5 * length / radius > MEASURED {
            Some(
                "geometry.length is more than twice geometry.bearing_radius: the film laws were \
                 measured up to there",
            )
        } else {
            None
        }
    }

    /// ηBD/ψ² \[N s\].
    fn scale(&self) -> f64 {
        let Bearing { radius, length, clearance } = self.bearing;
        let tightness = clearance / radius;
        2.0 * self.viscosity * length * radius / (tightness * tightness)
    }

    fn stand<T: Real>(&self, b: &Motion<T>) -> Stand<T> {
        let clearance = self.bearing.clearance;
        let offset = b.position;
        let square = offset.dot(&offset);
        let (distance, normal) = if square.re() > 0.0 {
            let distance = square.sqrt();
            (distance, offset / distance)
        } else {
            (T::from(0.0), Vector2::new(T::from(1.0), T::from(0.0)))
        };
        let speed = b.velocity - quarter_turn(offset) * (b.spin * 0.5);
        let flow = [speed.dot(&normal), speed.dot(&quarter_turn(normal))];
        let flow = flow.map(|part| part / clearance);
        Stand { eccentricity: self.floored(distance / clearance), normal, speed, flow }
    }

    /// ε of the film law: the gap 1 − ε is kept above the thinnest, with a continuous slope. So the film
    /// stays finite in contact and beyond.
    fn floored<T: Real>(&self, eccentricity: T) -> T {
        let (gap, least) = (-eccentricity + 1.0, self.thinnest);
        if gap.re() >= 2.0 * least {
            eccentricity
        } else if gap.re() > 0.0 {
            -(gap * gap) / (4.0 * least) + (1.0 - least)
        } else {
            T::from(1.0 - least)
        }
    }

    /// The film's loads for a motion of b in the frame of a.
    ///
    /// Moments: `t_b = −M_C − ½(e×F)_z`, `t_a = M_C − ½(e×F)_z`, exact for any pressure that is zero on its
    /// own border; `M_C = 2πηR³B(ω_b − ω_a)/(c√(1 − ε²))`, shear of the whole gap, cavity included, as in
    /// DIN 31652: the pressurised film alone has about 60 % of it.
    #[inline]
    pub fn load<T: Real>(&self, b: &Motion<T>) -> FilmLoad<T> {
        let Bearing { radius, length, clearance } = self.bearing;
        let Stand { eccentricity: e, normal, speed, flow } = self.stand(b);
        let [n, t] = self.law.load(e, flow).map(|part| part * -self.scale());
        let force = normal * n + quarter_turn(normal) * t;
        let shear = TAU * self.viscosity * radius * radius * radius * length / clearance;
        let drag = b.spin * shear / (-e * e + 1.0).sqrt();
        let half = (b.position.x * force.y - b.position.y * force.x) * 0.5;
        let load = PairLoad {
            a: Wrench { force: -force, moment: drag - half },
            b: Wrench { force, moment: -drag - half },
        };
        FilmLoad { load, lost: drag * b.spin - force.dot(&speed) }
    }

    /// Damping coefficient of the film against a journal that closes the gap \[N s/m\].
    pub fn damping(&self, b: &Motion<f64>) -> f64 {
        let Stand { eccentricity, .. } = self.stand(b);
        let [closing, _] = self.law.load(eccentricity, [1.0, 0.0]);
        self.scale() * closing / self.bearing.clearance
    }

    /// The report of the film, beside a contact with the force `normal` \[N\], the friction `friction`
    /// \[N\] and the dissipated power `lost` \[W\].
    pub fn report(&self, b: &Motion<f64>, [normal, friction, lost]: [f64; 3]) -> FilmReport {
        let Bearing { radius, length, clearance } = self.bearing;
        let stand = self.stand(b);
        let film = self.load(b);
        let force = film.load.b.force;
        let size = force.norm();
        let distance = b.position.norm();
        let eccentricity = distance / clearance;
        let dragged = if distance > 0.0 { 2.0 * stand.flow[1].abs() / eccentricity } else { 0.0 };
        let tightness = clearance / radius;
        let scale = self.scale();
        let sommerfeld = if dragged > DRAGGED { size / (scale * dragged) } else { 0.0 };
        let asperity_force = self.asperities.map_or(0.0, |asperities| {
            asperities.force(distance - (clearance - asperities.reach()))
        });
        let (inward, across) = (-force.dot(&stand.normal), -force.dot(&quarter_turn(stand.normal)));
        let radial = asperity_force + inward.max(0.0);
        let regime = if eccentricity > 1.0 {
            FilmRegime::DryContact
        } else if asperity_force > BOUNDARY * radial {
            FilmRegime::Boundary
        } else if asperity_force > MIXED * radial {
            FilmRegime::Mixed
        } else if size > 0.0 || normal > 0.0 {
            FilmRegime::FullFilm
        } else {
            FilmRegime::Without
        };
        let width = 0.5 * length / radius;
        let pressure = self.law.peak(stand.eccentricity, stand.flow, width);
        FilmReport {
            thickness_min: clearance - distance,
            eccentricity,
            force: size,
            sommerfeld,
            attitude: if size > 0.0 { (-across).atan2(inward) } else { 0.0 },
            regime,
            friction_torque: film.load.b.moment - friction * (radius - clearance),
            power_loss: film.lost + lost,
            pressure_max: self.viscosity / (tightness * tightness) * pressure,
            viscosity_now: self.viscosity,
            asperity_force,
        }
    }
}
