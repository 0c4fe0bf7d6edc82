//! Derivatives of the load against differences of it.

use super::*;
use crate::base::Real;
use crate::joints::joint::reported;
use crate::kinematics::planar::{self, Acceleration, Path};
use crate::laws::contact::Dissipation;
use crate::laws::friction::Friction;
use nalgebra::Vector2;
use num_dual::Dual64;

/// x, y, angle and their rates, of the pin relative to the hole.
type Six<T = f64> = [T; 6];

/// Changes of each, small against any penetration here but not against rounding.
const CHANGES: Six = [2e-10, 2e-10, 1e-3, 2e-5, 2e-5, 1e-4];

/// A pin that arrives with a speed and keeps or changes it.
#[derive(Debug, Clone, Copy)]
pub struct Ride {
    at: Six,
    acceleration: Six,
    size: f64,
    steps: u32,
}

fn motion<T: Real>(
    [x, y, angle, vx, vy, spin]: Six<T>,
    acceleration: &Six,
) -> SpatialPairMotion<T> {
    let start = planar::Motion {
        position: Vector2::new(x, y),
        angle,
        velocity: Vector2::new(vx, vy),
        spin,
    };
    let linear = Vector2::new(T::from(acceleration[3]), T::from(acceleration[4]));
    let bend = Acceleration { linear, angular: T::from(acceleration[5]) };
    SpatialPairMotion::along(Path { start, acceleration: bend }.into())
}

fn parts<T: Real>(PairLoad { a, b }: PairLoad<T>) -> [T; 6] {
    let (a, b) = (a.flat(), b.flat());
    [a.force.x, a.force.y, a.moment, b.force.x, b.force.y, b.moment]
}

pub struct Bench {
    joint: SlicedPin,
    memory: Memory,
    report: Vec<f64>,
    step: Step,
}

impl Bench {
    /// After the steps before the examined one.
    fn new(parameters: &Parameters, ride: &Ride) -> Self {
        Self::of(SlicedPin::new(parameters, &Files::new()).unwrap(), parameters, ride)
    }

    /// A case of any pin, after the steps before the examined one.
    pub fn of(mut joint: SlicedPin, parameters: &Parameters, ride: &Ride) -> Self {
        let mut report = blank_report(parameters);
        let step = Step { start: 0.0, size: ride.size };
        let back = f64::from(ride.steps) * ride.size;
        // Straight towards the start of the examined step.
        let mut at = ride.at;
        (0..3).for_each(|i| at[i] -= back * at[i + 3]);
        let start = motion(at, &[0.0; 6]);
        let mut memory = Joint::begin(&mut joint, &start, 0.0, &mut report).unwrap();
        for _ in 0..ride.steps {
            reported(&mut joint, &motion(at, &[0.0; 6]), &mut memory, step, &mut report).unwrap();
            (0..3).for_each(|i| at[i] += ride.size * at[i + 3]);
        }
        Self { joint, memory, report, step }
    }

    fn load(&mut self, at: &Six, acceleration: &Six) -> Six {
        let mut memory = self.memory.clone();
        let motion = motion(*at, acceleration);
        parts(reported(&mut self.joint, &motion, &mut memory, self.step, &mut self.report).unwrap())
    }

    fn slopes(&mut self, at: &Six, acceleration: &Six, input: usize) -> Six<Dual64> {
        let mut dual = at.map(Dual64::from);
        dual[input].eps = 1.0;
        let motion = motion(dual, acceleration);
        parts(self.joint.derivative(&motion, &self.memory, self.step).unwrap())
    }

    fn difference(&mut self, ride: &Ride, input: usize, by: f64) -> Six {
        let [more, less] = [by, -by].map(|by| {
            let mut at = ride.at;
            at[input] += by;
            self.load(&at, &ride.acceleration)
        });
        std::array::from_fn(|i| (more[i] - less[i]) / (2.0 * by))
    }

