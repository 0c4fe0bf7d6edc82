//! Projections of velocities and impulses against direct computation.

use super::Projection;
use crate::base::numerics::constraint_row::{ConstraintRow, GROUND};
use nalgebra::{Const, Dyn, Matrix3, Vector2, Vector3};

const INVERSE: [[f64; 2]; 3] = [[1.0, 9.0], [0.5, 4.0], [0.3, 2.0]];

fn point(body: usize, x: f64, y: f64) -> (usize, Vector2<f64>) {
    (body, Vector2::new(x, y))
}

/// Two bodies joined by a pin, the first one also pinned to the ground.
fn pins() -> [ConstraintRow; 4] {
    let [x, y, _] = ConstraintRow::relative(point(0, -0.2, 0.1), point(GROUND, 0.0, 0.0));
    let [along, across, _] = ConstraintRow::relative(point(0, 0.3, 0.1), point(1, -0.4, 0.2));
    [x, y, along, across]
}

fn held(rows: &[ConstraintRow]) -> Projection<Dyn> {
    let mut held = Projection::new(Dyn(rows.len()));
    rows.iter().for_each(|row| _ = held.add(&INVERSE, *row));
    held
}

#[test]
fn projected_velocities_have_the_prescribed_values() {
    let mut rows = pins();
    rows[2].kept = 0.7;
    let mut held = held(&rows);
    let start: [f64; 9] = std::array::from_fn(|index| (index as f64).sin());
    let mut velocities = start;
    let multipliers = held.project(&INVERSE, &mut velocities).clone();
    for row in &rows {
        assert!((row.rate(&velocities) - row.kept).abs() < 1e-14);
    }
    // The change is that of the multipliers' impulses; the third body is free.
    let mut pushed = start;
    rows.iter().zip(&multipliers).for_each(|(row, l)| row.push(&INVERSE, &mut pushed, -l));
    assert_eq!(pushed, velocities);
    assert_eq!(velocities[6..], start[6..]);
}

#[test]
fn redundant_rows_are_reported_and_change_nothing() {
    let rows = pins();
    let mut twice = Projection::new(Const::<6>);
    for row in rows {
        assert!(twice.add(&INVERSE, row));
    }
    let [a, b] = [(0, [3.0, 0.0, -0.3]), (GROUND, [0.0; 3])];
    assert!(!twice.add(&INVERSE, ConstraintRow { parts: [a, b], kept: 0.0 }));
    assert!(!twice.add(&INVERSE, ConstraintRow::of(GROUND, [1.0, 0.0, 0.0])));
    assert!(twice.add(&INVERSE, ConstraintRow::of(2, [0.0, 1.0, 0.0])));
    assert!(twice.add(&INVERSE, ConstraintRow::of(2, [0.0, 0.0, 1.0])));
    // The memory is used up.
    assert!(!twice.add(&INVERSE, ConstraintRow::of(2, [1.0, 0.0, 0.0])));
    let relative = ConstraintRow::relative(point(1, 0.5, 0.2), point(0, 0.1, 0.9)).into();
    let found: Matrix3<f64> = twice.mobility(&INVERSE, &relative);
    assert!((found - held(&rows).mobility(&INVERSE, &relative)).amax() < 1e-13);
    twice.clear();
    assert!(twice.add(&INVERSE, rows[0]));
}

#[test]
fn a_mobility_is_the_projected_response_to_unit_impulses() {
    let rows = pins();
    let mut held = held(&rows);
    let relative = ConstraintRow::relative(point(1, 0.5, 0.2), point(0, 0.1, 0.9));
    let found: Matrix3<f64> = held.mobility(&INVERSE, &relative.into());
    let column = |row: ConstraintRow| {
        let mut velocities = [0.0; 9];
        row.push(&INVERSE, &mut velocities, 1.0);
        held.project(&INVERSE, &mut velocities);
        Vector3::from(relative.map(|row| row.rate(&velocities)))
    };
    let pushed = Matrix3::from_columns(&relative.map(column));
    assert!((found - pushed).amax() < 1e-13, "{found} {pushed}");
    assert!(found == found.transpose() && found.symmetric_eigenvalues().min() > -1e-13);
    // An impulse along a constrained direction changes no velocity.
    let [along, across, _, _] = rows;
    let stopped = held.mobility(&INVERSE, &Vector2::new(along, across));
    assert!(stopped.amax() < 1e-14);
}
