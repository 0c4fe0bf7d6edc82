//! The variables of the spatial revolute joint.

use crate::base::{Fault, Material, Pair};
use crate::coupling::{MobilityFrom, SpatialCoupling, SpatialReport};
use crate::joints::point_contact::EnergyReport;
use crate::laws::contact::elastic::{Elastic, Surface};
use crate::laws::contact::line::{Line, LineOptions};
use crate::laws::contact::{Dissipation, LineLaw, SpeedRestitution};
use crate::laws::friction::FrictionParameters;
use crate::laws::mating::MOST_SLICES;
use crate::ports::PortKind;
use model_description::Interval;
use model_description::{NOT_NEGATIVE, POSITIVE, Quantities, Row, choices, quantities};

choices! {
    /// Law of the normal contact along the hole.
    pub enum LineChoice {
        /// The law of contact.elastic, distributed over the hole's length.
        Spread: "elastic" = 1,
        /// Liu and others (2007): an elastic foundation; explicit, too soft in narrow contacts.
        Liu: "liu" = 2,
        /// Hertz's two parallel cylinders: for large clearances.
        Hertz: "hertz" = 3,
        /// Johnson's cylinder in a deep half-plane.
        Johnson: "johnson" = 4,
        /// Radzimovsky's two cylinders squeezed between flats.
        Radzimovsky: "radzimovsky" = 5,
        /// Lankarani and Nikravesh's law for spheres, distributed over the length.
        LankaraniNikravesh: "lankarani_nikravesh" = 6,
        /// Persson's disc in a hole of nearly its size, as printed: too stiff in narrow contacts.
        Persson: "persson" = 7,
        /// Plane elasticity for every load, from Johnson's law to a pin that fills its hole: the choice when in doubt.
        Conformal: "conformal" = 8,
    }
}

choices! {
    /// Elastic law of a parallel journal.
    pub enum ElasticChoice {
        /// Hertz stiffness of two smooth bodies times a power of the penetration.
        Hertz: "hertz" = 1,
        /// Bai and Zhao's law for a pin nearly as large as its hole.
        Hybrid: "hybrid" = 2,
        /// Stiffness of a rough surface times a power of the penetration, as in the source.
        Fractal: "fractal" = 3,
        /// Stiffness of a rough surface, integrated over the penetration.
        FractalIntegrated: "fractal_integrated" = 4,
    }
}

impl ElasticChoice {
    /// The elastic law; kelvin_voigt is left out: it has no distribution over a line.
    pub(super) fn law(self) -> Elastic {
        match self {
            Self::Hertz => Elastic::Hertz,
            Self::Hybrid => Elastic::Hybrid,
            Self::Fractal => Elastic::Fractal,
            Self::FractalIntegrated => Elastic::FractalIntegrated,
        }
    }
}

impl LineChoice {
    /// The line law; `None` if the elastic law is distributed.
    fn line(self) -> Option<Line> {
        match self {
            Self::Spread => None,
            Self::Liu => Some(Line::Liu),
            Self::Hertz => Some(Line::Hertz),
            Self::Johnson => Some(Line::Johnson),
            Self::Radzimovsky => Some(Line::Radzimovsky),
            Self::LankaraniNikravesh => Some(Line::LankaraniNikravesh),
            Self::Persson => Some(Line::Persson),
            Self::Conformal => Some(Line::Conformal),
        }
    }
}

