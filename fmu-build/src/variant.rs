//! A model with start values of its own, on its way to becoming an FMU.

mod names;
mod settings;

use crate::{Error, files, group, materials, units};
use fmi2_abi::{BuildFile, Scaled};
use model_description::xml::{
    Causality, DescribedModel, EquationsOf, ModelDescription, StateOf, Variable, describe,
};
use model_description::{Row, Value, Variability};
use names::{checked_name, name_from};
pub(crate) use settings::assignments;
use spiel::block::{Block, ContinuousVariable, Role};
use spiel::group::{BodyKind, Plan, ShownVariables};
use spiel::joints::Profile;
use spiel::joints::warm_revolute::WarmChoice;
use spiel::model::{Build, ModelKind};
use spiel::pin::map::MappedWear;
use spiel::ports::PortKind;
use spiel::wear_map::WearProfile;
use spiel::{Choice, Fault, Quantities, catalogue};
use std::path::{Path, PathBuf};

/// Options of the command line, and the constants that they choose.
const CONSTANTS: [(&str, &str); 5] = [
    ("ports", "build.ports"),
    ("slices", "build.slices"),
    ("cells", "build.cells"),
    ("mobility", "build.mobility"),
    ("temperature", TEMPERATURE),
];
/// A constant that is a variable only where it is not chosen as usual.
const TEMPERATURE: &str = "build.temperature";
/// The files that a build may hold, and what they are called inside an FMU.
const FILES: [(&str, &str); 2] = [("profile", "profile.csv"), (spiel::group::PLAN, "group.json")];

/// What is chosen when an FMU is built, beyond start values.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Choices {
    /// Connection to the host: world (both frames, the default) or relative (b relative to a);
    /// for sliced_pin also spatial or spatial_relative, with a pin that tilts.
    #[arg(long, value_name = "world|relative|spatial|spatial_relative", conflicts_with = "all")]
    pub ports: Option<String>,
    /// FMU type: cs, me or cs_me; default: both if the joint supports both.
    #[arg(long, value_name = "cs|me|cs_me", conflicts_with = "all")]
    pub kind: Option<String>,
    /// Number of slices of a joint that is cut into slices.
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub slices: Option<usize>,
    /// Cells of a wear map around bearing and journal, or around the hole of every slice: 24 to 720; without it the
    /// revolute joint does not wear, and every slice of a hole wears uniformly.
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub cells: Option<usize>,
    /// Initial wear, in metres and radians: a table with the columns position,depth for a sliced pin,
    /// slice,angle,depth for one with cells, or angle,bearing,journal for a revolute joint with cells.
    #[arg(long, value_name = "FILE.csv", conflicts_with = "all")]
    pub profile: Option<PathBuf>,
    /// How the host gives the mobility for coupling.method = predicted: parameter (the default) or
    /// input, for bodies whose mobility changes with the pose.
    #[arg(long, value_name = "parameter|input", conflicts_with = "all")]
    pub mobility: Option<String>,
    /// How the host gives the temperature of a revolute joint's oil, film.temperature: parameter (the default)
    /// or input, which may change at every communication point.
    #[arg(long, value_name = "parameter|input", conflicts_with = "all")]
    pub temperature: Option<String>,
    /// File with the bodies and joints of a group, built as one FMU.
    #[arg(long, value_name = "GROUP.toml", conflicts_with = "all")]
    pub group: Option<PathBuf>,
    /// The group moves its bodies itself: loads in, motions out; for tools that only pass signals.
    #[arg(long, requires = "group")]
    pub integrate: bool,
    /// Name of the FMU in the tool that loads it, and of its file unless -o is given. Default:
    /// the name of the joint, or of the group's file.
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub name: Option<String>,
}

