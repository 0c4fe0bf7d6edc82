//! Searches and certainties with known answers.

use super::*;

/// y = a exp(−b t) + c · 0: the third unknown does nothing.
struct Decay {
    points: Vec<(f64, f64)>,
}

impl Decay {
    fn model(at: &DVector<f64>, time: f64) -> f64 {
        at[0] * (-at[1] * time).exp()
    }

    fn residuals(&self, at: &DVector<f64>) -> Vec<f64> {
        self.points.iter().map(|(time, value)| value - Self::model(at, *time)).collect()
    }
}

impl Misfit for Decay {
    fn squares(&mut self, at: &DVector<f64>) -> f64 {
        self.residuals(at).iter().map(|residual| residual * residual).sum()
    }

    fn normal_equations(&mut self, at: &DVector<f64>) -> Option<Normal> {
        let by_height = self.points.iter().map(|(time, _)| (-at[1] * time).exp()).collect();
        let by_rate = self.points.iter().map(|(time, _)| -time * Self::model(at, *time)).collect();
        let nothing = vec![0.0; self.points.len()];
        let mut normal = Normal::zeros(3);
        normal.add(
            &[by_height, by_rate, nothing],
            &self.residuals(at),
            &vec![1.0; self.points.len()],
        );
        Some(normal)
    }
}

fn decay(height: f64, rate: f64) -> Decay {
    let at = DVector::from_vec(vec![height, rate, 0.0]);
    let times = (0..40).map(|count| f64::from(count) * 0.05);
    Decay { points: times.map(|time| (time, Decay::model(&at, time))).collect() }
}

#[test]
fn a_search_finds_what_made_the_points_and_stops_at_bounds() {
    let mut limits = Limits::none(3);
    let start = DVector::from_vec(vec![1.0, 0.1, 0.0]);
    let fit = minimise(&mut decay(3.0, 2.0), start.clone(), &limits);
    assert!((fit.at[0] - 3.0).abs() < 1e-10 && (fit.at[1] - 2.0).abs() < 1e-10, "{}", fit.at);
    // With the rate held below its value, the least sum lies at the bound, with the height that fits best there.
    limits.bounds[1] = (0.0, 1.5);
    let fit = minimise(&mut decay(3.0, 2.0), start.clone(), &limits);
    assert_eq!(fit.at[1], 1.5);
    let sums = decay(3.0, 2.0).points.iter().fold((0.0, 0.0), |(up, down), (time, value)| {
        let shape = (-1.5 * time).exp();
        (up + shape * value, down + shape * shape)
    });
    assert!((fit.at[0] - sums.0 / sums.1).abs() < 1e-9);
    // An unknown that is not free keeps its value.
    limits.free[1] = false;
    let fit = minimise(&mut decay(3.0, 2.0), start, &limits);
    assert_eq!(fit.at[1], 0.1);
}

#[test]
fn certainty_is_that_of_linear_regression_and_names_what_is_not_determined() {
    let mut problem = decay(3.0, 2.0);
    let at = DVector::from_vec(vec![3.0, 2.0, 0.0]);
    let normal = problem.normal_equations(&at).unwrap();
    let found = certainty(&normal, 0.01, &[1.0; 3], &[true; 3]);
    assert_eq!(found.weak, [Weakness::NoInfluence(2)]);
    let minor = normal.matrix.view((0, 0), (2, 2)).into_owned().try_inverse().unwrap() * 0.01;
    for index in 0..2 {
        assert!((found.errors[index] / minor[(index, index)].sqrt() - 1.0).abs() < 1e-12);
    }
    assert_eq!(found.errors[2], f64::INFINITY);
    // Two equal columns: one is taken out, and its twin is named.
    let column: Vec<f64> = (0..20).map(f64::from).collect();
    let other: Vec<f64> = column.iter().map(|value| value + 1e-6 * (7.0 * value).sin()).collect();
    let mut normal = Normal::zeros(2);
    normal.add(&[column.clone(), other], &column, &[1.0; 20]);
    let found = certainty(&normal, 1.0, &[1.0; 2], &[true; 2]);
    let [Weakness::LikeAnother(one, twin, correlation)] = found.weak[..] else { panic!() };
    assert!(one + twin == 1 && correlation < -0.999, "{correlation}");
    assert!(found.errors[twin] < 0.05);
    // A column that is nearly a hundredth of another one: the large one is known in spite of it.
    let little = |value: &f64| 0.01 * value + 0.02 * (7.0 * value).sin();
    let mut normal = Normal::zeros(2);
    normal.add(&[column.clone(), column.iter().map(little).collect()], &column, &[1.0; 20]);
    let found = certainty(&normal, 0.03, &[1.0; 2], &[true; 2]);
    assert_eq!(found.weak, [Weakness::NoInfluence(1)]);
    assert!(found.errors[0] < 0.05);
}

#[test]
fn spread_weights_and_memory_of_residuals_are_those_of_their_noise() {
    // A linear congruential generator and the sum of twelve: Gaussian enough.
    let mut seed = 1_u64;
    let mut uniform = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut noise: Vec<f64> =
        (0..20_000).map(|_| (0..12).map(|_| uniform()).sum::<f64>() - 6.0).collect();
    // The sum of twelve is a little flatter than Gauss's bell.
    assert!((spread(&noise) - 1.0).abs() < 0.04, "{}", spread(&noise));
    assert!(correlation_length(&noise) < 1.1);
    let mut slow = vec![0.0; noise.len()];
    for index in 1..slow.len() {
        slow[index] = 0.8 * slow[index - 1] + noise[index];
    }
    // (1 + 0.8) / (1 − 0.8).
    assert!((correlation_length(&slow) - 9.0).abs() < 1.5, "{}", correlation_length(&slow));
    noise[7] = 1e6;
    assert!((spread(&noise) - 1.0).abs() < 0.04);
    let weights = huber_weights(&noise, 1.0);
    assert!(
        (weights[7] - HUBER / 1e6).abs() < 1e-12
            && weights.iter().filter(|w| **w < 1.0).count() < 400
    );
    assert!(huber_squares(&noise, 1.0) < 6e6);
    assert_eq!(spread(&[0.0, 0.0, 0.0, 2.0]), 1.0);
}
