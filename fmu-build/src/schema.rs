//! Validates a modelDescription.xml against the FMI 2.0 schema.

use crate::Error;
use std::path::Path;
use uppsala::{Document, XsdValidator, parse};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../schema/", $name)))),+]
    };
}

/// The schema as the Modelica Association publishes it, under its own licence; the first file
/// includes the others.
const SCHEMA: &[(&str, &str)] = files![
    "fmi2ModelDescription.xsd",
    "fmi2Annotation.xsd",
    "fmi2AttributeGroups.xsd",
    "fmi2ScalarVariable.xsd",
    "fmi2Type.xsd",
    "fmi2Unit.xsd",
    "fmi2VariableDependency.xsd",
];

/// Violations of the schema by the description `text`, a line each.
pub fn violations(text: &str) -> Result<Vec<String>, Error> {
    let folder = tempfile::tempdir().map_err(Error::file(Path::new("schema")))?;
    for (name, content) in SCHEMA {
        let path = folder.path().join(name);
        std::fs::write(&path, content).map_err(Error::file(&path))?;
    }
    let schema = parse(SCHEMA[0].1).expect("the schema is well-formed");
    let validator = XsdValidator::from_schema_with_base_path(&schema, Some(folder.path()))
        .expect("the schema is a schema");
    let document: Document = match parse(text) {
        Ok(document) => document,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    Ok(validator.validate(&document).iter().map(ToString::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn described() -> String {
        let mut description = Variant::of("revolute_clearance").unwrap().description().unwrap();
        description.guid = "{1}".to_owned();
        description.to_xml()
    }

    #[test]
    fn our_descriptions_keep_the_schema() {
        assert_eq!(violations(&described()).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn an_unknown_attribute_a_wrong_order_and_a_wrong_word_are_found() {
        let text = described();
        for (from, to) in [
            ("causality=\"input\"", "causality=\"inlet\""),
            ("<CoSimulation ", "<CoSimulation colour=\"red\" "),
            ("<DefaultExperiment startTime=\"0\" ", "<DefaultExperiment startTime=\"soon\" "),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(!violations(&text.replacen(from, to, 1)).unwrap().is_empty(), "{to}");
        }
        let (start, end) =
            (text.find("  <ModelVariables>").unwrap(), text.find("  <ModelStructure>").unwrap());
        let swapped = format!(
            "{}{}{}</fmiModelDescription>",
            &text[..start],
            &text[end..].replace("</fmiModelDescription>", ""),
            &text[start..end]
        );
        assert!(!violations(&swapped).unwrap().is_empty());
    }
}
