//! A revolute joint in oil whose temperature the host gives at every communication point.

use super::clearance::{self, RevoluteChoices, RevoluteClearance};
use crate::base::Fault;
use crate::coupling::Step;
use crate::joints::Joint;
use crate::joints::point_contact::Memory;
use crate::kinematics::planar::PairLoad;
use crate::laws::film::{FilmLaw, FilmParameters, TemperatureFrom, ViscosityLaw};
use crate::model::{ContinuousState, Equations, Files};
use crate::ports::{WarmMotion, WarmPair, WarmPorts};
use model_description::Row;
use model_description::{Quantities, quantities};
use num_dual::Dual64;

quantities! {
    /// One more choice at the build.
    pub struct WarmChoice {
        /// Whether the temperature of the oil is a parameter or an input.
        temperature: TemperatureFrom constant,
    }
}

/// The parameters of the joint without the temperature.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Parameters {
    /// The parameters of the joint at any temperature.
    pub joint: clearance::Parameters,
    /// The additional choice.
    pub build: WarmChoice,
}

/// Number of the parameters of the joint at any temperature, and number of the temperature among them.
const ALL: usize = clearance::Parameters::COUNT;
const TEMPERATURE: usize = ALL - RevoluteChoices::COUNT - FilmParameters::COUNT + 3;

impl Quantities for Parameters {
    const COUNT: usize = ALL - 1 + WarmChoice::COUNT;

    fn rows(&self) -> Vec<Row> {
        let mut rows = self.joint.rows();
        rows.remove(TEMPERATURE);
        rows.extend(self.build.rows().into_iter().map(|row| row.inside("build")));
        rows
    }

    fn read(values: &[f64]) -> Self {
        let mut all = [0.0; ALL];
        let (rest, build) = values.split_at(ALL - 1);
        all[..TEMPERATURE].copy_from_slice(&rest[..TEMPERATURE]);
        all[TEMPERATURE + 1..].copy_from_slice(&rest[TEMPERATURE..]);
        // Above any pole of Vogel's law; the actual temperature comes with the first motion.
        all[TEMPERATURE] = f64::MAX;
        let joint = clearance::Parameters::read(&all);
        Self { joint, build: WarmChoice::read(build) }
    }

    fn write(&self, values: &mut [f64]) {
        let mut all = [0.0; ALL];
        self.joint.write(&mut all);
        values[..TEMPERATURE].copy_from_slice(&all[..TEMPERATURE]);
        values[TEMPERATURE..ALL - 1].copy_from_slice(&all[TEMPERATURE + 1..]);
        self.build.write(&mut values[ALL - 1..]);
    }
}

/// A pin in a hole, in oil of a given temperature.
#[derive(Debug, Clone)]
pub struct WarmRevolute {
    joint: RevoluteClearance,
    /// Its film, at the last temperature of the host.
    film: FilmParameters,
}

impl WarmRevolute {
    /// Sets the temperature of the oil \[K\].
    fn set_temperature(&mut self, temperature: f64) -> Result<(), Fault> {
        self.film.temperature = temperature;
        self.joint.oil.as_mut().map_or(Ok(()), |oil| oil.film.tune(&self.film))
    }

    /// Relative change of a film's load with the temperature, as a derivative: the load is proportional to
    /// the viscosity.
    fn relative_change(&self, temperature: Dual64) -> Dual64 {
        Dual64::new(0.0, self.film.viscosity_slope() * temperature.eps)
    }
}

impl Joint for WarmRevolute {
    const NAME: &'static str = RevoluteClearance::NAME;
    const ABOUT: &'static str = RevoluteClearance::ABOUT;
    type Ports = WarmPorts;
    type Parameters = Parameters;
    type State = Memory<1>;

    fn new(parameters: &Parameters, files: &Files) -> Result<Self, Fault> {
        let joint = RevoluteClearance::new(&parameters.joint, files)?;
        Ok(Self { joint, film: parameters.joint.film })
    }

    fn ports(parameters: &Parameters) -> WarmPorts {
        WarmPorts(RevoluteClearance::ports(&parameters.joint))
    }

    fn report_rows(parameters: &Parameters) -> Vec<Row> {
        RevoluteClearance::report_rows(&parameters.joint)
    }

    fn safe_step(&self) -> f64 {
        self.joint.safe_step()
    }

