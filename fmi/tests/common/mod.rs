//! An importer in a few lines: callbacks that keep the log, instances that are freed.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(clippy::result_large_err, reason = "a fault is on the stack: it must not allocate")]

pub mod explosive;

use spiel::block::Block;
use spiel::model::{Build, ModelKind};
use spiel::{catalogue, group};
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use spiel_fmi::*;
use std::ffi::{CStr, CString, c_void};
use std::sync::Mutex;
use tempfile::TempDir;

pub const JOINT: ModelKind = catalogue::ALL[0];

/// A block of a model with its default choices.
pub fn block(model: &ModelKind) -> Block {
    Block::new(model, &Build::default()).unwrap()
}

/// A resource folder as an FMU with this build has it, and its address.
pub fn resources(model: &ModelKind, build: &Build) -> (TempDir, CString) {
    resources_with(model, build, |file| file)
}

/// A resource folder whose file is changed before it is written.
pub fn resources_with(
    model: &ModelKind,
    build: &Build,
    change: impl FnOnce(BuildFile) -> BuildFile,
) -> (TempDir, CString) {
    let file = change(BuildFile {
        joint: model.name.to_owned(),
        kinds: "cs_me".to_owned(),
        guid: default_guid(model.name),
        start: build.start.clone(),
        files: Default::default(),
        arrays: false,
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(BuildFile::NAME);
    std::fs::write(path, serde_json::to_string(&file).unwrap()).unwrap();
    let address = CString::new(format!("file://{}", folder.path().display())).unwrap();
    (folder, address)
}

/// The lines an instance has logged, with their status.
pub type Log = Mutex<Vec<(i32, String)>>;

/// Callbacks that keep the lines in `log`, which must outlive the instance.
pub fn callbacks(log: &Log) -> fmi2CallbackFunctions {
    // SAFETY: C passes the fixed arguments of a variadic function like those of `keep`.
    let logger =
        unsafe { std::mem::transmute::<*const c_void, fmi2CallbackLogger>(keep as *const c_void) };
    fmi2CallbackFunctions {
        logger: Some(logger),
        allocate_memory: None,
        free_memory: None,
        step_finished: None,
        component_environment: std::ptr::from_ref(log).cast_mut().cast(),
    }
}

unsafe extern "C" fn keep(
    environment: *mut c_void,
    name: fmi2String,
    status: fmi2Status,
    category: fmi2String,
    message: fmi2String,
) {
    assert!(!name.is_null() && !category.is_null());
    // SAFETY: the environment is the log of the instance that is being called; strings end with a
    // null byte.
    unsafe {
        let format = CStr::from_ptr(message).to_str().unwrap();
        let text = format.replace("%%", "");
        assert!(!text.contains('%'), "{format} asks for arguments that are not there");
        let log = &*environment.cast::<Log>();
        log.lock().unwrap().push((status as i32, format.replace("%%", "%")));
    }
}

/// An instance and its log.
pub struct Client {
    pub component: fmi2Component,
    log: Box<Log>,
}

impl Client {
    /// An instance of `model` with its compiled-in defaults.
    pub fn of(model: &ModelKind) -> Self {
        let guid = CString::new(default_guid(model.name)).unwrap();
        Self::ordered(model, c"client", FMI2_CO_SIMULATION, &guid, None)
    }

    /// An instance of an FMU with this build.
    pub fn built(model: &ModelKind, build: &Build) -> Self {
        let guid = CString::new(default_guid(model.name)).unwrap();
        let (_folder, place) = resources(model, build);
        Self::ordered(model, c"client", FMI2_CO_SIMULATION, &guid, Some(&place))
    }

    /// An instance as ordered; the component is null if that was refused.
    pub fn ordered(
        model: &ModelKind,
        name: &CStr,
        kind: fmi2Type,
        guid: &CStr,
        resources: Option<&CStr>,
    ) -> Self {
        let log = Box::new(Log::default());
        let callbacks = callbacks(&log);
        let resources = resources.map_or(std::ptr::null(), CStr::as_ptr);
        // SAFETY: strings end with a null byte, and the log outlives the component.
        let component = unsafe {
            instantiate(model, name.as_ptr(), kind, guid.as_ptr(), resources, &callbacks, 0)
        };
        Self { component, log }
    }

    /// An instance that is ready for its first step.
    pub fn running(model: &ModelKind) -> Self {
        let client = Self::of(model);
        // SAFETY: the component is alive until drop.
        unsafe {
            assert_eq!(fmi2SetupExperiment(client.component, 0, 0.0, 0.0, 0, 0.0), OK);
            assert_eq!(fmi2EnterInitializationMode(client.component), OK);
            assert_eq!(fmi2ExitInitializationMode(client.component), OK);
        }
        client
    }

    /// The lines logged since the last look.
    pub fn log(&self) -> Vec<(i32, String)> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    /// The one line of the last call, which must be an error.
    pub fn error(&self) -> String {
        let mut log = self.log();
        assert_eq!(log.len(), 1, "{log:?}");
        let (status, line) = log.remove(0);
        assert_eq!(status, fmi2Status::fmi2Error as i32);
        line
    }

    pub fn set(&self, references: &[u32], values: &[f64]) -> fmi2Status {
        assert_eq!(references.len(), values.len());
        // SAFETY: the component is alive until drop; the arrays are of one length.
        unsafe {
            fmi2SetReal(self.component, references.as_ptr(), references.len(), values.as_ptr())
        }
    }

    pub fn get(&self, references: &[u32]) -> (fmi2Status, Vec<f64>) {
        let mut values = vec![f64::NAN; references.len()];
        let (n, into) = (references.len(), values.as_mut_ptr());
        // SAFETY: the component is alive until drop; the arrays are of one length.
        (unsafe { fmi2GetReal(self.component, references.as_ptr(), n, into) }, values)
    }

    pub fn step(&self, start: f64, size: f64) -> fmi2Status {
        // SAFETY: the component is alive until drop.
        unsafe { fmi2DoStep(self.component, start, size, 1) }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // SAFETY: the component is not used again.
        unsafe { fmi2FreeInstance(self.component) };
    }
}

pub const OK: fmi2Status = fmi2Status::fmi2OK;
pub const ERROR: fmi2Status = fmi2Status::fmi2Error;

/// The number of a variable of the revolute joint.
pub fn reference(name: &str) -> u32 {
    block(&JOINT).number(name).unwrap() as u32
}

/// The numbers of the six loads.
pub fn loads() -> Vec<u32> {
    ["load_a.fx", "load_a.fy", "load_a.t", "load_b.fx", "load_b.fy", "load_b.t"]
        .map(reference)
        .to_vec()
}

/// A slider-crank's joints as one group; with all inputs 0 everything is concentric.
pub const GROUP: ModelKind =
    ModelKind { open: |build| (group::KIND.open)(&planned(build)), ..group::KIND };

fn planned(build: &Build) -> Build {
    build.clone().with_file(group::PLAN, PLAN)
}

/// That group by relative motions and W.
pub const SEEN: ModelKind = ModelKind {
    open: |build| (GROUP.open)(&build.clone().with("build.ports", "relative")),
    ..GROUP
};

/// That group with rod and slider moved by the unit, the rod on a spring.
pub const MOVED: ModelKind =
    ModelKind { open: |build| (group::KIND.open)(&moved(build)), ..group::KIND };

fn moved(build: &Build) -> Build {
    build.clone().with_file(group::PLAN, moving(PLAN))
}

fn moving(plan: &str) -> String {
    let more = r#"{
    "integrate": true,
    "gravity": [0, -9.81],
    "spring": [{"name": "s", "a": "ground", "b": "rod", "at_b": [0.1, 0], "stiffness": 1e3, "damping": 1, "rest": 0.1}],"#;
    plan.replacen('{', more, 1)
}

/// The group whose rod is a beam that bends.
pub const BENT: ModelKind =
    ModelKind { open: |build| (group::KIND.open)(&bent(build)), ..group::KIND };

fn bent(build: &Build) -> Build {
    build.clone().with_file(group::PLAN, bending(PLAN))
}

fn bending(plan: &str) -> String {
    let rigid = r#""mass": 1.2, "inertia": 0.03, "centre_of_mass": [0.27, 0]"#;
    let beam = r#""flexible": {"beam": {"ends": "pinned", "axial_modes": 2, "section": [
        {"length": 0.54, "area": 2.8e-4, "second_moment": 2.3e-9}]}}"#;
    plan.replace(rigid, beam)
}

