//! What a library of the C interface is made of.

use spiel::group::{self, Plan};
use spiel::joints::Listed;

/// What [`read_plan`] is.
type ReadPlan = fn(&str) -> Result<Plan, String>;

/// A model, and what else its instances need.
#[derive(Clone, Copy)]
pub struct Exported {
    /// The model.
    pub model: Listed,
    /// Named by the library of groups only: a tenth of each other library would be code that reads
    /// plans.
    pub(crate) read_plan: Option<ReadPlan>,
}

impl Exported {
    /// The library of one model.
    pub const fn of(model: Listed) -> Self {
        Self { model, read_plan: None }
    }

    /// The library of groups of joints.
    pub const fn groups() -> Self {
        Self { model: group::LISTED, read_plan: Some(read_plan) }
    }
}

/// Reads a group's plan as it lies inside an FMU; the error says what is wrong with the text.
pub fn read_plan(text: &str) -> Result<Plan, String> {
    let plan: Plan = serde_json::from_str(text).map_err(|error| error.to_string())?;
    plan.check().map_err(|fault| fault.to_string())?;
    Ok(plan)
}
