//! The joint in continuous time: behind its ports, its derivatives, its memory, its refusals.

use crate::random::Random;
use crate::typed::{Typed, flat};
use crate::{Driven, Ported, end_point, parameters, prepare};
use spiel::Quantities;
use spiel::joints::rough_interface::{InterfaceLaw, Parameters, Report};
use spiel::joints::{Joint, RoughInterface};
use spiel::kinematics::planar::{Frame, Motion};
use spiel::ports::{PortKind, RelativeInputs, RelativeLoads, WorldInputs, WorldLoads};

const LAWS: [InterfaceLaw; 2] = [InterfaceLaw::Bristles, InterfaceLaw::IwanNetwork];

/// A joint in continuous time at an instant.
struct Flow<I = WorldInputs, L = WorldLoads> {
    joint: Typed<Report, I, L>,
    states: Vec<f64>,
    rates: Vec<f64>,
    discrete: Vec<f64>,
}

impl<I: Quantities, L: Quantities> Flow<I, L> {
    fn of(mut joint: Typed<Report, I, L>, inputs: &I) -> Self {
        let continuous = joint.model.continuous().unwrap();
        let mut states = vec![1.0; continuous.states().unwrap().len()];
        let [discrete, _] = continuous.counts().unwrap();
        let mut discrete = vec![1.0; discrete];
        continuous.begin(&flat(inputs), 0.0, &mut states, &mut discrete).unwrap();
        let rates = vec![0.0; states.len()];
        Self { joint, states, rates, discrete }
    }

    fn loads(&mut self, inputs: &I) -> L {
        let Self { joint, states, rates, discrete } = self;
        inputs.write(&mut joint.inputs);
        let outputs = joint.outputs.split_at_mut(L::COUNT);
        let continuous = joint.model.continuous().unwrap();
        continuous.flow(&joint.inputs, states, discrete, rates, outputs).unwrap();
        L::read(&joint.outputs)
    }

    /// Directional derivative of the loads by inputs and states; that of the rates replaces `seed`.
    fn derivative(&mut self, inputs: &I, change: &I, states: &[f64], seed: &mut [f64]) -> L {
        let mut loads = flat(&L::read(&self.joint.outputs));
        let inputs = (&*flat(inputs), &*flat(change));
        let continuous = self.joint.model.continuous().unwrap();
        continuous.flow_derivative(inputs, states, &self.discrete, seed, &mut loads).unwrap();
        L::read(&loads)
    }

    /// Euler's rule.
    fn go(&mut self, inputs: &I, time: f64) {
        self.loads(inputs);
        self.states.iter_mut().zip(&self.rates).for_each(|(state, rate)| *state += time * rate);
    }
}

fn in_world(parameters: &Parameters) -> Ported {
    prepare(parameters).unwrap()
}

/// The number of a variable in the report.
fn reported(parameters: &Parameters, name: &str) -> usize {
    let rows = RoughInterface::report_rows(parameters);
    WorldLoads::COUNT + rows.iter().position(|row| row.name == name).unwrap()
}

/// The upper part at (x, y) with a velocity.
fn upper(x: f64, y: f64, vx: f64, vy: f64) -> WorldInputs {
    WorldInputs { frame_b: Frame { x, y, vx, vy, ..Frame::default() }, ..WorldInputs::default() }
}

/// A vibration of half a micrometre while a bolt's clamp oscillates, once a second.
fn vibration(time: f64) -> WorldInputs {
    let (w, x, y) = (std::f64::consts::TAU, 5e-7, 5e-8);
    let (along, across) = ((w * time).sin_cos(), (3.0 * w * time).sin_cos());
    upper(x * along.0, y * across.0, x * w * along.1, 3.0 * y * w * across.1)
}

