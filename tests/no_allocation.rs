//! Steps allocate no memory: everything is allocated before.

#[path = "common/driven.rs"]
mod driven;
#[path = "../examples/common/nets.rs"]
#[expect(dead_code, reason = "chains are enough here")]
mod nets;

use driven::Driven;
use nalgebra::Vector2;
use spiel::coupling::Step;
use spiel::coupling::identify::Status;
use spiel::group::{PLAN, SpacePlan};
use spiel::laws::contact::line::{LineLaw, Liu, Modulus};
use spiel::laws::pin::beam::{Beam, Support};
use spiel::laws::pin::contact::Pose;
use spiel::laws::pin::solve::{Bending, PinContact};
use spiel::model::Build;
use spiel::{Material, Pair};
use spiel::{Value, catalogue};

/// `coupling.identified` once the host is known.
const FOUND: f64 = Status::Found as i32 as f64;

fn taken(action: impl FnOnce()) -> u64 {
    allocation_counter::measure(action).count_total
}

#[test]
fn a_step_of_a_large_group_allocates_nothing_and_its_size_is_proportional_to_its_joints() {
    let held = |links: usize| {
        let whole = allocation_counter::measure(|| {
            let mut chain = nets::Host::of(nets::chain(links, 1e3, 0.1)).unwrap();
            let steps = allocation_counter::measure(|| {
                (0..3).for_each(|_| chain.advance(1e-4).unwrap());
            });
            assert_eq!(steps.count_total, 0);
        });
        whole.bytes_max as f64
    };
    let (small, large) = (held(100), held(1000));
    // From 50 to 1,500 joints 33 to 38 kB of each: vectors that grow have up to twice the room that they need.
    assert!(large < 12.0 * small, "{small} B for 100 joints, {large} B for 1000");
    println!("{} kB per joint at most", 1e-6 * large);
}

#[test]
fn the_counter_counts_an_allocation() {
    assert_eq!(taken(|| drop(std::hint::black_box(vec![0.0; 9]))), 1);
}

#[test]
fn balancing_a_tilted_pin_allocates_nothing() {
    let steel = Material { youngs_modulus: 2.1e11, poissons_ratio: 0.3 };
    let law = LineLaw::Liu(Liu::new(&Pair::new(steel, steel).unwrap(), Modulus::Youngs));
    let beam = Beam::new(0.24, 0.05, 2.1e11, 48, Support::Pinned).unwrap();
    for bending in [Bending::Modal { modes: 6 }, Bending::Full] {
        let mut pin = PinContact::new(&beam, 1e-4, law, bending).unwrap();
        let pose = Pose { offset: Vector2::new(1.3e-4, 2e-5), tilt: Vector2::new(1e-4, 0.0) };
        let taken = taken(|| {
            assert!(pin.solve(&pose).is_some());
            assert!(pin.stiffness()[(0, 0)] > 0.0);
        });
        assert_eq!(taken, 0);
    }
}

#[test]
fn a_predicted_step_in_space_allocates_nothing() {
    let diagonal = ["xx", "yy", "zz", "rxrx", "ryry", "rzrz"];
    let build = diagonal.iter().fold(Build::default(), |build, name| {
        build.with(&format!("coupling.mobility_{name}"), if name.len() == 2 { 2.0 } else { 1e3 })
    });
    let build = build.with("coupling.method", "predicted").with("friction.model", "lugre");
    let mut joint = Driven::new("spatial_revolute", &build);
    joint.begin(0.0).unwrap();
    let loads = joint.block.layout().loads.clone();
    let inputs = ["frame_b.x", "frame_b.e2", "frame_b.vx"].map(|name| joint.number(name));
    for index in 0..20 {
        let offset = 6e-5 * f64::from(index % 10) / 5.0;
        let taken = taken(|| {
            for (input, value) in inputs.into_iter().zip([offset, 1e-3, 0.3]) {
                joint.block.assign(input, Value::Real(value)).unwrap();
            }
            joint.block.value(loads.start).unwrap();
            joint.block.advance(Step { start: 1e-4 * f64::from(index), size: 1e-4 }).unwrap();
        });
        assert_eq!(taken, 0, "step {index}");
    }
}

#[test]
fn a_step_of_a_group_in_space_allocates_nothing() {
    for integrate in [false, true] {
        let mut plan: SpacePlan =
            toml::from_str(include_str!("../examples/groups/door.toml")).unwrap();
        plan.integrate = integrate;
        // The file gives them with units, which the program knows.
        plan.joints.iter_mut().for_each(|joint| joint.parameters = Default::default());
        if !integrate {
            plan.gravity = None;
            plan.bodies[0].start = None;
        }
        let build = Build::default().with_file(PLAN, plan.to_json());
        let mut door = Driven::new("group", &build);
        door.begin(0.0).unwrap();
        let (input, loads) = (door.number("door.x"), door.block.layout().loads.clone());
        let start = door.held(input);
        for index in 0..100 {
            let taken = taken(|| {
                if !integrate {
                    let place = start + 2e-5 * f64::from(index % 8);
                    door.block.assign(input, Value::Real(place)).unwrap();
                    door.block.value(loads.start).unwrap();
                }
                door.block.advance(Step { start: 1e-4 * f64::from(index), size: 1e-4 }).unwrap();
            });
            assert_eq!(taken, 0, "step {index}, moved by the unit: {integrate}");
        }
        assert!(door.get("lower.contact.peak_normal_force") >= 0.0);
        assert!(door.get("energy.dissipated") > 0.0, "moved by the unit: {integrate}");
    }
}

