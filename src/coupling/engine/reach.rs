//! The depth that an impact reaches by its energy.

/// Most Newton steps for the depth of an impact.
const ROUNDS: u32 = 12;

/// The largest penetration of the last impact asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reach {
    /// Its energy \[J\], rounded, and that penetration \[m\].
    known: [f64; 2],
}

impl Reach {
    /// Returns the penetration \[m\] at which a contact stores `energy` \[J\], to some per cent; `stored` \[J\] and `force` \[N\]
    /// are those at a penetration.
    pub fn depth_of(
        &mut self,
        energy: f64,
        stored: impl Fn(f64) -> f64,
        force: impl Fn(f64) -> f64,
    ) -> f64 {
        // Rounded to four values between powers of two, so that it depends on no earlier impact.
        let energy = rounded(energy);
        let [known, depth] = self.known;
        if energy == known {
            return depth;
        }
        let depth = depth_that_stores(energy, stored, force);
        self.known = [energy, depth];
        depth
    }
}

/// Returns a number rounded to two binary digits of its mantissa.
fn rounded(number: f64) -> f64 {
    let digits = number.to_bits() >> 50;
    f64::from_bits((digits << 50) | (1 << 49))
}

/// Returns the penetration \[m\] at which a contact stores `energy` \[J\], to a per cent.
fn depth_that_stores(energy: f64, stored: impl Fn(f64) -> f64, force: impl Fn(f64) -> f64) -> f64 {
    let mut depth = 1e-6;
    let mut high = 0;
    while stored(depth) < energy && high < 60 {
        depth *= 4.0;
        high += 1;
    }
    for _ in 0..ROUNDS {
        let excess = stored(depth) - energy;
        let next = depth - excess / force(depth);
        if next.is_nan() || next <= 0.1 * depth {
            depth *= 0.25;
            continue;
        }
        let close = (next - depth).abs() < 0.02 * depth;
        depth = next;
        if close {
            break;
        }
    }
    depth.max(f64::MIN_POSITIVE)
}
