//! Searching for a host's mobility and tracking it, in open loop.

use crate::dice::Dice;
use crate::hosts::{Host, Running, SIX};
use crate::scenes::{Arm, Scene, Spinning, Wrist};
use nalgebra::{Matrix3, Vector3};
use spiel::coupling::identify::{Identification, Identifier, Measured, Status};

pub fn identifier(scene: &dyn Scene) -> Identifier {
    Identifier {
        tracks: true,
        tolerance: 3e-3,
        speed: 1e-3,
        displacement: 1e-3 * 5e-4,
        force: 100.0,
        slot: 0,
        slots: 1,
        directions: 3,
        length: scene.length(),
    }
}

/// Error of a mobility: the largest entry's over the largest entry, rotations scaled by the joint's length.
pub fn error(found: &Matrix3<f64>, mobility: &Matrix3<f64>, length: f64) -> f64 {
    let scale = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, length));
    let truth = scale * mobility * scale;
    (scale * found * scale - truth).amax() / truth.amax()
}

/// Result of a run.
#[derive(Debug, Clone)]
pub struct Run {
    pub found: Option<usize>,
    pub first: f64,
    /// Errors at all later points.
    pub errors: Vec<f64>,
    pub statuses: Vec<Status>,
    pub last: Measured,
}

impl Run {
    pub fn median(&self) -> f64 {
        let mut errors = self.errors.clone();
        errors.sort_by(f64::total_cmp);
        errors.get(errors.len() / 2).copied().unwrap_or(f64::INFINITY)
    }
    pub fn worst(&self) -> f64 {
        self.errors.iter().copied().fold(0.0, f64::max)
    }
}

/// Departures from the ideal.
#[derive(Debug, Clone, Copy)]
pub struct Flaws {
    pub noise: f64,
    pub place_noise: f64,
    pub steps: (f64, f64),
    pub seed: u64,
    /// Step from which on another host acts.
    pub switch: Option<(usize, Host)>,
}

pub const NONE: Flaws =
    Flaws { noise: 0.0, place_noise: 0.0, steps: (1.0, 1.0), seed: 1, switch: None };

pub fn run(scene: &dyn Scene, host: Host, size: f64, steps: usize, flaws: Flaws) -> Run {
    let identifier = identifier(scene);
    let mut identification: Identification = identifier.begin();
    let (mut running, mut state, mut time) = (Running::new(host), scene.start(), 0.0);
    let mut dice = Dice(flaws.seed);
    let last = *identification.measured();
    let mut run = Run { found: None, first: 0.0, errors: vec![], statuses: vec![], last };
    for step in 0..steps {
        if let Some((at, host)) = flaws.switch
            && step == at
        {
            running.host = host;
        }
        let (from, to) = flaws.steps;
        let h = size * (from + (to - from) * dice.even());
        let mut received = scene.received(&state.0, &state.1, time, h);
        if flaws.noise > 0.0 {
            let noise =
                flaws.noise * Vector3::new(dice.normal(), dice.normal(), 100.0 * dice.normal());
            received.velocity += noise;
            received.drift += noise;
        }
        if flaws.place_noise > 0.0 {
            received.place += flaws.place_noise
                * Vector3::new(dice.normal(), dice.normal(), 100.0 * dice.normal());
        }
        let load = identification.receive(&identifier, &received);
        identification.give(&identifier, &load);
        run.last = *identification.measured();
        run.statuses.push(run.last.status);
        if let Some(host) = run.last.host {
            let error = error(&host.mobility, &scene.mobility(&state.0, time), scene.length());
            if run.found.is_some() {
                run.errors.push(error);
            } else if run.last.status == Status::Found {
                (run.found, run.first) = (Some(step), error);
            }
        }
        running.advance(scene, &mut state, load, time, h);
        time += h;
    }
    run
}

