//! Kernels on the CPU: the scalar machine, a rayon task for each block; and, for tests, the emulated machine.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use motherlode_device::Kernel;
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock};
use rayon::prelude::*;

use super::watch::{PERIOD, tasks_drawn};
use super::{Grid, RuntimeError, Watch};

/// Runs every block of the grid, one lane each, on the current rayon pool.
///
/// # Safety
/// As for [`Device::lend`](super::Device::lend), of arrays in host memory.
pub(super) unsafe fn launch<K: Kernel>(grid: Grid, args: &K::Args<'_>) -> Result<(), RuntimeError> {
    let isa = Isa::detect();
    let run_block = |index: u32| {
        let mut shared = Box::new_uninit_slice(grid.shared_bytes.div_ceil(size_of::<u128>()));
        let block = ScalarBlock::new(index, grid.blocks, &mut shared);
        // SAFETY: the caller's promises; each block is run once.
        unsafe { scalar::run::<K>(isa, block, args) };
    };
    // With one thread there is nothing to share: the caller's stack is cheaper than a pool's.
    let run_grid = || match rayon::current_num_threads() {
        1 => (0..grid.blocks).for_each(run_block),
        _ => (0..grid.blocks).into_par_iter().with_max_len(1).for_each(run_block),
    };
    catch_unwind(AssertUnwindSafe(run_grid))
        .map_err(|panic| RuntimeError::KernelPanic { kernel: K::NAME, message: message_of(&*panic) })
}

/// Runs kernels while another thread watches their queues.
pub(super) fn watched(
    watch: Watch<'_>,
    run: impl FnOnce() -> Result<(), RuntimeError>,
) -> Result<(), RuntimeError> {
    let queues = watch.queues.cells_on_host().unwrap_or_default();
    let finished = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !finished.load(Ordering::Acquire) {
                thread::park_timeout(PERIOD);
                let drawn = queues.iter().map(|queue| queue.load(Ordering::Relaxed));
                (watch.progress)(tasks_drawn(drawn, watch.ends));
                if watch.interrupt.requested() {
                    for (queue, &end) in queues.iter().zip(watch.ends) {
                        queue.store(end, Ordering::Relaxed);
                    }
                }
            }
        });
        let result = run();
        finished.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    })
}

/// Runs the grid on the emulated machine, all lanes of it.
///
/// # Safety
/// As for [`launch`].
#[cfg(feature = "emulated")]
pub(super) unsafe fn emulate<K: Kernel>(
    grid: Grid,
    seed: u64,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    use motherlode_device::simt::emulated;
    // SAFETY: the caller's promises.
    let done = unsafe { emulated::launch::<K>(grid.blocks, grid.warps, grid.shared_bytes, seed, args) };
    done.map_err(|divergence| RuntimeError::KernelPanic { kernel: K::NAME, message: divergence.to_string() })
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| s.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}
