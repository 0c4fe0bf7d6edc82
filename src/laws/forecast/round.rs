//! A pin in a hole of one piece: both wear.

use super::pair::{Rest, WearPair};
use crate::kinematics::planar::Motion;
use crate::laws::wear::{
    Archard, Depths, LARGEST_PART, Pressures, Ring, WearProfile, Window, WornContact, at_node,
};
use nalgebra::Vector2;
use num_dual::Dual64;
use std::slice;

/// A pin in a hole of one piece, with the law by which both wear.
#[derive(Debug, Clone)]
pub struct RoundPair {
    contact: WornContact,
    law: Archard,
    depths: Depths,
    journal: Motion<f64>,
    pressed: Option<Pressures<f64>>,
    window: Window,
    lifted: Window<Dual64>,
}

impl RoundPair {
    /// A pin and a hole with these depths.
    pub fn new(contact: WornContact, law: Archard, depths: Depths) -> Self {
        let cells = contact.ring.cells();
        Self {
            contact,
            law,
            depths,
            journal: Motion::rest(),
            pressed: None,
            window: Window::new(cells),
            lifted: Window::new(cells),
        }
    }
}

impl WearPair for RoundPair {
    fn rest(&mut self, load: Vector2<f64>, angle: f64) -> Option<Rest> {
        let Self { contact, depths, journal, window, lifted, .. } = self;
        journal.angle = angle;
        self.pressed = None;
        if !contact.settle(depths, journal, load, lifted) {
            return None;
        }
        let pressed = contact.press(depths, journal, 0.0, window)?;
        let penetration = contact.ring.deepest(depths, journal).penetration;
        self.pressed = Some(pressed);
        let pressure = pressed.modulus * penetration;
        Some(Rest { penetration, pressure, pushed: pressed.swept_force })
    }

    fn slide(&mut self, distance: f64) -> f64 {
        let Self { contact, law, depths, journal, pressed, window, .. } = self;
        let Some(pressed) = pressed else { return distance };
        let [a, b] = law.coefficients;
        let peak = pressed.modulus * pressed.penetration / law.reference_pressure;
        let pace = (a + b) * pressed.modulus * law.steeper(peak);
        let part = distance.min(LARGEST_PART / pace);
        contact.ring.deposit(law, depths, journal.angle, pressed.modulus, part, window);
        depths.refresh();
        part
    }

    fn depths(&self) -> &[Depths] {
        slice::from_ref(&self.depths)
    }

    fn set_depths(&mut self, depths: &[Depths]) {
        self.depths.clone_from(&depths[0]);
    }

    fn ring(&self) -> &Ring {
        &self.contact.ring
    }

    fn widths(&self) -> &[f64] {
        slice::from_ref(&self.contact.ring.length)
    }

    fn sliding_radius(&self) -> f64 {
        self.contact.ring.journal_radius()
    }

    fn law(&self) -> &Archard {
        &self.law
    }

    fn law_mut(&mut self) -> &mut Archard {
        &mut self.law
    }

    fn boxed(&self) -> Box<dyn WearPair> {
        Box::new(self.clone())
    }

    fn table(&self) -> String {
        let Depths { bearing, journal, .. } = &self.depths;
        WearProfile::to_csv((0..self.contact.ring.cells()).map(|node| {
            let angle = self.contact.ring.spacing * node as f64;
            [angle, at_node(bearing, node), at_node(journal, node)]
        }))
    }
}
