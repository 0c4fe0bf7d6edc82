//! Strips of a bar and a slider, whose places are known.

use super::*;

/// A slider on a spring beside a bar that turns about the origin, recorded at two instants.
fn machine() -> (Strip, Vec<(String, Vec<f64>)>) {
    let text = r#"
integrate = true
body = [
  { name = "bar", mass = 1, inertia = 1, centre_of_mass = [1, 0], marker = { x = 1, angle = 0.5 } },
  { name = "slider", mass = 1, inertia = 1 },
]
pin = [{ a = "bar", b = "ground" }]
joint = [{ name = "D", type = "translational_clearance", a = "ground", b = "slider" }]
spring = [{ name = "s", a = "bar", b = "slider", at_a = [2, 0] }]
"#;
    let plan = toml::from_str(text).unwrap();
    let recorded = Strip { plan, names: Vec::new(), lines: Vec::new(), plays: Plays::default() };
    // The bar stands along x, then along y.
    let columns = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5 + 0.5 * std::f64::consts::PI]];
    let slider = [[3.0, 4.0], [0.0, 0.0], [0.0, 0.0]];
    let series = columns.into_iter().chain(slider).map(|values| (String::new(), values.to_vec()));
    (recorded, series.collect())
}

#[test]
fn bodies_stand_where_their_markers_say_and_springs_between_them() {
    let (recorded, series) = machine();
    let frames = recorded.frames(&series, &[0, 1], 1.0);
    for (frame, angle) in frames.iter().zip([0.0, 0.5 * std::f64::consts::PI]) {
        let [x, y, turn] = frame.poses[0];
        assert!(x.abs() < 1e-15 && y.abs() < 1e-15 && (turn - angle).abs() < 1e-15);
    }
    let [[from, to]] = recorded.springs(&frames[1])[..] else { panic!("there is one spring") };
    assert!(from[0].abs() < 1e-15 && (from[1] - 2.0).abs() < 1e-15 && to == [4.0, 0.0]);
    assert_eq!(recorded.travel(&frames)["D"], [3.0, 4.0]);
}

#[test]
fn both_pictures_are_whole_and_need_nothing_beside_them() {
    let (recorded, series) = machine();
    let [strip, page] = recorded.pictures("a <machine>", &[0.0, 0.1], &series);
    assert_eq!(strip.matches("class=\"body\"").count(), 2 * 2);
    assert_eq!(page.matches("class=\"body\"").count(), 2);
    for text in [&strip, &page] {
        assert!(text.contains("a &lt;machine&gt;") && !text.contains("NaN"));
        let outside = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains("http") && !outside.contains("url("), "{outside}");
    }
    for word in [
        "TITLE", "POSES", "TIMES", "LINES", "DRAWING", "BODIES", "STYLE", "BENDS", "SAID", "PLAYS",
        "JOINTS",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(!page.contains("Bending") && page.contains("bends = []"));
}

#[test]
fn a_body_that_bends_is_drawn_so_with_all_that_is_on_it() {
    let (Strip { mut plan, .. }, mut series) = machine();
    // The bar is moved by 2 mm at its tip, where a spring is, and by nothing at its pin.
    let mode = r#"
mode = [{ frequency = 10, mass = 1, shape = [{ at = [0, 0], moves = [0, 0], turns = 1 }, { at = [2, 0], moves = [0, 2], turns = 1 }] }]
"#;
    plan.bodies[0].flexible = Some(toml::from_str(mode).unwrap());
    let mut names = vec![String::new(); series.len()];
    let lines = Line::all(&plan, &mut names, |_| true);
    assert_eq!(names.pop().unwrap(), "bar.mode_001");
    series.push((String::new(), vec![0.0, 1e-3]));
    let recorded = Strip { plan, names, lines, plays: Plays::default() };
    let frames = recorded.frames(&series, &[0, 1], 50.0);
    let ends = frames.iter().map(|frame| recorded.springs(frame)[0][0]);
    // It stands along x, then along y; bending is to its left.
    for (end, due) in ends.zip([[2.0, 0.0], [-0.1, 2.0]]) {
        assert!((0..2).all(|axis| (end[axis] - due[axis]).abs() < 1e-12), "{end:?}");
    }
    let [strip, page] = recorded.pictures("bar", &[0.0, 0.1], &series);
    for text in [&strip, &page] {
        assert!(text.contains("Bending is drawn 200 times as large as it is."), "{text}");
        assert!(!text.contains("NaN"));
    }
    assert_eq!(strip.matches("data-places=\"2\"").count(), 2);
    // The pin on the bar, at the first of its places.
    assert_eq!(strip.matches("data-at=\"0\"").count(), 2);
    let bends = page.split("bends = [").nth(1).unwrap().split(']').next().unwrap();
    assert_eq!(bends.split(',').count(), 2 * 2 * 3);
}

