//! Refusals, each in one line.

use super::*;
use spiel::Fault;

fn refusal(build: &Build) -> String {
    let refused = Driven::try_new("spatial_revolute", build).and_then(|mut joint| joint.begin(0.0));
    refused.unwrap_err().to_string()
}

#[test]
fn parameters_that_do_not_fit_are_refused_by_one_line() {
    let plain = Build::default;
    for (build, right) in [
        (
            plain().with("contact.elastic", "kelvin_voigt"),
            "contact.elastic = kelvin_voigt is none of hertz 1, hybrid 2, ",
        ),
        (
            plain().with("friction.model", "bristles"),
            "friction.model = bristles is not possible here",
        ),
        (plain().with("geometry.clearance", 0.02), "geometry.clearance = 0.02 is outside"),
        (plain().with("geometry.length", 0.002), "geometry.length = 0.002 is outside"),
        (plain().with("geometry.journal_length", 0.001), "geometry.length = 0.001 is outside"),
        (
            plain().with("geometry.face_outer_radius", 0.009),
            "geometry.face_outer_radius = 0.009 is outside",
        ),
        (
            build().with("geometry.journal_length", 0.02),
            "geometry.journal_length = 0.02 is outside",
        ),
        (
            build().with("geometry.face_inner_radius", 0.005),
            "geometry.face_inner_radius = 0.005 is outside",
        ),
        (
            plain().with("build.slices", 33),
            "build.slices = 33 is outside the whole numbers in 2..=32",
        ),
    ] {
        let line = refusal(&build);
        assert!(line.starts_with(right) && !line.contains('\n'), "{line}");
    }
}

fn step(frame: &Frame) -> Result<(), Fault> {
    let mut joint = joint(PortKind::World, "step_mean");
    joint.put(&[Frame::rest().flat(), frame.flat()].concat());
    joint.try_go(0.0, 1e-6)
}

#[test]
fn motions_outside_the_geometry_are_refused_by_one_line() {
    let rest = Frame::rest();
    let tilted =
        |angle: f64| Frame { turn: UnitQuaternion::from_scaled_axis(Vector3::x() * angle), ..rest };
    // √(0.6 · 5e-5/0.00995) = 0.0549.
    assert!(step(&tilted(0.05)).is_ok());
    let line = step(&tilted(0.06)).unwrap_err().to_string();
    assert!(line.starts_with("tilt = 0.06") && line.contains("along hole and pin"), "{line}");
    assert!(step(&tilted(1.57)).is_err());
    let deep = Frame { place: Vector3::new(6e-3, 0.0, 0.0), ..rest };
    let line = step(&deep).unwrap_err().to_string();
    assert!(line.starts_with("penetration = 0.0059"), "{line}");
}

#[test]
fn a_quaternion_of_about_length_one_is_normalised_and_others_are_refused() {
    let numbers = |length: f64| {
        let mut joint = joint(PortKind::World, "end_point");
        let frame = Frame { place: Vector3::new(6e-5, 0.0, 0.0), ..Frame::rest() };
        let mut inputs = [Frame::rest().flat(), frame.flat()].concat();
        inputs[16] = length;
        joint.put(&inputs);
        joint.begin(0.0).map(|()| loads(&mut joint))
    };
    let one = numbers(1.0).unwrap();
    for length in [-1.0, 0.995, 1.009, -1.005] {
        assert_eq!(numbers(length).unwrap(), one);
    }
    for length in [0.0, 0.98, 1.02] {
        let line = numbers(length).unwrap_err().to_string();
        assert!(line.starts_with("length of frame_b.e0, .e1, .e2, .e3 = "), "{line}");
    }
}

#[test]
fn a_journal_out_of_its_hole_bears_nothing() {
    let mut joint =
        Driven::new("spatial_revolute", &Build::default().with("geometry.journal_length", 0.02));
    let out = Frame { place: Vector3::new(1e-3, 0.0, 0.021), ..Frame::rest() };
    joint.put(&[Frame::rest().flat(), out.flat()].concat());
    joint.go(0.0, 1e-6);
    assert_eq!(joint.get("contact.overlap"), 0.0);
    assert!(loads(&mut joint).iter().all(|load| load.norm() == 0.0));
}

#[test]
fn a_group_refuses_a_joint_in_space_by_one_line() {
    let plan = r#"{"body": [{"name": "rod", "mass": 1, "inertia": 1}],
        "joint": [{"name": "B", "type": "spatial_revolute", "a": "ground", "b": "rod"}]}"#;
    let line = spiel::group::Plan::from_json(plan).unwrap_err();
    assert!(
        line.to_string().starts_with("spatial_revolute is a joint in space")
            && !line.to_string().contains('\n'),
        "{line}"
    );
}
