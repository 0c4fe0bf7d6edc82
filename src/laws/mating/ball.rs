//! A ball with play in a hollow sphere: one contact, anywhere in the socket.

use super::contact::Contact;
use super::friction_site::FrictionSite;
use crate::base::Real;
use crate::kinematics::spatial::{Motion, Wrench, lift, zeros};
use crate::laws::contact::Loss;
use crate::laws::contact::elastic::Hertz;
use nalgebra::Vector3;

/// Half-angle of a contact, seen from the ball's middle, beyond which Hertz's law is too soft \[rad\].
pub(crate) const LARGEST_HALF_ANGLE: f64 = 0.5;

/// A ball in its socket, with its laws. The frame of body a is in the middle of the socket, that of body b in the middle of the
/// ball.
///
/// Source: geometry of two spheres. The ball touches where its middle has moved to, so the normal force has no moment about the
/// middle; friction acts on the ball's surface there. Hertz's law is exact for it while the contact's radius is small beside the
/// ball's: its half-angle is √(δ/c). There is no resistance to a spin about the contact's normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ball {
    /// Radius of the ball \[m\].
    pub radius: f64,
    /// Radial clearance: radius of the socket minus that of the ball \[m\].
    pub clearance: f64,
    /// Force of two spheres against penetration.
    pub law: Hertz,
    /// Loss of the contact.
    pub damping: Loss,
    /// Lower limit of δ̇⁻ \[m/s\].
    pub floor: f64,
}

/// A ball's place in its socket.
struct Place<T> {
    /// Distance of both middles \[m\].
    apart: T,
    /// Unit vector from the socket's middle to the ball's; zeros if they are one.
    normal: Vector3<T>,
}

impl<T: Real> Place<T> {
    #[inline]
    fn of(b: &Motion<T>) -> Self {
        let square = b.position.dot(&b.position);
        if square.re() > 0.0 {
            let apart = square.sqrt();
            Self { apart, normal: b.position / apart }
        } else {
            Self { apart: T::from(0.0), normal: zeros() }
        }
    }
}

impl Ball {
    /// Computes depth and rate for a motion.
    pub fn survey<T: Real>(&self, contact: &mut Contact<T>, b: &Motion<T>) {
        contact.motion = *b;
        contact.gaps = std::array::from_fn(|place| self.gap(place, b));
        let (depth, rate) = contact.gaps[0];
        contact.in_hole = depth.re() > 0.0;
        // The only slice: both of its borders are as deep.
        for edge in &mut contact.edges {
            (edge.section.depth, edge.rate) = (depth, rate);
        }
    }

    /// Returns depth \[m\] and its rate \[m/s\] at contact number `place`, the first of which is that of the ball.
    #[inline]
    pub fn gap<T: Real>(&self, place: usize, b: &Motion<T>) -> (T, T) {
        if place > 0 {
            return (T::from(-self.clearance), T::from(0.0));
        }
        let Place { apart, normal } = Place::of(b);
        (apart - self.clearance, normal.dot(&b.velocity))
    }

    /// Returns the load on b of a unit normal force at contact number `place`: it passes through the ball's middle.
    pub fn unit_load(&self, place: usize, b: &Motion<f64>) -> Wrench<f64> {
        let normal = if place == 0 { Place::of(b).normal } else { Vector3::zeros() };
        Wrench { force: -normal, moment: Vector3::zeros() }
    }

    /// Computes the normal force for the present onset.
    pub fn press<T: Real>(&self, contact: &mut Contact<T>) {
        let zero = T::from(0.0);
        (contact.load, contact.stored, contact.damped) = (Wrench::zero(), zero, zero);
        contact.sites[0] = FrictionSite::none();
        if !contact.in_hole {
            return;
        }
        let b = contact.motion;
        let (depth, rate) = contact.gaps[0];
        let normal = Place::of(&b).normal;
        let elastic = self.law.force(depth);
        let normal_force = elastic * self.damping.multiplier(self.floor, contact.onsets[0], rate);
        contact.load.force = -normal * normal_force;
        contact.stored = T::from(self.law.potential(depth.re()));
        contact.damped = (normal_force - elastic) * rate;
        let arm = normal * T::from(self.radius);
        let surface = b.velocity + b.spin.cross(&arm);
        let slip = surface - normal * normal.dot(&surface);
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()].map(lift::<T>);
        contact.sites[0] = FrictionSite {
            normal_force,
            arm,
            normal,
            directions: axes.map(|axis| axis - normal * normal.dot(&axis)),
            lever: zero,
            slip: slip.into(),
        };
    }

    /// Returns the rate \[m/s\] of `bristle` by the turning of the surface where it is: so it stays in the surface.
    pub fn turning<T: Real>(&self, b: &Motion<T>, bristle: [T; 3]) -> [T; 3] {
        let Place { apart, normal } = Place::of(b);
        if apart.re() == 0.0 {
            return [T::from(0.0); 3];
        }
        let across = b.velocity - normal * normal.dot(&b.velocity);
        let along = across.dot(&Vector3::from(bristle)) / apart;
        (-normal * along).into()
    }

    /// Returns the penetration at which the contact reaches the largest half-angle of the law \[m\].
    pub fn valid_depth(&self) -> f64 {
        let square = LARGEST_HALF_ANGLE * LARGEST_HALF_ANGLE;
        square * self.clearance * self.radius / (self.radius + self.clearance)
    }
}
