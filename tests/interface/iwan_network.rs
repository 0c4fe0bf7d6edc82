//! The Iwan network: its distance from the stack, and the effect of a changing load.

use crate::random::{Random, histories, wander};
use spiel::laws::interface::{Iwan, IwanNetwork, IwanStack, NetworkState, StackState};

/// The joint of the paper's finite element case.
fn finite_element_case() -> Iwan {
    Iwan::new(1060.0, 1.39e-6, -0.05, 3.99).unwrap()
}

#[track_caller]
fn assert_close(value: f64, expected: f64, relative: f64) {
    let error = (value / expected - 1.0).abs();
    assert!(error < relative, "{value:e} is off {expected:e} by {error:e}");
}

/// Largest difference of stack and network on random histories, over the friction limit.
fn network_error<const N: usize>(chi: f64, alpha: f64) -> f64 {
    let iwan = Iwan::new(1060.0, 1.39e-6, chi, alpha).unwrap();
    let (stack, network) = (IwanStack::<64>::new(iwan), IwanNetwork::<N>::new(&iwan, 1.0).unwrap());
    let (mut random, mut worst) = (Random(7), 0.0_f64);
    for _ in 0..200 {
        let (mut a, mut b) = (StackState::at(0.0), NetworkState::at(0.0));
        for x in wander(&mut random, 20) {
            let x = x * iwan.slip_displacement();
            let exact = stack.step(&mut a, x).unwrap().force;
            let force = network.step(&mut b, x, 1.0).unwrap().force;
            worst = worst.max((force - exact).abs() / iwan.friction_limit());
        }
    }
    worst
}

#[test]
fn the_network_becomes_the_stack_as_it_grows() {
    let errors = [
        network_error::<40>(-0.05, 3.99),
        network_error::<160>(-0.05, 3.99),
        network_error::<640>(-0.05, 3.99),
    ];
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1] / 16.0 - 1.0).abs() < 0.3, "{errors:?}");
    }
    assert!(errors[2] < 2e-6 * 3.0, "{errors:?}");
}

#[test]
fn forty_elements_follow_random_histories() {
    for chi in [-0.95, -0.8, -0.6] {
        let error = network_error::<40>(chi, 0.5);
        assert!(error < 2.5e-3, "chi {chi}: {error:e}");
    }
    for chi in [-0.5, -0.3, -0.05, 0.0, 0.5] {
        let error = network_error::<40>(chi, 0.5);
        assert!(error < 1.5e-3, "chi {chi}: {error:e}");
    }
}

#[test]
fn forty_elements_have_the_area_of_steady_loops() {
    // Worst over 0.1…0.12, 0.5…0.6 and 0.6…3 x_s.
    let cases = [
        (-0.95, [0.01, 2e-3, 1.5e-3]),
        (-0.5, [0.02, 2e-3, 1.5e-3]),
        (-0.05, [0.045, 2.5e-3, 2e-3]),
        (0.5, [0.11, 3.5e-3, 2e-3]),
    ];
    for (chi, allowed) in cases {
        let iwan = Iwan::new(1060.0, 1.39e-6, chi, 0.5).unwrap();
        let network = IwanNetwork::<40>::new(&iwan, 1.0).unwrap();
        for (span, allowed) in [(0.1, 0.12), (0.5, 0.6), (0.6, 3.0)].into_iter().zip(allowed) {
            for i in 0..=100 {
                let share = span.0 + (span.1 - span.0) * f64::from(i) / 100.0;
                let amplitude = share * iwan.slip_displacement();
                let mut state = NetworkState::at(0.0);
                network.step(&mut state, amplitude, 1.0).unwrap();
                let back = network.step(&mut state, -amplitude, 1.0).unwrap();
                assert_close(2.0 * back.dissipated, iwan.energy_per_cycle(amplitude), allowed);
            }
        }
    }
}

