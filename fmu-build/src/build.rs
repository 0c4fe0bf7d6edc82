//! An FMU: library, description and resources in one file.

use crate::archive::{DESCRIPTION, Files, pack};
use crate::files::{check_place, keep_apart, write_beside};
use crate::library::left_out;
use crate::platform::OLD_GLIBC;
use crate::{
    Error, Found, Inspected, Libraries, Library, Platforms, Progress, Variant, documentation,
};
use model_description::xml::guid;
use spiel_fmi::BuildFile;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The outcome of a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// The FMU's GUID.
    pub guid: String,
    /// The platforms it has libraries for.
    pub platforms: Vec<&'static str>,
    /// Notes on the libraries in it.
    pub notes: Notes,
}

/// Notes on libraries: each once, with the models whose libraries it is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes(BTreeMap<String, BTreeSet<String>>);

impl Notes {
    /// Adds a note about the library of `model`, or about all.
    pub fn add(&mut self, note: String, model: Option<&str>) {
        self.0.entry(note).or_default().extend(model.map(str::to_owned));
    }

    /// Adds those of others.
    pub fn extend(&mut self, others: Self) {
        for (note, models) in others.0 {
            self.0.entry(note).or_default().extend(models);
        }
    }

    /// A line for each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(note, models)| match &Vec::from_iter(models.iter().cloned())[..] {
            [] => note.clone(),
            models => format!("{}: {note}", models.join(", ")),
        })
    }
}

/// Compiles the FMU of `variant` for this machine and writes it to `path`; returns its GUID.
pub fn build(variant: &Variant, path: &Path) -> Result<String, Error> {
    build_from(&Libraries::Compiled, variant, path)
}

/// Writes the FMU of `variant` to `path`, whole or not at all, with all `libraries` there are of its
/// joint; returns its GUID.
pub fn build_from(libraries: &Libraries, variant: &Variant, path: &Path) -> Result<String, Error> {
    build_for(libraries, &Platforms::Unsaid, variant, path, &|_, _| ()).map(|built| built.guid)
}

/// Writes the FMU of `variant` to `path`, whole or not at all, with the `libraries` of its joint for
/// the `platforms` that are asked for; `progress` receives what is compiled for it.
pub fn build_for(
    libraries: &Libraries,
    platforms: &Platforms,
    variant: &Variant,
    path: &Path,
    progress: Progress<'_>,
) -> Result<Built, Error> {
    variant.check()?;
    // Checked before a compiler runs for a minute.
    check_place(path)?;
    let model = variant.model().name;
    let sources: Vec<_> = variant.sources().iter().map(PathBuf::as_path).collect();
    keep_apart(&sources, &[("-o", path)])?;
    let Found { libraries: found, third_party } =
        libraries.of_platforms(model, platforms, progress)?;
    let held = found.iter().map(|(platform, _)| platform.folder).collect();
    let mut said = Notes::default();
    if libraries.takes_long() {
        left_out(platforms).into_iter().for_each(|note| said.add(note, None));
        found.iter().for_each(|library| note_glibc(&mut said, model, library));
    }
    let (mut files, guid) = files(variant, found)?;
    files.extend(documentation::files(variant, &guid, third_party));
    write_beside(path, &pack(&files))?;
    Ok(Built { guid, platforms: held, notes: said })
}

/// Adds a note if a library for Linux asks for a newer glibc than it need.
pub(crate) fn note_glibc(notes: &mut Notes, model: &str, (platform, bytes): &Library) {
    let glibc = Inspected::of(bytes).and_then(|inspected| inspected.glibc);
    if let Some((major, minor)) = glibc.filter(|glibc| *glibc > OLD_GLIBC) {
        let (folder, (old_major, old_minor)) = (platform.folder, OLD_GLIBC);
        let note = format!(
            "glibc {major}.{minor} or newer on {folder}; with cargo-zigbuild {old_major}.{old_minor} is enough: \
             pip install cargo-zigbuild"
        );
        notes.add(note, Some(model));
    }
}

