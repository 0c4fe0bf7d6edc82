//! The body constant of a pin in its housing from their materials, ready for `build --parameters`.

use crate::Error;
use crate::materials::material;
use spiel::laws::contact::line::body_compliance;

/// A pin in a housing.
#[derive(Debug, Clone, clap::Args)]
pub struct Housing {
    /// Material of the housing, body a: a name as for `build --material-a`.
    #[arg(long, value_name = "NAME", default_value = "steel")]
    pub material_a: String,
    /// Material of the pin, body b.
    #[arg(long, value_name = "NAME", default_value = "steel")]
    pub material_b: String,
    /// Radius at which the housing is held all around, in radii of the hole, 1.5 to 1e6. Default: not held; a plate
    /// without an edge.
    #[arg(long, value_name = "RADII", allow_negative_numbers = true)]
    pub held: Option<f64>,
}

impl Housing {
    /// Start values for a joint of these bodies, as TOML.
    pub fn parameters(&self) -> Result<String, Error> {
        let Self { material_a, material_b, held } = self;
        let [housing, pin] = [material(material_a)?.elastic(), material(material_b)?.elastic()];
        let constant = body_compliance(&pin, &housing, *held)?;
        let place = match held {
            Some(radii) => format!("held at {radii} radii of the hole"),
            None => "without an edge".to_owned(),
        };
        Ok(format!(
            "# A pin of {material_b} in a housing of {material_a} {place}.\n\
             [contact]\nelastic = \"line\"\nline_law = \"conformal\"\nbody_compliance = {constant:.6}\n"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_values_are_those_of_the_housing_and_wrong_ones_are_named() {
        let of = |held| {
            let (material_a, material_b) = ("bronze".to_owned(), "steel".to_owned());
            Housing { material_a, material_b, held }.parameters()
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.toml");
        std::fs::write(&file, of(Some(3.0)).unwrap()).unwrap();
        let mut variant = crate::Variant::of("revolute_clearance").unwrap();
        variant.set_from_file(&file).unwrap();
        variant.check().unwrap();
        let found = variant.start("contact.body_compliance").unwrap().number();
        assert!((0.3..0.5).contains(&found), "{found}");
        let error = of(Some(1.0)).unwrap_err().to_string();
        assert!(error.starts_with("held = 1 is outside"), "{error}");
    }
}