    fn warning(&self) -> Option<&'static str> {
        self.joint.warning()
    }

    fn wall_force(&mut self, penetration: f64) -> Option<f64> {
        self.joint.wall_force(penetration)
    }

    fn doubts(parameters: &Parameters) -> Vec<String> {
        let FilmParameters { law, viscosity_law, .. } = parameters.joint.film;
        let mut doubts = RevoluteClearance::doubts(&parameters.joint);
        if law == FilmLaw::Without || viscosity_law != ViscosityLaw::Vogel {
            doubts.push(
                "film.temperature is an input and used by film.viscosity_law = vogel with a film.law other than none \
                 only; set both"
                    .to_owned(),
            );
        }
        doubts
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.film = parameters.joint.film;
        self.joint.tune(&parameters.joint)
    }

    fn admit(&self, input: &str, number: f64) -> Result<(), Fault> {
        if input == WarmPorts::TEMPERATURE && self.joint.oil().is_some() {
            FilmParameters { temperature: number, ..self.film }.viscosity_now()?;
        }
        Ok(())
    }

    fn fits(&self, memory: &Memory<1>) -> bool {
        self.joint.fits(memory)
    }

    fn begin(
        &mut self,
        b: &WarmMotion<f64>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Memory<1>, Fault> {
        self.set_temperature(b.temperature)?;
        Joint::begin(&mut self.joint, &b.motion, time, report)
    }

    fn step(
        &mut self,
        motion: &WarmPair<f64>,
        memory: &mut Memory<1>,
        step: Step,
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        self.set_temperature(motion.start.temperature)?;
        self.joint.step(&motion.pair, memory, step, report)
    }

    fn derivative(
        &mut self,
        motion: &WarmPair<Dual64>,
        memory: &Memory<1>,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        let temperature = motion.start.temperature;
        self.set_temperature(temperature.re)?;
        let load = self.joint.derivative(&motion.pair, memory, step)?;
        Ok(match self.joint.oil() {
            None => load,
            Some(oil) => {
                let film = self.joint.film_step(oil, &motion.pair.path, step.size);
                load.plus(self.relative_change(temperature), &film.load)
            }
        })
    }

    fn equations(&mut self) -> Result<&mut dyn Equations<WarmPorts>, Fault> {
        self.joint.equations()?;
        Ok(self)
    }
}

/// The equations of the joint. Position and contact of the pin do not depend on the temperature.
impl Equations<WarmPorts> for WarmRevolute {
    fn states(&self) -> Vec<ContinuousState> {
        self.joint.states()
    }

    fn discrete_count(&self) -> usize {
        self.joint.discrete_count()
    }

    fn indicator_count(&self) -> usize {
        self.joint.indicator_count()
    }

    fn begin(
        &mut self,
        b: &WarmMotion<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault> {
        Equations::begin(&mut self.joint, &b.motion, time, states, discrete)
    }

    fn flow(
        &mut self,
        b: &WarmMotion<f64>,
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        self.set_temperature(b.temperature)?;
        self.joint.flow(&b.motion, states, discrete, rates, report)
    }

    fn flow_with_derivatives(
        &mut self,
        b: &WarmMotion<Dual64>,
        states: &[Dual64],
        discrete: &[f64],
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        self.set_temperature(b.temperature.re)?;
        let load = self.joint.flow_with_derivatives(&b.motion, states, discrete, rates)?;
        let Some(oil) = self.joint.oil() else { return Ok(load) };
        let (film, change) = (oil.film.load(&b.motion), self.relative_change(b.temperature));
        // The last state is the energy lost.
        if let Some(lost) = rates.last_mut() {
            *lost += film.lost * change;
        }
        Ok(load.plus(change, &film.load))
    }

    fn indicate(
        &mut self,
        b: &WarmMotion<f64>,
        states: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        self.joint.indicate(&b.motion, states, discrete, indicators)
    }

    fn event(
        &mut self,
        b: &WarmMotion<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        self.joint.event(&b.motion, time, states, discrete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::JointPorts;

    #[test]
    fn the_input_of_the_temperature_has_the_row_of_the_parameter_that_it_replaces() {
        let ports = WarmRevolute::ports(&Parameters::default());
        let parameter = clearance::Parameters::default().rows().remove(TEMPERATURE);
        assert_eq!(parameter.name, WarmPorts::TEMPERATURE);
        let input = ports.input_rows().pop().unwrap();
        assert_eq!(format!("{input:?}"), format!("{parameter:?}"));
    }
}
