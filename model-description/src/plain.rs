//! Variables that no struct declares: a single truth value, and none at all.

use crate::{Kind, Quantities, Refused, Row, Value};

impl Quantities for bool {
    fn count(&self) -> usize {
        1
    }

    fn rows(&self) -> Vec<Row> {
        Row::nameless(&Kind::Boolean, Value::Boolean(*self))
    }

    fn value(&self, index: usize) -> Option<Value> {
        (index == 0).then_some(Value::Boolean(*self))
    }

    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        match value {
            _ if index > 0 => Err(Refused::Unknown),
            Value::Boolean(_) => Ok(()),
            _ => Err(Refused::Kind),
        }
    }

    fn put(&mut self, _index: usize, value: Value) {
        if let Value::Boolean(truth) = value {
            *self = truth;
        }
    }

    fn is_finite(&self) -> bool {
        true
    }
}

/// Variables that there may be none of.
impl<Q: Quantities> Quantities for Option<Q> {
    #[inline]
    fn count(&self) -> usize {
        self.as_ref().map_or(0, Q::count)
    }

    fn rows(&self) -> Vec<Row> {
        self.as_ref().map_or_else(Vec::new, Q::rows)
    }

    #[inline]
    fn value(&self, index: usize) -> Option<Value> {
        self.as_ref()?.value(index)
    }

    #[inline]
    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        self.as_ref().ok_or(Refused::Unknown)?.admits(index, value)
    }

    #[inline]
    fn put(&mut self, index: usize, value: Value) {
        if let Some(held) = self {
            held.put(index, value);
        }
    }

    #[inline]
    fn is_finite(&self) -> bool {
        self.as_ref().is_none_or(Q::is_finite)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Quantities, Refused, Value, quantities};

    quantities! {
        /// One variable.
        pub struct Depth {
            /// How deep it is.
            depth: "m" = 3.0,
        }
    }

    #[test]
    fn variables_that_there_are_none_of_are_unknown() {
        let (mut none, mut some) = (None::<Depth>, Some(Depth::default()));
        assert_eq!((none.count(), none.rows().len(), none.value(0)), (0, 0, None));
        assert_eq!(none.assign(0, Value::Real(4.0)), Err(Refused::Unknown));
        assert_eq!((some.count(), some.rows().len()), (1, 1));
        assert_eq!(some.assign(0, Value::Real(4.0)), Ok(()));
        assert_eq!(some.value(0), Some(Value::Real(4.0)));
        assert!(
            none.is_finite() && some.is_finite() && !Some(Depth { depth: f64::NAN }).is_finite()
        );
    }
}
