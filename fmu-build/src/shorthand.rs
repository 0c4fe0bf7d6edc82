//! Start values by the words of catalogues: materials by name, play across the whole joint.

use crate::materials::{Material, is_of_body, material};
use crate::{Error, Variant};

/// Catalogue data of a joint, in place of its parameters.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Shorthand {
    /// Material of body a: steel, stainless_steel, cast_iron, aluminium, brass, bronze, titanium, pom,
    /// pa66, peek or ptfe; in the sliced pin, material of the pin.
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub material_a: Option<String>,
    /// Material of body b, from the same list; in the sliced pin, material of the rod.
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub material_b: Option<String>,
    /// Diametral play, as in catalogues: twice the clearance. In metres, or with a
    /// unit as in 0.2mm.
    #[arg(long, value_name = "LENGTH", conflicts_with = "all")]
    pub play: Option<String>,
}

impl Shorthand {
    /// Sets what was given in `variant`; gives a line on the source of every material.
    pub fn apply(&self, variant: &mut Variant) -> Result<Vec<String>, Error> {
        let mut said = Vec::new();
        let bodies = [("material_a", "material_pin"), ("material_b", "material_rod")];
        for (name, (body, of_pin)) in [&self.material_a, &self.material_b].into_iter().zip(bodies) {
            let Some(name) = name else { continue };
            let Material { source, .. } = material(name)?;
            let known = |name: &str| variant.start(name).is_some();
            let of_body = |part: &&str| is_of_body(part, known);
            let part = [body, of_pin].into_iter().find(of_body).ok_or_else(|| {
                let joint = variant.model().name;
                Error::Input(format!("{joint} has no {body}: its materials are part of its laws"))
            })?;
            variant.set(part, name)?;
            said.push(format!("{part} is {name}: {source}"));
        }
        if let Some(play) = &self.play {
            let clearance = "geometry.clearance";
            if variant.start(clearance).is_none() {
                let joint = variant.model().name;
                return Err(Error::Input(format!(
                    "{joint} has no {clearance}, so --play does not apply"
                )));
            }
            variant.set(clearance, play)?;
            if let Some(whole) = variant.start(clearance) {
                variant.set(clearance, &format!("{:e}", 0.5 * whole.number()))?;
            }
        }
        Ok(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_and_play_become_start_values() {
        let shorthand = Shorthand {
            material_a: Some("steel".to_owned()),
            material_b: Some("bronze".to_owned()),
            play: Some("0.2 mm".to_owned()),
        };
        for (joint, [a, b]) in [
            ("revolute_clearance", ["material_a", "material_b"]),
            ("translational_clearance", ["material_a", "material_b"]),
            ("sliced_pin", ["material_pin", "material_rod"]),
            ("spatial_revolute", ["material_a", "material_b"]),
        ] {
            let mut variant = Variant::of(joint).unwrap();
            let said = shorthand.apply(&mut variant).unwrap();
            assert!(said[1].contains("bronze: phosphor"), "{said:?}");
            let number = |name: &str| variant.start(name).unwrap().number();
            assert_eq!(number("geometry.clearance"), 1e-4);
            assert_eq!(number(&format!("{a}.youngs_modulus")), 2.07e11);
            assert_eq!(number(&format!("{b}.poissons_ratio")), 0.349);
        }
        let refused = |shorthand: Shorthand, joint| {
            shorthand.apply(&mut Variant::of(joint).unwrap()).unwrap_err().to_string()
        };
        let wood = Shorthand { material_a: Some("broze".to_owned()), ..Default::default() };
        assert!(refused(wood, "revolute_clearance").contains("did you mean bronze?"));
        let none = refused(shorthand, "rotational_backlash");
        assert!(none.contains("rotational_backlash has no material_a"), "{none}");
    }
}
