//! Groups by relative motions and W against those that hold the bodies, with a host of free bodies.

use crate::driven::Driven;
use crate::machines::{self, Machine};
use crate::table::Motion;
use nalgebra::{DMatrix, Matrix3, SMatrix, UnitQuaternion, Vector3, Vector6};
use spiel::coupling::Step;
use spiel::group::{InertiaPlan, PLAN, ShownVariables, SpaceFramePlan, SpaceJointPlan, SpacePlan};
use spiel::model::Build;

/// Parts of a host's step.
const PARTS: u32 = 4;

/// A frame on a body of the host, or on the ground.
#[derive(Clone)]
struct Mark {
    body: Option<usize>,
    at: Vector3<f64>,
    turn: UnitQuaternion<f64>,
}

/// Free bodies with their masses, and the joints between them.
struct Host {
    states: Vec<Motion>,
    masses: Vec<(f64, Matrix3<f64>)>,
    gravity: Vector3<f64>,
    joints: Vec<(String, [Mark; 2])>,
}

fn joined(parts: [Vector3<f64>; 2]) -> Vector6<f64> {
    Vector6::from_iterator(parts.iter().flatten().copied())
}

fn halves(six: &Vector6<f64>) -> [Vector3<f64>; 2] {
    [six.fixed_rows::<3>(0).into(), six.fixed_rows::<3>(3).into()]
}

impl Host {
    fn of(machine: &Machine) -> Self {
        let plan = &machine.plan;
        let names = machine.bodies();
        let mass = |name: &String| {
            let body = plan.bodies.iter().find(|body| body.name == *name).unwrap();
            let n = match body.inertia.as_ref().unwrap() {
                InertiaPlan::Several(numbers) => numbers.clone(),
                InertiaPlan::One(_) => unreachable!(),
            };
            let [xy, xz, yz] = if n.len() == 6 { [n[3], n[4], n[5]] } else { [0.0; 3] };
            (body.mass.unwrap(), Matrix3::new(n[0], xy, xz, xy, n[1], yz, xz, yz, n[2]))
        };
        let mark = |name: &String, frame: &SpaceFramePlan| {
            let axis = Vector3::from(frame.axis.unwrap());
            // Joints of revolution do not ask for x.
            let turn = UnitQuaternion::rotation_between(&Vector3::z(), &axis).unwrap();
            let at = Vector3::new(frame.x, frame.y, frame.z);
            Mark { body: names.iter().position(|own| own == name), at, turn }
        };
        let joints = plan.joints.iter().map(|joint| {
            (joint.name.clone(), [mark(&joint.a, &joint.frame_a), mark(&joint.b, &joint.frame_b)])
        });
        Self {
            states: names.iter().map(|name| machine.table.motion(0, name)).collect(),
            masses: names.iter().map(mass).collect(),
            gravity: plan.gravity.unwrap().into(),
            joints: joints.collect(),
        }
    }

