//! Inputs that no machine would send: an error with one line or a finite answer, and never a hang.

use super::guest::{Guest, Source, is_direction};
use super::source::is_boolean;
use crate::common::{BENT, DOOR, DOOR_SEEN, ERROR, GROUP, MOVED, OILED, OK, SEEN, SWUNG};
use model_description::{Kind, Row, Variability};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use spiel_fmi::Phase;
use spiel_fmi::fmi2::types::FMI2_CO_SIMULATION;
use std::time::{Duration, Instant};

/// Random numbers, from the same seed in every run.
pub struct Dice(TestRng);

impl Dice {
    pub fn new(seed: u8) -> Self {
        Self(TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]))
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    /// Between 0 and 1.
    fn part(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Of either sign, its size anywhere between two powers of ten.
    fn size(&mut self, low: f64, high: f64) -> f64 {
        let size = 10_f64.powf(low + (high - low) * self.part());
        if self.below(2) == 0 { size } else { -size }
    }

    pub fn wild(&mut self) -> f64 {
        const SPECIAL: [f64; 16] = [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e300,
            -1e300,
            f64::MAX,
            1e154,
            -1e100,
            1e20,
            -1e9,
            5e-324,
            -2e-310,
            f64::MIN_POSITIVE,
            0.0,
            -0.0,
            1e-30,
        ];
        match self.below(10) {
            0 => SPECIAL[self.below(SPECIAL.len())],
            1 => self.size(-3.0, 3.0),
            2 => self.size(-300.0, 300.0),
            _ => self.size(-7.0, -2.0),
        }
    }
}

/// The result of a wild run.
#[derive(Debug, Default)]
struct Count {
    taken: usize,
    refused: usize,
    slowest: Duration,
}

/// Makes one wild step with wild inputs; variables stay finite, and a failed step leaves them as before.
fn wild_step(guest: &Guest, time: &mut f64, dice: &mut Dice, count: &mut Count) {
    let source = guest.source;
    for number in source.layout.inputs.clone() {
        // Most wild numbers make a W that no bodies have, or a direction of no length: a step is refused
        // then, so they are rare.
        let name = &source.rows[number].name;
        let of_mobility = name.contains(".W.") || name.starts_with("mobility.");
        let rare = of_mobility || is_direction(name);
        if dice.below(if rare { 500 } else { 3 }) > if rare { 498 } else { 0 } {
            let value = dice.wild();
            let status = guest.set(&[number as u32], &[value]);
            // A finite value is taken unless it is a temperature below the pole.
            let taken = value.is_finite() && (status == OK || name != "oil.temperature");
            assert_eq!(status == OK, taken, "{}: {name} = {value}", source.name);
        }
    }
    if dice.below(4) == 0 {
        let (input, output) = (dice.below(source.layout.inputs.len()), dice.below(6));
        guest.set_rate(input as u32, dice.wild());
        let output = (source.layout.loads.start + output).min(source.layout.loads.end - 1);
        let (status, slope) = guest.derivative(output as u32, input as u32);
        assert!(matches!(status, OK | ERROR), "{}: {status:?}", source.name);
        assert!(slope.is_finite(), "{}: d{output}/d{input} = {slope}", source.name);
        let parameter = source.layout.parameters.start + dice.below(source.layout.parameters.len());
        guest.set(&[parameter as u32], &[dice.wild()]);
    }
    if dice.below(3) == 0 {
        let loads: Vec<u32> = source.layout.loads.clone().map(|number| number as u32).collect();
        let (status, values) = guest.get(&loads);
        assert!(matches!(status, OK | ERROR) && values.iter().all(|load| load.is_finite()));
    }
    guest.log();
    let size = match dice.below(3) {
        0 => source.step,
        _ => dice.size(-12.0, 3.0).abs(),
    };
    let start = if dice.below(50) == 0 { *time - dice.wild() } else { *time };
    let before = Instant::now();
    let status = guest.step(start, size);
    let took = before.elapsed();
    if took > count.slowest {
        count.slowest = took;
    }
    let log = guest.log();
    let warnings = [
        "coupling.work_mismatch",
        "the journal is ",
        "contact.overlap = 0",
        "contact.half_angle = ",
        "the bushing is turned by ",
        "the step to t = ",
        "wear has ended at t = ",
        // Of a host that is measured: contact came too early, it is not found, or it misfits.
        "contact by t = ",
        "after 400 steps, at t = ",
        "at t = ",
    ];
    let warns = |line: &str| warnings.iter().any(|warning| line.starts_with(warning));
    let refusals = log.iter().filter(|(_, line)| !warns(line)).count();
    assert_eq!(refusals, usize::from(status == ERROR), "{}: {log:?}", source.name);
    assert!(log.len() <= refusals + warnings.len(), "{}: {log:?}", source.name);
    let (read, values) = guest.get(&source.reals());
    assert_eq!(read, OK, "{}: {:?} after {log:?}", source.name, guest.log());
    assert!(values.iter().all(|value| value.is_finite()), "{}: {values:?}", source.name);
    match status {
        OK => {
            count.taken += 1;
            *time = start + size;
        }
        ERROR => {
            count.refused += 1;
            assert_eq!(guest.phase(), Phase::StepFailed);
        }
        other => panic!("{}: {other:?} is never returned", source.name),
    }
}

