//! Typed arrays on a device.

use std::cell::UnsafeCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64};

use motherlode_device::DeviceCopy;
use motherlode_device::memory::{Scratch, Slice};

use super::budget::Reservation;
use super::cuda::CardArray;
use super::residency::ResidencyEntry;
use super::{Device, Residency, RuntimeError, View, ViewMut};

/// An integer that kernels may change atomically.
///
/// # Safety
/// `Cell` has the size, the alignment and the valid values of `Self`, and is changed through a shared reference by
/// atomic operations alone.
pub unsafe trait Atomic: DeviceCopy {
    /// The atomic type of the same layout.
    type Cell: Sync;
}
// SAFETY: the standard library promises it.
unsafe impl Atomic for u32 {
    type Cell = AtomicU32;
}
// SAFETY: the standard library promises it.
unsafe impl Atomic for u64 {
    type Cell = AtomicU64;
}

/// An array in host memory that keeps itself alive.
#[doc(hidden)]
pub type SharedArray<T> = Arc<dyn AsRef<[T]> + Send + Sync>;

/// An array of `T` in the memory of a device, which it keeps alive.
///
/// On the CPU, an uploaded array is the caller's own, borrowed. Whatever is allocated counts against the
/// device's budget until the buffer is dropped, which any thread may do.
pub struct Buffer<'a, T: DeviceCopy> {
    storage: Storage<'a, T>,
    _counted: CountedIn,
    device: Device,
}

/// Where what a buffer takes is counted, until it is dropped.
#[derive(Debug)]
enum CountedIn {
    /// It takes nothing.
    Nowhere,
    /// In the device's budget.
    InBudget { _share: Reservation },
    /// In the budgets of the memories that its parts lie in, which the parts see to, and in the device's ledger.
    ByPart { _entry: Box<ResidencyEntry> },
}

enum Storage<'a, T: DeviceCopy> {
    Borrowed(&'a [T]),
    Shared(SharedArray<T>),
    Host(Box<[UnsafeCell<T>]>),
    Card(CardArray<T>),
}

// SAFETY: the elements of host memory go with it, and `T: Send`; a card's memory may be used and freed from any thread.
unsafe impl<T: DeviceCopy + Send + Sync> Send for Buffer<'_, T> {}
// SAFETY: through a shared reference, safe functions only read the elements. Kernels write them through
// what `Device::lend` lends, whose caller has promised that nobody reads or writes what a running kernel writes.
unsafe impl<T: DeviceCopy + Send + Sync> Sync for Buffer<'_, T> {}

impl<'a, T: DeviceCopy> Buffer<'a, T> {
    pub(super) fn borrowed(device: &Device, array: &'a [T]) -> Self {
        Buffer { storage: Storage::Borrowed(array), _counted: CountedIn::Nowhere, device: device.clone() }
    }

    pub(super) fn shared(device: &Device, array: SharedArray<T>) -> Self {
        Buffer { storage: Storage::Shared(array), _counted: CountedIn::Nowhere, device: device.clone() }
    }

    pub(super) fn host(device: &Device, array: Vec<T>, share: Reservation) -> Self {
        let cells = Box::into_raw(array.into_boxed_slice()) as *mut [UnsafeCell<T>];
        // SAFETY: `UnsafeCell<T>` has the layout of `T`, and the box was given up by `into_raw` just above.
        let cells = unsafe { Box::from_raw(cells) };
        Buffer {
            storage: Storage::Host(cells),
            _counted: CountedIn::InBudget { _share: share },
            device: device.clone(),
        }
    }

    pub(super) fn on_card_of(device: &Device, array: CardArray<T>, share: Reservation) -> Self {
        Buffer {
            storage: Storage::Card(array),
            _counted: CountedIn::InBudget { _share: share },
            device: device.clone(),
        }
    }

    /// An array whose parts have their own reservations.
    pub(super) fn spread_on_card_of(device: &Device, array: CardArray<T>) -> Self {
        let counted = CountedIn::ByPart { _entry: Box::new(device.ledger().enter(array.residency())) };
        Buffer { storage: Storage::Card(array), _counted: counted, device: device.clone() }
    }

