//! Numbers that tell if a copy still holds what its original holds.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a content: two with the same number are equal. Contents that were read have none.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Version(u64);

impl Version {
    /// Returns a number that no content has had.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns true if both contents are known to be equal.
    #[inline]
    pub fn is_that_of(self, other: Self) -> bool {
        self.0 != 0 && self.0 == other.0
    }
}
