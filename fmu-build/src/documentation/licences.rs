//! Licences inside an FMU.

use crate::archive::Files;
use crate::library::THIRD_PARTY;

const FOLDER: &str = "documentation/licenses";

const ENTRY: &str = "\
This FMU was made by Spiel. It is licensed, at your choice, under the terms of
either MIT.txt or Apache-2.0.txt in this folder (MIT OR Apache-2.0).
Its libraries contain what others have written, under terms that allow this;
THIRD-PARTY.txt names it and has the texts.
";

const UNKNOWN: &str = "\
This FMU was made by Spiel. It is licensed, at your choice, under the terms of
either MIT.txt or Apache-2.0.txt in this folder (MIT OR Apache-2.0).
Its libraries contain what others have written, under terms that allow this;
no list of it came with the libraries.
";

/// The licence texts, and the list of third-party code in the libraries if there is one.
pub(super) fn files(third_party: Option<String>) -> Files {
    let text = |name: &str, text: &str| (format!("{FOLDER}/{name}"), text.as_bytes().to_vec());
    let entry = if third_party.is_some() { ENTRY } else { UNKNOWN };
    let mut files = Files::from([
        text("license.txt", entry),
        text("MIT.txt", include_str!("../../../LICENSE-MIT")),
        text("Apache-2.0.txt", include_str!("../../../LICENSE-APACHE")),
    ]);
    files.extend(third_party.map(|list| text(THIRD_PARTY, &list)));
    files
}
