//! A drawing of a group's own bodies: each in its own axes, with its joints, centre of mass and marker.

use crate::documentation::markup::escaped;
use spiel::group::{BodyKind, BodyPlan, FramePlan, GROUND, JointKind, Plan, Point};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Bodies that are drawn; of more, a line says how many are left out.
const MOST: usize = 12;
/// Bodies beside each other, and the size of the cell of one.
const COLUMNS: usize = 3;
const CELL: [f64; 2] = [224.0, 150.0];
/// Of it, what the places on a body may take.
const ROOM: [f64; 2] = [130.0, 52.0];

/// What a body carries at a place.
struct Mark<'a> {
    place: Point,
    angle: f64,
    kind: MarkKind,
    name: &'a str,
}

#[derive(Clone, Copy, PartialEq)]
enum MarkKind {
    Bearing,
    Journal,
    Guide,
    Slider,
    Pin,
}

/// The bodies of a plan, those that do not move among them where a joint is on one.
pub(in crate::documentation) fn drawing(plan: &Plan) -> String {
    let ground = BodyPlan {
        name: GROUND.to_owned(),
        kind: BodyKind::Prescribed,
        mass: None,
        inertia: None,
        centre_of_mass: [0.0; 2],
        marker: FramePlan::default(),
        start: None,
        flexible: None,
        variables: Vec::new(),
    };
    let grounded = !marks(plan, GROUND).is_empty();
    let bodies: Vec<&BodyPlan> = plan.bodies.iter().chain(grounded.then_some(&ground)).collect();
    let shown = &bodies[..bodies.len().min(MOST)];
    let rows = shown.len().div_ceil(COLUMNS) as f64;
    let left_out = bodies.len() - shown.len();
    let more = if left_out > 0 { 24.0 } else { 0.0 };
    let (width, height) = (CELL[0] * COLUMNS as f64, CELL[1] * rows + more);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>The bodies of this group, each in its own axes, and the joints on them</title>\n\
         <defs><marker id=\"axis_tip\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" markerWidth=\"6\" markerHeight=\"6\" \
         orient=\"auto-start-reverse\"><path class=\"tip\" d=\"M0 0.8 L10 5 L0 9.2 Z\"/></marker></defs>\n"
    );
    for (index, body) in shown.iter().enumerate() {
        let corner = [CELL[0] * (index % COLUMNS) as f64, CELL[1] * (index / COLUMNS) as f64];
        draw(&mut svg, corner, body, &marks(plan, &body.name));
    }
    if left_out > 0 {
        let _ = writeln!(
            svg,
            "<text x=\"8\" y=\"{}\" class=\"small\">and {left_out} more bodies</text>",
            height - 8.0
        );
    }
    svg + "</svg>\n"
}

/// What is on the body of that name.
fn marks<'a>(plan: &'a Plan, body: &str) -> Vec<Mark<'a>> {
    let mut marks = Vec::new();
    for joint in &plan.joints {
        let (on_a, on_b) = match joint.kind {
            JointKind::RevoluteClearance => (MarkKind::Bearing, MarkKind::Journal),
            JointKind::TranslationalClearance => (MarkKind::Guide, MarkKind::Slider),
        };
        for (on, frame, kind) in [(&joint.a, joint.frame_a, on_a), (&joint.b, joint.frame_b, on_b)]
        {
            if on == body {
                let (place, angle) = ([frame.x, frame.y], frame.angle);
                marks.push(Mark { place, angle, kind, name: &joint.name });
            }
        }
    }
    for pin in &plan.pins {
        for (on, place) in [(&pin.a, pin.at_a), (&pin.b, pin.at_b)] {
            if on == body {
                marks.push(Mark { place, angle: 0.0, kind: MarkKind::Pin, name: "pin" });
            }
        }
    }
    for open in &plan.mobilities {
        for (on, frame) in [(&open.a, open.frame_a), (&open.b, open.frame_b)] {
            if on == body {
                let (place, angle) = ([frame.x, frame.y], frame.angle);
                marks.push(Mark { place, angle, kind: MarkKind::Pin, name: &open.name });
            }
        }
    }
    marks
}

/// A place of a body that bends, and where it is drawn: x, y \[m\] and how it is turned \[rad\], in the axes of
/// the body.
pub(crate) type Bent = (Point, [f64; 3]);

/// Which place of a body's line a joint is at: the nearest. None of a body without a line.
pub(crate) fn bent_at(line: &[Bent], [x, y]: Point) -> Option<usize> {
    let far = |(place, _): &Bent| (place[0] - x).hypot(place[1] - y);
    let near = line.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1)))?;
    Some(near.0)
}

