//! A drawing of a group's own bodies: each in its own axes, with its joints, centre of mass and marker.

use super::marks::{Mark, draw_mark, large_first, marks};
use crate::documentation::markup::escaped;
use spiel::group::{BodyKind, BodyPlan, FramePlan, GROUND, Plan, Point};
use std::fmt::Write;

/// Bodies that are drawn; of more, a line says how many are left out.
const MOST: usize = 12;
/// Bodies beside each other, and the size of the cell of one.
const COLUMNS: usize = 3;
const CELL: [f64; 2] = [224.0, 150.0];
/// The part of it that the places on a body may fill.
const ROOM: [f64; 2] = [130.0, 52.0];

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
        Cell::new(corner, body, &marks(plan, &body.name)).draw(&mut svg);
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

/// A body with its marks, and the place of the drawing where it goes.
struct Cell<'a> {
    corner: [f64; 2],
    body: &'a BodyPlan,
    marks: &'a [Mark<'a>],
    /// The body's centre in its own axes \[m\].
    middle: Point,
    /// Pixels per metre; infinite for one place alone, which has no size.
    scale: f64,
}

impl<'a> Cell<'a> {
    /// A cell in which all places of the body have room.
    fn new(corner: [f64; 2], body: &'a BodyPlan, marks: &'a [Mark<'a>]) -> Self {
        let mut places: Vec<Point> = marks.iter().map(|mark| mark.place).collect();
        if body.name != GROUND {
            places.extend([body.centre_of_mass, [body.marker.x, body.marker.y]]);
        }
        let range = |axis: usize| {
            let along = places.iter().map(|place| place[axis]);
            let low = along.clone().fold(f64::INFINITY, f64::min);
            let high = along.fold(f64::NEG_INFINITY, f64::max);
            (low, high)
        };
        let ranges = [range(0), range(1)];
        let scale = (0..2)
            .map(|axis| ROOM[axis] / (ranges[axis].1 - ranges[axis].0))
            .fold(f64::INFINITY, f64::min);
        let middle = ranges.map(|(low, high)| 0.5 * (low + high));
        Self { corner, body, marks, middle, scale }
    }

    /// Maps a place of the body to the drawing.
    fn at(&self, place: Point) -> [f64; 2] {
        let off = |axis: usize| match place[axis] - self.middle[axis] {
            off if self.scale.is_finite() => off * self.scale,
            _ => 0.0,
        };
        [self.corner[0] + 0.5 * CELL[0] + off(0), self.level() - off(1)]
    }

    /// The height of the middle.
    fn level(&self) -> f64 {
        self.corner[1] + 0.5 * CELL[1] + 8.0
    }

    fn draw(&self, svg: &mut String) {
        let Self { corner, body, marks, .. } = self;
        let is_ground = body.name == GROUND;
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
            self.draw_bar(svg, kind);
        }
        for mark in large_first(marks) {
            draw_mark(svg, self.at(mark.place), kind, mark);
        }
        self.draw_names(svg);
        if !is_ground {
            self.draw_axes(svg);
        }
    }

    /// Draws the body itself: from joint to joint, in the order of the file.
    fn draw_bar(&self, svg: &mut String, kind: &str) {
        let Self { body, marks, .. } = self;
        let mut ends: Vec<Point> = marks.iter().map(|mark| mark.place).collect();
        if ends.is_empty() {
            ends.extend([body.centre_of_mass, [body.marker.x, body.marker.y]]);
        }
        let mut path = String::new();
        for (index, place) in ends.iter().chain([&body.centre_of_mass]).enumerate() {
            let [x, y] = self.at(*place);
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { "M" } else { " L" });
        }
        // A line of no length is drawn by its round ends.
        let _ = writeln!(svg, "<path class=\"bar {kind}\" d=\"{path} l0.1 0\"/>");
    }

    /// Writes the names of joints and pins, those at one place together.
    fn draw_names(&self, svg: &mut String) {
        for (index, mark) in self.marks.iter().enumerate() {
            let here = |other: &&Mark| other.place == mark.place;
            if self.marks[..index].iter().any(|other| here(&other)) {
                continue;
            }
            let named = self.marks.iter().filter(here);
            let names: Vec<_> = named.map(|mark| escaped(mark.name)).collect();
            // Above what lies above the middle, else below.
            let [x, y] = self.at(mark.place);
            let label = if y > self.level() + 1.0 { y + 34.0 } else { y - 28.0 };
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{label:.1}\" text-anchor=\"middle\" class=\"small\">{}</text>",
                names.join(", ")
            );
        }
    }

    /// Draws the centre of mass as a cross, and the axes of the marker.
    fn draw_axes(&self, svg: &mut String) {
        let marker = &self.body.marker;
        let [x, y] = self.at(self.body.centre_of_mass);
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{:.1} {y:.1} h10 M{x:.1} {:.1} v10\"/>",
            x - 5.0,
            y - 5.0
        );
        let ([x, y], (sin, cos)) = (self.at([marker.x, marker.y]), marker.angle.sin_cos());
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
