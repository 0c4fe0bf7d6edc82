//! Calls in any order with any arguments, as data: a fuzzer makes them up and a runner executes them.

use arbitrary::{Arbitrary, Result, Unstructured};

/// An enum that a fuzzer can make up, each variant as often as any other.
///
/// The derive macro of the crate arbitrary does the same, but it switches on a feature of syn: with it cargo
/// would compile twice the crates that examples and the program share.
macro_rules! made_up {
    (
        $(#[$about_all:meta])*
        pub enum $name:ident {
            $($(#[$about:meta])* $variant:ident $(($($part:ty),*))?,)*
        }
    ) => {
        $(#[$about_all])*
        pub enum $name {
            $($(#[$about])* $variant $(($($part),*))?,)*
        }

        impl<'a> Arbitrary<'a> for $name {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                let variants: &[fn(&mut Unstructured<'a>) -> Result<Self>] =
                    &[$(|_bytes| Ok(Self::$variant $(($(<$part>::arbitrary(_bytes)?),*))?)),*];
                let share = u64::from(u32::arbitrary(bytes)?);
                variants[((share * variants.len() as u64) >> 32) as usize](bytes)
            }
        }
    };
}

/// The calls that some bytes are long enough for.
#[derive(Debug, Clone)]
pub struct Sequence(pub Vec<Call>);

impl Sequence {
    const MOST: usize = 200;
}

impl<'a> Arbitrary<'a> for Sequence {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let mut calls = Vec::new();
        while !bytes.is_empty() && calls.len() < Self::MOST {
            calls.push(Call::arbitrary(bytes)?);
        }
        Ok(Self(calls))
    }
}

/// One call on one of a few instances.
#[derive(Debug, Clone)]
pub struct Call {
    /// Number of the instance; one of them is null.
    pub who: u8,
    pub what: What,
}

impl<'a> Arbitrary<'a> for Call {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self { who: u8::arbitrary(bytes)?, what: What::arbitrary(bytes)? })
    }
}

made_up! {
    #[derive(Debug, Clone)]
    pub enum What {
        /// fmi2Instantiate, if the seat is empty.
        Make,
        Free,
        /// The next call of a good host, repeated.
        Ahead(u8),
        /// A snapshot, some calls ahead, and back; as bytes, if so asked.
        Detour(u8, u8, bool),
        Setup(Number, Option<Number>),
        Enter,
        Exit,
        Terminate,
        Reset,
        /// A step of any size, from where the last one ended or from anywhere.
        Step(Number, Option<Number>),
        /// A step of a size that a good host would choose.
        FairStep(u8),
        Get(Type, Values),
        Set(Type, Values),
        /// Input number and value: the most frequent call of a good host.
        SetInput(u8, Number),
        DebugLogging(bool, Announced),
        /// fmi2GetFMUstate into a place, which is emptied before if so asked.
        Snapshot(u8, bool),
        Restore(u8),
        Forget(u8),
        SerializedSize(u8),
        /// fmi2SerializeFMUstate with the needed room and some more, or less.
        Serialize(u8, i8),
        /// fmi2DeSerializeFMUstate of the last bytes, cut or flipped at a place, if so asked.
        Deserialize(u8, Option<Damage>),
        DirectionalDerivative([u16; 2], Number, Announced),
        InputDerivative(u8, i8, Number, Announced),
        /// Functions that no joint supports.
        Unsupported(u8),
        /// Functions of model exchange.
        Solve(Solve),
    }
}

made_up! {
    /// A call of a host with a solver.
    #[derive(Debug, Clone, Copy)]
    pub enum Solve {
        EnterEventMode,
        NewDiscreteStates,
        EnterContinuousTimeMode,
        CompletedIntegratorStep,
        Time(Number),
        /// All continuous states, the same number each.
        States(Number),
        Derivatives,
        Indicators,
        ReadStates,
        Nominals,
    }
}

made_up! {
    /// A type of variables.
    #[derive(Debug, Clone, Copy)]
    pub enum Type {
        Real,
        Integer,
        Boolean,
        String,
    }
}

/// Up to four variables and their values.
#[derive(Debug, Clone)]
pub struct Values {
    pub references: [Reference; 4],
    pub numbers: [Number; 4],
    pub announced: Announced,
}

impl<'a> Arbitrary<'a> for Values {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self {
            references: Arbitrary::arbitrary(bytes)?,
            numbers: Arbitrary::arbitrary(bytes)?,
            announced: Arbitrary::arbitrary(bytes)?,
        })
    }
}

made_up! {
    /// The announced number of values, beside the real one.
    #[derive(Debug, Clone, Copy)]
    pub enum Announced {
        /// As many as there are, at least one.
        Honest(u8),
        /// None, and null.
        Nothing,
        /// One or more, but null.
        Null,
        /// More than any memory holds.
        Huge,
    }
}

made_up! {
    /// A value reference, known more often than not.
    #[derive(Debug, Clone, Copy)]
    pub enum Reference {
        /// Modulo the number of variables.
        Known(u8),
        Any(u32),
    }
}

made_up! {
    /// A number, sensible more often than not.
    #[derive(Debug, Clone, Copy)]
    pub enum Number {
        /// Micrometres, microseconds.
        Micro(i16),
        /// Sixteenths.
        Sixteenth(i8),
        /// One of the numbers that programs stumble over.
        Special(u8),
        Any(f64),
    }
}

made_up! {
    #[derive(Debug, Clone, Copy)]
    pub enum Damage {
        Cut(u16),
        Flip(u16, u8),
        Longer(u8),
    }
}

impl Number {
    pub fn value(self) -> f64 {
        const SPECIAL: [f64; 12] = [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e300,
            -1e300,
            f64::MAX,
            5e-324,
            -2e-310,
            -0.0,
            1e154,
            1e20,
            1e3,
        ];
        match self {
            Self::Micro(count) => f64::from(count) * 1e-6,
            Self::Sixteenth(count) => f64::from(count) / 16.0,
            Self::Special(index) => SPECIAL[index as usize % SPECIAL.len()],
            Self::Any(number) => number,
        }
    }
}

impl Reference {
    pub fn value(self, variables: usize) -> u32 {
        match self {
            Self::Known(index) => (index as usize % variables) as u32,
            Self::Any(number) => number,
        }
    }
}

impl Announced {
    /// Returns the announced number of values, and true if there are arrays.
    pub fn count(self, most: usize) -> (usize, bool) {
        match self {
            Self::Honest(count) => (1 + count as usize % most, true),
            Self::Nothing => (0, false),
            Self::Null => (1, false),
            Self::Huge => (usize::MAX, true),
        }
    }
}
