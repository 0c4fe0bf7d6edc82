//! A joint with clearance in a loaded FMU: body states in, loads out.

use super::play::{JointState, Place, Settings};
use fmu_build::{Error, Fmu, Instance};
use nalgebra::Vector2;
use spiel::coupling::Mobility;
use spiel::kinematics::planar::Wrench;
use spiel_examples::plant::{Body, Constraint, Effort, mobility};

/// Last parts of the names of further outputs that a record keeps.
const ALSO: [&str; 4] = ["penetration", "normal_force", "tangential_force", "sliding_speed"];

/// A joint between two frames.
pub struct JointFmu {
    instance: Instance,
    /// Its place.
    pub place: Place,
    inputs: [u32; 12],
    /// Value references of the mobility, if the joint predicts its contacts.
    mobility: Option<Vec<u32>>,
    loads: [u32; 6],
    /// Loads on bodies a and b at their frames, held since the last step.
    held: [Wrench<f64>; 2],
    reported: [u32; 5],
    /// Names and numbers of further outputs that a record keeps.
    also: (Vec<String>, Vec<u32>),
    /// Energy stored \[J\].
    pub stored: f64,
    /// The FMU's report after the last step.
    pub state: JointState,
}

impl JointFmu {
    /// A joint at `place`.
    pub fn new(fmu: &Fmu, settings: &Settings, place: Place) -> Result<Self, Error> {
        let outputs = fmu.description().model_variables.variables.iter();
        let also = outputs
            .filter(|output| output.causality == "output")
            .filter(|output| ALSO.iter().any(|end| output.name.rsplit('.').next() == Some(end)))
            .map(|output| (output.name.clone(), output.value_reference));
        let mobility =
            Mobility::<3>::names().map(|name| fmu.reference(&format!("mobility.{name}")));
        Ok(Self {
            instance: fmu.start(&place.letter.to_string(), settings)?,
            place,
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
            mobility: mobility.collect::<Result<_, _>>().ok(),
            loads: fmu.references([
                "load_a.fx",
                "load_a.fy",
                "load_a.t",
                "load_b.fx",
                "load_b.fy",
                "load_b.t",
            ])?,
            held: [Wrench { force: Vector2::zeros(), moment: 0.0 }; 2],
            reported: fmu.references([
                "contact.start_time",
                "contact.impact_speed",
                "contact.peak_normal_force",
                "energy.dissipated",
                "energy.stored",
            ])?,
            also: also.unzip(),
            stored: 0.0,
            state: JointState::default(),
        })
    }

    /// See [`Play::step`](super::play::Play::step); passes the bodies' mobility, too, if it is an input.
    pub fn step(
        &mut self,
        bodies: &[Body],
        constraints: &[Constraint],
        time: f64,
        step: f64,
    ) -> Result<(), Error> {
        let states = self.place.states(bodies);
        let Place { a, b, .. } = self.place;
        self.instance.set_real(&self.inputs, states.as_flattened())?;
        if let Some(inputs) = &self.mobility {
            let mobility = mobility(bodies, constraints, a, b);
            let numbers: Vec<f64> = mobility.numbers().collect();
            self.instance.set_real(inputs, &numbers)?;
        }
        self.instance.step(time, step)?;
        let mut loads = [0.0; 6];
        self.instance.get_real(&self.loads, &mut loads)?;
        for (held, load) in self.held.iter_mut().zip(loads.chunks(3)) {
            *held = Wrench { force: Vector2::new(load[0], load[1]), moment: load[2] };
        }
        let mut reported = [0.0; 5];
        self.instance.get_real(&self.reported, &mut reported)?;
        [
            self.state.start_time,
            self.state.impact_speed,
            self.state.peak_normal_force,
            self.state.dissipated,
            self.stored,
        ] = reported;
        self.state.force = [loads[3], loads[4]];
        let [a, b] = states;
        self.state.offset = [b[0] - a[0], b[1] - a[1]];
        Ok(())
    }

    /// See [`Play::act`](super::play::Play::act).
    pub fn act(&self, bodies: &[Body], efforts: &mut [Effort]) {
        for (frame, load) in [self.place.a, self.place.b].into_iter().zip(&self.held) {
            let Some((body, point)) = frame else { continue };
            // The FMU's moment is about the frame's origin, ours about the centre of mass.
            efforts[body].add(bodies[body].arm(point), load);
        }
    }

    /// See [`Play::also_reported`](super::play::Play::also_reported).
    pub fn also_reported(&self) -> impl Iterator<Item = (char, String)> {
        self.also.0.iter().map(|name| (self.place.letter, name.clone()))
    }

    /// See [`Play::look`](super::play::Play::look).
    pub fn look(&mut self) -> Result<(), Error> {
        let (_, references) = &self.also;
        self.state.also.resize(references.len(), 0.0);
        self.instance.get_real(references, &mut self.state.also)
    }
}