fn scenes() -> [(&'static str, Box<dyn Scene>); 3] {
    [
        ("arm", Box::new(Arm::default())),
        ("spinning", Box::new(Spinning)),
        ("wrist", Box::new(Wrist::default())),
    ]
}

#[test]
fn every_host_is_found_and_followed_in_every_scene() {
    for (name, scene) in scenes() {
        for size in [1e-5, 1e-4, 2e-4] {
            for (host, delay, semi_implicit) in SIX {
                let run = run(scene.as_ref(), host, size, 400, NONE);
                println!(
                    "{name} {host:?} {size}: found {:?} first {:.1e} median {:.1e} worst {:.1e}",
                    run.found,
                    run.first,
                    run.median(),
                    run.worst()
                );
                let seen = run.last.host.unwrap();
                assert_eq!((seen.delay, seen.semi_implicit), (delay, semi_implicit));
                assert!(
                    run.statuses[run.found.unwrap()..]
                        .iter()
                        .all(|status| *status == Status::Found)
                );
                if size < 2e-4 {
                    assert!(run.found.unwrap() <= 40 && run.first < 1e-2);
                    assert!(run.median() < 2e-3 && run.worst() < 3e-2);
                }
            }
        }
    }
}

#[test]
fn masses_of_all_sizes_and_bodies_that_cannot_turn_are_found() {
    let of = |mass: f64| Arm { mass, ..Arm::default() };
    for mass in [0.01, 0.1, 10.0, 100.0] {
        let run = run(&of(mass), Host::Own, 1e-4, 300, NONE);
        println!("{mass} kg: {:?} {:.1e} {:.1e}", run.found, run.first, run.median());
        assert!(run.found.unwrap() <= 40 && run.first < 1e-2 && run.median() < 2e-3);
    }
    let point: [(&str, Box<dyn Scene>); 2] = [
        ("point", Box::new(Arm { turns: false, ..Arm::default() })),
        ("rail at 40°", Box::new(Wrist { rail: 0.7, ..Wrist::default() })),
    ];
    for (name, scene) in point {
        let run = run(scene.as_ref(), Host::Held, 1e-4, 300, NONE);
        println!("{name}: {:?} {:.1e} {:.1e}", run.found, run.first, run.median());
        assert!(run.found.unwrap() <= 40 && run.first < 2e-2 && run.median() < 2e-3);
        if name == "point" {
            let turning = run.last.host.unwrap().mobility.row(2).amax();
            assert_eq!(turning, 0.0, "a locked direction is exactly that");
        }
    }
}

#[test]
fn noise_is_averaged_until_the_host_is_found() {
    let mut worst = [(0, 0.0_f64); 4];
    for (index, noise) in [1e-9, 1e-7, 1e-6, 1e-5].into_iter().enumerate() {
        let mut found = 0;
        for seed in 0..8 {
            for (host, delay, semi_implicit) in &SIX[1..5] {
                let flaws = Flaws { noise, seed, ..NONE };
                let run = run(&Wrist::default(), *host, 1e-4, 300, flaws);
                if let Some(step) = run.found {
                    found += 1;
                    let (last, error) = &mut worst[index];
                    (*last, *error) = (step.max(*last), error.max(run.first));
                }
                if let Some(seen) = run.last.host {
                    assert_eq!((seen.delay, seen.semi_implicit), (*delay, *semi_implicit));
                }
            }
        }
        println!("{noise}: {found} of 32, at last and worst {:?}", worst[index]);
        assert!(noise > 1e-6 || found == 32, "{noise}: {found}");
        assert!(worst[index].1 < if noise > 1e-6 { 2e-2 } else { 1e-2 });
    }
}

#[test]
fn hosts_beyond_prediction_are_never_found() {
    let arm = Arm::default();
    let stiff = Arm { spring: 1e7, ..arm };
    let noise = |noise| Flaws { noise, ..NONE };
    let cases: [(&str, Arm, Host, Flaws); 5] = [
        ("noise", arm, Host::Held, noise(1e-4)),
        ("wandering", arm, Host::Wandering, NONE),
        ("two late", arm, Host::TwoLate, NONE),
        ("spring", stiff, Host::Held, NONE),
        ("explicit", arm, Host::Explicit, NONE),
    ];
    for (name, scene, host, flaws) in cases {
        let run = run(&scene, host, 1e-4, 800, flaws);
        println!("{name}: {:?} {:?}", run.found, run.last);
        assert_eq!(run.found, None, "{name}");
        if matches!(host, Host::TwoLate | Host::Explicit) {
            assert_eq!(run.last.status, Status::Misfit);
        }
    }
    let soft = run(&Arm { spring: 1e6, ..arm }, Host::Held, 1e-4, 300, NONE);
    println!("soft: {:?} {:.1e}", soft.found, soft.first);
}

#[test]
fn another_delay_is_noticed_and_found_again() {
    for (name, scene) in scenes() {
        for (from, to, late) in [(Host::Held, Host::Jacobi, 1.0), (Host::Jacobi, Host::Held, 0.0)] {
            let flaws = Flaws { switch: Some((200, to)), ..NONE };
            let run = run(scene.as_ref(), from, 1e-4, 400, flaws);
            let noticed = run.statuses[200..].iter().position(|status| *status != Status::Found);
            let right = |at: &Status| *at == Status::Found;
            let again = noticed
                .and_then(|lost| Some(lost + run.statuses[200 + lost..].iter().position(right)?));
            println!("{name} {from:?} to {to:?}: {noticed:?} {again:?} {:?}", run.last);
            assert!(noticed.unwrap() <= 40 && again.unwrap() <= 80);
            assert_eq!(run.last.host.unwrap().delay.steps(), late);
        }
    }
}

#[test]
fn the_host_is_found_with_steps_of_random_size() {
    for (name, scene) in scenes() {
        for seed in 0..4 {
            let flaws = Flaws { steps: (0.25, 1.75), seed, ..NONE };
            let run = run(scene.as_ref(), Host::Held, 1e-4, 800, flaws);
            println!(
                "{name} {seed}: {:?} first {:.1e} median {:.1e} worst {:.1e}",
                run.found,
                run.first,
                run.median(),
                run.worst()
            );
            assert!(run.found.unwrap() <= 60 && run.first < 1e-2 && run.median() < 5e-3);
        }
    }
}

#[test]
fn noise_on_places_leaves_the_rule_open() {
    for place_noise in [1e-10, 1e-9, 1e-8, 1e-7] {
        for (host, _, semi_implicit) in &SIX[1..3] {
            let flaws = Flaws { noise: 1e-7, place_noise, ..NONE };
            let run = run(&Wrist::default(), *host, 1e-4, 300, flaws);
            println!("{place_noise} {host:?}: {:?} {:?}", run.found, run.last);
            assert!(place_noise > 1e-9 || run.found.is_some());
            if let Some(seen) = run.last.host {
                assert_eq!(seen.semi_implicit, *semi_implicit);
            }
        }
    }
}
