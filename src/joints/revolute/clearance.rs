//! A pin in a hole with clearance: contact at one point, anywhere around the hole.

use super::elastic::{JournalContact, doubts_of, elastic_of, rough_warning};
use super::law_end;
use super::surface::OiledSurface;
use crate::base::{Fault, Material, Real, effective_modulus};
use crate::coupling::{CouplingParameters, IdentifiedCoupling, MobilityFrom, Notices};
use crate::joints::point_contact::{
    CommonParameters, ContactGeometry, ContactJoint, EnergyReport, Points,
};
use crate::kinematics::planar::{Motion, quarter_turn};
use crate::laws::contact::elastic::fractal::Stiffness;
use crate::laws::contact::elastic::{Bearing, ElasticLaw, SpotRegime};
use crate::laws::contact::{Touch, TouchGeometry};
use crate::laws::film::{self, Film, FilmParameters, FilmReport, TemperatureFrom, ViscosityLaw};
use crate::laws::friction::{FrictionParameters, MicroSlipParameters};
use crate::model::Variables;
use crate::ports::{PortKind, Ports};
use model_description::{Interval, Quantities};
use model_description::{POSITIVE, quantities};
use nalgebra::Vector2;

quantities! {
    /// The hole and the pin.
    pub struct Geometry {
        /// Radius of the bearing hole.
        bearing_radius: "m" = 0.01 in POSITIVE,
        /// Radial clearance: bearing radius minus journal radius.
        clearance: "m" = 5.0e-4 in POSITIVE,
        /// Axial length of film, wear map, line and rough contact; the laws hertz and hybrid do not depend on it.
        length: "m" = 0.01 in POSITIVE,
    }
}

impl Geometry {
    /// The bearing as elastic laws read it.
    pub(super) fn bearing(&self) -> Bearing {
        let Self { bearing_radius: radius, clearance, length } = *self;
        Bearing { radius, length, clearance }
    }
}

quantities! {
    /// Parameters, fixed before the first step.
    pub struct Parameters {
        /// The hole and the pin.
        geometry: Geometry,
        /// Material of the bearing.
        material_a: Material,
        /// Material of the journal.
        material_b: Material,
        /// Normal contact of journal and bearing.
        contact: JournalContact,
        /// The rough surfaces.
        surface: OiledSurface,
        /// Friction along the contact.
        friction: FrictionParameters,
        /// Laws of micro-slip.
        micro_slip: MicroSlipParameters flat,
        /// Coupling of joint and host.
        coupling: CouplingParameters,
        /// The oil in the joint.
        film: FilmParameters,
        /// Choices at the build.
        build: RevoluteChoices,
    }
}

quantities! {
    /// Choices at the build of a revolute joint.
    pub struct RevoluteChoices {
        /// How bodies and joint are connected.
        ports: PortKind constant,
        /// Whether the mobility for coupling.method = predicted is a parameter or an input.
        mobility: MobilityFrom constant,
        /// Cells of the wear map around bearing and journal, at least 24; 0 for surfaces that do not wear.
        cells: i32 constant = 0 in Interval::closed(0.0, 720.0),
        /// Whether the temperature of the oil is a parameter or an input.
        temperature: TemperatureFrom constant,
    }
}

impl RevoluteChoices {
    /// The ports that were chosen.
    fn ports(&self) -> Ports {
        let takes_temperature = self.temperature == TemperatureFrom::Input;
        Ports { takes_temperature, ..Ports::new(self.ports, self.mobility) }
    }
}

quantities! {
    /// The contact at the end of the last committed step.
    pub struct ContactReport {
        /// Penetration of the journal into the bearing; negative while they are apart.
        penetration: "m",
        /// Rate of the penetration, positive while the bodies approach.
        penetration_rate: "m/s",
        /// Normal force, never negative.
        normal_force: "N",
        /// Friction force, with the sign of the sliding speed.
        tangential_force: "N",
        /// Speed of the journal surface relative to the bearing surface, positive counter-clockwise.
        sliding_speed: "m/s",
        /// Whether the bodies touch.
        active: bool,
        /// Time at which the last contact began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first contact.
        impact_speed: "m/s",
        /// Restitution that is prescribed at that speed; 0 for kelvin_voigt.
        impact_restitution: "1",
        /// Largest normal force inside the last step; the present one in model exchange.
        peak_normal_force: "N",
        /// Deflection of the LuGre bristles.
        bristle: "m",
        /// Rate of the bristle deflection.
        bristle_rate: "m/s",
        /// Half of the angle over which journal and bearing touch, by the conformal line law. Used by contact.elastic = line; otherwise 0.
        half_angle: "rad",
        /// Largest pressure of the elastic contact, in the middle, by the conformal line law. Used by contact.elastic = line; otherwise 0.
        peak_pressure: "Pa",
    }
}

