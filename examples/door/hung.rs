//! The door: a rigid body on two hinges in space, pushed against a stop.

use fmu_build::{Error, Fmu, Instance as Joint};
use nalgebra::{UnitQuaternion, Vector3};
use std::path::Path;

/// Mass \[kg\] and principal moments of inertia of a door of 0.8 m by 2 m \[kg m²\]: along its width, its
/// thickness and its height.
const MASS: f64 = 20.0;
const INERTIA: [f64; 3] = [6.7, 7.7, 1.07];
/// Width, and distance of the hinges from the middle of the height \[m\].
pub const WIDTH: f64 = 0.8;
pub const HINGES: [f64; 2] = [-0.7, 0.7];
/// Length of the holes and play between collar and face on each side \[m\].
pub const LENGTH: f64 = 0.04;
const AXIAL: f64 = 1e-4;
const GRAVITY: f64 = 9.81;
/// The push at the edge: force \[N\], start and end \[s\].
const PUSH: f64 = 150.0;
const PUSHED: [f64; 2] = [0.15, 0.20];
/// The stop at the edge: angle \[rad\], stiffness \[N/m\], damping \[N s/m\].
const STOP: f64 = 0.03;
const STOP_STIFFNESS: f64 = 2e5;
const STOP_DAMPING: f64 = 200.0;
/// Time at which the door hangs still, and the end \[s\].
pub const HANGS: f64 = 0.14;
const END: f64 = 0.4;
/// Interval between kept instants \[s\].
const KEPT: f64 = 1e-4;

/// The hinges' FMU and the communication step \[s\].
pub struct Door {
    fmu: Fmu,
    step: f64,
}

/// Result of a run of the door.
pub struct Run {
    /// Radial clearance of its hinges \[m\].
    pub clearance: f64,
    /// Its course, every tenth of a millisecond.
    pub course: Vec<Instant>,
    /// Largest normal force in a hinge, between communication points too \[N\].
    pub peak: f64,
    /// Energy lost in both hinges \[J\].
    pub lost: f64,
}

/// The door at an instant.
pub struct Instant {
    /// Time \[s\].
    pub time: f64,
    /// The pin's axis at the lower and the upper end of the hole, relative to the hole's, of each hinge \[m\].
    pub ends: [[[f64; 2]; 2]; 2],
    /// Normal force of the lower and the upper half of the hole, of each hinge \[N\].
    pub edges: [[f64; 2]; 2],
    /// Height of the lower corner beside the handle below its place without play \[m\].
    pub sag: f64,
}

/// A rigid body: position of its centre of mass, attitude, velocity, angular momentum about that centre.
struct Body {
    place: Vector3<f64>,
    attitude: UnitQuaternion<f64>,
    velocity: Vector3<f64>,
    momentum: Vector3<f64>,
}

impl Body {
    fn spin(&self) -> Vector3<f64> {
        let local = self.attitude.inverse() * self.momentum;
        self.attitude * local.component_div(&Vector3::from(INERTIA))
    }

    /// Position \[m\] and velocity \[m/s\] of a point given from the hinge line, in the door's axes.
    fn point(&self, point: Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let arm = self.attitude * (point - Vector3::new(0.5 * WIDTH, 0.0, 0.0));
        (self.place + arm, self.velocity + self.spin().cross(&arm))
    }

    /// Carries the body over a step under a mean force and a mean moment about its centre of mass.
    fn carry(&mut self, force: Vector3<f64>, moment: Vector3<f64>, step: f64) {
        let before = self.velocity;
        self.velocity += step / MASS * force;
        self.place += 0.5 * step * (before + self.velocity);
        // The spin at the middle of the step turns the body through the whole step.
        let start = self.attitude;
        let half = UnitQuaternion::from_scaled_axis(0.5 * step * self.spin());
        self.momentum += 0.5 * step * moment;
        self.attitude = half * start;
        self.attitude = UnitQuaternion::from_scaled_axis(step * self.spin()) * start;
        self.momentum += 0.5 * step * moment;
    }
}

/// Names of a frame's state.
const FRAME: [&str; 13] = [
    "frame_b.x",
    "frame_b.y",
    "frame_b.z",
    "frame_b.e0",
    "frame_b.e1",
    "frame_b.e2",
    "frame_b.e3",
    "frame_b.vx",
    "frame_b.vy",
    "frame_b.vz",
    "frame_b.wx",
    "frame_b.wy",
    "frame_b.wz",
];
const LOAD: [&str; 6] =
    ["load_b.fx", "load_b.fy", "load_b.fz", "load_b.tx", "load_b.ty", "load_b.tz"];
