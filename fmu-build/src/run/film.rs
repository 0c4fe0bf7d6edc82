//! The machine of a group as a run has moved it: a strip of frames, and a page on which it moves.

use crate::archive::unpack;
use crate::documentation::book::STYLE as BOOK_STYLE;
use crate::documentation::{places, shape, short};
use crate::{Error, Fmu};
use spiel::group::{BodyKind, FramePlan, GROUND, JointKind, JointPlan, Plan, Point, SpringKind};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Frames of the strip, and how many stand beside each other.
const FRAMES: usize = 6;
const COLUMNS: usize = 3;
/// Width of a frame, and the room round the machine in it; a page is as wide as [`PAGE`].
const CELL: f64 = 240.0;
const MARGIN: f64 = 16.0;
const PAGE: f64 = 960.0;
/// A picture is at most so many times as high as wide, and at least this part.
const HEIGHTS: [f64; 2] = [0.25, 1.2];
/// Marks are drawn so small, in a frame of the strip and on the page.
const SMALL: [f64; 2] = [0.4, 1.0];
/// Positions on the page, at most.
const MOST_FRAMES: usize = 900;
const MOST_NUMBERS: usize = 150_000;

/// What moves in a run of a group.
pub(super) struct Film {
    plan: Plan,
    /// What is recorded: x, y and angle of every body's marker.
    pub names: Vec<String>,
}

/// The frame of a body in the world: x, y \[m\] and angle \[rad\].
type Pose = [f64; 3];
/// How far sliders go along their guides, by the names of the joints \[m\].
type Travel<'a> = BTreeMap<&'a str, [f64; 2]>;

impl Film {
    /// The film of the FMU at `path`, if it is a group whose bodies it knows.
    pub fn of(path: &Path, fmu: &Fmu) -> Result<Option<Self>, Error> {
        let files = unpack(path)?;
        let Some(text) = files.get("resources/group.json") else { return Ok(None) };
        let plan = Plan::from_json(&String::from_utf8_lossy(text)).map_err(Error::Input)?;
        let parts = ["x", "y", "phi"];
        let names: Vec<String> = plan
            .bodies
            .iter()
            .flat_map(|body| parts.map(|part| format!("{}.{part}", body.name)))
            .collect();
        // By relative ports there are no places.
        let known = names.first().is_some_and(|name| fmu.reference(name).is_ok());
        Ok(known.then_some(Self { plan, names }))
    }

    /// The poses of all bodies at each of some instants, of what was recorded.
    fn poses(&self, series: &[(String, Vec<f64>)], instants: &[usize]) -> Vec<Vec<Pose>> {
        let pose = |body: usize, instant: usize| {
            let [x, y, phi] = [0, 1, 2].map(|part| series[3 * body + part].1[instant]);
            let FramePlan { x: mx, y: my, angle } = self.plan.bodies[body].marker;
            let (sin, cos) = (phi - angle).sin_cos();
            [x - cos * mx + sin * my, y - sin * mx - cos * my, phi - angle]
        };
        let all = |instant: &usize| {
            (0..self.plan.bodies.len()).map(|body| pose(body, *instant)).collect()
        };
        instants.iter().map(all).collect()
    }

    /// The ends of the springs at these poses.
    fn springs(&self, poses: &[Pose]) -> Vec<[Point; 2]> {
        let numbers = self.plan.numbers();
        let end =
            |name: &str, at: Point| numbers.get(name).map_or(at, |body| carried(&poses[*body], at));
        let lines = self.plan.springs.iter().filter(|spring| spring.kind == SpringKind::Line);
        lines.map(|spring| [end(&spring.a, spring.at_a), end(&spring.b, spring.at_b)]).collect()
    }

