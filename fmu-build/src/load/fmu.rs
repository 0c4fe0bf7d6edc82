//! An FMU file, unpacked and its library opened.

use super::component::{Component, Settings};
use super::equations::Equations;
use super::instance::Instance;
use super::linked::SharedApi;
use super::opened::Opened;
use crate::Error;
use crate::archive::{DESCRIPTION, Files, unpack};
use model_description::xml::ModelDescription;
use std::ffi::{CStr, c_char};
use std::path::Path;
use std::sync::Arc;

/// A loaded FMU; instances of it may outlive it.
pub struct Fmu {
    description: ModelDescription,
    opened: Arc<Opened>,
}

impl Fmu {
    /// Unpacks the file and opens its libraries for this platform, one for each kind it offers.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let files = unpack(path)?;
        let description = description_of(path, &files)?;
        let opened = Opened::new(path, &files, &description)?;
        Ok(Self { description, opened: Arc::new(opened) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.opened.path()
    }

    /// Reads a file inside it, of at most `most` bytes.
    pub(crate) fn file(&self, name: &str, most: u64) -> std::io::Result<Vec<u8>> {
        self.opened.file(name, most)
    }

    /// Its description.
    pub fn description(&self) -> &ModelDescription {
        &self.description
    }

    /// The version of FMI that its library says it keeps to, and the types of FMI 2.0; `null` where there is no
    /// string.
    pub fn versions(&self) -> (String, String) {
        let (version, types) = match self.opened.shared() {
            Some(SharedApi::Two(of)) => (of.version, Some(of.types)),
            Some(SharedApi::Three(of)) => (of.version, None),
            None => return Default::default(),
        };
        // SAFETY: FMI fixes their types; they may be called without an instance.
        let (version, types) = unsafe { (version(), types.map(|types| types())) };
        (text(version), types.map_or_else(|| "default".to_owned(), text))
    }

    /// The value reference of a variable.
    pub fn reference(&self, name: &str) -> Result<u32, Error> {
        let variables = &self.description.model_variables.variables;
        variables
            .iter()
            .find(|variable| variable.name == name)
            .map(|variable| variable.value_reference)
            .ok_or_else(|| Error::unknown("variable", name, variables.iter().map(|v| &*v.name)))
    }

    /// The value references of several variables.
    pub fn references<const N: usize>(&self, names: [&str; N]) -> Result<[u32; N], Error> {
        let mut references = [0; N];
        for (reference, name) in references.iter_mut().zip(names) {
            *reference = self.reference(name)?;
        }
        Ok(references)
    }

    /// A new instance in co-simulation called `name`, not yet initialized.
    pub fn instantiate(&self, name: &str) -> Result<Instance, Error> {
        Instance::new(&self.opened, name, &self.description.guid)
    }

    /// A new instance in co-simulation with `settings` made, initialized at time 0.
    pub fn start(&self, name: &str, settings: &Settings) -> Result<Instance, Error> {
        let mut instance = self.instantiate(name)?;
        self.initialize(&mut instance, settings)?;
        Ok(instance)
    }

    /// A new instance in model exchange called `name`, not yet initialized.
    pub fn instantiate_equations(&self, name: &str) -> Result<Equations, Error> {
        let structure = &self.description.model_structure;
        let states = structure.derivatives.as_ref().map_or(0, |listed| listed.unknowns.len());
        let counts = (states, self.description.number_of_event_indicators as usize);
        Equations::new(&self.opened, name, &self.description.guid, counts)
    }

    /// A new instance in model exchange with `settings` made, initialized at time 0 and in event mode.
    pub fn start_equations(&self, name: &str, settings: &Settings) -> Result<Equations, Error> {
        let mut equations = self.instantiate_equations(name)?;
        self.initialize(&mut equations, settings)?;
        Ok(equations)
    }

    fn initialize(&self, component: &mut Component, settings: &Settings) -> Result<(), Error> {
        for (variable, value) in settings {
            component.set(self.reference(variable)?, *value)?;
        }
        component.setup(0.0)?;
        component.enter_initialization()?;
        component.exit_initialization()
    }
}

/// A string that a library owns and keeps.
fn text(string: *const c_char) -> String {
    if string.is_null() {
        return "null".to_owned();
    }
    // SAFETY: FMI: strings end with a null byte; null was looked for above.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

/// The description among the `files` of the FMU at `path`.
pub(crate) fn description_of(path: &Path, files: &Files) -> Result<ModelDescription, Error> {
    let text = files
        .get(DESCRIPTION)
        .ok_or_else(|| Error::fmu(path, format!("{DESCRIPTION} is missing")))?;
    let description = ModelDescription::from_xml(&String::from_utf8_lossy(text))
        .map_err(|why| Error::fmu(path, format!("{DESCRIPTION}: {why}")))?;
    let identifiers = [
        description.co_simulation.as_ref().map(|kind| &kind.model_identifier),
        description.model_exchange.as_ref().map(|kind| &kind.model_identifier),
    ];
    if identifiers.iter().all(Option::is_none) {
        return Err(Error::fmu(path, "it offers neither co-simulation nor model exchange"));
    }
    // It becomes a part of a library's path.
    let odd = |name: &&String| !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if let Some(name) = identifiers.into_iter().flatten().find(odd) {
        return Err(Error::fmu(path, format!("modelIdentifier {name:?} is no name in C")));
    }
    Ok(description)
}
