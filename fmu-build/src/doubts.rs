//! Start values that are allowed, each by itself, and hardly meant together.

use crate::Variant;
use spiel::coupling::Mobility;
use spiel::laws::contact::ElasticLaw;
use spiel::laws::contact::elastic::fractal::Stiffness;
use spiel::laws::contact::elastic::{Bearing, Fractal, FractalIntegrated, Surface};
use spiel::{Material, Pair};

/// Above this part of the radius a clearance is no play in a joint.
const WIDE: f64 = 0.1;
/// Below this part the surfaces conform, and Hertz's law is that of a point no more.
const NARROW: f64 = 1e-6;
/// Below this restitution an impact is over before any law of dissipation holds.
const DEAD: f64 = 0.05;
/// A light load \[Pa\] over a short way \[m\], which wear by less than a wall.
const PRESSURE: f64 = 1e6;
const DISTANCE: f64 = 1e-3;

/// A line on every combination that makes no sense, with what to do.
pub fn doubts(variant: &Variant) -> Vec<String> {
    let mut doubts: Vec<String> = variant.warning().into_iter().collect();
    let number = |name: &str| variant.start(name).map(|value| value.number());
    let shown = |name: &str| variant.shown_starts(name).into_iter().next();
    let is = |name: &str, item: &str| shown(name).is_some_and(|shown| shown == item);
    if let (Some(still), Some(sliding)) = (number("friction.static"), number("friction.kinetic"))
        && sliding > still
        && !is("friction.model", "none")
    {
        doubts.push(format!(
            "friction.kinetic = {sliding} is above friction.static = {still}: this means less friction \
             at rest; set friction.static to at least {sliding}"
        ));
    }
    if let Some(restitution) = number("contact.restitution").filter(|e| *e < DEAD) {
        doubts.push(format!(
            "contact.restitution = {restitution}: too low for the dissipation laws; metals have \
             0.3 to 0.9, plastics 0.2 to 0.6"
        ));
    }
    let radius = number("geometry.bearing_radius").or_else(|| number("geometry.pin_radius"));
    if let (Some(clearance), Some(radius)) = (number("geometry.clearance"), radius) {
        let part = clearance / radius;
        if part > WIDE {
            doubts.push(format!(
                "geometry.clearance is {part:.2} of the radius: the clearance is radial, half the play; is \
                 it in metres?"
            ));
        } else if part < NARROW && is("contact.elastic", "hertz") {
            doubts.push(format!(
                "geometry.clearance is {part:.0e} of the radius: for such a conforming contact use \
                 contact.elastic = hybrid"
            ));
        }
    }
    if let Some(ratio) = over_smooth(&number, &is).filter(|ratio| *ratio > 1.0) {
        let law = shown("contact.elastic").unwrap_or_default();
        doubts.push(format!(
            "contact.elastic = {law} is {ratio:.2} times as stiff as the smooth bodies a hundredth of \
             geometry.clearance deep: it is the law of the rough layer alone, and a layer in series with the bodies \
             only softens them; use contact.elastic = hertz, but to compare with the law's source"
        ));
    }
    let along_a_line = ["coupling.mobility"];
    let mut parameters = Mobility::PARAMETERS.iter().chain(&along_a_line);
    let given = parameters.find(|name| number(name).is_some_and(|m| m != 0.0));
    if let Some(name) = given.filter(|_| !is("coupling.method", "predicted")) {
        doubts.push(format!("{name} is used by coupling.method = predicted only; set that too"));
    }
    if variant.start("build.temperature").is_some()
        && (is("film.law", "none") || !is("film.viscosity_law", "vogel"))
    {
        doubts.push(
            "film.temperature is an input and used by film.viscosity_law = vogel with a film.law other than none \
             only; set both"
                .to_owned(),
        );
    }
    let wear = ["rate", "exponent", "reference_length", "acceleration"]
        .map(|name| number(&format!("wear.{name}")));
    if let ([Some(rate), Some(exponent), Some(length), Some(times)], Some(radius), true) =
        (wear, radius, is("wear.enabled", "true"))
    {
        let depth = times * rate * PRESSURE.powf(exponent) / length * DISTANCE;
        if depth > radius {
            doubts.push(format!(
                "wear.rate = {rate:e} m2 wears {depth:.1e} m away over a millimetre of sliding under 1 MPa, \
                 more than the pin's radius: check it, wear.exponent and wear.acceleration"
            ));
        }
    }
    doubts
}