#[test]
fn a_step_of_a_group_in_space_by_relative_motions_allocates_nothing() {
    let plan = r#"{"space": true, "body": [{"name": "door", "mass": 1, "inertia": [1, 1, 1]}],
        "joint": [{"name": "A", "type": "spatial_revolute", "a": "ground", "b": "door"},
                  {"name": "B", "type": "spherical_clearance", "a": "ground", "b": "door"}]}"#;
    let build = Build::default().with_file(PLAN, plan).with("build.ports", "relative");
    let mut door = Driven::new("group", &build);
    for joint in ["A", "B"] {
        for way in ["x", "y", "z", "rx", "ry", "rz"] {
            door.set(&format!("{joint}.W.{joint}.{way}_{way}"), 1.0);
        }
    }
    door.begin(0.0).unwrap();
    let inputs = ["A.r_rel.x", "B.r_rel.x"].map(|name| door.number(name));
    let loads = door.block.layout().loads.clone();
    for index in 0..100 {
        let taken = taken(|| {
            for input in inputs {
                let place = 2e-5 * f64::from(index % 8);
                door.block.assign(input, Value::Real(place)).unwrap();
            }
            door.block.value(loads.start).unwrap();
            door.block.advance(Step { start: 1e-4 * f64::from(index), size: 1e-4 }).unwrap();
        });
        assert_eq!(taken, 0, "step {index}");
    }
    assert!(door.get("energy.dissipated") > 0.0);
}

#[test]
fn a_step_of_stiff_springs_and_motors_allocates_nothing() {
    for (space, stiffness) in
        [(true, "[1e12, 1e12, 1e12, 1e9, 1e9, 1e9]"), (false, "[1e12, 1e12, 1e9]")]
    {
        let (inertia, drive) = if space {
            ("[1, 1, 1]", r#", "drive": [{"body": "a", "torque": 1}]"#)
        } else {
            ("1", "")
        };
        let plan = format!(
            r#"{{"space": {space}, "integrate": true,
            "body": [{{"name": "a", "mass": 1, "inertia": {inertia}, "start": {{"vx": 1}}}}],
            "spring": [{{"name": "s", "type": "bushing", "a": "ground", "b": "a",
              "stiffness": {stiffness}}}]{drive}}}"#
        );
        // Plans in the plane do not have the word.
        let plan = plan.replace(r#""space": false, "#, "");
        let mut unit = Driven::new("group", &Build::default().with_file(PLAN, plan));
        unit.begin(0.0).unwrap();
        for index in 0..3 {
            let step = Step { start: 1e-4 * f64::from(index), size: 1e-4 };
            assert_eq!(taken(|| unit.block.advance(step).unwrap()), 0, "in space: {space}");
        }
        assert_eq!(unit.get("coupling.step_too_long"), 1.0);
    }
}

#[test]
fn a_machine_that_wears_its_joint_allocates_nothing() {
    let plan = r#"{ "integrate": true, "gravity": [0, -9.81],
        "body": [{ "name": "disc", "mass": 20, "inertia": 0.1 }],
        "joint": [{ "name": "pin", "type": "revolute_clearance", "a": "ground", "b": "disc", "cells": 48,
            "parameters": { "wear.coefficient_a": "1e-12", "wear.coefficient_b": "1e-12",
                "wear.cycle_time": "0.01" } }],
        "drive": [{ "body": "disc", "speed": 10 }] }"#;
    let mut unit = Driven::new("group", &Build::default().with_file(PLAN, plan));
    unit.begin(0.0).unwrap();
    for index in 0..100 {
        let step = Step { start: 1e-3 * f64::from(index), size: 1e-3 };
        assert_eq!(taken(|| unit.block.advance(step).unwrap()), 0, "step {index}");
    }
    assert!(unit.get("pin.wear.cycles") > 10.0 && unit.get("pin.wear.volume_b") > 0.0);
}

#[test]
fn an_oiled_pin_allocates_nothing() {
    for (method, law) in
        [("end_point", "finite"), ("step_mean", "butenschoen"), ("predicted", "finite")]
    {
        let build = Build::default().with("coupling.method", method).with("film.law", law);
        let build = build.with("coupling.mobility_xx", 1.0).with("coupling.mobility_yy", 1.0);
        let mut joint = Driven::new("revolute_clearance", &build);
        joint.begin(0.0).unwrap();
        let loads = joint.block.layout().loads.clone();
        let inputs = ["frame_b.x", "frame_b.vx", "frame_b.w"].map(|name| joint.number(name));
        // Through the film into contact; the second step corrects the first one.
        for index in 0..20 {
            let offset = 6e-5 * f64::from(index % 10) / 9.0;
            let taken = taken(|| {
                for (input, value) in inputs.into_iter().zip([offset, 0.05, 100.0]) {
                    joint.block.assign(input, Value::Real(value)).unwrap();
                }
                joint.block.value(loads.start).unwrap();
                joint.block.advance(Step { start: 1e-4 * f64::from(index), size: 1e-4 }).unwrap();
            });
            assert_eq!(taken, 0, "{method} in step {index}");
        }
    }
}

