//! Start values by the words of catalogues: materials by name, play across the whole joint.

use crate::materials::{Material, is_of_body, material};
use crate::{Error, Variant, columns};
use spiel::laws::contact::PAIRS;
use std::path::{Path, PathBuf};

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
    /// Measured restitutions: a CSV file with the columns speed [m/s] and restitution, at most six rows.
    /// Sets contact.restitution_law = table.
    #[arg(long, value_name = "DROPS.csv", conflicts_with = "all")]
    pub restitution: Option<PathBuf>,
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
        if let Some(drops) = &self.restitution {
            restitution(variant, drops)?;
        }
        Ok(said)
    }
}

/// Sets the table of restitutions in `variant` from a file.
fn restitution(variant: &mut Variant, drops: &Path) -> Result<(), Error> {
    let law = "contact.restitution_law";
    if variant.start(law).is_none() {
        let joint = variant.model().name;
        return Err(Error::Input(format!("{joint} has no {law}, so --restitution does not apply")));
    }
    let mut rows = columns::read(drops, ["speed", "restitution"])?;
    if rows.len() > PAIRS || rows.is_empty() {
        let (file, count) = (drops.display(), rows.len());
        return Err(Error::Input(format!("{file} has {count} rows; a table has 1 to {PAIRS}")));
    }
    rows.sort_by(|one, other| one[0].total_cmp(&other[0]));
    variant.set(law, "table")?;
    for (number, [speed, restitution]) in (1..).zip(rows) {
        variant.set(&format!("contact.table.speed_{number}"), &format!("{speed:e}"))?;
        variant.set(&format!("contact.table.restitution_{number}"), &format!("{restitution:e}"))?;
    }
    Ok(())
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
            restitution: None,
        };
        for (joint, [a, b]) in [
            ("revolute_clearance", ["material_a", "material_b"]),
            ("translational_clearance", ["material_a", "material_b"]),
            ("sliced_pin", ["material_pin", "material_rod"]),
            ("spatial_revolute", ["material_a", "material_b"]),
            ("spherical_clearance", ["material_a", "material_b"]),
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

    #[test]
    fn drops_become_a_table_of_restitutions() {
        let folder = tempfile::tempdir().unwrap();
        let drops = folder.path().join("drops.csv");
        let shorthand = Shorthand { restitution: Some(drops.clone()), ..Default::default() };
        std::fs::write(&drops, "restitution,speed [m/s]\n0.6,1\n0.8,0.1\n").unwrap();
        for joint in ["revolute_clearance", "translational_clearance"] {
            let mut variant = Variant::of(joint).unwrap();
            shorthand.apply(&mut variant).unwrap();
            variant.check().unwrap();
            for (name, number) in
                [("restitution_law", 3.0), ("table.speed_1", 0.1), ("table.restitution_2", 0.6)]
            {
                assert_eq!(variant.start(&format!("contact.{name}")).unwrap().number(), number);
            }
        }
        let refused = |joint, text: &str| {
            std::fs::write(&drops, text).unwrap();
            let mut variant = Variant::of(joint).unwrap();
            let applied = shorthand.apply(&mut variant).and_then(|_| variant.check());
            applied.unwrap_err().to_string()
        };
        let none = refused("rough_interface", "speed,restitution\n1,0.5\n");
        assert!(none.contains("--restitution does not apply"), "{none}");
        let twice = refused("revolute_clearance", "speed,restitution\n1,0.5\n1,0.6\n");
        assert!(twice.contains("contact.table.speed_2 = 1") && twice.contains("rise"), "{twice}");
        let empty = refused("revolute_clearance", "speed,restitution\n");
        assert!(empty.contains("has 0 rows; a table has 1 to 6"), "{empty}");
        let high = refused("revolute_clearance", "speed,restitution\n1,1.5\n");
        assert!(high.contains("contact.table.restitution_1 = 1.5"), "{high}");
    }
}