/// The group with bodies that the unit moves and oil in one of the joints.
pub const OILED: ModelKind =
    ModelKind { open: |build| (group::KIND.open)(&oiled(build)), ..group::KIND };

fn oiled(build: &Build) -> Build {
    let dry = r#""a": "crank", "b": "rod""#;
    let film = r#""a": "crank", "b": "rod", "parameters": {
        "geometry": {"clearance": 1e-4, "length": 0.02}, "film": {"law": "finite", "viscosity": 0.05}}"#;
    build.clone().with_file(group::PLAN, moving(&bending(PLAN)).replace(dry, film))
}

/// A group in space: a door on a hinge with play and an ideal ball, on a frame that the host moves.
pub const DOOR: ModelKind =
    ModelKind { open: |build| (group::KIND.open)(&door(build, false)), ..group::KIND };

/// That group by relative motions and W.
pub const DOOR_SEEN: ModelKind = ModelKind {
    open: |build| (DOOR.open)(&build.clone().with("build.ports", "relative")),
    ..group::KIND
};

/// That group with its door moved by the unit, on a bushing, and driven by a torque.
pub const SWUNG: ModelKind =
    ModelKind { open: |build| (group::KIND.open)(&door(build, true)), ..group::KIND };

fn door(build: &Build, moved: bool) -> Build {
    let more = if moved {
        r#""integrate": true, "gravity": [3, 0, -9], "spring": [{"name": "s", "type": "bushing", "a": "ground",
            "b": "door", "at_b": [0.1, 0, 0], "stiffness": [1e3, 1e3, 1e3, 1, 1, 1], "damping": [1, 1, 1, 0, 0, 0]}],
            "drive": [{"body": "door", "torque": 2}],"#
    } else {
        ""
    };
    let plan = DOOR_PLAN.replacen('{', &format!("{{{more}"), 1);
    build.clone().with_file(group::PLAN, plan)
}

