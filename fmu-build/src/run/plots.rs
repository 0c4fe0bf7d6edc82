//! Pictures of a run: loads of every joint over time, their spectrum and histogram, the orbit of a journal.

use super::plays::Paths;
use super::results;
use crate::chart::{Chart, Mark};
use crate::{Error, Fmu};
use clap::ValueEnum;
use model_description::xml::ScalarVariable;

/// Series by name.
type Series = [(String, Vec<f64>)];
/// Points of a curve from the values of a series.
type Points<'a> = dyn Fn(&[f64]) -> Vec<(f64, f64)> + 'a;
/// Powers of two of points in a spectrum, at most.
const MOST_POINTS: u32 = 16;
/// Bars of a histogram.
const BARS: usize = 60;

/// A picture of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Plot {
    /// Force of every joint over time.
    Loads,
    /// Path of the origin of body b about that of body a: of a joint in the plane, in the axes of a; of the pins of a group.
    Orbit,
    /// Amplitude over frequency of those forces.
    Spectrum,
    /// Share of the time that those forces spend at a size.
    Histogram,
    /// Worn volume of every joint that wears, over time.
    Wear,
}

impl Plot {
    /// Its name, as on the command line.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Variables beside the outputs that it needs, without those of the `pins` of a group; refuses an FMU that has none of
    /// them.
    pub fn needs(
        self,
        fmu: &Fmu,
        outputs: &[ScalarVariable],
        pins: bool,
    ) -> Result<&'static [&'static str], Error> {
        if self == Self::Wear && !outputs.iter().any(|output| is_worn_volume(&output.name)) {
            let why =
                "--plot wear is for joints that wear, as of build revolute_clearance --cells 72";
            return Err(Error::input(why));
        }
        if self != Self::Orbit || pins {
            return Ok(&[]);
        }
        let has = |names: &&&[&str]| names.iter().all(|name| fmu.reference(name).is_ok());
        [&WORLD[..], &RELATIVE[..]].iter().find(has).copied().ok_or_else(|| {
            Error::input("--plot orbit is for a joint in the plane, or for the pins and balls of a group that knows its bodies")
        })
    }

    /// Draws it. `stem` is the FMU's name, `extra` are the series of what it [needs](Self::needs).
    pub fn draw(
        self,
        stem: &str,
        outputs: &[ScalarVariable],
        series: &Series,
        extra: &Series,
    ) -> Chart {
        let times = &series[0].1;
        let (unit, curves) = results::shown(outputs, series);
        let load = format!("load [{unit}]");
        let over_time =
            |values: &[f64]| times.iter().copied().zip(values.iter().copied()).collect();
        let over_frequency = |values: &[f64]| spectrum(times, values);
        let (chart, points): (_, &Points<'_>) = match self {
            Self::Orbit => {
                let chart = Chart::new(stem, "x of b from a, in a's axes [m]", "y [m]").square();
                return chart.with("", Mark::Line, orbit(extra));
            }
            Self::Wear => {
                let volumes = series.iter().filter(|(name, _)| is_worn_volume(name));
                let chart = Chart::new(stem, "time [s]", "worn volume [m3]");
                return volumes.fold(chart, |chart, (name, values)| {
                    chart.with(name, Mark::Line, over_time(values))
                });
            }
            Self::Loads => (Chart::new(stem, "time [s]", &load), &over_time),
            Self::Spectrum => {
                let amplitude = format!("amplitude [{unit}]");
                let chart = Chart::new(stem, "frequency [Hz]", &amplitude).logarithmic();
                (chart, &over_frequency)
            }
            Self::Histogram => (Chart::new(stem, &load, "share of the time [1]"), &histogram),
        };
        curves
            .iter()
            .fold(chart, |chart, (name, values)| chart.with(name, Mark::Line, points(values)))
    }
}

/// Draws the paths of a group's pins in these axes.
pub(super) fn orbits(stem: &str, axes: &str, paths: Paths) -> Chart {
    let chart = Chart::new(stem, &format!("x of b from a, in {axes} [m]"), "y [m]").square();
    paths.into_iter().fold(chart, |chart, (name, path)| chart.with(&name, Mark::Line, path))
}

/// Returns true for the worn volume of a joint or of one of its bodies.
fn is_worn_volume(name: &str) -> bool {
    name.rsplit_once("wear.").is_some_and(|(_, part)| part.starts_with("volume"))
}

/// Inputs of a joint with world ports, and of one with relative ports.
const WORLD: [&str; 5] = ["frame_a.x", "frame_a.y", "frame_a.phi", "frame_b.x", "frame_b.y"];
const RELATIVE: [&str; 2] = ["r_rel.x", "r_rel.y"];

