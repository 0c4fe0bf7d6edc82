//! The unit of any model.

use super::flow::Flowing;
use super::running::{Moment, Running};
use super::{Continuous, Contradiction, Layout, News, Refusal, Saved, Unit, Unreadable};
use crate::Fault;
use crate::coupling::Step;
use crate::joints::Options;
use crate::model::{Course, Model, Prepared, Variables};
use model_description::{Quantities, Row, Value};
use std::any::Any;
use std::borrow::Cow;

/// The unit of a model.
pub struct UnitOf<M: Model> {
    pub(super) options: Options,
    /// What nobody has set anything of.
    pub(super) blank: Variables<M>,
    /// Inputs that are all 0.
    pub(super) zero: M::Inputs,
    pub(super) layout: Layout,
    /// Which parameters may change between steps.
    tunable: Box<[bool]>,
    pub(super) parameters: M::Parameters,
    pub(super) inputs: M::Inputs,
    /// How fast the inputs change, and whether the host has said so.
    pub(super) rates: M::Inputs,
    pub(super) rated: bool,
    pub(super) loads: M::Loads,
    pub(super) report: M::Report,
    pub(super) running: Option<Running<M>>,
    /// Direction of the last derivative, and the derivative.
    pub(super) seed: M::Inputs,
    pub(super) derivative: M::Loads,
    /// A report in the making.
    pub(super) trial_report: M::Report,
    /// The states of a unit of continuous time, and their number of indicators.
    pub(super) continuous: Vec<Continuous>,
    indicators: usize,
    pub(super) flowing: Option<Flowing<M>>,
    /// Whether a parameter has been put that nobody has looked at.
    unsettled: bool,
}

impl<M: Model + 'static> UnitOf<M> {
    /// A unit with default parameters.
    pub fn new(options: &Options) -> Result<Self, Fault> {
        let blank = M::variables(options)?;
        let mut zero = blank.inputs.clone();
        (0..zero.count()).for_each(|index| zero.put(index, Value::Real(0.0)));
        let Variables { parameters, inputs, loads, report } = &blank;
        let mut end = 0;
        let mut next = |count: usize| {
            end += count;
            end - count..end
        };
        let layout = Layout {
            inputs: next(inputs.count()),
            loads: next(loads.count()),
            report: next(report.count()),
            parameters: next(parameters.count()),
        };
        let tunable = parameters.rows().iter().map(|row| row.tunable).collect();
        Ok(Self {
            options: options.clone(),
            layout,
            tunable,
            parameters: parameters.clone(),
            inputs: inputs.clone(),
            rates: inputs.clone(),
            rated: false,
            loads: loads.clone(),
            report: report.clone(),
            running: None,
            seed: inputs.clone(),
            derivative: loads.clone(),
            trial_report: report.clone(),
            continuous: Vec::new(),
            indicators: 0,
            flowing: None,
            unsettled: false,
            blank,
            zero,
        })
    }

    /// Before the first step may come, brings the state up to what has been set.
    pub(super) fn follow_settings(&mut self) -> Result<(), Fault> {
        match &self.running {
            Some(Running {
                moment: Moment { begun: false, stale: true, time, step, .. }, ..
            }) => self.initialize(*time, *step),
            _ => Ok(()),
        }
    }
}

