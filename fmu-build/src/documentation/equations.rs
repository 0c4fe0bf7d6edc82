//! The equations of a page, and the links to those that the book has on the page of laws.

use super::about::{About, Equation, For};
use super::markup::{anchor, display, escaped, text};
use super::{joints, laws};
use crate::Variant;
use std::fmt::Write;

/// The equations of a joint: for an FMU those of its choices; in the book its own, and links to those that joints share.
pub(super) fn of(variant: &Variant, about: &About, whom: For) -> String {
    let offers = |selector: &str, item: &str| offers(variant, selector, item);
    let wanted = |equation: &&Equation| match whom {
        For::Book => equation
            .when
            .is_none_or(|(selector, items)| items.iter().any(|item| offers(selector, item))),
        For::Fmu => equation.holds(variant),
    };
    let (mut html, mut heading) = (String::new(), "");
    for (title, equations) in about.equations {
        // A group without a title goes on under the last one.
        if !title.is_empty() {
            heading = title;
        }
        if !joints::parts::has(variant, title) {
            continue;
        }
        let mut elsewhere = Vec::new();
        for equation in equations.iter().filter(wanted) {
            if !heading.is_empty() {
                let _ = writeln!(html, "<h3>{}</h3>", escaped(heading));
                heading = "";
            }
            let chosen = equation.when.filter(|_| whom == For::Book);
            let chosen = chosen.map(|(selector, items)| {
                let offered = items.iter().copied().filter(|item| offers(selector, item));
                (selector, offered.collect())
            });
            match laws::shared(equation).filter(|_| whom == For::Book) {
                Some(law) => elsewhere.push((law, chosen)),
                None => html += &shown(equation, chosen),
            }
        }
        html += &links(&elsewhere);
    }
    html
}

/// A choice: the name of its variable, and items.
type Chosen<'a> = (&'a str, Vec<&'a str>);

/// Returns true if the joint has this item of a choice.
fn offers(variant: &Variant, selector: &str, item: &str) -> bool {
    let variables = variant.variables();
    let row = variables.iter().map(|variable| &variable.row).find(|row| row.name == selector);
    row.is_some_and(|row| row.parse(item).is_ok()) && !variant.refuses(selector, item)
}

/// An equation, what it says, its source, and the choice for which it holds.
pub(super) fn shown(equation: &Equation, chosen: Option<Chosen<'_>>) -> String {
    let chosen = chosen.map_or_else(String::new, |(selector, items)| {
        let items = items.join(", ");
        format!("<span class=\"when\"><code>{selector}</code> = {items}.</span> ")
    });
    format!(
        "<div class=\"equation\"><p>{chosen}{}</p>\n<div class=\"math\">{}</div>\n<p class=\"source\">{}</p></div>\n",
        text(equation.says),
        display(equation.tex),
        text(equation.source)
    )
}

/// Links to equations on the page of laws: a line for each of its headings, with the items that the joint has.
fn links(elsewhere: &[(&'static str, Option<Chosen<'_>>)]) -> String {
    let mut html = String::new();
    for (heading, _) in laws::SHARED {
        let of: Vec<_> = elsewhere.iter().filter(|(law, _)| law == heading).collect();
        if of.is_empty() {
            continue;
        }
        let mut choices = Vec::<Chosen<'_>>::new();
        for (selector, items) in of.iter().filter_map(|(_, chosen)| chosen.as_ref()) {
            match choices.iter_mut().find(|(known, _)| known == selector) {
                Some((_, known)) => known
                    .extend(items.iter().filter(|item| !known.contains(item)).collect::<Vec<_>>()),
                None => choices.push((selector, items.clone())),
            }
        }
        let choices: Vec<_> = choices
            .iter()
            .map(|(selector, items)| format!("<code>{selector}</code> = {}", items.join(", ")))
            .collect();
        let _ = writeln!(
            html,
            "<p><a href=\"../equations.md#{}\">{heading}</a>, as in other joints: {}.</p>",
            anchor(heading),
            choices.join("; ")
        );
    }
    html
}
