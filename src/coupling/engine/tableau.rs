//! Runge–Kutta coefficients of Dormand and Prince: fifth order, with an embedded estimate of the fourth.
//!
//! Source: Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, table II.5.2.

/// Number of stages; the last one is the first of the next step.
pub(super) const STAGES: usize = 7;

/// Weights a_ij of the stages' velocities; those of the last stage are the weights b of the step.
pub(super) const A: [[f64; STAGES]; STAGES] = [
    [0.0; STAGES],
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0, 0.0],
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0],
];

/// Instants c_i of the stages, as parts of the step.
pub(super) const C: [f64; STAGES] = [0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0];

/// Weights of the error of velocities.
pub(super) const ERROR: [f64; STAGES] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

/// Weights of the accelerations in places, Σ_m a_im a_mj: places are integrals of the stages' velocities.
pub(super) const PLACES: [[f64; STAGES]; STAGES] = {
    let mut places = [[0.0; STAGES]; STAGES];
    let mut row = 0;
    while row < STAGES {
        places[row] = after(A[row]);
        row += 1;
    }
    places
};

/// Weights of an acceleration that grows evenly in the places of the stages: of its start and of its growth; then that of
/// its growth in their velocities.
pub(super) const EVEN: [[f64; 3]; STAGES] = {
    let mut even = [[0.0; 3]; STAGES];
    let mut row = 0;
    while row < STAGES {
        let mut of = 0;
        while of < STAGES {
            even[row][0] += PLACES[row][of];
            even[row][1] += PLACES[row][of] * C[of];
            even[row][2] += A[row][of] * C[of];
            of += 1;
        }
        row += 1;
    }
    even
};

/// Weights of the accelerations in the error of places.
pub(super) const PLACE_ERROR: [f64; STAGES] = after(ERROR);

/// Returns the weights of accelerations in a sum of the stages' velocities with these weights.
const fn after(weights: [f64; STAGES]) -> [f64; STAGES] {
    let mut sums = [0.0; STAGES];
    let mut stage = 0;
    while stage < STAGES {
        let mut of = 0;
        while of < STAGES {
            sums[of] += weights[stage] * A[stage][of];
            of += 1;
        }
        stage += 1;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_consistent_and_places_are_of_the_fourth_order() {
        for (row, instant) in A.iter().zip(C) {
            assert!((row.iter().sum::<f64>() - instant).abs() < 1e-14);
        }
        for (power, exact) in [(0, 0.5), (1, 1.0 / 6.0), (2, 1.0 / 12.0), (3, 0.05)] {
            let sum: f64 = PLACES[6].iter().zip(C).map(|(b, c)| b * c.powi(power)).sum();
            assert!((sum - exact).abs() < 1e-14, "{power}: {sum}");
        }
        for (found, exact) in EVEN[6].iter().zip([0.5, 1.0 / 6.0, 0.5]) {
            assert!((found - exact).abs() < 1e-15, "{found}");
        }
        for (power, order) in [(0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0)] {
            let sum: f64 = ERROR.iter().zip(C).map(|(e, c)| e * c.powi(power)).sum();
            assert!((sum - order).abs() < 1e-15, "{power}: {sum}");
        }
    }
}