/// Wild steps of an instance with these choices and, if `parameters`, wild parameters.
fn wild_run(
    source: &Source,
    choices: &[(u32, i32)],
    steps: usize,
    dice: &mut Dice,
    wild: bool,
) -> Count {
    let (guest, mut count) = (source.guest(), Count::default());
    let (mut time, mut ready) = (0.0, false);
    for _ in 0..steps {
        let mut attempts = 0;
        while !ready {
            assert_eq!(guest.reset(), OK);
            guest.tell_mobility();
            for (number, value) in choices {
                assert_eq!(guest.set_integer(*number, *value), OK);
            }
            for number in source.layout.parameters.clone() {
                if is_boolean(&source.rows[number].kind) {
                    let truth = dice.below(2) as i32;
                    assert_eq!(guest.set_boolean(number as u32, truth), OK);
                }
            }
            for number in source.layout.parameters.clone().filter(|_| wild && attempts < 20) {
                if dice.below(8) == 0 {
                    guest.set(&[number as u32], &[dice.wild()]);
                }
            }
            attempts += 1;
            guest.log();
            ready = guest.enter() == OK && guest.exit() == OK;
            assert!(ready || wild, "{}: {choices:?}: {:?}", source.name, guest.log());
            assert!(attempts < 100, "{}: parameters never fit", source.name);
            time = 0.0;
        }
        let refused = count.refused;
        wild_step(&guest, &mut time, dice, &mut count);
        ready = count.refused == refused;
    }
    count
}

/// Number of combinations of choices that are tried without `SPIEL_LONG`: each pair of choices is among them many times.
const MANY: usize = 1500;

/// The combinations of choices that a joint takes before its first step, by number of the variable; the others are
/// refused in one line.
fn combinations(source: &Source) -> Vec<Vec<(u32, i32)>> {
    let mut all = vec![Vec::new()];
    for number in source.layout.parameters.clone() {
        let row = &source.rows[number];
        let Kind::Choice { items, .. } = &row.kind else { continue };
        if row.variability == Variability::Constant {
            continue;
        }
        all = all
            .iter()
            .flat_map(|chosen| {
                items.iter().map(|item| [&chosen[..], &[(number as u32, item.number)]].concat())
            })
            .collect();
    }
    // Choices of prediction have no effect without it, nor has a given delay if it is measured.
    let chosen = |choices: &[(u32, i32)], name: &str| {
        let number = source.number(name);
        choices.iter().find(|choice| Some(choice.0) == number).map(|choice| choice.1)
    };
    all.retain(|choices| {
        let first = |name: &str| chosen(choices, name).is_none_or(|number| number == 1);
        let [delay, identify] = ["coupling.delay", "coupling.identify"].map(first);
        let predicts = chosen(choices, "coupling.method") == Some(3);
        if predicts { delay || identify } else { delay && identify }
    });
    if long() == 1 && all.len() > MANY {
        let (mut dice, count) = (Dice::new(3), all.len());
        all.retain(|_| dice.below(count) < MANY);
    }
    all.retain(|choices| {
        let guest = source.guest();
        guest.tell_mobility();
        for (number, value) in choices {
            assert_eq!(guest.set_integer(*number, *value), OK);
        }
        let taken = guest.enter() == OK;
        if !taken {
            let line = guest.error();
            let named = choices
                .iter()
                .any(|(number, _)| line.contains(&source.rows[*number as usize].name));
            assert!(named || line.contains("is outside"), "{line}");
        }
        taken
    });
    all
}

