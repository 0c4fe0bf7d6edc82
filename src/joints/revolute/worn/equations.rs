//! A revolute joint with a wear map in continuous time: its depths are states, as its bristles are.

use super::WornRevolute;
use super::memory::Solving;
use super::quantities::{CellRate, MOST_CELLS, Whole};
use crate::base::{Fault, Real};
use crate::coupling::{Contact, IdentifiedCoupling, Touching};
use crate::joints::{Joint, RevoluteClearance};
use crate::kinematics::planar::{Motion, PairLoad};
use crate::laws::contact::ContactPoint;
use crate::laws::wear::{Archard, Depths, Window, WornContact, at_node};
use crate::model::{ContinuousState, Equations, Feeds};
use crate::ports::PairMotion;
use model_description::Quantities;
use num_dual::Dual64;

/// States before those of the cells: bristle, energy lost, distance slid.
const BEFORE_CELLS: usize = 3;
/// Nominal depth of wear \[m\].
const USUAL_DEPTH: f64 = 1e-6;

/// Load and rates at an instant.
struct Flow<T> {
    load: PairLoad<T>,
    /// Rates of bristle, energy lost and distance slid.
    rates: [T; BEFORE_CELLS],
}

/// The laws at an instant.
struct Instant<'a> {
    contact: &'a WornContact,
    laws: &'a Contact,
    law: &'a Archard,
    acceleration: f64,
}

impl Instant<'_> {
    /// Load and rates at the motion `journal`; writes the rates of the control values of the depths to
    /// `growing`.
    fn flow<T: Real>(
        &self,
        depths: &Depths<T>,
        journal: &Motion<T>,
        (bristle, touching): (T, &Discrete),
        window: &mut Window<T>,
        growing: &mut Depths<T>,
    ) -> Flow<T> {
        let Self { contact, laws, law, acceleration } = *self;
        let zero = T::from(0.0);
        growing.bearing.fill(zero);
        growing.journal.fill(zero);
        let none = Flow { load: PairLoad::zero(), rates: [zero; BEFORE_CELLS] };
        let Some(onset) = touching.point.contact else { return none };
        let impact_speed = T::from(onset.impact_speed);
        let Some(pressed) = contact.press(depths, journal, impact_speed, window) else {
            return none;
        };
        let (speed, swept) = (pressed.sliding_speed, pressed.swept_force);
        let (coefficient, bristle_rate) = laws.friction.at(bristle, speed);
        let drag = swept * coefficient;
        let way = if speed.re() < 0.0 { -speed } else { speed };
        if !touching.exhausted {
            let modulus = pressed.modulus * pressed.factor;
            let wearing = way * acceleration;
            contact.ring.deposit(law, growing, journal.angle, modulus, wearing, window);
        }
        let lost = (pressed.normal_force - pressed.elastic) * pressed.approach + drag * speed;
        Flow {
            load: pressed.loads(journal.position, drag, contact.ring.journal_radius()),
            rates: [bristle_rate, lost, way],
        }
    }
}

/// Writes the rates of the states.
fn write_rates<T: Real>(flow: &Flow<T>, growing: &Depths<T>, rates: &mut [T]) {
    let (first, cells) = rates.split_at_mut(BEFORE_CELLS);
    first.copy_from_slice(&flow.rates);
    let (bearing, journal) = cells.split_at_mut(growing.bearing.len());
    for (rates, growing) in [(bearing, &growing.bearing), (journal, &growing.journal)] {
        rates.iter_mut().enumerate().for_each(|(node, rate)| *rate = at_node(growing, node));
    }
}

/// The discrete states: they change in events only.
struct Discrete {
    point: Touching,
    /// True once wear has stopped because the gap is no longer thin.
    exhausted: bool,
}

impl Discrete {
    const NUMBERS: usize = Touching::NUMBERS + 1;

    fn read(numbers: &[f64]) -> Self {
        Self { point: Touching::read(numbers), exhausted: numbers[Touching::NUMBERS] != 0.0 }
    }

    fn write(&self, numbers: &mut [f64]) {
        let (point, exhausted) = numbers.split_at_mut(Touching::NUMBERS);
        self.point.write(point);
        exhausted[0] = f64::from(u8::from(self.exhausted));
    }
}

impl WornRevolute {
    /// Refuses maps and cycles that continuous time does not allow.
    pub(super) fn check_equations(&self) -> Result<(), Fault> {
        let refused = |why| Err(Fault::CoSimulationOnly { model: RevoluteClearance::NAME, why });
        if self.contact.ring.cells() > MOST_CELLS {
            return refused("in model exchange a wear map has at most 120 cells");
        }
        if self.jump.is_some() {
            return refused("a solver cannot jump over cycles; set wear.cycle_time = 0");
        }
        self.laws.friction.check_equations()
    }

    /// Reads the depths among the states.
    fn read_depths(&mut self, states: &[f64]) {
        if let Some(solving) = &mut self.solving {
            solving.worn.change().interpolate(&states[BEFORE_CELLS..]);
        }
    }
}

