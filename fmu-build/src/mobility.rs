//! The mobility of a pair of bodies from what their data sheets say, ready for `build --parameters`.

mod line;
mod spatial;

use crate::Error;
use nalgebra::Vector2;
use spiel::coupling::Mobility;
use spiel::coupling::mobility::{Guidance, Member};
use std::fmt::Write;

/// Two bodies in the pose of interest; a body without a mass is the ground.
///
/// Vectors are X,Y in metres from the body's centre of mass, in world axes.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Pair {
    /// Mass of body a.
    #[arg(long, value_name = "KG", allow_negative_numbers = true)]
    pub mass_a: Option<f64>,
    /// Its moment of inertia about the centre of mass; with --spatial Ixx,Iyy,Izz or
    /// Ixx,Iyy,Izz,Ixy,Ixz,Iyz, the elements of the tensor in world axes.
    #[arg(
        long,
        value_name = "KG.M2",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    pub inertia_a: Vec<f64>,
    /// Vector from its centre of mass to the joint; with --spatial X,Y,Z to the origin of frame b.
    #[arg(long, value_name = "X,Y", requires = "mass_a", allow_hyphen_values = true)]
    pub arm_a: Option<String>,
    /// Ideal pin that connects it to the ground: vector from its centre of mass.
    #[arg(long, value_name = "X,Y", requires = "mass_a", allow_hyphen_values = true)]
    pub pin_a: Option<String>,
    /// Ideal guide along which it slides without rotation: angle in degrees from the x axis.
    #[arg(
        long,
        value_name = "DEGREES",
        requires = "mass_a",
        conflicts_with = "pin_a",
        allow_negative_numbers = true
    )]
    pub slide_a: Option<f64>,
    /// Mass of body b.
    #[arg(long, value_name = "KG", allow_negative_numbers = true)]
    pub mass_b: Option<f64>,
    /// Its moment of inertia about the centre of mass; with --spatial Ixx,Iyy,Izz or
    /// Ixx,Iyy,Izz,Ixy,Ixz,Iyz, the elements of the tensor in world axes.
    #[arg(
        long,
        value_name = "KG.M2",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    pub inertia_b: Vec<f64>,
    /// Vector from its centre of mass to the joint; with --spatial X,Y,Z to the origin of frame b.
    #[arg(long, value_name = "X,Y", requires = "mass_b", allow_hyphen_values = true)]
    pub arm_b: Option<String>,
    /// Ideal pin that connects it to the ground: vector from its centre of mass.
    #[arg(long, value_name = "X,Y", requires = "mass_b", allow_hyphen_values = true)]
    pub pin_b: Option<String>,
    /// Ideal guide along which it slides without rotation: angle in degrees from the x axis.
    #[arg(
        long,
        value_name = "DEGREES",
        requires = "mass_b",
        conflicts_with = "pin_b",
        allow_negative_numbers = true
    )]
    pub slide_b: Option<f64>,
    /// One coordinate, for joints with backlash: inertias of bodies that rotate about one axis, or masses of
    /// bodies that move along one line.
    #[arg(long, conflicts_with_all = ["arm_a", "pin_a", "slide_a", "arm_b", "pin_b", "slide_b"])]
    pub line: bool,
    /// Six directions, for spatial_revolute: free bodies in space.
    #[arg(long, conflicts_with_all = ["line", "pin_a", "slide_a", "pin_b", "slide_b"])]
    pub spatial: bool,
    /// Base radius of gear a, for a gear mesh.
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub radius_a: Option<f64>,
    /// Base radius of gear b.
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub radius_b: Option<f64>,
    /// Stiffness of a flank, for the damping that gives --restitution.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub stiffness: Option<f64>,
    /// Required restitution of a kelvin_voigt flank in a free impact.
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    pub restitution: Option<f64>,
}

impl Pair {
    /// Start values for a joint between these bodies, as TOML.
    pub fn parameters(&self) -> Result<String, Error> {
        if self.line {
            return line::parameters(self);
        }
        self.check_plane()?;
        if self.spatial {
            return spatial::parameters(self);
        }
        let refused = |fault: spiel::Fault| Error::Input(fault.to_string());
        let mobility = Mobility::of_pair(&self.a()?, &self.b()?).map_err(refused)?;
        if !mobility.is_given() {
            return Err(Error::Input(
                "neither body can move: give --mass-a or --mass-b, and ideal joints that leave it free"
                    .to_owned(),
            ));
        }
        let names =
            Mobility::PARAMETERS.map(|name| name.trim_start_matches("coupling.").to_owned());
        Ok(written(names.into_iter().zip(mobility.numbers())))
    }