#[test]
fn the_loads_are_those_of_co_simulation_in_small_steps() {
    for model in LAWS {
        let parameters = end_point(parameters(model, 2000.0));
        let start = vibration(0.0);
        let mut driven = Driven::new(&parameters);
        let mut flow = Flow::of(in_world(&parameters), &start);
        let (steps, mut worst, mut largest) = (40_000_u32, 0.0_f64, 0.0_f64);
        let step = 2.1 / f64::from(steps);
        for index in 0..steps {
            let time = step * f64::from(index);
            driven.inputs = vibration(time);
            let held = driven.advance(spiel::coupling::Step { start: time, size: step });
            let loads = flow.loads(&vibration(time));
            assert_eq!(loads.load_b.fy, held.load_b.fy);
            worst = worst.max((loads.load_b.fx - held.load_b.fx).abs());
            largest = largest.max(held.load_b.fx.abs());
            // The midpoint rule.
            let (before, middle) = (flow.states.clone(), vibration(time + 0.5 * step));
            flow.go(&vibration(time), 0.5 * step);
            flow.loads(&middle);
            flow.states = before;
            let rates = flow.rates.iter();
            flow.states.iter_mut().zip(rates).for_each(|(state, rate)| *state += step * rate);
        }
        assert!(worst < 2e-3 * largest, "{model:?}: {worst} of {largest}");
        let heat = flow.joint.report().energy.dissipated;
        let relative = heat / driven.report.energy.dissipated - 1.0;
        assert!(heat > 0.0 && relative.abs() < 3e-3, "{model:?}: {relative:e}");
        // The rows of the springs are equal in both reports.
        let spring = match model {
            InterfaceLaw::Bristles => "bristle_091",
            _ => "element_021",
        };
        let spring = reported(&parameters, spring);
        let (here, there) = (flow.joint.outputs[spring], driven.joint.outputs[spring]);
        assert!(there.abs() > 1e-8 && (here - there).abs() < 5e-9, "{here:e} {there:e}");
    }
}

#[test]
fn world_and_relative_ports_give_the_same_forces() {
    let mut random = Random(11);
    for model in LAWS {
        let parameters = parameters(model, 1000.0);
        let motion = |random: &mut Random, angle: f64| {
            let mut size = |of: f64| random.between(-of, of);
            let mut rest = Motion::<f64>::rest();
            (rest.position.x, rest.position.y) = (size(1e-6), size(2e-7));
            (rest.velocity.x, rest.velocity.y) = (size(0.05), size(0.02));
            (rest.angle, rest.spin) = (angle, size(5.0));
            rest
        };
        let mut pair = || {
            let angle = random.between(-3.0, 3.0);
            let (a, b) = (motion(&mut random, angle), motion(&mut random, angle));
            let between = a.relative(&b);
            let mut relative = RelativeInputs::default();
            (relative.r_rel.x, relative.r_rel.y) = (between.position.x, between.position.y);
            (relative.v_rel.x, relative.v_rel.y) = (between.velocity.x, between.velocity.y);
            (relative.phi_rel, relative.w_rel) = (between.angle, between.spin);
            (WorldInputs { frame_a: (&a).into(), frame_b: (&b).into() }, relative, angle)
        };
        let mut relative_port = parameters;
        relative_port.build.ports = PortKind::Relative;
        let first = pair();
        let mut world = Flow::of(in_world(&parameters), &first.0);
        let joint = Typed::<Report, RelativeInputs, RelativeLoads>::new::<RoughInterface>;
        let mut relative = Flow::of(joint(&relative_port).unwrap(), &first.1);
        for _ in 0..100 {
            let (in_world, relative_to_a, angle) = pair();
            let (outer, inner) = (world.loads(&in_world), relative.loads(&relative_to_a));
            let (s, c) = angle.sin_cos();
            let fx = c * outer.load_b.fx + s * outer.load_b.fy;
            let fy = c * outer.load_b.fy - s * outer.load_b.fx;
            let size = 1e-9 * fx.hypot(fy).max(1000.0);
            assert!((fx - inner.force.x).abs() < size && (fy - inner.force.y).abs() < size);
            for (one, other) in world.rates.iter().zip(&relative.rates) {
                assert!((one - other).abs() < 1e-9 * one.abs().max(1e-3), "{one:e} {other:e}");
            }
            world.go(&in_world, 1e-8);
            relative.states.copy_from_slice(&world.states);
        }
    }
}

