//! A pendulum on a pin in space with very little play, beside one on an ideal cylindrical joint in a
//! commercial solver.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints as Fmus;
use crate::pendulum::beside_adams;
use fmu_build::{Error, Fmu, Instance};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use spiel::coupling::{SpatialMember, SpatialMobility};
use std::f64::consts::FRAC_PI_2;

const MASS: f64 = 1.0;
/// Moment of inertia about every axis \[kg m²\].
const INERTIA: f64 = 0.1;
const GRAVITY: f64 = 9.80665;
/// Position of the pin from the centre of mass, in the body \[m\].
const ARM: [f64; 3] = [-2.0, 0.0, 0.0];
const STEP: f64 = 2e-4;
/// Number of steps in a hundredth of a second.
const EVERY: usize = 50;
const STEPS: usize = 25_000;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "cylinder",
    title: "A pendulum on a pin in space with hardly any play",
    source: "MSC Adams on an ideal cylindrical joint, Cylindrical_Case02 of Chrono 7689fbc (BSD-3-Clause), whose own tolerance there is 1e-3 m",
    set_up: "1 kg, 2 m from the pin to the centre of mass, 0.1 kg m² about every axis, let go level; the pin's axis is level; 9.80665 m/s².",
    through: "`spatial_revolute` in co-simulation, `predicted`, 0.2 ms, the 6 × 6 mobility as inputs: steel, bearing of 10 mm by 20 mm, play 10 µm, no faces, no friction.",
    reason: "The pin rests 10 µm off the bearing's axis. It is free to slide along the axis and does not, as the last row shows. The rest is the error of both steps.",
    caption: "Lines: ours. Dots: Adams. Below: ours less theirs.",
    run,
};

/// The pendulum: position of its centre of mass, attitude, velocity, spin.
struct Pendulum {
    place: Vector3<f64>,
    attitude: UnitQuaternion<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
}

impl Pendulum {
    /// Vector from the centre of mass to the pin \[m\].
    fn arm(&self) -> Vector3<f64> {
        self.attitude * Vector3::from(ARM)
    }

    /// Carries the body over a step under a mean force and a mean moment about its centre of mass.
    fn carry(&mut self, force: Vector3<f64>, moment: Vector3<f64>) {
        let (before, turning) = (self.velocity, self.spin);
        self.velocity += STEP / MASS * force;
        self.spin += STEP / INERTIA * moment;
        self.place += 0.5 * STEP * (before + self.velocity);
        let turn = 0.5 * STEP * (turning + self.spin);
        self.attitude = UnitQuaternion::from_scaled_axis(turn) * self.attitude;
    }
}

/// The joint's FMU, with its inputs and outputs of every step.
struct Pin {
    instance: Instance,
    inputs: Vec<u32>,
    loads: [u32; 6],
    /// Turns z into the axis of the pin.
    level: UnitQuaternion<f64>,
}

impl Pin {
    fn new(fmu: &Fmu) -> Result<Self, Error> {
        let level = UnitQuaternion::from_scaled_axis(Vector3::new(-FRAC_PI_2, 0.0, 0.0));
        let turn = level.quaternion();
        let instance = fmu.start(
            "pin",
            &[
                ("geometry.clearance", 1e-5.into()),
                ("contact.restitution", 0.5.into()),
                ("friction.model", 1.into()),
                ("frame_a.e0", turn.w.into()),
                ("frame_a.e1", turn.i.into()),
                ("frame_b.e0", turn.w.into()),
                ("frame_b.e1", turn.i.into()),
            ],
        )?;
        let parts = ["x", "y", "z", "e0", "e1", "e2", "e3", "vx", "vy", "vz", "wx", "wy", "wz"];
        let frame = parts.map(|part| format!("frame_b.{part}"));
        let inputs = frame
            .iter()
            .chain(&mobilities())
            .map(|name| fmu.reference(name))
            .collect::<Result<_, _>>()?;
        let loads = fmu.references([
            "load_b.fx",
            "load_b.fy",
            "load_b.fz",
            "load_b.tx",
            "load_b.ty",
            "load_b.tz",
        ])?;
        Ok(Self { instance, inputs, loads, level })
    }

    /// Force on the pendulum and moment about its centre of mass, means over the step from `time` \[s\].
    fn step(&mut self, body: &Pendulum, time: f64) -> Result<[Vector3<f64>; 2], Error> {
        let arm = body.arm();
        let b = SpatialMember::Free { mass: MASS, inertia: Matrix3::identity() * INERTIA, arm };
        let mobility = SpatialMobility::of_pair(&SpatialMember::Ground, &b)
            .map_err(|fault| Error::Input(fault.to_string()))?;
        let (place, velocity) = (body.place + arm, body.velocity + body.spin.cross(&arm));
        let turned = body.attitude * self.level;
        let turn = turned.quaternion();
        let mut numbers = vec![place.x, place.y, place.z, turn.w, turn.i, turn.j, turn.k];
        numbers.extend(velocity.iter().chain(body.spin.iter()));
        numbers.extend(mobility.numbers());
        self.instance.set_real(&self.inputs, &numbers)?;
        self.instance.step(time, STEP)?;
        let mut loads = [0.0; 6];
        self.instance.get_real(&self.loads, &mut loads)?;
        let [force, moment] = [0, 3].map(|first| Vector3::from_row_slice(&loads[first..first + 3]));
        // The force is held at the pin, which moves on: its lever is that of the middle of the step.
        let lever = arm + 0.5 * STEP * body.spin.cross(&arm);
        Ok([force, moment + lever.cross(&force)])
    }
}

/// Names of the parts of the mobility, in their order.
fn mobilities() -> Vec<String> {
    let parts = ["x", "y", "z", "rx", "ry", "rz"];
    let mut names = Vec::new();
    for (row, one) in parts.iter().enumerate() {
        names.extend(parts[row..].iter().map(|other| format!("mobility.{one}{other}")));
    }
    names
}

fn run(fmus: &Fmus) -> Result<Outcome, Error> {
    let mut pin = Pin::new(&fmus.pin_in_space)?;
    let mut body = Pendulum {
        place: Vector3::new(2.0, 0.0, 0.0),
        attitude: UnitQuaternion::identity(),
        velocity: Vector3::zeros(),
        spin: Vector3::zeros(),
    };
    let mut places = Vec::new();
    for index in 0..=STEPS {
        if index % EVERY == 0 {
            places.push(body.place);
        }
        let [force, moment] = pin.step(&body, STEP * index as f64)?;
        body.carry(force - Vector3::z() * (MASS * GRAVITY), moment);
    }
    let along = places.iter().map(|place| place.y.abs()).fold(0.0, f64::max);
    let swing: Vec<_> = places.iter().map(|place| [place.x, place.z]).collect();
    let title = "With hardly any play the pin in space swings as an ideal one";
    let mut outcome = beside_adams(&swing, ["x", "z"], title);
    let what = "largest way along the pin [m]";
    outcome.rows.push(Row::new(what, 0.0, along, 5, Bound::Absolute(1e-3)));
    Ok(outcome)
}
