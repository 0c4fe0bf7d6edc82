//! Frames on the bodies of a plan in space.

use nalgebra::{Matrix3, Quaternion, Rotation3, Unit, UnitQuaternion, Vector3};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A point or a direction in the axes of a body \[m, 1\].
pub type Point3 = [f64; 3];

/// Largest error of the length of a quaternion \[1\].
const OFF_LENGTH: f64 = 1e-2;
/// Sine of the angle below which two directions are parallel.
const PARALLEL: f64 = 1e-6;

/// A frame on a body in space.
///
/// In a file a table of these fields, or `[x, y, z]` for one with the body's axes. Without an orientation the axes are the
/// body's; with `axis` alone they are turned to it by the shortest way.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct SpaceFramePlan {
    /// Position of its origin along the body's x axis \[m\].
    pub x: f64,
    /// Position of its origin along the body's y axis \[m\].
    pub y: f64,
    /// Position of its origin along the body's z axis \[m\].
    pub z: f64,
    /// Direction of its z axis, of any length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Point3>,
    /// Direction of its x axis, as far as that is normal to `axis`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_axis: Option<Point3>,
    /// Quaternion from its axes to the body's, scalar part first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
}

/// The fields as a file may have them.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    x: f64,
    y: f64,
    z: f64,
    axis: Option<Point3>,
    x_axis: Option<Point3>,
    rotation: Option<[f64; 4]>,
}

struct FrameVisitor;

impl<'de> Visitor<'de> for FrameVisitor {
    type Value = SpaceFramePlan;

    fn expecting(&self, text: &mut fmt::Formatter) -> fmt::Result {
        text.write_str("three numbers [x, y, z], or { x = …, y = …, z = …, axis = […] }")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<SpaceFramePlan, A::Error> {
        let mut found = Vec::new();
        while let Some(number) = numbers.next_element::<f64>()? {
            found.push(number);
        }
        let [x, y, z] = found[..] else {
            let why = format!("{} numbers, where there must be three, [x, y, z]", found.len());
            return Err(serde::de::Error::custom(why));
        };
        Ok(SpaceFramePlan { x, y, z, ..SpaceFramePlan::default() })
    }

    fn visit_map<A: MapAccess<'de>>(self, parts: A) -> Result<SpaceFramePlan, A::Error> {
        let Fields { x, y, z, axis, x_axis, rotation } =
            Fields::deserialize(MapAccessDeserializer::new(parts))?;
        Ok(SpaceFramePlan { x, y, z, axis, x_axis, rotation })
    }
}

impl<'de> Deserialize<'de> for SpaceFramePlan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FrameVisitor)
    }
}

impl SpaceFramePlan {
    /// Returns the position of its origin on the body \[m\].
    pub fn origin(&self) -> Vector3<f64> {
        Vector3::new(self.x, self.y, self.z)
    }

    /// Returns the rotation from its axes to the body's; refuses directions that give none, and numbers that are not
    /// finite.
    pub fn turn(&self) -> Result<UnitQuaternion<f64>, String> {
        let Self { x, y, z, axis, x_axis, rotation } = *self;
        let all = [Some([x, y, z]), axis, x_axis].into_iter().flatten().flatten();
        if let Some(number) = all.chain(rotation.into_iter().flatten()).find(|it| !it.is_finite()) {
            return Err(format!("{number} is not a finite number"));
        }
        if rotation.is_some() && (axis.is_some() || x_axis.is_some()) {
            return Err("give axis or rotation, not both".into());
        }
        if let Some(rotation) = rotation {
            return quaternion(rotation)
                .map_err(|length| format!("rotation has the length {length}, not 1"));
        }
        let direction = |name: &str, given: Point3| {
            let unit = Unit::try_new(Vector3::from(given), 0.0);
            unit.ok_or_else(|| format!("{name} = {given:?} has no direction"))
        };
        let third = direction("axis", axis.unwrap_or([0.0, 0.0, 1.0]))?;
        let Some(x_axis) = x_axis else {
            // Half a turn has no shortest way: it is about x.
            let turn = UnitQuaternion::rotation_between_axis(&Vector3::z_axis(), &third);
            let half = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI);
            return Ok(turn.unwrap_or(half));
        };
        let first = direction("x_axis", x_axis)?;
        let across = first.into_inner() - third.into_inner() * third.dot(&first);
        let first = Unit::try_new(across, PARALLEL).ok_or("x_axis is parallel to axis")?;
        let columns = [first.into_inner(), third.cross(&first), third.into_inner()];
        let rotation = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&columns));
        Ok(UnitQuaternion::from_rotation_matrix(&rotation))
    }
}

/// Makes a rotation of four numbers, scalar part first; or returns their length if that is not 1.
pub(crate) fn quaternion([w, x, y, z]: [f64; 4]) -> Result<UnitQuaternion<f64>, f64> {
    let given = Quaternion::new(w, x, y, z);
    let length = given.norm();
    if (length - 1.0).abs() <= OFF_LENGTH {
        Ok(UnitQuaternion::from_quaternion(given))
    } else {
        Err(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(text: &str) -> Result<UnitQuaternion<f64>, String> {
        serde_json::from_str::<SpaceFramePlan>(text).unwrap().turn()
    }

    #[test]
    fn axes_lead_to_the_frame_that_they_name() {
        let turned = turn(r#"{"axis": [0, 2, 0], "x_axis": [0, 1, 5]}"#).unwrap();
        assert!((turned * Vector3::z() - Vector3::y()).norm() < 1e-15);
        assert!((turned * Vector3::x() - Vector3::z()).norm() < 1e-15);
        for axis in [[0.0, 0.0, -1.0], [0.3, -0.2, 0.9], [1.0, 0.0, 0.0]] {
            let frame = SpaceFramePlan { axis: Some(axis), ..Default::default() };
            let off = frame.turn().unwrap() * Vector3::z() - Vector3::from(axis).normalize();
            assert!(off.norm() < 1e-14, "{axis:?}");
        }
        assert_eq!(turn("[1, 2, 3]").unwrap(), UnitQuaternion::identity());
        assert!(turn(r#"{"rotation": [0.8, 0, 0.6, 0]}"#).is_ok());
    }

    #[test]
    fn directions_that_give_no_frame_are_refused() {
        for (text, why) in [
            (r#"{"axis": [0, 0, 0]}"#, "axis = [0.0, 0.0, 0.0] has no direction"),
            (r#"{"axis": [0, 1, 0], "x_axis": [0, 3, 0]}"#, "x_axis is parallel to axis"),
            (r#"{"rotation": [0.5, 0, 0, 0]}"#, "rotation has the length 0.5, not 1"),
            (r#"{"axis": [0, 1, 0], "rotation": [1, 0, 0, 0]}"#, "give axis or rotation, not both"),
        ] {
            assert_eq!(turn(text).unwrap_err(), why);
        }
        let error = serde_json::from_str::<SpaceFramePlan>("[1, 2]").unwrap_err().to_string();
        assert!(error.contains("2 numbers, where there must be three"), "{error}");
    }
}
