//! Computes the modes of a plan's beams, with shapes at the points where something is joined.

use super::fault::{Numbers, fault};
use super::flexible::SAME_PLACE;
use super::{BodyPlan, ModePlan, Plan, Point, ShapePlan, mode_name};
use crate::base::Fault;
use nalgebra::{Rotation2, Vector2};

impl BodyPlan {
    /// Returns the names of the variables of its modes, in their order.
    pub fn mode_names(&self) -> impl Iterator<Item = String> {
        let modes = self.flexible.iter().flat_map(|flexible| 1..=flexible.modes.len());
        modes.map(|number| format!("{}.{}", self.name, mode_name(number)))
    }

    /// Returns the shapes of the body's modes at a point: displacement along x and y, rotation counter-clockwise; empty if
    /// it is rigid.
    pub fn shape_at(&self, at: Point) -> Box<[[f64; 3]]> {
        let modes = self.flexible.iter().flat_map(|flexible| &flexible.modes);
        let of_mode = |mode: &ModePlan| {
            mode.at(at).map_or([0.0; 3], |shape| [shape.moves[0], shape.moves[1], shape.turns])
        };
        modes.map(of_mode).collect()
    }
}

impl Plan {
    /// Replaces beams by their modes, and sets mass, inertia and centre of mass of their bodies.
    ///
    /// The plan must have been checked. Takes up to a second for a hundred modes; plans inside FMUs have them already.
    /// Refuses beams whose sections differ too much for modes to be computed.
    pub fn resolve(&mut self) -> Result<(), Fault> {
        let is_beam = |body: &BodyPlan| {
            body.flexible.as_ref().is_some_and(|flexible| flexible.beam.is_some())
        };
        if !self.bodies.iter().any(is_beam) {
            return Ok(());
        }
        let mut places_on_each = self.places_on_each(&self.numbers());
        for (body, places) in places_on_each.iter_mut().enumerate() {
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
            // In order along the beam, so that a picture can draw it through them.
            let mut places = std::mem::take(places);
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
                // A point beside the axis moves with the section.
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

    /// Returns the points of the body of that name where joints, pins, springs, loads and ports act.
    pub fn places_on(&self, name: &str) -> Vec<Point> {
        let numbers = self.numbers();
        let body = numbers.get(name).copied();
        body.map(|body| self.places_on_each(&numbers).swap_remove(body)).unwrap_or_default()
    }

    /// Returns for every body the points where joints, pins, springs, loads and ports act.
    pub(crate) fn places_on_each(&self, numbers: &Numbers) -> Vec<Vec<Point>> {
        let mut places = vec![Vec::new(); self.bodies.len()];
        let mut add = |name: &str, at: Point| {
            if let Some(body) = numbers.get(name) {
                places[*body].push(at);
            }
        };
        for joint in &self.joints {
            add(&joint.a, [joint.frame_a.x, joint.frame_a.y]);
            add(&joint.b, [joint.frame_b.x, joint.frame_b.y]);
        }
        for pin in &self.pins {
            add(&pin.a, pin.at_a);
            add(&pin.b, pin.at_b);
        }
        for spring in &self.springs {
            add(&spring.a, [spring.frame_a.x, spring.frame_a.y]);
            add(&spring.b, [spring.frame_b.x, spring.frame_b.y]);
        }
        self.loads.iter().for_each(|load| add(&load.body, load.at));
        self.ports.iter().for_each(|port| add(&port.body, [port.frame.x, port.frame.y]));
        places
    }
}
