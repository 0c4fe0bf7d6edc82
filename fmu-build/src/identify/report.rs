//! The results as text, as start values and as a page with figures.

use super::certain::{Found, Judgement, Value};
use crate::chart::{Chart, Mark};
use crate::digits::{in_digits, short};
use crate::documentation::escaped;
use crate::files::{check_output, keep_apart};
use crate::report_page::whole_page;
use crate::toml_names::{self, insert};
use crate::{Error, write_beside};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Correlations from here on are told.
const TOLD: f64 = 0.9;
/// A model that leaves more than this part is doubted in words.
const MUCH: f64 = 0.2;
/// Points of a series in a picture, at most.
const DRAWN: usize = 1500;

/// Returns the place of the page beside a file of start values; refuses both if they would replace what was read.
pub(super) fn page_beside<'a>(
    path: &Path,
    read: impl Iterator<Item = &'a Path>,
) -> Result<PathBuf, Error> {
    check_output("-o", path, &["toml"])?;
    let page = path.with_extension("html");
    keep_apart(&read.collect::<Vec<_>>(), &[("-o", path), ("the page", &page)])?;
    Ok(page)
}

impl Found {
    /// Writes start values for `build --parameters` to `path`, and the page beside it; returns the page's place.
    pub fn write(&self, path: &Path) -> Result<PathBuf, Error> {
        let measured = self.judgements.iter().map(|of| of.path.as_path());
        let page = page_beside(path, measured.chain(self.sources.iter().map(PathBuf::as_path)))?;
        write_beside(&page, self.page().as_bytes())?;
        write_beside(path, self.toml().as_bytes())?;
        Ok(page)
    }

    /// The parameters that are other than the joint's own: those that the data determine, and those whose own value
    /// the data exclude.
    pub fn changed(&self) -> impl Iterator<Item = &Value> {
        self.values.iter().filter(|value| !value.own)
    }

    /// Start values, with the report as comments. Where the data allow the joint's own value, it is left out.
    pub fn toml(&self) -> String {
        let mut text = String::new();
        for line in self.report().lines() {
            let _ = writeln!(text, "# {line}");
        }
        let mut table = toml::Table::new();
        for (name, value) in &self.settings {
            insert(&mut table, name, toml_names::value(value));
        }
        for value in self.changed() {
            insert(&mut table, &value.name, value.value.into());
            for (follower, _) in self.tied.iter().filter(|(_, of)| *of == value.name) {
                insert(&mut table, follower, value.value.into());
            }
        }
        text + "\n" + &toml::to_string(&table).expect("plain tables always serialise")
    }

    /// The parameters with their standard errors, doubts about them, and how well each file is repeated.
    pub fn report(&self) -> String {
        let model = self.model.map_or_else(String::new, |model| format!(", model {model}"));
        let mut text = format!("{}{model}\n", self.joint);
        let _ = writeln!(text, "{:32} {:>12} {:>16}", "parameter", "value", "standard error");
        for value in &self.values {
            let error = match value.weak {
                None => in_digits(value.error, 3),
                Some(_) => "not determined".to_owned(),
            };
            let end = if value.at_bound { "  at the end of its range" } else { "" };
            let name = format!("{} [{}]", value.name, value.unit);
            let _ = writeln!(text, "{name:32} {:>12} {error:>16}{end}", in_digits(value.value, 6));
        }
        for sentence in self.doubts() {
            let _ = writeln!(text, "{sentence}");
        }
        let (searches, agreeing) = self.starts;
        let [_, (_, unit)] = &self.axes;
        let unit = if unit == "1" { String::new() } else { format!(" {unit}") };
        let _ = writeln!(
            text,
            "{} values, residuals of {}{unit}; {agreeing} of {searches} searches ended here.",
            self.points,
            in_digits(self.noise, 4)
        );
        for judgement in &self.judgements {
            let _ = writeln!(text, "{}", judgement.sentence());
        }
        text
    }

    /// The results for programs, as JSON. A standard error that is not known is null.
    pub fn json(&self) -> String {
        let value = |value: &Value| {
            let error = Some(value.error).filter(|error| error.is_finite());
            json!({
                "name": value.name, "unit": value.unit, "value": value.value, "error": error,
                "weak": value.weak, "at_bound": value.at_bound,
            })
        };
        let file = |of: &Judgement| {
            json!({
                "file": of.path, "blind": of.blind, "over": of.over, "measured": of.measured,
                "predicted": of.predicted, "offset": of.offset, "inertia": of.inertia, "noise": of.noise(), "work": of.work,
            })
        };
        let settings: serde_json::Map<_, _> = self
            .settings
            .iter()
            .map(|(name, text)| {
                (name.clone(), text.parse::<f64>().map_or(json!(text), |number| json!(number)))
            })
            .collect();
        let found = json!({
            "joint": self.joint, "model": self.model, "settings": settings,
            "parameters": self.values.iter().map(value).collect::<Vec<_>>(),
            "covariance": self.covariance, "noise": self.noise, "doubts": self.doubts(), "axes": self.axes,
            "files": self.judgements.iter().map(file).collect::<Vec<_>>(),
            "report": self.report(),
        });
        format!("{found}\n")
    }