    /// Largest error of all slopes with respect to `input`, forces and moments each against the
    /// largest of their kind; `None` if the load has a corner within the change.
    pub fn error(&mut self, ride: &Ride, input: usize) -> Option<f64> {
        let found = self.slopes(&ride.at, &ride.acceleration, input);
        let load = self.load(&ride.at, &ride.acceleration);
        let close =
            |(found, load): (&Dual64, &f64)| (found.re - load).abs() <= 1e-9 * load.abs() + 1e-9;
        assert!(found.iter().zip(&load).all(close), "{found:?} is not the load {load:?}");
        let wide = self.difference(ride, input, CHANGES[input]);
        let narrow = self.difference(ride, input, 0.5 * CHANGES[input]);
        // A load of this size has rounding in its last digits.
        let force = load[0].hypot(load[1]) * 1e-7 / CHANGES[input];
        let scale = |parts: [usize; 3], arm: f64| {
            let most = parts.into_iter().fold(0.0_f64, |most, i| most.max(wide[i].abs()));
            most.max(force * arm)
        };
        let forces = scale([0, 1, 3], 1.0).max(scale([0, 1, 4], 1.0));
        let moments = scale([2, 5, 2], 0.05).max(0.05 * 0.01 * forces);
        let scales = [forces, forces, moments, forces, forces, moments];
        let of = |a: &Six, b: &Six| {
            let off = |i: usize| if a[i] == b[i] { 0.0 } else { (a[i] - b[i]).abs() / scales[i] };
            (0..6).map(off).fold(0.0, f64::max)
        };
        let smooth = of(&wide, &narrow) < 4e-6;
        let better = std::array::from_fn(|i| narrow[i] + (narrow[i] - wide[i]) / 3.0);
        smooth.then(|| of(&found.map(|x| x.eps), &better))
    }
}

