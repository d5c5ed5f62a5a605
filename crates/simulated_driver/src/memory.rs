//! What is allocated in a card's context, on the card and pinned on the host: all of it is the process's memory.

use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;

use cust_raw::CUresult;

/// What new memory holds.
pub(crate) const FILL: u8 = 0xa5;
/// Bytes before which every allocation begins, as on a card.
const ALIGNMENT: usize = 256;

/// Where memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoryKind {
    Card,
    Pinned,
    /// The program's, which it has registered.
    Registered,
}

/// All allocations.
#[derive(Debug)]
pub(crate) struct MachineMemory {
    /// Bytes of the card.
    total: usize,
    /// By address.
    allocations: BTreeMap<usize, Allocation>,
}

#[derive(Debug)]
struct Allocation {
    place: MemoryKind,
    layout: Layout,
}

impl MachineMemory {
    /// That of a card with `total` bytes.
    pub fn new(total: usize) -> MachineMemory {
        MachineMemory { total, allocations: BTreeMap::new() }
    }

    /// Bytes of the card.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Allocates, whether or not the card has so much.
    pub fn allocate(&mut self, place: MemoryKind, bytes: usize) -> Result<usize, CUresult> {
        if bytes == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let layout =
            Layout::from_size_align(bytes, ALIGNMENT).map_err(|_| CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
        // SAFETY: more than no bytes.
        let address = unsafe { alloc(layout) };
        if address.is_null() {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        // SAFETY: just allocated, so many bytes.
        unsafe { address.write_bytes(FILL, bytes) };
        self.allocations.insert(address as usize, Allocation { place, layout });
        Ok(address as usize)
    }

    /// Takes note of memory of the program.
    pub fn register(&mut self, address: usize, bytes: usize) -> Result<(), CUresult> {
        let overlaps = self.allocations.range(..address + bytes).next_back();
        if overlaps.is_some_and(|(start, allocation)| start + allocation.layout.size() > address) {
            return Err(CUresult::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
        }
        let layout = Layout::from_size_align(bytes, 1).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
        self.allocations.insert(address, Allocation { place: MemoryKind::Registered, layout });
        Ok(())
    }

    /// Frees what begins at `address`; forgets what the program has registered.
    pub fn free(&mut self, place: MemoryKind, address: usize) -> Result<(), CUresult> {
        if self.allocations.get(&address).is_none_or(|allocation| allocation.place != place) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if let Some(allocation) = self.allocations.remove(&address) {
            allocation.end(address);
        }
        Ok(())
    }

    /// Whether `bytes` bytes from `address` on are part of one allocation in `place`.
    pub fn has(&self, place: MemoryKind, address: usize, bytes: usize) -> bool {
        let before = self.allocations.range(..=address).next_back();
        before.is_some_and(|(start, allocation)| {
            allocation.place == place && bytes <= (start + allocation.layout.size()).saturating_sub(address)
        })
    }

    /// Bytes of the card that are allocated.
    pub fn used(&self) -> usize {
        let on_card = self.allocations.values().filter(|allocation| allocation.place == MemoryKind::Card);
        on_card.map(|allocation| allocation.layout.size()).sum()
    }

    /// How many allocations there are.
    pub fn live(&self) -> usize {
        self.allocations.len()
    }

    /// Frees everything.
    pub fn clear(&mut self) {
        for (address, allocation) in std::mem::take(&mut self.allocations) {
            allocation.end(address);
        }
    }
}

impl Allocation {
    /// Frees it, if it is not the program's. It is that at `address` of the table, and no longer there: so it is freed
    /// once.
    fn end(self, address: usize) {
        if self.place != MemoryKind::Registered {
            // SAFETY: allocated so by `MachineMemory::allocate`, and freed once.
            unsafe { dealloc(address as *mut u8, self.layout) };
        }
    }
}
