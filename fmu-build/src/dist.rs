//! A release folder: with it FMUs are built where there is no Rust.
//!
//! `spiel-joints-linux64`, `spiel-joints-win64.exe`, … are the command line, `binaries/` the libraries it
//! packs: every joint's, and the group's, which `build --group` takes. `fmus/` is every joint with its own
//! start values, `wheels/`, if wanted, program and libraries for Python's pip, `book/`, if given, the
//! rendered book; `README.md` says how to use it, `SHA256SUMS` what `sha256sum --check` reads.
//! `THIRD-PARTY.txt` is what others have written in all of it and under which terms; the one in
//! `binaries/`, about the libraries alone, goes into every FMU. Nothing depends on where or when a release was made.

use crate::archive::Files;
use crate::build::{Notes, note_glibc};
use crate::files::{check_writable, folder_of};
use crate::interrupt::Temporary;
use crate::library::{
    Compiled, THIRD_PARTY, TOGETHER, buildable, compile, left_out, pack_together, sha256,
    third_party, workspace,
};
use crate::wheel::{COMMAND, Wheels};
use crate::{Error, Libraries, Manifest, Platform, Platforms, Progress, Variant, build_from};
use spiel::{catalogue, group};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The package of the command line.
const PROGRAM: &str = env!("CARGO_PKG_NAME");

/// What a release holds besides libraries, FMUs and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Libraries,
    /// The command line for these of its platforms; where nothing is said, for each.
    Programs(Platforms),
    /// That, and Python's wheels with it.
    Wheels(Platforms),
}

