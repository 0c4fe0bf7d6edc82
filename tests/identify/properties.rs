//! Properties of every probe and every measured mobility.

use crate::FOUND;
use crate::closed::{Closed, pin};
use crate::dice::Dice;
use crate::driven::Driven;
use crate::hosts::{Host, Running, SIX};
use crate::scenes::{Arm, Scene, Spinning, Turned, Wrist};
use crate::search::{NONE, error, identifier, run};
use nalgebra::{Matrix3, Vector2, Vector3};
use spiel::coupling::MeasuredHost;
use spiel::coupling::identify::Status;
use spiel::model::Build;

/// The probes of a run, from the third point on, by triplets and their silence.
fn probes(scene: &dyn Scene, steps: usize, noise: f64) -> Vec<Vector3<f64>> {
    let identifier = identifier(scene);
    let mut identification = identifier.begin();
    let (mut running, mut state) = (Running::new(Host::Held), scene.start());
    let (size, mut dice) = (1e-4, Dice(3));
    let probe = |step: usize| {
        let time = size * step as f64;
        let mut received = scene.received(&state.0, &state.1, time, size);
        received.velocity.x += noise * dice.normal();
        let load = identification.receive(&identifier, &received);
        identification.give(&identifier, &load);
        running.advance(scene, &mut state, load, time, size);
        load
    };
    (0..steps).map(probe).skip(3).collect()
}

#[test]
fn no_triplet_leaves_an_impulse_or_a_moment_of_it() {
    for noise in [0.0, 1e-6] {
        for triplet in probes(&Arm::default(), 403, noise).chunks_exact(4) {
            let [a, b, c, d] = triplet else { unreachable!() };
            assert_eq!(a + b + c, Vector3::zeros());
            assert_eq!(b + c * 2.0, Vector3::zeros(), "about the first step");
            assert_eq!(*d, Vector3::zeros());
            assert!(a.iter().filter(|part| **part != 0.0).count() <= 1, "one direction at a time");
        }
    }
}

#[test]
fn probes_leave_neither_velocity_nor_place_behind() {
    // A free body of 1 kg in four kinds of host: with and without probes at their largest.
    let mass = Arm { turns: false, driven: false, speed: (0.05, 0.0), ..Arm::default() };
    for (host, ..) in SIX {
        let mut identification = identifier(&mass).begin();
        let (mut running, mut state) = (Running::new(host), mass.start());
        let mut dice = Dice(1);
        let steps = 3 + 12 * 50;
        for step in 0..steps + 2 {
            let time = 1e-4 * step as f64;
            let mut received = mass.received(&state.0, &state.1, time, 1e-4);
            // Noise drives the probes to their limit.
            received.velocity += 1e-5 * Vector3::new(dice.normal(), dice.normal(), 0.0);
            let mut load = identification.receive(&identifier(&mass), &received);
            if step >= steps {
                load = Vector3::zeros();
            }
            identification.give(&identifier(&mass), &load);
            running.advance(&mass, &mut state, load, time, 1e-4);
        }
        let way = 0.05 * 1e-4 * f64::from(steps as u32 + 2);
        let (place, speed) = (
            Vector2::new(state.0[0] - way, state.0[1]),
            Vector2::new(state.1[0] - 0.05, state.1[1]),
        );
        println!("{host:?}: {:.1e} m, {:.1e} m/s", place.norm(), speed.norm());
        // Rounding of six hundred steps.
        assert!(place.norm() < 1e-14 && speed.norm() < 1e-14, "{host:?} {place} {speed}");
    }
}

#[test]
fn probes_stay_below_their_limits_once_answered() {
    let scene = Arm { mass: 0.3, ..Arm::default() };
    let identifier = identifier(&scene);
    for noise in [0.0, 1e-5] {
        for (step, load) in probes(&scene, 400, noise).iter().enumerate() {
            assert!(load.xy().amax() <= 2.0 * 100.0 && load.z.abs() <= 2.0 * 100.0 * 0.01);
            let (q, _) = scene.start();
            let scale = Vector3::new(1.0, 1.0, scene.length());
            let push = (scene.mobility(&q, 0.0) * load).component_mul(&scale) * 1e-4;
            // The second step of a triplet is twice the first; mobilities change by some per cent.
            if step > 24 {
                assert!(
                    push.norm() < 2.2 * identifier.speed.min(identifier.displacement / 1e-4),
                    "{push}"
                );
            }
        }
    }
}

#[test]
fn measured_mobilities_are_those_of_bodies() {
    for scene in [&Arm::default() as &dyn Scene, &Spinning, &Wrist::default()] {
        let run = run(scene, Host::Held, 1e-4, 300, NONE);
        let mobility = run.last.host.unwrap().mobility;
        assert_eq!(mobility, mobility.transpose());
        let least = mobility.symmetric_eigenvalues().min();
        assert!(least >= -1e-12 * mobility.amax(), "{least}");
    }
}

