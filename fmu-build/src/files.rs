//! Files that a command reads and writes: none that it writes replaces one that it reads.

use crate::Error;
use crate::interrupt::Temporary;
use same_file::Handle;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The longest table of numbers that is read \[bytes\].
pub(crate) const MOST_TABLE: u64 = 1 << 30;

/// The text of a file.
pub(crate) fn text(path: &Path) -> Result<String, Error> {
    spiel_fmi::read_text(path, spiel_fmi::MOST_TEXT).map_err(Error::file(path))
}

/// The bytes of a table of numbers.
pub(crate) fn table(path: &Path) -> Result<Vec<u8>, Error> {
    spiel_fmi::read_file(path, MOST_TABLE).map_err(Error::file(path))
}

/// Refuses a `path` to which no file can be written.
pub(crate) fn check_place(path: &Path) -> Result<(), Error> {
    check_folder(path)?;
    let place = place_of(path)?;
    check_writable(folder_of(&place).unwrap_or(Path::new(".")))
}

/// The real place of a file called `path`: the target of a link, if it is one. Devices, pipes and folders
/// are refused: renaming a file onto them would replace the node itself.
fn place_of(path: &Path) -> Result<PathBuf, Error> {
    let refused = |why: &str| Error::Input(format!("{}: {why}, not a file", path.display()));
    let place = match std::fs::symlink_metadata(path) {
        Ok(node) if node.is_symlink() => {
            path.canonicalize().map_err(|_| refused("this is a link that leads nowhere"))?
        }
        _ => path.to_owned(),
    };
    match std::fs::metadata(&place) {
        Ok(node) if node.is_dir() => Err(refused("this is a folder")),
        Ok(node) if !node.is_file() => Err(refused("this is a device or a pipe")),
        _ => Ok(place),
    }
}

/// Refuses a `path` in a folder that does not exist.
pub(crate) fn check_folder(path: &Path) -> Result<(), Error> {
    match folder_of(path).filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(Error::Input(format!("{}: there is no such folder", folder.display()))),
        None => Ok(()),
    }
}

/// Refuses a folder in which no file can be made; the only way to know is to try.
pub(crate) fn check_writable(folder: &Path) -> Result<(), Error> {
    let made = Temporary::make(|| tempfile::NamedTempFile::new_in(folder));
    let (_temporary, _file) = made.map_err(|error| {
        let why = error.kind();
        Error::Input(format!("{}: no file can be written to this folder ({why})", folder.display()))
    })?;
    Ok(())
}

/// Writes `bytes` beside `path` and renames: readers find the old file or the new one, never half. A
/// link stays one, what it leads to is written.
pub fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let place = place_of(path)?;
    let folder = folder_of(&place).unwrap_or(Path::new("."));
    let (_temporary, mut beside) =
        Temporary::make(|| tempfile::NamedTempFile::new_in(folder)).map_err(Error::file(path))?;
    beside.write_all(bytes).map_err(Error::file(path))?;
    readable(beside.path()).map_err(Error::file(path))?;
    beside
        .persist(&place)
        .map_err(|error| Error::File { path: path.to_owned(), source: error.error })?;
    Ok(())
}

/// Temporary files are for their owner only; results are not.
fn readable(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

pub(crate) fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
}

/// Refuses the file of an option if it cannot be written, or if its ending, which stands for the
/// format, is none of `allowed`.
pub fn check_output(option: &str, path: &Path, allowed: &[&str]) -> Result<(), Error> {
    check_place(path)?;
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if ending.is_some_and(|ending| allowed.contains(&&*ending)) {
        return Ok(());
    }
    Err(Error::Input(format!(
        "{option} {}: its ending is not one that can be written; allowed: .{}",
        path.display(),
        allowed.join(", .")
    )))
}

/// Refuses an output, with its option, that is the same file as an input or as another output, by whatever
/// name: a link is what it leads to.
pub fn keep_apart(inputs: &[&Path], outputs: &[(&str, &Path)]) -> Result<(), Error> {
    let inputs: Vec<_> = inputs.iter().map(|path| (path, Identity::of(path))).collect();
    let mut written: Vec<(&str, &Path, Identity)> = Vec::new();
    for (option, path) in outputs {
        let (own, shown) = (Identity::of(path), path.display());
        if let Some((input, _)) = inputs.iter().find(|(_, input)| own.is(input)) {
            let input = input.display();
            return Err(Error::Input(format!(
                "{option} {shown} would replace {input}, which is read; choose another name"
            )));
        }
        if let Some((other, before, _)) = written.iter().find(|(_, _, other)| own.is(other)) {
            let before = before.display();
            return Err(Error::Input(format!(
                "{option} {shown} and {other} {before} are one file; choose another name"
            )));
        }
        written.push((option, path, own));
    }
    Ok(())
}

/// Identity of a file, independent of its name.
struct Identity {
    /// Its path, or the one it would have.
    place: PathBuf,
    /// The system's handle, if the file is there and may be opened.
    handle: Option<Handle>,
}

impl Identity {
    fn of(path: &Path) -> Self {
        let beside = || {
            let folder = folder_of(path).unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        };
        let place = path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned());
        // Opening a pipe would wait for its other end.
        let handle = path.is_file().then(|| Handle::from_path(path).ok()).flatten();
        Self { place, handle }
    }

    fn is(&self, other: &Self) -> bool {
        self.place == other.place || (self.handle.is_some() && self.handle == other.handle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_by_every_name_that_leads_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::write(place("in.csv"), "x").unwrap();
        std::fs::hard_link(place("in.csv"), place("hard.csv")).unwrap();
        std::fs::create_dir(place("d")).unwrap();
        let mut names = vec!["in.csv", "d/../in.csv", "hard.csv"];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("in.csv", place("link.csv")).unwrap();
            names.push("link.csv");
        }
        let input = place("in.csv");
        for name in names {
            let refused = keep_apart(&[&input], &[("--output", &place(name))]).unwrap_err();
            assert!(refused.to_string().contains("would replace"), "{name}: {refused}");
        }
        keep_apart(&[&input], &[("--output", &place("out.csv"))]).unwrap();
        let outputs = [("--output", place("new.svg")), ("--picture", place("d/../new.svg"))];
        let outputs = outputs.each_ref().map(|(option, path)| (*option, path.as_path()));
        let refused = keep_apart(&[&input], &outputs).unwrap_err().to_string();
        assert!(refused.contains("are one file"), "{refused}");
    }

    #[test]
    fn endings_say_how_a_file_is_written() {
        for (name, fits) in
            [("a.csv", true), ("a.CSV", true), ("a.parquet", false), ("csv", false), ("a.", false)]
        {
            let checked = check_output("--output", Path::new(name), &["csv"]);
            assert_eq!(checked.is_ok(), fits, "{name}");
        }
    }
}
