//! `documentation/index.html`: one file, readable without a network.

use super::about::{About, For};
use super::example::Example;
use super::markup::{escaped, text};
use super::references;
use super::sections;
use super::style::{PAGE, PARTS};
use crate::{Error, Variant};
use std::fmt::Write;

/// The page about the FMU of `variant` with that `guid`; well-formed as XML too.
pub(super) fn html(
    variant: &Variant,
    about: &About,
    guid: &str,
    example: Result<&Example, &Error>,
) -> String {
    let sections = sections::of(variant, about, example, For::Fmu);
    let title = escaped(about.title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
         <style>\n{PARTS}\n{PAGE}</style>\n</head>\n<body>\n<header>\n<div class=\"icon\">{}</div>\n<div>\n<h1>{title}</h1>\n\
         <p class=\"about\">{}</p>\n</div>\n</header>\n",
        about.icon.0.trim(),
        text(variant.model().about)
    );
    let facts = [
        ("name", variant.name().to_owned()),
        ("identifier", format!("<code>{}</code>", variant.model().name)),
        ("kind", kinds(variant)),
        ("ports", ports(variant)),
        ("default step", sections::default_step(variant)),
        ("made by", format!("Spiel {}", env!("CARGO_PKG_VERSION"))),
        ("GUID", format!("<code>{}</code>", escaped(guid))),
        ("files", format!("<a href=\"{}\">reference run, parameters</a>", references::PAGE)),
    ];
    html.push_str("<dl class=\"facts\">\n");
    for (name, value) in facts {
        let _ = writeln!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    html.push_str("</dl>\n<nav>\n");
    for section in &sections {
        let _ = writeln!(html, "<a href=\"#{}\">{}</a>", section.anchor(), section.title);
    }
    html.push_str("</nav>\n<main>\n");
    for section in &sections {
        let (anchor, title) = (section.anchor(), section.title);
        let _ = writeln!(
            html,
            "<section>\n<h2 id=\"{anchor}\">{title}</h2>\n{}\n</section>",
            section.html
        );
    }
    html.push_str(
        "</main>\n<footer>Licence: MIT or Apache-2.0, as you like; see <a href=\"licenses/license.txt\">licenses</a>. \
         This page is made from the same declarations as modelDescription.xml.</footer>\n</body>\n</html>\n",
    );
    html
}

/// The kind of the ports, if that is a choice.
fn ports(variant: &Variant) -> String {
    variant.port_name().unwrap_or_else(|| "one kind".to_owned())
}

fn kinds(variant: &Variant) -> String {
    let kinds = match variant.kinds() {
        "cs" => " co-simulation",
        "me" => " model exchange",
        _ => ", both kinds",
    };
    format!("FMI {}{kinds}", variant.fmi().name())
}
