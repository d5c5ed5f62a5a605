//! The kernels that are compiled for this machine, by their names in the PTX.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};

use super::{Fault, Kernel, launch};

#[doc(hidden)]
pub use linkme;

/// Every kernel of every crate in the program, where they are compiled for this machine (the features `compiled` and
/// `emulated`): the attribute `cuda_std::kernel` adds it.
#[linkme::distributed_slice]
pub static EMULATED_KERNELS: [EmulatedKernel];

/// A kernel, and how to run it where only its name is known.
#[derive(Debug)]
pub struct EmulatedKernel {
    /// Its name in the PTX.
    pub name: &'static str,
    /// Bytes of its argument.
    pub args_bytes: usize,
    /// Runs a grid: its blocks, the warps of a block, its shared memory in bytes, a seed, and the address of the
    /// argument. The error is what a [`Fault`](super::Fault) says, or that the kernel panicked.
    ///
    /// # Safety
    /// The promises of [`Kernel::run`]; the address is of the kernel's argument.
    pub run: unsafe fn(u32, u32, usize, u64, *const u8) -> Result<(), String>,
}

impl EmulatedKernel {
    /// Kernel `K`.
    pub const fn of<K: Kernel>() -> EmulatedKernel {
        EmulatedKernel { name: K::NAME, args_bytes: size_of::<K::Args<'static>>(), run: run::<K> }
    }
}

/// # Safety
/// The promises of [`Kernel::run`]; `args` is the address of a `K::Args`.
unsafe fn run<K: Kernel>(
    blocks: u32,
    warps: u32,
    shared_bytes: usize,
    seed: u64,
    args: *const u8,
) -> Result<(), String> {
    // SAFETY: the caller's promise.
    let args = unsafe { &*args.cast::<K::Args<'_>>() };
    // SAFETY: the caller's promise.
    told(&|| unsafe { launch::<K>(blocks, warps, shared_bytes, seed, args) })
}

/// How a launch ended, in words.
fn told(launch: &dyn Fn() -> Result<(), Fault>) -> Result<(), String> {
    match catch_unwind(AssertUnwindSafe(launch)) {
        Ok(done) => done.map_err(|fault| fault.to_string()),
        Err(_) => Err("it panicked".into()),
    }
}
