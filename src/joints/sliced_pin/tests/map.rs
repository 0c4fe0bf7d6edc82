//! A hole with a wear map per slice: agreement with one without, energy, wear, states, derivatives.

use super::derivatives::{Bench, rides};
use super::equations::{motion, still};
use super::*;
use crate::block::Block;
use crate::coupling::Coupling;
use crate::joints::joint::reported;
use crate::laws::contact::Dissipation;
use crate::laws::friction::Friction;
use std::f64::consts::TAU;

fn mapped(slices: i32, cells: i32) -> Build {
    Build::default().with("build.slices", slices).with("build.cells", cells)
}

/// A hole worn on one side: a pocket 30 µm deep at 0.6 rad.
fn worn(parameters: &Parameters) -> SlicedPin {
    let mut pin = SlicedPin::new(parameters, &Files::default()).unwrap();
    pin.carve();
    pin
}

impl SlicedPin {
    /// Wears a pocket into the hole before the next run.
    pub(super) fn carve(&mut self) {
        let Some(map) = &mut self.map else { return };
        for (k, slice) in map.slices.iter_mut().enumerate() {
            let cells = slice.bearing.len();
            for (node, depth) in slice.bearing.iter_mut().enumerate() {
                let angle = TAU * node as f64 / cells as f64 - 0.6;
                let deepest = 2e-5 + 1e-6 * k as f64;
                *depth = deepest * (-(angle.sin().powi(2) / 0.2)).exp() * (0.5 + 0.5 * angle.cos());
            }
            slice.refresh();
        }
        self.pin.set_map(map);
    }
}

#[test]
fn without_wear_it_is_the_plain_pin() {
    // The spline's error at 360 cells; the smallest penetration here is 3 % of the clearance.
    for offset in [1.05e-4, 1.2e-4, 1.5e-4] {
        let mut plain = Host::new(&Build::default().with("build.slices", 12), &plain());
        let mut other = Host::new(&mapped(12, 360), &super::plain());
        for host in [&mut plain, &mut other] {
            host.set("frame_a.x", 0.8 * offset);
            host.set("frame_a.y", 0.6 * offset);
            host.step(1e-6).unwrap();
        }
        let names = ["load_b.fx", "load_b.fy", "load_b.t", "load_a.t", "joint.stiffness"];
        let (one, two) = (plain.reals(names), other.reals(names));
        let force = one[0].hypot(one[1]);
        for index in 0..2 {
            assert!((one[index] - two[index]).abs() < 1e-5 * force, "{one:?} {two:?}");
        }
        assert!((one[2] - two[2]).abs() < 1e-6 * force && (one[3] - two[3]).abs() < 1e-6 * force);
        // The slope of a spline's force is less exact than the force.
        assert!((one[4] / two[4] - 1.0).abs() < 2e-3, "{one:?} {two:?}");
        assert!((plain.real("contact.area") / other.real("contact.area") - 1.0).abs() < 0.02);
    }
}

fn lossless(slices: i32, cells: i32) -> Parameters {
    let mut parameters = sliced(slices);
    parameters.build.cells = cells;
    parameters.friction.model = Friction::Without;
    parameters.contact.dissipation = Dissipation::Without;
    parameters.coupling.method = Coupling::EndPoint;
    parameters
}

#[test]
fn a_closed_path_in_a_worn_hole_gives_no_energy() {
    let parameters = lossless(8, 60);
    let mut pin = worn(&parameters);
    let mut report = vec![0.0; SlicedPin::report_rows(&parameters).len()];
    let mut load_at = |x: f64, y: f64| {
        let motion = motion([x, y], [0.0; 2], 0.0);
        let pair = still(&motion);
        let mut memory = Joint::begin(&mut pin, &pair, 0.0, &mut report).unwrap();
        let step = Step { start: 0.0, size: 1e-9 };
        reported(&mut pin, &pair, &mut memory, step, &mut report).unwrap().b.force
    };
    // Around a circle of 30 µm inside the worn side, in and out of contact.
    let (mut work, mut turned_over) = (0.0, 0.0);
    let count = 720;
    for index in 0..count {
        let angle = TAU * (f64::from(index) + 0.5) / f64::from(count);
        let (sin, cos) = angle.sin_cos();
        let force = load_at(-1.0e-4 + 3e-5 * cos, -0.6e-4 + 3e-5 * sin);
        let part = 3e-5 * TAU / f64::from(count) * (-force.x * sin + force.y * cos);
        work += part;
        turned_over += part.abs();
    }
    // The midpoint rule on a force that begins as about δ^1.5.
    assert!(turned_over > 1.0 && work.abs() < 1e-5 * turned_over, "{work} of {turned_over}");
}

#[test]
fn derivatives_are_the_slopes_of_the_load_in_a_worn_hole() {
    let mut worst = 0.0_f64;
    for method in [Coupling::StepMean, Coupling::EndPoint] {
        for friction in [Friction::Without, Friction::Lugre] {
            let mut parameters = lossless(12, 72);
            parameters.coupling.method = method;
            parameters.friction.model = friction;
            parameters.contact.dissipation = Dissipation::Modified;
            for ride in rides(&mut 11) {
                let mut bench = Bench::of(worn(&parameters), &parameters, &ride);
                for input in 0..6 {
                    let Some(error) = bench.error(&ride, input) else { continue };
                    worst = worst.max(error);
                }
            }
        }
    }
    // Nodes of the spline pass under the edge of contact: second slopes jump there.
    assert!(worst < 1e-5, "{worst:e}");
}

