//! What can be set, when, and what a refusal leaves behind.

use super::*;

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_constant_and_a_fixed_parameter_take_the_value_that_they_have_and_no_other() {
    let mut pin = pin_in_contact(&Build::default().with("build.ports", "world"));
    for (name, same, other, why) in [
        (
            "build.ports",
            Value::Integer(1),
            Value::Integer(2),
            "build.ports = 2 is refused: it was chosen when the FMU was built",
        ),
        (
            "geometry.clearance",
            Value::Real(5e-4),
            Value::Real(4e-4),
            "geometry.clearance is a fixed parameter: it can be set only before initialization ends",
        ),
        (
            "friction.damping_fades",
            Value::Boolean(true),
            Value::Boolean(false),
            "friction.damping_fades is a fixed parameter: it can be set only before initialization ends",
        ),
    ] {
        assert_eq!(set(&mut pin, name, same), Ok(()), "{name}");
        assert_eq!(set(&mut pin, name, other).unwrap_err().to_string(), why);
        assert_eq!(get(&mut pin, name), same.number());
    }
}

#[test]
fn a_constant_is_closed_from_the_start_and_a_fixed_parameter_once_steps_may_follow() {
    let mut pin = block("revolute_clearance", &Build::default());
    assert_eq!(set(&mut pin, "build.ports", 1), Ok(()));
    assert!(matches!(set(&mut pin, "build.ports", 2), Err(Fault::Constant { .. })));
    set(&mut pin, "geometry.clearance", 4e-4).unwrap();
    set(&mut pin, "frame_b.x", 4.1e-4).unwrap();
    pin.initialize(0.0).unwrap();
    assert!(get(&mut pin, "contact.normal_force") > 0.0);
    // The state still follows what is set.
    set(&mut pin, "geometry.clearance", 4.2e-4).unwrap();
    assert_eq!(get(&mut pin, "contact.normal_force"), 0.0);
    pin.begin().unwrap();
    assert!(matches!(set(&mut pin, "geometry.clearance", 4e-4), Err(Fault::Fixed(_))));
    set(&mut pin, "contact.restitution", 0.5).unwrap();
}

#[test]
fn a_tunable_parameter_that_does_not_fit_leaves_all_parameters_and_loads_as_before() {
    let build = Build::default().with("friction.model", "bristles").with("friction.static", 0.3);
    let [mut pin, mut undisturbed] = [pin_in_contact(&build), pin_in_contact(&build)];
    let [before, restitution, coefficient] = {
        let number = |name: &str| pin.number(name).unwrap();
        [pin.layout.parameters.start, number("contact.restitution"), number("friction.static")]
    };
    let parameters = bits(&pin.values[before..]);
    // Both at once, as a host may set them: the first alone would do.
    for (index, value) in [(restitution, 0.5), (coefficient, 0.0)] {
        pin.admit(index, Holds::Real, value).unwrap();
        pin.put(index, value);
    }
    let why = pin.settle().unwrap_err().to_string();
    assert!(why.starts_with("friction.static = 0 is outside"), "{why}");
    assert_eq!(bits(&pin.values[before..]), parameters);
    for pin in [&mut pin, &mut undisturbed] {
        pin.advance(Step { start: 3e-6, size: 1e-6 }).unwrap();
    }
    for pin in [&mut pin, &mut undisturbed] {
        pin.find_report().unwrap();
    }
    assert_eq!(bits(&pin.values), bits(&undisturbed.values));
    assert_eq!(bits(&pin.outputs), bits(&undisturbed.outputs));
    // The same change without the one that does not fit is felt.
    pin.assign(restitution, 0.5.into()).unwrap();
    for pin in [&mut pin, &mut undisturbed] {
        pin.advance(Step { start: 4e-6, size: 1e-6 }).unwrap();
    }
    assert_ne!(get(&mut pin, "load_b.fx"), get(&mut undisturbed, "load_b.fx"));
}

#[test]
fn outputs_cannot_be_set_even_to_what_they_are() {
    let mut pin = pin_in_contact(&Build::default());
    for name in ["load_b.fx", "contact.normal_force", "contact.active"] {
        let index = pin.number(name).unwrap();
        let value = pin.value(index).unwrap();
        let why = pin.assign(index, value).unwrap_err().to_string();
        assert_eq!(why, format!("{name} is an output and cannot be set"));
    }
}

#[test]
fn values_of_another_type_and_numbers_that_no_variable_has_are_refused() {
    let mut pin = block("revolute_clearance", &Build::default());
    for (name, wrong) in [
        ("frame_b.x", Value::Integer(0)),
        ("friction.model", Value::Real(1.0)),
        ("friction.model", Value::Boolean(true)),
        ("friction.damping_fades", Value::Integer(1)),
    ] {
        let why = set(&mut pin, name, wrong).unwrap_err().to_string();
        assert_eq!(why, format!("{name} has another data type"));
    }
    let beyond = pin.rows().len();
    assert_eq!(pin.assign(beyond, 0.0.into()), Err(Fault::UnknownVariable(beyond)));
    assert_eq!(pin.value(beyond), Err(Fault::UnknownVariable(beyond)));
    assert_eq!((pin.role(beyond), pin.held(beyond, Holds::Real)), (None, None));
}

