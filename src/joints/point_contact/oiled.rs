//! Steps of a joint of contact points with oil between its bodies.

use super::memory::Memory;
use super::oil::Oil;
use super::prediction::Predicted;
use super::{ContactGeometry, ContactJoint};
use crate::base::numerics::gauss::THREE;
use crate::base::{Fault, Real};
use crate::coupling::{Coupling, Step};
use crate::kinematics::planar::{PairLoad, Path};
use crate::laws::film::FilmLoad;
use crate::ports::PairMotion;

impl<G: ContactGeometry<N>, const N: usize> ContactJoint<G, N> {
    /// The oil between the bodies.
    #[inline(always)]
    pub(crate) fn oil(&self) -> Option<&Oil> {
        if G::TAKES_OIL { self.oil.as_ref() } else { None }
    }

    /// Sets the temperature \[K\] of the oil, if the host gives it.
    #[inline(always)]
    pub(super) fn set_temperature(&mut self, temperature: Option<f64>) -> Result<(), Fault> {
        match (&mut self.oil, temperature) {
            (Some(oil), Some(temperature)) if G::TAKES_OIL => oil.set_temperature(temperature),
            _ => Ok(()),
        }
    }

    /// The film's load to be held over a step along a path, and the energy \[J\] that it loses there.
    #[inline(never)]
    pub(in crate::joints) fn film_step<T: Real>(
        &self,
        oil: &Oil,
        path: &Path<T>,
        size: f64,
    ) -> FilmLoad<T> {
        let zero = T::from(0.0);
        let mut sum = FilmLoad { load: PairLoad::zero(), lost: zero };
        for (part, weight) in THREE {
            let here = oil.film.load(&path.at(T::from(part * size)));
            sum.load = sum.load.plus(T::from(weight), &here.load);
            sum.lost += here.lost * (weight * size);
        }
        if self.contact.coupling == Coupling::EndPoint {
            sum.load = oil.film.load(&path.start).load;
        }
        sum
    }

    /// A step of a joint whose motion is predicted.
    #[inline(never)]
    pub(super) fn step_predicted(
        &mut self,
        motion: &PairMotion<f64>,
        memory: &mut Memory<N>,
        step: Step,
    ) -> Result<Predicted<N>, Fault> {
        match (&mut self.prediction, &mut *memory) {
            (Some(prediction), Memory::Predicted(memory)) => {
                prediction.step(&self.geometry, &self.contact, motion, memory, step)
            }
            (Some(_), Memory::Oiled(_)) if G::TAKES_OIL => self.step_oiled(motion, memory, step),
            _ => Err(Fault::ForeignState),
        }
    }

    /// A step of a joint with a film whose motion is predicted.
    fn step_oiled(
        &mut self,
        motion: &PairMotion<f64>,
        memory: &mut Memory<N>,
        step: Step,
    ) -> Result<Predicted<N>, Fault> {
        let Self { geometry, contact, oil, prediction, .. } = self;
        let (Some(oil), Some(prediction), Memory::Oiled(memory)) = (oil, prediction, memory) else {
            return Err(Fault::ForeignState);
        };
        prediction.step_oiled(&*geometry, (contact, &oil.film), motion, memory, step)
    }
}
