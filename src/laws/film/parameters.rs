//! Parameters and report of a film.

use super::{Finite, Law, butenschoen::Butenschoen};
use crate::base::Fault;
use crate::base::fault::Name;
use model_description::Interval;
use model_description::{NOT_NEGATIVE, POSITIVE, choices, quantities};

/// Allowed viscosities \[Pa s\].
const VISCOSITY: Interval = Interval::above(0.0).up_to(1e4);
/// Width over diameter for which films are computed.
const WIDTH: Interval = Interval::closed(0.02, 2.0);
/// Thinnest film over the clearance: its default and its range.
const THINNEST: f64 = 1e-3;
const THICKNESS: [f64; 2] = [1e-4, 0.1];
/// Smallest distance of the temperature from the pole of Vogel's law \[K\].
const FROM_POLE: f64 = 1.0;

choices! {
    /// Film law.
    pub enum FilmLaw {
        /// No oil film: a dry joint.
        Without: "none" = 1,
        /// Reynolds' equation for a bearing of finite width, solved at set-up.
        Finite: "finite" = 2,
        /// Butenschoen's fits, for comparison with codes that use them; they can create energy when a loaded journal lifts off.
        Butenschoen: "butenschoen" = 3,
        /// Ocvirk's closed form for short bearings: length up to half the radius, eccentricity up to 0.6.
        Short: "short" = 4,
    }
}

choices! {
    /// How the viscosity is given.
    pub enum ViscosityLaw {
        /// A given viscosity, the same at every temperature.
        Isoviscous: "isoviscous" was "constant" = 1,
        /// Vogel's law of the temperature, vogel_a exp(vogel_b/(T - vogel_c)).
        Vogel: "vogel" = 2,
    }
}

choices! {
    /// Where the temperature of the oil comes from.
    pub enum TemperatureFrom {
        /// A parameter, tunable between steps.
        Parameter: "given_by_parameter" was "parameter" = 1,
        /// An input: the host gives it at every communication point.
        Input: "given_by_input" was "input" = 2,
    }
}

choices! {
    /// Contact of rough surfaces through a thin film.
    pub enum AsperityLaw {
        /// None: the surfaces touch once the journal penetrates the bearing.
        Without: "none" = 1,
        /// Greenwood and Tripp's law.
        GreenwoodTripp: "greenwood_tripp" = 2,
    }
}

choices! {
    /// Lubrication regime: what carries the load.
    pub enum FilmRegime {
        /// The journal penetrates the bearing.
        DryContact: "dry_contact" = 1,
        /// Asperities carry more than 90 % of the radial load.
        Boundary: "boundary" = 2,
        /// Asperities carry more than 1 % of the radial load.
        Mixed: "mixed" = 3,
        /// The film carries the load.
        FullFilm: "full_film" = 4,
        /// There is no load, or no film.
        Without: "none" = 5,
    }
}

quantities! {
    /// The oil in the joint.
    pub struct FilmParameters {
        /// Film law; none is a dry joint.
        law: FilmLaw with { FilmLaw::Without },
        /// Dynamic viscosity.
        /// Used by film.viscosity_law = isoviscous.
        viscosity: "Pa.s" tunable = 0.05 in VISCOSITY,
        /// How the viscosity is given.
        viscosity_law: ViscosityLaw with { ViscosityLaw::Isoviscous },
        /// Temperature of the oil; at least 1 K above film.vogel_c.
        /// Used by film.viscosity_law = vogel.
        temperature: "K" tunable = 313.15 in POSITIVE,
        /// Factor of Vogel's law: the viscosity at very high temperature.
        /// Used by film.viscosity_law = vogel.
        vogel_a: "Pa.s" = 6.567e-5 in POSITIVE,
        /// Temperature coefficient of Vogel's law; larger means a stronger fall of viscosity with temperature.
        /// Used by film.viscosity_law = vogel.
        vogel_b: "K" = 972.1 in POSITIVE,
        /// Pole temperature of Vogel's law.
        /// Used by film.viscosity_law = vogel.
        vogel_c: "K" = 178.15 in POSITIVE,
        /// Thinnest film that is computed: below twice this the surfaces smoothly take over from the film; 0 is a thousandth of the clearance, else 1e-4 to 0.1 of it.
        thickness_floor: "m" = 0.0 in NOT_NEGATIVE,
        /// Contact of rough surfaces through a thin film.
        asperities: AsperityLaw with { AsperityLaw::GreenwoodTripp },
    }
}

