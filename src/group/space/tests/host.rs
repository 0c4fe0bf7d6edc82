//! A host that moves the bodies of a group by the fourth-order Runge–Kutta method with held loads.

use super::super::bodies::{DEGREES, Pose, Velocity, own};
use super::super::constraints::Target;
use super::super::island::Island;
use super::super::mechanism::wrenches;
use super::super::plan::{InertiaPlan, SpacePlan};
use super::machines::Machine;
use crate::coupling::predicted::{Delay, Settings};
use crate::group::space::parts;
use nalgebra::{Vector3, Vector6};

/// Parts of a step that the host makes.
const PARTS: usize = 4;

/// The host of one island, with bodies of its own.
pub struct Host {
    bodies: Island,
    gravity: Vector3<f64>,
    pub states: Vec<(Pose, Velocity)>,
}

/// Returns the islands of a machine, for the group or the host.
pub fn islands(machine: &Machine, settings: Settings) -> Vec<Island> {
    let plan = SpacePlan { integrate: false, gravity: None, ..machine.plan.clone() };
    let joints = machine.plan.joint_parameters().unwrap();
    let rows = super::super::plan::variables(&plan, &joints).parameters;
    let values: Vec<f64> = rows.iter().map(|row| row.start.number()).collect();
    let (parts, ..) = parts::of_plan(&machine.plan, &joints, &values).unwrap();
    parts.islands(settings).into_vec()
}

impl Host {
    /// The host of an island, whose bodies move as the machine's table says at the start.
    pub fn new(mut bodies: Island, machine: &Machine) -> Self {
        let names = machine.bodies();
        let state = |body: &usize| {
            let start = machine.table.motion(0, &names[*body]);
            let pose = Pose { position: start.place, turn: start.turn };
            (pose, Velocity { linear: start.velocity, spin: start.spin })
        };
        let states: Vec<_> = bodies.bodies.iter().map(state).collect();
        bodies.place_at(states.iter().copied(), true);
        let gravity = machine.plan.gravity.unwrap_or_default().into();
        let mut host = Self { bodies, gravity, states };
        host.project();
        host
    }

    /// Places the bodies of a group as they are here.
    pub fn show(&self, group: &mut Island) {
        group.place_at(self.states.iter().copied(), true);
    }

    /// Returns the loads of a group on the centres of mass.
    pub fn loads_of(&self, group: &Island) -> Vec<Vector6<f64>> {
        let mut loads = vec![Vector6::zeros(); self.states.len()];
        for (joint, load) in group.mechanism.joints.iter().zip(group.predictor.loads()) {
            for (body, wrench) in joint.bodies.into_iter().zip(wrenches(load)) {
                if let Some(sum) = loads.get_mut(body) {
                    *sum += wrench;
                }
            }
        }
        loads
    }

    /// Accelerations under these loads on the centres of mass.
    fn accelerations(
        &mut self,
        states: &[(Pose, Velocity)],
        loads: &[Vector6<f64>],
    ) -> Vec<[Vector3<f64>; 2]> {
        self.bodies.place_at(states.iter().copied(), false);
        let mechanism = &mut self.bodies.mechanism;
        let bodies = &mechanism.bodies;
        let mut all = vec![0.0; DEGREES * states.len()];
        for (body, load) in loads.iter().enumerate() {
            let spin = states[body].1.spin;
            let moment = load.fixed_rows::<3>(3) - spin.cross(&(bodies.inertia(body) * spin));
            let linear = load.fixed_rows::<3>(0) * bodies.inverse[body].mass + self.gravity;
            let turning = bodies.inverse[body].inertia * moment;
            all[own(body)][..3].copy_from_slice(linear.as_slice());
            all[own(body)][3..].copy_from_slice(turning.as_slice());
        }
        mechanism.constraints.project(Target::Accelerations, &mut all);
        let each = all.chunks_exact(DEGREES);
        each.map(|a| [Vector3::new(a[0], a[1], a[2]), Vector3::new(a[3], a[4], a[5])]).collect()
    }

    /// Moves the bodies over a step of `size` \[s\] under held loads.
    pub fn step(&mut self, loads: &[Vector6<f64>], size: f64) {
        let h = size / PARTS as f64;
        for _ in 0..PARTS {
            let start = self.states.clone();
            let mut sums = vec![[Vector3::zeros(); 4]; start.len()];
            let mut now = start.clone();
            for (stage, weight) in [1.0, 2.0, 2.0, 1.0].into_iter().enumerate() {
                let a = self.accelerations(&now, loads);
                for (body, sums) in sums.iter_mut().enumerate() {
                    let v = now[body].1;
                    let rates = [v.linear, v.spin, a[body][0], a[body][1]];
                    sums.iter_mut()
                        .zip(rates)
                        .for_each(|(sum, rate)| *sum += rate * (weight / 6.0));
                    let ahead = [0.5, 0.5, 1.0, 0.0][stage] * h;
                    let (pose, begun) = start[body];
                    now[body] = (
                        pose.moved(&(rates[0] * ahead), &(rates[1] * ahead)),
                        Velocity {
                            linear: begun.linear + rates[2] * ahead,
                            spin: begun.spin + rates[3] * ahead,
                        },
                    );
                }
            }
            for (body, [v, w, a, turning]) in sums.into_iter().enumerate() {
                let (pose, begun) = start[body];
                self.states[body] = (
                    pose.moved(&(v * h), &(w * h)),
                    Velocity { linear: begun.linear + a * h, spin: begun.spin + turning * h },
                );
            }
            self.project();
        }
    }