#[test]
fn mobility_is_inversely_proportional_to_mass() {
    let of = |mass: f64| run(&Arm { mass, ..Arm::default() }, Host::Halves, 1e-4, 60, NONE).last;
    let (light, heavy) = (of(0.5), of(5.0));
    let off = error(&(heavy.host.unwrap().mobility * 10.0), &light.host.unwrap().mobility, 0.01);
    assert!(off < 1e-2, "{off}");
    assert!((light.delay - heavy.delay).abs() < 1e-2 && (light.rule - heavy.rule).abs() < 1e-2);
}

#[test]
fn turning_the_axes_turns_the_mobility() {
    for angle in [0.4, 1.3, -2.0] {
        let scene = Turned { scene: &Arm::default(), angle };
        let run = run(&scene, Host::Jacobi, 1e-4, 300, NONE);
        println!("{angle}: {:?} {:.1e} {:.1e}", run.found, run.first, run.median());
        assert!(run.first < 1e-2 && run.median() < 2e-3);
    }
}

#[test]
fn a_joint_set_back_repeats_its_probes_and_loads() {
    let mass = Arm { turns: false, driven: false, speed: (0.05, 0.01), ..Arm::default() };
    for back_at in [5, 14, 60, 104] {
        let mut closed = Closed::new(&mass, SIX[1], 1e-4, false);
        for _ in 0..back_at {
            closed.step();
        }
        let saved = closed.joint.block.save().unwrap();
        let bytes = closed.joint.block.pack(&saved);
        let host = (closed.state.clone(), closed.loads.clone(), closed.running.clone());
        let go = |closed: &mut Closed| {
            (closed.state, closed.loads, closed.running) = host.clone();
            let loads: Vec<_> = (0..60).map(|_| closed.step()).collect();
            (loads, closed.measured())
        };
        let first = go(&mut closed);
        closed.joint.block.restore(&saved).unwrap();
        assert!(go(&mut closed) == first, "{back_at}: after a copy");
        let unpacked = closed.joint.block.unpack(&bytes).unwrap();
        closed.joint.block.restore(&unpacked).unwrap();
        assert!(go(&mut closed) == first, "{back_at}: after bytes");
        // Reading alone changes nothing.
        closed.joint.block.restore(&saved).unwrap();
        closed.joint.set("frame_b.vx", 0.3);
        closed.joint.get("load_b.fx");
        assert!(go(&mut closed) == first, "{back_at}: after a look");
    }
}

#[test]
fn identification_at_the_start_ends_its_last_triplet_and_holds_its_result() {
    let mass = Arm { turns: false, driven: false, speed: (0.01, 0.0), ..Arm::default() };
    let mut closed = Closed::new(&mass, SIX[1], 1e-4, false);
    closed.joint = Driven::new("revolute_clearance", &pin().with("coupling.identify", "at_start"));
    let mut sum = Vector3::zeros();
    for step in 0..60 {
        let load = closed.step();
        sum += load;
        if step > 24 {
            assert_eq!((load, closed.joint.get("coupling.probe_force")), (Vector3::zeros(), 0.0));
        }
    }
    assert_eq!(sum, Vector3::zeros());
    assert_eq!(closed.joint.get("coupling.identified"), FOUND);
    let truth = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 0.0));
    assert!(error(&closed.measured(), &truth, 0.01) < 1e-6);
}

#[test]
fn nothing_is_probed_without_identification() {
    let told = pin().with("coupling.mobility_xx", 1.0).with("coupling.mobility_yy", 1.0);
    let mut joint = Driven::new("revolute_clearance", &told);
    joint.set("frame_b.vx", 0.01);
    for _ in 0..50 {
        joint.next(1e-4);
        assert_eq!(joint.loads(), [0.0; 6]);
    }
}

#[test]
fn contradictory_settings_of_identification_are_refused() {
    let refused = |build: &Build| {
        let joint = Driven::try_new("revolute_clearance", build);
        joint.and_then(|mut joint| joint.begin(0.0)).unwrap_err().to_string()
    };
    let on = pin().with("coupling.identify", "on");
    assert_eq!(
        refused(&on.clone().with("coupling.identify_slot", 2).with("coupling.identify_slots", 2)),
        "coupling.identify_slot = 2 is outside 0..=1 (slots are counted from 0 to \
         coupling.identify_slots less 1)"
    );
    assert!(
        refused(&on.with("film.law", "short")).contains("with a film the mobility must be given")
    );
    let off = pin().with("coupling.identify", "off");
    assert!(refused(&off).starts_with("coupling.mobility_xx = 0 is outside"));
    // With a film nothing can be measured, so measuring is off by default.
    let film = pin().with("film.law", "short");
    assert!(refused(&film).starts_with("coupling.mobility_xx = 0 is outside"));
}

