//! Finding the driver and the cards.

use cust::device::{Device, DeviceAttribute};
use cust::{CudaApiVersion, CudaFlags};

use super::call::check;
use crate::runtime::{MemorySize, RuntimeError};

/// A card, as [`list_cards`] lists it.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its number.
    pub ordinal: u32,
    /// Its name.
    pub name: String,
    /// Its compute capability, as 80 or 90.
    pub arch: u32,
    /// Streaming multiprocessors.
    pub multiprocessors: u32,
    /// Its memory.
    pub memory: MemorySize,
}

/// The libraries that are tried for the driver.
pub fn looked_for() -> String {
    let names = ["cuda", "nvcuda"]
        .map(|name| format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX));
    names.join(", ")
}

/// Whether the driver's library can be loaded.
pub(in crate::runtime) fn check_driver() -> Result<(), RuntimeError> {
    // SAFETY: loading the driver's library runs its initialisers, which is what they are for.
    match unsafe { cust_raw::is_culib_present() } {
        true => Ok(()),
        false => Err(RuntimeError::NoDriver { looked_for: looked_for() }),
    }
}

/// The CUDA version that the driver serves, as `13.0`.
///
/// # Errors
/// [`RuntimeError::NoDriver`], or a driver failure.
pub fn driver_version() -> Result<String, RuntimeError> {
    check_driver()?;
    let version = CudaApiVersion::get().map_err(RuntimeError::driver("asking for its version"))?;
    Ok(format!("{}.{}", version.major(), version.minor()))
}

/// Loads the driver and starts it. Returns how many cards there are.
///
/// # Errors
/// [`RuntimeError::NoDriver`], [`RuntimeError::NoCard`], or a driver failure.
pub(in crate::runtime) fn count_cards() -> Result<u32, RuntimeError> {
    check_driver()?;
    use cust::error::CudaError;
    match cust::init(CudaFlags::empty()) {
        Err(CudaError::NoDevice) => return Err(RuntimeError::NoCard),
        other => other.map_err(RuntimeError::driver("starting"))?,
    }
    match Device::num_devices().map_err(RuntimeError::driver("counting the cards"))? {
        0 => Err(RuntimeError::NoCard),
        count => Ok(count),
    }
}

pub(super) fn find(ordinal: u32) -> Result<Device, RuntimeError> {
    let count = count_cards()?;
    if ordinal >= count {
        return Err(RuntimeError::NoSuchCard { ordinal, count });
    }
    Device::get_device(ordinal).map_err(RuntimeError::driver("finding the card"))
}

/// The compute capability of a card, as 80 or 90.
pub(super) fn arch(card: Device) -> Result<u32, RuntimeError> {
    let part = |which| {
        card.get_attribute(which).map_err(RuntimeError::driver("asking for the card's compute capability"))
    };
    let major = part(DeviceAttribute::ComputeCapabilityMajor)?;
    let minor = part(DeviceAttribute::ComputeCapabilityMinor)?;
    Ok((major * 10 + minor) as u32)
}

/// The most shared memory that a block may have on `card`, in bytes.
pub(super) fn shared_limit(card: Device) -> Result<usize, RuntimeError> {
    // cust does not list this attribute, which it would have to for blocks beyond 48 KiB.
    let attribute = cust_raw::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
    let mut bytes = 0;
    // SAFETY: `bytes` is written by the call, and the device is one that the driver gave.
    let code = unsafe { cust_raw::cuDeviceGetAttribute(&mut bytes, attribute, card.as_raw()) };
    check("asking for the card's shared memory", code)?;
    let plain = card
        .get_attribute(DeviceAttribute::MaxSharedMemoryPerBlock)
        .map_err(RuntimeError::driver("asking for the card's shared memory"))?;
    Ok(bytes.max(plain) as usize)
}

/// Every card of this machine.
///
/// # Errors
/// [`RuntimeError::NoDriver`], [`RuntimeError::NoCard`], or a driver failure.
pub fn list_cards() -> Result<Vec<Card>, RuntimeError> {
    let describe = |ordinal| {
        let card = find(ordinal)?;
        let ask = RuntimeError::driver;
        Ok(Card {
            ordinal,
            name: card.name().map_err(ask("asking for the card's name"))?,
            arch: arch(card)?,
            multiprocessors: card
                .get_attribute(DeviceAttribute::MultiprocessorCount)
                .map_err(ask("asking for the card's properties"))? as u32,
            memory: MemorySize(card.total_memory().map_err(ask("asking for the card's memory"))? as u64),
        })
    };
    (0..count_cards()?).map(describe).collect()
}
