//! One interface over the machines that run kernels.

mod memory;

use std::fmt;

use motherlode_device::Kernel;

use super::budget::MemorySize;
use super::{Budget, Choice, CudaDevice, RuntimeError, Watch, cpu};

/// The shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Blocks.
    pub blocks: u32,
    /// Warps in a block, where the device has warps of many lanes; the CPU runs one lane a block.
    pub warps: u32,
    /// Bytes of shared memory for each block.
    pub shared_bytes: usize,
}

/// A device: where buffers live and kernels run.
#[derive(Debug)]
pub struct Device {
    machine: Machine,
    budget: Budget,
}

#[derive(Debug)]
enum Machine {
    /// One lane a block, on the current rayon pool.
    Cpu,
    /// 32 coroutines a warp; the number seeds the order in which they run.
    #[cfg(feature = "emulated")]
    Emulated(u64),
    Cuda(Box<CudaDevice>),
}

/// Where kernels that may overlap are launched: see [`Device::overlapped`].
#[derive(Clone, Copy, Debug)]
pub struct Tracks<'d> {
    device: &'d Device,
}

impl Tracks<'_> {
    /// Runs kernel `K` on track number `track`: any number will do, but equal ones never overlap.
    ///
    /// # Errors
    /// As [`Device::launch`].
    pub fn launch<K: Kernel>(self, track: usize, grid: Grid, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        match &self.device.machine {
            Machine::Cuda(card) => card.launch_beside::<K>(track, grid, args),
            _ => self.device.launch::<K>(grid, args),
        }
    }
}

impl Device {
    /// Opens the device that `choice` names, with at most `memory` bytes to allocate.
    ///
    /// The default budget is 90% of what is free on the card, and no limit on the CPU.
    ///
    /// # Errors
    /// No driver, no such card, a card or a driver too old, or a budget beyond what is free. [`Choice::Auto`] is the
    /// CPU where there is no driver or no card; it does not hide a card that fails.
    pub fn open(choice: Choice, memory: Option<MemorySize>) -> Result<Device, RuntimeError> {
        match choice {
            Choice::Cpu => Ok(Device::cpu(memory)),
            Choice::Cuda(ordinal) => Device::cuda(ordinal, memory),
            Choice::Auto => match Device::cuda(0, memory) {
                Err(RuntimeError::NoDriver { .. } | RuntimeError::NoCard) => Ok(Device::cpu(memory)),
                other => other,
            },
        }
    }

    /// The CPU, with the threads of the current rayon pool.
    pub fn cpu(memory: Option<MemorySize>) -> Device {
        Device { machine: Machine::Cpu, budget: Budget::new(memory.map_or(u64::MAX, |size| size.0)) }
    }

    /// The emulated machine: slow, and strict about divergence.
    #[cfg(feature = "emulated")]
    pub fn emulated(seed: u64) -> Device {
        Device::emulated_within(seed, MemorySize(u64::MAX))
    }

    /// The emulated machine with at most `memory` bytes to allocate.
    #[cfg(feature = "emulated")]
    pub fn emulated_within(seed: u64, memory: MemorySize) -> Device {
        Device { machine: Machine::Emulated(seed), budget: Budget::new(memory.0) }
    }

    fn cuda(ordinal: u32, memory: Option<MemorySize>) -> Result<Device, RuntimeError> {
        let card = CudaDevice::open(ordinal)?;
        let free = card.free_memory()?;
        let limit = match memory {
            Some(wanted) if wanted > free => {
                return Err(RuntimeError::BudgetTooLarge { wanted, free, card: card.name().into() });
            }
            Some(wanted) => wanted.0,
            None => free.0 / 10 * 9,
        };
        Ok(Device { machine: Machine::Cuda(Box::new(card)), budget: Budget::new(limit) })
    }

    /// The card, if the device is one.
    pub fn card(&self) -> Option<&CudaDevice> {
        match &self.machine {
            Machine::Cuda(card) => Some(card),
            _ => None,
        }
    }