fn orbit(extra: &Series) -> Vec<(f64, f64)> {
    let value = |column: usize, row: usize| extra[column].1[row];
    let rows = 0..extra.first().map_or(0, |(_, values)| values.len());
    if extra.len() == RELATIVE.len() {
        return rows.map(|row| (value(0, row), value(1, row))).collect();
    }
    let place = |row| {
        let (x, y) = (value(3, row) - value(0, row), value(4, row) - value(1, row));
        let (sin, cos) = value(2, row).sin_cos();
        (cos * x + sin * y, cos * y - sin * x)
    };
    rows.map(place).collect()
}

/// Amplitudes by frequency \[Hz\] of values at equal steps, without their mean, through Hann's window.
fn spectrum(times: &[f64], values: &[f64]) -> Vec<(f64, f64)> {
    let count = values.len();
    if count < 4 {
        return Vec::new();
    }
    let step = (times[count - 1] - times[0]) / (count - 1) as f64;
    let mean = values.iter().sum::<f64>() / count as f64;
    // The last points of a long run are left out.
    let size = 1 << count.ilog2().min(MOST_POINTS);
    let turn = std::f64::consts::TAU / size as f64;
    let window = |at: usize| 0.5 - 0.5 * (turn * at as f64).cos();
    let mut parts: Vec<[f64; 2]> =
        (0..size).map(|at| [window(at) * (values[at] - mean), 0.0]).collect();
    transform(&mut parts);
    // The mean of the window is a half; each frequency shows twice.
    let amplitude = |[re, im]: [f64; 2]| 4.0 * re.hypot(im) / size as f64;
    let frequency = |at: usize| at as f64 / (size as f64 * step);
    (1..size / 2).map(|at| (frequency(at), amplitude(parts[at]))).collect()
}

/// Fourier's transform of a power of two of complex numbers, in place, by Cooley and Tukey.
fn transform(parts: &mut [[f64; 2]]) {
    let size = parts.len();
    let bits = size.ilog2();
    for at in 0..size {
        let other = at.reverse_bits() >> (usize::BITS - bits);
        if at < other {
            parts.swap(at, other);
        }
    }
    let mut half = 1;
    while half < size {
        for at in 0..half {
            let (sin, cos) = (-std::f64::consts::PI * at as f64 / half as f64).sin_cos();
            for low in (at..size).step_by(2 * half) {
                let ([a, b], [c, d]) = (parts[low], parts[low + half]);
                let [re, im] = [cos * c - sin * d, cos * d + sin * c];
                parts[low] = [a + re, b + im];
                parts[low + half] = [a - re, b - im];
            }
        }
        half *= 2;
    }
}

/// Shares of values by size, as the outline of bars.
fn histogram(values: &[f64]) -> Vec<(f64, f64)> {
    let (low, high) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(*value), high.max(*value))
        });
    let width = (high - low) / BARS as f64;
    let mut bars = [0_u32; BARS];
    for value in values {
        bars[(((value - low) / width) as usize).min(BARS - 1)] += 1;
    }
    let share = |count: u32| f64::from(count) / values.len() as f64;
    let corners = |(at, count): (usize, &u32)| {
        [at, at + 1].map(|edge| (low + edge as f64 * width, share(*count)))
    };
    bars.iter().enumerate().flat_map(corners).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn a_sine_of_amplitude_three_has_its_peak_there_and_a_constant_has_none() {
        let step = 1e-4;
        let times: Vec<f64> = (0..5000).map(|at| f64::from(at) * step).collect();
        // A frequency of the transform of 4096 points.
        let wave = 100.0 / (4096.0 * step);
        let values: Vec<f64> =
            times.iter().map(|time| 7.0 + 3.0 * (TAU * wave * time).sin()).collect();
        let found = spectrum(&times, &values);
        let peak = found.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert!((peak.0 / wave - 1.0).abs() < 1e-12, "{peak:?}");
        assert!((peak.1 / 3.0 - 1.0).abs() < 1e-3, "{peak:?}");
        assert!(found[200..].iter().all(|(_, amplitude)| *amplitude < 1e-3));
    }

    #[test]
    fn shares_of_a_histogram_are_the_whole() {
        let values: Vec<f64> = (0..1000).map(|at| f64::from(at % 7)).collect();
        let bars = histogram(&values);
        let whole: f64 = bars.iter().step_by(2).map(|(_, share)| share).sum();
        assert!((whole - 1.0).abs() < 1e-12, "{whole}");
    }

    #[test]
    fn an_orbit_turns_with_body_a() {
        let columns = [0.0, 0.0, TAU / 4.0, 0.0, 1.0].map(|value| (String::new(), vec![value]));
        let [(x, y)] = orbit(&columns)[..] else { panic!("one point") };
        assert!((x - 1.0).abs() < 1e-12 && y.abs() < 1e-12, "{x} {y}");
    }
}