#[test]
fn derivatives_are_those_of_small_changes() {
    let mut random = Random(12);
    for model in LAWS {
        let start = upper(0.0, 0.0, 0.0, 0.0);
        let mut flow = Flow::of(in_world(&parameters(model, 1000.0)), &start);
        let springs = flow.states.len() - 1;
        for _ in 0..30 {
            // Some springs slide, some stick.
            let mut at = |of: f64| random.between(-of, of);
            let inputs = upper(at(1e-6), at(1e-7), at(0.05), at(0.01));
            for spring in 0..springs {
                flow.states[spring] = at(3e-7);
            }
            let seeds = upper(at(1e-7), at(1e-7), at(0.05), at(0.05));
            let change: Vec<f64> = (0..=springs).map(|_| at(1e-7)).collect();
            let states = flow.states.clone();
            let mut ask = |part: f64| {
                let b = (&inputs.frame_b, &seeds.frame_b);
                let moved = upper(
                    b.0.x + part * b.1.x,
                    b.0.y + part * b.1.y,
                    b.0.vx + part * b.1.vx,
                    b.0.vy + part * b.1.vy,
                );
                for (state, (base, change)) in
                    flow.states.iter_mut().zip(states.iter().zip(&change))
                {
                    *state = base + part * change;
                }
                let loads = flow.loads(&moved);
                (loads.load_b.fx, loads.load_b.fy, flow.rates.clone())
            };
            let part = 1e-5;
            let (behind, ahead) = (ask(-part), ask(part));
            let mut seed = change.clone();
            let found = flow.derivative(&inputs, &seeds, &states, &mut seed);
            let slope = |a: f64, b: f64| (b - a) / (2.0 * part);
            let close = |a: f64, b: f64, size: f64| assert!((a - b).abs() < size, "{a:e} {b:e}");
            close(found.load_b.fx, slope(behind.0, ahead.0), 1e-3 * found.load_b.fx.abs().max(1.0));
            close(found.load_b.fy, slope(behind.1, ahead.1), 1e-3 * found.load_b.fy.abs().max(1.0));
            // A spring that passes a corner within the change has no derivative: few do.
            let wrong = (0..=springs).filter(|&state| {
                let expected = slope(behind.2[state], ahead.2[state]);
                (seed[state] - expected).abs() > 1e-3 * expected.abs().max(1e-2)
            });
            let wrong = wrong.count();
            assert!(wrong <= 2, "{model:?}: {wrong}");
        }
    }
}

#[test]
fn nominals_have_the_size_of_a_springs_force() {
    for (model, count) in [(InterfaceLaw::Bristles, 129), (InterfaceLaw::IwanNetwork, 41)] {
        let mut joint = in_world(&parameters(model, 1000.0));
        let states = joint.model.continuous().unwrap().states().unwrap();
        assert_eq!(states.len(), count);
        assert!(states[..count - 1].iter().all(|state| (1e-7..1e-6).contains(&state.nominal)));
        let heat = &states[count - 1];
        assert_eq!(heat.name, "energy.dissipated");
        assert!((1e-6..1e-2).contains(&heat.nominal), "{:e}", heat.nominal);
        assert!(states.iter().all(|state| !state.jumps));
    }
}

#[test]
fn the_stack_is_refused_and_the_message_names_the_others() {
    let mut joint = in_world(&parameters(InterfaceLaw::IwanStack, 1000.0));
    assert_eq!(
        joint.model.continuous().err().unwrap().to_string(),
        "interface.model = iwan_stack is not possible here, only bristles, iwan_network (its \
         reversals are no continuous states; take one of these or build with --kind cs)"
    );
}

#[test]
fn nothing_is_allocated_at_an_instant() {
    for model in LAWS {
        let inputs = upper(0.0, 0.0, 0.05, 0.001);
        let mut flow = Flow::of(in_world(&parameters(model, 1000.0)), &inputs);
        let mut seed = vec![1e-8; flow.states.len()];
        let (inputs_flat, mut loads) = (flat(&inputs), flat(&WorldLoads::default()));
        let mut ask = |flow: &mut Flow| {
            flow.go(&inputs, 1e-8);
            let Flow { joint, states, discrete, .. } = flow;
            let (given, joint) = (&*inputs_flat, joint.model.continuous().unwrap());
            joint.flow_derivative((given, given), states, discrete, &mut seed, &mut loads).unwrap();
            joint.indicate(given, states, discrete, &mut []).unwrap();
            assert!(!joint.event(given, 0.0, states, discrete).unwrap());
        };
        // The first derivative makes room for the next ones.
        ask(&mut flow);
        let counted = allocation_counter::measure(|| (0..200).for_each(|_| ask(&mut flow)));
        assert_eq!(counted.count_total, 0);
        assert!(flow.joint.report().energy.dissipated_rate > 0.0);
    }
}
