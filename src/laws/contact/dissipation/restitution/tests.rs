use super::*;
use crate::laws::contact::dissipation::realised;

fn of(law: RestitutionLaw, pairs: &[(f64, f64)]) -> SpeedRestitution {
    let mut flat = [0.0; 2 * PAIRS];
    flat.iter_mut().skip(1).step_by(2).for_each(|restitution| *restitution = 0.9);
    for (index, (speed, restitution)) in pairs.iter().enumerate() {
        (flat[2 * index], flat[2 * index + 1]) = (*speed, *restitution);
    }
    let table = model_description::Quantities::read(&flat);
    SpeedRestitution { restitution_law: law, table, ..SpeedRestitution::default() }
}

#[test]
fn spheres_that_yield_have_the_restitutions_on_record() {
    let parameters = of(RestitutionLaw::Yield, &[]);
    let loss = Loss::new(Dissipation::Exact, 1.0, &parameters);
    // u, e, χ: own, twelve digits.
    for (u, e, chi) in [
        (0.5, 1.0, 0.0),
        (1.0, 1.0, 0.0),
        (1.01, 0.99997644125671, 3.53389516104e-5),
        (1.5, 0.97123941107247, 0.0444145999974),
        (2.0, 0.93062587727365, 0.111760734916),
        (10.0, 0.65855833666534, 0.764472035598),
        (100.0, 0.37429896187644, 2.29657289361),
        (1000.0, 0.21070081202026, 4.6497938278),
    ] {
        let speed = u * parameters.yield_speed;
        assert!((loss.restitution(speed) - e).abs() < 1e-12, "{u}: {}", loss.restitution(speed));
        assert!((loss.factor(speed) - chi).abs() < 1e-9, "{u}: {}", loss.factor(speed));
        assert!((realised(loss.factor(speed)) - e).abs() < 1e-9);
    }
    let fast = loss.restitution(1e7) * 1e8_f64.sqrt().sqrt();
    assert!((fast - 1.18499).abs() < 1e-5, "{fast}");
}

#[test]
fn a_table_is_a_power_between_its_pairs_and_constant_outside() {
    let pairs = [(0.1, 0.8), (1.0, 0.6), (5.0, 0.45)];
    let loss = Loss::new(Dissipation::Modified, 0.9, &of(RestitutionLaw::Table, &pairs));
    for (speed, e) in [
        (0.0, 0.8),
        (0.01, 0.8),
        (0.1, 0.8),
        (0.3, 0.697395370714),
        (1.0, 0.6),
        (2.0, 0.530082010004),
        (5.0, 0.45),
        (50.0, 0.45),
    ] {
        assert!(
            (loss.restitution(speed) - e).abs() < 1e-12,
            "{speed}: {}",
            loss.restitution(speed)
        );
        assert_eq!(loss.factor(speed), Dissipation::Modified.factor(loss.restitution(speed)));
    }
    // Ice: e = 0.34 v^−0.234, v in cm/s (Bridges, Hatzes & Lin 1984), from two pairs.
    let ice = |speed: f64| 0.34 * (100.0 * speed).powf(-0.234);
    let pairs = [(0.02, ice(0.02)), (0.2, ice(0.2))];
    let loss = Loss::new(Dissipation::Exact, 0.9, &of(RestitutionLaw::Table, &pairs));
    assert!((loss.restitution(0.07) / ice(0.07) - 1.0).abs() < 1e-12);
}

#[test]
fn constant_losses_are_those_of_the_dissipation_law_to_the_bit() {
    let loss = Loss::new(Dissipation::Exact, 0.55, &SpeedRestitution::default());
    for speed in [0.0, 1e-9, 1.0, 1e9] {
        assert_eq!(loss.factor::<f64>(speed).to_bits(), Dissipation::Exact.factor(0.55).to_bits());
        assert_eq!(loss.restitution(speed), 0.55);
    }
}

#[test]
fn the_factor_has_its_derivative_by_the_speed() {
    let table = of(RestitutionLaw::Table, &[(0.1, 0.8), (1.0, 0.6)]);
    for parameters in [of(RestitutionLaw::Yield, &[]), table] {
        let loss = Loss::new(Dissipation::Modified, 0.9, &parameters);
        let slope = loss.factor(num_dual::Dual64::new(0.4, 1.0)).eps;
        let near = (loss.factor(0.4001) - loss.factor(0.3999_f64)) / 2e-4;
        assert!((slope / near - 1.0).abs() < 1e-5, "{slope} {near}");
    }
}

#[test]
fn tables_that_make_no_sense_are_refused_with_the_number() {
    let why = |pairs: &[(f64, f64)]| {
        of(RestitutionLaw::Table, pairs).check(false).unwrap_err().to_string()
    };
    let rise = why(&[(0.2, 0.8), (0.5, 0.7), (0.1, 0.6)]);
    assert!(
        rise.starts_with(
            "contact.table.speed_3 = 0.1 is outside the finite numbers above 0.5 (speeds of the table rise)"
        ),
        "{rise}"
    );
    assert!(why(&[]).starts_with("contact.table.speed_1 = 0 is outside"), "{}", why(&[]));
    let gap = why(&[(0.2, 0.8), (0.0, 0.7), (0.5, 0.6)]);
    assert!(gap.contains("contact.table.speed_3 = 0.5") && gap.contains("ended"), "{gap}");
    assert!(of(RestitutionLaw::Table, &[(0.2, 0.8), (0.5, 0.7)]).check(false).is_ok());
    assert!(of(RestitutionLaw::Constant, &[(0.5, 0.8), (0.2, 0.7)]).check(false).is_ok());
}
