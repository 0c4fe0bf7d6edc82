//! The FMUs of the joints, by their coupling with the host, and their start values.

use crate::machine::{Joints, Scheme, Settings};
use fmu_build::{Choices, Error, Fmu};
use model_description::Choice;
use spiel::laws::contact::Elastic;
use spiel_examples::{fmu_of, fmu_with};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The joints that stand alone: in a pin and in the guide.
const JOINTS: [&str; 2] = ["revolute_clearance", "translational_clearance"];

/// Coupling of the joints with the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Coupling {
    /// By the mean load along the motion of the host.
    #[value(name = "step_mean")]
    StepMean,
    /// By the mean load along the motion caused by the contact itself.
    Predicted,
    /// By the predicted mean loads of all joints together, which are one FMU.
    Group,
}

/// The FMUs, each built on first use: compiling a library needs most of a minute.
pub struct Fmus {
    folder: PathBuf,
    /// Pin and guide, plain and predicted; the groups of two pins and of all joints.
    built: [OnceLock<Fmu>; 6],
}

impl Fmus {
    /// Starts without FMUs; they go to `folder`.
    pub fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), built: Default::default() }
    }

    /// The FMU in that place, built by `build` on first use.
    fn get(
        &self,
        place: usize,
        build: impl FnOnce(&Path) -> Result<Fmu, Error>,
    ) -> Result<&Fmu, Error> {
        if let Some(built) = self.built[place].get() {
            return Ok(built);
        }
        let fmu = build(&self.folder)?;
        Ok(self.built[place].get_or_init(|| fmu))
    }

    /// A joint's own FMU: pin 0 or guide 1.
    fn plain(&self, joint: usize) -> Result<&Fmu, Error> {
        self.get(joint, |folder| fmu_of(JOINTS[joint], folder))
    }

    /// A joint's FMU that predicts its contacts.
    fn predicted(&self, joint: usize) -> Result<&Fmu, Error> {
        self.get(2 + joint, |folder| {
            let name = JOINTS[joint];
            // The mobility changes with the pose: the machine gives it at every communication point.
            let choices =
                Choices { mobility: Some("given_by_input".to_owned()), ..Choices::default() };
            let file = format!("{name}_predicted");
            fmu_with(name, &choices, &["coupling.method=predicted"], &file, folder)
        })
    }

    /// All joints of a machine in one FMU.
    fn group(&self, scheme: Scheme) -> Result<&Fmu, Error> {
        let (place, file) = match scheme {
            Scheme::Revolute => (4, "two_pins"),
            Scheme::Mixed => (5, "slider_crank"),
            _ => {
                let name = scheme.name();
                return Err(Error::Input(format!(
                    "--coupling group with --scheme {name}: one joint alone is predicted"
                )));
            }
        };
        self.get(place, |folder| {
            let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("groups");
            let plan: PathBuf = plans.join(format!("{file}.toml"));
            let choices = Choices { group: Some(plan), ..Choices::default() };
            fmu_with("group", &choices, &[], file, folder)
        })
    }

    /// The FMUs for a machine with their start values; none without play.
    pub fn with<'a>(
        &'a self,
        scheme: Scheme,
        coupling: Coupling,
        settings: &'a Settings,
    ) -> Result<Option<Joints<'a>>, Error> {
        let apart = |fmu: &dyn Fn(usize) -> Result<&'a Fmu, Error>| {
            // A machine never uses the FMU of a joint that is ideal in it.
            let pin = usize::from(scheme == Scheme::Translational);
            let guide = usize::from(matches!(scheme, Scheme::Translational | Scheme::Mixed));
            let [revolute, translational] = [fmu(pin)?, fmu(guide)?];
            Ok(Some(Joints::Apart { revolute, translational, settings }))
        };
        if scheme == Scheme::Ideal {
            return Ok(None);
        }
        match coupling {
            Coupling::StepMean => apart(&|joint| self.plain(joint)),
            Coupling::Predicted => apart(&|joint| self.predicted(joint)),
            Coupling::Group => Ok(Some(Joints::Together { group: self.group(scheme)?, settings })),
        }
    }
}

/// The joints of the project's machine: aluminium, restitution 0.55, and the law that the literature on it takes.
pub fn settings(clearance: f64) -> Settings {
    vec![
        ("geometry.clearance", clearance.into()),
        ("material_a.youngs_modulus", 7e10.into()),
        ("material_a.poissons_ratio", 0.33.into()),
        ("material_b.youngs_modulus", 7e10.into()),
        ("material_b.poissons_ratio", 0.33.into()),
        ("contact.elastic", Elastic::Hertz.number().into()),
        ("contact.restitution", 0.55.into()),
    ]
}