#[test]
fn without_a_mobility_the_host_is_measured_unless_that_is_switched_off() {
    // A kilogram: the default of coupling.identify, auto, is on here.
    let [mut auto, mut on] = [pin(), pin().with("coupling.identify", "on")]
        .map(|build| Driven::new("revolute_clearance", &build));
    let (mut place, mut speed) = (0.0, 0.01);
    for _ in 0..60 {
        let loads = [&mut auto, &mut on].map(|joint| {
            joint.set("frame_b.x", place);
            joint.set("frame_b.vx", speed);
            joint.next(1e-4);
            joint.loads()
        });
        assert_eq!(loads[0], loads[1]);
        place += 1e-4 * (speed + 0.5e-4 * loads[0][3]);
        speed += 1e-4 * loads[0][3];
    }
    assert_eq!(auto.get("coupling.identified"), FOUND);
    assert!((auto.get("coupling.measured_xx") - 1.0).abs() < 1e-2);
}

#[test]
fn a_measured_mobility_can_be_given() {
    let mass = Arm { turns: false, driven: false, speed: (0.05, 0.01), ..Arm::default() };
    let mut closed = Closed::new(&mass, SIX[3], 1e-4, false);
    for _ in 0..40 {
        closed.step();
    }
    let joint = std::cell::RefCell::new(closed.joint);
    let reported = |name: &str| {
        let mut joint = joint.borrow_mut();
        let place = joint.block.number(&format!("coupling.measured{name}"))?;
        Some(joint.block.value(place).unwrap().number())
    };
    let text = MeasuredHost::of(reported).unwrap().to_string();
    let table: toml::Table = text.parse().unwrap();
    let build = table["coupling"].as_table().unwrap().iter().fold(pin(), |build, (name, value)| {
        let value = value.as_str().map_or(value.to_string(), str::to_owned);
        build.with(&format!("coupling.{name}"), value)
    });
    let mut told = Driven::new("revolute_clearance", &build);
    assert!(text.contains("delay = \"half\"") && text.contains("mobility_xx = 1.0000"), "{text}");
    told.begin(0.0).unwrap();
    let [xx, delay] = ["mobility_xx", "delay"].map(|name| told.get(&format!("coupling.{name}")));
    assert!((xx - 1.0).abs() < 1e-4 && delay == 2.0, "{xx} {delay}");
}

/// A body with two joints to the ground, which probe it in turns.
#[test]
fn two_joints_on_one_body_take_turns() {
    let arms = [Vector2::new(0.05, 0.02), Vector2::new(-0.04, 0.03)];
    let body = Arm { driven: false, ..Arm::default() };
    let inertia = 2e-3;
    for (slots, size) in [(2, 1e-5), (2, 1e-4), (1, 1e-4)] {
        let identifiers = [0, 1].map(|slot| {
            let mut identifier = identifier(&body);
            (identifier.slot, identifier.slots) = (slot % slots, slots);
            identifier
        });
        let mut all = identifiers.map(|identifier| identifier.begin());
        let (mut q, mut v) = (Vector3::<f64>::zeros(), Vector3::new(0.01, 0.02, 0.8));
        let (mut errors, mut found, mut wrong) = ([vec![], vec![]], [None; 2], 0);
        for step in 0..400 {
            let (sin, cos) = q.z.sin_cos();
            let mut push = Vector3::zeros();
            for index in 0..2 {
                let arm = arms[index];
                let arm = Vector2::new(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y);
                let side = Vector2::new(-arm.y, arm.x);
                let drift = (v.xy() + side * v.z).push(v.z);
                let place = (q.xy() + arm).push(q.z);
                let received = spiel::coupling::identify::Received {
                    velocity: drift,
                    place,
                    drift,
                    size,
                    touching: false,
                    near: false,
                };
                let load = all[index].receive(&identifiers[index], &received);
                all[index].give(&identifiers[index], &load);
                push += load.xy().push(load.z + arm.x * load.y - arm.y * load.x);
                let lever = side.push(1.0);
                let truth = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 0.0))
                    + lever * lever.transpose() / inertia;
                let measured = all[index].measured();
                if measured.status == Status::Found {
                    found[index].get_or_insert(step);
                    let off = error(&measured.host.unwrap().mobility, &truth, 0.01);
                    errors[index].push(off);
                    wrong += usize::from(off > 0.05);
                }
            }
            let rate = Vector3::new(push.x, push.y - 9.81, push.z / inertia);
            q += size * (v + 0.5 * size * rate);
            v += size * rate;
        }
        for errors in &mut errors {
            errors.sort_by(f64::total_cmp);
        }
        let median = errors.each_ref().map(|errors| errors.get(errors.len() / 2).copied());
        println!(
            "{slots} slots at {size}: found {found:?}, median {median:?}, more than 5 % off {wrong} times"
        );
        if slots == 2 {
            assert!(found.iter().all(|found| found.unwrap() <= 45) && wrong == 0);
            assert!(median.iter().all(|median| median.unwrap() < 5e-4));
        }
    }
}
