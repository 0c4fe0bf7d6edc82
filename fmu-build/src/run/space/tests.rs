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
        "SAID", "PLAYS", "JOINTS",
    ] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn joints_are_magnified_in_the_axes_of_their_frame_on_a() {
    let text = r#"
space = true
integrate = true
gravity = [0, 0, -9.81]
body = [{ name = "leaf", mass = 1, inertia = [1, 1, 1] }]
joint = [{ name = "H", type = "spatial_revolute", a = "ground", b = "leaf", frame_a = { x = 1, axis = [1, 0, 0] },
    frame_b = { axis = [1, 0, 0] } }]
"#;
    let plan: SpacePlan = toml::from_str(text).unwrap();
    let mut strip = SpaceStrip::of_plan(&plan);
    strip.plays = Plays::of(&plan, &mut strip.names, |_| true);
    // The axis is along x of the world; the leaf is turned by 0.01 rad about z, 1 mm to its left and 3 mm along the axis.
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 0.01);
    let leaf = [1.003, 1e-3, 0.0, turn.w, turn.i, turn.j, turn.k];
    // The load, the clearance and the length of the hole: hit between two frames, then pressed along z.
    let columns = leaf.map(|value| vec![value; 3]).into_iter().chain([
        vec![0.0; 3],
        vec![0.0, -90.0, 0.0],
        vec![0.0, 0.0, 10.0],
        vec![1e-3; 3],
        vec![0.1; 3],
    ]);
    let series: Vec<_> = strip.names.iter().cloned().zip(columns).collect();
    assert_eq!((strip.plays.count(), series.len()), (1, 7 + 5));
    let pose = |body: usize, at: usize| strip.pose(&series, body, at);
    let [html, numbers] = strip.plays.drawn(&series, &[0, 2], pose);
    assert!(html.contains("H, clearance 1 mm") && html.contains("up to 90 N"), "{html}");
    assert_eq!(html.matches("thin end").count(), 2);
    let numbers: Vec<f64> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
    let [_, last] = *numbers.chunks(plays::NUMBERS).collect::<Vec<_>>() else {
        panic!("there are two frames of one joint")
    };
    // x of the frame on a is −z of the world, its y that of the world. The axis passes the middle of the hole 0.03 mm nearer, its
    // end is half a clearance further off, and the drawing shows that within the hole.
    let scale = plays::GAP / (0.97 + 0.5);
    for (found, due) in last[2..6].iter().zip([0.0, 0.97 * scale, 0.0, 0.5 * scale]) {
        assert!((found - due).abs() < 0.15, "{last:?}");
    }
    // The hit is the strongest since the first frame.
    assert_eq!(last[8..], [0.0, -1.0]);
    let arrows = strip.plays.arrows(&series, &[0, 2], 2.0, pose);
    let arrow = &arrows[1][0];
    assert_eq!(arrow[0], Vector3::x());
    assert!((arrow[1] - Vector3::new(1.0, -0.5, 0.0)).norm() < 1e-12, "{arrow:?}");
    let [_, page] = strip.pictures("leaf", &[0.0, 0.1, 0.2], &series);
    assert!(page.contains("class=\"push\"") && !page.contains("NaN"));
}