/// A body in its own axes, for a picture of the whole machine at `scale` pixels per metre: y points down, the
/// origin is that of the body's frame, and marks are `small` against those of [`drawing`]. A guide is as long as
/// its slider goes, which `travel` has by the names of the joints \[m\]. A body that bends has a `line`; what
/// is on it says at which of the line's places, so that a script can move it.
pub(crate) fn shape(
    plan: &Plan,
    body: &str,
    [scale, small]: [f64; 2],
    travel: &BTreeMap<&str, [f64; 2]>,
    line: &[Bent],
) -> String {
    let own = plan.bodies.iter().find(|own| own.name == body);
    let marks = marks(plan, body);
    let at = |[x, y]: Point| [scale * x, -scale * y];
    let moved_by_host = own.is_none_or(|body| body.kind == BodyKind::Prescribed);
    let kind = if moved_by_host { "a" } else { "b" };
    let mut svg = String::new();
    if let Some(own) = own {
        let straight = marks.iter().map(|mark| mark.place).chain([own.centre_of_mass]);
        let ends: Vec<Point> = match line {
            [] => straight.collect(),
            bent => bent.iter().map(|(_, [x, y, _])| [*x, *y]).collect(),
        };
        let mut path = String::new();
        for (index, place) in ends.into_iter().enumerate() {
            let [x, y] = at(place);
            let _ = write!(path, "{}{x:.2} {y:.2}", if index == 0 { "M" } else { " L" });
        }
        let width = 15.0 * small;
        let _ = write!(
            svg,
            "<path class=\"bar {kind}\" style=\"stroke-width:{width:.1}\" d=\"{path} l0.1 0\"/>"
        );
    }
    let (large, little): (Vec<&Mark>, Vec<&Mark>) =
        marks.iter().partition(|mark| matches!(mark.kind, MarkKind::Slider | MarkKind::Guide));
    for mark in large.into_iter().chain(little) {
        if let Some(index) = bent_at(line, mark.place) {
            let [x, y, turn] = line[index].1;
            let ([x, y], turn) = (at([x, y]), -turn.to_degrees());
            let _ = write!(
                svg,
                "<g data-at=\"{index}\" transform=\"translate({x:.2} {y:.2}) rotate({turn:.2})\">"
            );
        } else {
            let [x, y] = at(mark.place);
            let _ = write!(svg, "<g transform=\"translate({x:.2} {y:.2})\">");
        }
        if let (MarkKind::Guide, Some([low, high])) = (mark.kind, travel.get(mark.name)) {
            let (turn, end) = (-mark.angle.to_degrees(), 24.0 * small);
            let _ = write!(svg, "<g transform=\"rotate({turn:.2})\">");
            for side in [-19.0, 12.0] {
                let _ = write!(
                    svg,
                    "<rect class=\"{kind}\" x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\"/>",
                    scale * low - end,
                    side * small,
                    scale * (high - low) + 2.0 * end,
                    7.0 * small
                );
            }
        } else {
            let _ = write!(svg, "<g transform=\"scale({small})\">");
            draw_mark(&mut svg, [0.0, 0.0], kind, mark);
        }
        svg.push_str("</g></g>");
    }
    svg
}

/// The places on a body where joints and pins are.
pub(crate) fn joined(plan: &Plan, body: &str) -> Vec<Point> {
    marks(plan, body).iter().map(|mark| mark.place).collect()
}

/// The places on a body that [`shape`] draws, if it has no line.
pub(crate) fn places(plan: &Plan, body: &str) -> Vec<Point> {
    let own = plan.bodies.iter().filter(|own| own.name == body).map(|own| own.centre_of_mass);
    joined(plan, body).into_iter().chain(own).collect()
}

