//! Motions that any joint can make: the coordinates of its body b, a way that takes it to contact, bodies that give way.

use model_description::Kind;
use spiel::Fault;
use spiel::block::Block;

/// Returns the amplitude that takes body b 2 % beyond the play, or a little way where there is none.
pub fn amplitude(block: &mut Block) -> f64 {
    for (name, share) in [("geometry.clearance", 1.02), ("geometry.backlash", 0.51)] {
        if let Some(index) = block.number(name) {
            return share * block.value(index).unwrap().number();
        }
    }
    1e-5
}

/// Returns the coordinates of body b, or those that a joint has, each with its velocity.
pub fn coordinates(block: &Block) -> Vec<[usize; 2]> {
    let inputs = block.layout().inputs.clone();
    let pairs = inputs.filter_map(|index| Some([index, block.velocity_of(index)?]));
    let of_b = |pair: &[usize; 2]| {
        let name = &block.rows()[pair[0]].name;
        name.split_once('.').is_some_and(|(frame, _)| frame.ends_with('b'))
    };
    let (of_b, others): (Vec<_>, Vec<_>) = pairs.partition(of_b);
    if of_b.is_empty() { others } else { of_b }
}

/// Sets the mobility of a joint's bodies: that of a mass of a kilogram and an inertia of 1e-2 kg m².
pub fn give_mobility(block: &mut Block) -> Result<(), Fault> {
    for index in block.layout().parameters.clone() {
        let row = &block.rows()[index];
        let Some(which) = row.name.strip_prefix("coupling.mobility") else { continue };
        let which = which.trim_start_matches('_');
        let (one, other) = which.split_at(which.len() / 2);
        if one == other && matches!(row.kind, Kind::Real { .. }) {
            let turns = one.starts_with("phi") || one.starts_with('r');
            block.assign(index, if turns { 100.0 } else { 1.0 }.into())?;
        }
    }
    Ok(())
}
