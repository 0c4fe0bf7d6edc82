//! One instance of a joint behind the C interface.

mod derivatives;
mod flow;
pub(crate) mod logger;
mod logging;
pub(crate) mod resource;
mod scaled;
pub(crate) mod snapshots;
mod solving;
mod values;

use crate::fmi2::order::Phase;
use crate::fmi2::types::fmi2Status;
use crate::slave::logger::{Category, Line, Logger, line};
use crate::slave::resource::{BuildFile, default_guid};
use logging::FIRST_MISMATCH;
use snapshots::Kept;
use spiel::block::Block;
use spiel::coupling::Step;
use spiel::coupling::identify::Status;
use spiel::model::{Build, ModelKind};

pub use scaled::{Scaled, scaled};
pub(crate) use values::{Element, Truth};

/// What a refused call comes to: one line; the state is as it was.
pub type Outcome = Result<(), Line>;

/// An instance: a block, the state of the call order, and the way to the host's log.
pub struct Instance {
    pub(crate) phase: Phase,
    block: Block,
    /// Whether the importer's solver integrates.
    continuous: bool,
    /// The continuous states and their rates on a solver's scale, which follow the block's variables.
    scaled: Box<[Scaled]>,
    /// The solver's states in the block's units.
    states: Box<[f64]>,
    /// Start of the simulation, and from then on the end of the last step \[s\]; none before either.
    time: Option<f64>,
    guid: String,
    kept: Kept,
    /// The next bound of the work mismatch that is logged; infinite where all have been.
    next_mismatch: f64,
    /// Which limits of the laws the log has already named.
    named_limits: [bool; 2],
    /// How far the measurement of the host was when last looked at.
    identified: Status,
    /// Whether it has been said that the host is no fit, and that bodies have met before it was known.
    named_misfit: bool,
    named_unknown: bool,
    /// Steps in which the host was not known.
    searched: u32,
    /// Whether the host has been told that event mode was ended for it.
    ended_event: bool,
    pub(crate) logger: Logger,
}

/// What an importer passes to fmi2Instantiate, in Rust's own types.
pub struct Order<'a> {
    /// The GUID the importer read in modelDescription.xml.
    pub guid: &'a str,
    /// The resource folder, if the importer gave one.
    pub resources: Option<std::path::PathBuf>,
    /// Whether the importer's solver integrates.
    pub continuous: bool,
}

impl Instance {
    /// An instance of the library's model as the importer ordered it, or why there is none.
    pub fn new(
        model: &ModelKind,
        order: Order,
        logger: Logger,
    ) -> Result<Self, (fmi2Status, Line)> {
        let made = Self::build(model, &order).and_then(|(build, described)| {
            let mut block = Block::new(model, &build).map_err(|fault| fault.to_string())?;
            if order.continuous {
                block.make_continuous().map_err(|fault| fault.to_string())?;
            }
            let mut shown = scaled(&block);
            if described && !order.continuous {
                // Of the other kind, so that what is described can be read in this one, too.
                let mut other = Block::new(model, &build).map_err(|fault| fault.to_string())?;
                if other.make_continuous().is_ok() {
                    shown = scaled(&other);
                }
            }
            Ok((block, shown))
        });
        match made {
            Ok((block, scaled)) => Ok(Self {
                phase: Phase::Instantiated,
                scaled,
                states: vec![0.0; block.continuous().len()].into(),
                block,
                continuous: order.continuous,
                time: None,
                guid: order.guid.to_owned(),
                kept: Kept::new(),
                next_mismatch: FIRST_MISMATCH,
                named_limits: [false; 2],
                identified: Status::Searching,
                named_misfit: false,
                named_unknown: false,
                searched: 0,
                ended_event: false,
                logger,
            }),
            Err(why) => Err((fmi2Status::fmi2Error, line(why))),
        }
    }

