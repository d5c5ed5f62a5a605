//! A card, through `cust` and the driver that is found at run time.

mod cards;
mod jit;
mod launch;
mod limits;
mod modules;
mod panic;
mod upload;

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use cust::context::{Context, CurrentContext};
use cust::device::DeviceAttribute;
use cust::memory::DeviceBuffer;
use cust::stream::{Stream, StreamFlags};
use motherlode_device::DeviceCopy;

pub(super) use cards::check_driver;
pub use cards::{driver_version, list_cards, looked_for};

use super::{MemorySize, RuntimeError};
use limits::Limits;
use modules::Modules;
use upload::Staging;

/// Streams for kernels that may overlap.
const TRACKS: usize = 3;

/// How long it took to get a card ready.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartUp {
    /// Loading the driver and finding the card.
    pub driver: Duration,
    /// Making the context.
    pub context: Duration,
    /// Compiling the PTX of the families that are loaded so far, or fetching it from the driver's cache.
    pub kernels: Duration,
    /// What remains: streams and pinned memory.
    pub rest: Duration,
    /// The architecture of the PTX that was chosen, as 80 or 90.
    pub arch: u32,
}

/// An open card: its context, the kernels, and a stream to launch them on.
#[derive(Debug)]
pub struct CudaDevice {
    ordinal: u32,
    name: String,
    multiprocessors: u32,
    shared_limit: usize,
    start_up: StartUp,
    last_kernel: Cell<&'static str>,
    limits: Limits,
    // Fields are dropped in this order: whatever lives in the context before the context.
    staging: RefCell<Option<Staging>>,
    stream: Stream,
    copies: Stream,
    /// For kernels that may overlap.
    tracks: [Stream; TRACKS],
    modules: Modules,
    context: Context,
}

// SAFETY: what it holds are handles of the driver's, which any thread may use once the context is its current one: every
// method makes it so. One thread at a time has the device, as it is not `Sync`.
unsafe impl Send for CudaDevice {}

impl CudaDevice {
    /// Opens card `ordinal`. A family of kernels is compiled for it when the first of them is launched, or
    /// [beforehand](Self::preload).
    ///
    /// # Errors
    /// No driver or card, or a card too old: each says which.
    pub fn open(ordinal: u32) -> Result<Self, RuntimeError> {
        let start = Instant::now();
        let card = cards::find(ordinal)?;
        let driver = start.elapsed();
        let context = Context::new(card).map_err(RuntimeError::driver("making a context"))?;
        let name = card.name().map_err(RuntimeError::driver("asking for the card's name"))?;
        let made = start.elapsed();

        let modules = Modules::choose(card, &name)?;
        let stream =
            || Stream::new(StreamFlags::NON_BLOCKING, None).map_err(RuntimeError::driver("making a stream"));
        let attribute = |which| {
            card.get_attribute(which).map_err(RuntimeError::driver("asking for the card's properties"))
        };
        let mut device = CudaDevice {
            ordinal,
            name,
            multiprocessors: attribute(DeviceAttribute::MultiprocessorCount)? as u32,
            shared_limit: launch::shared_limit(card)?,
            start_up: StartUp {
                driver,
                context: made - driver,
                kernels: Duration::ZERO,
                rest: Duration::ZERO,
                arch: modules.arch(),
            },
            last_kernel: Cell::new("none"),
            limits: Limits::default(),
            staging: RefCell::new(None),
            stream: stream()?,
            copies: stream()?,
            tracks: [stream()?, stream()?, stream()?],
            modules,
            context,
        };
        device.start_up.rest = start.elapsed() - made;
        Ok(device)
    }

    /// The card's number.
    pub fn ordinal(&self) -> u32 {
        self.ordinal
    }

    /// The card's name, as the driver gives it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Streaming multiprocessors.
    pub fn multiprocessors(&self) -> u32 {
        self.multiprocessors
    }

    /// The most shared memory that a block may have, in bytes.
    pub fn shared_limit(&self) -> usize {
        self.shared_limit
    }

    /// How long the start took.
    pub fn start_up(&self) -> StartUp {
        StartUp { kernels: self.modules.loading(), ..self.start_up }
    }

    /// The families of kernels that are built in.
    pub fn families(&self) -> Vec<&'static str> {
        self.modules.families().collect()
    }

    /// Loads the modules of some families of kernels, which otherwise happens when the first of each is launched.
    ///
    /// # Errors
    /// A driver too old, a failed compilation, or a family that there is not: each says which.
    pub fn preload(&self, families: &[&str]) -> Result<(), RuntimeError> {
        self.enter()?;
        families.iter().try_for_each(|family| self.modules.get(family).map(drop))
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
    fn enter(&self) -> Result<(), RuntimeError> {
        CurrentContext::set_current(&self.context).map_err(RuntimeError::driver("entering the context"))
    }

    pub(in crate::runtime) fn zeroed<T: DeviceCopy + bytemuck::Zeroable>(
        &self,
        length: usize,
    ) -> Result<DeviceBuffer<T>, RuntimeError> {
        let buffer = self.allocate::<T>(length)?;
        if length > 0 {
            let bytes = size_of::<T>() * length;
            let (pointer, stream) = (buffer.as_device_ptr().as_raw(), self.stream.as_inner().cast());
            // SAFETY: the buffer is that many bytes on this card, and zeros are a `T`. The launches that use the buffer are
            // on the same stream, after this; copies to the host and the freeing wait for the stream.
            let code = unsafe { cust_raw::cuMemsetD8Async(pointer, 0, bytes, stream) };
            launch::check("clearing memory on the card", code)?;
        }
        Ok(buffer)
    }

    pub(in crate::runtime) fn uninitialised<T: DeviceCopy + bytemuck::AnyBitPattern>(
        &self,
        length: usize,
    ) -> Result<DeviceBuffer<T>, RuntimeError> {
        self.allocate(length)
    }

    fn allocate<T: DeviceCopy>(&self, length: usize) -> Result<DeviceBuffer<T>, RuntimeError> {
        self.enter()?;
        // SAFETY: the callers make sure that every element is a `T` before it is read: one clears the buffer, one fills
        // it, and one takes only types for which any bits will do.
        unsafe { DeviceBuffer::uninitialized(length) }.map_err(RuntimeError::driver("allocating on the card"))
    }
}
