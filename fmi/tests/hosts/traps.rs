//! Hosts that trap floating-point exceptions, as Fortran codes and some solvers do: no call of theirs
//! may end in a signal, or change their settings and their record of exceptions.

use super::guest::{Guest, Source, is_direction};
use super::wild::Dice;
use crate::common::{ERROR, OK};
use spiel_fmi::Phase;

/// Invalid operations, divisions by zero, overflows.
const TRAPPED: u32 = (1 << 7) | (1 << 9) | (1 << 10);
const RECORDED: u32 = TRAPPED >> 7;

pub fn settings() -> u32 {
    let mut settings = 0_u32;
    // SAFETY: the instruction writes these four bytes.
    unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut settings) };
    settings
}

/// Makes `calls` with traps on and no exception recorded.
pub fn trapped<T>(calls: impl FnOnce() -> T) -> T {
    let before = settings();
    let strict = before & !TRAPPED & !RECORDED;
    // SAFETY: masks are the program's own to set; they are put back below.
    unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const strict) };
    let found = calls();
    let after = settings();
    // SAFETY: the settings that were there.
    unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const before) };
    assert_eq!(after & !0x20, strict & !0x20, "settings, and exceptions but for inexact ones");
    found
}

#[test]
fn a_trapped_division_ends_a_process() {
    let test = "traps::a_trapped_division_ends_a_process";
    if std::env::var_os("SPIEL_TRAP").is_some() {
        trapped(|| std::hint::black_box(1.0 / std::hint::black_box(0.0)));
        return;
    }
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    let output = again.args(["--exact", test]).env("SPIEL_TRAP", "").output().unwrap();
    assert!(!output.status.success(), "a division by zero ends a process that traps it");
}

/// A whole run, from instantiation to its end.
fn run(source: &Source, mut look: impl FnMut(&Guest)) {
    let guest = source.guest();
    guest.tell_mobility();
    guest.touch();
    look(&guest);
}

#[test]
fn no_joint_trips_a_hosts_traps() {
    for joint in spiel::catalogue::ALL {
        for source in Source::variants(joint) {
            let methods = source.number("coupling.method").map_or(0..1, |_| 1..4);
            for method in methods {
                let lively = |guest: &Guest| {
                    if let Some(number) = source.number("coupling.method") {
                        // Not every joint predicts.
                        guest.set_integer(number, method);
                    }
                    trapped(|| {
                        assert_eq!((guest.enter(), guest.exit()), (OK, OK), "{:?}", guest.log());
                        for count in 0..200 {
                            let shift = 1e-5 * f64::from(count % 40);
                            let moved = |number: &usize| !is_direction(&source.rows[*number].name);
                            for number in source.layout.inputs.clone().take(12).filter(moved) {
                                guest.set(&[number as u32], &[shift * f64::from(number as u32)]);
                            }
                            let time = source.step * f64::from(count);
                            assert_eq!(guest.step(time, source.step), OK, "{:?}", guest.log());
                            guest.derivative(source.layout.loads.start as u32, 0);
                            guest.get(&source.reals());
                        }
                        let state = guest.snapshot().unwrap();
                        // SAFETY: the snapshot is the instance's own.
                        unsafe { (guest.call.fmi2SetFMUstate)(guest.component, state) };
                    });
                };
                run(&source, lively);
            }
        }
    }
}

#[test]
fn equations_and_groups_trip_no_traps_either() {
    for name in [
        "revolute_clearance",
        "translational_clearance",
        "rough_interface",
        "sliced_pin",
        "rotational_backlash",
        "translational_backlash",
        "gear_mesh",
        "spatial_revolute",
        "spherical_clearance",
        "bushing",
    ] {
        run(&Source::equations(name), |guest| {
            trapped(|| {
                assert_eq!((guest.enter(), guest.exit()), (OK, OK));
                for _ in 0..20 {
                    assert_eq!((guest.update(), guest.solve()), (OK, OK));
                    guest.flow();
                    guest.get(&guest.source.reals());
                    guest.enter_event();
                }
            });
        });
    }
    for group in [&crate::common::GROUP, &crate::common::SEEN] {
        let source = Source::linked(group);
        let guest = source.guest();
        guest.tell_mobility();
        trapped(|| {
            assert_eq!((guest.enter(), guest.exit()), (OK, OK));
            let mut dice = Dice::new(3);
            for count in 0..300 {
                for number in source.layout.inputs.clone() {
                    let number_of = dice.below(1000) as f64 * 1e-6;
                    guest.set(&[number as u32], &[number_of]);
                }
                let time = 1e-5 * f64::from(count);
                if guest.step(time, 1e-5) != OK {
                    break;
                }
                guest.get(&source.reals());
            }
        });
        assert_ne!(guest.phase(), Phase::Dead);
    }
}

/// Numbers that raise an exception in a comparison or a difference.
const ODD: [u64; 5] = [
    f64::INFINITY.to_bits(),
    f64::NEG_INFINITY.to_bits(),
    f64::NAN.to_bits(),
    // Signalling ones.
    0x7ff0_0000_0000_0001,
    0xfff4_0000_0000_0000,
];

/// fmi2SetReal of an infinite or signalling number ended a host that traps invalid operations.
#[test]
fn odd_numbers_are_refused_without_an_exception() {
    let mut sources =
        vec![Source::equations("revolute_clearance"), Source::linked(&crate::common::SEEN)];
    sources.extend(spiel::catalogue::ALL.iter().map(Source::linked));
    for source in sources {
        let guest = source.guest();
        guest.tell_mobility();
        guest.touch();
        let parameter =
            source.first(source.layout.parameters.clone(), super::source::is_real).unwrap();
        trapped(|| {
            let refuses_all = |stage: &str| {
                for odd in ODD.map(f64::from_bits) {
                    let inputs: Vec<u32> = (0..6).collect();
                    for place in 0..6 {
                        let mut values = [0.0; 6];
                        values[place] = odd;
                        assert_eq!(guest.set(&inputs, &values), ERROR, "{stage}");
                    }
                    assert_eq!(guest.set(&[0], &[odd]), ERROR, "{stage}");
                    assert_eq!(guest.set(&[3, 0], &[0.0, odd]), ERROR, "{stage}");
                    assert_eq!(guest.set(&[parameter], &[odd]), ERROR, "{stage}");
                }
            };
            refuses_all("before");
            for odd in ODD.map(f64::from_bits) {
                let setup = guest.call.fmi2SetupExperiment;
                // SAFETY: the component is alive.
                let status = unsafe { setup(guest.component, 1, odd, odd, 1, odd) };
                assert_eq!(status, ERROR);
            }
            assert_eq!(guest.enter(), OK);
            refuses_all("in initialization");
            assert_eq!(guest.exit(), OK);
            for odd in ODD.map(f64::from_bits) {
                if source.continuous {
                    assert_eq!(guest.set_time(odd), ERROR);
                    let states = vec![odd; source.counts[0]];
                    assert_eq!(guest.set_states(&states), ERROR);
                } else {
                    assert_eq!(guest.set_rate(0, odd), ERROR);
                }
            }
            refuses_all("after");
            for odd in ODD.map(f64::from_bits) {
                if !source.continuous {
                    assert_eq!(guest.step(odd, 1e-6), ERROR);
                    assert_eq!(guest.step(0.0, odd), ERROR);
                }
            }
        });
    }
}
