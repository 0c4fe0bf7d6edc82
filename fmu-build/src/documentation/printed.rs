//! Drawings for readers without style sheets, as word processors are: rules of the style as attributes of the elements.

use super::style::PARTS;
use std::fmt::Write;

/// A rule of the style for elements inside a drawing: the name of the element, if it matters, its classes, and the attributes.
struct Rule<'a> {
    element: &'a str,
    classes: Vec<&'a str>,
    attributes: Vec<(&'a str, String)>,
}

/// Returns a drawing whose elements have the attributes that the style gives them on a light page. Where there is a style,
/// it stands above them.
pub(super) fn with_attributes(drawing: &str) -> String {
    let rules = rules();
    let mut printed = String::with_capacity(2 * drawing.len());
    let mut rest = drawing;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        let Some(end) = tag.find('>') else { break };
        printed.push_str(before);
        let (tag, after) = tag.split_at(end);
        let (open, closes) = tag.strip_suffix('/').map_or((tag, ""), |open| (open, "/"));
        printed.push_str(open);
        for (name, value) in attributes(&rules, open) {
            let _ = write!(printed, " {name}=\"{value}\"");
        }
        printed.push_str(closes);
        rest = after;
    }
    printed.push_str(rest);
    printed
}

/// Returns the attributes that an element has by the rules and does not have yet; of two of one name the later one.
fn attributes<'a>(rules: &'a [Rule], tag: &str) -> Vec<(&'a str, &'a str)> {
    let element = tag[1..].split_whitespace().next().unwrap_or_default();
    let classes: Vec<_> = value(tag, "class").unwrap_or_default().split(' ').collect();
    let own = value(tag, "style").unwrap_or_default();
    let mut found: Vec<(&str, &str)> = Vec::new();
    for rule in rules {
        let fits = rule.element.is_empty() || rule.element == element;
        if !fits || !rule.classes.iter().all(|class| classes.contains(class)) {
            continue;
        }
        for (name, by) in &rule.attributes {
            if value(tag, name).is_none() && !own.contains(&format!("{name}:")) {
                found.retain(|(known, _)| known != name);
                found.push((name, by));
            }
        }
    }
    found
}

/// Returns the value of an attribute in a tag.
fn value<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = tag.split_once(&format!(" {name}=\""))?;
    after.split_once('"').map(|(value, _)| value)
}

/// Returns the rules of the style for drawings, in its order. Each stands on a line of its own.
fn rules() -> Vec<Rule<'static>> {
    let colours = PARTS.lines().find_map(|line| line.strip_prefix(":root {")).unwrap_or_default();
    let colours: Vec<_> = declarations(colours).collect();
    let mut rules = Vec::new();
    for (selectors, body) in PARTS.lines().filter_map(|line| line.split_once('{')) {
        // The page's colour behind letters would stand before them where this is not known.
        if body.contains("paint-order") {
            continue;
        }
        let attributes = declarations(body).filter(|(name, _)| !LAYOUT.contains(name));
        let attributes: Vec<_> =
            attributes.map(|(name, value)| (name, plain(value, &colours))).collect();
        for selector in selectors.split(',') {
            let Some(inside) = selector.trim().strip_prefix("svg.drawing") else { continue };
            // Of the drawing itself, or of elements in it.
            let inside = if inside.is_empty() { "svg" } else { inside.trim() };
            let mut parts = inside.split('.');
            let element = parts.next().unwrap_or_default();
            rules.push(Rule { element, classes: parts.collect(), attributes: attributes.clone() });
        }
    }
    rules
}

/// Properties that place a drawing in a page.
const LAYOUT: [&str; 3] = ["width", "max-width", "height"];

/// Returns the declarations of a rule: properties and values.
fn declarations(body: &str) -> impl Iterator<Item = (&str, &str)> {
    let body = body.split('}').next().unwrap_or_default();
    body.split(';')
        .filter_map(|one| one.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()))
}

/// Returns a value without variables and units, as attributes of SVG have it.
fn plain(value: &str, colours: &[(&str, &str)]) -> String {
    let named = |name: &str| colours.iter().find(|(known, _)| *known == name).map(|(_, by)| *by);
    match value.strip_prefix("var(").and_then(|rest| rest.split([',', ')']).next()) {
        Some(name) => named(name).unwrap_or("#ffffff").to_owned(),
        None if value == "currentColor" => "#000000".to_owned(),
        None => value.strip_suffix("px").unwrap_or(value).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::joints;
    use super::*;

    #[test]
    fn elements_get_what_the_style_gives_them_once() {
        let drawn = with_attributes(
            "<svg class=\"drawing\"><path class=\"axis thin\" fill=\"none\" d=\"M0 0\"/><text class=\"force\">F</text>\
             <path class=\"bar a\" style=\"stroke-width:9\" d=\"M0 0\"/></svg>",
        );
        assert!(drawn.starts_with("<svg class=\"drawing\" font-size=\"14\""), "{drawn}");
        let thin = "d=\"M0 0\" stroke=\"#000000\" stroke-width=\"0.7\" stroke-dasharray=\"3 3\"/>";
        assert!(drawn.contains(thin), "{drawn}");
        assert!(drawn.contains("fill=\"#c4600c\">F</text>"), "{drawn}");
        let bar = drawn.split("bar a").nth(1).unwrap();
        assert!(bar.contains("stroke=\"#b9c3ce\"") && bar.contains("fill=\"none\""), "{bar}");
        assert!(!bar.contains("stroke-width=") && drawn.matches("fill=\"none\"").count() == 2);
        assert!(drawn.ends_with("/></svg>"));
    }

    #[test]
    fn every_class_of_every_drawing_has_attributes() {
        let known: Vec<_> = rules().into_iter().flat_map(|rule| rule.classes).collect();
        for about in joints::ALL.iter().chain([&joints::GROUP, &joints::GROUP_IN_SPACE]) {
            let classes = about.drawing.split("class=\"").skip(1);
            let classes = classes.filter_map(|rest| rest.split('"').next());
            for class in classes.flat_map(|all| all.split(' ')).filter(|it| *it != "drawing") {
                assert!(known.contains(&class), "{}: {class}", about.drawing);
            }
        }
    }
}