    /// How far the sliders of guides go along them, by the names of the joints \[m\].
    fn travel(&self, frames: &[Vec<Pose>]) -> Travel<'_> {
        let numbers = self.plan.numbers();
        let is_guide = |joint: &&JointPlan| joint.kind == JointKind::TranslationalClearance;
        let along = |joint: &JointPlan, poses: &Vec<Pose>| {
            let pose = |name: &str| numbers.get(name).map_or([0.0; 3], |body| poses[*body]);
            let [a, b] = [pose(&joint.a), pose(&joint.b)];
            let (from, to) = (joint.frame_a, joint.frame_b);
            let [[ax, ay], [bx, by]] = [carried(&a, [from.x, from.y]), carried(&b, [to.x, to.y])];
            let (sin, cos) = (a[2] + from.angle).sin_cos();
            cos * (bx - ax) + sin * (by - ay)
        };
        let range = |joint: &JointPlan| {
            let places = frames.iter().map(|poses| along(joint, poses));
            places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], place| {
                [low.min(place), high.max(place)]
            })
        };
        let guides = self.plan.joints.iter().filter(is_guide);
        guides.map(|joint| (&*joint.name, range(joint))).collect()
    }

    /// What all these poses take up: low and high along x and y \[m\].
    fn range(&self, frames: &[Vec<Pose>]) -> [[f64; 2]; 2] {
        let mut range = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        let mut take = |point: Point| {
            for (range, place) in range.iter_mut().zip(point) {
                *range = [range[0].min(place), range[1].max(place)];
            }
        };
        let of_bodies: Vec<_> =
            self.plan.bodies.iter().map(|body| places(&self.plan, &body.name)).collect();
        for poses in frames {
            for (pose, places) in poses.iter().zip(&of_bodies) {
                places.iter().for_each(|place| take(carried(pose, *place)));
            }
            self.springs(poses).into_iter().flatten().for_each(&mut take);
        }
        places(&self.plan, GROUND).into_iter().for_each(take);
        range
    }

    /// Both pictures of a run: the strip as SVG, and the page as HTML. `series` is what was recorded, of
    /// [`names`](Self::names), at these times \[s\].
    pub fn pictures(
        &self,
        title: &str,
        times: &[f64],
        series: &[(String, Vec<f64>)],
    ) -> [String; 2] {
        let last = times.len().saturating_sub(1);
        let spread = |count: usize| -> Vec<usize> {
            let count = count.min(times.len()).max(1);
            (0..count).map(|index| index * last / (count - 1).max(1)).collect()
        };
        let few = spread(FRAMES);
        let bodies = self.plan.bodies.len().max(1);
        let many = spread(MOST_FRAMES.min(MOST_NUMBERS / (3 * bodies)).max(FRAMES));
        let moving = self.poses(series, &many);
        let still = self.poses(series, &few);
        let range = self.range(&moving);
        let travel = self.travel(&moving);
        let strip =
            self.strip(title, (&range, &travel), &still, few.iter().map(|index| times[*index]));
        let page =
            self.page(title, (&range, &travel), &moving, many.iter().map(|index| times[*index]));
        [strip, page]
    }

    /// The bodies as a picture has them, each in a group that is to be moved.
    fn bodies(&self, view: &View, poses: &[Pose], small: f64, travel: &Travel) -> String {
        let mut svg = String::new();
        let ground = shape(&self.plan, GROUND, [view.scale, small], travel);
        let _ = writeln!(svg, "<g transform=\"{}\">{ground}</g>", view.transform(&[0.0; 3]));
        for [from, to] in self.springs(poses) {
            let ([x1, y1], [x2, y2]) = (view.at(from), view.at(to));
            let _ = writeln!(
                svg,
                "<line class=\"spring\" x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\"/>"
            );
        }
        for (body, pose) in self.plan.bodies.iter().zip(poses) {
            let _ = writeln!(
                svg,
                "<g class=\"body\" transform=\"{}\">{}</g>",
                view.transform(pose),
                shape(&self.plan, &body.name, [view.scale, small], travel)
            );
        }
        svg
    }

    fn strip(
        &self,
        title: &str,
        (range, travel): (&[[f64; 2]; 2], &Travel),
        frames: &[Vec<Pose>],
        times: impl Iterator<Item = f64>,
    ) -> String {
        let view = View::new(range, CELL);
        let (cell, rows) = (view.height + 26.0, frames.len().div_ceil(COLUMNS));
        let columns = frames.len().min(COLUMNS);
        let (width, height) = (CELL * columns as f64, cell * rows as f64 + 30.0);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" viewBox=\"0 0 {width} {height:.0}\" \
             role=\"img\">\n<title>{0}: {1} frames of the machine</title>\n<style>{BOOK_STYLE}{STRIP}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height:.0}\"/>\n\
             <text x=\"12\" y=\"20\" class=\"head\">{0}</text>\n",
            escape(title),
            frames.len()
        );
        for (index, (poses, time)) in frames.iter().zip(times).enumerate() {
            let (x, y) = (CELL * (index % COLUMNS) as f64, cell * (index / COLUMNS) as f64 + 30.0);
            let _ = writeln!(
                svg,
                "<g transform=\"translate({x} {y:.1})\">\n{}<text x=\"{}\" y=\"{:.1}\" text-anchor=\"middle\" \
                 class=\"small\">{} s</text>\n</g>",
                self.bodies(&view, poses, SMALL[0], travel),
                0.5 * CELL,
                view.height + 14.0,
                short(time)
            );
        }
        svg + "</svg>\n"
    }

    fn page(
        &self,
        title: &str,
        (range, travel): (&[[f64; 2]; 2], &Travel),
        frames: &[Vec<Pose>],
        times: impl Iterator<Item = f64>,
    ) -> String {
        let view = View::new(range, PAGE);
        let first = frames.first().map_or(&[][..], Vec::as_slice);
        let drawing = format!(
            "<svg class=\"drawing\" viewBox=\"0 0 {PAGE} {:.0}\" role=\"img\" aria-labelledby=\"name\">\n\
             <title id=\"name\">{}</title>\n{}</svg>",
            view.height,
            escape(title),
            self.bodies(&view, first, SMALL[1], travel)
        );
        let mut numbers = String::new();
        for poses in frames {
            for pose in poses {
                let [x, y] = view.at([pose[0], pose[1]]);
                let _ = write!(numbers, "{x:.2},{y:.2},{:.3},", -pose[2].to_degrees());
            }
        }
        let mut lines = String::new();
        for poses in frames {
            for [from, to] in self.springs(poses) {
                let ([x1, y1], [x2, y2]) = (view.at(from), view.at(to));
                let _ = write!(lines, "{x1:.2},{y1:.2},{x2:.2},{y2:.2},");
            }
        }
        let mut instants = String::new();
        times.for_each(|time| _ = write!(instants, "{time:e},"));
        let bodies = self.plan.bodies.iter().map(|body| {
            let what = match body.kind {
                BodyKind::Free => format!("{} kg", body.mass.unwrap_or_default()),
                BodyKind::Prescribed => "moved by the host".to_owned(),
            };
            format!("<li>{}, {what}</li>", escape(&body.name))
        });
        // A machine of very many parts is not told part by part.
        let bodies: String =
            if self.plan.bodies.len() > 20 { String::new() } else { bodies.collect() };
        TEMPLATE
            .replace("STYLE", BOOK_STYLE)
            .replace("TITLE", &escape(title))
            .replace("BODIES", &bodies)
            .replace("DRAWING", &drawing)
            .replace("TIMES", instants.trim_end_matches(','))
            .replace("POSES", numbers.trim_end_matches(','))
            .replace("LINES", lines.trim_end_matches(','))
    }
}