const REPORT: [&str; 4] =
    ["lower.normal_force", "upper.normal_force", "contact.peak_normal_force", "energy.dissipated"];

impl Door {
    /// A door whose hinges are built as FMUs in `out`.
    pub fn new(out: &Path, step: f64) -> Result<Self, Error> {
        Ok(Self { fmu: spiel_examples::fmu_of("spatial_revolute", out)?, step })
    }

    fn hinge(&self, name: &str, clearance: f64, height: f64) -> Result<Joint, Error> {
        self.fmu.start(
            name,
            &[
                ("geometry.bearing_radius", 0.008.into()),
                ("geometry.clearance", clearance.into()),
                ("geometry.length", LENGTH.into()),
                ("geometry.axial_clearance", AXIAL.into()),
                ("geometry.face_inner_radius", (0.0085).into()),
                ("geometry.face_outer_radius", (0.014).into()),
                ("contact.restitution", 0.4.into()),
                ("frame_a.z", height.into()),
            ],
        )
    }

    /// Hangs the door on hinges of that clearance \[m\], pushes it and lets it hit its stop.
    pub fn run(&self, clearance: f64) -> Result<Run, Error> {
        let mut hinges = [
            self.hinge("lower", clearance, HINGES[0])?,
            self.hinge("upper", clearance, HINGES[1])?,
        ];
        let frame = self.fmu.references(FRAME)?;
        let load = self.fmu.references(LOAD)?;
        let reported = self.fmu.references(REPORT)?;
        let mut body = Body {
            place: Vector3::new(0.5 * WIDTH, 0.0, 0.0),
            attitude: UnitQuaternion::identity(),
            velocity: Vector3::zeros(),
            momentum: Vector3::zeros(),
        };
        let mut run = Run { clearance, course: vec![], peak: 0.0, lost: 0.0 };
        let every = (KEPT / self.step).round().max(1.0) as u32;
        for index in 0..(END / self.step).ceil() as u32 {
            let time = f64::from(index) * self.step;
            let (mut force, mut moment) = outside(&body, time);
            let (mut edges, mut lost) = ([[0.0; 2]; 2], 0.0);
            for ((hinge, height), edges) in hinges.iter_mut().zip(HINGES).zip(&mut edges) {
                let (place, velocity) = body.point(Vector3::new(0.0, 0.0, height));
                let (turn, spin) = (body.attitude.quaternion(), body.spin());
                hinge.set_real(
                    &frame,
                    &[
                        place.x, place.y, place.z, turn.w, turn.i, turn.j, turn.k, velocity.x,
                        velocity.y, velocity.z, spin.x, spin.y, spin.z,
                    ],
                )?;
                hinge.step(time, self.step)?;
                let (mut loads, mut report) = ([0.0; 6], [0.0; 4]);
                hinge.get_real(&load, &mut loads)?;
                hinge.get_real(&reported, &mut report)?;
                let pull = Vector3::from_row_slice(&loads[..3]);
                force += pull;
                moment += Vector3::from_row_slice(&loads[3..]) + (place - body.place).cross(&pull);
                *edges = [report[0], report[1]];
                run.peak = run.peak.max(report[2]);
                lost += report[3];
            }
            if index % every == 0 {
                run.course.push(instant(&body, time, edges));
            }
            run.lost = lost;
            body.carry(force, moment, self.step);
        }
        Ok(run)
    }
}

/// Weight, push and stop on the door: force, and moment about its centre of mass.
fn outside(body: &Body, time: f64) -> (Vector3<f64>, Vector3<f64>) {
    let (edge, velocity) = body.point(Vector3::new(WIDTH, 0.0, 0.0));
    let depth = edge.y - WIDTH * STOP;
    let stop = if depth > 0.0 {
        (STOP_STIFFNESS * depth + STOP_DAMPING * velocity.y).max(0.0)
    } else {
        0.0
    };
    let push = if (PUSHED[0]..PUSHED[1]).contains(&time) { PUSH } else { 0.0 };
    let at_edge = Vector3::new(0.0, push - stop, 0.0);
    (at_edge - Vector3::new(0.0, 0.0, MASS * GRAVITY), (edge - body.place).cross(&at_edge))
}

fn instant(body: &Body, time: f64, edges: [[f64; 2]; 2]) -> Instant {
    let end = |height: f64, side: f64| {
        let (place, _) = body.point(Vector3::new(0.0, 0.0, height + 0.5 * side * LENGTH));
        [place.x, place.y]
    };
    let corner = Vector3::new(WIDTH, 0.0, -1.0);
    Instant {
        time,
        ends: HINGES.map(|height| [end(height, -1.0), end(height, 1.0)]),
        edges,
        sag: corner.z - body.point(corner).0.z,
    }
}
