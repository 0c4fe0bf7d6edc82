//! The report of a joint with a wear map.

use super::WornRevolute;
use super::memory::Worn;
use super::quantities::{
    BearingCell, CellRate, ContactReport, JournalCell, MOST_CELLS, SurfaceReport, WearReport, Whole,
};
use crate::coupling::IdentifiedCoupling;
use crate::joints::point_contact::EnergyReport;
use crate::kinematics::planar::Motion;
use crate::laws::contact::ContactPoint;
use crate::laws::contact::elastic::SpotRegime;
use crate::laws::contact::elastic::fractal::Stiffness;
use crate::laws::wear::{Cycles, Depths, Ring, WornContact, at_node, largest};
use model_description::Quantities;

impl WornRevolute {
    /// Writes the report of a state at the motion `journal`.
    pub(super) fn describe(
        &mut self,
        (point, worn, cycles): (&ContactPoint, &Worn, Option<&Cycles>),
        journal: &Motion<f64>,
        (peak_normal_force, coupling): (f64, IdentifiedCoupling),
        report: &mut [f64],
    ) {
        let Self { contact, laws, window, start, law, acceleration, growing, .. } = self;
        let friction = &laws.friction;
        let depths = worn.depths();
        let found = contact.ring.deepest(depths, journal);
        let volume = contact.ring.overlap(depths, journal, window).volume;
        let pressed = point
            .contact
            .and_then(|onset| contact.press(depths, journal, onset.impact_speed, window));
        let mut now = ContactReport {
            penetration: found.penetration,
            penetration_rate: found.rate,
            active: point.contact.is_some(),
            start_time: point.last_start.time,
            impact_speed: point.last_start.impact_speed,
            impact_restitution: contact.prescribed(point.last_start.impact_speed),
            peak_normal_force,
            arc_factor: 1.0,
            ..ContactReport::default()
        };
        let (mut rate, mut sliding) = (0.0, 0.0);
        growing.bearing.fill(0.0);
        growing.journal.fill(0.0);
        if let Some(pressed) = &pressed {
            let (mut bristle, mut slip) = (point.bristle, point.micro_slip.clone());
            let (speed, swept) = (pressed.sliding_speed, pressed.swept_force);
            let drag = friction.slide(&mut bristle, &mut slip, speed, 0.0, swept);
            now.bristle = bristle;
            now.bristle_rate = friction.at(bristle, speed).1;
            now.normal_force = pressed.normal_force;
            now.sliding_speed = speed;
            now.half_angle = pressed.half_angle;
            now.peak_normal_force = now.peak_normal_force.max(pressed.normal_force);
            now.peak_pressure = pressed.modulus * pressed.factor * found.penetration.max(0.0);
            if pressed.normal_force > 0.0 {
                now.arc_factor = swept / pressed.normal_force;
                now.tangential_force = drag / now.arc_factor;
            }
            sliding = speed.abs();
            if contact.ring.cells() <= MOST_CELLS && !worn.exhausted {
                let (modulus, way) = (pressed.modulus * pressed.factor, sliding * *acceleration);
                contact.ring.deposit(law, growing, journal.angle, modulus, way, window);
            }
            rate = (pressed.normal_force - pressed.elastic) * pressed.approach
                + friction.lost([bristle, now.bristle_rate], speed, swept, drag);
        }
        let held = point.friction.held;
        let energy = EnergyReport {
            dissipated: point.dissipated(),
            dissipated_rate: rate,
            stored: contact.stored(volume) + held,
            friction: held,
        };
        let wear = wear_report(contact, worn, start, cycles, sliding);
        let regime = |surface: &Stiffness| surface.regime(now.penetration);
        let surface = contact.elastic().surface();
        let surface = SurfaceReport { regime: surface.map_or(SpotRegime::Elastic, regime) };
        let (whole, cells) = report.split_at_mut(Whole::COUNT);
        Whole { contact: now, surface, energy, coupling, wear }.write(whole);
        let stiffness = pressed.map_or(0.0, |pressed| pressed.modulus * pressed.factor);
        write_cells(&contact.ring, (depths, growing), journal, stiffness, cells);
    }
}

/// Volumes, depths and counters of the wear since `start`; `sliding` is the rate of the sliding distance \[m/s\].
pub(super) fn wear_report(
    contact: &WornContact,
    worn: &Worn,
    start: &Depths,
    cycles: Option<&Cycles>,
    sliding: f64,
) -> WearReport {
    let depths = worn.depths();
    let [volume_a, volume_b] = contact.volumes(depths, start);
    let [(node_a, depth_a), (node_b, depth_b)] =
        [&depths.bearing, &depths.journal].map(|depths| largest(depths));
    let [angle_a, angle_b] = [node_a, node_b].map(|node| node as f64 * contact.ring.spacing);
    WearReport {
        volume_a,
        volume_b,
        depth_a,
        depth_b,
        angle_a,
        angle_b,
        sliding_distance: worn.distance,
        sliding_distance_rate: sliding,
        cycles: cycles.map_or(0.0, |cycles| cycles.count),
        jump_error: cycles.map_or(0.0, |cycles| cycles.error),
        cut: worn.cut,
        exhausted: worn.exhausted,
    }
}

/// Writes depths and pressures of all cells, and the rates of the depths where the report has them; `stiffness`
/// is the pressure per overlap \[Pa/m\], 0 without contact.
fn write_cells(
    ring: &Ring,
    (depths, growing): (&Depths, &Depths),
    journal: &Motion<f64>,
    stiffness: f64,
    cells: &mut [f64],
) {
    let count = ring.cells();
    let (bearing, cells) = cells.split_at_mut(BearingCell::COUNT * count);
    let (journal_cells, rates) = cells.split_at_mut(JournalCell::COUNT * count);
    for (node, cell) in bearing.chunks_exact_mut(BearingCell::COUNT).enumerate() {
        let pressure = if stiffness > 0.0 {
            stiffness * ring.overlap_at(depths, journal, node).max(0.0)
        } else {
            0.0
        };
        BearingCell { depth: at_node(&depths.bearing, node), pressure }.write(cell);
    }
    for (node, cell) in journal_cells.chunks_exact_mut(JournalCell::COUNT).enumerate() {
        JournalCell { depth: at_node(&depths.journal, node) }.write(cell);
    }
    let nodes = [&growing.bearing, &growing.journal];
    let nodes = nodes.into_iter().flat_map(|of| (0..count).map(move |node| at_node(of, node)));
    for (rate, depth_rate) in rates.chunks_exact_mut(CellRate::COUNT).zip(nodes) {
        CellRate { depth_rate }.write(rate);
    }
}