    /// Gets families of kernels ready to be launched; on a card, this has the driver compile or load them.
    ///
    /// # Errors
    /// When the driver cannot compile them.
    pub fn preload(&self, families: &[&str]) -> Result<(), RuntimeError> {
        self.card().map_or(Ok(()), |card| card.preload(families))
    }

    /// The memory that may be allocated here.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether kernels run one lane wide.
    pub fn is_scalar(&self) -> bool {
        matches!(self.machine, Machine::Cpu)
    }

    /// Runs kernel `K` on the device. On a card it is queued behind what was launched before; elsewhere it is done
    /// on return.
    ///
    /// # Errors
    /// A shape that the device cannot run, a driver failure, or a panic in a kernel that runs on the host.
    pub fn launch<K: Kernel>(&self, grid: Grid, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        match &self.machine {
            // SAFETY: not proven here: the launch is to become unsafe, and to hand these promises on.
            Machine::Cpu => unsafe { cpu::launch::<K>(grid, args) },
            #[cfg(feature = "emulated")]
            // SAFETY: as above.
            Machine::Emulated(seed) => unsafe { cpu::emulate::<K>(grid, *seed, args) },
            Machine::Cuda(card) => card.launch::<K>(grid, args),
        }
    }

    /// Runs `launches`, whose kernels may overlap if they are given different tracks; those of one track run one after
    /// the other. All come after what was launched before, and before what is launched next.
    ///
    /// # Errors
    /// As [`launch`](Device::launch).
    pub fn overlapped(
        &self,
        launches: impl FnOnce(Tracks<'_>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let tracks = Tracks { device: self };
        match &self.machine {
            Machine::Cuda(card) => card.overlapped(|| launches(tracks)),
            _ => launches(tracks),
        }
    }

    /// Waits for everything that was launched.
    ///
    /// # Errors
    /// When a kernel failed or panicked; which one was last launched is named.
    pub fn synchronize(&self) -> Result<(), RuntimeError> {
        match &self.machine {
            Machine::Cuda(card) => card.synchronize(),
            _ => Ok(()),
        }
    }

    /// Runs what `launches` launches to its end, while the queues are watched for progress and for a request to stop.
    ///
    /// # Errors
    /// As [`launch`](Device::launch) and [`synchronize`](Device::synchronize); [`RuntimeError::Interrupted`] after a
    /// request to stop, and [`RuntimeError::Deadline`] when the time is over.
    pub fn watched(
        &self,
        watch: Watch<'_>,
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        match &self.machine {
            Machine::Cuda(card) => {
                launches()?;
                card.watch(watch)?;
            }
            _ => cpu::watched(watch, launches)?,
        }
        watch.interrupt.check()
    }

    /// How many blocks of that shape run at once: what a kernel of persistent blocks should be launched with.
    ///
    /// # Errors
    /// When the driver fails, or no block of that shape fits.
    pub fn resident_blocks<K: Kernel>(&self, warps: u32, shared_bytes: usize) -> Result<u32, RuntimeError> {
        match &self.machine {
            Machine::Cpu => Ok(rayon::current_num_threads() as u32),
            #[cfg(feature = "emulated")]
            Machine::Emulated(_) => Ok(3),
            Machine::Cuda(card) => card.resident_blocks::<K>(warps, shared_bytes),
        }
    }

    /// Warps of a grid of that shape, as its kernel sees them.
    pub fn grid_warps(&self, grid: Grid) -> u64 {
        let warps = if self.is_scalar() { 1 } else { grid.warps };
        u64::from(grid.blocks) * u64::from(warps)
    }
}

impl fmt::Display for Device {
    /// `cpu (2 threads)`, or the card as `cuda:0 (NVIDIA H100 80GB HBM3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.machine {
            Machine::Cpu => match rayon::current_num_threads() {
                1 => f.write_str("cpu (1 thread)"),
                n => write!(f, "cpu ({n} threads)"),
            },
            #[cfg(feature = "emulated")]
            Machine::Emulated(seed) => write!(f, "emulated (seed {seed})"),
            Machine::Cuda(card) => write!(f, "cuda:{} ({})", card.ordinal(), card.name()),
        }
    }
}
