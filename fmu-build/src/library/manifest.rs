//! `libraries.toml` in each platform's folder of prebuilt libraries: which Spiel they belong to.
//!
//! A library does not say what it was made of, one for another platform cannot be asked, and one of
//! another Spiel may number its variables in another way than the description that goes with it. So
//! `dist` writes this file beside the libraries, and `build` compares it with its own variables.

use crate::Error;
use model_description::Item;
use model_description::xml::guid;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spiel::block::Block;
use spiel::coupling::MobilityFrom;
use spiel::group::Plan;
use spiel::laws::film::TemperatureFrom;
use spiel::model::{Build, ModelKind};
use spiel::ports::PinPortKind;
use spiel::{Choice, catalogue, group};
use std::collections::BTreeMap;
use std::path::Path;

/// The manifest of the libraries of one platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of Spiel that made them.
    pub version: String,
    /// An entry for each, by joint.
    pub libraries: BTreeMap<String, Made>,
}

/// The entry of one library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Digest of all variables of the joint, by [`variables`].
    pub variables: String,
    /// Length of the library \[bytes\].
    pub bytes: usize,
    /// The library's SHA-256.
    pub sha256: String,
}

impl Manifest {
    /// Its place in a platform's folder.
    pub const NAME: &'static str = "libraries.toml";

    /// The manifest of `libraries`, each a joint and its bytes, that this Spiel made.
    pub fn of<'a>(libraries: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<Self, Error> {
        let made = |(joint, bytes): (&str, &[u8])| {
            let (variables, sha256) = (variables(joint)?, sha256(bytes));
            Ok((joint.to_owned(), Made { variables, bytes: bytes.len(), sha256 }))
        };
        let libraries = libraries.map(made).collect::<Result<_, Error>>()?;
        Ok(Self { version: env!("CARGO_PKG_VERSION").to_owned(), libraries })
    }

    /// Reads the file in a platform's folder.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(folder.join(Self::NAME)).map_err(|error| {
            let name = Self::NAME;
            Error::Input(format!("{name}, which says which Spiel they belong to: {error}"))
        })?;
        toml::from_str(&text)
            .map_err(|error| Error::Input(format!("{}: {}", Self::NAME, error.message())))
    }

    /// The file's text.
    pub fn to_toml(&self) -> String {
        let content = toml::to_string(self).expect("plain structs of text always serialise");
        format!(
            "# Written by `spiel-joints dist`; `spiel-joints build` packs only libraries that fit it.\n{content}"
        )
    }

    /// Refuses bytes that are not those of the library of `joint` described here, and a library that does not fit
    /// this program.
    pub fn vouch(&self, joint: &str, bytes: &[u8]) -> Result<(), Error> {
        let refused = |why: String| Err(Error::Input(why));
        let ours = env!("CARGO_PKG_VERSION");
        let advice = "use the program that came with it";
        if self.version != ours {
            return refused(format!(
                "it is of Spiel {} and this is Spiel {ours}; {advice}",
                self.version
            ));
        }
        let unknown = || Error::Input(format!("{} does not know it", Self::NAME));
        let made = self.libraries.get(joint).ok_or_else(unknown)?;
        if made.sha256 != sha256(bytes) {
            return refused(format!("it is not the file that {} describes", Self::NAME));
        }
        if made.variables != variables(joint)? {
            return refused(format!(
                "it was made for other variables than this program's; {advice}"
            ));
        }
        Ok(())
    }
}

/// A group with one part of each kind: the digest of its variables serves for all groups.
const SAMPLE: &str = include_str!("sample_group.toml");
/// Choices that decide which variables a model has, beside numbers of parts.
const CHOICES: [(&str, &[Item]); 3] = [
    ("build.ports", PinPortKind::ITEMS),
    ("build.mobility", MobilityFrom::ITEMS),
    ("build.temperature", TemperatureFrom::ITEMS),
];

/// Computes a digest of what a library and a description of the joint must agree in: the names,
/// numbers, kinds and start values of all variables, with every kind of ports, of mobility and of the
/// oil's temperature.
fn variables(joint: &str) -> Result<String, Error> {
    let known = catalogue::ALL.iter().map(|model| model.name);
    let model = catalogue::named(joint).ok_or_else(|| Error::unknown("joint", joint, known))?;
    let plan: Option<Plan> =
        (model.name == group::KIND.name).then(|| toml::from_str(SAMPLE).expect("a test reads it"));
    let mut bare = Build::default();
    if let Some(plan) = &plan {
        bare = bare.with_file(group::PLAN, plan.to_json());
    }
    let mut parts = Vec::new();
    for (words, build) in builds(model, &bare) {
        if let Ok(block) = Block::new(model, &build) {
            parts.push((words, format!("{:?} {:?}", block.layout(), block.rows())));
        }
    }
    let parts: Vec<_> = parts.iter().map(|(name, text)| (&name[..], text.as_bytes())).collect();
    Ok(guid(&parts))
}

