//! Values with units as people write them: `0.1 mm`, `210GPa`, `50 um`, `300 rpm`.

use crate::Error;
use model_description::{Kind, Row, SiUnit, UNITS};

/// The value of a unit: `factor` · 10^`power` of the coherent one with these exponents.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Worth {
    factor: f64,
    power: i32,
    /// Of kilogram, metre, second, radian and kelvin.
    exponents: [i32; 5],
}

const ONE: Worth = Worth { factor: 1.0, power: 0, exponents: [0; 5] };

impl Worth {
    const fn si(power: i32, [kg, m, s, rad]: [i32; 4]) -> Self {
        Self { factor: 1.0, power, exponents: [kg, m, s, rad, 0] }
    }

    fn times(self, other: Self, count: i32) -> Self {
        Self {
            factor: self.factor * other.factor.powi(count),
            power: self.power + other.power * count,
            exponents: std::array::from_fn(|i| self.exponents[i] + other.exponents[i] * count),
        }
    }
}

/// Units that take prefixes.
const PREFIXED: [(&str, Worth); 11] = [
    ("m", Worth::si(0, [0, 1, 0, 0])),
    ("g", Worth::si(-3, [1, 0, 0, 0])),
    ("s", Worth::si(0, [0, 0, 1, 0])),
    ("rad", Worth::si(0, [0, 0, 0, 1])),
    ("N", Worth::si(0, [1, 1, -2, 0])),
    ("Pa", Worth::si(0, [1, -1, -2, 0])),
    ("J", Worth::si(0, [1, 2, -2, 0])),
    ("W", Worth::si(0, [1, 2, -3, 0])),
    ("K", Worth { exponents: [0, 0, 0, 0, 1], ..ONE }),
    ("bar", Worth::si(5, [1, -1, -2, 0])),
    ("Hz", Worth::si(0, [0, 0, -1, 0])),
];
/// A time of `factor` seconds.
const fn time(factor: f64) -> Worth {
    Worth { factor, ..Worth::si(0, [0, 0, 1, 0]) }
}

const HOUR: f64 = 3600.0;
/// A mean year of the calendar.
const YEAR: f64 = 365.2425 * 24.0 * HOUR;

/// Units that take none.
const OTHERS: [(&str, Worth); 14] = [
    ("1", ONE),
    ("%", Worth::si(-2, [0; 4])),
    ("min", time(60.0)),
    ("h", time(HOUR)),
    ("d", time(24.0 * HOUR)),
    ("day", time(24.0 * HOUR)),
    ("days", time(24.0 * HOUR)),
    ("year", time(YEAR)),
    ("years", time(YEAR)),
    ("rev", Worth { factor: std::f64::consts::TAU, ..Worth::si(0, [0, 0, 0, 1]) }),
    ("deg", Worth { factor: std::f64::consts::PI / 180.0, power: 0, exponents: [0, 0, 0, 1, 0] }),
    ("°", Worth { factor: std::f64::consts::PI / 180.0, power: 0, exponents: [0, 0, 0, 1, 0] }),
    ("rpm", Worth { factor: std::f64::consts::TAU / 60.0, power: 0, exponents: [0, 0, -1, 1, 0] }),
    ("t", Worth::si(3, [1, 0, 0, 0])),
];
const PREFIXES: [(&str, i32); 10] = [
    ("n", -9),
    ("u", -6),
    ("µ", -6),
    ("μ", -6),
    ("m", -3),
    ("c", -2),
    ("d", -1),
    ("k", 3),
    ("M", 6),
    ("G", 9),
];
/// Revolutions per minute, as speeds are written elsewhere.
const TURNS: [&str; 4] = ["1/min", "min-1", "min^-1", "U/min"];
/// Exponents of rad/s.
const TURN_RATE: [i32; 5] = [0, 0, -1, 1, 0];
/// Units that are written together without a sign, as in `Nm`, `kNm`, `mPas` and `Ws`: the second one, behind the first.
const BEHIND: [(&str, &[&str]); 3] =
    [("N", &["m", "mm", "cm", "s"]), ("Pa", &["s"]), ("W", &["s", "h"])];

/// `text` in the unit that `row` is declared in, where it carries another; text without a unit, and what
/// is no number, stays as it is.
pub fn in_declared(row: &Row, text: &str) -> Result<String, Error> {
    let Kind::Real { unit, .. } = row.kind else { return Ok(text.to_owned()) };
    converted(text, unit).map_err(|why| Error::Input(format!("{} = {text}: {why}", row.name)))
}

