//! A short run of an FMU's own unit, drawn, with the script that repeats it from outside.

use crate::chart::Chart;
use crate::{Error, Variant};
use model_description::Value;
use spiel::coupling::Step;
use spiel::unit::Refusal;
use std::borrow::Cow;
use std::fmt::Write;

/// A run that has been made and drawn.
pub(crate) struct Example {
    /// What happens in it.
    pub says: String,
    /// What came out.
    pub chart: Chart,
    /// Numbers of it: what they are, unit, value, and how the script finds them.
    pub results: Vec<Found>,
    /// What was done.
    pub run: Run,
    /// The outputs that were looked at.
    pub outputs: Vec<String>,
}

/// A number of a run.
pub(crate) struct Found {
    /// What it is.
    pub text: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The number.
    pub value: f64,
    /// The same as the script finds it in `result`.
    pub python: String,
}

/// A prescribed motion of some inputs in equal communication steps.
pub(crate) struct Run {
    /// The step [s].
    pub step: f64,
    /// How many there are.
    pub count: usize,
    /// Parameters that are other than built.
    pub start: Vec<(&'static str, bool)>,
    /// Lines that the script begins with.
    pub before: Vec<String>,
    /// The inputs that move.
    pub signals: Vec<Signal>,
}

/// An input as it moves.
pub(crate) struct Signal {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its values at all communication points, the last one included.
    pub values: Vec<f64>,
    /// The same as the script computes it.
    pub python: String,
}

impl Signal {
    /// An input as it moves, and as the script computes that.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        values: Vec<f64>,
        python: impl Into<String>,
    ) -> Self {
        Self { name: name.into(), values, python: python.into() }
    }
}

/// The outputs of a run, one series for each that was asked for, from the start on.
pub(crate) type Series = Vec<Vec<f64>>;

impl Run {
    /// Instants of the communication points [s].
    pub fn times(&self) -> impl Iterator<Item = f64> {
        let step = self.step;
        (0..=self.count).map(move |point| point as f64 * step)
    }

    /// Drives a unit of `variant` and records `outputs`.
    pub fn record(&self, variant: &Variant, outputs: &[String]) -> Result<Series, Error> {
        let mut unit = variant.fresh_unit()?;
        let rows = unit.rows();
        let number = |name: &str| rows.iter().position(|row| row.name == name);
        let known = |name: &str| {
            number(name).ok_or_else(|| {
                Error::unknown("variable", name, rows.iter().map(|row| row.name.as_str()))
            })
        };
        for (name, value) in &self.start {
            let _ = unit.assign(known(name)?, Value::Boolean(*value));
        }
        let moved: Vec<_> =
            self.signals.iter().map(|signal| known(&signal.name)).collect::<Result<_, _>>()?;
        let watched: Vec<_> = outputs.iter().map(|name| known(name)).collect::<Result<_, _>>()?;
        let refused = |fault: spiel::Fault| Error::Input(fault.to_string());
        let mut series = vec![Vec::with_capacity(self.count + 1); outputs.len()];
        for point in 0..=self.count {
            if point > 0 {
                let start = (point - 1) as f64 * self.step;
                unit.advance(Step { start, size: self.step }).map_err(refused)?;
            } else {
                for (signal, index) in self.signals.iter().zip(&moved) {
                    let _ = unit.assign(*index, Value::Real(signal.values[0]));
                }
                unit.initialize(0.0, self.step).map_err(refused)?;
                unit.begin().map_err(refused)?;
            }
            for (series, index) in series.iter_mut().zip(&watched) {
                let value = match unit.value(*index) {
                    Ok(Value::Real(number)) => number,
                    Ok(Value::Integer(number)) => f64::from(number),
                    Ok(Value::Boolean(truth)) => f64::from(u8::from(truth)),
                    Err(Refusal::Fault(fault)) => return Err(refused(fault)),
                    Err(_) => f64::NAN,
                };
                series.push(value);
            }
            for (signal, index) in self.signals.iter().zip(&moved) {
                let _ = unit.assign(*index, Value::Real(signal.values[point]));
            }
        }
        Ok(series)
    }
}

