//! The state of a slice or a thrust face from instant to instant.

use crate::base::Real;
use serde::{Deserialize, Serialize};

/// The state of a slice or a face.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Surface<T = f64> {
    /// δ̇⁻ \[m/s\]; 0 while it does not touch.
    pub onset: T,
    /// Deflections of the bristles along its directions and by the spin \[m\]; 0 while it does not touch.
    pub bristle: [T; 3],
}

impl<T: Real> Surface<T> {
    /// A surface without contact, its bristles upright.
    pub fn free() -> Self {
        let zero = T::from(0.0);
        Self { onset: zero, bristle: [zero; 3] }
    }
}
