//! Cloning into memory that is already allocated: states are copied in every step, which must not allocate.

/// Implements `Clone` for a struct field by field, such that `clone_from` keeps the memory of each.
///
/// The derived `clone_from` would allocate. Generic parameters stand in brackets after `impl`; large
/// options stand last, after `large`. A field that is left out is a compile error.
macro_rules! clone_in_place {
    (
        impl [$($generics:tt)*] $type:ty { $($field:ident),* $(,)? $(; large $($large:ident),+)? }
    ) => {
        impl<$($generics)*> Clone for $type {
            fn clone(&self) -> Self {
                let Self { $($field,)* $($($large),+)? } = self;
                Self {
                    $($field: Clone::clone($field),)*
                    $($($large: Clone::clone($large)),+)?
                }
            }

            #[inline]
            fn clone_from(&mut self, other: &Self) {
                let Self { $($field,)* $($($large),+)? } = other;
                $(self.$field.clone_from($field);)*
                $($($crate::base::clone_large(&mut self.$large, $large);)+)?
            }
        }
    };
    ($type:ty { $($fields:tt)* }) => {
        $crate::base::clone_in_place!(impl [] $type { $($fields)* });
    };
}

pub(crate) use clone_in_place;

/// Copies `theirs` to `mine` in place.
///
/// If both are empty nothing is copied; the standard library would copy every byte.
#[inline]
pub(crate) fn clone_large<T: Clone>(mine: &mut Option<T>, theirs: &Option<T>) {
    if mine.is_some() || theirs.is_some() {
        mine.clone_from(theirs);
    }
}
