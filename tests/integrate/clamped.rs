//! A beam clamped by two pins near each other, as docs/group.md advises: the error of few modes; locks are refused.

use crate::{Driven, unit};
use spiel::group::Plan;

/// Weak enough that the end sags by a tenth of a millimetre: pins that both hold the beam along its axis make it
/// stiffer with the sag, by a fifth at 5 mm \[m/s²\].
const GRAVITY: f64 = 0.2;

/// A beam of 1 m of steel, 10 mm by 10 mm, on pins at its start and 50 mm from there, under gravity.
fn cantilever(modes: u32, damping: f64) -> Driven {
    unit(&format!(
        "gravity = [0, -{GRAVITY:?}]\n[[body]]\nname = \"beam\"\n[body.flexible]\ndamping = {damping:?}\n\
         [body.flexible.beam]\nends = \"clamped\"\nbending_modes = {modes}\naxial_modes = 1\n\
         section = [{{ length = 1, area = 1e-4, second_moment = 8.333333333e-10 }}]\n\
         [[pin]]\na = \"beam\"\nb = \"ground\"\n\
         [[pin]]\na = \"beam\"\nb = \"ground\"\nat_a = [0.05, 0]\nat_b = [0.05, 0]\n\
         [[port]]\nname = \"tip\"\nbody = \"beam\"\nframe = {{ x = 1 }}\n"
    ))
}

/// The beam on these two pins by Euler and Bernoulli, from 200 elements of the third degree: sag of the end under
/// its weight over q L⁴/(E I), and first frequency over √(E I/(μ L⁴)).
const SAG: f64 = 0.108953;
const FREQUENCY: f64 = 3.765714;

#[test]
fn few_modes_make_a_clamped_beam_two_per_cent_too_stiff() {
    let (weight, bending) = (7850.0 * 1e-4, 2.1e11 * 8.333333333e-10);
    // The beam on two such pins by Ritz's method with these modes.
    for (modes, sag_off, frequency_off) in [(4, -0.0379, 0.0201), (8, -0.0173, 0.0088)] {
        let mut unit = cantilever(modes, 2e-2);
        (0..3000).for_each(|_| unit.next(1e-3));
        let sag = unit.get("tip.y") / (-GRAVITY * weight / bending) / SAG - 1.0;
        let mut unit = cantilever(modes, 1e-4);
        let (mut last, mut turns) = (0.0, Vec::new());
        for _ in 0..10_000 {
            let time = unit.time;
            unit.next(1e-4);
            let speed = unit.get("tip.vy");
            if last < 0.0 && speed >= 0.0 && time > 0.1 {
                turns.push(time - 1e-4 * last / (speed - last));
            }
            last = speed;
        }
        let periods = turns.len() - 1;
        let found = std::f64::consts::TAU * periods as f64 / (turns[periods] - turns[0]);
        let frequency = found / (bending / weight).sqrt() / FREQUENCY - 1.0;
        println!("{modes} modes: sag {sag:.4}, frequency {frequency:.4}");
        assert!((sag - sag_off).abs() < 3e-3, "{modes}: {sag}");
        assert!((frequency - frequency_off).abs() < 3e-3, "{modes}: {frequency}");
    }
}

#[test]
fn a_lock_on_a_body_that_bends_is_refused_with_advice() {
    let plan: Plan = toml::from_str(
        "integrate = true\n[[body]]\nname = \"beam\"\n[body.flexible.beam]\n\
         section = [{ length = 1, area = 1e-4, second_moment = 8e-10 }]\n\
         [[lock]]\nbody = \"beam\"\ndirections = [\"x\", \"y\", \"phi\"]\n",
    )
    .unwrap();
    let refused = plan.check().unwrap_err().to_string();
    assert!(refused.contains("beam") && refused.contains("mean motion"), "{refused}");
    assert!(refused.contains("pin it, at two places near each other"), "{refused}");
}
