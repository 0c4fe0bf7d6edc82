//! The pin in continuous time: loads, energies, wear.

use super::*;
use crate::base::Real;
use crate::block::ContinuousVariable;
use crate::joints::joint::reported;
use crate::kinematics::planar;
use crate::kinematics::spatial::Path;
use crate::laws::contact::Dissipation;
use crate::laws::friction::Friction;

/// A pin with its states, moved by the test.
pub struct Flowing {
    pub joint: SlicedPin,
    pub states: Vec<f64>,
    pub onsets: Vec<f64>,
    pub rates: Vec<f64>,
    pub report: Vec<f64>,
}

/// The pin's body at an offset \[m\] with a velocity \[m/s\], turning at `spin` \[rad/s\].
pub fn motion(position: [f64; 2], velocity: [f64; 2], spin: f64) -> Motion<f64> {
    let (position, velocity) = (position.into(), velocity.into());
    planar::Motion { position, angle: 0.0, velocity, spin }.into()
}

/// The motion of the pin's body, the same over a step.
pub fn still<T: Real>(b: &Motion<T>) -> SpatialPairMotion<T> {
    SpatialPairMotion::along(Path::straight(*b))
}

impl Flowing {
    pub fn new(parameters: &Parameters, profile: Option<&str>, b: &Motion<f64>) -> Self {
        let mut joint = SlicedPin::new(parameters, &files(profile)).unwrap();
        let equations = joint.equations().unwrap();
        let mut states = vec![f64::NAN; equations.states().len()];
        let mut onsets = vec![f64::NAN; equations.discrete_count()];
        equations.begin(&still(b), 0.0, &mut states, &mut onsets).unwrap();
        let (rates, report) = (vec![f64::NAN; states.len()], blank_report(parameters));
        Self { joint, states, onsets, rates, report }
    }

    pub fn load(&mut self, b: &Motion<f64>) -> PairLoad<f64> {
        let Self { joint, states, onsets, rates, report } = self;
        joint.flow(&still(b), states, onsets, rates, report).unwrap()
    }

    pub fn indicators(&mut self, b: &Motion<f64>) -> Vec<f64> {
        let mut indicators = vec![f64::NAN; self.joint.indicator_count()];
        self.joint.indicate(&still(b), &self.states, &self.onsets, &mut indicators).unwrap();
        indicators
    }

    pub fn event(&mut self, b: &Motion<f64>) -> bool {
        self.joint.event(&still(b), 0.0, &mut self.states, &mut self.onsets).unwrap()
    }

    pub fn touching(&self) -> Vec<bool> {
        self.onsets.iter().map(|onset| *onset > 0.0).collect()
    }
}

pub fn parameters(model: BendingModel, friction: Friction, damping: bool) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.bending.model = model;
    parameters.friction.model = friction;
    (parameters.friction.r#static, parameters.friction.kinetic) = (0.15, 0.1);
    parameters.contact.restitution = 0.6;
    if !damping {
        parameters.contact.dissipation = Dissipation::Without;
    }
    parameters
}

#[test]
fn a_pin_at_rest_is_loaded_as_in_co_simulation() {
    let mut worst = 0.0_f64;
    for profile in [None, Some(WORN)] {
        for model in [BendingModel::Modal, BendingModel::Full] {
            for damping in [false, true] {
                let mut parameters = parameters(model, Friction::Lugre, damping);
                parameters.coupling.method = Coupling::EndPoint;
                let mut pin = SlicedPin::new(&parameters, &files(profile)).unwrap();
                for offset in [[1.3e-4, 0.0], [-0.7e-4, 0.9e-4], [1.0e-4, -2e-4], [5e-5, 0.0]] {
                    let b = motion(offset, [0.0; 2], 0.0);
                    let mut report = blank_report(&parameters);
                    let still = still(&b);
                    let mut memory = Joint::begin(&mut pin, &still, 0.0, &mut report).unwrap();
                    let step = Step { start: 0.0, size: 1e-5 };
                    let held = reported(&mut pin, &still, &mut memory, step, &mut report).unwrap();
                    let mut flowing = Flowing::new(&parameters, profile, &b);
                    let load = flowing.load(&b);
                    let off = (load.a.force - held.a.force).norm()
                        + (load.b.moment - held.b.moment).norm();
                    let size = held.a.force.norm();
                    worst = worst.max(if size > 0.0 { off / size } else { off });
                    let [now, then] = [&flowing.report, &report].map(|report| Whole::read(report));
                    assert_eq!(now.contact.state, then.contact.state);
                    assert!(
                        (now.contact.area - then.contact.area).abs() <= 1e-9 * then.contact.area
                    );
                    let stiff = [now, then].map(|whole| whole.joint.stiffness);
                    assert!((stiff[0] - stiff[1]).abs() <= 1e-9 * stiff[1]);
                    assert!(now.wear.volume.abs() < 1e-20);
                }
            }
        }
    }
    println!("worst {worst:e}");
    assert!(worst < 1e-9);
}

