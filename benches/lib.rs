//! What steps and laws cost: `cargo bench -p spiel-benches --bench joints`, `group`, `interface`, `pin`,
//! `predicted` or `spatial`.
