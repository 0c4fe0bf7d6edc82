//! What a plan must be before anything can be made of it, and what is said where it is not.

use super::parameters::JointParameters;
use super::plan::{BodyKind, BodyPlan, GROUND, JointPlan, Plan, Point};
use crate::fault::LONGEST_PART;
use std::collections::BTreeSet;

/// Names that no body and no joint may have: the group's own variables begin with them.
const TAKEN: [&str; 4] = ["coupling", "time", "energy", GROUND];

/// What is wrong with a plan, and in which entry of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct PlanFault {
    /// The list: body, joint, pin, lock or weld.
    pub list: &'static str,
    /// The entry, counted from 0.
    pub entry: usize,
    /// The field, if it is about one.
    pub field: &'static str,
    /// The thing, its value and what is allowed.
    pub text: String,
}

impl Plan {
    /// Refuses a plan that is no group: a name twice, a body that is not there, a mass of nothing.
    pub fn check(&self) -> Result<(), PlanFault> {
        let mut names = BTreeSet::new();
        for (entry, body) in self.bodies.iter().enumerate() {
            let fault = fault("body", entry);
            check_name(&body.name, &mut names).map_err(|text| fault("name", text))?;
            check_body(body)
                .map_err(|(field, text)| fault(field, format!("body {}: {text}", body.name)))?;
        }
        for (entry, joint) in self.joints.iter().enumerate() {
            let fault = fault("joint", entry);
            check_name(&joint.name, &mut names).map_err(|text| fault("name", text))?;
            self.check_joint(joint)
                .map_err(|(field, text)| fault(field, format!("joint {}: {text}", joint.name)))?;
        }
        if self.joints.is_empty() {
            return Err(fault("joint", 0)(
                "",
                "there is no joint; a group has at least one".into(),
            ));
        }
        self.check_constraints()
    }

    /// The place of a body among [`Plan::bodies`]; none for the ground.
    pub fn body(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// Whether loads move the body of that name.
    fn is_free(&self, name: &str) -> bool {
        self.body(name).is_some_and(|body| self.bodies[body].kind == BodyKind::Free)
    }

    fn check_joint(&self, joint: &JointPlan) -> Result<(), (&'static str, String)> {
        self.check_pair(&joint.a, &joint.b)?;
        for (field, frame) in [("frame_a", joint.frame_a), ("frame_b", joint.frame_b)] {
            check_finite([frame.x, frame.y, frame.angle]).map_err(|why| (field, why))?;
        }
        JointParameters::new(joint.kind, &joint.parameters)
            .map(|_| ())
            .map_err(|why| ("parameters", why))
    }

    fn check_pair(&self, a: &str, b: &str) -> Result<(), (&'static str, String)> {
        for (field, name) in [("a", a), ("b", b)] {
            self.check_body_name(name, true).map_err(|why| (field, format!("{field} = {why}")))?;
        }
        if a == b {
            return Err(("b", format!("a and b are both {a}; they must be two bodies")));
        }
        if !self.is_free(a) && !self.is_free(b) {
            return Err(("b", format!("neither {a} nor {b} is free; loads must move one of them")));
        }
        Ok(())
    }

    fn check_body_name(&self, name: &str, or_ground: bool) -> Result<(), String> {
        if self.body(name).is_some() || (or_ground && name == GROUND) {
            return Ok(());
        }
        let ground = or_ground.then_some(GROUND);
        let known: Vec<_> =
            self.bodies.iter().map(|body| body.name.as_str()).chain(ground).collect();
        Err(format!("{name} is no body; there is {}", known.join(", ")))
    }

    fn check_constraints(&self) -> Result<(), PlanFault> {
        let finite = |field, point: Point| check_finite(point).map_err(|why| (field, why));
        for (entry, pin) in self.pins.iter().enumerate() {
            let checked = self
                .check_pair(&pin.a, &pin.b)
                .and_then(|()| finite("at_a", pin.at_a))
                .and_then(|()| finite("at_b", pin.at_b));
            let title = format!("pin of {} and {}", pin.a, pin.b);
            checked
                .map_err(|(field, why)| fault("pin", entry)(field, format!("{title}: {why}")))?;
        }
        for (entry, weld) in self.welds.iter().enumerate() {
            let title = format!("weld of {} and {}", weld.a, weld.b);
            self.check_pair(&weld.a, &weld.b)
                .map_err(|(field, why)| fault("weld", entry)(field, format!("{title}: {why}")))?;
        }
        for (entry, lock) in self.locks.iter().enumerate() {
            let fault = |field, why| {
                Err(fault("lock", entry)(field, format!("lock of {}: {why}", lock.body)))
            };
            if let Err(why) = self.check_body_name(&lock.body, false) {
                return fault("body", format!("body = {why}"));
            }
            if !self.is_free(&lock.body) {
                return fault(
                    "body",
                    "the host moves it already; only a free body is locked".into(),
                );
            }
            let twice = |(at, direction)| lock.directions[..at].contains(direction);
            if lock.directions.is_empty() || lock.directions.iter().enumerate().any(twice) {
                return fault("directions", "directions must name x, y or phi, each once".into());
            }
        }
        Ok(())
    }
}

fn fault(list: &'static str, entry: usize) -> impl Fn(&'static str, String) -> PlanFault {
    move |field, text| PlanFault { list, entry, field, text }
}

fn check_name<'a>(name: &'a str, names: &mut BTreeSet<&'a str>) -> Result<(), String> {
    let fits = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if name.is_empty() || name.len() > LONGEST_PART || !name.chars().all(fits) {
        return Err(format!(
            "name = {name} is not 1 to {LONGEST_PART} characters of A-Z, a-z, 0-9 and _"
        ));
    }
    if TAKEN.contains(&name) {
        return Err(format!("name = {name} is taken, as are {}", TAKEN.join(", ")));
    }
    if !names.insert(name) {
        return Err(format!("name = {name} stands for two things; every name only once"));
    }
    Ok(())
}

fn check_body(body: &BodyPlan) -> Result<(), (&'static str, String)> {
    for (field, value) in [("mass", body.mass), ("inertia", body.inertia)] {
        match value {
            Some(value) if !(value > 0.0 && value.is_finite()) => {
                return Err((field, format!("{field} = {value} is not a finite number above 0")));
            }
            None if body.kind == BodyKind::Free => {
                return Err((field, format!("{field} is missing; a free body has one, above 0")));
            }
            _ => {}
        }
    }
    check_finite(body.centre_of_mass).map_err(|why| ("centre_of_mass", why))?;
    let marker = body.marker;
    check_finite([marker.x, marker.y, marker.angle]).map_err(|why| ("marker", why))
}

fn check_finite<const N: usize>(numbers: [f64; N]) -> Result<(), String> {
    match numbers.into_iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("{number} is not a finite number")),
        None => Ok(()),
    }
}
