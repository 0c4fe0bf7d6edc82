//! Shared by the tests: the joint's FMU, the paper's settings, a journal in a fixed bearing.

#![allow(dead_code, reason = "no test uses all of it")]

use fmu_build::{Error, Fmu, Instance, Variant, build};
use model_description::{Choice, Value};
use spiel::laws::contact::Elastic;
use std::path::Path;
use std::sync::OnceLock;

pub type Settings = Vec<(&'static str, Value)>;

fn fmu_of(joint: &str) -> Fmu {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("joint.fmu");
    build(&Variant::of(joint).unwrap(), &path).unwrap();
    Fmu::open(&path).unwrap()
}

/// The FMU of the revolute joint with its own start values, built once for a test program.
pub fn revolute_fmu() -> &'static Fmu {
    static FMU: OnceLock<Fmu> = OnceLock::new();
    FMU.get_or_init(|| fmu_of("revolute_clearance"))
}

/// The FMU of the slider in its guide, built once for a test program.
pub fn translational_fmu() -> &'static Fmu {
    static FMU: OnceLock<Fmu> = OnceLock::new();
    FMU.get_or_init(|| fmu_of("translational_clearance"))
}

/// The joint of the reference trajectories: aluminium, Hertz's law, friction damping not fading.
pub fn paper() -> Settings {
    vec![
        ("material_a.youngs_modulus", 7e10.into()),
        ("material_a.poissons_ratio", 0.33.into()),
        ("material_b.youngs_modulus", 7e10.into()),
        ("material_b.poissons_ratio", 0.33.into()),
        ("contact.elastic", Elastic::Hertz.number().into()),
        ("contact.restitution", 0.55.into()),
        ("contact.impact_speed_floor", 1e-6.into()),
        ("friction.damping_fades", false.into()),
    ]
}

/// A table of the reference data: names and rows.
pub fn reference(name: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let row = |record: csv::StringRecord| record.iter().map(|x| x.parse().unwrap()).collect();
    (names, reader.records().map(|record| row(record.unwrap())).collect())
}

/// A free journal in a bearing fixed at the origin, driven through the FMU.
pub struct Journal {
    instance: Instance,
    inputs: [u32; 6],
    loads: [u32; 3],
    reported: [u32; 4],
    /// Position \[m\], angle \[rad\].
    pub place: [f64; 3],
    /// Velocity \[m/s\], spin \[rad/s\].
    pub rate: [f64; 3],
    mass: [f64; 3],
    gravity: f64,
    steps: u64,
}

impl Journal {
    /// A journal of `mass` \[kg\] and `inertia` \[kg m²\].
    pub fn new(settings: &Settings, mass: f64, inertia: f64, gravity: f64) -> Result<Self, Error> {
        let fmu = revolute_fmu();
        let b = ["x", "y", "phi", "vx", "vy", "w"].map(|name| format!("frame_b.{name}"));
        Ok(Self {
            instance: fmu.start("journal", settings)?,
            inputs: fmu.references(b.each_ref().map(String::as_str))?,
            loads: fmu.references(["load_b.fx", "load_b.fy", "load_b.t"])?,
            reported: fmu.references([
                "contact.start_time",
                "contact.impact_speed",
                "energy.dissipated",
                "energy.stored",
            ])?,
            place: [0.0; 3],
            rate: [0.0; 3],
            mass: [mass, mass, inertia],
            gravity,
            steps: 0,
        })
    }

    /// One step: the load is the mean over it, so `x += vH + aH²/2`, `v += aH`.
    pub fn step(&mut self, size: f64) -> Result<(), Error> {
        let time = self.steps as f64 * size;
        let mut state = [0.0; 6];
        state[..3].copy_from_slice(&self.place);
        state[3..].copy_from_slice(&self.rate);
        self.instance.set_real(&self.inputs, &state)?;
        self.instance.step(time, size)?;
        let mut load = [0.0; 3];
        self.instance.get_real(&self.loads, &mut load)?;
        load[1] -= self.mass[1] * self.gravity;
        for (index, effort) in load.into_iter().enumerate() {
            let acceleration = effort / self.mass[index];
            self.place[index] += size * (self.rate[index] + 0.5 * size * acceleration);
            self.rate[index] += size * acceleration;
        }
        self.steps += 1;
        Ok(())
    }

    /// Start \[s\] and approach speed \[m/s\] of the last contact, energy lost and stored \[J\].
    pub fn reported(&mut self) -> [f64; 4] {
        let mut reported = [0.0; 4];
        self.instance.get_real(&self.reported, &mut reported).unwrap();
        reported
    }
}
