//! A group by relative motions and W against the one that holds the bodies.

use crate::driven::Driven;
use crate::machine::{CRANK, Loads, Machine, ROD, SLIDER, Scheme, paper, plan};
use nalgebra::{DMatrix, Vector2};
use spiel::coupling::Step;
use spiel::kinematics::planar::{Axes, Motion, Wrench};
use spiel_examples::plant::{Body, Constraint, Dimensions, Effort, JointFrame, mobilities};

/// The host's side of a group by relative motions: it has the bodies, frames and constraints.
struct Relative {
    group: Driven,
    joints: Vec<(char, JointFrame, JointFrame)>,
    held: Vec<Constraint>,
    /// W is given larger by this factor.
    factor: f64,
}

impl Relative {
    fn new(scheme: Scheme) -> Self {
        let Dimensions { crank_length, rod_length, crank_speed, .. } = Dimensions::default();
        let on = |body: usize, x: f64| Some((body, Vector2::new(x, 0.0)));
        let (tip, end) = (on(CRANK, 0.5 * crank_length), on(ROD, 0.5 * rod_length));
        let mut joints = vec![('B', tip, on(ROD, -0.5 * rod_length)), ('C', end, on(SLIDER, 0.0))];
        let pivot = Vector2::new(-0.5 * crank_length, 0.0);
        let mut held = vec![
            Constraint::Pin { a: (CRANK, pivot), b: None },
            Constraint::Turn(CRANK, crank_speed, 0.0),
        ];
        match scheme {
            Scheme::Mixed => joints.push(('D', None, on(SLIDER, 0.0))),
            _ => held.push(Constraint::Guide(SLIDER)),
        }
        Self { group: Driven::relative_group(&plan(scheme, &paper())), joints, held, factor: 1.0 }
    }

    /// W, each joint in the axes of its frame a.
    fn mobility(&self, bodies: &[Body; 3]) -> DMatrix<f64> {
        let frames: Vec<_> = self.joints.iter().map(|(_, a, b)| (*a, *b)).collect();
        let mut inward = DMatrix::identity(3 * frames.len(), 3 * frames.len());
        for (joint, (a, _)) in frames.iter().enumerate() {
            let (sin, cos) = a.map_or(0.0, |(body, _)| bodies[body].angle).sin_cos();
            let turn = DMatrix::from_row_slice(2, 2, &[cos, sin, -sin, cos]);
            inward.view_mut((3 * joint, 3 * joint), (2, 2)).copy_from(&turn);
        }
        &inward * mobilities(bodies, &self.held, &frames) * inward.transpose() * self.factor
    }
}

fn frame(bodies: &[Body; 3], frame: JointFrame) -> Motion<f64> {
    frame.map_or(Motion::rest(), |(body, point)| bodies[body].frame(point))
}

impl Loads for Relative {
    fn loads(&mut self, bodies: &[Body; 3], time: f64, step: f64) -> [Effort; 3] {
        let w = self.mobility(bodies);
        let ways = ["x", "y", "phi"];
        for (i, (one, ..)) in self.joints.iter().enumerate() {
            for (j, (other, ..)) in self.joints.iter().enumerate().skip(i) {
                for (row, column) in (0..9).map(|place| (place / 3, place % 3)) {
                    if i < j || row <= column {
                        let name = format!("{one}.W.{other}.{}_{}", ways[row], ways[column]);
                        self.group.set(&name, w[(3 * i + row, 3 * j + column)]);
                    }
                }
            }
        }
        let motions =
            self.joints.iter().map(|(_, a, b)| frame(bodies, *a).relative(&frame(bodies, *b)));
        self.group.step(&motions.collect::<Vec<_>>(), time, step);
        let mut efforts = [Effort::default(); 3];
        for (letter, a, b) in &self.joints {
            let mut part = |name: &str| self.group.get(&format!("{letter}.{name}"));
            let on_b = [part("force.x"), part("force.y"), part("torque")];
            let on_a = [part("reaction.fx"), part("reaction.fy"), part("reaction.t")];
            let axes = Axes::rotated(frame(bodies, *a).angle);
            for (at, [x, y, moment]) in [(a, on_a), (b, on_b)] {
                let Some((body, point)) = *at else { continue };
                let force = axes.outward(Vector2::new(x, y));
                efforts[body].add(bodies[body].arm(point), &Wrench { force, moment });
            }
        }
        efforts
    }
}

#[test]
fn a_relative_group_follows_the_motion_of_the_group_that_holds_the_bodies() {
    for (scheme, until) in [(Scheme::Revolute, 0.012), (Scheme::Mixed, 0.016)] {
        let mut right = Machine::new(scheme, Relative::new(scheme));
        right.run(until, 2e-7);
        let ([places, speeds], lost) = (right.state(), right.loads.group.get("energy.dissipated"));
        for step in [1e-5, 1e-4, 2e-4] {
            let mut machine = Machine::new(scheme, Relative::new(scheme));
            machine.run(until, step);
            let state = machine.state();
            let off = |one: &[f64; 6], other: &[f64; 6]| {
                one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
            };
            let [place, speed] = [off(&state[0], &places) / 5e-4, off(&state[1], &speeds) / 0.5];
            let mismatch = machine.loads.group.get("coupling.work_mismatch");
            let energy = machine.loads.group.get("energy.dissipated") / lost - 1.0;
            println!(
                "{scheme:?} {step:e}: places {:.2} %, speeds {:.2} %, energy {:.2} %, mismatch {mismatch:.0e}",
                100.0 * place,
                100.0 * speed,
                100.0 * energy
            );
            assert!(place < 0.05 && speed < 0.05, "{scheme:?} {step:e}: {place} {speed}");
        }
    }
}

