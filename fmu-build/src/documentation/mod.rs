//! The documentation inside an FMU: a page about it, a picture, an example, licences.
//!
//! - `about`, `joints`: the description of each joint beyond its rows, one file a joint; `drawings`;
//! - `laws`: equations that joints share; `equations`: those of a page;
//! - `example`: a short run of the very unit, and the script that repeats it;
//! - `references`: that run as tables of inputs and outputs, and `pairs` of materials, for other programs;
//! - `terminals`: the frames as FMI 3.0 has them;
//! - `sections`, `variables`: the page in parts, from rows and texts; `markup` writes them, `printed` drawings for readers
//!   without style sheets;
//! - `page`: the page as a file; [`book`]: these parts as pages of the book in `docs`; `licences`.

mod about;
pub mod book;
mod contact_time;
mod equations;
mod example;
mod joints;
mod laws;
mod licences;
mod markup;
mod page;
mod pairs;
mod printed;
mod references;
mod sections;
mod style;
mod terminals;
mod variables;

use crate::Variant;
use crate::archive::{Files, TERMINALS};
use about::About;
pub(crate) use joints::group::{Bent, bent_at, joined, places, shape};
pub(crate) use joints::parts::parts as parts_of_group;
pub(crate) use markup::escaped;
use model_description::xml::FmiVersion;
pub(crate) use style::PARTS as STYLE;

/// The files that describe `variant`, by their place inside the FMU of that `guid`; `third_party` is
/// the list of third-party code in its libraries.
pub(crate) fn files(variant: &Variant, guid: &str, third_party: Option<String>) -> Files {
    let mut files = licences::files(third_party);
    let Some(about) = about(variant) else { return files };
    let example = (about.example)(variant);
    let page = page::html(variant, about, guid, example.as_ref());
    files.insert("documentation/index.html".to_owned(), page.into_bytes());
    let icon = match variant.fmi() {
        FmiVersion::Two => "model.png",
        FmiVersion::Three => "terminalsAndIcons/icon.png",
    };
    files.insert(icon.to_owned(), about.icon.1.to_vec());
    if variant.fmi() == FmiVersion::Three
        && let Some(xml) = terminals::xml(variant)
    {
        files.insert(TERMINALS.to_owned(), xml.into_bytes());
    }
    let repeated = example.as_ref().ok().filter(|_| example::repeats(variant));
    files.extend(references::files(variant, about, repeated));
    if let Some(example) = repeated {
        files.insert("documentation/example.csv".to_owned(), example.run.csv().into_bytes());
        files.insert("documentation/example.py".to_owned(), example::SCRIPT.into());
    }
    files
}

/// The page of the joint of `variant`.
fn about(variant: &Variant) -> Option<&'static About> {
    if variant.space_plan().is_some() {
        return Some(joints::GROUP_IN_SPACE);
    }
    let name = variant.model().name;
    joints::ALL.iter().chain([&joints::GROUP]).find(|about| about.name == name).copied()
}
