//! Events in continuous time: slices that begin to touch and cease to.

use super::equations::{Flowing, motion, parameters, still};
use super::*;
use crate::laws::friction::Friction;

#[test]
fn every_slice_begins_and_ends_its_contact_once_on_a_way_in_and_out() {
    let mut parameters = parameters(BendingModel::Full, Friction::Lugre, true);
    parameters.build.slices = 24;
    for profile in [None, Some(WORN)] {
        let path = |time: f64| {
            let (depth, speed) = (1.8e-4 * time.sin(), 0.1 * time.cos());
            motion([0.6 * depth, 0.8 * depth], [0.6 * speed, 0.8 * speed], 1.0)
        };
        let mut pin = Flowing::new(&parameters, profile, &path(0.0));
        let (mut begun, mut ended, mut events) = ([0; 24], [0; 24], 0);
        let (steps, mut time) = (500, 0.0);
        let end = std::f64::consts::PI;
        while time < end {
            let next = (time + end / f64::from(steps)).min(end);
            let signs = |pin: &mut Flowing, time| -> Vec<bool> {
                pin.indicators(&path(time)).iter().map(|x| *x >= 0.0).collect()
            };
            let before = signs(&mut pin, time);
            assert_eq!(before, pin.touching());
            if signs(&mut pin, next) == before {
                time = next;
                continue;
            }
            let (mut low, mut high) = (time, next);
            while high - low > 1e-12 {
                let middle = 0.5 * (low + high);
                if signs(&mut pin, middle) == before { low = middle } else { high = middle }
            }
            time = high;
            let old = pin.touching();
            let b = path(time);
            pin.states[..24].fill(1e-8);
            assert!(pin.event(&b));
            let new = pin.touching();
            assert_ne!(old, new);
            events += 1;
            for k in 0..24 {
                begun[k] += i32::from(new[k] && !old[k]);
                ended[k] += i32::from(old[k] && !new[k]);
                assert_eq!(pin.states[k] == 0.0, old[k] != new[k]);
            }
            let speeds = pin.onsets.clone();
            assert!(!pin.event(&b) && pin.onsets == speeds);
        }
        println!("{events} events");
        assert_eq!((begun, ended), ([1; 24], [1; 24]));
    }
}

#[test]
fn slices_that_begin_together_all_have_the_speed_of_the_body() {
    let parameters = parameters(BendingModel::Modal, Friction::Without, true);
    for beyond in [0.0, 1e-13] {
        let b = motion([1e-4 + beyond, 0.0], [0.2, 0.0], 0.0);
        let mut pin = Flowing::new(&parameters, None, &motion([0.0; 2], [0.0; 2], 0.0));
        pin.event(&b);
        assert!(pin.onsets.iter().all(|speed| (speed - 0.2).abs() < 1e-12));
    }
}

#[test]
fn a_motion_without_solution_gives_no_finite_load() {
    let parameters = parameters(BendingModel::Modal, Friction::Lugre, true);
    let mut pin = Flowing::new(&parameters, None, &motion([0.0; 2], [0.0; 2], 0.0));
    let b = motion([1e300, 0.0], [0.0; 2], 0.0);
    assert!(pin.load(&b).a.force.x.is_nan() && pin.indicators(&b)[0].is_nan());
    let fault = pin.joint.event(&still(&b), 0.5, &mut pin.states, &mut pin.onsets).unwrap_err();
    assert_eq!(fault, Fault::NoFiniteSolution { time: 0.5 });
}
