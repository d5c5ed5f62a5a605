//! Arrays on a device as the host sees them: it may pass them on, and not look through them.

use motherlode_device::memory::{Scratch, Slice};

use super::device::DeviceId;

/// An array on a device, or a part of one, for kernels to read; or, of atomics, to change together.
///
/// There is no way from here to the elements but a launch (see [`Lend`](super::Lend)): they may lie in a card's memory.
pub struct View<'a, T> {
    pub(super) array: Slice<'a, T>,
    /// Nothing where there are no elements: those are on every device.
    pub(super) device: Option<DeviceId>,
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for View<'_, T> {}

impl<'a, T> View<'a, T> {
    /// An array of no elements.
    pub const fn empty() -> Self {
        View { array: Slice::empty(), device: None }
    }

    /// Elements.
    pub const fn len(self) -> u64 {
        self.array.length()
    }

    /// Whether there are no elements.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The `length` elements from `start` on.
    ///
    /// # Panics
    /// If they do not lie within the array.
    #[must_use]
    pub fn part(self, start: u64, length: u64) -> Self {
        View { array: self.array.part(start, length), device: self.device }
    }
}

/// An array on a device, or a part of one, that nothing else uses: for a kernel to write.
pub struct ViewMut<'a, T> {
    pub(super) array: Scratch<'a, T>,
    /// Nothing where there are no elements: those are on every device.
    pub(super) device: Option<DeviceId>,
}

impl<'a, T: Copy> ViewMut<'a, T> {
    /// An array of no elements.
    pub const fn empty() -> Self {
        ViewMut { array: Scratch::empty(), device: None }
    }

    /// Elements.
    pub fn len(&self) -> u64 {
        self.array.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `length` elements from `start` on.
    ///
    /// # Panics
    /// If they do not lie within the array.
    #[must_use]
    pub fn part(self, start: u64, length: u64) -> Self {
        ViewMut { array: self.array.part(start, length), device: self.device }
    }

    /// The array, for kernels to read that run after those that wrote it.
    pub fn into_view(self) -> View<'a, T> {
        // SAFETY: the elements are looked at by kernels alone, and whoever launches those promises that what they read
        // has been written before, and is not written meanwhile: see `Device::lend`.
        View { array: unsafe { self.array.as_slice() }, device: self.device }
    }

    /// This array, for as long as this view is not used.
    #[must_use]
    pub fn reborrow(&mut self) -> ViewMut<'_, T> {
        ViewMut { array: self.array, device: self.device }
    }
}
