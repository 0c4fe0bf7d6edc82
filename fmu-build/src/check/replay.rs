//! Replays the results that come with an FMU, and compares them.

use crate::related::{
    INPUT, MANIFEST, OF_STEPS, RESULT, Related, TESTCASE, TOLERANCE, place, read,
};
use crate::run::{Motion, Mover, prepare};
use crate::table::Table;
use crate::tolerance::{RELATIVE, allowed};
use crate::{Error, Fmu, Instance};
use model_description::xml::{ScalarVariable, TypeOf};
use std::time::{Duration, Instant};

/// The longest list and the longest table that are read \[bytes\].
const MOST_BYTES: u64 = 16 << 20;

/// Instants that differ by less than this, relatively, are the same.
const SAME_INSTANT: f64 = 1e-12;

/// The time after which no more runs are repeated: somewhat less than `check` gives to all runs.
const LONGEST: Duration = Duration::from_secs(20);

/// Repeats the run of each table of results that the FMU's manifest labels as one of co-simulation, and finds
/// the values that come out differently. Results without that label may be of another kind, or measured.
pub(super) fn replay_results(fmu: &Fmu, find: &mut impl FnMut(String)) {
    let Ok(bytes) = fmu.file(MANIFEST, MOST_BYTES) else { return };
    let list = read(&String::from_utf8_lossy(&bytes)).unwrap_or_default();
    let end = Instant::now() + LONGEST;
    let is_result = |related: &&Related| related.role == RESULT && related.is_table();
    for result in list.iter().filter(is_result).filter(|result| result.has(OF_STEPS)) {
        let source = &result.source;
        // Names are those of a file that may be hostile: a finding is one line.
        let mut say = |why: String| {
            find(format!("{source}: {why}").replace(char::is_control, " "));
        };
        if let Err(why) = replay(fmu, &list, result, end, &mut say) {
            say(why);
        }
    }
}

fn replay(
    fmu: &Fmu,
    list: &[Related],
    result: &Related,
    end: Instant,
    find: &mut impl FnMut(String),
) -> Result<(), String> {
    let relative = tolerance_of(result)?;
    let Some(expected) = table(fmu, &result.source, |name| is_number(fmu, name))? else {
        return Ok(());
    };
    let times = &expected.times;
    if let Some(row) = (1..times.len()).find(|row| times[*row] <= times[row - 1]) {
        return Err(format!(
            "time = {:e} s follows {:e} s; it must grow",
            times[row],
            times[row - 1]
        ));
    }
    let motion = match inputs_of(list, result) {
        Some(source) => {
            let wrong = |why: String| format!("its inputs {source}: {why}");
            let inputs =
                table(fmu, &source, |_| true)?.ok_or_else(|| wrong("not in the FMU".to_owned()))?;
            Motion::of(inputs, fmu).map_err(wrong)?
        }
        None => Motion::default(),
    };
    let columns = expected.columns.iter().map(|(name, _)| Column::of(fmu, name));
    let columns: Vec<Column> = columns.collect::<Result<_, _>>()?;
    let found = run(fmu, times, &columns, motion, end)
        .map_err(|error| format!("its run cannot be repeated: {error}"))?;
    let units = columns.iter().map(|column| column.unit);
    let values = expected.columns.iter().map(|(_, values)| values.as_slice());
    let allowed = allowed(&units.zip(values).collect::<Vec<_>>(), relative);
    for (((name, values), found), allowed) in expected.columns.iter().zip(&found).zip(allowed) {
        compare((name, times), values, found, allowed, find);
    }
    Ok(())
}

/// Reads a table inside the FMU; nothing if it is not there, which is found without a run.
fn table(fmu: &Fmu, source: &str, wanted: impl Fn(&str) -> bool) -> Result<Option<Table>, String> {
    let Ok(Some(place)) = place(source) else { return Ok(None) };
    match fmu.file(&place, MOST_BYTES) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(bytes) => {
            Table::read_of(&bytes, wanted).map(Some).map_err(|why| format!("{source}: {why}"))
        }
    }
}

/// Returns false for a variable of a type that is not read, text among them.
fn is_number(fmu: &Fmu, name: &str) -> bool {
    let mut variables = fmu.description().model_variables.variables.iter();
    let found = variables.find(|variable| variable.name == name);
    !found.is_some_and(|variable| matches!(variable.kind, TypeOf::String { .. }))
}

