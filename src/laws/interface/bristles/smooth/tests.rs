//! Mindlin's law against exact histories, its passivity and its symmetry.

mod histories;

use super::*;
use histories::{INCLINED, LOADING_AND_REVERSALS, NESTED_REVERSALS, SWINGING_LOAD, WAY_THEN_LOAD};
use proptest::prelude::*;

const STIFFNESS: f64 = 1.51648351648352e10;
const RATIO: f64 = 0.823529411764706;
const FRICTION: f64 = 0.3;

fn hertz(depth: f64) -> f64 {
    STIFFNESS * depth * depth.sqrt()
}

fn line(depth: f64) -> f64 {
    let length = 0.01;
    1e9 * length * depth * (depth / 5e-4).powf(0.1)
}

fn law(force: fn(f64) -> f64) -> Bristles<64> {
    Bristles::of_smooth_bodies(force, [RATIO, FRICTION]).unwrap()
}

/// A contact that follows straight paths of depth and way.
struct Follower {
    law: Bristles<64>,
    state: BristleState<64>,
    separation: f64,
    work: f64,
}

impl Follower {
    fn new(force: fn(f64) -> f64) -> Self {
        Self { law: law(force), state: BristleState::at(0.0), separation: 0.0, work: 0.0 }
    }

    /// Goes a straight step and returns the mean force.
    fn go(&mut self, way: f64, load: f64) -> f64 {
        let mean = self.law.slide_to((&mut self.state, &mut self.separation), way, load);
        self.work += mean * way;
        mean
    }

    fn force(&self) -> f64 {
        self.state.deflection.iter().zip(&self.law.stiffness).map(|(e, k)| e * k).sum()
    }

    fn stored(&self) -> f64 {
        self.law.stored_energy(&self.state)
    }
}

#[test]
fn exact_histories_are_met_and_those_of_the_same_network_to_rounding() {
    let histories: [&[[f64; 6]]; 5] =
        [&LOADING_AND_REVERSALS, &INCLINED, &WAY_THEN_LOAD, &SWINGING_LOAD, &NESTED_REVERSALS];
    for history in histories {
        let mut contact = Follower::new(hertz);
        let whole = history.iter().map(|row| row[3]).fold(0.0, f64::max);
        for [depth, way, force, stored, network, network_stored] in history.iter().copied() {
            let load = hertz(depth);
            contact.go(way, load);
            let limit = FRICTION * load;
            let (found, held) = (contact.force(), contact.stored());
            assert!((found - network).abs() < 1e-9 * limit, "{found} {network}");
            assert!((held - network_stored).abs() < 1e-9 * whole, "{held} {network_stored}");
            // Chords between eight knots a decade.
            assert!((found - force).abs() < 0.01 * limit, "{found} {force}");
            assert!((held - stored).abs() < 0.02 * whole, "{held} {stored}");
        }
    }
}

#[test]
fn constant_loads_follow_the_closed_form() {
    for depth in [3e-8, 5e-6, 2e-4] {
        let (load, stiffness) = (hertz(depth), 1.5 * RATIO * STIFFNESS * f64::sqrt(depth));
        let limit = FRICTION * load;
        for share in [0.1, 0.5, 0.9] {
            let way = share * 1.5 * limit / stiffness;
            let mut contact = Follower::new(hertz);
            contact.go(0.0, load);
            contact.go(way, load);
            let exact = limit * (1.0 - (1.0 - share).powf(1.5));
            assert!((contact.force() - exact).abs() < 0.01 * limit, "{depth} {share}");
        }
    }
}

#[test]
fn inclined_loading_below_the_friction_angle_loses_nothing_and_above_it_slides_at_once() {
    for (slope, slides) in [(0.9, false), (1.1, true)] {
        let mut contact = Follower::new(hertz);
        let way = slope * FRICTION / RATIO * 4e-6;
        contact.go(way, hertz(4e-6));
        let lost = contact.work - contact.stored();
        if slides {
            assert!((contact.force() / (FRICTION * hertz(4e-6)) - 1.0).abs() < 1e-12);
            assert!(lost > 1e-2 * contact.work);
        } else {
            assert!(lost.abs() < 1e-12 * contact.work, "{lost}");
        }
    }
}

