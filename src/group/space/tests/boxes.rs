//! Random boxes in joints.

use super::machines::Machine;
use super::table::{MOTION, Motion};
use crate::group::PinKind;
use nalgebra::{UnitQuaternion, Vector3};

const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// A random vector in the cube around the origin with sides of 2.
fn vector(even: &mut impl FnMut() -> f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| 2.0 * even() - 1.0)
}

/// Random boxes that hang on each other by joints with play and ideal ones, with loops, and true if nothing is lost; `None`
/// if the dimensions of a joint are refused. `even` is uniform from 0 to 1.
pub fn boxes(even: &mut impl FnMut() -> f64) -> Option<(Machine, bool)> {
    let count = 1 + (6.0 * even()) as usize;
    let lossless = even() < 0.25;
    let gravity = if even() < 0.5 { [0.0; 3] } else { (vector(even).normalize() * 9.81).into() };
    let names: Vec<String> = (0..count).map(|body| format!("b{body}")).collect();
    let (mut table, mut numbers) = ("t".to_owned(), "0".to_owned());
    let (mut motions, mut sides, mut masses, mut pairs): (Vec<Motion>, Vec<_>, Vec<_>, Vec<_>) =
        Default::default();
    for body in 0..count {
        let mass = 10_f64.powf(2.0 * even() - 1.0);
        let long = 0.05 + 0.25 * even();
        let side = Vector3::new(long, long * (0.2 + 0.8 * even()), long * (0.2 + 0.8 * even()));
        let square = side.component_mul(&side);
        let inertia = [square.y + square.z, square.x + square.z, square.x + square.y];
        masses.push((mass, inertia.map(|sum| mass * sum / 12.0)));
        let turn = UnitQuaternion::from_scaled_axis(vector(even) * 2.0);
        let own = vector(even).component_mul(&side) * 0.5;
        let hangs = even() < if body == 0 { 0.8 } else { 0.2 };
        let earlier = (body as f64 * even()) as usize;
        let (on, point) = match (hangs, motions.get(earlier)) {
            (false, Some(there)) => {
                let point = vector(even).component_mul(&sides[earlier]) * 0.5;
                (names[earlier].clone(), there.place + there.turn * point)
            }
            _ => ("ground".to_owned(), vector(even) * 0.2),
        };
        let free = body == 0 && !hangs;
        let (velocity, spin) = (vector(even) * 0.5, vector(even) * (0.5 / long));
        motions.push(Motion { place: point - turn * own, turn, velocity, spin });
        sides.push(side);
        if !free {
            pairs.push((on, names[body].clone(), point));
        }
    }
    if count > 1 {
        for _ in 0..(3.0 * even()) as usize {
            let (one, other) = ((count as f64 * even()) as usize, (count as f64 * even()) as usize);
            if one != other {
                let middle = (motions[one].place + motions[other].place) * 0.5;
                let point = middle + vector(even) * 0.02;
                pairs.push((names[one].clone(), names[other].clone(), point));
            }
        }
    }
    for (name, motion) in names.iter().zip(&motions) {
        for (part, number) in MOTION.iter().zip(motion.numbers()) {
            table += &format!(",{name}.{part}");
            numbers += &format!(",{number}");
        }
    }
    let bodies: Vec<(&str, f64, &[f64])> = names
        .iter()
        .zip(&masses)
        .map(|(name, (mass, inertia))| (&**name, *mass, &inertia[..]))
        .collect();
    let mut machine = Machine::new(&format!("{table}\n{numbers}"), &bodies, gravity);
    let mut played = false;
    let last = pairs.len().saturating_sub(1);
    for (number, (a, b, point)) in pairs.iter().enumerate() {
        let axis: [f64; 3] = vector(even).normalize().into();
        let ends = [&**a, &**b];
        if even() < 0.6 || (number == last && !played) {
            played = true;
            machine =
                machine.journal(&format!("j{number}"), ends, (*point).into(), axis, lossless, even);
        } else {
            let kinds = [
                PinKind::Ball,
                PinKind::Hinge,
                PinKind::Universal,
                PinKind::Slider,
                PinKind::Cylinder,
            ];
            machine = machine.pin(kinds[(5.0 * even()) as usize], ends, (*point).into(), axis);
        }
    }
    if !played {
        machine =
            machine.journal("j", ["ground", "b0"], motions[0].place.into(), Z, lossless, even);
    }
    machine.plan.check().is_ok().then_some((machine, lossless))
}

impl Machine {
    /// The number of bodies and the ends of all joints, for reports.
    pub fn kinds(&self) -> (usize, Vec<String>) {
        let pins = self.plan.pins.iter().map(|pin| format!("{:?} {}-{}", pin.kind, pin.a, pin.b));
        let joints = self.plan.joints.iter().map(|joint| format!("{}-{}", joint.a, joint.b));
        (self.plan.bodies.len(), pins.chain(joints).collect())
    }

    /// Adds a journal of random dimensions and laws.
    fn journal(
        mut self,
        name: &str,
        ends: [&str; 2],
        point: [f64; 3],
        axis: [f64; 3],
        lossless: bool,
        even: &mut impl FnMut() -> f64,
    ) -> Self {
        self = self.play(name, ends, point, axis, if lossless { 1.0 } else { 0.3 + 0.6 * even() });
        let radius = 0.005 + 0.01 * even();
        let clearance = 10_f64.powf(even() - 4.7);
        let length = radius * (1.0 + 2.0 * even());
        let has_faces = even() < 0.5;
        let friction = ["none", "coulomb", "lugre"][(3.0 * even()) as usize];
        let own = self.plan.joints.last_mut().unwrap();
        let mut set = |name: &str, text: String| {
            own.parameters.0.insert(name.to_owned(), text);
        };
        set("geometry.bearing_radius", radius.to_string());
        set("geometry.clearance", clearance.to_string());
        set("geometry.length", length.to_string());
        set("geometry.axial_clearance", clearance.to_string());
        let [inner, outer] = if has_faces { [1.05 * radius, 1.6 * radius] } else { [0.0, 0.0] };
        set("geometry.face_inner_radius", inner.to_string());
        set("geometry.face_outer_radius", outer.to_string());
        if !has_faces {
            set("geometry.journal_length", (1.2 * length).to_string());
        }
        if !lossless {
            set("friction.model", friction.to_owned());
        }
        self
    }
}
