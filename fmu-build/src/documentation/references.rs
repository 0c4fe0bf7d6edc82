//! The files by which other programs try an FMU out, listed as FMI-LS-REF has it: the example's run as tables,
//! and materials.

use super::about::About;
use super::example::Example;
use super::markup::escaped;
use super::pairs;
use crate::Variant;
use crate::archive::Files;
use crate::related::{
    CSV, FOLDER, INPUT, MANIFEST, OF_STEPS, RESULT, Related, TESTCASE, TOLERANCE,
};
use crate::table;
use crate::tolerance::{RELATIVE, allowed};
use model_description::Kind;
use std::fmt::Write;

/// The page about the files, beside that of the FMU.
pub(super) const PAGE: &str = "fmi-ls-ref.html";

/// The table of the example's inputs, which the script beside the page reads, too: twice it would be the largest
/// of all files.
const INPUTS: &str = "../../documentation/example.csv";

/// Relative differences of steps and inputs, which show how much of an example rounding decides.
const NUDGES: [f64; 3] = [1e-15, -2e-15, 5e-15];
/// A repetition may be off by this many times what they make, but by no more than that part of its largest value.
const MARGIN: f64 = 100.0;
const COARSEST: f64 = 0.1;

/// The MIME type of a set of parameters in SSP's format.
const PARAMETERS: &str = "application/x-ssp-parameter-set";

/// The root of a list, with the words that the standard prescribes.
const ROOT: &str = "<fmiReferences xmlns:fmi-ls=\"http://fmi-standard.org/fmi-ls-manifest\" \
    fmi-ls:fmi-ls-name=\"org.fmi-standard.fmi-ls-ref\" fmi-ls:fmi-ls-version=\"1.0.0-alpha.1\" \
    fmi-ls:fmi-ls-description=\"Layered Standard providing information on related files included in an FMU.\">";

/// The files by their place inside the FMU of `variant`; tables only of an `example` in co-simulation.
pub(super) fn files(variant: &Variant, about: &About, example: Option<&Example>) -> Files {
    let mut list = Vec::new();
    let mut files = Files::new();
    let mut add = |related: Related, text: String| {
        files.insert(format!("{FOLDER}{}", related.source), text.into_bytes());
        list.push(related);
    };
    if let Some(example) = example {
        let outputs = format!("{}_out.csv", variant.name());
        let told = "Outputs of the example in co-simulation, at the instants of its inputs";
        let mut labels = vec![OF_STEPS.to_owned(), format!("{INPUT}{INPUTS}")];
        labels.extend(tolerance(variant, example).map(|part| format!("{TOLERANCE}{part:e}")));
        add(related([CSV, &outputs, RESULT, told], &labels), results(variant, example));
    }
    for pair in pairs::of(variant) {
        let file = format!("{}.ssv", pair.name);
        add(related([PARAMETERS, &file, "parameter", &pair.about], &[]), pair.ssv());
    }
    if example.is_some() {
        let told = "Inputs of the example on the page; a row's values hold until the next one";
        list.insert(0, related([CSV, INPUTS, TESTCASE, told], &[]));
    }
    let page = ["text/html", "../../documentation/index.html", "document", about.title];
    list.push(related(page, &[]));
    files.insert(MANIFEST.to_owned(), manifest(&list).into_bytes());
    files.insert(format!("documentation/{PAGE}"), html(variant, &list).into_bytes());
    files
}

fn related([kind, source, role, description]: [&str; 4], labels: &[String]) -> Related {
    let [kind, source, role, description] = [kind, source, role, description].map(str::to_owned);
    Related { kind, source, role, description, labels: labels.to_vec() }
}

/// The told outputs of an example in eleven digits, with its instants.
fn results(variant: &Variant, example: &Example) -> String {
    let rounded = |value: &f64| format!("{value:.10e}").parse().unwrap_or(*value);
    let told = example.results.iter().map(|found| {
        (variant.shown_name(&found.output), found.values.iter().map(rounded).collect())
    });
    let times = ("time".to_owned(), example.run.times().collect::<Vec<f64>>());
    table::written(&[times].into_iter().chain(told).collect::<Vec<_>>())
}

/// Returns the relative difference that a repetition of the example may have, if that is more than usual: impacts of a
/// machine let rounding grow, and the last digits of sines are not the same on all systems.
fn tolerance(variant: &Variant, example: &Example) -> Option<f64> {
    // In other runs the host prescribes the motion, and loads follow it.
    variant.group()?;
    let needed = MARGIN * apart(variant, example);
    (needed > RELATIVE).then(|| 10f64.powi(needed.log10().ceil() as i32).min(COARSEST))
}

/// Returns the largest relative difference that nudges make in the told outputs.
fn apart(variant: &Variant, example: &Example) -> f64 {
    let names: Vec<String> = example.results.iter().map(|found| found.output.clone()).collect();
    let variables = variant.variables();
    let unit = |name: &String| {
        let variable = variables.iter().find(|variable| variable.row.name == *name)?;
        match variable.row.kind {
            Kind::Real { unit, .. } => Some(unit.name),
            _ => None,
        }
    };
    let values = example.results.iter().map(|found| found.values.as_slice());
    let columns: Vec<_> = names.iter().map(unit).zip(values).collect();
    let usual = allowed(&columns, RELATIVE);
    let mut apart: f64 = 0.0;
    for nudge in NUDGES {
        let Ok(nudged) = example.run.scaled(1.0 + nudge).record(variant, &names) else { continue };
        for (((_, values), nudged), usual) in columns.iter().zip(&nudged).zip(&usual) {
            let parts = values.iter().zip(nudged).map(|(one, other)| (one - other).abs() / usual);
            apart = parts.fold(apart, f64::max);
        }
    }
    apart * RELATIVE
}