#[test]
fn the_network_creates_no_energy_under_any_load() {
    let iwan = Iwan::new(1060.0, 1.39e-6, -0.5, 0.5).unwrap();
    let network = IwanNetwork::<40>::new(&iwan, 1000.0).unwrap();
    let mut random = Random(5);
    for _ in 0..histories(10_000) {
        let size = 10f64.powf(random.between(-8.5, -5.0));
        let mut corner = || (random.between(-size, size), random.between(-200.0, 2500.0).max(0.0));
        let mut path: Vec<_> = (0..8).map(|_| corner()).collect();
        path.push(path[0]);
        let mut state = NetworkState::at(path[0].0);
        let (mut work, mut scale, mut stored) = (0.0, 0.0, 0.0);
        for lap in 0..3 {
            (work, scale) = (0.0, 0.0);
            for corner in path.windows(2) {
                let [(x0, n0), (x1, n1)] = [corner[0], corner[1]];
                for part in 1..=8 {
                    let share = f64::from(part) / 8.0;
                    let (x, n) = (x0 + (x1 - x0) * share, n0 + (n1 - n0) * share);
                    let answer = network.step(&mut state, x, n).unwrap();
                    let now = network.stored_energy(&state);
                    let step = answer.force * (x1 - x0) / 8.0;
                    assert!(answer.dissipated >= 0.0);
                    let balance = step - (now - stored) - answer.dissipated;
                    assert!(balance > -1e-12 * (step.abs() + stored + now), "{balance:e}");
                    stored = now;
                    work += step;
                    scale += step.abs();
                }
            }
            assert!(lap > 0 || work >= 0.0);
        }
        assert!(work >= -1e-12 * scale, "{work:e} of {scale:e}");
    }
}

#[test]
fn scaling_the_stacks_force_by_the_load_would_create_energy() {
    // Out at a light load, back at a heavy one, a cycle that ends where it began.
    let iwan = Iwan::new(1060.0, 1.39e-6, -0.5, 0.0).unwrap();
    let (stack, network) =
        (IwanStack::<8>::new(iwan), IwanNetwork::<40>::new(&iwan, 1000.0).unwrap());
    let (mut a, mut b) = (StackState::at(0.0), NetworkState::at(0.0));
    let (mut scaled, mut real, mut before) = (0.0, 0.0, (0.0, 0.0, 0.0));
    for i in 0..=400 {
        let x = 2e-7 * (1.0 - f64::from(i - 200).abs() / 200.0);
        let load = if i <= 200 { 500.0 } else { 1500.0 };
        let wrong = stack.step(&mut a, x).unwrap().force * load / 1000.0;
        let right = network.step(&mut b, x, load).unwrap().force;
        scaled += 0.5 * (wrong + before.1) * (x - before.0);
        real += 0.5 * (right + before.2) * (x - before.0);
        before = (x, wrong, right);
    }
    assert!(scaled < -0.1 * 2e-7 * iwan.backbone(2e-7), "{scaled:e}");
    assert!(real > 0.0);
}

#[test]
fn the_load_scales_slip_but_not_stick() {
    let iwan = finite_element_case();
    let network = IwanNetwork::<40>::new(&iwan, 1000.0).unwrap();
    let slip = |load: f64| {
        let answer = network.step(&mut NetworkState::at(0.0), 1e-3, load).unwrap();
        answer.force - iwan.slip_stiffness() * 1e-3
    };
    // 1e-8: the spring's force is a thousand times larger.
    assert_close(slip(1000.0), iwan.friction_limit(), 1e-8);
    assert_close(slip(300.0), 0.3 * iwan.friction_limit(), 1e-8);
    let rest = network.step(&mut NetworkState::at(0.0), 0.0, 300.0).unwrap();
    assert_eq!((rest.stuck_share, rest.dissipated), (1.0, 0.0));
    let open = network.step(&mut NetworkState::at(0.0), 1e-6, 0.0).unwrap();
    assert_close(open.force, iwan.slip_stiffness() * 1e-6, 1e-14);
    assert_eq!((open.stuck_share, open.tangent_stiffness), (0.0, iwan.slip_stiffness()));
}

#[test]
fn stack_and_network_report_the_same_share_stiffness_and_heat() {
    let iwan = finite_element_case();
    let stack = IwanStack::<8>::new(iwan);
    let network = IwanNetwork::<640>::new(&iwan, 1.0).unwrap();
    let (mut a, mut b) = (StackState::at(0.0), NetworkState::at(0.0));
    for x in [0.3e-6, 1.1e-6, 0.2e-6, 0.6e-6, -2e-6, 0.0, 3e-6, 4e-6] {
        let (left, right) = (stack.step(&mut a, x).unwrap(), network.step(&mut b, x, 1.0).unwrap());
        assert!((left.stuck_share - right.stuck_share).abs() < 4e-3, "{left:?} {right:?}");
        assert_close(left.tangent_stiffness, right.tangent_stiffness, 2e-3);
        assert_close(left.dissipated, right.dissipated, 1e-4);
    }
}
