//! Golden values: joints with random choices and parameters, and groups that move themselves, give the numbers of the record.
//!
//! They do not say that a number is right, which other tests do; they notice that it changes. `SPIEL_RECORD=1 cargo test
//! --test blocks golden` writes the record anew, and its difference shows what a change of a law has done.

use crate::dice::Dice;
use crate::swing::{amplitude, coordinates, give_mobility};
use model_description::{Kind, Row, Value, Variability};
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::group::PLAN;
use spiel::model::{Build, ModelKind};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Number of runs in which every item of every choice has to be, unless it is refused.
const EACH: usize = 3;
/// Most runs that are tried for a joint.
const TRIED: usize = 300;
/// Number of steps, and their size \[s\].
const STEPS: usize = 40;
const SIZE: f64 = 2e-5;
/// Largest difference, as a part of the larger number and of a millionth of the column's largest: these motions are too
/// short to amplify the last digits, in which computers differ (glibc's exp and sin with and without FMA do). Numbers that
/// are zero but for rounding differ by less than 1e-15, accelerations, where large forces are in balance, by less than 1e-9.
const CLOSE: f64 = 1e-6;

/// Bound of every number: where it is passed, a method for bodies that give way has met one that does not.
const WILD: f64 = 1e12;

/// Means of outputs over a run, by name.
type Numbers = BTreeMap<String, f64>;

/// Returns a random value for a parameter, or `None` where it keeps its own.
fn drawn(row: &Row, dice: &mut Dice) -> Option<Value> {
    if row.variability == Variability::Constant {
        return None;
    }
    match (&row.kind, row.start) {
        (Kind::Choice { items, .. }, _) => {
            Some(items[(dice.even() * items.len() as f64) as usize].number.into())
        }
        (Kind::Boolean, _) => Some(Value::Boolean(dice.even() < 0.5)),
        (Kind::Real { .. }, Value::Real(start)) if start != 0.0 && start.is_finite() => {
            Some(Value::Real(start * (0.8 + 0.4 * dice.even())))
        }
        _ => None,
    }
}

/// Draws a setting; returns the choices in it, or `None` if it is refused.
fn set(block: &mut Block, dice: &mut Dice) -> Option<Vec<(usize, i32)>> {
    give_mobility(block).ok()?;
    let mut choices = Vec::new();
    for index in block.layout().parameters.clone() {
        let row = &block.rows()[index];
        if row.name.starts_with("coupling.mobility_") {
            continue;
        }
        let is_choice = matches!(row.kind, Kind::Choice { .. });
        let Some(value) = drawn(row, dice) else { continue };
        let _ = block.assign(index, value);
        if is_choice {
            choices.push((index, value.number() as i32));
        }
    }
    block.initialize(0.0).ok()?;
    block.begin().ok()?;
    Some(choices)
}

/// The largest tilt of body b \[rad\].
const TILT: f64 = 4e-4;

/// Swings all coordinates of body b at once, each with a frequency of its own; returns the means of the outputs, or `None` if
/// the motion is refused or absurd.
fn swing(block: &mut Block) -> Option<Numbers> {
    let reach = amplitude(block);
    let (moved, mut means) = (coordinates(block), Means::of(block));
    // In space, the vector part of its quaternion and its rate of rotation, too.
    let input = |name: &str| block.number(&format!("frame_b.{name}"));
    let tilts: Vec<_> = [["e1", "wx"], ["e2", "wy"]]
        .map(|names| names.map(input))
        .into_iter()
        .flat_map(|[e, w]| e.zip(w))
        .collect();
    for step in 0..STEPS {
        for (number, (turn, rate_of_turn)) in tilts.iter().enumerate() {
            let rate = 7e3 * (1.0 + number as f64);
            let (sin, cos) = (rate * SIZE * step as f64).sin_cos();
            block.assign(*turn, (0.5 * TILT * sin).into()).unwrap();
            block.assign(*rate_of_turn, (TILT * rate * cos).into()).unwrap();
        }
        for (number, [place, speed]) in moved.iter().enumerate() {
            let rate = 9e3 * (1.0 + 0.37 * number as f64).sqrt();
            let (sin, cos) = (rate * SIZE * step as f64 + 0.4 * number as f64).sin_cos();
            block.assign(*place, (reach * sin).into()).unwrap();
            block.assign(*speed, (reach * rate * cos).into()).unwrap();
        }
        block.advance(Step { start: step as f64 * SIZE, size: SIZE }).ok()?;
        means.add(block);
    }
    let numbers = means.numbers();
    numbers.values().all(|number| number.abs() < WILD).then_some(numbers)
}

/// Means of a block's outputs over its steps.
struct Means {
    names: Vec<String>,
    first: usize,
    sums: Vec<f64>,
    count: usize,
}

impl Means {
    /// Begins the means of a block.
    fn of(block: &Block) -> Self {
        let outputs = block.layout().loads.start..block.layout().report.end;
        let names = block.rows()[outputs.clone()].iter().map(|row| row.name.clone()).collect();
        Self { names, first: outputs.start, sums: vec![0.0; outputs.len()], count: 0 }
    }

    /// Adds the present values.
    fn add(&mut self, block: &mut Block) {
        for (index, sum) in self.sums.iter_mut().enumerate() {
            *sum += block.value(self.first + index).unwrap().number();
        }
        self.count += 1;
    }

    /// Returns the means; of a series, as of slices, a sum in which every member has another weight.
    fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::new();
        for (index, (name, sum)) in self.names.iter().zip(&self.sums).enumerate() {
            let series = name.replace(|letter: char| letter.is_ascii_digit(), "");
            let weight = 1.0 + 1e-3 * index as f64;
            *numbers.entry(series).or_default() += weight * sum / self.count as f64;
        }
        numbers
    }
}

