//! The machine put together: its ideal joints, its joints with clearance, and its run.

use super::play::{JointState, Joints, Place, Play};
use fmu_build::Error;
use nalgebra::Vector2;
use spiel_examples::plant::{Body, Constraint, Dimensions, Effort, Solution, bodies, carry, solve};

/// Crank, rod and slider, by index.
const CRANK: usize = 0;
const ROD: usize = 1;
const SLIDER: usize = 2;

/// The joints that have clearance.
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

    /// True if this joint has clearance.
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

/// The running machine.
pub struct Machine {
    dimensions: Dimensions,
    bodies: [Body; 3],
    constraints: Vec<Constraint>,
    /// The joints with clearance.
    pub play: Play,
    step: f64,
    steps: u64,
    /// Work of the drive \[J\].
    drive_work: f64,
}

/// The record of an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Time \[s\].
    pub time: f64,
    /// Crank angle \[rad\].
    pub crank_angle: f64,
    /// Position \[m\] and velocity \[m/s\] of the slider, and its acceleration \[m/s²\]: the mean over the
    /// step, or the largest inside it if the joints report that.
    pub slider: [f64; 3],
    /// Height \[m\] and angle \[rad\] of the slider.
    pub tilt: [f64; 2],
    /// Forces at B on the rod, at C and D on the slider \[N\].
    pub forces: [[f64; 2]; 3],
    /// Moment of the drive about the crank's pivot \[N m\].
    pub drive_moment: f64,
    /// Kinetic + potential + stored + dissipated energy − work of the drive \[J\].
    pub energy_balance: f64,
    /// Energy lost in the joints \[J\].
    pub dissipated: f64,
}

/// First row of the ideal joints among the multipliers, behind the crank's pivot with two rows and its drive
/// with one.
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
        let joints = joints.filter(|_| scheme != Scheme::Ideal);
        let mut places = Vec::new();
        let mut between = |letter, a, b| {
            let plays = joints.is_some() && scheme.has_play(letter);
            plays.then(|| places.push(Place { letter, a, b })).is_some()
        };
        for (letter, a, b) in [('B', crank_tip, rod_start), ('C', rod_end, slider)] {
            if !between(letter, Some(a), Some(b)) {
                constraints.push(Constraint::Pin { a, b: Some(b) });
            }
        }
        if !between('D', None, Some(slider)) {
            constraints.push(Constraint::Guide(SLIDER));
        }
        Ok(Self {
            dimensions,
            bodies: bodies(&dimensions, 0.0),
            constraints,
            play: Play::new(joints, places)?,
            step,
            steps: 0,
            drive_work: 0.0,
        })
    }

    /// Time \[s\].
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
        self.play.states().find(|(letter, _)| *letter == name).map(|(_, state)| state)
    }

    /// Makes one step and returns the sample at its start.
    pub fn advance(&mut self) -> Result<Sample, Error> {
        let (time, step) = (self.time(), self.step);
        let energy_balance = self.energy();
        self.play.step(&self.bodies, &self.constraints, time, step)?;
        let solution = self.solve(&self.bodies, time);
        let drive_moment = -solution.multipliers[2];
        let slider = &self.bodies[SLIDER];
        let mean = solution.accelerations[SLIDER].0.x;
        let acceleration = self.play.peak_acceleration().max(mean.abs()).copysign(mean);
        let sample = Sample {
            time,
            crank_angle: self.bodies[CRANK].angle,
            slider: [slider.position.x, slider.velocity.x, acceleration],
            tilt: [slider.position.y, slider.angle],
            forces: self.forces(&solution),
            drive_moment,
            energy_balance,
            dissipated: self.dissipated(),
        };
        // Heun's method: the loads are held, but constraints and arms turn with the bodies.
        let there = carry(self.bodies, &solution, &solution, step);
        let last = self.solve(&there, time + step);
        let angle = self.bodies[CRANK].angle;
        self.bodies = carry(self.bodies, &solution, &last, step);
        let mean_moment = 0.5 * (drive_moment - last.multipliers[2]);
        self.drive_work += mean_moment * (self.bodies[CRANK].angle - angle);
        self.steps += 1;
        Ok(sample)
    }

    /// Accelerations of the bodies at these positions, under their weight and the held loads.
    fn solve(&self, bodies: &[Body; 3], time: f64) -> Solution<3> {
        let down = Vector2::new(0.0, -self.dimensions.gravity);
        let mut efforts = bodies.map(|body| Effort { force: down * body.mass, moment: 0.0 });
        self.play.act(bodies, &mut efforts);
        solve(bodies, &self.constraints, &efforts, time, self.step)
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

    /// Energy of the bodies and joints less the work of the drive \[J\]: constant up to the error
    /// of the coupling.
    fn energy(&self) -> f64 {
        let gravity = self.dimensions.gravity;
        let bodies: f64 = self
            .bodies
            .iter()
            .map(|body| body.kinetic_energy() + body.mass * gravity * body.position.y)
            .sum();
        bodies + self.play.stored() + self.dissipated() - self.drive_work
    }

    /// Energy lost in the joints \[J\].
    fn dissipated(&self) -> f64 {
        self.play.states().map(|(_, state)| state.dissipated).sum()
    }
}
