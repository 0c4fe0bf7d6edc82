//! The functions that JavaScript calls: one rig, texts in and out of two buffers.
//!
//! Texts are UTF-8. The page writes one to the place that `room` returns and gives its length; an answer is at
//! `answer`, `answer_length` bytes long. Functions that can fail return −1 then, and the answer is the reason.
#![allow(unsafe_code)] // An exported name is an unsafe attribute; no block here is unsafe.

use crate::order::{Hand, Order};
use crate::rig::Rig;
use crate::rows;
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The texts and the rig that the page works with.
#[derive(Default)]
struct Desk {
    /// The text that the page has written.
    asked: Vec<u8>,
    /// The text that the page will read.
    answer: String,
    rig: Option<Rig>,
}

thread_local! {
    // A page has one thread.
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Settings of a joint whose rows are asked for.
#[derive(Deserialize)]
struct Wanted {
    model: String,
    #[serde(default)]
    settings: BTreeMap<String, String>,
}

/// Does something at the desk that answers with a number, or fails with a reason.
fn at_desk(task: impl FnOnce(&mut Desk) -> Result<i32, String>) -> i32 {
    DESK.with_borrow_mut(|desk| {
        task(desk).unwrap_or_else(|why| {
            desk.answer = why;
            -1
        })
    })
}

/// Reads the first `length` bytes that the page has written.
fn read<'a, T: Deserialize<'a>>(asked: &'a [u8], length: usize) -> Result<T, String> {
    let text = asked.get(..length).ok_or("the text is longer than its room")?;
    serde_json::from_slice(text).map_err(|why| why.to_string())
}

/// The rig that runs.
fn running(rig: &mut Option<Rig>) -> Result<&mut Rig, String> {
    rig.as_mut().ok_or_else(|| "no rig has been opened".to_owned())
}

/// Returns the place for a text of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.asked.resize(length, 0);
        desk.asked.as_mut_ptr()
    })
}

/// Returns the place of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// Returns the length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    DESK.with_borrow(|desk| desk.answer.len())
}

/// Answers with the rows of the joint in the text.
#[unsafe(no_mangle)]
pub extern "C" fn joint_rows(length: usize) -> i32 {
    at_desk(|desk| {
        let Wanted { model, settings } = read(&desk.asked, length)?;
        desk.answer = rows::rows(&model, settings)?;
        Ok(0)
    })
}

/// Opens the rig in the text; after an error the one that ran goes on.
#[unsafe(no_mangle)]
pub extern "C" fn open(length: usize) -> i32 {
    at_desk(|desk| {
        let order: Order = read(&desk.asked, length)?;
        let rig = Rig::new(&order)?;
        desk.answer = rig.rows();
        desk.rig = Some(rig);
        Ok(0)
    })
}

/// Changes the rig that runs to the host, hand, step and tunable settings in the text.
#[unsafe(no_mangle)]
pub extern "C" fn adjust(length: usize) -> i32 {
    at_desk(|desk| {
        let order: Order = read(&desk.asked, length)?;
        running(&mut desk.rig)?.adjust(&order).map(|()| 0)
    })
}

/// The reader's hand takes hold of the body as the text says, or lets it go.
#[unsafe(no_mangle)]
pub extern "C" fn hold(length: usize) -> i32 {
    at_desk(|desk| {
        let hand: Hand = read(&desk.asked, length)?;
        running(&mut desk.rig)?.hold(hand);
        Ok(0)
    })
}

/// Makes `steps` communication steps and returns the number of samples: one after every `every` steps.
#[unsafe(no_mangle)]
pub extern "C" fn run(steps: usize, every: usize) -> i32 {
    at_desk(|desk| {
        let count = running(&mut desk.rig)?.run(steps, every)?;
        i32::try_from(count).map_err(|_| "too many samples".to_owned())
    })
}

/// Returns the place of the samples.
#[unsafe(no_mangle)]
pub extern "C" fn samples() -> *const f64 {
    DESK.with_borrow(|desk| {
        desk.rig.as_ref().map_or(std::ptr::null(), |rig| rig.samples().as_ptr())
    })
}

/// Returns the number of numbers in a sample, 0 without a rig.
#[unsafe(no_mangle)]
pub extern "C" fn width() -> usize {
    DESK.with_borrow(|desk| desk.rig.as_ref().map_or(0, Rig::width))
}

/// Answers with the values of all variables.
#[unsafe(no_mangle)]
pub extern "C" fn values() -> i32 {
    at_desk(|desk| {
        desk.answer = running(&mut desk.rig)?.values()?;
        Ok(0)
    })
}

/// Answers with the library's remarks about the parameters.
#[unsafe(no_mangle)]
pub extern "C" fn remarks() -> i32 {
    at_desk(|desk| {
        desk.answer = running(&mut desk.rig)?.remarks();
        Ok(0)
    })
}