    /// Where its bytes lie, as far as they are allocated for it.
    pub fn residency(&self) -> Residency {
        let own = (size_of::<T>() * self.len()) as u64;
        match &self.storage {
            Storage::Card(array) => array.residency(),
            Storage::Host(_) => Residency { own, ..Residency::default() },
            Storage::Borrowed(_) | Storage::Shared(_) => Residency::default(),
        }
    }

    /// The device that it is on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Elements.
    pub fn len(&self) -> usize {
        match &self.storage {
            Storage::Borrowed(array) => array.len(),
            Storage::Shared(array) => (**array).as_ref().len(),
            Storage::Host(cells) => cells.len(),
            Storage::Card(array) => array.get().len(),
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether its parts are in several memories.
    #[doc(hidden)]
    pub fn is_spread(&self) -> bool {
        matches!(&self.storage, Storage::Card(array) if array.is_spread())
    }

    /// Whether kernels may write it: whether it is the device's own, and not the caller's. Of an array that was spread
    /// with its contents, arrays of other devices may share the pages.
    fn is_own(&self) -> bool {
        match &self.storage {
            Storage::Host(_) => true,
            Storage::Card(array) => !array.is_shared(),
            Storage::Borrowed(_) | Storage::Shared(_) => false,
        }
    }

    fn pointer(&self) -> *const T {
        match &self.storage {
            Storage::Borrowed(array) => array.as_ptr(),
            Storage::Shared(array) => (**array).as_ref().as_ptr(),
            Storage::Host(cells) => UnsafeCell::raw_get(cells.as_ptr()),
            Storage::Card(array) => array.get().as_device_ptr().as_ptr(),
        }
    }

    /// The array, for kernels to read.
    pub fn slice(&self) -> View<'_, T> {
        if self.is_empty() {
            return View::empty();
        }
        // SAFETY: the buffer is alive and initialised while it is borrowed, and only kernels of its device get to the
        // elements, by `Device::lend`; they change it only through `atomics`, or through `scratch`, which borrows it
        // exclusively.
        let array = unsafe { Slice::from_raw_parts(self.pointer(), self.len() as u64) };
        View { array, device: Some(self.device.id()) }
    }

    /// The array, for a kernel to write: parts of it are dealt to warps.
    ///
    /// # Panics
    /// If the array was borrowed from the caller, or was spread over several memories with its contents: it cannot be
    /// written.
    pub fn scratch(&mut self) -> ViewMut<'_, T> {
        assert!(self.is_own(), "an uploaded or shared array cannot be scratch memory");
        if self.is_empty() {
            return ViewMut::empty();
        }
        // SAFETY: the buffer is alive, of that length and borrowed exclusively, and only kernels of its device get to
        // the elements, by `Device::lend`.
        let array = unsafe { Scratch::from_raw_parts(self.pointer().cast_mut(), self.len() as u64) };
        ViewMut { array, device: Some(self.device.id()) }
    }

    /// The array where it lies, if that is in host memory.
    #[doc(hidden)]
    pub fn host_slice(&self) -> Option<&[T]> {
        match &self.storage {
            Storage::Borrowed(array) => Some(array),
            Storage::Shared(array) => Some((**array).as_ref()),
            // SAFETY: a kernel on the host is done when its launch returns, and whoever launches while somebody has
            // this slice has promised that nothing is written that it has: see `Device::lend`. `UnsafeCell<T>` has the
            // layout of `T`.
            Storage::Host(cells) => Some(unsafe { std::slice::from_raw_parts(self.pointer(), cells.len()) }),
            Storage::Card(_) => None,
        }
    }

    /// The array where it lies, to be written by the host, if that is in host memory and it is the device's own.
    #[doc(hidden)]
    pub fn host_slice_mut(&mut self) -> Option<&mut [T]> {
        match &mut self.storage {
            Storage::Host(cells) => {
                let (start, length) = (UnsafeCell::raw_get(cells.as_ptr()), cells.len());
                // SAFETY: the cells are borrowed exclusively, and `UnsafeCell<T>` has the layout of `T`.
                Some(unsafe { std::slice::from_raw_parts_mut(start, length) })
            }
            Storage::Borrowed(_) | Storage::Shared(_) | Storage::Card(_) => None,
        }
    }

