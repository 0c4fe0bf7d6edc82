//! Choices of a joint's ports at the build.

use crate::coupling::MobilityFrom;
use crate::ports::{PortKind, Ports};
use model_description::quantities;

quantities! {
    /// Choices at the build of a joint that can predict its contacts.
    pub struct PortChoices {
        /// How bodies and joint are connected.
        ports: PortKind constant,
        /// Whether the mobility for coupling.method = predicted is a parameter or an input.
        mobility: MobilityFrom constant,
    }
}

impl PortChoices {
    /// The ports that were chosen.
    pub fn ports(&self) -> Ports {
        Ports::new(self.ports, self.mobility)
    }
}