/// `text` as a number in `unit`.
pub fn converted(text: &str, unit: &SiUnit) -> Result<String, Error> {
    let exponents = [unit.kg, unit.m, unit.s, unit.rad, unit.kelvin].map(i32::from);
    converted_to(text, unit.name, exponents)
}

/// `text` as a number in the unit of that name, a coherent one.
pub fn number(text: &str, unit: &str) -> Result<f64, Error> {
    let exponents = read(unit).map(|worth| worth.exponents).unwrap_or_default();
    let plain = converted_to(text, unit, exponents)?;
    plain
        .trim()
        .parse()
        .map_err(|_| Error::Input(format!("this is no number of {unit}, nor one with a unit")))
}

/// `text` as a number in the coherent unit of that name with these exponents.
fn converted_to(text: &str, unit: &str, exponents: [i32; 5]) -> Result<String, Error> {
    let Some((number, name)) = split(text.trim()) else { return Ok(text.to_owned()) };
    let turns = TURNS.contains(&name) && exponents == TURN_RATE;
    let worth = read(if turns { "rpm" } else { name }).ok_or_else(|| {
        Error::Input(format!(
            "{name} is not a known unit; known: {unit}, with prefixes as in mm or GPa"
        ))
    })?;
    if worth.exponents != exponents {
        let wanted = if unit == "1" { "a number without a unit" } else { unit };
        return Err(Error::Input(format!(
            "{name} does not measure what is asked for, which is {wanted}"
        )));
    }
    // The power of ten goes into the number's own, so that 0.1 mm is 1e-4 to the last digit.
    let (digits, power) = match number.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, power.parse().unwrap_or(0)),
        None => (number, 0),
    };
    let exact: f64 = format!("{digits}e{}", power + worth.power)
        .parse()
        .map_err(|_| Error::Input(format!("{number} is not a number")))?;
    Ok(format!("{:e}", exact * worth.factor))
}

/// Returns the hours that a text gives: a number of them, or a time with its unit, as in `2 years`.
pub fn hours(text: &str) -> Result<f64, Error> {
    match split(text.trim()) {
        Some(_) => Ok(number(text, "s")? / HOUR),
        None => number(text, "h"),
    }
}

/// The number in `text`, which may have a unit, in the SI unit that is called `unit`.
pub fn number_in(text: &str, unit: &str) -> Result<f64, Error> {
    let known = UNITS.iter().map(|unit| unit.name);
    let unit = UNITS
        .iter()
        .find(|known| known.name == unit)
        .ok_or_else(|| Error::unknown("unit", unit, known))?;
    let number = converted(text, unit)?;
    number.trim().parse().map_err(|_| Error::Input(format!("{text} is not a number")))
}

/// A number and the unit behind it, if there are both.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return None;
    }
    let ends = text.char_indices().map(|(index, _)| index).rev();
    let is_number = |end: &usize| text[..*end].trim_end().parse::<f64>().is_ok();
    let end = ends.filter(|end| *end > 0).find(is_number)?;
    let (number, unit) = (text[..end].trim(), text[end..].trim());
    // A number alone, however it ends, has no unit.
    (text.parse::<f64>().is_err() && !unit.is_empty()).then_some((number, unit))
}

/// The value of a product of units: `N.mm`, `kg*m^2`, `1/(kg.m2)`, `m/s2`.
fn read(name: &str) -> Option<Worth> {
    let (above, below) = match name.split_once('/') {
        Some((above, below)) => (above, Some(below)),
        None => (name, None),
    };
    let product = |text: &str| {
        let text = text.trim();
        let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
        inner.split(['.', '*', '·']).try_fold(ONE, |all, part| {
            let (unit, count) = power(part.trim())?;
            Some(all.times(unit, count))
        })
    };
    match below {
        Some(below) => Some(product(above)?.times(product(below)?, -1)),
        None => product(above),
    }
}

/// A unit and how often it counts: `mm2`, `s^2`, `m³`.
fn power(text: &str) -> Option<(Worth, i32)> {
    if text == "1" {
        return Some((ONE, 1));
    }
    let (name, count) = match text.chars().next_back()? {
        '²' => (text.strip_suffix('²')?, 2),
        '³' => (text.strip_suffix('³')?, 3),
        digit if digit.is_ascii_digit() => {
            (text.strip_suffix(digit)?, digit.to_digit(10)?.try_into().ok()?)
        }
        _ => (text, 1),
    };
    let name = name.trim_end_matches('^');
    // Nm2 may be N.m2 or (N.m)2.
    let together = || if count == 1 { together(name) } else { None };
    single(name).or_else(together).map(|worth| (worth, count))
}

