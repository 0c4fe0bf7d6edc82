//! Variables that belong to one connection, as FMI 3's terminals, which FMI 2.0 may carry too.

use super::about::{About, Terminal};
use super::markup::escaped;
use crate::Variant;
use model_description::xml::shown;
use spiel::joints::ports::PortKind;
use std::fmt::Write;

/// A dot.
pub(super) const PICTURE: &[u8] = include_bytes!("drawings/terminal.png");

/// Where a terminal's dot ends, from its middle, on an icon 100 wide.
const HALF_DOT: i32 = 6;

/// The members of `terminal`: name of the variable, name inside the terminal.
pub(super) fn members(variant: &Variant, terminal: &Terminal) -> Vec<(String, String)> {
    let beginnings = match variant.ports() {
        PortKind::World => terminal.world,
        PortKind::Relative => terminal.relative,
    };
    let member = |name: &str| {
        let begins = beginnings.iter().find(|begin| name.starts_with(**begin))?;
        // In world axes parts of frames and loads have names of their own; a relative motion's do
        // not.
        let of_frames = variant.ports() == PortKind::World || *begins == "reaction.";
        let inside = if of_frames { &name[begins.len()..] } else { name };
        Some((name.to_owned(), inside.to_owned()))
    };
    let variables = shown(variant.variables());
    variables.iter().filter_map(|variable| member(&variable.row.name)).collect()
}

/// `terminalsAndIcons.xml`. Terminals with both frame and load of a body fit each other: a joint's
/// and those of `slider_crank`.
pub(super) fn xml(variant: &Variant, about: &About) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n  \
         <GraphicalRepresentation>\n    <CoordinateSystem x1=\"0\" y1=\"0\" x2=\"100\" y2=\"100\" \
         suggestedScalingFactorTo_mm=\"0.2\"/>\n    <Icon x1=\"0\" y1=\"0\" x2=\"100\" y2=\"100\"/>\n  \
         </GraphicalRepresentation>\n  <Terminals>\n",
    );
    let kind = match variant.ports() {
        PortKind::World => "spiel.planar-frame-and-load",
        PortKind::Relative => "spiel.relative-motion-and-load",
    };
    for terminal in about.terminals {
        let _ = writeln!(
            xml,
            "    <Terminal name=\"{}\" matchingRule=\"plug\" terminalKind=\"{kind}\" description=\"{}\">",
            terminal.name,
            escaped(terminal.about)
        );
        for (variable, member) in members(variant, terminal) {
            let _ = writeln!(
                xml,
                "      <TerminalMemberVariable variableName=\"{variable}\" memberName=\"{member}\" variableKind=\"signal\"/>"
            );
        }
        let (x, y) = terminal.place;
        let _ = writeln!(
            xml,
            "      <TerminalGraphicalRepresentation defaultConnectionColor=\"47 125 192\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" iconBaseName=\"terminal\"/>\n    </Terminal>",
            x - HALF_DOT,
            y - HALF_DOT,
            x + HALF_DOT,
            y + HALF_DOT
        );
    }
    xml.push_str("  </Terminals>\n</fmiTerminalsAndIcons>\n");
    xml
}
