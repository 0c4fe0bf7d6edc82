//! A slider between the faces of a guide: contact at up to four corners, each on its own.

mod guide;

use super::point_contact::{CommonParameters, ContactGeometry, ContactJoint, EnergyReport, Points};
use crate::base::fault::Name;
use crate::base::{Fault, Material};
use crate::coupling::{CouplingParameters, IdentifiedCoupling, MobilityFrom, Snapshot};
use crate::laws::contact::elastic::{Elastic, ElasticLaw, Hertz};
use crate::laws::contact::{NormalParameters, Onset, TouchGeometry};
use crate::laws::friction::{FrictionParameters, MicroSlipParameters};
use crate::ports::{PortKind, Ports};
use guide::CORNERS;
use model_description::{Choice, POSITIVE, quantities};
use std::array;

pub use guide::Guide;

quantities! {
    /// The slider and its guide.
    pub struct Geometry {
        /// Length of the slider, along the guide.
        slider_length: "m" = 0.06 in POSITIVE,
        /// Width of the slider, across the guide.
        slider_width: "m" = 0.04 in POSITIVE,
        /// Clearance on each side: half the difference of guide height and slider width.
        clearance: "m" = 5.0e-4 in POSITIVE,
        /// Radius of the slider's corners, small relative to the slider; it sets the contact stiffness.
        corner_radius: "m" = 1.0e-3 in POSITIVE,
    }
}

quantities! {
    /// Parameters, fixed before the first step.
    pub struct Parameters {
        /// The slider and its guide.
        geometry: Geometry,
        /// Material of the guide.
        material_a: Material,
        /// Material of the slider.
        material_b: Material,
        /// Normal contact of slider and guide.
        contact: NormalParameters,
        /// Friction along the contact.
        friction: FrictionParameters,
        /// Laws of micro-slip.
        micro_slip: MicroSlipParameters flat,
        /// Coupling of joint and host.
        coupling: CouplingParameters,
        /// Choices at the build.
        build: Choices,
    }
}

quantities! {
    /// Choices at the build.
    pub struct Choices {
        /// How bodies and joint are connected.
        ports: PortKind constant,
        /// Whether the mobility for coupling.method = predicted is a parameter or an input.
        mobility: MobilityFrom constant,
    }
}

quantities! {
    /// One corner at the end of the last committed step.
    pub struct CornerReport {
        /// Penetration of the corner into the nearer face; negative while they are apart.
        penetration: "m",
        /// Normal force, never negative.
        normal_force: "N",
        /// Friction force, with the sign of the sliding speed.
        tangential_force: "N",
        /// Speed of the slider surface relative to the guide surface, positive along the guide's x axis.
        sliding_speed: "m/s",
        /// Whether the corner touches a face.
        active: bool,
        /// Deflection of the LuGre bristles.
        bristle: "m",
        /// Rate of the bristle deflection.
        bristle_rate: "m/s",
    }
}

quantities! {
    /// All corners together.
    pub struct ContactReport {
        /// Number of corners that touch at the end of the last committed step.
        count: i32,
        /// Time at which the last contact of any corner began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact of any corner began; 0 before the first contact.
        impact_speed: "m/s",
        /// Restitution that is prescribed at that speed; 0 for kelvin_voigt.
        impact_restitution: "1",
        /// Largest normal force of any one corner inside the last step.
        peak_normal_force: "N",
    }
}

quantities! {
    /// The joint at the end of the last committed step.
    pub struct Report {
        /// Corner at front and bottom, in the slider's axes.
        right_lower: CornerReport,
        /// Corner at rear and bottom.
        left_lower: CornerReport,
        /// Corner at front and top.
        right_upper: CornerReport,
        /// Corner at rear and top.
        left_upper: CornerReport,
        /// All corners together.
        contact: ContactReport,
        /// The energies.
        energy: EnergyReport,
        /// Quality of the prediction, and what was measured of the host.
        coupling: IdentifiedCoupling,
    }
}

/// A slider between the faces of a guide.
pub type TranslationalClearance = ContactJoint<Guide, CORNERS>;

