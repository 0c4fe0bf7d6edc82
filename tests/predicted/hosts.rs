//! Small hosts that treat a load as real ones do.

use crate::dice::Dice;
use crate::machine::{Machine, Shape};
use nalgebra::{Matrix3, Vector2, Vector3};
use spiel::coupling::predicted::{
    HostState, Memory, OneJoint, Outcome, Predictor, Settings, coordinates,
};
use spiel::coupling::{Contact, Coupling, Step};
use spiel::kinematics::planar::{Motion, Path};
use spiel::laws::contact::ContactPoint;

/// A host's use of the loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// v += aH, then x += vH.
    SymplecticEuler,
    /// A Runge–Kutta rule with the load held over the step.
    Held,
    /// A Runge–Kutta rule with the mean of the last two loads.
    Halves,
    /// A Runge–Kutta rule with the load of the last step.
    Jacobi,
}

/// Origin of the load.
#[derive(Debug, Clone)]
pub enum Method {
    Plain(Coupling),
    Predicted(Settings),
}

/// Departures from the ideal.
#[derive(Debug, Clone, Copy)]
pub struct Flaws {
    /// Given mobility over the true one.
    pub mobility: f64,
    /// Range of the steps, as parts of the nominal one.
    pub steps: (f64, f64),
    /// Noise on received positions \[m\] and velocities \[m/s\], standard deviations.
    pub noise: (f64, f64),
    pub seed: u64,
}

impl Default for Flaws {
    fn default() -> Self {
        Self { mobility: 1.0, steps: (1.0, 1.0), noise: (0.0, 0.0), seed: 1 }
    }
}

/// Result of a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Run {
    /// Impulse of the forces away from the wall \[N s\].
    pub impulse: f64,
    /// Work that the loads took from the body \[J\].
    pub taken: f64,
    /// Mean kinetic energy without the energy that the next loads remove \[J\].
    pub kinetic: f64,
    /// Velocity at the end \[m/s\].
    pub velocity: Vector2<f64>,
    /// Position \[m\] and angle \[rad\] at the end.
    pub place: Vector3<f64>,
    /// Number of contacts begun.
    pub contacts: u32,
    pub mismatch: f64,
    pub suggested: f64,
}

/// The joint under test.
pub enum Tested {
    Plain(Box<Contact>, Vec<ContactPoint>),
    Predicted(Box<(Predictor, Option<Memory>)>),
}

impl Tested {
    pub fn new(machine: &Machine, method: &Method) -> Self {
        match method {
            Method::Plain(coupling) => {
                let contact = Contact { coupling: *coupling, ..machine.contact.clone() };
                let points = (0..machine.play.slots()).map(|_| ContactPoint::default());
                Self::Plain(Box::new(contact), points.collect())
            }
            Method::Predicted(settings) => {
                let joint = joint(machine, 1.0);
                Self::Predicted(Box::new((Predictor::new(&joint, *settings), None)))
            }
        }
    }

    /// Force and moment on the body.
    pub fn load(
        &mut self,
        machine: &Machine,
        mobility: f64,
        motion: &Motion<f64>,
        step: Step,
    ) -> (Vector3<f64>, Option<Outcome>) {
        use spiel::laws::contact::TouchGeometry;
        match self {
            Self::Plain(contact, points) => {
                let path = Path::straight(*motion);
                let mut sum = Vector3::zeros();
                for (slot, point) in points.iter_mut().enumerate() {
                    let touch = |time| machine.play.touch(slot, &path.at(time));
                    let load = contact.advance(point, step, f64::INFINITY, touch).load.b;
                    sum += Vector3::new(load.force.x, load.force.y, load.moment);
                }
                (sum, None)
            }
            Self::Predicted(tested) => {
                let (predictor, memory) = &mut **tested;
                let mut joint = joint(machine, mobility);
                let (coordinates, velocities) = coordinates(motion);
                let state = HostState { coordinates: &coordinates, velocities: &velocities };
                let memory =
                    memory.get_or_insert_with(|| predictor.begin(&mut joint, state, step.start));
                let outcome = predictor.step(&mut joint, state, memory, step).unwrap();
                (predictor.loads()[0].xyz(), Some(outcome))
            }
        }
    }

