//! A body in a picture of a whole machine: straight, or bent.

use super::marks::{MarkKind, draw_mark, large_first, marks};
use spiel::group::{BodyKind, Plan, Point};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A place of a flexible body, and its drawn position x, y \[m\] and rotation \[rad\], in the axes of the body.
pub(crate) type Bent = (Point, [f64; 3]);

/// The index of the place of a body's line that is nearest to a joint. None for a body without a line.
pub(crate) fn bent_at(line: &[Bent], [x, y]: Point) -> Option<usize> {
    let far = |(place, _): &Bent| (place[0] - x).hypot(place[1] - y);
    let near = line.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1)))?;
    Some(near.0)
}

/// Draws a body in its own axes, for a picture of the whole machine at `scale` pixels per metre: y
/// points down, and the origin is that of the body's frame. `small` is the size of marks relative to
/// that in a drawing of single bodies. A guide is as long as the travel of its slider, which `travel`
/// gives by the name of the joint \[m\]. A flexible body has a `line`; each mark on it names its place
/// on the line, so that a script can move it.
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
    for mark in large_first(&marks) {
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