/// A page without its numbers.
const TEMPLATE: &str = include_str!("film.html");
/// What a strip has beyond the drawings of the documentation: it stands by itself.
const STRIP: &str = ":root{--joint-page:#fdfdfc;color:#1d242c}.paper{fill:var(--joint-page)}\
    .spring{stroke:var(--joint-faint);stroke-width:2;stroke-dasharray:3 2}\
    svg.drawing{max-width:none}\
    @media(prefers-color-scheme:dark){:root{--joint-page:#14181d;color:#e2e7ec}}";

/// From metres to a picture.
struct View {
    /// Pixels per metre.
    scale: f64,
    /// Where the world's origin is.
    origin: Point,
    height: f64,
}

impl View {
    /// A picture of this `width` of what lies in `range`.
    fn new(range: &[[f64; 2]; 2], width: f64) -> Self {
        let [low, high] = HEIGHTS.map(|part| part * width);
        let margin = MARGIN * width / CELL;
        let room = [width - 2.0 * margin, high - 2.0 * margin];
        let size = range.map(|[low, high]| (high - low).max(0.0));
        let scale = room.iter().zip(size).map(|(room, size)| room / size).fold(1e12, f64::min);
        // One place alone has no size, and stands in the middle.
        let scale = if scale < 1e12 { scale } else { 100.0 };
        let height = (size[1] * scale + 2.0 * margin).clamp(low, high);
        let middle = range.map(|[low, high]| 0.5 * (low + high));
        let origin = [0.5 * width - scale * middle[0], 0.5 * height + scale * middle[1]];
        Self { scale, origin, height }
    }