/// The ways in which a model can be built, each with the values that were chosen: not every model has
/// every choice.
fn builds(model: &ModelKind, bare: &Build) -> Vec<(String, Build)> {
    let mut builds = vec![(String::new(), bare.clone())];
    for (name, items) in CHOICES {
        let mut values = items.iter().map(|item| item.name).collect::<Vec<_>>();
        values.retain(|value| has(model, bare.clone().with(name, value), name));
        let chosen = |(words, build): &(String, Build)| {
            let with = |value: &&str| (format!("{words} {value}"), build.clone().with(name, value));
            values.iter().map(with).collect::<Vec<_>>()
        };
        let more: Vec<_> = builds.iter().flat_map(chosen).collect();
        if !more.is_empty() {
            builds = more;
        }
    }
    builds
}

/// Returns true if the model can be built so and then has a variable of that name.
fn has(model: &ModelKind, build: Build, name: &str) -> bool {
    Block::new(model, &build).is_ok_and(|block| block.number(name).is_some())
}

/// SHA-256 of `bytes` as hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    sha256_bytes(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of `bytes`.
pub fn sha256_bytes(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOINT: &str = "revolute_clearance";

    fn manifest() -> Manifest {
        Manifest::of([(JOINT, &b"library"[..])].into_iter()).unwrap()
    }

    #[test]
    fn what_was_written_is_read_and_vouches_for_its_library() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(Manifest::NAME), manifest().to_toml()).unwrap();
        let read = Manifest::read(folder.path()).unwrap();
        assert_eq!(read, manifest());
        read.vouch(JOINT, b"library").unwrap();
    }

    #[test]
    fn another_version_other_variables_other_bytes_and_unknown_joints_are_refused() {
        let refused = |change: fn(&mut Manifest), joint: &str, bytes: &[u8]| {
            let mut manifest = manifest();
            change(&mut manifest);
            manifest.vouch(joint, bytes).unwrap_err().to_string()
        };
        let line = refused(|manifest| manifest.version = "0.0.7".into(), JOINT, b"library");
        assert!(line.starts_with("it is of Spiel 0.0.7 and this is Spiel "), "{line}");
        let other = |manifest: &mut Manifest| {
            manifest.libraries.values_mut().for_each(|made| made.variables = "{1}".into());
        };
        assert!(refused(other, JOINT, b"library").contains("other variables"));
        assert!(refused(|_| {}, JOINT, b"another").contains("not the file"));
        assert!(refused(|_| {}, "sliced_pin", b"library").contains("does not know it"));
    }

    #[test]
    fn every_model_has_variables_of_its_own_the_group_too() {
        let plan: group::Plan = toml::from_str(SAMPLE).unwrap();
        plan.check().unwrap();
        let models = catalogue::ALL.iter().chain([&group::KIND]).map(|model| model.name);
        let all: std::collections::BTreeSet<_> =
            models.map(|name| variables(name).unwrap()).collect();
        assert_eq!(all.len(), catalogue::ALL.len() + 1);
        assert!(!all.contains(&guid(&[])), "one has none");
    }

    #[test]
    fn all_choices_count_in_all_combinations() {
        let words = |joint: &str| -> Vec<String> {
            let builds = builds(catalogue::named(joint).unwrap(), &Build::default());
            builds.into_iter().map(|(words, _)| words).collect()
        };
        let slider = [
            " world given_by_parameter",
            " world given_by_input",
            " relative given_by_parameter",
            " relative given_by_input",
        ];
        assert_eq!(words("translational_clearance"), slider);
        // The mobility, and then the temperature of the oil.
        let oil = [" given_by_parameter", " given_by_input"];
        let pin = slider.iter().flat_map(|slider| oil.map(|oil| format!("{slider}{oil}")));
        assert_eq!(words(JOINT), pin.collect::<Vec<_>>());
        assert_eq!(words("gear_mesh"), [""]);
    }

    #[test]
    fn the_sum_is_that_of_the_standards_example() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
    }
}
