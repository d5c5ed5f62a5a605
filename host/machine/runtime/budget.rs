//! How much memory a device may allocate, and how much it has.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::RuntimeError;

/// A number of bytes, as users write it: `4GiB`, `512M`, `1000000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemorySize(pub u64);

const UNITS: [(&str, u64); 4] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40)];

impl FromStr for MemorySize {
    type Err = String;

    /// A number, whole or decimal, and a unit: none or `B`, `K`/`KB`/`KiB` and so on. All are powers of 1024.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = || format!("'{text}' is not an amount of memory: write it like '4GiB' or '512MiB'");
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, unit) = (&text[..digits], text[digits..].trim());
        let scale = match unit {
            "" | "B" => 1,
            _ => {
                let same = |full: &str| [full, &full[..1], &full.replace('i', "")].contains(&unit);
                UNITS.iter().find(|(full, _)| same(full)).ok_or_else(refused)?.1
            }
        };
        let bytes = match number.parse::<u64>() {
            Ok(whole) => whole.checked_mul(scale).ok_or_else(refused)?,
            Err(_) => (number.parse::<f64>().map_err(|_| refused())? * scale as f64) as u64,
        };
        if bytes == 0 { Err(refused()) } else { Ok(MemorySize(bytes)) }
    }
}

impl fmt::Display for MemorySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.iter().rev().find(|(_, scale)| self.0 >= *scale) {
            Some((unit, scale)) => write!(f, "{:.1} {unit}", self.0 as f64 / *scale as f64),
            None => write!(f, "{} bytes", self.0),
        }
    }
}

/// A limit on the bytes allocated on a device, shared by everything that allocates there.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    taken: Arc<BytesTaken>,
}

/// The bytes taken from a budget.
#[derive(Debug, Default)]
struct BytesTaken {
    now: AtomicU64,
    /// The most that there ever were.
    peak: AtomicU64,
}

impl Budget {
    /// A budget of `limit` bytes, none of them used.
    pub fn new(limit: u64) -> Self {
        Budget { limit, taken: Arc::default() }
    }

    /// The limit, in bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The bytes that may still be allocated.
    pub fn left(&self) -> u64 {
        self.limit - self.taken.now.load(Ordering::Relaxed)
    }

    /// The most bytes that were ever allocated at the same time.
    pub fn peak(&self) -> u64 {
        self.taken.peak.load(Ordering::Relaxed)
    }

    /// The error that says that `bytes` do not fit in what is left.
    #[doc(hidden)]
    pub fn too_small(&self, bytes: u64) -> RuntimeError {
        RuntimeError::OverBudget {
            wanted: MemorySize(bytes),
            left: MemorySize(self.left()),
            limit: MemorySize(self.limit),
        }
    }

    /// Takes `bytes` from the budget until the returned reservation is dropped.
    ///
    /// # Errors
    /// [`RuntimeError::OverBudget`] when fewer are left.
    pub(super) fn take(&self, bytes: u64) -> Result<Reservation, RuntimeError> {
        let more = |now: u64| now.checked_add(bytes).filter(|total| *total <= self.limit);
        let before = self
            .taken
            .now
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .map_err(|_| self.too_small(bytes))?;
        self.taken.peak.fetch_max(before + bytes, Ordering::Relaxed);
        Ok(Reservation { bytes, taken: self.taken.clone() })
    }
}

/// Bytes taken from a budget; dropping it gives them back.
#[derive(Debug)]
pub(super) struct Reservation {
    bytes: u64,
    taken: Arc<BytesTaken>,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.taken.now.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_users_write_them() {
        for (text, bytes) in [
            ("4GiB", 4 << 30),
            ("4G", 4 << 30),
            ("4GB", 4 << 30),
            ("1.5K", 1536),
            ("77", 77),
            ("8 MiB", 8 << 20),
        ] {
            assert_eq!(text.parse(), Ok(MemorySize(bytes)), "{text}");
        }
        for bad in ["", "GiB", "-1", "4XB", "0", "0GiB", "1e3", "99999999999GiB", "1.2.3G"] {
            assert!(bad.parse::<MemorySize>().is_err(), "{bad}");
        }
        assert_eq!(MemorySize(3 << 29).to_string(), "1.5 GiB");
        assert_eq!(MemorySize(12).to_string(), "12 bytes");
    }

    #[test]
    fn reservations_come_back() {
        let budget = Budget::new(100);
        let first = budget.take(60).unwrap();
        assert_eq!(budget.left(), 40);
        assert!(matches!(budget.take(41), Err(RuntimeError::OverBudget { .. })));
        assert!(budget.take(u64::MAX).is_err());
        drop(first);
        assert_eq!(budget.left(), 100);
    }

    #[test]
    fn the_peak_is_what_was_taken_at_the_same_time() {
        let budget = Budget::new(100);
        let clone = budget.clone();
        assert_eq!(budget.peak(), 0);
        let (first, second) = (budget.take(30).unwrap(), clone.take(40).unwrap());
        assert_eq!(budget.peak(), 70);
        // What was refused was never taken.
        assert!(budget.take(31).is_err());
        drop(first);
        let third = budget.take(20).unwrap();
        assert_eq!((budget.left(), budget.peak(), clone.peak()), (40, 70, 70));
        drop((second, third));
        assert_eq!((budget.left(), budget.peak()), (100, 70));
    }

    /// Whatever the order, the last of the threads that hold their share finds those of all.
    #[test]
    fn the_peak_counts_all_threads() {
        let (budget, barrier) = (Budget::new(u64::MAX), std::sync::Barrier::new(8));
        std::thread::scope(|scope| {
            for bytes in 1..=8 {
                let (budget, barrier) = (&budget, &barrier);
                scope.spawn(move || {
                    let _share = budget.take(bytes).unwrap();
                    barrier.wait();
                });
            }
        });
        assert_eq!((budget.peak(), budget.left()), (36, u64::MAX));
    }
}
