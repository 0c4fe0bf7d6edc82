//! Rigid bodies in the plane under constraints: Lagrange multipliers with Baumgarte stabilisation.

use nalgebra::{Const, Rotation2, SVector, Vector2};
use spiel::base::numerics::constraint_row::{ConstraintRow, GROUND};
use spiel::base::numerics::projection::Projection;
use spiel::kinematics::planar::{Motion, Wrench};
use std::array;

/// A rigid body: position and velocity of its centre of mass, angle and its rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Mass \[kg\].
    pub mass: f64,
    /// Moment of inertia about the centre of mass \[kg m²\].
    pub inertia: f64,
    /// Centre of mass \[m\].
    pub position: Vector2<f64>,
    /// Angle, counter-clockwise \[rad\].
    pub angle: f64,
    /// Velocity of the centre of mass \[m/s\].
    pub velocity: Vector2<f64>,
    /// Angular velocity \[rad/s\].
    pub spin: f64,
}

/// Force \[N\] and moment about the centre of mass \[N m\].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Effort {
    /// Force in world axes.
    pub force: Vector2<f64>,
    /// Moment, counter-clockwise.
    pub moment: f64,
}

impl Effort {
    /// Adds a load that acts at `arm` from the centre of mass, its moment about that point.
    pub fn add(&mut self, arm: Vector2<f64>, load: &Wrench<f64>) {
        self.force += load.force;
        self.moment += load.moment + arm.x * load.force.y - arm.y * load.force.x;
    }
}

impl Body {
    /// From the centre of mass to a body-fixed point, in world axes.
    pub fn arm(&self, point: Vector2<f64>) -> Vector2<f64> {
        Rotation2::new(self.angle) * point
    }

    /// Position of a body-fixed point \[m\].
    pub fn place(&self, point: Vector2<f64>) -> Vector2<f64> {
        self.position + self.arm(point)
    }

    /// Velocity of a body-fixed point \[m/s\].
    pub fn speed(&self, point: Vector2<f64>) -> Vector2<f64> {
        let arm = self.arm(point);
        self.velocity + self.spin * Vector2::new(-arm.y, arm.x)
    }

    /// The motion of a body-fixed frame at `point` that is parallel to the body's axes.
    pub fn frame(&self, point: Vector2<f64>) -> Motion<f64> {
        Motion {
            position: self.place(point),
            angle: self.angle,
            velocity: self.speed(point),
            spin: self.spin,
        }
    }

    /// 1/m and 1/J \[1/kg, 1/(kg m²)\].
    pub(super) fn inverse(&self) -> [f64; 2] {
        [self.mass.recip(), self.inertia.recip()]
    }

    /// Kinetic energy \[J\].
    pub fn kinetic_energy(&self) -> f64 {
        0.5 * (self.mass * self.velocity.norm_squared() + self.inertia * self.spin * self.spin)
    }
}

/// An ideal joint or drive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constraint {
    /// A point of a body stays on a point of another body, or of the ground.
    Pin {
        /// The first body and its point.
        a: (usize, Vector2<f64>),
        /// The second body and its point; none for the world's origin.
        b: Option<(usize, Vector2<f64>)>,
    },
    /// A body neither leaves the x axis nor turns.
    Guide(usize),
    /// A body turns at constant speed \[rad/s\] from an angle \[rad\] at time 0.
    Turn(usize, f64, f64),
}

impl Constraint {
    /// Passes on its rows at `time` with the velocities they keep; for each also the value Φ and γ in
    /// `Φ_q q̈ = γ`.
    pub(super) fn rows(
        &self,
        bodies: &[Body],
        time: f64,
        mut rows: impl FnMut(ConstraintRow, f64, f64),
    ) {
        match *self {
            Self::Pin { a, b } => {
                // The point's body and arm, its position, and its centripetal acceleration.
                let point = |(index, point): (usize, Vector2<f64>)| {
                    let body: &Body = &bodies[index];
                    let arm = body.arm(point);
                    ((index, arm), body.place(point), body.spin * body.spin * arm)
                };
                let origin = ((GROUND, Vector2::zeros()), Vector2::zeros(), Vector2::zeros());
                let ((a, place_a, inward_a), (b, place_b, inward_b)) =
                    (point(a), b.map_or(origin, point));
                let (value, gamma) = (place_a - place_b, inward_a - inward_b);
                let [along_x, along_y, _] = ConstraintRow::relative(a, b);
                rows(along_x, value.x, gamma.x);
                rows(along_y, value.y, gamma.y);
            }
            Self::Guide(index) => {
                let body = &bodies[index];
                rows(ConstraintRow::of(index, [0.0, 1.0, 0.0]), body.position.y, 0.0);
                rows(ConstraintRow::of(index, [0.0, 0.0, 1.0]), body.angle, 0.0);
            }
            Self::Turn(index, speed, start) => {
                let mut row = ConstraintRow::of(index, [0.0, 0.0, 1.0]);
                row.kept = speed;
                rows(row, bodies[index].angle - start - speed * time, 0.0);
            }
        }
    }
}

/// The most scalar constraints that [`solve`] takes.
pub const MOST_ROWS: usize = 9;

