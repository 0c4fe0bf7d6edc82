//! Derivatives of loads and rates in continuous time against differences of them.

use super::equations::{Flowing, motion, parameters, still};
use super::*;
use crate::kinematics::planar;
use crate::laws::contact::line::Line;
use crate::laws::friction::Friction;
use num_dual::Dual64;

const SLICES: usize = 12;

/// x, y, their rates, the spin, and the states.
type Point = Vec<f64>;

fn motion_of<T: crate::base::Real>(at: &[T]) -> Motion<T> {
    let (position, velocity) = ([at[0], at[1]].into(), [at[2], at[3]].into());
    planar::Motion { position, angle: T::from(0.0), velocity, spin: at[4] }.into()
}

/// Forces, moments, bristles' rates, powers and rates of wear, in this order.
fn parts<T: crate::base::Real>(load: &PairLoad<T>, rates: &[T]) -> [Vec<T>; 5] {
    let (a, b) = (load.a.flat(), load.b.flat());
    [
        vec![a.force.x, a.force.y, b.force.x, b.force.y],
        vec![a.moment, b.moment],
        rates[..SLICES].to_vec(),
        rates[SLICES..2 * SLICES].to_vec(),
        rates[2 * SLICES..].to_vec(),
    ]
}

fn values(pin: &mut Flowing, at: &Point) -> [Vec<f64>; 5] {
    pin.states.copy_from_slice(&at[5..]);
    let load = pin.load(&motion_of(&at[..5]));
    parts(&load, &pin.rates)
}

fn slopes(pin: &mut Flowing, at: &Point, along: &Point) -> [Vec<Dual64>; 5] {
    let dual: Vec<Dual64> = at.iter().zip(along).map(|(x, by)| Dual64::new(*x, *by)).collect();
    let mut rates = vec![Dual64::from(0.0); 3 * SLICES];
    let b = motion_of(&dual[..5]);
    let load =
        pin.joint.flow_with_derivatives(&still(&b), &dual[5..], &pin.onsets, &mut rates).unwrap();
    parts(&load, &rates)
}

/// Largest error of the slopes along a direction, each against the largest of its kind.
fn error(pin: &mut Flowing, at: &Point, along: &Point) -> Option<f64> {
    let found = slopes(pin, at, along);
    let here = values(pin, at);
    let mut sizes =
        here.each_ref().map(|kind| kind.iter().fold(0.0_f64, |most, x| most.max(x.abs())));
    // Without friction, moments are rounding.
    sizes[1] = sizes[1].max(0.05 * 0.01 * sizes[0]);
    for ((found, here), size) in found.iter().zip(&here).zip(sizes) {
        let off = found.iter().zip(here).map(|(found, x)| (found.re - x).abs());
        assert!(off.fold(0.0, f64::max) <= 1e-10 * size, "{found:?} {here:?}");
    }
    let mut difference = |by: f64| {
        let displaced = |by: f64| at.iter().zip(along).map(|(x, a)| x + by * a).collect();
        let (more, less) = (values(pin, &displaced(by)), values(pin, &displaced(-by)));
        let slope = |(m, l): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
            m.iter().zip(l).map(|(m, l)| (m - l) / (2.0 * by)).collect()
        };
        more.iter().zip(&less).map(slope).collect::<Vec<_>>()
    };
    let (wide, narrow) = (difference(1.0), difference(0.5));
    let (mut bent, mut worst) = (0.0_f64, 0.0_f64);
    for kind in 0..5 {
        // Differences of this size have rounding in their last digits.
        let scale = wide[kind].iter().fold(1e-6 * sizes[kind], |most, x| most.max(x.abs()));
        for ((wide, narrow), found) in wide[kind].iter().zip(&narrow[kind]).zip(&found[kind]) {
            let better = narrow + (narrow - wide) / 3.0;
            if scale > 0.0 {
                bent = bent.max((wide - narrow).abs() / scale);
                worst = worst.max((found.eps - better).abs() / scale);
            }
        }
    }
    (bent < 1e-5).then_some(worst)
}

