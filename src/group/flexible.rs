//! How a body of a plan bends, as plain data: a beam, or modes as another program gives them.

use super::check::{PlanFault, check_finite, fault};
use super::plan::{BodyKind, BodyPlan, Plan, Point};
use super::report::mode_name;
use crate::mechanism::{Beam, Ends, Section};
use nalgebra::{Rotation2, Vector2};
use serde::{Deserialize, Serialize};

/// A place is that of a mode's shape if it is as near as this \[m\].
const SAME_PLACE: f64 = 1e-6;
/// Most modes of one body.
const MOST_MODES: usize = 200;
/// A picture draws a beam through so many places and its start.
const DRAWN: u32 = 16;

/// How a body bends. Its modes move against its mean motion, which is that of the rigid body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlexiblePlan {
    /// A beam whose modes are computed; mass, inertia and centre of mass of the body are the beam's then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beam: Option<BeamPlan>,
    /// A CSV file with modes, relative to the file of the group; read where an FMU is built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Damping over stiffness \[s\]: a mode of angular frequency ω has the damping ratio ω/2 times this.
    #[serde(default = "usual_damping")]
    pub damping: f64,
    /// The modes.
    #[serde(rename = "mode", default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<ModePlan>,
}

/// 0.3 % of the critical damping at 1 kHz: a steel part without joints.
fn usual_damping() -> f64 {
    1e-6
}

/// A straight beam in the plane of the body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeamPlan {
    /// Where it starts, in the body's own frame.
    #[serde(default)]
    pub start: Point,
    /// Its direction against the body's x axis, counter-clockwise \[rad\].
    #[serde(default)]
    pub angle: f64,
    /// Young's modulus \[Pa\].
    #[serde(default = "steel_modulus")]
    pub youngs_modulus: f64,
    /// Density \[kg/m³\].
    #[serde(default = "steel_density")]
    pub density: f64,
    /// How its ends are held in the modes that its deflection is composed of.
    #[serde(default)]
    pub ends: Ends,
    /// Modes across it.
    #[serde(default = "usual_bending_modes")]
    pub bending_modes: u32,
    /// Modes along it.
    #[serde(default)]
    pub axial_modes: u32,
    /// Its sections, one behind the other.
    #[serde(rename = "section")]
    pub sections: Vec<SectionPlan>,
}

fn steel_modulus() -> f64 {
    2.1e11
}

fn steel_density() -> f64 {
    7850.0
}

fn usual_bending_modes() -> u32 {
    4
}

/// A part of a beam.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionPlan {
    /// Length \[m\].
    pub length: f64,
    /// Area of the section \[m²\].
    pub area: f64,
    /// Its second moment of area about the axis across the plane \[m⁴\].
    pub second_moment: f64,
}

/// A mode that moves against the body's mean motion: free at all ends, without momentum.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModePlan {
    /// Frequency \[Hz\].
    pub frequency: f64,
    /// Modal mass \[kg\], of the shape as it is given.
    pub mass: f64,
    /// The shape at places of the body.
    pub shape: Vec<ShapePlan>,
    /// First moment of the shape about the centre of mass, ∫ u·r dm \[kg m\]: what turning pulls at.
    #[serde(default)]
    pub stretch: f64,
    /// What turning at 1 rad/s adds to its force per metre of each mode of the body \[kg\]; empty for nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turning: Vec<f64>,
}

/// How a mode moves a place of a body, in the body's axes.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapePlan {
    /// The place \[m\].
    pub at: Point,
    /// How it moves per metre of the mode's coordinate \[1\].
    pub moves: Point,
    /// How it turns, counter-clockwise \[1/m\].
    pub turns: f64,
}

impl BodyPlan {
    /// The names of the variables that its modes are, in their order.
    pub fn mode_names(&self) -> impl Iterator<Item = String> {
        let modes = self.flexible.iter().flat_map(|flexible| 1..=flexible.modes.len());
        modes.map(|number| format!("{}.{}", self.name, mode_name(number)))
    }

    /// How the body's modes move the place `at`: along x, along y, counter-clockwise; empty if it is rigid.
    pub fn shape_at(&self, at: Point) -> Box<[[f64; 3]]> {
        let modes = self.flexible.iter().flat_map(|flexible| &flexible.modes);
        let of_mode = |mode: &ModePlan| {
            mode.at(at).map_or([0.0; 3], |shape| [shape.moves[0], shape.moves[1], shape.turns])
        };
        modes.map(of_mode).collect()
    }
}