#[test]
fn a_force_that_does_not_stiffen_has_no_bristles() {
    let make = |force: fn(f64) -> f64| {
        Bristles::<64>::of_smooth_bodies(force, [RATIO, FRICTION]).is_some()
    };
    assert!(!make(|depth| 1e7 * depth.sqrt()));
    assert!(!make(|depth| 1e7 * depth / (1.0 + 100.0 * depth)));
    assert!(make(|depth| 1e7 * depth));
    assert!(make(line));
}

#[test]
fn the_stiffness_at_rest_is_that_of_the_force_times_the_ratio() {
    for depth in [2e-9, 3e-7, 5e-6, 1e-3] {
        let exact = RATIO * 1.5 * STIFFNESS * f64::sqrt(depth);
        let found = law(hertz).stiffness_under(hertz(depth));
        assert!((-0.066..0.08).contains(&(found / exact - 1.0)), "{depth}: {}", found / exact);
    }
}

proptest! {
    #[test]
    fn no_motion_gains_energy_and_no_force_passes_friction(
        path in prop::collection::vec((-3e-6..3e-6_f64, -3.0..4.0_f64), 1..40),
    ) {
        for force in [hertz, line] {
            let mut contact = Follower::new(force);
            let mut turnover = 0.0;
            for (way, power) in &path {
                let load = if *power < -2.0 { 0.0 } else { 10_f64.powf(*power) };
                let (work, stored) = (contact.work, contact.stored());
                contact.go(*way, load);
                turnover += (contact.work - work).abs() + contact.stored();
                let lost = contact.work - work - (contact.stored() - stored);
                prop_assert!(lost >= -1e-14 * turnover, "{lost} of {turnover}");
                prop_assert!(contact.force().abs() <= FRICTION * load * (1.0 + 1e-12));
            }
        }
    }

    #[test]
    fn parts_of_a_step_make_the_whole_and_a_mirrored_path_the_mirrored_force(
        start in (-3e-6..3e-6_f64, -2.0..4.0_f64),
        step in (-3e-6..3e-6_f64, 0.0..1e-5_f64),
        parts in 2..9_u32,
    ) {
        let mut whole = Follower::new(hertz);
        whole.go(start.0, 10_f64.powf(start.1));
        let (mut split, mut mirrored) = (Follower::new(hertz), Follower::new(hertz));
        split.go(start.0, 10_f64.powf(start.1));
        mirrored.go(-start.0, 10_f64.powf(start.1));
        let before = -whole.separation;
        // Equal changes of the depth are a straight path; the loads follow the chords.
        let chords = |depth: f64| {
            let law = &whole.law;
            (0..64).map(|j| (depth + law.threshold[j]).max(0.0) * law.stiffness[j] / RATIO).sum()
        };
        let loads: Vec<f64> = (1..=parts)
            .map(|part| chords(before + (step.1 - before) * f64::from(part) / f64::from(parts)))
            .collect();
        let mean = whole.go(step.0, loads[loads.len() - 1]);
        let of_parts: f64 =
            loads.iter().map(|load| split.go(step.0 / f64::from(parts), *load)).sum();
        let scale = FRICTION * loads[loads.len() - 1].max(10_f64.powf(start.1));
        prop_assert!((whole.force() - split.force()).abs() < 1e-12 * scale);
        prop_assert!((mean - of_parts / f64::from(parts)).abs() < 1e-11 * scale);
        let other = mirrored.go(-step.0, loads[loads.len() - 1]);
        prop_assert_eq!((other, mirrored.force()), (-mean, -whole.force()));
    }
}
