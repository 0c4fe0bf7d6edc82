//! Variables as lines that fit a terminal.

use super::Shown;
use crate::numbered::{self, without_numbers};
use std::fmt::Write;

/// The sections, and the causalities that are in them.
const SECTIONS: [(&str, &str); 6] = [
    ("bodies, joints and constraints", "part"),
    ("inputs", "input"),
    ("outputs", "output"),
    ("parameters", "parameter"),
    ("chosen when built", "local"),
    ("other", ""),
];
/// Text narrower than this goes below its name.
const NARROWEST: usize = 28;

/// The variables by sections and by the first part of their names, no line wider than `width` unless a
/// name is; those that only differ in a number are one line.
pub fn text(variables: &[Shown], width: usize) -> String {
    let mut text = String::new();
    for (title, causality) in SECTIONS {
        let known = |shown: &Shown| SECTIONS.iter().any(|(_, known)| *known == shown.causality);
        let section: Vec<&Shown> = variables
            .iter()
            .filter(|shown| shown.causality == causality || causality.is_empty() && !known(shown))
            .collect();
        if !section.is_empty() {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = writeln!(text, "{title}");
            lines(&mut text, &folded(&section), width);
        }
    }
    text
}

/// Variables that differ in a number only under one name, where the first of them stands.
pub(super) fn folded(section: &[&Shown]) -> Vec<Shown> {
    let names: Vec<_> = section.iter().map(|shown| &*shown.name).collect();
    let alike = |a: usize, b: usize| {
        let kind = |index: usize| (&section[index].unit, without_numbers(&section[index].text));
        kind(a) == kind(b)
    };
    let folds = numbered::folded(&names, alike).into_iter();
    folds.map(|(first, name)| Shown { name, ..section[first].clone() }).collect()
}

fn lines(text: &mut String, section: &[Shown], width: usize) {
    let value = |shown: &Shown| match (&shown.start, &shown.unit) {
        (Some(start), Some(unit)) if unit != "1" => format!("{start} {unit}"),
        (Some(start), _) => start.clone(),
        (None, Some(unit)) => unit.clone(),
        (None, None) => String::new(),
    };
    // A long range stands behind the text.
    let short =
        |shown: &Shown| if shown.range.len() > 20 { "" } else { shown.range.as_str() }.to_owned();
    let widest = |cell: &dyn Fn(&Shown) -> String| {
        section.iter().map(|shown| cell(shown).chars().count()).max().unwrap_or(0)
    };
    let columns = [widest(&|shown| shown.name.clone()), widest(&value), widest(&short)];
    let indent = 2 + columns.iter().sum::<usize>() + 6;
    let words = section.iter().flat_map(|shown| [&shown.text, &shown.range]);
    let longest =
        words.flat_map(|text| text.split_whitespace()).map(|word| word.chars().count() + 2);
    let beside = indent + longest.max().unwrap_or(0).max(NARROWEST) <= width;
    let mut before: Option<&str> = None;
    for shown in section {
        let part = |name: &str| name.split_once('.').map(|(part, _)| part.to_owned());
        if before.is_some_and(|before| part(before) != part(&shown.name)) {
            text.push('\n');
        }
        before = Some(&shown.name);
        let (value, range) = (value(shown), short(shown));
        let [a, b, c] = columns;
        let mut head = format!("  {:a$}  {value:b$}  {range:c$}  ", shown.name);
        if !beside && head.trim_end().chars().count() > width {
            head = format!("  {}  {value}  {range}", shown.name);
        }
        let mut told = shown.text.clone();
        if range.is_empty() && !shown.range.is_empty() {
            let _ = write!(told, " ({})", shown.range);
        }
        let (indent, first) =
            if beside { (indent, head) } else { (6, head.trim_end().to_owned() + "\n") };
        let _ = write!(text, "{first}");
        let room = width.saturating_sub(indent).max(NARROWEST);
        for (number, line) in wrapped(&told, room).iter().enumerate() {
            let indent = if number == 0 && beside { 0 } else { indent };
            let _ = writeln!(text, "{:indent$}{line}", "");
        }
    }
}

/// `text` in lines of at most `room` characters, broken between words.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
