//! Every value reference through the functions of every type: only its own reads and sets it.

use super::source::{Source, is_boolean, is_integer, is_real};
use crate::common::{ERROR, OK};
use spiel_fmi::fmi2::types::fmi2Status;

/// References that no variable has: the next ones, and the ends of smaller types.
fn beyond(last: u32) -> impl Iterator<Item = u32> {
    let ends = (8..32).flat_map(|bits| [(1_u32 << bits) - 1, 1 << bits]).chain([u32::MAX]);
    (last..last + 10).chain(ends.filter(move |reference| *reference >= last))
}

fn taken(may: bool) -> fmi2Status {
    if may { OK } else { ERROR }
}

#[test]
fn a_variable_is_read_and_set_by_the_functions_of_its_own_type_alone() {
    let mut set = 0;
    for source in Source::samples() {
        let guest = source.guest();
        // Before, nothing may be read; later, not everything may be set.
        assert_eq!(guest.enter(), OK);
        let call = &guest.call;
        for (index, row) in source.rows.iter().enumerate() {
            let (reference, kind) = (index as u32, &row.kind);
            let (mut real, mut integer, mut boolean) = (0.0, 0, 0);
            // SAFETY: the instance lives, and each place holds the one value that is announced.
            let read = unsafe {
                [
                    (call.fmi2GetReal)(guest.component, &reference, 1, &mut real),
                    (call.fmi2GetInteger)(guest.component, &reference, 1, &mut integer),
                    (call.fmi2GetBoolean)(guest.component, &reference, 1, &mut boolean),
                ]
            };
            let of_type = [is_real(kind), is_integer(kind), is_boolean(kind)];
            assert_eq!(read, of_type.map(taken), "{}: {}", source.name, row.name);
            let layout = &source.layout;
            // The value that it has is allowed, even that of a constant: some importers send all of them.
            let settable = layout.inputs.contains(&index) || layout.parameters.contains(&index);
            let set = [
                guest.set(&[reference], &[real]),
                guest.set_integer(reference, integer),
                guest.set_boolean(reference, boolean),
            ];
            let expected = of_type.map(|of_type| taken(of_type && settable));
            assert_eq!(set, expected, "{}: {}", source.name, row.name);
        }
        let truths = source.rows.iter().enumerate().filter(|(_, row)| is_boolean(&row.kind));
        for (index, row) in truths {
            for truth in [1, 0] {
                if guest.set_boolean(index as u32, truth) == OK {
                    let mut read = -1;
                    let get = guest.call.fmi2GetBoolean;
                    // SAFETY: the instance lives, and the place holds the one value that is announced.
                    unsafe { assert_eq!(get(guest.component, &(index as u32), 1, &mut read), OK) };
                    assert_eq!(read, truth, "{}: {}", source.name, row.name);
                    set += 1;
                }
            }
        }
        for reference in beyond(source.references as u32) {
            let read = guest.get(&[reference]).0;
            let set = [
                guest.set(&[reference], &[0.0]),
                guest.set_integer(reference, 0),
                guest.set_boolean(reference, 0),
            ];
            assert_eq!((read, set), (ERROR, [ERROR; 3]), "{}: {reference}", source.name);
        }
    }
    assert!(set > 4, "{set} truth values were set");
}