impl ModePlan {
    fn at(&self, [x, y]: Point) -> Option<&ShapePlan> {
        let far = |shape: &&ShapePlan| (shape.at[0] - x).hypot(shape.at[1] - y);
        let nearest = self.shape.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        (far(&nearest) <= SAME_PLACE).then_some(nearest)
    }
}

impl Plan {
    /// Gives beams their modes and their bodies mass, inertia and centre of mass, once and for all.
    ///
    /// Takes up to a second for a hundred modes; what is read from an FMU has them.
    pub fn resolve(&mut self) {
        for body in 0..self.bodies.len() {
            let beam =
                self.bodies[body].flexible.as_ref().and_then(|flexible| flexible.beam.clone());
            let Some(plan) = beam.filter(|plan| plan.check().is_ok()) else { continue };
            let beam = plan.beam();
            let axes = Rotation2::new(plan.angle);
            let from_start =
                |place: Point| axes.inverse() * (Vector2::from(place) - Vector2::from(plan.start));
            // One behind the other, so that a picture can draw the beam through them.
            let mut places = self.places_on(&self.bodies[body].name);
            let joined = places.len();
            for [x, y] in plan.line(beam.length()) {
                let far = |place: &Point| (place[0] - x).hypot(place[1] - y) > SAME_PLACE;
                if places[..joined].iter().all(far) {
                    places.push([x, y]);
                }
            }
            places.sort_by(|a, b| from_start(*a).x.total_cmp(&from_start(*b).x));
            places.dedup();
            let shape = |mode, place: Point| {
                let from_start = from_start(place);
                let [along, across, turns] = beam.shape(mode, from_start.x);
                // A place beside the axis is carried by its section.
                let moves = axes * Vector2::new(along - turns * from_start.y, across);
                ShapePlan { at: place, moves: moves.into(), turns }
            };
            let modes = beam.modes.iter().enumerate().map(|(index, mode)| ModePlan {
                frequency: mode.frequency / std::f64::consts::TAU,
                mass: mode.mass,
                shape: places.iter().map(|place| shape(mode, *place)).collect(),
                stretch: mode.stretch,
                turning: beam.turning.row(index).iter().copied().collect(),
            });
            let modes = modes.collect();
            let centre = Vector2::from(plan.start) + axes * Vector2::new(beam.centre, 0.0);
            let own = &mut self.bodies[body];
            (own.mass, own.inertia) = (Some(beam.mass), Some(beam.inertia));
            own.centre_of_mass = centre.into();
            if let Some(flexible) = &mut own.flexible {
                (flexible.beam, flexible.modes) = (None, modes);
            }
        }
    }

    /// The places of the body of that name where joints, pins, springs, loads and ports are.
    pub fn places_on(&self, name: &str) -> Vec<Point> {
        let ends = |a: &str, b: &str, [at_a, at_b]: [Point; 2]| {
            [(a == name).then_some(at_a), (b == name).then_some(at_b)]
        };
        let joints = self.joints.iter().flat_map(|joint| {
            let frames = [joint.frame_a, joint.frame_b].map(|frame| [frame.x, frame.y]);
            ends(&joint.a, &joint.b, frames)
        });
        let pins = self.pins.iter().flat_map(|pin| ends(&pin.a, &pin.b, [pin.at_a, pin.at_b]));
        let springs = self.springs.iter();
        let springs =
            springs.flat_map(|spring| ends(&spring.a, &spring.b, [spring.at_a, spring.at_b]));
        let loads = self.loads.iter().map(|load| (load.body == name).then_some(load.at));
        let ports = self.ports.iter();
        let ports = ports.map(|port| (port.body == name).then_some([port.frame.x, port.frame.y]));
        joints.chain(pins).chain(springs).chain(loads).chain(ports).flatten().collect()
    }

    /// Refuses bodies that cannot bend as they should.
    pub(super) fn check_flexible(&self) -> Result<(), PlanFault> {
        for (entry, body) in self.bodies.iter().enumerate() {
            let Some(flexible) = &body.flexible else { continue };
            self.check_one_flexible(body, flexible).map_err(|why| {
                fault("body", entry)("flexible", format!("body {}: flexible: {why}", body.name))
            })?;
        }
        Ok(())
    }

