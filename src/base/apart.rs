//! Reading of large parts of a saved state, each in a stack frame of its own: a host's stack may be small.

use serde::{Deserialize, Deserializer};

/// Reads a value in a frame that does not merge with that of its reader.
#[inline(never)]
pub(crate) fn apart<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<T, D::Error> {
    T::deserialize(from)
}