    /// The motion of a frame.
    fn frame(&self, mark: &Mark) -> Motion {
        let ground = Motion::of([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let body = mark.body.map_or(ground, |body| self.states[body]);
        let arm = body.turn * mark.at;
        Motion {
            place: body.place + arm,
            turn: body.turn * mark.turn,
            velocity: body.velocity + body.spin.cross(&arm),
            spin: body.spin,
        }
    }

    /// Moves the bodies over a step under held wrenches about their centres, by Runge and Kutta's method.
    fn go(&mut self, loads: &[Vector6<f64>], size: f64) {
        let h = size / f64::from(PARTS);
        for _ in 0..PARTS {
            for (state, ((mass, inertia), load)) in
                self.states.iter_mut().zip(self.masses.iter().zip(loads))
            {
                let [force, moment] = halves(load);
                let linear = self.gravity + force / *mass;
                let turning = |turn: &UnitQuaternion<f64>, spin: &Vector3<f64>| {
                    let axes = turn.to_rotation_matrix().into_inner();
                    let world = axes * inertia * axes.transpose();
                    world.try_inverse().unwrap() * (moment - spin.cross(&(world * spin)))
                };
                let (turn, spin) = (state.turn, state.spin);
                let moved = |rate: Vector3<f64>| UnitQuaternion::from_scaled_axis(rate) * turn;
                let a = turning(&turn, &spin);
                let b = turning(&moved(spin * (0.5 * h)), &(spin + a * (0.5 * h)));
                let later = spin + b * (0.5 * h);
                let c = turning(&moved(later * (0.5 * h)), &later);
                let last = spin + c * h;
                let d = turning(&moved((spin + later) * (0.5 * h)), &last);
                state.place += state.velocity * h + linear * (0.5 * h * h);
                state.velocity += linear * h;
                state.turn = moved((spin + (a + b + c) * (h / 6.0)) * h);
                state.spin += (a + (b + c) * 2.0 + d) * (h / 6.0);
            }
        }
    }

    /// The Jacobian of a joint by bodies: velocities of b against the coinciding point of a, in the axes of a.
    fn jacobian(&self, marks: &[Mark; 2]) -> Vec<(usize, SMatrix<f64, 6, 6>)> {
        let [a, b] = [0, 1].map(|side| self.frame(&marks[side]));
        let inward = a.turn.inverse().to_rotation_matrix().into_inner();
        let of_body = |(mark, sign): (&Mark, f64)| {
            let body = mark.body?;
            let arm = b.place - self.states[body].place;
            let mut j = SMatrix::<f64, 6, 6>::zeros();
            j.fixed_view_mut::<3, 3>(0, 0).copy_from(&(inward * sign));
            j.fixed_view_mut::<3, 3>(0, 3).copy_from(&(inward * -arm.cross_matrix() * sign));
            j.fixed_view_mut::<3, 3>(3, 3).copy_from(&(inward * sign));
            Some((body, j))
        };
        marks.iter().zip([-1.0, 1.0]).filter_map(of_body).collect()
    }

    /// W of all joints.
    fn mobility(&self) -> DMatrix<f64> {
        let all: Vec<_> = self.joints.iter().map(|(_, marks)| self.jacobian(marks)).collect();
        let mut w = DMatrix::zeros(6 * all.len(), 6 * all.len());
        for (i, one) in all.iter().enumerate() {
            for (j, other) in all.iter().enumerate() {
                let mut block = w.fixed_view_mut::<6, 6>(6 * i, 6 * j);
                for (body, left) in one {
                    for (_, right) in other.iter().filter(|(own, _)| own == body) {
                        let (mass, inertia) = &self.masses[*body];
                        let axes = self.states[*body].turn.to_rotation_matrix().into_inner();
                        let mut inverse = SMatrix::<f64, 6, 6>::identity() / *mass;
                        let turning = axes * inertia.try_inverse().unwrap() * axes.transpose();
                        inverse.fixed_view_mut::<3, 3>(3, 3).copy_from(&turning);
                        block += left * inverse * right.transpose();
                    }
                }
            }
        }
        w
    }

    /// Gives a group by relative motions its inputs, makes a step, and returns the wrenches on the bodies.
    fn step_relatively(&self, unit: &mut Driven, time: f64, size: f64) -> Vec<Vector6<f64>> {
        let mut inputs = Vec::new();
        for (_, marks) in &self.joints {
            let [a, b] = [0, 1].map(|side| self.frame(&marks[side]));
            let inward = |vector: Vector3<f64>| a.turn.inverse() * vector;
            let apart = b.place - a.place;
            let drift = b.velocity - a.velocity - a.spin.cross(&apart);
            let axis = b.turn * Vector3::z();
            for vector in [apart, axis, drift, b.spin - a.spin] {
                inputs.extend(inward(vector).iter().copied());
            }
        }
        let w = self.mobility();
        for i in 0..self.joints.len() {
            for j in i..self.joints.len() {
                for (row, column) in (0..36).map(|place| (place / 6, place % 6)) {
                    if i < j || row <= column {
                        inputs.push(w[(6 * i + row, 6 * j + column)]);
                    }
                }
            }
        }
        unit.put(&inputs);
        unit.go(time, size);
        let mut loads = vec![Vector6::zeros(); self.states.len()];
        for (name, marks) in &self.joints {
            let [a, b] = [0, 1].map(|side| self.frame(&marks[side]));
            for (mark, point, prefixes) in [
                (&marks[1], b.place, ["force.", "torque."]),
                (&marks[0], a.place, ["reaction.f", "reaction.t"]),
            ] {
                let Some(body) = mark.body else { continue };
                let [force, moment] = prefixes.map(|prefix| {
                    let way = |way| unit.get(&format!("{name}.{prefix}{way}"));
                    a.turn * Vector3::from(["x", "y", "z"].map(way))
                });
                let arm = point - self.states[body].place;
                loads[body] += joined([force, moment + arm.cross(&force)]);
            }
        }
        loads
    }

    /// Gives a group that holds the bodies its inputs, makes a step, and returns the wrenches on the bodies.
    fn step_by_bodies(&self, unit: &mut Driven, time: f64, size: f64) -> Vec<Vector6<f64>> {
        unit.put(&self.states.iter().flat_map(Motion::numbers).collect::<Vec<_>>());
        unit.go(time, size);
        let loads = unit.block.layout().loads.clone();
        let numbers: Vec<f64> =
            loads.map(|number| unit.block.value(number).unwrap().number()).collect();
        numbers.chunks_exact(6).map(Vector6::from_column_slice).collect()
    }
}

/// The largest difference between speeds of the centres of both kinds, over the largest speed.
fn difference(machine: &Machine, size: f64, end: f64) -> f64 {
    let mut plan = machine.plan.clone();
    (plan.integrate, plan.gravity) = (false, None);
    plan.bodies.iter_mut().for_each(|body| body.start = None);
    let build = Build::default().with_file(PLAN, plan.to_json());
    let mut by_bodies = Driven::new("group", &build);
    let mut by_motions = Driven::new("group", &build.with("build.ports", "relative"));
    let [mut one, mut other] = [0, 1].map(|_| Host::of(machine));
    let (mut worst, mut fastest) = (0.0_f64, 0.0_f64);
    for step in 0..(end / size).round() as u32 {
        let time = f64::from(step) * size;
        let loads = one.step_by_bodies(&mut by_bodies, time, size);
        one.go(&loads, size);
        let loads = other.step_relatively(&mut by_motions, time, size);
        other.go(&loads, size);
        for (one, other) in one.states.iter().zip(&other.states) {
            worst = worst.max((one.velocity - other.velocity).norm());
            fastest = fastest.max(one.velocity.norm());
        }
    }
    worst / fastest
}

#[test]
fn relative_motions_and_bodies_are_the_same_group() {
    // Relative ports do not have the spin of frames a, which stay as they are inside a step: nothing for a door on the
    // ground, an error of first order where a turns.
    for (name, machine, end, bounds) in [
        ("door", machines::door(), 0.05, [1e-5, 5e-5]),
        ("chain", machines::chain(), 0.03, [5e-4, 5e-3]),
        ("pair", machines::pair(false), 0.01, [1e-2, 5e-2]),
    ] {
        for (size, bound) in [1e-5, 1e-4].into_iter().zip(bounds) {
            let off = difference(&machine, size, end);
            println!("{name} {size}: {off:.1e}");
            assert!(off < bound, "{name} {size}: {off:e}");
        }
    }
}

#[test]
fn relative_ports_refuse_many_joints_loads_that_are_ports_and_impossible_motions() {
    let refused = |plan: &SpacePlan| {
        let build = Build::default().with_file(PLAN, plan.to_json());
        let made = Driven::try_new("group", &build.with("build.ports", "relative"));
        made.err().unwrap().to_string()
    };
    let mut plan = machines::chain().plan;
    (plan.integrate, plan.gravity) = (false, None);
    plan.bodies.iter_mut().for_each(|body| body.start = None);
    let mut shown = plan.clone();
    shown.variables = ShownVariables::Named;
    shown.joints[1].variables.push("load.fx".to_owned());
    let error = refused(&shown);
    assert!(error.contains("j2: load.fx is no variable with build.ports = relative"), "{error}");
    let mut many = plan.clone();
    for number in 3..7 {
        many.joints.push(SpaceJointPlan { name: format!("j{number}"), ..many.joints[0].clone() });
    }
    let error = refused(&many);
    assert!(error.contains("the mobility of 6 has 666 numbers"), "{error}");
    let build = Build::default().with_file(PLAN, plan.to_json());
    let mut unit = Driven::new("group", &build.with("build.ports", "relative"));
    unit.set("j2.axis_rel.z", 0.5);
    let error = unit.begin(0.0).unwrap_err().to_string();
    assert!(error.starts_with("j2.length of axis_rel"), "{error}");
    unit.set("j2.axis_rel.z", 1.0);
    unit.set("j1.W.j2.x_x", 1.0);
    let error = unit.begin(0.0).unwrap_err().to_string();
    assert!(error.starts_with("j1.W = 1 is outside"), "{error}");
    // Bodies that touch must give way.
    unit.set("j1.W.j2.x_x", 0.0);
    unit.set("j1.r_rel.x", 1.05e-4);
    let error = unit.block.initialize(0.0).and_then(|()| unit.block.begin());
    error.unwrap();
    let error = unit.block.advance(Step { start: 0.0, size: 1e-4 }).unwrap_err().to_string();
    assert!(error.contains("how they give way must be known"), "{error}");
}