/// The part of its column's largest value by which a value may be off.
fn tolerance_of(result: &Related) -> Result<f64, String> {
    let Some(said) = result.labelled(TOLERANCE) else { return Ok(RELATIVE) };
    let part = said.parse().ok().filter(|part| (0.0..1.0).contains(part));
    part.ok_or_else(|| format!("its label {TOLERANCE}{said} is not a number from 0 to below 1"))
}

/// Returns the address of the inputs of a result: the one that its label names, or that of the testcase with
/// `_in` where the result has `_out`.
fn inputs_of(list: &[Related], result: &Related) -> Option<String> {
    let beside = || {
        let (before, after) = result.source.rsplit_once("_out")?;
        let inputs = format!("{before}_in{after}");
        let is_it = |related: &&Related| related.role == TESTCASE && related.source == inputs;
        list.iter().any(|related| is_it(&related)).then_some(inputs)
    };
    result.labelled(INPUT).map(str::to_owned).or_else(beside)
}

/// A variable with a column of results.
struct Column<'a> {
    variable: &'a ScalarVariable,
    /// Its unit, if it is a real number with one.
    unit: Option<&'a str>,
}

impl<'a> Column<'a> {
    fn of(fmu: &'a Fmu, name: &str) -> Result<Self, String> {
        let mut variables = fmu.description().model_variables.variables.iter();
        let variable = variables
            .find(|variable| variable.name == name)
            .ok_or_else(|| format!("its column {name:?} is no variable of the FMU"))?;
        match &variable.kind {
            TypeOf::Real { unit, .. } => Ok(Self { variable, unit: unit.as_deref() }),
            _ => Ok(Self { variable, unit: None }),
        }
    }

    fn read(&self, instance: &mut Instance) -> Result<f64, Error> {
        let reference = self.variable.value_reference;
        match self.variable.kind {
            TypeOf::Boolean { .. } => {
                instance.get_boolean(reference).map(|truth| f64::from(u8::from(truth)))
            }
            TypeOf::Integer { .. } | TypeOf::Enumeration { .. } => {
                instance.get_integer(reference).map(f64::from)
            }
            _ => {
                let mut value = [0.0];
                instance.get_real(&[reference], &mut value)?;
                Ok(value[0])
            }
        }
    }
}

/// Steps an instance from one of the `times` to the next, until the clock shows `end`, and returns the values of each
/// column.
fn run(
    fmu: &Fmu,
    times: &[f64],
    columns: &[Column],
    mut motion: Motion,
    end: Instant,
) -> Result<Vec<Vec<f64>>, Error> {
    let mut instance = fmu.instantiate("replay")?;
    prepare(&mut instance, fmu, &motion.settings, times[0])?;
    motion.set(&mut instance, times[0])?;
    instance.exit_initialization()?;
    let step = step(times);
    let mut found = vec![Vec::with_capacity(times.len()); columns.len()];
    for (row, time) in times.iter().enumerate() {
        if row > 0 {
            let start = times[row - 1];
            motion.set(&mut instance, start)?;
            instance.step(start, step.unwrap_or(time - start))?;
        }
        for (column, values) in columns.iter().zip(&mut found) {
            values.push(column.read(&mut instance)?);
        }
        if Instant::now() > end {
            break;
        }
    }
    instance.terminate()?;
    Ok(found)
}

/// The step of instants that are its multiples: a difference of two of them is another number in its last
/// bits.
fn step(times: &[f64]) -> Option<f64> {
    let step = *times.get(1)?;
    let multiple =
        |(row, time): (usize, &f64)| (time - row as f64 * step).abs() <= SAME_INSTANT * time.abs();
    times.iter().enumerate().all(multiple).then_some(step)
}

/// Finds the first value of a column that is further off than is `allowed`.
fn compare(
    (name, times): (&str, &[f64]),
    expected: &[f64],
    found: &[f64],
    allowed: f64,
    find: &mut impl FnMut(String),
) {
    let off = |row: &usize| {
        let apart = (found[*row] - expected[*row]).abs();
        !apart.is_finite() || apart > allowed
    };
    let rows: Vec<usize> = (0..found.len()).filter(off).collect();
    let Some(&first) = rows.first() else { return };
    find(format!(
        "{name} = {:e} at {:e} s, where {:e} is expected; {} of {} values are off by more than {allowed:.1e}",
        found[first],
        times[first],
        expected[first],
        rows.len(),
        found.len()
    ));
}
