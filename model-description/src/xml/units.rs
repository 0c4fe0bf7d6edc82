//! Units as modelDescription.xml declares them.

use crate::SiUnit;
use serde::{Deserialize, Serialize};

/// `<UnitDefinitions>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct UnitDefinitions {
    #[serde(rename = "Unit", default)]
    units: Vec<UnitElement>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct UnitElement {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "BaseUnit", default)]
    base: BaseUnit,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct BaseUnit {
    #[serde(rename = "@kg", default, skip_serializing_if = "is_zero")]
    kg: i8,
    #[serde(rename = "@m", default, skip_serializing_if = "is_zero")]
    m: i8,
    #[serde(rename = "@s", default, skip_serializing_if = "is_zero")]
    s: i8,
    #[serde(rename = "@rad", default, skip_serializing_if = "is_zero")]
    rad: i8,
    #[serde(rename = "@K", default, skip_serializing_if = "is_zero")]
    kelvin: i8,
}

// serde passes the field by reference.
fn is_zero(exponent: &i8) -> bool {
    *exponent == 0
}

impl UnitDefinitions {
    /// Returns true if a unit of that name is among them.
    pub(super) fn declare(&self, name: &str) -> bool {
        self.units.iter().any(|unit| unit.name == name)
    }

    /// Declares each of `used` once, in the order of first use.
    pub(super) fn of<'a>(used: impl Iterator<Item = &'a SiUnit>) -> Self {
        let mut units: Vec<UnitElement> = Vec::new();
        for unit in used {
            if units.iter().all(|known| known.name != unit.name) {
                let SiUnit { kg, m, s, rad, kelvin, .. } = *unit;
                units.push(UnitElement {
                    name: unit.name.to_owned(),
                    base: BaseUnit { kg, m, s, rad, kelvin },
                });
            }
        }
        Self { units }
    }
}
