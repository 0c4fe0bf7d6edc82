//! The little of Rust's grammar that imports need.

use std::collections::BTreeSet;

/// The identifier that a text begins with.
pub fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

/// The length of the text that an opening brace at its start spans.
fn braces(text: &str) -> usize {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// A file without its comments and without what is compiled for tests only; the names of modules for
/// tests in files of their own.
pub fn without_tests(text: &str) -> (String, Vec<String>) {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
    let code = code.join("\n");
    let (mut kept, mut modules) = (String::new(), Vec::new());
    let mut rest = code.as_str();
    while let Some((before, after)) = rest.split_once("#[cfg(test)]") {
        kept.push_str(before);
        let end = after.find([';', '{']).unwrap();
        match after[..end].trim_start().strip_prefix("mod ") {
            Some(name) if after[end..].starts_with(';') => modules.push(name.trim().to_owned()),
            _ => {}
        }
        rest = &after[end + braces(&after[end..])..];
    }
    kept.push_str(rest);
    (kept, modules)
}

/// The paths of a tree of imports, `a::{b, c::d}`, without new names.
fn leaves(tree: &str, before: &[String], found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (path, list) = match tree.split_once('{') {
        Some((path, list)) => (path, Some(&list[..list.rfind('}').unwrap_or(list.len())])),
        None => (tree.split(" as ").next().unwrap(), None),
    };
    let mut whole = before.to_vec();
    whole.extend(
        path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()),
    );
    let Some(list) = list else {
        return found.push(whole);
    };
    let (mut depth, mut start) = (0, 0);
    for (at, character) in list.char_indices().chain([(list.len(), ',')]) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !list[start..at].trim().is_empty() {
                    leaves(&list[start..at], &whole, found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The paths that a file imports or names in its code, and those that it hands on.
#[derive(Debug, Default)]
pub struct Paths {
    pub imported: Vec<Vec<String>>,
    pub handed_on: Vec<Vec<String>>,
}

/// Reads the paths of code without comments.
pub fn paths(code: &str) -> Paths {
    let mut paths = Paths::default();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let begin = statement.rfind("use ").filter(|at| {
            let before = statement[..*at].trim_end_matches(' ');
            before.is_empty() || before.ends_with(['\n', '{', '}', ')']) || before.ends_with("pub")
        });
        match begin {
            Some(at) if statement.ends_with(';') => {
                rest.push_str(&statement[..at]);
                let line = statement[..at].rsplit('\n').next().unwrap().trim_start();
                let tree = &statement[at + 4..statement.len() - 1];
                let found = if line.starts_with("pub") {
                    &mut paths.handed_on
                } else {
                    &mut paths.imported
                };
                leaves(tree, &[], found);
            }
            _ => rest.push_str(statement),
        }
    }
    // Paths in the code: `crate::a::b`, `super::a`, `child::b`.
    let mut seen = BTreeSet::new();
    let mut at = 0;
    while let Some(found) = rest[at..].find(|c: char| c == '_' || c.is_alphabetic()) {
        let start = at + found;
        let mut parts = vec![identifier(&rest[start..]).to_owned()];
        let mut end = start + parts[0].len();
        while let Some(next) = rest[end..].strip_prefix("::") {
            let part = identifier(next);
            if part.is_empty() {
                break;
            }
            end += 2 + part.len();
            parts.push(part.to_owned());
        }
        let is_inside =
            rest[..start].ends_with([':', '$', '.']) || rest[..start].ends_with(char::is_numeric);
        if parts.len() > 1 && !is_inside {
            seen.insert(parts);
        }
        at = end;
    }
    paths.imported.extend(seen);
    paths
}

/// The texts in quotes of code without comments.
pub fn strings(code: &str) -> Vec<String> {
    let (mut found, mut text) = (Vec::new(), None::<String>);
    let mut characters = code.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, &mut text) {
            ('\\', Some(text)) => text.extend(characters.next()),
            ('"', Some(_)) => found.extend(text.take()),
            (character, Some(text)) => text.push(character),
            ('\'', None) if characters.peek() == Some(&'"') => _ = characters.next(),
            ('"', None) => text = Some(String::new()),
            _ => {}
        }
    }
    found
}

#[test]
fn paths_are_found_outside_comments_and_tests_only() {
    let text = "use crate::{Fault, a::{b, c}, d};\n//! crate::e\nfn f() -> crate::g::H { super::i() }\n\
                #[cfg(test)]\nuse crate::j::{K};\n#[cfg(test)]\nmod tests;\npub use l::{M, n::O};\n\
                #[cfg(test)]\nmod more {\n use crate::m; fn n() {}\n}\nuse mycrate::o as p;\n";
    let (code, modules) = without_tests(text);
    let Paths { imported, handed_on } = paths(&code);
    let joined =
        |paths: Vec<Vec<String>>| paths.into_iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(
        joined(imported),
        [
            "crate::Fault",
            "crate::a::b",
            "crate::a::c",
            "crate::d",
            "mycrate::o",
            "crate::g::H",
            "super::i"
        ]
    );
    assert_eq!(joined(handed_on), ["l::M", "l::n::O"]);
    assert_eq!(modules, ["tests"]);
    assert_eq!(strings(r#"f("a", '"', "b\"c")"#), ["a", "b\"c"]);
}
