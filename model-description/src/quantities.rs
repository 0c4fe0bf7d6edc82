//! Structs whose fields are variables, declared a row each: views of a flat array of numbers.

use crate::{Row, Variability};

/// A struct declared with [`quantities!`](crate::quantities), or a single variable that is not a real
/// number.
///
/// Its variables stand one after the other in a flat array of numbers, in the order of their rows:
/// truth values as 0 or 1, items of an enumeration by their public number.
pub trait Quantities: Sized {
    /// Number of its variables, those of groups included.
    const COUNT: usize;
    /// All rows; starts are the values held now.
    fn rows(&self) -> Vec<Row>;
    /// The struct that the first [`COUNT`](Self::COUNT) of `values` represent.
    fn read(values: &[f64]) -> Self;
    /// Writes the first [`COUNT`](Self::COUNT) of `values`.
    fn write(&self, values: &mut [f64]);

    /// The first variable that lies outside the range of its row, with its value.
    fn first_outside(&self) -> Option<(Row, f64)> {
        let mut values = vec![0.0; Self::COUNT];
        self.write(&mut values);
        self.rows().into_iter().zip(values).find(|(row, value)| !row.limits().contains(*value))
    }
}

impl Quantities for bool {
    const COUNT: usize = 1;

    fn rows(&self) -> Vec<Row> {
        Row::nameless(&crate::Kind::Boolean, f64::from(u8::from(*self)))
    }

    #[inline(always)]
    fn read(values: &[f64]) -> Self {
        values[0] != 0.0
    }

    #[inline(always)]
    fn write(&self, values: &mut [f64]) {
        values[0] = f64::from(u8::from(*self));
    }
}

/// The declaration of one field, beside its value.
#[doc(hidden)]
#[derive(Debug)]
pub struct Field {
    /// Empty for a group that is flat.
    pub name: &'static str,
    pub text: &'static str,
    pub variability: Variability,
}

impl Field {
    /// Adds the field to its struct's rows: `inner`, the field's own.
    // Called from hundreds of places: inlined it would be a tenth of a joint's library.
    #[inline(never)]
    pub fn add(&'static self, rows: &mut Vec<Row>, inner: Vec<Row>) {
        if self.name.is_empty() {
            debug_assert!(inner.iter().all(|row| !row.name.is_empty()), "only groups can be flat");
            return rows.extend(inner);
        }
        let leaf = inner.len() == 1 && inner[0].name.is_empty();
        for mut row in inner {
            if leaf {
                row.text = self.text;
                row.variability = self.variability;
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
/// After the kind, `tunable` marks a parameter that may change between steps and `constant` one that is
/// chosen when the block is built; a group that is `flat` puts nothing in front of its names;
/// `with { expression }` gives an enumeration or a group its start. A
/// missing doc comment or an unknown unit does not compile.
///
/// ```
/// use model_description::{POSITIVE, Quantities, quantities};
/// quantities! {
///     /// The hole and the pin.
///     pub struct Geometry {
///         /// Radial clearance: bearing radius minus journal radius.
///         clearance: "m" = 5.0e-4 in POSITIVE,
///     }
/// }
/// assert_eq!(Geometry::default().clearance, 5.0e-4);
/// assert_eq!(Geometry::read(&[2.0e-4]).clearance, 2.0e-4);
/// assert!(Geometry { clearance: -1.0 }.first_outside().is_some());
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
                $(tunable $($_tunable:lifetime)?)?
                $(constant $($_constant:lifetime)?)?
                $(flat $($_flat:lifetime)?)?
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
            const COUNT: usize = 0 $( + $crate::quantities!(@count $kind) )+;

            fn rows(&self) -> Vec<$crate::Row> {
                let mut rows = Vec::new();
                $(
                    let inner = $crate::quantities!(
                        @rows $kind, self.$field, [$($($allowed)?)?]
                    );
                    let field = const {
                        &$crate::Field {
                            name: $crate::quantities!(@name $field [$(flat $($_flat)?)?]),
                            text: concat!($($text),+).trim_ascii(),
                            variability: $crate::quantities!(
                                @variability [$(tunable $($_tunable)?)? $(constant $($_constant)?)?]
                            ),
                        }
                    };
                    field.add(&mut rows, inner);
                )+
                rows
            }

            #[inline(always)]
            fn read(values: &[f64]) -> Self {
                let values = &values[..Self::COUNT];
                let mut at = 0;
                $(
                    let $field = $crate::quantities!(@read $kind, values, at);
                    at += $crate::quantities!(@count $kind);
                )+
                let _ = at;
                Self { $($field),+ }
            }

            #[inline(always)]
            fn write(&self, values: &mut [f64]) {
                let values = &mut values[..Self::COUNT];
                let mut at = 0;
                $(
                    $crate::quantities!(@write $kind, self.$field, values, at);
                    at += $crate::quantities!(@count $kind);
                )+
                let _ = at;
            }
        }
    };

    (@type $unit:literal) => { f64 };
    (@type $Type:ident) => { $Type };

    (@count $unit:literal) => { 1 };
    (@count i32) => { 1 };
    (@count $Type:ident) => { <$Type as $crate::Quantities>::COUNT };

    (@start $unit:literal, [] []) => { 0.0 };
    (@start $kind:tt, [$start:literal] []) => { $start };
    (@start $kind:tt, [] [$init:block]) => { $init };
    (@start i32, [] []) => { 0 };
    (@start $Type:ident, [] []) => { <$Type as Default>::default() };

    (@allowed []) => { $crate::ANY };
    (@allowed [$allowed:expr]) => { const { $allowed } };

    (@name $field:ident []) => { stringify!($field) };
    (@name $field:ident [flat]) => { "" };

    (@variability []) => { $crate::Variability::Fixed };
    (@variability [tunable]) => { $crate::Variability::Tunable };
    (@variability [constant]) => { $crate::Variability::Constant };

    (@rows $unit:literal, $value:expr, $allowed:tt) => {
        $crate::Row::nameless(
            const {
                &$crate::Kind::Real {
                    unit: $crate::unit($unit),
                    allowed: $crate::quantities!(@allowed $allowed),
                }
            },
            $value,
        )
    };
    (@rows i32, $value:expr, $allowed:tt) => {
        $crate::Row::nameless(
            const { &$crate::Kind::Integer { allowed: $crate::quantities!(@allowed $allowed) } },
            f64::from($value),
        )
    };
    (@rows $Type:ident, $value:expr, $allowed:tt) => { $crate::Quantities::rows(&$value) };

    (@read $unit:literal, $values:expr, $at:expr) => { $values[$at] };
    (@read i32, $values:expr, $at:expr) => { $values[$at] as i32 };
    (@read $Type:ident, $values:expr, $at:expr) => {
        <$Type as $crate::Quantities>::read(&$values[$at..])
    };

    (@write $unit:literal, $held:expr, $values:expr, $at:expr) => { $values[$at] = $held };
    (@write i32, $held:expr, $values:expr, $at:expr) => { $values[$at] = f64::from($held) };
    (@write $Type:ident, $held:expr, $values:expr, $at:expr) => {
        $crate::Quantities::write(&$held, &mut $values[$at..])
    };
}

#[cfg(test)]
mod tests {
    use crate::{Interval, Kind, Quantities, Value, Variability};

