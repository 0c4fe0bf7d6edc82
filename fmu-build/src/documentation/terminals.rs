//! Variables that belong to one connection, as FMI 3's terminals, which FMI 2.0 may carry too.

use super::about::{About, Terminal};
use super::markup::escaped;
use crate::Variant;
use model_description::xml::{Causality, Variable, shown};
use spiel::group::Plan;
use spiel::joints::ports::PortKind;
use std::f64::consts::TAU;
use std::fmt::Write;

/// A dot.
pub(super) const PICTURE: &[u8] = include_bytes!("drawings/terminal.png");

/// Where a terminal's dot ends, from its middle, on an icon 100 wide.
const HALF_DOT: i32 = 6;

/// Variables that belong to one connection of a unit.
pub(super) struct Connection {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Names of the variables, each with its name inside.
    pub members: Vec<(String, String)>,
    /// Where it is on the icon, from 0 to 100, y upwards.
    place: (i32, i32),
}

/// All connections of `variant`.
pub(super) fn of(variant: &Variant, about: &About) -> Vec<Connection> {
    if let Some(plan) = variant.plan() {
        return of_group(variant, plan);
    }
    let connection = |terminal: &Terminal| Connection {
        name: terminal.name.to_owned(),
        about: terminal.about.to_owned(),
        members: members(variant, terminal),
        place: terminal.place,
    };
    about.terminals.iter().map(connection).collect()
}

/// A group's: its bodies, or its joints and their mobility.
fn of_group(variant: &Variant, plan: &Plan) -> Vec<Connection> {
    let relative = variant.ports() == PortKind::Relative;
    let mut parts: Vec<_> = match relative {
        true => plan.joints.iter().map(|j| (&*j.name, format!("Joint {}", j.name))).collect(),
        false => plan.bodies.iter().map(|b| (&*b.name, format!("Marker of {}", b.name))).collect(),
    };
    if relative {
        parts.push((MOBILITY, "How easily the joints move".to_owned()));
    }
    // On a circle, the first at the left.
    let turn = TAU / parts.len() as f64;
    let place = |index: usize| {
        let (sin, cos) = (turn * index as f64).sin_cos();
        ((50.0 - 46.0 * cos).round() as i32, (50.0 + 46.0 * sin).round() as i32)
    };
    let variables = shown(variant.variables());
    let flows = |v: &&Variable| matches!(v.causality, Causality::Input | Causality::Load);
    let members = |part: &str| {
        let member = |variable: &Variable| {
            let name = &variable.row.name;
            let (owner, inside) = match name.split_once('.')? {
                (_, inside) if inside.starts_with("W.") => (MOBILITY, name.as_str()),
                split => split,
            };
            (owner == part).then(|| (name.clone(), inside.to_owned()))
        };
        variables.iter().filter(flows).filter_map(member).collect()
    };
    let connections = parts.into_iter().enumerate().map(|(index, (name, about))| Connection {
        name: name.to_owned(),
        about,
        members: members(name),
        place: place(index),
    });
    connections.collect()
}

/// The terminal of a group's mobility; no joint has a name with a blank.
const MOBILITY: &str = "all joints";

/// The members of `terminal`: name of the variable, name inside the terminal.
fn members(variant: &Variant, terminal: &Terminal) -> Vec<(String, String)> {
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
    for Connection { name, about, members, place } in of(variant, about) {
        let _ = writeln!(
            xml,
            "    <Terminal name=\"{}\" matchingRule=\"plug\" terminalKind=\"{kind}\" description=\"{}\">",
            escaped(&name),
            escaped(&about)
        );
        for (variable, member) in members {
            let _ = writeln!(
                xml,
                "      <TerminalMemberVariable variableName=\"{variable}\" memberName=\"{member}\" variableKind=\"signal\"/>"
            );
        }
        let (x, y) = place;
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
