//! The mobility along a gap: of two bodies that turn about one axis or two, or move along one line.

use super::pair::Pair;
use crate::Error;
use spiel::Fault;
use spiel::Interval;
use spiel::laws::contact::elastic::KelvinVoigt;
use std::fmt::Write;

/// Restitutions for which a damping ratio is printed.
const RESTITUTIONS: [f64; 4] = [0.3, 0.5, 0.7, 0.9];

/// Start values for a joint with backlash between these bodies, as TOML.
pub(super) fn parameters(pair: &Pair) -> Result<String, Error> {
    let (inertia_a, inertia_b) = (pair.a.scalar_inertia()?, pair.b.scalar_inertia()?);
    let turning = inertia_a.is_some() || inertia_b.is_some();
    if turning && (pair.a.mass.is_some() || pair.b.mass.is_some()) {
        return Err(Error::Input(
            "--line needs inertias of bodies that turn or masses of bodies that move along a line, not both"
                .to_owned(),
        ));
    }
    let bodies = if turning {
        [(inertia_a, "inertia of a"), (inertia_b, "inertia of b")]
    } else {
        [(pair.a.mass, "mass of a"), (pair.b.mass, "mass of b")]
    };
    let levers = match (pair.radius_a, pair.radius_b) {
        (None, None) => [1.0, 1.0],
        (Some(a), Some(b)) if turning => [a, b],
        (Some(_), Some(_)) => {
            return Err(Error::Input(
                "--radius-a, --radius-b: gears have inertias, --inertia-a and --inertia-b"
                    .to_owned(),
            ));
        }
        _ => {
            return Err(Error::Input(
                "--radius-a and --radius-b must be given together".to_owned(),
            ));
        }
    };
    let mut mobility = 0.0;
    for ((inertia, name), lever) in bodies.into_iter().zip(levers) {
        check("base radius", lever, "of a gear")?;
        let Some(inertia) = inertia else { continue };
        check(name, inertia, "of a body that can move")?;
        mobility += lever * lever / inertia;
    }
    if mobility == 0.0 {
        return Err(Error::Input(
            "neither body can move: give --inertia-a or --inertia-b, or --mass-a or --mass-b"
                .to_owned(),
        ));
    }
    let damping = damping(pair, mobility)?;
    Ok(format!("[coupling]\nmethod = \"predicted\"\nmobility = {mobility:?}\n{damping}"))
}

/// Refuses a number that is not above 0.
fn check(name: &'static str, value: f64, meaning: &'static str) -> Result<(), Fault> {
    Fault::check(name, value, Interval::above(0.0), meaning).map(|_| ())
}

/// The damping of a flank that gives the restitution asked for; without one, the ratios of some restitutions as
/// comments.
fn damping(pair: &Pair, mobility: f64) -> Result<String, Error> {
    let mut text = String::new();
    match (pair.stiffness, pair.restitution) {
        (Some(stiffness), Some(restitution)) => {
            check("stiffness", stiffness, "of a flank")?;
            let allowed = Interval::above(0.0).up_to(1.0);
            Fault::check("restitution", restitution, allowed, "of a free impact")?;
            let ratio = KelvinVoigt::damping_ratio(restitution);
            let damping = 2.0 * ratio * (stiffness / mobility).sqrt();
            let _ = write!(
                text,
                "\n# A damping ratio of {ratio:.6} gives a free impact the restitution {restitution}.\n\
                 [contact]\nelastic = \"kelvin_voigt\"\nstiffness = {stiffness:?}\ndamping = {damping:?}\n"
            );
        }
        (None, None) => {
            text.push_str(
                "\n# With contact.elastic = kelvin_voigt: contact.damping = 2 ratio sqrt(contact.stiffness/mobility);\n\
                 # --stiffness and --restitution write it.\n",
            );
            for restitution in RESTITUTIONS {
                let ratio = KelvinVoigt::damping_ratio(restitution);
                let _ = writeln!(text, "# restitution {restitution}: ratio {ratio:.6}");
            }
        }
        _ => {
            return Err(Error::Input(
                "--stiffness and --restitution must be given together".to_owned(),
            ));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::Body;
    use super::*;

    fn gears() -> Pair {
        Pair {
            line: true,
            a: Body { inertia: vec![0.01], ..Body::default() },
            b: Body { inertia: vec![0.05], ..Body::default() },
            ..Pair::default()
        }
    }

    #[test]
    fn the_start_values_are_those_of_the_pair() {
        let of = |pair: &Pair| pair.parameters().unwrap();
        assert!(of(&gears()).contains("mobility = 120.0\n"));
        let mesh = Pair { radius_a: Some(0.03), radius_b: Some(0.06), ..gears() };
        let text = of(&mesh);
        let number = text.lines().find_map(|line| line.strip_prefix("mobility = "));
        let found: f64 = number.unwrap().parse().unwrap();
        // 0.03²/0.01 + 0.06²/0.05
        assert!((found - 0.162).abs() < 1e-15, "{found}");
        let slide =
            Pair { line: true, b: Body { mass: Some(2.0), ..Body::default() }, ..Pair::default() };
        assert!(of(&slide).contains("mobility = 0.5\n"));
        let damped = Pair { stiffness: Some(5e5), restitution: Some(0.5), ..gears() };
        let text = of(&damped);
        assert!(text.contains("ratio of 0.255276"), "{text}");
        let mut variant = crate::Variant::of("rotational_backlash").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.toml");
        std::fs::write(&file, text).unwrap();
        variant.set_from_file(&file).unwrap();
        variant.check().unwrap();
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let why = |pair: Pair| pair.parameters().unwrap_err().to_string();
        assert!(why(Pair { line: true, ..Pair::default() }).starts_with("neither body can move"));
        assert!(
            why(Pair { a: Body { mass: Some(1.0), ..gears().a }, ..gears() })
                .starts_with("--line needs inertias")
        );
        assert!(why(Pair { radius_a: Some(0.1), ..gears() }).contains("must be given together"));
        assert!(why(Pair { stiffness: Some(1.0), ..gears() }).contains("must be given together"));
        let negative = Pair { a: Body { inertia: vec![-1.0], ..gears().a }, ..gears() };
        assert!(why(negative).starts_with("inertia of a = -1 is outside"));
        let apart = Pair { a: Body { inertia: vec![1.0], ..Body::default() }, ..Pair::default() };
        assert_eq!(why(apart), "--inertia-a = 1 without --mass-a: only with --line");
        assert!(why(Pair { radius_a: Some(1.0), ..Pair::default() }).ends_with("only with --line"));
    }
}
