//! Two bodies about a joint with backlash in continuous time, integrated with events.

use crate::driven::Driven;
use spiel::block::Block;
use spiel::catalogue;
use spiel::model::Build;

/// Inertias and external torques of the bodies that a joint connects.
pub struct Bodies<'a> {
    /// Inertias of a and b.
    pub inertia: [f64; 2],
    /// External torques on a and b at a time.
    pub torque: &'a dyn Fn(f64) -> [f64; 2],
}

/// An event of the joint: its time, the number of its indicator, and true where the indicator rose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    pub time: f64,
    pub indicator: usize,
    pub rose: bool,
}

/// The joint and its bodies during an integration.
pub struct Solved {
    pub block: Block,
    pub time: f64,
    /// φ_a, w_a, φ_b, w_b, then the joint's own states.
    pub y: Vec<f64>,
    pub events: Vec<Event>,
    loads: [usize; 2],
}

impl Solved {
    /// The model of that name at these positions and speeds.
    pub fn new(model: &str, build: &Build, start: [f64; 4]) -> Self {
        let mut block = Block::new(catalogue::named(model).unwrap(), build).unwrap();
        block.make_continuous().unwrap();
        for (index, value) in start.into_iter().enumerate() {
            block.assign(index, value.into()).unwrap();
        }
        block.start_solving(0.0).unwrap();
        block.begin().unwrap();
        let y = [&start[..], block.states().unwrap()].concat();
        let first = block.layout().loads.start;
        Self { block, time: 0.0, y, events: vec![], loads: [first, first + 1] }
    }

    fn put(&mut self, time: f64, y: &[f64]) {
        for (index, value) in y[..4].iter().enumerate() {
            self.block.assign(index, (*value).into()).unwrap();
        }
        self.block.set_states(&y[4..]);
        self.block.set_time(time);
    }

    fn rates(&mut self, bodies: &Bodies, time: f64, y: &[f64]) -> Vec<f64> {
        self.put(time, y);
        let own = self.block.state_rates().unwrap().to_vec();
        let loads = self.loads.map(|load| self.block.value(load).unwrap().number());
        let outside = (bodies.torque)(time);
        let gain = |side: usize| (loads[side] + outside[side]) / bodies.inertia[side];
        [vec![y[1], gain(0), y[3], gain(1)], own].concat()
    }

    fn after(&mut self, bodies: &Bodies, size: f64) -> Vec<f64> {
        let (time, y) = (self.time, self.y.clone());
        let moved = |rates: &[f64], part: f64| -> Vec<f64> {
            y.iter().zip(rates).map(|(y, rate)| y + part * size * rate).collect()
        };
        // External torques may jump at the ends of a step: those of its inside apply.
        let inside = |part: f64| time + size * part.clamp(1e-9, 1.0 - 1e-9);
        let first = self.rates(bodies, inside(0.0), &y);
        let second = self.rates(bodies, inside(0.5), &moved(&first, 0.5));
        let third = self.rates(bodies, inside(0.5), &moved(&second, 0.5));
        let last = self.rates(bodies, inside(1.0), &moved(&third, 1.0));
        let mean = |index: usize| {
            (first[index] + 2.0 * (second[index] + third[index]) + last[index]) / 6.0
        };
        (0..y.len()).map(|index| y[index] + size * mean(index)).collect()
    }

    fn indicators(&mut self, time: f64, y: &[f64]) -> [f64; 2] {
        self.put(time, y);
        let mut indicators = [0.0; 2];
        self.block.indicate(&mut indicators).unwrap();
        indicators
    }

    /// Integrates to `end` in steps of `size` \[s\] and stops at every event.
    pub fn run(&mut self, bodies: &Bodies, end: f64, size: f64) {
        while self.time < end {
            let mut step = size.min(end - self.time);
            let last = step == end - self.time;
            let (time, y) = (self.time, self.y.clone());
            let before = self.indicators(time, &y);
            let crossed = |now: [f64; 2]| (0..2).find(|i| (now[*i] > 0.0) != (before[*i] > 0.0));
            let mut next = self.after(bodies, step);
            let mut event = crossed(self.indicators(time + step, &next));
            if event.is_some() {
                let (mut low, mut high) = (0.0, step);
                while high - low > 1e-15 * (time + high) && high - low > 1e-18 {
                    step = 0.5 * (low + high);
                    next = self.after(bodies, step);
                    match crossed(self.indicators(time + step, &next)) {
                        Some(found) => (event, high) = (Some(found), step),
                        None => low = step,
                    }
                }
                step = high;
                next = self.after(bodies, step);
            }
            self.time = if last && event.is_none() { end } else { time + step };
            self.y = next;
            if let Some(indicator) = event {
                let (time, y) = (self.time, self.y.clone());
                self.put(time, &y);
                self.block.event().unwrap();
                let rose = before[indicator] <= 0.0;
                self.events.push(Event { time, indicator, rose });
            }
        }
    }

    /// Present value of a variable of the joint.
    pub fn get(&mut self, name: &str) -> f64 {
        let (time, y) = (self.time, self.y.clone());
        self.put(time, &y);
        let number = self.block.number(name).unwrap();
        self.block.value(number).unwrap().number()
    }
}

/// Two bodies stepped by a host that holds every load.
pub struct Stepped<'a> {
    pub joint: Driven,
    pub bodies: Bodies<'a>,
    /// φ_a, w_a, φ_b, w_b.
    pub y: [f64; 4],
    pub time: f64,
}

impl<'a> Stepped<'a> {
    /// The model of that name at these positions and speeds.
    pub fn new(model: &str, build: &Build, bodies: Bodies<'a>, y: [f64; 4]) -> Self {
        let mut joint = Driven::new(model, build);
        joint.put(&y);
        joint.begin(0.0).unwrap();
        Self { joint, bodies, y, time: 0.0 }
    }

    /// Steps the joint and then the bodies, under torques that stay constant in the step.
    pub fn step(&mut self, size: f64) {
        self.joint.put(&self.y);
        self.joint.go(self.time, size);
        let first = self.joint.block.layout().loads.start;
        let outside = (self.bodies.torque)(self.time + 0.5 * size);
        for (side, outside) in outside.into_iter().enumerate() {
            let load = self.joint.block.value(first + side).unwrap().number();
            let gain = (load + outside) / self.bodies.inertia[side];
            self.y[2 * side] += size * (self.y[2 * side + 1] + 0.5 * size * gain);
            self.y[2 * side + 1] += size * gain;
        }
        self.time += size;
    }
}
