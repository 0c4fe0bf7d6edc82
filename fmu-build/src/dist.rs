//! A release folder: with it FMUs are built where there is no Rust.
//!
//! `spiel-joints-linux64`, `spiel-joints-win64.exe`, … are the command line, `binaries/` the libraries it
//! packs: every joint's, and the group's, which `build --group` takes. `fmus/` is every joint with its own
//! start values, `wheels/`, if wanted, program and libraries for Python's pip, `book/`, if given, the
//! rendered book; `README.md` says how to use it, `SHA256SUMS` what `sha256sum --check` reads.
//! `THIRD-PARTY.txt` lists the third-party code in all of it with its licences, `spiel-joints.cdx.json` the same crates
//! as a bill of materials (CycloneDX); the list in
//! `binaries/`, about the libraries alone, goes into every FMU. Nothing depends on where or when a release was made.

mod made;

use crate::archive::Files;
use crate::build::Notes;
use crate::files::{check_writable, folder_of, text};
use crate::interrupt::Temporary;
use crate::library::{
    BILL, THIRD_PARTY, bill, buildable, left_out, sha256, third_party, workspace,
};
use crate::wheel::{COMMAND, Wheels};
use crate::{Choices, Error, Libraries, Platform, Platforms, Progress, Variant, build_from};
use made::{Made, compile_all};
use spiel::{catalogue, group};
use std::collections::BTreeSet;
use std::path::Path;

/// The content of a release besides libraries, FMUs and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Libraries,
    /// The command line for these of its platforms; unless some are named, for each.
    Programs(Platforms),
    /// That, and Python's wheels with it.
    Wheels(Platforms),
}

impl Content {
    /// Those of a release's platforms for which the command line is in it.
    fn programs(&self, platforms: &[Platform]) -> Result<Vec<Platform>, Error> {
        match self {
            Self::Libraries => Ok(Vec::new()),
            Self::Programs(Platforms::These(these)) | Self::Wheels(Platforms::These(these)) => {
                if let Some(stray) = these.iter().find(|platform| !platforms.contains(platform)) {
                    let why = "the release is not for this platform";
                    return Err(Error::Input(format!("dist: --program {}: {why}", stray.folder)));
                }
                Ok(these.clone())
            }
            Self::Programs(_) | Self::Wheels(_) => Ok(platforms.to_vec()),
        }
    }
}

/// Makes a release in `folder`, whole or not at all, and returns notes for its user.
///
/// For each platform that is asked for, or else for each that can be built here; with these joints, or else with all.
/// `book` is a folder with the rendered book, `choices` are those of its FMUs. `progress` receives the current task and
/// the part of the whole that is done.
pub fn dist(
    folder: &Path,
    wanted: &Platforms,
    joints: &[String],
    content: &Content,
    book: Option<&Path>,
    choices: &Choices,
    progress: Progress<'_>,
) -> Result<Notes, Error> {
    // Before hours of compiling.
    let all = catalogue::ALL.iter().map(|model| model.name);
    let joints: BTreeSet<&str> = match joints {
        [] => all.collect(),
        _ => joints.iter().map(String::as_str).collect(),
    };
    let variant = |joint: &&str| Variant::with(joint, choices);
    let variants = joints.iter().map(variant).collect::<Result<Vec<_>, _>>()?;
    let workspace = workspace().ok_or_else(|| {
        Error::Input(
            "dist: the sources are missing; run it in a clone of the repository".to_owned(),
        )
    })?;
    let parent = folder_of(folder).unwrap_or(Path::new("."));
    check_new(folder)?;
    let book = book.map(rendered).transpose()?;
    std::fs::create_dir_all(parent).map_err(Error::file(parent))?;
    check_writable(parent)?;
    let (_temporary, beside) =
        Temporary::make(|| tempfile::Builder::new().prefix(".dist-").tempdir_in(parent))
            .map_err(Error::file(parent))?;
    let root = beside.path().join("release");

    // A platform that is not asked for by name may be missing.
    let choosy = !matches!(wanted, Platforms::These(_));
    let all = if *wanted == Platforms::Unsaid { &Platforms::All } else { wanted };
    let platforms = buildable(all);
    let with_program = content.programs(&platforms)?;
    let models = variants.iter().map(Variant::model).chain([&group::KIND]);
    let mut made = Made::of(models.map(|model| model.name).collect());
    left_out(all).into_iter().for_each(|note| made.notes.add(note, None));
    let steps = platforms.len() as f64 + 1.0;
    for (index, platform) in platforms.iter().enumerate() {
        let compiling = |what: &str, part: f64| {
            let what = format!("compiling {what} for {}", platform.folder);
            progress(&what, (index as f64 + part) / steps);
        };
        match compile_all(&made.models, *platform, with_program.contains(platform), &compiling) {
            Ok((libraries, program)) => {
                if let Some(program) = program {
                    let (name, bytes) = made.add_program(*platform, program);
                    write(&root, Files::from([(name, bytes)]))?;
                }
                made.add_libraries(*platform, libraries, matches!(content, Content::Wheels(_)))?;
            }
            Err(error @ Error::Toolchain { .. }) if choosy && *platform != Platform::here() => {
                made.notes.add(format!("left out {error}"), None);
            }
            Err(error) => return Err(error),
        }
    }
    progress("packing", platforms.len() as f64 / steps);
    made.add_third_party()?;
    write(&root, texts(workspace, &made)?)?;
    write(&root, book.unwrap_or_default())?;
    write_fmus(&root, &variants)?;
    if let Content::Wheels(_) = content {
        progress("packing wheels", platforms.len() as f64 / steps);
        write_wheels(&root, workspace, &mut made)?;
    }
    let sums = sums(&root)?;
    write(&root, Files::from([("SHA256SUMS".to_owned(), sums.into_bytes())]))?;
    // An empty folder is replaced.
    let _ = std::fs::remove_dir(folder);
    std::fs::rename(&root, folder).map_err(Error::file(folder))?;
    Ok(made.notes)
}

