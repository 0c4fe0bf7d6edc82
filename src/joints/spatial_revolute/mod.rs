//! A journal with play in a bearing, in space: it tilts, touches edges and slides against thrust faces.

mod notices;
mod quantities;
mod report;

use super::doubts;
use super::mating::{CommonParameters, InstantReport, MatingGeometry, MatingJoint};
use super::revolute::elastic::elastic_law;
use crate::base::{Fault, effective_modulus};
use crate::coupling::Notices;
use crate::laws::contact::elastic::Bearing;
use crate::laws::contact::{Elastic, Loss};
use crate::laws::mating::{Faces, Fit, LineLoad, MatingParts, TiltingJournal};
use crate::model::Variables;
use model_description::{Choice, Interval, Row};

use quantities::{ContactParameters, Geometry, LineChoice};
pub use quantities::{Parameters, Report};

/// A journal with play in a bearing.
///
/// Body a carries the bearing, its frame in the middle of the hole with z along it; body b the journal,
/// its frame in the middle of the journal with z along that.
pub type SpatialRevolute = MatingJoint<Pin>;

/// The geometry of a journal in a bearing.
#[derive(Debug)]
pub struct Pin;

impl MatingGeometry for Pin {
    const NAME: &'static str = "spatial_revolute";
    const ABOUT: &'static str = "A pin with play in a hole, in space: it tilts, touches edges, slides axially and meets thrust faces.";
    type Parameters = Parameters;

    fn parts(parameters: &Parameters) -> Result<MatingParts, Fault> {
        tilting_journal(parameters).map(MatingParts::Journal)
    }

    fn losses(parameters: &Parameters) -> [Loss; 2] {
        damping(parameters)
    }

    fn common(parameters: &Parameters) -> CommonParameters<'_> {
        let Parameters { contact, friction, face, coupling, build, .. } = parameters;
        CommonParameters {
            by_speed: &contact.by_speed,
            friction,
            face_friction: face.friction_scale,
            coupling,
            ports: build.ports,
            mobility: build.mobility,
        }
    }

    fn report_rows(parameters: &Parameters) -> Vec<Row> {
        quantities::report_rows(parameters.build.slices.unsigned_abs() as usize)
    }

    fn bristles(parts: &MatingParts) -> Vec<(String, &'static [&'static str])> {
        let slices = parts.slices();
        let names = |surface| -> &'static [&'static str] {
            if surface < slices { &["around", "along"] } else { &["x", "y", "spin"] }
        };
        let all = quantities::bristle_parts(slices).enumerate();
        all.map(|(surface, part)| (part, names(surface))).collect()
    }

    fn report(joint: &SpatialRevolute, instant: &InstantReport, report: &mut [f64]) {
        joint.write_report(instant, report);
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        notices::of(variables)
    }

    fn doubts(parameters: &Parameters) -> Vec<String> {
        let Parameters { geometry, contact, friction, coupling, .. } = parameters;
        let Parameters { material_a, material_b, surface, .. } = parameters;
        let Geometry { bearing_radius: radius, clearance, length, .. } = *geometry;
        let elastic = contact.elastic.law();
        let bearing = Bearing { radius, length, clearance };
        let materials = [material_a, material_b];
        let law = elastic_law(elastic, contact.exponent, &bearing, materials, surface).ok();
        let is_hertz = contact.line_law == LineChoice::Spread && elastic == Elastic::Hertz;
        let better = is_hertz.then_some("contact.line_law = conformal");
        let all = [
            doubts::friction(friction),
            doubts::restitution(contact.restitution),
            doubts::clearance(clearance, radius, better),
            law.and_then(|law| doubts::over_smooth(&law, contact.elastic.name())),
            doubts::mobility(coupling),
        ];
        all.into_iter().flatten().collect()
    }
}

/// Loss of hole and faces.
fn damping(parameters: &Parameters) -> [Loss; 2] {
    let Parameters { contact, face, .. } = parameters;
    let own = face.restitution > 0.0;
    let faces = if own { face.restitution } else { contact.restitution };
    let ContactParameters { dissipation, by_speed, .. } = contact;
    [contact.restitution, faces].map(|e| Loss::new(*dissipation, e, by_speed))
}

/// Geometry and laws of the parameters.
fn tilting_journal(parameters: &Parameters) -> Result<TiltingJournal, Fault> {
    let Parameters { geometry, contact, surface, material_a, material_b, build, .. } = parameters;
    let Geometry { bearing_radius: radius, clearance, length, journal_length, .. } = *geometry;
    Fault::check(
        "geometry.clearance",
        clearance,
        Interval::above(0.0).below(radius),
        "radial clearance; the journal radius is geometry.bearing_radius minus this",
    )?;
    let materials = [material_a, material_b];
    let line = match contact.line(materials, radius - clearance, length)? {
        Some(law) => LineLoad::Line(law, clearance),
        None => {
            let bearing = Bearing { radius, length, clearance };
            let (elastic, exponent) = (contact.elastic.law(), contact.exponent);
            let law = elastic_law(elastic, exponent, &bearing, materials, surface)?;
            LineLoad::Spread(law, length)
        }
    };
    let fit = Fit { clearance, journal_radius: radius - clearance };
    let faces = faces(parameters)?;
    let journal_length = match faces {
        Some(faces) => {
            let meaning =
                "length of the journal; with faces it is geometry.length and both plays, so 0";
            Fault::check(
                "geometry.journal_length",
                journal_length,
                Interval::closed(0.0, 0.0),
                meaning,
            )?;
            length + 2.0 * faces.play
        }
        None => {
            let shared = if journal_length > 0.0 { journal_length.min(length) } else { length };
            let least = 3.0 * (fit.journal_radius * clearance).sqrt();
            let meaning = "length that hole and journal share in m, at least thrice the root of \
                           clearance times journal radius without faces: a disc, not a pin";
            Fault::check(
                "geometry.length",
                shared,
                Interval::closed(least, f64::INFINITY),
                meaning,
            )?;
            if journal_length > 0.0 { journal_length } else { f64::INFINITY }
        }
    };
    Ok(TiltingJournal {
        fit,
        bearing_length: length,
        journal_length,
        slices: build.slices.unsigned_abs() as usize,
        line,
        damping: damping(parameters),
        floor: contact.impact_speed_floor,
        faces,
    })
}

/// The thrust faces; `None` if their outer radius is 0.
fn faces(parameters: &Parameters) -> Result<Option<Faces>, Fault> {
    let Parameters { geometry, face, material_a, material_b, .. } = parameters;
    let outer = geometry.face_outer_radius;
    if outer == 0.0 {
        return Ok(None);
    }
    let radius = geometry.bearing_radius;
    let inner = if geometry.face_inner_radius > 0.0 { geometry.face_inner_radius } else { radius };
    let from = Interval::closed(radius, f64::INFINITY);
    let meaning = "inner radius of the thrust faces in m, at least geometry.bearing_radius";
    Fault::check("geometry.face_inner_radius", inner, from, meaning)?;
    let meaning = "outer radius of the thrust faces in m, more than the inner one; 0 for none";
    Fault::check("geometry.face_outer_radius", outer, Interval::above(inner), meaning)?;
    let stiffness = if face.stiffness > 0.0 {
        face.stiffness
    } else {
        2.0 * effective_modulus(material_a, material_b) * outer
    };
    Ok(Some(Faces {
        half_length: 0.5 * geometry.length,
        play: geometry.axial_clearance,
        inner,
        outer,
        foundation: Faces::foundation(stiffness, inner, outer),
    }))
}
