//! The parameters that every joint of contact points has.

use crate::base::{Fault, Material};
use crate::coupling::CouplingParameters;
use crate::laws::contact::NormalParameters;
use crate::laws::film::FilmParameters;
use crate::laws::friction::{
    Asperities, Friction, FrictionLaw, FrictionParameters, IwanParameters,
};
use crate::laws::interface::Moduli;
use crate::ports::Ports;

/// References to them.
pub struct CommonParameters<'a> {
    /// Materials of a and b.
    pub materials: [&'a Material; 2],
    /// Normal contact of the bodies.
    pub contact: &'a NormalParameters,
    /// Friction along the contact.
    pub friction: &'a FrictionParameters,
    /// Modified Iwan model, for measured micro-slip.
    pub iwan: &'a IwanParameters,
    /// The asperities that carry friction.
    pub asperities: &'a Asperities,
    /// Coupling of joint and host.
    pub coupling: &'a CouplingParameters,
    /// The oil; `None` in a joint that takes none.
    pub film: Option<&'a FilmParameters>,
    /// The connection to the host that was chosen at the build.
    pub ports: Ports,
}

impl CommonParameters<'_> {
    /// The friction law; refuses a micro-slip law that cannot slide.
    pub(super) fn friction_law(&self) -> Result<FrictionLaw, Fault> {
        if self.friction.model == Friction::IwanNetwork {
            self.iwan.check_sliding()?;
        }
        let [a, b] = self.materials;
        FrictionLaw::new(self.friction, self.iwan, self.asperities, Moduli::of(a, b))
    }
}
