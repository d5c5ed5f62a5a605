//! Arrays that a kernel is given: pointer and length, checked at the host, by value in a kernel's argument.

use core::marker::PhantomData;
use core::ops::Deref;

use cust_core::DeviceCopy;

/// A read-only array of `T` in the memory of the machine that runs the kernel.
///
/// It may hold atomics, which are how blocks share what they change.
#[repr(C)]
pub struct Slice<'a, T> {
    pointer: *const T,
    length: u64,
    lifetime: PhantomData<&'a [T]>,
}

impl<T> Clone for Slice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Slice<'_, T> {}

// SAFETY: it is a pointer and a length. The pointer is to memory of the machine that the kernel runs on, by the
// contract of `from_raw_parts`, and the kernel is the only one to read through it.
unsafe impl<T> DeviceCopy for Slice<'_, T> {}
// SAFETY: it gives out no more than `&T`, which may go to other threads when `T: Sync`.
unsafe impl<T: Sync> Sync for Slice<'_, T> {}
// SAFETY: as for `Sync`.
unsafe impl<T: Sync> Send for Slice<'_, T> {}

impl<T> Slice<'_, T> {
    /// An array of `length` elements at `pointer`.
    ///
    /// # Safety
    /// For the whole of `'a`, `pointer` must be aligned and lead to `length` initialised elements in the memory of
    /// the machine that will dereference it, and nothing but atomics may change them.
    #[inline(always)]
    pub const unsafe fn from_raw_parts(pointer: *const T, length: u64) -> Self {
        Slice { pointer, length, lifetime: PhantomData }
    }

    /// An array of no elements.
    #[inline(always)]
    pub const fn empty() -> Self {
        Slice { pointer: core::ptr::NonNull::dangling().as_ptr(), length: 0, lifetime: PhantomData }
    }
}

impl<'a, T> Slice<'a, T> {
    /// Elements: for the host too, which may not look at the array itself.
    #[inline(always)]
    pub const fn length(self) -> u64 {
        self.length
    }

    /// The `length` elements from `start` on. It reads nothing: the host may ask for part of a card's array.
    ///
    /// # Panics
    /// If they do not lie within the array.
    #[inline(always)]
    pub fn part(self, start: u64, length: u64) -> Slice<'a, T> {
        assert!(length <= self.length && start <= self.length - length, "a part outside its array");
        Slice { pointer: self.pointer.wrapping_add(start as usize), length, lifetime: PhantomData }
    }

    /// The array as a slice, for the machine that holds it.
    #[inline(always)]
    pub fn get(self) -> &'a [T] {
        // SAFETY: the promise of `from_raw_parts`.
        unsafe { core::slice::from_raw_parts(self.pointer, self.length as usize) }
    }
}

impl<T> Deref for Slice<'_, T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.get()
    }
}

impl<'a, T> From<&'a [T]> for Slice<'a, T> {
    /// A host array, for kernels that run on the host.
    fn from(array: &'a [T]) -> Self {
        Slice { pointer: array.as_ptr(), length: array.len() as u64, lifetime: PhantomData }
    }
}

/// An array of `T` that a kernel writes: the launch deals disjoint parts of it to warps or blocks.
#[repr(C)]
pub struct Scratch<'a, T> {
    pointer: *mut T,
    length: u64,
    lifetime: PhantomData<&'a mut [T]>,
}

impl<T> Clone for Scratch<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Scratch<'_, T> {}

// SAFETY: as for `Slice`.
unsafe impl<T> DeviceCopy for Scratch<'_, T> {}
// SAFETY: every access is through `write`, `read` or `written`, whose callers promise that no two threads race on an
// element.
unsafe impl<T: Send> Sync for Scratch<'_, T> {}
// SAFETY: as for `Sync`.
unsafe impl<T: Send> Send for Scratch<'_, T> {}

impl<'a, T: Copy> Scratch<'a, T> {
    /// An array of `length` elements at `pointer`.
    ///
    /// # Safety
    /// For the whole of `'a`, `pointer` must be aligned and lead to `length` elements in the memory of the machine
    /// that will dereference it, which nothing uses but through this and its copies.
    #[inline(always)]
    pub const unsafe fn from_raw_parts(pointer: *mut T, length: u64) -> Self {
        Scratch { pointer, length, lifetime: PhantomData }
    }

    /// An array of no elements.
    #[inline(always)]
    pub const fn empty() -> Self {
        Scratch { pointer: core::ptr::NonNull::dangling().as_ptr(), length: 0, lifetime: PhantomData }
    }

    /// Elements in the whole array.
    #[inline(always)]
    pub fn len(self) -> u64 {
        self.length
    }

    /// Whether there are no elements.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// Where the array starts.
    #[inline(always)]
    pub fn pointer(self) -> *mut T {
        self.pointer
    }

    /// The array, to be read by a kernel that runs after those that wrote it.
    ///
    /// # Safety
    /// Every element has been written, and nobody writes one while a reference that the slice gave is in use.
    #[inline(always)]
    pub const unsafe fn as_slice(self) -> Slice<'a, T> {
        Slice { pointer: self.pointer, length: self.length, lifetime: PhantomData }
    }

    /// The `length` elements from `start` on.
    ///
    /// # Panics
    /// If they do not lie within the array.
    #[inline(always)]
    pub fn part(self, start: u64, length: u64) -> Scratch<'a, T> {
        assert!(length <= self.length && start <= self.length - length, "a part outside its scratch array");
        Scratch { pointer: self.pointer.wrapping_add(start as usize), length, lifetime: PhantomData }
    }

    /// Writes element `index`.
    ///
    /// # Safety
    /// `index < len()`, and no other thread reads or writes the element until a `sync` of the threads concerned.
    #[inline(always)]
    pub unsafe fn write(self, index: usize, value: T) {
        debug_assert!((index as u64) < self.length);
        // SAFETY: within the array by the caller's promise, which is that of `from_raw_parts`.
        unsafe { self.pointer.add(index).write(value) }
    }

    /// Reads element `index`.
    ///
    /// # Safety
    /// `index < len()`, the element has been written, and a `sync` of the threads concerned lies between.
    #[inline(always)]
    pub unsafe fn read(self, index: usize) -> T {
        debug_assert!((index as u64) < self.length);
        // SAFETY: as for `write`.
        unsafe { self.pointer.add(index).read() }
    }

    /// The first `length` elements, to read.
    ///
    /// # Safety
    /// They have been written, a `sync` lies between, and nobody writes them while the slice is in use.
    #[inline(always)]
    pub unsafe fn written(self, length: usize) -> &'a [T] {
        debug_assert!(length as u64 <= self.length);
        // SAFETY: within the array and initialised by the caller's promise.
        unsafe { core::slice::from_raw_parts(self.pointer, length) }
    }
}

const _: () = {
    assert!(size_of::<Slice<'_, u32>>() == 16 && align_of::<Slice<'_, u32>>() == 8);
    assert!(core::mem::offset_of!(Slice<'_, u32>, length) == 8);
    assert!(size_of::<Scratch<'_, u32>>() == 16 && align_of::<Scratch<'_, u32>>() == 8);
    assert!(core::mem::offset_of!(Scratch<'_, u32>, length) == 8);
};
