//! Arrays on a card, pinned arrays on the host, and copies between them.
//!
//! | here | what it is |
//! | --- | --- |
//! | [`DeviceBuffer`] | an array on a card, owned |
//! | [`DeviceSlice`] | a part of one, borrowed |
//! | [`DevicePointer`] | an address on a card |
//! | [`LockedBuffer`] | an array in pinned host memory, from which copies can run beside other work |
//! | [`Mapping`], [`Pages`] | a range of addresses with the memory of several cards, or the host's, behind it |
//! | [`RegisteredMemory`] | memory of the process that kernels use over the bus |
//! | [`CopyDestination`], [`AsyncCopyDestination`] | copies that wait, and copies on a stream |

mod buffer;
mod copy;
mod locked;
mod mapping;
mod pointer;
mod registered;
mod slice;

pub use buffer::DeviceBuffer;
pub use copy::{AsyncCopyDestination, CopyDestination};
pub use cust_core::_hidden::DeviceCopy;
pub use locked::LockedBuffer;
pub use mapping::{Mapping, PageLocation, Pages};
pub use pointer::DevicePointer;
pub use registered::RegisteredMemory;
pub use slice::DeviceSlice;

use crate::context;
use crate::error::{CudaError, CudaResult, check};

/// The memory of the current context's card, in bytes: what is free, and all of it.
///
/// # Errors
/// When no context is current, or the driver fails.
pub fn mem_get_info() -> CudaResult<(usize, usize)> {
    let _context = context::current()?;
    let (mut free, mut total) = (0, 0);
    // SAFETY: both are written by the call; a context is current.
    check(unsafe { cust_raw::cuMemGetInfo_v2(&mut free, &mut total) })?;
    Ok((free, total))
}

/// The bytes of `length` elements.
///
/// # Errors
/// When they are more than any memory has.
fn bytes_of<T>(length: usize) -> CudaResult<usize> {
    let bytes = length.checked_mul(size_of::<T>()).ok_or(CudaError::InvalidMemoryAllocation)?;
    // No slice may be longer, on the host or as seen by a kernel.
    if bytes > isize::MAX as usize { Err(CudaError::InvalidMemoryAllocation) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::bytes_of;

    #[test]
    fn sizes_that_overflow_are_refused() {
        assert_eq!(bytes_of::<u64>(3), Ok(24));
        assert_eq!(bytes_of::<()>(usize::MAX), Ok(0));
        assert!(bytes_of::<u64>(usize::MAX / 8 + 1).is_err());
        assert!(bytes_of::<u64>(usize::MAX / 8).is_err());
    }
}
