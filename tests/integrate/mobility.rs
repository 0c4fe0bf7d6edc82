//! External joints: the mobilities that a unit reports for a joint's FMU, against other formulas and closed forms.

use crate::driven::Driven;
use crate::{moved, unit};
use nalgebra::{DMatrix, DVector, Matrix3, Vector2};
use spiel::group::{Direction, LockPlan, PinPlan, Plan, ShownVariables, StartPlan};
use spiel_examples::plant::{Constraint, Dimensions, bodies, mobilities};

/// The slider-crank without the joints whose places B and D may be closed, at this angle of the crank.
fn plant(closed: [bool; 2], angle: f64) -> Plan {
    let mut plan: Plan = toml::from_str(include_str!("../../examples/groups/plant.toml")).unwrap();
    for (plan, body) in plan.bodies.iter_mut().zip(bodies(&Dimensions::default(), angle)) {
        let (x, y) = (Some(body.position.x), Some(body.position.y));
        let (vx, vy) = (Some(body.velocity.x), Some(body.velocity.y));
        let (phi, w) = (Some(body.angle), Some(body.spin));
        plan.start = Some(StartPlan { x, y, phi, vx, vy, w });
    }
    let [b, d] = closed;
    if b {
        let (a, b) = ("crank".into(), "rod".into());
        plan.pins.push(PinPlan { a, b, at_a: [0.15, 0.0], at_b: [-0.2705, 0.0] });
    }
    if d {
        let directions = vec![Direction::Y, Direction::Phi];
        plan.locks.push(LockPlan { body: "slider".into(), directions });
    }
    plan
}

/// The mobility that a unit gives under this name.
fn given(unit: &mut Driven, name: &str) -> Matrix3<f64> {
    let mut number = |part: &str| unit.get(&format!("{name}.{part}"));
    let [xx, xy, yy] = ["xx", "xy", "yy"].map(&mut number);
    let [xphi, yphi, phiphi] = ["xphi", "yphi", "phiphi"].map(&mut number);
    Matrix3::new(xx, xy, xphi, xy, yy, yphi, xphi, yphi, phiphi)
}

