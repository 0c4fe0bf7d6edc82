//! Inputs and parameters that the joint refuses, with their messages.

use crate::driven::Driven as Named;
use crate::{Driven, MODELS, parameters, prepare};
use spiel::Fault;
use spiel::joints::rough_interface::{InterfaceLaw, Parameters};
use spiel::model::Build;
use spiel::{Choice, Value};

fn refusal(parameters: &Parameters) -> String {
    prepare(parameters).err().unwrap().to_string()
}

#[test]
fn a_stack_without_a_clamp_is_refused_by_name() {
    assert_eq!(
        refusal(&parameters(InterfaceLaw::IwanStack, 0.0)),
        "clamp.force = 0 is outside the finite numbers above 0 (clamping force; interface.model = \
         iwan_stack holds under constant load only and needs one)"
    );
}

#[test]
fn separations_that_bristles_cannot_have_are_refused_by_name() {
    let mut far = parameters(InterfaceLaw::Bristles, 0.0);
    far.surface.separation_min = -1e-3;
    assert!(refusal(&far).starts_with("surface.separation_min = -0.001 is outside"));
    far.interface.model = InterfaceLaw::IwanNetwork;
    assert!(prepare(&far).is_ok());
    let mut close = parameters(InterfaceLaw::Bristles, 50_000.0);
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
    let mut joint = Named::new("rough_interface", &Build::default());
    for index in joint.block.layout().parameters.clone() {
        let (before, row) = (joint.held(index), joint.block.rows()[index].clone());
        if let Value::Real(_) = row.start {
            for wrong in [f64::NAN, f64::INFINITY] {
                let answer = joint.block.assign(index, Value::Real(wrong));
                assert!(matches!(answer, Err(Fault::Refused { .. })), "{}", row.name);
            }
        }
        assert_eq!(joint.held(index), before);
    }
    let index = joint.number("interface.model");
    assert!(joint.block.assign(index, Value::Integer(4)).is_err());
}

#[test]
fn an_unbounded_motion_is_a_fault_and_the_last_loads_stay() {
    for model in MODELS {
        let build = Build::default().with("interface.model", model.name());
        let mut joint = Named::new("rough_interface", &build.with("clamp.force", 1000.0));
        joint.set("frame_b.vx", 0.01);
        joint.go(0.0, 1e-5);
        let good = joint.get("load_b.fx");
        joint.set("frame_b.x", f64::MAX);
        joint.set("frame_a.x", -f64::MAX);
        let fault = joint.try_go(1e-5, 1e-5).unwrap_err();
        assert!(matches!(fault, Fault::NoFiniteSolution { .. }), "{fault}");
        assert_eq!(joint.held(joint.number("load_b.fx")), good);
    }
}

#[test]
fn surfaces_far_apart_carry_nothing() {
    let mut driven = Driven::at(&parameters(InterfaceLaw::Bristles, 0.0), 0.0, 1.0);
    let loads = driven.go(1.0, 1.0);
    assert_eq!((loads.load_b.fx, loads.load_b.fy), (0.0, 0.0));
    assert_eq!(driven.report.contact.stick_share, 0.0);
}
