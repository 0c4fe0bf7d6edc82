//! The machine of a group in the plane as a run has moved it: a strip of frames, and a page on which it moves.

use super::bend::{Line, enlargement};
use super::plays::{self, Course};
use super::plays_in_plane::Plays;
use super::sheet::{self, FRAMES, MOST_FRAMES, MOST_NUMBERS, PAGE, spread};
use super::view::{CELL, Pose, Range, View, in_world};
use crate::Fmu;
use crate::documentation::{Bent, bent_at, escaped, places, shape};
use spiel::group::{FramePlan, GROUND, JointKind, JointPlan, Plan, Point, SpringKind};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Scale of marks, in a frame of the strip and on the page.
const SMALL: [f64; 2] = [0.4, 1.0];
/// The script that shows a frame on the page.
const SCRIPT: &str = concat!(include_str!("pages/plays.js"), include_str!("pages/plane.js"));

/// The moving parts of a group in a run.
pub(super) struct Strip {
    plan: Plan,
    /// The recorded variables: x, y and angle of every body's marker, the modes of flexible bodies, and those of the joints.
    pub names: Vec<String>,
    /// The bodies that are drawn bent.
    lines: Vec<Line>,
    /// The joints that are magnified.
    plays: Plays,
}

/// The machine at an instant.
struct Frame {
    poses: Vec<Pose>,
    /// The lines of the bodies that are drawn bent, of the others nothing.
    lines: Vec<Vec<Bent>>,
}

/// The range of sliders along their guides, by the names of the joints \[m\].
type Travel<'a> = BTreeMap<&'a str, [f64; 2]>;

/// The part that all frames of a picture have in common.
struct Scene<'a> {
    title: &'a str,
    range: Range,
    travel: Travel<'a>,
    /// A sentence about the enlargement of bending.
    said: String,
}

impl Strip {
    /// Returns the strip of a group, if the FMU shows the places of its bodies.
    pub fn of(plan: Plan, fmu: &Fmu, magnified: bool) -> Option<Self> {
        let parts = ["x", "y", "phi"];
        let mut names: Vec<String> = plan
            .bodies
            .iter()
            .flat_map(|body| parts.map(|part| format!("{}.{part}", body.name)))
            .collect();
        // By relative ports there are no places, and a file may hide them.
        let known = |name: &str| fmu.reference(name).is_ok();
        if names.is_empty() || !names.iter().all(|name| known(name)) {
            return None;
        }
        let lines = Line::all(&plan, &mut names, known);
        let plays = if magnified { Plays::of(&plan, &mut names, known) } else { Plays::default() };
        Some(Self { plan, names, lines, plays })
    }

    /// Returns true if pins with play are shown.
    pub fn has_pins(&self) -> bool {
        self.plays.has_pins()
    }

    /// Returns the joints with play at each of the `instants` of a run.
    pub fn courses(&self, series: &[(String, Vec<f64>)], instants: usize) -> Vec<Course> {
        let all: Vec<usize> = (0..instants).collect();
        self.plays.courses(series, &all, |body, at| self.pose(series, body, at))
    }

    /// The pose of a body at a recorded instant.
    fn pose(&self, series: &[(String, Vec<f64>)], body: usize, instant: usize) -> Pose {
        let [x, y, phi] = [0, 1, 2].map(|part| series[3 * body + part].1[instant]);
        let FramePlan { x: mx, y: my, angle } = self.plan.bodies[body].marker;
        let (sin, cos) = (phi - angle).sin_cos();
        [x - cos * mx + sin * my, y - sin * mx - cos * my, phi - angle]
    }

    /// The machine at each of some recorded instants, its bending `enlarged` by this factor.
    fn frames(
        &self,
        series: &[(String, Vec<f64>)],
        instants: &[usize],
        enlarged: f64,
    ) -> Vec<Frame> {
        let bodies = self.plan.bodies.len();
        let all = |instant: &usize| {
            let mut lines = vec![Vec::new(); bodies];
            for line in &self.lines {
                lines[line.body] = line.drawn(series, *instant, enlarged);
            }
            let poses = (0..bodies).map(|body| self.pose(series, body, *instant)).collect();
            Frame { poses, lines }
        };
        instants.iter().map(all).collect()
    }