    /// A copy in host memory, when all that was launched is done.
    ///
    /// # Errors
    /// When a kernel or the driver's copy fails.
    pub fn download(&self) -> Result<Vec<T>, RuntimeError> {
        match &self.storage {
            Storage::Card(array) => {
                let mut copy = Vec::with_capacity(array.get().len());
                array.download(&mut copy)?;
                Ok(copy)
            }
            _ => self.download_first(self.len()),
        }
    }

    /// A copy of the first `length` elements in host memory. On a card, the launches that write them must be known to
    /// be done, or what is copied is of no meaning; copies of other buffers may be under way.
    ///
    /// # Errors
    /// When the driver's copy fails.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn download_first(&self, length: usize) -> Result<Vec<T>, RuntimeError> {
        assert!(length <= self.len(), "{length} elements of a buffer of {}", self.len());
        let mut copy = Vec::with_capacity(length);
        match &self.storage {
            Storage::Card(array) => array.download_first(length, &mut copy)?,
            _ => self.read_into(length, &mut copy),
        }
        Ok(copy)
    }

    /// The elements in host memory, when all that was launched is done: where they are there and are the device's own,
    /// no copy is made.
    ///
    /// # Errors
    /// When a kernel or the driver's copy fails.
    pub fn into_vec(self) -> Result<Vec<T>, RuntimeError> {
        match self.storage {
            Storage::Host(cells) => {
                let elements = Box::into_raw(cells) as *mut [T];
                // SAFETY: `UnsafeCell<T>` has the layout of `T`, and the box was given up by `into_raw` just above. Nobody
                // borrows the buffer: no kernel has it.
                Ok(unsafe { Box::from_raw(elements) }.into_vec())
            }
            _ => self.download(),
        }
    }

    /// Appends the first `length` elements to `copy`, where they are in host memory; elsewhere it appends nothing.
    pub(super) fn read_into(&self, length: usize, copy: &mut Vec<T>) {
        match &self.storage {
            Storage::Borrowed(array) => copy.extend_from_slice(&array[..length]),
            Storage::Shared(array) => copy.extend_from_slice(&(**array).as_ref()[..length]),
            // SAFETY: a kernel on the host is done when its launch returns, and whoever launches on another thread has
            // promised that nobody reads what it writes: see `Device::lend`.
            Storage::Host(cells) => copy.extend(cells[..length].iter().map(|cell| unsafe { *cell.get() })),
            Storage::Card(_) => (),
        }
    }

    /// Replaces the first elements by `array`, for the launches that follow.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If there are fewer elements, or the array was borrowed from the caller, or is spread over several memories.
    pub fn overwrite(&mut self, array: &[T]) -> Result<(), RuntimeError> {
        assert!(array.len() <= self.len(), "{} elements for a buffer of {}", array.len(), self.len());
        match &mut self.storage {
            Storage::Card(on_card) if !on_card.is_shared() => on_card.overwrite(array),
            Storage::Host(cells) => {
                cells.iter_mut().zip(array).for_each(|(cell, &value)| *cell.get_mut() = value);
                Ok(())
            }
            Storage::Card(_) => panic!("an array that is spread cannot be overwritten"),
            Storage::Borrowed(_) | Storage::Shared(_) => panic!("an uploaded array cannot be overwritten"),
        }
    }

    /// Replaces the first elements by `pieces`, one after another, for the launches that follow. What was launched
    /// before must be known to be done.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If there are fewer elements, or the array was borrowed from the caller, or is spread over several memories.
    #[doc(hidden)]
    pub fn overwrite_with(&mut self, pieces: &[&[T]]) -> Result<(), RuntimeError> {
        if let Storage::Card(on_card) = &mut self.storage
            && !on_card.is_shared()
        {
            return on_card.overwrite_with(pieces);
        }
        let length: usize = pieces.iter().map(|piece| piece.len()).sum();
        assert!(length <= self.len(), "{length} elements for a buffer of {}", self.len());
        let Storage::Host(cells) = &mut self.storage else {
            panic!("an uploaded or spread array cannot be overwritten")
        };
        let mut cells = &mut cells[..];
        for piece in pieces {
            let (first, rest) = cells.split_at_mut(piece.len());
            first.iter_mut().zip(*piece).for_each(|(cell, &value)| *cell.get_mut() = value);
            cells = rest;
        }
        Ok(())
    }

    /// Replaces `to` by the first elements, when all that was launched is done.
    ///
    /// # Errors
    /// When a kernel or the driver's copy fails.
    ///
    /// # Panics
    /// If there are fewer elements.
    #[doc(hidden)]
    pub fn fetch(&self, to: &mut [T]) -> Result<(), RuntimeError> {
        assert!(to.len() <= self.len(), "{} elements of a buffer of {}", to.len(), self.len());
        match &self.storage {
            Storage::Borrowed(array) => to.copy_from_slice(&array[..to.len()]),
            Storage::Shared(array) => to.copy_from_slice(&(**array).as_ref()[..to.len()]),
            Storage::Host(cells) => {
                for (value, cell) in to.iter_mut().zip(cells) {
                    // SAFETY: as in `read_into`.
                    *value = unsafe { *cell.get() };
                }
            }
            Storage::Card(array) => array.fetch(to)?,
        }
        Ok(())
    }

    /// Replaces all elements of `pieces`, one after another, by the first elements, when all that was launched is done.
    ///
    /// # Errors
    /// When a kernel or the driver's copy fails.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn fetch_pieces(&self, pieces: &mut [&mut [T]]) -> Result<(), RuntimeError> {
        if let Storage::Card(array) = &self.storage {
            return array.fetch_pieces(pieces);
        }
        let mut left = self.host_slice().expect("an array that is on no card is in host memory");
        for piece in pieces {
            let (first, rest) = left.split_at(piece.len());
            piece.copy_from_slice(first);
            left = rest;
        }
        Ok(())
    }

    /// The array in host memory that it shares, if it does.
    pub(super) fn kept(&self) -> Option<&SharedArray<T>> {
        match &self.storage {
            Storage::Shared(array) => Some(array),
            _ => None,
        }
    }

    pub(super) fn on_card(&self) -> Option<&CardArray<T>> {
        match &self.storage {
            Storage::Card(array) => Some(array),
            _ => None,
        }
    }
}

