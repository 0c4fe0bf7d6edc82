//! The three joints with backlash: their bodies and variables.

use super::kinematics::{Kinematics, Mesh};
use super::variables::{GearParameters, Parameters};
use crate::base::Fault;
use crate::base::fault::Name;
use crate::joints::doubts;
use crate::ports::{GearLoads, RotationInputs, RotationLoads, TranslationInputs, TranslationLoads};
use model_description::{Interval, Kind, Quantities, Row, SiUnit, unit};
use std::f64::consts::PI;

/// The geometry and variables of one backlash joint.
pub trait LineGeometry: Send + 'static {
    /// Public identifier.
    const NAME: &'static str;
    /// Description in one sentence.
    const ABOUT: &'static str;
    /// Its parameters.
    type Parameters: Quantities;
    /// The start values.
    fn start() -> Self::Parameters;
    /// The rows of the inputs: place and speed of a, place and speed of b.
    fn input_rows() -> Vec<Row>;
    /// The rows of the loads: load on a, load on b, and of a gear the load of the mesh.
    fn load_rows() -> Vec<Row>;
    /// A row of parameters or report in the units of this joint.
    fn row(row: Row) -> Row {
        row
    }
    /// The parameters that every such joint has.
    fn common(parameters: &Self::Parameters) -> Parameters;
    /// See [`Joint::doubts`](crate::joints::Joint::doubts).
    fn doubts(parameters: &Self::Parameters) -> Vec<String> {
        let Parameters { contact, coupling, .. } = Self::common(parameters);
        let mobility = doubts::mobility(&coupling);
        [doubts::restitution(contact.restitution), mobility].into_iter().flatten().collect()
    }
    /// The coordinate of the gap as a function of the coordinates of the bodies.
    fn kinematics(parameters: &Self::Parameters) -> Result<Kinematics, Fault>;
}

/// Play between two parts of one shaft line: a coupling, a spline, a key.
#[derive(Debug, Clone, Copy)]
pub enum RotationalBacklash {}

/// Play between two parts on one line: a screw, a rack, a linkage.
#[derive(Debug, Clone, Copy)]
pub enum TranslationalBacklash {}

/// Play between the teeth of two gears.
#[derive(Debug, Clone, Copy)]
pub enum GearMesh {}

/// The play of a shaft is less than half a turn.
const SHAFT_PLAY: Interval = Interval::closed(0.0, PI).below(PI);

impl LineGeometry for RotationalBacklash {
    const NAME: &'static str = "rotational_backlash";
    const ABOUT: &'static str =
        "Play in a shaft line, two flanks and a gap: coupling, spline, key, dog clutch";
    type Parameters = Parameters;

    fn start() -> Parameters {
        let mut start = Parameters::default();
        start.geometry.backlash = 0.01;
        let contact = &mut start.contact;
        (contact.stiffness, contact.reference_depth) = (1e4, 1e-3);
        (contact.damping, contact.impact_speed_floor) = (1.0, 0.05);
        contact.by_speed.yield_speed = 1.0;
        let drag = &mut start.drag;
        (drag.r#static, drag.kinetic, drag.stribeck_speed) = (0.01, 0.01, 0.05);
        (drag.bristle_stiffness, drag.bristle_damping) = (100.0, 0.1);
        start.loss.stiffness = 1e4;
        start
    }

    fn input_rows() -> Vec<Row> {
        RotationInputs::default().rows()
    }

    fn load_rows() -> Vec<Row> {
        RotationLoads::default().rows()
    }

    fn row(mut row: Row) -> Row {
        if let Kind::Real { unit, allowed } = &mut row.kind {
            *unit = rotational_unit(unit.name);
            if row.name == "geometry.backlash" {
                *allowed = SHAFT_PLAY;
            }
        }
        row
    }

    fn common(parameters: &Parameters) -> Parameters {
        *parameters
    }

    fn kinematics(parameters: &Parameters) -> Result<Kinematics, Fault> {
        let value = parameters.geometry.backlash;
        if !SHAFT_PLAY.contains(value) {
            return Err(Fault::OutOfRange {
                name: Name::of("geometry.backlash"),
                value,
                allowed: SHAFT_PLAY,
                meaning: "a play of half a turn or more is not possible: angles count without whole turns",
            });
        }
        Ok(Kinematics::Shaft)
    }
}

impl LineGeometry for TranslationalBacklash {
    const NAME: &'static str = "translational_backlash";
    const ABOUT: &'static str = "Play along a line, two flanks and a gap: screw, rack, linkage";
    type Parameters = Parameters;

    fn start() -> Parameters {
        Parameters::default()
    }

    fn input_rows() -> Vec<Row> {
        TranslationInputs::default().rows()
    }

    fn load_rows() -> Vec<Row> {
        TranslationLoads::default().rows()
    }

    fn common(parameters: &Parameters) -> Parameters {
        *parameters
    }

    fn kinematics(_: &Parameters) -> Result<Kinematics, Fault> {
        Ok(Kinematics::Slide)
    }
}

impl LineGeometry for GearMesh {
    const NAME: &'static str = "gear_mesh";
    const ABOUT: &'static str =
        "Two gears with backlash: flanks along the line of action, transmission error";
    type Parameters = GearParameters;

    fn start() -> GearParameters {
        GearParameters::default()
    }

    fn input_rows() -> Vec<Row> {
        RotationInputs::default().rows()
    }

    fn load_rows() -> Vec<Row> {
        GearLoads::default().rows()
    }

    fn row(mut row: Row) -> Row {
        // The bearings of shafts turn.
        if let Kind::Real { unit, .. } = &mut row.kind
            && row.name.starts_with("loss.")
            && ["_a", "_b", "_a_rate", "_b_rate"].iter().any(|end| row.name.ends_with(end))
        {
            *unit = rotational_unit(unit.name);
        }
        row
    }

    fn common(parameters: &GearParameters) -> Parameters {
        parameters.common()
    }

    fn kinematics(parameters: &GearParameters) -> Result<Kinematics, Fault> {
        Mesh::new(&parameters.mesh).map(Kinematics::Gear)
    }
}

/// The unit of a rotation in place of the unit `linear` of a translation.
fn rotational_unit(linear: &str) -> &'static SiUnit {
    unit(match linear {
        "m" => "rad",
        "m/s" => "rad/s",
        "N" => "N.m",
        "N.s" => "N.m.s",
        "N/m" => "N.m/rad",
        "N.s/m" => "N.m.s/rad",
        "1/kg" => "1/(kg.m2)",
        both => both,
    })
}
