//! Warnings about start values that are allowed one by one but hardly meant together, with remedies.

use crate::coupling::mobility::triangle;
use crate::coupling::{CouplingParameters, Method, Role};
use crate::laws::contact::ElasticLaw;
use crate::laws::film::{FilmLaw, FilmParameters, ViscosityLaw};
use crate::laws::friction::{Friction, FrictionParameters};
use crate::ports::Ports;
use model_description::Choice;

/// Largest clearance that is plausible as the play of a joint, relative to the radius \[1\].
const WIDE: f64 = 0.1;
/// Least clearance for which Hertz's law of point contact is plausible, relative to the radius \[1\]:
/// below it the surfaces conform.
const NARROW: f64 = 1e-6;
/// Least coefficient of restitution \[1\] for which the laws of dissipation hold: below it an impact
/// is over too soon.
const DEAD: f64 = 0.05;
/// A light pressure \[Pa\] and a short sliding distance \[m\], which together must wear less than the
/// pin's radius.
const PRESSURE: f64 = 1e6;
const DISTANCE: f64 = 1e-3;

/// Returns a warning if friction is lower at rest than during sliding.
pub(super) fn friction(friction: &FrictionParameters) -> Option<String> {
    let FrictionParameters { model, r#static: still, kinetic: sliding, .. } = *friction;
    (sliding > still && model != Friction::Without).then(|| {
        format!(
            "friction.kinetic = {sliding} is above friction.static = {still}: this means less friction \
             at rest; set friction.static to at least {sliding}"
        )
    })
}

/// Returns a warning if the coefficient of restitution is lower than that of any material.
pub(super) fn restitution(restitution: f64) -> Option<String> {
    (restitution < DEAD).then(|| {
        format!(
            "contact.restitution = {restitution}: too low for the dissipation laws; metals have \
             0.3 to 0.9, plastics 0.2 to 0.6"
        )
    })
}

/// Returns a warning if a clearance \[m\] is too large for the play of a hole of this radius \[m\],
/// or too small for Hertz's law where that law is chosen: `better` is the choice to be made instead.
pub(super) fn clearance(clearance: f64, radius: f64, better: Option<&str>) -> Option<String> {
    let part = clearance / radius;
    if part > WIDE {
        Some(format!(
            "geometry.clearance is {part:.2} of the radius: the clearance is radial, half the play; is \
             it in metres?"
        ))
    } else {
        better.filter(|_| part < NARROW).map(|better| {
            format!(
                "geometry.clearance is {part:.0e} of the radius: for such a conforming contact use \
                 {better}"
            )
        })
    }
}

/// Returns a warning if a rough layer is stiffer than the bodies beneath; `name` is the name of its
/// law.
pub(super) fn over_smooth(law: &ElasticLaw, name: &str) -> Option<String> {
    let ratio = law.over_smooth().filter(|ratio| *ratio > 1.0)?;
    Some(format!(
        "contact.elastic = {name} is {ratio:.2} times as stiff as the smooth bodies a hundredth of \
         geometry.clearance deep: it is the law of the rough layer alone, and a layer in series with the bodies \
         only softens them; use contact.elastic = hertz, but to compare with the law's source"
    ))
}

/// Returns a warning if a mobility is given that the method does not use.
pub(super) fn mobility<const D: usize>(coupling: &CouplingParameters<D>) -> Option<String> {
    let place = triangle(D).find(|place| coupling.mobility.0[*place] != 0.0)?;
    (coupling.shared.method != Method::Predicted).then(|| {
        let (name, predicted) = (Role::Parameter.whole_name(D, place), Method::Predicted.name());
        let name = name.as_str();
        format!("{name} is used by coupling.method = {predicted} only; set that too")
    })
}

/// Returns a warning if a film does not use the temperature that an input gives.
pub(super) fn temperature(film: &FilmParameters) -> Option<String> {
    let FilmParameters { law, viscosity_law, .. } = *film;
    (law == FilmLaw::Without || viscosity_law != ViscosityLaw::Vogel).then(|| {
        format!(
            "{} is an input and used by film.viscosity_law = vogel with a film.law other than none only; set \
             both",
            Ports::TEMPERATURE
        )
    })
}

/// Returns a warning if a light load over a short distance wears a pin of this radius \[m\] away. The
/// depth worn per metre slid is `acceleration` · `rate` pᵉ / `length` \[m\].
pub(super) fn wear(
    rate: f64,
    exponent: f64,
    length: f64,
    acceleration: f64,
    radius: f64,
) -> Option<String> {
    let depth = acceleration * rate * PRESSURE.powf(exponent) / length * DISTANCE;
    (depth > radius).then(|| {
        format!(
            "wear.rate = {rate:e} m2 wears {depth:.1e} m away over a millimetre of sliding under 1 MPa, \
             more than the pin's radius: check it, wear.exponent and wear.acceleration"
        )
    })
}
