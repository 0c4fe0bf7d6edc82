//! Validates XML against the schemas of FMI 2.0, of FMI 3.0 and of FMI-LS-REF.

use crate::Error;
use model_description::xml::FmiVersion;
use std::path::Path;
use uppsala::{Document, XsdValidator, parse};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../schema/", $name)))),+]
    };
}

/// A schema: the first file includes or imports the others.
type Schema = [(&'static str, &'static str)];

/// The schema of FMI 2.0 as the Modelica Association publishes it, under its own licence.
const DESCRIPTION: &Schema = files![
    "fmi2ModelDescription.xsd",
    "fmi2Annotation.xsd",
    "fmi2AttributeGroups.xsd",
    "fmi2ScalarVariable.xsd",
    "fmi2Type.xsd",
    "fmi2Unit.xsd",
    "fmi2VariableDependency.xsd",
];

/// The schema of FMI 3.0 as the Modelica Association publishes it, under its own licence.
const DESCRIPTION_OF_THREE: &Schema = files![
    "fmi3ModelDescription.xsd",
    "fmi3Annotation.xsd",
    "fmi3AttributeGroups.xsd",
    "fmi3InterfaceType.xsd",
    "fmi3Type.xsd",
    "fmi3Unit.xsd",
    "fmi3Variable.xsd",
    "fmi3VariableDependency.xsd",
];

/// The schema of FMI 3.0 for terminals.
const TERMINALS: &Schema =
    files!["fmi3TerminalsAndIcons.xsd", "fmi3Terminal.xsd", "fmi3Annotation.xsd"];

/// The rules of FMI-LS-REF for its manifest, in a file of ours, and what they have in common with other
/// layered standards, as the Modelica Association publishes it.
const MANIFEST: &Schema =
    files!["fmi-ls-ref.xsd", "fmi3LayeredStandardManifest.xsd", "fmi3Annotation.xsd"];

/// The schema of SSP 1.0 for sets of parameters, as the Modelica Association publishes it.
#[cfg(test)]
const PARAMETERS: &Schema =
    files!["SystemStructureParameterValues.xsd", "SystemStructureCommon.xsd"];

/// Violations of that schema by the set of parameters `text`, a line each.
#[cfg(test)]
pub fn parameter_violations(text: &str) -> Result<Vec<String>, Error> {
    violations_of(PARAMETERS, text)
}

/// Violations of the schema of a version by the description `text`, a line each.
pub fn violations(fmi: FmiVersion, text: &str) -> Result<Vec<String>, Error> {
    let schema = match fmi {
        FmiVersion::Two => DESCRIPTION,
        FmiVersion::Three => DESCRIPTION_OF_THREE,
    };
    violations_of(schema, text)
}

/// Violations of the schema by the terminals in `text`, a line each.
pub fn terminal_violations(text: &str) -> Result<Vec<String>, Error> {
    violations_of(TERMINALS, text)
}

/// Violations of the rules for a manifest of FMI-LS-REF by `text`, a line each.
pub fn manifest_violations(text: &str) -> Result<Vec<String>, Error> {
    violations_of(MANIFEST, text)
}

fn violations_of(schema: &Schema, text: &str) -> Result<Vec<String>, Error> {
    let folder = tempfile::tempdir().map_err(Error::file(Path::new("schema")))?;
    for (name, content) in schema {
        let path = folder.path().join(name);
        std::fs::write(&path, with_counts_inside(content)).map_err(Error::file(&path))?;
    }
    let first = with_counts_inside(schema[0].1);
    let schema = parse(&first).expect("the schema is well-formed");
    let validator = XsdValidator::from_schema_with_base_path(&schema, Some(folder.path()))
        .expect("the schema is a schema");
    let document: Document = match parse(text) {
        Ok(document) => document,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    Ok(validator.validate(&document).iter().map(ToString::to_string).collect())
}

/// A schema in which any number of a sequence of one element is any number of that element, and of a group that
/// is a choice any number of the choice: the same rules, but this reader knows the count only there.
fn with_counts_inside(schema: &str) -> String {
    const ANY: &str = " maxOccurs=\"unbounded\"";
    let sequence = format!("<xs:sequence{ANY}>");
    let mut parts = schema.split(&sequence);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str("<xs:sequence>");
        text.push_str(&part.replacen("<xs:element", &format!("<xs:element{ANY}"), 1));
    }
    if schema.contains("<xs:group name=\"fmi3") {
        text = text.replace("<xs:choice>", &format!("<xs:choice{ANY}>"));
    }
    with_dimensions_inside(text)
}

