//! A rig: a joint with a host around it, or a machine that moves itself, and the samples of its run.

use crate::host::{Host, number_of};
use crate::order::{Hand, Order};
use crate::rows;
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::model::Build;
use std::fmt::Write;

/// Columns of a sample beside those of coordinates and watched variables: time, and four energies.
const COMMON: usize = 5;

/// A joint or a machine that runs.
pub struct Rig {
    block: Block,
    host: Host,
    hand: Hand,
    /// Numbers of the watched variables.
    watch: Vec<usize>,
    /// Communication step \[s\].
    step: f64,
    /// Time \[s\].
    time: f64,
    samples: Vec<f64>,
    /// True once a step has been refused; none follows.
    ended: bool,
}

impl Rig {
    /// Builds the model and starts it; an error is in the library's own words.
    pub fn new(order: &Order) -> Result<Self, String> {
        let model = catalogue::named(&order.model)
            .ok_or_else(|| format!("no joint has the name {}", order.model))?;
        let build = Build { start: order.settings.clone(), files: order.files.clone() };
        let mut block = Block::new(model, &build).map_err(|why| why.to_string())?;
        let host = Host::new(&block, &order.coordinates, order.attitude.as_ref())?;
        let watch =
            order.watch.iter().map(|name| number_of(&block, name)).collect::<Result<_, _>>()?;
        let step = checked_step(order.step)?;
        let start = |block: &mut Block| {
            host.send(block)?;
            block.initialize(0.0)?;
            block.begin()
        };
        start(&mut block).map_err(|why| why.to_string())?;
        let (hand, samples) = (order.hand.clone(), Vec::new());
        Ok(Self { block, host, hand, watch, step, time: 0.0, samples, ended: false })
    }

    /// Takes the host, the hand, the step and the `settings` of an order that may change between steps; the rig runs on
    /// from its present state. After an error the rig is as it was.
    pub fn adjust(&mut self, order: &Order) -> Result<(), String> {
        let step = checked_step(order.step)?;
        let mut host = self.host.clone();
        host.adjust(&order.coordinates)?;
        let mut replaced = Vec::new();
        for (name, text) in &order.settings {
            let number = number_of(&self.block, name)?;
            let before = self.block.value(number).map_err(|why| why.to_string())?;
            if let Err(why) = self.assign(number, text) {
                // They were accepted before.
                for (number, before) in replaced {
                    let _ = self.block.assign(number, before);
                }
                return Err(why);
            }
            replaced.push((number, before));
        }
        (self.host, self.hand, self.step) = (host, order.hand.clone(), step);
        Ok(())
    }

    fn assign(&mut self, number: usize, text: &str) -> Result<(), String> {
        let value = self.block.rows()[number].parse(text);
        let value = value.map_err(|why| spiel::Fault::from(why).to_string())?;
        self.block.assign(number, value).map_err(|why| why.to_string())
    }

    /// The reader's hand takes hold of the body or lets it go.
    pub fn hold(&mut self, hand: Hand) {
        self.hand = hand;
    }

    /// Makes `steps` communication steps and returns the number of samples: one after every `every` steps.
    ///
    /// A step that the model refuses ends the run with the model's message.
    pub fn run(&mut self, steps: usize, every: usize) -> Result<usize, String> {
        self.samples.clear();
        if self.ended {
            return Err("the run has ended: start it again".to_owned());
        }
        for count in 1..=steps {
            if let Err(why) = self.one_step() {
                self.ended = true;
                return Err(why.to_string());
            }
            if count % every.max(1) == 0 {
                self.sample().map_err(|why| why.to_string())?;
            }
        }
        Ok(self.samples.len() / self.width())
    }

    fn one_step(&mut self) -> Result<(), spiel::Fault> {
        let Self { block, host, hand, step, time, .. } = self;
        host.send(block)?;
        block.advance(Step { start: *time, size: *step })?;
        host.follow(block, hand, (*time, *step))?;
        *time += *step;
        Ok(())
    }

    /// Number of numbers in a sample.
    pub fn width(&self) -> usize {
        let attitude = self.host.attitude().map_or(0, |values| values.len());
        COMMON + 3 * self.host.axes.len() + attitude + self.watch.len()
    }

    /// The samples of the last run: time \[s\], place, velocity and load of each coordinate, kinetic energy, potential
    /// of constant loads, work of the hand and of the drives \[J\], Euler parameters, and the watched variables.
    pub fn samples(&self) -> &[f64] {
        &self.samples
    }

    fn sample(&mut self) -> Result<(), spiel::Fault> {
        let Self { block, host, watch, time, samples, .. } = self;
        samples.push(*time);
        for axis in &host.axes {
            samples.extend([axis.place, axis.speed, axis.force]);
        }
        samples.extend(host.energies());
        samples.extend([host.hand_work, host.drive_work]);
        samples.extend(host.attitude().into_iter().flatten());
        for number in watch {
            samples.push(block.value(*number)?.number());
        }
        Ok(())
    }

    /// Returns the present values of all variables, in the order of their rows, as JSON.
    pub fn values(&mut self) -> Result<String, String> {
        let mut text = String::from("[");
        for number in 0..self.block.rows().len() {
            let value = self.block.value(number).map_err(|why| why.to_string())?.number();
            let _ = write!(text, "{}{value:e}", if number == 0 { "" } else { "," });
        }
        text.push(']');
        Ok(text)
    }

    /// Returns the rows of the model as it is built, as JSON.
    pub fn rows(&self) -> String {
        rows::of_block(&self.block)
    }

    /// Returns what the library says of the parameters: combinations that are allowed and hardly meant, and the
    /// limits of the laws that they choose.
    pub fn remarks(&self) -> String {
        let warning = self.block.warning().map(|text| text.into_owned());
        serde_json::json!(self.block.doubts().into_iter().chain(warning).collect::<Vec<_>>())
            .to_string()
    }
}

/// Returns a communication step that time can advance by.
fn checked_step(step: f64) -> Result<f64, String> {
    if step > 0.0 && step.is_finite() {
        Ok(step)
    } else {
        Err(format!("the communication step is {step} s: allowed is > 0"))
    }
}
