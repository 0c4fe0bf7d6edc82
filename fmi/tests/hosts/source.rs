//! A joint with its functions, linked or loaded, and its instances.

use super::functions::Functions;
use super::guest::Guest;
use super::three;
use crate::common::{Log, block, callbacks, resources};
use model_description::{Kind, Row, Variability};
use spiel::block::{Block, Layout};
use spiel::catalogue;
use spiel::model::{Build, ModelKind};
use spiel_fmi::Phase;
use spiel_fmi::default_guid;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::{Function, instantiate};
use std::ffi::{CStr, CString};
use tempfile::TempDir;

/// Makes an instance that keeps these callbacks.
pub type Maker = Box<dyn Fn(&fmi2CallbackFunctions) -> fmi2Component + Send + Sync>;

/// A joint and the functions that serve it.
pub struct Source {
    pub functions: Functions,
    pub name: &'static str,
    pub rows: Vec<Row>,
    pub layout: Layout,
    /// Number of value references: variables, and continuous states and rates as solvers get them.
    pub references: usize,
    pub step: f64,
    /// Is true if its instances are those of model exchange.
    pub continuous: bool,
    /// Is true if its functions are those of FMI 3.0.
    pub three: bool,
    /// Numbers of their continuous states and event indicators.
    pub counts: [usize; 2],
    make: Maker,
}

impl Source {
    /// `joint` through the functions linked into this program.
    pub fn linked(joint: &ModelKind) -> Self {
        Self::of_kind(joint, FMI2_CO_SIMULATION)
    }

    /// The equations of the joint of that name, linked.
    pub fn equations(name: &str) -> Self {
        Self::built_for(catalogue::named(name).unwrap(), FMI2_MODEL_EXCHANGE, &Build::default())
    }

    /// A pin in oil whose temperature is an input, linked.
    pub fn warm(kind: fmi2Type) -> Self {
        let choices = [
            ("build.temperature", "given_by_input"),
            ("film.law", "short"),
            ("film.viscosity_law", "vogel"),
            ("geometry.clearance", "25e-6"),
        ];
        let build = |build: Build, (name, text)| build.with(name, text);
        let build = choices.into_iter().fold(Build::default(), build);
        Self::built_for(catalogue::named("revolute_clearance").unwrap(), kind, &build)
    }

    /// Samples for calls in any order: joints in co-simulation and in model exchange, in builds that have
    /// memories of several sizes.
    pub fn samples() -> Vec<Self> {
        let build = |name: &str, number: i32| Build::default().with(name, number);
        let [rough, pin, revolute, bushing] =
            ["rough_interface", "sliced_pin", "revolute_clearance", "bushing"]
                .map(|name| catalogue::named(name).unwrap());
        vec![
            Self::named("revolute_clearance"),
            Self::named("translational_clearance"),
            Self::equations("revolute_clearance"),
            Self::equations("translational_clearance"),
            Self::warm(FMI2_CO_SIMULATION),
            Self::warm(FMI2_MODEL_EXCHANGE),
            Self::built_for(revolute, FMI2_MODEL_EXCHANGE, &build("build.cells", 30)),
            Self::built_for(pin, FMI2_CO_SIMULATION, &build("build.cells", 24)),
            Self::built_for(rough, FMI2_MODEL_EXCHANGE, &build("interface.model", 3)),
            Self::equations("rough_interface"),
            Self::named("rotational_backlash"),
            Self::equations("gear_mesh"),
            Self::named("spatial_revolute"),
            Self::equations("spatial_revolute"),
            Self::named("spherical_clearance"),
            Self::equations("spherical_clearance"),
            Self::built_for(bushing, FMI2_CO_SIMULATION, &build("build.ports", 3)),
            Self::built_for(bushing, FMI2_MODEL_EXCHANGE, &build("build.ports", 4)),
            Self::built_for(pin, FMI2_MODEL_EXCHANGE, &build("build.slices", 7)),
        ]
    }

    /// `joint` as it is, and built in every other way that one of its constants allows, linked.
    pub fn variants(joint: &ModelKind) -> Vec<Self> {
        let plain = Self::linked(joint);
        let mut builds = Vec::new();
        for row in plain.rows.iter().filter(|row| row.variability == Variability::Constant) {
            let others = match row.kind {
                Kind::Choice { items, .. } => items.iter().map(|item| item.number).collect(),
                // A wear map has 24 cells or more.
                _ if row.name == "build.cells" => vec![30],
                _ => vec![7],
            };
            let others =
                others.into_iter().filter(|number| f64::from(*number) != row.start.number());
            builds.extend(others.map(|number| Build::default().with(&row.name, number)));
        }
        // One of its laws wants a load that presses the surfaces together.
        let clamped = |build: Build| match joint.name {
            "rough_interface" => build.with("clamp.force", 1000),
            _ => build,
        };
        let built = builds.into_iter().map(|build| Self::built(joint, &clamped(build)));
        let built: Vec<_> = built.collect();
        [plain].into_iter().chain(built).collect()
    }

    /// The FMU of `joint` that is built so, linked.
    pub fn built(joint: &ModelKind, build: &Build) -> Self {
        Self::built_for(joint, FMI2_CO_SIMULATION, build)
    }

