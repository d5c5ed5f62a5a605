//! Arrays of which parts lie in the memory of other cards, or in the host's: one range of addresses, so that kernels
//! see no difference.

use std::sync::Arc;

use bytemuck::Zeroable;
use cust::device::DeviceAttribute;
use cust::memory::{DeviceBuffer, Mapping, PageLocation, Pages};
use motherlode_device::DeviceCopy;

use super::copy::{Bytes, clear_at_address};
use super::links::link;
use super::peer::has_link;
use super::{CardArray, CudaDevice};
use crate::runtime::budget::{Budget, Reservation};
use crate::runtime::{Device, Home, Part, Residency, RuntimeError};

const CALL: &str = "spreading an array over several memories";

/// A part of an array, in pages of its own.
#[derive(Clone, Debug)]
pub(super) struct MappedPart {
    pages: Arc<Pages>,
    /// Whether a copy of the array on another device has a copy of it, and does not read this one.
    each: bool,
    _reservation: Arc<Reservation>,
}

impl CudaDevice {
    /// The bytes of a page of memory that can be spread, or nothing if the card or its driver cannot.
    pub fn page(&self) -> Result<Option<u64>, RuntimeError> {
        let ask = RuntimeError::driver("asking for the card's properties");
        let can =
            self.core.card.get_attribute(DeviceAttribute::VirtualMemoryManagementSupported).map_err(ask)?;
        if can == 0 {
            return Ok(None);
        }
        self.enter()?;
        let own = PageLocation::Card(self.core.card).page().map_err(RuntimeError::driver(CALL))?;
        Ok(Some(own as u64))
    }

    /// Whether the card can read pages of the host's memory.
    pub fn reads_host_pages(&self) -> bool {
        self.enter().is_ok() && self.host_pages().page().is_ok()
    }

    /// Whether the card can read the memory of `other`, which may be itself.
    pub(in crate::runtime) fn reads(&self, other: &CudaDevice) -> Result<bool, RuntimeError> {
        Ok(self.core.ordinal == other.core.ordinal || has_link(self.core.card, other.core.card)?)
    }

    /// Whether kernels of the card can add to the memory of `other` atomically: it reads it over a link that works so.
    /// What is added by one card alone needs no more.
    pub(in crate::runtime) fn adds_to(&self, other: &CudaDevice) -> Result<bool, RuntimeError> {
        if self.core.ordinal == other.core.ordinal {
            return Ok(true);
        }
        Ok(link(self.core.card, other.core.card)?.is_some_and(|link| link.native_atomics))
    }

    /// The host's memory that is nearest to the card.
    fn host_pages(&self) -> PageLocation {
        let node = self.core.card.get_attribute(DeviceAttribute::HostNumaId);
        PageLocation::Host(node.ok().and_then(|node| u32::try_from(node).ok()).unwrap_or(0))
    }

    /// Pages for a part of an array that is on this card, whose budget is given.
    fn piece(&self, part: &Part, budget: &Budget) -> Result<MappedPart, RuntimeError> {
        let (pages, reservation) = match &part.home {
            Home::Each => (PageLocation::Card(self.core.card), budget.take(part.bytes)?),
            Home::Card(device) => (self.pages_of(device)?, device.budget().take(part.bytes)?),
            Home::Host(memory) => (self.host_pages(), memory.take(part.bytes)?),
        };
        self.enter()?;
        let pages =
            Pages::new(pages, part.bytes as usize).map_err(RuntimeError::driver(match part.home {
                Home::Host(_) => "pinning host memory for the card",
                _ => "allocating on the card",
            }))?;
        let each = matches!(part.home, Home::Each);
        Ok(MappedPart { pages: Arc::new(pages), each, _reservation: Arc::new(reservation) })
    }

    /// The memory of another card, which this one must be able to read.
    fn pages_of(&self, device: &Device) -> Result<PageLocation, RuntimeError> {
        let unreachable = || RuntimeError::NoLink { from: self.core.name.clone(), to: device.to_string() };
        let card = device.card().ok_or_else(unreachable)?;
        if !self.reads(card)? {
            return Err(unreachable());
        }
        Ok(PageLocation::Card(card.core.card))
    }

    /// Whether this card can use pages.
    fn reaches(&self, pages: &Pages) -> Result<bool, RuntimeError> {
        match pages.home() {
            PageLocation::Host(_) => Ok(true),
            PageLocation::Card(card) => Ok(card == self.core.card || has_link(self.core.card, card)?),
        }
    }

    /// The pieces as one range of addresses.
    fn map(&self, pieces: &[MappedPart]) -> Result<Mapping, RuntimeError> {
        self.enter()?;
        let pages = pieces.iter().map(|piece| piece.pages.clone()).collect();
        Mapping::new(self.core.card, pages).map_err(RuntimeError::driver(CALL))
    }
}

impl<T: DeviceCopy> CardArray<T> {
    /// An array of `length` elements, whose parts are where `parts` say, one after another.
    ///
    /// # Safety
    /// Every element is made a `T` before it is read.
    unsafe fn spread(
        card: &Arc<CudaDevice>,
        budget: &Budget,
        length: usize,
        parts: &[Part],
    ) -> Result<Self, RuntimeError> {
        let pieces = parts.iter().map(|part| card.piece(part, budget)).collect::<Result<Vec<_>, _>>()?;
        // SAFETY: the caller's promise.
        unsafe { CardArray::of_pieces(card, length, pieces) }
    }