    /// The ends of the springs in a frame.
    fn springs(&self, frame: &Frame) -> Vec<[Point; 2]> {
        let numbers = self.plan.numbers();
        let end = |name: &str, at: Point| match numbers.get(name) {
            Some(body) => frame.place(*body, at),
            None => at,
        };
        let lines = self.plan.springs.iter().filter(|spring| spring.kind == SpringKind::Line);
        let at = |frame: &FramePlan| [frame.x, frame.y];
        lines
            .map(|spring| {
                [end(&spring.a, at(&spring.frame_a)), end(&spring.b, at(&spring.frame_b))]
            })
            .collect()
    }

    /// The range of sliders along their guides, by the names of the joints \[m\].
    fn travel(&self, frames: &[Frame]) -> Travel<'_> {
        let numbers = self.plan.numbers();
        let is_guide = |joint: &&JointPlan| joint.kind == JointKind::TranslationalClearance;
        let along = |joint: &JointPlan, frame: &Frame| {
            let pose = |name: &str| numbers.get(name).map_or([0.0; 3], |body| frame.poses[*body]);
            let [a, b] = [pose(&joint.a), pose(&joint.b)];
            let (from, to) = (joint.frame_a, joint.frame_b);
            let [[ax, ay], [bx, by]] = [in_world(&a, [from.x, from.y]), in_world(&b, [to.x, to.y])];
            let (sin, cos) = (a[2] + from.angle).sin_cos();
            cos * (bx - ax) + sin * (by - ay)
        };
        let range = |joint: &JointPlan| {
            let places = frames.iter().map(|frame| along(joint, frame));
            places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], place| {
                [low.min(place), high.max(place)]
            })
        };
        let guides = self.plan.joints.iter().filter(is_guide);
        guides.map(|joint| (&*joint.name, range(joint))).collect()
    }

    /// The range that all these frames fill.
    fn range(&self, frames: &[Frame]) -> Range {
        let mut range = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        let mut take = |point: Point| {
            for (range, place) in range.iter_mut().zip(point) {
                *range = [range[0].min(place), range[1].max(place)];
            }
        };
        let of_bodies: Vec<_> =
            self.plan.bodies.iter().map(|body| places(&self.plan, &body.name)).collect();
        for frame in frames {
            for (body, pose) in frame.poses.iter().enumerate() {
                match &frame.lines[body][..] {
                    [] => of_bodies[body].iter().for_each(|place| take(in_world(pose, *place))),
                    line => line.iter().for_each(|(_, [x, y, _])| take(in_world(pose, [*x, *y]))),
                }
            }
            self.springs(frame).into_iter().flatten().for_each(&mut take);
        }
        places(&self.plan, GROUND).into_iter().for_each(take);
        range
    }

    /// The factor by which bending is enlarged at these instants.
    fn enlarged(&self, series: &[(String, Vec<f64>)], instants: &[usize]) -> f64 {
        let largest = self.lines.iter().map(|line| line.largest(series, instants));
        let largest = largest.fold(0.0, f64::max);
        let size = self.range(&self.frames(series, instants, 1.0)).map(|[low, high]| high - low);
        enlargement(largest, size[0].max(size[1]))
    }

    /// A sentence about the enlargement of bending; empty if no body bends.
    fn said(&self, enlarged: f64) -> String {
        match self.lines.is_empty() {
            true => String::new(),
            false if enlarged > 1.0 => {
                format!("Bending is drawn {enlarged} times as large as it is.")
            }
            false => "Bending is drawn as large as it is.".to_owned(),
        }
    }

    /// Both pictures of a run: the strip as SVG, and the page as HTML. `series` is what was recorded, of
    /// [`names`](Self::names), at these times \[s\].
    pub fn pictures(
        &self,
        title: &str,
        times: &[f64],
        series: &[(String, Vec<f64>)],
    ) -> [String; 2] {
        let few = spread(FRAMES, times.len());
        let places: usize = self.lines.iter().map(Line::len).sum();
        let numbers =
            3 * (self.plan.bodies.len() + places).max(1) + plays::NUMBERS * self.plays.shown();
        let most = MOST_FRAMES.min(MOST_NUMBERS / numbers).max(FRAMES);
        let many = spread(most, times.len());
        let enlarged = self.enlarged(series, &many);
        let moving = self.frames(series, &many, enlarged);
        let still = self.frames(series, &few, enlarged);
        let scene = Scene {
            title: &escaped(title),
            range: self.range(&moving),
            travel: self.travel(&moving),
            said: self.said(enlarged),
        };
        let strip = self.drawing(&scene, &still, few.iter().map(|index| times[*index]));
        let joints = |view: &View| {
            self.plays.drawn(series, &many, view, |body, at| self.pose(series, body, at))
        };
        let page = self.page(&scene, &moving, joints, many.iter().map(|index| times[*index]));
        [strip, page]
    }

    /// The bodies as a picture has them, each in a group that is to be moved.
    fn bodies(&self, view: &View, frame: &Frame, small: f64, travel: &Travel) -> String {
        let mut svg = String::new();
        let ground = shape(&self.plan, GROUND, [view.scale, small], travel, &[]);
        let _ = writeln!(svg, "<g transform=\"{}\">{ground}</g>", view.transform(&[0.0; 3]));
        for [from, to] in self.springs(frame) {
            let ([x1, y1], [x2, y2]) = (view.at(from), view.at(to));
            let _ = writeln!(
                svg,
                "<line class=\"spring\" x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\"/>"
            );
        }
        let bodies = self.plan.bodies.iter().zip(&frame.poses).zip(&frame.lines);
        for ((body, pose), line) in bodies {
            let places = match line.len() {
                0 => String::new(),
                count => format!(" data-places=\"{count}\""),
            };
            let _ = writeln!(
                svg,
                "<g class=\"body\"{places} transform=\"{}\">{}</g>",
                view.transform(pose),
                shape(&self.plan, &body.name, [view.scale, small], travel, line)
            );
        }
        svg
    }

    fn drawing(
        &self,
        Scene { title, range, travel, said }: &Scene,
        frames: &[Frame],
        times: impl Iterator<Item = f64>,
    ) -> String {
        let view = View::new(range, CELL);
        let drawn = frames.iter().map(|frame| self.bodies(&view, frame, SMALL[0], travel));
        let drawings: Vec<_> = times.zip(drawn).collect();
        sheet::strip([title, said, ""], view.height, &drawings)
    }

    fn page(
        &self,
        Scene { title, range, travel, said }: &Scene,
        frames: &[Frame],
        joints: impl Fn(&View) -> [String; 3],
        times: impl Iterator<Item = f64>,
    ) -> String {
        let view = View::new(range, PAGE);
        let [joints, marks, plays] = joints(&view);
        let first = frames.first().map(|frame| self.bodies(&view, frame, SMALL[1], travel));
        let (mut numbers, mut bends, mut lines) = (String::new(), String::new(), String::new());
        for frame in frames {
            for pose in &frame.poses {
                let [x, y] = view.at([pose[0], pose[1]]);
                let _ = write!(numbers, "{x:.2},{y:.2},{:.3},", -pose[2].to_degrees());
            }
            for (_, [x, y, turn]) in frame.lines.iter().flatten() {
                let ([x, y], turn) = ([view.scale * x, -view.scale * y], -turn.to_degrees());
                let _ = write!(bends, "{x:.2},{y:.2},{turn:.2},");
            }
            for [from, to] in self.springs(frame) {
                let ([x1, y1], [x2, y2]) = (view.at(from), view.at(to));
                let _ = write!(lines, "{x1:.2},{y1:.2},{x2:.2},{y2:.2},");
            }
        }
        let bodies = self.plan.bodies.iter();
        let bodies = bodies.map(|body| sheet::body(&body.name, body.kind, body.mass));
        let script = SCRIPT
            .replace("PLAYS", &plays)
            .replace("POSES", numbers.trim_end_matches(','))
            .replace("LINES", lines.trim_end_matches(','))
            .replace("BENDS", bends.trim_end_matches(','));
        let drawing = (view.height, &*(first.unwrap_or_default() + &marks));
        sheet::page(
            [title, said, "", &joints],
            drawing,
            &bodies.collect::<Vec<_>>(),
            times,
            &script,
        )
    }
}

impl Frame {
    /// Maps a place of a body, bent as it is drawn, to the world.
    fn place(&self, body: usize, at: Point) -> Point {
        let line = &self.lines[body];
        let own = bent_at(line, at).map_or(at, |place| [line[place].1[0], line[place].1[1]]);
        in_world(&self.poses[body], own)
    }
}

#[cfg(test)]
mod tests;