    fn built_for(joint: &ModelKind, kind: fmi2Type, build: &Build) -> Self {
        let joint = *joint;
        let mut block = Block::new(&joint, build).unwrap();
        let continuous = kind == FMI2_MODEL_EXCHANGE;
        if continuous {
            block.make_continuous().unwrap();
        }
        let counts = [block.continuous().len(), block.indicator_count()];
        let make = maker(&joint, kind, block.rows(), Some(resources(&joint, build)));
        let source = Self::of_block(&joint, &mut block, functions(), make);
        Self { continuous, counts, three: three::is_on(), ..source }
    }

    fn of_kind(joint: &ModelKind, kind: fmi2Type) -> Self {
        let mut block = block(joint);
        let make = maker(joint, kind, block.rows(), None);
        let source = Self::of_block(joint, &mut block, functions(), make);
        Self { three: three::is_on(), ..source }
    }

    /// The joint of that name, linked.
    pub fn named(name: &str) -> Self {
        Self::linked(catalogue::named(name).unwrap())
    }

    /// `joint` through `functions`, instances by `make`.
    #[allow(dead_code, reason = "only loaded libraries need it")]
    pub fn with(joint: &ModelKind, functions: Functions, make: Maker) -> Self {
        Self::of_block(joint, &mut block(joint), functions, make)
    }

    fn of_block(joint: &ModelKind, block: &mut Block, functions: Functions, make: Maker) -> Self {
        let (rows, layout) = (block.rows().to_vec(), block.layout().clone());
        let (name, step) = (joint.name, block.safe_step().unwrap());
        let solved = block.make_continuous().map_or(0, |()| 2 * block.continuous().len());
        let added = if three::is_on() { 1 + block.indicator_count() } else { 0 };
        let references = rows.len() + solved + added;
        let (continuous, three, counts) = (false, false, [0; 2]);
        Self { functions, name, rows, layout, references, step, continuous, three, counts, make }
    }

    /// The states in which its version allows a function; nothing if the version has no such function.
    pub fn phases(&self, function: Function) -> Option<&'static [Phase]> {
        if self.three { three::phases(function) } else { Some(function.phases()) }
    }

    /// A category of the log.
    pub fn category(&self) -> &'static CStr {
        if self.three { c"logStatusWarning" } else { c"errors" }
    }

    /// The number of the first variable among `numbers` that is a real, an integer or a truth value.
    pub fn first(&self, numbers: std::ops::Range<usize>, kind: fn(&Kind) -> bool) -> Option<u32> {
        numbers.into_iter().find(|number| kind(&self.rows[*number].kind)).map(|n| n as u32)
    }

    /// The number of a variable that fits a function, 0 if it needs none; nothing if there is no such
    /// variable.
    pub fn variable_for(&self, function: Function) -> Option<fmi2ValueReference> {
        use Function as F;
        let all = 0..self.rows.len();
        let settable = |kind| {
            let found = self.first(self.layout.inputs.clone(), kind);
            found.or_else(|| self.first(self.layout.parameters.clone(), kind))
        };
        match function {
            F::GetInteger => self.first(all, is_integer),
            F::GetBoolean => self.first(all, is_boolean),
            F::SetInteger => settable(is_integer),
            F::SetBoolean => settable(is_boolean),
            F::SetRealInputDerivatives => self.number("frame_b.vx"),
            F::GetDirectionalDerivative | F::GetRealOutputDerivatives => {
                Some(self.layout.loads.start as u32)
            }
            _ => Some(0),
        }
    }

    /// The number of a variable.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.rows.iter().position(|row| row.name == name).map(|number| number as u32)
    }

    /// The numbers of all reals.
    pub fn reals(&self) -> Vec<u32> {
        let all = 0..self.rows.len() as u32;
        all.filter(|number| is_real(&self.rows[*number as usize].kind)).collect()
    }

    /// A new instance.
    pub fn guest(&self) -> Guest<'_> {
        let log = Box::new(Log::default());
        let component = (self.make)(&callbacks(&log));
        assert!(!component.is_null(), "{}: {:?}", self.name, log.lock());
        Guest { source: self, call: self.functions, component, log }
    }
}

pub fn is_real(kind: &Kind) -> bool {
    matches!(kind, Kind::Real { .. })
}

/// The functions of the version that tests are about.
fn functions() -> Functions {
    if three::is_on() { Functions::three() } else { Functions::linked() }
}

/// Returns what makes instances of a joint, in the version that tests are about.
fn maker(
    joint: &ModelKind,
    kind: fmi2Type,
    rows: &[Row],
    place: Option<(TempDir, CString)>,
) -> Maker {
    let (joint, rows, three) = (*joint, rows.to_vec(), three::is_on());
    let guid = CString::new(default_guid(joint.name)).unwrap();
    // The folder must be there as long as instances are made.
    Box::new(move |callbacks: &fmi2CallbackFunctions| {
        let place = place.as_ref().map(|(_, place)| place.as_c_str());
        if three {
            return three::make(&joint, kind, &rows, &guid, place, callbacks);
        }
        let (name, place) = (c"guest".as_ptr(), place.map_or(std::ptr::null(), CStr::as_ptr));
        // SAFETY: strings end with a null byte, the callbacks outlive the instance.
        unsafe { instantiate(&joint, name, kind, guid.as_ptr(), place, callbacks, 0) }
    })
}

pub fn is_choice(kind: &Kind) -> bool {
    matches!(kind, Kind::Choice { .. })
}

pub fn is_integer(kind: &Kind) -> bool {
    matches!(kind, Kind::Integer { .. } | Kind::Choice { .. })
}

pub fn is_boolean(kind: &Kind) -> bool {
    matches!(kind, Kind::Boolean)
}
