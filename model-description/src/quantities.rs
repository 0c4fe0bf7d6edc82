//! Structs whose fields are variables, declared a row each.

use crate::{Condition, Refused, Row, Value};

/// A struct declared with [`quantities!`](crate::quantities), or a single non-real variable.
///
/// Variables are numbered from 0 in the order of their rows, groups in place.
pub trait Quantities {
    /// How many variables it holds, groups counted through.
    fn count(&self) -> usize;
    /// All rows; starts are the values held now.
    fn rows(&self) -> Vec<Row>;
    /// The value of a variable.
    fn value(&self, index: usize) -> Option<Value>;
    /// Whether a variable would take a value.
    fn admits(&self, index: usize, value: Value) -> Result<(), Refused>;
    /// Sets a variable to a value that it admits; another one may be left unset.
    fn put(&mut self, index: usize, value: Value);
    /// Whether every real number held is a finite one.
    fn is_finite(&self) -> bool;

    /// Sets a variable if the value is allowed, else keeps the old one.
    fn assign(&mut self, index: usize, value: Value) -> Result<(), Refused> {
        self.admits(index, value)?;
        self.put(index, value);
        Ok(())
    }
}

/// What a declaration says of one field, beside its value.
#[doc(hidden)]
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    pub text: &'static str,
    pub tunable: bool,
    /// The selector's name, and its items for which the field means something.
    pub when: Option<(&'static str, &'static [&'static str])>,
}

impl Field {
    /// Adds the field to its struct's rows: `inner`, the field's own.
    // Called from hundreds of places: inlined it would be a tenth of a joint's library.
    #[inline(never)]
    pub fn add(&'static self, rows: &mut Vec<Row>, inner: Vec<Row>) {
        let leaf = inner.len() == 1 && inner[0].name.is_empty();
        for mut row in inner {
            if leaf {
                row.text = self.text;
                row.tunable = self.tunable;
            }
            if let (None, Some((selector, choices))) = (&row.when, self.when) {
                row.when = Some(Condition { selector: selector.into(), choices });
            }
            rows.push(row.inside(self.name.trim_start_matches("r#")));
        }
    }
}

/// Declares a struct of variables. One row is
///
/// ```text
/// /// Text: meaning, sign.
/// name: "unit" = start in interval,        a real number (start and interval may be left out)
/// name: bool = start,                      a truth value
/// name: i32 = start in interval,           a whole number (start and interval may be left out)
/// name: Enumeration,                       one of `choices!`
/// name: Group,                             another struct of quantities; its names get `name.` in front
/// ```
///
/// After the kind, `tunable` marks a parameter that may change between steps, `when "selector" is "item" | "item"` says where the row has a meaning, and
/// `with { expression }` gives an enumeration or a group its start. A missing doc comment or an
/// unknown unit does not compile.
///
/// ```
/// use model_description::{POSITIVE, Quantities, Value, quantities};
/// quantities! {
///     /// The hole and the pin.
///     pub struct Geometry {
///         /// Radial clearance: bearing radius minus journal radius.
///         clearance: "m" = 5.0e-4 in POSITIVE,
///     }
/// }
/// let mut geometry = Geometry::default();
/// assert!(geometry.assign(0, Value::Real(-1.0)).is_err());
/// assert_eq!(geometry.clearance, 5.0e-4);
/// ```
///
/// ```compile_fail
/// model_description::quantities! {
///     /// An unknown unit.
///     pub struct Wrong {
///         /// In furlongs.
///         length: "furlong" = 1.0,
///     }
/// }
/// ```
#[macro_export]
macro_rules! quantities {
    (
        $(#[doc = $about:literal])+
        pub struct $Name:ident {
            $(
                $(#[doc = $text:literal])+
                $field:ident : $kind:tt
                $(tunable $($_mark:lifetime)?)?
                $(when $selector:literal is $($item:literal)|+)?
                $(with $init:block)?
                $(= $start:literal $(in $allowed:expr)?)?
            ),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $Name {
            $( $(#[doc = $text])+ pub $field: $crate::quantities!(@type $kind), )+
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $( $field: $crate::quantities!(@start $kind, [$($start)?] [$($init)?]), )+ }
            }
        }

        impl $crate::Quantities for $Name {
            #[inline]
            fn count(&self) -> usize {
                0 $( + $crate::quantities!(@count $kind, self.$field) )+
            }

            fn rows(&self) -> Vec<$crate::Row> {
                let mut rows = Vec::new();
                $(
                    let inner = $crate::quantities!(
                        @rows $kind, self.$field, [$($($allowed)?)?]
                    );
                    let field = const {
                        &$crate::Field {
                            name: stringify!($field),
                            text: concat!($($text),+).trim_ascii(),
                            tunable: $crate::quantities!(@tunable [$(yes $($_mark)?)?]),
                            when: $crate::quantities!(@when [$($selector, $($item),+)?]),
                        }
                    };
                    field.add(&mut rows, inner);
                )+
                rows
            }

            #[inline]
            fn value(&self, index: usize) -> Option<$crate::Value> {
                let mut index = index;
                $(
                    if index < $crate::quantities!(@count $kind, self.$field) {
                        return $crate::quantities!(@value $kind, self.$field, index);
                    }
                    index -= $crate::quantities!(@count $kind, self.$field);
                )+
                let _ = index;
                None
            }

            #[inline]
            fn admits(
                &self,
                index: usize,
                value: $crate::Value,
            ) -> Result<(), $crate::Refused> {
                let mut index = index;
                $(
                    if index < $crate::quantities!(@count $kind, self.$field) {
                        return $crate::quantities!(
                            @admits $kind, self.$field, index, value, [$($($allowed)?)?]
                        );
                    }
                    index -= $crate::quantities!(@count $kind, self.$field);
                )+
                let _ = index;
                Err($crate::Refused::Unknown)
            }

            #[inline]
            fn put(&mut self, index: usize, value: $crate::Value) {
                let mut index = index;
                $(
                    if index < $crate::quantities!(@count $kind, self.$field) {
                        return $crate::quantities!(@put $kind, self.$field, index, value);
                    }
                    index -= $crate::quantities!(@count $kind, self.$field);
                )+
                let _ = index;
            }

            #[inline]
            fn is_finite(&self) -> bool {
                true $( && $crate::quantities!(@finite $kind, self.$field) )+
            }
        }
    };

    (@type $unit:literal) => { f64 };
    (@type $Type:ident) => { $Type };

    (@count $unit:literal, $held:expr) => { 1 };
    (@count i32, $held:expr) => { 1 };
    (@count $Type:ident, $held:expr) => { $crate::Quantities::count(&$held) };

    (@start $unit:literal, [] []) => { 0.0 };
    (@start $kind:tt, [$start:literal] []) => { $start };
    (@start $kind:tt, [] [$init:block]) => { $init };
    (@start i32, [] []) => { 0 };
    (@start $Type:ident, [] []) => { <$Type as Default>::default() };

    (@allowed []) => { $crate::ANY };
    (@allowed [$allowed:expr]) => { const { $allowed } };

    (@tunable []) => { false };
    (@tunable [yes]) => { true };

    (@when []) => { None };
    (@when [$selector:literal, $($item:literal),+]) => {
        Some(($selector, &[$($item),+]))
    };

    (@rows $unit:literal, $value:expr, $allowed:tt) => {
        $crate::Row::nameless(
            const {
                &$crate::Kind::Real {
                    unit: $crate::unit($unit),
                    allowed: $crate::quantities!(@allowed $allowed),
                }
            },
            $crate::Value::Real($value),
        )
    };
    (@rows i32, $value:expr, $allowed:tt) => {
        $crate::Row::nameless(
            const { &$crate::Kind::Integer { allowed: $crate::quantities!(@allowed $allowed) } },
            $crate::Value::Integer($value),
        )
    };
    (@rows $Type:ident, $value:expr, $allowed:tt) => { $crate::Quantities::rows(&$value) };

    (@value $unit:literal, $value:expr, $index:expr) => { Some($crate::Value::Real($value)) };
    (@value i32, $value:expr, $index:expr) => { Some($crate::Value::Integer($value)) };
    (@value $Type:ident, $value:expr, $index:expr) => {
        $crate::Quantities::value(&$value, $index)
    };

    (@admits $unit:literal, $held:expr, $index:expr, $value:expr, $allowed:tt) => {
        match $value {
            $crate::Value::Real(number) if $crate::quantities!(@allowed $allowed).contains(number) => {
                Ok(())
            }
            $crate::Value::Real(_) => Err($crate::Refused::Outside),
            _ => Err($crate::Refused::Kind),
        }
    };
    (@admits i32, $held:expr, $index:expr, $value:expr, $allowed:tt) => {
        match $value {
            $crate::Value::Integer(number)
                if $crate::quantities!(@allowed $allowed).contains(f64::from(number)) =>
            {
                Ok(())
            }
            $crate::Value::Integer(_) => Err($crate::Refused::Outside),
            _ => Err($crate::Refused::Kind),
        }
    };
    (@admits $Type:ident, $held:expr, $index:expr, $value:expr, $allowed:tt) => {
        $crate::Quantities::admits(&$held, $index, $value)
    };

    (@put $unit:literal, $place:expr, $index:expr, $value:expr) => {
        if let $crate::Value::Real(number) = $value {
            $place = number;
        }
    };
    (@put i32, $place:expr, $index:expr, $value:expr) => {
        if let $crate::Value::Integer(number) = $value {
            $place = number;
        }
    };
    (@put $Type:ident, $place:expr, $index:expr, $value:expr) => {
        $crate::Quantities::put(&mut $place, $index, $value)
    };

    (@finite $unit:literal, $value:expr) => { $value.is_finite() };
    (@finite i32, $value:expr) => { true };
    (@finite $Type:ident, $value:expr) => { $crate::Quantities::is_finite(&$value) };
}

#[cfg(test)]
mod tests {
    use crate::{Interval, Kind, Quantities, Refused, Value};

    quantities! {
        /// What is counted.
        pub struct Counted {
            /// How many there are.
            count: i32 = 3,
            /// How many there may be.
            most: i32 = 6 in Interval::closed(1.0, 200.0),
        }
    }

    #[test]
    fn a_count_takes_whole_numbers_only() {
        let mut counted = Counted::default();
        let row = &counted.rows()[0];
        assert!(matches!(row.kind, Kind::Integer { .. }));
        assert_eq!((row.text, row.show(row.start).as_str()), ("How many there are.", "3"));
        assert_eq!(row.parse(" 4"), Ok(Value::Integer(4)));
        assert_eq!(
            row.parse("4.5"),
            Err("count = 4.5 is no whole number (How many there are)".to_owned())
        );
        assert_eq!(counted.assign(0, Value::Real(1.0)), Err(Refused::Kind));
        assert_eq!(counted.assign(0, Value::Integer(-2)), Ok(()));
        assert_eq!((counted.value(0), counted.value(2)), (Some(Value::Integer(-2)), None));
    }

    #[test]
    fn a_count_stays_in_its_range() {
        let mut counted = Counted::default();
        let row = &counted.rows()[1];
        let outside = "is outside the whole numbers in 1..=200 (How many there may be)";
        for text in ["0", "201", "2.5"] {
            assert_eq!(row.parse(text), Err(format!("most = {text} {outside}")));
        }
        assert_eq!(counted.assign(1, Value::Integer(0)), Err(Refused::Outside));
        assert_eq!(counted.assign(1, Value::Integer(200)), Ok(()));
        assert_eq!(counted.value(1), Some(Value::Integer(200)));
    }
}
