//! A joint with start values of its own, on its way to becoming an FMU.

use crate::{Error, group};
use fmi2_abi::UnitFile;
use model_description::xml::{
    Causality, EquationsOf, Model, ModelDescription, StateOf, Variable, describe, shown,
};
use model_description::{Row, Value};
use spiel::coupling::MobilityFrom;
use spiel::group::Plan;
use spiel::joints::ports::PortKind;
use spiel::joints::{self, Listed, Options, Profile};
use spiel::unit::{Continuous, Unit};
use spiel::{Choice, Fault};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is chosen when an FMU is built, beyond start values.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Choices {
    /// How the host is connected: world (both frames, the default) or relative (b as a sees it).
    #[arg(long, value_name = "world|relative", conflicts_with = "all")]
    pub ports: Option<String>,
    /// Which kinds of FMU: cs, me or cs_me; both where the joint can be both, if nothing is said.
    #[arg(long, value_name = "cs|me|cs_me", conflicts_with = "all")]
    pub kind: Option<String>,
    /// Number of slices of a joint that is cut into slices.
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub slices: Option<usize>,
    /// Wear there is from the start, as a table with the columns position,depth in metres.
    #[arg(long, value_name = "FILE.csv", conflicts_with = "all")]
    pub profile: Option<PathBuf>,
    /// Who knows the mobility that coupling.method = predicted needs: parameter (the default) or
    /// input, for bodies whose mobility changes with the pose.
    #[arg(long, value_name = "parameter|input", conflicts_with = "all")]
    pub mobility: Option<String>,
    /// Bodies and joints of a group, one unit for all of them.
    #[arg(long, value_name = "GROUP.toml", conflicts_with = "all")]
    pub group: Option<PathBuf>,
}

/// A joint and the start values that differ from its own.
#[derive(Clone)]
pub struct Variant {
    joint: &'static Listed,
    rows: Vec<Row>,
    causalities: Vec<Causality>,
    changed: BTreeMap<String, String>,
    options: Options,
    /// Files beside the unit file: name and text.
    resources: Vec<(&'static str, String)>,
    kind: Option<Kind>,
}

/// Which kinds of FMU are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    name: &'static str,
    co_simulation: bool,
    model_exchange: bool,
}

const KINDS: [Kind; 3] = [
    Kind { name: "cs_me", co_simulation: true, model_exchange: true },
    Kind { name: "cs", co_simulation: true, model_exchange: false },
    Kind { name: "me", co_simulation: false, model_exchange: true },
];

impl Variant {
    /// The joint of that name with its own start values.
    pub fn of(joint: &str) -> Result<Self, Error> {
        Self::with(joint, &Choices::default())
    }

    /// The joint of that name as it was chosen.
    pub fn with(joint: &str, choices: &Choices) -> Result<Self, Error> {
        let joint = joints::find(joint).ok_or_else(|| {
            Error::unknown("joint", joint, joints::ALL.iter().map(|joint| joint.name))
        })?;
        let Choices { ports, kind, slices, profile, mobility, group } = choices;
        let kind = kind.as_ref().map(|name| {
            let known = KINDS.iter().map(|kind| kind.name);
            let found = KINDS.iter().find(|kind| kind.name == name);
            found.copied().ok_or_else(|| Error::unknown("kind", name, known))
        });
        let kind = kind.transpose()?;
        let ports = chosen::<PortKind>("ports", ports.as_deref())?;
        let mobility = chosen::<MobilityFrom>("mobility", mobility.as_deref())?;
        let mut options = Options { ports, slices: *slices, profile: None, mobility, group: None };
        let mut resources = Vec::new();
        if let Some(path) = profile {
            let read = std::fs::read_to_string(path).map_err(Error::file(path))?;
            let parsed = Profile::from_csv(&read)
                .map_err(|why| Error::Input(format!("{}: {why}", path.display())))?;
            options.profile = Some(parsed);
            resources.push((UnitFile::PROFILE, read));
        }
        if let Some(path) = group {
            let plan = group::read(path)?;
            let text = serde_json::to_string_pretty(&plan);
            resources.push((UnitFile::GROUP, text.expect("plain data always serialises")));
            options.group = Some(Box::new(plan));
        }
        let unit = unit(joint, &options)?;
        let layout = unit.layout();
        let rows = unit.rows();
        let causality = |index: usize| {
            if layout.inputs.contains(&index) {
                Causality::Input
            } else if layout.loads.contains(&index) {
                Causality::Load
            } else if layout.report.contains(&index) {
                Causality::Report
            } else {
                Causality::Parameter
            }
        };
        let causalities = (0..rows.len()).map(causality).collect();
        let changed = BTreeMap::new();
        Ok(Self { joint, rows, causalities, changed, options, resources, kind })
    }

