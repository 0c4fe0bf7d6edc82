//! Licences inside an FMU.

use crate::Error;
use crate::archive::Files;
use std::io::ErrorKind;
use std::path::Path;

const FOLDER: &str = "documentation/licenses";

/// Licences of the crates inside the libraries, if they were put beside the libraries.
const DEPENDENCIES: &str = "licenses.html";

const ENTRY: &str = "\
This FMU was made by Spiel. It is licensed, at your choice, under the terms of
either MIT.txt or Apache-2.0.txt in this folder (MIT OR Apache-2.0).
Its libraries contain other people's crates under licences of the same kinds;
dependencies.html names them where the libraries came with such a list.
";

/// The licence texts, and the list of the dependencies' if there is one in `prebuilt`.
pub(super) fn files(prebuilt: Option<&Path>) -> Result<Files, Error> {
    let text = |name: &str, text: &str| (format!("{FOLDER}/{name}"), text.as_bytes().to_vec());
    let mut files = Files::from([
        text("license.txt", ENTRY),
        text("MIT.txt", include_str!("../../../LICENSE-MIT")),
        text("Apache-2.0.txt", include_str!("../../../LICENSE-APACHE")),
    ]);
    let Some(path) = prebuilt.map(|folder| folder.join(DEPENDENCIES)) else { return Ok(files) };
    match std::fs::read(&path) {
        Ok(bytes) => files.extend([(format!("{FOLDER}/dependencies.html"), bytes)]),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(Error::file(&path)(error)),
    }
    Ok(files)
}
