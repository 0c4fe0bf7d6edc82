//! Flanks, spring, drag and losses of a play along the path that the host gives.

use super::kinematics::{LineLoad, LinePath};
use crate::base::Real;
use crate::coupling::{Contact, Coupling, Step, step_cells};
use crate::laws::backlash::{Deflections, Flank, Losses, Lost, Play, Rubbing};
use crate::laws::contact::ContactPoint;

/// Slides mesh and bearings over a step along the host's path under the mean normal forces `pressed` of both flanks.
pub(super) fn rub<T: Real>(
    losses: &Losses,
    path: &LinePath<T>,
    (rubbed, pressed): (&mut Deflections<T>, [T; 2]),
    step: Step,
) -> Lost<T> {
    let middle = T::from(0.5 * step.size);
    let rubbing = Rubbing { levers: path.at(middle).levers, speeds: path.speeds(middle), pressed };
    losses.slide(rubbed, &rubbing, step.size)
}

/// Integrates flanks, spring and drag over a step along the host's path; returns their load, the largest normal force of a
/// flank before its end, and the mean normal forces of both.
#[inline]
pub(super) fn along(
    (play, contact): (&Play, &Contact),
    path: &LinePath<f64>,
    points: [&mut ContactPoint; 2],
    (bristle, dragged): (&mut f64, &mut f64),
    step: Step,
) -> (LineLoad<f64>, f64, [f64; 2]) {
    let (mut load, lost) = parallel(play, contact.coupling, path, bristle, step);
    *dragged += lost;
    let (mut peak, mut pressed) = (0.0_f64, [0.0; 2]);
    let change = path.change(step.size);
    for (index, (point, flank)) in points.into_iter().zip(Flank::BOTH).enumerate() {
        let touch = |time| path.at(time).touch(play, flank);
        let stepped = contact.advance(point, step, change, touch);
        let of_flank = LineLoad::of_pair(&stepped.load);
        load = load.plus(1.0, &of_flank);
        pressed[index] = of_flank.force * flank.sign();
        peak = peak.max(stepped.peak_normal_force);
    }
    (load, peak, pressed)
}

/// Load of spring and drag over a step, and the energy lost in the drag.
#[inline]
pub(super) fn parallel<T: Real>(
    play: &Play,
    coupling: Coupling,
    path: &LinePath<T>,
    bristle: &mut T,
    step: Step,
) -> (LineLoad<T>, T) {
    let (mut load, mut lost) = (LineLoad::zero(), T::from(0.0));
    let Play { spring, drag, .. } = play;
    if spring.is_none() && drag.is_none() {
        return (load, lost);
    }
    let at_start = match coupling {
        Coupling::EndPoint => {
            let (here, mut end) = (path.at(T::from(0.0)), *bristle);
            let held = drag.slide(&mut end, here.speed, T::from(step.size));
            let force = spring.load(here.position) + held + here.speed * drag.viscous;
            Some(LineLoad::of(force, here.levers))
        }
        Coupling::StepMean => None,
    };
    let before = drag.stored(*bristle);
    for cell in step_cells(step.size) {
        let here = path.at(T::from(cell.time));
        let (span, weight) = (T::from(cell.span), cell.weight / step.size);
        let held = drag.slide(bristle, here.speed, span) + here.speed * drag.viscous;
        let force = spring.load(here.position) + held;
        load = load.plus(T::from(weight), &LineLoad::of(force, here.levers));
        lost += held * here.speed * cell.span;
    }
    lost -= drag.stored(*bristle) - before;
    (at_start.unwrap_or(load), lost)
}
