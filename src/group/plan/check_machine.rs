//! Checks of the entries for machines, units that move their bodies themselves.

use super::fault::{Numbers, check_body_name, check_finite, check_name, fault};
use super::frame::FramePlan;
use super::machine::{SpringKind, SpringPlan};
use super::machine_parameters::check_bushing;
use super::{BodyKind, Plan};
use crate::base::Fault;
use std::collections::BTreeSet;

impl Plan {
    /// Checks the entries that only machines have, or refuses them in other plans; adds their names to `names`.
    pub(crate) fn check_machine<'a>(
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
        for (entry, body) in self.bodies.iter().enumerate() {
            let Some(start) = body.start else { continue };
            let refused = |why| fault("body", entry)("start", format!("body {}: {why}", body.name));
            if body.kind == BodyKind::Prescribed {
                return Err(refused("start is for a free body; the host moves this one".into()));
            }
            let given = [start.x, start.y, start.phi, start.vx, start.vy, start.w];
            check_finite(given.map(Option::unwrap_or_default)).map_err(refused)?;
        }
        for (entry, spring) in self.springs.iter().enumerate() {
            let fault = fault("spring", entry);
            check_name(&spring.name, self.taken(), names)
                .map_err(|why| fault("name", why.to_string()))?;
            self.check_spring(spring, numbers).map_err(|flaw| {
                flaw.in_entry("spring", entry, &format!("spring {}", spring.name))
            })?;
        }
        let free = |name: &str| -> Result<(), Fault> {
            check_body_name(numbers, name, false).map_err(|why| format!("body = {why}"))?;
            let free = self.is_free(numbers, name);
            free.then_some(())
                .ok_or_else(|| format!("{name} is not free; the host moves it").into())
        };
        for (entry, load) in self.loads.iter().enumerate() {
            let refused = |field, why: Fault| {
                fault("load", entry)(field, format!("load on {}: {why}", load.body))
            };
            free(&load.body).map_err(|why| refused("body", why))?;
            let [[x, y], [fx, fy]] = [load.at, load.force];
            check_finite([x, y, fx, fy, load.moment]).map_err(|why| refused("", why))?;
        }
        let mut driven = BTreeSet::new();
        for (entry, drive) in self.drives.iter().enumerate() {
            let refused = |field, why: Fault| {
                fault("drive", entry)(field, format!("drive of {}: {why}", drive.body))
            };
            free(&drive.body).map_err(|why| refused("body", why))?;
            check_finite([drive.speed]).map_err(|why| refused("speed", why))?;
            if !driven.insert(&*drive.body) {
                return Err(refused("body", "it has two drives; a body can have only one".into()));
            }
        }
        for (entry, port) in self.ports.iter().enumerate() {
            let fault = fault("port", entry);
            check_name(&port.name, self.taken(), names)
                .map_err(|why| fault("name", why.to_string()))?;
            free(&port.body).map_err(|why| fault("body", format!("port {}: {why}", port.name)))?;
            check_finite([port.frame.x, port.frame.y, port.frame.angle])
                .map_err(|why| fault("frame", format!("port {}: {why}", port.name)))?;
        }
        for (entry, joint) in self.mobilities.iter().enumerate() {
            let fault = fault("mobility", entry);
            check_name(&joint.name, self.taken(), names)
                .map_err(|why| fault("name", why.to_string()))?;
            self.check_ends(numbers, [&joint.a, &joint.b], [joint.frame_a, joint.frame_b])
                .map_err(|flaw| {
                    flaw.in_entry("mobility", entry, &format!("mobility {}", joint.name))
                })?;
        }
        let moved = self.bodies.iter().any(|body| body.kind == BodyKind::Free);
        if !moved {
            let why = "no body is free; there is nothing to move".to_owned();
            return Err(fault("body", 0)("kind", why));
        }
        Ok(())
    }

    fn check_spring(&self, spring: &SpringPlan, numbers: &Numbers) -> Result<(), Fault> {
        self.check_pair(numbers, &spring.a, &spring.b)?;
        let SpringPlan { kind, frame_a, frame_b, stiffness, damping, rest, .. } = spring;
        let is_bushing = *kind == SpringKind::Bushing;
        for (field, FramePlan { x, y, angle }) in [("at_a", frame_a), ("at_b", frame_b)] {
            check_finite([*x, *y, *angle]).map_err(|why| why.in_field(field))?;
            let has_no_meaning = |what: &str, kind: &str| {
                let why = format!("{field}{what} has no meaning for type = \"{kind}\"");
                Err(Fault::from(why).in_field(field))
            };
            if *kind == SpringKind::Turn && [*x, *y, *angle] != [0.0; 3] {
                return has_no_meaning("", "turn");
            }
            if *kind == SpringKind::Line && *angle != 0.0 {
                return has_no_meaning(": angle", "line");
            }
        }
        for (field, numbers) in [("stiffness", stiffness), ("damping", damping)] {
            let matrix = numbers
                .matrix::<3>(is_bushing)
                .map_err(|why| Fault::from(format!("{field} {why}")).in_field(field))?;
            if !is_bushing && matrix[(0, 0)] < 0.0 {
                let why = format!("{field} = {} is not a finite number from 0 on", matrix[(0, 0)]);
                return Err(Fault::from(why).in_field(field));
            }
            check_bushing(&matrix)
                .map_err(|why| Fault::from(format!("{field} {why}")).in_field(field))?;
        }
        if !rest.is_finite() || (*kind == SpringKind::Line && *rest < 0.0) {
            return Err(Fault::from(format!("rest = {rest} is not a finite number from 0 on"))
                .in_field("rest"));
        }
        if is_bushing && *rest != 0.0 {
            let why =
                "rest has no meaning for type = \"bushing\"; its frames coincide without load";
            return Err(Fault::from(why.to_owned()).in_field("rest"));
        }
        Ok(())
    }

    /// Refuses entries for machines in the plan of a unit whose bodies the host moves.
    fn check_no_machine(&self) -> Result<(), Fault> {
        let refused = |list: &'static str, entry: usize, field: &'static str, what: &str| {
            let why = "is for a group that moves its bodies itself, --integrate; otherwise the host moves them \
                       and applies all loads except those of the joints";
            Err(fault(list, entry)(field, format!("{what} {why}")))
        };
        if self.gravity.is_some() {
            return refused("gravity", 0, "", "gravity");
        }
        if let Some(entry) = self.bodies.iter().position(|body| body.start.is_some()) {
            return refused("body", entry, "start", "start");
        }
        for (list, count) in [
            ("spring", self.springs.len()),
            ("load", self.loads.len()),
            ("drive", self.drives.len()),
            ("port", self.ports.len()),
            ("mobility", self.mobilities.len()),
        ] {
            if count > 0 {
                return refused(list, 0, "", &format!("[[{list}]]"));
            }
        }
        Ok(())
    }
}
