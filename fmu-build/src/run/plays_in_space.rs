//! The joints with play of a machine in space, where they are in each frame of a run: seen along z of their frame on a.

use super::plays::{self, Course, Series, Shape, Shown};
use nalgebra::{UnitQuaternion, Vector3};
use spiel::group::{SpaceJointKind, SpacePlan};

/// Longest arrow in the picture, over the size of the machine.
const LONGEST: f64 = 0.25;

/// A frame in the world: its origin \[m\] and its rotation.
pub(super) type Pose = (Vector3<f64>, UnitQuaternion<f64>);

/// The joints with play of a machine, and where their variables are in the record.
#[derive(Default)]
pub(super) struct Plays {
    joints: Vec<Play>,
}

/// A joint with play.
struct Play {
    name: String,
    kind: SpaceJointKind,
    /// The numbers of its bodies; the ground has none.
    bodies: [Option<usize>; 2],
    /// Its frames on them.
    frames: [Pose; 2],
    /// The first of its variables in the record: three forces, the clearance, and the length of a hole.
    first: usize,
}

impl Plays {
    /// Finds the joints that a record can show, and adds their variables to its `names`.
    pub fn of(plan: &SpacePlan, names: &mut Vec<String>, known: impl Fn(&str) -> bool) -> Self {
        let number = |name: &str| plan.bodies.iter().position(|body| body.name == name);
        let mut all = Self::default();
        for joint in &plan.joints {
            let mut parts = vec!["load.fx", "load.fy", "load.fz", "geometry.clearance"];
            if joint.kind == SpaceJointKind::SpatialRevolute {
                parts.push("geometry.length");
            }
            let own: Vec<_> = parts.iter().map(|part| format!("{}.{part}", joint.name)).collect();
            if !own.iter().all(|name| known(name)) {
                continue;
            }
            let frame = [&joint.frame_a, &joint.frame_b];
            all.joints.push(Play {
                name: joint.name.clone(),
                kind: joint.kind,
                bodies: [number(&joint.a), number(&joint.b)],
                frames: frame.map(|frame| (frame.origin(), frame.turn().unwrap_or_default())),
                first: names.len(),
            });
            names.extend(own);
        }
        all
    }

    /// Returns the number of joints whose forces are drawn.
    pub fn count(&self) -> usize {
        self.joints.len()
    }

    /// Draws the joints of a run: the drawings with the plot of the forces, and the numbers of every frame. `pose` returns the
    /// pose of a body at an instant of the record.
    pub fn drawn(
        &self,
        series: &Series,
        instants: &[usize],
        pose: impl Fn(usize, usize) -> Pose,
    ) -> [String; 2] {
        let [html, _, numbers] = plays::drawn(self.courses(series, instants, pose), 0, |at| at);
        [html, numbers]
    }

    /// Returns the joints at these instants of a run, see [`drawn`](Self::drawn).
    pub fn courses(
        &self,
        series: &Series,
        instants: &[usize],
        pose: impl Fn(usize, usize) -> Pose,
    ) -> Vec<Course> {
        let course = |(number, play): (usize, &Play)| {
            let value = |part: usize, at: usize| series[play.first + part].1[at];
            let shown = |(at, force): (&usize, Vector3<f64>)| {
                let poses = play.bodies.map(|body| body.map(|body| pose(body, *at)));
                let length = match play.kind {
                    SpaceJointKind::SpatialRevolute => value(4, *at),
                    SpaceJointKind::SphericalClearance => 0.0,
                };
                play.shown(poses, force, [value(3, *at), length])
            };
            Course {
                number,
                name: play.name.clone(),
                shape: match play.kind {
                    SpaceJointKind::SpatialRevolute => Shape::TiltingJournal,
                    SpaceJointKind::SphericalClearance => Shape::Journal,
                },
                clearance: series[play.first + 3].1.first().copied().unwrap_or_default(),
                shown: instants.iter().zip(play.forces(series, instants)).map(shown).collect(),
            }
        };
        self.joints.iter().enumerate().map(course).collect()
    }

    /// Returns the arrows of the forces on b at each instant, joint by joint: from its frame on a, in the world; `size` is that
    /// of the machine \[m\].
    pub fn arrows(
        &self,
        series: &Series,
        instants: &[usize],
        size: f64,
        pose: impl Fn(usize, usize) -> Pose,
    ) -> Vec<Vec<[Vector3<f64>; 2]>> {
        let forces: Vec<Vec<_>> =
            self.joints.iter().map(|play| play.forces(series, instants)).collect();
        let sizes = forces.iter().flatten().map(Vector3::norm);
        let whole = sizes.fold(f64::MIN_POSITIVE, f64::max);
        let arrow = |frame: usize, at: usize| {
            let of = |(play, forces): (&Play, &Vec<Vector3<f64>>)| {
                let (origin, _) = play.placed(0, play.bodies[0].map(|body| pose(body, at)));
                let force = forces[frame];
                // Lengths grow with the square root, as in the drawings.
                let long = LONGEST * size / (force.norm() * whole).sqrt().max(1e-300);
                [origin, origin + force * long]
            };
            self.joints.iter().zip(&forces).map(of).collect()
        };
        instants.iter().enumerate().map(|(frame, at)| arrow(frame, *at)).collect()
    }
}

impl Play {
    /// Returns the largest force on b since the instant before, for each instant \[N\].
    fn forces(&self, series: &Series, instants: &[usize]) -> Vec<Vector3<f64>> {
        let force =
            |at: usize| Vector3::from([0, 1, 2].map(|part| series[self.first + part].1[at]));
        plays::strongest(instants, |at| force(at).norm()).into_iter().map(force).collect()
    }

    /// Returns its frame on a `body` in that pose, a or b; the ground has none.
    fn placed(&self, side: usize, body: Option<Pose>) -> Pose {
        let (own, turn) = self.frames[side];
        body.map_or((own, turn), |(place, body)| (place + body * own, body * turn))
    }

    /// The joint where its bodies are, in the axes of its frame on a.
    fn shown(
        &self,
        bodies: [Option<Pose>; 2],
        force: Vector3<f64>,
        [clearance, length]: [f64; 2],
    ) -> Shown {
        let [(a, axes), (b, turned)] = [0, 1].map(|side| self.placed(side, bodies[side]));
        let inward = axes.inverse();
        let mut off = inward * (b - a) / clearance;
        let relative = inward * turned;
        let (first, along) = (relative * Vector3::x(), relative * Vector3::z());
        if self.kind == SpaceJointKind::SpatialRevolute && along.z != 0.0 {
            // Its axis passes the middle of the hole there.
            off -= along * (off.z / along.z);
        }
        let end = along * (0.5 * length / clearance);
        let size = force.norm();
        let force = inward * force;
        Shown {
            place: [off.x, off.y],
            end: [end.x, end.y],
            turn: first.y.atan2(first.x),
            force: [force.x, force.y],
            size,
            ..Shown::default()
        }
    }
}