impl<T: Atomic> Buffer<'_, T> {
    /// The array as atomics, for kernels that share it between blocks.
    ///
    /// # Panics
    /// If the array was borrowed from the caller, or was spread over several memories with its contents: it cannot be
    /// written.
    pub fn atomics(&self) -> View<'_, T::Cell> {
        assert!(self.is_own(), "an uploaded or shared array cannot be written");
        if self.is_empty() {
            return View::empty();
        }
        // SAFETY: as in `slice`; the atomic has the layout of `T`, and the memory may be written.
        let array = unsafe { Slice::from_raw_parts(self.pointer().cast(), self.len() as u64) };
        View { array, device: Some(self.device.id()) }
    }

    /// The elements as atomics, where they are the device's own and in host memory.
    pub(super) fn cells_on_host(&self) -> Option<&[T::Cell]> {
        match &self.storage {
            // SAFETY: the atomic has the layout of `T`, and the cells are shared: they may be changed.
            Storage::Host(cells) => Some(unsafe { &*(&raw const **cells as *const [T::Cell]) }),
            _ => None,
        }
    }
}

impl<'a, T: DeviceCopy> From<&'a Buffer<'_, T>> for View<'a, T> {
    fn from(buffer: &'a Buffer<'_, T>) -> Self {
        buffer.slice()
    }
}

impl<'a, T: DeviceCopy> From<&'a mut Buffer<'_, T>> for ViewMut<'a, T> {
    /// # Panics
    /// If the array was borrowed from the caller, or was spread over several memories with its contents: it cannot be
    /// written.
    fn from(buffer: &'a mut Buffer<'_, T>) -> Self {
        buffer.scratch()
    }
}

impl<T: DeviceCopy> fmt::Debug for Buffer<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements on {}", self.len(), self.device)
    }
}