quantities! {
    /// The rough surfaces.
    pub struct SurfaceReport {
        /// Deformation state of the largest contact spot. Used by contact.elastic = fractal or fractal_integrated; otherwise elastic.
        regime: SpotRegime,
    }
}

quantities! {
    /// The joint at the end of the last committed step.
    pub struct Report {
        /// The contact.
        contact: ContactReport,
        /// The rough surfaces.
        surface: SurfaceReport,
        /// The energies.
        energy: EnergyReport,
        /// Quality of the prediction, and what was measured of the host.
        coupling: IdentifiedCoupling,
        /// The film.
        film: FilmReport,
    }
}

/// A pin in a hole with clearance.
pub type RevoluteClearance = ContactJoint<Hole, 1>;

/// A hole and the pin in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hole {
    /// Radius of the bearing \[m\].
    bearing_radius: f64,
    /// Radial clearance \[m\].
    clearance: f64,
    /// Eccentricity at which the surfaces touch \[m\]: the clearance, less the reach of asperities through a
    /// film.
    touching: f64,
}

impl Hole {
    /// A hole without oil.
    pub(super) fn dry(geometry: &Geometry) -> Self {
        let Geometry { bearing_radius, clearance, .. } = *geometry;
        Self { bearing_radius, clearance, touching: clearance }
    }

    fn journal_radius(&self) -> f64 {
        self.bearing_radius - self.clearance
    }
}

impl TouchGeometry for Hole {
    /// Source: doi 10.1038/s41598-023-47315-1, eqs 2–15; (6) and (7) corrected to the speed of the
    /// material points, the first sign of (13) corrected, and both bodies loaded at one point.
    ///
    /// The paper loads each body at its own surface. These lie δ apart, which leaves the couple δ·F_T
    /// on the pair: friction would work on a pair that turns as one, at ω δ F_T, and its sliding speed
    /// would depend on the frame. Here friction acts at the journal's surface on both, so the pair
    /// balances; for a bearing that does not turn both are the same.
    #[inline]
    fn touch<T: Real>(&self, _index: usize, journal: &Motion<T>) -> Touch<T> {
        let offset = journal.position;
        let eccentricity = offset.dot(&offset);
        // Concentric bodies do not touch, and the normal has no direction: any will do.
        let (distance, normal) = if eccentricity.re() > 0.0 {
            let distance = eccentricity.sqrt();
            (distance, offset / distance)
        } else {
            (T::from(0.0), Vector2::new(T::from(1.0), T::from(0.0)))
        };
        let pin = self.journal_radius();
        Touch {
            penetration: distance - self.touching,
            rate: journal.velocity.dot(&normal),
            sliding_speed: journal.velocity.dot(&quarter_turn(normal)) + journal.spin * pin,
            normal,
            arm_a: normal * (distance + pin),
            arm_b: normal * T::from(pin),
            gain: T::from(1.0),
            spread: T::from(1.0),
        }
    }

    #[inline]
    fn change(&self, distance: f64, _angle: f64) -> f64 {
        distance
    }
}

