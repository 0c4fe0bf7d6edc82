//! All joints with clearance in one loaded FMU, a group: states of the bodies in, loads on them out.

use super::play::{JointState, Place, Settings, state};
use fmu_build::{Error, Fmu, Instance};
use nalgebra::Vector2;
use spiel::kinematics::planar::Wrench;
use spiel_examples::plant::{Body, Effort};

/// The bodies as the group's file names them; its markers are their centres of mass.
const BODIES: [&str; 3] = ["crank", "rod", "slider"];
/// Outputs fetched of every joint: the load on body b first, then the parts of its state.
const REPORTED: [&str; 6] = [
    "load.fx",
    "load.fy",
    "contact.start_time",
    "contact.impact_speed",
    "contact.peak_normal_force",
    "energy.dissipated",
];
/// Further outputs that a record keeps of every joint.
const ALSO: [&str; 2] = ["contact.penetration", "contact.normal_force"];

/// A group between the bodies.
pub struct GroupFmu {
    instance: Instance,
    inputs: Vec<u32>,
    loads: Vec<u32>,
    reported: Vec<u32>,
    also: Vec<u32>,
    whole: [u32; 2],
    /// Loads on the bodies at their centres of mass, held since the last step.
    held: [[f64; 3]; BODIES.len()],
    /// Its joints.
    pub joints: Vec<Grouped>,
    /// Energy stored in all joints \[J\].
    pub stored: f64,
    /// Largest acceleration of the slider along x inside the last step \[m/s²\].
    pub peak_acceleration: f64,
}

/// A joint of the group.
pub struct Grouped {
    /// Its place.
    pub place: Place,
    /// The FMU's report after the last step.
    pub state: JointState,
}

impl GroupFmu {
    /// A group whose joints are at `places`.
    pub fn new(fmu: &Fmu, settings: &Settings, places: Vec<Place>) -> Result<Self, Error> {
        let letters: Vec<_> = places.iter().map(|place| place.letter.to_string()).collect();
        let references = |names: &[String], parts: &[&str]| {
            let names = names.iter().flat_map(|name| parts.iter().map(move |part| (name, part)));
            let found = names.map(|(name, part)| fmu.reference(&format!("{name}.{part}")));
            found.collect::<Result<Vec<_>, _>>()
        };
        let mut named = Vec::new();
        for (name, value) in settings {
            if name.starts_with("coupling.") {
                named.push(((*name).to_owned(), *value));
            } else {
                named.extend(letters.iter().map(|letter| (format!("{letter}.{name}"), *value)));
            }
        }
        let settings: Vec<_> = named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let bodies = BODIES.map(str::to_owned);
        let joint = |place| Grouped { place, state: JointState::default() };
        Ok(Self {
            instance: fmu.start("joints", &settings)?,
            inputs: references(&bodies, &["x", "y", "phi", "vx", "vy", "w"])?,
            loads: references(&bodies, &["fx", "fy", "t"])?,
            reported: references(&letters, &REPORTED)?,
            also: references(&letters, &ALSO)?,
            whole: fmu.references(["energy.stored", "slider.peak_acceleration.x"])?,
            held: [[0.0; 3]; BODIES.len()],
            joints: places.into_iter().map(joint).collect(),
            stored: 0.0,
            peak_acceleration: 0.0,
        })
    }

    /// See [`Play::step`](super::play::Play::step).
    pub fn step(&mut self, bodies: &[Body], time: f64, step: f64) -> Result<(), Error> {
        let mut states = [[0.0; 6]; BODIES.len()];
        for (body, state_of) in states.iter_mut().enumerate() {
            *state_of = state(bodies, (body, Vector2::zeros()));
        }
        self.instance.set_real(&self.inputs, states.as_flattened())?;
        self.instance.step(time, step)?;
        self.instance.get_real(&self.loads, self.held.as_flattened_mut())?;
        let mut reported = [[0.0; REPORTED.len()]; 3];
        self.instance
            .get_real(&self.reported, &mut reported.as_flattened_mut()[..self.reported.len()])?;
        for (joint, reported) in self.joints.iter_mut().zip(reported) {
            let [fx, fy, start_time, impact_speed, peak_normal_force, dissipated] = reported;
            let [a, b] = joint.place.states(bodies);
            joint.state = JointState {
                start_time,
                impact_speed,
                peak_normal_force,
                dissipated,
                force: [fx, fy],
                offset: [b[0] - a[0], b[1] - a[1]],
                also: std::mem::take(&mut joint.state.also),
            };
        }
        let mut whole = [0.0; 2];
        self.instance.get_real(&self.whole, &mut whole)?;
        [self.stored, self.peak_acceleration] = whole;
        Ok(())
    }

    /// See [`Play::act`](super::play::Play::act).
    pub fn act(&self, efforts: &mut [Effort]) {
        for (effort, [fx, fy, moment]) in efforts.iter_mut().zip(self.held) {
            effort.add(Vector2::zeros(), &Wrench { force: Vector2::new(fx, fy), moment });
        }
    }

    /// See [`Play::also_reported`](super::play::Play::also_reported).
    pub fn also_reported(&self) -> Vec<(char, String)> {
        let letters = self.joints.iter().map(|joint| joint.place.letter);
        letters.flat_map(|letter| ALSO.map(|name| (letter, name.to_owned()))).collect()
    }

    /// See [`Play::look`](super::play::Play::look).
    pub fn look(&mut self) -> Result<(), Error> {
        for (joint, references) in self.joints.iter_mut().zip(self.also.chunks(ALSO.len())) {
            joint.state.also.resize(ALSO.len(), 0.0);
            self.instance.get_real(references, &mut joint.state.also)?;
        }
        Ok(())
    }
}
