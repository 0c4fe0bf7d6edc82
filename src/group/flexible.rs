//! How a body of a plan bends, as plain data: a beam, or modes as another program gives them.

use super::beam_plan::BeamPlan;
use super::check::{PlanFault, check_finite, fault};
use super::places::exactly_two;
use super::plan::{BodyKind, BodyPlan, Plan, Point};
use super::report::mode_name;
use nalgebra::{Rotation2, Vector2};
use serde::{Deserialize, Serialize};

/// A place is that of a mode's shape if it is as near as this \[m\].
const SAME_PLACE: f64 = 1e-6;
/// Most modes of one body.
pub(super) const MOST_MODES: usize = 200;

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
    #[serde(deserialize_with = "exactly_two")]
    pub at: Point,
    /// How it moves per metre of the mode's coordinate \[1\].
    #[serde(deserialize_with = "exactly_two")]
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
    /// Takes up to a second for a hundred modes; what is read from an FMU has them. Of a plan that has been
    /// checked; refuses a beam whose sections are too unlike each other for its modes to be computed.
    pub fn resolve(&mut self) -> Result<(), PlanFault> {
        for body in 0..self.bodies.len() {
            let own = &self.bodies[body];
            let beam = own.flexible.as_ref().and_then(|flexible| flexible.beam.clone());
            let Some(plan) = beam else { continue };
            let refused = |why| {
                let text = format!("body {}: flexible: {why}", own.name);
                fault("body", body)("flexible", text)
            };
            plan.check().map_err(refused)?;
            let beam = plan.beam().ok_or_else(|| {
                refused(
                    "the sections of the beam differ too much in length or stiffness: its modes cannot be computed"
                        .into(),
                )
            })?;
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
        Ok(())
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
