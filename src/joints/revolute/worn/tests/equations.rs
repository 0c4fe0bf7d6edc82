//! The map in continuous time: motion and wear as in steps, derivatives, refusals.

use super::predicted::{GRAVITY, INERTIA, MASS, apart_by, predicting, start, throw, worn_profile};
use super::*;

use crate::kinematics::planar::PairLoad;

const CELLS: usize = 48;
const STATES: usize = 3 + 2 * CELLS;

/// A body, its joint's states, and both together as a solver's state.
struct Machine {
    joint: WornRevolute,
    report: Vec<f64>,
    discrete: Vec<f64>,
}

impl Machine {
    fn flow(&mut self, b: &Motion<f64>, states: &[f64], rates: &mut [f64]) -> PairLoad<f64> {
        let Self { joint, report, discrete } = self;
        let equations = joint.equations().unwrap();
        equations
            .flow(&PairMotion::along(Path::straight(*b)), states, discrete, rates, report)
            .unwrap()
    }
}

fn displaced(b: &Motion<f64>, rate: &Motion<f64>, by: f64) -> Motion<f64> {
    Motion {
        position: b.position + rate.position * by,
        angle: b.angle + rate.angle * by,
        velocity: b.velocity + rate.velocity * by,
        spin: b.spin + rate.spin * by,
    }
}

#[test]
fn a_solver_finds_the_motion_and_the_wear_of_fine_steps() {
    let files = worn_profile();
    let mut parameters = predicting(CELLS as i32);
    parameters.coupling.shared.method = Method::StepMean;
    parameters.contact.normal.restitution = 0.5;
    let until = 6e-3;
    let reference = throw(&parameters, &files, 1e-7, until);
    let joint = WornRevolute::new(&parameters, &files).unwrap();
    let report = vec![0.0; length(CELLS)];
    let mut machine = Machine { joint, report, discrete: vec![0.0; 4] };
    let (mut b, mut states) = (start(), vec![0.0; STATES]);
    let equations = machine.joint.equations().unwrap();
    equations
        .begin(&PairMotion::along(Path::straight(b)), 0.0, &mut states, &mut machine.discrete)
        .unwrap();
    let size = 2e-7;
    for index in 0..(until / size).round() as u32 {
        let mut stages: Vec<(Motion<f64>, Vec<f64>)> = Vec::new();
        for part in [0.0, 0.5, 0.5, 1.0] {
            let (mut here, mut inner) = (b, states.clone());
            if let Some((rate, rates)) = stages.last() {
                here = displaced(&b, rate, part * size);
                inner.iter_mut().zip(rates).for_each(|(x, rate)| *x += part * size * rate);
            }
            let mut rates = vec![0.0; STATES];
            let load = machine.flow(&here, &inner, &mut rates).b;
            let rate = Motion {
                position: here.velocity,
                angle: here.spin,
                velocity: load.force / MASS + Vector2::new(0.0, GRAVITY),
                spin: load.moment / INERTIA,
            };
            stages.push((rate, rates));
        }
        for ((rate, rates), weight) in stages.iter().zip([1.0, 2.0, 2.0, 1.0]) {
            b = displaced(&b, rate, weight * size / 6.0);
            states.iter_mut().zip(rates).for_each(|(x, rate)| *x += weight * size / 6.0 * rate);
        }
        let time = f64::from(index + 1) * size;
        let equations = machine.joint.equations().unwrap();
        equations
            .event(&PairMotion::along(Path::straight(b)), time, &mut states, &mut machine.discrete)
            .unwrap();
    }
    machine.flow(&b, &states, &mut vec![0.0; STATES]);
    let Whole { energy, wear, .. } = Whole::read(&machine.report);
    assert!(apart_by(&b, &parameters, &reference) < 1e-3, "{b:?} {:?}", reference.end);
    assert!((energy.dissipated / reference.dissipated - 1.0).abs() < 2e-3);
    for (volume, right) in [wear.volume_a, wear.volume_b].into_iter().zip(reference.volumes) {
        assert!((volume / right - 1.0).abs() < 1e-3, "{volume} {right}");
    }
    assert!(wear.sliding_distance > 4e-5, "{}", wear.sliding_distance);
}

