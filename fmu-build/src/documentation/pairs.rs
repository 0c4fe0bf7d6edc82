//! Pairs of materials as sets of parameters, which SSP calls SSV.

use super::markup::escaped;
use crate::{Variant, materials};
use model_description::xml::Causality;
use model_description::{Kind, Row, SiUnit};
use std::fmt::Write;

/// Materials of body a and body b.
const PAIRS: [[&str; 2]; 5] = [
    ["steel", "steel"],
    ["bronze", "steel"],
    ["cast_iron", "steel"],
    ["pom", "steel"],
    ["ptfe", "steel"],
];

/// The bodies of a joint, as their materials are called.
const BODIES: [&str; 2] = ["material_a", "material_b"];

/// A pair of materials in the parameters of a unit.
pub(super) struct Pair {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: String,
    values: Vec<(String, f64, &'static SiUnit)>,
}

/// Returns the pairs in the parameters that `variant` has: none for joints without materials, those of
/// all joints for a group.
pub(super) fn of(variant: &Variant) -> Vec<Pair> {
    let variables = variant.variables();
    let parameters = variables.iter().filter(|variable| variable.causality == Causality::Parameter);
    let rows: Vec<&Row> = parameters.map(|variable| &variable.row).collect();
    let has_modulus = |row: &&Row| place(row).is_some_and(|(_, end)| end == "youngs_modulus");
    if !rows.iter().any(has_modulus) {
        return Vec::new();
    }
    PAIRS.iter().map(|pair| made(pair, &rows)).collect()
}

/// The body that a parameter is about, and the end of its name, if it is of a material.
fn place(row: &Row) -> Option<(usize, &str)> {
    let (before, end) = row.name.rsplit_once('.')?;
    let body = before.rsplit('.').next()?;
    Some((BODIES.iter().position(|known| *known == body)?, end))
}

fn made(pair: &[&str; 2], rows: &[&Row]) -> Pair {
    let constants =
        pair.map(|name| materials::material(name).expect("a test makes every pair").constants());
    let value = |row: &&Row| {
        let (body, end) = place(row)?;
        let (_, value) = constants[body].into_iter().find(|(constant, _)| *constant == end)?;
        let Kind::Real { unit, .. } = row.kind else { return None };
        Some((row.name.clone(), value, unit))
    };
    let [a, b] = pair.map(|name| name.replace('_', " "));
    Pair {
        name: pair.join("_"),
        about: format!("Body a of {a}, body b of {b}"),
        values: rows.iter().filter_map(value).collect(),
    }
}

impl Pair {
    /// The pair as SSV 1.0.
    pub fn ssv(&self) -> String {
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <ssv:ParameterSet xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" \
             xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" version=\"1.0\" \
             name=\"{}\" description=\"{}\">\n  <ssv:Parameters>\n",
            escaped(&self.name),
            escaped(&self.about)
        );
        let mut units: Vec<&SiUnit> = Vec::new();
        for (name, value, unit) in &self.values {
            let _ = writeln!(
                xml,
                "    <ssv:Parameter name=\"{}\"><ssv:Real value=\"{value:e}\" unit=\"{}\"/></ssv:Parameter>",
                escaped(name),
                unit.name
            );
            if !units.contains(unit) {
                units.push(unit);
            }
        }
        xml.push_str("  </ssv:Parameters>\n  <ssv:Units>\n");
        for SiUnit { name, kg, m, s, rad, kelvin } in units {
            let powers = [("kg", kg), ("m", m), ("s", s), ("K", kelvin), ("rad", rad)];
            let powers = powers.iter().filter(|(_, power)| **power != 0);
            let powers: String =
                powers.map(|(base, power)| format!(" {base}=\"{power}\"")).collect();
            let _ =
                writeln!(xml, "    <ssc:Unit name=\"{name}\"><ssc:BaseUnit{powers}/></ssc:Unit>");
        }
        xml + "  </ssv:Units>\n</ssv:ParameterSet>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::parameter_violations;

    #[test]
    fn a_pair_keeps_the_schema_and_sets_each_material_of_a_joint() {
        let mut with_materials = 0;
        for joint in spiel::catalogue::ALL {
            let mut variant = Variant::of(joint.name).unwrap();
            let pairs = of(&variant);
            assert!([0, PAIRS.len()].contains(&pairs.len()), "{}", joint.name);
            with_materials += usize::from(!pairs.is_empty());
            for pair in pairs {
                let text = pair.ssv();
                assert_eq!(parameter_violations(&text).unwrap(), [""; 0], "{}", joint.name);
                assert_eq!(text.matches("<ssv:Real").count(), 4, "{}: {text}", joint.name);
                for (name, value, unit) in &pair.values {
                    variant.set(name, &value.to_string()).unwrap();
                    assert!(text.contains(&format!("<ssc:Unit name=\"{}\">", unit.name)));
                }
                variant.check().unwrap();
            }
        }
        assert!(with_materials > 4, "{with_materials}");
    }

    #[test]
    fn a_pair_that_is_none_breaks_the_schema() {
        let pin = Variant::of("revolute_clearance").unwrap();
        let text = of(&pin)[1].ssv();
        assert!(
            text.contains("\"material_a.youngs_modulus\"><ssv:Real value=\"1.11e11\""),
            "{text}"
        );
        assert!(
            text.contains("\"material_b.youngs_modulus\"><ssv:Real value=\"2.07e11\""),
            "{text}"
        );
        for (from, to) in [
            ("value=\"1.11e11\"", "value=\"stiff\""),
            ("ssc:Unit ", "ssc:Unity "),
            (" name=", " called="),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(!parameter_violations(&text.replacen(from, to, 1)).unwrap().is_empty(), "{to}");
        }
    }
}
