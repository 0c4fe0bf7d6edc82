//! Points and weights that integrate polynomials exactly.

use std::f64::consts::PI;

/// Gauss–Legendre points and weights on 0..1.
pub(crate) fn gauss(count: usize) -> Vec<(f64, f64)> {
    let n = count as f64;
    let mut rule: Vec<_> = (1..=count)
        .map(|i| {
            let mut x = (PI * (i as f64 - 0.25) / (n + 0.5)).cos();
            let mut slope = 1.0;
            // Newton doubles the digits: six rounds are more than doubles can hold.
            for _ in 0..6 {
                let (mut before, mut value) = (1.0, x);
                for k in 2..=count {
                    let k = k as f64;
                    (before, value) =
                        (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k);
                }
                slope = n * (x * value - before) / (x * x - 1.0);
                x -= value / slope;
            }
            (0.5 - 0.5 * x, 1.0 / ((1.0 - x * x) * slope * slope))
        })
        .collect();
    if count == 1 {
        rule = vec![(0.5, 1.0)];
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::gauss;

    #[test]
    fn gauss_stations_integrate_what_they_promise() {
        for count in 1..=6 {
            for degree in 0..2 * count {
                let sum: f64 = gauss(count).iter().map(|(x, w)| w * x.powi(degree as i32)).sum();
                assert!((sum * (degree as f64 + 1.0) - 1.0).abs() < 1e-14, "{count} {degree}");
            }
        }
    }
}
