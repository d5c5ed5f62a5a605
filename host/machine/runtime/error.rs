//! What can go wrong on a device.

use super::MemorySize;

/// An error of a device: what was tried, what the driver said, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuntimeError {
    /// There is no NVIDIA driver on this machine.
    #[error(
        "no NVIDIA driver was found: none of the libraries {looked_for} could be loaded. Install the driver, name \
         its folder in LD_LIBRARY_PATH, or use the CPU"
    )]
    NoDriver {
        /// The library names that were tried.
        looked_for: String,
    },
    /// There is a driver, but no card.
    #[error("the NVIDIA driver is installed, but it sees no card. Check nvidia-smi, or use the CPU")]
    NoCard,
    /// There is no card of that number.
    #[error("there is no card {ordinal}: this machine has {count}, numbered from 0")]
    NoSuchCard {
        /// The number asked for.
        ordinal: u32,
        /// How many there are.
        count: u32,
    },
    /// The command was built without kernels for cards.
    #[error("this build has no kernels for cards: {reason} Build again, or use the CPU")]
    NoKernels {
        /// Why there are none, as a sentence.
        reason: String,
    },
    /// The card predates every PTX that was built in.
    #[error(
        "{card} has compute capability {capability}, and the kernels were built for {built} and later. Use \
         another card, or the CPU"
    )]
    CardTooOld {
        /// The card's name.
        card: String,
        /// Its compute capability, as `8.0`.
        capability: String,
        /// The oldest architecture built, as `8.0`.
        built: String,
    },
    /// The driver cannot compile the PTX.
    #[error(
        "the NVIDIA driver (CUDA {driver}) is too old for the kernels, whose PTX needs version {ptx}. Update the \
         driver, or use the CPU"
    )]
    DriverTooOld {
        /// The CUDA version of the driver.
        driver: String,
        /// The PTX version of the kernels.
        ptx: String,
    },
    /// The driver failed to compile the PTX.
    #[error("the NVIDIA driver could not compile the kernels for {card}: {reason}. Its log: {log}")]
    Jit {
        /// The card's name.
        card: String,
        /// The driver's error.
        reason: String,
        /// What its compiler printed.
        log: String,
    },
    /// A driver call failed.
    #[error("the NVIDIA driver failed at {call}: {reason}")]
    Driver {
        /// What was being done.
        call: &'static str,
        /// The driver's error.
        reason: String,
    },
    /// A kernel panicked.
    #[error("kernel '{kernel}' panicked: {message}. This is a defect in motherlode: please report it")]
    KernelPanic {
        /// The kernel's name.
        kernel: &'static str,
        /// The panic's message and place.
        message: String,
    },
    /// An allocation would pass the memory budget.
    #[error(
        "{wanted} of device memory are needed, and {left} of the budget of {limit} are left. Raise the budget, or use \
         a device with more"
    )]
    OverBudget {
        /// What was asked for.
        wanted: MemorySize,
        /// What is left.
        left: MemorySize,
        /// The whole budget.
        limit: MemorySize,
    },
    /// Pinning host memory for a card would pass the budget for that.
    #[error(
        "{wanted} of host memory are needed for what does not fit on the card, and {left} of the budget of {limit} are left. \
         Raise it, or use a card with more memory"
    )]
    OverHostBudget {
        /// What was asked for.
        wanted: MemorySize,
        /// What is left.
        left: MemorySize,
        /// The whole budget.
        limit: MemorySize,
    },
    /// The system has not the host memory for what does not fit on a device, or is made for one.
    #[error(
        "{wanted} of host memory are needed, and the system has not got them. Use a machine with more memory"
    )]
    NoHostMemory {
        /// What was asked for.
        wanted: MemorySize,
    },
    /// Keys that were said to be sorted are not.
    #[error(
        "the keys of a sorted run are not in ascending order: key {at} is smaller than the one before it"
    )]
    Unsorted {
        /// The first that is not, counted from 0.
        at: u64,
    },
    /// A graph fits in no memory of those that it may be spread over together.
    #[error(
        "{wanted} of device memory are needed for the graph, and the budgets leave {cards} of it on cards that can read \
         each other{reason}, and {host} on the host. Raise a budget, or use more cards"
    )]
    TooLargeTogether {
        /// What was asked for.
        wanted: MemorySize,
        /// What cards that can read each other have left for it.
        cards: MemorySize,
        /// What may be pinned on the host.
        host: MemorySize,
        /// Why a card takes no part, in brackets after a space, if one does not.
        reason: String,
    },
    /// A card was to read the memory of another device, and has no link to it.
    #[error("{from} cannot read the memory of {to}: there is no link between them. Use one of them alone")]
    NoLink {
        /// The card that was to read.
        from: String,
        /// The device whose memory was to be read.
        to: String,
    },
    /// A budget larger than the device's free memory.
    #[error("a budget of {wanted} is more than the {free} that are free on {card}")]
    BudgetTooLarge {
        /// What was asked for.
        wanted: MemorySize,
        /// What is free.
        free: MemorySize,
        /// The card's name.
        card: String,
    },
    /// A launch whose shape the device cannot run.
    #[error("kernel '{kernel}' cannot be launched: {reason}")]
    Launch {
        /// The kernel's name.
        kernel: &'static str,
        /// Which limit it passes.
        reason: String,
    },
    /// An array of one device was to be used on another.
    #[error(
        "kernel '{kernel}' was given an array that is not on {device}: an array is used on the device that it was made on"
    )]
    OtherDevice {
        /// The kernel's name.
        kernel: &'static str,
        /// The device that the kernel was to run on.
        device: String,
    },
    /// The time that the user gave is over.
    #[error("the deadline passed before the job was done")]
    Deadline,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl RuntimeError {
    /// Whether a memory was too small: with less to hold, it may be done.
    pub fn is_lack_of_memory(&self) -> bool {
        use RuntimeError::{NoHostMemory, OverBudget, OverHostBudget, TooLargeTogether};
        matches!(
            self,
            NoHostMemory { .. } | OverBudget { .. } | OverHostBudget { .. } | TooLargeTogether { .. }
        )
    }

    /// Turns a failed driver call into an error that says what was being done.
    pub(super) fn driver(call: &'static str) -> impl FnOnce(cust::error::CudaError) -> RuntimeError {
        move |error| RuntimeError::Driver { call, reason: error.to_string() }
    }
}
