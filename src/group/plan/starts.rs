//! Start values of parameters by name, as a file may write them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Start values by the full names of variables; tables within tables may spell the names, too.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Leaf>")]
pub struct Starts(pub BTreeMap<String, String>);

/// A value or a table behind a part of a name.
#[derive(Deserialize)]
#[serde(untagged)]
enum Leaf {
    Truth(bool),
    Whole(i64),
    Number(f64),
    Text(String),
    Table(BTreeMap<String, Leaf>),
}

impl Starts {
    /// Returns true if there are no start values.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self, name: String, leaf: Leaf) {
        let text = match leaf {
            Leaf::Truth(truth) => truth.to_string(),
            Leaf::Whole(number) => number.to_string(),
            Leaf::Number(number) => number.to_string(),
            Leaf::Text(text) => text,
            Leaf::Table(table) => {
                return table
                    .into_iter()
                    .for_each(|(part, leaf)| self.take(format!("{name}.{part}"), leaf));
            }
        };
        self.0.insert(name, text);
    }
}

impl From<BTreeMap<String, Leaf>> for Starts {
    fn from(table: BTreeMap<String, Leaf>) -> Self {
        let mut starts = Self::default();
        table.into_iter().for_each(|(name, leaf)| starts.take(name, leaf));
        starts
    }
}
