//! An amount that is known, or known to a range or a distribution.

use crate::Error;
use crate::units;

/// A range whose ends differ by more than this factor is even in the logarithm.
const WIDE: f64 = 3.0;

/// The distribution of an amount.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Amount {
    /// It is known.
    Known(f64),
    /// Every value between two is equally likely.
    Uniform(f64, f64),
    /// Every order of magnitude between two is equally likely.
    LogUniform(f64, f64),
    /// Mean and standard deviation.
    Normal(f64, f64),
    /// Median, and the factor of one standard deviation.
    LogNormal(f64, f64),
}

impl Amount {
    /// Reads `value`, `low..high` or `name(a, b)` with numbers of `unit`.
    pub fn read(option: &str, text: &str, unit: &str) -> Result<Self, Error> {
        let refuse = |why: String| Error::Input(format!("{option} {text}: {why}"));
        let number = |text: &str, unit: &str| {
            let number =
                units::number(text.trim(), unit).map_err(|error| refuse(error.to_string()))?;
            let finite = number.is_finite().then_some(number);
            finite.ok_or_else(|| refuse("it must be a finite number".to_owned()))
        };
        let ordered = |low: f64, high: f64| {
            if low < high { Ok(()) } else { Err(refuse("a range rises, as in 1..2".to_owned())) }
        };
        let positive = |low: f64| {
            if low > 0.0 { Ok(()) } else { Err(refuse("its numbers must be above 0".to_owned())) }
        };
        if let Some((low, high)) = text.split_once("..") {
            // A unit behind both is that of both.
            let behind = units::split(high.trim()).filter(|_| low.trim().parse::<f64>().is_ok());
            let low = format!("{low}{}", behind.map_or("", |(_, unit)| unit));
            let (low, high) = (number(&low, unit)?, number(high, unit)?);
            ordered(low, high)?;
            let wide = low > 0.0 && high > WIDE * low;
            return Ok(if wide { Self::LogUniform(low, high) } else { Self::Uniform(low, high) });
        }
        // A number may have brackets in its unit.
        let named = text.split_once('(').filter(|_| text.trim().starts_with(char::is_alphabetic));
        let Some((name, rest)) = named else { return number(text, unit).map(Self::Known) };
        let parts = rest.trim_end().strip_suffix(')').and_then(|rest| rest.split_once(','));
        let Some((one, other)) = parts else {
            return Err(refuse("a distribution has two numbers, as in normal(1, 0.1)".to_owned()));
        };
        let one = number(one, unit)?;
        let name = name.trim();
        let other = number(other, if name == "lognormal" { "1" } else { unit })?;
        match name {
            "uniform" => ordered(one, other).map(|()| Self::Uniform(one, other)),
            "loguniform" => {
                positive(one)?;
                ordered(one, other).map(|()| Self::LogUniform(one, other))
            }
            "normal" if other > 0.0 => Ok(Self::Normal(one, other)),
            "normal" => Err(refuse("its standard deviation must be above 0".to_owned())),
            "lognormal" if other > 1.0 => positive(one).map(|()| Self::LogNormal(one, other)),
            "lognormal" => Err(refuse("its factor must be above 1".to_owned())),
            _ => {
                let known = ["uniform", "loguniform", "normal", "lognormal"];
                Err(Error::unknown("distribution", name, known.into_iter()))
            }
        }
    }

    /// Returns the value below which it lies with `probability`, in (0, 1).
    pub fn quantile(self, probability: f64) -> f64 {
        let between = |low: f64, high: f64| low + (high - low) * probability;
        match self {
            Self::Known(value) => value,
            Self::Uniform(low, high) => between(low, high),
            Self::LogUniform(low, high) => between(low.ln(), high.ln()).exp(),
            Self::Normal(mean, deviation) => mean + deviation * standard(probability),
            Self::LogNormal(median, factor) => median * factor.powf(standard(probability)),
        }
    }

    /// The value with which the forecast itself is made.
    pub fn median(self) -> f64 {
        self.quantile(0.5)
    }

    /// Returns true if it is known.
    pub fn is_known(self) -> bool {
        matches!(self, Self::Known(_))
    }
}

/// The standard normal distribution's quantile, by Newton's method.
fn standard(probability: f64) -> f64 {
    let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    let mut x = 0.0_f64;
    for _ in 0..100 {
        let step = (probability - 0.5 - density(x) * from_middle(x)) / density(x);
        // Far out the density is small: a plain step would overshoot.
        x += step.clamp(-0.5, 0.5);
        if step.abs() < 1e-14 {
            break;
        }
    }
    x
}

/// The standard normal probability between 0 and x over the density at x: x + x³/3 + x⁵/(3·5) + …, whose terms have one
/// sign, so that it is exact to rounding (Marsaglia, J. Stat. Software 11 (2004), 4).
fn from_middle(x: f64) -> f64 {
    let (mut term, mut sum, mut divisor) = (x, 0.0, 1.0);
    while sum + term != sum {
        sum += term;
        divisor += 2.0;
        term *= x * x / divisor;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_distributions_have_their_quantiles() {
        let read = |text: &str| Amount::read("--wear-coefficient", text, "1/Pa").unwrap();
        assert_eq!(read("1e-14"), Amount::Known(1e-14));
        assert_eq!(read("1e-14..1e-13"), Amount::LogUniform(1e-14, 1e-13));
        assert_eq!(read("1e-14..2e-14"), Amount::Uniform(1e-14, 2e-14));
        assert_eq!(read("lognormal(3e-14, 2)"), Amount::LogNormal(3e-14, 2.0));
        let clearance = Amount::read("--vary", "50um..80um", "m").unwrap();
        assert!((clearance.median() - 65e-6).abs() < 1e-18);
        assert_eq!(clearance, Amount::read("--vary", "50..80um", "m").unwrap());
        assert_eq!(read("2e-14 mm3/(N.mm)"), Amount::Known(2e-20));
        assert_eq!(read("1e-6..2e-6 mm3/Nm"), Amount::Uniform(1e-15, 2e-15));
        assert!((read("1e-14..1e-12").median() - 1e-13).abs() < 1e-26);
        // Quantiles of the standard normal distribution.
        for (probability, x) in [
            (0.5, 0.0),
            (0.841_344_746_068_542_9, 1.0),
            (0.975, 1.959_963_984_540_054),
            (1e-6, -4.753_424_308_822_9),
        ] {
            assert!(
                (standard(probability) - x).abs() < 1e-9,
                "{probability}: {}",
                standard(probability)
            );
        }
        let log = read("lognormal(3e-14, 2)");
        assert!((log.quantile(0.841_344_746_068_542_9) / 6e-14 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_amount_is_refused_in_one_line() {
        for (text, why) in [
            ("2e-14..1e-14", "a range rises"),
            ("banana", "banana"),
            ("normal(1)", "two numbers"),
            ("normal(1e-14, -1)", "above 0"),
            ("lognormal(1e-14, 0.5)", "factor must be above 1"),
            ("triangle(1, 2)", "unknown"),
            ("1e-14..inf", "finite"),
            ("5 mm", "does not measure"),
        ] {
            let said = Amount::read("--wear-coefficient", text, "1/Pa").unwrap_err().to_string();
            assert!(said.contains(why) && !said.contains('\n'), "{text}: {said}");
        }
    }
}