impl<M: Model + 'static> Unit for UnitOf<M> {
    fn rows(&self) -> Vec<Row> {
        let mut rows = self.inputs.rows();
        rows.extend(self.loads.rows());
        rows.extend(self.report.rows());
        rows.extend(self.parameters.rows());
        rows
    }

    fn layout(&self) -> Layout {
        self.layout.clone()
    }

    fn refresh(&mut self, index: usize) -> Result<(), Fault> {
        if index < self.layout.inputs.end || index >= self.layout.report.end {
            return Ok(());
        }
        if self.flowing.is_some() {
            return self.evaluate_flow();
        }
        self.follow_settings()?;
        if self.layout.loads.contains(&index)
            && let Some(running) = self.running.as_mut().filter(|running| running.moment.asked)
        {
            let rates = self.rated.then_some(&self.rates);
            let course = Course { inputs: &self.inputs, rates };
            self.loads.clone_from(running.evaluate(course, running.moment.step)?);
        }
        Ok(())
    }

    fn held(&self, index: usize) -> Option<Value> {
        let Layout { inputs, loads, report, parameters } = &self.layout;
        if inputs.contains(&index) {
            self.inputs.value(index)
        } else if loads.contains(&index) {
            self.loads.value(index - loads.start)
        } else if report.contains(&index) {
            self.report.value(index - report.start)
        } else {
            self.parameters.value(index.checked_sub(parameters.start)?)
        }
    }

    fn admits(&self, index: usize, value: Value) -> Result<(), Refusal> {
        if self.layout.inputs.contains(&index) {
            return self.inputs.admits(index, value).map_err(Refusal::Row);
        }
        let Some(parameter) = index.checked_sub(self.layout.parameters.start) else {
            return Err(Refusal::Output);
        };
        let begun = self.running.as_ref().is_some_and(|running| running.moment.begun)
            || self.flowing.as_ref().is_some_and(|flowing| flowing.begun);
        if begun && self.tunable.get(parameter) == Some(&false) {
            return Err(Refusal::Fixed);
        }
        self.parameters.admits(parameter, value).map_err(Refusal::Row)
    }

    fn put(&mut self, index: usize, value: Value) {
        let Layout { inputs, parameters, .. } = &self.layout;
        if inputs.contains(&index) {
            self.inputs.put(index, value);
        } else if parameters.contains(&index) {
            self.parameters.put(index - parameters.start, value);
            self.unsettled = true;
        }
        if let Some(running) = &mut self.running {
            running.forget();
            (running.moment.asked, running.moment.stale) = (true, true);
        }
        if let Some(flowing) = &mut self.flowing {
            flowing.fresh = false;
        }
    }

    fn settle(&mut self) -> Result<(), Fault> {
        if !std::mem::take(&mut self.unsettled) {
            return Ok(());
        }
        let running = self.running.as_mut().filter(|running| running.moment.begun);
        let flowing = self.flowing.as_mut().filter(|flowing| flowing.begun);
        let at_work = running
            .map(|running| (&mut running.model, &mut running.parameters))
            .or(flowing.map(|flowing| (&mut flowing.model, &mut flowing.parameters)));
        let Some((model, accepted)) = at_work else { return Ok(()) };
        let tuned = model.tune(&self.parameters);
        match tuned {
            Ok(()) => accepted.clone_from(&self.parameters),
            Err(_) => {
                self.parameters.clone_from(accepted);
                // They were accepted before.
                let _ = model.tune(&self.parameters);
            }
        }
        tuned
    }

    fn put_rate(&mut self, index: usize, rate: f64) -> Result<(), Refusal> {
        self.take_rate(index, rate)
    }

    fn contradiction(&self) -> Option<Contradiction> {
        self.find_contradiction()
    }

    fn safe_step(&self) -> f64 {
        M::safe_step(&self.parameters)
    }

    fn initialize(&mut self, time: f64, step_hint: f64) -> Result<(), Fault> {
        let mut model = M::prepare(&self.parameters, &self.options)?;
        let (state, report) = model.initial(&self.inputs, time)?;
        if !report.is_finite() {
            return Err(Fault::NoFiniteSolution { time });
        }
        let (looked, asked, begun, stale) = (None, true, false, false);
        let moment = Moment { time, step: step_hint, looked, asked, begun, stale };
        let parameters = self.parameters.clone();
        self.running = Some(Running::new(model, parameters, moment, state, &self.blank));
        self.report = report;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.follow_settings()?;
        self.follow_flow()?;
        if let Some(running) = &mut self.running {
            running.moment.begun = true;
        }
        if let Some(flowing) = &mut self.flowing {
            flowing.begun = true;
        }
        Ok(())
    }

    fn warning(&self) -> Option<Cow<'static, str>> {
        let running = self.running.as_ref().map(|running| &running.model);
        running.or(self.flowing.as_ref().map(|flowing| &flowing.model))?.warning()
    }

    fn advance(&mut self, step: Step) -> Result<(), Fault> {
        let running = self.running.as_mut().filter(|running| running.moment.begun);
        let running = running.ok_or(Fault::NotBegun)?;
        running.moment.asked = false;
        let course = Course { inputs: &self.inputs, rates: self.rated.then_some(&self.rates) };
        self.loads.clone_from(running.evaluate(course, step.size)?);
        std::mem::swap(&mut self.report, &mut running.trial_report);
        std::mem::swap(&mut running.state, &mut running.trial_state);
        running.forget();
        self.rated = false;
        // Taken from the host, so that no rounding piles up.
        (running.moment.time, running.moment.step) = (step.start + step.size, step.size);
        Ok(())
    }

    fn told_contact(&mut self) -> Option<(bool, (f64, f64))> {
        self.evaluate_flow().ok()?;
        M::told_contact(&self.report)
    }

    fn work_mismatch(&self) -> Option<f64> {
        M::work_mismatch(&self.report)
    }

    fn news(&self) -> Option<News> {
        M::news(&self.running.as_ref()?.trial_report, &self.report)
    }

    fn differentiate(
        &mut self,
        seeds: &mut dyn Iterator<Item = (usize, f64)>,
    ) -> Result<(), Refusal> {
        self.find_derivative(seeds)
    }

    fn derivative(&self, index: usize) -> Option<f64> {
        self.found_derivative(index)
    }

    fn reset(&mut self) {
        let Variables { parameters, inputs, loads, report } = &self.blank;
        self.parameters.clone_from(parameters);
        self.inputs.clone_from(inputs);
        self.loads.clone_from(loads);
        self.report.clone_from(report);
        (self.rated, self.running, self.flowing) = (false, None, None);
    }

    fn make_continuous(&mut self) -> Result<(), Fault> {
        self.continuous = self.find_continuous()?;
        self.indicators = M::prepare(&self.parameters, &self.options)?.indicators();
        Ok(())
    }

    fn continuous(&self) -> &[Continuous] {
        &self.continuous
    }

    fn indicator_count(&self) -> usize {
        self.indicators
    }

    fn start_flow(&mut self, time: f64) -> Result<(), Fault> {
        if self.find_continuous()?.len() != self.continuous.len() {
            return Err(Fault::StatesChanged { model: M::NAME });
        }
        self.begin_flow(time)
    }

    fn set_time(&mut self, time: f64) {
        if let Some(flowing) = &mut self.flowing {
            (flowing.time, flowing.fresh) = (time, false);
        }
    }

    fn states(&mut self) -> Result<&[f64], Fault> {
        self.follow_flow()?;
        self.flowing.as_ref().map(|flowing| &*flowing.states).ok_or(Fault::NotBegun)
    }

    fn set_states(&mut self, states: &[f64]) {
        if let Some(flowing) = &mut self.flowing
            && flowing.states.len() == states.len()
        {
            flowing.states.copy_from_slice(states);
            flowing.fresh = false;
        }
    }

    fn rates(&mut self) -> Result<&[f64], Fault> {
        self.flow_rates()
    }

    fn indicate(&mut self, indicators: &mut [f64]) -> Result<(), Fault> {
        self.flow_indicators(indicators)
    }

    fn event(&mut self) -> Result<bool, Fault> {
        self.flow_event()
    }

    fn save(&self) -> Box<dyn Any + Send> {
        Box::new(Saved::<M>::of(self))
    }

    fn save_into(&self, saved: &mut (dyn Any + Send)) -> bool {
        saved.downcast_mut::<Saved<M>>().map(|saved| saved.take(self)).is_some()
    }

    fn restore(&mut self, saved: &(dyn Any + Send)) -> Result<(), Fault> {
        let saved = saved.downcast_ref::<Saved<M>>().ok_or(Fault::ForeignState)?;
        saved.put_back(self)
    }

    fn pack(&self, saved: &(dyn Any + Send)) -> Option<Vec<u8>> {
        saved.downcast_ref::<Saved<M>>().map(Saved::pack)
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Box<dyn Any + Send>, Unreadable> {
        Ok(Box::new(Saved::<M>::unpack(bytes, &self.blank)?))
    }
}
