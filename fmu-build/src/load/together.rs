//! Reads and writes elements of arrays, which FMI 3.0 exchanges as wholes.

use model_description::xml::ArrayOf;

/// The variables that are exchanged for elements of arrays and others.
pub(super) struct Together {
    /// The value references of these variables, each once.
    pub references: Vec<u32>,
    /// The number of their values.
    pub count: usize,
    /// The place of each value asked for among them.
    pub places: Vec<usize>,
}

impl Together {
    /// The variables for these value references; nothing if none of them is an element of an array.
    pub fn of(arrays: &[ArrayOf], asked: &[u32]) -> Option<Self> {
        let element = |reference: &u32| {
            let inside =
                |array: &ArrayOf| Some(reference.checked_sub(*array.elements.first()?)? as usize);
            arrays.iter().find_map(|array| {
                let place = inside(array).filter(|place| *place < array.elements.len())?;
                Some((array, place))
            })
        };
        if !asked.iter().any(|reference| element(reference).is_some()) {
            return None;
        }
        let mut together = Self { references: Vec::new(), count: 0, places: Vec::new() };
        let mut starts = Vec::new();
        for reference in asked {
            let found = element(reference);
            let (whole, length) =
                found.map_or((*reference, 1), |(array, _)| (array.reference, array.elements.len()));
            let known = together.references.iter().position(|known| *known == whole);
            let start = known.map(|known| starts[known]).unwrap_or_else(|| {
                together.references.push(whole);
                starts.push(together.count);
                together.count += length;
                together.count - length
            });
            together.places.push(start + found.map_or(0, |(_, place)| place));
        }
        Some(together)
    }
}

#[cfg(test)]
mod tests {
    use super::Together;
    use model_description::xml::ArrayOf;

    #[test]
    fn elements_are_places_in_arrays_that_are_read_once() {
        let array = |name: &str, reference, elements: &[u32]| ArrayOf {
            name: name.to_owned(),
            reference,
            elements: elements.to_vec(),
        };
        let arrays = [array("a", 3, &[10, 11, 12]), array("b", 4, &[13, 14])];
        assert!(Together::of(&arrays, &[1, 2]).is_none());
        let together = Together::of(&arrays, &[12, 1, 14, 10]).unwrap();
        assert_eq!(together.references, [3, 1, 4]);
        assert_eq!((together.count, together.places), (6, vec![2, 3, 5, 0]));
    }
}