impl Equations for WornRevolute {
    fn states(&self) -> Vec<ContinuousState> {
        let sum = |name: &str, nominal| ContinuousState {
            name: name.to_owned(),
            nominal,
            jumps: false,
            feeds: Feeds::Nothing,
        };
        let depth = |name: String| ContinuousState {
            name,
            nominal: USUAL_DEPTH,
            jumps: false,
            feeds: Feeds::All,
        };
        let cells = self.contact.ring.cells();
        let depths = ["bearing", "journal"].into_iter().flat_map(|body| {
            (1..=cells).map(move |number| depth(format!("{body}_{number:03}.depth")))
        });
        let own = "contact.".to_owned();
        let of_contact = Feeds::Part { own, others: &["bearing_", "journal_"] };
        let first = [
            ContinuousState { feeds: of_contact, ..ContinuousState::bristle("contact.bristle") },
            ContinuousState::energy("energy.dissipated"),
            sum("wear.sliding_distance", 1.0),
        ];
        first.into_iter().chain(depths).collect()
    }

    fn discrete_count(&self) -> usize {
        Discrete::NUMBERS
    }

    fn indicator_count(&self) -> usize {
        1
    }

    fn begin(
        &mut self,
        motion: &PairMotion<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault> {
        states.fill(0.0);
        discrete.fill(0.0);
        let cells = self.contact.ring.cells();
        let (bearing, journal) = states[BEFORE_CELLS..].split_at_mut(cells);
        for (states, depths) in [(bearing, &self.start.bearing), (journal, &self.start.journal)] {
            states.iter_mut().enumerate().for_each(|(node, at)| *at = at_node(depths, node));
        }
        self.event(motion, time, states, discrete).map(|_| ())
    }

    fn flow(
        &mut self,
        motion: &PairMotion<f64>,
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        let b = &motion.path.start;
        self.read_depths(states);
        let Some(mut solving) = self.solving.take() else { return Err(Fault::NotBegun) };
        let Solving { point, worn, .. } = &mut *solving;
        let touching = Discrete::read(discrete);
        let Self { contact, laws, law, acceleration, window, growing, .. } = self;
        let instant = Instant { contact, laws, law, acceleration: *acceleration };
        let state = (states[0], &touching);
        let flow = instant.flow(worn.depths(), b, state, window, growing);
        write_rates(&flow, growing, rates);
        *point = ContactPoint {
            contact: touching.point.contact,
            last_start: touching.point.last_start,
            bristle: states[0],
            damped: states[1],
            ..ContactPoint::default()
        };
        (worn.distance, worn.exhausted) = (states[2], touching.exhausted);
        self.describe((point, worn, None), b, (0.0, IdentifiedCoupling::default()), report);
        self.solving = Some(solving);
        // The rates in the report are those of the states.
        let (whole, cells) = report.split_at_mut(Whole::COUNT);
        let mut all = Whole::read(whole);
        [all.contact.bristle_rate, all.energy.dissipated_rate, all.wear.sliding_distance_rate] =
            flow.rates;
        all.write(whole);
        let first = cells.len() - CellRate::COUNT * (rates.len() - BEFORE_CELLS);
        cells[first..].copy_from_slice(&rates[BEFORE_CELLS..]);
        Ok(flow.load)
    }

    fn flow_with_derivatives(
        &mut self,
        motion: &PairMotion<Dual64>,
        states: &[Dual64],
        discrete: &[f64],
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        let b = &motion.path.start;
        let Self { contact, laws, law, acceleration, lifted, solving, .. } = self;
        let Some(solving) = solving else { return Err(Fault::NotBegun) };
        let Solving { depths, rates: growing, .. } = &mut **solving;
        depths.interpolate(&states[BEFORE_CELLS..]);
        let instant = Instant { contact, laws, law, acceleration: *acceleration };
        let state = (states[0], &Discrete::read(discrete));
        let flow = instant.flow(depths, b, state, lifted, growing);
        write_rates(&flow, growing, rates);
        Ok(flow.load)
    }

    fn indicate(
        &mut self,
        motion: &PairMotion<f64>,
        states: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let b = &motion.path.start;
        self.read_depths(states);
        let Some(solving) = &self.solving else { return Err(Fault::NotBegun) };
        let found = self.contact.ring.deepest(solving.worn.depths(), b);
        indicators[0] = Touching::read(discrete).indicator(found.penetration);
        Ok(())
    }

    fn event(
        &mut self,
        motion: &PairMotion<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        let b = &motion.path.start;
        self.read_depths(states);
        let Some(solving) = &self.solving else { return Err(Fault::NotBegun) };
        let depths = solving.worn.depths();
        let found = self.contact.ring.deepest(depths, b);
        let mut now = Discrete::read(discrete);
        // Bristles are upright in flight and at the onset of a contact.
        let changed = now.point.event((found.penetration, found.rate), time);
        let jumped = changed && std::mem::take(&mut states[0]) != 0.0;
        now.exhausted |= self.contact.is_exhausted(depths);
        now.write(discrete);
        Ok(jumped)
    }
}