/// The files inside, and the GUID that follows from them.
fn files(variant: &Variant, libraries: Vec<Library>) -> Result<(Files, String), Error> {
    let (mut description, mut file) = (variant.description()?, variant.build_file());
    let to_json = |file: &BuildFile| {
        serde_json::to_vec_pretty(file).expect("plain structs of text always serialise")
    };
    let resource = format!("resources/{}", BuildFile::NAME);
    let mut files = Files::from([
        (DESCRIPTION.to_owned(), description.to_xml().into_bytes()),
        (resource.clone(), to_json(&file)),
    ]);
    let joint = variant.model().name;
    for (platform, bytes) in libraries {
        for folder in platform.folders(variant.fmi()) {
            let name = format!("binaries/{folder}/{joint}{}", platform.suffix);
            files.insert(name, bytes.clone());
        }
    }
    let resources = variant.resources();
    files.extend(resources.map(|(name, text)| (format!("resources/{name}"), text.into())));
    // No file has the GUID yet.
    let guid = guid_of(&files);
    description.guid.clone_from(&guid);
    file.guid.clone_from(&guid);
    files.insert(DESCRIPTION.to_owned(), description.to_xml().into_bytes());
    files.insert(resource, to_json(&file));
    Ok((files, guid))
}

/// Computes the GUID from the contents of `files`, in which no GUID stands yet. Only the model
/// description, resources and binaries count.
pub(crate) fn guid_of(files: &Files) -> String {
    let counts = |name: &str| {
        name == DESCRIPTION || name.starts_with("resources/") || name.starts_with("binaries/")
    };
    let parts: Vec<_> = files
        .iter()
        .filter(|(name, _)| counts(name))
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    guid(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use spiel::Fault;
    use spiel::catalogue;
    use spiel::model::{Blueprint, Build, ModelKind};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// A block opens its build once, when it is made.
    static BLOCKS: AtomicUsize = AtomicUsize::new(0);
    static PIN: LazyLock<ModelKind> =
        LazyLock::new(|| *catalogue::named("revolute_clearance").unwrap());
    static COUNTED: LazyLock<ModelKind> = LazyLock::new(|| ModelKind { open: counted, ..*PIN });

    fn counted(build: &Build) -> Result<Blueprint, Fault> {
        BLOCKS.fetch_add(1, Relaxed);
        (PIN.open)(build)
    }

    /// Makes what `build_for` makes without a library, and returns the number of blocks it took.
    fn blocks(change: impl FnOnce(&mut Variant)) -> usize {
        BLOCKS.store(0, Relaxed);
        let mut variant = Variant::of_kind(&COUNTED, &Choices::default()).unwrap();
        change(&mut variant);
        variant.check().unwrap();
        let (files, _) = files(&variant, Vec::new()).unwrap();
        assert!(files.contains_key(DESCRIPTION));
        let page = documentation::files(&variant, "", None);
        assert!(!page.is_empty());
        assert_eq!((variant.kinds(), variant.warning()), ("cs_me", None));
        BLOCKS.load(Relaxed)
    }

    /// There were seven.
    #[test]
    fn an_fmu_takes_one_block_and_one_more_for_each_constant_that_is_chosen() {
        let text = |variant: &Variant| variant.description().unwrap().to_xml();
        assert_eq!(blocks(|_| {}), 1);
        assert_eq!(blocks(|variant| variant.set("geometry.clearance", "0.1 mm").unwrap()), 1);
        assert_eq!(blocks(|variant| variant.set("build.ports", "relative").unwrap()), 2);
        let mut variant = Variant::of_kind(&COUNTED, &Choices::default()).unwrap();
        let before = text(&variant);
        variant.set("geometry.clearance", "1 mm").unwrap();
        variant.set("contact.restitution", "0.3").unwrap();
        let mut at_once = Variant::of("revolute_clearance").unwrap();
        at_once
            .set_assignments(&["geometry.clearance=1e-3".into(), "contact.restitution=0.3".into()])
            .unwrap();
        // Described again after a change, it is as if it had never been described.
        assert_eq!(text(&variant), text(&at_once));
        assert_ne!(text(&variant), before);
    }
}
