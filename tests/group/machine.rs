//! A slider-crank in a host, with a group or separate joints between its bodies.

use crate::driven::Driven;
use nalgebra::Vector2;
use spiel::group::{BodyKind, PinPlan, Plan, Starts};
use spiel::kinematics::planar::Wrench;
use spiel_examples::plant::{Body, Constraint, Dimensions, Effort, bodies, carry, solve};

pub const CRANK: usize = 0;
pub const ROD: usize = 1;
pub const SLIDER: usize = 2;

/// The joints that have clearance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// B and C.
    Revolute,
    /// B, C and D.
    Mixed,
    /// B alone; the slider hangs on an ideal pin.
    First,
    /// D alone; both pins are ideal.
    Guide,
}

/// Start values of the reference trajectories, by name.
pub fn paper() -> Starts {
    let values = [
        ("material_a.youngs_modulus", "7e10"),
        ("material_a.poissons_ratio", "0.33"),
        ("material_b.youngs_modulus", "7e10"),
        ("material_b.poissons_ratio", "0.33"),
        ("contact.elastic", "hertz"),
        ("contact.restitution", "0.55"),
        ("contact.impact_speed_floor", "1e-6"),
        ("friction.damping_fades", "false"),
    ];
    Starts(values.map(|(name, text)| (name.to_owned(), text.to_owned())).into())
}

/// The group of the examples, with these start values in its joints.
pub fn plan(scheme: Scheme, starts: &Starts) -> Plan {
    let text = match scheme {
        Scheme::Mixed | Scheme::Guide => include_str!("../../examples/groups/slider_crank.toml"),
        Scheme::Revolute | Scheme::First => include_str!("../../examples/groups/two_pins.toml"),
    };
    let mut plan: Plan = toml::from_str(text).unwrap();
    let Dimensions { crank_length, rod_length, masses, .. } = Dimensions::default();
    for (body, mass) in plan.bodies.iter().zip(masses) {
        assert!(body.kind == BodyKind::Prescribed || body.mass == Some(mass), "{}", body.name);
    }
    let mut pin = |a: &str, b: &str, at: f64| {
        plan.pins.push(PinPlan { a: a.into(), b: b.into(), at_a: [at, 0.0], at_b: [0.0; 2] });
    };
    match scheme {
        Scheme::Revolute | Scheme::Mixed => {}
        Scheme::First => {
            pin("rod", "slider", rod_length);
            plan.joints.truncate(1);
        }
        Scheme::Guide => {
            pin("crank", "rod", crank_length);
            pin("rod", "slider", rod_length);
            plan.joints.drain(..2);
        }
    }
    for joint in &mut plan.joints {
        joint.parameters = starts.clone();
    }
    plan
}

/// Source of the loads on the bodies, about their centres of mass.
pub trait Loads {
    fn loads(&mut self, bodies: &[Body; 3], time: f64, step: f64) -> [Effort; 3];
}

/// A group between the bodies.
pub struct Grouped(pub Driven);

impl Loads for Grouped {
    fn loads(&mut self, bodies: &[Body; 3], time: f64, step: f64) -> [Effort; 3] {
        let frames = bodies.map(|body| body.frame(Vector2::zeros()));
        self.0.step(&frames, time, step);
        std::array::from_fn(|body| {
            let [fx, fy, moment] = self.0.load(body);
            Effort { force: Vector2::new(fx, fy), moment }
        })
    }
}

/// The machine at work.
pub struct Machine<L> {
    pub bodies: [Body; 3],
    pub loads: L,
    constraints: Vec<Constraint>,
    gravity: f64,
    pub time: f64,
    /// Loads that are one step late, if the host is.
    pub late: Option<[Effort; 3]>,
}

impl<L: Loads> Machine<L> {
    pub fn new(scheme: Scheme, loads: L) -> Self {
        let dimensions = Dimensions::default();
        let Dimensions { crank_length: r, rod_length: l, crank_speed, gravity, .. } = dimensions;
        let along = |distance: f64| Vector2::new(distance, 0.0);
        let mut constraints = vec![
            Constraint::Pin { a: (CRANK, along(-0.5 * r)), b: None },
            Constraint::Turn(CRANK, crank_speed, 0.0),
        ];
        if !matches!(scheme, Scheme::Mixed | Scheme::Guide) {
            constraints.push(Constraint::Guide(SLIDER));
        }
        if scheme == Scheme::Guide {
            let (tip, start) = ((CRANK, along(0.5 * r)), (ROD, along(-0.5 * l)));
            constraints.push(Constraint::Pin { a: tip, b: Some(start) });
        }
        if matches!(scheme, Scheme::First | Scheme::Guide) {
            let (end, middle) = ((ROD, along(0.5 * l)), (SLIDER, along(0.0)));
            constraints.push(Constraint::Pin { a: end, b: Some(middle) });
        }
        let bodies = bodies(&dimensions, 0.0);
        Self { bodies, loads, constraints, gravity, time: 0.0, late: None }
    }

    pub fn advance(&mut self, step: f64) {
        let down = Vector2::new(0.0, -self.gravity);
        let mut efforts = self.loads.loads(&self.bodies, self.time, step);
        if let Some(late) = &mut self.late {
            std::mem::swap(late, &mut efforts);
        }
        for (effort, body) in efforts.iter_mut().zip(&self.bodies) {
            effort.add(Vector2::zeros(), &Wrench { force: down * body.mass, moment: 0.0 });
        }
        let first = solve(&self.bodies, &self.constraints, &efforts, self.time, step);
        let there = carry(self.bodies, &first, &first, step);
        let last = solve(&there, &self.constraints, &efforts, self.time + step, step);
        self.bodies = carry(self.bodies, &first, &last, step);
        self.time += step;
    }

    pub fn run(&mut self, until: f64, step: f64) {
        let count = ((until - self.time) / step).round() as u64;
        (0..count).for_each(|_| self.advance(step));
    }

    /// Positions \[m\] and speeds \[m/s\] of rod and slider; angles as the displacement of their ends.
    pub fn state(&self) -> [[f64; 6]; 2] {
        let [_, rod, slider] = &self.bodies;
        let both = |of: fn(&Body) -> (Vector2<f64>, f64)| {
            let [(a, turn_a), (b, turn_b)] = [of(rod), of(slider)];
            [a.x, a.y, 0.2705 * turn_a, b.x, b.y, 0.036 * turn_b]
        };
        [both(|body| (body.position, body.angle)), both(|body| (body.velocity, body.spin))]
    }
}
