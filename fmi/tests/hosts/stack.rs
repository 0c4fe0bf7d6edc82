//! Hosts that call from threads with small stacks, and the part of one that each call needs.

use super::guest::{Guest, Source};
use crate::common::{BENT, DOOR, DOOR_SEEN, GROUP, MOVED, OILED, OK, SEEN, SWUNG};
use spiel_fmi::fmi2::types::*;
use std::collections::BTreeMap;
use std::ptr::null_mut;

/// The part of a stack that is watched \[bytes\].
const WATCHED: usize = 300 * 1024;
const PAINT: u8 = 0xa5;

/// Paints the stack below the caller; returns the lowest painted address.
#[inline(never)]
fn paint() -> usize {
    let mut area = [0_u8; WATCHED];
    area.fill(std::hint::black_box(PAINT));
    std::hint::black_box(&mut area).as_ptr().expose_provenance()
}

/// Counts the bytes from `lowest` on that have been written since they were painted.
#[inline(never)]
fn written(lowest: usize) -> usize {
    let untouched = |count: &usize| {
        // SAFETY: these bytes are the thread's own stack, which is mapped, below all that is alive;
        // a volatile read takes them for the memory they are.
        let byte =
            unsafe { std::ptr::with_exposed_provenance::<u8>(lowest + count).read_volatile() };
        byte != PAINT
    };
    WATCHED - (0..WATCHED).find(untouched).unwrap_or(WATCHED)
}

/// The most stack that each function has needed \[bytes\], and in which model.
#[derive(Default)]
struct Depths {
    most: BTreeMap<&'static str, (usize, String)>,
    /// The model that is being called.
    model: String,
}

impl Depths {
    fn of<T>(&mut self, function: &'static str, call: impl FnOnce() -> T) -> T {
        let lowest = paint();
        let answer = call();
        let depth = written(lowest);
        let most = self.most.entry(function).or_default();
        if depth > most.0 {
            *most = (depth, self.model.clone());
        }
        answer
    }

    /// Saves a state, serialises it and restores it from the bytes.
    fn save(&mut self, guest: &Guest) {
        let (call, component) = (&guest.call, guest.component);
        let (mut state, mut size) = (null_mut(), 0);
        // SAFETY: arrays are as long as announced, handles the instance's own.
        unsafe {
            let got =
                self.of("fmi2GetFMUstate", || (call.fmi2GetFMUstate)(component, &raw mut state));
            assert_eq!(got, OK);
            self.of("fmi2SerializedFMUstateSize", || {
                (call.fmi2SerializedFMUstateSize)(component, state, &raw mut size)
            });
            let mut bytes: Vec<fmi2Byte> = vec![0; size];
            self.of("fmi2SerializeFMUstate", || {
                (call.fmi2SerializeFMUstate)(component, state, bytes.as_mut_ptr(), size)
            });
            let mut copy = null_mut();
            let got = self.of("fmi2DeSerializeFMUstate", || {
                (call.fmi2DeSerializeFMUstate)(component, bytes.as_ptr(), size, &raw mut copy)
            });
            assert_eq!(got, OK, "{}: {:?}", guest.source.name, guest.log());
            let got = self.of("fmi2SetFMUstate", || (call.fmi2SetFMUstate)(component, copy));
            assert_eq!(got, OK);
            self.of("fmi2FreeFMUstate", || (call.fmi2FreeFMUstate)(component, &raw mut copy));
        }
    }

    /// A run of an instance of `source` with all functions.
    fn run(&mut self, source: &Source, method: i32) {
        let kind = if source.continuous { "equations" } else { "method" };
        self.model = format!("{} of {} rows, {kind} {method}", source.name, source.rows.len());
        let guest = self.of("fmi2Instantiate", || source.guest());
        if let Some(number) = source.number("coupling.method") {
            guest.set_integer(number, method);
        }
        guest.tell_mobility();
        guest.touch();
        let first = source.layout.loads.start as u32;
        let entered = self.of("fmi2EnterInitializationMode", || guest.enter());
        assert_eq!(entered, OK, "{}: {:?}", source.name, guest.log());
        self.of("fmi2GetReal", || guest.get(&[first]));
        assert_eq!(self.of("fmi2ExitInitializationMode", || guest.exit()), OK);
        if source.continuous {
            self.of("fmi2NewDiscreteStates", || guest.update());
            self.of("fmi2EnterContinuousTimeMode", || guest.solve());
            self.of("fmi2SetTime", || guest.set_time(source.step));
            self.of("fmi2GetDerivatives and the like", || guest.flow());
        }
        let steps = if source.continuous { 0 } else { 60 };
        for count in 0..steps {
            self.of("fmi2SetReal", || guest.set(&[0], &[1e-7 * f64::from(count)]));
            let time = source.step * f64::from(count);
            if self.of("fmi2DoStep", || guest.step(time, source.step)) != OK {
                break;
            }
        }
        self.of("fmi2GetReal", || guest.get(&source.reals()));
        self.of("fmi2GetDirectionalDerivative", || guest.derivative(first, 0));
        self.save(&guest);
        self.of("fmi2SetReal", || guest.set(&[0, 0], &[f64::NAN, f64::INFINITY]));
        self.of("fmi2DoStep", || guest.step(-1.0, f64::NAN));
        self.of("fmi2Reset", || guest.reset());
        self.of("fmi2FreeInstance", || drop(guest));
    }
}

