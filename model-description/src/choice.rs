//! Enumerations whose items carry their public number, name and text.

use crate::modelica;

/// One item of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// Public number, which never changes.
    pub number: i32,
    /// Public name.
    pub name: &'static str,
    /// Its name in earlier versions, for messages about the present name.
    pub formerly: Option<&'static str>,
    /// Meaning of this choice.
    pub text: &'static str,
}

impl Item {
    /// Returns `items` unchanged; items that other programs could not read do not compile.
    #[doc(hidden)]
    pub const fn checked(items: &'static [Self]) -> &'static [Self] {
        let mut place = 0;
        while place < items.len() {
            assert!(items[place].number == place as i32 + 1, "items are numbered 1, 2, 3 …");
            assert!(modelica::is_name(items[place].name), "Modelica cannot read an item's name");
            place += 1;
        }
        items
    }
}

/// An enumeration declared with [`choices!`](crate::choices).
pub trait Choice: Copy + 'static {
    /// Name of the enumeration.
    const NAME: &'static str;
    /// Subject of the enumeration.
    const TEXT: &'static str;
    /// All items, ascending.
    const ITEMS: &'static [Item];
    /// The public number of this item.
    fn number(self) -> i32;
    /// The item of that number.
    fn from_number(number: i32) -> Option<Self>;
    /// The item of that name.
    fn named(name: &str) -> Option<Self> {
        let item = Self::ITEMS.iter().find(|item| item.name == name)?;
        Self::from_number(item.number)
    }
    /// The public name of this item.
    fn name(self) -> &'static str {
        let number = self.number();
        Self::ITEMS.iter().find(|item| item.number == number).map_or("", |item| item.name)
    }
}

/// Declares an enumeration: a text, then one documented `Variant: "name" = number` a line, after a
/// renaming `Variant: "name" was "old_name" = number`.
///
/// The first variant is the default. These do not compile: a missing doc comment, numbers other than
/// 1, 2, 3 …, and a name that Modelica cannot read, for importers write the items into their models as
/// they are and count them.
///
/// ```
/// use model_description::{Choice, choices};
/// choices! {
///     /// Kind of load.
///     pub enum Load {
///         /// It never changes.
///         Steady: "steady" was "constant" = 1,
///         /// It swings.
///         Swinging: "swinging" = 2,
///     }
/// }
/// assert_eq!(Load::named("swinging"), Some(Load::Swinging));
/// ```
///
/// ```compile_fail
/// model_description::choices! {
///     /// A word of Modelica's.
///     pub enum Load {
///         /// It never changes.
///         Steady: "constant" = 1,
///     }
/// }
/// const ITEMS: &[model_description::Item] = <Load as model_description::Choice>::ITEMS;
/// ```
///
/// ```compile_fail
/// model_description::choices! {
///     /// Numbers with a gap.
///     pub enum Load {
///         /// It never changes.
///         Steady: "steady" = 1,
///         /// It swings.
///         Swinging: "swinging" = 3,
///     }
/// }
/// const ITEMS: &[model_description::Item] = <Load as model_description::Choice>::ITEMS;
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[doc = $about:literal])+
        pub enum $Name:ident {
            $( $(#[doc = $text:literal])+
                $Variant:ident : $name:literal $(was $formerly:literal)? = $number:literal ),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $Name {
            $( $(#[doc = $text])+ $Variant = $number ),+
        }

        impl Default for $Name {
            fn default() -> Self {
                [$(Self::$Variant),+][0]
            }
        }

        impl $crate::Choice for $Name {
            const NAME: &'static str = stringify!($Name);
            const TEXT: &'static str = concat!($($about),+).trim_ascii();
            const ITEMS: &'static [$crate::Item] = $crate::Item::checked(&[
                $( $crate::Item {
                    number: $number,
                    name: $name,
                    formerly: [$(Some($formerly),)? None][0],
                    text: concat!($($text),+).trim_ascii(),
                } ),+
            ]);

            fn number(self) -> i32 {
                self as i32
            }

            fn from_number(number: i32) -> Option<Self> {
                match number {
                    $( $number => Some(Self::$Variant), )+
                    _ => None,
                }
            }
        }

        impl $crate::Quantities for $Name {
            const COUNT: usize = 1;

            fn rows(&self) -> Vec<$crate::Row> {
                use $crate::Choice;
                let kind = const {
                    &$crate::Kind::Choice {
                        name: Self::NAME,
                        text: Self::TEXT,
                        items: Self::ITEMS,
                    }
                };
                let mut rows = $crate::Row::nameless(kind, f64::from(self.number()));
                rows[0].text = Self::TEXT;
                rows
            }

            #[inline(always)]
            fn read(values: &[f64]) -> Self {
                // Numbers of other items are refused before they get here.
                $crate::Choice::from_number(values[0] as i32).unwrap_or_default()
            }

            #[inline(always)]
            fn write(&self, values: &mut [f64]) {
                values[0] = f64::from($crate::Choice::number(*self));
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{Quantities, Value};

    choices! {
        /// Kind of load.
        pub enum Load {
            /// It never changes.
            Steady: "steady" was "constant" = 1,
            /// It swings.
            Swinging: "swinging" = 2,
        }
    }

    #[test]
    fn an_earlier_name_is_answered_with_the_present_one() {
        let mut row = Load::Steady.rows().remove(0);
        row.name = "load.kind".to_owned();
        assert_eq!(row.parse("steady"), Ok(Value::Integer(1)));
        assert_eq!(
            row.parse("constant"),
            Err("load.kind = constant is called steady now".to_owned().into())
        );
    }
}
