//! The joints of a machine magnified: the journal in its hole or the slider in its guide, the force on it, and the force over
//! the run.

use super::sheet::PAGE;
use crate::digits::short;
use crate::documentation::escaped;
use std::fmt::Write;

/// Joints that are magnified, at most: those with the largest forces.
pub(super) const MOST: usize = 12;
/// Size of a drawing, and the room for play in it.
const TILE: f64 = 160.0;
pub(super) const GAP: f64 = 22.0;
/// Half the length of a slider as it is drawn.
pub(super) const HALF_SLIDER: f64 = 46.0;
/// Numbers of a joint for each frame.
pub(super) const NUMBERS: usize = 10;
/// Height of the plot, and its margins.
const HEIGHT: f64 = 190.0;
const MARGIN: f64 = 16.0;
/// Colours of the forces over time; they stand out on light and on dark.
const COLOURS: [&str; 6] = ["#2f7fc1", "#d3601e", "#2c9a73", "#b0569b", "#a98314", "#7d6fc4"];

/// A joint with play in the frames of a run.
pub(super) struct Course {
    /// Its number among the joints that can be shown.
    pub number: usize,
    pub name: String,
    pub shape: Shape,
    /// \[m\].
    pub clearance: f64,
    pub shown: Vec<Shown>,
}

/// The drawing of a joint.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// A journal in its hole.
    Journal,
    /// A journal whose axis may tilt: both of its ends are drawn.
    TiltingJournal,
    /// A slider in its guide.
    Slider,
}

/// A joint at an instant.
#[derive(Default)]
pub(super) struct Shown {
    /// The place of its bearing or slider in the world \[m\].
    pub at: [f64; 2],
    /// The place of b in the play, over the clearance.
    pub place: [f64; 2],
    /// The way from there to the end of a journal that tilts, over the clearance.
    pub end: [f64; 2],
    /// Its angle as it is drawn \[rad\].
    pub turn: f64,
    /// The angle of a guide \[rad\], along which its drawing lies.
    pub axis: f64,
    /// The force on it as it is drawn \[N\].
    pub force: [f64; 2],
    /// The whole force \[N\]: that along the axis is not drawn.
    pub size: f64,
}

/// Points of paths, by names.
pub(super) type Paths = Vec<(String, Vec<(f64, f64)>)>;

/// A record of a run: names and values.
pub(super) type Series = [(String, Vec<f64>)];

/// Returns the frame at whose instant, or since the one before, a joint has its largest force, for every frame; `size` is the
/// force at an instant of the record.
pub(super) fn strongest(instants: &[usize], size: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut first = 0;
    let of = |at: &usize| {
        let since = first.min(*at)..=*at;
        first = *at + 1;
        since.max_by(|a, b| size(*a).total_cmp(&size(*b))).unwrap_or(*at)
    };
    instants.iter().map(of).collect()
}

/// Returns the paths of the journals and balls \[m\], by the names of the joints.
pub(super) fn orbits(courses: Vec<Course>) -> Paths {
    let path = |Course { name, clearance, shown, .. }: Course| {
        let [u, v] = [0, 1].map(|way| move |at: &Shown| at.place[way] * clearance);
        (name, shown.iter().map(|at| (u(at), v(at))).collect())
    };
    courses.into_iter().filter(|course| course.shape != Shape::Slider).map(path).collect()
}

/// Draws the joints of a run: the drawings with the plot of the forces, the marks in the picture of the machine, and the
/// numbers of every frame for the script. `bends` joints are left out because they are on bodies that bend; `picture` maps a
/// place of the world to the picture.
pub(super) fn drawn(
    mut courses: Vec<Course>,
    bends: usize,
    picture: impl Fn([f64; 2]) -> [f64; 2],
) -> [String; 3] {
    courses.sort_by(|a, b| b.largest().total_cmp(&a.largest()));
    let left_out = courses.len().saturating_sub(MOST);
    courses.truncate(MOST);
    let Some(whole) = courses.first().map(Course::largest) else {
        return [const { String::new() }; 3];
    };
    // In the order of the file again.
    courses.sort_by_key(|course| course.number);
    let (mut drawings, mut marks) = (String::new(), String::new());
    for (number, course) in courses.iter().enumerate() {
        drawings += &course.drawing(COLOURS[number % COLOURS.len()]);
        // Two joints may be at one place.
        let below = if number % 2 == 0 { -10 } else { 20 };
        let _ = writeln!(
            marks,
            "<g class=\"play\"><path class=\"push\"/><text class=\"small\" x=\"10\" y=\"{below}\">{}</text></g>",
            escaped(&course.name)
        );
    }
    let said = said(whole, left_out, bends);
    let plot = if whole > 0.0 { plot(&courses, whole) } else { String::new() };
    let html = format!("<div class=\"plays\">\n{drawings}</div>\n{plot}<p>{said}</p>");
    let mut numbers = String::new();
    let scales: Vec<f64> = courses.iter().map(Course::scale).collect();
    let frames = courses.first().map_or(0, |course| course.shown.len());
    for frame in 0..frames {
        for (course, scale) in courses.iter().zip(&scales) {
            let shown = &course.shown[frame];
            let [x, y] = picture(shown.at);
            let [fx, fy] = shown.arrow(whole);
            let [u, v, eu, ev] = [shown.place[0], shown.place[1], shown.end[0], shown.end[1]]
                .map(|it| GAP * scale * it);
            let [turn, axis] = [shown.turn, shown.axis].map(f64::to_degrees);
            let _ = write!(
                numbers,
                "{x:.1},{y:.1},{u:.1},{v:.1},{eu:.1},{ev:.1},{turn:.1},{axis:.1},{fx:.3},{fy:.3},"
            );
        }
    }
    numbers.pop();
    [html, marks, numbers]
}

