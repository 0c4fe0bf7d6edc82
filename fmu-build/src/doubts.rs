//! Lines about start values that are allowed and hardly meant.

use crate::Variant;

/// Returns a line on every combination that makes no sense, with the remedy: those that the model has, and
/// its warning about its beginning.
pub fn doubts(variant: &Variant) -> Vec<String> {
    variant.warning().into_iter().chain(variant.model_doubts()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(joint: &str, set: &[&str]) -> Vec<String> {
        let mut variant = Variant::of(joint).unwrap();
        set.iter().for_each(|assignment| variant.set_assignment(assignment).unwrap());
        variant.settle_friction().unwrap();
        doubts(&variant)
    }

    #[test]
    fn odd_combinations_get_a_line_with_the_remedy_and_usual_ones_none() {
        for model in spiel::catalogue::ALL {
            assert_eq!(said(model.name, &[]), [""; 0]);
        }
        for (set, word) in [
            (&["friction.kinetic=0.3", "friction.static=0.1"][..], "at least 0.3"),
            (&["contact.restitution=0.01"], "metals have"),
            (&["geometry.clearance=2mm"], "is it in metres?"),
            (&["geometry.clearance=1nm", "contact.elastic=hertz"], "contact.elastic = line"),
            (&["coupling.mobility_xx=1"], "coupling.method = predicted only"),
            (&["build.temperature=given_by_input", "film.law=short"], "film.viscosity_law = vogel"),
            (&["contact.elastic=fractal_integrated"], "584.60 times as stiff as the smooth bodies"),
            (&["contact.elastic=fractal"], "rough layer alone"),
        ] {
            let said = said("revolute_clearance", set);
            assert!(said.len() == 1 && said[0].contains(word), "{set:?}: {said:?}");
        }
        assert_eq!(said("revolute_clearance", &["friction.kinetic=0.1"]), [""; 0]);
        let rough = ["contact.elastic=fractal_integrated", "surface.roughness=12.5um"];
        assert_eq!(said("revolute_clearance", &rough), [""; 0]);
        let space = said("spatial_revolute", &["contact.elastic=fractal_integrated"]);
        assert!(space.len() == 1 && space[0].contains("times as stiff"), "{space:?}");
        let oil =
            ["build.temperature=given_by_input", "film.law=short", "film.viscosity_law=vogel"];
        assert_eq!(said("revolute_clearance", &oil), [""; 0]);
        let worn = said("sliced_pin", &["wear.enabled=true", "wear.rate=1e-5"]);
        assert!(worn.len() == 1 && worn[0].contains("wear.exponent"), "{worn:?}");
    }
}
