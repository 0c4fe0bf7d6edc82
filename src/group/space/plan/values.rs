//! Inertia tensors, matrices of bushings, drives, as a plan in space gives them.

use super::document::{InertiaPlan, SpaceBodyPlan, SpacePlan};
use super::machine::{SpaceDrivePlan, SpaceSpringKind, SpaceSpringPlan};
use crate::base::Fault;
use crate::group::plan::check_finite;
use crate::laws::bushing::negative_eigenvalue;
use nalgebra::Matrix3;

/// Excess of a principal moment over the sum of the two others that is rounding.
const TRIANGLE: f64 = 1e-9;

impl SpaceBodyPlan {
    /// Returns the inertia tensor \[kg m²\], in the axes of the body's frame.
    pub(crate) fn tensor(&self) -> Result<Matrix3<f64>, Fault> {
        let refused = |why: String| Err(Fault::from(why).in_field("inertia"));
        match &self.inertia {
            Some(InertiaPlan::Several(numbers)) => match numbers[..] {
                [x, y, z] => Ok(Matrix3::from_diagonal(&[x, y, z].into())),
                [x, y, z, xy, xz, yz] => Ok(Matrix3::new(x, xy, xz, xy, y, yz, xz, yz, z)),
                _ => refused(format!(
                    "inertia has {} numbers; it needs Ixx, Iyy, Izz (, Ixy, Ixz, Iyz)",
                    numbers.len()
                )),
            },
            Some(InertiaPlan::One(number)) => refused(format!(
                "inertia = {number} is one number; in space it needs Ixx, Iyy, Izz (, Ixy, Ixz, Iyz)"
            )),
            None => refused(
                "inertia is missing; a free body needs Ixx, Iyy, Izz (, Ixy, Ixz, Iyz)".into(),
            ),
        }
    }
}

/// Refuses inertia tensors that no body has.
pub(crate) fn check_inertia(tensor: &Matrix3<f64>) -> Result<(), String> {
    if let Some(number) = tensor.iter().find(|number| !number.is_finite()) {
        return Err(format!("inertia: {number} is not a finite number"));
    }
    let mut moments: [f64; 3] = tensor.symmetric_eigenvalues().into();
    moments.sort_by(f64::total_cmp);
    let [a, b, c] = moments;
    let listed = format!("{a:.4}, {b:.4}, {c:.4}");
    if a <= 0.0 {
        return Err(format!("the inertia's principal moments are {listed}; all must be above 0"));
    }
    if c > (a + b) * (1.0 + TRIANGLE) {
        return Err(format!(
            "principal moments {listed} break the triangle rule ({c:.4} > {a:.4} + {b:.4}); no body has them. Are Ixy \
             … given about the centre of mass?"
        ));
    }
    Ok(())
}

impl SpaceSpringPlan {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        for (field, numbers) in [("stiffness", &self.stiffness), ("damping", &self.damping)] {
            let matrix = numbers
                .matrix::<6>(self.kind == SpaceSpringKind::Bushing)
                .map_err(|why| Fault::from(format!("{field} {why}")).in_field(field))?;
            if let Some(least) = negative_eigenvalue(&matrix) {
                let why = format!("{field} has the eigenvalue {least:.4}; all must be 0 or above");
                return Err(Fault::from(why).in_field(field));
            }
        }
        let signed = self.kind == SpaceSpringKind::Turn;
        if !self.rest.is_finite() || (self.rest < 0.0 && !signed) {
            let why = format!("rest = {} is not a finite number from 0 on", self.rest);
            return Err(Fault::from(why).in_field("rest"));
        }
        if self.rest != 0.0 && self.kind == SpaceSpringKind::Bushing {
            let why =
                "rest has no meaning for type = \"bushing\"; its frames coincide without load";
            return Err(Fault::from(why.to_owned()).in_field("rest"));
        }
        Ok(())
    }
}

impl SpacePlan {
    /// Returns the drives that keep a speed, with that.
    pub(crate) fn drives_of_speed(&self) -> impl Iterator<Item = (&SpaceDrivePlan, f64)> {
        self.drives.iter().filter_map(|drive| Some((drive, drive.speed?)))
    }

    /// Returns the drives that exert a torque, with that.
    pub(crate) fn drives_of_torque(&self) -> impl Iterator<Item = (&SpaceDrivePlan, f64)> {
        self.drives.iter().filter_map(|drive| Some((drive, drive.torque?)))
    }
}

impl SpaceDrivePlan {
    /// Refuses a drive that has neither speed nor torque, or both.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match (self.speed, self.torque) {
            (Some(speed), None) => check_finite([speed]).map_err(|why| why.in_field("speed")),
            (None, Some(torque)) => check_finite([torque]).map_err(|why| why.in_field("torque")),
            (speed, _) => {
                let which = if speed.is_some() { "both" } else { "neither" };
                let why = format!("it has {which} of speed and torque; it needs one of them");
                Err(Fault::from(why).in_field("speed"))
            }
        }
    }
}
