//! Names of FMUs, in tools and as files.

use crate::Error;

/// Returns true for a character that the name of an FMU, which is also a file's, may have.
fn in_names(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_-.".contains(character)
}

/// A name as it was given, if files and tools can have it.
pub(super) fn checked_name(name: &str) -> Result<String, Error> {
    let fits = name.len() <= 60
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(in_names);
    fits.then(|| name.to_owned()).ok_or_else(|| {
        Error::Input(format!(
            "--name {name} is not a letter and up to 59 letters, digits, '_', '-' or '.' behind it"
        ))
    })
}

/// The name that a file's stem comes nearest to.
pub(super) fn name_from(stem: &str) -> String {
    let fitting = stem.chars().map(|character| if in_names(character) { character } else { '_' });
    let name: String = fitting.take(60).collect();
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name
    } else {
        spiel::group::KIND.name.to_owned()
    }
}
