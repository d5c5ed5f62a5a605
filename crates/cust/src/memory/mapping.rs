//! Arrays that are spread over several memories: one range of addresses, whose pages lie where they were put.

use std::ops::Range;
use std::sync::Arc;

use cust_raw::{
    CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationGranularity_flags, CUmemAllocationHandleType,
    CUmemAllocationProp, CUmemAllocationProp_st__bindgen_ty_1, CUmemAllocationType,
    CUmemGenericAllocationHandle, CUmemLocation, CUmemLocationType,
};

use crate::context::{self, Primary};
use crate::device::Device;
use crate::error::{CudaError, CudaResult, check};

/// Whose memory pages are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageLocation {
    /// A card's.
    Card(Device),
    /// The host's, pinned, in the NUMA node of that number. Drivers before CUDA 12.2 cannot map it.
    Host(u32),
}

impl PageLocation {
    fn location(self) -> CUmemLocation {
        match self {
            PageLocation::Card(card) => {
                CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, id: card.as_raw() }
            }
            PageLocation::Host(node) => CUmemLocation {
                type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA,
                id: i32::try_from(node).unwrap_or(i32::MAX),
            },
        }
    }

    fn properties(self) -> CUmemAllocationProp {
        CUmemAllocationProp {
            type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            requestedHandleTypes: CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE,
            location: self.location(),
            win32HandleMetaData: std::ptr::null_mut(),
            allocFlags: CUmemAllocationProp_st__bindgen_ty_1 {
                compressionType: 0,
                gpuDirectRDMACapable: 0,
                usage: 0,
                reserved: [0; 4],
            },
        }
    }

    fn access(self) -> CUmemAccessDesc {
        CUmemAccessDesc {
            location: self.location(),
            flags: CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        }
    }

    /// The bytes of a page there: what is mapped comes in multiples of it.
    ///
    /// # Errors
    /// When no context is current, or the driver cannot map such memory.
    pub fn page(self) -> CudaResult<usize> {
        let _context = context::current()?;
        let mut bytes = 0;
        let how = CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_MINIMUM;
        // SAFETY: `bytes` is written by the call, which reads the properties.
        check(unsafe { cust_raw::cuMemGetAllocationGranularity(&mut bytes, &self.properties(), how) })?;
        Ok(bytes.max(1))
    }
}

/// Memory that can be mapped, in one or several ranges of addresses. It is freed when nothing maps it any more.
#[derive(Debug)]
pub struct Pages {
    handle: CUmemGenericAllocationHandle,
    bytes: usize,
    home: PageLocation,
    /// That the driver is loaded; and the context outlives what was made in it.
    _context: Arc<Primary>,
}

impl Pages {
    /// So many bytes, a multiple of [`PageLocation::page`].
    ///
    /// # Errors
    /// When there is not that much memory, no context is current, or the driver fails.
    pub fn new(home: PageLocation, bytes: usize) -> CudaResult<Pages> {
        let context = context::current()?;
        let mut handle = 0;
        // SAFETY: `handle` is written by the call, which reads the properties.
        check(unsafe { cust_raw::cuMemCreate(&mut handle, bytes, &home.properties(), 0) })?;
        Ok(Pages { handle, bytes, home, _context: context })
    }

    /// Bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whose memory it is.
    pub fn home(&self) -> PageLocation {
        self.home
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: made by `new`, and released only here; what is mapped stays until it is unmapped. A failure frees nothing,
        // and harms nothing.
        let _ = unsafe { cust_raw::cuMemRelease(self.handle) };
    }
}

/// A range of addresses with pages behind it, for the kernels of the context that was current when it was made. Dropping it
/// waits for the kernels that may use it.
#[derive(Debug)]
pub struct Mapping {
    address: u64,
    bytes: usize,
    /// How many bytes have pages behind them: all but while it is made.
    mapped: usize,
    parts: Vec<Arc<Pages>>,
    context: Arc<Primary>,
}

impl Mapping {
    /// Maps `parts` one after another, for `card`, whose context must be current. The host may use those parts that are its
    /// own.
    ///
    /// # Errors
    /// When there are none, `card` cannot reach one of them, no context is current, or the driver fails.
    pub fn new(card: Device, parts: Vec<Arc<Pages>>) -> CudaResult<Mapping> {
        let context = context::current()?;
        let bytes = parts.iter().map(|part| part.bytes).sum();
        if bytes == 0 {
            return Err(CudaError::InvalidValue);
        }
        let mut address = 0;
        // SAFETY: `address` is written by the call.
        check(unsafe { cust_raw::cuMemAddressReserve(&mut address, bytes, 0, 0, 0) })?;
        let mut mapping = Mapping { address, bytes, mapped: 0, parts, context };
        for part in &mapping.parts {
            let at = address + mapping.mapped as u64;
            // SAFETY: the addresses are reserved, nothing is mapped there yet, and the part has as many bytes.
            check(unsafe { cust_raw::cuMemMap(at, part.bytes, 0, part.handle, 0) })?;
            mapping.mapped += part.bytes;
        }
        for (part, range) in mapping.parts() {
            let whose = [PageLocation::Card(card).access(), part.home.access()];
            let count = if matches!(part.home, PageLocation::Host(_)) { 2 } else { 1 };
            let (at, bytes) = (address + range.start as u64, part.bytes);
            // SAFETY: the part is mapped there, and there are at least `count` descriptions.
            check(unsafe { cust_raw::cuMemSetAccess(at, bytes, whose.as_ptr(), count) })?;
        }
        Ok(mapping)
    }

    /// The first address.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The parts, and where each lies in the range.
    pub fn parts(&self) -> impl Iterator<Item = (&Arc<Pages>, Range<usize>)> {
        self.parts.iter().scan(0, |end, part| {
            let start = *end;
            *end += part.bytes;
            Some((part, start..*end))
        })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        self.context.within(|| {
            // SAFETY: the range was reserved by `new`, with so many bytes mapped, and is given back only here. What may use it was
            // launched in this context, and is waited for, once more if the first wait told of another failure. Failures, in
            // a context that a kernel has ended, free nothing and harm nothing.
            unsafe {
                if check(cust_raw::cuCtxSynchronize()).is_err() {
                    let _ = cust_raw::cuCtxSynchronize();
                }
                if self.mapped > 0 {
                    let _ = cust_raw::cuMemUnmap(self.address, self.mapped);
                }
                let _ = cust_raw::cuMemAddressFree(self.address, self.bytes);
            }
        });
    }
}
