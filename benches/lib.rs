//! Costs of steps and laws: `cargo bench -p spiel-benches --bench joints`, `group`, `interface`, `pin`,
//! `predicted` or `spatial`; errors of a machine: `crank`.
