//! The joints of a machine magnified: the journal in its hole or the slider in its guide, the force on it, and the force over
//! the run.

use super::sheet::PAGE;
use super::view::{Pose, View, in_world};
use crate::digits::short;
use crate::documentation::escaped;
use spiel::group::{FramePlan, JointKind, JointPlan, Plan};
use std::fmt::Write;

/// Joints that are magnified, at most: those with the largest forces.
const MOST: usize = 12;
/// Size of a drawing, and the room for play in it.
const TILE: f64 = 160.0;
const GAP: f64 = 22.0;
/// Half the length of a slider as it is drawn.
const HALF_SLIDER: f64 = 46.0;
/// Numbers of a joint for each frame.
pub(super) const NUMBERS: usize = 8;
/// Height of the plot, and its margins.
const HEIGHT: f64 = 190.0;
const MARGIN: f64 = 16.0;
/// Colours of the forces over time; they stand out on light and on dark.
const COLOURS: [&str; 6] = ["#2f7fc1", "#d3601e", "#2c9a73", "#b0569b", "#a98314", "#7d6fc4"];

/// The joints with play of a machine, and where their variables are in the record.
#[derive(Default)]
pub(super) struct Plays {
    joints: Vec<Play>,
    /// The number of joints that are left out because they are on a body that bends.
    bends: usize,
}

/// A joint with play.
struct Play {
    plan: JointPlan,
    /// The numbers of its bodies; the ground has none.
    bodies: [Option<usize>; 2],
    /// The first of its variables in the record: both forces, the clearance, and the length of a slider.
    first: usize,
}

/// A joint at an instant.
struct Shown {
    /// The place of its bearing or slider in the world \[m\].
    at: [f64; 2],
    /// The place of b in the play, over the clearance.
    place: [f64; 2],
    /// Its angle as it is drawn \[rad\].
    turn: f64,
    /// The angle of a guide \[rad\], along which its drawing lies.
    axis: f64,
    /// The force on it \[N\].
    force: [f64; 2],
}

/// A record of a run: names and values.
type Series = [(String, Vec<f64>)];

impl Plays {
    /// Finds the joints that a record can show, and adds their variables to its `names`. A joint on a body that bends is left
    /// out, for its frame moves with the deflection.
    pub fn of(plan: &Plan, names: &mut Vec<String>, known: impl Fn(&str) -> bool) -> Self {
        let numbers = plan.numbers();
        let mut all = Self::default();
        for joint in &plan.joints {
            let bodies = [&joint.a, &joint.b].map(|name| numbers.get(&**name).copied());
            let bends = |body: &usize| plan.bodies[*body].flexible.is_some();
            let parts: &[&str] = match joint.kind {
                JointKind::RevoluteClearance => &["load.fx", "load.fy", "geometry.clearance"],
                JointKind::TranslationalClearance => {
                    &["load.fx", "load.fy", "geometry.clearance", "geometry.slider_length"]
                }
            };
            let own: Vec<_> = parts.iter().map(|part| format!("{}.{part}", joint.name)).collect();
            if !own.iter().all(|name| known(name)) {
                continue;
            }
            if bodies.iter().flatten().any(bends) {
                all.bends += 1;
                continue;
            }
            all.joints.push(Play { plan: joint.clone(), bodies, first: names.len() });
            names.extend(own);
        }
        all
    }

    /// Returns the number of joints that are magnified.
    pub fn shown(&self) -> usize {
        self.joints.len().min(MOST)
    }

    /// Draws the joints of a run: the drawings with the plot of the forces, the marks in the picture of the machine, and the
    /// numbers of every frame for the script. `pose` returns the pose of a body at an instant of the record.
    pub fn drawn(
        &self,
        series: &Series,
        instants: &[usize],
        view: &View,
        pose: impl Fn(usize, usize) -> Pose,
    ) -> [String; 3] {
        let mut courses: Vec<(&Play, Vec<Shown>)> =
            self.joints.iter().map(|play| (play, play.course(series, instants, &pose))).collect();
        let largest = |course: &[Shown]| course.iter().map(Shown::size).fold(0.0, f64::max);
        courses.sort_by(|(_, a), (_, b)| largest(b).total_cmp(&largest(a)));
        let left_out = courses.len().saturating_sub(MOST);
        courses.truncate(MOST);
        let Some((_, strongest)) = courses.first() else { return [const { String::new() }; 3] };
        let whole = largest(strongest);
        // In the order of the file again.
        courses.sort_by_key(|(play, _)| play.first);
        let (mut drawings, mut marks) = (String::new(), String::new());
        for (number, (play, _)) in courses.iter().enumerate() {
            let clearance = series[play.first + 2].1.first().copied().unwrap_or_default();
            drawings += &play.drawing(clearance, COLOURS[number % COLOURS.len()]);
            // Two joints may be at one place.
            let below = if number % 2 == 0 { -10 } else { 20 };
            let _ = writeln!(
                marks,
                "<g class=\"play\"><path class=\"push\"/><text class=\"small\" x=\"10\" y=\"{below}\">{}</text></g>",
                escaped(&play.plan.name)
            );
        }
        let mut said = match whole > 0.0 {
            true => format!(
                "Arrows are forces on the journal or slider; the longest is {} N, and lengths grow with the square root.",
                short(whole)
            ),
            false => "No joint carries a force.".to_owned(),
        };
        if left_out > 0 {
            let _ = write!(said, " Of joints with smaller forces {left_out} are left out.");
        }
        if self.bends > 0 {
            let _ = write!(said, " Of joints on bodies that bend {} are left out.", self.bends);
        }
        let plot = if whole > 0.0 { plot(&courses, whole) } else { String::new() };
        let whole = whole.max(f64::MIN_POSITIVE);
        let html = format!("<div class=\"plays\">\n{drawings}</div>\n{plot}<p>{said}</p>");
        let scales: Vec<f64> = courses.iter().map(|(_, course)| scale(course)).collect();
        let mut numbers = String::new();
        for frame in 0..instants.len() {
            for ((_, course), scale) in courses.iter().zip(&scales) {
                let Shown { at, place: [u, v], turn, axis, force } = &course[frame];
                let [x, y] = view.at(*at);
                let part = (course[frame].size() / whole).sqrt();
                let [fx, fy] = force.map(|force| part * force / course[frame].size().max(1e-300));
                let (u, v) = (GAP * scale * u, GAP * scale * v);
                let [turn, axis] = [turn, axis].map(|angle| angle.to_degrees());
                let _ = write!(
                    numbers,
                    "{x:.1},{y:.1},{u:.1},{v:.1},{turn:.1},{axis:.1},{fx:.3},{fy:.3},"
                );
            }
        }
        numbers.pop();
        [html, marks, numbers]
    }
}