/// Rates of b, each with its load and its position, or with twice its part of a quaternion.
const DIRECTIONS: [[&str; 3]; 9] = [
    ["frame_b.vx", "load_b.fx", "frame_b.x"],
    ["frame_b.vy", "load_b.fy", "frame_b.y"],
    ["frame_b.vz", "load_b.fz", "frame_b.z"],
    ["frame_b.w", "load_b.t", "frame_b.phi"],
    ["frame_b.wx", "load_b.tx", "frame_b.e1"],
    ["frame_b.wy", "load_b.ty", "frame_b.e2"],
    ["frame_b.wz", "load_b.tz", "frame_b.e3"],
    ["w_b", "torque_b", "phi_b"],
    ["v_b", "force_b", "x_b"],
];

impl Depths {
    /// Lets a joint measure its host: b, of 1 kg with a radius of gyration of 10 mm, free in the middle.
    fn measure(&mut self, source: &Source) {
        self.model = format!("{} that measures its host", source.name);
        let guest = source.guest();
        guest.set_integer(source.number("coupling.method").unwrap(), 3);
        let listen = guest.call.fmi2SetDebugLogging;
        // SAFETY: no categories are announced.
        assert_eq!(unsafe { listen(guest.component, 1, 0, std::ptr::null()) }, OK);
        self.of("fmi2EnterInitializationMode", || guest.enter());
        self.of("fmi2ExitInitializationMode", || guest.exit());
        let number = |name: &str| source.number(name);
        let ways = DIRECTIONS
            .map(|[rate, load, place]| Some([number(rate)?, number(load)?, number(place)?]));
        let mut found = false;
        let (size, mut moved) = (1e-4, [[0.0; 2]; DIRECTIONS.len()]);
        for count in 0..400 {
            // All loads before any input: they are those of the step that was made.
            let forces = ways.map(|way| way.map_or(0.0, |[_, load, _]| guest.get(&[load]).1[0]));
            for (way, (force, [speed, path])) in ways.iter().zip(forces.iter().zip(&mut moved)) {
                let Some([rate, _, place]) = *way else { continue };
                let turns = source.rows[rate as usize].name.contains('w');
                let inertia = if turns { 1e-4 } else { 1.0 };
                let half = if source.rows[place as usize].name.contains(".e") { 0.5 } else { 1.0 };
                *speed += force / inertia * size;
                *path += *speed * size;
                assert_eq!(guest.set(&[rate, place], &[*speed, half * *path]), OK);
            }
            let time = f64::from(count) * size;
            let stepped = self.of("fmi2DoStep", || guest.step(time, size));
            let log = guest.log();
            assert_eq!(stepped, OK, "{log:?}");
            found |= log.iter().any(|(_, line)| line.contains("the host is identified"));
            if count % 40 == 0 {
                self.save(&guest);
            }
        }
        assert!(found, "{}: the host was not found", source.name);
        self.save(&guest);
    }
}

/// Joints in co-simulation by every method, joints as equations, and groups.
fn run_all(depths: &mut Depths) {
    for joint in spiel::catalogue::ALL {
        for source in Source::variants(joint) {
            let methods = source.number("coupling.method").map_or(1..2, |_| 1..4);
            methods.for_each(|method| depths.run(&source, method));
        }
    }
    for source in Source::samples() {
        depths.run(&source, 3);
    }
    for name in ["revolute_clearance", "spatial_revolute", "rotational_backlash"] {
        depths.measure(&Source::named(name));
    }
    for group in [&GROUP, &SEEN, &MOVED, &BENT, &OILED, &DOOR, &DOOR_SEEN, &SWUNG] {
        depths.run(&Source::linked(group), 3);
    }
}

#[test]
fn each_call_gets_along_with_half_of_a_stack_of_64_kib() {
    let watched = std::thread::Builder::new().stack_size(4 << 20).spawn(|| {
        let mut depths = Depths::default();
        run_all(&mut depths);
        depths.most
    });
    let depths = watched.unwrap().join().unwrap();
    println!("{depths:#?}");
    // The other half is for the host, and for what its logger needs.
    for (function, (depth, model)) in depths {
        assert!(depth < 32 * 1024, "{function} needs {depth} bytes of stack in {model}");
    }
}

/// Saves a state, serialises it and restores it from the bytes, on an unpainted stack.
fn save(guest: &Guest) {
    let (call, component) = (&guest.call, guest.component);
    let (mut state, mut size) = (null_mut(), 0);
    // SAFETY: arrays are as long as announced, handles the instance's own.
    unsafe {
        assert_eq!((call.fmi2GetFMUstate)(component, &raw mut state), OK);
        assert_eq!((call.fmi2SerializedFMUstateSize)(component, state, &raw mut size), OK);
        let mut bytes: Vec<fmi2Byte> = vec![0; size];
        assert_eq!((call.fmi2SerializeFMUstate)(component, state, bytes.as_mut_ptr(), size), OK);
        assert_eq!(
            (call.fmi2DeSerializeFMUstate)(component, bytes.as_ptr(), size, &raw mut state),
            OK
        );
        assert_eq!((call.fmi2SetFMUstate)(component, state), OK);
    }
}

#[test]
fn threads_with_64_kib_survive_every_call() {
    for name in ["revolute_clearance", "spatial_revolute", "rough_interface"] {
        for source in [Source::named(name), Source::equations(name)] {
            let call = move || {
                let guest = source.guest();
                guest.touch();
                assert_eq!((guest.enter(), guest.exit()), (OK, OK));
                if !source.continuous {
                    assert_eq!(guest.step(0.0, source.step), OK);
                }
                save(&guest);
            };
            let small = std::thread::Builder::new().stack_size(64 * 1024);
            small.spawn(call).unwrap().join().unwrap();
        }
    }
}