    fn at(&self, [x, y]: Point) -> Point {
        [self.origin[0] + self.scale * x, self.origin[1] - self.scale * y]
    }

    fn transform(&self, [x, y, angle]: &Pose) -> String {
        let [x, y] = self.at([*x, *y]);
        format!("translate({x:.2} {y:.2}) rotate({:.3})", -angle.to_degrees())
    }
}

/// Where a place of a body is in the world.
fn carried([x, y, angle]: &Pose, [own_x, own_y]: Point) -> Point {
    let (sin, cos) = angle.sin_cos();
    [x + cos * own_x - sin * own_y, y + sin * own_x + cos * own_y]
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slider on a spring beside a bar that turns about the origin, recorded at two instants.
    fn film() -> (Film, Vec<(String, Vec<f64>)>) {
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
        let film = Film { plan: toml::from_str(text).unwrap(), names: Vec::new() };
        // The bar stands along x, then along y.
        let columns = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5 + 0.5 * std::f64::consts::PI]];
        let slider = [[3.0, 4.0], [0.0, 0.0], [0.0, 0.0]];
        let series =
            columns.into_iter().chain(slider).map(|values| (String::new(), values.to_vec()));
        (film, series.collect())
    }

    #[test]
    fn bodies_stand_where_their_markers_say_and_springs_between_them() {
        let (film, series) = film();
        let poses = film.poses(&series, &[0, 1]);
        for (pose, angle) in poses.iter().zip([0.0, 0.5 * std::f64::consts::PI]) {
            let [x, y, turn] = pose[0];
            assert!(x.abs() < 1e-15 && y.abs() < 1e-15 && (turn - angle).abs() < 1e-15, "{pose:?}");
        }
        let [[from, to]] = film.springs(&poses[1])[..] else { panic!("there is one spring") };
        assert!(from[0].abs() < 1e-15 && (from[1] - 2.0).abs() < 1e-15 && to == [4.0, 0.0]);
        assert_eq!(film.travel(&poses)["D"], [3.0, 4.0]);
    }

    #[test]
    fn both_pictures_are_whole_and_need_nothing_beside_them() {
        let (film, series) = film();
        let [strip, page] = film.pictures("a <machine>", &[0.0, 0.1], &series);
        assert_eq!(strip.matches("class=\"body\"").count(), 2 * 2);
        assert_eq!(page.matches("class=\"body\"").count(), 2);
        for text in [&strip, &page] {
            assert!(text.contains("a &lt;machine&gt;") && !text.contains("NaN"));
            let outside = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!outside.contains("http") && !outside.contains("url("), "{outside}");
        }
        for word in ["TITLE", "POSES", "TIMES", "LINES", "DRAWING", "BODIES", "STYLE"] {
            assert!(!page.contains(word), "{word}");
        }
    }
}
