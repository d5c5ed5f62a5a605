//! Kernels on the CPU: the scalar machine, a rayon task for each block; and, for tests, the emulated machine.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use motherlode_device::Kernel;
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock, Stop, Stopped};
use rayon::prelude::*;

use super::watch::tasks_drawn;
use super::watchers::Watchers;
use super::{Grid, RuntimeError, Watch};

/// Who watches launches on the CPU.
static WATCHERS: Watchers = Watchers::new();

thread_local! {
    /// What stops the launches of this thread: see [`watched`].
    static STOP: RefCell<Arc<Stop>> = RefCell::default();
}

/// Runs every block of the grid, one lane each, on the current rayon pool. Blocks of a launch that is [`watched`] end
/// within a task, too: that is told as [`RuntimeError::Interrupted`].
///
/// # Safety
/// As for [`Device::lend`](super::Device::lend), of arrays in host memory.
pub(super) unsafe fn launch<K: Kernel>(grid: Grid, args: &K::Args<'_>) -> Result<(), RuntimeError> {
    // SAFETY: the caller's promises; each block is run once.
    run_grid(grid, K::NAME, &|isa, block| unsafe { scalar::run::<K>(isa, block, args) })
}

/// Runs each block of a grid once. What does so is compiled once, and not for each of hundreds of kernels.
fn run_grid(
    grid: Grid,
    kernel: &'static str,
    run: &(dyn Fn(Isa, ScalarBlock<'_>) + Sync),
) -> Result<(), RuntimeError> {
    // While this thread waits for the pool, it may be given another job's launch.
    let (isa, stop) = (Isa::detect(), STOP.take());
    let done = run_blocks(grid.blocks, kernel, &|index| {
        let mut shared = Box::new_uninit_slice(grid.shared_bytes.div_ceil(size_of::<u128>()));
        run(isa, ScalarBlock::new(index, grid.blocks, &mut shared).until(&stop));
    });
    STOP.set(stop);
    done
}

/// Runs each block once.
fn run_blocks(
    blocks: u32,
    kernel: &'static str,
    run_block: &(dyn Fn(u32) + Sync),
) -> Result<(), RuntimeError> {
    // With one thread there is nothing to share: the caller's stack is cheaper than a pool's.
    let run_all = || match rayon::current_num_threads() {
        1 => (0..blocks).for_each(run_block),
        _ => (0..blocks).into_par_iter().with_max_len(1).for_each(run_block),
    };
    catch_unwind(AssertUnwindSafe(run_all)).map_err(|panic| match panic.is::<Stopped>() {
        true => RuntimeError::Interrupted,
        false => RuntimeError::KernelPanic { kernel, message: message_of(&*panic) },
    })
}

/// Runs kernels while another thread watches their queues, and stops them when that is asked for: what they have
/// written by then is of no use.
///
/// # Errors
/// Those of `run`; after a request to stop, maybe [`RuntimeError::Interrupted`].
pub(super) fn watched(
    watch: Watch<'_>,
    run: impl FnOnce() -> Result<(), RuntimeError>,
) -> Result<(), RuntimeError> {
    let queues = watch.queues.cells_on_host().unwrap_or_default();
    let stop = Arc::new(Stop::default());
    let look = || {
        let drawn = queues.iter().map(|queue| queue.load(Ordering::Relaxed));
        (watch.progress)(tasks_drawn(drawn, watch.ends));
        if watch.interrupt.requested() {
            stop.ask();
            for (queue, &end) in queues.iter().zip(watch.ends) {
                queue.store(end, Ordering::Relaxed);
            }
        }
    };
    WATCHERS.during(&look, || {
        let before = STOP.replace(stop.clone());
        let result = run();
        STOP.set(before);
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
    unsafe { emulated::launch::<K>(grid.blocks, grid.warps, grid.shared_bytes, seed, args) }.map_err(faulted)
}

#[cfg(feature = "emulated")]
fn faulted(fault: motherlode_device::simt::emulated::Fault) -> RuntimeError {
    RuntimeError::KernelPanic { kernel: fault.kernel, message: fault.to_string() }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| s.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use motherlode_device::simt::{Block, Warp};

    use super::super::{Device, Interrupt};
    use super::*;

    /// A task without an end, for as long as a test has patience.
    struct Endless;

    // SAFETY: it is in no module, and reaches all collectives with one lane.
    unsafe impl Kernel for Endless {
        type Args<'a> = u32;
        const NAME: &'static str = "endless";

        unsafe fn run<B: Block>(block: B, ends: &u32) {
            let start = Instant::now();
            if *ends != 0 {
                return;
            }
            loop {
                block.warp().sync();
                assert!(start.elapsed() < Duration::from_secs(60), "nobody has stopped it");
            }
        }
    }

    fn launch(device: &Device, ends: u32) -> Result<(), RuntimeError> {
        // SAFETY: it takes no arrays.
        unsafe { device.lend() }.launch::<Endless>(Grid { blocks: 3, warps: 1, shared_bytes: 0 }, &ends)
    }

    #[test]
    fn a_task_that_is_watched_is_stopped_within() {
        let device = Device::cpu(None);
        let queues = device.zeroed(1).unwrap();
        let soon = Interrupt::default().at(Instant::now() + Duration::from_millis(20));
        let asked = Interrupt::default();
        asked.request();
        for interrupt in [&soon, &asked] {
            let watch = Watch { queues: &queues, ends: &[1], interrupt, progress: &|_| {} };
            let stopped = device.watched(watch, || launch(&device, 0)).unwrap_err();
            let expected = interrupt.check().unwrap_err();
            assert_eq!(stopped.to_string(), expected.to_string());
        }
        // What comes after it is not.
        launch(&device, 1).unwrap();
    }
}