/// One unit with its prefix.
fn single(name: &str) -> Option<Worth> {
    let plain = OTHERS.iter().chain(&PREFIXED).find(|(known, _)| *known == name);
    plain.map(|(_, worth)| *worth).or_else(|| {
        PREFIXES.iter().find_map(|(prefix, power)| {
            let rest = name.strip_prefix(prefix)?;
            let (_, worth) = PREFIXED.iter().find(|(known, _)| *known == rest)?;
            Some(Worth { power: worth.power + power, ..*worth })
        })
    })
}

/// Two units that are written together, see [`BEHIND`].
fn together(name: &str) -> Option<Worth> {
    BEHIND.iter().find_map(|(first, seconds)| {
        seconds.iter().find_map(|second| {
            let front = name.strip_suffix(second).filter(|front| front.ends_with(first))?;
            Some(single(front)?.times(single(second)?, 1))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model_description::unit;

    fn number(text: &str, name: &'static str) -> f64 {
        converted(text, unit(name)).unwrap().parse().unwrap()
    }

    #[test]
    fn what_people_write_is_converted_to_the_last_digit() {
        for (text, name, expected) in [
            ("0.1mm", "m", 1e-4),
            ("50 um", "m", 5e-5),
            ("50µm", "m", 5e-5),
            ("1.5e2 nm", "m", 1.5e-7),
            ("210 GPa", "Pa", 2.1e11),
            ("2.07e5 N/mm2", "Pa", 2.07e11),
            ("3 N.mm", "N.m", 3e-3),
            ("20 mm^2", "m2", 2e-5),
            ("500 g", "kg", 0.5),
            ("2 1/mm", "1/m", 2e3),
            ("2 1/(kg.m2)", "1/(kg.m2)", 2.0),
            ("15 %", "1", 0.15),
            ("-3.5e-4 m", "m", -3.5e-4),
            ("5e-4", "m", 5e-4),
            ("1.5 h", "s", 5400.0),
            ("12 kg·mm²", "kg.m2", 1.2e-5),
            ("50 mPa.s", "Pa.s", 0.05),
            ("313.15 K", "K", 313.15),
            ("3 Nm", "N.m", 3.0),
            ("3 kNm", "N.m", 3e3),
            ("3 Nmm", "N.m", 3e-3),
            ("3 mNm", "N.m", 3e-3),
            ("50 mPas", "Pa.s", 0.05),
            ("2 mm3/Nm", "1/Pa", 2e-9),
            ("2 d", "s", 172_800.0),
            ("2 years", "s", 2.0 * 365.2425 * 86400.0),
        ] {
            assert_eq!(number(text, name), expected, "{text}");
        }
        assert!((number("90 deg", "rad") - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
        for text in ["60 rpm", "60 1/min", "60 min-1", "60 U/min", "60rev/min", "1 rev/s"] {
            assert!((number(text, "rad/s") - std::f64::consts::TAU).abs() < 1e-14, "{text}");
        }
    }

    #[test]
    fn other_dimensions_and_unknown_units_are_refused() {
        let refused = |text: &str, name| converted(text, unit(name)).unwrap_err().to_string();
        assert!(refused("3 kg", "m").contains("kg does not measure what is asked for, which is m"));
        assert!(refused("3 mm", "1").contains("a number without a unit"));
        assert!(refused("3 furlong", "m").contains("furlong is not a known unit"));
        assert!(refused("3 mm/s/s", "m/s2").contains("not a known unit"));
        assert!(refused("1 Hz", "m").contains("Hz does not measure what is asked for"));
        assert!(refused("1 lx", "m").contains("not a known unit"));
        assert!(refused("1 Nm2", "N.m").contains("Nm2 is not a known unit"));
        assert!(refused("1 mNs", "N.m").contains("mNs does not measure"));
        // The reader of the number refuses them.
        for text in ["hertz", "nan", "inf", "", "1e", "--3"] {
            let read = converted(text, unit("m"));
            assert!(read.is_err() || read.is_ok_and(|read| read == text), "{text}");
        }
    }
}
