//! What is said of a joint beyond its rows.

use super::example::Example;
use crate::{Error, Variant};

/// A joint as its page describes it. Texts may have `code` in backticks, and sources like
/// doi 10.1000/182, which become links.
pub(crate) struct About {
    /// Its public identifier.
    pub name: &'static str,
    /// What a person calls it.
    pub title: &'static str,
    /// What it is and what happens in it, paragraph by paragraph.
    pub what: &'static [&'static str],
    /// Where its frames are and which way things count, as SVG.
    pub drawing: &'static str,
    /// What the drawing means, in words.
    pub signs: &'static str,
    /// The same for relative ports, if it has them.
    pub relative_signs: &'static str,
    /// Equations, under headings.
    pub equations: &'static [(&'static str, &'static [Equation])],
    /// How it is coupled and which step it tolerates.
    pub coupling: &'static [&'static str],
    /// What it leaves out or cannot do.
    pub limits: &'static [&'static str],
    /// A short run that shows what the joint does.
    pub example: fn(&Variant) -> Result<Example, Error>,
    /// A picture without letters: as SVG, and as PNG of 200 by 200 pixels.
    pub icon: (&'static str, &'static [u8]),
}

/// An equation, what it says, and who found it.
pub(crate) struct Equation {
    /// What it says, before it.
    pub says: &'static str,
    /// The equation, as TeX has it.
    pub tex: &'static str,
    /// Who found it, and what was corrected.
    pub source: &'static str,
    /// The choice that it belongs to: full name of the variable, items.
    pub when: Option<(&'static str, &'static [&'static str])>,
    /// The choice that puts it out of work: full name of the variable, item.
    pub unless: Option<(&'static str, &'static str)>,
}

impl Equation {
    /// An equation that always holds.
    pub const fn of(says: &'static str, tex: &'static str, source: &'static str) -> Self {
        Self { says, tex, source, when: None, unless: None }
    }

    /// The same for some items of a choice only.
    pub const fn when(self, selector: &'static str, items: &'static [&'static str]) -> Self {
        Self { when: Some((selector, items)), ..self }
    }

    /// The same, but not beside one item of another choice.
    pub const fn unless(self, selector: &'static str, item: &'static str) -> Self {
        Self { unless: Some((selector, item)), ..self }
    }

    /// Whether it belongs to the choices that `variant` has made.
    pub fn holds(&self, variant: &Variant) -> bool {
        let chosen = |selector| variant.shown_starts(selector);
        let asked = self.when.is_none_or(|(selector, items)| {
            chosen(selector).iter().any(|chosen| items.contains(&chosen.as_str()))
        });
        let out_of_work = self.unless.is_some_and(|(selector, item)| {
            let chosen = chosen(selector);
            !chosen.is_empty() && chosen.iter().all(|chosen| chosen == item)
        });
        asked && !out_of_work
    }
}
