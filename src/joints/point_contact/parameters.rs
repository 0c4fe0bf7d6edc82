//! The parameters that every joint of contact points has.

use crate::base::{Fault, Material};
use crate::coupling::CouplingParameters;
use crate::laws::contact::{ElasticLaw, NormalParameters};
use crate::laws::film::FilmParameters;
use crate::laws::friction::{
    Friction, FrictionLaw, FrictionParameters, MicroSlipParameters, NormalContact,
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
    /// Laws of micro-slip.
    pub micro_slip: &'a MicroSlipParameters,
    /// Coupling of joint and host.
    pub coupling: &'a CouplingParameters,
    /// The oil; `None` in a joint that takes none.
    pub film: Option<&'a FilmParameters>,
    /// The connection to the host that was chosen at the build.
    pub ports: Ports,
}

impl CommonParameters<'_> {
    /// The friction law over this elastic law.
    pub(super) fn friction_law(&self, elastic: &ElasticLaw) -> Result<FrictionLaw, Fault> {
        friction_law(self.materials, (self.friction, self.micro_slip), elastic)
    }
}

/// The friction law of bodies of these `materials` that press each other by the law `elastic`; refuses a law of micro-slip
/// that cannot slide.
pub(in crate::joints) fn friction_law(
    [a, b]: [&Material; 2],
    (friction, micro_slip): (&FrictionParameters, &MicroSlipParameters),
    elastic: &ElasticLaw,
) -> Result<FrictionLaw, Fault> {
    if friction.model == Friction::IwanNetwork {
        micro_slip.iwan.check_sliding()?;
    }
    let moduli = Moduli::of(a, b);
    // Along a line both approaches have the same logarithm, which the place where a body is held decides.
    let along_a_line = matches!(elastic, ElasticLaw::Line(_));
    let normal = NormalContact {
        moduli,
        force: &|penetration| elastic.force(penetration),
        stiffness_ratio: if along_a_line { 1.0 } else { moduli.stiffness_ratio() },
    };
    FrictionLaw::new(friction, micro_slip, &normal)
}
