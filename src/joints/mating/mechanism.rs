//! Mating parts of two bodies in space, by the mobility of their relative motion.

use crate::coupling::predicted::{LoadVector, MatingContacts, Mechanism};
use crate::kinematics::spatial::{Motion, PairLoad, Wrench, halves};
use crate::laws::mating::{CONTACTS, MatingLaws};
use nalgebra::{Matrix6, Vector6};

/// Force and moment on b, and the moment on a about a's own origin; the force on a is the opposite one.
pub(crate) type BothLoads = LoadVector<9>;

/// Mating parts as a [`Mechanism`]: q is the displacement of b and its rotation vector, v its velocity and spin, all in
/// the axes of a, which do not turn in a step.
#[derive(Debug)]
pub(super) struct JointInSpace<'a> {
    pub laws: MatingLaws<'a>,
    /// W.
    pub mobility: Matrix6<f64>,
    /// The motion of b relative to a.
    pub motion: Motion<f64>,
    /// A motion, and the coordinates there, that rotations are counted from.
    from: (Motion<f64>, Vector6<f64>),
}

/// A load on b with the moment that balances it on a, as nine numbers.
fn both(pair: &PairLoad<f64>) -> BothLoads {
    let mut all = BothLoads::zeros();
    all.fixed_rows_mut::<6>(0).copy_from(&pair.b.joined());
    all.fixed_rows_mut::<3>(6).copy_from(&pair.a.moment);
    all
}

/// A load on b, which is at `position`, with the moment that balances it on a.
pub(crate) fn balanced(load: &Vector6<f64>, b: &Motion<f64>) -> BothLoads {
    let [force, moment] = halves(load);
    both(&PairLoad::balanced(Wrench { force, moment }, b.position))
}

/// Force and moment on b.
pub(crate) fn on_b(load: &BothLoads) -> Vector6<f64> {
    load.fixed_rows::<6>(0).into_owned()
}

/// Returns a motion as coordinates: rotations are counted from it.
pub(crate) fn coordinates(b: &Motion<f64>) -> Vector6<f64> {
    Vector6::new(b.position.x, b.position.y, b.position.z, 0.0, 0.0, 0.0)
}

impl<'a> JointInSpace<'a> {
    /// A joint with these laws over the mobility W, at this motion.
    pub fn new(laws: MatingLaws<'a>, mobility: Matrix6<f64>, motion: Motion<f64>) -> Self {
        Self { laws, mobility, motion, from: (motion, coordinates(&motion)) }
    }
}

impl Mechanism<9> for JointInSpace<'_> {
    fn coordinates(&self) -> usize {
        6
    }

    fn joints(&self) -> usize {
        1
    }

    fn slots(&self) -> usize {
        CONTACTS
    }

    fn joint(&self, _slot: usize) -> usize {
        0
    }

    fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        let (from, there) = &self.from;
        let way = Vector6::from_column_slice(coordinates) - there;
        self.motion = from.displaced(&way, &Vector6::from_column_slice(velocities));
    }

    fn go_on_from(&mut self, coordinates: &[f64], _moved: Option<&[usize]>) {
        let (from, there) = &self.from;
        let now = Vector6::from_column_slice(coordinates);
        self.from = (from.displaced(&(now - there), &self.motion.velocities()), now);
    }

    fn velocity_response(&mut self, _joint: usize, impulse: &BothLoads, velocities: &mut [f64]) {
        self.apply_inverse_mass(on_b(impulse).as_slice(), velocities);
    }

    fn rates(&self, _joint: usize, velocities: &[f64]) -> BothLoads {
        let mut rates = BothLoads::zeros();
        rates.as_mut_slice()[..6].copy_from_slice(velocities);
        rates
    }

    fn generalised_forces(&self, loads: &[BothLoads], generalised: &mut [f64]) {
        generalised.copy_from_slice(on_b(&loads[0]).as_slice());
    }

    fn apply_inverse_mass(&mut self, generalised: &[f64], velocities: &mut [f64]) {
        let change = self.mobility * Vector6::from_column_slice(generalised);
        velocities.copy_from_slice(change.as_slice());
    }
}

impl MatingContacts for JointInSpace<'_> {
    fn mating(&self, _joint: usize) -> MatingLaws<'_> {
        self.laws
    }

    fn motion(&self, _joint: usize) -> &Motion<f64> {
        &self.motion
    }

    fn load(&self, _joint: usize, load: &Wrench<f64>) -> BothLoads {
        both(&PairLoad::balanced(*load, self.motion.position))
    }
}