#[test]
fn a_joint_that_measures_its_host_allocates_nothing() {
    measures_without_memory("revolute_clearance", 3, "contact.impact_speed");
    measures_without_memory("spatial_revolute", 6, "upper.impact_speed");
}

/// Checks a joint whose force on b is `force` places behind the first load; `impact` reports an impact.
fn measures_without_memory(model: &str, force: usize, impact: &str) {
    let build = Build::default().with("coupling.method", "predicted");
    let build = build.with("coupling.identify", "on").with("geometry.clearance", 5e-4);
    let mut joint = Driven::new(model, &build);
    joint.begin(0.0).unwrap();
    let mut saved = joint.block.save().unwrap();
    let [x, vx] = ["frame_b.x", "frame_b.vx"].map(|name| joint.number(name));
    let loads = joint.block.layout().loads.clone();
    let (mut place, mut speed) = (0.0, 0.02);
    // Search, identification, tracking, an impact, and a state copied over another.
    for index in 0..400 {
        let taken = taken(|| {
            joint.block.assign(x, Value::Real(place)).unwrap();
            joint.block.assign(vx, Value::Real(speed)).unwrap();
            let pushed = joint.block.value(loads.start + force).unwrap().number();
            joint.block.advance(Step { start: 1e-4 * f64::from(index), size: 1e-4 }).unwrap();
            joint.block.save_into(&mut saved).unwrap();
            place += 1e-4 * (speed + 0.5e-4 * pushed);
            speed += 1e-4 * pushed;
        });
        assert_eq!(taken, 0, "step {index}");
    }
    assert_eq!(joint.get("coupling.identified"), FOUND);
    assert!(joint.get(impact) > 0.0);
}

#[test]
fn neither_warming_oil_nor_refusing_its_temperature_allocates() {
    for method in ["end_point", "step_mean", "predicted"] {
        let build = [
            ("build.temperature", "given_by_input"),
            ("film.law", "finite"),
            ("film.viscosity_law", "vogel"),
            ("geometry.clearance", "25e-6"),
            ("coupling.method", method),
            ("coupling.mobility_xx", "1"),
            ("coupling.mobility_yy", "1"),
        ];
        let build =
            build.iter().fold(Build::default(), |build, (name, text)| build.with(name, text));
        let mut joint = Driven::new("revolute_clearance", &build);
        joint.begin(0.0).unwrap();
        let [y, temperature] = ["frame_b.y", "oil.temperature"].map(|name| joint.number(name));
        let loads = joint.block.layout().loads.clone();
        for index in 0..20 {
            let at = f64::from(index);
            let taken = taken(|| {
                joint.block.assign(y, Value::Real(-1.3e-6 * at)).unwrap();
                joint.block.assign(temperature, Value::Real(300.0 + 5.0 * at)).unwrap();
                assert!(joint.block.assign(temperature, Value::Real(100.0)).is_err());
                joint.block.value(loads.start).unwrap();
                let _ = joint.block.differentiate(&mut [(temperature, 1.0)].into_iter());
                joint.block.advance(Step { start: 1e-5 * at, size: 1e-5 }).unwrap();
            });
            assert_eq!(taken, 0, "{method} in step {index}");
        }
        assert!(joint.get("film.viscosity_now") < 0.01, "{method}");
    }
}

#[test]
fn no_joint_allocates_in_a_step() {
    for kind in catalogue::ALL {
        let mut joint = Driven::new(kind.name, &Build::default());
        let set = |joint: &mut Driven, name: &str, value: Value| {
            if let Some(number) = joint.block.number(name) {
                joint.block.assign(number, value).unwrap();
            }
        };
        set(&mut joint, "wear.enabled", true.into());
        joint.begin(0.0).unwrap();
        let loads = joint.block.layout().loads.clone();
        for index in 0..20 {
            // Into contact, along it, and out again.
            let offset = 1.2e-4 * f64::from(index % 10) / 5.0;
            let taken = taken(|| {
                set(&mut joint, "frame_a.x", offset.into());
                set(&mut joint, "frame_a.vy", 0.1.into());
                set(&mut joint, "frame_a.w", 1.0.into());
                set(&mut joint, "phi_b", (50.0 * offset).into());
                set(&mut joint, "x_b", offset.into());
                set(&mut joint, "frame_a.wz", 1.0.into());
                joint.block.value(loads.start).unwrap();
                let step = Step { start: 1e-5 * f64::from(index), size: 1e-5 };
                joint.block.advance(step).unwrap();
            });
            assert_eq!(taken, 0, "{} in step {index}", kind.name);
        }
    }
}
