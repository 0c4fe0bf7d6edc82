//! A forecast from the question to the answer: inputs, runs, quantiles, errors.

use super::band::{self, Band, FIRST};
use super::case::{Case, Fineness, Running};
use super::errors::{self, Change};
use super::keep::{Keeper, Part};
use super::machine;
use super::options::Options;
use super::question::Question;
use super::report::{End, Forecast, Row, Stage};
use super::subject;
use super::trace::{Limit, Trace};
use crate::{Error, on_all_cores};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Rows of the table after the first.
const ROWS: usize = 40;
/// Parts of the hours at which the worn shapes are drawn.
const DRAWN: [f64; 4] = [0.01, 0.1, 0.4, 1.0];

/// Progress of runs of which not all are known yet.
struct Progress<'a> {
    parts: Mutex<BTreeMap<String, f64>>,
    expected: usize,
    show: &'a (dyn Fn(f64) + Sync),
}

impl Progress<'_> {
    fn set(&self, name: &str, part: f64) {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.insert(name.to_owned(), part);
        let count = self.expected.max(parts.len());
        (self.show)(parts.values().sum::<f64>() / count as f64);
    }
}

/// Looks ahead: how a joint, or every joint of a group that wears, does so under a load cycle that repeats. `progress`
/// gets the part that is done.
///
/// Writes nothing but the file of an unfinished forecast beside the output, which is removed at the end.
pub fn forecast(
    options: &Options,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Vec<Forecast>, Error> {
    let subjects = match options.is_of_group() {
        true => machine::subjects(options)?,
        false => vec![subject::alone(options)?],
    };
    let count = subjects.len() as f64;
    let questions = subjects.into_iter().map(|subject| Question::read(options, subject));
    let questions = questions.collect::<Result<Vec<_>, _>>()?;
    let mut found = Vec::new();
    for (index, question) in questions.into_iter().enumerate() {
        let part = |part: f64| progress((index as f64 + part) / count);
        found.push(one(options, question, &part)?);
    }
    Ok(found)
}

fn one(
    options: &Options,
    question: Question,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Forecast, Error> {
    let places = &question.places;
    let keeper = Keeper::open(&places.unfinished, &question.name(options)?);
    let mut remarks = question.remarks.clone();
    if keeper.found() > 0 {
        remarks.push(format!("Went on from {}.", places.unfinished.display()));
    }
    let spread = if question.inputs.others.is_empty() { 0 } else { FIRST };
    let progress = Progress { parts: Mutex::default(), expected: 4 + spread, show: progress };
    let (trace, stages, end) = question.nominal(&keeper, &progress)?;
    let changes = match options.no_errors {
        true => Vec::new(),
        false => question.changes(&trace, &keeper, &progress)?,
    };
    // A forecast may end before: where the laws end.
    let last = question.cycles.min(trace.last().cycles);
    let at: Vec<f64> = (0..=ROWS).map(|row| last * row as f64 / ROWS as f64).collect();
    let band = question.band(&trace, &at, options.runs, &keeper, &progress)?;
    keeper.finish();
    Ok(question.answer(options, (trace, stages, end), (changes, band, remarks), &at))
}

impl Question {
    /// A run of that name before its first cycle, or where it was interrupted.
    fn running(
        &self,
        name: &str,
        case: &Case,
        limit: Limit,
        keeper: &Keeper,
    ) -> Result<(Running, Option<Part>), Error> {
        let worn = self.earlier.as_ref().map(|earlier| &earlier.course);
        let mut running =
            Running::new(&self.joint, &self.samples, case, (self.scale, limit), worn)?;
        let part = keeper.part(name);
        if let Some(Part { trace, course: Some(course), .. }) = &part {
            running.resume(course.clone(), trace.clone());
        }
        Ok((running, part))
    }

    /// A run of which only the trace is wanted; it ends far beyond `limit`.
    fn trace(
        &self,
        name: &str,
        (case, limit): (&Case, Limit),
        keeper: &Keeper,
        progress: &Progress,
    ) -> Result<Trace, Error> {
        if let Some(Part { trace, course: None, .. }) = keeper.part(name) {
            return Ok(trace);
        }
        let (mut running, _) = self.running(name, case, limit, keeper)?;
        while !running.is_done() {
            running.advance()?;
            progress.set(name, running.part());
            keeper.keep(name, &running, &[])?;
        }
        progress.set(name, 1.0);
        keeper.keep_done(name, &running.trace)?;
        Ok(running.trace)
    }

    fn case(&self, fineness: Fineness, cycles: f64) -> Case {
        let Self { settings, load_factor, .. } = self;
        Case { settings: settings.clone(), load_factor: *load_factor, cycles, fineness }
    }

    /// The forecast itself: its trace, worn shapes on the way, and its state after the hours.
    fn nominal(
        &self,
        keeper: &Keeper,
        progress: &Progress,
    ) -> Result<(Trace, Vec<Stage>, End), Error> {
        let name = "forecast";
        // The band may look beyond the hours, where nothing of the worn shapes is wanted.
        let longest = if self.inputs.others.is_empty() { self.inputs.longest() } else { 1.0 };
        let case = self.case(self.fineness, self.cycles);
        let (mut running, part) = self.running(name, &case, Limit::default(), keeper)?;
        let mut stages = part.map(|part| part.stages).unwrap_or_default();
        if stages.is_empty() {
            stages.push(Stage::of(running.march()));
        }
        for part in DRAWN {
            let goal = (self.cycles * part).round().max(1.0);
            if stages.iter().any(|stage| stage.cycles >= goal) {
                continue;
            }
            running.set_goal(goal);
            while !running.is_done() {
                running.advance()?;
                progress.set(name, running.march().count() / self.cycles / longest);
                keeper.keep(name, &running, &stages)?;
            }
            stages.push(Stage::of(running.march()));
            if running.trace.exhausted {
                break;
            }
        }
        let end = End::of(running.march());
        running.set_goal((self.cycles * longest).ceil());
        while !running.is_done() {
            running.advance()?;
            progress.set(name, running.part());
        }
        progress.set(name, 1.0);
        Ok((running.trace, stages, end))
    }

    /// The result by other ways to compute.
    fn changes(
        &self,
        trace: &Trace,
        keeper: &Keeper,
        progress: &Progress,
    ) -> Result<Vec<Change>, Error> {
        let may_change_cells = self.earlier.is_none() && self.joint.choices.profile.is_none();
        let others = errors::others(self.fineness, may_change_cells);
        let found = on_all_cores(&others, |(of, fineness)| {
            let case = self.case(*fineness, self.cycles);
            let beside = self.trace(of, (&case, self.limit), keeper, progress)?;
            Ok(errors::change(
                (of, self.fineness, *fineness),
                (trace, &beside),
                &self.limit,
                self.cycles,
            ))
        });
        found.into_iter().collect()
    }

    /// Runs as many as the quantiles need.
    fn band(
        &self,
        trace: &Trace,
        at: &[f64],
        most: usize,
        keeper: &Keeper,
        progress: &Progress,
    ) -> Result<Option<Band>, Error> {
        let inputs = &self.inputs;
        if inputs.is_empty() {
            return Ok(None);
        }
        if inputs.others.is_empty() {
            return Ok(Some(band::evaluate(inputs, std::slice::from_ref(trace), at, &self.limit)));
        }
        let cycles = (self.cycles * inputs.longest()).ceil();
        let mut traces: Vec<Trace> = Vec::new();
        let mut count = FIRST.min(most);
        loop {
            let new: Vec<usize> = (traces.len()..count).collect();
            let found = on_all_cores(&new, |index| {
                let case = self.varied(*index, cycles);
                self.trace(&format!("run {index}"), (&case, Limit::default()), keeper, progress)
            });
            for trace in found {
                traces.push(trace?);
            }
            let whole = band::evaluate(inputs, &traces, at, &self.limit);
            let half = band::evaluate(inputs, &traces[..count.div_ceil(2)], at, &self.limit);
            if count >= most || band::is_settled(&half, &whole) {
                return Ok(Some(whole));
            }
            count = (2 * count).min(most);
        }
    }

    /// The case of run `index`.
    fn varied(&self, index: usize, cycles: f64) -> Case {
        // A hundredth is enough here: the quantiles are known to two.
        let Fineness { cells, poses, jumps } = self.fineness;
        let coarse = Fineness { cells, poses: poses.div_ceil(2), jumps: jumps.wider(2.0) };
        let mut case = self.case(coarse, cycles);
        let values = self.inputs.of_run(index);
        for (input, value) in self.inputs.others.iter().zip(values) {
            match case.settings.iter_mut().find(|(name, _)| *name == input.name) {
                Some((_, setting)) => *setting = value,
                None => case.load_factor = value,
            }
        }
        case
    }

    fn answer(
        self,
        options: &Options,
        (trace, stages, end): (Trace, Vec<Stage>, End),
        (changes, band, remarks): (Vec<Change>, Option<Band>, Vec<String>),
        at: &[f64],
    ) -> Forecast {
        let before = self.earlier.as_ref().map_or(0.0, |earlier| earlier.hours);
        let duration = self.samples[self.samples.len() - 1].time;
        let hours = |cycles: f64| before + cycles * duration / 3600.0;
        let end_cycles = at.last().copied().unwrap_or_default();
        let rows = at.iter().enumerate().filter_map(|(index, cycles)| {
            let point = trace.at(*cycles)?;
            let band = band.as_ref().and_then(|band| band.rows.get(index).copied());
            Some(Row { hours: hours(*cycles), point, band })
        });
        let life =
            self.limit.is_set().then(|| trace.reaches(&self.limit).map_or(f64::INFINITY, hours));
        let lives = band.as_ref().and_then(|band| band.life).map(|lives| lives.map(hours));
        Forecast {
            joint: self.label.clone(),
            places: self.places.clone(),
            rows: rows.collect(),
            stages: stages
                .into_iter()
                .map(|stage| Stage { hours: hours(stage.cycles), ..stage })
                .collect(),
            life,
            lives,
            limit: self.limit,
            shares: band.as_ref().map(|band| band.shares.clone()).unwrap_or_default(),
            runs: band.as_ref().map_or(1, |band| band.runs),
            changes,
            computed: trace.computed,
            jump_error: trace.error,
            cycles: end_cycles,
            duration,
            coefficient: self.coefficient,
            cells: self.fineness.cells,
            exhausted: end_cycles < self.cycles,
            remarks,
            question: question(options, &self),
            end,
        }
    }
}

/// The question in lines, for the record.
fn question(options: &Options, question: &Question) -> Vec<String> {
    let mut lines = vec![format!("spiel-joints {}", env!("CARGO_PKG_VERSION"))];
    let cycle = match (&options.cycle, &options.period) {
        (Some(cycle), _) => format!("cycle {}", cycle.display()),
        (None, period) => format!("{}, period {}", options.joint, period.as_deref().unwrap_or("")),
    };
    lines.push(format!("{}, {cycle}, {} h", question.joint.name, options.hours));
    let ranges = [
        ("--wear-coefficient", &options.wear_coefficient),
        ("--hardness", &options.hardness),
        ("--load-factor", &options.load_factor),
        ("--replace-at", &options.replace_at),
        ("--replace-at-wall", &options.replace_at_wall),
    ];
    let given = ranges.iter().filter_map(|(name, text)| Some(format!("{name} {}", text.as_ref()?)));
    lines.extend(given.chain(options.vary.iter().map(|text| format!("--vary {text}"))));
    if let Ok(variant) = question.joint.variant(question.fineness.cells, &question.settings) {
        lines.extend(variant.changed().map(|(name, text)| format!("{name} = {text}")));
    }
    lines
}
