//! How a mechanism gives way at a joint with play.

use super::{Body, Constraint};
use crate::coupling::{Mobility, projected};
use nalgebra::{DMatrix, DVector, Vector2};

/// A frame of a joint: a body, by its index, and a point on it; none for the ground's origin.
pub type JointFrame = Option<(usize, Vector2<f64>)>;

/// W at a joint between the frames a and b, in world axes, as the ideal joints and drives leave it.
///
/// It takes memory and some microseconds: a host asks once a step.
pub fn mobility(
    bodies: &[Body],
    constraints: &[Constraint],
    a: JointFrame,
    b: JointFrame,
) -> Mobility {
    let w = mobilities(bodies, constraints, &[(a, b)]);
    Mobility(w.fixed_view::<3, 3>(0, 0).into_owned())
}

/// W of several joints together, 3 J × 3 J: what a group with relative ports must know. A joint is its
/// frames a and b; its rows are x, y and angle, in world axes.
pub fn mobilities(
    bodies: &[Body],
    constraints: &[Constraint],
    joints: &[(JointFrame, JointFrame)],
) -> DMatrix<f64> {
    let mut relative = DMatrix::zeros(3 * joints.len(), 3 * bodies.len());
    for (joint, (a, b)) in joints.iter().enumerate() {
        let row = 3 * joint;
        let place = b.map_or(Vector2::zeros(), |(body, point)| bodies[body].place(point));
        for (frame, sign) in [(a, -1.0), (b, 1.0)] {
            let Some((body, _)) = *frame else { continue };
            // Both bodies at the same place: that of b's origin.
            let arm = place - bodies[body].position;
            let column = 3 * body;
            for way in 0..3 {
                relative[(row + way, column + way)] += sign;
            }
            relative[(row, column + 2)] -= sign * arm.y;
            relative[(row + 1, column + 2)] += sign * arm.x;
        }
    }
    projected(&inverse_mass(bodies), &held(bodies, constraints), &relative)
}

/// M⁻¹.
fn inverse_mass(bodies: &[Body]) -> DMatrix<f64> {
    let shares =
        bodies.iter().flat_map(|body| [body.mass.recip(), body.mass.recip(), body.inertia.recip()]);
    DMatrix::from_diagonal(&DVector::from_iterator(3 * bodies.len(), shares))
}

/// G, a row for each velocity that is kept at 0.
fn held(bodies: &[Body], constraints: &[Constraint]) -> DMatrix<f64> {
    let size = 3 * bodies.len();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for constraint in constraints {
        // Rates do not depend on the time.
        constraint.rows(bodies, 0.0, |row| {
            let mut entries = vec![0.0; size];
            for (body, part) in row.jacobian.iter().flatten() {
                entries[3 * body..3 * body + 3].copy_from_slice(part);
            }
            rows.push(entries);
        });
    }
    DMatrix::from_row_iterator(rows.len(), size, rows.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::super::{Dimensions, Effort, bodies, solve};
    use super::*;

    #[test]
    fn it_is_what_the_solver_accelerates_per_unit_load() {
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
    }
}