quantities! {
    /// The film at the end of the last committed step; zeros without a film.
    pub struct FilmReport {
        /// Smallest film thickness; negative while the journal penetrates the bearing.
        thickness_min: "m",
        /// Eccentricity ratio: distance of the centres divided by the clearance.
        eccentricity: "1",
        /// Magnitude of the film force on the journal.
        force: "N",
        /// Sommerfeld number of the film force, at the entrainment speed; 0 if there is none.
        sommerfeld: "1",
        /// Attitude angle, from the reversed film force to the line of centres.
        attitude: "rad",
        /// Lubrication regime: what carries the load.
        regime: FilmRegime with { FilmRegime::Without },
        /// Moment on body b by film, asperities and contact, counter-clockwise.
        friction_torque: "N.m",
        /// Power dissipated by film, friction and damping.
        power_loss: "W",
        /// Estimated largest film pressure; for film.law = butenschoen that of a short bearing, which is too high.
        pressure_max: "Pa",
        /// Viscosity at the oil temperature.
        viscosity_now: "Pa.s",
        /// Normal force of the asperities.
        asperity_force: "N",
    }
}

impl FilmParameters {
    /// The viscosity \[Pa s\] at the present temperature.
    pub fn viscosity_now(&self) -> Result<f64, Fault> {
        self.viscosity_at("film.temperature", self.temperature)
    }

    /// The viscosity \[Pa s\] at a `temperature` \[K\] that the variable `name` gives.
    pub(crate) fn viscosity_at(&self, name: &'static str, temperature: f64) -> Result<f64, Fault> {
        let Self { viscosity, vogel_a, vogel_b, vogel_c, .. } = *self;
        let viscosity = match self.viscosity_law {
            ViscosityLaw::Isoviscous => viscosity,
            ViscosityLaw::Vogel => {
                let allowed = Interval::closed(vogel_c + FROM_POLE, f64::INFINITY);
                let meaning = "temperature of the oil in K; at least 1 K above film.vogel_c";
                Fault::check(name, temperature, allowed, meaning)?;
                vogel_a * (vogel_b / (temperature - vogel_c)).exp()
            }
        };
        Fault::check("film.viscosity", viscosity, VISCOSITY, "dynamic viscosity in Pa s")
    }

    /// Relative change of the viscosity with temperature \[1/K\]; 0 if the viscosity is given.
    pub(crate) fn viscosity_slope(&self) -> f64 {
        match self.viscosity_law {
            ViscosityLaw::Isoviscous => 0.0,
            ViscosityLaw::Vogel => {
                let from_pole = self.temperature - self.vogel_c;
                -self.vogel_b / (from_pole * from_pole)
            }
        }
    }

    /// Thinnest film over a `clearance` \[m\].
    pub(super) fn thinnest(&self, clearance: f64) -> Result<f64, Fault> {
        if self.thickness_floor == 0.0 {
            return Ok(THINNEST);
        }
        let [low, high] = THICKNESS.map(|part| part * clearance);
        let meaning = "0 for geometry.clearance/1000, else 1e-4 to 0.1 of the clearance in m";
        let allowed = Interval::closed(low, high);
        Ok(Fault::check("film.thickness_floor", self.thickness_floor, allowed, meaning)?
            / clearance)
    }

    /// The law for b = `width`, down to films of `thinnest` clearances; `None` for a dry joint.
    pub(super) fn law(&self, width: f64, thinnest: f64) -> Result<Option<Law>, Fault> {
        if self.law == FilmLaw::Without {
            return Ok(None);
        }
        if !WIDTH.contains(width) {
            return Err(Fault::OutOfRange {
                name: Name::of("geometry.length/(2 bearing_radius)"),
                value: width,
                allowed: WIDTH,
                meaning: "width of the film over its diameter; film.law = none takes any",
            });
        }
        Ok(match self.law {
            FilmLaw::Without => None,
            FilmLaw::Finite => Some(Law::Finite(Finite::shared(width, thinnest))),
            FilmLaw::Butenschoen => Some(Law::Butenschoen(Butenschoen::new(width))),
            FilmLaw::Short => Some(Law::Short(width)),
        })
    }
}
