//! The unit in the host's loop: a group of one or two joints, or one joint that predicts its contacts by itself.

use crate::host::{CRANK, END_INERTIA, HALF_CRANK, HALF_ROD, Host, Loads, ROD, SLIDER_MASS, crank};
use spiel::Fault;
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::{Mobility, Step, TOLERANCE};
use spiel::group::{PLAN, PinPlan, Plan};
use spiel::model::Build;

/// The joints with clearance and their arrangement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joints {
    /// Crank pin and piston pin in one group.
    Two,
    /// The piston pin in a group; the rod hangs on the crank by an ideal pin.
    One,
    /// The piston pin as a joint of its own, the mobility an input.
    Alone,
}

/// A machine of the table.
pub struct Case {
    /// Name.
    pub name: &'static str,
    /// Joints with clearance.
    pub joints: Joints,
    /// True with the default friction, false without friction.
    pub friction: bool,
}

/// All machines.
pub const CASES: [Case; 6] = [
    Case { name: "two", joints: Joints::Two, friction: true },
    Case { name: "two-frictionless", joints: Joints::Two, friction: false },
    Case { name: "one", joints: Joints::One, friction: true },
    Case { name: "one-frictionless", joints: Joints::One, friction: false },
    Case { name: "alone", joints: Joints::Alone, friction: true },
    Case { name: "alone-frictionless", joints: Joints::Alone, friction: false },
];

/// Aluminium, restitution 0.55, Hertz's law; everything else as it is by default.
const STARTS: [(&str, &str); 6] = [
    ("material_a.youngs_modulus", "7e10"),
    ("material_a.poissons_ratio", "0.33"),
    ("material_b.youngs_modulus", "7e10"),
    ("material_b.poissons_ratio", "0.33"),
    ("contact.elastic", "hertz"),
    ("contact.restitution", "0.55"),
];

/// A running unit.
pub struct Unit {
    block: Block,
    joints: Joints,
    /// Numbers of the mobility's inputs, for a joint alone.
    mobility: Vec<usize>,
    begun: bool,
}

/// The group of the examples with play in both pins, or in the piston pin alone.
fn plan(case: &Case) -> Plan {
    let text = include_str!("../../examples/groups/two_pins.toml");
    let mut plan: Plan = toml::from_str(text).expect("the plan of an example");
    if case.joints == Joints::One {
        plan.joints.remove(0);
        plan.pins.push(PinPlan {
            a: "crank".to_owned(),
            b: "rod".to_owned(),
            at_a: [CRANK, 0.0],
            at_b: [0.0; 2],
        });
    }
    for joint in plan.joints.iter_mut().filter(|_| !case.friction) {
        joint.parameters.0.insert("friction.model".to_owned(), "none".to_owned());
    }
    plan
}

impl Unit {
    /// The unit of a case with this `coupling.tolerance`, before its first step.
    pub fn new(case: &Case, tolerance: &str) -> Result<Self, Fault> {
        let (model, build) = if case.joints == Joints::Alone {
            let build = Build::default()
                .with("build.mobility", "given_by_input")
                .with("coupling.method", "predicted");
            let build = STARTS.iter().fold(build, |build, (name, text)| build.with(name, text));
            let friction = if case.friction { build } else { build.with("friction.model", "none") };
            ("revolute_clearance", friction)
        } else {
            ("group", Build::default().with_file(PLAN, plan(case).to_json()))
        };
        let kind = catalogue::named(model).expect("the catalogue lists this model");
        let block = Block::new(kind, &build.with(TOLERANCE, tolerance))?;
        let inputs = Mobility::<3>::names().filter(|_| case.joints == Joints::Alone);
        let mobility =
            inputs.filter_map(|name| block.number(&format!("mobility.{name}"))).collect();
        Ok(Self { block, joints: case.joints, mobility, begun: false })
    }

    /// Makes a step from the bodies' motion at its start and returns the loads.
    pub fn step(&mut self, host: &Host, time: f64, size: f64) -> Result<Loads, Fault> {
        let slider = host.slider();
        if self.joints == Joints::Alone {
            let end = host.rod(time, ROD);
            self.put(&[end, slider])?;
            for (number, value) in self.mobility.iter().zip(mobility(host, time)) {
                self.block.assign(*number, value.into())?;
            }
        } else {
            self.put(&[crank(time, HALF_CRANK), host.rod(time, HALF_ROD), slider])?;
        }
        if !self.begun {
            self.block.initialize(time)?;
            self.block.begin()?;
            self.begun = true;
        }
        self.block.advance(Step { start: time, size })?;
        if self.joints == Joints::Alone {
            let [fx, fy, moment] = self.load(0)?;
            let [slider, ..] = self.load(1)?;
            return Ok(Loads { rod: [fx, fy], moment, at: ROD, slider });
        }
        let [fx, fy, moment] = self.load(1)?;
        let [slider, ..] = self.load(2)?;
        Ok(Loads { rod: [fx, fy], moment, at: HALF_ROD, slider })
    }

    /// Sets the first inputs: x, y, angle and their rates of each frame.
    fn put(&mut self, frames: &[[f64; 6]]) -> Result<(), Fault> {
        for (number, value) in frames.as_flattened().iter().enumerate() {
            self.block.assign(number, (*value).into())?;
        }
        Ok(())
    }

    /// Force \[N\] and moment \[N m\] on the frame of that index.
    fn load(&mut self, frame: usize) -> Result<[f64; 3], Fault> {
        let first = self.block.layout().loads.start + 3 * frame;
        let mut load = [0.0; 3];
        for (place, number) in load.iter_mut().enumerate() {
            *number = self.block.value(first + place)?.number();
        }
        Ok(load)
    }
}

/// The mobility at the piston pin: the slider moves along x alone, the rod turns about the crank pin.
///
/// Its numbers are xx, xy, yy, xphi, yphi and phiphi.
fn mobility(host: &Host, time: f64) -> [f64; 6] {
    let [pin_x, pin_y, ..] = crank(time, CRANK);
    let [x, y, ..] = host.slider();
    // Motion of the slider's frame against the coincident point of the rod, per unit of the rod's turning.
    let [rx, ry, rphi] = [y - pin_y, pin_x - x, -1.0];
    let [xx, xy, yy, xphi, yphi, phiphi] =
        [rx * rx, rx * ry, ry * ry, rx * rphi, ry * rphi, rphi * rphi]
            .map(|part| part / END_INERTIA);
    [xx + SLIDER_MASS.recip(), xy, yy, xphi, yphi, phiphi]
}
