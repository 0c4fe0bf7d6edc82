//! The mobility of a pair of bodies in the plane, in three directions.

use super::pair::{Body, Pair, numbers};
use super::start_values::written;
use crate::Error;
use nalgebra::Vector2;
use spiel::coupling::Mobility;
use spiel::coupling::mobility::{Guidance, Member};

/// Start values for a joint in the plane between these bodies, as TOML.
pub(super) fn parameters(pair: &Pair) -> Result<String, Error> {
    let mobility = Mobility::<3>::of_pair(&member(&pair.a)?, &member(&pair.b)?)?;
    if !mobility.is_given() {
        return Err(Error::Input(
            "neither body can move: give --mass-a or --mass-b, and ideal joints that leave it free"
                .to_owned(),
        ));
    }
    Ok(written(&mobility))
}

fn member<const SIDE: char>(body: &Body<SIDE>) -> Result<Member, Error> {
    let inertia = body.scalar_inertia()?;
    let Some(mass) = body.mass else { return Ok(Member::Ground) };
    let vector = |name: &str, text: &str| {
        numbers(text).map(Vector2::from).ok_or_else(|| {
            Error::Input(format!("--{name}-{SIDE} = {text} is not two numbers X,Y in metres"))
        })
    };
    let arm = body.arm.as_deref().map_or(Ok(Vector2::zeros()), |text| vector("arm", text))?;
    let guidance = match (&body.pin, body.slide) {
        (Some(text), _) => Guidance::Pin(vector("pin", text)?),
        (None, Some(degrees)) => Guidance::Slide(degrees.to_radians()),
        (None, None) => Guidance::Free,
    };
    // A guide leaves no rotation: any inertia will do.
    let inertia = match (inertia, guidance) {
        (Some(inertia), _) => inertia,
        (None, Guidance::Slide(_)) => 1.0,
        (None, _) => {
            return Err(Error::Input(format!(
                "--inertia-{SIDE} is missing: a body that can turn has one"
            )));
        }
    };
    Ok(Member::Movable { mass, inertia, arm, guidance })
}
