//! The mobility of a pair of bodies from the numbers of their data sheets, ready for `build --parameters`.

mod line;
mod pair;
mod plane;
mod spatial;
mod start_values;

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

    #[test]
    fn the_start_values_are_those_of_the_pair() {
        let pair = Pair {
            b: Body {
                mass: Some(2.0),
                inertia: vec![0.1],
                arm: Some("0.3,0".to_owned()),
                ..Body::default()
            },
            ..Pair::default()
        };
        let text = pair.parameters().unwrap();
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
}
