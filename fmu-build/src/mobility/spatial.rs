//! The mobility of a pair of bodies in space, in six directions.

use super::pair::{Body, Pair, numbers};
use super::start_values::written;
use crate::Error;
use nalgebra::{Matrix3, Vector3};
use spiel::coupling::{SpatialMember, SpatialMobility};

/// Start values for a joint in space between these bodies, as TOML.
pub(super) fn parameters(pair: &Pair) -> Result<String, Error> {
    let mobility = SpatialMobility::of_pair(&member(&pair.a)?, &member(&pair.b)?)?;
    if !mobility.is_given() {
        return Err(Error::Input("neither body can move: give --mass-a or --mass-b".to_owned()));
    }
    Ok(written(&mobility))
}

fn member<const SIDE: char>(body: &Body<SIDE>) -> Result<SpatialMember, Error> {
    let Some(mass) = body.mass else { return Ok(SpatialMember::Ground) };
    let inertia = &body.inertia;
    let inertia = match inertia[..] {
        [xx, yy, zz] => Matrix3::from_diagonal(&Vector3::new(xx, yy, zz)),
        [xx, yy, zz, xy, xz, yz] => Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz),
        [] => {
            return Err(Error::Input(format!(
                "--inertia-{SIDE} is missing: a body in space has Ixx,Iyy,Izz"
            )));
        }
        _ => {
            return Err(Error::Input(format!(
                "--inertia-{SIDE}: {} numbers are neither Ixx,Iyy,Izz nor Ixx,Iyy,Izz,Ixy,Ixz,Iyz",
                inertia.len()
            )));
        }
    };
    let arm = match &body.arm {
        None => Vector3::zeros(),
        Some(text) => numbers(text).map(Vector3::from).ok_or_else(|| {
            Error::Input(format!("--arm-{SIDE} = {text} is not three numbers X,Y,Z in metres"))
        })?,
    };
    Ok(SpatialMember::Free { mass, inertia, arm })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> Pair {
        Pair {
            spatial: true,
            b: Body {
                mass: Some(0.5),
                inertia: vec![4e-4, 3.5e-4, 1.5e-4],
                arm: Some("-0.008,0.004,-0.02".to_owned()),
                ..Body::default()
            },
            ..Pair::default()
        }
    }

    #[test]
    fn the_start_values_are_those_of_the_pair_and_are_taken() {
        let text = pair().parameters().unwrap();
        let mut variant = crate::Variant::of("spatial_revolute").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.toml");
        std::fs::write(&file, &text).unwrap();
        variant.set_from_file(&file).unwrap();
        variant.check().unwrap();
        // 1/m + z²/I_y + y²/I_z across x; −z/I_y... of turning about y.
        let across = 2.0 + 0.02_f64.powi(2) / 3.5e-4 + 0.004_f64.powi(2) / 1.5e-4;
        for (name, expected) in [("xx", across), ("xry", -0.02 / 3.5e-4), ("rzrz", 1.0 / 1.5e-4)] {
            let name = format!("coupling.mobility_{name}");
            let Some(model_description::Value::Real(found)) = variant.start(&name) else {
                panic!()
            };
            assert!((found - expected).abs() < 1e-9 * expected.abs(), "{name} {found} {expected}");
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let why = |pair: Pair| pair.parameters().unwrap_err().to_string();
        let with = |b| Pair { b, ..pair() };
        let none = Pair { spatial: true, ..Pair::default() };
        assert!(why(none).starts_with("neither body can move"));
        let two = with(Body { inertia: vec![1.0, 2.0], ..pair().b });
        assert!(why(two).starts_with("--inertia-b: 2 numbers are neither"));
        assert!(
            why(with(Body { inertia: vec![], ..pair().b })).starts_with("--inertia-b is missing")
        );
        let flat = with(Body { arm: Some("0,1".to_owned()), ..pair().b });
        assert_eq!(why(flat), "--arm-b = 0,1 is not three numbers X,Y,Z in metres");
        let plane = Pair { spatial: false, ..with(Body { arm: None, ..pair().b }) };
        assert!(why(plane).contains("three or six with --spatial"));
        let negative = with(Body { inertia: vec![-1.0, 1.0, 1.0], ..pair().b });
        assert!(why(negative).starts_with("inertia of b = -1 is outside"));
    }
}
