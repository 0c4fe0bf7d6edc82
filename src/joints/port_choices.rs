//! What is chosen of a joint's ports when it is built.

use crate::coupling::MobilityFrom;
use crate::ports::{PortKind, Ports};
use model_description::quantities;

quantities! {
    /// What is chosen at the build of a joint that can predict its contacts.
    pub struct PortChoices {
        /// How bodies and joint are connected.
        ports: PortKind constant,
        /// Which way the mobility of the bodies is given to coupling.method = predicted.
        mobility: MobilityFrom constant,
    }
}

impl PortChoices {
    /// The ports that were chosen.
    pub fn ports(&self) -> Ports {
        Ports::new(self.ports, self.mobility)
    }
}
