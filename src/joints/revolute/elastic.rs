//! The elastic law of a journal in a bearing by its parameters; the laws are in `laws::contact::elastic`.

use crate::base::fault::Name;
use crate::base::{Fault, Material, Pair};
use crate::joints::doubts;
use crate::laws::contact::NormalParameters;
use crate::laws::contact::elastic::fractal::Stiffness;
use crate::laws::contact::elastic::{
    Bearing, Elastic, ElasticLaw, Fractal, FractalIntegrated, Hertz, Hybrid, Surface,
};
use model_description::Choice;

/// The doubts about a hole and its elastic law, the bearing's material first.
pub(super) fn doubts_of(
    contact: &NormalParameters,
    bearing: &Bearing,
    materials: [&Material; 2],
    surface: &Surface,
) -> [Option<String>; 2] {
    let is_hertz = contact.elastic == Elastic::Hertz;
    let law = elastic_of(contact, bearing, materials, surface).ok();
    let over_smooth = law.and_then(|law| doubts::over_smooth(&law, contact.elastic.name()));
    [doubts::clearance(bearing.clearance, bearing.radius, is_hertz), over_smooth]
}

/// A warning about the limits of a rough law.
pub(super) fn rough_warning(law: &ElasticLaw) -> Option<&'static str> {
    if law.surface()?.starts_plastic() {
        return Some(
            "surface.roughness is so large that the contact carries nothing at a hundredth of the \
             clearance: the journal sinks in until its largest spots carry",
        );
    }
    law.over_smooth().filter(|ratio| *ratio > 1.0).map(|_| {
        "contact.elastic chooses the law of a rough layer alone: the joint is stiffer than its smooth bodies, \
         which lie in series with the layer; contact.elastic = hertz is nearer to what carries"
    })
}

/// The elastic law of a revolute joint's parameters, the bearing's material first.
pub(super) fn elastic_of(
    contact: &NormalParameters,
    bearing: &Bearing,
    materials: [&Material; 2],
    surface: &Surface,
) -> Result<ElasticLaw, Fault> {
    if contact.elastic == Elastic::KelvinVoigt {
        let [a, b] = materials;
        Pair::new(*a, *b)?;
        return Ok(ElasticLaw::KelvinVoigt(contact.kelvin_voigt()));
    }
    elastic_law(contact.elastic, contact.exponent, bearing, materials, surface)
}

/// The elastic law of a journal in a bearing, the bearing's material first; refuses kelvin_voigt, which needs
/// parameters of its own.
pub(in crate::joints) fn elastic_law(
    elastic: Elastic,
    exponent: f64,
    bearing: &Bearing,
    [material_a, material_b]: [&Material; 2],
    surface: &Surface,
) -> Result<ElasticLaw, Fault> {
    let Bearing { radius, clearance, .. } = *bearing;
    let pair = Pair::new(*material_a, *material_b)?;
    let rough = || Stiffness::new(surface, &pair, bearing);
    Ok(match elastic {
        Elastic::Hertz => ElasticLaw::Hertz(Hertz::internal(
            radius,
            radius - clearance,
            material_a,
            material_b,
            exponent,
        )),
        Elastic::Hybrid => ElasticLaw::Hybrid(Hybrid::new(&pair, clearance, exponent)?),
        Elastic::Fractal => ElasticLaw::Fractal(Fractal::new(rough()?, exponent)?),
        Elastic::FractalIntegrated => {
            ElasticLaw::FractalIntegrated(FractalIntegrated::new(rough()?))
        }
        Elastic::KelvinVoigt => {
            return Err(Fault::Choice {
                name: Name::of("contact.elastic"),
                choice: elastic.name(),
                allowed: "hertz, hybrid, fractal, fractal_integrated",
                meaning: "a damper without memory cannot be spread over a line",
            });
        }
    })
}
