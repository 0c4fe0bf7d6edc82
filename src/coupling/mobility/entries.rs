//! The entries of a mobility: their order, names, units and texts in each of their roles among the variables.

use super::text::Text;
use model_description::{ANY, Kind, NOT_NEGATIVE, Row, Value, Variability, unit};
use nalgebra::SMatrix;

/// Role of a mobility among the variables of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Inputs `mobility.…`; if all are 0, the parameters count.
    Input,
    /// Parameters `coupling.mobility…`.
    Parameter,
    /// Reported results `coupling.measured…`.
    Measured,
    /// Outputs of a unit for a joint outside it.
    Output,
}

/// Number of entries in space, the most.
pub(crate) const MOST_ENTRIES: usize = 21;

/// Units by the number of rotations among the row and the column.
const UNITS: [&str; 3] = ["1/kg", "1/(kg.m)", "1/(kg.m2)"];

/// Names of the directions: one along a gap, three in the plane, six in space.
pub(crate) const fn directions(count: usize) -> &'static [&'static str] {
    match count {
        1 => &[""],
        3 => &["x", "y", "phi"],
        _ => &["x", "y", "z", "rx", "ry", "rz"],
    }
}

/// The directions in a sentence.
const fn phrases(count: usize) -> &'static [&'static str] {
    match count {
        1 => &[""],
        3 => &[" along x", " along y", ""],
        _ => &[" along x", " along y", " along z", " about x", " about y", " about z"],
    }
}

/// Returns true if a direction is a rotation: the last of three in the plane, the last three of six in space.
pub(crate) const fn turns(count: usize, direction: usize) -> bool {
    direction >= count.div_ceil(2)
}

/// Returns row and column of each entry of the upper triangle in the order of the variables: by columns in the plane,
/// by rows in space.
pub(crate) fn triangle(count: usize) -> impl Iterator<Item = (usize, usize)> {
    let all = (0..count).flat_map(move |one| (0..count).map(move |other| (one, other)));
    let ordered = all.map(move |(one, other)| if count == 3 { (other, one) } else { (one, other) });
    ordered.filter(|(row, column)| row <= column)
}

/// Returns the name of an entry, `xphi`; empty along a gap.
pub(crate) const fn entry(count: usize, (row, column): (usize, usize)) -> Text {
    Text::of(directions(count)[row]).with(directions(count)[column])
}

/// Returns the name of an entry behind a word, `mobility_xphi`; along a gap the word alone.
pub(crate) const fn behind(word: &str, count: usize, place: (usize, usize)) -> Text {
    let line = if count == 1 { "" } else { "_" };
    Text::of(word).with(line).with(entry(count, place).as_str())
}

impl Role {
    /// Returns the name of an entry's variable within its group.
    const fn name(self, count: usize, place: (usize, usize)) -> Text {
        match self {
            Self::Input | Self::Output => entry(count, place),
            Self::Parameter => behind("mobility", count, place),
            Self::Measured => behind("measured", count, place),
        }
    }

    /// Returns the whole name of an entry's variable in a joint.
    pub const fn whole_name(self, count: usize, place: (usize, usize)) -> Text {
        let group = match self {
            Self::Input => "mobility.",
            Self::Parameter | Self::Measured => "coupling.",
            Self::Output => "",
        };
        Text::of(group).with(self.name(count, place).as_str())
    }

    /// Returns the text of an entry's variable.
    const fn text(self, count: usize, place: (usize, usize)) -> Text {
        let first = matches!(place, (0, 0));
        match self {
            Self::Parameter if count == 1 => Text::of(
                "Mobility along the gap: acceleration of the gap coordinate per unit load, over the duration of a \
                 contact; inertia behind shafts softer than the flanks does not count. The command mobility --line \
                 computes it. 0: not set. Used by coupling.method = predicted.",
            ),
            Self::Measured => {
                let name = Self::Parameter.whole_name(count, place);
                let end =
                    if first { "; 0 until it is accurate enough for prediction." } else { "." };
                Text::of("Measured mobility, as ").with(name.as_str()).with(end)
            }
            Self::Input if first => self.meaning(count, place).with(if count == 3 {
                "; if all six are 0, `coupling.mobility_…` count."
            } else {
                "; if all 21 are 0, `coupling.mobility_…` count."
            }),
            Self::Input | Self::Output => self.meaning(count, place).with("."),
            Self::Parameter => {
                let note = match (count, place) {
                    (_, (0, 0)) => ". World axes; axes of a with relative ports.",
                    (3, (0, 2)) => {
                        ". If all three rotational terms are 0, the loads do not rotate the bodies."
                    }
                    _ => ".",
                };
                let text = self.meaning(count, place).with(note);
                text.with(" Used by coupling.method = predicted.")
            }
        }
    }

    /// Returns the meaning of an entry.
    const fn meaning(self, count: usize, (row, column): (usize, usize)) -> Text {
        let (turning, by_moment, in_space) = (turns(count, row), turns(count, column), count == 6);
        let subject = Text::of(match (self, turning) {
            (Self::Parameter, false) => "Mobility: acceleration",
            (Self::Parameter, true) => "Mobility: angular acceleration",
            (_, false) => "Acceleration",
            (_, true) => "Angular acceleration",
        });
        let load = if by_moment { " per unit moment" } else { " per unit force" };
        let (along, by) = (phrases(count)[row], phrases(count)[column]);
        if row == column && (row == 0 || in_space || turning) {
            let [bodies, reaction] = if in_space && row > 0 {
                [" of b against a", " and its reaction on a"]
            } else {
                [" of b relative to a", ", with its reaction on a"]
            };
            let text = subject.with(bodies).with(along).with(load).with(" on b");
            return text.with(by).with(reaction);
        }
        let text = subject.with(along).with(load).with(by);
        if row == column {
            text
        } else if in_space && column > 1 {
            text.with(", and the other way round")
        } else if by_moment {
            text.with("; also angular acceleration per unit force").with(along)
        } else {
            text.with(", and vice versa")
        }
    }
}

/// Returns the texts of all entries, by row and column of the upper triangle.
const fn texts<const D: usize>(role: Role) -> [[Text; D]; D] {
    let mut texts = [[Text::of(""); D]; D];
    let mut row = 0;
    while row < D {
        let mut column = row;
        while column < D {
            texts[row][column] = role.text(D, (row, column));
            column += 1;
        }
        row += 1;
    }
    texts
}

/// Returns the rows of all entries; starts are those of `mobility`.
pub(super) fn rows<const D: usize>(mobility: &SMatrix<f64, D, D>, role: Role) -> Vec<Row> {
    let texts: &'static [[Text; D]; D] = match role {
        Role::Input => const { &texts(Role::Input) },
        Role::Parameter => const { &texts(Role::Parameter) },
        Role::Measured => const { &texts(Role::Measured) },
        Role::Output => const { &texts(Role::Output) },
    };
    let row = |(row, column): (usize, usize)| {
        let rotations = [row, column].into_iter().filter(|direction| turns(D, *direction)).count();
        let diagonal = role == Role::Parameter && row == column;
        Row {
            name: role.name(D, (row, column)).as_str().to_owned(),
            kind: Kind::Real {
                unit: unit(UNITS[rotations]),
                allowed: if diagonal { NOT_NEGATIVE } else { ANY },
            },
            start: Value::Real(mobility[(row, column)]),
            text: texts[row][column].as_str(),
            variability: Variability::Fixed,
        }
    };
    triangle(D).map(row).collect()
}