/// A repeatable number in -1..1.
fn noise(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Deep in contact; contact that begins, ends or reverses within the step.
pub fn rides(seed: &mut u64) -> [Ride; 4] {
    let mut ride = |distance: f64, speed: f64, acceleration: f64, steps: u32| {
        let angle = 3.0 * noise(seed);
        let (out, along) =
            (Vector2::new(angle.cos(), angle.sin()), Vector2::new(-angle.sin(), angle.cos()));
        let (place, speed, acceleration) = (
            out * distance,
            out * speed * (1.0 + 0.1 * noise(seed)) + along * 0.05 * noise(seed),
            out * acceleration + along * 100.0 * noise(seed),
        );
        let at = [place.x, place.y, 0.2, speed.x, speed.y, 2.0 * noise(seed)];
        Ride {
            at,
            acceleration: [0.0, 0.0, 0.0, acceleration.x, acceleration.y, 50.0 * noise(seed)],
            size: 2e-5,
            steps,
        }
    };
    [
        ride(1.15e-4, 0.2, 100.0, 3),
        ride(0.98e-4, 0.3, 0.0, 2),
        ride(1.03e-4, -0.3, 0.0, 2),
        ride(0.98e-4, 0.6, -6e4, 2),
    ]
}

fn parameters(
    model: BendingModel,
    method: Coupling,
    friction: Friction,
    damping: bool,
) -> Parameters {
    let mut parameters = sliced(24);
    parameters.bending.model = model;
    parameters.coupling.method = method;
    parameters.friction.model = friction;
    (parameters.friction.r#static, parameters.friction.kinetic) = (0.15, 0.1);
    parameters.contact.restitution = 0.6;
    if !damping {
        parameters.contact.dissipation = Dissipation::Without;
    }
    parameters
}

// 1e-7: differences over 2e-10 m of a penetration of 1e-5 m keep eight digits, and a second, narrower
// difference removes their curvature.
#[test]
fn derivatives_are_the_slopes_of_the_load_in_any_contact() {
    let (mut seed, mut seen, mut corners, mut worst) = (7, 0, 0, 0.0_f64);
    for model in [BendingModel::Modal, BendingModel::Full] {
        for method in [Coupling::StepMean, Coupling::EndPoint] {
            for friction in [Friction::Without, Friction::Coulomb, Friction::Lugre] {
                for damping in [false, true] {
                    let parameters = parameters(model, method, friction, damping);
                    for (kind, ride) in rides(&mut seed).into_iter().enumerate() {
                        let mut bench = Bench::new(&parameters, &ride);
                        for input in 0..6 {
                            seen += 1;
                            let Some(error) = bench.error(&ride, input) else {
                                corners += 1;
                                continue;
                            };
                            let case = (model, method, friction, damping, kind, input);
                            assert!(error < 1e-7, "{case:?}: {error:e}");
                            worst = worst.max(error);
                        }
                    }
                }
            }
        }
    }
    println!("worst {worst:e}, {corners} corners in {seen}");
    assert!(corners * 20 < seen);
}

#[test]
fn a_pin_that_does_not_touch_has_no_derivatives() {
    for method in [Coupling::StepMean, Coupling::EndPoint] {
        let parameters = parameters(BendingModel::Modal, method, Friction::Lugre, true);
        for at in [[0.5e-4, 0.2e-4, 0.0, 0.1, -0.2, 3.0], [0.0; 6]] {
            let ride = Ride { at, acceleration: [0.0; 6], size: 1e-5, steps: 0 };
            let mut bench = Bench::new(&parameters, &ride);
            for input in 0..6 {
                let slopes = bench.slopes(&ride.at, &ride.acceleration, input);
                assert_eq!(slopes.map(|x| x.eps), [0.0; 6]);
            }
        }
    }
}

#[test]
fn without_losses_the_derivative_by_position_is_the_stiffness() {
    for model in [BendingModel::Modal, BendingModel::Full] {
        for method in [Coupling::StepMean, Coupling::EndPoint] {
            let parameters = parameters(model, method, Friction::Without, false);
            let at = [1.1e-4, -0.4e-4, 0.0, 0.0, 0.0, 0.0];
            let ride = Ride { at, acceleration: [0.0; 6], size: 1e-9, steps: 1 };
            let mut bench = Bench::new(&parameters, &ride);
            for input in 0..2 {
                let slopes = bench.slopes(&ride.at, &ride.acceleration, input).map(|x| x.eps);
                // The last balance was at this position.
                let stiffness = bench.joint.pin.stiffness();
                for (row, slope) in [slopes[3], slopes[4]].into_iter().enumerate() {
                    let off = (slope + stiffness[(row, input)]).abs() / stiffness[(0, 0)];
                    assert!(off < 1e-9, "{off:e}");
                }
            }
        }
    }
}

// Wear within the step is held fixed: an error of about its share of the penetration.
#[test]
fn wear_within_a_step_hardly_changes_the_derivatives() {
    for acceleration in [1.0, 1e8] {
        let mut parameters =
            parameters(BendingModel::Modal, Coupling::StepMean, Friction::Without, false);
        (parameters.wear.enabled, parameters.wear.acceleration) = (true, acceleration);
        let [ride, ..] = rides(&mut 3);
        let mut bench = Bench::new(&parameters, &ride);
        let deepest = |memory: &Memory| memory.hole.depths().iter().copied().fold(0.0, f64::max);
        let before = deepest(&bench.memory);
        let mut memory = bench.memory.clone();
        let motion = motion(ride.at, &ride.acceleration);
        reported(&mut bench.joint, &motion, &mut memory, bench.step, &mut bench.report).unwrap();
        let part = (deepest(&memory) - before) / bench.joint.pin.slices().deepest();
        for input in [0, 1, 3, 4] {
            let error = bench.error(&ride, input).unwrap();
            println!("worn by {part:e} of the penetration, input {input}: {error:e}");
            assert!(error < 1e-8 + part, "{error:e}");
        }
    }
}

#[test]
fn derivatives_do_not_allocate() {
    let parameters = parameters(BendingModel::Full, Coupling::StepMean, Friction::Lugre, true);
    let [ride, ..] = rides(&mut 5);
    let mut bench = Bench::new(&parameters, &ride);
    let allocations = allocation_counter::measure(|| {
        bench.slopes(&ride.at, &ride.acceleration, 0);
    });
    assert_eq!(allocations.count_total, 0);
}
