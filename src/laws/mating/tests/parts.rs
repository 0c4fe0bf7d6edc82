//! Tests of mating parts of any kind: their surfaces' friction, and where they end.

use super::*;
use crate::laws::mating::{FrictionSite, MatingLaws, MatingParts};
use nalgebra::Vector3;

#[test]
fn faces_rub_by_their_own_part_of_the_hole_s_friction() {
    let (parts, law) = (MatingParts::Journal(with_faces()), friction(Friction::Lugre));
    let laws = MatingLaws { parts: &parts, friction: &law, face_friction: 0.25 };
    let rub = FrictionSite { normal_force: 8.0, slip: [0.3, -0.2, 0.1], ..FrictionSite::none() };
    let of = |surface| laws.friction_at(surface, [1e-6, 2e-6, -1e-6], &rub);
    let ((hole, rates), (face, same)) = (of(parts.slices() - 1), of(parts.slices()));
    assert!(hole.iter().all(|force| *force != 0.0), "{hole:?}");
    assert_eq!(face, hole.map(|force| 0.25 * force));
    assert_eq!(rates, same);
}

#[test]
fn a_journal_is_outside_once_it_no_longer_overlaps_its_hole() {
    let parts = MatingParts::Journal(with_faces());
    let at = |z| Motion { position: Vector3::new(0.0, 0.0, z), ..Motion::rest() };
    // Half of both lengths: 20 mm, and 0.2 mm more of the journal, whose faces have play.
    for (z, outside) in [(0.0, false), (0.0199, false), (0.0203, true), (-0.0203, true)] {
        assert_eq!(parts.is_outside(&at(z)), outside, "{z}");
    }
}