impl Example {
    /// A script that repeats the run from the FMU of `joint` and prints the same numbers.
    pub fn script(&self, joint: &str) -> String {
        let Run { step, count, start, before, signals, .. } = &self.run;
        let mut text = format!(
            "import numpy as np\nfrom fmpy import simulate_fmu\n\nstep, count = {step:e}, {count}\n\
             t = step * np.arange(count + 1)\n"
        );
        for line in before {
            let _ = writeln!(text, "{line}");
        }
        if !signals.is_empty() {
            text.push_str("signals = {\n");
            for Signal { name, python, .. } in signals {
                let _ = writeln!(text, "    \"{name}\": {python},");
            }
            text.push_str("}\ninputs = np.rec.fromarrays([t, *signals.values()], names=[\"time\", *signals])\n");
        }
        let _ = writeln!(text, "result = simulate_fmu(\n    \"{joint}.fmu\",");
        text.push_str("    fmi_type=\"CoSimulation\", stop_time=t[-1], step_size=step, output_interval=step,\n");
        if !signals.is_empty() {
            text.push_str("    input=inputs,\n");
        }
        if !start.is_empty() {
            let pairs: Vec<_> = start
                .iter()
                .map(|(name, value)| {
                    format!("\"{name}\": {}", if *value { "True" } else { "False" })
                })
                .collect();
            let _ = writeln!(text, "    start_values={{{}}},", pairs.join(", "));
        }
        let outputs: Vec<_> = self.outputs.iter().map(|name| format!("\"{name}\"")).collect();
        let outputs = match outputs.as_slice() {
            [first, .., last] if outputs.len() > 8 => {
                // Numbered ones in a row.
                let pattern = numbered(first, last);
                format!("output={pattern},")
            }
            few if few.len() <= 3 => format!("output=[{}],", few.join(", ")),
            more => format!("output=[\n        {},\n    ],", more.join(",\n        ")),
        };
        let _ = writeln!(text, "    {outputs}\n)");
        for Found { unit, python, .. } in &self.results {
            let _ = writeln!(text, "print(f\"{{{python}:.4g}} {unit}\")");
        }
        text
    }
}

/// `[f"slice_{k:02d}.force" for k in range(1, 49)]` of the first and the last name of a family.
fn numbered(first: &str, last: &str) -> String {
    let digits = |name: &str| {
        let from = name.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let length = name[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        (from, length)
    };
    let (from, length) = digits(first);
    let (begin, end) = (&first[1..from], &first[from + length..first.len() - 1]);
    let final_number: usize = last[from..from + length].parse().unwrap_or(0);
    format!("[f\"{begin}{{k:0{length}d}}{end}\" for k in range(1, {})]", final_number + 1)
}

/// Four digits, as Python's `.4g` writes them.
pub(crate) fn short(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return "0".to_owned();
    }
    // Rounding may lift a number to the next power of ten.
    let rounded: f64 = format!("{number:.3e}").parse().unwrap_or(number);
    let exponent = rounded.abs().log10().floor() as i32;
    if !(-4..4).contains(&exponent) {
        let (digits, power) = (rounded / 10f64.powi(exponent), exponent.abs());
        let digits = format!("{digits:.3}");
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        return format!("{digits}e{}{power:02}", if exponent < 0 { '-' } else { '+' });
    }
    let decimals = usize::try_from(3 - exponent).unwrap_or(0);
    let text = format!("{rounded:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The same number with six digits, as a script may show it.
pub(crate) fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// A start value of `variant` that is a real number.
pub(crate) fn real(variant: &Variant, name: &str) -> f64 {
    match variant.start(name) {
        Some(Value::Real(number)) => number,
        _ => 0.0,
    }
}

/// Two columns as points, each in another unit.
pub(crate) fn points(x: &[f64], x_scale: f64, y: &[f64], y_scale: f64) -> Vec<(f64, f64)> {
    x.iter().zip(y).map(|(x, y)| (x * x_scale, y * y_scale)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_pythons_format_writes_them() {
        let pairs = [
            (8231.44, "8231"),
            (0.0103, "0.0103"),
            (12_345.0, "1.234e+04"),
            (99_999.0, "1e+05"),
            (0.000_012_5, "1.25e-05"),
            (-2.5, "-2.5"),
            (0.0, "0"),
        ];
        for (number, text) in pairs {
            assert_eq!(short(number), text, "{number:e}");
        }
    }

    #[test]
    fn a_family_of_outputs_is_one_line_of_the_script() {
        let said = numbered("\"slice_01.force\"", "\"slice_48.force\"");
        assert_eq!(said, "[f\"slice_{k:02d}.force\" for k in range(1, 49)]");
    }
}
