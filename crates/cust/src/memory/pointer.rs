//! Addresses on a card.

use std::fmt;
use std::marker::PhantomData;

use cust_raw::CUdeviceptr;

/// An address of `T`s on a card. Like a pointer it promises nothing, and it cannot be read on the host.
pub struct DevicePointer<T> {
    address: CUdeviceptr,
    target: PhantomData<*mut T>,
}

// SAFETY: an address, with nothing behind it that this type would let anyone touch.
unsafe impl<T> Send for DevicePointer<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for DevicePointer<T> {}

impl<T> DevicePointer<T> {
    /// The pointer to that address.
    pub fn from_raw(address: CUdeviceptr) -> Self {
        DevicePointer { address, target: PhantomData }
    }

    /// The address.
    pub fn as_raw(&self) -> CUdeviceptr {
        self.address
    }

    /// As a pointer for a kernel to read from.
    pub fn as_ptr(&self) -> *const T {
        std::ptr::with_exposed_provenance(self.address as usize)
    }

    /// As a pointer for a kernel to write to.
    pub fn as_mut_ptr(&self) -> *mut T {
        std::ptr::with_exposed_provenance_mut(self.address as usize)
    }

    /// Whether it is null.
    pub fn is_null(self) -> bool {
        self.address == 0
    }

    /// The address `count` elements on.
    pub(super) fn offset_by(self, count: usize) -> Self {
        DevicePointer::from_raw(self.address + (count * size_of::<T>()) as CUdeviceptr)
    }
}

impl<T> Clone for DevicePointer<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DevicePointer<T> {}

impl<T> PartialEq for DevicePointer<T> {
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address
    }
}

impl<T> Eq for DevicePointer<T> {}

impl<T> fmt::Debug for DevicePointer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DevicePointer({:#x})", self.address)
    }
}
