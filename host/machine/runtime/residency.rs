//! How many bytes of a device's arrays lie where, and how many travelled.

use std::ops::{Add, Sub};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

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
pub(super) struct ResidencyLedger(Arc<Mutex<ResidencyTotals>>);

#[derive(Debug, Default)]
struct ResidencyTotals {
    now: Residency,
    most: Residency,
    travelled: Travelled,
}

/// An array's bytes in a ledger; dropping it takes them out.
#[derive(Debug)]
pub(super) struct ResidencyEntry {
    ledger: ResidencyLedger,
    residency: Residency,
}

impl ResidencyLedger {
    /// Enters an array, until what is returned is dropped.
    pub fn enter(&self, residency: Residency) -> ResidencyEntry {
        let mut entries = self.lock();
        entries.now = entries.now + residency;
        if entries.now.total() > entries.most.total() {
            entries.most = entries.now;
        }
        ResidencyEntry { ledger: self.clone(), residency }
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

    fn lock(&self) -> MutexGuard<'_, ResidencyTotals> {
        self.0.lock()
    }
}

impl Drop for ResidencyEntry {
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
        let ledger = ResidencyLedger::default();
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
}