    /// # Safety
    /// Every element is made a `T` before it is read.
    unsafe fn of_pieces(
        card: &Arc<CudaDevice>,
        length: usize,
        pieces: Vec<MappedPart>,
    ) -> Result<Self, RuntimeError> {
        let mapping = card.map(&pieces)?;
        // SAFETY: the caller's promise.
        let buffer = unsafe { DeviceBuffer::mapped(mapping, length) }.map_err(RuntimeError::driver(CALL))?;
        Ok(CardArray { buffer, pieces, shared: true, card: card.clone() })
    }

    /// An array with the contents of `array`, spread so. What is launched later finds it complete.
    pub fn spread_with_contents(
        card: &Arc<CudaDevice>,
        budget: &Budget,
        array: &[T],
        parts: &[Part],
    ) -> Result<Self, RuntimeError> {
        // SAFETY: it is overwritten before it is given to anybody.
        let mut copy = unsafe { CardArray::spread(card, budget, array.len(), parts) }?;
        copy.fill(Bytes::of(array))?;
        Ok(copy)
    }

    /// `length` zeros, spread so, which this card alone may write: no array of another device has the same pages while
    /// it does.
    pub fn spread_zeros(
        card: &Arc<CudaDevice>,
        budget: &Budget,
        length: usize,
        parts: &[Part],
    ) -> Result<Self, RuntimeError>
    where
        T: Zeroable,
    {
        // SAFETY: it is cleared before it is given to anybody, and zeros are a `T`.
        let mut array = unsafe { CardArray::<T>::spread(card, budget, length, parts) }?;
        for (piece, range) in array.ranges() {
            let (at, bytes) = (array.address() + range.start as u64, range.len());
            match piece.pages.home() {
                // SAFETY: the pages are mapped there, for the host to use, too; nobody else has the array yet.
                PageLocation::Host(_) => unsafe { clear_at_address(at, bytes) },
                // SAFETY: the pages are mapped there; nobody else has the array yet.
                PageLocation::Card(_) => unsafe { card.clear(at, bytes) }?,
            }
        }
        array.shared = false;
        Ok(array)
    }

    /// Whether its parts are in several memories.
    pub fn is_spread(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Whether arrays of other cards may have the same parts: then nobody writes them.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// An array on another card, or this one, that shares with this one what all may read, and has copies of the rest.
    /// What writes this one must be known to be done.
    pub fn spread_on(&self, card: &Arc<CudaDevice>, budget: &Budget) -> Result<Self, RuntimeError> {
        let pieces = self.pieces.iter().map(|piece| piece.on(card, budget)).collect::<Result<Vec<_>, _>>()?;
        // SAFETY: what is not shared is overwritten below, before the array is given to anybody.
        let copy = unsafe { CardArray::<T>::of_pieces(card, self.buffer.len(), pieces) }?;
        let (to, from) = (copy.address(), self.address());
        for ((piece, range), old) in copy.ranges().zip(&self.pieces) {
            if !Arc::ptr_eq(&piece.pages, &old.pages) {
                let at = range.start as u64;
                // SAFETY: both arrays have a piece of so many bytes there, and live until the copy is done.
                unsafe { card.copy_bytes_from(to + at, &self.card, from + at, range.len()) }?;
            }
        }
        Ok(copy)
    }

    /// Where its bytes lie.
    pub fn residency(&self) -> Residency {
        let mut residency = Residency::default();
        if !self.is_spread() {
            let bytes = (size_of::<T>() * self.buffer.len()) as u64;
            let on_host = self.buffer.registered_memory().is_some();
            *(if on_host { &mut residency.host } else { &mut residency.own }) = bytes;
        }
        for piece in &self.pieces {
            let bytes = piece.pages.bytes() as u64;
            match piece.pages.home() {
                PageLocation::Host(_) => residency.host += bytes,
                PageLocation::Card(card) if card == self.card.core.card => residency.own += bytes,
                PageLocation::Card(_) => residency.neighbours += bytes,
            }
        }
        residency
    }

    fn address(&self) -> u64 {
        self.buffer.as_device_ptr().as_raw()
    }

    /// The pieces, and where their bytes lie in the array.
    fn ranges(&self) -> impl Iterator<Item = (&MappedPart, std::ops::Range<usize>)> {
        let ranges = self.buffer.mapping().into_iter().flat_map(Mapping::parts).map(|(_, range)| range);
        self.pieces.iter().zip(ranges)
    }

    /// Writes all elements: those in the host's memory at once, the others by copies to the cards.
    fn fill(&mut self, bytes: Bytes<'_>) -> Result<(), RuntimeError> {
        for (piece, range) in self.ranges() {
            let end = range.end.min(bytes.len());
            if range.start >= end {
                break;
            }
            let (to, part) = (self.address() + range.start as u64, bytes.part(range.start..end));
            match piece.pages.home() {
                // SAFETY: the pages are mapped there, for the host to use, too; nobody else has the array yet.
                PageLocation::Host(_) => unsafe { part.copy_to_address(to) },
                PageLocation::Card(_) => self.card.send(to, part)?,
            }
        }
        Ok(())
    }
}

impl MappedPart {
    /// The piece for an array on `card`: the same pages where they are for all, and else new ones. A card that has no
    /// room for those reads the pages where they are, if it can.
    fn on(&self, card: &CudaDevice, budget: &Budget) -> Result<MappedPart, RuntimeError> {
        let reached = card.reaches(&self.pages)?;
        if !self.each && reached {
            return Ok(self.clone());
        }
        match card.piece(&Part { home: Home::Each, bytes: self.pages.bytes() as u64 }, budget) {
            Err(RuntimeError::OverBudget { .. }) if reached => Ok(self.clone()),
            piece => piece,
        }
    }
}
