//! One instance of a joint, which keeps its log.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "unless a comment says otherwise, the component lives until drop, arrays are as long as announced"
)]

use super::functions::Functions;
use crate::common::{ERROR, Log, OK};
use spiel_fmi::Phase;
use spiel_fmi::fmi2::types::*;

pub use super::source::Source;

/// An instance, freed when dropped.
pub struct Guest<'a> {
    pub source: &'a Source,
    pub call: Functions,
    pub component: fmi2Component,
    pub log: Box<Log>,
}

// SAFETY: FMI 2.0: an instance may be used from any thread, one at a time.
unsafe impl Send for Guest<'_> {}

impl Guest<'_> {
    /// Sets the mobility of a joint that can predict its contacts.
    pub fn tell_mobility(&self) {
        for (name, value) in [("xx", 1.0), ("yy", 2.0), ("xphi", 3.0), ("phiphi", 400.0)] {
            if let Some(number) = self.source.number(&format!("coupling.mobility_{name}")) {
                assert_eq!(self.set(&[number], &[value]), OK);
            }
        }
        if let Some(number) = self.source.number("coupling.mobility") {
            assert_eq!(self.set(&[number], &[2.0]), OK);
        }
        // Of a group by relative motions: every joint gives as if it were alone.
        for joint in ["B", "C", "D"] {
            for (way, value) in [("x_x", 1.0), ("y_y", 2.0), ("phi_phi", 400.0)] {
                if let Some(number) = self.source.number(&format!("{joint}.W.{joint}.{way}")) {
                    assert_eq!(self.set(&[number], &[value]), OK);
                }
            }
        }
    }

    /// The lines logged since the last look.
    pub fn log(&self) -> Vec<(i32, String)> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    /// The one line of the last call, which must be an error.
    #[track_caller]
    pub fn error(&self) -> String {
        let mut log = self.log();
        assert_eq!(log.len(), 1, "{log:?}");
        let (status, line) = log.remove(0);
        assert_eq!(status, ERROR as i32);
        assert!(!line.is_empty() && !line.contains('\n'), "{line}");
        line
    }

    pub fn enter(&self) -> fmi2Status {
        unsafe { (self.call.fmi2EnterInitializationMode)(self.component) }
    }

    pub fn exit(&self) -> fmi2Status {
        unsafe { (self.call.fmi2ExitInitializationMode)(self.component) }
    }

    pub fn terminate(&self) -> fmi2Status {
        unsafe { (self.call.fmi2Terminate)(self.component) }
    }

    pub fn reset(&self) -> fmi2Status {
        unsafe { (self.call.fmi2Reset)(self.component) }
    }

    pub fn step(&self, start: f64, size: f64) -> fmi2Status {
        unsafe { (self.call.fmi2DoStep)(self.component, start, size, 1) }
    }

    pub fn set(&self, references: &[u32], values: &[f64]) -> fmi2Status {
        let n = references.len().min(values.len());
        let set = self.call.fmi2SetReal;
        unsafe { set(self.component, references.as_ptr(), n, values.as_ptr()) }
    }

    pub fn set_integer(&self, reference: u32, value: i32) -> fmi2Status {
        unsafe { (self.call.fmi2SetInteger)(self.component, &reference, 1, &value) }
    }

    pub fn set_boolean(&self, reference: u32, value: i32) -> fmi2Status {
        unsafe { (self.call.fmi2SetBoolean)(self.component, &reference, 1, &value) }
    }

    pub fn get(&self, references: &[u32]) -> (fmi2Status, Vec<f64>) {
        let mut values = vec![0.0; references.len()];
        let (n, into) = (references.len(), values.as_mut_ptr());
        let get = self.call.fmi2GetReal;
        (unsafe { get(self.component, references.as_ptr(), n, into) }, values)
    }

    /// Gives an input a derivative.
    pub fn set_rate(&self, reference: u32, rate: f64) -> fmi2Status {
        let set = self.call.fmi2SetRealInputDerivatives;
        unsafe { set(self.component, &raw const reference, 1, &1, &raw const rate) }
    }

    /// The derivative of an output by an input, 0 where it is refused.
    pub fn derivative(&self, unknown: u32, known: u32) -> (fmi2Status, f64) {
        let (get, mut slope) = (self.call.fmi2GetDirectionalDerivative, 0.0);
        let status = unsafe { get(self.component, &unknown, 1, &known, 1, &1.0, &raw mut slope) };
        (status, slope)
    }

    /// Loads and report, by their bits.
    pub fn outputs(&self) -> Vec<u64> {
        let layout = &self.source.layout;
        let outputs = layout.loads.start as u32..layout.report.end as u32;
        let mut reals = self.source.reals();
        reals.retain(|number| outputs.contains(number));
        let (status, values) = self.get(&reals);
        assert_eq!(status, OK, "{:?}", self.log());
        values.into_iter().map(f64::to_bits).collect()
    }

    /// fmi2EnterEventMode.
    pub fn enter_event(&self) -> fmi2Status {
        unsafe { (self.call.fmi2EnterEventMode)(self.component) }
    }

    /// fmi2NewDiscreteStates, which never asks for another update.
    pub fn update(&self) -> fmi2Status {
        let mut info = NO_EVENT;
        let status = unsafe { (self.call.fmi2NewDiscreteStates)(self.component, &raw mut info) };
        assert_eq!((info.new_discrete_states_needed, info.terminate_simulation), (0, 0));
        status
    }

    /// fmi2EnterContinuousTimeMode.
    pub fn solve(&self) -> fmi2Status {
        unsafe { (self.call.fmi2EnterContinuousTimeMode)(self.component) }
    }

    pub fn set_time(&self, time: f64) -> fmi2Status {
        unsafe { (self.call.fmi2SetTime)(self.component, time) }
    }

    /// fmi2SetContinuousStates of as many as there are given.
    pub fn set_states(&self, states: &[f64]) -> fmi2Status {
        let set = self.call.fmi2SetContinuousStates;
        unsafe { set(self.component, states.as_ptr(), states.len()) }
    }

    /// Continuous states, rates and indicators, zeros where they are refused; and all statuses.
    pub fn flow(&self) -> ([fmi2Status; 3], [Vec<f64>; 3]) {
        let [states, indicators] = self.source.counts;
        let mut values = [vec![0.0; states], vec![0.0; states], vec![0.0; indicators]];
        let call = &self.call;
        let get =
            [call.fmi2GetContinuousStates, call.fmi2GetDerivatives, call.fmi2GetEventIndicators];
        let statuses = std::array::from_fn(|index| unsafe {
            get[index](self.component, values[index].as_mut_ptr(), values[index].len())
        });
        (statuses, values)
    }

    /// A snapshot, where there are snapshots.
    pub fn snapshot(&self) -> Option<fmi2FMUstate> {
        let mut state = std::ptr::null_mut();
        let status = unsafe { (self.call.fmi2GetFMUstate)(self.component, &raw mut state) };
        (status == OK).then_some(state)
    }

    /// Places the bodies so that they touch.
    pub fn touch(&self) {
        for (name, value) in lively(self.source.name) {
            let number = self.source.number(name).or_else(|| self.source.number(&relative(name)));
            let number = number.unwrap();
            assert_eq!(self.set(&[number], &[*value]), OK);
        }
    }

    /// Leads a new instance to `phase`, one step done where steps are possible.
    pub fn lead_to(&self, phase: Phase) {
        self.touch();
        if phase == Phase::Instantiated {
            return;
        }
        assert_eq!(self.enter(), OK, "{:?}", self.log());
        if phase == Phase::InitializationMode {
            return;
        }
        assert_eq!(self.exit(), OK);
        if self.source.continuous {
            assert_eq!(self.update(), OK, "{:?}", self.log());
            match phase {
                Phase::ContinuousTimeMode => {
                    assert_eq!(self.solve(), OK);
                    assert_eq!(self.set_time(self.source.step), OK);
                }
                Phase::Terminated => assert_eq!(self.terminate(), OK),
                // FMI 3.0 alone: any refusal ends the run.
                Phase::StepFailed => assert_eq!(self.set_time(f64::NAN), ERROR),
                _ => {}
            }
            self.log();
            return;
        }
        assert_eq!(self.step(0.0, self.source.step), OK, "{:?}", self.log());
        match phase {
            Phase::StepFailed => assert_eq!(self.step(self.source.step, -1.0), ERROR),
            Phase::Terminated => assert_eq!(self.terminate(), OK),
            _ => {}
        }
        self.log();
    }

    /// Asks for the state by a call that only one state allows; that one state is left by it.
    pub fn phase(&self) -> Phase {
        self.log();
        if self.exit() == OK {
            return Phase::InitializationMode;
        }
        let line = self.error();
        let all = [
            Phase::Instantiated,
            Phase::StepComplete,
            Phase::EventMode,
            Phase::ContinuousTimeMode,
            Phase::StepFailed,
            Phase::Terminated,
        ];
        let named = |phase: &Phase| line.contains(&format!("not allowed in state {phase} "));
        all.into_iter().find(named).unwrap_or_else(|| panic!("{line}"))
    }
}

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        unsafe { (self.call.fmi2FreeInstance)(self.component) };
    }
}