#[test]
fn mobilities_of_a_slider_crank_follow_from_its_mass_matrix_and_constraints() {
    let along = |x: f64| Vector2::new(x, 0.0);
    let places = [
        ("mobility_b", Some((0, along(0.075))), Some((1, along(-0.2705)))),
        ("mobility_c", Some((1, along(0.2705))), Some((2, along(0.0)))),
        ("mobility_d", None, Some((2, along(0.0)))),
    ];
    let mut worst: f64 = 0.0;
    for closed in [[false, false], [true, false], [true, true]] {
        for step in 0..7 {
            let angle = 0.9 * f64::from(step);
            let mut unit = moved(&plant(closed, angle));
            unit.begin(0.0).unwrap();
            let mut held = vec![
                Constraint::Pin { a: (0, along(-0.075)), b: None },
                Constraint::Turn(0, Dimensions::default().crank_speed, angle),
            ];
            if closed[0] {
                let b = Some((1, along(-0.2705)));
                held.push(Constraint::Pin { a: (0, along(0.075)), b });
            }
            if closed[1] {
                held.push(Constraint::Guide(2));
            }
            let machine = bodies(&Dimensions::default(), angle);
            for (name, a, b) in places {
                let found = given(&mut unit, name);
                let right = mobilities(&machine, &held, &[(a, b)]);
                let off = (found - right.fixed_view::<3, 3>(0, 0)).amax() / right.amax().max(1.0);
                worst = worst.max(off);
                let least = found.symmetric_eigenvalues().min();
                assert!(least > -1e-9 * found.amax(), "{name} at {angle}: {found} {least}");
            }
        }
    }
    println!("off from plant::mobilities by {worst:.0e} of the largest number");
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn constraints_between_the_joints_bodies_enter_the_mobility() {
    // Two bars on a pin, one of them welded to a third body and locked along x, the other driven, and a body
    // that the host moves. Frames stand askew, which changes nothing in the world's axes.
    let mut unit = unit(
        r#"
body = [
  { name = "one", mass = 1, inertia = 0.08, centre_of_mass = [0.5, 0] },
  { name = "two", mass = 0.7, inertia = 0.05, start = { x = 1, phi = 0.6 } },
  { name = "lump", mass = 0.4, inertia = 0.02, start = { x = 1.3, y = 0.5, phi = -0.3 } },
  { name = "hand", kind = "prescribed" },
]
pin = [{ a = "one", b = "two", at_a = [1, 0] }]
weld = [{ a = "two", b = "lump" }]
lock = [{ body = "lump", directions = ["x"] }]
drive = [{ body = "one", speed = 0 }]
mobility = [
  { name = "J", a = "lump", b = "one", frame_a = { x = 0.2, angle = 0.4 }, frame_b = { x = 0.2, y = 0.1, angle = 1 } },
  { name = "K", a = "hand", b = "lump", frame_b = { x = 0.2, y = -0.1 } },
  { name = "L", a = "hand", b = "one" },
]
"#,
    );
    unit.begin(0.0).unwrap();
    // Velocities x, y and angle of the three centres of mass; rows at places as seen from them.
    let mut place = |body: &str, [x, y]: [f64; 2]| {
        let [at_x, at_y, phi] = ["x", "y", "phi"].map(|part| unit.get(&format!("{body}.{part}")));
        Vector2::new(at_x, at_y) + nalgebra::Rotation2::new(phi) * Vector2::new(x, y)
    };
    let centres = [place("one", [0.5, 0.0]), place("two", [0.0; 2]), place("lump", [0.0; 2])];
    let [pin, on_j, on_k, on_l] =
        [("one", [1.0, 0.0]), ("one", [0.2, 0.1]), ("lump", [0.2, -0.1]), ("one", [0.0; 2])]
            .map(|(body, at)| place(body, at));
    let rows = |body: usize, at: Vector2<f64>| {
        let (mut rows, arm) = (DMatrix::zeros(3, 9), at - centres[body]);
        for way in 0..3 {
            rows[(way, 3 * body + way)] = 1.0;
            rows[(way, 3 * body + 2)] = [-arm.y, arm.x, 1.0][way];
        }
        rows
    };
    let weld = rows(1, centres[2]) - rows(2, centres[2]);
    let pin = rows(0, pin) - rows(1, pin);
    let (lock, drive) = (rows(2, centres[2]), rows(0, centres[0]));
    let mut g = DMatrix::zeros(7, 9);
    g.rows_mut(0, 3).copy_from(&weld);
    g.rows_mut(3, 2).copy_from(&pin.rows(0, 2));
    g.row_mut(5).copy_from(&lock.row(0));
    g.row_mut(6).copy_from(&drive.row(2));
    let masses = [1.0, 1.0, 0.08, 0.7, 0.7, 0.05, 0.4, 0.4, 0.02];
    let inverse = DMatrix::from_diagonal(&DVector::from_iterator(9, masses.map(f64::recip)));
    let gram = (&g * &inverse * g.transpose()).try_inverse().unwrap();
    let left = &inverse - &inverse * g.transpose() * gram * &g * &inverse;
    for (name, jacobian) in
        [("J", rows(0, on_j) - rows(2, on_j)), ("K", rows(2, on_k)), ("L", rows(0, on_l))]
    {
        let right = &jacobian * &left * jacobian.transpose();
        let found = given(&mut unit, name);
        assert!((found - right.fixed_view::<3, 3>(0, 0)).amax() < 1e-9, "{name}: {found} {right}");
        assert!(found.amax() > 0.1, "{name} has no mobility: {found}");
    }
}

#[test]
fn mobilities_belong_to_the_group_and_are_shown_with_named_variables() {
    let mut plan = plant([false; 2], 0.0);
    plan.variables = ShownVariables::Named;
    let again = Plan::from_json(&plan.to_json()).unwrap();
    assert_eq!(plan, again);
    let shows = again.shows();
    assert!(shows("mobility_b.xx") && shows("rod_b.x") && !shows("rod.x"));
    // Bodies without a start begin with their joints' frames on each other.
    plan.bodies.iter_mut().for_each(|body| body.start = None);
    let mut unit = moved(&plan);
    unit.begin(0.0).unwrap();
    assert_eq!(unit.get("slider_c.x"), 0.15 + 0.541);
}
