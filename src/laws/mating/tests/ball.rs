//! A ball in its socket: symmetry, energy, bristles that stay in the surface.

use super::super::ball::Ball;
use crate::base::Material;
use crate::kinematics::spatial::{Motion, Wrench};
use crate::laws::contact::Loss;
use crate::laws::contact::elastic::Hertz;
use crate::laws::mating::{Contact, FrictionSite};
use nalgebra::{UnitQuaternion, Vector3};
use num_dual::Dual64;
use std::f64::consts::TAU;

fn ball(damping: f64) -> Ball {
    let steel = Material::default();
    Ball {
        radius: 0.00995,
        clearance: 5e-5,
        law: Hertz::internal(0.01, 0.00995, &steel, &steel, 1.5),
        damping: Loss::of_factor(damping),
        floor: 1e-3,
    }
}

fn pressed(ball: &Ball, b: &Motion<f64>) -> Contact<f64> {
    let mut contact = Contact::new(1);
    ball.survey(&mut contact, b);
    contact.find_onsets(ball.floor, |_| 0.1, |_, _, rate| rate);
    ball.press(&mut contact);
    contact
}

fn somewhere() -> Motion<f64> {
    Motion {
        position: Vector3::new(3e-5, -2e-5, 4.2e-5),
        velocity: Vector3::new(0.1, 0.05, -0.2),
        spin: Vector3::new(5.0, -20.0, 8.0),
        ..Motion::rest()
    }
}

#[test]
fn the_force_is_that_of_two_spheres_through_the_middle_of_the_ball() {
    let ball = ball(0.0);
    let b = somewhere();
    let Contact { load, stored, .. } = pressed(&ball, &b);
    let depth = b.position.norm() - 5e-5;
    // Hertz's law for the relative curvature 1/R_j − 1/R_i, written out.
    let modulus = 207e9 / (1.0 - 0.3 * 0.3) / 2.0;
    let curvature = 1.0 / 0.00995 - 1.0 / 0.01;
    let force = 4.0 / 3.0 * modulus * (1.0_f64 / curvature).sqrt() * depth.powf(1.5);
    assert!((load.force.norm() / force - 1.0).abs() < 1e-9, "{} {force}", load.force.norm());
    assert_eq!(load.moment, Vector3::zeros());
    assert!(load.force.normalize().dot(&b.position.normalize()) < -1.0 + 1e-14);
    assert!((stored / (0.4 * force * depth) - 1.0).abs() < 1e-12);
}

#[test]
fn damping_takes_the_power_of_the_force_beyond_the_elastic_one() {
    let b = somewhere();
    let [elastic, damped] = [0.0, 0.3].map(|factor| pressed(&ball(factor), &b));
    let rate = b.velocity.dot(&b.position.normalize());
    // The impact speed of `pressed` is 0.1 m/s.
    let more = damped.load.force.norm() / elastic.load.force.norm();
    assert!((more - (1.0 + 0.3 * rate / 0.1)).abs() < 1e-12, "{more}");
    let lost = (damped.load.force - elastic.load.force).norm() * rate.abs();
    assert!((damped.damped / lost - 1.0).abs() < 1e-12, "{} {lost}", damped.damped);
    assert_eq!(elastic.damped, 0.0);
}

#[test]
fn the_surface_slips_along_itself() {
    let b = somewhere();
    let contact = pressed(&ball(0.0), &b);
    let normal = b.position.normalize();
    let slip = Vector3::from(contact.sites[0].slip);
    assert!(slip.dot(&normal).abs() < 1e-15, "{slip}");
    let along = b.velocity - normal * normal.dot(&b.velocity) + b.spin.cross(&normal) * 0.00995;
    assert!((slip - along).norm() < 1e-14, "{slip} {along}");
}