quantities! {
    /// The hole, the journal and the faces.
    pub struct Geometry {
        /// Radius of the bearing hole.
        bearing_radius: "m" = 0.01 in POSITIVE,
        /// Radial clearance: bearing radius minus journal radius.
        clearance: "m" = 5.0e-5 in POSITIVE,
        /// Length of the hole.
        length: "m" = 0.02 in POSITIVE,
        /// Length of the journal; 0 for one that extends beyond the hole on both sides, as it does with faces.
        journal_length: "m" = 0.0 in NOT_NEGATIVE,
        /// Axial play between a face of the bearing and its collar on the journal, on each side.
        axial_clearance: "m" = 1.0e-4 in NOT_NEGATIVE,
        /// Inner radius of the thrust faces; 0 for the bearing radius.
        face_inner_radius: "m" = 0.0 in NOT_NEGATIVE,
        /// Outer radius of the thrust faces; 0 for no faces.
        face_outer_radius: "m" = 0.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// The thrust faces.
    pub struct FaceParameters {
        /// Stiffness of a flat collar, force per penetration; 0 for that of a rigid punch, 2E*R_o.
        stiffness: "N/m" = 0.0 in NOT_NEGATIVE,
        /// Coefficient of restitution of the faces; 0 and below mean contact.restitution.
        restitution: "1" = -1.0 in Interval::closed(-1.0, 1.0),
        /// Friction of the faces relative to that of the hole.
        friction_scale: "1" = 1.0 in NOT_NEGATIVE,
    }
}

quantities! {
    /// Normal contact of journal and bearing.
    pub struct ContactParameters {
        /// Load per length against penetration.
        line_law: LineChoice,
        /// Choices of single line laws.
        line: LineOptions flat,
        /// Elastic law: force of a parallel journal against penetration.
        /// Used by contact.line_law = elastic.
        elastic: ElasticChoice,
        /// Dissipation law: computes the damping from the restitution.
        dissipation: Dissipation with { Dissipation::Modified },
        /// Prescribed coefficient of restitution.
        restitution: "1" tunable = 0.9 in Interval::above(0.0).up_to(1.0),
        /// Restitution against the speed of the impact.
        by_speed: SpeedRestitution flat,
        /// Exponent of the penetration in the elastic law; 1.5 is Hertz's theory.
        /// Used by contact.line_law = elastic.
        exponent: "1" = 1.5 in Interval::closed(1.0, 3.0),
        /// Lower limit of the impact speed in the damping, so that lasting contact is not over-damped.
        impact_speed_floor: "m/s" = 1.0e-3 in POSITIVE,
    }
}

impl ContactParameters {
    /// The line law of a pin of this radius in a hole of this length \[m\]; `None` if the elastic law is
    /// distributed.
    pub(super) fn line(
        &self,
        materials: [&Material; 2],
        radius: f64,
        length: f64,
    ) -> Result<Option<LineLaw>, Fault> {
        let pair = Pair::new(*materials[0], *materials[1])?;
        let law = |line| LineLaw::of(line, &pair, self.line, radius, length);
        self.line_law.line().map(law).transpose()
    }
}

quantities! {
    /// Choices at the build.
    pub struct Choices {
        /// How bodies and joint are connected.
        ports: PortKind constant,
        /// Slices along the part of the hole that contains the journal.
        slices: i32 constant = 6 in Interval::closed(2.0, MOST_SLICES as f64),
        /// Whether the mobility for coupling.method = predicted is a parameter or an input.
        mobility: MobilityFrom constant,
    }
}

quantities! {
    /// Parameters, fixed before the first step.
    pub struct Parameters {
        /// The hole, the journal and the faces.
        geometry: Geometry,
        /// The thrust faces.
        face: FaceParameters,
        /// Material of the bearing.
        material_a: Material,
        /// Material of the journal.
        material_b: Material,
        /// Normal contact of journal and bearing.
        contact: ContactParameters,
        /// The rough surfaces.
        surface: Surface,
        /// Friction along the contact.
        friction: FrictionParameters,
        /// Coupling of joint and host.
        coupling: SpatialCoupling,
        /// Choices at the build.
        build: Choices,
    }
}

quantities! {
    /// The whole contact at the end of the last committed step.
    pub struct WholeReport {
        /// Length of the hole that contains the journal.
        overlap: "m",
        /// Angle between the axes of bearing and journal.
        tilt: "rad",
        /// Sum of all normal forces.
        normal_force: "N",
        /// Largest sum of all normal forces inside the last step; the present one in model exchange.
        peak_normal_force: "N",
        /// Whether the bodies touch anywhere.
        active: bool,
    }
}

quantities! {
    /// One of the four places where contacts begin.
    pub struct PlaceReport {
        /// Penetration at this end of the hole, or at the deepest point of this face; negative while apart.
        penetration: "m",
        /// Rate of the penetration, positive while the bodies approach.
        penetration_rate: "m/s",
        /// Normal force of the contact at this end, or at this face, never negative: this half of the hole's where both ends touch, the whole hole's where the other end does not.
        normal_force: "N",
        /// Sliding speed where this contact presses hardest, or at the centre of pressure of this face; 0 while apart.
        sliding_speed: "m/s",
        /// Whether this end or this face touches.
        active: bool,
        /// Time at which the last contact here began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact here began; 0 before the first contact.
        impact_speed: "m/s",
        /// Restitution that is prescribed at that speed.
        impact_restitution: "1",
    }
}

quantities! {
    /// Friction of all contacts.
    pub struct FrictionReport {
        /// Moment of all friction on the journal about its own axis.
        torque: "N.m",
    }
}

quantities! {
    /// The joint at the end of the last committed step.
    pub struct Report {
        /// The whole contact.
        contact: WholeReport,
        /// The contact at the end of the hole at negative z.
        lower: PlaceReport,
        /// The contact at the end of the hole at positive z.
        upper: PlaceReport,
        /// The thrust face at negative z.
        lower_face: PlaceReport,
        /// The thrust face at positive z.
        upper_face: PlaceReport,
        /// Friction of all contacts.
        friction: FrictionReport,
        /// The energies.
        energy: EnergyReport,
        /// Joint and host.
        coupling: SpatialReport,
    }
}

quantities! {
    /// Bristles of one slice of the hole; the first slice is at the most negative position along it.
    pub struct SliceBristles {
        /// Deflection of the friction bristles around the journal at this slice; 0 without contact.
        around: "m",
        /// Deflection of the friction bristles along the journal's axis at this slice; 0 without contact.
        along: "m",
        /// Rate of the deflection around the journal.
        around_rate: "m/s",
        /// Rate of the deflection along the axis.
        along_rate: "m/s",
    }
}

quantities! {
    /// Bristles of one thrust face.
    pub struct FaceBristles {
        /// Deflection of this face's bristles along the direction nearest to the x axis of frame a; 0 without contact.
        x: "m",
        /// Deflection of this face's bristles perpendicular to the first; 0 without contact.
        y: "m",
        /// Deflection of this face's bristles by the spin about the journal's axis; 0 without contact.
        spin: "m",
        /// Rate of the first deflection.
        x_rate: "m/s",
        /// Rate of the second deflection.
        y_rate: "m/s",
        /// Rate of the deflection by the spin.
        spin_rate: "m/s",
    }
}

/// The parts of the report that hold the bristles of each surface: slices, then faces.
pub(super) fn bristle_parts(slices: usize) -> impl Iterator<Item = String> {
    let width = slices.to_string().len().max(2);
    let slice = move |number: usize| format!("slice_{:0width$}.bristle", number + 1);
    let faces = ["lower_face.bristle", "upper_face.bristle"].map(str::to_owned);
    (0..slices).map(slice).chain(faces)
}

/// The rows of the report of a joint with this number of slices.
pub(super) fn report_rows(slices: usize) -> Vec<Row> {
    let mut rows = Report::default().rows();
    for (surface, part) in bristle_parts(slices).enumerate() {
        let own = if surface < slices {
            SliceBristles::default().rows()
        } else {
            FaceBristles::default().rows()
        };
        rows.extend(own.into_iter().map(|row| row.inside(&part)));
    }
    rows
}
