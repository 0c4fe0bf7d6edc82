//! The description of a joint beyond its rows.

use super::example::Example;
use crate::{Error, Variant};

/// A joint as its page describes it. Texts may have `code` in backticks, and sources like
/// doi 10.1000/182, which become links.
pub(crate) struct About {
    /// Its public identifier.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// An explanation in paragraphs.
    pub what: &'static [&'static str],
    /// Its frames and positive directions, as SVG.
    pub drawing: &'static str,
    /// An explanation of the drawing.
    pub signs: &'static str,
    /// An explanation of relative ports, if it has them.
    pub relative_signs: &'static str,
    /// Explanations of world and relative ports in space, if it has them.
    pub in_space: Option<[&'static str; 2]>,
    /// Equations, under headings.
    pub equations: &'static [(&'static str, &'static [Equation])],
    /// Notes on its coupling and on the steps that it tolerates.
    pub coupling: &'static [&'static str],
    /// Effects that it leaves out, and its ranges.
    pub limits: &'static [&'static str],
    /// A short run that shows its behaviour.
    pub example: fn(&Variant) -> Result<Example, Error>,
    /// A picture without letters: as SVG, and as PNG of 200 by 200 pixels.
    pub icon: (&'static str, &'static [u8]),
}

/// The reader that a page is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    /// A user of one FMU: only what belongs to its choices.
    Fmu,
    /// A reader of the book: everything that could be chosen.
    Book,
}

/// The texts about a group that moves its bodies itself.
pub(crate) struct Moved {
    /// An explanation of frames and loads.
    pub signs: &'static str,
    /// Notes on its coupling.
    pub coupling: &'static [&'static str],
    /// Effects that it leaves out.
    pub limits: &'static [&'static str],
}

/// An equation with its meaning and its source.
#[derive(Clone, Copy)]
pub(crate) struct Equation {
    /// Its meaning, printed before it.
    pub says: &'static str,
    /// The equation in TeX.
    pub tex: &'static str,
    /// Its source, and corrections to it.
    pub source: &'static str,
    /// The choice for which it holds: full name of the variable, items.
    pub when: Option<(&'static str, &'static [&'static str])>,
    /// The choice for which it does not hold: full name of the variable, items.
    pub unless: Option<(&'static str, &'static [&'static str])>,
}

impl Equation {
    /// An equation that always holds.
    pub const fn of(says: &'static str, tex: &'static str, source: &'static str) -> Self {
        Self { says, tex, source, when: None, unless: None }
    }

    /// Restricts the equation to some items of a choice.
    pub const fn when(self, selector: &'static str, items: &'static [&'static str]) -> Self {
        Self { when: Some((selector, items)), ..self }
    }

    /// Drops the equation beside some items of another choice.
    pub const fn unless(self, selector: &'static str, items: &'static [&'static str]) -> Self {
        Self { unless: Some((selector, items)), ..self }
    }

    /// Returns true if it belongs to the choices that `variant` has made.
    pub fn holds(&self, variant: &Variant) -> bool {
        let chosen = |selector| variant.shown_starts(selector);
        let asked = self.when.is_none_or(|(selector, items)| {
            chosen(selector).iter().any(|chosen| items.contains(&chosen.as_str()))
        });
        let out_of_work = self.unless.is_some_and(|(selector, items)| {
            let chosen = chosen(selector);
            !chosen.is_empty() && chosen.iter().all(|chosen| items.contains(&chosen.as_str()))
        });
        asked && !out_of_work
    }
}
