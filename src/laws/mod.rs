//! The laws: force and wear as functions of the relative position and motion of two surfaces. No law
//! depends on steps, ports or hosts.
//!
//! - [`interface`]: clamped rough surfaces: micro-slip, slip, and their parameters from measured loops;
//! - [`friction`]: drag along two surfaces;
//! - [`film`]: oil between a journal and its bearing, and the load of rough surfaces through it;
//! - [`contact`]: normal force: elastic laws, dissipation, one contact point;
//! - [`forecast`]: wear under a load cycle that repeats, over the years;
//! - [`wear`]: a bearing and a journal that wear in contact, and the contact of the worn shapes;
//! - [`backlash`]: play in one coordinate: two flanks, a spring, a drag;
//! - [`bushing`]: a compliant connection: stiffness and damping in six directions;
//! - [`pin`]: a long elastic pin in its hole, slice by slice, which wears the hole;
//! - [`mating`]: a journal that tilts in its hole and slides along it, and a ball in its socket, in space.

pub mod backlash;
pub mod bushing;
pub mod contact;
pub mod film;
pub mod forecast;
pub mod friction;
pub mod interface;
pub mod mating;
pub mod pin;
pub mod wear;
