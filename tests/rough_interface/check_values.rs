//! Check values of the laws, through the joint.

use crate::{Driven, MODELS, assert_close, end_point, parameters};
use spiel::joints::rough_interface::{InterfaceLaw, Parameters};
use spiel::laws::interface::{Iwan, Moduli, RoughSurfaces, Roughness};

/// The closed forms of the joint's own start values.
fn surfaces() -> RoughSurfaces {
    let Parameters { surface, geometry, material_a, material_b, friction, .. } =
        Parameters::default();
    let roughness = Roughness {
        height_std: surface.height_std,
        asperity_radius: surface.asperity_radius,
        asperity_density: surface.asperity_density,
        nominal_area: geometry.nominal_area,
    };
    RoughSurfaces::new(roughness, Moduli::of(&material_a, &material_b), friction.coefficient)
        .unwrap()
}

const LOAD: f64 = 2072.570468155;

#[test]
fn the_starts_are_surface_1_whose_normal_law_is_exact() {
    for model in [InterfaceLaw::Bristles, InterfaceLaw::IwanNetwork] {
        let joint = |y: f64| Driven::at(&parameters(model, 0.0), 0.0, y).report.contact;
        assert_close(joint(0.0).normal_force, LOAD, 1e-12);
        let h = 1e-11;
        let stiffness = (joint(-h).normal_force - joint(h).normal_force) / (2.0 * h);
        // 1e-8: a difference of loads.
        assert_close(stiffness, 3.613224822380e9, 1e-8);
    }
}

#[test]
fn bristles_approach_the_closed_form_within_their_tolerance() {
    for y in [-0.9e-6, 0.0, 0.8e-6] {
        let surfaces = surfaces();
        let mut driven = Driven::at(&parameters(InterfaceLaw::Bristles, 0.0), 0.0, y);
        let limit = 0.2 * surfaces.normal_force(y);
        for i in 1..=400 {
            let x = 5e-9 * f64::from(i);
            driven.go(x, y);
            let error = driven.report.contact.tangential_force - surfaces.first_loading(y, x);
            assert!(error.abs() < 1e-3 * limit, "{y:e} {x:e}: {error:e} of {limit:e}");
        }
    }
    // The closed form at 10 nm; 1e-3 of f N is 0.41 N.
    let mut driven = Driven::new(&parameters(InterfaceLaw::Bristles, 0.0));
    driven.go(1e-8, 0.0);
    assert!((driven.report.contact.tangential_force - 29.21884099867).abs() < 0.41);
    driven.go(1e-3, 0.0);
    let contact = driven.report.contact;
    assert_close(contact.tangential_force, 0.2 * LOAD, 5e-4);
    assert_eq!((contact.stick_share, contact.tangential_stiffness), (0.0, 0.0));
}

#[test]
fn the_stack_gives_force_and_loop_area_of_the_finite_element_case() {
    let mut driven = Driven::new(&parameters(InterfaceLaw::IwanStack, LOAD));
    let amplitude = 1.39e-7;
    driven.go(amplitude, 0.0);
    assert_close(driven.report.contact.tangential_force, 116.7790624116, 1e-12);
    let before = driven.report.energy.dissipated;
    for part in [0.3, -1.0, -0.2, 1.0] {
        driven.go(part * amplitude, 0.0);
    }
    assert_close(driven.report.energy.dissipated - before, 2.439175951116e-7, 1e-10);
}

#[test]
fn the_network_follows_the_stack_within_its_tolerance() {
    let iwan = Iwan::new(1060.0, 1.39e-6, -0.05, 3.99).unwrap();
    let (stack, network) =
        (parameters(InterfaceLaw::IwanStack, LOAD), parameters(InterfaceLaw::IwanNetwork, LOAD));
    let (mut stack, mut network) = (Driven::new(&stack), Driven::new(&network));
    for i in 0..600 {
        let x = 2e-6 * (0.1 * f64::from(i)).sin() * (0.013 * f64::from(i)).cos();
        stack.go(x, 0.0);
        network.go(x, 0.0);
        let error = stack.report.contact.tangential_force - network.report.contact.tangential_force;
        assert!(error.abs() < 1.5e-3 * iwan.friction_limit(), "{x:e}: {error:e}");
    }
}