impl ContactGeometry<CORNERS> for Guide {
    const NAME: &'static str = "translational_clearance";
    const ABOUT: &'static str = "A slider between the faces of a guide: impacts, friction and tilting of a real translational joint.";
    // A corner is softer than a journal: here the energy balance is off by 0.2 % of the energy lost.
    const SAFE_STEP: f64 = 1e-5;
    const ON_A_WALL: usize = 2;
    const BRISTLES: [&'static str; CORNERS] =
        ["right_lower.bristle", "left_lower.bristle", "right_upper.bristle", "left_upper.bristle"];
    type Parameters = Parameters;
    type Report = Report;

    fn new(parameters: &Parameters) -> Result<Self, Fault> {
        let Geometry { slider_length, slider_width, clearance, .. } = parameters.geometry;
        Ok(Self {
            half_length: 0.5 * slider_length,
            half_width: 0.5 * slider_width,
            half_height: 0.5 * slider_width + clearance,
        })
    }

    fn sizes(&self) -> [f64; 2] {
        [self.half_length, self.half_height - self.half_width]
    }

    fn elastic(parameters: &Parameters) -> Result<ElasticLaw, Fault> {
        let Parameters { contact, material_a, material_b, geometry, .. } = parameters;
        Ok(match contact.elastic {
            Elastic::Hertz => ElasticLaw::Hertz(Hertz::sphere_on_plane(
                geometry.corner_radius,
                material_a,
                material_b,
                contact.exponent,
            )),
            Elastic::KelvinVoigt => ElasticLaw::KelvinVoigt(contact.kelvin_voigt()),
            Elastic::Hybrid | Elastic::Fractal | Elastic::FractalIntegrated | Elastic::Line => {
                return Err(Fault::Choice {
                    name: Name::of("contact.elastic"),
                    choice: contact.elastic.name(),
                    allowed: "hertz, kelvin_voigt",
                    meaning: "the other laws are for a pin in a hole, this is a corner on a face",
                });
            }
        })
    }

    fn common(parameters: &Parameters) -> CommonParameters<'_> {
        let Parameters { material_a, material_b, contact, friction, .. } = parameters;
        let Parameters { micro_slip, coupling, .. } = parameters;
        let ports = Ports::new(parameters.build.ports, parameters.build.mobility);
        let materials = [material_a, material_b];
        let film = None;
        CommonParameters { materials, contact, friction, micro_slip, coupling, film, ports }
    }

    #[inline(always)]
    fn report(joint: &TranslationalClearance, points: &Points<CORNERS>) -> Report {
        let Points { motion, now, active, onsets, peak_normal_force, coupling, .. } = points;
        let [right_lower, left_lower, right_upper, left_upper] = array::from_fn(|index| {
            let direction = Guide::direction(&joint.geometry.touch(index, motion));
            CornerReport::new(&now[index], active[index], direction)
        });
        let begun = onsets.iter().filter(|onset| **onset != Onset::default());
        let last = begun.max_by(|a, b| a.time.total_cmp(&b.time)).copied().unwrap_or_default();
        let contact = ContactReport {
            count: active.iter().map(|active| i32::from(*active)).sum(),
            start_time: last.time,
            impact_speed: last.impact_speed,
            impact_restitution: joint.contact.normal.prescribed(last.impact_speed),
            peak_normal_force: *peak_normal_force,
        };
        let (energy, coupling) = (points.energy(), *coupling);
        Report { right_lower, left_lower, right_upper, left_upper, contact, energy, coupling }
    }

    fn warning(joint: &TranslationalClearance) -> Option<&'static str> {
        joint
            .never_turns()
            .then_some("coupling.mobility_phiphi = 0: inside a step no load turns the slider")
    }
}

impl CornerReport {
    /// The report of one corner; `direction` is that of [`Guide::direction`].
    fn new(now: &Snapshot, active: bool, direction: f64) -> Self {
        Self {
            penetration: now.penetration,
            normal_force: now.normal_force,
            tangential_force: direction * now.friction_force,
            sliding_speed: direction * now.sliding_speed,
            active,
            bristle: now.bristle,
            bristle_rate: now.bristle_rate,
        }
    }
}
