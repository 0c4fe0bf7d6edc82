//! What a person finds inside an FMU: a page about it, pictures, terminals, licences.
//!
//! - `about`, `joints`: what is said of each joint beyond its rows, one file a joint; `drawings`;
//! - `laws`: equations that joints share;
//! - `example`: a short run of the very unit, and the script that repeats it;
//! - `sections`, `variables`: the page in parts, from rows and texts; `markup` writes them;
//! - `page`: the page as a file; [`book`]: the same parts as pages of the book in `docs`;
//! - `terminals`: variables that belong to one connection; `licences`.

mod about;
pub mod book;
mod example;
mod joints;
mod laws;
mod licences;
mod markup;
mod page;
mod sections;
mod terminals;
mod variables;

use crate::Variant;
use crate::archive::Files;
use about::About;

/// The files that tell of `variant`, by their place inside the FMU of that `guid`; `third_party` is
/// what its libraries hold of others.
pub(crate) fn files(variant: &Variant, guid: &str, third_party: Option<String>) -> Files {
    let mut files = licences::files(third_party);
    let Some(about) = about(variant) else { return files };
    let (drawing, picture) = about.icon;
    files.extend([
        ("documentation/index.html".to_owned(), page::html(variant, about, guid).into_bytes()),
        ("model.png".to_owned(), picture.to_vec()),
        ("terminalsAndIcons/icon.png".to_owned(), picture.to_vec()),
        ("terminalsAndIcons/icon.svg".to_owned(), drawing.as_bytes().to_vec()),
        ("terminalsAndIcons/terminal.png".to_owned(), terminals::PICTURE.to_vec()),
        (
            "terminalsAndIcons/terminalsAndIcons.xml".to_owned(),
            terminals::xml(variant, about).into_bytes(),
        ),
    ]);
    files
}

/// What is said of the joint of `variant`.
fn about(variant: &Variant) -> Option<&'static About> {
    let name = variant.joint().name;
    joints::ALL.iter().chain([&joints::GROUP]).find(|about| about.name == name).copied()
}
