//! The machine with the worn pin as FMUs: the effect of play and pockets on the load of the pin.

use crate::study::PIN;
use fmu_build::forecast::Stage;
use fmu_build::{Choices, Error, Fmu, write_beside};
use spiel::laws::wear::WearProfile;
use spiel_examples::fmu_with;
use std::f64::consts::TAU;
use std::path::{Path, PathBuf};

/// Communication step \[s\], and turns: the first is a run-in.
const STEP: f64 = 1e-6;
const TURNS: f64 = 2.0;
/// Number of steps of which the largest force is drawn.
const DRAWN: u64 = 100;

const MOTION: [&str; 6] = ["x", "y", "phi", "vx", "vy", "w"];
const LOAD: [&str; 3] = ["fx", "fy", "t"];

/// The bodies, with ideal joints but for the wrist pin.
pub struct Impacts {
    bodies: Fmu,
    speed: f64,
    cells: u16,
    out: PathBuf,
}

/// A turn with a worn pin.
pub struct Run {
    /// Hours of wear.
    pub hours: f64,
    /// Crank angle \[°\] and largest normal force in the pin since the last one \[N\].
    pub course: Vec<(f64, f64)>,
    /// Largest normal force of the turn, between communication points too \[N\].
    pub peak: f64,
    /// Part of the time in which the pin touches.
    pub contact: f64,
}

impl Impacts {
    /// The machine at a `speed` of the crank \[1/min\]; FMUs are built in `out`.
    pub fn new(speed: f64, cells: u16, out: &Path) -> Result<Self, Error> {
        let bodies = spiel_examples::wrist::machine(out)?;
        Ok(Self { bodies, speed: speed * TAU / 60.0, cells, out: out.to_owned() })
    }

    /// Two turns with the map of a stage.
    pub fn run(&self, stage: &Stage) -> Result<Run, Error> {
        let pin = self.pin(stage)?;
        let mut bodies =
            self.bodies.start("bodies", &spiel_examples::wrist::at_speed(self.speed))?;
        let mut joint = pin.start("wrist_pin", &[("wear.enabled", false.into())])?;
        let list = |fmu: &Fmu, parts: [&str; 2], names: &[&str]| -> Result<Vec<u32>, Error> {
            let all = parts.into_iter().flat_map(|part| {
                names.iter().map(move |name| fmu.reference(&format!("{part}.{name}")))
            });
            all.collect()
        };
        let of_bodies = list(&self.bodies, ["rod_c", "slider_c"], &MOTION)?;
        let to_pin = list(&pin, ["frame_a", "frame_b"], &MOTION)?;
        let of_pin = list(&pin, ["load_a", "load_b"], &LOAD)?;
        let to_bodies = list(&self.bodies, ["rod_c", "slider_c"], &LOAD)?;
        let reported = pin.references(["contact.peak_normal_force", "contact.normal_force"])?;
        let mut run = Run { hours: stage.hours, course: Vec::new(), peak: 0.0, contact: 0.0 };
        let steps = (TURNS * TAU / self.speed / STEP).round() as u64;
        let (mut counted, mut largest) = (0.0, 0.0f64);
        for index in 0..steps {
            let time = index as f64 * STEP;
            let (mut motion, mut loads, mut report) = ([0.0; 12], [0.0; 6], [0.0; 2]);
            bodies.get_real(&of_bodies, &mut motion)?;
            joint.set_real(&to_pin, &motion)?;
            joint.step(time, STEP)?;
            joint.get_real(&of_pin, &mut loads)?;
            bodies.set_real(&to_bodies, &loads)?;
            bodies.step(time, STEP)?;
            let turn = self.speed * time / TAU;
            if turn < TURNS - 1.0 {
                continue;
            }
            joint.get_real(&reported, &mut report)?;
            let [peak, normal] = report;
            largest = largest.max(peak);
            run.peak = run.peak.max(peak);
            run.contact += f64::from(u8::from(normal > 0.0));
            counted += 1.0;
            if index % DRAWN == 0 {
                run.course.push((360.0 * (turn - TURNS + 1.0), largest));
                largest = 0.0;
            }
        }
        run.contact /= counted;
        Ok(run)
    }

    /// The FMU of a pin that begins with the map of a stage.
    fn pin(&self, stage: &Stage) -> Result<Fmu, Error> {
        let name = format!("wrist_pin_{:.0}", stage.hours);
        let profile = self.out.join(format!("{name}.csv"));
        let cells = usize::from(self.cells);
        let rows = (0..cells).map(|node| {
            let angle = TAU * node as f64 / cells as f64;
            [angle, stage.bearing[0][node], stage.journal[node]]
        });
        write_beside(&profile, WearProfile::to_csv(rows).as_bytes())?;
        let choices = Choices { cells: Some(cells), profile: Some(profile), ..Choices::default() };
        let assignments =
            [PIN.as_slice(), &["friction.static=0.1", "friction.kinetic=0.1"]].concat();
        fmu_with("revolute_clearance", &choices, &assignments, &name, &self.out)
    }
}
