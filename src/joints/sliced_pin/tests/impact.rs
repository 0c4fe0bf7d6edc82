//! Energy: impacts, rest, cycles.

use super::*;

/// A body on the rod, moving along x in a symplectic host; the yoke is fixed.
struct Body {
    mass: f64,
    position: f64,
    speed: f64,
    pull: f64,
}

impl Body {
    fn run(&mut self, host: &mut Host, steps: u32, size: f64) -> Vec<f64> {
        (0..steps)
            .map(|_| {
                host.set("frame_a.x", self.position);
                host.set("frame_a.vx", self.speed);
                host.step(size).unwrap();
                let force = host.real("load_a.fx");
                let acceleration = (force + self.pull) / self.mass;
                self.position += self.speed * size + 0.5 * acceleration * size * size;
                self.speed += acceleration * size;
                -force
            })
            .collect()
    }
}

fn rebound(restitution: f64, length: f64, size: f64) -> f64 {
    let settings = [
        ("contact.dissipation", 7.into()),
        ("contact.restitution", restitution.into()),
        ("geometry.length", length.into()),
        ("bending.support", 2.into()),
        ("friction.model", 1.into()),
    ];
    let mut host = Host::new(&Build::default(), &settings);
    let mut body = Body { mass: 200.0, position: 0.0, speed: 0.1, pull: 0.0 };
    while body.speed > 0.0 || body.position > 1e-4 {
        body.run(&mut host, 1, size);
    }
    -body.speed / 0.1
}

#[test]
fn a_stout_pin_realises_the_restitution_and_a_slim_one_keeps_more() {
    for size in [1e-6, 1e-5] {
        let (stout, slim) = (rebound(0.5, 0.05, size), rebound(0.5, 0.6, size));
        println!("{size:e}: stout {stout} slim {slim}");
        assert!((stout - 0.5).abs() < 0.02);
        assert!(slim > stout && slim < 1.0);
    }
}

#[test]
fn a_resting_rod_stays_at_rest_at_any_step() {
    for size in [1e-7, 1e-6, 1e-5] {
        let settings = [("contact.restitution", 0.3.into()), ("friction.model", 1.into())];
        let mut host = Host::new(&Build::default(), &settings);
        // 2 mm/s into the wall, then pressed: damped by its own floor of 1 mm/s.
        let mut body = Body { mass: 200.0, position: 1.0e-4, speed: 2e-3, pull: 5e4 };
        let forces = body.run(&mut host, 20_000, size);
        let late = &forces[19_000..];
        let (low, high) =
            late.iter().fold((f64::MAX, f64::MIN), |(l, h), f| (l.min(*f), h.max(*f)));
        println!("{size:e}: {low} {high}");
        if size > 5e-7 {
            assert!(low > 4.9e4 && high < 5.1e4);
        }
        // The load does not oscillate from step to step.
        let jump = late.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f64::max);
        assert!(jump < 100.0, "{jump}");
    }
}

#[test]
fn a_cycle_without_losses_returns_its_work_and_one_with_losses_does_not() {
    let work = |settings: &[(&'static str, Value)]| {
        let mut host = Host::new(&Build::default(), settings);
        let (size, mut sum) = (1e-5, 0.0);
        for index in 0..2000 {
            let at = |step: f64| {
                let angle = std::f64::consts::TAU * step / 2000.0;
                (1.15e-4 * angle.sin(), 1.15e-4 * (2.0 * angle + 0.7).cos())
            };
            let ((x, y), (next_x, next_y)) = (at(f64::from(index)), at(f64::from(index) + 1.0));
            host.set("frame_a.x", x);
            host.set("frame_a.y", y);
            host.set("frame_a.vx", (next_x - x) / size);
            host.set("frame_a.vy", (next_y - y) / size);
            host.set("frame_a.w", 2.0);
            host.step(size).unwrap();
            let [fx, fy, t] = host.reals(["load_a.fx", "load_a.fy", "load_a.t"]);
            // The work of both bodies; the pin is fixed.
            sum -= fx * (next_x - x) + fy * (next_y - y) + t * 2.0 * size;
        }
        (sum, host.slices("friction_energy").iter().sum::<f64>())
    };
    let (kept, _) = work(&plain());
    let damped = [("bending.model", 2.into()), ("friction.model", 1.into())];
    let (damping, _) = work(&damped);
    let rubbed = [("bending.model", 2.into()), ("contact.dissipation", 1.into())];
    let (friction, reported) =
        work(&with(&rubbed, &[("friction.kinetic", 0.1.into()), ("friction.static", 0.1.into())]));
    println!(
        "kept {kept:e}, damping {damping:e}, friction {friction:e} of which reported {reported:e}"
    );
    assert!(kept.abs() < 1e-4 * friction && damping > 0.0);
    // Deflected bristles hold the rest.
    assert!(friction > 0.0 && (reported / friction - 1.0).abs() < 1e-3);
}