#[test]
fn everything_turns_with_the_pair() {
    let ball = ball(0.3);
    let b = somewhere();
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(1.0, -2.0, 0.7));
    let turned = Motion {
        position: turn * b.position,
        axis: turn * b.axis,
        velocity: turn * b.velocity,
        spin: turn * b.spin,
    };
    let (here, there) = (pressed(&ball, &b), pressed(&ball, &turned));
    let [slip, other] = [&here, &there].map(|contact| Vector3::from(contact.sites[0].slip));
    assert!((turn * slip - other).norm() < 1e-14);
    assert!((turn * here.load.force - there.load.force).norm() < 1e-9 * here.load.force.norm());
    assert!((here.damped / there.damped - 1.0).abs() < 1e-10 && here.damped > 0.0);
    // Friction of bristles that turn, too.
    let moment = |contact: &Contact<f64>, bristle: Vector3<f64>| -> Wrench<f64> {
        contact.sites[0].load(&bristle.into(), &Vector3::z())
    };
    let bristle = Vector3::new(1.0, 0.5, -0.3);
    let [one, two] = [moment(&here, bristle), moment(&there, turn * bristle)];
    assert!((turn * one.force - two.force).norm() < 1e-14);
    assert!((turn * one.moment - two.moment).norm() < 1e-14);
    assert!(one.force.dot(&here.sites[0].normal).abs() < 1e-14, "friction lies in the surface");
}

#[test]
fn a_ball_in_the_middle_of_its_socket_has_no_direction_and_no_derivative_that_is_not_finite() {
    let (depth, rate) = ball(0.0).gap(0, &Motion::<f64>::rest());
    assert_eq!((depth, rate), (-5e-5, 0.0));
    let mut b = Motion::<Dual64>::rest();
    b.position.x = b.position.x.derivative();
    let (depth, rate) = ball(0.0).gap(0, &b);
    assert!(depth.eps.is_finite() && rate.eps.is_finite());
}

/// Returns the ball at a colatitude of 60° and this longitude, as it moves round there.
fn on_a_circle(angle: f64) -> Motion<f64> {
    let (sin, cos) = angle.sin_cos();
    let (out, up) = (5.1e-5 * 0.75_f64.sqrt(), 5.1e-5 * 0.5);
    Motion {
        position: Vector3::new(out * cos, out * sin, up),
        velocity: Vector3::new(-out * sin, out * cos, 0.0),
        ..Motion::rest()
    }
}

/// On a sphere a vector that is carried round a circle comes back turned by the enclosed solid angle: here π.
#[test]
fn bristles_carried_round_a_circle_turn_by_its_solid_angle() {
    let ball = ball(0.0);
    let count = 4000;
    let size = TAU / f64::from(count);
    let start = Vector3::new(0.0, 1e-7, 0.0);
    let (mut walked, mut integrated) = (start, start);
    for step in 0..count {
        let next = on_a_circle(size * f64::from(step + 1));
        let site: FrictionSite<f64> = pressed(&ball, &next).sites[0];
        walked = site.in_surface(walked.into()).into();
        let middle = on_a_circle(size * (f64::from(step) + 0.5));
        let at =
            |bristle: Vector3<f64>, b: &Motion<f64>| Vector3::from(ball.turning(b, bristle.into()));
        let half = integrated + at(integrated, &on_a_circle(size * f64::from(step))) * (0.5 * size);
        integrated += at(half, &middle) * size;
    }
    // Steps of 1.6 mrad; both are of second order.
    assert!((walked + start).norm() < 1e-5 * 1e-7, "{walked}");
    assert!((integrated + start).norm() < 1e-5 * 1e-7, "{integrated}");
    assert!((walked.norm() / 1e-7 - 1.0).abs() < 1e-12);
}

#[test]
fn the_damped_power_is_that_of_the_force_beyond_the_elastic_one() {
    let b = somewhere();
    let [elastic, damped] = [0.0, 0.5].map(|damping| pressed(&ball(damping), &b));
    let normal = b.position.normalize();
    let rate = b.velocity.dot(&normal);
    let beyond = (elastic.load.force - damped.load.force).dot(&normal);
    assert!(beyond.abs() > 1.0, "{beyond}");
    assert!((damped.damped / (beyond * rate) - 1.0).abs() < 1e-9, "{} {beyond}", damped.damped);
}
