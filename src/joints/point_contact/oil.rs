//! The film of a joint of contact points.

use crate::base::{Fault, Real};
use crate::coupling::{CouplingReport, Mobility};
use crate::kinematics::planar::Motion;
use crate::laws::film::{Film, FilmParameters};
use crate::ports::Ports;

/// A film with the law of its viscosity, and the mobility of the bodies that it loads.
#[derive(Debug, Clone)]
pub struct Oil {
    /// The film.
    pub film: Film,
    /// Its parameters, with the present temperature.
    parameters: FilmParameters,
    /// Largest mobility along any direction \[1/kg\]; 0 if it is unknown.
    mobility: f64,
}

impl Oil {
    /// A film with these parameters, between bodies of this mobility.
    pub fn new(film: Film, parameters: &FilmParameters, mobility: &Mobility) -> Self {
        Self { film, parameters: *parameters, mobility: largest(mobility) }
    }

    /// Adopts the tunable parameters. A temperature that is an input comes with the next motion.
    pub fn tune(
        &mut self,
        parameters: &FilmParameters,
        takes_temperature: bool,
    ) -> Result<(), Fault> {
        self.parameters = *parameters;
        if takes_temperature { Ok(()) } else { self.film.tune(parameters) }
    }

    /// The viscosity \[Pa s\] at a `temperature` \[K\] of the host.
    pub fn viscosity_at(&self, temperature: f64) -> Result<f64, Fault> {
        self.parameters.viscosity_at(Ports::TEMPERATURE, temperature)
    }

    /// Sets the temperature \[K\] that the host gives.
    pub fn set_temperature(&mut self, temperature: f64) -> Result<(), Fault> {
        self.film.set_viscosity(self.viscosity_at(temperature)?);
        self.parameters.temperature = temperature;
        Ok(())
    }

    /// Returns the ratio of the viscosity at a `temperature` \[K\] of the host, which must have been set, to the
    /// present one: 1, with its derivative by the temperature. The film's load is proportional to it.
    pub fn viscosity_ratio<T: Real>(&self, temperature: Option<T>) -> T {
        let ratio = |now: T| (now - now.re()) * self.parameters.viscosity_slope() + 1.0;
        temperature.map_or(T::from(1.0), ratio)
    }

    /// Returns the longest step \[s\] over which a held load is stable at the motion `b`, or 0 if the
    /// mobility is unknown. Over a longer step the film's damping would throw the bodies back faster
    /// than they came.
    fn longest_step(&self, b: &Motion<f64>) -> f64 {
        if self.mobility > 0.0 { 2.0 / (self.mobility * self.film.damping(b)) } else { 0.0 }
    }

    /// The report of a step of `size` \[s\] along the host's motion.
    #[inline(never)]
    pub fn coupling(&self, b: &Motion<f64>, size: f64) -> CouplingReport {
        let suggested_step = self.longest_step(b);
        let step_too_long = suggested_step > 0.0 && size > suggested_step;
        CouplingReport { suggested_step, step_too_long, ..CouplingReport::default() }
    }
}

/// Returns the largest mobility along any direction of translation \[1/kg\].
fn largest(mobility: &Mobility) -> f64 {
    let [xx, xy, yy] = [mobility.0.m11, mobility.0.m12, mobility.0.m22];
    0.5 * (xx + yy) + (0.5 * (xx - yy)).hypot(xy)
}
