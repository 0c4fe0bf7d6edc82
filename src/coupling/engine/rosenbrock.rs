//! Coefficients of the Rosenbrock–W method ROS34PW2: third order for any approximate slope, with an embedded second order.
//!
//! In the form whose stages u solve (1/(hγ) − J) u_i = f(y + Σ a_ij u_j) + Σ c_ij u_j / h + hγ_i ∂f/∂t.
//!
//! Source: Rang & Angermann, BIT 45 (2005) 761–787; transformed as in Hairer & Wanner, Solving Ordinary Differential
//! Equations II, IV.7.

/// Number of stages.
pub(super) const STAGES: usize = 4;
/// γ.
pub(super) const GAMMA: f64 = 0.435_866_521_508_459;
/// a_ij.
pub(super) const A: [[f64; STAGES]; STAGES] = [
    [0.0, 0.0, 0.0, 0.0],
    [2.0, 0.0, 0.0, 0.0],
    [1.419_217_317_455_765, -0.259_232_211_672_969_8, 0.0, 0.0],
    [4.184_760_482_319_161, -0.285_192_017_355_496, 2.294_280_360_279_042, 0.0],
];
/// c_ij.
pub(super) const C: [[f64; STAGES]; STAGES] = [
    [0.0, 0.0, 0.0, 0.0],
    [-4.588_560_720_558_084, 0.0, 0.0, 0.0],
    [-4.184_760_482_319_161, 0.285_192_017_355_496, 0.0, 0.0],
    [-6.368_179_200_128_36, -6.795_620_944_466_837, 2.870_098_604_331_055_5, 0.0],
];
/// Weights of the stages in the end of a piece.
pub(super) const END: [f64; STAGES] =
    [4.184_760_482_319_162, -0.285_192_017_355_495_6, 2.294_280_360_279_042, 1.0];
/// Weights of its error.
pub(super) const ERROR: [f64; STAGES] =
    [0.277_749_947_647_968_1, -1.403_239_895_175_999_5, 1.772_630_127_667_551, 0.5];
/// Instants of the stages, as parts of the piece.
pub(super) const INSTANTS: [f64; STAGES] =
    [0.0, 0.871_733_043_016_918, 0.731_579_957_788_852_4, 1.0];
/// γ_i.
pub(super) const GROWTH: [f64; STAGES] =
    [0.435_866_521_508_459, -0.435_866_521_508_459, -0.413_333_376_233_886_5, 0.0];
