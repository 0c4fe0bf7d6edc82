//! Checks of a plan in space before anything is built from it.

use super::document::{PinKind, SpaceBodyPlan, SpacePlan};
use super::frame::SpaceFramePlan;
use super::rows::joint_variables;
use super::values::check_inertia;
use crate::base::Fault;
use crate::group::plan::{
    BodyKind, GROUND, JointParameters, Numbers, ShownVariables, TAKEN, check_body_name,
    check_finite, check_name, check_pair, check_shown, fault,
};
use std::collections::BTreeSet;

impl SpacePlan {
    /// Refuses plans with duplicate names, unknown bodies, or values out of range.
    pub fn check(&self) -> Result<(), Fault> {
        self.joint_parameters().map(drop)
    }

    /// Checks a plan; returns the parameters of its joints.
    pub(crate) fn joint_parameters(&self) -> Result<Vec<JointParameters>, Fault> {
        let mut names = BTreeSet::new();
        let numbers = self.numbers();
        for (entry, body) in self.bodies.iter().enumerate() {
            let fault = fault("body", entry);
            check_name(&body.name, &TAKEN, &mut names)
                .map_err(|why| fault("name", why.to_string()))?;
            self.check_body(body)
                .map_err(|flaw| flaw.in_entry("body", entry, &format!("body {}", body.name)))?;
        }
        let (mut parameters, mut kinds) = (Vec::with_capacity(self.joints.len()), Vec::new());
        for (entry, joint) in self.joints.iter().enumerate() {
            let fault = fault("joint", entry);
            check_name(&joint.name, &TAKEN, &mut names)
                .map_err(|why| fault("name", why.to_string()))?;
            let mut own = || {
                let single = joint.kind.single();
                let own = JointParameters::new(&single, &joint.parameters, &mut kinds);
                own.map_err(|why| why.in_field("parameters"))
            };
            self.check_ends(&numbers, [&joint.a, &joint.b], [&joint.frame_a, &joint.frame_b])
                .and_then(|()| own())
                .and_then(|own| {
                    let is_all = self.variables == ShownVariables::All;
                    check_shown(&joint.variables, is_all, || joint_variables(&own))?;
                    parameters.push(own);
                    Ok(())
                })
                .map_err(|flaw| flaw.in_entry("joint", entry, &format!("joint {}", joint.name)))?;
        }
        self.check_constraints(&numbers)?;
        self.check_machine(&numbers, &mut names)?;
        if self.joints.is_empty() && !self.integrate {
            let why = "there is no joint; a group needs at least one".to_owned();
            return Err(fault("joint", 0)("", why));
        }
        Ok(parameters)
    }

