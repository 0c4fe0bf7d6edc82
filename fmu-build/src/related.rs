//! FMI-LS-REF 1.0.0-alpha.1: the list of the files that come with an FMU, each with its part.

use percent_encoding::percent_decode_str;
use uppsala::{Document, NodeId, parse};

/// The folder of the list, inside an FMU.
pub(crate) const FOLDER: &str = "extra/org.fmi-standard.fmi-ls-ref/";
/// The list.
pub(crate) const MANIFEST: &str = "extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml";

/// The MIME type of a table.
pub(crate) const CSV: &str = "text/csv";
/// The part of a table of outputs over time.
pub(crate) const RESULT: &str = "result";
/// The part of a table of inputs over time.
pub(crate) const TESTCASE: &str = "testcase";
/// The label of a result of co-simulation.
pub(crate) const OF_STEPS: &str = "interface:CoSimulation";
/// The beginning of the label that names the inputs of a result.
pub(crate) const INPUT: &str = "input:";
/// The beginning of the label that says by which part of its column's largest value a result may be off.
pub(crate) const TOLERANCE: &str = "tolerance:";

/// A file that comes with an FMU.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Related {
    /// Its MIME type; empty if the list has none.
    pub kind: String,
    /// Its address, relative to the list.
    pub source: String,
    /// Its part.
    pub role: String,
    /// A sentence about it.
    pub description: String,
    /// Names of its labels.
    pub labels: Vec<String>,
}

impl Related {
    /// Returns true for a table of comma-separated values.
    pub fn is_table(&self) -> bool {
        self.kind == CSV || self.source.to_lowercase().ends_with(".csv")
    }

    /// Returns the rest of its label that begins like that.
    pub fn labelled(&self, beginning: &str) -> Option<&str> {
        self.labels.iter().find_map(|label| label.strip_prefix(beginning))
    }

    /// Returns true if it has a label of that name.
    pub fn has(&self, label: &str) -> bool {
        self.labels.iter().any(|own| own == label)
    }
}

/// The words that the standard prescribes for the root of a list: its name and a sentence.
const WORDS: [(&str, &str); 2] = [
    ("fmi-ls-name", "org.fmi-standard.fmi-ls-ref"),
    (
        "fmi-ls-description",
        "Layered Standard providing information on related files included in an FMU.",
    ),
];

/// Returns the attributes of the root of the list `text` that have other words than the standard prescribes, with
/// these. The validator does not compare them.
pub(crate) fn other_words(text: &str) -> Vec<(&'static str, String)> {
    let Ok(document) = parse(text) else { return Vec::new() };
    let Some(root) = document.document_element() else { return Vec::new() };
    let other = |(name, words): (&'static str, &str)| {
        let own = document.get_attribute(root, name)?;
        (own != words).then(|| (name, own.to_owned()))
    };
    WORDS.into_iter().filter_map(other).collect()
}

/// Reads the files on the list `text`; refuses text that is no XML.
pub(crate) fn read(text: &str) -> Result<Vec<Related>, String> {
    let document = parse(text).map_err(|error| error.to_string())?;
    let Some(root) = document.document_element() else { return Ok(Vec::new()) };
    Ok(inside(&document, root, "Related").map(|node| related(&document, node)).collect())
}

fn related(document: &Document, node: NodeId) -> Related {
    let attribute = |node, name| document.get_attribute(node, name).unwrap_or_default().to_owned();
    Related {
        kind: attribute(node, "type"),
        source: attribute(node, "source"),
        role: attribute(node, "role"),
        description: attribute(node, "description"),
        labels: inside(document, node, "Label").map(|label| attribute(label, "name")).collect(),
    }
}

/// The elements of that name right inside another.
fn inside<'a>(
    document: &'a Document,
    node: NodeId,
    name: &'a str,
) -> impl Iterator<Item = NodeId> + 'a {
    let named = move |child: &NodeId| {
        document.element(*child).is_some_and(|element| element.name.local_name == name)
    };
    document.children(node).into_iter().filter(named)
}

/// Returns the place inside an FMU to which the address `source` leads, or nothing for an address on
/// a network; refuses one that leads out of the FMU.
pub(crate) fn place(source: &str) -> Result<Option<String>, String> {
    if ["http://", "https://"].iter().any(|scheme| source.starts_with(scheme)) {
        return Ok(None);
    }
    let refused = |why: &str| Err(format!("source = {source:?} {why}"));
    let path = source.split(['#', '?']).next().unwrap_or_default();
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return refused("is not text");
    };
    if path.is_empty() {
        return refused("names no file");
    }
    if path.starts_with('/') || path.contains(['\\', ':', '\0']) {
        return refused("is no path relative to the manifest, inside the FMU");
    }
    let mut parts: Vec<&str> = FOLDER.trim_end_matches('/').split('/').collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_none() => return refused("leads out of the FMU"),
            ".." => {}
            part => parts.push(part),
        }
    }
    Ok(Some(parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_a_file_of_the_fmu_and_never_out_of_it() {
        for (source, leads) in [
            ("pin_in.csv", "extra/org.fmi-standard.fmi-ls-ref/pin_in.csv"),
            ("./a/../pin%20in.csv#x", "extra/org.fmi-standard.fmi-ls-ref/pin in.csv"),
            ("../../documentation/index.html", "documentation/index.html"),
            ("../other/x.ssd", "extra/other/x.ssd"),
        ] {
            assert_eq!(place(source), Ok(Some(leads.to_owned())), "{source}");
        }
        for source in [
            "../../../x",
            "a/../../../../x",
            "/etc/passwd",
            "c:/x",
            "a\\b",
            "file:///x",
            "",
            "#x",
            "%2e%2e/%2e%2e/%2e%2e/x",
            "%ff",
        ] {
            let refused = place(source).unwrap_err();
            assert!(refused.contains(&format!("{source:?}")), "{refused}");
        }
        assert_eq!(place("https://fmi-standard.org/x.csv"), Ok(None));
    }

    #[test]
    fn a_list_is_read_with_its_labels() {
        let text = "<fmiReferences><Related source=\"a.csv\" role=\"result\" type=\"text/csv\">\
                    <Label name=\"input:b.csv\"/><Label name=\"x\"/></Related><Related source=\"c.CSV\"/></fmiReferences>";
        let files = read(text).unwrap();
        assert_eq!((files[0].role.as_str(), files[0].source.as_str()), ("result", "a.csv"));
        assert!(files[0].has("input:b.csv") && files[0].has("x") && !files[0].has("y"));
        assert!(files.iter().all(Related::is_table));
        assert_eq!(files.len(), 2);
        assert!(read("<fmiReferences>").is_err());
    }
}
