//! Numbers in few digits, as Python's formats `.4g` and `.6g` write them.

/// Returns a number in four digits.
pub(crate) fn short(number: f64) -> String {
    in_digits(number, 4)
}

/// Returns a number in at most this many digits; a power of ten where it needs more, or is below 1e-4.
pub(crate) fn in_digits(number: f64, digits: i32) -> String {
    if number == 0.0 || !number.is_finite() {
        return "0".to_owned();
    }
    let behind = digits.unsigned_abs() as usize - 1;
    // Rounding may lift a number to the next power of ten.
    let rounded: f64 = format!("{number:.behind$e}").parse().unwrap_or(number);
    let exponent = rounded.abs().log10().floor() as i32;
    if !(-4..digits).contains(&exponent) {
        let (mantissa, power) = (rounded / 10f64.powi(exponent), exponent.abs());
        let mantissa = format!("{mantissa:.behind$}");
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        return format!("{mantissa}e{}{power:02}", if exponent < 0 { '-' } else { '+' });
    }
    let decimals = usize::try_from(digits - 1 - exponent).unwrap_or(0);
    let text = format!("{rounded:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
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
        for (number, text) in [(1059.7234, "1059.72"), (123_456.7, "123457"), (1.5e-5, "1.5e-05")] {
            assert_eq!(in_digits(number, 6), text, "{number:e}");
        }
    }
}
