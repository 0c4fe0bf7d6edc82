//! The result of a forecast in sentences.

use super::band::Quantiles;
use super::errors::Change;
use super::report::{Forecast, Row};
use super::trace::{Limit, Point};
use crate::digits::{in_digits, short};
use std::fmt::Write;

/// A length in micrometres.
fn micro(length: f64) -> String {
    format!("{} µm", short(1e6 * length))
}

/// Hours in whole numbers, or in three digits if there are few.
fn plain(hours: f64) -> String {
    if hours >= 100.0 { format!("{hours:.0}") } else { in_digits(hours, 3) }
}

/// A time in words: `before` and the hours, or that they are beyond the forecast's.
fn when(before: &str, hours: f64, most: f64) -> String {
    match hours.is_finite() {
        true => format!("{before} {} h", plain(hours)),
        false => format!("beyond {} h", plain(most)),
    }
}

impl Forecast {
    /// The result in sentences.
    pub fn report(&self) -> String {
        // First what the numbers rest on.
        let mut text: String = self.remarks.iter().map(|remark| format!("{remark}\n")).collect();
        let (first, Row { hours, point, band }) = (&self.rows[0], self.last());
        let Point { play, depths: [a, b], volumes: [va, vb], .. } = point;
        let _ = writeln!(
            text,
            "{}: after {} h the play is {}, {} when new; the bearing is {} deep, the journal {}.",
            self.joint,
            plain(*hours),
            micro(*play),
            micro(first.point.play),
            micro(*a),
            micro(*b),
        );
        let _ = writeln!(
            text,
            "Worn off: {} mm³ of the bearing, {} mm³ of the journal. Largest pressure of a cycle: {} MPa new, {} MPa at most, {} MPa at the end.",
            short(1e9 * va),
            short(1e9 * vb),
            short(1e-6 * first.point.pressure),
            short(1e-6 * self.rows.iter().map(|row| row.point.pressure).fold(0.0, f64::max)),
            short(1e-6 * point.pressure),
        );
        self.life_in_words(&mut text, *hours);
        if let Some(Quantiles { play: [low, _, high], .. }) = band {
            let high =
                if high.is_finite() { micro(*high) } else { "more than the laws reach".to_owned() };
            let _ = writeln!(
                text,
                "At the end 90 % of such joints have a play between {} and {high}.",
                micro(*low)
            );
        }
        if !self.shares.is_empty() {
            let shares =
                self.shares.iter().map(|(name, part)| format!("{name} {} %", short(100.0 * part)));
            let _ = writeln!(
                text,
                "What matters, as parts of the variance: {}.",
                shares.collect::<Vec<_>>().join(", ")
            );
        }
        self.errors_in_words(&mut text);
        if self.exhausted {
            let _ = writeln!(
                text,
                "The gap grew beyond a fifth of the radius, where the laws end; the forecast ends at {} h.",
                plain(*hours)
            );
        }
        text
    }

    fn life_in_words(&self, text: &mut String, end: f64) {
        let Some(life) = self.life else { return };
        let Limit { play, wall } = self.limit;
        let limits = [
            play.map(|it| format!("a play of {}", micro(it))),
            wall.map(|it| format!("a bearing {} deep", micro(it))),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        let _ = write!(
            text,
            "The limit, {}, is reached {}",
            limits.join(" or "),
            when("at", life, end)
        );
        if self.lives.is_some() {
            text.push_str(" with median inputs");
        }
        if let Some([early, middle, late]) = self.lives {
            let _ = write!(
                text,
                "; one joint in ten reaches it {}, five {}, nine {}",
                when("by", early, end),
                when("by", middle, end),
                when("by", late, end)
            );
        }
        let _ = writeln!(text, ".");
    }

    fn errors_in_words(&self, text: &mut String) {
        let runs = match self.runs {
            1 => String::new(),
            runs => format!(" and {runs} runs for the uncertainty"),
        };
        let _ = writeln!(
            text,
            "{} cycles of {} s, of which {} were computed{runs}; the largest error of a jump is {} % of penetration and wear.",
            in_digits(self.cycles, 4),
            short(self.duration),
            self.computed,
            short(100.0 * self.jump_error),
        );
        if self.changes.is_empty() {
            return;
        }
        let what =
            if self.life.is_some_and(f64::is_finite) { "life" } else { "growth of the play" };
        let of = |change: &Change| format!("{} {} %", change.of, short(100.0 * change.part));
        let all: Vec<String> = self.changes.iter().map(of).collect();
        let sum: f64 = self.changes.iter().map(|change| change.part).sum();
        let _ = writeln!(
            text,
            "Error of the computation of the {what}: {} % ({}).",
            short(100.0 * sum),
            all.join(", ")
        );
    }
}
