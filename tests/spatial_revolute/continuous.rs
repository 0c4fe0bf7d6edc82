//! Continuous time: events, states that jump, derivatives.

use super::*;
use spiel::block::Block;

fn solving() -> Driven {
    let mut joint = joint(PortKind::Relative, "step_mean");
    joint.block.make_continuous().unwrap();
    joint
}

fn put(joint: &mut Driven, place: [f64; 3], tilt: [f64; 2], velocity: [f64; 3], spin: [f64; 3]) {
    let axis = Vector3::new(tilt[0], tilt[1], 1.0).normalize();
    joint.put(&[&place[..], &<[f64; 3]>::from(axis), &velocity, &spin].concat());
}

fn indicators(block: &mut Block) -> [f64; 4] {
    let mut indicators = [0.0; 4];
    block.indicate(&mut indicators).unwrap();
    indicators
}

#[test]
fn each_of_four_contacts_has_its_event() {
    let mut joint = solving();
    assert_eq!((joint.block.indicator_count(), joint.block.continuous().len()), (4, 19));
    put(&mut joint, [0.0; 3], [0.0; 2], [0.0; 3], [0.0; 3]);
    joint.block.start_solving(0.0).unwrap();
    joint.block.begin().unwrap();
    assert!(indicators(&mut joint.block).iter().all(|indicator| *indicator < 0.0));
    // Upper edge, then a face, then all contacts are open.
    put(&mut joint, [3e-5, 0.0, 0.0], [2.1e-3, 0.0], [0.2, 0.0, 0.1], [0.0; 3]);
    joint.block.set_time(1e-3);
    let [lower, upper, ..] = indicators(&mut joint.block);
    assert!(lower < 0.0 && upper > 0.0);
    joint.block.event().unwrap();
    assert_eq!(joint.get("upper.start_time"), 1e-3);
    assert!(
        (joint.get("upper.impact_speed") - 0.2).abs() < 1e-3 && joint.get("upper.active") == 1.0
    );
    assert_eq!(joint.get("lower.active"), 0.0);
    let states: Vec<f64> = vec![2e-7; 19];
    joint.block.set_states(&states);
    put(&mut joint, [3e-5, 0.0, 1.05e-4], [2.1e-3, 0.0], [-0.2, 0.0, 0.1], [0.0; 3]);
    joint.block.set_time(2e-3);
    assert!(indicators(&mut joint.block)[2] > 0.0);
    // An open contact has straight bristles after an event.
    assert!(joint.block.event().unwrap());
    let bristles = joint.block.states().unwrap().to_vec();
    assert_eq!((bristles[0], bristles[11]), (0.0, 2e-7));
    assert!(joint.get("lower_face.impact_speed") > 0.09);
    put(&mut joint, [0.0; 3], [0.0; 2], [-0.2, 0.0, -0.1], [0.0; 3]);
    joint.block.set_time(3e-3);
    joint.block.event().unwrap();
    assert!(joint.block.states().unwrap()[..18].iter().all(|state| *state == 0.0));
    assert!(loads(&mut joint).iter().all(|load| load.norm() == 0.0));
}

#[test]
fn rates_of_the_report_are_those_of_the_states() {
    let mut joint = solving();
    put(&mut joint, [5.5e-5, 0.0, 1.05e-4], [1e-3, 2e-4], [0.1, 0.05, 0.1], [1.0, -2.0, 15.0]);
    joint.block.start_solving(0.0).unwrap();
    joint.block.begin().unwrap();
    let states: Vec<f64> = (0..19).map(|k| 1e-8 * f64::from(k)).collect();
    joint.block.set_states(&states);
    let rates = joint.block.state_rates().unwrap().to_vec();
    let variables = joint.block.continuous().to_vec();
    for (k, variable) in variables.iter().enumerate() {
        let told = joint.block.value(variable.rate).unwrap().number();
        assert!((told - rates[k]).abs() <= 1e-12 * rates[k].abs(), "{k}: {told} {}", rates[k]);
    }
}

#[test]
fn derivatives_of_loads_and_rates_are_those_of_differences() {
    let base = [5.3e-5, 1e-5, 1.05e-4, 1e-3, 2e-4, 1.0, 0.1, 0.05, 0.1, 1.0, -2.0, 15.0];
    let states: Vec<f64> = (0..19).map(|k| 1e-8 * f64::from(k + 1)).collect();
    let at = |inputs: &[f64], states: &[f64]| {
        let mut joint = solving();
        joint.put(&base);
        joint.block.start_solving(0.0).unwrap();
        joint.block.begin().unwrap();
        joint.put(inputs);
        joint.block.set_states(states);
        joint
    };
    let values = |inputs: &[f64], states: &[f64]| {
        let mut joint = at(inputs, states);
        let loads = loads(&mut joint).map(<[f64; 3]>::from).concat();
        [loads, joint.block.state_rates().unwrap().to_vec()].concat()
    };
    for index in 0..12 + 19 {
        let mut joint = at(&base, &states);
        let variable = if index < 12 { index } else { joint.block.continuous()[index - 12].index };
        joint.block.differentiate(&mut [(variable, 1.0)].into_iter()).unwrap();
        let first = joint.block.layout().loads.start;
        let numbers: Vec<usize> =
            (first..first + 12).chain(joint.block.continuous().iter().map(|v| v.rate)).collect();
        let found: Vec<f64> = numbers.iter().map(|k| joint.block.derivative(*k).unwrap()).collect();
        let step = [1e-10, 1e-8, 1e-5, 1e-5, 1e-11][if index < 12 { index / 3 } else { 4 }];
        let moved = |by: f64| {
            let (mut inputs, mut states) = (base, states.clone());
            if index < 12 {
                inputs[index] += by
            } else {
                states[index - 12] += by
            }
            values(&inputs, &states)
        };
        let [less, more, far_less, far_more] = [-step, step, -2.0 * step, 2.0 * step].map(moved);
        for (range, name) in [(0..12, "loads"), (12..30, "rates"), (30..31, "power")] {
            let scale = found[range.clone()].iter().fold(1e-3_f64, |most, x| most.max(x.abs()));
            for k in range {
                let slope =
                    (8.0 * (more[k] - less[k]) - (far_more[k] - far_less[k])) / (12.0 * step);
                let size = less[k].abs().max(1e-12);
                let rounding = 1e-14 * size / step;
                let off = (found[k] - slope).abs();
                assert!(off <= 3e-6 * scale + rounding, "{name} {index} {k}: {} {slope}", found[k]);
            }
        }
    }
}