const DOOR_PLAN: &str = r#"{
    "space": true,
    "body": [
        {"name": "frame", "kind": "prescribed"},
        {"name": "door", "mass": 6, "inertia": [0.16, 0.3, 0.2], "centre_of_mass": [0.3, 0.02, 0]}
    ],
    "joint": [
        {"name": "B", "type": "spatial_revolute", "a": "frame", "b": "door", "at_a": [0, 0, -0.2],
         "at_b": [0, 0, -0.2], "parameters": {"contact": {"restitution": 0.5}}}
    ],
    "pin": [{"a": "frame", "b": "door", "at_a": [0, 0, 0.2], "at_b": [0, 0, 0.2]}]
}"#;

const PLAN: &str = r#"{
    "body": [
        {"name": "crank", "kind": "prescribed"},
        {"name": "rod", "mass": 1.2, "inertia": 0.03, "centre_of_mass": [0.27, 0]},
        {"name": "slider", "mass": 2, "inertia": 1e-3, "centre_of_mass": [0.54, 0]}
    ],
    "joint": [
        {"name": "B", "type": "revolute_clearance", "a": "crank", "b": "rod"},
        {"name": "C", "type": "revolute_clearance", "a": "rod", "b": "slider",
         "frame_a": {"x": 0.54}, "frame_b": {"x": 0.54}, "parameters": {"contact": {"restitution": 0.5}}},
        {"name": "D", "type": "translational_clearance", "a": "ground", "b": "slider",
         "frame_a": {"x": 0.54}, "frame_b": {"x": 0.54}}
    ]
}"#;