    /// The joint.
    pub fn joint(&self) -> &'static Listed {
        self.joint
    }

    /// Sets a start value as a person would write it: `0.55`, `true`, `hertz`.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let settable = |index: &usize| {
            matches!(self.causalities[*index], Causality::Parameter | Causality::Input)
        };
        let names =
            (0..self.rows.len()).filter(settable).map(|index| self.rows[index].name.as_str());
        let Some(index) =
            (0..self.rows.len()).filter(settable).find(|index| self.rows[*index].name == name)
        else {
            return Err(Error::unknown("parameter", name, names));
        };
        let row = &mut self.rows[index];
        let value = row.parse(text).map_err(Error::Input)?;
        row.start = value;
        self.changed.insert(name.to_owned(), row.show(value));
        Ok(())
    }

    /// Sets start values from `name = value` as the command line takes them.
    pub fn set_assignment(&mut self, assignment: &str) -> Result<(), Error> {
        let (name, text) = assignment.split_once('=').ok_or_else(|| {
            Error::Input(format!("--set {assignment} is not of the form name=value"))
        })?;
        self.set(name.trim(), text)
    }

    /// Sets start values from a TOML file; tables are the parts of the dotted names.
    pub fn set_from_file(&mut self, path: &Path) -> Result<(), Error> {
        let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            Error::Input(format!("{}, line {line}: {}", path.display(), error.message()))
        })?;
        self.set_table("", &table)
            .map_err(|error| Error::Input(format!("{}: {error}", path.display())))
    }

    fn set_table(&mut self, prefix: &str, table: &toml::Table) -> Result<(), Error> {
        for (key, value) in table {
            let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            match value {
                toml::Value::Table(inner) => self.set_table(&name, inner)?,
                toml::Value::String(text) => self.set(&name, text)?,
                other => self.set(&name, &other.to_string())?,
            }
        }
        Ok(())
    }

    /// Checks the start values against each other, as the joint does before its first step.
    pub fn check(&self) -> Result<(), Error> {
        let mut unit = self.fresh_unit()?;
        let refused = |fault: Fault| Error::Input(fault.to_string());
        let step = unit.safe_step();
        unit.initialize(0.0, step).map_err(refused)?;
        self.equations().map(|_| ())
    }

    /// A unit with these start values, of which nothing else has been asked yet.
    pub(crate) fn fresh_unit(&self) -> Result<Box<dyn Unit>, Error> {
        let mut unit = unit(self.joint, &self.options)?;
        for (index, row) in self.rows.iter().enumerate() {
            let _ = unit.assign(index, row.start);
        }
        Ok(unit)
    }

    /// Communication step that these start values bear \[s\].
    pub fn safe_step(&self) -> f64 {
        self.fresh_unit().map_or(self.joint.safe_step, |unit| unit.safe_step())
    }

    /// How the host is connected.
    pub fn ports(&self) -> PortKind {
        self.options.ports
    }

    /// The arguments of `build` that make this variant; files are called by the names that they have
    /// inside the FMU.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = match self.plan() {
            Some(_) => vec!["--group".to_owned(), UnitFile::GROUP.to_owned()],
            None => vec![self.joint.name.to_owned()],
        };
        let mut say = |option: &str, value: String| arguments.extend([option.to_owned(), value]);
        if self.options.ports != PortKind::World {
            say("--ports", self.options.ports.name().to_owned());
        }
        if let Some(kind) = self.kind {
            say("--kind", kind.name.to_owned());
        }
        if let Some(slices) = self.options.slices {
            say("--slices", slices.to_string());
        }
        if self.options.profile.is_some() {
            say("--profile", UnitFile::PROFILE.to_owned());
        }
        if self.options.mobility != MobilityFrom::default() {
            say("--mobility", self.options.mobility.name().to_owned());
        }
        for (name, value) in &self.changed {
            say("--set", format!("{name}={value}"));
        }
        arguments
    }

    /// The start values that differ from the joint's own, as a person would write them.
    pub fn changed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.changed.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The joint as continuous-time equations, unless it is built for co-simulation only; refused if
    /// they are asked for and the joint with these start values is none.
    fn equations(&self) -> Result<Option<EquationsOf>, Error> {
        if self.kind.is_some_and(|kind| !kind.model_exchange) {
            return Ok(None);
        }
        let mut unit = self.fresh_unit()?;
        match unit.make_continuous() {
            Ok(()) => {}
            Err(fault) if self.kind.is_some() => return Err(Error::Input(fault.to_string())),
            Err(_) => return Ok(None),
        }
        let of = |state: &Continuous| StateOf {
            state: state.index as u32,
            rate: state.rate as u32,
            nominal: state.nominal,
            jumps: state.jumps,
        };
        Ok(Some(EquationsOf {
            states: unit.continuous().iter().map(of).collect(),
            indicators: unit.indicator_count() as u32,
        }))
    }

    /// The kinds of FMU that come of it, by name.
    pub fn kinds(&self) -> &'static str {
        match (self.kind, self.equations()) {
            (Some(kind), _) => kind.name,
            (None, Ok(Some(_))) => "cs_me",
            _ => "cs",
        }
    }

    /// All variables, with the parts they play.
    pub fn variables(&self) -> Vec<Variable> {
        let numbered = self.rows.iter().zip(&self.causalities).zip(0..);
        numbered
            .map(|((row, causality), reference)| Variable {
                reference,
                row: row.clone(),
                causality: *causality,
            })
            .collect()
    }

    /// The description of the FMU, its GUID still empty.
    pub fn description(&self) -> ModelDescription {
        // What cannot be equations has been refused by `check`.
        let equations = self.equations().unwrap_or_default();
        let model = Model {
            identifier: self.joint.name,
            about: self.joint.about,
            version: env!("CARGO_PKG_VERSION"),
            step: self.safe_step(),
            co_simulation: self.kind.is_none_or(|kind| kind.co_simulation),
            equations: equations.as_ref(),
        };
        describe(&model, &shown(self.variables()))
    }

    /// What the library reads at fmi2Instantiate, its GUID still empty.
    pub fn unit_file(&self) -> UnitFile {
        UnitFile {
            joint: self.joint.name.to_owned(),
            ports: self.options.ports.name().to_owned(),
            kinds: Some(self.kinds().to_owned()),
            guid: String::new(),
            start: self.changed.clone(),
            slices: self.options.slices,
            profile: self.options.profile.as_ref().map(|_| UnitFile::PROFILE.to_owned()),
            group: self.options.group.as_ref().map(|_| UnitFile::GROUP.to_owned()),
            mobility: (self.options.mobility != MobilityFrom::default())
                .then(|| self.options.mobility.name().to_owned()),
        }
    }

    /// Files beside that one: name and text.
    pub fn resources(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.resources.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// The start value of a variable as a person would write it; in a group, those of all joints that
    /// have the variable.
    pub(crate) fn shown_starts(&self, name: &str) -> Vec<String> {
        let own = |row: &&Row| {
            let joint = row.name.strip_suffix(name);
            joint.is_some_and(|joint| joint.is_empty() || joint.ends_with('.'))
        };
        self.rows.iter().filter(own).map(|row| row.show(row.start)).collect()
    }

    /// The bodies and joints of a group.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        self.options.group.as_deref()
    }

    /// The start value of a variable.
    pub fn start(&self, name: &str) -> Option<Value> {
        self.rows.iter().find(|row| row.name == name).map(|row| row.start)
    }
}

/// The item that is asked for by name, or the usual one.
fn chosen<C: Choice + Default>(what: &'static str, name: Option<&str>) -> Result<C, Error> {
    name.map_or(Ok(C::default()), |name| {
        let known = C::ITEMS.iter().map(|item| item.name);
        C::named(name).ok_or_else(|| Error::unknown(what, name, known))
    })
}

fn unit(joint: &Listed, options: &Options) -> Result<Box<dyn Unit>, Error> {
    (joint.unit)(options).map_err(|fault| Error::Input(fault.to_string()))
}
