//! Where the parts of an array lie that is spread over several memories.

use std::ops::{Add, Sub};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sysinfo::System;

use super::budget::Reservation;
use super::{Budget, Device, MemorySize, RuntimeError};

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

    /// At most half of the memory that is free now, within the limit of the process's group, if it has one. `None` if that cannot be
    /// told.
    pub fn half_of_free() -> Option<HostMemory> {
        let mut system = System::new().ok()?;
        system.refresh_memory();
        let in_group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
        let half = system.available_memory().min(in_group) / 2;
        (half > 0).then(|| HostMemory::new(MemorySize(half)))
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

/// What was brought to a device tile by tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Travelled {
    /// All bytes.
    pub bytes: u64,
    /// The bytes of the arrays that they were brought from.
    pub of_bytes: u64,
}

/// How many bytes of arrays lie where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Residency {
    /// In the memory of the device that they are on.
    pub own: u64,
    /// In that of other cards.
    pub neighbours: u64,
    /// In pinned host memory.
    pub host: u64,
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

impl Residency {
    /// All bytes, wherever they lie.
    pub fn total(&self) -> u64 {
        self.own + self.neighbours + self.host
    }
}

impl Add for Residency {
    type Output = Residency;

    fn add(self, other: Residency) -> Residency {
        Residency {
            own: self.own + other.own,
            neighbours: self.neighbours + other.neighbours,
            host: self.host + other.host,
        }
    }
}

impl Sub for Residency {
    type Output = Residency;

    fn sub(self, other: Residency) -> Residency {
        Residency {
            own: self.own - other.own,
            neighbours: self.neighbours - other.neighbours,
            host: self.host - other.host,
        }
    }
}

impl std::iter::Sum for Residency {
    fn sum<I: Iterator<Item = Residency>>(parts: I) -> Residency {
        parts.fold(Residency::default(), |sum, part| sum + part)
    }
}

/// Where the spread arrays of a device lie: how many bytes now, and when they were most. A clone is the same ledger.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger(Arc<Mutex<Entries>>);

#[derive(Debug, Default)]
struct Entries {
    now: Residency,
    most: Residency,
    travelled: Travelled,
}

/// An array's bytes in a ledger; dropping it takes them out.
#[derive(Debug)]
pub(super) struct Entry {
    ledger: Ledger,
    residency: Residency,
}

impl Ledger {
    /// Enters an array, until what is returned is dropped.
    pub fn enter(&self, residency: Residency) -> Entry {
        let mut entries = self.lock();
        entries.now = entries.now + residency;
        if entries.now.total() > entries.most.total() {
            entries.most = entries.now;
        }
        Entry { ledger: self.clone(), residency }
    }

    /// Where they lay when they were most.
    pub fn most(&self) -> Residency {
        self.lock().most
    }

    /// Takes notice of what was brought to the device.
    pub fn note_travelled(&self, more: Travelled) {
        let mut entries = self.lock();
        entries.travelled.bytes += more.bytes;
        entries.travelled.of_bytes = entries.travelled.of_bytes.max(more.of_bytes);
    }

    /// What was brought to the device so far.
    pub fn travelled(&self) -> Travelled {
        self.lock().travelled
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut entries = self.ledger.lock();
        entries.now = entries.now - self.residency;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_keeps_where_most_bytes_lay_together() {
        let at = |own, neighbours, host| Residency { own, neighbours, host };
        let ledger = Ledger::default();
        assert_eq!(ledger.most(), Residency::default());
        let first = ledger.enter(at(10, 20, 0));
        let second = ledger.clone().enter(at(1, 0, 5));
        assert_eq!(ledger.most(), at(11, 20, 5));
        drop(first);
        // Not the most of each kind, but of all together.
        let third = ledger.enter(at(0, 0, 29));
        assert_eq!(ledger.most(), at(11, 20, 5));
        let fourth = ledger.enter(at(0, 0, 2));
        assert_eq!(ledger.most(), at(1, 0, 36));
        drop((second, third, fourth));
        assert_eq!((ledger.most(), ledger.lock().now), (at(1, 0, 36), Residency::default()));
    }

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