/// Accelerations of all bodies and the multipliers of all constraint rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solution<const N: usize> {
    /// Acceleration of each centre of mass \[m/s²\] and angular acceleration \[rad/s²\].
    pub accelerations: [(Vector2<f64>, f64); N],
    /// λ in `M q̈ + Φ_qᵀ λ = g`: the constraints push with −λ. Zeros behind the last row.
    pub multipliers: SVector<f64, MOST_ROWS>,
}

/// Solves `[M Φ_qᵀ; Φ_q 0]{q̈; λ} = {g; γ − 2αΦ̇ − β²Φ}` at one instant, α = β = 1/(2H).
///
/// These are the accelerations that the constraints leave of those of free bodies. More than [`MOST_ROWS`] rows,
/// and constraints that contradict or repeat each other, give numbers that are not finite.
///
/// Source: Lagrange's multipliers with Baumgarte's stabilisation, which caps the accuracy at O(H²).
pub fn solve<const N: usize>(
    bodies: &[Body; N],
    constraints: &[Constraint],
    efforts: &[Effort; N],
    time: f64,
    step: f64,
) -> Solution<N> {
    let (alpha, beta) = (0.5 / step, 0.5 / step);
    let inverse = bodies.each_ref().map(Body::inverse);
    let velocities = bodies.each_ref().map(|body| [body.velocity.x, body.velocity.y, body.spin]);
    let mut held = Projection::new(Const::<MOST_ROWS>);
    let mut independent = true;
    for constraint in constraints {
        constraint.rows(bodies, time, |mut row, value, gamma| {
            let rate = row.rate(velocities.as_flattened()) - row.kept;
            row.kept = gamma - 2.0 * alpha * rate - beta * beta * value;
            independent &= held.add(&inverse, row);
        });
    }
    let mut accelerations: [[f64; 3]; N] = array::from_fn(|index| {
        let (Effort { force, moment }, [mass, inertia]) = (efforts[index], inverse[index]);
        [force.x * mass, force.y * mass, moment * inertia]
    });
    let mut multipliers = *held.project(&inverse, accelerations.as_flattened_mut());
    if !independent {
        accelerations = [[f64::NAN; 3]; N];
        multipliers.fill(f64::NAN);
    }
    let accelerations = accelerations.map(|[x, y, turn]| (Vector2::new(x, y), turn));
    Solution { accelerations, multipliers }
}

/// Carries the bodies from `bodies` over one step whose acceleration changes linearly from that of
/// `first` to that of `last`.
///
/// With equal accelerations this is `x += vH + aH²/2`, `v += aH`. A load that is a mean over the step needs
/// exactly this: leaving out aH²/2 costs up to 1 % of the restitution at a step of a microsecond.
pub fn carry<const N: usize>(
    mut bodies: [Body; N],
    first: &Solution<N>,
    last: &Solution<N>,
    step: f64,
) -> [Body; N] {
    for (index, body) in bodies.iter_mut().enumerate() {
        let ((a, spin_a), (b, spin_b)) = (first.accelerations[index], last.accelerations[index]);
        body.position += body.velocity * step + (2.0 * a + b) * (step * step / 6.0);
        body.angle += body.spin * step + (2.0 * spin_a + spin_b) * (step * step / 6.0);
        body.velocity += (a + b) * (0.5 * step);
        body.spin += (spin_a + spin_b) * (0.5 * step);
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A uniform rod of 1 kg and 1 m, hung up at one end and released level.
    fn pendulum(step: f64, time: f64) -> f64 {
        let mut bodies = [Body {
            mass: 1.0,
            inertia: 1.0 / 12.0,
            position: Vector2::new(0.5, 0.0),
            angle: 0.0,
            velocity: Vector2::zeros(),
            spin: 0.0,
        }];
        let pin = [Constraint::Pin { a: (0, Vector2::new(-0.5, 0.0)), b: None }];
        let efforts = [Effort { force: Vector2::new(0.0, -9.81), moment: 0.0 }];
        for index in 0..(time / step).round() as u32 {
            let start = f64::from(index) * step;
            let first = solve(&bodies, &pin, &efforts, start, step);
            let there = carry(bodies, &first, &first, step);
            let last = solve(&there, &pin, &efforts, start + step, step);
            bodies = carry(bodies, &first, &last, step);
        }
        bodies[0].kinetic_energy() + 9.81 * bodies[0].position.y
    }

    #[test]
    fn a_pendulum_keeps_its_energy_to_second_order() {
        let [coarse, fine] = [2e-3, 1e-3].map(|step| pendulum(step, 0.9).abs());
        assert!(coarse < 1e-4 && fine < 0.3 * coarse, "{coarse:e} {fine:e}");
    }

    #[test]
    fn constraints_that_repeat_each_other_give_no_finite_answer() {
        let body = Body {
            mass: 1.0,
            inertia: 1.0,
            position: Vector2::zeros(),
            angle: 0.0,
            velocity: Vector2::zeros(),
            spin: 0.0,
        };
        let twice = [Constraint::Guide(0), Constraint::Guide(0)];
        let solution = solve(&[body], &twice, &[Effort::default()], 0.0, 1e-3);
        assert!(solution.accelerations[0].1.is_nan());
    }
}
