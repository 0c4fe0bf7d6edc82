//! Checks of a plan before anything is built from it.

use super::fault::{
    Numbers, TAKEN, check_body_name, check_finite, check_name, check_pair, check_shown, fault,
};
use super::machine_parameters::names_of;
use super::machine_parameters::{
    DriveParameters, DriveReport, FrameReport, LoadInput, MachineBodyParameters,
};
use super::parameters::{BodyParameters, JointParameters};
use super::{BodyKind, BodyPlan, FramePlan, JointPlan, Plan, Point, ShownVariables, mode_name};
use crate::base::Fault;
use crate::group::report::{BodyReport, JointReport, LoadReport, OilReport};
use crate::laws::wear::WearProfile;
use std::collections::BTreeSet;

/// Fewest and most cells of a wear map.
const FEWEST_CELLS: u32 = 24;
const MOST_CELLS: u32 = 720;

impl Plan {
    /// Refuses plans with duplicate names, unknown bodies, or values out of range.
    pub fn check(&self) -> Result<(), Fault> {
        self.joint_parameters().map(drop)
    }

    /// Checks a plan; returns the parameters of its joints.
    pub(crate) fn joint_parameters(&self) -> Result<Vec<JointParameters>, Fault> {
        let mut names = BTreeSet::new();
        let driven: BTreeSet<&str> = self.drives.iter().map(|drive| &*drive.body).collect();
        for (entry, body) in self.bodies.iter().enumerate() {
            let fault = fault("body", entry);
            let known = || self.body_variables(body, driven.contains(&*body.name));
            check_name(&body.name, self.taken(), &mut names)
                .map_err(|why| fault("name", why.to_string()))?;
            check_body(body)
                .and_then(|()| self.check_variables(&body.variables, known))
                .map_err(|flaw| flaw.in_entry("body", entry, &format!("body {}", body.name)))?;
        }
        let numbers = self.numbers();
        let (mut parameters, mut kinds) = (Vec::with_capacity(self.joints.len()), Vec::new());
        for (entry, joint) in self.joints.iter().enumerate() {
            let fault = fault("joint", entry);
            check_name(&joint.name, self.taken(), &mut names)
                .map_err(|why| fault("name", why.to_string()))?;
            let own = JointParameters::new(&joint.single(), &joint.parameters, &mut kinds)
                .map_err(|why| why.in_field("parameters"));
            check_wear(joint).map_err(|(field, why)| {
                fault(field, why).in_entry("joint", entry, &format!("joint {}", joint.name))
            })?;
            self.check_ends(&numbers, [&joint.a, &joint.b], [joint.frame_a, joint.frame_b])
                .and(own)
                .and_then(|own| self.check_shown(joint, &own).map(|()| parameters.push(own)))
                .map_err(|flaw| flaw.in_entry("joint", entry, &format!("joint {}", joint.name)))?;
        }
        self.check_constraints(&numbers)?;
        self.check_machine(&numbers, &mut names)?;
        self.check_flexible(&numbers)?;
        if self.joints.is_empty() && !self.integrate {
            return Err(fault("joint", 0)(
                "",
                "there is no joint; a group needs at least one".into(),
            ));
        }
        Ok(parameters)
    }

