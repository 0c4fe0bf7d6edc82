//! The parts of a page about a group that depend on whether it is in the plane or in space.

use super::{group, group_in_space};
use crate::Variant;
use crate::documentation::about::Moved;
use crate::documentation::markup::{escaped, text};
use crate::group::GroupPlan;
use crate::numbered::{folded, without_numbers};
use std::fmt::Write;

/// Number of parts above which those that are alike are listed together.
const MANY: usize = 60;

/// Returns the texts about the group of `variant`, if it moves its bodies itself.
pub(in crate::documentation) fn moved(variant: &Variant) -> Option<&'static Moved> {
    let plan = variant.group().filter(|plan| plan.integrates())?;
    Some(match plan {
        GroupPlan::Planar(_) => &group::MOVED_TEXTS,
        GroupPlan::InSpace(_) => &group_in_space::MOVED_TEXTS,
    })
}

/// Returns the parts of the group of `variant`: each part's name and its description; none for a single joint.
pub(crate) fn parts(variant: &Variant) -> Vec<(&str, String)> {
    match variant.group() {
        Some(GroupPlan::Planar(plan)) => group::parts(plan),
        Some(GroupPlan::InSpace(plan)) => group_in_space::parts(plan),
        None => Vec::new(),
    }
}

/// Returns true if `variant` has parts that the equations under a heading of its page are about.
pub(in crate::documentation) fn has(variant: &Variant, heading: &str) -> bool {
    match variant.group() {
        Some(GroupPlan::Planar(plan)) => group::has(plan, heading),
        Some(GroupPlan::InSpace(plan)) => group_in_space::has(plan, heading),
        None => true,
    }
}

/// The parts of a group as a table.
pub(in crate::documentation) fn table(parts: &[(&str, String)]) -> String {
    let mut html =
        String::from("<table>\n<thead><tr><th>part</th><th>what</th></tr></thead>\n<tbody>\n");
    let mut row = |name: &str, what: &str| {
        let (name, what) = (escaped(name), text(what));
        let _ = writeln!(html, "<tr><td><code>{name}</code></td><td>{what}</td></tr>");
    };
    if parts.len() > MANY {
        let names: Vec<_> = parts.iter().map(|(name, _)| *name).collect();
        let texts: Vec<_> = parts.iter().map(|(_, what)| what.replace('`', "")).collect();
        let alike = |a: usize, b: usize| without_numbers(&texts[a]) == without_numbers(&texts[b]);
        folded(&names, alike).iter().for_each(|(first, name)| row(name, &texts[*first]));
    } else {
        parts.iter().for_each(|(name, what)| row(name, what));
    }
    html + "</tbody>\n</table>\n"
}
