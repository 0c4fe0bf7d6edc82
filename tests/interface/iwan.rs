//! The modified Iwan model in closed form, and refusals of all its forms.

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

/// ∫ over low…high by the tanh–sinh rule, which handles the kinks of powers at the ends.
fn integral(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (half, h) = (0.5 * (high - low), 1.0 / 64.0);
    let term = |i: i32| {
        let t = h * f64::from(i);
        let u = std::f64::consts::FRAC_PI_2 * t.sinh();
        let weight = std::f64::consts::FRAC_PI_2 * t.cosh() / u.cosh().powi(2);
        // Distance from the nearer end, without cancellation.
        let near = half * (-u.abs()).exp() / u.cosh();
        weight * f(if i < 0 { low + near } else { high - near })
    };
    (-240..=240).map(term).sum::<f64>() * h * half
}

#[test]
fn the_finite_element_case_gives_the_check_values() {
    let iwan = finite_element_case();
    assert_close(iwan.backbone(1.39e-7), 116.7790624116, 1e-12);
    assert_close(iwan.energy_per_cycle(1.39e-7), 2.439175951116e-7, 1e-12);
    // k and f_q are printed to seven digits.
    assert_close(iwan.stiffness(), 1.703282e8, 3e-7);
    assert_close(iwan.strength(), 236.7562, 3e-7);
}

#[test]
fn the_closed_form_is_the_sum_over_all_sliders() {
    // Eq. 22 with the distribution (20), normalised as (21).
    for (chi, alpha) in [(-0.5, 0.2), (-0.05, 3.99), (0.4, 0.0)] {
        let iwan = Iwan::new(800.0, 2e-6, chi, alpha).unwrap();
        let (strength, k) = (iwan.strength(), iwan.stiffness());
        let share = |q: f64| (chi + 1.0) * q.powf(chi) / strength.powf(chi + 1.0);
        for x in [0.3e-6, 1.9e-6, 2e-6] {
            let reach = (k * x).min(strength);
            let sliding = integral(0.0, reach, |q| q * share(q));
            let sticking = if reach < strength { integral(reach, strength, share) } else { 0.0 };
            assert_close(iwan.backbone(x), sliding + k * x * (sticking + alpha), 1e-11);
        }
    }
}

#[test]
fn slip_is_complete_at_the_named_point_and_a_spring_remains() {
    let iwan = finite_element_case();
    let (force, x) = (iwan.slip_force(), iwan.slip_displacement());
    assert_close(iwan.backbone(x), force, 1e-14);
    let slope = (iwan.backbone(3.0 * x) - iwan.backbone(2.0 * x)) / x;
    assert_close(slope, iwan.slip_stiffness(), 1e-12);
    // Eq. 28 with the 1/x_s that its last form lacks.
    let (c, alpha) = (iwan.chi() + 2.0, iwan.alpha());
    assert_close(slope, alpha * force * c / (x * (c - 1.0 + alpha * c)), 1e-12);
    assert_eq!(iwan.backbone(-x), -force);
    let h = 1e-6 * x;
    for share in [0.2, 0.7, 1.5] {
        let difference = iwan.backbone(share * x + h) - iwan.backbone(share * x - h);
        assert_close(iwan.pull(share * x).tangent_stiffness, difference / (2.0 * h), 1e-8);
    }
}

#[test]
fn exponent_zero_is_songs_model_and_no_spring_is_segalmans() {
    let song = Iwan::new(500.0, 1e-6, 0.0, 0.5).unwrap();
    let r = 0.3;
    // Song: uniform strengths, so F is a parabola.
    assert_close(song.backbone(r * 1e-6), song.strength() * (1.5 * r - 0.5 * r * r), 1e-14);
    let third = song.strength() * 1e-6 * 4.0 * r * r * r / 6.0;
    assert_close(song.energy_per_cycle(r * 1e-6), third, 1e-13);
    let segalman = Iwan::new(500.0, 1e-6, -0.6, 0.0).unwrap();
    assert_close(segalman.friction_limit(), segalman.slip_force(), 1e-15);
    assert_close(segalman.backbone(7e-6), 500.0, 1e-14);
    assert!(segalman.pull(0.999999e-6).tangent_stiffness < 1e-6 * segalman.stiffness());
}

#[test]
fn the_energy_of_a_cycle_is_the_area_of_its_loop() {
    for (chi, alpha) in [(-0.9, 0.3), (-0.5, 0.0), (-0.05, 3.99), (0.5, 1.0)] {
        let iwan = Iwan::new(1060.0, 1.39e-6, chi, alpha).unwrap();
        for share in [0.1, 0.9, 1.0, 1.6, 4.0] {
            let amplitude = share * iwan.slip_displacement();
            // The spring is left out: its part of both branches is equal.
            let rest = iwan.slip_stiffness();
            let width = |x: f64| {
                (iwan.reloading(amplitude, x) - rest * x)
                    - (iwan.unloading(amplitude, x) - rest * x)
            };
            let turn = (amplitude - 2.0 * iwan.slip_displacement()).abs();
            let area = match share {
                _ if share > 1.0 => {
                    integral(-amplitude, -turn, width)
                        + integral(-turn, turn, width)
                        + integral(turn, amplitude, width)
                }
                _ => integral(-amplitude, amplitude, width),
            };
            // Cancellation in `width` leaves 1e-16 k x over the width itself.
            let digits = 1e-12_f64.max(2e-15 * iwan.stiffness() * amplitude * amplitude / area);
            assert_close(iwan.energy_per_cycle(amplitude), area, digits);
        }
    }
}

