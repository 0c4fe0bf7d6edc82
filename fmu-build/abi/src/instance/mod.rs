//! One instance of a joint behind the C interface.

mod derivatives;
mod flow;
pub(crate) mod snapshots;
mod solving;
mod values;

use crate::c::Host;
use crate::exported::Exported;
use crate::logger::{Category, Line, Logger, line};
use crate::order::Phase;
use crate::resource::{UnitFile, default_guid};
use crate::types::fmi2Status;
use model_description::{Row, Value};
use snapshots::Kept;
use spiel::coupling::Step;
use spiel::joints::Options;
use spiel::unit::{News, Unit};

pub(crate) use values::{Element, Truth};

/// Bounds of the work mismatch that are worth a line, and the line.
const MISMATCHES: [(f64, &str); 2] = [
    (0.01, "check coupling.mobility_…, coupling.delay and the step"),
    (
        0.1,
        "the loads are wrong: coupling.mobility_…, coupling.delay or the step do not fit this host",
    ),
];

/// What a refused call comes to: one line; the state is as it was.
pub type Outcome = Result<(), Line>;

/// An instance: a unit, the state of the call order, and the way to the host's log.
pub struct Instance {
    pub(crate) phase: Phase,
    pub(crate) unit: Box<dyn Unit>,
    /// Whether the importer's solver integrates.
    continuous: bool,
    rows: Vec<Row>,
    /// How many of them are inputs; these come first.
    inputs: usize,
    /// Start values of this variant, set again after a reset.
    start: Vec<(usize, Value)>,
    /// Start of the simulation, and from then on the end of the last step \[s\]; none before either.
    time: Option<f64>,
    guid: String,
    kept: Kept,
    /// How many of [`MISMATCHES`] have been told of.
    mismatches_told: usize,
    pub(crate) logger: Logger,
}

/// What an importer passes to fmi2Instantiate, in Rust's own types.
pub struct Order<'a> {
    /// Name of the instance.
    pub name: &'a str,
    /// The GUID the importer read in modelDescription.xml.
    pub guid: &'a str,
    /// The resource folder, if the importer gave one.
    pub resources: Option<std::path::PathBuf>,
    /// The importer's callbacks, if there are any.
    pub callbacks: Option<Host>,
    /// Whether the importer wants to read of everything.
    pub logging: bool,
    /// Whether the importer's solver integrates.
    pub continuous: bool,
}

impl Instance {
    /// An instance of the library's model as the importer ordered it, or nothing after one line in its
    /// log.
    pub fn new(exported: &Exported, order: Order) -> Option<Self> {
        let mut logger = Logger::new(order.callbacks, order.name);
        logger.listen(order.logging, &Category::ALL);
        match Self::variant(exported, &order) {
            Ok((unit, start)) => {
                let mut instance = Self {
                    phase: Phase::Instantiated,
                    rows: unit.rows(),
                    inputs: unit.layout().inputs.end,
                    unit,
                    continuous: order.continuous,
                    start,
                    time: None,
                    guid: order.guid.to_owned(),
                    kept: Kept::new(),
                    mismatches_told: 0,
                    logger,
                };
                instance.set_start_values();
                if order.continuous
                    && let Err(fault) = instance.unit.make_continuous()
                {
                    instance.report(fmi2Status::fmi2Error, line(fault));
                    return None;
                }
                Some(instance)
            }
            Err(why) => {
                logger.error(fmi2Status::fmi2Error, line(why));
                None
            }
        }
    }

    /// The unit and the start values that the resource file, or its absence, asks for.
    #[expect(clippy::type_complexity, reason = "a unit and its starts, used once")]
    fn variant(
        exported: &Exported,
        order: &Order,
    ) -> Result<(Box<dyn Unit>, Vec<(usize, Value)>), String> {
        let joint = &exported.model;
        let unit = |options: &Options| (joint.unit)(options).map_err(|fault| fault.to_string());
        let file = match &order.resources {
            Some(folder) => UnitFile::read(folder).map(|file| (file, folder)),
            None => Err(format!("resources/{}: no resource location", UnitFile::NAME)),
        };
        let (file, folder) = match file {
            Ok(file) => file,
            Err(_) if order.guid == default_guid(joint.name) => {
                return Ok((unit(&Options::default())?, Vec::new()));
            }
            Err(why) => return Err(format!("guid = {} cannot be checked: {why}", order.guid)),
        };
        if file.joint != joint.name {
            return Err(format!(
                "resources/{} is for joint = {}; this library has {}",
                UnitFile::NAME,
                file.joint,
                joint.name
            ));
        }
        let kind = if order.continuous { "me" } else { "cs" };
        if !file.kinds().split('_').any(|offered| offered == kind) {
            return Err(format!(
                "resources/{}: kinds = {} leaves out {kind}, the kind that is asked for",
                UnitFile::NAME,
                file.kinds()
            ));
        }
        if file.guid != order.guid {
            return Err(format!(
                "guid = {} is not {}, the one in resources/{}",
                order.guid,
                file.guid,
                UnitFile::NAME
            ));
        }
        let unit = unit(&file.options(exported, folder)?)?;
        let rows = unit.rows();
        let start = file.start.iter().map(|(name, text)| {
            let index = rows.iter().position(|row| row.name == *name).ok_or_else(|| {
                format!("resources/{}: {name} is not a variable of {}", UnitFile::NAME, joint.name)
            })?;
            let value = rows[index].parse(text)?;
            unit.admits(index, value)
                .map_err(|_| format!("resources/{}: {name} cannot be set", UnitFile::NAME))?;
            Ok((index, value))
        });
        let start = start.collect::<Result<Vec<_>, String>>()?;
        Ok((unit, start))
    }