    /// Velocity error that the next loads remove.
    fn shoved(&self, machine: &Machine) -> Vector2<f64> {
        match self {
            Self::Plain(..) => Vector2::zeros(),
            Self::Predicted(tested) => {
                let shove = tested.1.as_ref().map(|memory| memory.correction_impulse(0).xy());
                shove.unwrap_or_default() / machine.mass
            }
        }
    }

    /// Start of the latest contact.
    fn last_start(&self) -> f64 {
        match self {
            Self::Plain(_, points) => points[0].last_start.time,
            Self::Predicted(tested) => {
                tested.1.as_ref().map_or(0.0, |memory| memory.slots[0].point.last_start.time)
            }
        }
    }
}

pub fn joint(machine: &Machine, mobility: f64) -> OneJoint<'_, &crate::machine::Play> {
    let Machine { play, contact, mass, inertia, .. } = machine;
    let given = Vector3::new(mobility / mass, mobility / mass, mobility / inertia);
    OneJoint::new(play, contact, play.slots(), Matrix3::from_diagonal(&given))
}

/// Runs a machine with steps of `size` \[s\].
pub fn run(machine: &Machine, host: Host, method: &Method, size: f64, flaws: Flaws) -> Run {
    let mut tested = Tested::new(machine, method);
    let (mut state, mut before, mut time) = (machine.start, Vector3::zeros(), 0.0);
    let (mut run, mut dice, mut last_start) = (Run::default(), Dice(flaws.seed), 0.0);
    while time < machine.span {
        let (from, to) = flaws.steps;
        let step = Step { start: time, size: size * (from + (to - from) * dice.even()) };
        let mut received = state;
        if flaws.noise != (0.0, 0.0) {
            received.position.x += flaws.noise.0 * dice.normal();
            received.position.y += flaws.noise.0 * dice.normal();
            received.velocity.x += flaws.noise.1 * dice.normal();
            received.velocity.y += flaws.noise.1 * dice.normal();
        }
        let (load, outcome) = tested.load(machine, flaws.mobility, &received, step);
        let held = match host {
            Host::SymplecticEuler | Host::Held => load,
            Host::Halves => 0.5 * (load + before),
            Host::Jacobi => before,
        };
        before = load;
        let next = advance(machine, host, &state, held, step);
        let way = 0.5 * (state.velocity + next.velocity) * step.size;
        run.taken -= held.xy().dot(&way) + held.z * 0.5 * (state.spin + next.spin) * step.size;
        let outward = outward(machine, &state);
        run.impulse -= held.xy().dot(&outward) * step.size;
        let velocity = next.velocity - tested.shoved(machine);
        let kinetic = 0.5 * machine.mass * velocity.norm_squared();
        run.kinetic += kinetic * step.size / machine.span;
        if tested.last_start() != last_start {
            last_start = tested.last_start();
            run.contacts += 1;
        }
        if let Some(outcome) = outcome {
            run.mismatch = outcome.work_mismatch;
            run.suggested = outcome.suggested_step.unwrap_or(0.0);
        }
        state = next;
        time += step.size;
    }
    (run.velocity, run.place) = (state.velocity, state.position.push(state.angle));
    run
}

/// Direction towards the nearest wall.
pub fn outward(machine: &Machine, state: &Motion<f64>) -> Vector2<f64> {
    match machine.play.shape {
        Shape::Hole(_) => state.position / state.position.norm().max(1e-9),
        _ => Vector2::new(state.position.x.signum(), 0.0),
    }
}

/// One step of the host under a held load.
fn advance(
    machine: &Machine,
    host: Host,
    state: &Motion<f64>,
    held: Vector3<f64>,
    step: Step,
) -> Motion<f64> {
    let h = step.size;
    let linear = |time: f64| (held.xy() + machine.drive.force(time, machine.mass)) / machine.mass;
    let angular = held.z / machine.inertia;
    let mut next = *state;
    if host == Host::SymplecticEuler {
        next.velocity += h * linear(step.start);
        next.spin += h * angular;
        next.position += h * next.velocity;
        next.angle += h * next.spin;
        return next;
    }
    let [first, middle, last] = [0.0, 0.5, 1.0].map(|part| linear(step.start + part * h));
    next.position += h * (state.velocity + h / 6.0 * (first + 2.0 * middle));
    next.velocity += h / 6.0 * (first + 4.0 * middle + last);
    next.angle += h * (state.spin + 0.5 * h * angular);
    next.spin += h * angular;
    next
}
