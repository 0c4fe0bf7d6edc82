//! Statistics of residuals: their spread, Huber's weights, and the samples over which they remember.

/// Residuals beyond this many standard deviations count less, by Huber's loss: with Gaussian noise this costs half a
/// percent of the certainty.
pub const HUBER: f64 = 2.5;
/// The standard deviation of Gaussian numbers over their median distance from zero.
const OF_MEDIAN: f64 = 1.482_602_218_505_602;

/// Returns the standard deviation of residuals by the median of their sizes, which outliers do not move; the
/// root of their mean square if more than half of them are zero.
pub fn spread(residuals: &[f64]) -> f64 {
    if residuals.is_empty() {
        return 0.0;
    }
    let mut sizes: Vec<f64> = residuals.iter().map(|residual| residual.abs()).collect();
    let middle = sizes.len() / 2;
    let (_, median, _) = sizes.select_nth_unstable_by(middle, f64::total_cmp);
    if *median > 0.0 {
        return OF_MEDIAN * *median;
    }
    let squares: f64 = residuals.iter().map(|residual| residual * residual).sum();
    (squares / residuals.len() as f64).sqrt()
}

/// Returns the weights of residuals whose standard deviation is `spread`: 1 within [`HUBER`] of them, then as much
/// as keeps their pull constant.
///
/// Source: Huber, Ann. Math. Stat. 35 (1964) 73–101.
pub fn huber_weights(residuals: &[f64], spread: f64) -> Vec<f64> {
    let limit = HUBER * spread;
    let weight =
        |residual: &f64| if residual.abs() <= limit { 1.0 } else { limit / residual.abs() };
    residuals.iter().map(weight).collect()
}

/// Returns twice Huber's loss of residuals whose standard deviation is `spread`: the sum of their squares while none
/// is beyond [`HUBER`] of them.
pub fn huber_squares(residuals: &[f64], spread: f64) -> f64 {
    let limit = HUBER * spread;
    let loss = |residual: &f64| {
        let size = residual.abs();
        if size <= limit { size * size } else { limit * (2.0 * size - limit) }
    };
    residuals.iter().map(loss).sum()
}

/// Returns the number of samples that count as one, because residuals that a model does not explain remember each
/// other: 1 for independent ones.
///
/// The integrated autocorrelation, summed up to the first value within two standard deviations of zero.
pub fn correlation_length(residuals: &[f64]) -> f64 {
    let count = residuals.len();
    let mean = residuals.iter().sum::<f64>() / count.max(1) as f64;
    let centred: Vec<f64> = residuals.iter().map(|residual| residual - mean).collect();
    let squares: f64 = centred.iter().map(|residual| residual * residual).sum();
    if squares.is_nan() || squares <= 0.0 {
        return 1.0;
    }
    let noise = 2.0 / (count as f64).sqrt();
    // Longer memories than this many samples differ no more in what they say.
    let most = (count / 4).min(2000);
    let mut length = 1.0;
    for lag in 1..most {
        let product: f64 =
            centred.iter().zip(&centred[lag..]).map(|(one, other)| one * other).sum();
        let correlation = product / squares;
        if correlation < noise {
            break;
        }
        length += 2.0 * correlation;
    }
    length
}
