//! The files of a crate and the imports between them.

use super::parse::{Paths, paths, without_tests};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// For each file, those it uses, each with the path by which it does.
type Uses = BTreeMap<PathBuf, BTreeMap<PathBuf, String>>;

/// A crate's files without tests.
pub struct House {
    pub codes: BTreeMap<PathBuf, String>,
    pub uses: Uses,
}

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

/// The path of a file's module, and of the folder that its children are in.
fn module_of(file: &Path) -> Vec<String> {
    let mut parts: Vec<String> =
        file.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

impl House {
    /// Reads the files of a folder of the workspace.
    pub fn read(folder: &str) -> Self {
        let folder = root().join(folder);
        let (mut files, mut of_tests) = (Vec::new(), BTreeSet::new());
        sources(&folder, &mut files);
        let mut codes = BTreeMap::new();
        for file in files {
            let (code, modules) = without_tests(&fs::read_to_string(&file).unwrap());
            let file = file.strip_prefix(&folder).unwrap().to_owned();
            let module = module_of(&file);
            of_tests.extend(modules.into_iter().map(|name| [&module[..], &[name]].concat()));
            codes.insert(file, code);
        }
        codes.retain(|file, _| {
            let module = module_of(file);
            !(0..=module.len()).any(|end| of_tests.contains(&module[..end]))
        });
        let mut house = Self { codes, uses: Uses::new() };
        house.uses = house.find_uses();
        house
    }

    fn find_uses(&self) -> Uses {
        let mut modules: BTreeMap<Vec<String>, &Path> = BTreeMap::new();
        // The library before the program that stands in the same folder.
        for file in self.codes.keys().rev() {
            modules.insert(module_of(file), file);
        }
        let paths: BTreeMap<&Path, Paths> =
            self.codes.iter().map(|(file, code)| (&**file, paths(code))).collect();
        let mut uses = Uses::new();
        for (file, found) in &paths {
            let module = module_of(file);
            let own = uses.entry(file.to_path_buf()).or_default();
            for path in &found.imported {
                let Some(absolute) = absolute(path, &module, &modules) else { continue };
                // A part of a module may use the definitions of the whole.
                if let Some(used) = resolve(&absolute, &modules, &paths, 0)
                    && !module.starts_with(&module_of(used))
                {
                    own.entry(used.to_owned()).or_insert_with(|| path.join("::"));
                }
            }
        }
        uses
    }

    /// A way from a file back to itself, step by step.
    pub fn circle(&self) -> Option<Vec<String>> {
        let mut done = BTreeSet::new();
        let way = self.uses.keys().find_map(|file| self.way_back(&mut vec![file], &mut done))?;
        let step = |pair: &[&Path]| {
            let path = &self.uses[pair[0]][pair[1]];
            format!("{} uses {} as {path}", pair[0].display(), pair[1].display())
        };
        Some(way.windows(2).map(step).collect())
    }

    fn way_back<'a>(
        &'a self,
        way: &mut Vec<&'a Path>,
        done: &mut BTreeSet<&'a Path>,
    ) -> Option<Vec<&'a Path>> {
        let last = *way.last()?;
        for next in self.uses.get(last).into_iter().flat_map(BTreeMap::keys) {
            if let Some(first) = way.iter().position(|file| file == next) {
                return Some(way[first..].iter().copied().chain([&**next]).collect());
            }
            if !done.contains(&**next) {
                way.push(next);
                let found = self.way_back(way, done);
                if found.is_some() {
                    return found;
                }
                way.pop();
            }
        }
        done.insert(last);
        None
    }

    /// For each room, a folder or a file beside `lib.rs`, those it uses, each with files that do.
    pub fn rooms(&self) -> BTreeMap<String, BTreeMap<String, String>> {
        let room = |file: &Path| module_of(file).first().cloned();
        let mut rooms: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (file, used) in &self.uses {
            let Some(own) = room(file) else { continue };
            let all = rooms.entry(own.clone()).or_default();
            for used in used.keys() {
                // The face of the crate hands on what stands elsewhere; it is no room.
                let Some(other) = room(used).filter(|other| *other != own) else { continue };
                let text = format!("{} uses {}", file.display(), used.display());
                all.entry(other).or_insert(text);
            }
        }
        rooms
    }
}

/// The path from the crate's root; none if it leads to another crate.
fn absolute(
    path: &[String],
    module: &[String],
    modules: &BTreeMap<Vec<String>, &Path>,
) -> Option<Vec<String>> {
    match path[0].as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let base = &module[..module.len().checked_sub(ups)?];
            Some([base, &path[ups..]].concat())
        }
        _ => {
            let inside = [module, &path[..1]].concat();
            modules.contains_key(&inside).then(|| [module, path].concat())
        }
    }
}

/// The file that defines the thing at a path, by way of the files that hand it on.
fn resolve<'a>(
    path: &[String],
    modules: &BTreeMap<Vec<String>, &'a Path>,
    paths: &BTreeMap<&Path, Paths>,
    depth: usize,
) -> Option<&'a Path> {
    let end = (0..=path.len()).rev().find(|end| modules.contains_key(&path[..*end]))?;
    let (module, rest) = path.split_at(end);
    let file = modules[module];
    let Some(name) = rest.first().filter(|_| depth < 8) else { return Some(file) };
    let handed = paths.get(file).into_iter().flat_map(|paths| &paths.handed_on);
    for way in handed {
        if way.last() == Some(name)
            && let Some(absolute) = absolute(way, module, modules)
        {
            return resolve(&absolute, modules, paths, depth + 1);
        }
    }
    Some(file)
}
