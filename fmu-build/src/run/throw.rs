//! A free body b that is thrown at body a, which stands still.

use super::records::Mover;
use crate::digits::short;
use crate::{Component, Error, Fmu, Instance};
use model_description::Value;
use model_description::xml::TypeOf;

/// Radius of gyration of the body \[m\].
const GYRATION: f64 = 0.01;
/// Parameters from which a joint that predicts knows the inverse of the body's mass, or of its inertia
/// if the flag is true.
const MOBILITY: [(&str, bool); 3] = [
    ("coupling.mobility_xx", false),
    ("coupling.mobility_yy", false),
    ("coupling.mobility_phiphi", true),
];

/// The body: x, y, angle and their rates.
pub(super) struct Thrown {
    speed: f64,
    mass: [f64; 3],
    place: [f64; 3],
    rate: [f64; 3],
    inputs: [u32; 6],
    loads: [u32; 3],
    /// The probing force that a joint adds to its loads in order to measure its host.
    probe: Option<u32>,
    /// When the first contact began and ended \[s\], and the speed after it \[m/s\].
    touched: Option<f64>,
    parted: Option<(f64, f64)>,
    largest: f64,
}

impl Thrown {
    /// At the middle of the joint, with `speed` \[m/s\]. Mobilities that are not set go to `settings`.
    pub fn new(
        fmu: &Fmu,
        speed: f64,
        mass: f64,
        settings: &mut Vec<(String, Value)>,
    ) -> Result<Self, Error> {
        if !(mass > 0.0 && speed != 0.0) {
            return Err(Error::Input(format!(
                "--throw {speed} --mass {mass}: the speed is not 0, the mass is above 0"
            )));
        }
        let world = "--throw needs a joint with world ports: frame_b and load_b";
        let of = |_| Error::Input(world.to_owned());
        let inputs = ["x", "y", "phi", "vx", "vy", "w"].map(|part| format!("frame_b.{part}"));
        let inputs = fmu.references(inputs.each_ref().map(String::as_str)).map_err(of)?;
        let loads = fmu.references(["load_b.fx", "load_b.fy", "load_b.t"]).map_err(of)?;
        let inertia = mass * GYRATION * GYRATION;
        let probe = fmu.references(["coupling.probe_force"]).ok().map(|[probe]| probe);
        let identifies =
            |(name, value): &(String, Value)| name == "coupling.identify" && value.number() != 1.0;
        // A joint that is to measure the mobilities is not given any.
        let told = !settings.iter().any(identifies);
        for (name, turns) in MOBILITY.into_iter().filter(|_| told) {
            let unset =
                settings.iter().all(|(set, _)| set != name) && start(fmu, name) == Some(0.0);
            if unset {
                let inverse = if turns { inertia } else { mass }.recip();
                settings.push((name.to_owned(), Value::Real(inverse)));
            }
        }
        Ok(Self {
            speed,
            mass: [mass, mass, inertia],
            place: [0.0; 3],
            rate: [speed, 0.0, 0.0],
            inputs,
            loads,
            probe,
            touched: None,
            parted: None,
            largest: 0.0,
        })
    }

    /// The time in which the body flies to the wall and back \[s\].
    pub fn usual_time(&self, fmu: &Fmu, settings: &[(String, Value)]) -> f64 {
        let set = settings.iter().rev().find(|(name, _)| name == "geometry.clearance");
        let clearance = set.map(|(_, value)| value.number());
        let clearance = clearance.or_else(|| start(fmu, "geometry.clearance")).unwrap_or(1e-3);
        4.0 * clearance / self.speed.abs()
    }

    pub fn sentence(&self) -> String {
        let Some(touched) = self.touched else {
            return "it has not reached the other body; increase --stop".to_owned();
        };
        let first = format!(
            "it hits at {} s with {} m/s, the load over a step is {} N at most",
            short(touched),
            short(self.speed.abs()),
            short(self.largest)
        );
        match self.parted {
            Some((time, speed)) => format!(
                "{first}; at {} s it leaves with {} m/s: restitution {}",
                short(time),
                short(speed),
                short(speed / self.speed.abs())
            ),
            None => format!("{first}; it still touches"),
        }
    }
}

/// The start value of a real variable, if there is one of that name.
fn start(fmu: &Fmu, name: &str) -> Option<f64> {
    let mut variables = fmu.description().model_variables.variables.iter();
    match variables.find(|variable| variable.name == name)?.kind {
        TypeOf::Real { start, .. } => start,
        _ => None,
    }
}

impl Mover for Thrown {
    fn set(&mut self, component: &mut Component, _: f64) -> Result<(), Error> {
        let [x, y, angle] = self.place;
        let [vx, vy, spin] = self.rate;
        component.set_real(&self.inputs, &[x, y, angle, vx, vy, spin])
    }

    fn stepped(&mut self, instance: &mut Instance, time: f64, size: f64) -> Result<(), Error> {
        let mut load = [0.0; 3];
        instance.get_real(&self.loads, &mut load)?;
        let body = self.place.iter_mut().zip(&mut self.rate).zip(self.mass.iter().zip(load));
        for ((place, rate), (mass, load)) in body {
            let acceleration = load / mass;
            *place += size * (*rate + 0.5 * size * acceleration);
            *rate += size * acceleration;
        }
        let mut probe = [0.0];
        if let Some(reference) = self.probe {
            instance.get_real(&[reference], &mut probe)?;
        }
        // A probe is no contact.
        let force = load[0].hypot(load[1]);
        let force = if force <= probe[0] * (1.0 + 1e-9) { 0.0 } else { force };
        if force > 0.0 && self.parted.is_none() {
            self.touched = self.touched.or(Some(time));
            self.largest = self.largest.max(force);
        } else if force == 0.0 && self.touched.is_some() && self.parted.is_none() {
            self.parted = Some((time, self.rate[0].hypot(self.rate[1])));
        }
        Ok(())
    }
}