    /// Moves places ahead by half a step at the present velocities: a host that updates places with new velocities has its
    /// velocities half a step before its places.
    pub fn shift(&mut self, size: f64) {
        for (pose, velocity) in &mut self.states {
            *pose = pose.moved(&(velocity.linear * (0.5 * size)), &(velocity.spin * (0.5 * size)));
        }
        self.project();
    }

    /// Moves the bodies over a step of `size` \[s\] by Euler's semi-implicit rule.
    pub fn step_semi_implicitly(&mut self, loads: &[Vector6<f64>], size: f64) {
        let a = self.accelerations(&self.states.clone(), loads);
        for ((pose, velocity), [linear, turning]) in self.states.iter_mut().zip(a) {
            velocity.linear += linear * size;
            velocity.spin += turning * size;
            *pose = pose.moved(&(velocity.linear * size), &(velocity.spin * size));
        }
        self.project();
    }

    /// Brings places and velocities back onto the constraints.
    fn project(&mut self) {
        for target in [Target::Places, Target::Places, Target::Rates] {
            self.bodies.place_at(self.states.iter().copied(), false);
            let mut change = vec![0.0; DEGREES * self.states.len()];
            if target == Target::Rates {
                change.copy_from_slice(&self.bodies.velocities);
            }
            self.bodies.mechanism.constraints.project(target, &mut change);
            for ((pose, velocity), own) in self.states.iter_mut().zip(change.chunks_exact(DEGREES))
            {
                let both = [0, 3].map(|at| Vector3::from_column_slice(&own[at..at + 3]));
                if target == Target::Places {
                    *pose = pose.moved(&both[0], &both[1]);
                } else {
                    *velocity = Velocity { linear: both[0], spin: both[1] };
                }
            }
        }
    }
}

/// The result of a run: errors of places over the clearance and of speeds over the largest, of the state that the joints
/// follow and of the host's; and the work mismatch.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    pub local: [f64; 2],
    pub host: [f64; 2],
    pub mismatch: f64,
}

/// Runs a machine to the last row of its table at steps of `size` \[s\].
pub fn run(machine: &Machine, size: f64, scheme: (Delay, bool)) -> Run {
    run_with_masses(machine, size, scheme, 1.0)
}

/// Runs a machine as [`run`] does; the group has `share` times the masses of the host.
pub fn run_with_masses(
    machine: &Machine,
    size: f64,
    (delay, semi_implicit): (Delay, bool),
    share: f64,
) -> Run {
    let settings = Settings { delay, semi_implicit, ..Settings::default() };
    let mut given = Machine { plan: machine.plan.clone(), table: machine.table.clone() };
    for body in &mut given.plan.bodies {
        body.mass = body.mass.map(|mass| share * mass);
        if let Some(InertiaPlan::Several(numbers)) = &mut body.inertia {
            numbers.iter_mut().for_each(|number| *number *= share);
        }
    }
    let mut group = islands(&given, settings).remove(0);
    let mut host = Host::new(islands(machine, settings).remove(0), machine);
    let fastest = (0..machine.table.len()).flat_map(|row| {
        let speed = move |name: String| machine.table.motion(row, &name).velocity.norm();
        machine.bodies().into_iter().map(speed)
    });
    let fastest = fastest.fold(0.0, f64::max);
    let row = machine.table.len() - 1;
    let steps = (machine.table.get(row, "t") / size).round() as u32;
    if semi_implicit {
        host.shift(size);
    }
    host.show(&mut group);
    let mut memory = group.begin(0.0);
    let mut mismatch = 0.0_f64;
    let mut pending = vec![Vector6::zeros(); host.states.len()];
    for step in 0..steps {
        let start = f64::from(step) * size;
        host.show(&mut group);
        let outcome = group.step(&mut memory, crate::coupling::Step { start, size }).unwrap();
        mismatch = outcome.work_mismatch;
        let mut loads = host.loads_of(&group);
        if delay == Delay::One {
            std::mem::swap(&mut loads, &mut pending);
        }
        if semi_implicit {
            host.step_semi_implicitly(&loads, size);
        } else {
            host.step(&loads, size);
        }
    }
    group.place_at_end();
    let (mut local, mut hosted) = ([0.0_f64; 2], [0.0_f64; 2]);
    for (body, name) in machine.bodies().iter().enumerate() {
        let right = machine.table.motion(row, name);
        let bodies = &group.mechanism.bodies;
        let of = |errors: &mut [f64; 2], pose: &Pose, velocity: &Velocity| {
            errors[0] = errors[0].max((pose.position - right.place).norm() / 1e-4);
            errors[1] = errors[1].max((velocity.linear - right.velocity).norm() / fastest);
        };
        of(&mut local, &bodies.poses[body], &bodies.velocities[body]);
        of(&mut hosted, &host.states[body].0, &host.states[body].1);
    }
    Run { local, host: hosted, mismatch }
}
