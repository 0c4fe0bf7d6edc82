//! A model with start values of its own, on its way to becoming an FMU.

mod choices;
mod contents;
mod described;
mod names;
mod settings;

pub use choices::Choices;
pub(crate) use settings::assignments;

use crate::group::GroupPlan;
use crate::{Error, files, group};
use choices::{CONSTANTS, Kind, fmi_named};
use described::{Answers, Described};
use model_description::xml::{Causality, EquationsOf, FmiVersion, StateOf};
use model_description::{Row, Value};
use names::{checked_name, name_from};
use spiel::block::{Block, Role};
use spiel::group::{Plan, SpacePlan};
use spiel::joints::Profile;
use spiel::laws::pin::map::MappedWear;
use spiel::laws::wear::WearProfile;
use spiel::model::{Build, ModelKind};
use spiel::ports::PortKind;
use spiel::{Choice, Fault, catalogue};
use std::path::{Path, PathBuf};

/// A model and the start values that differ from its own.
#[derive(Clone)]
pub struct Variant {
    model: &'static ModelKind,
    name: String,
    build: Build,
    plan: Option<GroupPlan>,
    rows: Vec<Row>,
    causalities: Vec<Causality>,
    kind: Option<Kind>,
    fmi: FmiVersion,
    /// True if series of variables are arrays.
    arrays: bool,
    /// The files that it was read from.
    sources: Vec<PathBuf>,
    described: Described,
}

impl Variant {
    /// The joint of that name with its own start values.
    pub fn of(joint: &str) -> Result<Self, Error> {
        Self::with(joint, &Choices::default())
    }

    /// The joint of that name as it was chosen.
    pub fn with(joint: &str, choices: &Choices) -> Result<Self, Error> {
        let known = catalogue::ALL.iter().map(|model| model.name);
        let model = catalogue::named(joint).ok_or_else(|| Error::unknown("joint", joint, known))?;
        Self::of_kind(model, choices)
    }

    /// A kind of model as it was chosen; it need not be in the catalogue.
    pub fn of_kind(model: &'static ModelKind, choices: &Choices) -> Result<Self, Error> {
        let Choices { ports, kind, slices, cells, profile, mobility, .. } = choices;
        let Choices { temperature, group, integrate, name, .. } = choices;
        let kind = kind.as_deref().map(Kind::named).transpose()?;
        let fmi = fmi_named(choices.fmi.as_deref())?;
        let arrays = choices.arrays;
        if arrays && fmi != FmiVersion::Three {
            return Err(Error::input("--arrays needs --fmi 3: FMI 2.0 has no arrays"));
        }
        if arrays && group.is_some() {
            return Err(Error::input("a group has no arrays: numbers in its names are yours"));
        }
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
        let (rows, causalities, described) = (Vec::new(), Vec::new(), Described::default());
        let mut variant = Self {
            model,
            name,
            build,
            plan,
            rows,
            causalities,
            kind,
            fmi,
            arrays,
            sources,
            described,
        };
        variant.read_rows()?;
        let [slices, cells] = [slices, cells].map(|count| count.map(|count| count.to_string()));
        let chosen = [ports.clone(), slices, cells, mobility.clone(), temperature.clone()];
        for ((option, constant), text) in CONSTANTS.into_iter().zip(chosen) {
            let Some(text) = text else { continue };
            if variant.start(constant).is_none() {
                return Err(variant.without_option(option, choices));
            }
            variant.set(constant, &text)?;
        }
        if let Some(path) = profile {
            variant.add_profile(path)?;
        }
        Ok(variant)
    }

    /// The refusal of an option that this model does not have.
    fn without_option(&self, option: &str, choices: &Choices) -> Error {
        let model = self.model.name;
        Error::Input(match option {
            "ports" if self.group().is_some_and(GroupPlan::integrates) => {
                "a group that moves its bodies has fixed ports: loads in, motions out".to_owned()
            }
            "ports" => format!("{model} has one kind of ports"),
            "temperature" if self.plan.is_some() => {
                "a group has no option temperature: that of a joint's oil is its parameter \
                 film.temperature"
                    .to_owned()
            }
            "temperature" => {
                let worn = choices.cells.map_or("", |_| " with a wear map");
                format!("{model}{worn} takes no oil: it has no option temperature")
            }
            _ => format!("{model} has no option {option}"),
        })
    }

    /// Adds the initial wear in the table at `path`.
    fn add_profile(&mut self, path: &Path) -> Result<(), Error> {
        let text = files::text(path)?;
        self.sources.push(path.to_owned());
        let wrong = match self.model.name {
            "revolute_clearance" => WearProfile::from_csv(&text).err().map(|why| why.to_string()),
            // A map must fit slices and cells, which the joint knows.
            _ if MappedWear::is_table(&text) => None,
            _ => Profile::from_csv(&text).err().map(|why| why.to_string()),
        };
        if let Some(why) = wrong {
            return Err(Error::Input(format!("{}: {why}", path.display())));
        }
        self.build = std::mem::take(&mut self.build).with_file("profile", text);
        self.read_rows()
    }

