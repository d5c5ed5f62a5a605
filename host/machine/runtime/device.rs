//! One interface over the machines that run kernels.

mod grid;
mod launch;
mod memory;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::budget::MemorySize;
use super::residency::ResidencyLedger;
use super::{Budget, Choice, CudaDevice, Residency, RuntimeError, Travelled};

pub use grid::Grid;

/// A device: where buffers live and kernels run. A clone is the same device.
#[derive(Clone, Debug)]
pub struct Device(Arc<Opened>);

#[derive(Debug)]
struct Opened {
    id: DeviceId,
    machine: Machine,
    budget: Budget,
    /// Where the arrays lie that are spread over several memories.
    spread: ResidencyLedger,
}

/// What tells an open device from all others of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeviceId(u64);

impl DeviceId {
    fn next() -> DeviceId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        DeviceId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

#[derive(Debug)]
enum Machine {
    /// One lane a block, on the current rayon pool.
    Cpu,
    /// A warp of coroutines; the number seeds the order in which they run.
    #[cfg(feature = "emulated")]
    Emulated(u64),
    Cuda(Arc<CudaDevice>),
}

impl Device {
    /// Whether both are handles of one device that was opened once.
    #[doc(hidden)]
    pub fn is_same(&self, other: &Device) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn new(machine: Machine, bytes: u64) -> Device {
        let (id, budget, spread) = (DeviceId::next(), Budget::new(bytes), ResidencyLedger::default());
        Device(Arc::new(Opened { id, machine, budget, spread }))
    }

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
        Device::new(Machine::Cpu, memory.map_or(u64::MAX, |size| size.0))
    }

    /// The emulated machine: slow, and strict about divergence.
    #[cfg(feature = "emulated")]
    pub fn emulated(seed: u64) -> Device {
        Device::emulated_within(seed, MemorySize(u64::MAX))
    }

    /// The emulated machine with at most `memory` bytes to allocate.
    #[cfg(feature = "emulated")]
    pub fn emulated_within(seed: u64, memory: MemorySize) -> Device {
        Device::new(Machine::Emulated(seed), memory.0)
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
        Ok(Device::new(Machine::Cuda(Arc::new(card)), limit))
    }

    pub(super) fn id(&self) -> DeviceId {
        self.0.id
    }

    /// Whether `other` is the same device, opened once.
    pub fn is(&self, other: &Device) -> bool {
        self.0.id == other.0.id
    }

    /// This device with a lane of its own, where that has several: what is launched there waits for nothing that was
    /// launched here, and may run beside it. Arrays are those of the device. `None` where one launch keeps all of the
    /// device busy to its end.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn lane(&self) -> Result<Option<Device>, RuntimeError> {
        let machine = match &self.0.machine {
            Machine::Cpu => return Ok(None),
            #[cfg(feature = "emulated")]
            Machine::Emulated(seed) => Machine::Emulated(*seed),
            Machine::Cuda(card) => Machine::Cuda(Arc::new(card.beside()?)),
        };
        let (id, budget, spread) = (self.0.id, self.budget().clone(), self.0.spread.clone());
        Ok(Some(Device(Arc::new(Opened { id, machine, budget, spread }))))
    }

    /// The card, if the device is one.
    pub fn card(&self) -> Option<&CudaDevice> {
        match &self.0.machine {
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
        &self.0.budget
    }

    /// Whether what is allocated here is the host's memory, and has no limit.
    #[doc(hidden)]
    pub fn is_unlimited(&self) -> bool {
        self.card().is_none() && self.budget().limit() == u64::MAX
    }

    /// Where the bytes of arrays of the device lay that are spread over several memories, when there were most of them:
    /// nothing if none ever was.
    pub fn spread_most(&self) -> Residency {
        self.0.spread.most()
    }

    /// What of arrays beyond the device's memory was brought there tile by tile: nothing if none ever was.
    pub fn travelled(&self) -> Travelled {
        self.0.spread.travelled()
    }

    /// Takes notice of what was brought to the device.
    #[doc(hidden)]
    pub fn note_travelled(&self, more: Travelled) {
        self.0.spread.note_travelled(more);
    }

    pub(super) fn ledger(&self) -> &ResidencyLedger {
        &self.0.spread
    }

    /// Whether kernels run one lane wide.
    pub fn is_scalar(&self) -> bool {
        matches!(self.0.machine, Machine::Cpu)
    }
}

impl fmt::Display for Device {
    /// `cpu (2 threads)`, or the card as `cuda:0 (NVIDIA H100 80GB HBM3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.machine {
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