/// A schema in which the dimensions of an array stand before its other names: this reader loses what a type has from
/// the base of its base.
fn with_dimensions_inside(text: String) -> String {
    const NEXT: &str = "<xs:element name=\"Alias\"";
    let group = text.split_once("<xs:group name=\"fmi3Dimensions\">");
    let body = group.and_then(|(_, after)| after.split_once("<xs:sequence>"));
    match body.and_then(|(_, after)| after.split_once("</xs:sequence>")) {
        Some((dimensions, _)) => text.replace(NEXT, &format!("{dimensions}{NEXT}")),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, Variant};

    const BOTH: [FmiVersion; 2] = [FmiVersion::Two, FmiVersion::Three];

    fn described(fmi: FmiVersion) -> String {
        let number = if fmi == FmiVersion::Three { "3" } else { "2" };
        let choices = Choices { fmi: Some(number.to_owned()), ..Choices::default() };
        let variant = Variant::with("revolute_clearance", &choices).unwrap();
        let mut description = variant.description().unwrap();
        description.guid = "{1}".to_owned();
        description.to_xml()
    }

    #[test]
    fn our_descriptions_keep_the_schema() {
        for fmi in BOTH {
            assert_eq!(violations(fmi, &described(fmi)).unwrap(), Vec::<String>::new(), "{fmi:?}");
        }
    }

    #[test]
    fn arrays_have_dimensions_and_nothing_else_has() {
        let choices = Choices { fmi: Some("3".to_owned()), arrays: true, ..Choices::default() };
        let variant = Variant::with("sliced_pin", &choices).unwrap();
        let text = variant.description().unwrap().to_xml();
        assert!(text.contains("<Dimension start=\"48\"/>"));
        let found = |text: &str| violations(FmiVersion::Three, text).unwrap();
        assert_eq!(found(&text), Vec::<String>::new());
        assert_ne!(
            found(&text.replace("<Dimension start", "<Dimension begin")),
            Vec::<String>::new()
        );
        assert_ne!(found(&text.replace("Dimension", "Size")), Vec::<String>::new());
    }

    #[test]
    fn an_unknown_attribute_a_wrong_order_and_a_wrong_word_are_found() {
        for fmi in BOTH {
            let text = described(fmi);
            let wrong = |text: &str| !violations(fmi, text).unwrap().is_empty();
            for (from, to) in [
                ("causality=\"input\"", "causality=\"inlet\""),
                ("<CoSimulation ", "<CoSimulation colour=\"red\" "),
                ("<DefaultExperiment startTime=\"0\" ", "<DefaultExperiment startTime=\"soon\" "),
            ] {
                assert!(text.contains(from), "{from}");
                // FMI 3.0 leaves attributes of kinds open: a rule of `check` looks at them.
                let open = fmi == FmiVersion::Three && to.contains("colour");
                assert_eq!(wrong(&text.replacen(from, to, 1)), !open, "{to}");
            }
            let place = |element: &str| text.find(element).unwrap();
            let (start, end) = (place("  <ModelVariables>"), place("  <ModelStructure>"));
            let swapped = format!(
                "{}{}{}</fmiModelDescription>",
                &text[..start],
                &text[end..].replace("</fmiModelDescription>", ""),
                &text[start..end]
            );
            assert!(wrong(&swapped));
        }
    }

    #[test]
    fn a_manifest_keeps_the_words_and_the_roles_of_the_standard() {
        let manifest = |attributes: &str, related: &str| {
            format!(
                "<fmiReferences xmlns:x=\"http://fmi-standard.org/fmi-ls-manifest\" {attributes}>{related}</fmiReferences>"
            )
        };
        let about = "Layered Standard providing information on related files included in an FMU.";
        let root = format!(
            "x:fmi-ls-name=\"org.fmi-standard.fmi-ls-ref\" x:fmi-ls-version=\"1.0.0-alpha.1\" \
             x:fmi-ls-description=\"{about}\""
        );
        let violated = |attributes: &str, related: &str| {
            !manifest_violations(&manifest(attributes, related)).unwrap().is_empty()
        };
        for right in [
            "",
            "<Related source=\"a\" role=\"experiment/validation\"/>",
            "<Related source=\"a\" role=\"serialized-state/x86_64-windows\" checksum=\"00ff\" checksumType=\"SHA-256\"/>",
            "<Related source=\"a\" role=\"meta-data\"><Label name=\"b\" description=\"c\"/></Related>\
             <Annotations><Annotation type=\"t\"><x/></Annotation></Annotations>",
        ] {
            let found = manifest_violations(&manifest(&root, right)).unwrap();
            assert_eq!(found, [""; 0], "{right}");
        }
        for wrong in [
            "<Related source=\"a\"/>",
            "<Related role=\"other\"/>",
            "<Related source=\"a\" role=\"experiment/long\"/>",
            "<Related source=\"a\" role=\"result/\"/>",
            "<Related source=\"a\" role=\"other\" colour=\"red\"/>",
            "<Related source=\"a\" role=\"other\" checksum=\"0x\"/>",
            "<Related source=\"a\" role=\"other\" checksumType=\"MD5\"/>",
            "<Related source=\"a\" role=\"other\"><Label/></Related>",
            "<Experiment/>",
        ] {
            assert!(violated(&root, wrong), "{wrong}");
        }
        for part in root.split("x:").skip(1) {
            assert!(violated(&root.replace(&format!("x:{part}"), ""), ""), "without {part}");
        }
    }
}