    /// Returns the indices of the bodies by their names, without the ground.
    pub(crate) fn numbers(&self) -> Numbers<'_> {
        // The first of two with the same name.
        self.bodies.iter().enumerate().rev().map(|(place, body)| (&*body.name, place)).collect()
    }

    fn is_free(&self, numbers: &Numbers, name: &str) -> bool {
        numbers.get(name).is_some_and(|body| self.bodies[*body].kind == BodyKind::Free)
    }

    fn check_body(&self, body: &SpaceBodyPlan) -> Result<(), Fault> {
        check_finite(body.centre_of_mass).map_err(|why| why.in_field("centre_of_mass"))?;
        body.marker.turn().map_err(|why| Fault::from(why).in_field("marker"))?;
        let is_all = self.variables == ShownVariables::All;
        check_shown(&body.variables, is_all, || self.body_variables(body))?;
        if body.kind == BodyKind::Prescribed {
            return match body.start {
                Some(_) => {
                    Err(Fault::from("start is for a free body; the host moves this one".to_owned())
                        .in_field("start"))
                }
                None => Ok(()),
            };
        }
        match body.mass {
            Some(mass) if mass > 0.0 && mass.is_finite() => {}
            Some(mass) => {
                let why = format!("mass = {mass} is not a finite number above 0");
                return Err(Fault::from(why).in_field("mass"));
            }
            None => {
                let why = "mass is missing; a free body needs one, above 0".to_owned();
                return Err(Fault::from(why).in_field("mass"));
            }
        }
        check_inertia(&body.tensor()?).map_err(|why| Fault::from(why).in_field("inertia"))?;
        let Some(start) = &body.start else { return Ok(()) };
        if !self.integrate {
            return Err(Fault::from(
                "start is for a group that moves its bodies itself, --integrate".to_owned(),
            )
            .in_field("start"));
        }
        start.check().map_err(|why| Fault::from(why).in_field("start"))
    }

    /// Refuses unknown or unsuitable bodies of a pair, and frames on them that are none.
    fn check_ends(
        &self,
        numbers: &Numbers,
        [a, b]: [&str; 2],
        [frame_a, frame_b]: [&SpaceFramePlan; 2],
    ) -> Result<(), Fault> {
        check_pair(numbers, |name| self.is_free(numbers, name), a, b)?;
        for (field, frame) in [("frame_a", frame_a), ("frame_b", frame_b)] {
            frame.turn().map_err(|why| Fault::from(format!("{field}: {why}")).in_field(field))?;
        }
        Ok(())
    }

    /// Refuses a body, or one that it is held against, that is unknown or unsuitable.
    fn check_held(
        &self,
        numbers: &Numbers,
        (body, a): (&str, Option<&str>),
        frame_a: &SpaceFramePlan,
    ) -> Result<(), Fault> {
        check_body_name(numbers, body, false)
            .map_err(|why| Fault::from(format!("body = {why}")).in_field("body"))?;
        if !self.is_free(numbers, body) {
            return Err(Fault::from("the host moves it; only a free body can be held".to_owned())
                .in_field("body"));
        }
        let a = a.unwrap_or(GROUND);
        check_body_name(numbers, a, true)
            .map_err(|why| Fault::from(format!("a = {why}")).in_field("a"))?;
        if a == body {
            return Err(Fault::from(format!("a and body are both {a}")).in_field("a"));
        }
        frame_a
            .turn()
            .map(drop)
            .map_err(|why| Fault::from(format!("frame_a: {why}")).in_field("frame_a"))
    }

    fn check_constraints(&self, numbers: &Numbers) -> Result<(), Fault> {
        for (entry, pin) in self.pins.iter().enumerate() {
            let title = format!("pin of {} and {}", pin.a, pin.b);
            let length = || {
                let why = match (pin.length, pin.kind) {
                    (None, PinKind::Distance) => {
                        "length is missing; kind = \"distance\" needs one".to_owned()
                    }
                    (Some(length), PinKind::Distance) if !(length > 0.0 && length.is_finite()) => {
                        format!("length = {length} is not a finite number above 0")
                    }
                    (Some(_), kind) if kind != PinKind::Distance => {
                        "length has a meaning for kind = \"distance\" only".to_owned()
                    }
                    _ => return Ok(()),
                };
                Err(Fault::from(why).in_field("length"))
            };
            self.check_ends(numbers, [&pin.a, &pin.b], [&pin.frame_a, &pin.frame_b])
                .and_then(|()| length())
                .map_err(|flaw| flaw.in_entry("pin", entry, &title))?;
        }
        let nowhere = SpaceFramePlan::default();
        for (entry, weld) in self.welds.iter().enumerate() {
            let title = format!("weld of {} and {}", weld.a, weld.b);
            self.check_ends(numbers, [&weld.a, &weld.b], [&nowhere; 2])
                .map_err(|flaw| flaw.in_entry("weld", entry, &title))?;
        }
        for (entry, lock) in self.locks.iter().enumerate() {
            let title = format!("lock of {}", lock.body);
            let twice = |(at, direction)| lock.directions[..at].contains(direction);
            let directions = || {
                if lock.directions.is_empty() || lock.directions.iter().enumerate().any(twice) {
                    let why = "directions must name x, y, z, rx, ry or rz, each once".to_owned();
                    return Err(Fault::from(why).in_field("directions"));
                }
                Ok(())
            };
            self.check_held(numbers, (&lock.body, lock.a.as_deref()), &lock.frame_a)
                .and_then(|()| directions())
                .map_err(|flaw| flaw.in_entry("lock", entry, &title))?;
        }
        Ok(())
    }

    fn check_machine<'a>(
        &'a self,
        numbers: &Numbers,
        names: &mut BTreeSet<&'a str>,
    ) -> Result<(), Fault> {
        if !self.integrate {
            return self.check_no_machine();
        }
        if let Some(gravity) = self.gravity {
            check_finite(gravity)
                .map_err(|why| fault("gravity", 0)("", format!("gravity: {why}")))?;
        }
        for (entry, spring) in self.springs.iter().enumerate() {
            let fault = fault("spring", entry);
            check_name(&spring.name, &TAKEN, names)
                .map_err(|why| fault("name", why.to_string()))?;
            self.check_ends(numbers, [&spring.a, &spring.b], [&spring.frame_a, &spring.frame_b])
                .and_then(|()| spring.check())
                .map_err(|flaw| {
                    flaw.in_entry("spring", entry, &format!("spring {}", spring.name))
                })?;
        }
        let none = SpaceFramePlan::default();
        for (entry, load) in self.loads.iter().enumerate() {
            let title = format!("load on {}", load.body);
            let [[a, b, c], [d, e, f], [g, h, i]] = [load.at, load.force, load.moment];
            self.check_held(numbers, (&load.body, None), &none)
                .and_then(|()| check_finite([a, b, c, d, e, f, g, h, i]))
                .map_err(|flaw| flaw.in_entry("load", entry, &title))?;
        }
        let mut driven = BTreeSet::new();
        for (entry, drive) in self.drives.iter().enumerate() {
            let title = format!("drive of {}", drive.body);
            self.check_held(numbers, (&drive.body, drive.a.as_deref()), &drive.frame_a)
                .and_then(|()| drive.check())
                .and_then(|()| {
                    let why = "it has two drives; a body can have only one".to_owned();
                    let is_first = driven.insert(&*drive.body);
                    is_first.then_some(()).ok_or_else(|| Fault::from(why).in_field("body"))
                })
                .map_err(|flaw| flaw.in_entry("drive", entry, &title))?;
        }
        for (entry, port) in self.ports.iter().enumerate() {
            let fault = fault("port", entry);
            check_name(&port.name, &TAKEN, names).map_err(|why| fault("name", why.to_string()))?;
            self.check_held(numbers, (&port.body, None), &port.frame)
                .map_err(|flaw| flaw.in_entry("port", entry, &format!("port {}", port.name)))?;
        }
        for (entry, joint) in self.mobilities.iter().enumerate() {
            let fault = fault("mobility", entry);
            check_name(&joint.name, &TAKEN, names).map_err(|why| fault("name", why.to_string()))?;
            self.check_ends(numbers, [&joint.a, &joint.b], [&joint.frame_a, &joint.frame_b])
                .map_err(|flaw| {
                    flaw.in_entry("mobility", entry, &format!("mobility {}", joint.name))
                })?;
        }
        if self.bodies.iter().all(|body| body.kind == BodyKind::Prescribed) {
            let why = "no body is free; there is nothing to move".to_owned();
            return Err(fault("body", 0)("kind", why));
        }
        self.check_tied()
    }

    /// Refuses bodies that nothing holds or touches.
    fn check_tied(&self) -> Result<(), Fault> {
        let joints = self.joints.iter().flat_map(|it| [&*it.a, &*it.b]);
        let pins = self.pins.iter().flat_map(|it| [&*it.a, &*it.b]);
        let welds = self.welds.iter().flat_map(|it| [&*it.a, &*it.b]);
        let springs = self.springs.iter().flat_map(|it| [&*it.a, &*it.b]);
        let held = self.locks.iter().map(|it| &*it.body);
        let driven = self.drives.iter().map(|it| &*it.body);
        let loaded = self.loads.iter().map(|it| &*it.body);
        let ports = self.ports.iter().map(|it| &*it.body);
        let outside = self.mobilities.iter().flat_map(|it| [&*it.a, &*it.b]);
        let tied: BTreeSet<&str> = (joints.chain(pins).chain(welds).chain(springs))
            .chain(held.chain(driven).chain(loaded).chain(ports).chain(outside))
            .collect();
        for (entry, body) in self.bodies.iter().enumerate() {
            // A body alone is thrown by its start.
            if !tied.contains(&*body.name) && body.start.is_none() {
                let why = format!("body {}: nothing holds or touches it", body.name);
                return Err(fault("body", entry)("", why));
            }
        }
        Ok(())
    }

    fn check_no_machine(&self) -> Result<(), Fault> {
        let why = "is for a group that moves its bodies itself, --integrate; otherwise the host moves them and \
                   applies all loads except those of the joints";
        if self.gravity.is_some() {
            return Err(fault("gravity", 0)("", format!("gravity {why}")));
        }
        for (list, count) in [
            ("spring", self.springs.len()),
            ("load", self.loads.len()),
            ("drive", self.drives.len()),
            ("port", self.ports.len()),
            ("mobility", self.mobilities.len()),
        ] {
            if count > 0 {
                return Err(fault(list, 0)("", format!("[[{list}]] {why}")));
            }
        }
        Ok(())
    }
}
