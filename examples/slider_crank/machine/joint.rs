//! A joint with clearance in a loaded FMU: body states in, loads out.

use fmu_build::{Error, Fmu, Instance, Settings};
use nalgebra::Vector2;
use spiel::coupling::Mobility;
use spiel::mechanism::{Body, Constraint, Effort, JointFrame, mobility};
use spiel::planar::Wrench;

/// A joint between two frames.
pub struct JointFmu {
    instance: Instance,
    a: JointFrame,
    b: JointFrame,
    inputs: [u32; 12],
    /// Where it takes the mobility, if it foresees its contacts.
    mobility: Option<[u32; 6]>,
    loads: [u32; 6],
    told: [u32; 5],
    also: Vec<u32>,
    /// What the FMU told after the last step.
    pub state: JointState,
}

/// A joint after a step, as its FMU tells it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JointState {
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
    /// The values of [`also_told`], in their order.
    pub also: Vec<f64>,
}

/// What a joint tells beyond what all joints tell: the Real outputs of its contacts.
pub fn also_told(fmu: &Fmu) -> Vec<&str> {
    let outputs = fmu.description().model_variables.variables.iter();
    outputs
        .filter(|output| output.causality == "output")
        .map(|output| output.name.as_str())
        .filter(|name| {
            ["penetration", "normal_force", "tangential_force", "sliding_speed"]
                .iter()
                .any(|end| name.rsplit('.').next() == Some(end))
        })
        .collect()
}

impl JointFmu {
    /// A joint of frame a (bearing, guide) and frame b (journal, slider).
    pub fn new(
        fmu: &Fmu,
        name: &str,
        settings: &Settings,
        a: JointFrame,
        b: JointFrame,
    ) -> Result<Self, Error> {
        let also = also_told(fmu).into_iter().map(|name| fmu.reference(name));
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
            mobility: fmu.references(Mobility::INPUTS).ok(),
            loads: fmu.references([
                "load_a.fx",
                "load_a.fy",
                "load_a.t",
                "load_b.fx",
                "load_b.fy",
                "load_b.t",
            ])?,
            told: fmu.references([
                "contact.start_time",
                "contact.impact_speed",
                "contact.peak_normal_force",
                "energy.dissipated",
                "energy.stored",
            ])?,
            also: also.collect::<Result<_, _>>()?,
            state: JointState::default(),
        })
    }

    /// Gives the bodies' states, and their mobility if it is asked for, at `time`, steps over `step`, and adds the loads, means over that
    /// step, to `efforts`.
    pub fn act(
        &mut self,
        bodies: &[Body],
        constraints: &[Constraint],
        efforts: &mut [Effort],
        time: f64,
        step: f64,
    ) -> Result<(), Error> {
        let frame = |frame: JointFrame| {
            let Some((body, point)) = frame else { return [0.0; 6] };
            let body: &Body = &bodies[body];
            let (place, speed) = (body.place(point), body.speed(point));
            [place.x, place.y, body.angle, speed.x, speed.y, body.spin]
        };
        let (a, b) = (frame(self.a), frame(self.b));
        let mut states = [0.0; 12];
        states[..6].copy_from_slice(&a);
        states[6..].copy_from_slice(&b);
        self.instance.set_real(&self.inputs, &states)?;
        if let Some(inputs) = &self.mobility {
            let mobility = mobility(bodies, constraints, self.a, self.b);
            self.instance.set_real(inputs, &mobility.numbers())?;
        }
        self.instance.step(time, step)?;
        let mut loads = [0.0; 6];
        self.instance.get_real(&self.loads, &mut loads)?;
        for (frame, load) in [self.a, self.b].into_iter().zip(loads.chunks(3)) {
            let Some((body, point)) = frame else { continue };
            // The FMU's moment is about the frame's origin, ours about the centre of mass.
            let load = Wrench { force: Vector2::new(load[0], load[1]), moment: load[2] };
            efforts[body].add(bodies[body].arm(point), &load);
        }
        let mut told = [0.0; 5];
        self.instance.get_real(&self.told, &mut told)?;
        [
            self.state.start_time,
            self.state.impact_speed,
            self.state.peak_normal_force,
            self.state.dissipated,
            self.state.stored,
        ] = told;
        self.state.force = [loads[3], loads[4]];
        self.state.offset = [b[0] - a[0], b[1] - a[1]];
        Ok(())
    }

    /// Fetches what only a record needs: the values of [`also_told`].
    pub fn look(&mut self) -> Result<&JointState, Error> {
        self.state.also.resize(self.also.len(), 0.0);
        self.instance.get_real(&self.also, &mut self.state.also)?;
        Ok(&self.state)
    }
}
