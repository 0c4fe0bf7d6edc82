//! Pointers that an importer lends for the time of a call, with the promise that comes with them.
//!
//! Making one follows no pointer, so it may be done before the arguments have been checked. Safe methods
//! turn them into references and slices when a function's checks are done.

use crate::slave::{Element, Exchanged, Line, Outcome, line};
use spiel::block::Holds;
use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::slice;

/// An array to read.
#[derive(Clone, Copy)]
pub(crate) struct In<'a, T> {
    first: *const T,
    length: usize,
    lent: PhantomData<&'a [T]>,
}

impl<'a, T: Copy> In<'a, T> {
    /// An array of `length` elements from `first` on.
    ///
    /// # Safety
    /// FMI: `first` is null or that many elements follow it, which are valid as `T` and are not
    /// written during `'a`.
    #[inline]
    pub unsafe fn lent(first: *const T, length: usize) -> Self {
        Self { first, length, lent: PhantomData }
    }

    /// Returns the announced number of elements.
    #[inline]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns true without an array.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.first.is_null()
    }

    /// Its elements, none for null.
    #[inline]
    pub fn slice(self) -> &'a [T] {
        self.beginning(self.length)
    }

    /// Its first elements, at most `most` of them: more are not credible.
    #[inline]
    pub fn beginning(self, most: usize) -> &'a [T] {
        let length = self.length.min(most);
        if self.first.is_null() || length == 0 {
            return &[];
        }
        // SAFETY: the caller of `lent` has promised these elements; null was checked above.
        unsafe { slice::from_raw_parts(self.first, length) }
    }
}

/// An array to write.
pub(crate) struct Out<'a, T> {
    first: *mut T,
    length: usize,
    lent: PhantomData<&'a mut [T]>,
}

impl<'a, T> Out<'a, T> {
    /// An array of `length` elements from `first` on.
    ///
    /// # Safety
    /// FMI: `first` is null or that many elements follow it, which are valid as `T`, may be
    /// written, and are not used otherwise during `'a`.
    #[inline]
    pub unsafe fn lent(first: *mut T, length: usize) -> Self {
        Self { first, length, lent: PhantomData }
    }

    /// Returns the announced number of elements.
    #[inline]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns true without an array.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.first.is_null()
    }

    /// Its elements, none for null.
    #[inline]
    pub fn slice(self) -> &'a mut [T] {
        let length = self.length;
        self.beginning(length)
    }

    /// Its first elements, at most `most` of them: more are not credible.
    #[inline]
    pub fn beginning(self, most: usize) -> &'a mut [T] {
        let length = self.length.min(most);
        if self.first.is_null() || length == 0 {
            return &mut [];
        }
        // SAFETY: the caller of `lent` has promised these elements; null was checked above, and
        // `self` is gone, so this is the only slice of them.
        unsafe { slice::from_raw_parts_mut(self.first, length) }
    }
}

/// A place for one value.
pub(crate) struct Place<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<'a, T> Place<'a, T> {
    /// The place that `pointer` points at.
    ///
    /// # Safety
    /// FMI: `pointer` is null or points at a `T` that may be written and is not used otherwise
    /// during `'a`.
    #[inline]
    pub unsafe fn lent(pointer: *mut T) -> Self {
        Self(pointer, PhantomData)
    }

    /// The value there; nothing for null.
    #[inline]
    pub fn optional(self) -> Option<&'a mut T> {
        // SAFETY: the caller of `lent` has promised it; `self` is gone, so there is no other one.
        unsafe { self.0.as_mut() }
    }

    /// The value there, or the line for null.
    #[inline]
    pub fn required(self) -> Result<&'a mut T, Line> {
        self.optional().ok_or_else(no_place)
    }
}

/// A C string, laid out as a pointer so that arrays of them can be lent, too.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Text<'a>(*const c_char, PhantomData<&'a CStr>);

impl Text<'_> {
    /// The text from `string` on.
    ///
    /// # Safety
    /// FMI: `string` is null or ends with a null byte, and is not written during `'a`.
    #[inline]
    pub unsafe fn lent(string: *const c_char) -> Self {
        Self(string, PhantomData)
    }

    /// As Rust text, bytes that are not UTF-8 replaced; nothing for null.
    pub fn read(self) -> Option<String> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: the caller of `lent` has promised the null byte; null was checked above.
        Some(unsafe { CStr::from_ptr(self.0) }.to_string_lossy().into_owned())
    }
}

/// A truth value as C passes it; FMI counts every number but 0 as true.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Truth<I>(I);

impl<I: Copy + From<bool> + Into<f64>> Element for Truth<I> {
    const EXCHANGED: Exchanged =
        Exchanged { name: "Boolean", holds: Holds::Boolean, fits: |_| true };
    fn from_number(number: f64) -> Self {
        Self(I::from(number != 0.0))
    }
    fn number(self) -> f64 {
        f64::from(u8::from(self.0.into() != 0.0))
    }
}

/// Refuses arrays of `n` values that are `missing`, or longer than `most`.
#[inline]
pub(crate) fn believe(n: usize, most: usize, missing: bool) -> Outcome {
    if n == 0 {
        return Ok(());
    }
    if missing {
        return Err(null(n));
    }
    if n > most {
        return Err(too_many(n, most));
    }
    Ok(())
}

/// Two arrays of the same length, or what is wrong with them.
#[inline]
pub(crate) fn both<'a, A: Copy, B: Copy>(
    most: usize,
    first: In<'a, A>,
    second: In<'a, B>,
) -> Result<(&'a [A], &'a [B]), Line> {
    let missing = first.is_null() || second.is_null();
    believe(first.length(), most, missing)?;
    if missing {
        return Ok((&[], &[]));
    }
    Ok((first.slice(), second.slice()))
}

/// Refuses an array of `n` states or indicators that is `missing`, or not of the length `count`.
#[inline]
pub(crate) fn exactly(what: &str, n: usize, count: usize, missing: bool) -> Outcome {
    if n != count {
        return Err(miscounted(what, n, count));
    }
    if n != 0 && missing {
        return Err(null(n));
    }
    Ok(())
}

/// The line for a result without a place.
#[cold]
#[inline(never)]
pub(crate) fn no_place() -> Line {
    line("a pointer for the result is null")
}

#[cold]
#[inline(never)]
fn null(n: usize) -> Line {
    line(format_args!("an array of {n} values is null"))
}

#[cold]
#[inline(never)]
fn too_many(n: usize, most: usize) -> Line {
    line(format_args!("nvr = {n} is more than {most} values"))
}

#[cold]
#[inline(never)]
fn miscounted(what: &str, n: usize, count: usize) -> Line {
    line(format_args!("{n} {what} are not {count}, as many as this model has"))
}