#[test]
fn a_mobility_a_tenth_off_shows_in_the_work_mismatch() {
    let mismatch = |factor: f64| {
        let mut machine =
            Machine::new(Scheme::Mixed, Relative { factor, ..Relative::new(Scheme::Mixed) });
        machine.run(0.03, 1e-4);
        machine.loads.group.get("coupling.work_mismatch")
    };
    let (good, bad) = (mismatch(1.0), mismatch(1.1));
    assert!(good < 1e-3 && bad > 10.0 * good, "{good:e} {bad:e}");
}

/// A group of B and C with the pin at B pressed in.
fn pressed() -> Driven {
    let mut group = Driven::relative_group(&plan(Scheme::Revolute, &paper()));
    group.set("B.r_rel.x", 5.01e-4);
    group
}

#[test]
fn a_mobility_that_is_missing_or_impossible_is_refused_by_name() {
    let refusal = |numbers: &[(&str, f64)]| {
        let mut group = pressed();
        numbers.iter().for_each(|(name, number)| group.set(name, *number));
        group.try_go(0.0, 1e-4).unwrap_err().to_string()
    };
    let missing = refusal(&[]);
    assert!(missing.starts_with("B.W = 0 is outside the finite numbers above 0"), "{missing}");
    let negative = refusal(&[("B.W.B.x_x", -1.0)]);
    assert!(negative.starts_with("B.W = -1 is outside"), "{negative}");
    let diagonal = [("B.W.B.x_x", 1.0), ("C.W.C.x_x", 4.0)];
    let impossible = refusal(&[&diagonal[..], &[("B.W.C.x_x", 2.1)]].concat());
    assert!(impossible.starts_with("B.W = 2.1 is outside"), "{impossible}");
}

#[test]
fn a_relative_group_has_the_joints_inputs_and_half_of_w_in_forty_characters() {
    let group = Driven::relative_group(&plan(Scheme::Mixed, &paper()));
    let inputs = group.block.layout().inputs.len();
    assert_eq!(inputs, 3 * 6 + 9 * 10 / 2);
    let rows = group.block.rows();
    assert!(rows.iter().all(|row| row.name.len() <= 40));
    // The bodies belong to the host.
    assert!(!rows.iter().any(|row| row.name.starts_with("rod")));
    for name in
        ["B.W.B.x_phi", "B.W.D.phi_x", "D.W.D.phi_phi", "D.reaction.t", "B.energy.dissipated"]
    {
        assert!(rows.iter().any(|row| row.name == name), "{name}");
    }
}

#[test]
fn a_step_allocates_nothing_and_a_saved_state_continues_bit_by_bit() {
    let mut machine = Machine::new(Scheme::Mixed, Relative::new(Scheme::Mixed));
    machine.run(0.006, 1e-4);
    let group = &mut machine.loads.group;
    let mut saved = group.block.save().unwrap();
    let go = |group: &mut Driven| -> Vec<f64> {
        let mut loads = Vec::new();
        for index in 0..20 {
            group.set("B.r_rel.x", 4.9e-4 + 1e-7 * f64::from(index));
            group.set("B.v_rel.x", 0.3);
            group.go(0.006 + 1e-4 * f64::from(index), 1e-4);
            loads.push(group.get("B.force.x"));
        }
        loads
    };
    let first = go(group);
    assert!(first.iter().any(|load| load.abs() > 100.0), "{first:?}");
    group.block.restore(&saved).unwrap();
    assert_eq!(go(group), first);
    let taken = allocation_counter::measure(|| {
        group.block.advance(Step { start: 0.008, size: 1e-4 }).unwrap();
        group.block.save_into(&mut saved).unwrap();
    });
    assert_eq!(taken.count_total, 0);
}

#[test]
fn a_frictionless_journal_does_not_turn_the_bearing_that_it_whirls_in() {
    let text = "[[body]]\nname = \"a\"\nmass = 1.0\ninertia = 1e-4\n\
                [[body]]\nname = \"b\"\nmass = 1.0\ninertia = 1e-4\n\
                [[joint]]\nname = \"B\"\ntype = \"revolute_clearance\"\na = \"a\"\nb = \"b\"\n\
                [joint.parameters]\nfriction = { model = \"none\" }\n";
    let mut group = Driven::relative_group(&toml::from_str(text).unwrap());
    for (entry, mobility) in [("x_x", 2.0), ("y_y", 2.0), ("phi_phi", 2e4)] {
        group.set(&format!("B.W.B.{entry}"), mobility);
    }
    // Relative motion of two bodies that do not turn, pressed in and going round at 1 m/s.
    let (clearance, size) = (5e-4, 1e-4);
    let (position, velocity) = (Vector2::new(clearance + 6e-6, 0.0), Vector2::new(0.0, 1.0));
    let mut b = Motion { position, velocity, ..Motion::rest() };
    for step in 0..300 {
        group.step(&[b], f64::from(step) * size, size);
        let [fx, fy] = ["B.force.x", "B.force.y"].map(|name| group.get(name));
        let moment = group.get("B.reaction.t");
        // With the lever at the start of the step, a tenth of F c was left.
        assert!(moment.abs() <= 1e-12 * fx.hypot(fy) * clearance, "{step}: {moment}");
        assert!(fx.hypot(fy) > 100.0, "{step}: {fx} {fy}");
        let gain = Vector2::new(fx, fy) * (2.0 * size);
        b.position += (b.velocity + 0.5 * gain) * size;
        b.velocity += gain;
    }
}
