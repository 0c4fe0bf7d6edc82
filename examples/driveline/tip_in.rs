//! The driveline: engine and vehicle as the host's own bodies, the coupling between them an FMU.

use fmu_build::{Error, Fmu};
use spiel::Choice;
use spiel::coupling::Method;
use spiel::laws::backlash::FlankElastic;
use spiel::laws::contact::elastic::KelvinVoigt;
use std::path::Path;

/// Engine with flywheel, and vehicle as the engine sees it \[kg m²\].
const INERTIA: [f64; 2] = [0.25, 4.0];
/// Stiffness of the driveline behind the play, at the engine \[N m/rad\].
const STIFFNESS: f64 = 6000.0;
/// Drag of the engine before, and load of the road \[N m\].
const DRAG: f64 = -10.0;
const ROAD: f64 = -5.0;
/// Time of the tip-in, and the end \[s\].
const TIP_IN: f64 = 0.05;
const END: f64 = 0.5;

/// The coupling's FMU and the load case.
pub struct Driveline {
    fmu: Fmu,
    torque: f64,
    step: f64,
}

/// The varied parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Case {
    /// Total play \[rad\].
    pub backlash: f64,
    /// Restitution that the damping gives a free impact.
    pub restitution: f64,
}

/// Result of a tip-in.
pub struct TipIn {
    /// Time \[s\] and torque on the vehicle, mean over the step \[N m\].
    pub course: Vec<[f64; 2]>,
    /// Largest torque in the coupling, between communication points too \[N m\].
    pub peak: f64,
    /// Energy lost in the coupling \[J\].
    pub lost: f64,
}

impl Driveline {
    /// A driveline whose driver requests `torque` \[N m\], in communication steps of `step` \[s\].
    pub fn new(out: &Path, torque: f64, step: f64) -> Result<Self, Error> {
        Ok(Self { fmu: spiel_examples::fmu_of("rotational_backlash", out)?, torque, step })
    }

    /// From the engine's drag into its drive. The engine begins where it drags, on the lower flank.
    pub fn tip_in(&self, case: Case) -> Result<TipIn, Error> {
        let mobility: f64 = INERTIA.iter().map(|inertia| inertia.recip()).sum();
        let ratio = KelvinVoigt::damping_ratio(case.restitution);
        let damping = 2.0 * ratio * (STIFFNESS / mobility).sqrt();
        let mut coupling = self.fmu.start(
            "coupling",
            &[
                ("geometry.backlash", case.backlash.into()),
                ("contact.elastic", FlankElastic::KelvinVoigt.number().into()),
                ("contact.stiffness", STIFFNESS.into()),
                ("contact.damping", damping.into()),
                ("coupling.method", Method::Predicted.number().into()),
                ("coupling.mobility", mobility.into()),
            ],
        )?;
        let inputs = self.fmu.references(["phi_a", "w_a", "phi_b", "w_b"])?;
        let loads = self.fmu.references(["torque_a", "torque_b"])?;
        let reported = self.fmu.references(["contact.peak_normal_force", "energy.dissipated"])?;
        // The vehicle pushes the dragging engine: b is ahead of a, at the upper flank.
        let pressed = -INERTIA[1] * (DRAG + ROAD) / (INERTIA[0] + INERTIA[1]) + ROAD;
        let ahead = 0.5 * case.backlash + pressed / STIFFNESS;
        let mut y = [0.0, 100.0, ahead, 100.0];
        let (mut course, mut peak, mut lost) = (vec![], 0.0_f64, 0.0);
        for index in 0..(END / self.step).ceil() as u32 {
            let time = f64::from(index) * self.step;
            coupling.set_real(&inputs, &y)?;
            coupling.step(time, self.step)?;
            let (mut load, mut report) = ([0.0; 2], [0.0; 2]);
            coupling.get_real(&loads, &mut load)?;
            coupling.get_real(&reported, &mut report)?;
            let engine = if time < TIP_IN { DRAG } else { self.torque };
            for (side, outside) in [engine, ROAD].into_iter().enumerate() {
                let gain = (load[side] + outside) / INERTIA[side];
                y[2 * side] += self.step * (y[2 * side + 1] + 0.5 * self.step * gain);
                y[2 * side + 1] += self.step * gain;
            }
            course.push([time + 0.5 * self.step, load[1]]);
            (peak, lost) = (peak.max(report[0]), report[1]);
        }
        Ok(TipIn { course, peak, lost })
    }
}
