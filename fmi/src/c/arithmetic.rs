//! The processor's floating-point settings while a call of the host is served.
//!
//! A host may trap invalid operations and divisions by zero, round otherwise or flush small numbers to
//! zero. The compiler takes none of that into account: it divides before it knows whether the
//! quotient is wanted. So every call works with IEEE 754's default settings and leaves the host's
//! settings, and its record of exceptions, as they were.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::arch::asm;
#[cfg(target_arch = "x86_64")]
use std::mem::MaybeUninit;

/// The host's settings, put back when dropped.
pub(crate) struct HostArithmetic(Settings);

impl HostArithmetic {
    /// Sets the host's settings aside and takes IEEE 754's.
    #[inline(always)]
    pub fn set_aside() -> Self {
        let host = read();
        if host != DEFAULT {
            write(DEFAULT);
        }
        Self(host)
    }
}

impl Drop for HostArithmetic {
    #[inline(always)]
    fn drop(&mut self) {
        write(self.0);
    }
}

/// MXCSR: exceptions so far, masks, rounding, flush to zero.
#[cfg(target_arch = "x86_64")]
type Settings = u32;
#[cfg(target_arch = "x86_64")]
const DEFAULT: Settings = 0x1f80;

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn read() -> Settings {
    let mut settings = MaybeUninit::<Settings>::uninit();
    let place = settings.as_mut_ptr();
    // SAFETY: the instruction writes these four bytes and changes nothing else.
    unsafe {
        asm!("stmxcsr [{}]", in(reg) place, options(nostack, preserves_flags));
        settings.assume_init()
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn write(settings: Settings) {
    // SAFETY: these bits are IEEE 754's defaults, or what the register held when the host called.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const settings, options(nostack, preserves_flags)) };
}

/// FPCR: traps, rounding, flush to zero; FPSR: exceptions so far.
#[cfg(target_arch = "aarch64")]
type Settings = [u64; 2];
#[cfg(target_arch = "aarch64")]
const DEFAULT: Settings = [0, 0];

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn read() -> Settings {
    let (control, status);
    // SAFETY: the instructions write these two numbers and change nothing else.
    unsafe {
        asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) control, out(reg) status, options(nostack));
    }
    [control, status]
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn write([control, status]: Settings) {
    // SAFETY: these bits are IEEE 754's defaults, or what the registers held when the host called.
    unsafe {
        asm!("msr fpcr, {}", "msr fpsr, {}", in(reg) control, in(reg) status, options(nostack));
    }
}

/// Other processors keep the host's settings.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Settings = ();
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const DEFAULT: Settings = ();
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn read() -> Settings {}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn write((): Settings) {}
