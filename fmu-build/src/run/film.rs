//! The machine of a group as a run has moved it, in the plane or in space.

use super::plays::{self, Paths};
use super::space::SpaceStrip;
use super::strip::Strip;
use crate::archive::unpack;
use crate::group::GroupPlan;
use crate::{Error, Fmu};
use std::path::Path;

/// The moving parts of a group in a run.
pub(super) enum Film {
    Plane(Box<Strip>),
    Space(Box<SpaceStrip>),
}

impl Film {
    /// Returns the film of the FMU at `path`, if it is a group that shows the places of its bodies; with joints that are
    /// `magnified` on its page.
    pub fn of(path: &Path, fmu: &Fmu, magnified: bool) -> Result<Option<Self>, Error> {
        let files = unpack(path)?;
        let Some(text) = files.get("resources/group.json") else { return Ok(None) };
        let plan = GroupPlan::from_json(&String::from_utf8_lossy(text)).map_err(Error::input)?;
        Ok(match plan {
            GroupPlan::Planar(plan) => {
                Strip::of(*plan, fmu, magnified).map(|it| Self::Plane(Box::new(it)))
            }
            GroupPlan::InSpace(plan) => {
                SpaceStrip::of(&plan, fmu, magnified).map(|it| Self::Space(Box::new(it)))
            }
        })
    }

    /// Returns the names of the recorded variables.
    pub fn names(&self) -> &[String] {
        match self {
            Self::Plane(strip) => &strip.names,
            Self::Space(strip) => &strip.names,
        }
    }

    /// Returns true if pins or balls with play are shown.
    pub fn has_pins(&self) -> bool {
        match self {
            Self::Plane(strip) => strip.has_pins(),
            Self::Space(strip) => strip.has_pins(),
        }
    }

    /// Returns the paths of the journals and balls over the `instants` of a run \[m\], by the names of their joints, and the axes
    /// that they are in.
    pub fn orbits(&self, series: &[(String, Vec<f64>)], instants: usize) -> (&'static str, Paths) {
        let (axes, courses) = match self {
            Self::Plane(strip) => ("world axes", strip.courses(series, instants)),
            Self::Space(strip) => ("a's axes", strip.courses(series, instants)),
        };
        (axes, plays::orbits(courses))
    }

    /// Returns both pictures of a run: the strip as SVG, and the page as HTML. `series` is the record of
    /// [`names`](Self::names), at these times \[s\].
    pub fn pictures(
        &self,
        title: &str,
        times: &[f64],
        series: &[(String, Vec<f64>)],
    ) -> [String; 2] {
        match self {
            Self::Plane(strip) => strip.pictures(title, times, series),
            Self::Space(strip) => strip.pictures(title, times, series),
        }
    }
}
