//! An axis: its range, its ticks, and what they are called.

use std::ops::Range;

/// An axis over values, or over their decades.
pub(super) struct Axis {
    /// Its name, with its unit and, where values are small or large, a power of ten.
    pub label: String,
    /// Its range, in decades if it is logarithmic.
    pub range: Range<f64>,
    pub logarithmic: bool,
}

/// A place on an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// Its position on the scale of the axis, in decades if that is logarithmic.
    pub at: f64,
    /// Its label; empty for one between decades.
    pub name: String,
}

impl Axis {
    pub fn new(label: &str, values: impl Iterator<Item = f64>, logarithmic: bool) -> Self {
        let own = |value: f64| if logarithmic { value.log10() } else { value };
        let (low, high) = values
            .map(own)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        let range = if low > high {
            0.0..1.0
        } else {
            let margin = match high - low {
                // One value only.
                span if span <= 1e-12 * high.abs().max(low.abs()) => 0.5 * high.abs().max(1e-12),
                span => 0.03 * span,
            };
            low - margin..high + margin
        };
        Self::named(label, range, logarithmic)
    }

    /// A linear axis over this range.
    pub fn over(label: &str, range: Range<f64>) -> Self {
        Self::named(label, range, false)
    }

    fn named(label: &str, range: Range<f64>, logarithmic: bool) -> Self {
        let mut axis = Self { label: label.to_owned(), range, logarithmic };
        if let (Some(at), true) = (label.rfind('['), axis.exponent() != 0) {
            axis.label.insert_str(at + 1, &format!("{} ", power(axis.exponent())));
        }
        axis
    }

    /// Maps a value to the scale of the axis; the result is not finite for a value without a logarithm.
    pub fn own(&self, value: f64) -> f64 {
        if self.logarithmic { value.log10() } else { value }
    }

    /// The range made wider about its middle.
    pub fn widened(&self, factor: f64) -> Range<f64> {
        let (middle, half) =
            (0.5 * (self.range.start + self.range.end), 0.5 * (self.range.end - self.range.start));
        middle - factor * half..middle + factor * half
    }

    /// The power of ten that stands in the label, a multiple of three.
    fn exponent(&self) -> i32 {
        let size = self.range.start.abs().max(self.range.end.abs());
        if self.logarithmic || (1e-2..2e4).contains(&size) {
            return 0;
        }
        (size.log10() / 3.0).floor() as i32 * 3
    }

    /// Ticks within `range`, about `wanted` of them.
    pub fn ticks(&self, range: &Range<f64>, wanted: usize) -> Vec<Tick> {
        if self.logarithmic && range.end - range.start > 1.0 {
            return self.decades(range, wanted);
        }
        let span = range.end - range.start;
        let rough = span / wanted as f64;
        let decade = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * decade);
        let step = step.into_iter().find(|step| *step >= 0.999 * rough).unwrap_or(10.0 * decade);
        let first = (range.start / step).ceil() as i64;
        let last = (range.end / step).floor() as i64;
        let unit = 10f64.powi(self.exponent());
        let digits = (-(step / unit).log10().floor()).max(0.0) as usize;
        (first..=last)
            .map(|count| {
                let at = count as f64 * step;
                let name = match self.logarithmic {
                    true => decimal(10f64.powf(at)),
                    false => format!("{:.digits$}", at / unit).replace('-', "−"),
                };
                Tick {
                    at,
                    name: if count == 0 && !self.logarithmic { "0".to_owned() } else { name },
                }
            })
            .collect()
    }

    /// Decades by name, and unnamed ticks between them where they are few.
    fn decades(&self, range: &Range<f64>, wanted: usize) -> Vec<Tick> {
        let (first, last) = (range.start.floor() as i32, range.end.ceil() as i32);
        let every = (last - first).unsigned_abs().div_ceil(wanted as u32).max(1) as i32;
        let ticks = (first..=last).flat_map(|decade| {
            let named = decade.rem_euclid(every) == 0;
            let parts = if every == 1 { 1..10 } else { 1..2 };
            parts.map(move |part| Tick {
                at: f64::from(decade) + f64::from(part).log10(),
                name: if part == 1 && named { power(decade) } else { String::new() },
            })
        });
        ticks.filter(|tick| range.contains(&tick.at)).collect()
    }
}

/// A power of ten as it is printed.
fn power(exponent: i32) -> String {
    let raised = |digit: char| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit.to_digit(10).unwrap_or(0)).unwrap_or('⁰'),
    };
    format!("10{}", exponent.to_string().chars().map(raised).collect::<String>())
}

/// A number that is not far from 1 as it is written.
fn decimal(number: f64) -> String {
    let digits = (2.0 - number.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{number:.digits$}");
    let short =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    short.to_owned()
}
