//! The summary of all laws as a table, and the sentence that sums it up.

use crate::bearings::Bearings;
use crate::plan::{DAMPED_AS_HYBRID, DISSIPATIONS, MODELS, with_laws};
use crate::study::run;
use crate::throw::{Impact, MASS, Throw};
use fmu_build::{Error, write_beside};
use indicatif::ProgressBar;
use spiel::laws::contact::{Dissipation, Elastic};
use std::fmt::Write;
use std::path::Path;

/// Number of throws in the summary.
pub const THROWS: usize = 2 * (MODELS.len() + 3) + DISSIPATIONS.len();

const HEAD: [&str; 9] = [
    "law",
    "asked for [1]",
    "peak force [N]",
    "depth [m]",
    "time of peak force [s]",
    "time of largest depth [s]",
    "duration [s]",
    "rebound [m/s]",
    "energy lost [J]",
];

/// One line of the summary.
struct Line {
    law: String,
    impact: Impact,
}

/// Results of one throw with every law.
pub struct Summary(Vec<Line>);

impl Summary {
    /// Throws at 1 m/s with every model, for restitutions of 0.9 and 0.4, and Hertz with every damping.
    pub fn new(bearings: &Bearings, bar: &ProgressBar) -> Result<Self, Error> {
        let integrated = (
            "fractal integrated with L–N damping",
            Elastic::FractalIntegrated,
            Dissipation::LankaraniNikravesh,
        );
        let linear = ("Kelvin–Voigt", Elastic::KelvinVoigt, Dissipation::Without);
        let models = [&MODELS[..], &[DAMPED_AS_HYBRID, integrated, linear]].concat();
        let asked = |restitution| Throw { restitution, ..Throw::default() };
        let names = DISSIPATIONS.map(|(name, _)| format!("Hertz with {name} damping"));
        let hertz: Vec<_> = (names.iter().zip(DISSIPATIONS))
            .map(|(name, (_, law))| (name.as_str(), Elastic::Hertz, law))
            .collect();
        let mut cases = with_laws(&models, asked(0.9));
        cases.extend(with_laws(&models, asked(0.4)));
        cases.extend(with_laws(&hertz, asked(0.4)));
        let impacts = run(&cases, bearings, bar)?;
        let line = |((law, _), impact)| Line { law, impact };
        Ok(Self(cases.into_iter().zip(impacts).map(line).collect()))
    }

    /// Writes `summary.csv`.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let mut text = csv::Writer::from_writer(Vec::new());
        let written = text.write_record(HEAD).and_then(|()| {
            self.0.iter().try_for_each(|Line { law, impact }| {
                let numbers = numbers(impact).map(|number| format!("{number:.6e}"));
                text.write_record([law.clone()].into_iter().chain(numbers))
            })
        });
        written.expect("writing to memory does not fail");
        let bytes = text.into_inner().expect("writing to memory does not fail");
        write_beside(&folder.join("summary.csv"), &bytes)
    }

    /// The summary as text.
    pub fn table(&self) -> String {
        let mut text = format!(
            "{:40} {:>5} {:>10} {:>11} {:>13} {:>13}\n",
            "law", "asked", "force [kN]", "depth [µm]", "duration [µs]", "rebound [m/s]"
        );
        for Line { law, impact } in &self.0 {
            let [asked, force, depth, _, _, duration, rebound, _] = numbers(impact);
            let (force, depth, duration) = (force / 1e3, depth * 1e6, duration * 1e6);
            writeln!(
                text,
                "{law:40} {asked:5} {force:10.3} {depth:11.2} {duration:13.1} {rebound:13.4}"
            )
            .expect("writing to memory does not fail");
        }
        text
    }

    /// One sentence with numbers.
    pub fn sentence(&self) -> String {
        let of = |elastic, dissipation, asked| {
            let fits = |line: &&Line| {
                let Throw { elastic: e, dissipation: d, restitution, .. } = line.impact.throw;
                (e, d, restitution) == (elastic, dissipation, asked)
            };
            &self.0.iter().find(fits).expect("the summary has every law").impact
        };
        let smooth = of(Elastic::Hertz, Dissipation::LankaraniNikravesh, 0.9);
        let rough = of(Elastic::Fractal, Dissipation::LankaraniNikravesh, 0.9);
        format!(
            "At {} m/s a bearing of Ra {:.2} µm hits {:.2} times as hard as a smooth one ({:.1} \
             against {:.1} kN); asked for a restitution of 0.4 the mass comes back with {:.3} \
             under Lankarani and Nikravesh's damping, {:.3} under Bai and Zhao's and {:.4} under \
             the exact one.",
            rough.throw.speed,
            rough.throw.roughness * 1e6,
            rough.peak_force / smooth.peak_force,
            rough.peak_force / 1e3,
            smooth.peak_force / 1e3,
            of(Elastic::Hertz, Dissipation::LankaraniNikravesh, 0.4).realised(),
            of(Elastic::Hertz, Dissipation::BaiZhao, 0.4).realised(),
            of(Elastic::Hertz, Dissipation::Exact, 0.4).realised(),
        )
    }
}

/// The columns after the law's name.
fn numbers(impact: &Impact) -> [f64; 8] {
    let lost = 0.5 * MASS * (impact.throw.speed.powi(2) - impact.rebound.powi(2));
    [
        impact.throw.restitution,
        impact.peak_force,
        impact.depth,
        impact.peak_time,
        impact.compression,
        impact.duration,
        impact.rebound,
        lost,
    ]
}