/// An event without any flag.
pub const NO_EVENT: fmi2EventInfo = fmi2EventInfo {
    new_discrete_states_needed: 0,
    terminate_simulation: 0,
    nominals_changed: 0,
    states_changed: 0,
    next_event_time_defined: 0,
    next_event_time: 0.0,
};

/// Returns true if an input is a part of a quaternion or of an axis.
pub fn is_direction(name: &str) -> bool {
    name.starts_with("axis_rel.")
        || [".e0", ".e1", ".e2", ".e3"].iter().any(|end| name.ends_with(end))
}

/// Returns the relative coordinate that corresponds to an input of body b.
fn relative(name: &str) -> String {
    match name.trim_start_matches("frame_b.") {
        "x" => "r_rel.x",
        "y" => "r_rel.y",
        "vx" => "v_rel.x",
        "w" => "w_rel",
        "wz" => "w_rel.z",
        other => other,
    }
    .to_owned()
}

/// Inputs under which a joint has loads.
fn lively(joint: &str) -> &'static [(&'static str, f64)] {
    match joint {
        "revolute_clearance" => &[("frame_b.x", 5.2e-4), ("frame_b.vx", 0.1), ("frame_b.w", 3.0)],
        "translational_clearance" => &[("frame_b.y", 5.2e-4), ("frame_b.vx", 0.1)],
        "sliced_pin" => &[("frame_b.x", 1.05e-4), ("frame_b.vx", 0.01)],
        "spatial_revolute" | "spherical_clearance" => {
            &[("frame_b.x", 5.2e-5), ("frame_b.vx", 0.1), ("frame_b.wz", 3.0)]
        }
        "rough_interface" => &[("frame_b.y", 1e-6), ("frame_b.vx", 1e-3)],
        "bushing" => &[("frame_b.x", 1e-4), ("frame_b.vx", 0.1)],
        "rotational_backlash" => &[("phi_b", 5.2e-3), ("w_b", 0.1)],
        "translational_backlash" => &[("x_b", 5.2e-5), ("v_b", 0.1)],
        "gear_mesh" => &[("phi_b", -9e-4), ("w_b", -1.0)],
        _ => &[],
    }
}
