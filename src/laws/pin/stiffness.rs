//! Stiffness of the whole joint: the pin in its hole, in series with rod and yoke.

use nalgebra::{Matrix4, Vector2};

/// c_p = F̂ᵀ S F̂ \[N/m\], along the direction of `force`; 0 without force.
///
/// `stiffness` is the condensed S of the pin in contact.
pub fn along(stiffness: &Matrix4<f64>, force: Vector2<f64>) -> f64 {
    let size = force.norm();
    if size == 0.0 {
        return 0.0;
    }
    let direction = force / size;
    direction.dot(&(stiffness.fixed_view::<2, 2>(0, 0) * direction))
}

/// `1/(Σ 1/c_i)` \[N/m\] of stiffnesses ≥ 0 \[N/m\], infinite ones being rigid.
///
/// Source: Gummer & Sauer, doi 10.1115/1.4006248, eq. (11), corrected: printed as a sum.
pub fn series(stiffnesses: &[f64]) -> f64 {
    1.0 / stiffnesses.iter().map(|stiffness| 1.0 / stiffness).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_softest_part_dominates_a_series() {
        assert!((series(&[4e9, 4e9]) / 2e9 - 1.0).abs() < 1e-15);
        assert!((series(&[3e9, f64::INFINITY]) / 3e9 - 1.0).abs() < 1e-15);
        assert_eq!(series(&[0.0, 1e9, 1e9]), 0.0);
    }

    #[test]
    fn stiffness_is_taken_along_the_force() {
        let stiffness = Matrix4::from_diagonal(&nalgebra::Vector4::new(9.0, 4.0, 1.0, 1.0));
        assert_eq!(along(&stiffness, Vector2::new(0.0, -7.0)), 4.0);
        assert!((along(&stiffness, Vector2::new(3.0, 3.0)) - 6.5).abs() < 1e-14);
        assert_eq!(along(&stiffness, Vector2::zeros()), 0.0);
    }
}
