//! Play in one coordinate: the flanks on both sides of a gap, with a spring and a drag parallel to them.
//!
//! The coordinate x is the position of body b in the play, from its middle \[rad\] or \[m\]; x > 0 towards
//! the upper flank. Loads are positive against growing x \[N m\] or \[N\]. Angles and lengths have the same
//! equations.
//!
//! ```
//! use spiel::laws::backlash::{Flank, Play, PlayParameters};
//! let mut parameters = PlayParameters::default();
//! parameters.geometry.backlash = 2e-4;
//! let play = Play::new(&parameters)?;
//! let depth: f64 = play.penetration(Flank::Upper, 1.5e-4);
//! assert!((depth - 0.5e-4).abs() < 1e-18);
//! assert_eq!(play.penetration(Flank::Lower, 1.5e-4), -2.5e-4);
//! # Ok::<(), spiel::Fault>(())
//! ```

mod drag;
mod losses;
mod parameters;
mod play;

pub use drag::Drag;
pub use losses::{Deflections, LossParameters, Losses, Lost, Rubbing};
pub use parameters::{
    DragParameters, Drags, FlankElastic, FlankParameters, PlayGeometry, PlayParameters,
    SpringParameters,
};
pub use play::{Flank, Play, Spring};
