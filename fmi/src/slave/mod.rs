//! One running unit: its life from start to reset, and its step; every version of FMI runs it.

mod added;
mod arrays;
mod derivatives;
mod flow;
mod line;
mod logger;
mod logging;
mod phase;
mod resource;
mod scaled;
mod snapshots;
mod solving;
mod values;

use added::Added;
use arrays::Arrays;
use model_description::DEFAULT_TOLERANCE;
use snapshots::Kept;
use spiel::block::{Block, Holds};
use spiel::coupling::predicted::{Settings, TOLERANCES};
use spiel::coupling::{Step, TOLERANCE};
use spiel::model::{Build, ModelKind};
use values::most_values;

pub use line::{Line, boxed, line};
pub use logger::{Category, Logger, Mail, Say, Severity};
pub use phase::Phase;
pub use resource::{
    BuildFile, MOST_TEXT, default_guid, folder_of, is_plain_name, read_file, read_text,
};
pub use scaled::{Scaled, scaled};
pub(crate) use snapshots::{HEAD, length};
pub(crate) use values::{Element, Exchanged, Item, Whole};

/// The result of a call. A refusal is one line; it leaves the state as it was, or ends the run, as the interface demands.
pub type Outcome = Result<(), Line>;

/// An instance: a block, the state of the call order, and the way to the host's log.
pub struct Instance {
    pub(crate) phase: Phase,
    interface: &'static Interface,
    block: Block,
    /// Is true if the importer's solver integrates.
    continuous: bool,
    /// The continuous states and their rates on a solver's scale, which follow the block's variables.
    scaled: Box<[Scaled]>,
    added: Option<Added>,
    /// The arrays, if the build has series of variables as such.
    arrays: Option<Box<Arrays>>,
    /// The solver's states in the block's units.
    states: Box<[f64]>,
    /// End of the last step, or the start of the simulation before the first \[s\].
    time: Option<f64>,
    guid: String,
    kept: Kept,
    /// Is true if event mode has ever been ended for a host that left that out.
    ended_event: bool,
    pub(crate) logger: Logger,
}

/// The habits in which interfaces differ.
pub struct Interface {
    /// The interface's word for the GUID.
    pub token: &'static str,
    /// Is true if a refused call ends the run: only a reset or a saved state leads on.
    pub refusal_ends_run: bool,
    /// Is true if time and event indicators are variables, and continuous states can be set as such.
    pub more_variables: bool,
    /// Is true if warnings are only logged where the importer has chosen them.
    pub errors_only: bool,
}

/// The importer's wishes for an instance.
pub struct Order {
    /// The GUID the importer read in modelDescription.xml.
    pub guid: String,
    /// The resource folder, if the importer gave one.
    pub resources: Option<std::path::PathBuf>,
    /// Is true if the importer's solver integrates.
    pub continuous: bool,
    /// The habits of the interface.
    pub interface: &'static Interface,
}

impl Instance {
    /// Makes an instance of the library's model as the importer ordered it.
    pub fn new(model: &ModelKind, order: Order, logger: Logger) -> Result<Self, Box<Line>> {
        let Built { build, described, arrays } = Self::build(model, &order)?;
        let mut shown = None;
        if described && !order.continuous {
            shown = shown_when_continuous(model, &build)?;
        }
        let mut block = Block::new(model, &build).map_err(boxed)?;
        if order.continuous {
            block.make_continuous().map_err(boxed)?;
        }
        let Shown { scaled, indicators } = shown.unwrap_or_else(|| Shown::of(&block));
        let first = block.rows().len() + scaled.len();
        Ok(Self {
            phase: Phase::Instantiated,
            added: order.interface.more_variables.then(|| Added::new(first, indicators)),
            arrays: arrays.then(|| Box::new(Arrays::of(&block, &scaled, most_values(&block)))),
            interface: order.interface,
            scaled,
            states: vec![0.0; block.continuous().len()].into(),
            block,
            continuous: order.continuous,
            time: None,
            guid: order.guid,
            kept: Kept::new(),
            ended_event: false,
            logger,
        })
    }