/// The list as XML.
fn manifest(list: &[Related]) -> String {
    let mut xml = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{ROOT}\n");
    for related in list {
        let Related { kind, source, role, description, labels } = related;
        let [kind, source, role, description] =
            [kind, source, role, description].map(|text| escaped(text));
        let _ = write!(
            xml,
            "  <Related type=\"{kind}\" source=\"{source}\" role=\"{role}\" description=\"{description}\""
        );
        if labels.is_empty() {
            xml.push_str("/>\n");
            continue;
        }
        xml.push('>');
        for label in labels {
            let _ = write!(xml, "<Label name=\"{}\"/>", escaped(label));
        }
        xml.push_str("</Related>\n");
    }
    xml + "</fmiReferences>\n"
}

/// The list as a page.
fn html(variant: &Variant, list: &[Related]) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/>\
         <title>Files with {0}</title></head>\n<body>\n<h1>Files with {0}</h1>\n\
         <p>They lie in <code>{FOLDER}</code> of this FMU; <code>fmi-ls-manifest.xml</code> lists them for programs. \
         <code>spiel-joints check</code> repeats the run of each table of results and compares every number: \
         1e-9 of its column's largest value may be between them, or what a label <code>tolerance</code> says.</p>\n<ul>\n",
        escaped(variant.name())
    );
    for Related { source, description, .. } in list {
        let [source, description] = [source, description].map(|text| escaped(text));
        let _ = writeln!(html, "<li><code>{source}</code>: {description}</li>");
    }
    html + "</ul>\n<p><a href=\"index.html\">The page about this FMU</a></p>\n</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::pack;
    use crate::related::{place, read};
    use crate::schema::manifest_violations;
    use crate::table::Table;
    use crate::{Choices, documentation};
    use std::path::Path;

    /// The most by which a file may grow \[bytes\].
    const MOST_GROWTH: usize = 16_000;

    /// Every joint with each of its ports, and groups of all sorts.
    fn variants() -> Vec<Variant> {
        let mut variants = Vec::new();
        for joint in spiel::catalogue::ALL {
            for ports in [None, Some("relative".to_owned())] {
                let choices = Choices { ports, ..Choices::default() };
                variants.extend(Variant::with(joint.name, &choices));
            }
        }
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
        for (name, ports, integrate) in [
            ("groups/rod", None, false),
            ("groups/slider_crank", None, false),
            ("groups/slider_crank", Some("relative"), false),
            ("groups/slider_crank", None, true),
            ("groups/oiled_pins", None, false),
            ("groups/machine", None, false),
            ("groups/plant", None, false),
            ("groups/flexible_rod", None, false),
            ("groups/door", None, true),
            ("groups/pendulum", None, true),
            ("groups/two_pins", None, false),
            ("groups/wrist_pin", None, false),
            ("validation/bricard", None, true),
            ("validation/fourbar1", None, true),
            ("validation/crank_with_play", None, true),
            ("validation/andrews", None, true),
            ("hosts/door_group", None, false),
            ("hosts/door_group", Some("relative"), false),
        ] {
            let group = Some(examples.join(format!("{name}.toml")));
            let ports = ports.map(str::to_owned);
            let choices = Choices { group, ports, integrate, ..Choices::default() };
            variants.push(Variant::with("group", &choices).unwrap());
        }
        variants
    }

    #[test]
    fn every_unit_has_the_files_that_its_list_names_and_they_are_small() {
        let variants = variants();
        assert!(variants.len() > 20, "{}", variants.len());
        for variant in variants {
            let name = variant.name();
            let mut files = documentation::files(&variant, "", None);
            let list = String::from_utf8(files[MANIFEST].clone()).unwrap();
            assert_eq!(manifest_violations(&list).unwrap(), [""; 0], "{name}");
            for related in read(&list).unwrap() {
                let place = place(&related.source).unwrap().unwrap();
                assert!(files.contains_key(&place), "{name}: {place}");
            }
            let outputs = Table::read(&files[&format!("{FOLDER}{name}_out.csv")]).unwrap();
            let inputs = Table::read(&files["documentation/example.csv"]).unwrap();
            assert_eq!(outputs.times, inputs.times, "{name}");
            if variant.group().is_none() {
                let example = (documentation::about(&variant).unwrap().example)(&variant).unwrap();
                let apart = apart(&variant, &example);
                assert!(apart > 0.0 && apart < RELATIVE / MARGIN, "{name}: {apart:e}");
            }
            let page = String::from_utf8(files["documentation/index.html"].clone()).unwrap();
            assert!(outputs.columns.len() > 1 || page.matches("<data ").count() == 3, "{name}");
            for (output, values) in outputs.columns {
                assert!(
                    page.contains(&format!("<td><code>{output}</code></td>")),
                    "{name}: {output}"
                );
                assert!(values.iter().all(|value| value.is_finite()), "{name}: {output}");
            }
            let whole = pack(&files).len();
            files.retain(|place, _| !place.starts_with("extra/") && !place.ends_with(PAGE));
            let growth = whole - pack(&files).len();
            assert!(growth < MOST_GROWTH, "{name}: {growth}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let labels = [OF_STEPS.to_owned(), "input:a&b.csv".to_owned()];
        let list = vec![
            related(["text/csv", "a.csv", "result", "\"<1>\""], &labels),
            related(["x", "b", "other", "y"], &[]),
        ];
        assert_eq!(read(&manifest(&list)).unwrap(), list);
    }
}
