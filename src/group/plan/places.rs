//! Reads points and frames on bodies from a file: `[x, y]`, or a table of their parts.

use super::frame::{FramePlan, Point};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// The parts of a point.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PointParts {
    x: f64,
    y: f64,
}

/// The parts of a frame.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FrameParts {
    x: f64,
    y: f64,
    angle: f64,
}

impl From<PointParts> for Point {
    fn from(PointParts { x, y }: PointParts) -> Self {
        [x, y]
    }
}

impl From<FrameParts> for FramePlan {
    fn from(FrameParts { x, y, angle }: FrameParts) -> Self {
        Self { x, y, angle }
    }
}

impl From<Point> for FramePlan {
    fn from([x, y]: Point) -> Self {
        Self { x, y, angle: 0.0 }
    }
}

/// Reads a point or frame `T` from two numbers, or from a table of its `Parts`.
struct Place<T, Parts>(PhantomData<(T, Parts)>);

impl<'de, T: From<Point> + From<Parts>, Parts: Deserialize<'de>> Visitor<'de> for Place<T, Parts> {
    type Value = T;

    fn expecting(&self, text: &mut fmt::Formatter) -> fmt::Result {
        text.write_str("two numbers [x, y], or { x = …, y = … }")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, numbers: A) -> Result<T, A::Error> {
        // Reads all numbers, because reading two would drop a third one silently.
        let numbers: Vec<f64> = Vec::deserialize(SeqAccessDeserializer::new(numbers))?;
        let two: Result<Point, _> = numbers.as_slice().try_into();
        let two = two.map_err(|_| {
            A::Error::custom(format!("{} numbers, where there must be two, [x, y]", numbers.len()))
        })?;
        Ok(two.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, parts: A) -> Result<T, A::Error> {
        Parts::deserialize(MapAccessDeserializer::new(parts)).map(T::from)
    }
}

impl<'de> Deserialize<'de> for FramePlan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Place::<Self, FrameParts>(PhantomData))
    }
}

/// Reads a point.
pub(crate) fn exactly_two<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
    deserializer.deserialize_any(Place::<Point, PointParts>(PhantomData))
}

/// Reads an optional point.
pub(crate) fn maybe_two<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Point>, D::Error> {
    exactly_two(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::super::Plan;

    fn plan(place: &str) -> Result<Plan, String> {
        // As JSON, which an FMU contains; TOML is read by the same code.
        let text = format!(
            r#"{{"body": [{{"name": "b", "mass": 1, "inertia": 1}}],
                "joint": [{{"name": "j", "type": "revolute_clearance", "a": "ground", "b": "b", {place}}}],
                "pin": [{{"a": "ground", "b": "b", {place}}}]}}"#
        );
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn joints_and_pins_read_either_name_and_either_form_of_a_point() {
        let reference = plan(r#""at_a": [0.1, 0.2]"#).unwrap();
        for place in [
            r#""frame_a": [0.1, 0.2]"#,
            r#""at_a": {"x": 0.1, "y": 0.2}"#,
            r#""frame_a": {"y": 0.2, "x": 0.1}"#,
        ] {
            assert_eq!(plan(place).unwrap(), reference, "{place}");
        }
        let frame = reference.joints[0].frame_a;
        assert_eq!((frame.x, frame.y, reference.pins[0].at_a), (0.1, 0.2, [0.1, 0.2]));
        assert_eq!(serde_json::from_str::<Plan>(&reference.to_json()).unwrap(), reference);
    }

    #[test]
    fn a_third_number_an_unknown_part_and_two_names_of_one_point_are_refused() {
        for (place, why) in [
            (r#""at_a": [1, 2, 3]"#, "3 numbers, where there must be two, [x, y]"),
            (r#""at_a": [1]"#, "1 numbers, where there must be two"),
            (r#""frame_a": {"x": 1, "z": 2}"#, "unknown field `z`"),
            (r#""at_a": "far""#, "expected two numbers [x, y]"),
            (r#""at_a": [0, 0], "frame_a": [0, 0]"#, "duplicate field"),
        ] {
            let error = plan(place).unwrap_err();
            assert!(error.contains(why), "{place}: {error}");
        }
        let text = r#"{"gravity": [0, -9.81, 3], "body": []}"#;
        let error = serde_json::from_str::<Plan>(text).unwrap_err().to_string();
        assert!(error.contains("3 numbers, where there must be two"), "{error}");
    }
}
