//! The parts of joints on a body: where they are and how they are drawn.

use spiel::group::{JointKind, Plan, Point};
use std::fmt::Write;

/// A part of a joint or a pin, at its place on a body.
pub(super) struct Mark<'a> {
    pub place: Point,
    pub angle: f64,
    pub kind: MarkKind,
    pub name: &'a str,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum MarkKind {
    Bearing,
    Journal,
    Guide,
    Slider,
    Pin,
}

/// The parts of joints on the body of that name.
pub(super) fn marks<'a>(plan: &'a Plan, body: &str) -> Vec<Mark<'a>> {
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

/// Returns the marks in the order in which they are drawn: large ones first, as a journal may sit on a slider.
pub(super) fn large_first<'a, 'b>(marks: &'b [Mark<'a>]) -> impl Iterator<Item = &'b Mark<'a>> {
    let (large, small): (Vec<_>, Vec<_>) =
        marks.iter().partition(|mark| matches!(mark.kind, MarkKind::Slider | MarkKind::Guide));
    large.into_iter().chain(small)
}

/// Draws a mark at x, y on a body of this class.
pub(super) fn draw_mark(svg: &mut String, [x, y]: [f64; 2], body: &str, mark: &Mark) {
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
