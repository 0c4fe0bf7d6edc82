//! Text as HTML that is also well-formed XML.

/// Text with the characters that mean something in markup escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            _ => result.push(character),
        }
    }
    result
}

/// A text with `code` in backticks and sources that have a doi.
pub(super) fn text(text: &str) -> String {
    let mut result = String::new();
    for (index, part) in text.split('`').enumerate() {
        let part = escaped(part);
        if index % 2 == 1 {
            result += &format!("<code>{part}</code>");
        } else {
            result += &linked(&indexed(&part));
        }
    }
    result
}

/// `R_B` with its index lowered: a single letter, with a dot above it or without, an underscore, up to
/// three letters or digits.
fn indexed(text: &str) -> String {
    let mut result = String::new();
    let characters: Vec<char> = text.chars().collect();
    let is_dot = |at: usize| characters.get(at) == Some(&'\u{307}');
    let is_word = |at: usize| characters.get(at).is_some_and(|c| c.is_alphanumeric());
    let mut at = 0;
    while at < characters.len() {
        // The letter under a dot.
        let from = if is_dot(at) && at > 0 { at - 1 } else { at };
        let alone =
            from == 0 || !(characters[from - 1].is_alphabetic() || characters[from - 1] == '_');
        let end = (at + 2..).find(|&end| !is_word(end)).unwrap_or(at);
        let short = end > at + 2 && end <= at + 5 && characters.get(end) != Some(&'_');
        if alone && is_word(from) && characters.get(at + 1) == Some(&'_') && short {
            let index: String = characters[at + 2..end].iter().collect();
            result += &format!("{}<sub>{index}</sub>", characters[at]);
            at = end;
        } else {
            result.push(characters[at]);
            at += 1;
        }
    }
    result
}

/// Every `doi 10.…` as a link.
fn linked(text: &str) -> String {
    let (mut result, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("doi 10.") {
        let name = &rest[at + 4..];
        let end = name.find([',', ';', ' ']).unwrap_or(name.len());
        let name = name[..end].trim_end_matches('.');
        result += &rest[..at];
        result += &format!("<a href=\"https://doi.org/{name}\">doi {name}</a>");
        rest = &rest[at + 4 + name.len()..];
    }
    result + rest
}

/// Every equation of the pages: a line of TeX, then a line of MathML. A test converts them, so that those who build an
/// FMU need no converter.
const EQUATIONS: &str = include_str!("equations.txt");

/// Returns an equation on a line of its own; one that is not among those converted stays TeX.
pub(super) fn display(tex: &str) -> String {
    let mut lines = EQUATIONS.lines();
    while let (Some(known), Some(converted)) = (lines.next(), lines.next()) {
        if known == tex {
            return converted.to_owned();
        }
    }
    format!("<code>{}</code>", escaped(tex))
}

/// The target of links to a heading.
pub(super) fn anchor(heading: &str) -> String {
    heading.to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documentation::about::About;
    use crate::documentation::joints::{ALL, GROUP};
    use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
    use std::collections::BTreeSet;

    fn pages() -> impl Iterator<Item = &'static About> {
        ALL.iter().copied().chain([GROUP])
    }

    /// Returns the text of the file of converted equations.
    fn converted() -> String {
        let config = MathCoreConfig { xml_namespace: true, ..MathCoreConfig::default() };
        let converter = LatexToMathML::new(config).unwrap();
        let all = pages().flat_map(|about| about.equations).flat_map(|(_, list)| *list);
        let all: BTreeSet<&str> = all.map(|equation| equation.tex).collect();
        let pair = |tex: &str| {
            let turned = converter.convert_with_local_counter(tex, MathDisplay::Block);
            let turned = turned.unwrap_or_else(|error| panic!("{tex}: {error}"));
            assert!(!tex.contains('\n') && !turned.contains('\n'), "{tex}");
            format!("{tex}\n{turned}\n")
        };
        all.into_iter().map(pair).collect()
    }

    #[test]
    fn every_equation_becomes_mathematics() {
        let converted = converted();
        if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/documentation/equations.txt");
            return std::fs::write(file, converted).unwrap();
        }
        assert!(
            EQUATIONS == converted,
            "equations.txt is not current: INSTA_UPDATE=always makes it so"
        );
        for about in pages() {
            for equation in about.equations.iter().flat_map(|(_, equations)| *equations) {
                let turned = display(equation.tex);
                assert!(turned.starts_with("<math"), "{}: {}", about.name, equation.tex);
            }
        }
    }

    #[test]
    fn sources_become_links_and_names_code() {
        let said = text("as `a<b` has it, doi 10.1/x-2, eq. 3");
        let link = "<a href=\"https://doi.org/10.1/x-2\">doi 10.1/x-2</a>";
        assert_eq!(said, format!("as <code>a&lt;b</code> has it, {link}, eq. 3"));
        let said = text("x_s = 4σ_a/R_max, δ̇_k, hunt_crossley");
        let expected =
            "x<sub>s</sub> = 4σ<sub>a</sub>/R<sub>max</sub>, δ̇<sub>k</sub>, hunt_crossley";
        assert_eq!(said, expected);
    }
}
