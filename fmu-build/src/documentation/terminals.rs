//! The frames of a unit as terminals of FMI 3.0: a tool may connect all members of one at once.

use crate::Variant;
use model_description::xml::{Causality, Variable};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Its place inside the FMU.
pub(super) const PLACE: &str = "terminalsAndIcons/terminalsAndIcons.xml";

/// A terminal for each frame that has motions and a load; nothing without such frames. Motions are
/// signals. A load acts on the body and so flows into it, which is FMI's sign at a connection.
pub(super) fn xml(variant: &Variant) -> Option<String> {
    let mut frames: BTreeMap<String, Vec<(String, String, &str)>> = BTreeMap::new();
    for Variable { row, causality, .. } in variant.variables() {
        let (kind, prefix) = match causality {
            Causality::Input => ("signal", "frame_"),
            Causality::Load => ("inflow", "load_"),
            _ => continue,
        };
        let Some((frame, member)) = row.name.split_once('.') else { continue };
        let Some(body) = frame.strip_prefix(prefix) else { continue };
        frames.entry(format!("frame_{body}")).or_default().push((
            row.name.clone(),
            member.to_owned(),
            kind,
        ));
    }
    let is_loaded = |members: &Vec<(String, String, &str)>| {
        ["signal", "inflow"].iter().all(|kind| members.iter().any(|(.., of)| of == kind))
    };
    frames.retain(|_, members| is_loaded(members));
    if frames.is_empty() {
        return None;
    }
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <fmiTerminalsAndIcons fmiVersion=\"3.0\">\n  <Terminals>\n",
    );
    for (frame, members) in frames {
        let _ = writeln!(
            xml,
            "    <Terminal name=\"{frame}\" matchingRule=\"bus\" description=\"A body's motion, and the joint's load on it\">"
        );
        for (variable, member, kind) in members {
            let _ = writeln!(
                xml,
                "      <TerminalMemberVariable variableName=\"{variable}\" memberName=\"{member}\" variableKind=\"{kind}\"/>"
            );
        }
        xml.push_str("    </Terminal>\n");
    }
    xml.push_str("  </Terminals>\n</fmiTerminalsAndIcons>\n");
    Some(xml)
}

#[cfg(test)]
mod tests {
    use super::xml;
    use crate::Variant;
    use crate::schema::terminal_violations;

    #[test]
    fn each_frame_has_its_motions_and_its_load_by_the_schema() {
        let text = xml(&Variant::of("spatial_revolute").unwrap()).unwrap();
        assert_eq!(terminal_violations(&text).unwrap(), Vec::<String>::new());
        assert_eq!(text.matches("<Terminal ").count(), 2);
        for part in [
            r#"variableName="frame_a.x" memberName="x" variableKind="signal""#,
            r#"variableName="load_b.tz" memberName="tz" variableKind="inflow""#,
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert_eq!(xml(&Variant::of("rotational_backlash").unwrap()), None, "it has no frames");
    }
}
