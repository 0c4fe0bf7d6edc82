//! Rules of FMI-LS-REF for the files that come with an FMU.

use crate::Error;
use crate::archive::Files;
use crate::related::{FOLDER, MANIFEST, other_words, place, read};
use crate::schema::manifest_violations;

/// The manifest keeps its schema, and all the files on it are there.
pub(super) fn related_rules(files: &Files, find: &mut impl FnMut(String)) -> Result<(), Error> {
    let Some(bytes) = files.get(MANIFEST) else {
        if let Some(file) = files.keys().find(|name| name.starts_with(FOLDER)) {
            find(format!("{file} is on no list: {MANIFEST} is missing"));
        }
        return Ok(());
    };
    let text = String::from_utf8_lossy(bytes);
    for line in manifest_violations(&text)? {
        find(format!("{MANIFEST}: {line}"));
    }
    for (name, words) in other_words(&text) {
        find(format!("{MANIFEST}: {name} = {words:?} is not what FMI-LS-REF prescribes"));
    }
    for related in read(&text).unwrap_or_default() {
        match place(&related.source) {
            Err(why) => find(format!("{MANIFEST}: {why}")),
            Ok(Some(file)) if !files.contains_key(&file) => {
                find(format!(
                    "{MANIFEST}: source = {:?} leads to no file in the FMU",
                    related.source
                ));
            }
            Ok(_) => {}
        }
    }
    Ok(())
}
