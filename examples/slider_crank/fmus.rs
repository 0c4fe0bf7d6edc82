//! The FMUs of the joints, by the way they meet the host, and what is set in them.

use crate::common::{fmu_of, fmu_with};
use crate::machine::{Joints, Scheme, Settings};
use fmu_build::{Choices, Error, Fmu};
use std::path::{Path, PathBuf};

/// How joints meet the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Coupling {
    /// By the mean load along the motion that the host gives.
    #[value(name = "step_mean")]
    StepMean,
    /// By the mean load along the motion that the contact itself causes.
    Predicted,
    /// The same of all joints together, which are one FMU.
    Group,
}

/// All FMUs.
pub struct Fmus {
    plain: [Fmu; 2],
    predicted: [Fmu; 2],
    groups: [(Scheme, Fmu); 2],
}

impl Fmus {
    /// Builds them in `folder`.
    pub fn build(folder: &Path) -> Result<Self, Error> {
        let [pin, guide] = ["revolute_clearance", "translational_clearance"];
        // The mobility changes with the pose: the machine gives it at every communication point.
        let choices = Choices { mobility: Some("input".to_owned()), ..Choices::default() };
        let predicting = |joint: &str| {
            let file = format!("{joint}_predicted");
            fmu_with(joint, &choices, &["coupling.method=predicted"], &file, folder)
        };
        let group = |scheme, file: &str| {
            let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/groups");
            let plan: PathBuf = plans.join(format!("{file}.toml"));
            let choices = Choices { group: Some(plan), ..Choices::default() };
            Ok((scheme, fmu_with("group", &choices, &[], file, folder)?))
        };
        Ok(Self {
            plain: [fmu_of(pin, folder)?, fmu_of(guide, folder)?],
            predicted: [predicting(pin)?, predicting(guide)?],
            groups: [group(Scheme::Revolute, "two_pins")?, group(Scheme::Mixed, "slider_crank")?],
        })
    }

    /// The FMUs for a machine with what is set in them; none without play.
    pub fn with<'a>(
        &'a self,
        scheme: Scheme,
        coupling: Coupling,
        settings: &'a Settings,
    ) -> Result<Option<Joints<'a>>, Error> {
        let apart = |[revolute, translational]: &'a [Fmu; 2]| {
            Some(Joints::Apart { revolute, translational, settings })
        };
        if scheme == Scheme::Ideal {
            return Ok(None);
        }
        match coupling {
            Coupling::StepMean => Ok(apart(&self.plain)),
            Coupling::Predicted => Ok(apart(&self.predicted)),
            Coupling::Group => {
                let group = self.groups.iter().find(|(of, _)| *of == scheme);
                let (_, group) = group.ok_or_else(|| {
                    let name = scheme.name();
                    Error::Input(format!(
                        "--coupling group with --scheme {name}: one joint alone is predicted"
                    ))
                })?;
                Ok(Some(Joints::Together { group, settings }))
            }
        }
    }
}

/// The joints of the project's machine: aluminium, restitution 0.55.
pub fn settings(clearance: f64) -> Settings {
    vec![
        ("geometry.clearance", clearance.into()),
        ("material_a.youngs_modulus", 7e10.into()),
        ("material_a.poissons_ratio", 0.33.into()),
        ("material_b.youngs_modulus", 7e10.into()),
        ("material_b.poissons_ratio", 0.33.into()),
        ("contact.restitution", 0.55.into()),
    ]
}