#[test]
fn under_a_constant_load_it_wears_as_in_co_simulation() {
    const HOUR: f64 = 3600.0;
    let mut parameters = parameters(BendingModel::Full, Friction::Coulomb, false);
    parameters.wear.enabled = true;
    parameters.build.slices = 24;
    let spin = std::f64::consts::FRAC_PI_3;
    // Offset of the hole under 50 kN, with its present wear.
    let pressed = |joint: &mut SlicedPin, depths: &[f64]| {
        joint.pin.set_wear(depths);
        motion([-joint.pin.offset_under(5e4).unwrap(), 0.0], [0.0; 2], spin)
    };
    let mut held = SlicedPin::new(&parameters, &Files::new()).unwrap();
    let start = motion([-1.05e-4, 0.0], [0.0; 2], spin);
    let mut report = blank_report(&parameters);
    let mut memory = Joint::begin(&mut held, &still(&start), 0.0, &mut report).unwrap();
    let hours = 20;
    let parts = 20;
    for _ in 0..hours * parts {
        let b = pressed(&mut held, memory.hole.depths());
        let still = still(&b);
        let step = Step { start: 0.0, size: HOUR / f64::from(parts) };
        reported(&mut held, &still, &mut memory, step, &mut report).unwrap();
    }
    let mut flowing = Flowing::new(&parameters, None, &start);
    let b = pressed(&mut flowing.joint, &[0.0; 24]);
    assert!(!flowing.event(&b));
    let rates = |flowing: &mut Flowing, states: &[f64]| {
        let groove = flowing.joint.hole.groove;
        let depths: Vec<f64> = states[48..].iter().map(|area| groove.depth(*area)).collect();
        let b = pressed(&mut flowing.joint, &depths);
        flowing.states.copy_from_slice(states);
        flowing.load(&b);
        flowing.rates.clone()
    };
    // Runge and Kutta's rule over hours.
    for _ in 0..hours {
        let along = |from: &[f64], by: f64, rates: &[f64]| -> Vec<f64> {
            from.iter().zip(rates).map(|(state, rate)| state + by * rate).collect()
        };
        let from = flowing.states.clone();
        let first = rates(&mut flowing, &from);
        let second = rates(&mut flowing, &along(&from, 0.5 * HOUR, &first));
        let third = rates(&mut flowing, &along(&from, 0.5 * HOUR, &second));
        let fourth = rates(&mut flowing, &along(&from, HOUR, &third));
        let mean: Vec<f64> =
            (0..72).map(|i| (first[i] + 2.0 * (second[i] + third[i]) + fourth[i]) / 6.0).collect();
        flowing.states = along(&from, HOUR, &mean);
    }
    let slices = slices_of(&report);
    let worst = |which: fn(&SliceReport) -> f64, from: usize| {
        let pairs = slices.iter().zip(&flowing.states[from..]);
        pairs.map(|(slice, state)| (state / which(slice) - 1.0).abs()).fold(0.0, f64::max)
    };
    let (area, energy) = (worst(|s| s.worn_area, 48), worst(|s| s.friction_energy, 24));
    println!("areas {area:e}, energies {energy:e}");
    // 1e-3: co-simulation wears by explicit steps of three minutes.
    assert!(area < 1e-3 && energy < 1e-3);
    assert!(slices[0].wear_depth > 1e-7);
    let rate = flowing.rates[48] / slices[0].worn_area_rate;
    assert!((rate - 1.0).abs() < 0.05, "{rate}");
}

