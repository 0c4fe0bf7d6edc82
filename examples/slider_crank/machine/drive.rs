//! The machine put together: which joints are ideal, which have clearance, and how it runs.

use super::ideal::{Dimensions, IdealMotion};
use super::joint::{JointFmu, JointState};
use super::multibody::{Body, Constraint, Effort, advance, solve};
use fmu_build::{Error, Fmu};
use nalgebra::Vector2;

/// Crank, rod and slider, by index.
const CRANK: usize = 0;
const ROD: usize = 1;
const SLIDER: usize = 2;

/// Which joints have clearance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// None.
    Ideal,
    /// The two pins: crank and rod at B, rod and slider at C.
    Revolute,
}

/// Start values for the joints' FMUs, by variable name.
pub type Settings = Vec<(&'static str, model_description::Value)>;

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
    /// Moment of the drive about the crank's pivot [N m].
    pub drive_moment: f64,
    /// Kinetic + potential + stored + dissipated energy − work of the drive [J].
    pub energy_balance: f64,
    /// Energy lost in the joints [J].
    pub dissipated: f64,
}

impl Machine {
    /// The machine at crank angle 0, everything concentric, with the velocities of ideal joints.
    ///
    /// `joints` is the FMU of the pins and its start values; the ideal scheme needs none.
    pub fn new(
        dimensions: Dimensions,
        scheme: Scheme,
        joints: Option<(&Fmu, &Settings)>,
        step: f64,
    ) -> Result<Self, Error> {
        let Dimensions { crank_length: r, rod_length: l, crank_speed, .. } = dimensions;
        let start = IdealMotion::at(&dimensions, 0.0);
        let (tip_speed, rod_rate) = (r * crank_speed, start.rod[1]);
        let inertias = dimensions.inertias();
        let body = |index: usize, x: f64, vy: f64, vx: f64, spin: f64| Body {
            mass: dimensions.masses[index],
            inertia: inertias[index],
            position: Vector2::new(x, 0.0),
            angle: 0.0,
            velocity: Vector2::new(vx, vy),
            spin,
        };
        let bodies = [
            body(CRANK, 0.5 * r, 0.5 * tip_speed, 0.0, crank_speed),
            body(ROD, r + 0.5 * l, tip_speed + 0.5 * l * rod_rate, 0.0, rod_rate),
            body(SLIDER, start.slider[0], 0.0, start.slider[1], 0.0),
        ];
        let along = |distance: f64| Vector2::new(distance, 0.0);
        let crank_tip = (CRANK, along(0.5 * r));
        let (rod_start, rod_end) = ((ROD, along(-0.5 * l)), (ROD, along(0.5 * l)));
        let slider = (SLIDER, along(0.0));
        let mut constraints = vec![
            Constraint::Pin { a: (CRANK, along(-0.5 * r)), b: None },
            Constraint::Guide(SLIDER),
            Constraint::Turn(CRANK, crank_speed, 0.0),
        ];
        let mut with_clearance = Vec::new();
        match (scheme, joints) {
            (Scheme::Revolute, Some((fmu, settings))) => {
                for (name, a, b) in [('B', crank_tip, rod_start), ('C', rod_end, slider)] {
                    let joint = JointFmu::new(fmu, &name.to_string(), settings, a, b)?;
                    with_clearance.push((name, joint));
                }
            }
            _ => {
                constraints.push(Constraint::Pin { a: crank_tip, b: Some(rod_start) });
                constraints.push(Constraint::Pin { a: rod_end, b: Some(slider) });
            }
        }
        Ok(Self {
            dimensions,
            bodies,
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
        let energy: f64 = self.energy();
        for (_, joint) in &mut self.joints {
            joint.act(&self.bodies, &mut efforts, time, step)?;
        }
        let solution = solve(&self.bodies, &self.constraints, &efforts, time, step);
        // Rows in the order of the constraints: two of the pivot, two of the guide, then the drive.
        let drive_moment = -solution.multipliers[4];
        let slider = &self.bodies[SLIDER];
        let sample = Sample {
            time,
            crank_angle: self.bodies[CRANK].angle,
            slider: [slider.position.x, slider.velocity.x, solution.accelerations[SLIDER].0.x],
            drive_moment,
            energy_balance: energy,
            dissipated: self.joints.iter().map(|(_, joint)| joint.state.dissipated).sum(),
        };
        let angle = self.bodies[CRANK].angle;
        advance(&mut self.bodies, &solution, step);
        self.drive_work += drive_moment * (self.bodies[CRANK].angle - angle);
        self.steps += 1;
        Ok(sample)
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
