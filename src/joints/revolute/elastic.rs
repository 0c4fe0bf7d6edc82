//! The elastic law of a journal in a bearing by its parameters; the laws are in `laws::contact::elastic`.

use crate::base::fault::Name;
use crate::base::{Fault, Material, Pair};
use crate::joints::doubts;
use crate::laws::contact::elastic::fractal::Stiffness;
use crate::laws::contact::elastic::{
    Bearing, Elastic, ElasticLaw, Fractal, FractalIntegrated, Hertz, Hybrid, LineContact, Surface,
};
use crate::laws::contact::line::{Line, LineOptions};
use crate::laws::contact::{LineLaw, NormalParameters};
use model_description::{Choice, quantities};

quantities! {
    /// Normal contact of journal and bearing.
    pub struct JournalContact {
        /// Elastic law and energy loss.
        normal: NormalParameters flat with {
            NormalParameters { elastic: Elastic::Line, ..NormalParameters::default() }
        },
        /// The line law.
        line: LineParameters flat,
    }
}

quantities! {
    /// The line law of a pin that lies parallel in its hole.
    pub struct LineParameters {
        /// Line law: load per length against penetration.
        /// Used by contact.elastic = line.
        line_law: Line with { Line::Conformal },
        /// Choices of single line laws.
        options: LineOptions flat,
    }
}

/// The doubts about a hole and its elastic law, the bearing's material first.
pub(super) fn doubts_of(
    contact: &JournalContact,
    bearing: &Bearing,
    materials: [&Material; 2],
    surface: &Surface,
) -> [Option<String>; 2] {
    let elastic = contact.normal.elastic;
    let better = (elastic == Elastic::Hertz).then_some("contact.elastic = line");
    let law = elastic_of(contact, bearing, materials, surface).ok();
    let over_smooth = law.and_then(|law| doubts::over_smooth(&law, elastic.name()));
    [doubts::clearance(bearing.clearance, bearing.radius, better), over_smooth]
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
         which lie in series with the layer; contact.elastic = line is nearer to what carries"
    })
}

/// The elastic law of a revolute joint's parameters, the bearing's material first.
pub(super) fn elastic_of(
    contact: &JournalContact,
    bearing: &Bearing,
    materials: [&Material; 2],
    surface: &Surface,
) -> Result<ElasticLaw, Fault> {
    let JournalContact { normal, line } = contact;
    let [a, b] = materials;
    match normal.elastic {
        Elastic::KelvinVoigt => {
            Pair::new(*a, *b)?;
            Ok(ElasticLaw::KelvinVoigt(normal.kelvin_voigt()))
        }
        Elastic::Line => {
            let Bearing { radius, length, clearance } = *bearing;
            let LineParameters { line_law, options } = *line;
            let pair = Pair::new(*a, *b)?;
            let law = LineLaw::of(line_law, &pair, options, radius - clearance, length)?;
            Ok(ElasticLaw::Line(LineContact::new(law, clearance, length)))
        }
        elastic => elastic_law(elastic, normal.exponent, bearing, materials, surface),
    }
}

/// The elastic law of a journal in a bearing, the bearing's material first; refuses kelvin_voigt and line, which need
/// parameters of their own.
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
        Elastic::KelvinVoigt | Elastic::Line => {
            return Err(Fault::Choice {
                name: Name::of("contact.elastic"),
                choice: elastic.name(),
                allowed: "hertz, hybrid, fractal, fractal_integrated",
                meaning: "a damper without memory cannot be spread over a line",
            });
        }
    })
}