    /// Returns the reserved names of this plan.
    pub(crate) fn taken(&self) -> &'static [&'static str] {
        match (self.integrate, self.variables) {
            (true, _) => &TAKEN,
            // The names of gravity and of the sums are not reserved here.
            (_, ShownVariables::All) => &TAKEN[..TAKEN.len() - 2],
            (_, ShownVariables::Named) => &TAKEN[..TAKEN.len() - 1],
        }
    }

    /// Returns the indices of the bodies in [`Plan::bodies`] by their names, without the ground.
    pub fn numbers(&self) -> Numbers<'_> {
        // The first of two with the same name.
        self.bodies.iter().enumerate().rev().map(|(place, body)| (&*body.name, place)).collect()
    }

    /// Returns true if the body of that name is free.
    pub(crate) fn is_free(&self, numbers: &Numbers, name: &str) -> bool {
        numbers.get(name).is_some_and(|body| self.bodies[*body].kind == BodyKind::Free)
    }

    fn check_shown(&self, joint: &JointPlan, parameters: &JointParameters) -> Result<(), Fault> {
        self.check_variables(&joint.variables, || {
            let parameters = parameters.names().map(str::to_owned).collect();
            let reports = [names_of(&LoadReport::default()), names_of(&JointReport::default())];
            [reports.concat(), names_of(&OilReport::default()), parameters].concat()
        })
    }

    /// Returns the names of the variables that a body may show, beyond the motions and loads of its marker.
    fn body_variables(&self, body: &BodyPlan, is_driven: bool) -> Vec<String> {
        if body.kind == BodyKind::Prescribed {
            return Vec::new();
        }
        let modes = body.flexible.iter().flat_map(|flexible| 1..=flexible.modes.len());
        let mut names: Vec<String> = modes.map(mode_name).collect();
        names.extend(names_of(&BodyReport::default()));
        names.extend(names_of(&BodyParameters::default()));
        if self.integrate {
            names.extend(names_of(&FrameReport::default()));
            names.extend(names_of(&LoadInput::default()));
            names.extend(names_of(&MachineBodyParameters::default()));
        }
        if is_driven {
            names.extend(names_of(&DriveReport::default()));
            names.extend(names_of(&DriveParameters::default()));
        }
        names
    }

    /// Refuses names of variables that are unknown, or any in a plan that shows all variables.
    fn check_variables(
        &self,
        named: &[String],
        known: impl Fn() -> Vec<String>,
    ) -> Result<(), Fault> {
        check_shown(named, self.variables == ShownVariables::All, known)
    }

    /// Refuses unknown or unsuitable bodies of a joint, and frames on them that are not finite.
    pub(crate) fn check_ends(
        &self,
        numbers: &Numbers,
        [a, b]: [&str; 2],
        [frame_a, frame_b]: [FramePlan; 2],
    ) -> Result<(), Fault> {
        self.check_pair(numbers, a, b)?;
        for (field, frame) in [("frame_a", frame_a), ("frame_b", frame_b)] {
            check_finite([frame.x, frame.y, frame.angle]).map_err(|why| why.in_field(field))?;
        }
        Ok(())
    }

    /// Refuses pairs of bodies that are unknown, equal, or both not free.
    pub(crate) fn check_pair(&self, numbers: &Numbers, a: &str, b: &str) -> Result<(), Fault> {
        check_pair(numbers, |name| self.is_free(numbers, name), a, b)
    }

    fn check_constraints(&self, numbers: &Numbers) -> Result<(), Fault> {
        let finite = |field, point: Point| check_finite(point).map_err(|why| why.in_field(field));
        for (entry, pin) in self.pins.iter().enumerate() {
            let checked = self
                .check_pair(numbers, &pin.a, &pin.b)
                .and_then(|()| finite("at_a", pin.at_a))
                .and_then(|()| finite("at_b", pin.at_b));
            let title = format!("pin of {} and {}", pin.a, pin.b);
            checked.map_err(|flaw| flaw.in_entry("pin", entry, &title))?;
        }
        for (entry, weld) in self.welds.iter().enumerate() {
            let title = format!("weld of {} and {}", weld.a, weld.b);
            self.check_pair(numbers, &weld.a, &weld.b)
                .map_err(|flaw| flaw.in_entry("weld", entry, &title))?;
        }
        for (entry, lock) in self.locks.iter().enumerate() {
            let fault = |field, why| {
                Err(fault("lock", entry)(field, format!("lock of {}: {why}", lock.body)))
            };
            if let Err(why) = check_body_name(numbers, &lock.body, false) {
                return fault("body", format!("body = {why}"));
            }
            if !self.is_free(numbers, &lock.body) {
                return fault("body", "the host moves it; only a free body can be locked".into());
            }
            let twice = |(at, direction)| lock.directions[..at].contains(direction);
            if lock.directions.is_empty() || lock.directions.iter().enumerate().any(twice) {
                return fault("directions", "directions must name x, y or phi, each once".into());
            }
        }
        Ok(())
    }
}

fn check_body(body: &BodyPlan) -> Result<(), Fault> {
    let is_beam = body.flexible.as_ref().is_some_and(|flexible| flexible.beam.is_some());
    for (field, value) in [("mass", body.mass), ("inertia", body.inertia)] {
        match value {
            Some(value) if !(value > 0.0 && value.is_finite()) => {
                return Err(Fault::from(format!(
                    "{field} = {value} is not a finite number above 0"
                ))
                .in_field(field));
            }
            None if body.kind == BodyKind::Free && !is_beam => {
                return Err(Fault::from(format!(
                    "{field} is missing; a free body needs one, above 0"
                ))
                .in_field(field));
            }
            _ => {}
        }
    }
    check_finite(body.centre_of_mass).map_err(|why| why.in_field("centre_of_mass"))?;
    let marker = body.marker;
    check_finite([marker.x, marker.y, marker.angle]).map_err(|why| why.in_field("marker"))
}

/// Refuses a wear map of a joint that cannot have one, and worn depths without a map, with the field.
fn check_wear(joint: &JointPlan) -> Result<(), (&'static str, String)> {
    let refuse = |field, why| Err((field, why));
    let Some(cells) = joint.cells else {
        return match joint.profile {
            None => Ok(()),
            Some(_) => {
                refuse("profile", "profile: worn depths need cells, as in cells = 72".into())
            }
        };
    };
    if let Some(Err(why)) = joint.profile.as_deref().map(WearProfile::from_csv) {
        return refuse("profile", format!("profile: {why}"));
    }
    if joint.kind.worn(cells).is_none() {
        let kind = joint.kind.single().name;
        let why = format!("cells = {cells}: {kind} does not wear; revolute_clearance does");
        return refuse("cells", why);
    }
    if !(FEWEST_CELLS..=MOST_CELLS).contains(&cells) {
        let why = format!("cells = {cells}: allowed are {FEWEST_CELLS} to {MOST_CELLS}");
        return refuse("cells", why);
    }
    Ok(())
}
