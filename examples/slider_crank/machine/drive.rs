//! The machine put together: which joints are ideal, which have clearance, and how it runs.

use super::joint::{JointFmu, JointState};
use fmu_build::{Error, Fmu};
use nalgebra::Vector2;
use spiel::mechanism::{Body, Constraint, Dimensions, Effort, Solution, bodies, carry, solve};

/// Crank, rod and slider, by index.
const CRANK: usize = 0;
const ROD: usize = 1;
const SLIDER: usize = 2;

/// Which joints have clearance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// None.
    Ideal,
    /// The slider in its guide, D.
    Translational,
    /// The pin between rod and slider, C.
    Wrist,
    /// The two pins: crank and rod at B, rod and slider at C.
    Revolute,
    /// All three.
    Mixed,
}

impl Scheme {
    /// Those of the study, in the order of their complexity.
    pub const STUDY: [Self; 4] = [Self::Ideal, Self::Translational, Self::Revolute, Self::Mixed];

    /// The letters of the joints that have clearance.
    pub fn joints(self) -> &'static str {
        match self {
            Self::Ideal => "",
            Self::Translational => "D",
            Self::Wrist => "C",
            Self::Revolute => "BC",
            Self::Mixed => "BCD",
        }
    }

    /// Whether this joint has clearance.
    pub fn has_play(self, joint: char) -> bool {
        self.joints().contains(joint)
    }

    /// Its name on the command line and in file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ideal => "ideal",
            Self::Translational => "translational",
            Self::Wrist => "wrist",
            Self::Revolute => "revolute",
            Self::Mixed => "mixed",
        }
    }
}

/// Start values for a joint's FMU, by variable name.
pub type Settings = Vec<(&'static str, model_description::Value)>;

/// The FMUs of the joints and what is set in them.
#[derive(Clone, Copy)]
pub struct Joints<'a> {
    /// The joint for the pins.
    pub revolute: &'a Fmu,
    /// The joint for the guide.
    pub translational: &'a Fmu,
    /// Start values that both take.
    pub settings: &'a Settings,
}

/// The running machine.
pub struct Machine {
    dimensions: Dimensions,
    bodies: [Body; 3],
    constraints: Vec<Constraint>,
    /// The joints with clearance, with their letters.
    pub joints: Vec<(char, JointFmu)>,
    step: f64,
    steps: u64,
    /// Energy the drive has put in [J].
    drive_work: f64,
}

/// What is recorded of an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Time [s].
    pub time: f64,
    /// Crank angle [rad].
    pub crank_angle: f64,
    /// Position [m], velocity [m/s] and acceleration [m/s²] of the slider.
    pub slider: [f64; 3],
    /// Height [m] and angle [rad] of the slider.
    pub tilt: [f64; 2],
    /// Forces at B on the rod, at C and D on the slider [N].
    pub forces: [[f64; 2]; 3],
    /// Moment of the drive about the crank's pivot [N m].
    pub drive_moment: f64,
    /// Kinetic + potential + stored + dissipated energy − work of the drive [J].
    pub energy_balance: f64,
    /// Energy lost in the joints [J].
    pub dissipated: f64,
}

/// The rows of the ideal joints among the multipliers: the crank's pivot has two, its drive one, and
/// these come behind.
const FIRST_JOINT_ROW: usize = 3;

