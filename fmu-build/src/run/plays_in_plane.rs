//! The joints with play of a machine in the plane, where they are in each frame of a run.

use super::plays::{self, Course, GAP, HALF_SLIDER, Series, Shape, Shown};
use super::view::{Pose, View, in_world};
use spiel::group::{FramePlan, JointKind, JointPlan, Plan};

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
        self.joints.len().min(plays::MOST)
    }

    /// Returns true if a pin is among the joints.
    pub fn has_pins(&self) -> bool {
        self.joints.iter().any(|play| play.plan.kind == JointKind::RevoluteClearance)
    }

    /// Draws the joints of a run, see [`drawn`](plays::drawn). `pose` returns the pose of a body at an instant of the record.
    pub fn drawn(
        &self,
        series: &Series,
        instants: &[usize],
        view: &View,
        pose: impl Fn(usize, usize) -> Pose,
    ) -> [String; 3] {
        plays::drawn(self.courses(series, instants, pose), self.bends, |at| view.at(at))
    }

    /// Returns the joints at these instants of a run, see [`drawn`](Self::drawn).
    pub fn courses(
        &self,
        series: &Series,
        instants: &[usize],
        pose: impl Fn(usize, usize) -> Pose,
    ) -> Vec<Course> {
        let course = |(number, play): (usize, &Play)| Course {
            number,
            name: play.plan.name.clone(),
            shape: match play.plan.kind {
                JointKind::RevoluteClearance => Shape::Journal,
                JointKind::TranslationalClearance => Shape::Slider,
            },
            clearance: series[play.first + 2].1.first().copied().unwrap_or_default(),
            shown: play.course(series, instants, &pose),
        };
        self.joints.iter().enumerate().map(course).collect()
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
        let forces = plays::strongest(instants, |at| value(0, at).hypot(value(1, at)));
        let shown = |(at, strongest): (&usize, usize)| {
            let poses = self.bodies.map(|body| body.map_or([0.0; 3], |body| pose(body, *at)));
            let force = [value(0, strongest), value(1, strongest)];
            self.shown(&poses, force, value(2, *at), || value(3, *at))
        };
        instants.iter().zip(forces).map(shown).collect()
    }

    fn shown(
        &self,
        [a, b]: &[Pose; 2],
        force: [f64; 2],
        clearance: f64,
        length: impl Fn() -> f64,
    ) -> Shown {
        let size = force[0].hypot(force[1]);
        let JointPlan { frame_a, frame_b, kind, .. } = &self.plan;
        let place = |pose: &Pose, frame: &FramePlan| in_world(pose, [frame.x, frame.y]);
        let (at, there) = (place(a, frame_a), place(b, frame_b));
        let off = [0, 1].map(|axis| (there[axis] - at[axis]) / clearance);
        let [turn_a, turn_b] = [a[2] + frame_a.angle, b[2] + frame_b.angle];
        match kind {
            JointKind::RevoluteClearance => {
                Shown { at, place: off, turn: turn_b, force, size, ..Shown::default() }
            }
            JointKind::TranslationalClearance => {
                // In the axes of the guide, along which the slider is not shown to move.
                let across = in_world(&[0.0, 0.0, -turn_a], off)[1];
                let lift = (turn_b - turn_a).sin() * 0.5 * length() / clearance;
                let turn = (GAP * lift / HALF_SLIDER).atan();
                Shown {
                    at: there,
                    place: [0.0, across],
                    turn,
                    axis: turn_a,
                    force,
                    size,
                    ..Shown::default()
                }
            }
        }
    }
}