/// A model and the start values that differ from its own.
#[derive(Clone)]
pub struct Variant {
    model: &'static ModelKind,
    name: String,
    build: Build,
    plan: Option<Plan>,
    rows: Vec<Row>,
    causalities: Vec<Causality>,
    kind: Option<Kind>,
    /// The files that it was read from.
    sources: Vec<PathBuf>,
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
        let known = catalogue::ALL.iter().map(|model| model.name);
        let model = catalogue::named(joint).ok_or_else(|| Error::unknown("joint", joint, known))?;
        let Choices { ports, kind, slices, cells, profile, mobility, .. } = choices;
        let Choices { temperature, group, integrate, name, .. } = choices;
        let kind = kind.as_ref().map(|name| {
            let known = KINDS.iter().map(|kind| kind.name);
            let found = KINDS.iter().find(|kind| kind.name == name);
            found.copied().ok_or_else(|| Error::unknown("kind", name, known))
        });
        let kind = kind.transpose()?;
        let mut build = Build::default();
        let mut sources = Vec::new();
        let plan = group.as_deref().map(|path| group::read(path, *integrate, &mut sources));
        let plan = plan.transpose()?;
        if let Some(plan) = &plan {
            build = build.with_file(spiel::group::PLAN, plan.to_json());
        }
        let name = match (name, group.as_deref().and_then(Path::file_stem)) {
            (Some(name), _) => checked_name(name)?,
            (None, Some(stem)) => name_from(&stem.to_string_lossy()),
            (None, None) => model.name.to_owned(),
        };
        let (rows, causalities) = (Vec::new(), Vec::new());
        let mut variant = Self { model, name, build, plan, rows, causalities, kind, sources };
        variant.read_rows()?;
        let [slices, cells] = [slices, cells].map(|count| count.map(|count| count.to_string()));
        let chosen = [ports.clone(), slices, cells, mobility.clone(), temperature.clone()];
        for ((option, constant), text) in CONSTANTS.into_iter().zip(chosen) {
            let Some(text) = text else { continue };
            let known = variant.start(constant).is_some();
            if !known && (constant != TEMPERATURE || !variant.takes_oil()) {
                let why = match option {
                    "ports" if variant.plan.as_ref().is_some_and(|plan| plan.integrate) => {
                        "a group that moves its bodies has fixed ports: loads in, motions out"
                            .to_owned()
                    }
                    "ports" => format!("{} has one kind of ports", model.name),
                    "temperature" if variant.plan.is_some() => {
                        "a group has no option temperature: that of a joint's oil is its parameter \
                         film.temperature"
                            .to_owned()
                    }
                    "temperature" => {
                        let worn = choices.cells.map_or("", |_| " with a wear map");
                        format!("{}{worn} takes no oil: it has no option temperature", model.name)
                    }
                    _ => format!("{} has no option {option}", model.name),
                };
                return Err(Error::Input(why));
            }
            variant.set(constant, &text)?;
        }
        if let Some(path) = profile {
            variant.add_profile(path)?;
        }
        Ok(variant)
    }

    /// Takes up the wear that there is from the start.
    fn add_profile(&mut self, path: &Path) -> Result<(), Error> {
        let text = files::text(path)?;
        self.sources.push(path.to_owned());
        let read = match self.model.name {
            "revolute_clearance" => WearProfile::from_csv(&text).map(|_| ()),
            // A map must fit slices and cells, which the joint knows.
            _ if MappedWear::is_table(&text) => Ok(()),
            _ => Profile::from_csv(&text).map(|_| ()),
        };
        read.map_err(|why| Error::Input(format!("{}: {why}", path.display())))?;
        self.build = std::mem::take(&mut self.build).with_file("profile", text);
        self.read_rows()
    }

    /// Reads the rows of the model as it is built by now.
    fn read_rows(&mut self) -> Result<(), Error> {
        let block = self.fresh_block()?;
        let causality = |index: usize| match block.role(index) {
            Some(Role::Input) => Causality::Input,
            Some(Role::Output) if block.layout().loads.contains(&index) => Causality::Load,
            Some(Role::Output) => Causality::Report,
            _ => Causality::Parameter,
        };
        self.causalities = (0..block.rows().len()).map(causality).collect();
        self.rows = block.rows().to_vec();
        Ok(())
    }

    /// What tools call the FMU.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The model.
    pub fn model(&self) -> &'static ModelKind {
        self.model
    }

    /// Sets a start value as a person would write it: `0.55`, `0.1 mm`, `true`, `hertz`.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Error> {
        if name == TEMPERATURE && self.takes_oil() {
            return self.choose_temperature(text);
        }
        if materials::is_of_body(name, |name| self.start(name).is_some()) {
            for (name, value) in materials::constants(name, text)? {
                self.set(&name, &value)?;
            }
            return Ok(());
        }
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
        let text = units::in_declared(row, text).map_err(Error::Input)?;
        let value = row.parse(&text).map_err(Error::Input)?;
        row.start = value;
        let shown = row.show(value);
        let decides = row.variability == Variability::Constant;
        self.build.start.insert(name.to_owned(), shown);
        // A constant decides which variables there are.
        if decides { self.read_rows() } else { Ok(()) }
    }

    /// Whether it is a joint with oil that may be of some temperature.
    fn takes_oil(&self) -> bool {
        self.start("film.temperature").is_some()
    }

    /// Makes the temperature of the oil a parameter, as it is without a word, or an input.
    fn choose_temperature(&mut self, text: &str) -> Result<(), Error> {
        let row = WarmChoice::default().rows().remove(0).inside("build");
        let value = row.parse(text).map_err(Error::Input)?;
        if value == row.start {
            self.build.start.remove(TEMPERATURE);
        } else {
            self.build.start.insert(TEMPERATURE.to_owned(), row.show(value));
        }
        self.read_rows()
    }

    /// The files that it was read from.
    pub(crate) fn sources(&self) -> &[PathBuf] {
        &self.sources
    }

    /// Gives static friction the coefficient of kinetic friction wherever only the latter is set: who says
    /// "friction 0.1" means both.
    pub fn settle_friction(&mut self) -> Result<(), Error> {
        let kinetic = self.changed().filter_map(|(name, value)| {
            let joint = name.strip_suffix("friction.kinetic")?;
            Some((format!("{joint}friction.static"), value.to_owned()))
        });
        for (name, value) in kinetic.collect::<Vec<_>>() {
            if !self.build.start.contains_key(&name) {
                self.set(&name, &value)?;
            }
        }
        Ok(())
    }

    /// Checks the start values against each other, as the joint does before its first step.
    pub fn check(&self) -> Result<(), Error> {
        let refused = |fault: Fault| Error::Input(fault.to_string());
        self.fresh_block()?.initialize(0.0).map_err(refused)?;
        self.equations().map(|_| ())
    }

    /// Returns the notice of a machine that moves itself about its beginning, if that does not depend on its host.
    pub(crate) fn warning(&self) -> Option<String> {
        let plan = self.plan().filter(|plan| plan.integrate)?;
        if plan.bodies.iter().any(|body| body.kind == BodyKind::Prescribed) {
            return None;
        }
        let mut block = self.fresh_block().ok()?;
        block.initialize(0.0).ok()?;
        Some(block.warning()?.into_owned())
    }

    /// A block with these start values, of which nothing else has been asked yet.
    pub(crate) fn fresh_block(&self) -> Result<Block, Error> {
        Block::new(self.model, &self.build).map_err(|fault| Error::Input(fault.to_string()))
    }

    /// Returns true if this model, with these start values, cannot follow an item of a choice that it shares
    /// with other models.
    pub(crate) fn refuses(&self, choice: &str, item: &str) -> bool {
        let mut chosen = self.clone();
        if chosen.set(choice, item).is_err() {
            return false;
        }
        let made = Block::new(chosen.model, &chosen.build).and_then(|block| block.safe_step());
        matches!(made, Err(Fault::Choice { name, .. }) if name.to_string() == choice)
    }

    /// Communication step that these start values tolerate \[s\].
    pub fn safe_step(&self) -> Result<f64, Error> {
        let step = self.fresh_block()?.safe_step();
        step.map_err(|fault| Error::Input(fault.to_string()))
    }

    /// Name of the ports that were chosen; nothing for a model with one kind.
    pub fn port_name(&self) -> Option<String> {
        let row = self.rows.iter().find(|row| row.name == "build.ports")?;
        Some(row.show(row.start))
    }

    /// Whether the host gives frames in the world's axes or body b relative to body a.
    pub fn ports(&self) -> PortKind {
        let relative =
            self.port_name().is_some_and(|name| name.ends_with(PortKind::Relative.name()));
        if relative { PortKind::Relative } else { PortKind::World }
    }

    /// The arguments of `build` that make this variant; files are called by the names that they have
    /// inside the FMU.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = match self.plan() {
            Some(_) => Vec::new(),
            None => vec![self.model.name.to_owned()],
        };
        let mut say = |option: String, value: &str| arguments.extend([option, value.to_owned()]);
        for (what, name) in self.files() {
            say(format!("--{what}"), name);
        }
        if self.name != self.model.name {
            say("--name".to_owned(), &self.name);
        }
        if let Some(kind) = self.kind {
            say("--kind".to_owned(), kind.name);
        }
        for (name, value) in self.changed() {
            match CONSTANTS.iter().find(|(_, constant)| *constant == name) {
                Some((option, _)) => say(format!("--{option}"), value),
                None => say("--set".to_owned(), &format!("{name}={value}")),
            }
        }
        arguments
    }

    /// The start values that differ from the joint's own, as a person would write them.
    pub fn changed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.build.start.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The joint as continuous-time equations, unless it is built for co-simulation only; refused if
    /// they are asked for and the joint with these start values is none.
    fn equations(&self) -> Result<Option<EquationsOf>, Error> {
        if self.kind.is_some_and(|kind| !kind.model_exchange) {
            return Ok(None);
        }
        let mut block = self.fresh_block()?;
        match block.make_continuous() {
            Ok(()) => {}
            Err(fault) if self.kind.is_some() => return Err(Error::Input(fault.to_string())),
            Err(_) => return Ok(None),
        }
        let scaled = fmi2_abi::scaled(&block);
        let (states, rates) = scaled.split_at(block.continuous().len());
        let of = |(variable, (state, rate)): (&ContinuousVariable, (&Scaled, &Scaled))| StateOf {
            shown: [state.index, rate.index].map(|index| index as u32),
            solved: [state.reference, rate.reference],
            scale: state.scale,
            jumps: variable.jumps,
            outputs: variable.outputs.iter().map(|number| *number as u32).collect(),
        };
        Ok(Some(EquationsOf {
            states: block.continuous().iter().zip(states.iter().zip(rates)).map(of).collect(),
            indicators: block.indicator_count() as u32,
        }))
    }

    /// The outputs that show its continuous states; none for co-simulation alone.
    pub(crate) fn state_names(&self) -> Vec<&str> {
        let Ok(Some(equations)) = self.equations() else { return Vec::new() };
        let name = |state: &StateOf| self.rows[state.shown[0] as usize].name.as_str();
        equations.states.iter().map(name).collect()
    }

    /// Whether the loads of a step have directional derivatives.
    fn has_derivatives(&self) -> Result<bool, Error> {
        let mut block = self.fresh_block()?;
        let refused = |fault: Fault| Error::Input(fault.to_string());
        block.initialize(0.0).map_err(refused)?;
        match block.differentiate(&mut std::iter::empty()) {
            Err(Fault::NoDerivatives) => Ok(false),
            // Any other refusal is one of this instant.
            _ => Ok(true),
        }
    }

    /// The kinds of FMU that come of it, by name.
    pub fn kinds(&self) -> &'static str {
        match (self.kind, self.equations()) {
            (Some(kind), _) => kind.name,
            (None, Ok(Some(_))) => "cs_me",
            _ => "cs",
        }
    }

    /// All variables that the FMU shows, with the parts they play.
    pub fn variables(&self) -> Vec<Variable> {
        let named = self.plan().map(Plan::shows);
        // A unit that moves its bodies itself needs nothing of its host.
        let exchanged = self.plan().is_none_or(|plan| !plan.integrate);
        let shown = |(row, causality): &(&Row, &Causality)| {
            exchanged && matches!(causality, Causality::Input | Causality::Load)
                || named.as_ref().is_none_or(|shows| shows(&row.name))
        };
        let numbered = self.rows.iter().zip(&self.causalities).zip(0..);
        numbered
            .filter(|(variable, _)| shown(variable))
            .map(|((row, causality), reference)| Variable {
                reference,
                row: row.clone(),
                causality: *causality,
            })
            .collect()
    }

    /// The description of the FMU, its GUID still empty.
    pub fn description(&self) -> Result<ModelDescription, Error> {
        let equations = self.equations()?;
        let model = DescribedModel {
            name: &self.name,
            identifier: self.model.name,
            about: self.model.about,
            version: env!("CARGO_PKG_VERSION"),
            step: self.safe_step()?,
            co_simulation: self.kind.is_none_or(|kind| kind.co_simulation),
            derivatives: self.has_derivatives()?,
            equations: equations.as_ref(),
            terse: self.plan().is_some_and(|plan| plan.variables == ShownVariables::Named),
        };
        Ok(describe(&model, &self.variables()))
    }

    /// What the library reads at fmi2Instantiate, its GUID still empty.
    pub fn build_file(&self) -> BuildFile {
        BuildFile {
            joint: self.model.name.to_owned(),
            kinds: self.kinds().to_owned(),
            guid: String::new(),
            start: self.build.start.clone(),
            files: self.files().map(|(what, name)| (what.to_owned(), name.to_owned())).collect(),
        }
    }

    /// What the files of this build are, and what they are called inside an FMU.
    fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        FILES.into_iter().filter(|(what, _)| self.build.files.contains_key(*what))
    }

    /// Files beside that one: name and text.
    pub fn resources(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.files().map(|(what, name)| (name, self.build.files[what].as_str()))
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
        self.plan.as_ref()
    }

    /// The start value of a variable.
    pub fn start(&self, name: &str) -> Option<Value> {
        self.rows.iter().find(|row| row.name == name).map(|row| row.start)
    }
}
