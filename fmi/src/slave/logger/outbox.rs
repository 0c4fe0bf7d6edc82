//! Lines on their way to the host: they wait until the call that has written them is over.
//!
//! A host's logger may do anything: call the instance, end it, throw an exception, jump away. So it is
//! called when nothing of the instance is borrowed any more and the host's arithmetic is back, and what
//! is on the stack then needs no cleaning up.

use super::{Category, Severity};
use crate::slave::line::Line;
use arrayvec::ArrayVec;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::mem::ManuallyDrop;
use std::rc::Rc;

/// Largest number of waiting lines; no call writes more.
const MOST: usize = 8;
/// Largest depth to which a logger may call the instance that is calling it. The lines of deeper calls
/// are not handed over, or a faulty logger would use up the stack.
const DEEPEST: usize = 4;

/// Hands a line to the host; it may do anything but return twice.
pub type Say = Box<dyn Fn(Severity, Category, &str)>;

/// A line that waits.
#[derive(Clone, Copy)]
pub(super) struct Posted {
    pub category: Category,
    pub severity: Severity,
    pub text: Line,
}

/// Lines that wait, and the way to the host. It outlives an instance that is ended by its logger.
pub(super) struct Outbox {
    say: Option<Say>,
    /// The lines; memory for all of them is allocated at construction.
    waiting: RefCell<VecDeque<Posted>>,
    /// Places on the stack from which lines are being handed over, the outermost first.
    speaking: RefCell<ArrayVec<usize, DEEPEST>>,
    /// Is true while the host may be called.
    open: Cell<bool>,
}

impl Outbox {
    /// An empty outbox, whose lines go to `say`.
    pub fn new(say: Option<Say>) -> Self {
        Self {
            say,
            waiting: RefCell::new(VecDeque::with_capacity(MOST)),
            speaking: RefCell::default(),
            open: Cell::new(true),
        }
    }

    /// Adds a line.
    pub fn post(&self, line: Posted) {
        let mut waiting = self.waiting.borrow_mut();
        if self.open.get() && waiting.len() < MOST {
            waiting.push_back(line);
        }
    }

    /// Drops the waiting lines; the host is not called any more.
    pub fn close(&self) {
        self.open.set(false);
        self.waiting.borrow_mut().clear();
    }

    /// Returns true if lines may be handed over from `here` on the stack.
    fn enter(&self, here: usize) -> bool {
        self.leave(here);
        self.speaking.borrow_mut().try_push(here).is_ok()
    }

    /// Forgets the deliveries that began at `here` on the stack or below. Stacks grow downwards, so
    /// what is still listed there was left behind by an exception or a jump.
    fn leave(&self, here: usize) {
        self.speaking.borrow_mut().retain(|place| *place > here);
    }

    fn next(&self) -> Option<Posted> {
        self.waiting.borrow_mut().pop_front()
    }

    fn hand_over(&self, line: &Posted) {
        if let Some(say) = &self.say {
            say(line.severity, line.category, &line.text);
        }
    }
}

/// An outbox that is about to be emptied. Nothing is cleaned up if the host does not return.
pub struct Mail(pub(super) ManuallyDrop<Rc<Outbox>>);

impl Mail {
    /// Adds a line that is logged in any case.
    #[cold]
    #[inline(never)]
    pub fn error(&self, severity: Severity, text: &Line) {
        self.0.post(Posted { category: Category::Errors, severity, text: *text });
    }

    /// Hands over what waits.
    #[cold]
    #[inline(never)]
    pub fn deliver(self) {
        let outbox = self.0;
        let place = 0_u8;
        let here = (&raw const place).addr();
        if outbox.enter(here) {
            while let Some(line) = outbox.next() {
                outbox.hand_over(&line);
            }
            outbox.leave(here);
        } else {
            outbox.waiting.borrow_mut().clear();
        }
        drop(ManuallyDrop::into_inner(outbox));
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, MOST, Outbox, Posted};
    use crate::slave::{Category, Severity, line};

    fn posted(number: usize) -> Posted {
        let (category, severity) = (Category::Errors, Severity::Error);
        Posted { category, severity, text: line(number) }
    }

    #[test]
    fn lines_leave_in_their_order_and_none_takes_memory() {
        let outbox = Outbox::new(None);
        let room = outbox.waiting.borrow().capacity();
        (0..2 * room).for_each(|number| outbox.post(posted(number)));
        for number in 0..MOST {
            assert_eq!(outbox.next().unwrap().text.to_string(), number.to_string());
        }
        assert!(outbox.next().is_none());
        assert_eq!(outbox.waiting.borrow().capacity(), room);
    }

    #[test]
    fn a_closed_outbox_hands_nothing_over() {
        let outbox = Outbox::new(None);
        outbox.post(posted(0));
        outbox.close();
        outbox.post(posted(1));
        assert!(outbox.next().is_none());
    }

    #[test]
    fn loggers_call_each_other_to_a_depth_and_what_jumped_away_does_not_count() {
        let outbox = Outbox::new(None);
        for depth in 0..DEEPEST {
            assert!(outbox.enter(1000 - depth));
        }
        assert!(!outbox.enter(10), "deeper");
        outbox.leave(1001 - DEEPEST);
        assert!(outbox.enter(10), "one has returned");
        // From the place of the outermost, which did not return.
        for _ in 0..2 * DEEPEST {
            assert!(outbox.enter(1000));
        }
        for depth in 1..DEEPEST {
            assert!(outbox.enter(1000 - depth));
        }
    }
}
