//! Quasi-random numbers, and quantiles of what comes of them.

/// Returns point `index` of a low-discrepancy sequence in (0, 1)^`count`.
///
/// Source: Kronecker's sequence with the powers of the root of x^(d+1) = x + 1.
pub(super) fn quasi_random(index: usize, count: usize) -> Vec<f64> {
    let mut root = 2.0_f64;
    for _ in 0..60 {
        root = (1.0 + root).powf(1.0 / (count as f64 + 1.0));
    }
    let at = |dimension: usize| {
        let step = root.powi(-(dimension as i32) - 1);
        (0.5 + (index + 1) as f64 * step).fract().clamp(1e-9, 1.0 - 1e-9)
    };
    (0..count).map(at).collect()
}

/// Returns the value below which `probability` of `values` lie; sorts them. Values may be infinite.
pub(super) fn quantile(values: &mut [f64], probability: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = probability * (values.len() - 1) as f64;
    let (low, part) = (place.floor() as usize, place.fract());
    let high = (low + 1).min(values.len() - 1);
    if part == 0.0 || values[low] == values[high] {
        return values[low];
    }
    values[low] + (values[high] - values[low]) * part
}

/// Returns the variance.
pub(super) fn variance(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_fills_the_cube_evenly() {
        for count in 1..=4 {
            let points: Vec<_> = (0..512).map(|index| quasi_random(index, count)).collect();
            for dimension in 0..count {
                let mut values: Vec<f64> = points.iter().map(|point| point[dimension]).collect();
                let mean = values.iter().sum::<f64>() / 512.0;
                assert!((mean - 0.5).abs() < 1e-2, "{count} {dimension}: {mean}");
                assert!((variance(&values) * 12.0 - 1.0).abs() < 2e-2);
                assert!((quantile(&mut values, 0.1) - 0.1).abs() < 2e-2);
            }
        }
        // Pairs of dimensions fill squares, too.
        let inside = (0..1024).map(|index| quasi_random(index, 3));
        let inside = inside.filter(|point| point[0] < 0.25 && point[2] > 0.5).count();
        assert!((inside as f64 / 1024.0 - 0.125).abs() < 1e-2, "{inside}");
    }

    #[test]
    fn quantiles_of_values_without_end_are_infinite() {
        let mut values = [1.0, f64::INFINITY, 2.0, 3.0, f64::INFINITY];
        assert_eq!(quantile(&mut values, 0.5), 3.0);
        assert_eq!(quantile(&mut values, 0.25), 2.0);
        assert_eq!(quantile(&mut values, 0.9), f64::INFINITY);
    }
}
