//! The machine of a group in space as a run has moved it: a strip of isometric frames, and a page on which it moves and can be
//! turned.

use super::plays::{self, Course};
use super::plays_in_space::{Plays, Pose};
use super::sheet::{self, FRAMES, MOST_FRAMES, MOST_NUMBERS, PAGE, spread};
use super::view::{CELL, View};
use crate::Fmu;
use crate::documentation::escaped;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use spiel::group::{SpaceFramePlan, SpacePlan, SpaceSpringKind};
use std::fmt::Write;

/// Variables of a marker that are recorded.
const PARTS: [&str; 7] = ["x", "y", "z", "e0", "e1", "e2", "e3"];
/// Direction to the observer: angle round the vertical, and elevation \[rad\]; all three axes are as long.
const ISOMETRIC: [f64; 2] = [-std::f64::consts::FRAC_PI_4, 0.615_479_708_670_387_3];
/// Half the length of an axis that is drawn, over the size of the machine.
const AXIS: f64 = 0.03;
/// The script that shows a frame on the page.
const SCRIPT: &str = concat!(include_str!("pages/plays.js"), include_str!("pages/space.js"));
/// The style of the lines.
const STYLE: &str = ".body,.axis3,.dot,.ground{fill:none;stroke-linecap:round;stroke-linejoin:round}\
    .body{stroke:var(--joint-b);stroke-width:7;stroke-opacity:.8}.axis3{stroke:var(--joint-edge);stroke-width:3}\
    .dot{stroke:var(--joint-edge);stroke-width:9}.ground{stroke:var(--joint-a);stroke-width:13}\
    .spring{fill:none}svg.space{touch-action:none;cursor:grab}";

/// A frame on a body, or on the ground.
#[derive(Debug, Clone, Copy)]
struct Mark {
    body: Option<usize>,
    at: Vector3<f64>,
    /// Direction of its z axis.
    axis: Vector3<f64>,
}

/// A line through marks, in front of those before it.
struct Line {
    class: &'static str,
    marks: Vec<Mark>,
    /// True for a line along the axis of its only mark.
    along: bool,
}

/// The moving parts of a group in space in a run.
pub(super) struct SpaceStrip {
    /// The recorded outputs: place and quaternion of every body's marker.
    pub names: Vec<String>,
    /// The markers of the bodies: origin, and rotation to the body's axes.
    markers: Vec<(Vector3<f64>, UnitQuaternion<f64>)>,
    lines: Vec<Line>,
    /// Rotates up to z.
    upright: UnitQuaternion<f64>,
    /// The list of bodies.
    list: Vec<String>,
    /// The joints that are magnified.
    plays: Plays,
}

/// The points of every line, in upright axes.
type Points = Vec<Vec<Vector3<f64>>>;

fn mark(body: Option<usize>, frame: &SpaceFramePlan) -> Mark {
    let turn = frame.turn().unwrap_or_default();
    Mark { body, at: frame.origin(), axis: turn * Vector3::z() }
}

/// Returns the lines of a plan: bodies through all that is on them, springs, the axes of joints, and the places on the ground.
fn lines(plan: &SpacePlan) -> Vec<Line> {
    let number = |name: &str| plan.bodies.iter().position(|body| body.name == name);
    let ends = |a: &str, b: &str, frames: [&SpaceFramePlan; 2]| {
        [mark(number(a), frames[0]), mark(number(b), frames[1])]
    };
    let joints = plan.joints.iter().map(|it| ends(&it.a, &it.b, [&it.frame_a, &it.frame_b]));
    let pins = plan.pins.iter().map(|it| ends(&it.a, &it.b, [&it.frame_a, &it.frame_b]));
    let outside = plan.mobilities.iter();
    let outside = outside.map(|it| ends(&it.a, &it.b, [&it.frame_a, &it.frame_b]));
    let held: Vec<[Mark; 2]> = joints.chain(pins).chain(outside).collect();
    let springs = plan.springs.iter().filter(|it| it.kind == SpaceSpringKind::Line);
    let springs: Vec<[Mark; 2]> =
        springs.map(|it| ends(&it.a, &it.b, [&it.frame_a, &it.frame_b])).collect();
    let ports = plan.ports.iter().map(|it| mark(number(&it.body), &it.frame));
    let on_bodies = held.iter().chain(&springs).flatten().copied().chain(ports);
    let on_bodies: Vec<Mark> = on_bodies.collect();
    let mut lines = Vec::new();
    let point = |mark: &Mark, class| Line { class, marks: vec![*mark], along: false };
    lines.extend(on_bodies.iter().filter(|it| it.body.is_none()).map(|it| point(it, "ground")));
    for (index, body) in plan.bodies.iter().enumerate() {
        let own: Vec<Mark> =
            on_bodies.iter().filter(|it| it.body == Some(index)).copied().collect();
        let centre =
            Mark { body: Some(index), at: Vector3::from(body.centre_of_mass), axis: Vector3::z() };
        // Through the centre of mass to every place.
        let marks = own.iter().flat_map(|mark| [centre, *mark]).chain([centre]).collect();
        lines.push(Line { class: "body", marks, along: false });
    }
    let spring = |ends: &[Mark; 2]| Line { class: "spring", marks: ends.to_vec(), along: false };
    lines.extend(springs.iter().map(spring));
    let axis = |[a, _]: &[Mark; 2]| Line { class: "axis3", marks: vec![*a], along: true };
    lines.extend(held.iter().map(axis));
    lines.extend(held.iter().map(|[_, b]| point(b, "dot")));
    lines
}

