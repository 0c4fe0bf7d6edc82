//! Quantities in files of groups: a number with a unit, a material by its name.

use crate::{Error, materials, units};
use model_description::{Quantities, Row};
use spiel::joints::revolute::clearance;
use spiel::joints::{spatial_revolute, spherical_clearance, translational};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Makes the error of what is wrong at a place of the text.
type Refuse<'a> = &'a dyn Fn(Option<Range<usize>>, String) -> Error;

/// The text with plain numbers in SI units in place of all quantities, each on the line of what it replaces.
pub(super) fn in_si(text: &str, refuse: Refuse<'_>) -> Result<String, Error> {
    let table =
        DeTable::parse(text).map_err(|error| refuse(error.span(), error.message().to_owned()))?;
    let mut found = Replaced { places: Vec::new(), refuse };
    found.table(&mut Vec::new(), table.get_ref(), false)?;
    found.places.sort_by_key(|(span, _)| span.start);
    let (mut plain, mut end) = (String::with_capacity(text.len()), 0);
    for (span, number) in found.places {
        plain += &text[end..span.start];
        plain += &number;
        end = span.end;
    }
    Ok(plain + &text[end..])
}

/// The places of quantities, each with its replacement.
struct Replaced<'a> {
    places: Vec<(Range<usize>, String)>,
    refuse: Refuse<'a>,
}

