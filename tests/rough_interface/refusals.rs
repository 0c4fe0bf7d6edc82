//! What the joint does not take, and what it says.

use crate::{Driven, MODELS, parameters, prepare};
use spiel::joints::rough_interface::{Model, Parameters};
use spiel::joints::{Options, find};
use spiel::unit::Refusal;
use spiel::{Fault, Value};

fn refusal(parameters: &Parameters) -> String {
    prepare(parameters).unwrap_err().to_string()
}

#[test]
fn the_stack_asks_for_a_clamp_by_name() {
    assert_eq!(
        refusal(&parameters(Model::IwanStack, 0.0)),
        "clamp.force = 0 is outside the finite numbers above 0 (clamping force; interface.model = \
         iwan_stack holds under constant load only and needs one)"
    );
}

#[test]
fn separations_that_bristles_cannot_have_are_refused_by_name() {
    let mut far = parameters(Model::Bristles, 0.0);
    far.surface.separation_min = -1e-3;
    assert!(refusal(&far).starts_with("surface.separation_min = -0.001 is outside"));
    far.interface.model = Model::IwanNetwork;
    assert!(prepare(&far).is_ok());
    let mut close = parameters(Model::Bristles, 50_000.0);
    close.surface.separation_min = 0.0;
    assert!(refusal(&close).starts_with("surface.separation_min = 0 is outside"));
    assert!(refusal(&close).ends_with("clamp.force holds the surfaces closer)"));
}

#[test]
fn a_clamp_beyond_the_surfaces_is_refused_by_name() {
    for model in MODELS {
        assert!(
            refusal(&parameters(model, 1e12)).starts_with("clamp.force = 1000000000000 is outside")
        );
    }
}

#[test]
fn every_parameter_outside_its_range_is_refused_and_the_old_one_kept() {
    let mut unit = (find("rough_interface").unwrap().unit)(&Options::default()).unwrap();
    let layout = unit.layout();
    let rows = unit.rows();
    for index in layout.parameters {
        let before = unit.held(index);
        if let Some(Value::Real(_)) = before {
            for wrong in [f64::NAN, f64::INFINITY] {
                let answer = unit.assign(index, Value::Real(wrong));
                assert!(matches!(answer, Err(Refusal::Row(_))), "{}", rows[index].name);
            }
        }
        assert_eq!(unit.held(index), before);
    }
    let index = rows.iter().position(|row| row.name == "interface.model").unwrap();
    assert!(unit.assign(index, Value::Integer(4)).is_err());
}

#[test]
fn a_motion_out_of_all_bounds_is_a_fault_and_the_last_loads_stay() {
    for model in [1, 2, 3] {
        let mut unit = (find("rough_interface").unwrap().unit)(&Options::default()).unwrap();
        let rows = unit.rows();
        let at = |name: &str| rows.iter().position(|row| row.name == name).unwrap();
        unit.assign(at("interface.model"), Value::Integer(model)).unwrap();
        unit.assign(at("clamp.force"), Value::Real(1000.0)).unwrap();
        unit.assign(at("frame_b.vx"), Value::Real(0.01)).unwrap();
        unit.initialize(0.0, 1e-5).unwrap();
        unit.begin().unwrap();
        let step = |start: f64| spiel::coupling::Step { start, size: 1e-5 };
        unit.advance(step(0.0)).unwrap();
        let good = unit.value(at("load_b.fx")).unwrap();
        unit.assign(at("frame_b.x"), Value::Real(f64::MAX)).unwrap();
        unit.assign(at("frame_a.x"), Value::Real(-f64::MAX)).unwrap();
        let fault = unit.advance(step(1e-5)).unwrap_err();
        assert!(matches!(fault, Fault::NoFiniteSolution { .. }), "{fault}");
        assert_eq!(unit.held(at("load_b.fx")), Some(good));
    }
}

#[test]
fn surfaces_far_apart_carry_nothing() {
    let mut driven = Driven::at(&parameters(Model::Bristles, 0.0), 0.0, 1.0);
    let loads = driven.go(1.0, 1.0);
    assert_eq!((loads.load_b.fx, loads.load_b.fy), (0.0, 0.0));
    assert_eq!(driven.report.contact.stick_share, 0.0);
}
