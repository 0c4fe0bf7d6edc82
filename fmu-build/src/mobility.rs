//! The mobility at a joint, ready for `build --parameters`: of a pair of bodies from the numbers of their data sheets, or in a
//! group.

mod line;
mod of_group;
mod pair;
mod plane;
mod spatial;
mod start_values;

pub use of_group::of_group;
pub use pair::{Body, Pair};

use crate::Error;

impl Pair {
    /// Start values for a joint between these bodies, as TOML.
    pub fn parameters(&self) -> Result<String, Error> {
        if self.line {
            return line::parameters(self);
        }
        self.check_plane()?;
        if self.spatial { spatial::parameters(self) } else { plane::parameters(self) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An arm of 2 kg whose joint is 0.3 m from its centre of mass.
    fn pinned() -> Pair {
        Pair {
            b: Body {
                mass: Some(2.0),
                inertia: vec![0.1],
                arm: Some("0.3,0".to_owned()),
                ..Body::default()
            },
            ..Pair::default()
        }
    }

    #[test]
    fn the_start_values_are_those_of_the_pair() {
        let text = pinned().parameters().unwrap();
        let mut variant = crate::Variant::of("revolute_clearance").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.toml");
        std::fs::write(&file, &text).unwrap();
        variant.set_from_file(&file).unwrap();
        variant.check().unwrap();
        for (name, expected) in [("xx", 0.5), ("yy", 1.4), ("yphi", 3.0), ("phiphi", 10.0)] {
            let name = format!("coupling.mobility_{name}");
            let Some(model_description::Value::Real(found)) = variant.start(&name) else {
                panic!()
            };
            assert!((found - expected).abs() < 1e-12, "{name}");
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let why = |pair: Pair| pair.parameters().unwrap_err().to_string();
        assert!(why(Pair::default()).starts_with("neither body can move"));
        let of_a = |a| Pair { a, ..Pair::default() };
        let mass = of_a(Body { mass: Some(1.0), ..Body::default() });
        assert!(why(mass.clone()).starts_with("--inertia-a is missing"));
        let wrong = of_a(Body { arm: Some("1;2".to_owned()), ..mass.a.clone() });
        assert_eq!(why(wrong), "--arm-a = 1;2 is not two numbers X,Y in metres");
        let negative = of_a(Body { inertia: vec![-1.0], ..mass.a });
        assert!(why(negative).starts_with("inertia of a = -1 is outside"));
    }

    #[test]
    fn a_joint_of_a_group_has_the_mobility_of_its_bodies_as_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("door.toml");
        let door = r#"
            space = true
            [[body]]
            name = "door"
            mass = 6
            inertia = [0.16, 0.30, 0.20]
            centre_of_mass = [0.30, 0.02, 0]
            [[joint]]
            name = "lower"
            type = "spatial_revolute"
            a = "ground"
            b = "door"
            frame_a = { z = -0.2 }
            frame_b = { z = -0.2 }
        "#;
        std::fs::write(&file, door).unwrap();
        let pair = Pair {
            spatial: true,
            b: Body {
                mass: Some(6.0),
                inertia: vec![0.16, 0.30, 0.20],
                arm: Some("-0.3,-0.02,-0.2".to_owned()),
                ..Body::default()
            },
            ..Pair::default()
        };
        let numbers = |text: &str| -> Vec<f64> {
            let lines = text.lines().filter_map(|line| line.strip_prefix("mobility_"));
            lines.map(|line| line.split_once(" = ").unwrap().1.parse().unwrap()).collect()
        };
        let same = |found: &str, right: &str| {
            let (found, right) = (numbers(found), numbers(right));
            assert!(found.len() == right.len() && !right.is_empty(), "{found:?}");
            for (found, right) in found.iter().zip(&right) {
                assert!((found - right).abs() < 1e-12 * (1.0 + right.abs()), "{found} {right}");
            }
        };
        same(&of_group(&file, "lower").unwrap(), &pair.parameters().unwrap());
        let why = of_group(&file, "upper").unwrap_err().to_string();
        assert_eq!(why, "unknown joint upper; known: lower");
        // An ideal hinge above leaves the door one rotation: 1/(I + m r²) about the hinge line.
        let pin = "[[pin]]\nkind = \"hinge\"\na = \"ground\"\nb = \"door\"\nframe_a = [0, 0, 0.2]\nframe_b = [0, 0, 0.2]\n";
        std::fs::write(&file, format!("{door}\n{pin}")).unwrap();
        let held = numbers(&of_group(&file, "lower").unwrap());
        let about_hinges = (0.2 + 6.0 * (0.3_f64.powi(2) + 0.02_f64.powi(2))).recip();
        let (last, others) = held.split_last().unwrap();
        assert!((last - about_hinges).abs() < 1e-9, "{last} {about_hinges}");
        assert!(others.iter().all(|number| number.abs() < 1e-9), "{others:?}");
        // In the plane.
        let arm = r#"
            [[body]]
            name = "arm"
            mass = 2
            inertia = 0.1
            [[joint]]
            name = "pin"
            type = "revolute_clearance"
            a = "ground"
            b = "arm"
            at_b = [0.3, 0]
        "#;
        std::fs::write(&file, arm).unwrap();
        same(&of_group(&file, "pin").unwrap(), &pinned().parameters().unwrap());
    }
}