impl Replaced<'_> {
    /// Looks through the table at `path`; `turns` is true inside the table of a torsion spring.
    fn table<'t>(
        &mut self,
        path: &mut Vec<&'t str>,
        table: &'t DeTable<'_>,
        turns: bool,
    ) -> Result<(), Error> {
        let text = |key: &str| table.get(key).and_then(|value| value.get_ref().as_str());
        let turns = turns || (path.as_slice() == ["spring"] && text("type") == Some("turn"));
        for (key, value) in table {
            path.push(key.get_ref());
            match (path.as_slice(), value.get_ref()) {
                (["joint", "parameters"], DeValue::Table(parameters)) => {
                    let rows = text("type").and_then(rows_of);
                    let joint = text("name").unwrap_or_default();
                    // An unknown type is refused later.
                    if let Some(rows) = rows {
                        self.parameters(joint, &rows, "", parameters)?;
                    }
                }
                _ => self.value(path, value, turns)?,
            }
            path.pop();
        }
        Ok(())
    }

    fn value<'t>(
        &mut self,
        path: &mut Vec<&'t str>,
        value: &'t Spanned<DeValue<'_>>,
        turns: bool,
    ) -> Result<(), Error> {
        match value.get_ref() {
            DeValue::Table(table) => self.table(path, table, turns),
            // The numbers of a bushing have several units: they are in SI.
            DeValue::Array(_) if matches!(path.as_slice(), ["spring", "stiffness" | "damping"]) => {
                Ok(())
            }
            DeValue::Array(values) => {
                values.iter().try_for_each(|value| self.value(path, value, turns))
            }
            DeValue::String(text) => {
                let Some(unit) = unit(path, turns) else { return Ok(()) };
                let number = units::number(text, unit).map_err(|why| {
                    let field = path.last().copied().unwrap_or_default();
                    (self.refuse)(Some(value.span()), format!("{field} = {text:?}: {why}"))
                })?;
                self.places.push((value.span(), format!("{number:e}")));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The parameters of a joint that has these rows; their names begin with `prefix`.
    fn parameters(
        &mut self,
        joint: &str,
        rows: &[Row],
        prefix: &str,
        table: &DeTable<'_>,
    ) -> Result<(), Error> {
        let row = |name: &str| rows.iter().find(|row| row.name == name);
        for (key, value) in table {
            let name = format!("{prefix}{}", key.get_ref());
            let span = value.span();
            let refuse = self.refuse;
            let refused = |why: Error| refuse(Some(span.clone()), format!("joint {joint}: {why}"));
            match (value.get_ref(), row(&name)) {
                (DeValue::Table(inner), _) => {
                    self.parameters(joint, rows, &format!("{name}."), inner)?;
                }
                (DeValue::String(text), Some(row)) => {
                    let plain = units::in_declared(row, text).map_err(refused)?;
                    if plain != **text {
                        self.places.push((span, plain));
                    }
                }
                (DeValue::String(text), None)
                    if materials::is_of_body(&name, |name| row(name).is_some()) =>
                {
                    let constants = materials::constants(&name, text).map_err(refused)?;
                    let constant = |(full, value): &(String, String)| {
                        format!("{} = {value}", &full[name.len() + 1..])
                    };
                    let constants: Vec<_> = constants.iter().map(constant).collect();
                    self.places.push((span, format!("{{ {} }}", constants.join(", "))));
                }
                (_, Some(_)) => {}
                (_, None) => {
                    let names = rows.iter().map(|row| &*row.name);
                    return Err(refused(Error::unknown("parameter", &name, names)));
                }
            }
        }
        Ok(())
    }
}

/// The parameters of a joint of that type in a group.
fn rows_of(kind: &str) -> Option<Vec<Row>> {
    let mut rows = match kind {
        "revolute_clearance" => clearance::Parameters::default().rows(),
        "translational_clearance" => translational::Parameters::default().rows(),
        "spatial_revolute" => spatial_revolute::Parameters::default().rows(),
        "spherical_clearance" => spherical_clearance::Parameters::default().rows(),
        _ => return None,
    };
    // These belong to the group.
    rows.retain(|row| !["coupling.", "build."].iter().any(|part| row.name.starts_with(part)));
    Some(rows)
}

/// The unit of the value at a path, if it is a quantity; `turns` is true for a torsion spring.
fn unit(path: &[&str], turns: bool) -> Option<&'static str> {
    const PLACES: [&str; 7] = ["marker", "frame", "frame_a", "frame_b", "at", "at_a", "at_b"];
    let is_place = |name: &&str| PLACES.contains(name);
    Some(match path {
        ["gravity"] => "m/s2",
        ["body", "mass"] => "kg",
        ["body", "inertia"] => "kg.m2",
        ["body", "centre_of_mass"] => "m",
        ["body", "start", "x" | "y" | "z"] => "m",
        ["body", "start", "phi"] => "rad",
        ["body", "start", "vx" | "vy" | "vz"] => "m/s",
        ["body", "start", "w" | "wx" | "wy" | "wz"] => "rad/s",
        ["body", "flexible", "damping"] => "s",
        ["body", "flexible", "beam", "start"] => "m",
        ["body", "flexible", "beam", "angle"] => "rad",
        ["body", "flexible", "beam", "youngs_modulus"] => "Pa",
        ["body", "flexible", "beam", "density"] => "kg/m3",
        ["body", "flexible", "beam", "section", "length"] => "m",
        ["body", "flexible", "beam", "section", "area"] => "m2",
        ["body", "flexible", "beam", "section", "second_moment"] => "m4",
        ["body", "flexible", "mode", "frequency"] => "Hz",
        ["body", "flexible", "mode", "mass"] => "kg",
        ["body", "flexible", "mode", "stretch"] => "kg.m",
        ["body", "flexible", "mode", "shape", "turns"] => "1/m",
        ["spring", "stiffness"] if turns => "N.m/rad",
        ["spring", "damping"] if turns => "N.m.s/rad",
        ["spring", "rest"] if turns => "rad",
        ["spring", "stiffness"] => "N/m",
        ["spring", "damping"] => "N.s/m",
        ["spring", "rest"] => "m",
        ["load", "force"] => "N",
        ["load", "moment"] => "N.m",
        ["drive", "speed"] => "rad/s",
        ["drive", "torque"] => "N.m",
        ["pin", "length"] => "m",
        [.., place] | [.., place, "x" | "y" | "z"] if is_place(place) => "m",
        [.., place, "angle"] if is_place(place) => "rad",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn at_line(text: &str) -> impl Fn(Option<Range<usize>>, String) -> Error {
        |span, why| Error::line(Path::new("f"), text, span, why)
    }

    #[test]
    fn quantities_become_numbers_on_their_lines_and_all_else_stays() {
        let text = "gravity = [0, \"-981 cm/s2\"] # down\n[[body]]\nname = \"1 m\"\nmass = \"300 g\"\n\
                    marker = { x = \"10 cm\", angle = \"180 deg\" }\n[[spring]]\ntype = \"turn\"\n\
                    stiffness = \"5 N.mm/rad\"\n[[spring]]\nstiffness = \"5 N/mm\"\n\
                    [[joint]]\ntype = \"revolute_clearance\"\nat_a = [\"1 mm\", 2]\n\
                    parameters.geometry.clearance = \"0.1 mm\"\nparameters.contact.elastic = \"hertz\"\n\
                    parameters.material_b = \"bronze\"\n[[drive]]\nspeed = \"60 rpm\"\n";
        let plain = in_si(text, &at_line(text)).unwrap();
        let expected = "gravity = [0, -9.81e0] # down\n[[body]]\nname = \"1 m\"\nmass = 3e-1\n\
                        marker = { x = 1e-1, angle = 3.141592653589793e0 }\n[[spring]]\ntype = \"turn\"\n\
                        stiffness = 5e-3\n[[spring]]\nstiffness = 5e3\n\
                        [[joint]]\ntype = \"revolute_clearance\"\nat_a = [1e-3, 2]\n\
                        parameters.geometry.clearance = 1e-4\nparameters.contact.elastic = \"hertz\"\n\
                        parameters.material_b = { youngs_modulus = 111000000000, poissons_ratio = 0.349 }\n\
                        [[drive]]\nspeed = 6.283185307179586e0\n";
        assert_eq!(plain, expected);
        assert_eq!(in_si(&plain, &at_line(&plain)).unwrap(), plain);
    }

    #[test]
    fn what_measures_something_else_is_refused_where_it_stands() {
        let joint = "[[joint]]\nname = \"B\"\ntype = \"revolute_clearance\"\n";
        for (text, line, why) in [
            ("gravity = [0, \"3 m\"]\n".to_owned(), 0, "gravity = \"3 m\": m does not measure"),
            ("[[body]]\nmass = \"heavy\"\n".to_owned(), 1, "mass = \"heavy\": this is no number"),
            (
                format!("{joint}parameters.geometry.clearance = \"0.1 kg\"\n"),
                3,
                "joint B: geometry.clearance = 0.1 kg: kg does not measure",
            ),
            (
                format!("{joint}parameters.contact.restituton = 0.5\n"),
                3,
                "joint B: unknown parameter contact.restituton; did you mean contact.restitution?",
            ),
            (
                format!("{joint}parameters.material_a = \"broze\"\n"),
                3,
                "joint B: material_a: unknown material broze; did you mean bronze?",
            ),
        ] {
            let found = in_si(&text, &at_line(&text)).unwrap_err().to_string();
            assert!(found.starts_with(&format!("f, line {}: {why}", line + 1)), "{found}");
        }
    }
}
