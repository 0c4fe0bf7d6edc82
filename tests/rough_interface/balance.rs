//! Balance of action and reaction, and frame indifference.

use crate::random::Random;
use crate::{MODELS, end_point, parameters, prepare};
use spiel::coupling::Step;
use spiel::joints::rough_interface::{InterfaceLaw, Parameters};
use spiel::kinematics::planar::Frame;
use spiel::ports::{WorldInputs, WorldLoads};

const STEP: Step = Step { start: 0.0, size: 1e-5 };

/// A frame near the origin: displacements of micrometres keep their digits there.
fn frame(random: &mut Random, angle: f64) -> Frame {
    let mut size = |of: f64| random.between(-of, of);
    Frame { x: size(1e-6), y: size(1e-6), phi: angle, vx: size(0.05), vy: size(0.02), w: size(5.0) }
}

fn loads(parameters: &Parameters, path: &[WorldInputs]) -> Vec<WorldLoads> {
    let mut joint = prepare(parameters).unwrap();
    joint.begin(&path[0]).unwrap();
    path.iter().map(|inputs| joint.advance(inputs, STEP).unwrap()).collect()
}

#[test]
fn the_pair_is_in_balance_about_any_point() {
    let mut random = Random(1);
    for model in MODELS {
        let parameters = end_point(parameters(model, 1000.0));
        for _ in 0..200 {
            let (angle, turned) = (random.between(-4.0, 4.0), random.between(-1e-6, 1e-6));
            let inputs = WorldInputs {
                frame_a: frame(&mut random, angle),
                frame_b: frame(&mut random, angle + turned),
            };
            let WorldLoads { load_a: a, load_b: b } = loads(&parameters, &[inputs])[0];
            let size = b.fx.hypot(b.fy);
            assert!((a.fx + b.fx).hypot(a.fy + b.fy) < 1e-12 * size);
            assert_eq!(b.t, 0.0);
            for (px, py) in [(0.0, 0.0), (0.4, -1.3)] {
                let moment = |frame: &Frame, load: &spiel::kinematics::planar::Load| {
                    (frame.x - px) * load.fy - (frame.y - py) * load.fx + load.t
                };
                let rest = moment(&inputs.frame_a, &a) + moment(&inputs.frame_b, &b);
                assert!(rest.abs() < 1e-12 * size * (px.hypot(py) + 1e-6), "{rest:e}");
            }
        }
    }
}

#[test]
fn turning_the_inputs_turns_the_loads() {
    let mut random = Random(2);
    for model in MODELS {
        let parameters = parameters(model, 1000.0);
        for _ in 0..50 {
            let path: Vec<WorldInputs> = (0..20)
                .map(|_| WorldInputs {
                    frame_a: frame(&mut random, 0.1),
                    frame_b: frame(&mut random, 0.1),
                })
                .collect();
            let by = random.between(-3.0, 3.0);
            let (s, c) = f64::sin_cos(by);
            let turn = |frame: &Frame| Frame {
                x: c * frame.x - s * frame.y,
                y: s * frame.x + c * frame.y,
                vx: c * frame.vx - s * frame.vy,
                vy: s * frame.vx + c * frame.vy,
                phi: frame.phi + by,
                w: frame.w,
            };
            let turned: Vec<_> = path
                .iter()
                .map(|inputs| WorldInputs {
                    frame_a: turn(&inputs.frame_a),
                    frame_b: turn(&inputs.frame_b),
                })
                .collect();
            for (plain, turned) in loads(&parameters, &path).iter().zip(loads(&parameters, &turned))
            {
                let pairs = [(plain.load_a, turned.load_a), (plain.load_b, turned.load_b)];
                let size = plain.load_b.fx.hypot(plain.load_b.fy);
                for (plain, turned) in pairs {
                    let x = c * plain.fx - s * plain.fy - turned.fx;
                    let y = s * plain.fx + c * plain.fy - turned.fy;
                    let error = x.hypot(y).max((plain.t - turned.t).abs() / 1e-6);
                    assert!(error < 1e-12 * size.max(1000.0), "{error:e} of {size}");
                }
            }
        }
    }
}

#[test]
fn a_mirrored_motion_has_the_mirrored_force() {
    let mut random = Random(3);
    for model in MODELS {
        let parameters = parameters(model, 1000.0);
        let path: Vec<WorldInputs> = (0..100)
            .map(|_| WorldInputs { frame_a: Frame::default(), frame_b: frame(&mut random, 0.0) })
            .collect();
        let mirrored: Vec<_> = path
            .iter()
            .map(|inputs| {
                let b = inputs.frame_b;
                WorldInputs { frame_b: Frame { x: -b.x, vx: -b.vx, ..b }, ..*inputs }
            })
            .collect();
        for (there, here) in loads(&parameters, &path).iter().zip(loads(&parameters, &mirrored)) {
            assert_eq!(there.load_b.fx, -here.load_b.fx);
            assert_eq!(there.load_b.fy, here.load_b.fy);
        }
    }
}

#[test]
fn friction_holds_the_upper_part_back() {
    let mut joint = prepare(&parameters(InterfaceLaw::Bristles, 0.0)).unwrap();
    let mut inputs = WorldInputs::default();
    inputs.frame_b.vx = 0.01;
    joint.begin(&inputs).unwrap();
    let loads = joint.advance(&inputs, STEP).unwrap();
    assert!(loads.load_b.fx < 0.0 && loads.load_a.fx > 0.0 && loads.load_b.fy > 0.0);
    assert!(joint.report().contact.tangential_force > 0.0);
}
