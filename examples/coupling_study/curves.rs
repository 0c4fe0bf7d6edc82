//! Errors against the length of the step, by method.

use crate::fine;
use crate::hosts::{Flaws, Host, Method, Run, run};
use crate::machine::{Machine, driven, impact, journal, resting};
use fmu_build::Error;
use indicatif::ProgressBar;
use spiel::coupling::Coupling;
use spiel::coupling::predicted::Settings;
use spiel_examples::{Chart, Mark, Table};
use std::fmt::Write;
use std::path::Path;

/// The steps of the study \[s\].
pub const SIZES: [f64; 13] =
    [1e-7, 2e-7, 5e-7, 1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3];

/// The impact's exact restitution.
const RESTITUTION: f64 = 0.54098;

/// Phases of the impact in the step.
const PHASES: u32 = 16;

/// The studies: name of the file, title, quantity of the error.
const STUDIES: [(&str, &str, &str); 4] = [
    (
        "impact",
        "One impact: predicted coupling tolerates any step",
        "largest restitution error of 16 phases [1]",
    ),
    (
        "driven",
        "Driven between walls: predicted coupling tolerates ten times the step",
        "error of impulse or energy [1]",
    ),
    ("resting", "Coming to rest under 200 N", "error of impulse or energy [1]"),
    (
        "journal",
        "Journal with weight, turning force and friction",
        "error of impulse or energy [1]",
    ),
];

pub const RUNS: usize = STUDIES.len() * SIZES.len() * 3;

/// The methods by name.
pub fn methods() -> [(&'static str, Method); 3] {
    [
        ("end_point", Method::Plain(Coupling::EndPoint)),
        ("step_mean", Method::Plain(Coupling::StepMean)),
        ("predicted", Method::Predicted(Settings::default())),
    ]
}

/// The machines and their reference runs.
pub struct Bench(pub Vec<(Machine, Run)>);

impl Bench {
    pub fn new() -> Self {
        let machines = [driven(), resting(), journal()];
        let real = spiel_examples::on_all_cores(&machines, |machine| fine::run(machine, 2e-7));
        Self(machines.into_iter().zip(real).collect())
    }
}

/// The larger error of impulse and energy; anything that is not finite counts as 1e9.
pub fn error(run: &Run, real: &Run) -> f64 {
    let errors = [run.impulse / real.impulse - 1.0, run.taken / real.taken - 1.0];
    bounded(errors[0].abs().max(errors[1].abs()))
}

fn bounded(error: f64) -> f64 {
    if error < 1e9 { error } else { 1e9 }
}

/// The largest error of the restitution over the phases.
pub fn restitution_error(size: f64, method: &Method, host: Host) -> f64 {
    let of = |phase: u32| {
        let mut machine = impact((2.2 + f64::from(phase) / f64::from(PHASES)) * size);
        machine.span = 6e-4 + 9.0 * size;
        let rebound = -run(&machine, host, method, size, Flaws::default()).velocity.x;
        bounded((rebound - RESTITUTION).abs())
    };
    (0..PHASES).map(of).fold(0.0, f64::max)
}

/// Errors of every study, by size, by method.
pub struct Curves(Vec<Vec<[f64; 3]>>);

impl Curves {
    pub fn new(bench: &Bench, bar: &ProgressBar) -> Self {
        let study = |study: usize| {
            let at = |size: &f64| {
                methods().map(|(_, method)| {
                    let error = match study.checked_sub(1) {
                        None => restitution_error(*size, &method, Host::Held),
                        Some(index) => {
                            let (machine, real) = &bench.0[index];
                            let flaws = Flaws::default();
                            error(&run(machine, Host::Held, &method, *size, flaws), real)
                        }
                    };
                    bar.inc(1);
                    error
                })
            };
            spiel_examples::on_all_cores(&SIZES, at)
        };
        Self((0..STUDIES.len()).map(study).collect())
    }

    /// The error of `study` with `method` at every size.
    pub fn of(&self, study: usize, method: usize) -> impl Iterator<Item = (f64, f64)> + use<'_> {
        let errors = self.0[study].iter().map(move |errors| errors[method]);
        SIZES.into_iter().zip(errors)
    }

    /// The largest step up to which the error stays below `most`.
    pub fn largest(&self, study: usize, method: usize, most: f64) -> f64 {
        let good = self.of(study, method).take_while(|(_, error)| *error <= most);
        good.last().map_or(f64::NAN, |(size, _)| size)
    }

    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        for (study, (file, title, label)) in STUDIES.iter().enumerate() {
            let mut table = Table::new(["step [s]", "end_point", "step_mean", "predicted"]);
            for (size, errors) in SIZES.iter().zip(&self.0[study]) {
                table.push([&[*size][..], errors].concat());
            }
            table.write(&folder.join(format!("{file}.csv")))?;
            // Slopes to compare with.
            let slope = |order: i32, end: f64| {
                let points = [1e-6, end].map(|size: f64| (size, 3e-3 * (size / 1e-6).powi(order)));
                points.to_vec()
            };
            let mut chart = Chart::new(title, "communication step [s]", label)
                .logarithmic()
                .with("first and second order", Mark::Reference, slope(1, 1e-3))
                .with("", Mark::Reference, slope(2, 3e-5));
            for (method, (name, _)) in methods().iter().enumerate() {
                // Beyond 10 there is nothing to see.
                let points = self.of(study, method).filter(|(_, error)| *error < 10.0);
                chart = chart.with(name, Mark::Marked, points.collect());
            }
            chart.write(&folder.join(format!("{file}.svg")))?;
        }
        Ok(())
    }

    /// The curves as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let line = |text: &mut String, start: &str, cells: &[String]| {
            let cells = cells.iter().map(|cell| format!("{cell:>8}")).collect::<String>();
            writeln!(text, "{start:22}{cells}").expect("writing to memory does not fail");
        };
        line(&mut text, "error at a step of [s]", &SIZES.map(|size| format!("{size:.0e}")));
        for (study, (name, ..)) in STUDIES.iter().enumerate() {
            for (method, (method_name, _)) in methods().iter().enumerate() {
                let cells: Vec<_> =
                    self.of(study, method).map(|(_, error)| percent(error)).collect();
                line(&mut text, &format!("{name}, {method_name}"), &cells);
            }
        }
        text
    }
}

/// An error in per cent.
pub fn percent(error: f64) -> String {
    match 100.0 * error {
        error if error >= 1000.0 => "–".to_owned(),
        error if error >= 10.0 => format!("{error:.0} %"),
        error if error >= 1.0 => format!("{error:.1} %"),
        error => format!("{error:.2} %"),
    }
}
