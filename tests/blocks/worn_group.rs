//! Joints that wear in groups: Archard's volumes, joints beside each other, cycles, states, profiles, bodies of the host.

use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::group::{PLAN, Plan};
use spiel::joints::wear_pair;
use spiel::laws::forecast::{LoadCycle, March, Sample};
use spiel::laws::wear::WearProfile;
use spiel::model::Build;
use std::f64::consts::TAU;

/// Two discs that drives turn on pins with play under their weights; each joint with its cells and parameters.
fn discs(joints: [(&str, &str); 2]) -> String {
    let joint = |name: &str, body: &str, x: f64, (cells, parameters): (&str, &str)| {
        format!(
            r#"{{ "name": "{name}", "type": "revolute_clearance", "a": "ground", "b": "{body}",
                "at_a": {{ "x": {x}, "y": 0, "angle": 0 }}{cells},
                "parameters": {{ "geometry.clearance": "1e-4"{parameters} }} }}"#
        )
    };
    format!(
        r#"{{ "integrate": true, "gravity": [0, -9.81],
            "body": [
                {{ "name": "small", "mass": 20, "inertia": 0.1, "start": {{ "y": -1e-4 }} }},
                {{ "name": "large", "mass": 60, "inertia": 0.5, "start": {{ "x": 1, "y": -1e-4 }} }}
            ],
            "joint": [{}, {}],
            "drive": [{{ "body": "small", "speed": 10 }}, {{ "body": "large", "speed": -20 }}] }}"#,
        joint("one", "small", 0.0, joints[0]),
        joint("two", "large", 1.0, joints[1]),
    )
}

const CELLS: &str = r#", "cells": 72"#;
/// A joint that does not wear.
const DRY: (&str, &str) = ("", "");
const WEAR: &str = r#", "wear.coefficient_a": "2e-13", "wear.coefficient_b": "1e-13""#;

fn block(plan: &str) -> Result<Block, spiel::Fault> {
    let build = Build::default().with_file(PLAN, plan);
    Block::new(catalogue::named("group").unwrap(), &build)
}

/// Steps a machine through `count` steps of `size` \[s\].
fn run(plan: &str, count: u32, size: f64) -> Block {
    let mut block = block(plan).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    for step in 0..count {
        block.advance(Step { start: f64::from(step) * size, size }).unwrap();
    }
    block
}

fn value(block: &mut Block, name: &str) -> f64 {
    let number = block.number(name).unwrap_or_else(|| panic!("{name}"));
    block.value(number).unwrap().number()
}

#[test]
fn a_machine_wears_its_joints_by_archards_volume() {
    let mut machine = run(&discs([(CELLS, WEAR); 2]), 4000, 1e-3);
    for (joint, weight, speed) in [("one", 20.0 * 9.81, 10.0), ("two", 60.0 * 9.81, 20.0)] {
        let [a, b, slid] = ["volume_a", "volume_b", "sliding_distance"]
            .map(|name| value(&mut machine, &format!("{joint}.wear.{name}")));
        assert!((a / b - 2.0).abs() < 1e-9, "{a} {b}");
        // The journal slides by its radius times its rotation; pressures press a little more than their resultant.
        let way = 4.0 * speed * (0.01 - 1e-4);
        assert!((slid / way - 1.0).abs() < 0.01, "{joint}: {slid} {way}");
        let pressed = a / (2e-13 * weight * slid);
        assert!((0.99..1.15).contains(&pressed), "{joint}: {pressed}");
        let deepest = value(&mut machine, &format!("{joint}.wear.depth_a"));
        let cells =
            (1..=72).map(|cell| value(&mut machine, &format!("{joint}.bearing_{cell:03}.depth")));
        let found = cells.collect::<Vec<_>>().into_iter().fold(0.0, f64::max);
        assert_eq!(deepest, found);
        // Under its weight and a little friction the pocket is at the bottom.
        let below = value(&mut machine, &format!("{joint}.bearing_055.depth"));
        assert!(below > 0.8 * deepest, "{below} {deepest}");
    }
}

