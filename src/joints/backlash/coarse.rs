//! Coarse pieces of the motion of a gap: implicit ones, stable at any stiffness.

use super::motion::{Motion, Sums};
use super::piece::Held;
use crate::coupling::predicted::Slot;
use crate::laws::backlash::{Flank, Play};

impl Motion<'_> {
    /// An implicit piece of `size` \[s\] by Euler's rule in all loads.
    pub(super) fn advance_coarsely(
        &mut self,
        slots: &mut [Slot],
        (bristle, dragged): (&mut f64, &mut f64),
        time: f64,
        size: f64,
    ) {
        let start = self.drive.speed;
        let flanks = [0, 1].map(|index| {
            let mut contact = self.flank_contact(index, &slots[index]);
            if slots[index].point.contact.is_none() {
                contact.impact_speed = start.abs();
            }
            contact
        });
        let Play { spring, drag, .. } = *self.drive.play;
        let position = self.drive.position;
        let end = |speed: f64| position + size * speed;
        let load = |speed: f64| {
            let flanks: f64 = flanks.iter().map(|flank| flank.load(end(speed), speed).0).sum();
            flanks
                + spring.load(end(speed))
                + drag.viscous * speed
                + drag.slide(&mut { *bristle }, speed, size)
        };
        let balance = Held::balanced(start, size, self.drive.external, self.drive.mobility, load);
        let speed = start + size * (self.drive.external - self.drive.mobility * balance.load);
        let mean = 0.5 * (start + speed);
        let work = -balance.load * mean * size;
        let stored = self.drive.play.stored(position, 0.0);
        self.drive.position += size * mean;
        self.drive.speed = speed;
        let Sums { impulse, travel, work: works, .. } = &mut self.sums;
        *travel += size * (*impulse - 0.5 * size * balance.load);
        *impulse -= size * balance.load;
        works.net += work;
        works.turned_over += work.abs();
        let mut lost = 0.0;
        for (contact, slot) in flanks.iter().zip(slots.iter_mut()) {
            let (load, force) = contact.load(end(balance.speed), balance.speed);
            let heat = size * (load * balance.speed - contact.sign * force.elastic * balance.speed);
            slot.point.damped += heat.max(0.0);
            lost += heat.max(0.0);
            self.sums.normal_impulse += size * force.total;
            self.sums.peak_normal_force = self.sums.peak_normal_force.max(force.total);
        }
        let before = drag.stored(*bristle);
        let held = drag.slide(bristle, balance.speed, size) + drag.viscous * balance.speed;
        let heat = held * balance.speed * size - (drag.stored(*bristle) - before);
        *dragged += heat;
        let kept = self.drive.play.stored(self.drive.position, 0.0) - stored
            + drag.stored(*bristle)
            - before;
        self.sums.work.unearned += work + lost + heat + kept;
        for (slot, flank) in slots.iter_mut().zip(Flank::BOTH) {
            let touch = self.approach(flank);
            let seen = slot.at_surface(touch);
            match slot.point.contact {
                None if seen.penetration > 0.0 => slot.meet(time + size, start.abs()),
                Some(_) if seen.penetration <= 0.0 => slot.leave(touch.penetration),
                _ => {}
            }
        }
        self.mode = self.mode_here(slots);
    }
}
