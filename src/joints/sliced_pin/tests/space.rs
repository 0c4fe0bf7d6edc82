//! The pin in space: it tilts, and its loads follow from that.

use super::equations::still;
use super::*;
use crate::kinematics::spatial::Path;
use crate::laws::contact::Dissipation;
use crate::laws::friction::Friction;
use crate::ports::{PinPortKind, SpatialFrame, SpatialWorldInputs};
use nalgebra::{Rotation3, UnitQuaternion, Vector3};
use proptest::prelude::*;

/// A pin of twelve slices in space, no wear.
fn parameters(friction: Friction, damping: bool) -> Parameters {
    let mut parameters = sliced(12);
    parameters.build.ports = PinPortKind::Spatial;
    parameters.friction.model = friction;
    if !damping {
        parameters.contact.dissipation = Dissipation::Without;
    }
    parameters
}

/// A rigid pin of twelve slices, undamped and without wear.
fn rigid(friction: Friction) -> Parameters {
    let mut parameters = parameters(friction, false);
    parameters.material_pin.youngs_modulus = 1e20;
    parameters
}

/// Height of a slice in the hole \[m\].
fn height(k: usize) -> f64 {
    (k as f64 - 5.5) * 0.24 / 12.0
}

/// A tilted pin: offset in the hole, slope, velocity and angular velocity.
fn tilted(place: [f64; 3], slope: [f64; 2], velocity: [f64; 3], spin: [f64; 3]) -> Motion<f64> {
    Motion {
        position: place.into(),
        axis: Vector3::new(slope[0], slope[1], 1.0).normalize(),
        velocity: velocity.into(),
        spin: spin.into(),
    }
}

/// Poses in which the pin usually touches: clearance 0.1 mm, length 0.24 m.
fn poses() -> impl Strategy<Value = Motion<f64>> {
    let part = |size: f64| -size..size;
    (
        (part(1.6e-4), part(1.6e-4), part(1e-3)),
        (part(8e-4), part(8e-4)),
        prop::array::uniform3(part(0.1)),
        prop::array::uniform3(part(3.0)),
    )
        .prop_map(|((x, y, z), (gx, gy), velocity, spin)| {
            tilted([x, y, z], [gx, gy], velocity, spin)
        })
}

/// Load and report at an instant of continuous time: every touching slice has its own rate as onset.
fn loads(parameters: &Parameters, b: &Motion<f64>) -> (PairLoad<f64>, Vec<SliceReport>) {
    let mut pin = SlicedPin::new(parameters, &Files::new()).unwrap();
    let mut report = blank_report(parameters);
    let equations = pin.equations().unwrap();
    let count = equations.states().len();
    let (mut states, mut rates) = (vec![0.0; count], vec![0.0; count]);
    let mut onsets = vec![0.0; equations.discrete_count()];
    equations.begin(&still(b), 0.0, &mut states, &mut onsets).unwrap();
    let load = equations.flow(&still(b), &states, &onsets, &mut rates, &mut report).unwrap();
    (load, slices_of(&report))
}

