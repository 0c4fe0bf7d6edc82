//! Micro-slip under a journal that rocks.

use super::*;
use model_description::Choice;

const MICRO_SLIP: [Friction; 3] = [Friction::IwanNetwork, Friction::Bristles, Friction::Mindlin];

#[test]
fn a_contact_that_rocks_slips_a_little_and_every_swing_costs_heat() {
    for model in MICRO_SLIP {
        let mut joint = joint(|p| p.friction.model = model);
        let mut inputs = WorldInputs::default();
        inputs.frame_b.x = 5.01e-4;
        joint.first(&inputs, 0.0).unwrap();
        let size = 1e-6;
        let mut heat = Vec::new();
        for index in 0..400 {
            // Rocks by 0.5 µm at the surface.
            inputs.frame_b.w = if index % 200 < 100 { 0.5 } else { -0.5 };
            let step = Step { start: f64::from(index) * size, size };
            joint.step(&inputs, step).unwrap();
            let Report { contact, energy, .. } = joint.report();
            let limit = 0.01 * contact.normal_force;
            assert!(
                contact.tangential_force.abs() <= limit * (1.0 + 1e-12),
                "{model:?}: {contact:?}"
            );
            if index % 200 == 199 {
                heat.push(energy.dissipated);
            }
        }
        assert!(heat[0] > 0.0 && heat[1] > heat[0], "{model:?}: {heat:?}");
    }
}

#[test]
fn a_new_contact_begins_without_slip() {
    for model in MICRO_SLIP {
        let mut joint = joint(|p| p.friction.model = model);
        let mut inputs = WorldInputs::default();
        (inputs.frame_b.x, inputs.frame_b.w) = (5.05e-4, 1.0);
        joint.first(&inputs, 0.0).unwrap();
        let step = |index: i32| Step { start: f64::from(index) * 1e-6, size: 1e-6 };
        joint.step(&inputs, step(0)).unwrap();
        assert!(joint.report::<Report>().contact.tangential_force > 0.0, "{model:?}");
        inputs.frame_b.x = 4.5e-4;
        joint.step(&inputs, step(1)).unwrap();
        (inputs.frame_b.x, inputs.frame_b.w) = (5.05e-4, 0.0);
        joint.step(&inputs, step(2)).unwrap();
        let Report { contact, .. } = joint.report();
        assert!(contact.normal_force > 0.0);
        assert_eq!(contact.tangential_force, 0.0, "{model:?}");
    }
}

#[test]
fn mindlin_takes_every_law_that_stiffens_and_refuses_no_friction() {
    for elastic in Elastic::ITEMS.iter().map(|item| Elastic::from_number(item.number).unwrap()) {
        let mut joint = joint(|p| {
            p.friction.model = Friction::Mindlin;
            p.contact.normal.elastic = elastic;
        });
        let mut inputs = WorldInputs::default();
        (inputs.frame_b.x, inputs.frame_b.w) = (5.02e-4, 2.0);
        first_step(&mut joint, &inputs, 1e-3);
        let Report { contact, .. } = joint.report();
        // It has slid by 19 µm.
        let slides = contact.tangential_force / (0.01 * contact.normal_force);
        assert!((slides - 1.0).abs() < 1e-9, "{elastic:?}: {slides}");
    }
    let mut parameters = Parameters::default();
    (parameters.friction.model, parameters.friction.r#static) = (Friction::Mindlin, 0.0);
    let why = Host::new(&parameters).err().unwrap().to_string();
    assert!(why.starts_with("friction.static = 0 "), "{why}");
}
