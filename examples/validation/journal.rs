//! A journal in its bearing, which is fixed: its own mechanics here, the contact in a loaded FMU.

use fmu_build::{Error, Fmu, Instance, Settings};

/// Place, angle and their rates: x, y, φ, v_x, v_y, ω.
pub type State = [f64; 6];

/// A journal and the FMU of its bearing.
pub struct Journal {
    instance: Instance,
    inputs: [u32; 6],
    loads: [u32; 3],
    reported: [u32; 3],
    /// 1/m, 1/m, 1/J; 0 for locked directions.
    inverse: [f64; 3],
    step: f64,
    steps: u64,
    /// Its state.
    pub state: State,
}

/// The FMU's report after a step.
pub struct Report {
    /// Start of the last contact \[s\].
    pub start: f64,
    /// Largest normal force inside the step \[N\].
    pub peak: f64,
    /// Normal force at the step's end \[N\].
    pub force: f64,
}

impl Journal {
    /// A journal at `state` in a bearing with these settings, stepped by `step` \[s\].
    pub fn new(
        fmu: &Fmu,
        settings: &Settings,
        inverse: [f64; 3],
        state: State,
        step: f64,
    ) -> Result<Self, Error> {
        let inputs = fmu.references([
            "frame_b.x",
            "frame_b.y",
            "frame_b.phi",
            "frame_b.vx",
            "frame_b.vy",
            "frame_b.w",
        ])?;
        let mut instance = fmu.start("bearing", settings)?;
        instance.set_real(&inputs, &state)?;
        Ok(Self {
            instance,
            inputs,
            loads: fmu.references(["load_b.fx", "load_b.fy", "load_b.t"])?,
            reported: fmu.references([
                "contact.start_time",
                "contact.peak_normal_force",
                "contact.normal_force",
            ])?,
            inverse,
            step,
            steps: 0,
            state,
        })
    }

    /// Time \[s\].
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.step
    }

    /// Makes a step under the bearing's load, the mean over the step, and `outer` forces of time and
    /// position, which are integrated to second order.
    pub fn advance(&mut self, outer: impl Fn(f64, &State) -> [f64; 3]) -> Result<(), Error> {
        let (time, step) = (self.time(), self.step);
        self.instance.set_real(&self.inputs, &self.state)?;
        self.instance.step(time, step)?;
        let mut load = [0.0; 3];
        self.instance.get_real(&self.loads, &mut load)?;
        let rates = |time, state: &State| {
            let outer = outer(time, state);
            std::array::from_fn(|i| (load[i] + outer[i]) * self.inverse[i])
        };
        let first = rates(time, &self.state);
        let last = rates(time + step, &carry(&self.state, first, first, step));
        self.state = carry(&self.state, first, last, step);
        self.steps += 1;
        Ok(())
    }

    /// Reads the FMU's report.
    pub fn report(&mut self) -> Result<Report, Error> {
        let mut values = [0.0; 3];
        self.instance.get_real(&self.reported, &mut values)?;
        let [start, peak, force] = values;
        Ok(Report { start, peak, force })
    }
}

/// One step whose acceleration changes linearly from `first` to `last`.
fn carry(state: &State, first: [f64; 3], last: [f64; 3], step: f64) -> State {
    let mut there = *state;
    for i in 0..3 {
        there[i] += step * (state[i + 3] + (2.0 * first[i] + last[i]) * step / 6.0);
        there[i + 3] += 0.5 * step * (first[i] + last[i]);
    }
    there
}
