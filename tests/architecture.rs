//! Which top-level modules of the crate use which others: never in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each module, those it uses, each with a file that does.
type Uses = BTreeMap<String, BTreeMap<String, PathBuf>>;

/// All Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The identifier that a text begins with.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

/// How long the text is that an opening brace at its start spans.
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

/// The parts of a list in braces, those of inner braces left together.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 1, Vec::new());
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (character == ',' && depth == 1) || (character == '}' && depth == 0) {
            parts.push(list[start..at].trim());
            start = at + 1;
        }
    }
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// A file without its comments and without what is compiled for tests only; the names of modules for
/// tests in files of their own.
fn without_tests(text: &str) -> (String, Vec<String>) {
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

/// The first names of all paths from the crate's root.
fn names_from_the_root(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, found) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c == '_' || c.is_alphanumeric()) {
            continue;
        }
        let rest = &code[at + found.len()..];
        if rest.starts_with('{') {
            names.extend(parts(&rest[..braces(rest)]).into_iter().map(identifier));
        } else {
            names.push(identifier(rest));
        }
    }
    names
}

/// What the root offers under a shorter name, with the module that it comes from.
fn shortcuts(root: &str) -> BTreeMap<&str, &str> {
    let mut shortcuts = BTreeMap::new();
    for line in root.split("pub use ").skip(1) {
        let (path, _) = line.split_once(';').unwrap();
        let (module, names) = path.split_once("::").unwrap();
        let names = if names.starts_with('{') { parts(names) } else { vec![names] };
        shortcuts.extend(names.into_iter().map(|name| (identifier(name), module)));
    }
    shortcuts
}

/// The modules that use each other, read from the sources.
fn uses() -> Uses {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    files.sort();
    let (mut codes, mut of_tests) = (Vec::new(), BTreeSet::new());
    for file in files {
        let (code, modules) = without_tests(&fs::read_to_string(&file).unwrap());
        let named = file.file_stem().unwrap();
        let children = match named.to_str().unwrap() {
            "mod" | "lib" => file.parent().unwrap().to_owned(),
            _ => file.with_extension(""),
        };
        of_tests.extend(modules.into_iter().map(|module| children.join(module)));
        codes.push((file, code));
    }
    let is_test = |file: &Path| {
        let itself = file.with_extension("");
        itself.ancestors().any(|part| of_tests.contains(part))
    };
    let root = codes.iter().find(|(file, _)| *file == folder.join("lib.rs")).unwrap().1.clone();
    let shortcuts = shortcuts(&root);
    let module_of = |file: &Path| {
        let inside = file.strip_prefix(&folder).unwrap().with_extension("");
        inside.iter().next().unwrap().to_str().unwrap().to_owned()
    };
    let modules: BTreeSet<String> = codes.iter().map(|(file, _)| module_of(file)).collect();
    let mut uses = Uses::new();
    for (file, code) in codes.iter().filter(|(file, _)| !is_test(file)) {
        let module = module_of(file);
        for name in names_from_the_root(code) {
            let used = shortcuts.get(name).copied().unwrap_or(name);
            if used == "model_description" || used == module || module == "lib" {
                continue;
            }
            assert!(modules.contains(used), "{}: what is crate::{name}?", file.display());
            let users = uses.entry(module.clone()).or_default();
            users.entry(used.to_owned()).or_insert_with(|| file.clone());
        }
    }
    uses
}

/// A way from the last module of `way` back to one that is on it.
fn cycle(uses: &Uses, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
    let last = way.last()?.clone();
    for next in uses.get(&last).into_iter().flat_map(BTreeMap::keys) {
        if let Some(first) = way.iter().position(|module| module == next) {
            let circle = way[first..].iter().chain([next]).cloned();
            return Some(circle.collect());
        }
        if !done.contains(next) {
            way.push(next.clone());
            let found = cycle(uses, way, done);
            if found.is_some() {
                return found;
            }
            way.pop();
        }
    }
    done.insert(last);
    None
}

#[test]
fn no_module_uses_itself_by_way_of_others() {
    let uses = uses();
    for (module, used) in &uses {
        println!("{module}: {}", used.keys().cloned().collect::<Vec<_>>().join(" "));
    }
    assert!(uses["joints"].contains_key("coupling"), "nothing was read");
    let mut done = BTreeSet::new();
    for module in uses.keys() {
        if let Some(circle) = cycle(&uses, &mut vec![module.clone()], &mut done) {
            let steps = circle.windows(2).map(|pair| {
                format!("{} uses {} in {}", pair[0], pair[1], uses[&pair[0]][&pair[1]].display())
            });
            panic!("a circle:\n{}", steps.collect::<Vec<_>>().join("\n"));
        }
    }
}

#[test]
fn a_module_uses_only_those_that_the_documentation_lists_above_it() {
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let root = root.unwrap();
    let listed: Vec<&str> = root.split("//! - [`").skip(1).map(identifier).collect();
    let place = |module: &str| listed.iter().position(|name| *name == module);
    for (module, used) in uses() {
        for (used, file) in used {
            // Modules that are not public stand beside the list.
            let (Some(place), Some(above)) = (place(&module), place(&used)) else { continue };
            assert!(above < place, "{module} uses {used} in {}", file.display());
        }
    }
    for module in root.split("\npub mod ").skip(1).map(identifier) {
        assert!(place(module).is_some(), "{module} is not listed");
    }
}

#[test]
fn a_running_unit_knows_no_version_of_fmi() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fmi/src/slave"), &mut files);
    assert!(files.len() > 10, "nothing was read");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().map(|line| line.split("//").next().unwrap());
        for (number, code) in (1..).zip(code) {
            assert!(!code.contains("fmi2::"), "{}:{number}: {code}", file.display());
        }
    }
}

#[test]
fn paths_are_found_outside_comments_and_tests_only() {
    let text = "use crate::{Fault, a::{b, c}, d};\n//! crate::e\nfn f() -> crate::g::H { $crate::i }\n\
                #[cfg(test)]\nuse crate::j::{K};\n#[cfg(test)]\nmod tests;\nuse crate::l;\n\
                #[cfg(test)]\nmod more {\n use crate::m; fn n() {}\n}\nuse mycrate::o;\n";
    let (code, modules) = without_tests(text);
    assert_eq!(names_from_the_root(&code), ["Fault", "a", "d", "g", "i", "l"]);
    assert_eq!(modules, ["tests"]);
}

#[test]
fn every_crate_that_is_used_has_its_reason() {
    let read = |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let (manifest, reasons) = (read("Cargo.toml").unwrap(), read("deny.toml").unwrap());
    let dependencies = manifest.split("[workspace.dependencies]").nth(1).unwrap();
    let dependencies = dependencies.split("\n[").next().unwrap();
    let named = dependencies.lines().filter(|line| !line.contains("path = "));
    let names: BTreeSet<_> =
        named.filter_map(|line| Some(line.split_once('=')?.0.trim())).collect();
    let with_reason: BTreeSet<_> = reasons
        .lines()
        .filter_map(|line| Some(line.strip_prefix("# - ")?.split_once(':')?.0))
        .collect();
    assert!(names.len() > 20);
    assert_eq!(names, with_reason, "deny.toml: one line per crate, and none for others");
}
