//! Effects of wrong declarations: host, mobility, steps, noise.

use crate::curves::{Bench, error, percent, restitution_error};
use crate::hosts::{Flaws, Host, Method, Run, run};
use fmu_build::{Error, write_beside};
use indicatif::ProgressBar;
use spiel::coupling::predicted::{Delay, Settings};
use std::fmt::Write;
use std::path::Path;

const SIZES: [f64; 4] = [1e-5, 5e-5, 1e-4, 2e-4];
const HOSTS: [(&str, Host); 4] = [
    ("semi-implicit Euler", Host::SymplecticEuler),
    ("Runge-Kutta, held load", Host::Held),
    ("Runge-Kutta, halves", Host::Halves),
    ("Jacobi exchange", Host::Jacobi),
];
const DECLARED: [(&str, Delay, bool); 4] = [
    ("none, semi-implicit", Delay::Without, true),
    ("none", Delay::Without, false),
    ("half", Delay::Half, false),
    ("one", Delay::One, false),
];
const MOBILITIES: [f64; 9] = [0.7, 0.9, 0.95, 0.97, 1.0, 1.03, 1.05, 1.1, 1.3];
const MACHINES: [&str; 3] = ["driven", "resting", "journal"];

pub const RUNS: usize =
    HOSTS.len() * DECLARED.len() + (2 * MOBILITIES.len() + 2 * MACHINES.len()) * SIZES.len();

/// A table of parts of one with names for its rows.
pub struct Table {
    title: &'static str,
    columns: Vec<String>,
    rows: Vec<(String, Vec<f64>)>,
}

/// All tables and the names of their files.
pub fn all(bench: &Bench, bar: &ProgressBar) -> [(&'static str, Table); 5] {
    let (driven, real) = &bench.0[0];
    let given = |mobility| Flaws { mobility, ..Flaws::default() };
    let runs: Vec<Vec<Run>> = spiel_examples::on_all_cores(&MOBILITIES, |mobility| {
        let of = |size| run(driven, Host::Held, &predicted(0.3), size, given(*mobility));
        let runs = SIZES.map(of).to_vec();
        bar.inc(2 * SIZES.len() as u64);
        runs
    });
    let by_mobility = |value: &dyn Fn(&Run) -> f64| {
        let row = |(mobility, runs): (&f64, &Vec<Run>)| {
            (format!("{mobility:.2}"), runs.iter().map(value).collect())
        };
        MOBILITIES.iter().zip(&runs).map(row).collect()
    };
    let columns = SIZES.map(|size| format!("{size:.0e} s")).to_vec();
    let disturbed = |title, flaws: Flaws, filter| {
        let row = |(name, (machine, real)): (&&str, &(_, _))| {
            let of = |size| {
                let run = run(machine, Host::Held, &predicted(filter), size, flaws);
                bar.inc(1);
                error(&run, real)
            };
            ((*name).to_owned(), SIZES.map(of).to_vec())
        };
        let rows = MACHINES.iter().zip(&bench.0).map(row).collect();
        Table { title, columns: columns.clone(), rows }
    };
    [
        ("hosts.csv", hosts(bar)),
        (
            "mobility.csv",
            Table {
                title: "Error by mobility given over the true one, driven body",
                columns: columns.clone(),
                rows: by_mobility(&|run| error(run, real)),
            },
        ),
        (
            "mismatch.csv",
            Table {
                title: "Work mismatch in the same runs",
                columns: columns.clone(),
                rows: by_mobility(&|run| run.mismatch),
            },
        ),
        (
            "steps.csv",
            disturbed(
                "Error with random steps of 0.25 to 1.75 of",
                Flaws { steps: (0.25, 1.75), ..Flaws::default() },
                0.3,
            ),
        ),
        (
            "noise.csv",
            disturbed(
                "Error with noise of 1e-4 m/s and 1e-7 m, filter 0.1",
                Flaws { noise: (1e-7, 1e-4), ..Flaws::default() },
                0.1,
            ),
        ),
    ]
}

fn predicted(filter: f64) -> Method {
    Method::Predicted(Settings { filter, ..Settings::default() })
}

/// Kinds of hosts against their declarations.
fn hosts(bar: &ProgressBar) -> Table {
    let row = |(name, host): (&str, Host)| {
        let errors = DECLARED.map(|(_, delay, semi_implicit)| {
            let settings = Settings { delay, semi_implicit, ..Settings::default() };
            bar.inc(1);
            restitution_error(5e-5, &Method::Predicted(settings), host)
        });
        (name.to_owned(), errors.to_vec())
    };
    Table {
        title: "Error of the restitution at 5e-5 s, by host and by what is declared of it",
        columns: DECLARED.map(|(name, ..)| name.to_owned()).to_vec(),
        rows: HOSTS.map(row).to_vec(),
    }
}

impl Table {
    /// The table as text.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{:24}", self.title, "");
        let failed = "writing to memory does not fail";
        for column in &self.columns {
            write!(text, "{column:>22}").expect(failed);
        }
        for (name, values) in &self.rows {
            write!(text, "\n{name:24}").expect(failed);
            for value in values {
                write!(text, "{:>22}", percent(*value)).expect(failed);
            }
        }
        text + "\n"
    }

    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let head = [self.title].into_iter().chain(self.columns.iter().map(String::as_str));
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written = writer.write_record(head).and_then(|()| {
            self.rows.iter().try_for_each(|(name, values)| {
                let values = values.iter().map(|value| format!("{value:.3e}"));
                writer.write_record([name.clone()].into_iter().chain(values))
            })
        });
        written.expect("writing to memory does not fail");
        let bytes = writer.into_inner().expect("writing to memory does not fail");
        write_beside(path, &bytes)
    }
}
