//! Reference motions of the machines: their equations in steps so small that prediction is unnecessary.

use crate::hosts::{Run, outward};
use crate::machine::Machine;
use nalgebra::Vector3;
use spiel::kinematics::planar::Motion;
use spiel::laws::contact::{ContactPoint, Touch, TouchGeometry};

/// Midpoint rule with the laws themselves, steps of `size` \[s\].
pub fn run(machine: &Machine, size: f64) -> Run {
    let mut state = machine.start;
    let mut points: Vec<ContactPoint> = Vec::new();
    points.resize_with(machine.play.slots(), ContactPoint::default);
    let (mut run, mut last_start) = (Run::default(), 0.0);
    let steps = (machine.span / size).round() as u64;
    let contact = &machine.contact;
    let accelerate = |load: Vector3<f64>, time: f64| {
        let linear = (load.xy() + machine.drive.force(time, machine.mass)) / machine.mass;
        (linear, load.z / machine.inertia)
    };
    for index in 0..steps {
        let time = index as f64 * size;
        for (slot, point) in points.iter_mut().enumerate() {
            point.receive(time, &machine.play.touch(slot, &state));
        }
        let mut force = |state: &Motion<f64>, span: Option<f64>| {
            let mut sum = Vector3::zeros();
            for (slot, point) in points.iter_mut().enumerate() {
                let Some(since) = point.contact else { continue };
                let touch = machine.play.touch(slot, state);
                let Touch { penetration, rate, sliding_speed, .. } = touch;
                let normal = contact.normal.force(penetration, rate, since.impact_speed).total;
                // A rate over zero time remembers nothing.
                let (bristle, slip) = (&mut point.bristle, &mut point.micro_slip);
                let span = span.unwrap_or(0.0);
                let friction = contact.friction.slide(bristle, slip, sliding_speed, span, normal);
                let load = touch.loads(normal, friction).b;
                sum += Vector3::new(load.force.x, load.force.y, load.moment);
            }
            sum
        };
        let (linear, angular) = accelerate(force(&state, None), time);
        let mut middle = state;
        middle.position += 0.5 * size * state.velocity;
        middle.velocity += 0.5 * size * linear;
        middle.angle += 0.5 * size * state.spin;
        middle.spin += 0.5 * size * angular;
        let load = force(&middle, Some(size));
        let (linear, angular) = accelerate(load, time + 0.5 * size);
        state.position += size * (state.velocity + 0.5 * size * linear);
        state.angle += size * (state.spin + 0.5 * size * angular);
        state.velocity += size * linear;
        state.spin += size * angular;
        let outward = outward(machine, &middle);
        run.taken -= size * (load.xy().dot(&middle.velocity) + load.z * middle.spin);
        run.impulse -= size * load.xy().dot(&outward);
        let kinetic = 0.5 * machine.mass * state.velocity.norm_squared();
        run.kinetic += kinetic / steps as f64;
        if points[0].last_start.time != last_start {
            last_start = points[0].last_start.time;
            run.contacts += 1;
        }
    }
    (run.velocity, run.place) = (state.velocity, state.position.push(state.angle));
    run
}
