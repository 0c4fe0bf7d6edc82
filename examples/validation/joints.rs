//! The FMUs that the cases drive.

use fmu_build::{Choices, Error, Fmu};
use spiel_examples::{fmu_of, fmu_with};
use std::path::Path;

/// Normal load of the interface that holds Iwan's model: its surfaces carry it at their start \[N\].
const CLAMP: &str = "clamp.force=2072.570468155";

/// The FMUs, built and loaded.
pub struct Joints {
    /// A journal in a bearing.
    pub pin: Fmu,
    /// A journal in a bearing with predicted contacts; its mobility is an input.
    pub predicted_pin: Fmu,
    /// A journal in a bearing in space, predicted; its mobility is 21 inputs.
    pub pin_in_space: Fmu,
    /// A slider in its guide.
    pub guide: Fmu,
    /// Two parts on one line with play.
    pub slide: Fmu,
    /// A long pin in slices.
    pub sliced_pin: Fmu,
    /// Two parts of a shaft line with play.
    pub shaft: Fmu,
    /// Two gears.
    pub gear: Fmu,
    /// A journal in a bearing that wears.
    pub worn_pin: Fmu,
    /// A slider-crank that moves itself.
    pub crank: Fmu,
    /// A pendulum that moves itself.
    pub pendulum: Fmu,
    /// The four-bar of the Modelica Standard Library.
    pub fourbar1: Fmu,
    /// Andrews' squeezing mechanism.
    pub andrews: Fmu,
    /// Bricard's linkage.
    pub bricard: Fmu,
    /// An interface with Iwan's model as a stack of reversals.
    pub stack: Fmu,
    /// An interface with Iwan's model as a network of sliders.
    pub network: Fmu,
}

impl Joints {
    /// Builds all in a folder.
    pub fn new(folder: &Path) -> Result<Self, Error> {
        let interface = |model: &str| {
            let chosen = format!("interface.model={model}");
            let assigned = [chosen.as_str(), CLAMP];
            fmu_with("rough_interface", &Choices::default(), &assigned, model, folder)
        };
        let moved = Choices { mobility: Some("given_by_input".to_owned()), ..Choices::default() };
        let predicts = ["coupling.method=predicted"];
        let predicted = fmu_with("revolute_clearance", &moved, &predicts, "predicted_pin", folder)?;
        let in_space = fmu_with("spatial_revolute", &moved, &predicts, "pin_in_space", folder)?;
        let worn = Choices { cells: Some(180), ..Choices::default() };
        let group = |file: &str| Choices {
            group: Some(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)),
            ..Choices::default()
        };
        let pendulum = group("groups/pendulum.toml");
        let machine = |name: &str| {
            fmu_with("group", &group(&format!("validation/{name}.toml")), &[], name, folder)
        };
        Ok(Self {
            pin_in_space: in_space,
            pin: fmu_of("revolute_clearance", folder)?,
            predicted_pin: predicted,
            guide: fmu_of("translational_clearance", folder)?,
            slide: fmu_of("translational_backlash", folder)?,
            sliced_pin: fmu_of("sliced_pin", folder)?,
            shaft: fmu_of("rotational_backlash", folder)?,
            gear: fmu_of("gear_mesh", folder)?,
            worn_pin: fmu_with("revolute_clearance", &worn, &[], "worn_pin", folder)?,
            pendulum: fmu_with("group", &pendulum, &[], "pendulum", folder)?,
            crank: fmu_with(
                "group",
                &group("validation/crank_with_play.toml"),
                &[],
                "crank",
                folder,
            )?,
            fourbar1: machine("fourbar1")?,
            andrews: machine("andrews")?,
            bricard: machine("bricard")?,
            stack: interface("iwan_stack")?,
            network: interface("iwan_network")?,
        })
    }
}
