//! Tests of films: physical properties first, then reference numbers.

mod laws;
mod motion;
mod pin;

/// The two directions of a speed.
const UNIT: [[f64; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

/// Eccentricities up to 1.05, half of them near the wall, and speeds of all sizes and directions.
fn random_states(count: u32) -> impl Iterator<Item = (f64, [f64; 2])> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..count).map(move |index| {
        let place = next();
        let e = if index % 2 == 0 { 1.05 * place } else { 1.05 - 0.2 * place * place };
        let (angle, size) = (std::f64::consts::TAU * next(), 10_f64.powf(4.0 * next() - 2.0));
        (e, [size * angle.cos(), size * angle.sin()])
    })
}
