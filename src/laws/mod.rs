//! The laws: force and wear as functions of how two surfaces lie and move. No law knows of steps, ports or hosts.
//!
//! - [`interface`]: clamped rough surfaces: micro-slip, slip, and their parameters from measured loops;
//! - [`friction`]: drag along two surfaces;
//! - [`film`]: oil between a journal and its bearing, and the load that rough surfaces carry through it;
//! - [`contact`]: normal force: elastic laws, dissipation, one contact point;
//! - [`wear`]: a bearing and a journal that wear where they touch, and the contact on the worn shape;
//! - [`backlash`]: play in one coordinate: two flanks, a spring, a drag;
//! - [`pin`]: a long pin that bends in its hole, slice by slice, and wears it;
//! - [`journal`]: a journal that tilts in its hole and slides along it, in space.

pub mod backlash;
pub mod contact;
pub mod film;
pub mod friction;
pub mod interface;
pub mod journal;
pub mod pin;
pub mod wear;
