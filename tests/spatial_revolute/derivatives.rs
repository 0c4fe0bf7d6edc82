//! Derivatives of the loads against differences.

use super::*;
use spiel::coupling::Step;

/// A pose in which edges and a face touch, after a few steps with memory and bristles.
fn steps(ports: PortKind, method: &str, last: &[f64]) -> Driven {
    let mut joint = joint(ports, method);
    let [a, b] = frames(0.0);
    for step in 0..3 {
        let inputs = match ports {
            PortKind::World => [a.flat(), b.flat()].concat(),
            PortKind::Relative => relative(&a, &b),
        };
        joint.put(&inputs);
        joint.go(f64::from(step) * SIZE, SIZE);
    }
    joint.put(last);
    joint
}

const SIZE: f64 = 1e-6;

fn frames(shift: f64) -> [Frame; 2] {
    let a = Frame {
        place: Vector3::new(0.02, -0.01, 0.03),
        turn: UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -0.5, 0.2)),
        velocity: Vector3::new(0.1, 0.2, -0.1),
        spin: Vector3::new(1.0, -2.0, 0.5),
    };
    let tilt = UnitQuaternion::from_scaled_axis(Vector3::new(1.5e-3, -2e-3, 0.4));
    let offset = a.turn * Vector3::new(5.1e-5 + shift, 2.5e-5, 1.1e-4);
    let b = Frame {
        place: a.place + offset,
        turn: a.turn * tilt,
        // The end is slower: a face damps by its largest rate so far, which has a kink there.
        velocity: a.velocity
            + a.turn * Vector3::new(0.05, -0.02, if shift > 0.0 { 0.02 } else { 0.03 }),
        spin: Vector3::new(4.0, 1.0, -12.0),
    };
    [a, b]
}

#[test]
fn derivatives_of_the_loads_are_those_of_differences() {
    for ports in [PortKind::World, PortKind::Relative] {
        for method in ["step_mean", "end_point"] {
            let [a, b] = frames(2e-7);
            let inputs = match ports {
                PortKind::World => [a.flat(), b.flat()].concat(),
                PortKind::Relative => relative(&a, &b),
            };
            let mut seen = 0;
            for index in 0..inputs.len() {
                let mut joint = steps(ports, method, &inputs);
                joint.block.differentiate(&mut [(index, 1.0)].into_iter()).unwrap();
                let first = joint.block.layout().loads.start;
                let found: Vec<f64> =
                    (0..12).map(|k| joint.block.derivative(first + k).unwrap()).collect();
                // Small against the depth and against the pace of the bristles.
                let name = joint.block.rows()[index].name.clone();
                let step = if name.contains(".v")
                    || name.contains(".w")
                    || name.starts_with("v_")
                    || name.starts_with("w_")
                {
                    1e-5
                } else if name.contains(".e") || name.starts_with("axis") {
                    1e-8
                } else {
                    1e-10
                };
                let loads_at = |by: f64| {
                    let mut moved = inputs.clone();
                    moved[index] += by;
                    let mut joint = steps(ports, method, &moved);
                    joint.block.advance(Step { start: 3.0 * SIZE, size: SIZE }).unwrap();
                    loads(&mut joint).map(<[f64; 3]>::from).concat()
                };
                let (less, more) = (loads_at(-step), loads_at(step));
                let (far_less, far_more) = (loads_at(-2.0 * step), loads_at(2.0 * step));
                let scale = found.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
                for k in 0..12 {
                    let slope =
                        (8.0 * (more[k] - less[k]) - (far_more[k] - far_less[k])) / (12.0 * step);
                    let lever = if k % 6 < 3 { 1.0 } else { 0.02 };
                    // Differences of stiff loads: 3e-6 of the largest, and the rounding error.
                    let rounding = 1e-13 * more[k].abs().max(1e3) / step;
                    let off = (found[k] - slope).abs();
                    assert!(
                        off <= 3e-6 * scale * lever + rounding,
                        "{method} {name} {k}: {} {slope} {scale}",
                        found[k]
                    );
                    seen += u32::from(slope.abs() > 1e-3 * scale);
                }
            }
            assert!(seen > 40, "{seen}");
        }
    }
}