    /// Reads the build from the resource file, or takes the defaults without one.
    fn build(model: &ModelKind, order: &Order) -> Result<Built, Box<Line>> {
        let file = match &order.resources {
            Some(folder) => BuildFile::read(folder).map(|file| (file, folder)),
            None => Err(boxed(format_args!("resources/{}: no resource location", BuildFile::NAME))),
        };
        let (file, folder) = match file {
            Ok(file) => file,
            Err(_) if order.guid == default_guid(model.name) => {
                return Ok(Built { build: Build::default(), described: true, arrays: false });
            }
            Err(why) => {
                let Interface { token, .. } = order.interface;
                let text = format_args!("{token} = {} cannot be checked: {why}", order.guid);
                return Err(boxed(text));
            }
        };
        if file.joint != model.name {
            return Err(boxed(format_args!(
                "resources/{} is for joint = {}; this library has {}",
                BuildFile::NAME,
                file.joint,
                model.name
            )));
        }
        let kind = if order.continuous { "me" } else { "cs" };
        if !file.kinds.split('_').any(|offered| offered == kind) {
            return Err(boxed(format_args!(
                "resources/{}: kinds = {} leaves out {kind}, the kind that is asked for",
                BuildFile::NAME,
                file.kinds
            )));
        }
        if file.guid != order.guid {
            return Err(boxed(format_args!(
                "{} = {} is not {}, the one in resources/{}",
                order.interface.token,
                order.guid,
                file.guid,
                BuildFile::NAME
            )));
        }
        let described = file.kinds.split('_').any(|offered| offered == "me");
        if file.arrays && !order.interface.more_variables {
            return Err(boxed(format_args!(
                "resources/{}: arrays = true needs FMI 3.0",
                BuildFile::NAME
            )));
        }
        Ok(Built { build: file.build(folder)?, described, arrays: file.arrays })
    }

    /// Logs the refusal of a call, which may end the run.
    pub(crate) fn refuse_call(&mut self, text: Line) {
        self.report(Severity::Error, text);
        if self.interface.refusal_ends_run && self.phase != Phase::Dead {
            // No variable is updated any more: those of the last step are the last valid ones.
            let _ = self.block.find_report();
            self.phase = Phase::StepFailed;
        }
    }

    /// Refuses a wish on which no result depends; where a refusal would end the run, a warning is enough.
    pub(crate) fn refuse_wish(&self, text: Line) -> Outcome {
        if !self.interface.refusal_ends_run {
            return Err(text);
        }
        self.report(Severity::Warning, text);
        Ok(())
    }

    /// Writes an error, or a warning or its end.
    pub(crate) fn report(&self, severity: Severity, text: Line) {
        self.logger.error(severity, text);
    }

    /// Takes the start time \[s\] and the tolerance. The stop time \[s\] is only checked: a joint works beyond it, too.
    pub(crate) fn setup(
        &mut self,
        start: f64,
        stop: Option<f64>,
        tolerance: Option<f64>,
    ) -> Outcome {
        if !start.is_finite() {
            return Err(line(format_args!("startTime = {start} is not a finite number")));
        }
        if let Some(stop) = stop.filter(|stop| !stop.is_finite() || *stop < start) {
            return Err(line(format_args!(
                "stopTime = {stop} is not a finite number from startTime = {start}"
            )));
        }
        self.time = Some(start);
        if let Some(tolerance) =
            tolerance.filter(|asked| *asked > 0.0 && *asked != DEFAULT_TOLERANCE)
        {
            self.take_tolerance(tolerance);
        }
        Ok(())
    }

    /// Takes the tolerance that the tool asks for, as near as it is allowed, unless the user has chosen another one than
    /// the library's. That of the default experiment is no choice: tools pass it on unasked.
    fn take_tolerance(&mut self, tolerance: f64) {
        let Some(index) = self.block.number(TOLERANCE) else { return };
        if self.block.held(index, Holds::Real) == Some(Settings::default().tolerance) {
            self.block.put(index, tolerance.clamp(TOLERANCES.low, TOLERANCES.high));
        }
    }

