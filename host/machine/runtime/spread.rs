//! Where the parts of an array lie that is spread over several memories.

use sysinfo::System;

use super::budget::Reservation;
use super::{Budget, Device, MemorySize, Residency, RuntimeError};

/// A part of an array that is spread over several memories. Its bytes are a multiple of [`Device::page`].
#[derive(Clone, Debug)]
pub struct Part {
    /// Whose memory it is in.
    pub home: Home,
    /// How large it is.
    pub bytes: u64,
}

/// Whose memory a part of a spread array is in.
#[derive(Clone, Debug)]
pub enum Home {
    /// That of the device that the array is on: a copy of the array on another device has a copy of the part.
    Each,
    /// That of one card. Others read it by their links to that.
    Card(Device),
    /// The host's, pinned. Cards read it over the bus.
    Host(HostMemory),
}

/// How much of the host's memory may be pinned for arrays of cards, shared by all that do so.
#[derive(Clone, Debug)]
pub struct HostMemory(Budget);

impl HostMemory {
    /// At most so many bytes.
    pub fn new(limit: MemorySize) -> HostMemory {
        HostMemory(Budget::new(limit.0))
    }

    /// At most half of the memory that is free now. `None` if that cannot be told.
    pub fn half_of_free() -> Option<HostMemory> {
        let half = HostMemory::free()? / 2;
        (half > 0).then(|| HostMemory::new(MemorySize(half)))
    }

    /// The bytes that are free now, within the limit of the process's group, if it has one. `None` if that cannot be
    /// told.
    pub(super) fn free() -> Option<u64> {
        let mut system = System::new().ok()?;
        system.refresh_memory();
        let in_group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
        Some(system.available_memory().min(in_group))
    }

    /// Sees to it that `bytes` are free, for what is to be allocated next and need not be pinned. They are taken to be,
    /// if that cannot be told.
    ///
    /// # Errors
    /// [`RuntimeError::NoHostMemory`] if they are not.
    #[doc(hidden)]
    pub fn require_free(bytes: u64) -> Result<(), RuntimeError> {
        match HostMemory::free() {
            Some(free) if bytes > free => Err(RuntimeError::NoHostMemory { wanted: MemorySize(bytes) }),
            _ => Ok(()),
        }
    }

    /// The bytes that may still be pinned.
    pub fn left(&self) -> u64 {
        self.0.left()
    }

    /// The most bytes that were ever pinned at the same time.
    pub fn peak(&self) -> u64 {
        self.0.peak()
    }

    /// Takes `bytes` until the returned reservation is dropped.
    pub(super) fn take(&self, bytes: u64) -> Result<Reservation, RuntimeError> {
        self.0.take(bytes).map_err(|_| self.too_small(bytes))
    }

    /// The error that says that `bytes` do not fit in what is left.
    pub(crate) fn too_small(&self, bytes: u64) -> RuntimeError {
        RuntimeError::OverHostBudget {
            wanted: MemorySize(bytes),
            left: MemorySize(self.left()),
            limit: MemorySize(self.0.limit()),
        }
    }
}

/// How kernels get to the lists of a graph that lie in the host's memory, as they do not fit on the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListAccess {
    /// As less time is expected of it.
    #[default]
    Auto,
    /// A card reads a list over the bus each time that it needs it.
    InPlace,
    /// Where a job knows how: lists of consecutive vertices are brought to the card together, tile by tile.
    Tiles,
}

impl Part {
    /// Where it is for kernels of `device`, which has the array.
    pub fn residency(&self, device: &Device) -> Residency {
        let (mut residency, bytes) = (Residency::default(), self.bytes);
        match &self.home {
            Home::Each => residency.own = bytes,
            Home::Card(card) if card.is(device) => residency.own = bytes,
            Home::Card(_) => residency.neighbours = bytes,
            Home::Host(_) => residency.host = bytes,
        }
        residency
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_somewhere_for_each_device() {
        let (here, there) = (Device::cpu(None), Device::cpu(None));
        let part = |home| Part { home, bytes: 7 };
        let at = |own, neighbours, host| Residency { own, neighbours, host };
        assert_eq!(part(Home::Each).residency(&here), at(7, 0, 0));
        assert_eq!(part(Home::Card(here.clone())).residency(&here), at(7, 0, 0));
        assert_eq!(part(Home::Card(there)).residency(&here), at(0, 7, 0));
        assert_eq!(part(Home::Host(HostMemory::new(MemorySize(7)))).residency(&here), at(0, 0, 7));
    }

    #[test]
    fn what_is_not_free_is_refused() {
        HostMemory::require_free(0).unwrap();
        let refused = HostMemory::require_free(u64::MAX).unwrap_err();
        let wanted = MemorySize(u64::MAX);
        assert!(
            matches!(&refused, RuntimeError::NoHostMemory { wanted: all } if *all == wanted),
            "{refused}"
        );
    }

    #[test]
    fn host_memory_has_a_limit_and_keeps_its_peak() {
        let memory = HostMemory::new(MemorySize(100));
        let held = memory.take(60).unwrap();
        let refused = memory.clone().take(41).unwrap_err();
        assert!(matches!(refused, RuntimeError::OverHostBudget { .. }), "{refused}");
        assert_eq!((memory.left(), memory.peak()), (40, 60));
        drop(held);
        assert_eq!((memory.left(), memory.peak()), (100, 60));
    }
}
