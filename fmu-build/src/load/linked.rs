//! A library with its functions, of FMI 2.0 or of FMI 3.0.

use super::symbols::Table;
use super::three::{self, MakeSolving, MakeStepping};
use super::two::{self, MakeTwo};
use crate::Error;
use libloading::Library;
use model_description::xml::FmiVersion;
use spiel_fmi::fmi2::types::{FMI2_CO_SIMULATION, FMI2_MODEL_EXCHANGE, fmi2Type};
use std::path::Path;

/// The function that makes an instance of a kind.
#[derive(Clone, Copy)]
pub(super) enum Maker {
    /// That of FMI 2.0, with the number of the kind.
    Two(MakeTwo, fmi2Type),
    /// That of FMI 3.0 for co-simulation.
    Stepping(MakeStepping),
    /// That of FMI 3.0 for model exchange.
    Solving(MakeSolving),
}

/// A library with all functions of one kind of FMU.
pub(super) struct Linked<Kind> {
    pub shared: SharedApi,
    pub kind: Kind,
    // Function pointers stay valid as long as the library is held.
    _library: Library,
}

/// The functions of both kinds, by version.
#[derive(Clone, Copy)]
pub(super) enum SharedApi {
    Two(two::Shared),
    Three(three::Shared),
}

/// The further functions of co-simulation, by version.
#[derive(Clone, Copy)]
pub(super) enum SteppingApi {
    Two(two::Stepping),
    Three(three::Stepping),
}

/// The further functions of model exchange, by version.
#[derive(Clone, Copy)]
pub(super) enum SolvingApi {
    Two(two::Solving),
    Three(three::Solving),
}

/// Functions that are looked for together, all of which must be there.
pub(super) trait Functions: Copy {
    /// Those of a version.
    fn find(fmi: FmiVersion, library: &Library, path: &Path) -> Result<Self, Error>;
}

macro_rules! by_version {
    ($($Api:ident),+) => {
        $( impl Functions for $Api {
            fn find(fmi: FmiVersion, library: &Library, path: &Path) -> Result<Self, Error> {
                Ok(match fmi {
                    FmiVersion::Two => Self::Two(Table::find(library, path)?),
                    FmiVersion::Three => Self::Three(Table::find(library, path)?),
                })
            }
        } )+
    };
}

by_version!(SharedApi, SteppingApi, SolvingApi);

impl Linked<SteppingApi> {
    /// The function that makes instances in co-simulation.
    pub fn maker(&self) -> Maker {
        match (self.shared, self.kind) {
            (SharedApi::Two(of), _) => Maker::Two(of.instantiate, FMI2_CO_SIMULATION),
            (_, SteppingApi::Three(of)) => Maker::Stepping(of.make),
            _ => unreachable!("both tables are of one version"),
        }
    }
}

impl Linked<SolvingApi> {
    /// The function that makes instances in model exchange.
    pub fn maker(&self) -> Maker {
        match (self.shared, self.kind) {
            (SharedApi::Two(of), _) => Maker::Two(of.instantiate, FMI2_MODEL_EXCHANGE),
            (_, SolvingApi::Three(of)) => Maker::Solving(of.make),
            _ => unreachable!("both tables are of one version"),
        }
    }
}

/// The names of all functions that a library must have for the kinds it offers; FMI 3.0 wants all for any.
pub(crate) fn names(
    fmi: FmiVersion,
    co_simulation: bool,
    model_exchange: bool,
) -> Vec<&'static str> {
    if fmi == FmiVersion::Three {
        return three::names();
    }
    let mut names = two::Shared::names();
    if co_simulation {
        names.extend(two::Stepping::names());
    }
    if model_exchange {
        names.extend(two::Solving::names());
    }
    names
}

impl<Kind: Functions> Linked<Kind> {
    /// Opens the library at `path` with the functions of a version.
    pub fn open(fmi: FmiVersion, path: &Path) -> Result<Self, Error> {
        // SAFETY: loading runs the library's initialisers; the user chose to load it.
        let library = unsafe { Library::new(path) }.map_err(|error| {
            // The crate's error has that of the system's loader as its source.
            let reason = std::error::Error::source(&error).map(ToString::to_string);
            let reason = reason.unwrap_or_else(|| error.to_string());
            Error::fmu(path, reason.replace(&format!("{}: ", path.display()), ""))
        })?;
        let shared = SharedApi::find(fmi, &library, path)?;
        let kind = Kind::find(fmi, &library, path)?;
        Ok(Self { shared, kind, _library: library })
    }
}
