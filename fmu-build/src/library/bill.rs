//! The bill of materials of a release: the crates that are linked in, as CycloneDX has them.

use super::third_party::{Package, packages};
use crate::Error;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Its name in a release and in a wheel.
pub const NAME: &str = "spiel-joints.cdx.json";

/// A bill of materials, CycloneDX 1.6.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Bill {
    bom_format: &'static str,
    spec_version: &'static str,
    version: u32,
    metadata: Metadata,
    components: Vec<Component>,
}

#[derive(Serialize)]
struct Metadata {
    component: Component,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Component {
    r#type: &'static str,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hashes: Vec<Hash>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    licenses: Vec<License>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purl: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    external_references: Vec<Reference>,
}

/// The sum of a crate's archive, as Cargo.lock has it.
#[derive(Serialize)]
struct Hash {
    alg: &'static str,
    content: String,
}

#[derive(Serialize)]
struct License {
    expression: String,
}

#[derive(Serialize)]
struct Reference {
    r#type: &'static str,
    url: String,
}

/// The part of Cargo.lock that is used here.
#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// Lists what `program` is made of: the crates with these manifests, with their sums from `lock`, the text of Cargo.lock, and
/// the Rust standard library. It holds no time and no number of its own, so that it depends on its content alone.
pub fn bill(program: &str, manifests: &BTreeSet<PathBuf>, lock: &str) -> Result<String, Error> {
    let lock: Lock = toml::from_str(lock)
        .map_err(|error| Error::Input(format!("Cargo.lock: {}", error.message())))?;
    let sums = lock.package.into_iter();
    let sums: BTreeMap<_, _> =
        sums.map(|Locked { name, version, checksum }| ((name, version), checksum)).collect();
    let crates = packages(manifests)?.into_iter().map(|(identity, (package, _))| {
        let sum = sums.get(&identity).cloned().flatten();
        of_crate(package, sum)
    });
    let own = |name: &str, r#type, version: Option<&str>| Component {
        r#type,
        name: name.to_owned(),
        version: version.map(str::to_owned),
        hashes: Vec::new(),
        licenses: vec![License { expression: "MIT OR Apache-2.0".to_owned() }],
        purl: None,
        external_references: Vec::new(),
    };
    let rust = own("the Rust standard library", "library", None);
    let component = own(program, "application", Some(env!("CARGO_PKG_VERSION")));
    let bill = Bill {
        bom_format: "CycloneDX",
        spec_version: "1.6",
        version: 1,
        metadata: Metadata { component },
        components: crates.chain([rust]).collect(),
    };
    let text = serde_json::to_string_pretty(&bill).expect("texts have a form in JSON");
    Ok(text + "\n")
}

fn of_crate(package: Package, sum: Option<String>) -> Component {
    let Package { name, version, license, repository, .. } = package;
    // Crates of the time before SPDX wrote a slash.
    let expression = license.map(|text| text.replace(" / ", " OR ").replace('/', " OR "));
    let url = |url: String| Reference { r#type: "vcs", url };
    Component {
        r#type: "library",
        purl: Some(format!("pkg:cargo/{name}@{version}")),
        name,
        version: Some(version),
        hashes: sum.map(|content| Hash { alg: "SHA-256", content }).into_iter().collect(),
        licenses: expression.map(|expression| License { expression }).into_iter().collect(),
        external_references: repository.map(url).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_listed_with_their_sums_and_their_terms() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Cargo.toml");
        let text = "[package]\nname = \"one\"\nversion = \"1.2.3\"\nlicense = \"MIT/Apache-2.0\"\n\
                    repository = \"https://example.org/one\"\n";
        std::fs::write(&path, text).unwrap();
        let lock = "[[package]]\nname = \"one\"\nversion = \"1.2.3\"\nchecksum = \"ab\"\n\n\
                    [[package]]\nname = \"own\"\nversion = \"0.1.0\"\n";
        let made = bill("program", &[path].into(), lock).unwrap();
        let read: serde_json::Value = serde_json::from_str(&made).unwrap();
        let one = &read["components"][0];
        assert_eq!(one["purl"], "pkg:cargo/one@1.2.3");
        assert_eq!(one["hashes"][0]["content"], "ab");
        assert_eq!(one["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(one["externalReferences"][0]["url"], "https://example.org/one");
        assert_eq!(read["components"].as_array().unwrap().len(), 2);
        assert_eq!(read["metadata"]["component"]["name"], "program");
        let error = bill("program", &BTreeSet::new(), "package = 3").unwrap_err().to_string();
        assert!(error.starts_with("Cargo.lock: "), "{error}");
    }
}
