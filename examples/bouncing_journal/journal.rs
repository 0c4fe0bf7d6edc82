//! A journal in its bearing: its own mechanics here, the contact's equations in a loaded FMU.

use fmu_build::{Equations, Error, Fmu};

/// Acceleration of free fall \[m/s²\], along −y.
const GRAVITY: f64 = 9.81;
/// Mass of the journal \[kg\].
pub const MASS: f64 = 1.0;
/// Moment of inertia of the journal, a solid cylinder of 9.5 mm radius \[kg m²\].
pub const INERTIA: f64 = 0.5 * MASS * 9.5e-3 * 9.5e-3;

/// Number of states: positions and velocities, then the FMU's own states.
pub const STATES: usize = 8;
const INPUTS: [&str; 6] =
    ["frame_b.x", "frame_b.y", "frame_b.phi", "frame_b.vx", "frame_b.vy", "frame_b.w"];
const LOADS: [&str; 3] = ["load_b.fx", "load_b.fy", "load_b.t"];
const OWN: [&str; 2] = ["contact.bristle", "energy.dissipated"];
const RATES: [&str; 2] = ["contact.bristle_rate", "energy.dissipated_rate"];

/// Start of the journal: 0.2 mm off the middle, at 0.05 m/s, spinning with 50 rad/s.
pub const START: [f64; STATES] = [2e-4, 0.0, 0.0, 0.05, 0.0, 50.0, 0.0, 0.0];

/// The journal, and the FMU of its bearing.
pub struct Journal {
    equations: Equations,
    inputs: [u32; 6],
    loads: [u32; 3],
    stored: u32,
    active: u32,
    /// Inputs and the FMU's states, by which rates are differentiated.
    knowns: [u32; STATES],
    /// Loads and rates of the FMU's states, which are differentiated.
    unknowns: [u32; 5],
    /// Number of evaluations of the rates.
    pub evaluations: usize,
    /// Number of evaluations of the rates' derivatives.
    pub derivatives: usize,
}

impl Journal {
    /// The journal at its start.
    pub fn new(fmu: &Fmu) -> Result<Self, Error> {
        let (inputs, loads) = (fmu.references(INPUTS)?, fmu.references(LOADS)?);
        let (own, rates) = (fmu.references(OWN)?, fmu.references(RATES)?);
        let mut journal = Self {
            equations: fmu.start_equations("bearing", &[])?,
            inputs,
            loads,
            stored: fmu.reference("energy.stored")?,
            active: fmu.reference("contact.active")?,
            knowns: std::array::from_fn(|i| if i < 6 { inputs[i] } else { own[i - 6] }),
            unknowns: std::array::from_fn(|i| if i < 3 { loads[i] } else { rates[i - 3] }),
            evaluations: 0,
            derivatives: 0,
        };
        journal.equations.set_real(&inputs, &START[..6])?;
        journal.equations.update()?;
        journal.equations.enter_continuous_mode()?;
        Ok(journal)
    }

    fn place(&mut self, time: f64, y: &[f64]) -> Result<(), Error> {
        self.equations.set_time(time)?;
        self.equations.set_real(&self.inputs, &y[..6])?;
        self.equations.set_states(&y[6..])
    }

    /// Rates of all states.
    pub fn rates(&mut self, time: f64, y: &[f64], rates: &mut [f64]) -> Result<(), Error> {
        self.evaluations += 1;
        self.place(time, y)?;
        let mut load = [0.0; 3];
        self.equations.get_real(&self.loads, &mut load)?;
        rates[..3].copy_from_slice(&y[3..6]);
        rates[3] = load[0] / MASS;
        rates[4] = load[1] / MASS - GRAVITY;
        rates[5] = load[2] / INERTIA;
        self.equations.rates(&mut rates[6..])
    }

    /// Directional derivative of the rates, by the FMU.
    pub fn along(
        &mut self,
        time: f64,
        y: &[f64],
        direction: &[f64],
        change: &mut [f64],
    ) -> Result<(), Error> {
        self.derivatives += 1;
        self.place(time, y)?;
        let mut of = [0.0; 5];
        self.equations.derivative(&self.unknowns, &self.knowns, direction, &mut of)?;
        change[..3].copy_from_slice(&direction[3..6]);
        change[3..].copy_from_slice(&[of[0] / MASS, of[1] / MASS, of[2] / INERTIA, of[3], of[4]]);
        Ok(())
    }

    /// Penetration of the surfaces as the FMU shows it to a solver \[m\].
    pub fn indicator(&mut self, time: f64, y: &[f64]) -> Result<f64, Error> {
        self.place(time, y)?;
        let mut indicator = [0.0];
        self.equations.indicators(&mut indicator)?;
        Ok(indicator[0])
    }

    /// Handles an event at that instant; states that jump are written back.
    pub fn event(&mut self, time: f64, y: &mut [f64]) -> Result<(), Error> {
        self.place(time, y)?;
        self.equations.enter_event_mode()?;
        if self.equations.update()?.states_jumped {
            self.equations.states(&mut y[6..])?;
        }
        self.equations.enter_continuous_mode()
    }

    /// True while journal and bearing touch.
    pub fn touches(&mut self) -> Result<bool, Error> {
        self.equations.get_boolean(self.active)
    }

    /// Sum of the journal's energy, the energy stored in the contact and the losses \[J\].
    pub fn energy(&mut self, time: f64, y: &[f64]) -> Result<f64, Error> {
        self.place(time, y)?;
        let mut stored = [0.0];
        self.equations.get_real(&[self.stored], &mut stored)?;
        let moving = 0.5 * (MASS * (y[3] * y[3] + y[4] * y[4]) + INERTIA * y[5] * y[5]);
        Ok(moving + MASS * GRAVITY * y[1] + stored[0] + y[7])
    }

    /// Steps the journal through the FMU's co-simulation from time 0 to `end` \[s\].
    pub fn stepped(fmu: &Fmu, end: f64, step: f64) -> Result<[f64; 6], Error> {
        let (inputs, loads) = (fmu.references(INPUTS)?, fmu.references(LOADS)?);
        let mut instance = fmu.start("stepped", &[])?;
        let mut y: [f64; 6] = std::array::from_fn(|i| START[i]);
        let mut load = [0.0; 3];
        for index in 0..(end / step).round() as u32 {
            instance.set_real(&inputs, &y)?;
            instance.step(f64::from(index) * step, step)?;
            instance.get_real(&loads, &mut load)?;
            let rates = [load[0] / MASS, load[1] / MASS - GRAVITY, load[2] / INERTIA];
            for (i, rate) in rates.into_iter().enumerate() {
                y[i] += step * (y[i + 3] + 0.5 * step * rate);
                y[i + 3] += step * rate;
            }
        }
        Ok(y)
    }
}
