//! Springs with dampers between the bodies of a group.

use super::attachment::Attachment;
use super::bodies::Bodies;
use crate::group::plan::SpringKind;
use crate::kinematics::planar::{Axes, Motion, Wrench, quarter_turn};
use nalgebra::{Matrix3, Vector2, Vector3};

/// A spring with a damper.
#[derive(Debug, Clone)]
pub(crate) struct Spring {
    pub kind: SpringKind,
    pub bodies: [usize; 2],
    /// Its ends on the bodies.
    pub ends: [Attachment; 2],
    /// Stiffness between the components of its stretch \[N/m, N, N m/rad\].
    pub stiffness: Matrix3<f64>,
    /// Damping \[N s/m, N s, N m s/rad\].
    pub damping: Matrix3<f64>,
    /// Length \[m\] or angle \[rad\] without load.
    pub rest: f64,
}

/// An end where its body is placed: the arm from the centre of mass, and the motion.
type End = (Vector2<f64>, Motion<f64>);

impl Spring {
    /// Adds the generalised forces of its load where the bodies are placed to `forces`, and those of its damper alone to
    /// `viscous`, too; returns the energy stored \[J\].
    pub fn exert(&self, bodies: &Bodies, [forces, viscous]: [&mut [f64]; 2]) -> f64 {
        let (stretch, rate) = (self.stretch(bodies), self.rate(bodies));
        let (elastic, damped) = (self.stiffness * stretch, self.damping * rate);
        self.pull(bodies, elastic + damped, forces);
        if self.is_damped() {
            self.pull(bodies, damped, viscous);
        }
        0.5 * stretch.dot(&elastic)
    }

    /// Returns the number of components of its stretch: two for a line of zero length, which pulls its ends together from
    /// any side, three for a bushing, else one.
    pub fn components(&self) -> usize {
        match self.kind {
            SpringKind::Bushing => 3,
            SpringKind::Line if self.is_from_any_side() => 2,
            SpringKind::Line | SpringKind::Turn => 1,
        }
    }

    /// Returns true if it loses energy.
    pub fn is_damped(&self) -> bool {
        self.damping != Matrix3::zeros()
    }

    fn is_from_any_side(&self) -> bool {
        self.kind == SpringKind::Line && self.rest == 0.0
    }

    /// Returns arms and motions of its ends.
    fn sides(&self, bodies: &Bodies) -> [End; 2] {
        [0, 1].map(|side| bodies.frame(self.bodies[side], &self.ends[side]))
    }

    /// Returns the direction from a to b; zero where the ends coincide.
    fn along(apart: Vector2<f64>) -> Vector2<f64> {
        apart.try_normalize(0.0).unwrap_or_default()
    }

    /// Returns the components of its stretch \[m\] or its twist \[rad\] where the bodies are placed.
    pub fn stretch(&self, bodies: &Bodies) -> Vector3<f64> {
        let [(_, a), (_, b)] = self.sides(bodies);
        let apart = b.position - a.position;
        match self.kind {
            SpringKind::Turn => Vector3::new(b.angle - a.angle - self.rest, 0.0, 0.0),
            SpringKind::Bushing => Axes::rotated(a.angle).inward(apart).push(b.angle - a.angle),
            SpringKind::Line if self.is_from_any_side() => apart.push(0.0),
            SpringKind::Line => Vector3::new(apart.norm() - self.rest, 0.0, 0.0),
        }
    }

    /// Returns the rates of these components \[m/s, rad/s\].
    fn rate(&self, bodies: &Bodies) -> Vector3<f64> {
        let [(_, a), (_, b)] = self.sides(bodies);
        let (apart, speed) = (b.position - a.position, b.velocity - a.velocity);
        match self.kind {
            SpringKind::Turn => Vector3::new(b.spin - a.spin, 0.0, 0.0),
            SpringKind::Bushing => {
                let drift = speed - quarter_turn(apart) * a.spin;
                Axes::rotated(a.angle).inward(drift).push(b.spin - a.spin)
            }
            SpringKind::Line if self.is_from_any_side() => speed.push(0.0),
            SpringKind::Line => Vector3::new(Self::along(apart).dot(&speed), 0.0, 0.0),
        }
    }

    /// Adds the generalised forces of a pull \[N, N m\] along each component of its stretch to `forces`.
    pub fn pull(&self, bodies: &Bodies, load: Vector3<f64>, forces: &mut [f64]) {
        let [(arm_a, a), (arm_b, b)] = self.sides(bodies);
        let apart = b.position - a.position;
        // Of the pull on a, and of that on b with the other sign.
        let (force, moments) = match self.kind {
            SpringKind::Turn => (Vector2::zeros(), [load.x; 2]),
            SpringKind::Bushing => {
                // It acts at b's end.
                let force = Axes::rotated(a.angle).outward(load.xy());
                (force, [load.z + apart.perp(&force), load.z])
            }
            SpringKind::Line if self.is_from_any_side() => (load.xy(), [0.0; 2]),
            SpringKind::Line => (Self::along(apart) * load.x, [0.0; 2]),
        };
        for (side, sign, arm) in [(0, 1.0, arm_a), (1, -1.0, arm_b)] {
            let mut wrench = Wrench::at(arm, force);
            wrench.moment += moments[side];
            let parts = [wrench.force.x, wrench.force.y, wrench.moment].map(|part| sign * part);
            bodies.exert(self.bodies[side], &self.ends[side], arm, parts, forces);
        }
    }

    /// Returns for each of its bodies the square of the angular frequency on this spring \[1/s²\] and the decay rate by
    /// this damper \[1/s\].
    pub fn rates(&self, inverse: &[[f64; 2]]) -> [[f64; 2]; 2] {
        [0, 1].map(|side| {
            let [mass, inertia] = inverse[self.bodies[side]];
            let across = mass + inertia * self.ends[side].frame.at.norm_squared();
            [&self.stiffness, &self.damping].map(|matrix| {
                let across = across * largest(matrix[(0, 0)], matrix[(1, 1)], matrix[(0, 1)]);
                2.0 * match self.kind {
                    SpringKind::Turn => matrix[(0, 0)] * inertia,
                    SpringKind::Line => across,
                    // The forces, and the moments; what lies between is no more than both.
                    SpringKind::Bushing => 2.0 * (across + matrix[(2, 2)] * inertia),
                }
            })
        })
    }
}

/// Returns the largest eigenvalue of a symmetric matrix by its elements xx, yy, xy.
fn largest(xx: f64, yy: f64, xy: f64) -> f64 {
    0.5 * (xx + yy) + (0.5 * (xx - yy)).hypot(xy)
}
