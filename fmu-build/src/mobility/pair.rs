//! A pair of bodies as the command line gives it.

use crate::Error;

/// Two bodies in the pose of interest; a body without a mass is the ground.
///
/// Vectors are X,Y in metres from the body's centre of mass, in world axes.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Pair {
    /// Body a.
    #[command(flatten)]
    pub a: Body<'a'>,
    /// Body b.
    #[command(flatten)]
    pub b: Body<'b'>,
    /// One coordinate, for joints with backlash: inertias of bodies that rotate about one axis, or masses of
    /// bodies that move along one line.
    #[arg(long, conflicts_with_all = ["arm-a", "pin-a", "slide-a", "arm-b", "pin-b", "slide-b"])]
    pub line: bool,
    /// Six directions, for spatial_revolute: free bodies in space.
    #[arg(long, conflicts_with_all = ["line", "pin-a", "slide-a", "pin-b", "slide-b"])]
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

/// Body `SIDE` of a pair, a or b, whose options end with that letter.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct Body<const SIDE: char> {
    #[expect(missing_docs, reason = "a doc comment would be the help text of both bodies")]
    #[arg(
        id = Self::option(["mass-a", "mass-b"]),
        long = Self::option(["mass-a", "mass-b"]),
        value_name = "KG",
        help = Self::option(["Mass of body a", "Mass of body b"]),
        allow_negative_numbers = true
    )]
    pub mass: Option<f64>,
    /// Its moment of inertia about the centre of mass; with --spatial Ixx,Iyy,Izz or
    /// Ixx,Iyy,Izz,Ixy,Ixz,Iyz, the elements of the tensor in world axes.
    #[arg(
        id = Self::option(["inertia-a", "inertia-b"]),
        long = Self::option(["inertia-a", "inertia-b"]),
        value_name = "KG.M2",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    pub inertia: Vec<f64>,
    /// Vector from its centre of mass to the joint; with --spatial X,Y,Z to the origin of frame b.
    #[arg(
        id = Self::option(["arm-a", "arm-b"]),
        long = Self::option(["arm-a", "arm-b"]),
        value_name = "X,Y",
        requires = Self::option(["mass-a", "mass-b"]),
        allow_hyphen_values = true
    )]
    pub arm: Option<String>,
    /// Ideal pin that connects it to the ground: vector from its centre of mass.
    #[arg(
        id = Self::option(["pin-a", "pin-b"]),
        long = Self::option(["pin-a", "pin-b"]),
        value_name = "X,Y",
        requires = Self::option(["mass-a", "mass-b"]),
        allow_hyphen_values = true
    )]
    pub pin: Option<String>,
    /// Ideal guide along which it slides without rotation: angle in degrees from the x axis.
    #[arg(
        id = Self::option(["slide-a", "slide-b"]),
        long = Self::option(["slide-a", "slide-b"]),
        value_name = "DEGREES",
        requires = Self::option(["mass-a", "mass-b"]),
        conflicts_with = Self::option(["pin-a", "pin-b"]),
        allow_negative_numbers = true
    )]
    pub slide: Option<f64>,
}

impl<const SIDE: char> Body<SIDE> {
    /// Returns `a` for body a, `b` for body b.
    const fn option([a, b]: [&'static str; 2]) -> &'static str {
        if SIDE == 'a' { a } else { b }
    }

    /// The one moment of inertia that a body in the plane has, if it is given.
    pub(super) fn scalar_inertia(&self) -> Result<Option<f64>, Error> {
        match self.inertia[..] {
            [] => Ok(None),
            [inertia] => Ok(Some(inertia)),
            _ => Err(Error::Input(format!(
                "--inertia-{SIDE}: one number, or three or six with --spatial"
            ))),
        }
    }
}

impl Pair {
    /// Refuses options of `--line`, and inertias of bodies without a mass.
    pub(super) fn check_plane(&self) -> Result<(), Error> {
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
        let bodies = [("a", &self.a.inertia, self.a.mass), ("b", &self.b.inertia, self.b.mass)];
        for (body, inertia, mass) in bodies {
            if let (Some(inertia), None) = (inertia.first(), mass) {
                return Err(Error::Input(format!(
                    "--inertia-{body} = {inertia} without --mass-{body}: only with --line"
                )));
            }
        }
        Ok(())
    }
}

/// Reads `N` finite numbers with commas between them.
pub(super) fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let finite = |part: &str| part.trim().parse().ok().filter(|x: &f64| x.is_finite());
    let found: Option<Vec<f64>> = text.split(',').map(finite).collect();
    found?.try_into().ok()
}
