//! Random beams that balls strike: no step is refused, and no energy is made.

use crate::dice::Dice;
use crate::moved;
use spiel::group::Plan;

/// Energy over that at the start that counts as much \[1\].
const MUCH: f64 = 0.02;

/// A number between two others, each decade alike.
fn between(dice: &mut Dice, low: f64, high: f64) -> f64 {
    low * (high / low).powf(dice.even())
}

/// A ball that flies in a hole at the end of a beam that bends, and the length of a step \[s\].
fn thrown(dice: &mut Dice) -> (Plan, f64) {
    let length = between(dice, 0.05, 1.0);
    let height = length * between(dice, 0.005, 0.05);
    let (area, second_moment) = (height * height, height.powi(4) / 12.0);
    let bending = 1 + (5.0 * dice.even()) as u32;
    let axial = (4.0 * dice.even()) as u32;
    let damping = if dice.even() < 0.5 { 0.0 } else { 2e-6 };
    let clearance = between(dice, 1e-5, 1e-3);
    let friction = if dice.even() < 0.5 { "none" } else { "lugre" };
    let restitution = if dice.even() < 0.3 { 1.0 } else { dice.even() };
    let speed = between(dice, 0.05, 5.0);
    let (sin, cos) = (6.3 * dice.even()).sin_cos();
    let mass = between(dice, 0.01, 10.0);
    let size = between(dice, 1e-5, 1e-3);
    let text = format!(
        "[[body]]\nname = \"ball\"\nmass = {mass}\ninertia = {inertia}\n\
         start = {{ x = {length}, vx = {vx}, vy = {vy} }}\n\
         [[body]]\nname = \"beam\"\nmarker = {{ x = {middle} }}\nstart = {{ x = {middle} }}\n\
         [body.flexible]\ndamping = {damping}\n[body.flexible.beam]\nends = \"free\"\n\
         bending_modes = {bending}\naxial_modes = {axial}\n\
         section = [{{ length = {length}, area = {area}, second_moment = {second_moment} }}]\n\
         [[joint]]\nname = \"j\"\ntype = \"revolute_clearance\"\na = \"beam\"\nb = \"ball\"\n\
         frame_a = {{ x = {length} }}\n\
         parameters.contact.restitution = {restitution}\nparameters.friction.model = \"{friction}\"\n\
         parameters.geometry = {{ bearing_radius = 0.01, clearance = {clearance} }}\n",
        inertia = 1e-4 * mass,
        middle = 0.5 * length,
        vx = speed * cos,
        vy = speed * sin,
    );
    (toml::from_str(&text).unwrap(), size)
}

#[test]
fn no_step_is_refused_and_the_energies_balance() {
    let mut dice = Dice(7);
    let many = if std::env::var_os("SPIEL_LONG").is_some() { 3_000 } else { 60 };
    let mut errors: [Vec<f64>; 2] = Default::default();
    for number in 0..many {
        let (plan, size) = thrown(&mut dice);
        let mut unit = moved(&plan);
        unit.set("coupling.tolerance", [1e-3, 1e-4, 1e-5][number % 3]);
        let (mut gained, mut lost, mut started) = (0.0_f64, 0.0_f64, 0.0);
        for step in 0..100 {
            unit.next(size);
            let names = ["energy.bodies", "energy.stored", "energy.dissipated"];
            let error = unit.get("energy.error");
            if step == 0 {
                started = names.into_iter().map(|name| unit.get(name)).sum::<f64>() - error;
            }
            (gained, lost) = (gained.max(error), lost.max(-error));
        }
        errors[0].push(gained / started);
        errors[1].push(lost / started);
    }
    let [(gained, made), (lost, gone)] = errors.map(|errors| {
        let much = errors.iter().filter(|error| **error > MUCH).count();
        (errors.into_iter().fold(0.0, f64::max), much)
    });
    println!(
        "of {many} balls one makes {gained:.1e}, one loses {lost:.1e} unseen; much {made}, {gone}"
    );
    // Measured: 1.5e-4 and 2.3e-2; of 600 one loses more than 2e-2, in steps with hundreds of impacts of a beam that
    // bends, and none makes 2e-4.
    assert!(made <= many / 500 && gone <= 1 + many / 500, "{gained} {lost}");
}
