//! The pages of the book in `docs` that are made from rows and texts.

use super::about::{About, For};
use super::equations::shown;
use super::markup::escaped;
use super::sections;
use super::style::PARTS;
use super::{joints, laws, variables};
use crate::{Error, Variant};
use model_description::xml::Variable;
use std::fmt::Write;

/// The generated files, by their place below `docs`.
pub fn files() -> Result<Vec<(String, String)>, Error> {
    let mut files =
        vec![("parts.css".to_owned(), PARTS.to_owned()), ("equations.md".to_owned(), equations())];
    let mut shared: Vec<Variable> = Vec::new();
    for joint in joints::ALL {
        let variant = Variant::of(joint.name)?;
        files.push((format!("joints/{}.md", joint.name), page(&variant, joint)));
        files.push((format!("joints/{}.svg", joint.name), sections::drawing(&variant, joint)));
        for variable in variant.variables().into_iter().filter(variables::is_shared) {
            let is_same = |known: &Variable| meaning(known) == meaning(&variable);
            if !shared.iter().any(is_same) {
                shared.push(variable);
            }
        }
    }
    files.push(("reference/coupling.md".to_owned(), coupling(&shared)));
    Ok(files)
}

/// Returns what a reader sees of a variable: name, unit, start value and text.
fn meaning(variable: &Variable) -> (&str, &str, String, &str) {
    let row = &variable.row;
    (&row.name, variables::unit(row), row.show(row.start), row.text)
}

/// The page of the variables of prediction, which joints share.
fn coupling(shared: &[Variable]) -> String {
    let mut text = format!(
        "{}\n\n# Variables of prediction\n\nThe variables whose names begin with `coupling.`, of all joints; a joint has those \
         of the directions of its ports. What they are for: [loads that hosts hold](../coupling.md), \
         [prediction](../predicted.md). The choices among them stand on each joint's page.\n",
        made("variables.rs")
    );
    for (heading, table) in variables::tables(shared, &|_, _| false) {
        let _ = write!(text, "\n## {heading}\n\n<div class=\"joint\">\n{table}\n</div>\n");
    }
    text
}

/// The page of the equations that joints share.
fn equations() -> String {
    let mut text = format!(
        "{}\n\n# Equations of the laws\n\nThe laws that several joints share. Each joint's page says which of them it has, and has \
         the equations that are its own; the page in an FMU has those that were chosen.\n",
        made("laws.rs")
    );
    for (heading, equations) in laws::SHARED {
        let _ = write!(text, "\n## {heading}\n\n<div class=\"joint\">\n");
        for equation in *equations {
            let chosen = equation.when.map(|(selector, items)| (selector, items.to_vec()));
            text += &shown(equation, chosen);
        }
        text += "</div>\n";
    }
    text
}

/// Says in a comment that a page is generated, and from where.
fn made(place: &str) -> String {
    format!(
        "<!-- Made by `INSTA_UPDATE=always cargo test -p fmu-build --test book`; change the texts in\n\
         fmu-build/src/documentation/{place} instead. -->"
    )
}

/// The page about one joint: Markdown around the parts in HTML.
fn page(variant: &Variant, about: &About) -> String {
    let name = variant.model().name;
    let mut text = format!(
        "{}\n\n# {}\n\n`{name}`: {} [Try it in the browser](../try.html#joint={name}). \
         [The drawing as SVG]({name}.svg).\n",
        made("joints or the joint's rows"),
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
