//! A card, through `cust` and the driver that is found at run time.

mod array;
mod call;
mod card_streams;
mod cards;
mod copy;
mod host;
mod jit;
mod launch;
mod limits;
mod links;
mod modules;
mod panic;
mod peer;
mod spread;

use std::sync::Arc;
use std::time::{Duration, Instant};

use cust::context::{Context, CurrentContext};
use cust::device::{Device, DeviceAttribute};
use parking_lot::Mutex;

pub(super) use array::CardArray;
pub(super) use cards::{check_driver, count_cards};
pub use cards::{driver_version, list_cards, looked_for};
pub use links::{CardLink, CardPair, list_links};

use super::{MemorySize, RuntimeError};
use card_streams::CardStreams;
pub(super) use card_streams::{CopyNumber, event};
use limits::Limits;
pub use modules::KernelCode;
use modules::Modules;

/// How long it took to get a card ready.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartUp {
    /// Loading the driver and finding the card.
    pub driver: Duration,
    /// Making the context.
    pub context: Duration,
    /// Loading the families that are loaded so far: their machine code, or else their PTX, which the driver compiles or
    /// fetches from its cache.
    pub kernels: Duration,
    /// What remains: streams and pinned memory.
    pub rest: Duration,
    /// The code that was chosen for the card.
    pub code: KernelCode,
}

/// An open card: its context, the kernels, and streams to launch them on.
#[derive(Debug)]
pub struct CudaDevice {
    // Fields are dropped in this order: whatever lives in the context before the context.
    lane: CardStreams,
    core: Arc<OpenCard>,
}

/// What all lanes of an open card share.
#[derive(Debug)]
struct OpenCard {
    ordinal: u32,
    card: Device,
    name: String,
    multiprocessors: u32,
    shared_limit: usize,
    cache_bytes: u64,
    start_up: StartUp,
    limits: Limits,
    /// The cards whose links to this one are in use, or that have none.
    reached: Mutex<Vec<u32>>,
    modules: Modules,
    context: Context,
}

impl CudaDevice {
    /// Opens card `ordinal`. A family of kernels is loaded when the first of them is launched, or
    /// [beforehand](Self::preload).
    ///
    /// # Errors
    /// No driver or card, or a card too old: each says which.
    pub fn open(ordinal: u32) -> Result<Self, RuntimeError> {
        let start = Instant::now();
        let card = cards::find(ordinal)?;
        let driver = start.elapsed();
        // While the context is made, which takes far longer.
        #[cfg(target_os = "linux")]
        super::code_pages::map_code_pages();
        let context = Context::new(card).map_err(RuntimeError::driver("making a context"))?;
        let name = card.name().map_err(RuntimeError::driver("asking for the card's name"))?;
        let made = start.elapsed();

        let modules = Modules::choose(card, &name)?;
        let attribute = |which| {
            card.get_attribute(which).map_err(RuntimeError::driver("asking for the card's properties"))
        };
        let (multiprocessors, shared_limit) =
            (attribute(DeviceAttribute::MultiprocessorCount)? as u32, cards::shared_limit(card)?);
        let cache_bytes = u64::try_from(attribute(DeviceAttribute::L2CacheSize)?).unwrap_or(0);
        let lane = CardStreams::new()?;
        let start_up = StartUp {
            driver,
            context: made - driver,
            kernels: Duration::ZERO,
            rest: start.elapsed() - made,
            code: modules.code(),
        };
        let core = OpenCard {
            ordinal,
            card,
            name,
            multiprocessors,
            shared_limit,
            cache_bytes,
            start_up,
            limits: Limits::default(),
            reached: Mutex::default(),
            modules,
            context,
        };
        Ok(CudaDevice { lane, core: Arc::new(core) })
    }

    /// This card with another lane.
    pub(super) fn beside(&self) -> Result<Self, RuntimeError> {
        self.enter()?;
        Ok(CudaDevice { lane: CardStreams::new()?, core: self.core.clone() })
    }

    /// The card's number.
    pub fn ordinal(&self) -> u32 {
        self.core.ordinal
    }

    /// The card's name, as the driver gives it.
    pub fn name(&self) -> &str {
        &self.core.name
    }

    /// Streaming multiprocessors.
    pub fn multiprocessors(&self) -> u32 {
        self.core.multiprocessors
    }

    /// The most shared memory that a block may have, in bytes.
    pub fn shared_limit(&self) -> usize {
        self.core.shared_limit
    }

    /// The bytes of the cache that all multiprocessors share.
    pub fn cache_bytes(&self) -> u64 {
        self.core.cache_bytes
    }

    /// How long the start took.
    pub fn start_up(&self) -> StartUp {
        StartUp { kernels: self.core.modules.loading(), ..self.core.start_up }
    }

    /// The families of kernels that are built in.
    pub fn families(&self) -> Vec<&'static str> {
        self.core.modules.families().collect()
    }

    /// The families of kernels that are loaded so far.
    pub fn loaded(&self) -> Vec<&'static str> {
        self.core.modules.loaded().collect()
    }

    /// Loads the modules of some families of kernels, which otherwise happens when the first of each is launched.
    ///
    /// # Errors
    /// A driver too old, a failed compilation, or a family that there is not: each says which.
    pub fn preload(&self, families: &[&str]) -> Result<(), RuntimeError> {
        self.enter()?;
        families.iter().try_for_each(|family| self.core.modules.get(family).map(drop))
    }

    /// Memory that is free on the card.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn free_memory(&self) -> Result<MemorySize, RuntimeError> {
        self.enter()?;
        let (free, _) =
            cust::memory::mem_get_info().map_err(RuntimeError::driver("asking for free memory"))?;
        Ok(MemorySize(free as u64))
    }

    /// Makes the card's context that of the calling thread.
    pub(in crate::runtime) fn enter(&self) -> Result<(), RuntimeError> {
        CurrentContext::set_current(&self.core.context).map_err(RuntimeError::driver("entering the context"))
    }

    /// Waits for all that was launched on this lane and for its copies.
    pub(in crate::runtime) fn wait_for_all(&self) -> Result<(), RuntimeError> {
        self.synchronize()?;
        self.lane.copies.synchronize().map_err(|error| self.failed(error))
    }

    /// The kernel that was launched last.
    fn last_kernel(&self) -> &'static str {
        *self.lane.last_kernel.lock()
    }

    fn set_last_kernel(&self, name: &'static str) {
        *self.lane.last_kernel.lock() = name;
    }
}

const _: () = {
    const fn is_shared_between_threads<T: Send + Sync>() {}
    is_shared_between_threads::<CudaDevice>();
};