    /// Refuses what only `--line` asks for, and inertias of bodies without a mass.
    fn check_plane(&self) -> Result<(), Error> {
        let of_a_line = [
            ("radius-a", self.radius_a),
            ("radius-b", self.radius_b),
            ("stiffness", self.stiffness),
            ("restitution", self.restitution),
        ];
        if let Some((name, Some(value))) = of_a_line.into_iter().find(|(_, value)| value.is_some())
        {
            return Err(Error::Input(format!("--{name} = {value}: only with --line")));
        }
        let bodies = [("a", &self.inertia_a, self.mass_a), ("b", &self.inertia_b, self.mass_b)];
        for (body, inertia, mass) in bodies {
            if let (Some(inertia), None) = (inertia.first(), mass) {
                return Err(Error::Input(format!(
                    "--inertia-{body} = {inertia} without --mass-{body}: only with --line"
                )));
            }
        }
        Ok(())
    }

    fn a(&self) -> Result<Member, Error> {
        let Self { mass_a, inertia_a, arm_a, pin_a, slide_a, .. } = self;
        member(
            *mass_a,
            ("a", scalar("a", inertia_a)?),
            arm_a.as_deref(),
            pin_a.as_deref(),
            *slide_a,
        )
    }

    fn b(&self) -> Result<Member, Error> {
        let Self { mass_b, inertia_b, arm_b, pin_b, slide_b, .. } = self;
        member(
            *mass_b,
            ("b", scalar("b", inertia_b)?),
            arm_b.as_deref(),
            pin_b.as_deref(),
            *slide_b,
        )
    }
}

/// Start values of a predicted coupling with these numbers.
fn written(numbers: impl Iterator<Item = (String, f64)> + Clone) -> String {
    let largest = numbers.clone().map(|(_, number)| number.abs()).fold(0.0, f64::max);
    let mut text = String::from("[coupling]\nmethod = \"predicted\"\n");
    for (name, number) in numbers {
        // Rounding of the computation is no mobility.
        let number = if number.abs() < 1e-12 * largest { 0.0 } else { number };
        let _ = writeln!(text, "{name} = {number:?}");
    }
    text
}

/// The one moment of inertia that a body in the plane has, if it is given.
fn scalar(body: &str, inertia: &[f64]) -> Result<Option<f64>, Error> {
    match *inertia {
        [] => Ok(None),
        [inertia] => Ok(Some(inertia)),
        _ => Err(Error::Input(format!(
            "--inertia-{body}: one number, or three or six with --spatial"
        ))),
    }
}

fn member(
    mass: Option<f64>,
    (body, inertia): (&str, Option<f64>),
    arm: Option<&str>,
    pin: Option<&str>,
    slide: Option<f64>,
) -> Result<Member, Error> {
    let Some(mass) = mass else { return Ok(Member::Ground) };
    let arm = arm.map_or(Ok(Vector2::zeros()), |text| vector(&format!("arm-{body}"), text))?;
    let guidance = match (pin, slide) {
        (Some(text), _) => Guidance::Pin(vector(&format!("pin-{body}"), text)?),
        (None, Some(degrees)) => Guidance::Slide(degrees.to_radians()),
        (None, None) => Guidance::Free,
    };
    // On rails nothing turns: any inertia will do.
    let inertia = match (inertia, guidance) {
        (Some(inertia), _) => inertia,
        (None, Guidance::Slide(_)) => 1.0,
        (None, _) => {
            return Err(Error::Input(format!(
                "--inertia-{body} is missing: a body that can turn has one"
            )));
        }
    };
    Ok(Member::Movable { mass, inertia, arm, guidance })
}

fn vector(name: &str, text: &str) -> Result<Vector2<f64>, Error> {
    numbers(text)
        .map(Vector2::from)
        .ok_or_else(|| Error::Input(format!("--{name} = {text} is not two numbers X,Y in metres")))
}

/// So many finite numbers with commas between them.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let finite = |part: &str| part.trim().parse().ok().filter(|x: &f64| x.is_finite());
    let found: Option<Vec<f64>> = text.split(',').map(finite).collect();
    found?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_values_are_those_of_the_pair() {
        let pair = Pair {
            mass_b: Some(2.0),
            inertia_b: vec![0.1],
            arm_b: Some("0.3,0".to_owned()),
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
        let mass = Pair { mass_a: Some(1.0), ..Pair::default() };
        assert!(why(mass.clone()).starts_with("--inertia-a is missing"));
        let wrong = Pair { arm_a: Some("1;2".to_owned()), ..mass.clone() };
        assert_eq!(why(wrong), "--arm-a = 1;2 is not two numbers X,Y in metres");
        let negative = Pair { inertia_a: vec![-1.0], ..mass };
        assert!(why(negative).starts_with("inertia of a = -1 is outside"));
    }
}