#[test]
fn joints_that_wear_together_wear_as_each_alone() {
    let mut together = run(&discs([(CELLS, WEAR); 2]), 1000, 1e-3);
    for (place, joint) in [(0, "one"), (1, "two")] {
        let mut joints = [DRY; 2];
        joints[place] = (CELLS, WEAR);
        let plan = discs(joints);
        let mut alone = run(&plan, 1000, 1e-3);
        for name in ["volume_a", "volume_b", "depth_a", "depth_b", "sliding_distance"] {
            let name = format!("{joint}.wear.{name}");
            let (one, other) = (value(&mut together, &name), value(&mut alone, &name));
            assert!((one / other - 1.0).abs() < 1e-9, "{name}: {one} {other}");
        }
    }
}

#[test]
fn cycles_are_jumped_over_as_in_a_forecast() {
    let period = TAU / 10.0;
    let parameters = format!(
        r#", "wear.coefficient_a": "2e-15", "wear.coefficient_b": "1e-15", "wear.cycle_time": "{period}",
            "contact.restitution": "0.3""#
    );
    let size = period / 1000.0;
    let mut machine = run(&discs([(CELLS, &parameters), DRY]), 60_000, size);
    let cycles = value(&mut machine, "one.wear.cycles");
    assert!(cycles > 1000.0, "{cycles}");
    let depth = value(&mut machine, "one.wear.depth_a");
    // A forecast presses the same joint by the weight in a turn of the shaft.
    let build = Build::default().with("build.cells", "72").with("geometry.clearance", "1e-4");
    let build = build.with("wear.coefficient_a", "2e-15").with("wear.coefficient_b", "1e-15");
    let name = "revolute_clearance";
    let mut joint = Block::new(catalogue::named(name).unwrap(), &build).unwrap();
    let places = joint.layout().parameters.clone();
    let parameters: Vec<f64> = places.map(|it| joint.value(it).unwrap().number()).collect();
    let pair = wear_pair(name, &parameters, &build.files).unwrap().unwrap();
    let load = nalgebra::Vector2::new(0.0, -9.81 * 20.0);
    let turn = [0.0, TAU].map(|angle| Sample { time: angle, load, angle });
    let mut march = March::new(pair, LoadCycle::new(&turn, 72), Default::default());
    while march.count() < cycles {
        march.advance(cycles).unwrap();
    }
    let [expected, _] = march.deepest();
    eprintln!("{cycles} cycles: {depth} {expected}");
    assert!((depth / expected - 1.0).abs() < 0.02, "{depth} {expected}");
}

#[test]
fn a_restored_state_wears_on_to_the_bit() {
    let mut machine = run(&discs([(CELLS, WEAR); 2]), 300, 1e-3);
    let saved = machine.save().unwrap();
    let go_on = |machine: &mut Block| {
        for step in 300..500 {
            machine.advance(Step { start: f64::from(step) * 1e-3, size: 1e-3 }).unwrap();
        }
        ["one.wear.volume_a", "two.wear.depth_b", "one.bearing_055.depth", "small.y"]
            .map(|name| value(machine, name).to_bits())
    };
    let first = go_on(&mut machine);
    machine.restore(&saved).unwrap();
    assert_eq!(go_on(&mut machine), first);
}

