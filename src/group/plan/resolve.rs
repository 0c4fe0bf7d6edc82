//! Beams of a plan become modes, with shapes at the places where something is joined.

use super::flexible::SAME_PLACE;
use super::{BodyPlan, ModePlan, Plan, PlanFault, Point, ShapePlan, fault::fault, mode_name};
use nalgebra::{Rotation2, Vector2};

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
}
