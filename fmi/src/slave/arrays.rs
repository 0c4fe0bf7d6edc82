//! Series of variables as arrays, each under the value reference of its first member.

use super::{Instance, Line, Outcome, Scaled, line};
use model_description::{Kind, Series, series};
use spiel::block::Block;

/// The arrays of an instance.
pub(super) struct Arrays {
    /// The value references of each array's elements; that of the array is the first, and they stand in its order.
    elements: Vec<Box<[u32]>>,
    /// Room for those of two lists of variables, which holds as many values as are credible.
    rooms: [Vec<u32>; 2],
}

impl Arrays {
    /// The series among the real variables of a block and its states on a solver's scale, with room for `most` values.
    pub fn of(block: &Block, scaled: &[Scaled], most: usize) -> Self {
        let rows = block.rows();
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let mut elements: Vec<Box<[u32]>> = Vec::new();
        let real = |of: &Series| matches!(rows[of.members[0]].kind, Kind::Real { .. });
        for found in series(names.iter().copied()).into_iter().filter(real) {
            let all = found.members.iter().map(|place| *place as u32);
            elements.push(all.collect());
        }
        // States and their rates are named after the variables that they show.
        let (states, rates) = scaled.split_at(scaled.len() / 2);
        for part in [states, rates] {
            let all = series(part.iter().map(|of| names[of.index])).into_iter();
            for found in all.filter(Series::stands_together) {
                elements.push(found.members.iter().map(|place| part[*place].reference).collect());
            }
        }
        elements.sort_unstable();
        Self { elements, rooms: [0, 1].map(|_| Vec::with_capacity(most)) }
    }
}

/// Writes the value references of all elements of variables into a room; refuses another number than `count`.
fn spread(
    elements: &[Box<[u32]>],
    room: &mut Vec<u32>,
    references: &[u32],
    count: usize,
) -> Outcome {
    room.clear();
    for reference in references {
        let all = elements.binary_search_by_key(reference, |all| all[0]);
        let all = all.map_or(std::slice::from_ref(reference), |index| &elements[index]);
        if room.len() + all.len() > room.capacity() {
            return Err(too_many(room.capacity()));
        }
        room.extend_from_slice(all);
    }
    if room.len() == count { Ok(()) } else { Err(miscounted(count, room.len())) }
}

impl Instance {
    /// Returns true if series of variables are arrays.
    #[inline]
    pub(crate) fn has_arrays(&self) -> bool {
        self.arrays.is_some()
    }

    /// Hands the value references of all elements of variables to `body`: of two lists, each with the number of values
    /// that the importer announces for it.
    pub(crate) fn with_elements(
        &mut self,
        one: (&[u32], usize),
        other: (&[u32], usize),
        body: impl FnOnce(&mut Self, &[u32], &[u32]) -> Outcome,
    ) -> Outcome {
        let Some(mut arrays) = self.arrays.take() else { return Ok(()) };
        let Arrays { elements, rooms: [first, second] } = &mut *arrays;
        let done = spread(elements, first, one.0, one.1)
            .and_then(|()| spread(elements, second, other.0, other.1))
            .and_then(|()| body(self, first, second));
        self.arrays = Some(arrays);
        done
    }
}

#[cold]
#[inline(never)]
fn too_many(most: usize) -> Line {
    line(format_args!("the arrays have more than {most} elements together"))
}

#[cold]
#[inline(never)]
fn miscounted(count: usize, elements: usize) -> Line {
    line(format_args!(
        "nValues = {count} is not {elements}, the number of elements of all variables"
    ))
}