    /// Reads the build that the resource file, or its absence, asks for, and if the description has continuous states.
    fn build(model: &ModelKind, order: &Order) -> Result<(Build, bool), String> {
        let file = match &order.resources {
            Some(folder) => BuildFile::read(folder).map(|file| (file, folder)),
            None => Err(format!("resources/{}: no resource location", BuildFile::NAME)),
        };
        let (file, folder) = match file {
            Ok(file) => file,
            Err(_) if order.guid == default_guid(model.name) => {
                return Ok((Build::default(), true));
            }
            Err(why) => return Err(format!("guid = {} cannot be checked: {why}", order.guid)),
        };
        if file.joint != model.name {
            return Err(format!(
                "resources/{} is for joint = {}; this library has {}",
                BuildFile::NAME,
                file.joint,
                model.name
            ));
        }
        let kind = if order.continuous { "me" } else { "cs" };
        if !file.kinds.split('_').any(|offered| offered == kind) {
            return Err(format!(
                "resources/{}: kinds = {} leaves out {kind}, the kind that is asked for",
                BuildFile::NAME,
                file.kinds
            ));
        }
        if file.guid != order.guid {
            return Err(format!(
                "guid = {} is not {}, the one in resources/{}",
                order.guid,
                file.guid,
                BuildFile::NAME
            ));
        }
        let described = file.kinds.split('_').any(|offered| offered == "me");
        Ok((file.build(folder)?, described))
    }

    /// Writes the line of a refusal.
    pub(crate) fn report(&self, status: fmi2Status, text: Line) {
        self.logger.error(status, text);
    }

    /// fmi2SetupExperiment. The stop time only has to make sense: a joint works beyond it just as well.
    pub(crate) fn setup(&mut self, start: f64, stop: Option<f64>) -> Outcome {
        if !start.is_finite() {
            return Err(line(format_args!("startTime = {start} is not a finite number")));
        }
        if let Some(stop) = stop.filter(|stop| !stop.is_finite() || *stop < start) {
            return Err(line(format_args!(
                "stopTime = {stop} is not a finite number from startTime = {start}"
            )));
        }
        self.time = Some(start);
        Ok(())
    }

    /// fmi2EnterInitializationMode.
    pub(crate) fn enter_initialization(&mut self) -> Outcome {
        let time = self.time.unwrap_or(0.0);
        if self.continuous {
            self.block.start_solving(time).map_err(line)?;
        } else {
            self.block.initialize(time).map_err(line)?;
        }
        self.phase = Phase::InitializationMode;
        Ok(())
    }

    /// fmi2ExitInitializationMode.
    pub(crate) fn exit_initialization(&mut self) -> Outcome {
        self.block.begin().map_err(line)?;
        if let Some(warning) = self.block.warning() {
            // In the log only: importers take the status fmi2Warning for a failure.
            self.report(fmi2Status::fmi2Warning, line(warning));
        }
        if !self.continuous && self.block.identified().is_some() {
            // Said because it is the default where no mobility is given.
            let text = "coupling.identify: probe loads measure the mobility, the delay and the update rule of the host";
            self.logger.log(Category::Coupling, line(text));
        }
        self.phase = if self.continuous { Phase::EventMode } else { Phase::StepComplete };
        Ok(())
    }

    /// fmi2Reset: as good as new.
    pub(crate) fn reset(&mut self) -> Outcome {
        self.block.reset();
        (self.time, self.next_mismatch) = (None, FIRST_MISMATCH);
        self.named_limits = [false; 2];
        (self.identified, self.searched) = (Status::Searching, 0);
        (self.named_misfit, self.named_unknown) = (false, false);
        self.phase = Phase::Instantiated;
        Ok(())
    }

    /// fmi2DoStep; after a failure only a reset leads on.
    pub(crate) fn step(&mut self, start: f64, size: f64) -> Outcome {
        let before = self.contact_to_log();
        if let Err(why) = self.advance(start, size) {
            self.phase = Phase::StepFailed;
            return Err(why);
        }
        self.time = Some(start + size);
        self.log_change(before, start + size);
        self.log_mismatch(start + size);
        self.log_identification(start + size);
        self.log_limits(start + size);
        Ok(())
    }

    #[inline]
    fn advance(&mut self, start: f64, size: f64) -> Outcome {
        self.check_step(start, size)?;
        self.block.advance(Step { start, size }).map_err(line)
    }

    /// Whether a step may start at `start` and be `size` long. Hosts compute both by sums and
    /// differences of their own, so neither is held to the last bits.
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
