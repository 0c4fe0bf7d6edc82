//! A body of a plan that is a straight beam, as plain data: its sections and material.

use super::fault::check_finite;
use super::frame::Point;
use super::places::exactly_two;
use crate::base::Fault;
use crate::group::beam::{Beam, Ends, Section};
use serde::{Deserialize, Serialize};

/// Most modes of one body.
pub(crate) const MOST_MODES: usize = 200;
/// Most sections of one beam: each has at least two elements, and the cost of the modes grows with the cube of these.
const MOST_SECTIONS: usize = 100;
/// Range of the lengths of sections, from fibres to bridges \[m\].
const LENGTHS: [f64; 2] = [1e-6, 1e4];
/// Range of their areas \[m²\].
const AREAS: [f64; 2] = [1e-16, 1e4];
/// Range of their second moments of area \[m⁴\].
const SECOND_MOMENTS: [f64; 2] = [1e-33, 1e6];
/// Range of Young's moduli \[Pa\].
const MODULI: [f64; 2] = [1.0, 1e15];
/// Range of densities \[kg/m³\].
const DENSITIES: [f64; 2] = [1e-3, 1e6];
/// Number of points, besides its start, through which a picture draws a beam.
const DRAWN: u32 = 16;

/// A straight beam in the plane of the body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeamPlan {
    /// Its start in the body's own frame.
    #[serde(default, deserialize_with = "exactly_two")]
    pub start: Point,
    /// Its direction against the body's x axis, counter-clockwise \[rad\].
    #[serde(default)]
    pub angle: f64,
    /// Young's modulus \[Pa\].
    #[serde(default = "steel_modulus")]
    pub youngs_modulus: f64,
    /// Density \[kg/m³\].
    #[serde(default = "steel_density")]
    pub density: f64,
    /// Supports of its ends in the modes that its deflection is composed of.
    #[serde(default)]
    pub ends: Ends,
    /// Modes across it.
    #[serde(default = "usual_bending_modes")]
    pub bending_modes: u32,
    /// Modes along it.
    #[serde(default)]
    pub axial_modes: u32,
    /// Its sections, one behind the other.
    #[serde(rename = "section")]
    pub sections: Vec<SectionPlan>,
}

fn steel_modulus() -> f64 {
    2.1e11
}

fn steel_density() -> f64 {
    7850.0
}

fn usual_bending_modes() -> u32 {
    4
}

/// A part of a beam.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionPlan {
    /// Length \[m\].
    pub length: f64,
    /// Area of the section \[m²\].
    pub area: f64,
    /// Its second moment of area about the axis across the plane \[m⁴\].
    pub second_moment: f64,
}

impl BeamPlan {
    /// Refuses numbers out of range, and too many or too few sections and modes.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        let within =
            |field: &str, value: f64, [low, high]: [f64; 2], unit: &str| -> Result<(), Fault> {
                if (low..=high).contains(&value) {
                    return Ok(());
                }
                Err(format!("{field} = {value:?} is outside {low:e}..={high:e} {unit}").into())
            };
        within("youngs_modulus", self.youngs_modulus, MODULI, "Pa")?;
        within("density", self.density, DENSITIES, "kg/m3")?;
        check_finite([self.start[0], self.start[1], self.angle])?;
        for section in &self.sections {
            within("length", section.length, LENGTHS, "m")?;
            within("area", section.area, AREAS, "m2")?;
            within("second_moment", section.second_moment, SECOND_MOMENTS, "m4")?;
        }
        let modes = (self.bending_modes as usize).saturating_add(self.axial_modes as usize);
        let sections = self.sections.len();
        if sections == 0 || sections > MOST_SECTIONS {
            return Err(format!("{sections} sections are not 1 to {MOST_SECTIONS}").into());
        }
        if modes == 0 || modes > MOST_MODES {
            return Err(format!("{modes} modes are not 1 to {MOST_MODES}").into());
        }
        Ok(())
    }

    /// Returns points of its axis, of that length \[m\], in the body's own frame.
    pub(crate) fn line(&self, length: f64) -> impl Iterator<Item = Point> {
        let (sin, cos) = self.angle.sin_cos();
        let [x, y] = self.start;
        let places = (0..=DRAWN).map(move |part| length * f64::from(part) / f64::from(DRAWN));
        places.map(move |along| [x + cos * along, y + sin * along])
    }

    /// Computes its modes; `None` where its sections differ too much.
    pub(crate) fn beam(&self) -> Option<Beam> {
        let section = |plan: &SectionPlan| Section {
            length: plan.length,
            mass_per_length: self.density * plan.area,
            bending_stiffness: self.youngs_modulus * plan.second_moment,
            axial_stiffness: self.youngs_modulus * plan.area,
        };
        let sections: Vec<_> = self.sections.iter().map(section).collect();
        Beam::new(&sections, self.ends, [self.bending_modes, self.axial_modes])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(sections: &[[f64; 3]]) -> BeamPlan {
        let text = r#"{"section": [], "bending_modes": 3, "axial_modes": 2}"#;
        let mut plan: BeamPlan = serde_json::from_str(text).unwrap();
        let section = |[length, area, second_moment]: &[f64; 3]| SectionPlan {
            length: *length,
            area: *area,
            second_moment: *second_moment,
        };
        plan.sections = sections.iter().map(section).collect();
        plan
    }

    // Panicked for lengths of 1e300 and 1e-300 m, and asked for 51 GB for 20,000 sections.
    #[test]
    fn beams_out_of_range_are_refused_with_the_range() {
        for (sections, why) in [
            (vec![[1e300, 1e-4, 1e-9]], "length = 1e300 is outside 1e-6..=1e4 m"),
            (vec![[1e-300, 1e-4, 1e-9]], "length = 1e-300 is outside"),
            (vec![[1.0, f64::NAN, 1e-9]], "area = NaN is outside"),
            (vec![[1.0, 1e-4, -1e-9]], "second_moment = -1e-9 is outside"),
            (vec![], "0 sections are not 1 to 100"),
            (vec![[1.0, 1e-4, 1e-9]; 20_000], "20000 sections are not 1 to 100"),
        ] {
            let refused = plan(&sections).check().unwrap_err();
            assert!(refused.to_string().contains(why), "{refused}");
        }
    }

    #[test]
    fn sections_at_the_ends_of_all_ranges_have_positive_frequencies_or_no_modes() {
        let corners = |[low, high]: [f64; 2]| [low, (low * high).sqrt(), high];
        let (mut sound, mut none) = (0, 0);
        for length in corners(LENGTHS) {
            for area in corners(AREAS) {
                for second_moment in corners(SECOND_MOMENTS) {
                    for ends in [Ends::Free, Ends::Clamped, Ends::Pinned] {
                        let usual = [0.5, 2.8e-4, 2.3e-9];
                        let one = vec![[length, area, second_moment]];
                        for sections in [one.clone(), [one, vec![usual]].concat()] {
                            let mut plan = plan(&sections);
                            plan.ends = ends;
                            plan.check().unwrap();
                            let Some(beam) = plan.beam() else {
                                none += 1;
                                continue;
                            };
                            sound += 1;
                            assert!(beam.modes.iter().all(|mode| mode.frequency > 0.0));
                        }
                    }
                }
            }
        }
        // A beam of one section always has modes.
        assert!(sound >= 81 && none > 0, "{sound} {none}");
    }
}