    /// Sets this variant's start values; they were admitted when the instance was made.
    fn set_start_values(&mut self) {
        for (index, value) in &self.start {
            self.unit.put(*index, *value);
        }
    }

    /// Whether a value reference is an input's.
    #[inline]
    pub(crate) fn is_input(&self, reference: u32) -> bool {
        (reference as usize) < self.inputs
    }

    /// Tells the host of a refusal.
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
            self.unit.start_flow(time).map_err(line)?;
        } else {
            self.unit.initialize(time, self.unit.safe_step()).map_err(line)?;
        }
        self.phase = Phase::InitializationMode;
        Ok(())
    }

    /// fmi2ExitInitializationMode.
    pub(crate) fn exit_initialization(&mut self) -> Outcome {
        self.unit.begin().map_err(line)?;
        if let Some(warning) = self.unit.warning() {
            // In the log only: importers take the status fmi2Warning for a failure.
            self.report(fmi2Status::fmi2Warning, line(warning));
        }
        self.phase = if self.continuous { Phase::EventMode } else { Phase::StepComplete };
        Ok(())
    }

    /// fmi2Reset: as good as new.
    pub(crate) fn reset(&mut self) -> Outcome {
        self.unit.reset();
        self.set_start_values();
        (self.time, self.mismatches_told) = (None, 0);
        self.phase = Phase::Instantiated;
        Ok(())
    }

    /// fmi2DoStep; after a failure only a reset leads on.
    pub(crate) fn step(&mut self, start: f64, size: f64) -> Outcome {
        let outcome = self.check_step(start, size).and_then(|()| {
            self.unit.advance(Step { start, size }).map_err(line)?;
            self.time = Some(start + size);
            if self.logger.tells(Category::Events)
                && let Some(news) = self.unit.news()
            {
                self.tell_news(news, start + size);
            }
            self.tell_mismatch(start + size);
            Ok(())
        });
        if outcome.is_err() {
            self.phase = Phase::StepFailed;
        }
        outcome
    }

    /// Tells the host what has come by `time` \[s\].
    fn tell_news(&self, news: News, time: f64) {
        let text = match news {
            News::ContactBegan(Some((start, speed))) => {
                line(format_args!("contact began at t = {start} s, approaching at {speed} m/s"))
            }
            News::ContactBegan(None) => line(format_args!("contact began by t = {time} s")),
            News::ContactEnded => line(format_args!("contact ended by t = {time} s")),
        };
        self.logger.tell(Category::Events, text);
    }

    /// Tells the host once of each bound that the work mismatch has passed by `time` \[s\]: of the first
    /// one if it reads of coupling, of the last one in any case.
    fn tell_mismatch(&mut self, time: f64) {
        let Some(mismatch) = self.unit.work_mismatch() else { return };
        let passed = MISMATCHES.iter().take_while(|(bound, _)| mismatch > *bound).count();
        if passed > self.mismatches_told {
            self.mismatches_told = passed;
            let (bound, meaning) = MISMATCHES[passed - 1];
            let text = line(format_args!(
                "coupling.work_mismatch = {mismatch:.3} at t = {time} s is above {bound}: {meaning}"
            ));
            if passed < MISMATCHES.len() {
                self.logger.tell(Category::Coupling, text);
            } else {
                // Told to everybody: the loads are wrong and nothing else would say so.
                self.report(fmi2Status::fmi2Warning, text);
            }
        }
    }

    /// Whether a step may start at `start` and be `size` long. Hosts compute both by sums and
    /// differences of their own, so neither is held to the last bits.
    fn check_step(&self, start: f64, size: f64) -> Outcome {
        if !size.is_finite() || size <= 0.0 {
            return Err(line(format_args!(
                "communicationStepSize = {size} is outside the finite numbers above 0"
            )));
        }
        if !start.is_finite() {
            return Err(line(format_args!(
                "currentCommunicationPoint = {start} is not a finite number"
            )));
        }
        if let Some(time) = self.time {
            let slack = 1e-2 * size + 16.0 * f64::EPSILON * time.abs();
            if (start - time).abs() > slack {
                return Err(line(format_args!(
                    "currentCommunicationPoint = {start} is not {time}, where the last step ended"
                )));
            }
        }
        Ok(())
    }
}
