//! Plans of groups: their faults, and the variables that follow from them.

use crate::driven::Driven;
use crate::machine::{Scheme, paper, plan};
use nalgebra::Vector2;
use spiel::Fault;
use spiel::group::{BodyKind, Direction, LockPlan, PLAN, Plan, ShownVariables, WeldPlan};
use spiel::model::Build;
use spiel_examples::plant::{Dimensions, bodies};
use std::collections::BTreeSet;

pub fn mixed() -> Plan {
    plan(Scheme::Mixed, &paper())
}

#[test]
fn faults_of_a_plan_are_named_with_the_allowed_values() {
    type Change = fn(&mut Plan);
    let cases: [(Change, &str, &str); 20] = [
        (|p| p.bodies[0].name = "coupling".into(), "name", "name = coupling is reserved"),
        (|p| p.bodies[0].name = "main_crankshaft".into(), "name", "1 to 12 characters"),
        (|p| p.bodies[0].name = "rod".into(), "name", "name = rod is used twice"),
        (|p| p.joints[0].name = "rod".into(), "name", "name = rod is used twice"),
        (|p| p.bodies[1].name = "r d".into(), "name", "A-Z, a-z, 0-9 and _"),
        (|p| p.bodies[1].mass = None, "mass", "body rod: mass is missing"),
        (|p| p.bodies[1].inertia = Some(0.0), "inertia", "body rod: inertia = 0 is not"),
        (|p| p.bodies[1].marker.x = f64::NAN, "marker", "body rod: NaN is not a finite"),
        (
            |p| p.joints[0].a = "rood".into(),
            "a",
            "rood is no body; known: crank, rod, slider, ground",
        ),
        (|p| p.joints[0].a = "rod".into(), "b", "a and b are both rod"),
        (|p| p.bodies[1].kind = BodyKind::Prescribed, "b", "neither crank nor rod is free"),
        (|p| drop(p.joints.drain(..)), "", "there is no joint"),
        (
            |p| drop(p.joints[1].parameters.0.insert("contact.restituton".into(), "1".into())),
            "parameters",
            "joint C: contact.restituton is no parameter; known: geometry.bearing_radius",
        ),
        (
            |p| drop(p.joints[1].parameters.0.insert("contact.restitution".into(), "2".into())),
            "parameters",
            "joint C: contact.restitution = 2 is outside",
        ),
        (
            |p| p.locks.push(LockPlan { body: "crank".into(), directions: vec![Direction::X] }),
            "body",
            "lock of crank: the host moves it; only",
        ),
        (
            |p| p.welds.push(WeldPlan { a: "rod".into(), b: "nut".into() }),
            "b",
            "weld of rod and nut: b = nut is no body",
        ),
        (
            |p| p.joints[0].variables = vec!["contact.penetration".into()],
            "variables",
            "joint B: variables = [contact.penetration, ...] is for a file that begins with variables = \"named\"",
        ),
        (
            |p| {
                p.variables = ShownVariables::Named;
                p.joints[2].variables = vec!["contact.penetraton".into()];
            },
            "variables",
            "joint D: contact.penetraton is no variable; known: load.fx, load.fy, load.t, contact.penetration",
        ),
        (
            |p| {
                p.variables = ShownVariables::Named;
                p.bodies[1].variables = vec!["weight".into()];
            },
            "variables",
            "body rod: weight is no variable; known: peak_acceleration.x",
        ),
        (
            |p| {
                p.variables = ShownVariables::Named;
                p.bodies[1].name = "joints".into();
            },
            "name",
            "name = joints is reserved",
        ),
    ];
    mixed().check().unwrap();
    for (change, field, text) in cases {
        let mut wrong = mixed();
        change(&mut wrong);
        let fault = wrong.check().unwrap_err();
        let spiel::Fault::Flaw(flaw) = &fault else { panic!("{fault}") };
        assert_eq!(flaw.field, field, "{fault}");
        assert!(fault.to_string().contains(text), "{fault}");
        assert!(!fault.to_string().contains('\n'));
    }
}

#[test]
fn every_variable_is_named_after_the_plan_in_forty_characters() {
    let mut plan = mixed();
    for body in &mut plan.bodies {
        body.name = format!("{:_<12}", body.name);
    }
    for joint in &mut plan.joints {
        joint.name = format!("{:_<12}", joint.name);
        (joint.a, joint.b) = ("rod_________".into(), "slider______".into());
    }
    let group = Driven::group(&plan);
    let rows = group.block.rows();
    let names: BTreeSet<_> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names.len(), rows.len());
    for row in rows {
        assert!(row.name.len() <= 40 && !row.text.is_empty(), "{}", row.name);
        // A text's "Used by" names a variable of the same joint, or of the group.
        let (part, _) = row.name.split_once('.').unwrap_or_default();
        for (_, after) in
            row.text.match_indices("Used by ").map(|(at, by)| row.text.split_at(at + by.len()))
        {
            let selector = after.split(' ').next().unwrap();
            let of_part = format!("{part}.{selector}");
            let known = names.contains(selector) || names.contains(&*of_part);
            assert!(known, "{} when {selector}", row.name);
        }
    }
    let group = Driven::group(&mixed());
    let rows = group.block.rows();
    for name in [
        "rod.phi",
        "slider.vx",
        "rod.t",
        "B.load.fx",
        "D.contact.penetration",
        "slider.peak_acceleration.x",
        "rod.centre_of_mass.x",
        "D.friction.static",
        "coupling.delay",
        "energy.dissipated",
    ] {
        assert!(rows.iter().any(|row| row.name == name), "{name}");
    }
    assert!(!rows.iter().any(|row| row.name.starts_with("B.coupling")));
}

