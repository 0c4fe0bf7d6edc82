//! What a variant of a joint carries in `resources/unit.json`, and where that file lies.

use crate::exported::Exported;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use spiel::Choice;
use spiel::coupling::MobilityFrom;
use spiel::joints::ports::PortKind;
use spiel::joints::{Options, Profile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// `resources/unit.json`: everything that makes a prebuilt library this variant of its joint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    /// The joint it is for.
    pub joint: String,
    /// How bodies and joint are connected, by the name of the choice.
    pub ports: String,
    /// Which kinds of FMU it is: cs, me or cs_me; co-simulation only where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<String>,
    /// The GUID in modelDescription.xml.
    pub guid: String,
    /// Start values other than the joint's own, by variable name, as a person would write them.
    pub start: BTreeMap<String, String>,
    /// Number of slices, where it is not the joint's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slices: Option<usize>,
    /// Name of the file beside this one that holds the wear there is from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Who knows the mobility of the bodies, by the name of the choice; a parameter if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mobility: Option<String>,
    /// Name of the file beside this one that holds the bodies and joints of a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

impl UnitFile {
    /// Its place below the resource folder.
    pub const NAME: &'static str = "unit.json";
    /// The place of a wear profile.
    pub const PROFILE: &'static str = "profile.csv";
    /// The place of a group's plan.
    pub const GROUP: &'static str = "group.json";

    /// Reads the file in a resource folder; the error says which file and what is wrong.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join(Self::NAME);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("resources/{}: {error} ({})", Self::NAME, path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("resources/{}: {error}", Self::NAME))
    }

    /// Which kinds of FMU it is.
    pub fn kinds(&self) -> &str {
        self.kinds.as_deref().unwrap_or("cs")
    }

    /// The choices made at build time for a library, with what lies in files beside this one.
    pub fn options(&self, exported: &Exported, folder: &Path) -> Result<Options, String> {
        let beside = |name: &String| {
            std::fs::read_to_string(folder.join(name))
                .map_err(|error| format!("resources/{name}: {error}"))
        };
        let profile = self.profile.as_ref().map(|name| {
            Profile::from_csv(&beside(name)?).map_err(|why| format!("resources/{name}: {why}"))
        });
        let ports = chosen::<PortKind>("ports", &self.ports)?;
        let mobility = self.mobility.as_deref();
        let mobility = mobility.map(|name| chosen::<MobilityFrom>("mobility", name));
        let mobility = mobility.transpose()?.unwrap_or_default();
        let group = self.group.as_ref().map(|name| {
            let Some(read) = exported.read_plan else {
                return Err(format!(
                    "resources/{}: {} is no group",
                    Self::NAME,
                    exported.model.name
                ));
            };
            let plan = read(&beside(name)?).map_err(|why| format!("resources/{name}: {why}"))?;
            Ok(Box::new(plan))
        });
        let (profile, group) = (profile.transpose()?, group.transpose()?);
        Ok(Options { ports, slices: self.slices, profile, mobility, group })
    }
}

/// The item of a choice that the file names.
fn chosen<C: Choice>(what: &str, name: &str) -> Result<C, String> {
    C::named(name).ok_or_else(|| {
        let known: Vec<_> = C::ITEMS.iter().map(|item| item.name).collect();
        format!("resources/{}: {what} = {name} is neither {}", UnitFile::NAME, known.join(" nor "))
    })
}

/// The GUID a joint answers to when there is no resource file: that of its compiled-in defaults.
pub fn default_guid(joint: &str) -> String {
    format!("spiel:{joint}:{}", env!("CARGO_PKG_VERSION"))
}

/// The folder that an importer's resource location names: a file URI in any of the forms that
/// importers send, or a plain path.
pub fn folder_of(location: &str) -> PathBuf {
    let decoded = percent_decode_str(location).decode_utf8_lossy().into_owned();
    let Some(rest) = decoded.strip_prefix("file:") else {
        return PathBuf::from(location);
    };
    // file:/p, file:///p and file:////p all mean /p.
    let rest = rest.strip_prefix("//localhost/").unwrap_or(rest);
    let path = format!("/{}", rest.trim_start_matches('/'));
    let drive = path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if drive { &path[1..] } else { &path })
}

#[cfg(test)]
mod tests {
    use super::*;
    use spiel::joints::find;

    fn exported(name: &str) -> Exported {
        Exported::of(*find(name).unwrap())
    }

    #[test]
    fn every_form_of_a_file_address_names_the_same_folder() {
        for location in [
            "file:///tmp/a%20b",
            "file:////tmp/a%20b",
            "file:/tmp/a%20b",
            "file://localhost/tmp/a b",
        ] {
            assert_eq!(folder_of(location), Path::new("/tmp/a b"), "{location}");
        }
        assert_eq!(folder_of("/tmp/a b"), Path::new("/tmp/a b"));
        assert_eq!(folder_of("file:///C:/fmu/resources"), Path::new("C:/fmu/resources"));
    }

    #[test]
    fn a_unit_file_without_choices_is_read_as_before() {
        let text = r#"{"joint":"j","ports":"world","guid":"g","start":{}}"#;
        let file: UnitFile = serde_json::from_str(text).unwrap();
        assert_eq!(
            file.options(&exported("sliced_pin"), Path::new("nowhere")),
            Ok(Options::default())
        );
        assert_eq!(serde_json::to_string(&file).unwrap(), text);
    }

    #[test]
    fn a_missing_profile_is_named() {
        let text = r#"{"joint":"j","ports":"world","guid":"g","start":{},"profile":"profile.csv"}"#;
        let file: UnitFile = serde_json::from_str(text).unwrap();
        let error = file.options(&exported("sliced_pin"), Path::new("nowhere")).unwrap_err();
        assert!(error.starts_with("resources/profile.csv: "), "{error}");
    }

    #[test]
    fn only_the_group_takes_a_plan() {
        let text = r#"{"joint":"j","ports":"world","guid":"g","start":{},"group":"group.json"}"#;
        let file: UnitFile = serde_json::from_str(text).unwrap();
        let error = |exported| file.options(&exported, Path::new("nowhere")).unwrap_err();
        assert_eq!(error(exported("sliced_pin")), "resources/unit.json: sliced_pin is no group");
        assert!(error(Exported::groups()).starts_with("resources/group.json: "));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = UnitFile::read(Path::new("nowhere")).unwrap_err();
        assert!(error.starts_with("resources/unit.json"), "{error}");
    }
}
