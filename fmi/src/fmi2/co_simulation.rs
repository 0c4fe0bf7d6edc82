//! The functions of FMI 2.0 for co-simulation.

#![allow(non_snake_case, reason = "the names are those of the FMI 2.0 headers")]

use super::order::Function;
use super::types::*;
use crate::c::{In, both, call, exported, missing};

exported! { fmi2Component -> fmi2Status;
    /// Makes a step and commits it.
    fn fmi2DoStep = DoStep(start: fmi2Real, size: fmi2Real, _no_return: fmi2Boolean)
    |instance| { instance.step(start, size) }
    /// Steps are never pending.
    fn fmi2CancelStep = CancelStep()
    |_| { missing("asynchronous steps") }
    /// Takes time derivatives of inputs over the coming step; of order 1 only.
    fn fmi2SetRealInputDerivatives = SetRealInputDerivatives(
        references: *const fmi2ValueReference,
        n: usize,
        orders: *const fmi2Integer,
        values: *const fmi2Real,
    )
    lends { references: In(references, n), orders: In(orders, n), values: In(values, n) }
    |instance| {
        let most = instance.most_values();
        let (_, orders) = both(most, references, orders)?;
        let (references, values) = both(most, references, values)?;
        instance.set_rates(references, orders, values)
    }
    /// Loads are means over a step: they have no derivatives to extrapolate with.
    fn fmi2GetRealOutputDerivatives = GetRealOutputDerivatives(
        _references: *const fmi2ValueReference,
        _n: usize,
        _orders: *const fmi2Integer,
        _values: *mut fmi2Real,
    )
    |_| { missing("output derivatives") }
    /// Steps are never pending.
    fn fmi2GetStatus = GetStatus(_kind: fmi2StatusKind, _value: *mut fmi2Status)
    |_| { missing("asynchronous steps") }
    /// Steps are never pending.
    fn fmi2GetRealStatus = GetRealStatus(_kind: fmi2StatusKind, _value: *mut fmi2Real)
    |_| { missing("asynchronous steps") }
    /// Steps are never pending.
    fn fmi2GetIntegerStatus = GetIntegerStatus(_kind: fmi2StatusKind, _value: *mut fmi2Integer)
    |_| { missing("asynchronous steps") }
    /// Steps are never pending.
    fn fmi2GetBooleanStatus = GetBooleanStatus(_kind: fmi2StatusKind, _value: *mut fmi2Boolean)
    |_| { missing("asynchronous steps") }
    /// Steps are never pending.
    fn fmi2GetStringStatus = GetStringStatus(_kind: fmi2StatusKind, _value: *mut fmi2String)
    |_| { missing("asynchronous steps") }
}