    fn check_one_flexible(&self, body: &BodyPlan, flexible: &FlexiblePlan) -> Result<(), String> {
        let FlexiblePlan { beam, table, damping, modes } = flexible;
        let name = &body.name;
        if body.kind == BodyKind::Prescribed {
            return Err("the host moves this body; only a free one bends".into());
        }
        if !(*damping >= 0.0 && damping.is_finite()) {
            return Err(format!("damping = {damping} is not a finite number from 0 on"));
        }
        let on = |a: &str, b: &str| a == name || b == name;
        if self.welds.iter().any(|weld| on(&weld.a, &weld.b)) {
            return Err("a body that bends cannot be welded; pin it at two places".into());
        }
        if self.locks.iter().any(|lock| lock.body == *name) {
            return Err(
                "a lock would hold the mean motion of a body that bends, and no place of it; pin it, at \
                        two places near each other to clamp it (both hold it along its axis: give it an axial mode)"
                    .into(),
            );
        }
        if self.pins.iter().any(|pin| on(&pin.a, &pin.b)) && !self.integrate {
            return Err(
                "pins are held by the host, whose body does not bend; join this one by joints with \
                        clearance, or let the unit move the bodies, --integrate"
                    .into(),
            );
        }
        match (beam, table, modes.is_empty()) {
            (Some(beam), None, true) => {
                if body.mass.is_some() || body.inertia.is_some() || body.centre_of_mass != [0.0; 2]
                {
                    return Err(
                        "mass, inertia and centre_of_mass are the beam's; leave them out".into()
                    );
                }
                return beam.check();
            }
            (None, Some(table), true) => {
                return Err(format!(
                    "table = {table} is read where an FMU is built; here give the modes themselves"
                ));
            }
            (None, None, false) => {}
            _ => return Err("give one of beam, table and mode".into()),
        }
        if modes.len() > MOST_MODES {
            return Err(format!("{} modes are more than {MOST_MODES}", modes.len()));
        }
        let places = self.places_on(name);
        for (number, mode) in (1..).zip(modes) {
            let ModePlan { frequency, mass, shape, stretch, turning } = mode;
            for (field, value) in [("frequency", frequency), ("mass", mass)] {
                if !(*value > 0.0 && value.is_finite()) {
                    return Err(format!(
                        "mode {number}: {field} = {value} is not a finite number above 0"
                    ));
                }
            }
            let numbers = shape.iter().flat_map(|shape| {
                [shape.at[0], shape.at[1], shape.moves[0], shape.moves[1], shape.turns]
            });
            for value in numbers.chain(turning.iter().copied()).chain([*stretch]) {
                check_finite([value]).map_err(|why| format!("mode {number}: {why}"))?;
            }
            if !turning.is_empty() && turning.len() != modes.len() {
                return Err(format!(
                    "mode {number}: turning has {} numbers; there are {} modes",
                    turning.len(),
                    modes.len()
                ));
            }
            if let Some([x, y]) = places.iter().find(|place| mode.at(**place).is_none()) {
                return Err(format!(
                    "mode {number} has no shape at ({x}, {y}), where something is joined to the body"
                ));
            }
        }
        Ok(())
    }
}

impl BeamPlan {
    fn check(&self) -> Result<(), String> {
        let above = |field: &str, value: f64| {
            if value > 0.0 && value.is_finite() {
                return Ok(());
            }
            Err(format!("{field} = {value} is not a finite number above 0"))
        };
        above("youngs_modulus", self.youngs_modulus)?;
        above("density", self.density)?;
        check_finite([self.start[0], self.start[1], self.angle])?;
        for section in &self.sections {
            above("length", section.length)?;
            above("area", section.area)?;
            above("second_moment", section.second_moment)?;
        }
        let modes = (self.bending_modes as usize).saturating_add(self.axial_modes as usize);
        if self.sections.is_empty() {
            return Err("a beam has at least one section".into());
        }
        if modes == 0 || modes > MOST_MODES {
            return Err(format!("{modes} modes are not 1 to {MOST_MODES}"));
        }
        Ok(())
    }

    /// Its axis in the body's own frame, where it has that length \[m\].
    fn line(&self, length: f64) -> impl Iterator<Item = Point> {
        let (sin, cos) = self.angle.sin_cos();
        let [x, y] = self.start;
        let places = (0..=DRAWN).map(move |part| length * f64::from(part) / f64::from(DRAWN));
        places.map(move |along| [x + cos * along, y + sin * along])
    }

    fn beam(&self) -> Beam {
        let section = |plan: &SectionPlan| Section {
            length: plan.length,
            mass_per_length: self.density * plan.area,
            bending_stiffness: self.youngs_modulus * plan.second_moment,
            axial_stiffness: self.youngs_modulus * plan.area,
        };
        let sections: Vec<_> = self.sections.iter().map(section).collect();
        Beam::new(&sections, self.ends, [self.bending_modes, self.axial_modes])
    }
}
