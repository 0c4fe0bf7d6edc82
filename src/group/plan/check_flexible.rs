//! Checks of the flexible bodies of a plan.

use super::beam::MOST_MODES;
use super::fault::{Numbers, check_finite, fault};
use super::{BodyKind, BodyPlan, FlexiblePlan, ModePlan, Plan, Point};
use crate::base::Fault;
use std::collections::BTreeSet;

/// The bodies under each kind of constraint, by their names.
struct Constrained<'a> {
    welded: BTreeSet<&'a str>,
    locked: BTreeSet<&'a str>,
    pinned: BTreeSet<&'a str>,
}

impl Plan {
    /// Refuses flexible bodies with unsuitable constraints or modes.
    pub(crate) fn check_flexible(&self, numbers: &Numbers) -> Result<(), Fault> {
        if self.bodies.iter().all(|body| body.flexible.is_none()) {
            return Ok(());
        }
        let constrained = Constrained {
            welded: self.welds.iter().flat_map(|weld| [&*weld.a, &*weld.b]).collect(),
            locked: self.locks.iter().map(|lock| &*lock.body).collect(),
            pinned: self.pins.iter().flat_map(|pin| [&*pin.a, &*pin.b]).collect(),
        };
        let places = self.places_on_each(numbers);
        for (entry, body) in self.bodies.iter().enumerate() {
            let Some(flexible) = &body.flexible else { continue };
            self.check_one_flexible(body, flexible, &constrained, &places[entry]).map_err(
                |why| {
                    fault("body", entry)("flexible", format!("body {}: flexible: {why}", body.name))
                },
            )?;
        }
        Ok(())
    }

    fn check_one_flexible(
        &self,
        body: &BodyPlan,
        flexible: &FlexiblePlan,
        constrained: &Constrained,
        places: &[Point],
    ) -> Result<(), Fault> {
        let FlexiblePlan { beam, table, damping, modes } = flexible;
        let name = &*body.name;
        if body.kind == BodyKind::Prescribed {
            return Err("the host moves this body; only a free one bends".into());
        }
        if !(*damping >= 0.0 && damping.is_finite()) {
            return Err(format!("damping = {damping} is not a finite number from 0 on").into());
        }
        if constrained.welded.contains(name) {
            return Err("a body that bends cannot be welded; pin it at two places".into());
        }
        if constrained.locked.contains(name) {
            return Err(
                "a lock would hold the mean motion of a body that bends, and no place of it; pin it, at \
                        two places near each other to clamp it (both hold it along its axis: give it an axial mode)"
                    .into(),
            );
        }
        if constrained.pinned.contains(name) && !self.integrate {
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
                )
                .into());
            }
            (None, None, false) => {}
            _ => return Err("give one of beam, table and mode".into()),
        }
        if modes.len() > MOST_MODES {
            return Err(format!("{} modes are more than {MOST_MODES}", modes.len()).into());
        }
        check_modes(modes, places)
    }
}

/// Refuses modes with values out of range, or without a shape at one of the `places` where something is joined.
fn check_modes(modes: &[ModePlan], places: &[Point]) -> Result<(), Fault> {
    for (number, mode) in (1..).zip(modes) {
        let ModePlan { frequency, mass, shape, stretch, turning } = mode;
        for (field, value) in [("frequency", frequency), ("mass", mass)] {
            if !(*value > 0.0 && value.is_finite()) {
                return Err(format!(
                    "mode {number}: {field} = {value} is not a finite number above 0"
                )
                .into());
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
            )
            .into());
        }
        if let Some([x, y]) = places.iter().find(|place| mode.at(**place).is_none()) {
            return Err(format!(
                "mode {number} has no shape at ({x}, {y}), where something is joined to the body"
            )
            .into());
        }
    }
    Ok(())
}
