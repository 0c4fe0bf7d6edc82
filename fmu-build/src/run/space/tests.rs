//! Strips of a pendulum in space, whose places are known.

use super::*;

/// A bar of 1 m on a hinge at the origin, its marker in its middle with other axes, beside a spring.
fn bar() -> SpaceStrip {
    let text = r#"
space = true
integrate = true
gravity = [0, -9.81, 0]
body = [{ name = "bar", mass = 1, inertia = [1, 1, 1], centre_of_mass = [0.5, 0, 0],
    marker = { x = 0.5, axis = [1, 0, 0] } }]
pin = [{ kind = "hinge", a = "ground", b = "bar" }]
spring = [{ name = "s", a = "ground", b = "bar", frame_a = [1, 1, 0], frame_b = [1, 0, 0] }]
"#;
    SpaceStrip::of_plan(&toml::from_str(text).unwrap())
}

/// The record of the bar along y.
fn record(strip: &SpaceStrip) -> Vec<(String, Vec<f64>)> {
    // The marker's z is along x of the body, by the shortest way.
    let marker = UnitQuaternion::rotation_between(&Vector3::z(), &Vector3::x()).unwrap();
    let quarter = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_2);
    let turn = quarter * marker;
    let values = [0.0, 0.5, 0.0, turn.w, turn.i, turn.j, turn.k];
    strip.names.iter().cloned().zip(values.map(|value| vec![value; 2])).collect()
}

#[test]
fn lines_go_through_the_places_of_bodies_and_up_is_against_gravity() {
    let strip = bar();
    let points = strip.points(&record(&strip), 0, 0.1);
    let of = |class: &str| {
        let lines = strip.lines.iter().zip(&points);
        lines.filter(|(line, _)| line.class == class).map(|(_, points)| points).collect::<Vec<_>>()
    };
    let is = |found: &Vector3<f64>, x: f64, y: f64, z: f64| {
        assert!((found - Vector3::new(x, y, z)).norm() < 1e-14, "{found}");
    };
    // y of the world is up: its z axis becomes −y.
    let [body] = of("body")[..] else { panic!("there is one body") };
    is(&body[0], 0.0, 0.0, 0.5);
    is(&body[1], 0.0, 0.0, 0.0);
    is(&body[3], 0.0, 0.0, 1.0);
    let [spring] = of("spring")[..] else { panic!("there is one spring") };
    is(&spring[0], 1.0, 0.0, 1.0);
    is(&spring[1], 0.0, 0.0, 1.0);
    let [axis] = of("axis3")[..] else { panic!("there is one axis") };
    is(&axis[1], 0.0, -0.1, 0.0);
    assert_eq!(of("ground").len(), 2);
}

#[test]
fn the_isometric_view_shows_all_axes_as_long() {
    let lengths = [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| {
        let [right, up] = seen(ISOMETRIC, &axis);
        right.hypot(up)
    });
    for length in lengths {
        assert!((length - (2.0_f64 / 3.0).sqrt()).abs() < 1e-12, "{lengths:?}");
    }
    let [right, up] = seen(ISOMETRIC, &Vector3::z());
    assert!(right == 0.0 && up > 0.0);
}

#[test]
fn both_pictures_are_whole_and_need_nothing_beside_them() {
    let strip = bar();
    let [film, page] = strip.pictures("a <bar>", &[0.0, 0.1], &record(&strip));
    assert_eq!(film.matches("class=\"body\"").count(), 2);
    assert_eq!(page.matches("class=\"body\"").count(), 1);
    for text in [&film, &page] {
        assert!(text.contains("a &lt;bar&gt;") && !text.contains("NaN"));
        let outside = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains("http") && !outside.contains("url("), "{outside}");
    }
    for word in [
        "TITLE", "POINTS", "TIMES", "COUNTS", "DRAWING", "BODIES", "STYLE", "VIEW", "SCRIPT",
        "SAID",
    ] {
        assert!(!page.contains(word), "{word}");
    }
}