/// Work of a swing into contact and out of it, with its events.
fn swing(parameters: &Parameters, turn: f64) -> (f64, f64) {
    let path = |time: f64| {
        let (depth, speed) = (1.3e-4 * time.sin(), 1.3e-4 * 1e3 * time.cos());
        motion(
            [depth * turn.cos(), depth * turn.sin()],
            [speed * turn.cos(), speed * turn.sin()],
            0.0,
        )
    };
    let mut pin = Flowing::new(parameters, None, &path(0.0));
    let (steps, mut work, mut most) = (4000, 0.0, 0.0_f64);
    let by = std::f64::consts::PI / f64::from(steps);
    for step in 0..steps {
        let b = path((f64::from(step) + 0.5) * by);
        pin.event(&b);
        let load = pin.load(&b);
        work -= load.b.force.dot(&b.velocity) * by / 1e3;
        most = most.max(load.b.force.norm());
    }
    (work, most * 3e-5)
}

#[test]
fn a_damped_approach_loses_energy_and_an_undamped_one_none() {
    for model in [BendingModel::Modal, BendingModel::Full] {
        for turn in [0.0, 2.0] {
            let (kept, scale) = swing(&parameters(model, Friction::Without, false), turn);
            let (lost, _) = swing(&parameters(model, Friction::Without, true), turn);
            println!("{:e} {:e}", kept / scale, lost / scale);
            assert!(kept.abs() < 1e-6 * scale && lost > 0.05 * scale);
        }
    }
}

#[test]
fn an_evaluation_does_not_depend_on_earlier_ones() {
    let mut parameters = parameters(BendingModel::Modal, Friction::Lugre, true);
    parameters.wear.enabled = true;
    let b = motion([1.1e-4, 0.9e-4], [0.1, -0.05], 3.0);
    let mut fresh = Flowing::new(&parameters, Some(WORN), &b);
    let (load, rates) = (fresh.load(&b), fresh.rates.clone());
    let mut used = Flowing::new(&parameters, Some(WORN), &b);
    let states = used.states.clone();
    for other in [[0.0, 0.0], [-3e-4, 1e-5], [1e300, 0.0], [1.0e-4, 1.0e-4]] {
        let other = motion(other, [0.3, 0.2], -1.0);
        used.states.iter_mut().for_each(|state| *state += 1e-9);
        used.load(&other);
        used.indicators(&b);
        used.states.copy_from_slice(&states);
        assert_eq!((used.load(&b), &used.rates), (load, &rates));
    }
    assert_eq!(used.report, fresh.report);
}

#[test]
fn evaluations_do_not_allocate() {
    let mut parameters = parameters(BendingModel::Full, Friction::Lugre, true);
    parameters.wear.enabled = true;
    let apart = motion([0.0; 2], [0.1, 0.0], 1.0);
    let mut pin = Flowing::new(&parameters, None, &apart);
    let b = motion([1.2e-4, 0.3e-4], [0.1, 0.0], 1.0);
    let mut indicators = vec![0.0; 48];
    let allocations = allocation_counter::measure(|| {
        pin.event(&b);
        pin.load(&b);
        pin.joint.indicate(&still(&b), &pin.states, &pin.onsets, &mut indicators).unwrap();
    });
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn the_block_has_every_state_and_its_rate() {
    let mut block = Block::new(&kind::<SlicedPin>(), &Build::default()).unwrap();
    block.make_continuous().unwrap();
    assert_eq!((block.continuous().len(), block.indicator_count()), (3 * 48, 48));
    let name = |index: usize| block.rows()[index].name.as_str();
    let ContinuousVariable { index, rate, nominal, jumps, .. } = block.continuous()[2 * 48];
    assert_eq!((name(index), name(rate)), ("slice_01.worn_area", "slice_01.worn_area_rate"));
    assert!(nominal > 1e-8 && nominal < 1e-6 && !jumps);
}