    /// Returns the end of the last step, or the solver's time \[s\]; 0 before there is one.
    pub(crate) fn time(&self) -> f64 {
        self.time.unwrap_or(0.0)
    }

    /// Begins initialization: from here on there are outputs.
    pub(crate) fn enter_initialization(&mut self) -> Outcome {
        let time = self.time();
        if self.continuous {
            self.block.start_solving(time).map_err(line)?;
        } else {
            self.block.initialize(time).map_err(line)?;
        }
        self.phase = Phase::InitializationMode;
        Ok(())
    }

    /// Ends initialization: fixed parameters stay from here on.
    pub(crate) fn exit_initialization(&mut self) -> Outcome {
        self.block.begin().map_err(line)?;
        if let Some(warning) = self.block.warning() {
            // In the log only: importers take a warning as a status for a failure.
            self.report(Severity::Warning, line(warning));
        }
        if !self.continuous {
            self.log_first_notices();
        }
        self.phase = if self.continuous { Phase::EventMode } else { Phase::StepComplete };
        Ok(())
    }

    /// Returns to the state of a new instance.
    pub(crate) fn reset(&mut self) -> Outcome {
        self.block.reset();
        self.forget_indicators();
        self.time = None;
        self.phase = Phase::Instantiated;
        Ok(())
    }

    /// Makes a step of `size` \[s\] from `start` \[s\]; after a failure only a reset leads on.
    #[inline(always)]
    pub(crate) fn step(&mut self, start: f64, size: f64) -> Outcome {
        let before = self.contact_to_log();
        if let Err(why) = self.advance(start, size) {
            // No variable is updated any more, and an error of it would come second.
            let _ = self.block.find_report();
            self.phase = Phase::StepFailed;
            return Err(why);
        }
        self.time = Some(start + size);
        self.log_change(before, start + size);
        self.log_notices(start + size);
        Ok(())
    }

    #[inline(always)]
    fn advance(&mut self, start: f64, size: f64) -> Outcome {
        self.check_step(start, size)?;
        self.block.advance(Step { start, size }).map_err(line)
    }

    /// Refuses a step that cannot start at `start` or be `size` long \[s\]. Hosts compute both by sums and
    /// differences of their own, so neither is compared to the last bit.
    fn check_step(&self, start: f64, size: f64) -> Outcome {
        if !(f64::MIN_POSITIVE..=f64::MAX).contains(&size) {
            return Err(line(format_args!(
                "communicationStepSize = {size} is outside the finite numbers above 0"
            )));
        }
        let expected = self.time.unwrap_or(start);
        let slack = 1e-2 * size + 16.0 * f64::EPSILON * expected.abs();
        // A start that is not finite is near nothing.
        if (start - expected).abs() <= slack { Ok(()) } else { Err(wrong_start(start, expected)) }
    }
}

/// A build as an instance is made from it.
struct Built {
    build: Build,
    /// Is true if the description has continuous states.
    described: bool,
    /// Is true if series of variables are arrays.
    arrays: bool,
}

/// Numbers that a solver is shown of a block in model exchange.
struct Shown {
    /// Its continuous states and their rates.
    scaled: Box<[Scaled]>,
    /// The number of its event indicators.
    indicators: usize,
}

impl Shown {
    fn of(block: &Block) -> Self {
        Self { scaled: scaled(block), indicators: block.indicator_count() }
    }
}

/// Returns those of a build in model exchange, which are described in co-simulation, too; nothing if it
/// has no equations.
#[inline(never)]
fn shown_when_continuous(model: &ModelKind, build: &Build) -> Result<Option<Shown>, Box<Line>> {
    let mut block = Block::new(model, build).map_err(boxed)?;
    Ok(block.make_continuous().is_ok().then(|| Shown::of(&block)))
}

/// The line for a step that does not start where the last one ended.
#[cold]
#[inline(never)]
fn wrong_start(start: f64, expected: f64) -> Line {
    if start.is_finite() {
        line(format_args!(
            "currentCommunicationPoint = {start} is not {expected}, where the last step ended"
        ))
    } else {
        line(format_args!("currentCommunicationPoint = {start} is not a finite number"))
    }
}