/// The texts of a release, and its libraries below `binaries`.
fn texts(workspace: &Path, made: &Made) -> Result<Files, Error> {
    let about =
        format!("{}\nThis is version {}.\n", include_str!("release.md"), env!("CARGO_PKG_VERSION"));
    let mut texts = Files::from([
        ("README.md".to_owned(), about.into_bytes()),
        (THIRD_PARTY.to_owned(), third_party(&made.in_all)?.into_bytes()),
        (
            BILL.to_owned(),
            bill(COMMAND, &made.in_all, &text(&workspace.join("Cargo.lock"))?)?.into_bytes(),
        ),
        (format!("{COMMAND}.1"), include_bytes!("../spiel-joints.1").to_vec()),
    ]);
    let below = |(name, bytes): (&String, &Vec<u8>)| (format!("binaries/{name}"), bytes.clone());
    texts.extend(made.binaries.iter().map(below));
    for own in ["LICENSE-APACHE", "LICENSE-MIT", "SECURITY.md"] {
        texts.insert(own.to_owned(), text(&workspace.join(own))?.into_bytes());
    }
    Ok(texts)
}

/// Builds FMUs of these joints from the libraries of the release.
fn write_fmus(root: &Path, variants: &[Variant]) -> Result<(), Error> {
    let libraries = Libraries::Prebuilt(root.join("binaries"));
    let fmus = root.join("fmus");
    std::fs::create_dir_all(&fmus).map_err(Error::file(&fmus))?;
    for variant in variants {
        let path = fmus.join(format!("{}.fmu", variant.name()));
        build_from(&libraries, variant, &path)?;
    }
    Ok(())
}

/// Writes a wheel for each platform that has a program and can have one.
fn write_wheels(root: &Path, workspace: &Path, made: &mut Made) -> Result<(), Error> {
    let wheels = Wheels::of(workspace, &made.in_all)?;
    for (platform, program) in std::mem::take(&mut made.programs) {
        match wheels.wheel(platform, program, &made.packed) {
            Some((name, wheel)) => write(root, Files::from([(format!("wheels/{name}"), wheel)]))?,
            None => made.notes.add(format!("there is no wheel for {}", platform.folder), None),
        }
    }
    Ok(())
}

/// A release never mixes with what was there.
fn check_new(folder: &Path) -> Result<(), Error> {
    let taken = match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => folder.exists(),
    };
    if taken {
        let why = "is already there; -o names a new or empty folder";
        return Err(Error::Input(format!("{}: {why}", folder.display())));
    }
    Ok(())
}

/// Writes files below `root`; programs can be run.
fn write(root: &Path, files: Files) -> Result<(), Error> {
    for (name, bytes) in files {
        let path = root.join(&name);
        let folder = path.parent().unwrap_or(root);
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        std::fs::write(&path, bytes).map_err(Error::file(&path))?;
        #[cfg(unix)]
        if name.starts_with(&format!("{COMMAND}-")) {
            use std::os::unix::fs::PermissionsExt;
            let permissions = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&path, permissions).map_err(Error::file(&path))?;
        }
    }
    Ok(())
}

/// The book's files, below `book`, from the folder where mdBook has rendered it.
fn rendered(folder: &Path) -> Result<Files, Error> {
    if !folder.join("index.html").is_file() {
        let why = "is no rendered book: it has no index.html; mdbook build docs makes one";
        return Err(Error::Input(format!("{}: {why}", folder.display())));
    }
    let read = |name: String| {
        let path = folder.join(&name);
        let bytes = std::fs::read(&path).map_err(Error::file(&path))?;
        Ok((format!("book/{name}"), bytes))
    };
    names_below(folder)?.into_iter().map(read).collect()
}

/// The sums of all files below `root`, as `sha256sum --check` reads them.
fn sums(root: &Path) -> Result<String, Error> {
    let line = |name: String| {
        let path = root.join(&name);
        let bytes = std::fs::read(&path).map_err(Error::file(&path))?;
        Ok(format!("{}  {name}\n", sha256(&bytes)))
    };
    names_below(root)?.into_iter().map(line).collect()
}

/// The files below a folder, relative to it, with '/' on every system.
fn names_below(root: &Path) -> Result<BTreeSet<String>, Error> {
    let mut names = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(Error::file(&folder))? {
            let path = entry.map_err(Error::file(&folder))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(name) = path.strip_prefix(root) {
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                names.insert(parts.join("/"));
            }
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_taken_with_its_folders_and_a_folder_without_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = rendered(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("is no rendered book"), "{refused}");

        std::fs::create_dir(folder.path().join("joints")).unwrap();
        for name in ["index.html", "joints/pin.html"] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        let files = rendered(folder.path()).unwrap();
        let names: Vec<_> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["book/index.html", "book/joints/pin.html"]);
        assert_eq!(files["book/joints/pin.html"], b"joints/pin.html");
    }
}