/// Says how long arrows are, and what is left out.
fn said(whole: f64, left_out: usize, bends: usize) -> String {
    let mut said = match whole > 0.0 {
        true => format!(
            "Arrows are forces on the journal, ball or slider, the largest since the frame before: up to {} N, and lengths grow with \
             the square root.",
            short(whole)
        ),
        false => "No joint carries a force.".to_owned(),
    };
    if left_out > 0 {
        let _ = write!(said, " Of joints with smaller forces {left_out} are left out.");
    }
    if bends > 0 {
        let _ = write!(said, " Of joints on bodies that bend {bends} are left out.");
    }
    said
}

impl Shown {
    /// The force as an arrow, as a part of the longest one.
    fn arrow(&self, whole: f64) -> [f64; 2] {
        let size = self.force[0].hypot(self.force[1]);
        let part = (size / whole.max(f64::MIN_POSITIVE)).sqrt();
        self.force.map(|force| part * force / size.max(1e-300))
    }
}

impl Course {
    /// Its largest force \[N\].
    fn largest(&self) -> f64 {
        self.shown.iter().map(|shown| shown.size).fold(0.0, f64::max)
    }

    /// Part of the room for play that a clearance takes: all of it, but for joints that have worn.
    fn scale(&self) -> f64 {
        let off = |shown: &Shown| {
            let Shown { place: [u, v], end: [eu, ev], .. } = shown;
            (u + eu).hypot(v + ev).max((u - eu).hypot(v - ev))
        };
        1.0 / self.shown.iter().map(off).fold(1.0, f64::max)
    }

    /// The drawing of the joint before its first frame, with its name.
    fn drawing(&self, colour: &str) -> String {
        let (middle, name) = (0.5 * TILE, escaped(&self.name));
        let ends = match self.shape {
            Shape::TiltingJournal => {
                let end = format!("<circle class=\"axis thin end\" r=\"{}\"/>", 62.0 - GAP);
                end.clone() + &end
            }
            _ => String::new(),
        };
        let still = match self.shape {
            Shape::Journal | Shape::TiltingJournal => format!(
                "<circle class=\"a\" cx=\"{middle}\" cy=\"{middle}\" r=\"76\"/>\
                 <circle class=\"hole\" cx=\"{middle}\" cy=\"{middle}\" r=\"62\"/>\
                 <circle class=\"glow\" cx=\"{middle}\" cy=\"{middle}\" r=\"62\"/>\
                 <g class=\"part\"><circle class=\"b\" r=\"{}\"/><path class=\"axis\" d=\"M0 0H{0}\"/></g>{ends}",
                62.0 - GAP
            ),
            Shape::Slider => format!(
                "<rect class=\"a\" x=\"4\" y=\"14\" width=\"152\" height=\"22\"/>\
                 <rect class=\"a\" x=\"4\" y=\"124\" width=\"152\" height=\"22\"/>\
                 <path class=\"glow\" d=\"M4 36H156M4 124H156\"/>\
                 <g class=\"part\"><rect class=\"b\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></g>",
                -HALF_SLIDER,
                GAP - 44.0,
                2.0 * HALF_SLIDER,
                88.0 - 2.0 * GAP
            ),
        };
        format!(
            "<figure><svg class=\"drawing\" viewBox=\"0 0 {TILE} {TILE}\" role=\"img\" aria-label=\"{name}, magnified\">{still}\
             <path class=\"push\"/></svg><figcaption style=\"border-color:{colour}\">{name}, clearance {} mm</figcaption></figure>\n",
            short(1e3 * self.clearance)
        )
    }
}

/// The forces over the frames of a run, as parts of the largest.
fn plot(courses: &[Course], whole: f64) -> String {
    let mut lines = String::new();
    for (number, Course { shown: course, .. }) in courses.iter().enumerate() {
        let step = (PAGE - 2.0 * MARGIN) / course.len().saturating_sub(1).max(1) as f64;
        let points: Vec<_> = course
            .iter()
            .enumerate()
            .map(|(frame, shown)| {
                let x = MARGIN + step * frame as f64;
                let y = HEIGHT - MARGIN - (HEIGHT - 3.0 * MARGIN) * shown.size / whole;
                format!("{x:.1} {y:.1}")
            })
            .collect();
        let colour = COLOURS[number % COLOURS.len()];
        let _ = writeln!(
            lines,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\" d=\"M{}\"/>",
            points.join("L")
        );
    }
    format!(
        "<svg class=\"drawing forces\" viewBox=\"0 0 {PAGE} {HEIGHT}\" role=\"img\" aria-label=\"forces over time\">\
         <path class=\"axis\" d=\"M{MARGIN} {MARGIN}V{0}H{1}\"/><text class=\"small\" text-anchor=\"end\" x=\"{1}\" y=\"{2}\">force, up to {3} N</text>\n\
         {lines}<path id=\"cursor\" class=\"axis thin\" data-from=\"{MARGIN}\" data-room=\"{4}\" d=\"M0 {MARGIN}V{0}\"/></svg>\n",
        HEIGHT - MARGIN,
        PAGE - MARGIN,
        MARGIN + 4.0,
        short(whole),
        PAGE - 2.0 * MARGIN
    )
}