#[test]
fn values_outside_their_ranges_are_refused_and_the_old_ones_stay() {
    let mut pin = block("revolute_clearance", &Build::default());
    for (name, value, why) in [
        (
            "contact.restitution",
            Value::Real(1.3),
            "contact.restitution = 1.3 is outside above 0..=1",
        ),
        ("frame_b.x", Value::Real(f64::NAN), "frame_b.x = NaN is outside the finite numbers"),
        ("friction.model", Value::Integer(7), "friction.model = 7 is none of none 1, coulomb 2"),
    ] {
        let before = get(&mut pin, name);
        let refusal = set(&mut pin, name, value).unwrap_err().to_string();
        assert!(refusal.starts_with(why), "{refusal}");
        assert_eq!(get(&mut pin, name), before);
    }
}

#[test]
fn a_build_that_a_model_cannot_have_is_refused_by_name() {
    let plain = Build::default;
    for (model, build, why) in [
        (
            "revolute_clearance",
            plain().with_file("profile", "position,depth\n0,0\n"),
            "revolute_clearance takes no file profile",
        ),
        ("gear_mesh", plain().with_file("group", "{}"), "gear_mesh takes no file group"),
        (
            "sliced_pin",
            plain().with("build.slices", 1),
            "build.slices = 1 is outside the whole numbers in 2..=200",
        ),
        (
            "rough_interface",
            plain().with("build.ports", "sideways"),
            "build.ports = sideways is none of world 1, relative 2",
        ),
        (
            "revolute_clearance",
            plain().with("build.slices", 24),
            "build.slices is not a variable of revolute_clearance that could be set",
        ),
        (
            "revolute_clearance",
            plain().with("contact.normal_force", 1),
            "contact.normal_force is not a variable of revolute_clearance that could be set",
        ),
        (
            "revolute_clearance",
            plain().with("contact.restitution", 1.3),
            "contact.restitution = 1.3 is outside above 0..=1",
        ),
    ] {
        let fault = Block::new(catalogue::named(model).unwrap(), &build).err().unwrap();
        assert!(fault.to_string().starts_with(why), "{fault}");
    }
}

#[test]
fn a_reset_block_has_the_start_values_of_its_build_again() {
    let build = Build::default().with("contact.restitution", 0.5).with("frame_b.x", 1e-4);
    let mut pin = pin_in_contact(&build);
    set(&mut pin, "contact.restitution", 0.7).unwrap();
    pin.reset();
    let new = block("revolute_clearance", &build);
    assert_eq!((bits(&pin.values), bits(&pin.outputs)), (bits(&new.values), bits(&new.outputs)));
    assert_eq!(get(&mut pin, "contact.restitution"), 0.5);
    assert_eq!(pin.advance(Step { start: 0.0, size: 1e-6 }), Err(Fault::NotBegun));
}

#[test]
fn a_law_that_has_ended_is_named_once_and_one_without_an_end_never() {
    for (law, cells, times) in
        [("hertz", 0, 1), ("hertz", 48, 1), ("conformal", 0, 0), ("conformal", 48, 0)]
    {
        let build = Build::default().with("contact.line_law", law).with("build.cells", cells);
        let mut pin = block("revolute_clearance", &build);
        let mut said = Vec::new();
        for (count, depth) in [1.1e-4, 1.3e-4, 1.4e-4].into_iter().enumerate() {
            set(&mut pin, "frame_b.x", 5e-4 + depth).unwrap();
            if count == 0 {
                pin.initialize(0.0).unwrap();
                pin.begin().unwrap();
            }
            let start = 1e-6 * count as f64;
            pin.advance(Step { start, size: 1e-6 }).unwrap();
            pin.notices(start + 1e-6, &mut |_, text| said.push((count, text.to_string())));
        }
        assert_eq!(said.len(), times, "{law} {cells}: {said:?}");
        // Hertz's law goes on along its tangent from 0.2436 clearances.
        for (count, text) in said {
            assert!(
                count == 1 && text.contains("contact.line_law has ended: from 1.218e-4 m"),
                "{text}"
            );
        }
    }
}

#[test]
fn a_solver_that_integrates_a_joint_hears_nothing_of_its_measurement() {
    let build = Build::default().with("coupling.method", "predicted").with("frame_b.x", 5.02e-4);
    let mut said = Vec::new();
    let mut solved = block("revolute_clearance", &build);
    solved.make_continuous().unwrap();
    solved.start_solving(0.0).unwrap();
    solved.begin().unwrap();
    for count in 0..500 {
        solved.set_time(1e-6 * f64::from(count));
        solved.event().unwrap();
        solved.notices(1e-6 * f64::from(count), &mut |_, text| said.push(text.to_string()));
    }
    assert!(said.is_empty(), "{said:?}");
    // A joint that is stepped into contact before its host is measured says so.
    let mut stepped = block("revolute_clearance", &build);
    stepped.initialize(0.0).unwrap();
    stepped.begin().unwrap();
    for count in 0..20 {
        stepped.advance(Step { start: 1e-6 * f64::from(count), size: 1e-6 }).unwrap();
        // Sums of steps are printed as what they stand for.
        stepped.notices(0.1 + 0.2, &mut |_, text| said.push(text.to_string()));
    }
    assert!(said.iter().any(|text| text.contains("at t = 0.3 s")), "{said:?}");
}
