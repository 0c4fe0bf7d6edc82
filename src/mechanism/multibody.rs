//! Rigid bodies in the plane under constraints: Lagrange multipliers with Baumgarte stabilisation.

use crate::planar::{Motion, Wrench};
use nalgebra::{Rotation2, SMatrix, SVector, Vector2};
use serde::{Deserialize, Serialize};

/// A rigid body: position and velocity of its centre of mass, angle and its rate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
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

    /// `self + factor · other`.
    #[must_use]
    pub fn plus(&self, factor: f64, other: &Self) -> Self {
        Self {
            force: self.force + other.force * factor,
            moment: self.moment + other.moment * factor,
        }
    }
}

impl Body {
    /// From the centre of mass to a body-fixed point, in world axes.
    pub fn arm(&self, point: Vector2<f64>) -> Vector2<f64> {
        Rotation2::new(self.angle) * point
    }

    /// Where a body-fixed point is.
    pub fn place(&self, point: Vector2<f64>) -> Vector2<f64> {
        self.position + self.arm(point)
    }

    /// How fast a body-fixed point moves.
    pub fn speed(&self, point: Vector2<f64>) -> Vector2<f64> {
        let arm = self.arm(point);
        self.velocity + self.spin * Vector2::new(-arm.y, arm.x)
    }

    /// The motion of a body-fixed frame at `point`, turned as the body.
    pub fn frame(&self, point: Vector2<f64>) -> Motion<f64> {
        Motion {
            position: self.place(point),
            angle: self.angle,
            velocity: self.speed(point),
            spin: self.spin,
        }
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

/// One scalar constraint: value, rate, Jacobian (body, three entries), and γ in `Φ_q q̈ = γ`.
#[derive(Clone, Copy)]
pub(super) struct Row {
    value: f64,
    rate: f64,
    pub(super) jacobian: [Option<(usize, [f64; 3])>; 2],
    gamma: f64,
}

impl Row {
    /// Asks nothing.
    const NONE: Self = Self { value: 0.0, rate: 0.0, jacobian: [None; 2], gamma: 0.0 };
}

impl Constraint {
    /// Hands out its rows at `time`.
    pub(super) fn rows(&self, bodies: &[Body], time: f64, mut rows: impl FnMut(Row)) {
        match *self {
            Self::Pin { a, b } => {
                let point = |(index, point): (usize, Vector2<f64>)| {
                    let body: &Body = &bodies[index];
                    (index, body.place(point), body.speed(point), body.arm(point), body.spin)
                };
                let (first, second) = (point(a), b.map(point));
                for axis in 0..2 {
                    let column = |sign: f64, arm: Vector2<f64>| {
                        let mut entries = [0.0, 0.0, sign * [-arm.y, arm.x][axis]];
                        entries[axis] = sign;
                        entries
                    };
                    let (index, place, speed, arm, spin) = first;
                    let mut row = Row {
                        value: place[axis],
                        rate: speed[axis],
                        jacobian: [Some((index, column(1.0, arm))), None],
                        gamma: spin * spin * arm[axis],
                    };
                    if let Some((index, place, speed, arm, spin)) = second {
                        row.value -= place[axis];
                        row.rate -= speed[axis];
                        row.gamma -= spin * spin * arm[axis];
                        row.jacobian[1] = Some((index, column(-1.0, arm)));
                    }
                    rows(row);
                }
            }
            Self::Guide(index) => {
                let body = &bodies[index];
                let row = |value, rate, entries| Row {
                    value,
                    rate,
                    jacobian: [Some((index, entries)), None],
                    gamma: 0.0,
                };
                rows(row(body.position.y, body.velocity.y, [0.0, 1.0, 0.0]));
                rows(row(body.angle, body.spin, [0.0, 0.0, 1.0]));
            }
            Self::Turn(index, speed, start) => rows(Row {
                value: bodies[index].angle - start - speed * time,
                rate: bodies[index].spin - speed,
                jacobian: [Some((index, [0.0, 0.0, 1.0])), None],
                gamma: 0.0,
            }),
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
/// M is diagonal, so the accelerations are eliminated first: what is left is one small symmetric
/// system in λ, filled up with rows that ask nothing. More than [`MOST_ROWS`] rows are left out;
/// constraints that contradict or repeat each other give numbers that are not finite.
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
    let mut rows = [Row::NONE; MOST_ROWS];
    let mut places = rows.iter_mut();
    for constraint in constraints {
        constraint.rows(bodies, time, |row| {
            if let Some(place) = places.next() {
                *place = row;
            }
        });
    }
    let inverse_mass = |index: usize| {
        let body: &Body = &bodies[index];
        [1.0 / body.mass, 1.0 / body.mass, 1.0 / body.inertia]
    };
    let effort = |index: usize| {
        let Effort { force, moment } = efforts[index];
        [force.x, force.y, moment]
    };
    let mut matrix = SMatrix::<f64, MOST_ROWS, MOST_ROWS>::zeros();
    let mut right = SVector::<f64, MOST_ROWS>::zeros();
    for (i, row) in rows.iter().enumerate() {
        right[i] = -(row.gamma - 2.0 * alpha * row.rate - beta * beta * row.value);
        if row.jacobian[0].is_none() {
            matrix[(i, i)] = 1.0;
        }
        for (body, entries) in row.jacobian.iter().flatten() {
            let (weights, push) = (inverse_mass(*body), effort(*body));
            right[i] += (0..3).map(|k| entries[k] * weights[k] * push[k]).sum::<f64>();
            for (j, other) in rows.iter().enumerate().take(i + 1) {
                for (_, with) in other.jacobian.iter().flatten().filter(|(b, _)| b == body) {
                    matrix[(i, j)] +=
                        (0..3).map(|k| entries[k] * weights[k] * with[k]).sum::<f64>();
                }
            }
        }
    }
    // Cholesky reads the lower triangle only.
    let factors = matrix.cholesky();
    let multipliers = factors.map_or(SVector::repeat(f64::NAN), |factors| factors.solve(&right));
    let accelerations = std::array::from_fn(|index| {
        let mut total = effort(index);
        for (row, multiplier) in rows.iter().zip(&multipliers) {
            for (_, entries) in row.jacobian.iter().flatten().filter(|(b, _)| *b == index) {
                (0..3).for_each(|k| total[k] -= entries[k] * multiplier);
            }
        }
        let weights = inverse_mass(index);
        (Vector2::new(total[0] * weights[0], total[1] * weights[1]), total[2] * weights[2])
    });
    Solution { accelerations, multipliers }
}

/// Carries the bodies from `bodies` over one step whose acceleration goes straight from that of
/// `first` to that of `last`.
///
/// With both the same this is `x += vH + aH²/2`, `v += aH`. A load that is a mean over the step asks
/// for just this: leaving out aH²/2 costs up to 1 % of the restitution at a step of a microsecond.
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

    /// A uniform rod of 1 kg and 1 m, hung up at one end and let go level.
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