    quantities! {
        /// Number of parts and their limit.
        pub struct Counted {
            /// Number of parts.
            count: i32 = 3,
            /// Largest number of parts.
            most: i32 constant = 6 in Interval::closed(1.0, 200.0),
        }
    }

    quantities! {
        /// A group in a group.
        pub struct Whole {
            /// A length.
            length: "m" tunable = 0.5,
            /// True if it is used.
            used: bool = true,
            /// Its parts.
            counted: Counted,
        }
    }

    quantities! {
        /// A group whose names stand among the others.
        pub struct Spread {
            /// A length.
            length: "m" = 0.5,
            /// Its parts.
            parts: Counted flat,
        }
    }

    #[test]
    fn a_flat_group_puts_nothing_in_front_of_its_names() {
        let rows = Spread::default().rows();
        let names: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["length", "count", "most"]);
        assert_eq!(rows[1].text, "Number of parts.");
        let read = Spread::read(&[0.25, 4.0, 7.0]);
        assert_eq!((read.length, read.parts.count, read.parts.most), (0.25, 4, 7));
    }

    #[test]
    fn a_count_takes_whole_numbers_only() {
        let row = &Counted::default().rows()[0];
        assert!(matches!(row.kind, Kind::Integer { .. }));
        assert_eq!((row.text, row.show(row.start).as_str()), ("Number of parts.", "3"));
        assert_eq!(row.parse(" 4"), Ok(Value::Integer(4)));
        assert_eq!(
            row.parse("4.5"),
            Err("count = 4.5 is no whole number (Number of parts)".to_owned().into())
        );
    }

    #[test]
    fn a_count_stays_in_its_range() {
        let row = &Counted::default().rows()[1];
        let outside = "is outside the whole numbers in 1..=200 (Largest number of parts)";
        for text in ["0", "201", "2.5"] {
            assert_eq!(row.parse(text), Err(format!("most = {text} {outside}").into()));
        }
        let (row, value) = Counted { count: 0, most: 201 }.first_outside().unwrap();
        assert_eq!((row.name.as_str(), value), ("most", 201.0));
        assert!(Counted { count: -5, most: 200 }.first_outside().is_none());
    }

    #[test]
    fn written_values_are_read_back_in_the_order_of_the_rows() {
        let whole = Whole { length: 0.25, used: false, counted: Counted { count: -2, most: 7 } };
        let mut values = [9.0; 5];
        whole.write(&mut values);
        assert_eq!(values, [0.25, 0.0, -2.0, 7.0, 9.0]);
        assert_eq!(Whole::read(&values), whole);
        let rows = whole.rows();
        let names: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["length", "used", "counted.count", "counted.most"]);
        assert_eq!(rows.len(), Whole::COUNT);
        assert_eq!(rows[0].variability, Variability::Tunable);
        assert_eq!(rows[3].variability, Variability::Constant);
    }
}
