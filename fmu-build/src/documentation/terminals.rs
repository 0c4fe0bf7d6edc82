//! The frames of a unit as terminals of FMI 3.0: a tool may connect all members of one at once.

use crate::Variant;
use model_description::xml::{Causality, Variable};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The members of a frame's terminal.
#[derive(Default)]
struct Frame {
    /// Names of variables, and of members.
    members: Vec<[String; 2]>,
    moves: bool,
    is_loaded: bool,
}

/// A terminal for each frame that has motions and a load; nothing without such frames. All members are signals: FMI's
/// sign of a flow, positive into the unit, is not that of a load on a body, and does not cover forces in space.
pub(super) fn xml(variant: &Variant) -> Option<String> {
    let mut frames: BTreeMap<String, Frame> = BTreeMap::new();
    for Variable { row, causality, .. } in variant.variables() {
        let Some((whole, member)) = row.name.split_once('.') else { continue };
        let motion = whole.strip_prefix("frame_").filter(|_| causality == Causality::Input);
        let load = whole.strip_prefix("load_").filter(|_| causality == Causality::Load);
        let Some(body) = motion.or(load) else { continue };
        let frame = frames.entry(format!("frame_{body}")).or_default();
        frame.moves |= motion.is_some();
        frame.is_loaded |= load.is_some();
        frame.members.push([row.name.clone(), member.to_owned()]);
    }
    frames.retain(|_, frame| frame.moves && frame.is_loaded);
    if frames.is_empty() {
        return None;
    }
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <fmiTerminalsAndIcons fmiVersion=\"3.0\">\n  <Terminals>\n",
    );
    for (frame, Frame { members, .. }) in frames {
        let _ = writeln!(
            xml,
            "    <Terminal name=\"{frame}\" matchingRule=\"bus\" description=\"A body's motion, and the joint's load on it\">"
        );
        for [variable, member] in members {
            let _ = writeln!(
                xml,
                "      <TerminalMemberVariable variableName=\"{variable}\" memberName=\"{member}\" variableKind=\"signal\"/>"
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
            r#"variableName="load_b.tz" memberName="tz" variableKind="signal""#,
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert_eq!(xml(&Variant::of("rotational_backlash").unwrap()), None, "it has no frames");
    }
}
