//! A journal that whirls in its hole: numbers and a check that the planar and the spatial tests share.

/// Radial clearance \[m\].
pub const CLEARANCE: f64 = 5e-4;
/// Penetration at which the wall holds a whirl of 1 m/s on its circle \[m\].
pub const PRESSED: f64 = 6.07e-6;
/// Mass of both bodies \[kg\].
pub const MASS: f64 = 1.0;
/// Moment of inertia of both bodies, about any axis \[kg m²\].
pub const INERTIA: f64 = 1e-4;

/// Energy of a whirl under loads held over steps of `size` \[s\], over that of its start.
///
/// A body that is to stay on its circle has the speed RΩ (1 + (ΩH)²/12) at the communication points: kinematics of
/// the host, for any joint.
pub fn held_energy(size: f64) -> f64 {
    let turned = size / (CLEARANCE + PRESSED);
    1.0 + turned * turned / 6.0
}

/// Steps a frictionless pair for 0.3 s: no moment acts on its body a, and its energy is that of held loads and never
/// changes.
///
/// `go` makes a step of a size \[s\] and returns the force \[N\] and the moment \[N m\] on body a.
pub fn assert_energy_is_kept<P>(
    pair: &mut P,
    size: f64,
    go: impl Fn(&mut P, f64) -> [f64; 2],
    energy: impl Fn(&P) -> f64,
) {
    let first = energy(pair);
    let mut energies = [f64::INFINITY, 0.0];
    for step in 0..(0.3 / size) as u32 {
        let [force, moment] = go(pair, size);
        assert!(moment <= 1e-12 * force * CLEARANCE, "{size} {step}: {moment}");
        if step > 10 {
            let energy = energy(pair) / first;
            energies = [energies[0].min(energy), energies[1].max(energy)];
        }
    }
    let held = held_energy(size);
    for energy in energies {
        assert!((energy - held).abs() < 1e-3, "{size}: {energies:?} {held}");
    }
    assert!(energies[1] - energies[0] < 1e-3, "{size}: {energies:?}");
}
