//! The bearing of a fractal contact law.

use crate::base::Fault;
use model_description::POSITIVE;

/// Size of a journal bearing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bearing {
    /// Radius of the hole R₂ \[m\], above 0.
    pub radius: f64,
    /// Axial length b \[m\], above 0.
    pub length: f64,
    /// Radial clearance c \[m\], above 0.
    pub clearance: f64,
}

impl Bearing {
    pub(super) fn checked(self) -> Result<Self, Fault> {
        Fault::check("bearing_radius", self.radius, POSITIVE, "radius of the hole in m")?;
        Fault::check("bearing_length", self.length, POSITIVE, "axial length in m")?;
        Fault::check("clearance", self.clearance, POSITIVE, "radial clearance in m")?;
        Ok(self)
    }
}
