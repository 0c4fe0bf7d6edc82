//! The imports between files and rooms: none in a circle, none upwards; generic layers name no joint.

mod architecture {
    pub mod house;
    pub mod parse;
}

use architecture::house::{House, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The crates whose files are looked at, each by its folder of sources.
const CRATES: [&str; 6] =
    ["src", "model-description/src", "fmi/src", "fmu-build/src", "browser/src", "examples/common"];

#[test]
fn no_file_uses_itself_by_way_of_others() {
    for folder in CRATES {
        let house = House::read(folder);
        assert!(house.uses.len() > 3, "{folder}: nothing was read");
        if let Some(circle) = house.circle() {
            panic!("a circle in {folder}:\n{}", circle.join("\n"));
        }
    }
}

#[test]
fn a_room_uses_only_those_that_the_documentation_lists_above_it() {
    let house = House::read("src");
    let documentation = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let listed: Vec<&str> = documentation
        .split("//! - [`")
        .skip(1)
        .map(|line| line.split('`').next().unwrap())
        .collect();
    let place = |room: &str| listed.iter().position(|name| *name == room);
    let rooms = house.rooms();
    for (room, used) in &rooms {
        for (used, files) in used {
            let (Some(place), Some(above)) = (place(room), place(used)) else {
                panic!("{room} or {used} is not listed");
            };
            assert!(above < place, "{room} uses {used}: {files}\n{}", floors(&rooms).1);
        }
    }
    assert!(rooms["joints"].contains_key("coupling"), "nothing was read");
}

/// Returns the number of floors, and all floors from the top down: a room stands above all that it uses.
fn floors(rooms: &BTreeMap<String, BTreeMap<String, String>>) -> (usize, String) {
    let mut floors: BTreeMap<&str, usize> = rooms.keys().map(|room| (&**room, 1)).collect();
    // As many rounds as rooms lift each room above those that it uses; with a circle they end, too.
    for _ in rooms {
        for (room, used) in rooms {
            let below = used.keys().filter_map(|used| floors.get(&**used)).max();
            let own = below.map_or(1, |below| below + 1);
            floors.insert(room, own);
        }
    }
    let mut listed: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    floors.iter().for_each(|(room, floor)| listed.entry(*floor).or_default().push(room));
    let lines = listed.iter().rev().map(|(floor, rooms)| format!("{floor:2} {}", rooms.join(" ")));
    (listed.len(), lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_house_has_at_most_eleven_floors() {
    let rooms = House::read("src").rooms();
    let (count, listed) = floors(&rooms);
    println!("{listed}");
    assert!(count <= 11, "{count} floors:\n{listed}");
}

#[test]
fn the_running_unit_knows_no_version_of_fmi() {
    let rooms = House::read("fmi/src").rooms();
    let used: Vec<_> = rooms["slave"].values().collect();
    assert!(used.is_empty(), "{used:?}");
    assert!(rooms["fmi2"].contains_key("slave"), "nothing was read");
}

#[test]
fn a_file_has_at_most_350_lines_or_says_in_its_first_why_it_has_more() {
    for folder in CRATES {
        for file in House::read(folder).codes.keys() {
            let text = fs::read_to_string(root().join(folder).join(file)).unwrap();
            let (lines, first) = (text.lines().count(), text.lines().next().unwrap_or_default());
            let short = lines <= 350 || first.contains(" because ");
            assert!(short, "{folder}/{}: {lines} lines", file.display());
            assert!(first.starts_with("//!"), "{folder}/{}: {first}", file.display());
        }
    }
}

/// Layers that serve every joint: no file of them may name one of its variables, or a joint. The texts of
/// faults, in `src/base/fault.rs`, give advice; they may.
const GENERIC: [&str; 5] =
    ["src/model", "src/block", "src/base/numerics", "fmi/src", "model-description/src"];

#[test]
fn generic_layers_name_no_joint_and_no_variable() {
    let mut words: BTreeSet<String> =
        spiel::catalogue::ALL.iter().map(|kind| kind.name.to_owned()).collect();
    for kind in spiel::catalogue::ALL {
        let variables = (kind.open)(&spiel::model::Build::default()).unwrap().variables;
        let rows = [variables.inputs, variables.loads, variables.report, variables.parameters];
        // `contact.` is the beginning of names; `contact` alone is a word.
        let beginnings = rows.iter().flatten().filter_map(|row| row.name.split_once('.'));
        words.extend(beginnings.map(|(beginning, _)| format!("{beginning}.")));
    }
    assert!(words.len() > 20);
    let mut seen = 0;
    for folder in GENERIC {
        for (file, code) in House::read(folder).codes {
            for text in architecture::parse::strings(&code) {
                seen += 1;
                let named = words.iter().find(|word| {
                    text.match_indices(word.as_str()).any(|(at, _)| {
                        !text[..at].ends_with(|c: char| c.is_alphanumeric() || "_./".contains(c))
                    })
                });
                assert_eq!(named, None, "{}: {text:?}", file.display());
            }
        }
    }
    assert!(seen > 100, "{seen} texts");
}

#[test]
fn every_crate_that_is_used_has_its_reason() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (manifest, reasons) = (read("Cargo.toml"), read("deny.toml"));
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
