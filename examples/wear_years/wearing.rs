//! Wear of the wrist pin over the years, by cycle jumping.

use crate::loads::Pose;
use fmu_build::Error;
use nalgebra::Vector2;
use spiel::Material;
use spiel::kinematics::planar::Motion;
use spiel::laws::contact::elastic::Hertz;
use spiel::laws::contact::{ElasticLaw, NormalLaw, NormalParameters};
use spiel::laws::wear::{
    Archard, CycleJump, Cycles, Depths, Ring, STABLE_PART, Window, WornContact,
};

/// Radius of the bearing, radial clearance, length of the pin \[m\].
pub const RADIUS: f64 = 0.01;
pub const CLEARANCE: f64 = 1e-4;
pub const LENGTH: f64 = 0.02;
/// Parts of the time at which maps are kept.
const KEPT: [f64; 5] = [0.0, 0.01, 0.1, 0.4, 1.0];

/// A wear case.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// Depth per pressure and sliding distance of bearing and journal \[1/Pa\].
    pub coefficients: [f64; 2],
}

/// Result of a case.
pub struct Worn {
    /// Name of the case.
    pub name: &'static str,
    /// Maps and paths on the way.
    pub stages: Vec<Stage>,
    /// Turns that were computed.
    pub computed: u32,
    /// Largest estimated error of a jump, over the largest penetration.
    pub error: f64,
}

/// A worn pin at a number of turns.
pub struct Stage {
    /// Turns so far.
    pub turns: f64,
    /// Its maps.
    pub depths: Depths,
    /// Volumes taken off bearing and journal \[m³\].
    pub volumes: [f64; 2],
    /// The journal's position in the bearing over a turn \[m\].
    pub path: Vec<Vector2<f64>>,
    /// Largest pressure of the turn \[Pa\].
    pub pressure: f64,
}

impl Case {
    /// Wears a new pin for `turns` turns.
    pub fn wear(&self, turn: &[Pose], turns: f64, cells: usize) -> Result<Worn, Error> {
        let steel = Material::default();
        let hertz = Hertz::internal(RADIUS, RADIUS - CLEARANCE, &steel, &steel, 1.5);
        let law = NormalLaw::new(&NormalParameters::default(), ElasticLaw::Hertz(hertz));
        let contact = WornContact::new(Ring::new(RADIUS, CLEARANCE, LENGTH, cells), law)
            .map_err(|fault| Error::Input(fault.to_string()))?;
        let wear =
            Archard { coefficients: self.coefficients, exponent: 1.0, reference_pressure: 1e6 };
        let unworn = Depths::unworn(cells);
        let mut depths = unworn.clone();
        let mut cycles = Cycles::new(0.0, std::slice::from_ref(&depths));
        let mut journal = Motion::rest();
        let mut worn = Worn { name: self.name, stages: Vec::new(), computed: 0, error: 0.0 };
        let mut kept = KEPT.iter().map(|part| part * turns).peekable();
        while worn.stages.len() < KEPT.len() {
            let begun = cycles.count;
            let mut deepest = 0.0_f64;
            let mut stage = Stage {
                turns: begun,
                volumes: contact.volumes(&depths, &unworn),
                depths: depths.clone(),
                path: Vec::new(),
                pressure: 0.0,
            };
            for pose in turn {
                let pressed = press(&contact, &wear, &mut depths, &mut journal, pose)?;
                let penetration = contact.ring.deepest(&depths, &journal).penetration;
                deepest = deepest.max(penetration);
                stage.path.push(journal.position);
                stage.pressure = stage.pressure.max(pressed * penetration);
            }
            if kept.next_if(|wanted| begun >= *wanted).is_some() {
                worn.stages.push(stage);
            }
            worn.computed += 1;
            // A jump ends at the next kept turn or at the end.
            let goal = kept.peek().copied().unwrap_or(turns);
            let most = (goal - begun - 1.0).max(0.0).ceil();
            let jump = CycleJump { cycle_time: 1.0, most, tolerance: 0.05, part: STABLE_PART };
            let all = std::slice::from_mut(&mut depths);
            cycles.advance(&jump, all, f64::from(worn.computed), deepest);
            worn.error = worn.error.max(cycles.error);
        }
        Ok(worn)
    }
}

/// Brings the journal into balance with the load of a pose and wears both by its swing; returns pressure over
/// overlap \[Pa/m\].
fn press(
    contact: &WornContact,
    wear: &Archard,
    depths: &mut Depths,
    journal: &mut Motion<f64>,
    pose: &Pose,
) -> Result<f64, Error> {
    let cells = contact.ring.cells();
    journal.angle = pose.angle;
    if !contact.settle(depths, journal, pose.load, &mut Window::new(cells)) {
        return Err(Error::Input(format!("no place of the pin carries {} N", pose.load.norm())));
    }
    let mut window = Window::new(cells);
    let Some(pressed) = contact.press(depths, journal, 0.0, &mut window) else { return Ok(0.0) };
    let distance = (pose.swing * contact.ring.journal_radius()).abs();
    contact.wear(wear, depths, journal, pressed, distance, &mut window);
    depths.refresh();
    Ok(pressed.modulus)
}