#[test]
fn another_clamp_scales_strengths_alike_in_stack_and_network() {
    for share in [0.5, 2.0] {
        let slip = |model| {
            let mut driven = Driven::new(&parameters(model, share * LOAD));
            driven.go(1e-4, 0.0);
            driven.report.contact.tangential_force
        };
        let iwan = Iwan::new(1060.0, 1.39e-6, -0.05, 3.99).unwrap();
        let expected = share * iwan.friction_limit() + iwan.slip_stiffness() * 1e-4;
        for model in [InterfaceLaw::IwanStack, InterfaceLaw::IwanNetwork] {
            assert_close(slip(model), expected, 1e-10);
        }
    }
}

#[test]
fn a_clamp_takes_its_own_force_off_the_bodies() {
    for model in MODELS {
        let mut driven = Driven::new(&end_point(parameters(model, 500.0)));
        let loads = driven.go(0.0, 0.0);
        assert_close(driven.report.contact.normal_force, 500.0, 1e-12);
        assert!(loads.load_b.fy.abs() < 1e-9, "{}", loads.load_b.fy);
        let lifted = Driven::at(&end_point(parameters(model, 500.0)), 0.0, 1e-7).go(0.0, 0.0);
        let rest = surfaces().separation_under(500.0).unwrap();
        assert_close(lifted.load_b.fy, surfaces().normal_force(rest + 1e-7) - 500.0, 1e-9);
        assert!(lifted.load_b.fy < 0.0);
    }
}

#[test]
fn pressed_beyond_the_statistics_the_surfaces_stay_apart() {
    let mut before = 0.0;
    for i in 0..200 {
        let y = -1e-6 * f64::from(i);
        let now = Driven::at(&parameters(InterfaceLaw::Bristles, 0.0), 0.0, y)
            .report
            .contact
            .normal_force;
        assert!(now > before, "{y:e}");
        before = now;
    }
    let near = |y: f64| Driven::at(&parameters(InterfaceLaw::Bristles, 0.0), 0.0, y).report.contact;
    let edge = -8.0 * 8.225329292901e-7;
    assert_close(
        near(edge * (1.0 + 1e-9)).normal_force,
        near(edge * (1.0 - 1e-9)).normal_force,
        1e-8,
    );
}

#[test]
fn the_mean_of_a_step_is_that_of_the_law_along_it() {
    for model in MODELS {
        let mean = parameters(model, LOAD);
        let (mut coarse, mut fine) = (Driven::new(&mean), Driven::new(&mean));
        // A quarter of the slip displacement in one step, far more than a host's; then a reversal.
        let error = match model {
            InterfaceLaw::Bristles => 2e-4,
            InterfaceLaw::IwanStack => 1e-6,
            InterfaceLaw::IwanNetwork => 1e-5,
        };
        for path in [[0.4e-6, 2e-8], [0.3e-6, -3e-8]] {
            let from = [coarse.inputs.frame_b.x, coarse.inputs.frame_b.y];
            let whole = coarse.go(path[0], path[1]);
            let mut sum = [0.0; 2];
            for i in 1..=1000 {
                let at = |k: usize| from[k] + (path[k] - from[k]) * f64::from(i) / 1000.0;
                let part = fine.go(at(0), at(1));
                sum = [sum[0] + part.load_b.fx / 1000.0, sum[1] + part.load_b.fy / 1000.0];
            }
            assert_close(whole.load_b.fx, sum[0], error);
            assert_close(whole.load_b.fy, sum[1], 1e-11);
        }
    }
}

#[test]
fn a_discarded_extrapolation_leaves_no_trace() {
    use spiel::coupling::Step;
    for model in MODELS {
        let parameters = parameters(model, LOAD);
        let (mut calm, mut wild) = (Driven::new(&parameters), Driven::new(&parameters));
        for i in 0..100_u32 {
            let x = 1e-6 * f64::from(i).sin();
            for (driven, speed) in [(&mut calm, 0.0), (&mut wild, 0.3 * f64::from(i).cos())] {
                (driven.inputs.frame_b.x, driven.inputs.frame_b.vx) = (x, speed);
                driven.advance(Step { start: 0.0, size: 1e-5 });
            }
            assert_eq!(calm.joint.state(), wild.joint.state());
        }
    }
}