/// Runs each joint with each combination of choices, `steps` steps for all of them together.
fn all_choices(steps: usize, wild_parameters: bool) {
    for joint in spiel::catalogue::ALL {
        let plain = Source::linked(joint);
        let ports = |source: &Source| {
            let start = |row: &Row| row.name.starts_with("build.").then_some(row.start);
            source.rows.iter().filter_map(start).collect::<Vec<_>>()
        };
        for source in Source::variants(joint) {
            if ports(&source) == ports(&plain) {
                choices_of(&source, &combinations(&source), steps, wild_parameters);
            } else {
                // Behind other ports the laws are the same: their default choices are enough.
                choices_of(&source, &[vec![]], steps / 4, wild_parameters);
            }
        }
    }
}

fn choices_of(source: &Source, all: &[Vec<(u32, i32)>], steps: usize, wild_parameters: bool) {
    let before = Instant::now();
    let mut dice = Dice::new(u8::from(wild_parameters));
    let mut sum = Count::default();
    let mut slowest = Vec::new();
    for choices in all {
        let each = steps.div_ceil(all.len());
        let count = wild_run(source, choices, each, &mut dice, wild_parameters);
        (sum.taken, sum.refused) = (sum.taken + count.taken, sum.refused + count.refused);
        if count.slowest > sum.slowest {
            (sum.slowest, slowest) = (count.slowest, choices.clone());
        }
    }
    let named = slowest.iter().map(|(number, value)| {
        let row = &source.rows[*number as usize];
        format!("{} = {}", row.name, row.show((*value).into()))
    });
    println!(
        "{}: {} combinations, {} steps taken, {} refused, slowest {:?} ({}), {:.1?} in all",
        source.name,
        all.len(),
        sum.taken,
        sum.refused,
        sum.slowest,
        named.collect::<Vec<_>>().join(", "),
        before.elapsed()
    );
    assert!(sum.taken > 0 && sum.refused > 0, "{}: {sum:?}", source.name);
    // A hang, not a cost: the machine may be busy with several of these tests and compilers at once.
    assert!(sum.slowest < Duration::from_secs(60), "{}: {sum:?}", source.name);
}

#[test]
fn groups_give_an_error_or_a_finite_answer_for_wild_inputs_and_parameters() {
    // Bodies that bend and films take a few times as long, and fewer steps reach all that is theirs.
    let groups = [
        (&GROUP, 120),
        (&SEEN, 120),
        (&MOVED, 120),
        (&BENT, 60),
        (&OILED, 60),
        (&DOOR, 120),
        (&DOOR_SEEN, 120),
        (&SWUNG, 120),
    ];
    for (group, steps) in groups {
        let source = Source::linked(group);
        for wild in [false, true] {
            let count = wild_run(&source, &[], steps * long(), &mut Dice::new(7), wild);
            println!("{} inputs, wild {wild}: {count:?}", source.layout.inputs.len());
            // Directions and mobilities of random numbers are seldom possible.
            assert!(count.taken > steps / 10 && count.refused > 0, "{count:?}");
            assert!(count.slowest < Duration::from_secs(20), "{count:?}");
        }
    }
}

#[test]
fn oil_gives_an_error_or_a_finite_answer_for_wild_temperatures() {
    let source = Source::warm(FMI2_CO_SIMULATION);
    let method = source.number("coupling.method").unwrap();
    for wild in [false, true] {
        for number in 1..=3 {
            let choices = [(method, number)];
            let count = wild_run(&source, &choices, 250 * long(), &mut Dice::new(7), wild);
            println!("method {number}, wild {wild}: {count:?}");
            assert!(count.taken > 100 && count.slowest < Duration::from_secs(20), "{count:?}");
        }
    }
}

#[test]
fn wild_inputs_give_an_error_or_a_finite_answer_for_every_choice_of_laws() {
    all_choices(1200 * long(), false);
}

#[test]
fn wild_parameters_give_an_error_or_a_finite_answer() {
    all_choices(600 * long(), true);
}

/// Returns the factor by which runs are longer than usual: 1 without `SPIEL_LONG`.
pub fn long() -> usize {
    if std::env::var_os("SPIEL_LONG").is_some() { 100 } else { 1 }
}
