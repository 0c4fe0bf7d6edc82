//! The SI units of declarations.

/// A coherent SI unit: its public name and its exponents of the base units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiUnit {
    /// Name as it stands in a declaration, `"N.m"`.
    pub name: &'static str,
    /// Exponent of the kilogram.
    pub kg: i8,
    /// Exponent of the metre.
    pub m: i8,
    /// Exponent of the second.
    pub s: i8,
    /// Exponent of the radian.
    pub rad: i8,
    /// Exponent of the kelvin.
    pub kelvin: i8,
}

const fn si(name: &'static str, kg: i8, m: i8, s: i8, rad: i8) -> SiUnit {
    SiUnit { name, kg, m, s, rad, kelvin: 0 }
}

/// Every unit that may be used; more are added as joints need them.
pub const UNITS: &[SiUnit] = &[
    si("1", 0, 0, 0, 0),
    si("1/s", 0, 0, -1, 0),
    si("kg", 1, 0, 0, 0),
    si("m", 0, 1, 0, 0),
    si("m2", 0, 2, 0, 0),
    si("m3", 0, 3, 0, 0),
    si("m2/s", 0, 2, -1, 0),
    si("s", 0, 0, 1, 0),
    si("rad", 0, 0, 0, 1),
    si("m/s", 0, 1, -1, 0),
    si("m/s2", 0, 1, -2, 0),
    si("rad/s", 0, 0, -1, 1),
    si("rad/s2", 0, 0, -2, 1),
    si("kg.m2", 1, 2, 0, 0),
    si("N", 1, 1, -2, 0),
    si("N.m", 1, 2, -2, 0),
    si("N/m", 1, 0, -2, 0),
    si("N.m/rad", 1, 2, -2, -1),
    si("N.s/m", 1, 0, -1, 0),
    si("N.m.s/rad", 1, 2, -1, -1),
    si("Pa", 1, -1, -2, 0),
    si("Pa.s", 1, -1, -1, 0),
    si("1/Pa", -1, 1, 2, 0),
    SiUnit { kelvin: 1, ..si("K", 0, 0, 0, 0) },
    si("J", 1, 2, -2, 0),
    si("W", 1, 2, -3, 0),
    si("1/m", 0, -1, 0, 0),
    si("1/m2", 0, -2, 0, 0),
    si("s/m", 0, -1, 1, 0),
    si("N.s", 1, 1, -1, 0),
    si("N.m.s", 1, 2, -1, 0),
    si("1/kg", -1, 0, 0, 0),
    si("1/(kg.m)", -1, -1, 0, 0),
    si("1/(kg.m2)", -1, -2, 0, 0),
];

/// The unit of that name; unknown names stop the build.
pub const fn unit(name: &str) -> &'static SiUnit {
    let mut index = 0;
    while index < UNITS.len() {
        if same(UNITS[index].name, name) {
            return &UNITS[index];
        }
        index += 1;
    }
    panic!("unknown unit: add it to model-description/src/unit.rs");
}

/// Returns true if two words are equal; constants cannot compare texts with `==`.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}
