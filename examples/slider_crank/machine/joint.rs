//! A joint with clearance in a loaded FMU: body states in, loads out.

use super::multibody::{Body, Effort};
use fmu_build::{Error, Fmu, Instance, Settings};
use nalgebra::Vector2;

/// A joint between two body-fixed frames.
pub struct JointFmu {
    instance: Instance,
    a: (usize, Vector2<f64>),
    b: (usize, Vector2<f64>),
    inputs: [u32; 12],
    loads: [u32; 6],
    told: [u32; 8],
    /// What the FMU told after the last step.
    pub state: JointState,
}

/// A joint after a step, as its FMU tells it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct JointState {
    /// Penetration [m].
    pub penetration: f64,
    /// Normal force [N].
    pub normal_force: f64,
    /// Friction force [N].
    pub tangential_force: f64,
    /// Start [s] of the last contact.
    pub start_time: f64,
    /// Approach speed [m/s] at that start.
    pub impact_speed: f64,
    /// Largest normal force inside the step [N].
    pub peak_normal_force: f64,
    /// Energy lost so far [J].
    pub dissipated: f64,
    /// Energy stored [J].
    pub stored: f64,
    /// Force on body b, the mean over the step [N].
    pub force: [f64; 2],
    /// Offset of b's frame from a's at the step's start [m].
    pub offset: [f64; 2],
}

impl JointFmu {
    /// A joint of body a's point (bearing, guide) and body b's (journal, slider); a body is known by
    /// its index.
    pub fn new(
        fmu: &Fmu,
        name: &str,
        settings: &Settings,
        a: (usize, Vector2<f64>),
        b: (usize, Vector2<f64>),
    ) -> Result<Self, Error> {
        Ok(Self {
            instance: fmu.start(name, settings)?,
            a,
            b,
            inputs: fmu.references([
                "frame_a.x",
                "frame_a.y",
                "frame_a.phi",
                "frame_a.vx",
                "frame_a.vy",
                "frame_a.w",
                "frame_b.x",
                "frame_b.y",
                "frame_b.phi",
                "frame_b.vx",
                "frame_b.vy",
                "frame_b.w",
            ])?,
            loads: fmu.references([
                "load_a.fx",
                "load_a.fy",
                "load_a.t",
                "load_b.fx",
                "load_b.fy",
                "load_b.t",
            ])?,
            told: fmu.references([
                "contact.penetration",
                "contact.normal_force",
                "contact.tangential_force",
                "contact.start_time",
                "contact.impact_speed",
                "contact.peak_normal_force",
                "energy.dissipated",
                "energy.stored",
            ])?,
            state: JointState::default(),
        })
    }

    /// Gives the bodies' states at `time`, steps over `step`, and adds the loads, means over that
    /// step, to `efforts`.
    pub fn act(
        &mut self,
        bodies: &[Body],
        efforts: &mut [Effort],
        time: f64,
        step: f64,
    ) -> Result<(), Error> {
        let frame = |(body, point): (usize, Vector2<f64>)| {
            let body: &Body = &bodies[body];
            let (place, speed) = (body.place(point), body.speed(point));
            [place.x, place.y, body.angle, speed.x, speed.y, body.spin]
        };
        let (a, b) = (frame(self.a), frame(self.b));
        let mut states = [0.0; 12];
        states[..6].copy_from_slice(&a);
        states[6..].copy_from_slice(&b);
        self.instance.set_real(&self.inputs, &states)?;
        self.instance.step(time, step)?;
        let mut loads = [0.0; 6];
        self.instance.get_real(&self.loads, &mut loads)?;
        for ((body, point), load) in [self.a, self.b].into_iter().zip(loads.chunks(3)) {
            // The FMU's moment is about the frame's origin, ours about the centre of mass.
            let (arm, force) = (bodies[body].arm(point), Vector2::new(load[0], load[1]));
            efforts[body].force += force;
            efforts[body].moment += load[2] + arm.x * force.y - arm.y * force.x;
        }
        let mut told = [0.0; 8];
        self.instance.get_real(&self.told, &mut told)?;
        self.state = JointState {
            penetration: told[0],
            normal_force: told[1],
            tangential_force: told[2],
            start_time: told[3],
            impact_speed: told[4],
            peak_normal_force: told[5],
            dissipated: told[6],
            stored: told[7],
            force: [loads[3], loads[4]],
            offset: [b[0] - a[0], b[1] - a[1]],
        };
        Ok(())
    }
}