proptest! {
    #[test]
    fn the_pair_balances_about_any_point(b in poses()) {
        let (load, _) = loads(&parameters(Friction::Coulomb, true), &b);
        let size = load.a.force.norm().max(1e-9);
        prop_assert!((load.a.force + load.b.force).norm() <= 1e-13 * size);
        let left = load.a.moment + load.b.moment + b.position.cross(&load.b.force);
        prop_assert!(left.norm() <= 1e-13 * (size + load.a.moment.norm()), "{left:?}");
    }

    #[test]
    fn the_power_of_the_loads_is_that_of_all_slices(b in poses()) {
        let press = |friction: Friction| {
            let (load, slices) = loads(&rigid(friction), &b);
            let power = load.b.force.dot(&b.velocity) + load.b.moment.dot(&b.spin);
            (power, slices)
        };
        let (power, slices) = press(Friction::Without);
        // Rate of penetration of each slice of the straight pin, by differences.
        let path = Path::straight(b);
        let depth = |k: usize, time: f64| {
            let Motion { position, axis, .. } = path.at(time);
            (position.xy() + axis.xy() * ((height(k) - position.z) / axis.z)).norm()
        };
        let step = 1e-7;
        let pressed: f64 = slices
            .iter()
            .enumerate()
            .map(|(k, slice)| slice.force * (depth(k, step) - depth(k, -step)) / (2.0 * step))
            .sum();
        let size = slices.iter().map(|slice| slice.force).sum::<f64>() * 0.1 + 1e-9;
        prop_assert!((power + pressed).abs() <= 1e-6 * size, "{power} {pressed}");
        let (rubbing, slices) = press(Friction::Coulomb);
        let lost: f64 = slices.iter().map(|slice| slice.friction_energy_rate).sum();
        prop_assert!(lost >= 0.0);
        prop_assert!((power - rubbing - lost).abs() <= 1e-9 * size, "{} {lost}", power - rubbing);
    }

    #[test]
    fn turning_both_bodies_about_the_hole_turns_the_loads(b in poses(), angle in -3.0..3.0_f64) {
        let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), angle);
        let rotated = Motion {
            position: turn * b.position,
            axis: turn * b.axis,
            velocity: turn * b.velocity,
            spin: turn * b.spin,
        };
        let parameters = parameters(Friction::Coulomb, true);
        let ((here, _), (there, _)) = (loads(&parameters, &b), loads(&parameters, &rotated));
        let size = here.a.force.norm() + here.a.moment.norm() + 1e-6;
        for (here, there) in [(here.a, there.a), (here.b, there.b)] {
            prop_assert!((turn * here.force - there.force).norm() <= 1e-7 * size);
            prop_assert!((turn * here.moment - there.moment).norm() <= 1e-7 * size);
        }
    }
}

#[test]
fn a_pin_that_only_tilts_has_a_moment_and_no_force_across() {
    let b = tilted([0.0; 3], [1.6e-3, 0.0], [0.0; 3], [0.0; 3]);
    let (load, slices) = loads(&parameters(Friction::Without, false), &b);
    assert!(load.b.force.norm() < 1e-6 * load.b.moment.norm());
    // Its ends touch, the upper one outwards, so the load turns the pin back, against +y.
    assert!(load.b.moment.y < -1.0 && load.b.moment.x.abs() < 1e-9, "{:?}", load.b.moment);
    assert!(slices[0].force > 0.0 && slices[11].force > 0.0 && slices[5].force == 0.0);
    assert!((slices[0].force / slices[11].force - 1.0).abs() < 1e-9);
}

#[test]
fn a_tilted_rigid_pin_has_the_forces_of_the_line_law() {
    let parameters = rigid(Friction::Without);
    let b = tilted([6e-5, 0.0, 0.0], [6e-4, 0.0], [0.0; 3], [0.0; 3]);
    let (load, slices) = loads(&parameters, &b);
    let law = line_law(&parameters).unwrap();
    let width = parameters.geometry.length / 12.0;
    let (mut force, mut moment) = (0.0, 0.0);
    for (k, slice) in slices.iter().enumerate() {
        let depth = 6e-5 + 6e-4 * height(k) - parameters.geometry.clearance;
        let expected = if depth > 0.0 {
            use crate::laws::pin::line::LineLoad as _;
            width * law.value_and_tangent(depth, parameters.geometry.clearance).0
        } else {
            0.0
        };
        assert!((slice.force - expected).abs() <= 1e-6 * expected.max(1.0), "{k} {expected}");
        force -= expected;
        moment -= expected * height(k);
    }
    assert!((load.b.force.x - force).abs() < 1e-6 * force.abs());
    assert!((load.b.moment.y - moment).abs() < 1e-5 * moment.abs(), "{} {moment}", load.b.moment.y);
}

