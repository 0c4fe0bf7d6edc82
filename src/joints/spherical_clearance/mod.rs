//! A ball with play in its socket: it turns as it likes, moves by the clearance and touches the socket anywhere.

mod notices;
mod quantities;

use super::doubts;
use super::mating::{CommonParameters, InstantReport, MatingGeometry, MatingJoint};
use crate::base::real::length;
use crate::base::{Fault, Pair};
use crate::coupling::Notices;
use crate::laws::contact::elastic::Hertz;
use crate::laws::contact::{Loss, Onset};
use crate::laws::mating::{Ball, MatingParts};
use crate::model::Variables;
use model_description::{Interval, Quantities, Row};

use quantities::{BallBristles, ContactParameters, ContactReport, FrictionReport, Geometry};
pub use quantities::{Parameters, Report};

/// A ball with play in its socket.
///
/// Body a carries the socket, its frame in the middle of it; body b the ball, its frame in the middle of that. Loads do not depend
/// on how either frame is turned.
pub type SphericalClearance = MatingJoint<Socket>;

/// The geometry of a ball in a socket.
#[derive(Debug)]
pub struct Socket;

impl MatingGeometry for Socket {
    const NAME: &'static str = "spherical_clearance";
    const ABOUT: &'static str =
        "A ball with play in a socket: it turns freely but for friction and knocks on the socket.";
    type Parameters = Parameters;

    fn parts(parameters: &Parameters) -> Result<MatingParts, Fault> {
        let Parameters { geometry, contact, material_a, material_b, .. } = parameters;
        let Geometry { socket_radius, clearance } = *geometry;
        Fault::check(
            "geometry.clearance",
            clearance,
            Interval::above(0.0).below(socket_radius),
            "radial clearance; the ball radius is geometry.socket_radius minus this",
        )?;
        Pair::new(*material_a, *material_b)?;
        let radius = socket_radius - clearance;
        Ok(MatingParts::Ball(Ball {
            radius,
            clearance,
            law: Hertz::internal(socket_radius, radius, material_a, material_b, 1.5),
            damping: damping(contact),
            floor: contact.impact_speed_floor,
        }))
    }

    fn losses(parameters: &Parameters) -> [Loss; 2] {
        [damping(&parameters.contact); 2]
    }

    fn common(parameters: &Parameters) -> CommonParameters<'_> {
        let Parameters { contact, friction, coupling, build, .. } = parameters;
        CommonParameters {
            by_speed: &contact.by_speed,
            friction,
            face_friction: 1.0,
            coupling,
            ports: build.ports,
            mobility: build.mobility,
        }
    }

    fn report_rows(_: &Parameters) -> Vec<Row> {
        Report::default().rows()
    }

    fn bristles(_: &MatingParts) -> Vec<(String, &'static [&'static str])> {
        vec![("bristle".to_owned(), &["x", "y", "z"])]
    }

    fn report(joint: &SphericalClearance, instant: &InstantReport, report: &mut [f64]) {
        let (work, laws) = (joint.evaluated(), joint.laws());
        let bristle = (instant.bristles)(0);
        let (rubbed, lost) =
            work.friction_load(|surface, site| laws.friction_at(surface, bristle, site).0);
        let ([x, y, z], [x_rate, y_rate, z_rate]) = (bristle, joint.bristle_rates(0, bristle));
        Report {
            contact: contact(joint, instant),
            friction: FrictionReport { torque: rubbed.moment.norm() },
            bristle: BallBristles { x, y, z, x_rate, y_rate, z_rate },
            energy: joint.energy(instant, lost),
            coupling: instant.coupling,
        }
        .write(report);
    }

    fn doubts(parameters: &Parameters) -> Vec<String> {
        let Parameters { geometry, contact, friction, coupling, .. } = parameters;
        let all = [
            doubts::friction(friction),
            doubts::restitution(contact.restitution),
            doubts::clearance(geometry.clearance, geometry.socket_radius, None),
            doubts::mobility(coupling),
        ];
        all.into_iter().flatten().collect()
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        notices::of(variables)
    }
}

/// Loss of the contact.
fn damping(contact: &ContactParameters) -> Loss {
    Loss::new(contact.dissipation, contact.restitution, &contact.by_speed)
}

/// Returns the report of the contact last evaluated.
fn contact(joint: &SphericalClearance, instant: &InstantReport) -> ContactReport {
    let (work, parts) = (joint.evaluated(), joint.laws().parts);
    let (penetration, penetration_rate) = work.gaps[0];
    let Onset { time, impact_speed } = instant.onsets[0];
    let place = work.motion.position;
    let normal = place.try_normalize(0.0).unwrap_or_default();
    let depth = penetration.max(0.0);
    // The radius of Hertz's contact of two spheres is the root of their relative radius of curvature times the depth.
    let curvature = parts.outer_radius() * parts.lever() / parts.clearance();
    ContactReport {
        penetration,
        penetration_rate,
        normal_force: work.normal_force(),
        peak_normal_force: instant.peak_normal_force,
        half_angle: (curvature * depth).sqrt() / parts.lever(),
        normal_x: normal.x,
        normal_y: normal.y,
        normal_z: normal.z,
        sliding_speed: length(&work.sites[0].slip),
        active: instant.active[0],
        start_time: time,
        impact_speed,
        impact_restitution: parts.loss(false).restitution(impact_speed),
    }
}
