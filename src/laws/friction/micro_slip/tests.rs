//! Micro-slip of networks, bristles and smooth bodies behind a contact point: limits, first stiffness, energy.

use super::*;
use crate::laws::friction::{Friction, FrictionLaw};
use proptest::prelude::*;

fn network() -> MicroSlipLaw {
    MicroSlipLaw::network(&IwanParameters::default()).unwrap()
}

fn surfaces(friction: f64) -> RoughSurfaces {
    let asperities = Asperities::default();
    let roughness = Roughness {
        height_std: asperities.height_std,
        asperity_radius: asperities.radius,
        asperity_density: asperities.density,
        nominal_area: asperities.area,
    };
    RoughSurfaces::new(roughness, moduli(), friction).unwrap()
}

fn moduli() -> Moduli {
    let steel = crate::base::Material::default();
    Moduli::of(&steel, &steel)
}

fn bristles() -> MicroSlipLaw {
    let friction = FrictionParameters { r#static: 0.2, ..FrictionParameters::default() };
    MicroSlipLaw::bristles(&friction, &Asperities::default(), moduli()).unwrap()
}

fn smooth() -> MicroSlipLaw {
    let friction = FrictionParameters { r#static: 0.2, ..FrictionParameters::default() };
    let moduli = moduli();
    let normal = NormalContact {
        moduli,
        force: &|depth| 1e10 * depth * depth.sqrt(),
        stiffness_ratio: moduli.stiffness_ratio(),
    };
    MicroSlipLaw::mindlin(&friction, &TangentialParameters::default(), &normal).unwrap()
}

/// The laws with their friction limit over the normal force.
fn laws() -> [(MicroSlipLaw, f64); 3] {
    [(network(), 0.01), (bristles(), 0.2), (smooth(), 0.2)]
}

#[test]
fn sliding_on_gives_the_friction_limit_of_any_normal_force() {
    for (law, coefficient) in laws() {
        for normal_force in [0.0, 1e-3, 1.0, 300.0, 2e3, 1e5] {
            let mut memory = MicroSlip::Rest;
            law.slide(&mut memory, -0.01, normal_force);
            let force = law.slide(&mut memory, -1e-3, normal_force);
            let limit = coefficient * normal_force;
            assert!((force + limit).abs() <= 1e-9 * limit, "{normal_force}: {force}");
        }
    }
}

#[test]
fn the_first_stiffness_is_that_of_the_pure_models() {
    let stiffness = |law: &MicroSlipLaw, normal_force| law.first_stiffness(normal_force);
    let pure = Iwan::new(10.0, 1e-6, 0.0, 0.0).unwrap();
    // 2 %: the network's first element is a chord of the model's curve.
    let ratio = stiffness(&network(), 1e3) / pure.stiffness();
    assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
    let (surfaces, law) = (surfaces(0.2), bristles());
    for normal_force in [300.0, 2e3] {
        let separation = surfaces.separation_under(normal_force).unwrap();
        let pure = surfaces.first_loading_stiffness(separation, 0.0);
        // 6 %: the bristles' stiffness at rest is a step function.
        let ratio = stiffness(&law, normal_force) / pure;
        assert!((ratio - 1.0).abs() < 0.06, "{normal_force}: {ratio}");
    }
}

#[test]
fn two_halves_of_an_interval_make_the_whole() {
    for (law, _) in laws() {
        for distance in [-1e-5_f64, 3e-7, 1e-9] {
            let (mut whole, mut halves) = (MicroSlip::Rest, MicroSlip::Rest);
            for memory in [&mut whole, &mut halves] {
                law.slide(memory, 4e-7, 1e3);
            }
            let once = law.slide(&mut whole, distance, 1e3);
            let twice = [0, 1].map(|_| law.slide(&mut halves, 0.5 * distance, 1e3));
            let mean = 0.5 * (twice[0] + twice[1]);
            assert!((once - mean).abs() < 1e-12 * (1.0 + mean.abs()), "{distance}: {once}");
        }
    }
}

#[test]
fn a_rest_replaces_any_state_when_copied() {
    for (law, _) in laws() {
        let (mut memory, mut copy) = (MicroSlip::Rest, MicroSlip::Rest);
        law.slide(&mut memory, 1e-7, 1e3);
        copy.clone_from(&memory);
        assert_eq!(copy, memory);
        copy.clone_from(&MicroSlip::Rest);
        assert_eq!(copy, MicroSlip::Rest);
    }
}

#[test]
fn bristles_without_friction_are_refused_by_name() {
    let friction = FrictionParameters { r#static: 0.0, ..FrictionParameters::default() };
    let fault = MicroSlipLaw::bristles(&friction, &Asperities::default(), moduli());
    assert!(fault.unwrap_err().to_string().starts_with("friction.static = 0 "));
}

proptest! {
    #[test]
    fn no_closed_loop_under_changing_load_creates_energy(
        path in prop::collection::vec((-2e-6..2e-6_f64, 0.0..3e3_f64), 1..60),
    ) {
        for (law, coefficient) in laws() {
            let (mut memory, mut work, mut scale) = (MicroSlip::Rest, 0.0, 0.0);
            let (mut at, mut before) = (0.0, 0.0_f64);
            let home = [(0.0, 500.0)];
            for (to, normal_force) in path.iter().chain(&home) {
                let force = law.slide(&mut memory, to - at, *normal_force);
                // The mean of a falling load's friction may be above the last limit.
                let limit = coefficient * normal_force.max(before);
                before = *normal_force;
                prop_assert!(force.abs() <= limit * (1.0 + 1e-9));
                work += force * (to - at);
                scale += (force * (to - at)).abs();
                at = *to;
                prop_assert!(work >= law.stored_energy(&memory) - 1e-12 * scale);
            }
        }
    }
}

/// A law in each of its forms.
fn all_laws() -> Vec<FrictionLaw> {
    let parameters = |model| FrictionParameters { model, ..FrictionParameters::default() };
    let plain = [Friction::Without, Friction::Coulomb, Friction::Lugre];
    let plain = plain.map(|model| FrictionLaw::without_micro_slip(&parameters(model)).unwrap());
    let micro_slip = laws().map(|(law, _)| FrictionLaw::MicroSlip(law));
    plain.into_iter().chain(micro_slip).collect()
}

#[test]
fn a_slide_in_two_parts_ends_as_one_in_a_whole() {
    for law in all_laws() {
        let (speed, time, force) = (-3e-3, 4e-4, 500.0);
        // Micro-slip depends on the order of pressing and sliding: it is pressed first.
        let (mut pressed, mut between) = (MicroSlip::Rest, MicroSlip::Rest);
        if let FrictionLaw::MicroSlip(law) = &law {
            law.slide(&mut pressed, 0.0, force);
            between = pressed.clone();
            law.slide(&mut between, 0.5 * speed * time, force);
        }
        let whole = law.after_sliding((1e-7, &pressed), (speed, time), speed, force);
        let half = law.after_sliding((1e-7, &pressed), (speed, 0.5 * time), speed, force);
        let parts = law.after_sliding((half[1], &between), (speed, 0.5 * time), speed, force);
        for (whole, part) in whole.into_iter().zip(parts) {
            assert!((whole - part).abs() <= 1e-9 * whole.abs(), "{whole} {part}");
        }
        // The force is that of the deflection that the slide ends with.
        if let FrictionLaw::MicroSlip(_) = law {
            let told = law.deflected([0.0, speed * time], &pressed, speed, force);
            assert!((told[0] - whole[0]).abs() <= 1e-12 * whole[0].abs());
            assert_eq!(told[1..], [speed * time, speed]);
        } else {
            let told = law.deflected([1e-7, whole[1]], &pressed, speed, force);
            let (coefficient, rate) = law.at(whole[1], speed);
            assert_eq!((told[0], told[2]), (force * coefficient, rate));
            assert_eq!(told[0], whole[0]);
            assert_eq!(law.slopes(whole[1], speed, 0.0).coefficient, coefficient);
        }
    }
}

#[test]
fn the_slope_of_coulomb_friction_is_that_of_its_coefficient() {
    let parameters = FrictionParameters { model: Friction::Coulomb, ..Default::default() };
    let law = FrictionLaw::without_micro_slip(&parameters).unwrap();
    for speed in [1e-4, -5e-4, 2e-3] {
        let [above, below] = [speed + 1e-9, speed - 1e-9].map(|speed| law.at(0.0, speed).0);
        let numeric = (above - below) / 2e-9;
        let told = law.slopes(0.0, speed, 0.0).by_speed;
        assert!((told - numeric).abs() < 1e-5 * numeric.abs().max(1e-3), "{told} {numeric}");
    }
}