    /// Sentences about parameters that are not determined, or only together, and remarks about the data.
    pub fn doubts(&self) -> Vec<String> {
        let weak = self.values.iter().filter_map(|value| value.weak.as_ref());
        let mut doubts: Vec<String> = weak.map(|sentence| format!("{sentence}.")).collect();
        for (i, one) in self.values.iter().enumerate() {
            for (j, other) in self.values.iter().enumerate().take(i) {
                let sizes = self.covariance[i][i] * self.covariance[j][j];
                let correlation = self.covariance[i][j] / sizes.sqrt();
                if correlation.abs() > TOLD {
                    doubts.push(format!(
                        "{} and {} are known better together than apart (correlation {correlation:.2}).",
                        other.name, one.name
                    ));
                }
            }
        }
        let seen = self.judgements.iter().filter(|of| !of.blind);
        let part = seen.map(|of| of.noise() / of.size()).fold(0.0, f64::max);
        if part > MUCH {
            doubts.push(format!(
                "The joint leaves {} % of what was measured: it is another one, or the data are; do not rely on the errors.",
                short(100.0 * part)
            ));
        }
        doubts.extend(self.remarks.iter().cloned());
        doubts
    }

    /// The page: the report, measured and predicted, residuals.
    fn page(&self) -> String {
        let mut body = format!("<pre>{}</pre>\n", escaped(&self.report()));
        for judgement in &self.judgements {
            let _ = writeln!(body, "<figure>{}</figure>", self.comparison(judgement).svg());
            let _ = writeln!(body, "<figure>{}</figure>", self.residuals(judgement).svg());
        }
        let title = format!("{}: parameters from measurements", self.joint);
        whole_page(&title, &body)
    }

    fn labels(&self) -> [String; 2] {
        self.axes.clone().map(|(name, unit)| format!("{name} [{unit}]"))
    }

    fn comparison(&self, of: &Judgement) -> Chart {
        let [x, y] = self.labels();
        let seen = if of.blind { "not seen by the search" } else { "that the parameters are from" };
        let caption = format!("Measurement {seen} ({}), and the joint", of.name());
        let points = |values: &[f64]| thin(&of.over, values);
        Chart::new(&caption, &x, &y).with("measured", Mark::Points, points(&of.measured)).with(
            "joint",
            Mark::Line,
            points(&of.predicted),
        )
    }

    fn residuals(&self, of: &Judgement) -> Chart {
        let [x, y] = self.labels();
        let left: Vec<f64> =
            of.measured.iter().zip(&of.predicted).map(|(one, other)| one - other).collect();
        let caption = format!("What the joint leaves of {}", of.name());
        let ends = super::drive::range(&of.over);
        Chart::new(&caption, &x, &format!("measured less predicted {y}"))
            .with("", Mark::Reference, vec![(ends.0, 0.0), (ends.1, 0.0)])
            .with("", Mark::Points, thin(&of.over, &left))
    }
}

impl Judgement {
    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// A sentence about how well it is repeated.
    fn sentence(&self) -> String {
        let part = 100.0 * self.noise() / self.size();
        let seen = if self.blind { "not seen by the search" } else { "searched in" };
        let mut text = format!("{}, {seen}: {} % of it is left", self.name(), short(part));
        let lost = |(measured, predicted): &(f64, f64)| (predicted / measured - 1.0) * 100.0;
        let whole = self.work.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        // The work of a motion that loses nothing says nothing.
        if whole.0.abs() > 1e-3 * self.size() {
            let worst = self.work.iter().map(|part| lost(part).abs()).fold(0.0, f64::max);
            let cycles = match self.work.len() {
                1 => String::new(),
                count => format!(", {} % in the worst of {count} cycles", short(worst)),
            };
            let _ = write!(text, "; work {} % off{cycles}", short(lost(&whole)));
        }
        if let Some(inertia) = self.inertia {
            let _ = write!(text, "; inertia {} found along", short(inertia));
        }
        text + "."
    }
}

/// Points of a picture, evenly thinned.
fn thin(over: &[f64], values: &[f64]) -> Vec<(f64, f64)> {
    let stride = over.len().div_ceil(DRAWN).max(1);
    over.iter().copied().zip(values.iter().copied()).step_by(stride).collect()
}