fn draw(svg: &mut String, corner: [f64; 2], body: &BodyPlan, marks: &[Mark]) {
    let is_ground = body.name == GROUND;
    let marker = [body.marker.x, body.marker.y];
    let mut places: Vec<Point> = marks.iter().map(|mark| mark.place).collect();
    if !is_ground {
        places.extend([body.centre_of_mass, marker]);
    }
    let range = |axis: usize| {
        let along = places.iter().map(|place| place[axis]);
        let low = along.clone().fold(f64::INFINITY, f64::min);
        let high = along.fold(f64::NEG_INFINITY, f64::max);
        (low, high)
    };
    let ranges = [range(0), range(1)];
    // As large as fits; one place alone has no size.
    let scale = (0..2)
        .map(|axis| ROOM[axis] / (ranges[axis].1 - ranges[axis].0))
        .fold(f64::INFINITY, f64::min);
    let middle = |axis: usize| 0.5 * (ranges[axis].0 + ranges[axis].1);
    let at = |place: Point| {
        let off = |axis: usize| match place[axis] - middle(axis) {
            off if scale.is_finite() => off * scale,
            _ => 0.0,
        };
        [corner[0] + 0.5 * CELL[0] + off(0), corner[1] + 0.5 * CELL[1] + 8.0 - off(1)]
    };
    let kind = if body.kind == BodyKind::Prescribed { "a" } else { "b" };
    let title = match (is_ground, body.kind, body.mass) {
        (true, ..) => "ground".to_owned(),
        (_, BodyKind::Prescribed, _) => format!("{}, moved by the host", escaped(&body.name)),
        (.., mass) => format!("{}, {} kg", escaped(&body.name), mass.unwrap_or(0.0)),
    };
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" class=\"head\">{title}</text>",
        corner[0] + 0.5 * CELL[0],
        corner[1] + 18.0
    );
    if !is_ground {
        // From joint to joint, in the order of the file.
        let mut path = String::new();
        let ends: Vec<Point> =
            if marks.is_empty() { places.clone() } else { marks.iter().map(|m| m.place).collect() };
        for (index, place) in
            ends.iter().chain((!is_ground).then_some(&body.centre_of_mass)).enumerate()
        {
            let [x, y] = at(*place);
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { "M" } else { " L" });
        }
        // A line of no length is drawn by its round ends.
        let _ = writeln!(svg, "<path class=\"bar {kind}\" d=\"{path} l0.1 0\"/>");
    }
    // What is large first: a journal may sit on a slider.
    let (large, small): (Vec<&Mark>, Vec<&Mark>) =
        marks.iter().partition(|mark| matches!(mark.kind, MarkKind::Slider | MarkKind::Guide));
    for mark in large.into_iter().chain(small) {
        draw_mark(svg, at(mark.place), kind, mark);
    }
    let level = corner[1] + 0.5 * CELL[1] + 8.0;
    for (index, mark) in marks.iter().enumerate() {
        let here = |other: &&Mark| other.place == mark.place;
        if marks[..index].iter().any(|other| here(&other)) {
            continue;
        }
        let names: Vec<_> = marks.iter().filter(here).map(|mark| escaped(mark.name)).collect();
        // Above what lies above the middle, else below.
        let [x, y] = at(mark.place);
        let label = if y > level + 1.0 { y + 34.0 } else { y - 28.0 };
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{label:.1}\" text-anchor=\"middle\" class=\"small\">{}</text>",
            names.join(", ")
        );
    }
    if !is_ground {
        let [x, y] = at(body.centre_of_mass);
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{:.1} {y:.1} h10 M{x:.1} {:.1} v10\"/>",
            x - 5.0,
            y - 5.0
        );
        let ([x, y], (sin, cos)) = (at(marker), body.marker.angle.sin_cos());
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{x:.1} {y:.1} l{:.1} {:.1}\" marker-end=\"url(#axis_tip)\"/>\
             <path class=\"axis\" d=\"M{x:.1} {y:.1} l{:.1} {:.1}\" marker-end=\"url(#axis_tip)\"/>",
            26.0 * cos,
            -26.0 * sin,
            -26.0 * sin,
            -26.0 * cos
        );
    }
}

fn draw_mark(svg: &mut String, [x, y]: [f64; 2], body: &str, mark: &Mark) {
    let turn = -mark.angle.to_degrees();
    let shape = match mark.kind {
        MarkKind::Bearing => format!(
            "<circle class=\"{body}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\"/>\
             <circle class=\"hole\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\"/>"
        ),
        MarkKind::Journal => {
            format!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\"/>")
        }
        MarkKind::Guide => format!(
            "<g transform=\"rotate({turn:.1} {x:.1} {y:.1})\"><rect class=\"{body}\" x=\"{:.1}\" y=\"{:.1}\" \
             width=\"48\" height=\"7\"/><rect class=\"{body}\" x=\"{:.1}\" y=\"{:.1}\" width=\"48\" height=\"7\"/></g>",
            x - 24.0,
            y - 19.0,
            x - 24.0,
            y + 12.0
        ),
        MarkKind::Slider => format!(
            "<rect class=\"{body}\" transform=\"rotate({turn:.1} {x:.1} {y:.1})\" x=\"{:.1}\" y=\"{:.1}\" width=\"36\" \
             height=\"22\"/>",
            x - 18.0,
            y - 11.0
        ),
        MarkKind::Pin => format!(
            "<circle class=\"hole\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"/>\
             <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/>"
        ),
    };
    let _ = writeln!(svg, "{shape}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_stands_there_with_its_joints_and_a_crowd_is_cut() {
        let text = include_str!("../../../../../examples/groups/slider_crank.toml");
        let plan: Plan = toml::from_str(text).unwrap();
        let svg = drawing(&plan);
        for word in
            ["crank, moved by the host", "rod, 1.2 kg", "slider, 2 kg", ">ground<", ">C, D<"]
        {
            assert!(svg.contains(word), "{word}");
        }
        assert_eq!(svg.matches(">B<").count(), 2);
        let text = include_str!("../../../../../examples/groups/plant.toml");
        let open = drawing(&toml::from_str(text).unwrap());
        assert_eq!(open.matches(">mobility_b<").count(), 2);
        let mut crowd = plan.clone();
        crowd.bodies = (0..20)
            .map(|index| BodyPlan { name: format!("body{index}"), ..plan.bodies[2].clone() })
            .collect();
        assert!(drawing(&crowd).contains("and 9 more bodies"));
        assert!(!drawing(&crowd).contains("NaN"));
    }
}
