//! Cards and their properties.

use std::ffi::{CStr, c_char};

use cust_raw::{CUdevice, CUdevice_attribute};

use crate::driver;
use crate::error::{CudaResult, check};

/// Room for a card's name, in bytes; the driver cuts longer ones.
const NAME_BYTES: usize = 256;

/// A card, as the driver numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Device {
    raw: CUdevice,
}

impl Device {
    /// How many cards there are.
    ///
    /// # Errors
    /// [`NotInitialized`](crate::error::CudaError::NotInitialized) before [`init`](crate::init), or when the driver fails.
    pub fn num_devices() -> CudaResult<u32> {
        driver::load()?;
        let mut count = 0;
        // SAFETY: `count` is written by the call.
        check(unsafe { cust_raw::cuDeviceGetCount(&mut count) })?;
        Ok(count.max(0) as u32)
    }

    /// Card number `ordinal`, from 0.
    ///
    /// # Errors
    /// [`InvalidDevice`](crate::error::CudaError::InvalidDevice) if there is no such card, or when the driver fails.
    pub fn get_device(ordinal: u32) -> CudaResult<Device> {
        driver::load()?;
        let mut raw = 0;
        // A number beyond an `i32` is no card's either.
        let ordinal = i32::try_from(ordinal).unwrap_or(i32::MAX);
        // SAFETY: `raw` is written by the call, which checks the number.
        check(unsafe { cust_raw::cuDeviceGet(&mut raw, ordinal) })?;
        Ok(Device { raw })
    }

    /// Its memory, in bytes.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn total_memory(self) -> CudaResult<usize> {
        let mut bytes = 0;
        // SAFETY: `bytes` is written by the call; the device is one that the driver gave.
        check(unsafe { cust_raw::cuDeviceTotalMem_v2(&mut bytes, self.raw) })?;
        Ok(bytes)
    }

    /// Its name.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn name(self) -> CudaResult<String> {
        let mut name: [c_char; NAME_BYTES] = [0; NAME_BYTES];
        // SAFETY: the call writes at most so many bytes, the last of which is zero.
        check(unsafe { cust_raw::cuDeviceGetName(name.as_mut_ptr(), NAME_BYTES as i32, self.raw) })?;
        // SAFETY: it ends in a zero byte, as the array was all zeros and the driver ends names so.
        Ok(unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned())
    }

    /// A property.
    ///
    /// # Errors
    /// When the driver fails, or is too old to know the property.
    pub fn get_attribute(self, attribute: DeviceAttribute) -> CudaResult<i32> {
        let mut value = 0;
        // SAFETY: `value` is written by the call; the device is one that the driver gave.
        check(unsafe { cust_raw::cuDeviceGetAttribute(&mut value, attribute.raw(), self.raw) })?;
        Ok(value)
    }

    /// The driver's handle.
    pub fn as_raw(&self) -> CUdevice {
        self.raw
    }
}

/// Defines [`DeviceAttribute`] and the driver's name of each, from one list.
macro_rules! attributes {
    ($($(#[doc = $text:literal])* $name:ident = $raw:ident,)*) => {
        /// A property of a card: a number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DeviceAttribute {
            $($(#[doc = $text])* $name,)*
        }

        impl DeviceAttribute {
            fn raw(self) -> CUdevice_attribute {
                match self {
                    $(DeviceAttribute::$name => CUdevice_attribute::$raw,)*
                }
            }
        }
    };
}

attributes! {
    /// The 9 of compute capability 9.0.
    ComputeCapabilityMajor = CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
    /// The 0 of compute capability 9.0.
    ComputeCapabilityMinor = CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
    /// Streaming multiprocessors.
    MultiprocessorCount = CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
    /// Lanes of a warp.
    WarpSize = CU_DEVICE_ATTRIBUTE_WARP_SIZE,
    /// The most threads of a block.
    MaxThreadsPerBlock = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
    /// The most threads that a multiprocessor holds.
    MaxThreadsPerMultiprocessor = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
    /// The most blocks in the first dimension of a grid.
    MaxGridDimX = CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
    /// Bytes of shared memory that a block may have without asking.
    MaxSharedMemoryPerBlock = CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
    /// Bytes of shared memory that a block may have when its kernel was allowed them.
    MaxSharedMemoryPerBlockOptin = CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
    /// Bytes of shared memory of a multiprocessor.
    MaxSharedMemoryPerMultiprocessor = CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
    /// Registers of 32 bits that a block may have.
    MaxRegistersPerBlock = CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK,
    /// Bytes of the second-level cache.
    L2CacheSize = CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE,
    /// 1 if the card shares its address space with the host.
    UnifiedAddressing = CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,
    /// Copies that can run beside kernels.
    AsyncEngineCount = CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT,
    /// Whether memory can be mapped piece by piece: 1 if so.
    VirtualMemoryManagementSupported = CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
    /// The number of the host's NUMA node that is nearest, or -1. Drivers before CUDA 12.2 do not know it.
    HostNumaId = CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID,
}
