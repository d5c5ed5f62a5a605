//! The dynamic shared memory of a block.

use crate::intrinsics;

/// The first byte of the shared memory that the launch asked for, aligned to 16; the same for all threads of a block.
///
/// It is not initialised. Accesses through it compile to `ld.shared` and its like, not to generic ones.
#[inline(always)]
pub fn dynamic_shared_mem<T>() -> *mut T {
    // SAFETY: returns the address of a symbol that every linked module has.
    unsafe { intrinsics::__cuda_std_dynamic_shared() }.cast()
}

/// Bytes of shared memory that the launch asked for.
#[inline(always)]
pub fn dynamic_shared_mem_size() -> usize {
    // SAFETY: reads a special register.
    unsafe { intrinsics::dynamic_smem_size() as usize }
}