/// Makes runs of a joint until every item of every choice has been in some; returns their numbers.
fn runs(kind: &ModelKind, build: &Build) -> Vec<(String, Numbers)> {
    let mut dice = Dice(20);
    let block = Block::new(kind, build).unwrap();
    let mut seen: BTreeMap<(usize, i32), usize> = BTreeMap::new();
    for index in block.layout().parameters.clone() {
        let row = &block.rows()[index];
        if let (Kind::Choice { items, .. }, false) =
            (&row.kind, row.variability == Variability::Constant)
        {
            seen.extend(items.iter().map(|item| ((index, item.number), 0)));
        }
    }
    let mut found = Vec::new();
    for number in 0..TRIED {
        if number > EACH && seen.values().all(|count| *count >= EACH) {
            break;
        }
        let mut block = Block::new(kind, build).unwrap();
        let Some(choices) = set(&mut block, &mut dice) else { continue };
        // A run in which all items have been often enough adds nothing.
        if !choices.is_empty() && choices.iter().all(|choice| seen[choice] >= EACH) {
            continue;
        }
        let Some(numbers) = swing(&mut block) else { continue };
        choices.iter().for_each(|choice| *seen.get_mut(choice).unwrap() += 1);
        found.push((number.to_string(), numbers));
    }
    assert!(found.len() > EACH, "{}: {} runs", kind.name, found.len());
    found
}

/// Returns the means of a group that moves itself over the first steps, twice as many, and so on.
fn group(plan: &str) -> Vec<(String, Numbers)> {
    let build = Build::default().with_file(PLAN, plan.to_owned());
    let mut block = Block::new(catalogue::named("group").unwrap(), &build).unwrap();
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    let (mut found, mut means) = (Vec::new(), Means::of(&block));
    for step in 0..4 * STEPS {
        block.advance(Step { start: step as f64 * SIZE, size: SIZE }).unwrap();
        means.add(&mut block);
        if (step + 1) % STEPS == 0 {
            found.push(((step + 1).to_string(), means.numbers()));
        }
    }
    found
}

fn record(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/golden/{name}.csv"))
}

/// Compares numbers with the record, or writes it if `SPIEL_RECORD` is set. The record has no column that is the same in
/// all runs.
fn compare(name: &str, found: &[(String, Numbers)]) -> Vec<String> {
    let path = record(name);
    if std::env::var_os("SPIEL_RECORD").is_some() {
        let varies =
            |column: &&String| found.iter().any(|(_, run)| run[*column] != found[0].1[*column]);
        let columns: Vec<_> = found[0].1.keys().filter(varies).collect();
        let mut written = csv::Writer::from_path(&path).unwrap();
        let head = std::iter::once("run").chain(columns.iter().map(|column| column.as_str()));
        written.write_record(head).unwrap();
        for (run, numbers) in found {
            let cells = columns.iter().map(|column| format!("{:.8e}", numbers[*column]));
            written.write_record(std::iter::once(run.clone()).chain(cells)).unwrap();
        }
        written.flush().unwrap();
    }
    let mut read = csv::Reader::from_path(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; SPIEL_RECORD=1 writes it", path.display()));
    let head = read.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = read.records().map(Result::unwrap).collect();
    let mut wrong = Vec::new();
    if rows.iter().map(|row| &row[0]).ne(found.iter().map(|(run, _)| run.as_str())) {
        wrong.push(format!("{name}: other runs are refused"));
        return wrong;
    }
    for (place, column) in head.iter().enumerate().skip(1) {
        let was: Vec<f64> = rows.iter().map(|row| row[place].parse().unwrap()).collect();
        let scale = 1e-6 * was.iter().map(|number| number.abs()).fold(0.0, f64::max);
        for (was, (run, numbers)) in was.iter().zip(found) {
            let Some(is) = numbers.get(column) else {
                wrong.push(format!("{name}: there is no {column}"));
                break;
            };
            let off = (is - was).abs();
            let noise = if column.contains("acceleration") { 1e-9 } else { 1e-15 };
            if off.is_nan() || off > (CLOSE * was.abs().max(is.abs()).max(scale)).max(noise) {
                wrong.push(format!("{name}, run {run}: {column} = {is:e}, recorded {was:e}"));
            }
        }
    }
    wrong
}

/// Fails with the first few differences.
fn assert_none(wrong: &[String]) {
    let few = wrong.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} numbers have changed:\n{few}", wrong.len());
}

#[test]
fn joints_give_the_numbers_of_the_record() {
    let mut wrong = Vec::new();
    for kind in catalogue::ALL.iter().filter(|kind| kind.name != "group") {
        wrong.extend(compare(kind.name, &runs(kind, &Build::default())));
    }
    for (name, what, is) in [
        ("revolute_clearance", "build.cells", "48"),
        ("sliced_pin", "build.cells", "48"),
        ("sliced_pin", "build.ports", "spatial"),
        ("bushing", "build.ports", "spatial"),
    ] {
        let build = Build::default().with(what, is);
        wrong.extend(compare(
            &format!("{name}_{is}"),
            &runs(catalogue::named(name).unwrap(), &build),
        ));
    }
    assert_none(&wrong);
}

#[test]
fn groups_that_move_themselves_give_the_numbers_of_the_record() {
    let mut wrong = Vec::new();
    for name in ["door", "flexible_rod", "machine", "oiled_pins", "pendulum", "plant", "wrist_pin"]
    {
        let name = format!("group_{name}");
        let plan = std::fs::read_to_string(record(&name).with_extension("json")).unwrap();
        wrong.extend(compare(&name, &group(&plan)));
    }
    assert_none(&wrong);
}