impl ContactGeometry<1> for Hole {
    const NAME: &'static str = "revolute_clearance";
    const ABOUT: &'static str = "A pin in a hole with clearance: impacts, friction and lost motion of a real revolute joint.";
    const SAFE_STEP: f64 = 1e-6;
    const BRISTLES: [&'static str; 1] = ["contact.bristle"];
    type Parameters = Parameters;
    type Report = Report;

    fn new(parameters: &Parameters) -> Result<Self, Fault> {
        let Geometry { bearing_radius, clearance, .. } = parameters.geometry;
        Fault::check(
            "geometry.clearance",
            clearance,
            Interval::above(0.0).below(bearing_radius),
            "radial clearance; the journal radius is geometry.bearing_radius minus this",
        )?;
        let reach = Self::film(parameters)?.map_or(0.0, |film| film.reach());
        Ok(Self { bearing_radius, clearance, touching: clearance - reach })
    }

    fn sizes(&self) -> [f64; 2] {
        [self.bearing_radius, self.clearance]
    }

    fn elastic(parameters: &Parameters) -> Result<ElasticLaw, Fault> {
        let Parameters { material_a, material_b, contact, geometry, .. } = parameters;
        let surface = parameters.surface.fractal();
        elastic_of(contact, &geometry.bearing(), [material_a, material_b], &surface)
    }

    const TAKES_OIL: bool = true;

    fn film(parameters: &Parameters) -> Result<Option<Film>, Fault> {
        let Geometry { bearing_radius: radius, clearance, length } = parameters.geometry;
        let bearing = film::Bearing { radius, length, clearance };
        let modulus = effective_modulus(&parameters.material_a, &parameters.material_b);
        let mut oil = parameters.film;
        if parameters.build.temperature == TemperatureFrom::Input {
            // The temperature comes with the first motion; until then the oil has the given viscosity.
            oil.viscosity_law = ViscosityLaw::Isoviscous;
        }
        Film::new(&oil, bearing, &parameters.surface.tips(), modulus)
    }

    fn common(parameters: &Parameters) -> CommonParameters<'_> {
        let Parameters { material_a, material_b, contact, friction, micro_slip, .. } = parameters;
        let Parameters { coupling, film, build, .. } = parameters;
        let ports = build.ports();
        let (film, contact) = (Some(film), &contact.normal);
        let materials = [material_a, material_b];
        CommonParameters { materials, contact, friction, micro_slip, coupling, film, ports }
    }

    #[inline(always)]
    fn report(joint: &RevoluteClearance, points: &Points<1>) -> Report {
        let Points { now: [now], active: [active], onsets: [onset], .. } = points;
        let hole = &joint.geometry;
        let penetration = now.penetration - (hole.clearance - hole.touching);
        let [half_angle, peak_pressure] = match &joint.contact.normal.elastic {
            ElasticLaw::Line(law) => law.extent(penetration, hole.bearing_radius),
            _ => [0.0; 2],
        };
        let contact = ContactReport {
            penetration,
            penetration_rate: now.rate,
            normal_force: now.normal_force,
            tangential_force: now.friction_force,
            sliding_speed: now.sliding_speed,
            active: *active,
            start_time: onset.time,
            impact_speed: onset.impact_speed,
            impact_restitution: joint.contact.normal.prescribed(onset.impact_speed),
            peak_normal_force: points.peak_normal_force,
            bristle: now.bristle,
            bristle_rate: now.bristle_rate,
            half_angle,
            peak_pressure,
        };
        let regime = |surface: &Stiffness| surface.regime(contact.penetration);
        let regime = joint.contact.normal.elastic.surface().map_or(SpotRegime::Elastic, regime);
        let surface = SurfaceReport { regime };
        let mut energy = points.energy();
        let film = match joint.oil() {
            None => FilmReport::default(),
            Some(oil) => {
                let contact = [now.normal_force, now.friction_force, energy.dissipated_rate];
                let film = oil.film.report(&points.motion, contact);
                energy.dissipated_rate = film.power_loss;
                film
            }
        };
        Report { contact, surface, energy, coupling: points.coupling, film }
    }

    fn doubts(parameters: &Parameters) -> [Option<String>; 2] {
        let surface = parameters.surface.fractal();
        let materials = [&parameters.material_a, &parameters.material_b];
        doubts_of(&parameters.contact, &parameters.geometry.bearing(), materials, &surface)
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        law_end::of(variables, |parameters| {
            let Parameters { geometry, material_a, material_b, contact, .. } =
                Parameters::read(parameters);
            (contact, geometry.bearing(), [material_a, material_b])
        })
    }

    fn warning(joint: &RevoluteClearance) -> Option<&'static str> {
        let film = joint.oil().and_then(|oil| oil.film.warning());
        rough_warning(&joint.contact.normal.elastic).or(film)
    }
}

#[cfg(test)]
mod tests;
