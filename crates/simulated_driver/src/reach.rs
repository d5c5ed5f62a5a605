//! Which memory a card's copies and kernels may use.

use cust_raw::CUresult;

use crate::address_space::looks_like_a_number;
use crate::driver::{Answer, Driver};
use crate::memory::MemoryKind;
use crate::pages::Location;

impl Driver {
    /// Refuses bytes that are not a card's to copy: allocated on it, or mapped with access for it.
    pub fn on_card(&self, card: usize, address: usize, bytes: usize) -> Answer<()> {
        let memory = &self.cards[card].memory;
        let its = [MemoryKind::Card, MemoryKind::Registered]
            .into_iter()
            .any(|place| memory.has(place, address, bytes));
        match its || self.mappings.reached_by(Location::Card(card), address, bytes) {
            true => Ok(()),
            false => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    /// Refuses bytes that are not a card's to copy, for a copy that is done at once, and ends the context of `card` if
    /// the memory is a lost card's.
    pub fn check_copy(&mut self, card: usize, address: usize, bytes: usize) -> Answer<()> {
        self.on_card(card, address, bytes)?;
        self.check_pages(card, address, bytes)
    }

    /// Ends the context of `card` if what a copy in its streams was to use is no longer there: freed, unmapped, or on a
    /// card that is lost.
    pub fn still_there(&mut self, card: usize, address: usize, bytes: usize) -> Answer<()> {
        if self.owner(address, bytes).is_none() && !self.mappings.reached(address, bytes) {
            eprintln!(
                "simulated driver: memory was freed, or its access ended, before a copy of it was done"
            );
            return self.end(card, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        }
        self.check_pages(card, address, bytes)
    }

    /// Ends the context of `card` if pages that are mapped there are on a card that is lost.
    fn check_pages(&mut self, card: usize, address: usize, bytes: usize) -> Answer<()> {
        let lost = self.mappings.locations(address, bytes).into_iter().any(|location| self.is_lost(location));
        match lost {
            true => self.end(card, CUresult::CUDA_ERROR_LAUNCH_FAILED),
            false => Ok(()),
        }
    }

    /// Whether an array that an address is in has pages of a card that is lost: which of its pages a kernel uses is not
    /// known.
    pub fn has_lost_pages(&self, address: usize) -> bool {
        let Some((start, bytes)) = self.mappings.reservation(address) else { return false };
        self.mappings.locations(start, bytes).into_iter().any(|location| self.is_lost(location))
    }

    /// Whether what was in a place is gone.
    fn is_lost(&self, location: Location) -> bool {
        match location {
            Location::Card(card) => self.lost(card).is_some(),
            Location::Host => false,
        }
    }

    /// Whether an address in a kernel's argument has to be looked at when the kernel's turn has come: it is in what was
    /// allocated in another context than that of `card`, or reserved.
    pub fn is_elsewhere(&self, card: usize, address: usize) -> bool {
        let is_there =
            || self.mappings.reserved(address) || self.owner(address, 1).is_some_and(|owner| owner != card);
        !looks_like_a_number(address) && is_there()
    }

    /// Whether such an address is still there, and kernels of `card` may use it. The end of an array may be that of its
    /// memory.
    pub fn reaches(&self, card: usize, address: usize) -> bool {
        let mapped = |address| self.mappings.reached_by(Location::Card(card), address, 1);
        let owner = self.owner(address, 1).map(|owner| self.cards[owner].context);
        self.pinned(address, 1)
            || owner.is_some_and(|owner| self.cards[card].peers.contains(&owner))
            || mapped(address)
            || mapped(address.saturating_sub(1))
    }
}