impl Machine {
    /// The machine at crank angle 0, everything concentric, with the velocities of ideal joints.
    ///
    /// The ideal scheme needs no joints.
    pub fn new(
        dimensions: Dimensions,
        scheme: Scheme,
        joints: Option<Joints>,
        step: f64,
    ) -> Result<Self, Error> {
        let Dimensions { crank_length: r, rod_length: l, crank_speed, .. } = dimensions;
        let along = |distance: f64| Vector2::new(distance, 0.0);
        let crank_tip = (CRANK, along(0.5 * r));
        let (rod_start, rod_end) = ((ROD, along(-0.5 * l)), (ROD, along(0.5 * l)));
        let slider = (SLIDER, along(0.0));
        let mut constraints = vec![
            Constraint::Pin { a: (CRANK, along(-0.5 * r)), b: None },
            Constraint::Turn(CRANK, crank_speed, 0.0),
        ];
        let mut with_clearance = Vec::new();
        let joints = joints.filter(|_| scheme != Scheme::Ideal);
        for (name, a, b) in [('B', crank_tip, rod_start), ('C', rod_end, slider)] {
            match joints.filter(|_| scheme.has_play(name)) {
                Some(Joints { revolute, settings, .. }) => {
                    let name_of = name.to_string();
                    let joint = JointFmu::new(revolute, &name_of, settings, Some(a), Some(b))?;
                    with_clearance.push((name, joint));
                }
                None => constraints.push(Constraint::Pin { a, b: Some(b) }),
            }
        }
        match joints.filter(|_| scheme.has_play('D')) {
            Some(Joints { translational, settings, .. }) => {
                let joint = JointFmu::new(translational, "D", settings, None, Some(slider))?;
                with_clearance.push(('D', joint));
            }
            None => constraints.push(Constraint::Guide(SLIDER)),
        }
        Ok(Self {
            dimensions,
            bodies: bodies(&dimensions, 0.0),
            constraints,
            joints: with_clearance,
            step,
            steps: 0,
            drive_work: 0.0,
        })
    }

    /// Time [s].
    pub fn time(&self) -> f64 {
        // A product, not a sum: a million additions would drift.
        self.steps as f64 * self.step
    }

    /// The bodies: crank, rod, slider.
    pub fn bodies(&self) -> &[Body; 3] {
        &self.bodies
    }

    /// The joint of that letter after the last step.
    pub fn joint(&self, name: char) -> Option<&JointState> {
        self.joints.iter().find(|(letter, _)| *letter == name).map(|(_, joint)| &joint.state)
    }

    /// Makes one step and tells how things were at its start.
    pub fn advance(&mut self) -> Result<Sample, Error> {
        let (time, step) = (self.time(), self.step);
        let down = Vector2::new(0.0, -self.dimensions.gravity);
        let mut efforts = self.bodies.map(|body| Effort { force: down * body.mass, moment: 0.0 });
        let energy_balance = self.energy();
        for (_, joint) in &mut self.joints {
            joint.act(&self.bodies, &self.constraints, &mut efforts, time, step)?;
        }
        let solution = solve(&self.bodies, &self.constraints, &efforts, time, step);
        let drive_moment = -solution.multipliers[2];
        let slider = &self.bodies[SLIDER];
        let sample = Sample {
            time,
            crank_angle: self.bodies[CRANK].angle,
            slider: [slider.position.x, slider.velocity.x, solution.accelerations[SLIDER].0.x],
            tilt: [slider.position.y, slider.angle],
            forces: self.forces(&solution),
            drive_moment,
            energy_balance,
            dissipated: self.joints.iter().map(|(_, joint)| joint.state.dissipated).sum(),
        };
        // Heun's method: the loads are held, but constraints turn with the bodies.
        let there = carry(self.bodies, &solution, &solution, step);
        let last = solve(&there, &self.constraints, &efforts, time + step, step);
        let angle = self.bodies[CRANK].angle;
        self.bodies = carry(self.bodies, &solution, &last, step);
        let mean_moment = 0.5 * (drive_moment - last.multipliers[2]);
        self.drive_work += mean_moment * (self.bodies[CRANK].angle - angle);
        self.steps += 1;
        Ok(sample)
    }

    /// Forces in the joints B, C, D: from the FMUs where they have clearance, else the constraints'.
    fn forces(&self, solution: &Solution<3>) -> [[f64; 2]; 3] {
        let mut row = FIRST_JOINT_ROW;
        ['B', 'C', 'D'].map(|name| match self.joint(name) {
            Some(state) => state.force,
            None if name == 'D' => [0.0, -solution.multipliers[row]],
            None => {
                row += 2;
                // The second body's columns of a pin are −1: it is pushed with +λ.
                [solution.multipliers[row - 2], solution.multipliers[row - 1]]
            }
        })
    }

    /// Energy of the bodies and joints less what the drive has put in [J]: constant up to the error
    /// of the coupling.
    fn energy(&self) -> f64 {
        let gravity = self.dimensions.gravity;
        let bodies: f64 = self
            .bodies
            .iter()
            .map(|body| body.kinetic_energy() + body.mass * gravity * body.position.y)
            .sum();
        let joints: f64 =
            self.joints.iter().map(|(_, joint)| joint.state.stored + joint.state.dissipated).sum();
        bodies + joints - self.drive_work
    }
}
