//! The joints, their load case, and a loaded FMU of one of them.

use fmu_build::{Error, Fmu, Instance};
use model_description::Value;

/// Constant load on the pin \[N\].
pub const LOAD: f64 = 5e4;
/// Radial clearance of the unworn hole \[m\].
pub const CLEARANCE: f64 = 1e-4;
/// Total swing of the rod \[rad\] and its frequency \[Hz\].
pub const SWING: (f64, f64) = (std::f64::consts::FRAC_PI_3, 0.5);
/// Slices on the whole pin.
pub const SLICES: usize = 48;

/// A joint of the project.
#[derive(Debug, Clone, Copy)]
pub struct Dimensions {
    /// Its name.
    pub name: &'static str,
    /// Length of pin and hole \[m\].
    pub length: f64,
    /// Radius of the pin \[m\].
    pub radius: f64,
}

/// The paper's figure 1 with its dimensions is lost: these are the project's own.
pub const JOINTS: [Dimensions; 2] = [
    Dimensions { name: "A", length: 0.24, radius: 0.05 },
    Dimensions { name: "B", length: 0.4, radius: 0.0625 },
];

/// An instance of the joint, pressed along x.
pub struct Machine {
    instance: Instance,
    offset: u32,
    load: u32,
    stiffness: u32,
    slices: Vec<[u32; 3]>,
    time: f64,
    position: f64,
}

impl Machine {
    /// The joint of `fmu` with `dimensions`, worn by at least `depth` \[m\]; the rod turns as fast as
    /// it swings in the mean.
    pub fn new(fmu: &Fmu, dimensions: &Dimensions, wears: bool, depth: f64) -> Result<Self, Error> {
        // The surfaces just touch.
        let position = CLEARANCE + depth + 1e-6;
        // Quasi-static: the hole is moved by jumps, whose velocities are meaningless.
        let settings: [(&str, Value); 12] = [
            ("contact.dissipation", 1.into()),
            ("geometry.length", dimensions.length.into()),
            ("geometry.pin_radius", dimensions.radius.into()),
            ("geometry.clearance", CLEARANCE.into()),
            ("bending.model", 2.into()),
            ("friction.model", 2.into()),
            ("friction.kinetic", 0.1.into()),
            ("friction.static", 0.1.into()),
            ("wear.enabled", wears.into()),
            ("wear.acting_angle", SWING.0.into()),
            ("frame_a.w", (2.0 * SWING.0 * SWING.1).into()),
            ("frame_a.x", position.into()),
        ];
        let instance = fmu.start(dimensions.name, &settings)?;
        let slice = |k: usize| {
            let [force, energy, depth] = ["force", "friction_energy", "wear_depth"]
                .map(|quantity| fmu.reference(&format!("slice_{k:02}.{quantity}")));
            Ok([force?, energy?, depth?])
        };
        Ok(Self {
            instance,
            offset: fmu.reference("frame_a.x")?,
            load: fmu.reference("load_b.fx")?,
            stiffness: fmu.reference("joint.stiffness")?,
            slices: (1..=SLICES).map(slice).collect::<Result<_, Error>>()?,
            time: 0.0,
            position,
        })
    }

    /// Moves the hole until the mean load of the coming step is `load` \[N\]: a secant through the
    /// last two offsets, the joint's own stiffness for the first.
    pub fn press(&mut self, load: f64) -> Result<(), Error> {
        let mut slope = self.read(self.stiffness)?;
        let mut before: Option<(f64, f64)> = None;
        for _ in 0..100 {
            self.instance.set_real(&[self.offset], &[self.position])?;
            let found = self.read(self.load)?;
            if (load - found).abs() < 1e-6 * load {
                return Ok(());
            }
            if let Some((position, there)) = before {
                slope = (found - there) / (self.position - position);
            }
            before = Some((self.position, found));
            // Before the first contact the stiffness is zero.
            self.position += (load - found) / slope.max(5e8);
        }
        Err(Error::Input(format!("load = {load} N is not reached")))
    }

    /// Makes a step of `size` \[s\].
    pub fn step(&mut self, size: f64) -> Result<(), Error> {
        self.instance.step(self.time, size)?;
        self.time += size;
        Ok(())
    }

    /// Tangent stiffness \[N/m\].
    pub fn stiffness(&mut self) -> Result<f64, Error> {
        self.read(self.stiffness)
    }

    /// Normal force of each slice \[N\].
    pub fn forces(&mut self) -> Result<Vec<f64>, Error> {
        self.column(0)
    }

    /// Work of friction at each slice so far \[J\].
    pub fn friction_energies(&mut self) -> Result<Vec<f64>, Error> {
        self.column(1)
    }

    /// Wear depth of each slice \[m\].
    pub fn depths(&mut self) -> Result<Vec<f64>, Error> {
        self.column(2)
    }

    fn column(&mut self, quantity: usize) -> Result<Vec<f64>, Error> {
        let references: Vec<u32> = self.slices.iter().map(|slice| slice[quantity]).collect();
        let mut values = vec![0.0; references.len()];
        self.instance.get_real(&references, &mut values)?;
        Ok(values)
    }

    fn read(&mut self, reference: u32) -> Result<f64, Error> {
        let mut value = [0.0];
        self.instance.get_real(&[reference], &mut value)?;
        Ok(value[0])
    }
}
