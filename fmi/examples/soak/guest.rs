//! The joint behind its C functions, as a host sees it.

use spiel::block::Block;
use spiel::catalogue;
use spiel::model::Build;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;
use spiel_fmi::*;
use std::ffi::CString;
use std::ptr::{null, null_mut};

/// One instance, in a bearing at rest.
pub struct Guest {
    component: fmi2Component,
    inputs: [u32; 6],
    outputs: [u32; 6],
}

/// The values that a host reads after a step.
pub struct Told {
    /// Force \[N\] and moment \[N m\] on the journal.
    pub load: [f64; 3],
    /// Time of the last contact's start \[s\].
    pub contact: f64,
    /// Energy lost so far \[J\].
    pub dissipated: f64,
    /// Energy stored \[J\].
    pub stored: f64,
}

fn done(status: fmi2Status) {
    assert_eq!(status, fmi2Status::fmi2OK);
}

impl Guest {
    pub fn new() -> Self {
        let joint = catalogue::named("revolute_clearance").expect("a joint of the catalogue");
        let guid = CString::new(default_guid(joint.name)).expect("no null byte inside");
        // SAFETY: strings end with a null byte; other pointers are null.
        let component =
            unsafe { instantiate(joint, c"soak".as_ptr(), 1, guid.as_ptr(), null(), null(), 0) };
        assert!(!component.is_null());
        // SAFETY: the component is alive.
        unsafe {
            done(fmi2SetupExperiment(component, 0, 0.0, 0.0, 0, 0.0));
            done(fmi2EnterInitializationMode(component));
            done(fmi2ExitInitializationMode(component));
        }
        let block = Block::new(joint, &Build::default()).expect("the joint needs no choices");
        let number = |name: &str| block.number(name).expect("a known name") as u32;
        Self {
            component,
            inputs: ["x", "y", "phi", "vx", "vy", "w"].map(|n| number(&format!("frame_b.{n}"))),
            outputs: [
                "load_b.fx",
                "load_b.fy",
                "load_b.t",
                "contact.start_time",
                "energy.dissipated",
                "energy.stored",
            ]
            .map(number),
        }
    }

    /// One communication step with the journal's state at its start.
    pub fn step(&self, time: f64, size: f64, state: &[f64; 6]) -> Told {
        let mut told = [0.0; 6];
        // SAFETY: the component is alive; both arrays hold six elements.
        unsafe {
            done(fmi2SetReal(self.component, self.inputs.as_ptr(), 6, state.as_ptr()));
            done(fmi2DoStep(self.component, time, size, 1));
            done(fmi2GetReal(self.component, self.outputs.as_ptr(), 6, told.as_mut_ptr()));
        }
        let [fx, fy, t, contact, dissipated, stored] = told;
        Told { load: [fx, fy, t], contact, dissipated, stored }
    }

    /// Takes a snapshot, spoils the instance, restores and frees; returns true if there are snapshots.
    pub fn look_back(&self) -> bool {
        let mut state = null_mut();
        let (input, far) = (self.inputs[0], 1.0);
        // SAFETY: the component is alive, the snapshot its own; arrays hold one element.
        unsafe {
            if fmi2GetFMUstate(self.component, &raw mut state) != fmi2Status::fmi2OK {
                return false;
            }
            done(fmi2SetReal(self.component, &raw const input, 1, &raw const far));
            done(fmi2SetFMUstate(self.component, state));
            done(fmi2FreeFMUstate(self.component, &raw mut state));
        }
        true
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // SAFETY: the component is alive and not used again.
        unsafe { fmi2FreeInstance(self.component) };
    }
}
