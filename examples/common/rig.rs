//! A test rig for an interface FMU: the lower part is held, the upper part is pulled to and fro.

use fmu_build::{Error, Fmu, Instance, Settings};

/// Time for one step of the rig \[s\]; the result is independent of it, for these laws are rate-independent.
const STEP: f64 = 1e-4;

/// An interface on the rig.
pub struct Rig {
    instance: Instance,
    inputs: [u32; 2],
    outputs: [u32; 4],
    position: f64,
    time: f64,
}

/// Measurements of the rig.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// Tangential force \[N\].
    pub force: f64,
    /// Normal force \[N\].
    pub normal_force: f64,
    /// Share of the friction limit that sticks.
    pub stick_share: f64,
    /// Energy lost so far \[J\].
    pub dissipated: f64,
}

impl Rig {
    /// Mounts an interface with these settings.
    pub fn new(fmu: &Fmu, settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            instance: fmu.start("interface", settings)?,
            inputs: fmu.references(["frame_b.x", "frame_b.vx"])?,
            outputs: fmu.references([
                "contact.tangential_force",
                "contact.normal_force",
                "contact.stick_share",
                "energy.dissipated",
            ])?,
            position: 0.0,
            time: 0.0,
        })
    }

    /// Pulls the upper part to x \[m\].
    pub fn pull(&mut self, x: f64) -> Result<Reading, Error> {
        self.instance.set_real(&self.inputs, &[self.position, (x - self.position) / STEP])?;
        self.instance.step(self.time, STEP)?;
        (self.position, self.time) = (x, self.time + STEP);
        let mut values = [0.0; 4];
        self.instance.get_real(&self.outputs, &mut values)?;
        let [force, normal_force, stick_share, dissipated] = values;
        Ok(Reading { force, normal_force, stick_share, dissipated })
    }

    /// Energy lost in one steady cycle of `amplitude` \[m\] \[J\].
    pub fn energy_per_cycle(&mut self, amplitude: f64) -> Result<f64, Error> {
        let before = self.pull(amplitude)?.dissipated;
        self.pull(-amplitude)?;
        Ok(self.pull(amplitude)?.dissipated - before)
    }

    /// The steady loop of `amplitude` \[m\], from there and back again: (x \[m\], T \[N\]).
    pub fn cycle(&mut self, amplitude: f64, points: u32) -> Result<Vec<(f64, f64)>, Error> {
        self.pull(amplitude)?;
        (0..=points)
            .map(|i| {
                let x =
                    amplitude * (std::f64::consts::TAU * f64::from(i) / f64::from(points)).cos();
                Ok((x, self.pull(x)?.force))
            })
            .collect()
    }
}

/// `count` numbers from `low` to `high`, evenly apart.
pub fn even(low: f64, high: f64, count: u32) -> impl Iterator<Item = f64> + Clone {
    (0..count).map(move |i| low + (high - low) * f64::from(i) / f64::from(count - 1))
}

/// `count` numbers from `low` to `high`, evenly apart in their logarithms.
pub fn decades(low: f64, high: f64, count: u32) -> impl Iterator<Item = f64> + Clone {
    even(low.ln(), high.ln(), count).map(f64::exp)
}