/// Returns the place of an upright point in a picture seen from a direction, right and up \[m\].
fn seen([round, above]: [f64; 2], point: &Vector3<f64>) -> [f64; 2] {
    let ([sin, cos], [rise, level]) = ([round.sin(), round.cos()], [above.sin(), above.cos()]);
    let towards = point.x * cos + point.y * sin;
    [point.y * cos - point.x * sin, point.z * level - towards * rise]
}

impl SpaceStrip {
    /// Returns the strip of a group, if the FMU shows the places of its bodies.
    pub fn of(plan: &SpacePlan, fmu: &Fmu, magnified: bool) -> Option<Self> {
        let mut strip = Self::of_plan(plan);
        let known = |name: &str| fmu.reference(name).is_ok();
        if strip.names.is_empty() || !strip.names.iter().all(|name| known(name)) {
            return None;
        }
        if magnified {
            strip.plays = Plays::of(plan, &mut strip.names, known);
        }
        Some(strip)
    }

    fn of_plan(plan: &SpacePlan) -> Self {
        let of_body = |name: &str| PARTS.map(|part| format!("{name}.{part}"));
        let up = -Vector3::from(plan.gravity.unwrap_or([0.0, 0.0, -1.0]));
        // Straight down there is no shortest rotation: about x.
        let about_x = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI);
        let upright = UnitQuaternion::rotation_between(&up, &Vector3::z());
        let list = plan.bodies.iter();
        let list = list.map(|body| sheet::body(&body.name, body.kind, body.mass));
        let markers = plan.bodies.iter();
        let markers = markers
            .map(|body| (body.marker.origin(), body.marker.turn().unwrap_or_default().inverse()));
        Self {
            names: plan.bodies.iter().flat_map(|body| of_body(&body.name)).collect(),
            markers: markers.collect(),
            lines: lines(plan),
            upright: upright.unwrap_or(about_x),
            list: list.collect(),
            plays: Plays::default(),
        }
    }

    /// Returns true if pins or balls with play are shown.
    pub fn has_pins(&self) -> bool {
        self.plays.count() > 0
    }

    /// Returns the joints with play at each of the `instants` of a run.
    pub fn courses(&self, series: &[(String, Vec<f64>)], instants: usize) -> Vec<Course> {
        let all: Vec<usize> = (0..instants).collect();
        self.plays.courses(series, &all, |body, at| self.pose(series, body, at))
    }

    /// Returns the pose of a body at an instant of the record.
    fn pose(&self, series: &[(String, Vec<f64>)], body: usize, instant: usize) -> Pose {
        let (at, back) = &self.markers[body];
        let part = |number: usize| series[PARTS.len() * body + number].1[instant];
        let turn = Quaternion::new(part(3), part(4), part(5), part(6));
        let turn = UnitQuaternion::from_quaternion(turn) * back;
        (Vector3::new(part(0), part(1), part(2)) - turn * at, turn)
    }

    /// Returns the points of the lines at an instant; axes reach `half` \[m\] to both sides.
    fn points(&self, series: &[(String, Vec<f64>)], instant: usize, half: f64) -> Points {
        let bodies = 0..self.markers.len();
        let poses: Vec<_> = bodies.map(|body| self.pose(series, body, instant)).collect();
        let world = |body: Option<usize>, own: Vector3<f64>| match body {
            Some(body) => self.upright * (poses[body].0 + poses[body].1 * own),
            None => self.upright * own,
        };
        let of_line = |line: &Line| match (&line.marks[..], line.along) {
            ([mark], true) => {
                [-half, half].map(|way| world(mark.body, mark.at + mark.axis * way)).to_vec()
            }
            (marks, _) => marks.iter().map(|mark| world(mark.body, mark.at)).collect(),
        };
        self.lines.iter().map(of_line).collect()
    }

    /// Returns both pictures of a run, see [`Film`](super::film::Film).
    pub fn pictures(
        &self,
        title: &str,
        times: &[f64],
        series: &[(String, Vec<f64>)],
    ) -> [String; 2] {
        let few = spread(FRAMES, times.len());
        let count: usize = self.points(series, 0, 0.0).iter().map(Vec::len).sum();
        let count = (3 * count + (6 + plays::NUMBERS) * self.plays.count()).max(1);
        let most = MOST_FRAMES.min(MOST_NUMBERS / count).max(FRAMES);
        let many = spread(most, times.len());
        let places: Vec<Points> = many.iter().map(|at| self.points(series, *at, 0.0)).collect();
        let all = || places.iter().flatten().flatten();
        let low = all().fold(Vector3::repeat(f64::INFINITY), |low, it| low.inf(it));
        let high = all().fold(Vector3::repeat(f64::NEG_INFINITY), |high, it| high.sup(it));
        let size = (high - low).norm();
        let half = AXIS * size;
        let still = |at: &usize| (times[*at], self.points(series, *at, half));
        let still: Vec<(f64, Points)> = few.iter().map(still).collect();
        let said = "Seen from above a corner, upright; springs are dashed, axes of joints are short lines.";
        let title = escaped(title);
        let range = still.iter().flat_map(|(_, points)| points.iter().flatten()).fold(
            [[f64::INFINITY, f64::NEG_INFINITY]; 2],
            |range, point| {
                let place = seen(ISOMETRIC, point);
                [0, 1].map(|way| [range[way][0].min(place[way]), range[way][1].max(place[way])])
            },
        );
        let view = View::new(&range, CELL);
        let drawn = |(time, points): &(f64, Points)| (*time, self.paths(points, &view));
        let drawings: Vec<_> = still.iter().map(drawn).collect();
        let style = STYLE.replace("stroke-width:7", "stroke-width:4");
        let strip = sheet::strip([&title, said, &style], view.height, &drawings);
        let pose = |body: usize, at: usize| self.pose(series, body, at);
        let arrows = self.plays.arrows(series, &many, size, pose);
        let middle = (low + high) * 0.5;
        let mut numbers = String::new();
        for (at, arrows) in many.iter().zip(arrows) {
            let arrows = arrows.into_iter().flatten().map(|end| self.upright * end);
            for point in self.points(series, *at, half).into_iter().flatten().chain(arrows) {
                let [x, y, z]: [f64; 3] = ((point - middle) / size.max(1e-12)).into();
                let _ = write!(numbers, "{x:.5},{y:.5},{z:.5},");
            }
        }
        let numbers = numbers.trim_end_matches(',');
        let joints = self.plays.drawn(series, &many, pose);
        let page = self.page(&title, numbers, joints, many.iter().map(|at| times[*at]));
        [strip, page]
    }

    /// Returns the lines as paths of a picture.
    fn paths(&self, points: &Points, view: &View) -> String {
        let mut svg = String::new();
        for (line, points) in self.lines.iter().zip(points) {
            let mut path = String::new();
            for (index, point) in points.iter().enumerate() {
                let [x, y] = view.at(seen(ISOMETRIC, point));
                let letter = if index == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{letter}{x:.2} {y:.2}");
                // A point alone is a line of no length, whose round ends are drawn.
                if points.len() == 1 {
                    let _ = write!(path, "L{x:.2} {y:.2}");
                }
            }
            let _ = writeln!(svg, "<path class=\"{}\" d=\"{path}\"/>", line.class);
        }
        svg
    }

    fn page(
        &self,
        title: &str,
        numbers: &str,
        [joints, plays]: [String; 2],
        times: impl Iterator<Item = f64>,
    ) -> String {
        let counts = self.lines.iter().map(|line| {
            let count = if line.along { 2 } else { line.marks.len() };
            format!("{count},")
        });
        let counts = counts.chain((0..self.plays.count()).map(|_| "2,".to_owned()));
        let paths = self.lines.iter().map(|line| format!("<path class=\"{}\"/>", line.class));
        let arrows = (0..self.plays.count()).map(|_| "<path class=\"push\"/>".to_owned());
        let paths = paths.chain(arrows);
        let script = SCRIPT
            .replace("PLAYS", &plays)
            .replace("COUNTS", counts.collect::<String>().trim_end_matches(','))
            .replace("POINTS", numbers)
            .replace("VIEW", &format!("{}, {}", ISOMETRIC[0], ISOMETRIC[1]));
        let height = 0.75 * PAGE;
        let said = match self.plays.count() {
            0 => "Drag to turn the machine, roll to come closer.",
            _ => {
                "Drag to turn the machine, roll to come closer. Its joints are magnified below, seen along z of their frame \
                 on body a; thin circles are the ends of a journal."
            }
        };
        sheet::page(
            [title, said, STYLE, &joints],
            (height, &paths.collect::<String>()),
            &self.list,
            times,
            &script,
        )
    }
}

#[cfg(test)]
mod tests;