#[test]
fn a_swinging_rod_wears_a_pocket_where_it_is_pressed() {
    let mut settings = super::plain();
    settings.extend([
        ("friction.model", 2.into()),
        ("wear.enabled", true.into()),
        ("wear.coefficient_a", 1e-13.into()),
        ("wear.exponent", 1.0.into()),
    ]);
    let mut host = Host::new(&mapped(6, 48), &settings);
    let (size, spin) = (1e-4, 4.0);
    host.set("frame_a.x", 1.1e-4);
    host.set("frame_b.w", spin);
    let (mut expected, mut heat) = (0.0, 0.0);
    for _ in 0..400 {
        host.step(size).unwrap();
        // The forces of the end stand for the step: they decay slowly.
        let forces = host.slices("force");
        let lost = host.slices("friction_energy_rate");
        expected += 1e-13 * forces.iter().sum::<f64>() * 0.05 * spin * size;
        heat += lost.iter().sum::<f64>() * size;
    }
    let volume = host.real("wear.volume");
    // Pressures add up to a little more than their resultant.
    assert!((1.0..1.03).contains(&(volume / expected)), "{volume:e} {expected:e}");
    assert!(heat > 0.0);
    // The hole lies on the +x side of the pin, which is pressed against its −x side.
    let [deep, far] = host.reals(["slice_01.depth_025", "slice_01.depth_001"]);
    assert!(deep > 1e-9 && far == 0.0, "{deep} {far}");
    assert!((host.real("slice_01.wear_depth") / deep - 1.0).abs() < 1e-9);
}

#[test]
fn the_work_of_a_friction_torque_is_the_reported_one() {
    let mut parameters = lossless(8, 60);
    parameters.friction.model = Friction::Coulomb;
    // Friction acts at the deflected pin, off its frame: a stiff pin hardly deflects.
    parameters.material_pin.youngs_modulus *= 1e4;
    let mut pin = worn(&parameters);
    let mut report = vec![0.0; SlicedPin::report_rows(&parameters).len()];
    let spin = 5.0;
    let motion = motion([-1.1e-4, -0.5e-4], [0.0; 2], spin);
    let pair = still(&motion);
    let mut memory = Joint::begin(&mut pin, &pair, 0.0, &mut report).unwrap();
    let step = Step { start: 0.0, size: 1e-3 };
    let load = reported(&mut pin, &pair, &mut memory, step, &mut report).unwrap();
    let first = report::Whole::COUNT;
    let rates: f64 = report[first..]
        .chunks_exact(SliceReport::COUNT)
        .take(8)
        .map(|slice| SliceReport::read(slice).friction_energy_rate)
        .sum();
    assert!(
        rates > 1.0 && (load.b.moment.z * spin / rates + 1.0).abs() < 1e-6,
        "{rates} {}",
        load.b.moment.z * spin
    );
    // The pair balances about any point.
    let about = load.a.moment + load.b.moment + motion.position.cross(&load.b.force);
    assert!(about.norm() < 1e-12 * load.b.force.norm());
}

#[test]
fn a_saved_map_continues_bit_by_bit() {
    let build = mapped(8, 36)
        .with("wear.enabled", true)
        .with("wear.coefficient_a", 1e-12)
        .with("wear.acceleration", 100.0);
    let mut block = Block::new(&kind::<SlicedPin>(), &build).unwrap();
    let number = |block: &Block, name: &str| block.number(name).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    let [x, w] = ["frame_a.x", "frame_b.w"].map(|name| number(&block, name));
    block.assign(x, 1.2e-4.into()).unwrap();
    block.assign(w, 6.0.into()).unwrap();
    let run = |block: &mut Block, from: u32, to: u32| {
        for index in from..to {
            block.advance(Step { start: f64::from(index) * 1e-5, size: 1e-5 }).unwrap();
        }
    };
    run(&mut block, 0, 20);
    let saved = block.save().unwrap();
    let bytes = block.pack(&saved);
    run(&mut block, 20, 40);
    let outputs = |block: &mut Block| {
        (block.layout().loads.start..block.layout().report.end)
            .map(|index| block.value(index).unwrap().number())
            .collect::<Vec<_>>()
    };
    let first = outputs(&mut block);
    let again = block.unpack(&bytes).unwrap();
    block.restore(&again).unwrap();
    run(&mut block, 20, 40);
    assert_eq!(first, outputs(&mut block));
    let depth = number(&block, "slice_03.wear_depth");
    assert!(block.value(depth).unwrap().number() > 1e-9);
}

#[test]
fn maps_that_are_too_large_or_in_continuous_time_are_refused() {
    for (slices, cells, line) in [
        (24, 361, "build.cells = 361: with 24 slices allowed are 0, and 24 to 360"),
        (24, 23, "build.cells = 23: with 24 slices allowed are 0, and 24 to 360"),
    ] {
        let mut parameters = sliced(slices);
        parameters.build.cells = cells;
        let why = SlicedPin::new(&parameters, &Files::default()).unwrap_err().to_string();
        assert!(why.contains(line), "{why}");
    }
    let mut parameters = sliced(8);
    parameters.build.cells = 24;
    let mut pin = SlicedPin::new(&parameters, &Files::default()).unwrap();
    let why = Joint::equations(&mut pin).err().unwrap().to_string();
    assert!(why.ends_with("a hole with a wear map has no equations"), "{why}");
}