    /// Reads the rows of the model as it is built by now.
    fn read_rows(&mut self) -> Result<(), Error> {
        self.described = Described::default();
        let block = self.fresh_block()?;
        let causality = |index: usize| match block.role(index) {
            Some(Role::Input) => Causality::Input,
            Some(Role::Output) if block.layout().loads.contains(&index) => Causality::Load,
            Some(Role::Output) => Causality::Report,
            _ => Causality::Parameter,
        };
        self.causalities = (0..block.rows().len()).map(causality).collect();
        self.rows = block.rows().to_vec();
        self.described = Described::by(block);
        Ok(())
    }

    /// The name of the FMU in tools.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of FMI.
    pub fn fmi(&self) -> FmiVersion {
        self.fmi
    }

    /// The model.
    pub fn model(&self) -> &'static ModelKind {
        self.model
    }

    /// The files that it was read from.
    pub(crate) fn sources(&self) -> &[PathBuf] {
        &self.sources
    }

    /// The properties of the model with these start values.
    fn answers(&self) -> Result<&Answers, Error> {
        self.described.answers(|| self.fresh_block())
    }

    /// Checks the start values against each other, as the joint does before its first step.
    pub fn check(&self) -> Result<(), Error> {
        self.answers()?.start.clone()?;
        self.equations().map(|_| ())
    }

    /// Returns the notice of a machine that moves itself about its beginning, if that does not depend on its host.
    pub(crate) fn warning(&self) -> Option<String> {
        let plan = self.group().filter(|plan| plan.integrates())?;
        if plan.has_prescribed() {
            return None;
        }
        self.answers().ok()?.start.as_ref().ok()?.warning.clone()
    }

    /// Returns the lines that the model has about these start values.
    pub(crate) fn model_doubts(&self) -> Vec<String> {
        self.answers().map(|answers| answers.doubts.clone()).unwrap_or_default()
    }

    /// Returns the normal forces \[N\] of bodies at rest, pressed straight into each other by these
    /// `penetrations` \[m\]; none for a model without walls.
    pub(crate) fn wall_forces(&self, penetrations: &[f64]) -> Result<Option<Vec<f64>>, Error> {
        let fresh = || self.fresh_block();
        Ok(self.described.with_block(fresh, |block| block.wall_forces(penetrations))??)
    }

    /// Steps a block with these start values, which must have them again afterwards.
    pub(crate) fn with_block<T>(
        &self,
        using: impl FnOnce(&mut Block) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let restarted = |block: &mut Block| {
            block.restart();
            using(block)
        };
        self.described.with_block(|| self.fresh_block(), restarted)?
    }

    /// A new block with these start values.
    pub(crate) fn fresh_block(&self) -> Result<Block, Error> {
        Ok(Block::new(self.model, &self.build)?)
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
        Ok(self.answers()?.safe_step.clone()?)
    }

    /// Name of the ports that were chosen; nothing for a model with one kind.
    pub fn port_name(&self) -> Option<String> {
        let row = self.rows.iter().find(|row| row.name == "build.ports")?;
        Some(row.show(row.start))
    }

    /// The kind of its ports: frames in the world's axes, or body b relative to body a.
    pub fn ports(&self) -> PortKind {
        let relative =
            self.port_name().is_some_and(|name| name.ends_with(PortKind::Relative.name()));
        if relative { PortKind::Relative } else { PortKind::World }
    }

    /// The joint as continuous-time equations, unless it is built for co-simulation only; refused if
    /// they are asked for and the joint with these start values is none.
    fn equations(&self) -> Result<Option<&EquationsOf>, Error> {
        if self.kind.is_some_and(|kind| !kind.model_exchange) {
            return Ok(None);
        }
        match &self.answers()?.equations {
            Ok(equations) => Ok(Some(equations)),
            Err(fault) if self.kind.is_some() => Err(fault.clone().into()),
            Err(_) => Ok(None),
        }
    }

    /// The outputs that show its continuous states; none for co-simulation alone.
    pub(crate) fn state_names(&self) -> Vec<&str> {
        let Ok(Some(equations)) = self.equations() else { return Vec::new() };
        let name = |state: &StateOf| self.rows[state.shown[0] as usize].name.as_str();
        equations.states.iter().map(name).collect()
    }

    /// The kinds of FMU that come of it, by name.
    pub fn kinds(&self) -> &'static str {
        match (self.kind, self.equations()) {
            (Some(kind), _) => kind.name,
            (None, Ok(Some(_))) => "cs_me",
            _ => "cs",
        }
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

    /// Returns the bodies and joints of a group.
    pub(crate) fn group(&self) -> Option<&GroupPlan> {
        self.plan.as_ref()
    }

    /// Returns the bodies and joints of a group in the plane.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        match self.group()? {
            GroupPlan::Planar(plan) => Some(plan),
            GroupPlan::InSpace(_) => None,
        }
    }

    /// Returns the bodies and joints of a group in space.
    pub(crate) fn space_plan(&self) -> Option<&SpacePlan> {
        match self.group()? {
            GroupPlan::Planar(_) => None,
            GroupPlan::InSpace(plan) => Some(plan),
        }
    }

    /// The start value of a variable.
    pub fn start(&self, name: &str) -> Option<Value> {
        self.rows.iter().find(|row| row.name == name).map(|row| row.start)
    }
}