#[test]
fn cells_where_nothing_wears_are_refused() {
    let refused = |plan: &str| block(plan).err().unwrap().to_string();
    let with = |cells: &str| discs([(cells, ""), DRY]);
    assert!(refused(&with(r#", "cells": 7"#)).contains("allowed are 24 to 720"));
    let guide = with(CELLS).replacen("revolute_clearance", "translational_clearance", 1);
    let guide = guide.replacen(r#""geometry.clearance": "1e-4""#, "", 1);
    assert!(refused(&guide).contains("does not wear"), "{}", refused(&guide));
    // Worn depths need a map and a table of three columns.
    let worn = |more: &str| refused(&with(more));
    assert!(worn(r#", "profile": "angle,bearing,journal\n""#).contains("worn depths need cells"));
    let table = format!(r#"{CELLS}, "profile": "worn.csv""#);
    assert!(worn(&table).contains("joint one: profile: "), "{}", worn(&table));
}

/// A journal that its host turns and presses into the bearing, with its ports and what they need.
struct Pressed {
    block: Block,
    is_relative: bool,
}

impl Pressed {
    const DEPTH: f64 = 3e-6;
    const SPIN: f64 = 20.0;

    fn new(is_relative: bool, joint: &str) -> Self {
        let plan = format!(
            r#"{{ "body": [{{ "name": "arm", "mass": 2e6, "inertia": 1e4 }}],
                "joint": [{{ "name": "hinge", "type": "revolute_clearance", "a": "ground", "b": "arm"{joint},
                    "parameters": {{ "geometry.clearance": "1e-4"{WEAR} }} }}] }}"#
        );
        let build = Build::default().with_file(PLAN, plan);
        let ports = if is_relative { "relative" } else { "world" };
        let build = build.with("build.ports", ports);
        let mut block = Block::new(catalogue::named("group").unwrap(), &build).unwrap();
        if is_relative {
            for (entry, mobility) in [("x_x", 5e-7), ("y_y", 5e-7), ("phi_phi", 1e-4)] {
                let number = block.number(&format!("hinge.W.hinge.{entry}")).unwrap();
                block.assign(number, mobility.into()).unwrap();
            }
        }
        let mut made = Self { block, is_relative };
        made.place(0.0);
        made.block.initialize(0.0).unwrap();
        made.block.begin().unwrap();
        made
    }

    /// Gives the host's motion at `time` \[s\].
    fn place(&mut self, time: f64) {
        let names = match self.is_relative {
            true => ["hinge.r_rel.y", "hinge.phi_rel", "hinge.w_rel"],
            false => ["arm.y", "arm.phi", "arm.w"],
        };
        let motion = [-1e-4 - Self::DEPTH, Self::SPIN * time, Self::SPIN];
        for (name, value) in names.into_iter().zip(motion) {
            let number = self.block.number(name).unwrap_or_else(|| panic!("{name}"));
            self.block.assign(number, value.into()).unwrap();
        }
    }

    /// Goes through steps of a millisecond; returns the impulse of the normal force times the sliding speed \[N m\].
    fn run(&mut self, steps: std::ops::Range<u32>) -> f64 {
        let mut pressed = 0.0;
        for step in steps {
            let start = 1e-3 * f64::from(step);
            self.place(start);
            self.block.advance(Step { start, size: 1e-3 }).unwrap();
            let force = value(&mut self.block, "hinge.contact.normal_force");
            pressed += force * Self::SPIN * (0.01 - 1e-4) * 1e-3;
        }
        pressed
    }

    /// Returns volumes and depths of bearing and journal, and the depth of the bearing where it is loaded.
    fn wear(&mut self) -> [f64; 5] {
        ["wear.volume_a", "wear.volume_b", "wear.depth_a", "wear.depth_b", "bearing_055.depth"]
            .map(|name| value(&mut self.block, &format!("hinge.{name}")))
    }
}

#[test]
fn joints_wear_where_the_host_moves_the_bodies() {
    let found = [false, true].map(|is_relative| {
        let mut pressed = Pressed::new(is_relative, CELLS);
        let work = pressed.run(0..200);
        let saved = pressed.block.save().unwrap();
        let [a, b, ..] = pressed.wear();
        assert!((a / b - 2.0).abs() < 1e-9, "{a} {b}");
        // Pressures press a little more than their resultant.
        let part = a / (2e-13 * work);
        assert!((0.99..1.15).contains(&part), "{part}");
        // A restored state wears on to the bit.
        pressed.run(200..300);
        let first = pressed.wear();
        pressed.block.restore(&saved).unwrap();
        pressed.run(200..300);
        assert_eq!(pressed.wear(), first);
        first
    });
    // The pocket takes the load off the journal, which the host holds.
    let [a, _, depth, ..] = found[0];
    assert!(a > 0.0 && depth > 0.1 * Pressed::DEPTH && depth < Pressed::DEPTH, "{depth:e}");
    for (world, relative) in found[0].into_iter().zip(found[1]) {
        assert!((world / relative - 1.0).abs() < 1e-9, "{world} {relative}");
    }
}

#[test]
fn a_joint_of_a_group_begins_with_the_depths_of_a_profile() {
    let mut first = Pressed::new(false, CELLS);
    first.run(0..200);
    let depth = |block: &mut Block, body: &str, cell: u32| {
        value(block, &format!("hinge.{body}_{cell:03}.depth"))
    };
    let rows = (1..=72).map(|cell| {
        let depths = ["bearing", "journal"].map(|body| depth(&mut first.block, body, cell));
        [TAU * f64::from(cell - 1) / 72.0, depths[0], depths[1]]
    });
    let rows: Vec<_> = rows.collect();
    let table = WearProfile::to_csv(rows.iter().copied()).replace('\n', "\\n");
    let goes_on = |is_relative| {
        let joint = format!(r#"{CELLS}, "profile": "{table}""#);
        let mut block = Pressed::new(is_relative, &joint).block;
        for (cell, [_, bearing, journal]) in (1..).zip(&rows) {
            for (body, expected) in [("bearing", bearing), ("journal", journal)] {
                let found = depth(&mut block, body, cell);
                assert!((found - expected).abs() <= 1e-15, "{body} {cell}: {found} {expected}");
            }
        }
        // Volumes are counted from the profile on.
        assert_eq!(value(&mut block, "hinge.wear.volume_a"), 0.0);
    };
    [false, true].into_iter().for_each(goes_on);
}

/// Machines that the volumes are means of: impacts make them chaotic, and one differs from the next by one to two per cent.
const MACHINES: u32 = 16;

/// The slider-crank of the examples, of which these joints wear: volumes of both bearings after a turn, of a machine whose
/// slider is heavier by some millionths.
fn crank(worn: [bool; 2], number: u32) -> [f64; 2] {
    let mut plan: Plan =
        toml::from_str(include_str!("../../examples/groups/machine.toml")).unwrap();
    for (joint, worn) in plan.joints.iter_mut().zip(worn) {
        let coefficient = if worn { "1e-13" } else { "0" };
        joint.cells = Some(72);
        for name in ["wear.coefficient_a", "wear.coefficient_b"] {
            joint.parameters.0.insert(name.to_owned(), coefficient.to_owned());
        }
    }
    let slider = plan.bodies.iter_mut().find(|body| body.name == "slider").unwrap();
    slider.mass = Some(2.0 * (1.0 + 1e-6 * f64::from(number)));
    let plan = serde_json::to_string(&plan).unwrap();
    let mut machine = run(&plan, 3000, 1e-4);
    assert!(value(&mut machine, "energy.error").abs() < 0.05, "energy");
    ["B", "C"].map(|joint| value(&mut machine, &format!("{joint}.wear.volume_a")))
}

#[test]
fn both_pins_of_a_slider_crank_wear_as_each_alone() {
    let mut sums = [[0.0; 2]; 2];
    for number in 0..MACHINES {
        let together = crank([true; 2], number);
        let (first, second) = (crank([true, false], number), crank([false, true], number));
        assert_eq!([first[1], second[0]], [0.0; 2]);
        for (pin, alone) in [first[0], second[1]].into_iter().enumerate() {
            eprintln!("{number}, pin {pin}: {:e}", together[pin] / alone - 1.0);
            sums[pin][0] += together[pin];
            sums[pin][1] += alone;
        }
    }
    for [together, alone] in sums {
        eprintln!("mean {:e}", together / alone - 1.0);
        assert!((together / alone - 1.0).abs() < 0.01 && together > 0.0, "{together} {alone}");
    }
}
