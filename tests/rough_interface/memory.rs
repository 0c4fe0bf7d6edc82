//! Once there is a state, nothing is allocated.

use crate::MODELS;
use crate::driven::Driven;
use spiel::coupling::Step;
use spiel::model::Build;
use spiel::{Choice, Value};

#[test]
fn parameters_and_steps_allocate_nothing() {
    for model in MODELS {
        let build = Build::default().with("interface.model", model.name());
        let mut joint = Driven::new("rough_interface", &build);
        let [x, vx, force, clamp] =
            ["frame_b.x", "frame_b.vx", "load_b.fx", "clamp.force"].map(|name| joint.number(name));
        let block = &mut joint.block;
        let counted = allocation_counter::measure(|| {
            block.assign(clamp, Value::Real(800.0)).unwrap();
        });
        assert_eq!(counted.count_total, 0, "parameters of {model:?}");
        block.initialize(0.0).unwrap();
        let counted = allocation_counter::measure(|| {
            block.assign(clamp, Value::Real(1000.0)).unwrap();
        });
        assert_eq!(counted.count_total, 0, "parameters of {model:?} in its initial state");
        // The state follows parameters until the first step.
        block.value(force).unwrap();
        block.begin().unwrap();
        let counted = allocation_counter::measure(|| {
            for i in 0..2000_u32 {
                let time = 1e-5 * f64::from(i);
                // Reversals of every size: the stack is filled to its bound.
                let amplitude = 2e-6 * (-1e-3 * f64::from(i)).exp();
                block.assign(x, Value::Real(amplitude * f64::from(i).cos())).unwrap();
                block.assign(vx, Value::Real(amplitude * f64::from(i).sin() * 1e4)).unwrap();
                block.value(force).unwrap();
                block.advance(Step { start: time, size: 1e-5 }).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0, "steps of {model:?}");
    }
}