/// A repeatable number in -1..1.
fn noise(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// A pin of twelve slices.
fn twelve(model: BendingModel, friction: Friction, damping: bool) -> Parameters {
    let mut parameters = parameters(model, friction, damping);
    parameters.build.slices = SLICES as i32;
    parameters
}

/// A pose in contact; the touching slices have any onset speed or none yet.
fn somewhere(parameters: &Parameters, seed: &mut u64, begun: bool) -> (Flowing, Point) {
    let (angle, size) = (3.0 * noise(seed), 1.3e-4 + 2e-5 * noise(seed));
    let position = [size * angle.cos(), size * angle.sin()];
    let mut pin = Flowing::new(parameters, None, &motion([0.0; 2], [0.0; 2], 0.0));
    let (velocity, spin) = ([0.1 * noise(seed), 0.1 * noise(seed)], 2.0 + noise(seed));
    for (k, state) in pin.states.iter_mut().enumerate() {
        *state = match k / SLICES {
            0 => 1e-7 * noise(seed),
            1 => 0.1,
            _ => 5e-7 + 1e-7 * noise(seed),
        };
    }
    if begun {
        let states = pin.states.clone();
        pin.event(&motion(position, [0.2 * angle.cos(), 0.2 * angle.sin()], 0.0));
        pin.states = states;
    }
    let [[x, y], [vx, vy]] = [position, velocity];
    let at = [x, y, vx, vy, spin].into_iter().chain(pin.states.iter().copied()).collect();
    (pin, at)
}

// 1e-6: differences over 3e-10 m of penetrations of 1e-5 m keep seven digits of the rates, in which
// second slopes appear.
#[test]
fn derivatives_are_the_slopes_of_loads_and_rates_over_motion_and_states() {
    let (mut seed, mut seen, mut corners, mut worst) = (11, 0, 0, 0.0_f64);
    for law in [Line::Liu, Line::Hertz, Line::LankaraniNikravesh, Line::Persson] {
        for model in [BendingModel::Modal, BendingModel::Full] {
            for friction in [Friction::Without, Friction::Coulomb, Friction::Lugre] {
                for (damping, begun) in [(false, true), (true, true), (true, false)] {
                    let mut parameters = twelve(model, friction, damping);
                    parameters.contact.line_law = law;
                    parameters.wear.enabled = true;
                    let (mut pin, at) = somewhere(&parameters, &mut seed, begun);
                    let mut only = |range: std::ops::Range<usize>, size: f64| -> Point {
                        let inside =
                            |i| if range.contains(&i) { size * noise(&mut seed) } else { 0.0 };
                        (0..at.len()).map(inside).collect()
                    };
                    let bristles = 5..5 + SLICES;
                    let areas = 5 + 2 * SLICES..5 + 3 * SLICES;
                    let ways = [
                        only(0..2, 1e-9),
                        only(2..4, 1e-5),
                        only(4..5, 1e-4),
                        only(bristles, 1e-10),
                        only(areas, 1e-11),
                    ];
                    for (way, along) in ways.iter().enumerate() {
                        seen += 1;
                        let case = (law, model, friction, damping, begun, way);
                        let Some(error) = error(&mut pin, &at, along) else {
                            corners += 1;
                            continue;
                        };
                        assert!(error < 1e-6, "{case:?}: {error:e}");
                        worst = worst.max(error);
                    }
                }
            }
        }
    }
    println!("worst {worst:e}, {corners} corners in {seen}");
    assert!(corners * 20 < seen);
}

#[test]
fn derivatives_in_continuous_time_do_not_allocate() {
    let parameters = twelve(BendingModel::Full, Friction::Lugre, true);
    let (mut pin, at) = somewhere(&parameters, &mut 5, true);
    let states: Vec<Dual64> = at[5..].iter().map(|x| Dual64::from(*x)).collect();
    let mut rates = states.clone();
    let b = motion_of(&[1e-4, 1e-4, 0.1, 0.0, 1.0].map(Dual64::from));
    let allocations = allocation_counter::measure(|| {
        pin.joint.flow_with_derivatives(&still(&b), &states, &pin.onsets, &mut rates).unwrap();
    });
    assert_eq!(allocations.count_total, 0);
}
