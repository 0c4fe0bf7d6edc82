//! Recorded numbers of whole forecasts: a change that is meant prints the new ones.

use super::*;

/// A cycle of forces that turn while the pin swings, or drifts by a part of a turn, and rests under load.
fn samples(drift: f64) -> Vec<Sample> {
    let at = |index: i32| {
        let time = f64::from(index * index + index);
        let phase = 0.9 * f64::from(index);
        let load = Vector2::new(phase.cos(), 0.6 * phase.sin()) * (300.0 + 100.0 * time);
        Sample { time, load, angle: 0.7 * (1.3 * f64::from(index)).sin() + drift * time }
    };
    let mut samples: Vec<Sample> = (0..7).map(at).collect();
    let last = samples[6].time;
    samples.push(Sample { time: last + 1.0, ..samples[6] });
    samples.push(Sample { time: last + 3.0, angle: drift * (last + 3.0), ..samples[0] });
    samples
}

/// Returns the end of a forecast of `goal` cycles: depths and volumes of hole and pin, play, pressure, penetration, ∫P ds, the
/// error, and the cycles that were computed.
fn outcome(pair: Box<dyn WearPair>, samples: &[Sample], jumps: Jumps, goal: f64) -> [f64; 10] {
    let mut march = March::new(pair, LoadCycle::new(samples, 20), jumps);
    while march.count() < goal {
        march.advance(goal).unwrap();
    }
    let ([bearing, journal], [a, b]) = (march.deepest(), march.volumes());
    let Course { pressure, penetration, pushed, error, computed, .. } = *march.course();
    [bearing, journal, a, b, march.play(), pressure, penetration, pushed, error, computed as f64]
}

#[test]
fn whole_forecasts_repeat_their_record() {
    let worn = |power: f64| {
        let mut depths = Depths::unworn(48);
        for (cell, depth) in depths.bearing.iter_mut().enumerate() {
            *depth = 2e-5 * (1.0 + (0.4 * cell as f64).sin());
        }
        let mut pair = of_depths(depths, [COEFFICIENT, 0.4 * COEFFICIENT]);
        pair.law_mut().exponent = power;
        Box::new(pair) as Box<dyn WearPair>
    };
    // Stable steps go over these.
    let light: Vec<Sample> =
        samples(0.0).into_iter().map(|it| Sample { load: 1e-3 * it.load, ..it }).collect();
    let wide = Jumps::default().wider(2.0);
    let found = [
        outcome(worn(1.0), &samples(0.0), Jumps::default(), 3000.0),
        outcome(worn(1.2), &samples(0.05), wide, 1500.0),
        outcome(Box::new(round(36, [COEFFICIENT; 2])), &light, Jumps::default(), 1e6),
        outcome(Box::new(sliced(5, 36, 2e11)), &samples(0.0), Jumps::default(), 4000.0),
    ];
    let recorded = RECORD.iter().flatten().zip(found.iter().flatten());
    let same = |(one, other): (&f64, &f64)| (one - other).abs() <= 1e-9 * one.abs();
    assert!(RECORD.len() == found.len() && recorded.into_iter().all(same), "{found:?}");
}

#[rustfmt::skip]
const RECORD: [[f64; 10]; 4] = [
    [8.930521073087132e-5, 4.1876605005956395e-5, 1.5900299005463183e-8, 6.360119602185111e-9, 0.0011700194177570638, 79494854.06472224, 1.0019177765550618e-5, 159002.99005462872, 0.009730644245738647, 23.0],
    [0.00012319152816535792, 1.5218180564786698e-5, 2.270942902508472e-8, 9.083771610033996e-9, 0.001187035576407796, 105667270.72156723, 1.3288046156547226e-5, 108824.59319604894, 0.06065034460526327, 12.0],
    [3.39586560667335e-5, 3.550834391766393e-5, 5.266794717854232e-9, 5.266794717765044e-9, 0.001068632459100197, 898988.4006331167, 1.1467217072418858e-7, 52667.94717825185, 0.045538237325280076, 2284.0],
    [0.00010536270706022464, 0.0, 2.1215100993391185e-8, 0.0, 0.001126932843431877, 83808798.7948629, 1.2467364826429693e-5, 212151.0099339128, 0.01573206304231132, 18.0],
];