#[test]
fn joints_are_magnified_with_the_largest_force_since_the_frame_before() {
    let text = r#"
integrate = true
body = [{ name = "arm", mass = 1, inertia = 1, start = { x = 1 } }]
joint = [
  { name = "B", type = "revolute_clearance", a = "ground", b = "arm", at_a = [1, 0] },
  { name = "D", type = "translational_clearance", a = "ground", b = "arm", frame_a = { angle = 1.5707963267948966 } },
]
"#;
    let plan: Plan = toml::from_str(text).unwrap();
    let mut names = ["x", "y", "phi"].map(|part| format!("arm.{part}")).to_vec();
    let plays = Plays::of(&plan, &mut names, |_| true);
    assert_eq!((plays.shown(), names.len()), (2, 3 + 3 + 4));
    // Three instants: B is hit between the frames, and D lies on its wall, at which x is smaller.
    let columns = [
        vec![1.0, 1.0, 1.0 + 1e-3],
        vec![0.0; 3],
        vec![0.0; 3],
        vec![0.0, -900.0, -100.0],
        vec![0.0; 3],
        vec![1e-3; 3],
        vec![0.0, 0.0, 400.0],
        vec![0.0; 3],
        vec![1.0; 3],
        vec![0.06; 3],
    ];
    let series: Vec<_> = names.iter().cloned().zip(columns).collect();
    let strip = Strip { plan, names: names.clone(), lines: Vec::new(), plays };
    let view = View::new(&[[0.0, 1.0], [0.0, 1.0]], PAGE);
    let pose = |body: usize, at: usize| strip.pose(&series, body, at);
    let [html, marks, numbers] = strip.plays.drawn(&series, &[0, 2], &view, pose);
    assert_eq!(html.matches("<figure>").count(), 2);
    assert!(html.contains("B, clearance 1 mm") && html.contains("up to 900 N"), "{html}");
    assert_eq!(marks.matches("<g class=\"play\">").count(), 2);
    let numbers: Vec<f64> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
    let [.., of_b, of_d] = *numbers.chunks(plays::NUMBERS).collect::<Vec<_>>() else {
        panic!("there are two frames of two joints")
    };
    // In its hole the arm is a whole clearance to the right; the force is that of the hit.
    assert_eq!((&of_b[2..4], &of_b[8..]), (&[22.0, 0.0][..], &[-1.0, 0.0][..]));
    // The guide stands along y, the slider is to the right of it, so below its middle as it is drawn.
    assert_eq!((of_d[2], of_d[3], of_d[7]), (0.0, -22.0, 90.0));
    assert!((of_d[8] - 2.0 / 3.0).abs() < 1e-3);
    let paths = plays::orbits(strip.courses(&series, 3));
    let [(name, path)] = &paths[..] else { panic!("the slider has no orbit") };
    assert!(name == "B" && (path[2].0 - 1e-3).abs() < 1e-15 && path[0] == (0.0, 0.0), "{path:?}");
    let none = Plays::of(&strip.plan, &mut names, |name| !name.contains("load"));
    assert_eq!(none.shown(), 0);
    let nothing = none.drawn(&series, &[0, 2], &view, |body, at| strip.pose(&series, body, at));
    assert!(nothing.iter().all(String::is_empty));
}