#[test]
fn ports_in_space_and_in_the_plane_give_the_same_loads_to_the_last_bit() {
    let host = |ports: &str| Host::new(&Build::default().with("build.ports", ports), &[]);
    let (mut plane, mut space) = (host("world"), host("spatial"));
    for index in 0..400 {
        let x = 9.0e-5 + 1e-7 * f64::from(index);
        for host in [&mut plane, &mut space] {
            host.set("frame_b.x", x);
            host.set("frame_b.vx", 1e-2);
        }
        plane.set("frame_b.w", 2.0);
        space.set("frame_b.wz", 2.0);
        plane.step(1e-5).unwrap();
        space.step(1e-5).unwrap();
        for [flat, high] in [
            ["load_a.fx", "load_a.fx"],
            ["load_b.fy", "load_b.fy"],
            ["load_b.t", "load_b.tz"],
            ["slice_07.friction_energy", "slice_07.friction_energy"],
        ] {
            assert_eq!(plane.real(flat), space.real(high), "{flat} at {x}");
        }
    }
    assert!(plane.real("load_b.fx") < -100.0);
}

#[test]
fn both_ports_in_space_give_the_same_loads() {
    let host = |ports: &str| Host::new(&Build::default().with("build.ports", ports), &[]);
    let (mut world, mut relative) = (host("spatial"), host("spatial_relative"));
    let a = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -0.5, 0.9));
    let b = tilted([1.2e-4, -3e-5, 2e-4], [5e-4, -2e-4], [0.01, 0.02, 0.0], [0.0, 0.0, 1.0]);
    let tilt = UnitQuaternion::rotation_between(&Vector3::z(), &b.axis).unwrap();
    let turn = a * tilt;
    let frame = |place: Vector3<f64>,
                 turn: UnitQuaternion<f64>,
                 velocity: Vector3<f64>,
                 spin: Vector3<f64>| SpatialFrame {
        x: place.x,
        y: place.y,
        z: place.z,
        e0: turn.w,
        e1: turn.i,
        e2: turn.j,
        e3: turn.k,
        vx: velocity.x,
        vy: velocity.y,
        vz: velocity.z,
        wx: spin.x,
        wy: spin.y,
        wz: spin.z,
    };
    let inputs = SpatialWorldInputs {
        frame_a: frame(Vector3::zeros(), a, Vector3::zeros(), Vector3::zeros()),
        frame_b: frame(a * b.position, turn, a * b.velocity, a * b.spin),
    };
    for (number, row) in inputs.rows().iter().enumerate() {
        let mut values = [0.0; SpatialWorldInputs::COUNT];
        inputs.write(&mut values);
        world.set(&row.name, values[number]);
    }
    for (name, vector) in
        [("r_rel", b.position), ("axis_rel", b.axis), ("v_rel", b.velocity), ("w_rel", b.spin)]
    {
        for (part, number) in ["x", "y", "z"].iter().zip(vector.iter()) {
            relative.set(&format!("{name}.{part}"), *number);
        }
    }
    world.step(1e-6).unwrap();
    relative.step(1e-6).unwrap();
    let force = Vector3::from(relative.reals(["force.x", "force.y", "force.z"]));
    let outer = Vector3::from(world.reals(["load_b.fx", "load_b.fy", "load_b.fz"]));
    assert!(force.norm() > 10.0);
    assert!((a * force - outer).norm() < 1e-6 * force.norm());
}

#[test]
fn a_pin_that_lies_across_is_refused() {
    let mut host = Host::new(&Build::default().with("build.ports", "spatial_relative"), &[]);
    host.set("axis_rel.x", 0.2);
    host.set("axis_rel.z", 0.98);
    let refused = host.step(1e-5).unwrap_err().to_string();
    assert!(refused.starts_with("tilt = 0.2"), "{refused}");
}