#[test]
fn a_machine_shows_the_motions_that_its_bodies_name() {
    let mut plan = mixed();
    plan.variables = ShownVariables::Named;
    assert!(plan.shows()("rod.x") && plan.shows()("crank.fx"), "the host moves them");
    plan.integrate = true;
    plan.bodies[1].variables = vec!["x".into(), "fx".into(), "start.x".into()];
    plan.check().unwrap();
    let moved = plan.clone();
    let shows = moved.shows();
    let of = |number: usize| ["crank", "rod", "slider"][number];
    for (body, name, shown) in [
        (1, "x", true),
        (1, "fx", true),
        (1, "start.x", true),
        (1, "y", false),
        (2, "x", false),
        (2, "fx", false),
    ] {
        assert_eq!(shows(&format!("{}.{name}", of(body))), shown, "{} {name}", of(body));
    }
    plan.bodies[0].kind = BodyKind::Prescribed;
    assert!(plan.shows()("crank.x"), "the host moves it");
}

#[test]
fn named_variables_are_shown_with_sums_over_the_joints() {
    let mut plan = mixed();
    assert!(plan.shows()("B.geometry.clearance") && plan.shows()("rod.mass"));
    plan.variables = ShownVariables::Named;
    plan.joints[0].variables = vec!["contact.penetration".into(), "geometry.clearance".into()];
    plan.bodies[2].variables = vec!["mass".into()];
    plan.check().unwrap();
    assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
    let shows = plan.shows();
    for (name, shown) in [
        ("B.contact.penetration", true),
        ("B.geometry.clearance", true),
        ("B.contact.active", false),
        ("C.contact.penetration", false),
        ("slider.mass", true),
        ("rod.mass", false),
        ("energy.dissipated", true),
        ("coupling.delay", true),
        ("joints.touching", true),
    ] {
        assert_eq!(shows(name), shown, "{name}");
    }
    // Hidden variables still exist and change nothing.
    let run = |plan: &Plan| {
        let mut group = Driven::group(plan);
        let mut frames =
            bodies(&Dimensions::default(), 0.0).map(|body| body.frame(Vector2::zeros()));
        // The slider is pulled through its clearance at C and held there.
        frames[2].position.x += 5.02e-4;
        for index in 0..5 {
            group.step(&frames, 1e-5 * f64::from(index), 1e-5);
        }
        group
    };
    let (mut all, mut named) = (run(&mixed()), run(&plan));
    let sum = |group: &mut Driven, name: &str| -> f64 {
        ["B", "C", "D"].map(|joint| group.get(&format!("{joint}.{name}"))).iter().sum()
    };
    assert_eq!(sum(&mut all, "contact.active"), named.get("joints.touching"));
    assert!(named.get("joints.touching") > 0.0);
    assert_eq!(sum(&mut all, "contact.normal_force"), named.get("joints.normal_force"));
    for name in ["B.load.fx", "C.contact.peak_normal_force", "energy.dissipated"] {
        assert_eq!(all.get(name), named.get(name), "{name}");
    }
    assert!(all.block.number("joints.touching").is_none());
}

#[test]
fn bodies_start_with_their_joints_closed() {
    let mut group = Driven::group(&mixed());
    // Markers in the middle of crank and rod, the slider at the end of both.
    for (name, place) in [("crank.x", 0.075), ("rod.x", 0.4205), ("slider.x", 0.691)] {
        assert!((group.get(name) - place).abs() < 1e-12, "{name} = {}", group.get(name));
    }
    group.block.initialize(0.0).unwrap();
    for joint in ["B", "C", "D"] {
        let penetration = group.get(&format!("{joint}.contact.penetration"));
        assert!((penetration + 5e-4).abs() < 1e-12, "{joint}: {penetration}");
    }
}

#[test]
fn a_plan_survives_serialisation() {
    let plan = mixed();
    let text = serde_json::to_string(&plan).unwrap();
    assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
}

#[test]
fn without_a_plan_there_is_no_group_and_with_one_no_other_joint() {
    let fault = Driven::try_new("group", &Build::default()).err().unwrap();
    assert!(fault.to_string().contains("build --group GROUP.toml"), "{fault}");
    let build = Build::default().with_file(PLAN, mixed().to_json());
    let fault = Driven::try_new("revolute_clearance", &build).err().unwrap();
    assert_eq!(fault.to_string(), "revolute_clearance takes no file group");
}

#[test]
fn refusals_of_a_joint_carry_its_name() {
    let mut group = Driven::group(&mixed());
    group.set("B.geometry.clearance", 0.5);
    let fault = group.block.initialize(0.0).unwrap_err();
    assert!(fault.to_string().starts_with("B.geometry.clearance = 0.5 is outside"), "{fault}");
}

#[test]
fn constraints_that_repeat_each_other_are_refused() {
    let mut plan = plan(Scheme::First, &paper());
    plan.pins.push(plan.pins[0].clone());
    let fault = Driven::group(&plan).block.initialize(0.0).unwrap_err();
    assert_eq!(fault, Fault::ConstraintsClash { time: 0.0 });
}

#[test]
fn a_group_has_no_equations_for_a_solver() {
    let fault = Driven::group(&mixed()).block.make_continuous().unwrap_err().to_string();
    assert!(fault.contains("revolute_clearance") && fault.contains("--kind cs"), "{fault}");
}