#[test]
fn invalid_numbers_are_refused_and_change_nothing() {
    for bad in [[0.0, 1e-6, 0.0, 0.0], [1.0, -1.0, 0.0, 0.0], [1.0, 1.0, -1.0, 0.0]] {
        assert!(Iwan::new(bad[0], bad[1], bad[2], bad[3]).is_err());
    }
    let refusal = Iwan::new(1.0, 1.0, 0.0, -0.1).unwrap_err().to_string();
    assert!(refusal.starts_with("alpha = -0.1 is outside"), "{refusal}");
    let iwan = finite_element_case();
    assert!(IwanNetwork::<40>::new(&iwan, 0.0).is_err());
    let (network, mut state) = (IwanNetwork::<40>::new(&iwan, 1.0).unwrap(), NetworkState::at(0.0));
    let (stack, mut other) = (IwanStack::<8>::new(iwan), StackState::at(0.0));
    network.step(&mut state, 1e-6, 1.0).unwrap();
    stack.step(&mut other, 1e-6).unwrap();
    let before = (state, other);
    assert!(network.step(&mut state, 0.0, -1.0).is_err());
    assert!(network.step(&mut state, f64::NAN, 1.0).is_err());
    assert!(stack.step(&mut other, f64::INFINITY).is_err());
    assert_eq!((state, other), before);
}

#[test]
fn in_continuous_time_springs_begin_with_their_whole_stiffness() {
    let iwan = finite_element_case();
    let network = IwanNetwork::<40>::new(&iwan, 1.0).unwrap();
    let (stretch, mut rates) = (1e-9, [0.0; 40]);
    // Sliders at rest; only the spring beside them is stretched.
    let at_rest = network.flow(&[0.0; 40], (stretch, 0.0), (1.0, 0.0), 1.0, &mut rates);
    let beside = at_rest.force / stretch;
    assert!(beside > 0.0);
    assert_close(at_rest.stored, 0.5 * beside * stretch * stretch, 1e-12);
    // Sliders that move together bring the rest of it.
    let mut state = NetworkState::at(0.0);
    let response = network.step(&mut state, stretch, 1.0).unwrap();
    let moved = network.flow(&[stretch; 40], (stretch, 0.0), (1.0, 0.0), 1.0, &mut rates);
    assert_close(at_rest.tangent_stiffness, response.tangent_stiffness, 1e-9);
    assert!(at_rest.tangent_stiffness > beside);
    assert_close(moved.force, response.force, 1e-9);
    assert_close(moved.stored, network.stored_energy(&state), 1e-9);
}

#[test]
fn in_continuous_time_the_other_direction_is_the_mirror() {
    let network = IwanNetwork::<40>::new(&finite_element_case(), 1.0).unwrap();
    let limit = network.usual_limit(1.0);
    let deflection: [f64; 40] = std::array::from_fn(|j| 0.03 * j as f64 * limit);
    let flow = |sign: f64| {
        let mut rates = [0.0; 40];
        let moved = deflection.map(|one| sign * one);
        let motion = (sign * limit, sign * 1e-3);
        let flowing = network.flow(&moved, motion, (1.0, 0.0), 1.0, &mut rates);
        (flowing, rates.map(|rate| sign * rate))
    };
    let ((one, rates), (other, mirrored)) = (flow(1.0), flow(-1.0));
    assert_eq!(rates, mirrored);
    assert_eq!((one.force, one.lost, one.stored), (-other.force, other.lost, other.stored));
    assert!(rates[39] < rates[0] && one.lost > 0.0, "the springs of the least limits slip");
}

#[test]
fn in_continuous_time_only_the_ratio_of_a_load_to_its_reference_counts() {
    let iwan = finite_element_case();
    let limit = IwanNetwork::<40>::new(&iwan, 1.0).unwrap().usual_limit(1.0);
    let deflection: [f64; 40] = std::array::from_fn(|j| 0.03 * j as f64 * limit);
    let flow = |reference: f64| {
        let network = IwanNetwork::<40>::new(&iwan, reference).unwrap();
        let mut rates = [0.0; 40];
        let load = (0.9 * reference, 0.7 * reference);
        let flowing = network.flow(&deflection, (limit, 1e-3), load, reference, &mut rates);
        (flowing.force, flowing.lost, rates)
    };
    // Powers of two leave every digit as it is.
    assert_eq!(flow(1.0), flow(2.0));
    assert_eq!(flow(1.0), flow(0.25));
}
