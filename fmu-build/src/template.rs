//! Files to begin with: a joint's parameters, a group.

use crate::describe::{Shown, of_variant};
use crate::{Error, Variant};
use std::fmt::Write;

/// A group of two joints in the plane, with the meaning of every line.
pub const GROUP: &str = include_str!("template_group.toml");

/// A group of two joints in space, with the meaning of every line.
pub const GROUP_IN_SPACE: &str = include_str!("template_space.toml");

/// The parameters of `joint` as TOML for `build --parameters`: all of them commented out, with meaning,
/// unit, range and default.
pub fn parameters(joint: &str) -> Result<String, Error> {
    let all = of_variant(&Variant::of(joint)?);
    let mut text = format!(
        "# Start values of a {joint}. Remove the # before a value to change it; the others stay as they\n\
         # are. Values are in SI units, or carry one: clearance = \"0.1 mm\".\n\
         #\n#     spiel-joints build {joint} --parameters THIS.toml\n"
    );
    let mut table = None;
    for Shown { name, unit, start, range, text: meaning, causality } in &all {
        let (Some((part, key)), Some(start), "parameter") =
            (name.split_once('.'), start, causality.as_str())
        else {
            continue;
        };
        if table != Some(part) {
            let _ = writeln!(text, "\n[{part}]");
            table = Some(part);
        }
        let unit = unit.as_ref().filter(|unit| *unit != "1");
        let unit = unit.map(|unit| format!(" [{unit}]")).unwrap_or_default();
        let quoted = !matches!(start.as_str(), "true" | "false") && start.parse::<f64>().is_err();
        let value = if quoted { format!("{start:?}") } else { start.clone() };
        let _ = writeln!(text, "# {meaning} ({range}){unit}\n# {key} = {value}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_that_is_uncommented_is_what_the_joint_has_anyway() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.toml");
        for joint in spiel::catalogue::ALL {
            let text = parameters(joint.name).unwrap();
            let own = Variant::of(joint.name).unwrap();
            // As it is printed, and with every value in use.
            let is_value =
                |line: &str| line.starts_with("# ") && line[2..].split(' ').nth(1) == Some("=");
            let line =
                |line: &str| if is_value(line) { line[2..].to_owned() } else { line.to_owned() };
            let used: Vec<_> = text.lines().map(line).collect();
            for text in [text.clone(), used.join("\n")] {
                std::fs::write(&path, &text).unwrap();
                let mut variant = own.clone();
                variant.set_from_file(&path).unwrap();
                for (name, value) in variant.changed() {
                    assert_eq!(own.start(name), variant.start(name), "{name} {value}");
                }
            }
        }
    }

    #[test]
    fn the_groups_build() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("machine.toml");
        for (text, group) in [("GROUP", GROUP), ("GROUP_IN_SPACE", GROUP_IN_SPACE)] {
            std::fs::write(&path, group).unwrap();
            let choices = crate::Choices { group: Some(path.clone()), ..Default::default() };
            let built = Variant::with("group", &choices).and_then(|variant| variant.check());
            built.unwrap_or_else(|why| panic!("{text}: {why}"));
        }
    }

    #[test]
    fn every_line_of_a_group_that_is_commented_out_is_valid_in_it() {
        // Behind the first entry; other lines than these belong into a body or before all of them.
        let is_code = |line: &&str| {
            let line = line.strip_prefix("# ").unwrap_or("");
            line.starts_with("[[") || line.split(' ').nth(1) == Some("=")
        };
        let elsewhere =
            ["integrate", "gravity", "start", "cells", "profile", "type", "length", "torque"];
        for (group, handle) in [
            (GROUP, ""),
            (
                GROUP_IN_SPACE,
                "[[body]]\nname = \"handle\"\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\n",
            ),
        ] {
            let lines = group.lines().skip_while(|line| !line.starts_with("# [["));
            let lines = lines.filter(is_code).map(|line| &line[2..]);
            let lines = lines.filter(|line| !elsewhere.iter().any(|own| line.starts_with(own)));
            let lines: Vec<_> = lines.collect();
            assert!(lines.len() > 30, "{lines:?}");
            let plan = format!("integrate = true\n{group}\n{handle}{}\n", lines.join("\n"));
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("machine.toml");
            std::fs::write(&path, &plan).unwrap();
            if let Err(why) = crate::group::read(&path, true, &mut Vec::new()) {
                panic!("{why}\n{plan}");
            }
        }
    }
}
