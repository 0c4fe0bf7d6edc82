//! The pages of the book in `docs` that are made from rows and texts.

use super::about::About;
use super::joints;
use super::markup::escaped;
use super::sections::{self, For};
use super::style::PARTS;
use crate::{Error, Variant};
use std::fmt::Write;

/// The generated files, by their place below `docs`.
pub fn files() -> Result<Vec<(String, String)>, Error> {
    let mut files = vec![("parts.css".to_owned(), PARTS.to_owned())];
    for joint in joints::ALL {
        let variant = Variant::of(joint.name)?;
        files.push((format!("joints/{}.md", joint.name), page(&variant, joint)));
    }
    Ok(files)
}

/// The page about one joint: Markdown around the parts in HTML.
fn page(variant: &Variant, about: &About) -> String {
    let name = variant.model().name;
    let mut text = format!(
        "<!-- Made by `INSTA_UPDATE=always cargo test -p fmu-build --test book`; change the texts in\n\
         fmu-build/src/documentation/joints or the joint's rows instead. -->\n\n# {}\n\n`{name}`: {}\n",
        escaped(about.title),
        variant.model().about
    );
    let example = (about.example)(variant);
    for section in sections::of(variant, about, example.as_ref(), For::Book) {
        let _ = write!(
            text,
            "\n## {}\n\n<div class=\"joint\">\n{}\n</div>\n",
            section.title, section.html
        );
    }
    text
}
