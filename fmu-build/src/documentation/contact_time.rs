//! Depth, force and duration of an impact on this very joint, which decide the communication step.

use crate::digits::short;
use crate::{Error, Variant};

/// The largest depth that is tried first \[m\].
const SHALLOW: f64 = 5e-8;
/// Numbers of depths at which the force is read: for the result, and in the search for the largest
/// depth.
const DEPTHS: usize = 200;
const ROUGHLY: usize = 8;
/// Largest number of depths tried in that search, each twice the one before.
const TRIES: u32 = 40;

/// A part of 1 kg that meets a wall at 1 m/s, losses left out.
struct Meeting {
    /// Largest penetration \[m\] and force \[N\].
    depth: f64,
    force: f64,
    /// From first touch to parting \[s\].
    duration: f64,
    /// Power of the depth with which the force grows there.
    power: f64,
}

/// A sentence about an impact on the joint, with the steps that follow; none for joints without walls.
pub(super) fn sentence(variant: &Variant) -> Option<String> {
    let Meeting { depth, force, duration, power } = meeting(variant).ok()??;
    // One digit, rounded down: an impact without friction is then right to 0.01 % (docs/predicted.md).
    let plain = duration / 100.0;
    let decade = 10f64.powf(plain.log10().floor());
    let step = (plain / decade).floor() * decade;
    Some(format!(
        "A part of 1 kg that meets this contact at 1 m/s sinks {} µm deep, is pressed with {} kN at most \
         and stays for {} ms, losses left out. A \
         hundredth of that, {step:.0e} s, is a step for <code>step_mean</code>: ten times longer ones do without \
         friction, and three times shorter ones are needed where single impacts must be right that end in \
         sticking. The force grows there as the depth to the power {power:.2}, so the time grows with the mass \
         to the power {:.2} and falls with the speed to the power {:.2}.",
        short(depth * 1e6),
        short(force * 1e-3),
        short(duration * 1e3),
        1.0 / (1.0 + power),
        (power - 1.0) / (1.0 + power),
    ))
}

fn meeting(variant: &Variant) -> Result<Option<Meeting>, Error> {
    let mut deepest = SHALLOW;
    for _ in 0..TRIES {
        let Some(found) = energies(variant, deepest, ROUGHLY)? else { return Ok(None) };
        // ½ m v² is 0.5 J; the margin is for the error of eight straight lines.
        if found.last().is_some_and(|last| last.0 > 0.6) {
            return Ok(energies(variant, deepest, DEPTHS)?.map(|found| follow(&found, deepest)));
        }
        deepest *= 2.0;
    }
    Ok(None)
}

/// Energy \[J\] and force \[N\] at `count` depths from 0 to the deepest; none without a wall.
fn energies(
    variant: &Variant,
    deepest: f64,
    count: usize,
) -> Result<Option<Vec<(f64, f64)>>, Error> {
    let step = deepest / count as f64;
    let depths: Vec<_> = (0..=count).map(|index| step * index as f64).collect();
    let Some(forces) = variant.wall_forces(&depths)? else { return Ok(None) };
    let (mut energy, mut before) = (0.0, forces[0]);
    let found = forces.into_iter().map(|force| {
        energy += 0.5 * (before + force) * step;
        before = force;
        (energy, force)
    });
    Ok(Some(found.collect()))
}

/// The meeting, from energy and force over evenly spaced depths.
fn follow(energies: &[(f64, f64)], deepest: f64) -> Meeting {
    let at = |depth: f64| {
        let place = depth / deepest * DEPTHS as f64;
        let index = (place as usize).min(DEPTHS - 1);
        let part = place - index as f64;
        let ((from, force), (_, after)) = (energies[index], energies[index + 1]);
        let now = force + part * (after - force);
        (from + 0.5 * (force + now) * part * deepest / DEPTHS as f64, now)
    };
    let (mut low, mut high) = (0.0, deepest);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if at(middle).0 > 0.5 { high = middle } else { low = middle }
    }
    let depth = high;
    // δ = depth (1 − s²) takes the root of the speed at the deepest place out of the integral.
    let parts = 400;
    let slow = |index: usize| {
        let s = (index as f64 + 0.5) / f64::from(parts as u32);
        let speed = (1.0 - 2.0 * at(depth * (1.0 - s * s)).0).max(1e-12).sqrt();
        2.0 * depth * s / speed / f64::from(parts as u32)
    };
    let closing: f64 = (0..parts).map(slow).sum();
    let force = at(depth).1;
    let power = (force / at(0.9 * depth).1).ln() / (1.0_f64 / 0.9).ln();
    Meeting { depth, force, duration: 2.0 * closing, power }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steel_pin_meets_its_hole_as_the_laws_have_it() {
        let mut pin = Variant::of("revolute_clearance").unwrap();
        for choice in ["world", "relative"] {
            let choices = crate::Choices { ports: Some(choice.to_owned()), ..Default::default() };
            pin = Variant::with("revolute_clearance", &choices).unwrap();
            // The line law, integrated elsewhere: 37.669785 µm, 29733.8 N, 114.501 µs.
            let Meeting { depth, force, duration, .. } = meeting(&pin).unwrap().unwrap();
            for (found, right) in [(depth, 37.669785e-6), (force, 29_733.8), (duration, 114.501e-6)]
            {
                assert!((found / right - 1.0).abs() < 2e-3, "{found} {right}");
            }
            pin.set_assignment("contact.elastic=hertz").unwrap();
            let Meeting { depth, force, duration, power } = meeting(&pin).unwrap().unwrap();
            assert!((power - 1.5).abs() < 5e-3, "{power}");
            // Hertz: ½ v² = ⅖ K δ^2.5, T = 2.9432 δ/v for 1 kg; 1e-3: straight lines between depths.
            let stiffness = force / depth.powf(1.5);
            assert!((0.4 * stiffness * depth.powf(2.5) - 0.5).abs() < 1e-3);
            assert!((duration / (2.943_2 * depth) - 1.0).abs() < 2e-3, "{duration} {depth}");
        }
        assert!(sentence(&pin).unwrap().contains("step_mean"));
        let interface = Variant::of("rough_interface").unwrap();
        assert!(sentence(&interface).is_none());
    }
}
