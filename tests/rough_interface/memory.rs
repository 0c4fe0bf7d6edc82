//! Nothing is allocated once a unit exists.

use spiel::Value;
use spiel::coupling::Step;
use spiel::joints::{Options, find};

#[test]
fn parameters_initialization_and_steps_allocate_nothing() {
    for model in [1, 2, 3] {
        let mut unit = (find("rough_interface").unwrap().unit)(&Options::default()).unwrap();
        let rows = unit.rows();
        let at = |name: &str| rows.iter().position(|row| row.name == name).unwrap();
        let (x, vx, force) = (at("frame_b.x"), at("frame_b.vx"), at("load_b.fx"));
        let (choice, clamp) = (at("interface.model"), at("clamp.force"));
        let counted = allocation_counter::measure(|| {
            unit.assign(clamp, Value::Real(800.0)).unwrap();
            unit.assign(choice, Value::Integer(model)).unwrap();
            unit.initialize(0.0, 1e-5).unwrap();
            // The state follows parameters until the first step.
            unit.assign(clamp, Value::Real(1000.0)).unwrap();
            unit.value(force).unwrap();
            unit.begin().unwrap();
            for i in 0..2000_u32 {
                let time = 1e-5 * f64::from(i);
                // Reversals of every size: the stack is filled to its bound.
                let amplitude = 2e-6 * (-1e-3 * f64::from(i)).exp();
                unit.assign(x, Value::Real(amplitude * f64::from(i).cos())).unwrap();
                unit.assign(vx, Value::Real(amplitude * f64::from(i).sin() * 1e4)).unwrap();
                unit.value(force).unwrap();
                unit.advance(Step { start: time, size: 1e-5 }).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0, "model {model}");
    }
}