#[test]
fn derivatives_are_those_of_loads_and_rates() {
    let mut parameters = predicting(CELLS as i32);
    parameters.coupling.shared.method = Method::StepMean;
    parameters.wear.exponent = 1.5;
    let joint = WornRevolute::new(&parameters, &worn_profile()).unwrap();
    let report = vec![0.0; length(CELLS)];
    let mut machine = Machine { joint, report, discrete: vec![0.0; 4] };
    let mut b = start();
    b.position = Vector2::new(-0.6e-4, -5.38e-4);
    let mut states = vec![0.0; STATES];
    let equations = machine.joint.equations().unwrap();
    equations
        .begin(&PairMotion::along(Path::straight(b)), 0.0, &mut states, &mut machine.discrete)
        .unwrap();
    states[0] = 2e-8;
    let mut rates = vec![0.0; STATES];
    assert!(machine.flow(&b, &states, &mut rates).b.force.norm() > 10.0);
    // Coordinates, and one state of every kind: x, angle, velocity, bristle, bearing and journal in the contact.
    let pressed = (1..=CELLS).max_by(|one, other| {
        let rate = |cell: &usize| rates[2 + cell];
        rate(one).total_cmp(&rate(other))
    });
    let pressed = 2 + pressed.unwrap();
    for (which, size) in [(0, 1e-9), (1, 1e-6), (2, 1e-6), (3, 1e-11), (4, 1e-10), (5, 1e-8)] {
        let journal = 3 + CELLS + (pressed + 7 - 3) % CELLS;
        let state = [None, None, None, Some(0), Some(pressed), Some(journal)][which];
        let at = |by: f64| {
            let (mut here, mut inner) = (b, states.clone());
            match which {
                0 => here.position.x += by,
                1 => here.angle += by,
                2 => here.velocity.y += by,
                _ => inner[state.unwrap()] += by,
            }
            (here, inner)
        };
        let [low, high] = [-size, size].map(|by| {
            let (here, inner) = at(by);
            let mut rates = vec![0.0; STATES];
            let load = machine.flow(&here, &inner, &mut rates).b;
            (load, rates)
        });
        let lift = |value: f64, on: bool| Dual64::new(value, f64::from(u8::from(on)));
        let lifted = Motion {
            position: Vector2::new(lift(b.position.x, which == 0), lift(b.position.y, false)),
            angle: lift(b.angle, which == 1),
            velocity: Vector2::new(lift(b.velocity.x, false), lift(b.velocity.y, which == 2)),
            spin: lift(b.spin, false),
        };
        let inner: Vec<_> =
            states.iter().enumerate().map(|(index, x)| lift(*x, state == Some(index))).collect();
        let mut changes = vec![Dual64::from(0.0); STATES];
        let equations = machine.joint.equations().unwrap();
        let load = equations
            .flow_with_derivatives(
                &PairMotion::along(Path::straight(lifted)),
                &inner,
                &machine.discrete,
                &mut changes,
            )
            .unwrap()
            .b;
        let by = |low: f64, high: f64| (high - low) / (2.0 * size);
        let mut pairs = vec![
            (load.force.x.eps, by(low.0.force.x, high.0.force.x)),
            (load.force.y.eps, by(low.0.force.y, high.0.force.y)),
            (load.moment.eps * 100.0, by(low.0.moment, high.0.moment) * 100.0),
        ];
        let largest =
            |pairs: &[(f64, f64)]| pairs.iter().fold(0.0_f64, |most, x| most.max(x.1.abs()));
        let scale = largest(&pairs);
        assert!(
            scale > 0.0 && pairs.iter().all(|(a, b)| (a - b).abs() < 1e-5 * scale),
            "{which}: {pairs:?}"
        );
        let cells = 3..STATES;
        pairs = cells.map(|row| (changes[row].eps, by(low.1[row], high.1[row]))).collect();
        let scale = largest(&pairs);
        let near = |(a, b): &(f64, f64)| (a - b).abs() <= 1e-4 * scale;
        assert!(pairs.iter().all(near), "{which}: {pairs:?}");
    }
}

#[test]
fn large_maps_and_cycles_are_for_co_simulation() {
    for (cells, cycle) in [(121, 0.0), (48, 0.1)] {
        let mut parameters = parameters(cells);
        parameters.wear.cycle_time = cycle;
        let why = joint(&parameters).equations().err().unwrap().to_string();
        assert!(why.contains("for co-simulation only, build it with --kind cs"), "{why}");
    }
    assert!(joint(&parameters(120)).equations().is_ok());
}