/// Force of the rough law that is chosen over that of the smooth bodies; none for other laws.
fn over_smooth(
    number: &impl Fn(&str) -> Option<f64>,
    is: &impl Fn(&str, &str) -> bool,
) -> Option<f64> {
    let integrated = is("contact.elastic", "fractal_integrated");
    if !integrated && !is("contact.elastic", "fractal") {
        return None;
    }
    let material = |name: &str| {
        let of = |part: &str| number(&format!("{name}.{part}"));
        let (youngs_modulus, poissons_ratio) = (of("youngs_modulus")?, of("poissons_ratio")?);
        Some(Material { youngs_modulus, poissons_ratio })
    };
    let pair = Pair::new(material("material_a")?, material("material_b")?).ok()?;
    let surface = Surface {
        roughness: number("surface.roughness")?,
        area_ratio: number("surface.area_ratio")?,
        hardness: number("surface.hardness")?,
        hardness_factor: number("surface.hardness_factor")?,
    };
    let bearing = Bearing {
        radius: number("geometry.bearing_radius")?,
        length: number("geometry.length")?,
        clearance: number("geometry.clearance")?,
    };
    let stiffness = Stiffness::new(&surface, &pair, &bearing).ok()?;
    let law = if integrated {
        ElasticLaw::FractalIntegrated(FractalIntegrated::new(stiffness))
    } else {
        ElasticLaw::Fractal(Fractal::new(stiffness, number("contact.exponent")?).ok()?)
    };
    law.over_smooth()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(joint: &str, set: &[&str]) -> Vec<String> {
        let mut variant = Variant::of(joint).unwrap();
        set.iter().for_each(|assignment| variant.set_assignment(assignment).unwrap());
        variant.settle_friction().unwrap();
        doubts(&variant)
    }

    #[test]
    fn odd_combinations_get_a_line_with_the_remedy_and_usual_ones_none() {
        for model in spiel::catalogue::ALL {
            assert_eq!(said(model.name, &[]), [""; 0]);
        }
        for (set, word) in [
            (&["friction.kinetic=0.3", "friction.static=0.1"][..], "at least 0.3"),
            (&["contact.restitution=0.01"], "metals have"),
            (&["geometry.clearance=2mm"], "is it in metres?"),
            (&["geometry.clearance=1nm"], "contact.elastic = hybrid"),
            (&["coupling.mobility_xx=1"], "coupling.method = predicted only"),
            (&["build.temperature=given_by_input", "film.law=short"], "film.viscosity_law = vogel"),
            (&["contact.elastic=fractal_integrated"], "584.60 times as stiff as the smooth bodies"),
            (&["contact.elastic=fractal"], "rough layer alone"),
        ] {
            let said = said("revolute_clearance", set);
            assert!(said.len() == 1 && said[0].contains(word), "{set:?}: {said:?}");
        }
        assert_eq!(said("revolute_clearance", &["friction.kinetic=0.1"]), [""; 0]);
        let rough = ["contact.elastic=fractal_integrated", "surface.roughness=12.5um"];
        assert_eq!(said("revolute_clearance", &rough), [""; 0]);
        let space = said("spatial_revolute", &["contact.elastic=fractal_integrated"]);
        assert!(space.len() == 1 && space[0].contains("times as stiff"), "{space:?}");
        let oil =
            ["build.temperature=given_by_input", "film.law=short", "film.viscosity_law=vogel"];
        assert_eq!(said("revolute_clearance", &oil), [""; 0]);
        let worn = said("sliced_pin", &["wear.enabled=true", "wear.rate=1e-5"]);
        assert!(worn.len() == 1 && worn[0].contains("wear.exponent"), "{worn:?}");
    }
}