/// Part of the room for play that a clearance takes: all of it, but for joints that have worn.
fn scale(course: &[Shown]) -> f64 {
    let largest = course.iter().map(|shown| shown.place[0].hypot(shown.place[1]));
    1.0 / largest.fold(1.0, f64::max)
}

impl Shown {
    fn size(&self) -> f64 {
        self.force[0].hypot(self.force[1])
    }
}

impl Play {
    /// The joint at each instant, with the largest force since the one before.
    fn course(
        &self,
        series: &Series,
        instants: &[usize],
        pose: &impl Fn(usize, usize) -> Pose,
    ) -> Vec<Shown> {
        let value = |part: usize, at: usize| series[self.first + part].1[at];
        let mut last = 0;
        let shown = |at: &usize| {
            let poses = self.bodies.map(|body| body.map_or([0.0; 3], |body| pose(body, *at)));
            let size = |at: &usize| value(0, *at).hypot(value(1, *at));
            let strongest = (last.min(*at)..=*at).max_by(|a, b| size(a).total_cmp(&size(b)));
            last = *at + 1;
            let strongest = strongest.unwrap_or(*at);
            let force = [value(0, strongest), value(1, strongest)];
            self.shown(&poses, force, value(2, *at), || value(3, *at))
        };
        instants.iter().map(shown).collect()
    }

    fn shown(
        &self,
        [a, b]: &[Pose; 2],
        force: [f64; 2],
        clearance: f64,
        length: impl Fn() -> f64,
    ) -> Shown {
        let JointPlan { frame_a, frame_b, kind, .. } = &self.plan;
        let place = |pose: &Pose, frame: &FramePlan| in_world(pose, [frame.x, frame.y]);
        let (at, there) = (place(a, frame_a), place(b, frame_b));
        let off = [0, 1].map(|axis| (there[axis] - at[axis]) / clearance);
        let [turn_a, turn_b] = [a[2] + frame_a.angle, b[2] + frame_b.angle];
        match kind {
            JointKind::RevoluteClearance => {
                Shown { at, place: off, turn: turn_b, axis: 0.0, force }
            }
            JointKind::TranslationalClearance => {
                // In the axes of the guide, along which the slider is not shown to move.
                let across = in_world(&[0.0, 0.0, -turn_a], off)[1];
                let lift = (turn_b - turn_a).sin() * 0.5 * length() / clearance;
                let turn = (GAP * lift / HALF_SLIDER).atan();
                Shown { at: there, place: [0.0, across], turn, axis: turn_a, force }
            }
        }
    }

    /// The drawing of the joint before its first frame, with its name.
    fn drawing(&self, clearance: f64, colour: &str) -> String {
        let (middle, name) = (0.5 * TILE, escaped(&self.plan.name));
        let still = match self.plan.kind {
            JointKind::RevoluteClearance => format!(
                "<circle class=\"a\" cx=\"{middle}\" cy=\"{middle}\" r=\"76\"/>\
                 <circle class=\"hole\" cx=\"{middle}\" cy=\"{middle}\" r=\"62\"/>\
                 <circle class=\"glow\" cx=\"{middle}\" cy=\"{middle}\" r=\"62\"/>\
                 <g class=\"part\"><circle class=\"b\" r=\"{}\"/><path class=\"axis\" d=\"M0 0H{0}\"/></g>",
                62.0 - GAP
            ),
            JointKind::TranslationalClearance => format!(
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
            short(1e3 * clearance)
        )
    }
}

/// The forces over the frames of a run, as parts of the largest.
fn plot(courses: &[(&Play, Vec<Shown>)], whole: f64) -> String {
    let mut lines = String::new();
    for (number, (_, course)) in courses.iter().enumerate() {
        let step = (PAGE - 2.0 * MARGIN) / course.len().saturating_sub(1).max(1) as f64;
        let points: Vec<_> = course
            .iter()
            .enumerate()
            .map(|(frame, shown)| {
                let x = MARGIN + step * frame as f64;
                let y = HEIGHT - MARGIN - (HEIGHT - 3.0 * MARGIN) * shown.size() / whole;
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
