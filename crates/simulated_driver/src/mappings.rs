//! Addresses that are reserved, the pages that are mapped there, and who may use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;

use cust_raw::CUresult;

use crate::address_space::{give_back, hide, reserve, show};
use crate::driver::Answer;
use crate::pages::{Location, PageAllocation};

/// A piece of memory at an address.
#[derive(Debug)]
pub(crate) struct SimulatedMapping {
    /// The handle of the piece, all of which is mapped.
    handle: u64,
    location: Location,
    bytes: usize,
    offset: u64,
    /// Who may use it: nobody at first.
    access: BTreeSet<Location>,
}

/// All reservations and mappings. Mappings lie in reservations, and apart from each other.
#[derive(Debug, Default)]
pub(crate) struct Mappings {
    /// By address: how many bytes.
    reservations: BTreeMap<usize, usize>,
    /// By address.
    mappings: BTreeMap<usize, SimulatedMapping>,
}

impl Mappings {
    /// Reserves addresses.
    pub fn reserve(&mut self, bytes: usize) -> Answer<usize> {
        let address = reserve(bytes).map_err(|_| CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
        self.reservations.insert(address, bytes);
        Ok(address)
    }

    /// Gives a whole reservation back, in which nothing must be mapped.
    pub fn free(&mut self, address: usize, bytes: usize) -> Answer<()> {
        let reserved = self.reservations.get(&address) == Some(&bytes);
        if !reserved || !self.overlapping(address, address + bytes).is_empty() {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: so reserved, and taken from the table: it is given back once. Nothing is mapped there that could be
        // used.
        unsafe { give_back(address, bytes) }.map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
        self.reservations.remove(&address);
        Ok(())
    }

    /// Maps a piece where nothing is mapped in a reservation. Nobody may use it yet.
    pub fn map(&mut self, address: usize, handle: u64, piece: &PageAllocation) -> Answer<()> {
        let &PageAllocation { location, bytes, offset, .. } = piece;
        let end = address.checked_add(bytes).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let within = self.reservation(address).is_some_and(|(start, reserved)| end <= start + reserved);
        if !within || !self.overlapping(address, end).is_empty() {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let mapping = SimulatedMapping { handle, location, bytes, offset, access: BTreeSet::new() };
        self.mappings.insert(address, mapping);
        Ok(())
    }

    /// The addresses of the mappings that so many bytes from `address` on are, from the last to the first: all of them,
    /// whole, and nothing between them.
    pub fn whole(&self, address: usize, bytes: usize) -> Answer<Vec<usize>> {
        let pieces = self.under(address, bytes).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let all: usize = pieces.iter().map(|(_, mapping)| mapping.bytes).sum();
        match bytes > 0 && all == bytes {
            true => Ok(pieces.into_iter().map(|(start, _)| start).collect()),
            false => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    /// Lets each of `who` use what is mapped from an address on, or no longer.
    pub fn set_access(&mut self, address: usize, who: &[(Location, bool)], file: &File) -> Answer<()> {
        let Some(mapping) = self.mappings.get_mut(&address) else {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        let before = mapping.access.is_empty();
        for &(location, may) in who {
            match may {
                true => mapping.access.insert(location),
                false => mapping.access.remove(&location),
            };
        }
        let done = match (before, mapping.access.is_empty()) {
            // SAFETY: the mapping lies in a reservation. Nobody could use what was there. The file has its pages while
            // it is in the table.
            (true, false) => unsafe { show(address, mapping.bytes, file, mapping.offset) },
            // SAFETY: the mapping lies in a reservation. Who used it may not from now on.
            (false, true) => unsafe { hide(address, mapping.bytes) },
            _ => Ok(()),
        };
        done.map_err(|_| CUresult::CUDA_ERROR_OUT_OF_MEMORY)
    }

    /// Ends the mapping from an address on, and tells the handle of its piece.
    pub fn unmap(&mut self, address: usize) -> Answer<u64> {
        let mapping = self.mappings.get(&address).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let handle = mapping.handle;
        // SAFETY: the mapping lies in a reservation. Who used it may not from now on.
        unsafe { hide(address, mapping.bytes) }.map_err(|_| CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
        self.mappings.remove(&address);
        Ok(handle)
    }

    /// Whether `who` may use so many bytes from `address` on.
    pub fn reached_by(&self, who: Location, address: usize, bytes: usize) -> bool {
        let under = self.under(address, bytes);
        under.is_some_and(|pieces| pieces.iter().all(|(_, mapping)| mapping.access.contains(&who)))
    }

    /// Whether so many bytes from `address` on are mapped, each for somebody to use.
    pub fn reached(&self, address: usize, bytes: usize) -> bool {
        let under = self.under(address, bytes);
        under.is_some_and(|pieces| pieces.iter().all(|(_, mapping)| !mapping.access.is_empty()))
    }

    /// Where the memory is that is mapped at so many bytes from `address` on.
    pub fn locations(&self, address: usize, bytes: usize) -> Vec<Location> {
        let pieces = self.overlapping(address, address.saturating_add(bytes));
        pieces.into_iter().map(|(_, mapping)| mapping.location).collect()
    }

    /// Whether an address is in a reservation.
    pub fn reserved(&self, address: usize) -> bool {
        self.reservation(address).is_some()
    }

    /// The address and the size of the reservation that an address is in.
    pub fn reservation(&self, address: usize) -> Option<(usize, usize)> {
        let (&start, &bytes) = self.reservations.range(..=address).next_back()?;
        (address - start < bytes).then_some((start, bytes))
    }

    /// The mappings that so many bytes from `address` on lie in, from the last to the first, if none of the bytes is
    /// outside.
    fn under(&self, address: usize, bytes: usize) -> Option<Vec<(usize, &SimulatedMapping)>> {
        let end = address.checked_add(bytes)?;
        let pieces = self.overlapping(address, end);
        let common = |&(start, mapping): &(usize, &SimulatedMapping)| {
            end.min(start + mapping.bytes) - address.max(start)
        };
        (pieces.iter().map(common).sum::<usize>() == bytes).then_some(pieces)
    }

    /// The mappings that have bytes between two addresses, from the last to the first.
    fn overlapping(&self, from: usize, to: usize) -> Vec<(usize, &SimulatedMapping)> {
        let before = self.mappings.range(..to).rev();
        let pieces = before.take_while(|(start, mapping)| **start + mapping.bytes > from);
        pieces.map(|(&start, mapping)| (start, mapping)).collect()
    }

    /// How many reservations and mappings there are that the program has to give back.
    pub fn live(&self) -> usize {
        self.reservations.len() + self.mappings.len()
    }

    /// Ends all of them.
    pub fn clear(&mut self) {
        self.mappings.clear();
        for (address, bytes) in std::mem::take(&mut self.reservations) {
            // SAFETY: so reserved, and no longer in the table. Nothing is left that knows of a mapping there. Where the
            // system cannot do it, the addresses stay reserved, which harms nobody.
            let _ = unsafe { give_back(address, bytes) };
        }
    }
}
