//! Physical memory in pages, which a program maps to addresses (`mappings`): of a card or of the host, each piece
//! behind a handle. It is there until neither the handle nor a mapping is.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt;

use cust_raw::CUresult;
use rustix::fs::{FallocateFlags, MemfdFlags, fallocate, memfd_create};

use crate::driver::Answer;
use crate::memory::FILL;

/// Bytes of a page: far fewer than on any card, so that small arrays have many.
pub(crate) const PAGE: usize = 4096;

/// Where pages are, and who may use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Location {
    /// The card of that number.
    Card(usize),
    Host,
}

/// What is behind a handle.
#[derive(Debug)]
pub(crate) struct PageAllocation {
    pub location: Location,
    pub bytes: usize,
    /// Where it begins in the file of all pages.
    pub offset: u64,
    /// Whether the program has given the handle back.
    released: bool,
    /// How often it is mapped.
    mappings: usize,
}

/// All pages of the machine.
#[derive(Debug, Default)]
pub(crate) struct MachinePages {
    /// Has them one behind the other. What is freed becomes a hole, and no place is used twice.
    file: Option<File>,
    /// Where the next piece begins in it.
    end: u64,
    /// By handle.
    pieces: BTreeMap<u64, PageAllocation>,
}

impl MachinePages {
    /// Makes a piece of whole pages, filled as all new memory is.
    pub fn create(&mut self, handle: u64, location: Location, bytes: usize) -> Answer<()> {
        let offset = self.end;
        self.fill(offset, bytes).map_err(|_| CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
        self.end += bytes as u64;
        self.pieces.insert(handle, PageAllocation { location, bytes, offset, released: false, mappings: 0 });
        Ok(())
    }

    fn fill(&mut self, offset: u64, bytes: usize) -> std::io::Result<()> {
        let file = match &self.file {
            Some(file) => file,
            None => self.file.insert(memfd_create("simulated driver", MemfdFlags::CLOEXEC)?.into()),
        };
        let mut offsets = (offset..offset + bytes as u64).step_by(PAGE);
        offsets.try_for_each(|offset| file.write_all_at(&[FILL; PAGE], offset))
    }

    /// The file with the pages, from the first of them on.
    pub fn file(&self) -> Option<&File> {
        self.file.as_ref()
    }

    /// What is behind a handle that has not been released.
    pub fn get(&self, handle: u64) -> Answer<&PageAllocation> {
        let piece = self.pieces.get(&handle).filter(|piece| !piece.released);
        piece.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
    }

    /// Takes a handle back.
    pub fn release(&mut self, handle: u64) -> Answer<()> {
        self.get(handle)?;
        self.update(handle, |piece| piece.released = true);
        Ok(())
    }

    /// Counts one more mapping of a piece.
    pub fn map(&mut self, handle: u64) {
        self.update(handle, |piece| piece.mappings += 1);
    }

    /// Counts one less.
    pub fn unmap(&mut self, handle: u64) {
        self.update(handle, |piece| piece.mappings -= 1);
    }

    /// Changes what is known of a piece, and frees it if that leaves nobody with it.
    fn update(&mut self, handle: u64, change: impl FnOnce(&mut PageAllocation)) {
        let Some(piece) = self.pieces.get_mut(&handle) else { return };
        change(piece);
        if piece.released && piece.mappings == 0 {
            let hole = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
            // Where the system cannot do that, the pages stay until the process ends.
            let _ = self.file.as_ref().map(|file| fallocate(file, hole, piece.offset, piece.bytes as u64));
            self.pieces.remove(&handle);
        }
    }

    /// Bytes of all pieces in a place.
    pub fn used(&self, location: Location) -> usize {
        let there = self.pieces.values().filter(|piece| piece.location == location);
        there.map(|piece| piece.bytes).sum()
    }

    /// How many handles there are that the program has to give back.
    pub fn live(&self) -> usize {
        self.pieces.values().filter(|piece| !piece.released).count()
    }
}
