//! Mobility of a mechanism at a joint with play.

use super::{Body, Constraint};
use nalgebra::{DMatrix, DVector, Dyn, Vector2};
use spiel::base::numerics::constraint_row::{ConstraintRow, GROUND};
use spiel::base::numerics::projection::Projection;
use spiel::coupling::Mobility;

/// A frame of a joint: a body, by its index, and a point on it; none for the ground's origin.
pub type JointFrame = Option<(usize, Vector2<f64>)>;

/// W at a joint between the frames a and b, in world axes, as the ideal joints and drives leave it.
///
/// It allocates and needs some microseconds: a host calls it once a step.
pub fn mobility(
    bodies: &[Body],
    constraints: &[Constraint],
    a: JointFrame,
    b: JointFrame,
) -> Mobility {
    let w = mobilities(bodies, constraints, &[(a, b)]);
    Mobility(w.fixed_view::<3, 3>(0, 0).into_owned())
}

/// W of several joints together, 3 J × 3 J, as a group with relative ports needs it. A joint is given by its
/// frames a and b; its rows are x, y and angle, in world axes.
///
/// W = J (M⁻¹ − M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G M⁻¹) Jᵀ: G are the rows that the constraints keep, J the velocities of
/// b against the coincident point of a. Repeated constraints are allowed.
pub fn mobilities(
    bodies: &[Body],
    constraints: &[Constraint],
    joints: &[(JointFrame, JointFrame)],
) -> DMatrix<f64> {
    let inverse: Vec<_> = bodies.iter().map(Body::inverse).collect();
    // No constraint has more than two rows, and rows do not depend on the time.
    let mut held = Projection::new(Dyn(2 * constraints.len()));
    for constraint in constraints {
        constraint.rows(bodies, 0.0, |row, _, _| _ = held.add(&inverse, row));
    }
    let rows = joints.iter().flat_map(|(a, b)| relative(bodies, *a, *b));
    held.mobility(&inverse, &DVector::from_iterator(3 * joints.len(), rows))
}

/// Velocities of b against the coincident point of a: along x and y, and of the angle.
fn relative(bodies: &[Body], a: JointFrame, b: JointFrame) -> [ConstraintRow; 3] {
    let place = b.map_or(Vector2::zeros(), |(body, point)| bodies[body].place(point));
    let [a, b] = [a, b].map(|frame| match frame {
        Some((body, _)) => (body, place - bodies[body].position),
        None => (GROUND, Vector2::zeros()),
    });
    ConstraintRow::relative(b, a)
}

#[cfg(test)]
mod tests {
    use super::super::{Dimensions, Effort, bodies, solve};
    use super::*;

    #[test]
    fn mobility_is_the_solvers_acceleration_per_unit_load() {
        let dimensions = Dimensions::default();
        let bodies = bodies(&dimensions, 0.7);
        let half = 0.5 * dimensions.rod_length;
        let constraints = [
            Constraint::Pin { a: (0, Vector2::new(-0.5 * dimensions.crank_length, 0.0)), b: None },
            Constraint::Turn(0, dimensions.crank_speed, 0.7),
            Constraint::Pin {
                a: (0, Vector2::new(0.5 * dimensions.crank_length, 0.0)),
                b: Some((1, Vector2::new(-half, 0.0))),
            },
            Constraint::Guide(2),
        ];
        // The wrist pin, between rod and slider.
        let frames = (Some((1, Vector2::new(half, 0.0))), Some((2, Vector2::zeros())));
        let found = mobility(&bodies, &constraints, frames.0, frames.1).0;
        let (arm, end) = (bodies[1].arm(Vector2::new(half, 0.0)), half);
        let accelerations = |load: [f64; 3]| {
            let mut efforts = [Effort::default(); 3];
            let [x, y, moment] = load;
            efforts[1] =
                Effort { force: Vector2::new(-x, -y), moment: -moment - (arm.x * y - arm.y * x) };
            efforts[2] = Effort { force: Vector2::new(x, y), moment };
            let solution = solve(&bodies, &constraints, &efforts, 0.0, 1e-3);
            let [_, (rod, spin), (slider, turn)] = solution.accelerations;
            let tip = rod + spin * Vector2::new(-arm.y, arm.x);
            [slider.x - tip.x, slider.y - tip.y, turn - spin]
        };
        let rest = accelerations([0.0; 3]);
        for column in 0..3 {
            let mut load = [0.0; 3];
            load[column] = 1.0;
            let answer = accelerations(load);
            for row in 0..3 {
                let expected = answer[row] - rest[row];
                assert!((found[(row, column)] - expected).abs() < 1e-9, "{row} {column} {end}");
            }
        }
        assert!(found[(0, 0)] > 0.5 && found[(1, 1)] > 1.0);
        // Constraints may be repeated.
        let twice = [constraints, constraints].concat();
        let again = mobility(&bodies, &twice, frames.0, frames.1).0;
        assert!((again - found).amax() < 1e-12 * found.amax());
    }
}
