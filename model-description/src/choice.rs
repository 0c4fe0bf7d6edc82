//! Enumerations whose items carry their public number, name and text.

/// One item of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// Public number, fixed for ever.
    pub number: i32,
    /// Public name.
    pub name: &'static str,
    /// What choosing it means.
    pub text: &'static str,
}

/// An enumeration declared with [`choices!`](crate::choices).
pub trait Choice: Copy + 'static {
    /// Name of the enumeration.
    const NAME: &'static str;
    /// What the enumeration is about.
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

/// Declares an enumeration: a text, then one documented `Variant: "name" = number` a line.
///
/// The first variant is the default. A missing doc comment is a compile error.
#[macro_export]
macro_rules! choices {
    (
        $(#[doc = $about:literal])+
        pub enum $Name:ident {
            $( $(#[doc = $text:literal])+ $Variant:ident : $name:literal = $number:literal ),+ $(,)?
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
            const ITEMS: &'static [$crate::Item] = &[
                $( $crate::Item {
                    number: $number,
                    name: $name,
                    text: concat!($($text),+).trim_ascii(),
                } ),+
            ];

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