impl Content {
    /// For which of a release's platforms the command line is in it.
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

/// Makes a release in `folder`, whole or not at all, and gives what its user should know.
///
/// For each platform that is asked for, or else for each that can be built here. `book` is a folder with
/// the rendered book. `progress` receives what is being made and which part of the whole is done.
pub fn dist(
    folder: &Path,
    wanted: &Platforms,
    content: &Content,
    book: Option<&Path>,
    progress: Progress<'_>,
) -> Result<Notes, Error> {
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
    let beside = tempfile::Builder::new().prefix(".dist-").tempdir_in(parent);
    let beside = beside.map_err(Error::file(parent))?;
    let _temporary = Temporary::new(beside.path());
    let root = beside.path().join("release");

    let (mut in_libraries, mut in_all) = (BTreeSet::new(), BTreeSet::new());
    let (mut programs, mut binaries, mut packed) = (Vec::new(), Files::new(), Files::new());
    // What nobody asked for by name may be missing.
    let choosy = !matches!(wanted, Platforms::These(_));
    let all = if *wanted == Platforms::Unsaid { &Platforms::All } else { wanted };
    let platforms = buildable(all);
    let with_program = content.programs(&platforms)?;
    let mut said = Notes::default();
    left_out(all).into_iter().for_each(|note| said.add(note, None));
    let steps = platforms.len() as f64 + 1.0;
    for (index, platform) in platforms.iter().enumerate() {
        let compiling = |what: &str, part: f64| {
            let what = format!("compiling {what} for {}", platform.folder);
            progress(&what, (index as f64 + part) / steps);
        };
        match compile_all(*platform, with_program.contains(platform), &compiling) {
            Ok((libraries, program)) => {
                let read = |path: &PathBuf| std::fs::read(path).map_err(Error::file(path));
                if let Some(program) = program {
                    let name =
                        format!("{COMMAND}-{}{}", platform.folder, platform.program_suffix());
                    let bytes = read(&program.results[0])?;
                    write(&root, Files::from([(name, bytes.clone())]))?;
                    programs.push((*platform, bytes));
                    in_all.extend(program.linked);
                }
                let library = |path: &PathBuf| Ok((*platform, read(path)?));
                let found = libraries.results.iter().map(library).collect::<Result<Vec<_>, _>>()?;
                for (model, library) in models().into_iter().zip(&found) {
                    note_glibc(&mut said, model, library);
                }
                let named = || models().into_iter().zip(found.iter().map(|(_, bytes)| &bytes[..]));
                let below = |name| format!("{}/{name}", platform.folder);
                let manifest = Manifest::of(named())?.to_toml().into_bytes();
                if let Content::Wheels(_) = content {
                    packed.insert(below(Manifest::NAME), manifest.clone());
                    packed.insert(below(TOGETHER), pack_together(&named().collect()));
                }
                binaries.insert(below(Manifest::NAME), manifest);
                let file =
                    |(joint, bytes): (&str, &[u8])| (platform.library(joint), bytes.to_vec());
                binaries.extend(named().map(file));
                in_all.extend(libraries.linked.iter().cloned());
                in_libraries.extend(libraries.linked);
            }
            Err(error @ Error::Toolchain { .. }) if choosy && *platform != Platform::here() => {
                said.add(format!("left out {error}"), None);
            }
            Err(error) => return Err(error),
        }
    }
    progress("packing", platforms.len() as f64 / steps);
    let about =
        format!("{}\nThis is version {}.\n", include_str!("release.md"), env!("CARGO_PKG_VERSION"));
    let mut texts = Files::from([
        ("README.md".to_owned(), about.into_bytes()),
        (THIRD_PARTY.to_owned(), third_party(&in_all)?.into_bytes()),
        (format!("{COMMAND}.1"), include_bytes!("../spiel-joints.1").to_vec()),
    ]);
    for files in [&mut binaries, &mut packed] {
        files.insert(THIRD_PARTY.to_owned(), third_party(&in_libraries)?.into_bytes());
    }
    let below = |(name, bytes): (&String, &Vec<u8>)| (format!("binaries/{name}"), bytes.clone());
    texts.extend(binaries.iter().map(below));
    for own in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let path = workspace.join(own);
        texts.insert(own.to_owned(), std::fs::read(&path).map_err(Error::file(&path))?);
    }
    texts.extend(book.unwrap_or_default());
    write(&root, texts)?;
    let libraries = Libraries::Prebuilt(root.join("binaries"));
    let fmus = root.join("fmus");
    std::fs::create_dir_all(&fmus).map_err(Error::file(&fmus))?;
    for joint in catalogue::ALL {
        let path = fmus.join(format!("{}.fmu", joint.name));
        build_from(&libraries, &Variant::of(joint.name)?, &path)?;
    }
    if let Content::Wheels(_) = content {
        progress("packing wheels", platforms.len() as f64 / steps);
        let wheels = Wheels::of(workspace, &in_all)?;
        for (platform, program) in programs {
            match wheels.wheel(platform, program, &packed) {
                Some((name, wheel)) => {
                    write(&root, Files::from([(format!("wheels/{name}"), wheel)]))?;
                }
                None => said.add(format!("there is no wheel for {}", platform.folder), None),
            }
        }
    }
    let sums = sums(&root)?;
    write(&root, Files::from([("SHA256SUMS".to_owned(), sums.into_bytes())]))?;
    // An empty folder gives way.
    let _ = std::fs::remove_dir(folder);
    std::fs::rename(&root, folder).map_err(Error::file(folder))?;
    Ok(said)
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

/// Whose libraries are in a release.
fn models() -> Vec<&'static str> {
    catalogue::ALL.iter().chain([&group::KIND]).map(|model| model.name).collect()
}

/// The libraries of all models, and the program if it is wanted, for one platform.
///
/// One after the other: what the program wants of the crates that both use must not get into the
/// libraries, which are the same as those that `build` compiles.
fn compile_all(
    platform: Platform,
    programs: bool,
    progress: Progress<'_>,
) -> Result<(Compiled, Option<Compiled>), Error> {
    // The program and its crates take about as long as all libraries.
    let share = if programs { 0.5 } else { 1.0 };
    let libraries = compile(&models(), platform, &|_, part| progress("libraries", share * part))?;
    let program =
        || compile(&[PROGRAM], platform, &|_, part| progress("the program", share + share * part));
    Ok((libraries, programs.then(program).transpose()?))
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
