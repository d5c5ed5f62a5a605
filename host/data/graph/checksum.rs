//! The checksum of a section of a `.csr` file: XXH3 of chunks, so that many threads check a file as fast as memory
//! gives it.
//!
//! It is the XXH3 (64 bits, seed 0) of the section's tag and length, as they stand in the file, and of the XXH3 of each
//! chunk of the payload. A chunk has [`CHUNK_BYTES`], the last what is left; the zeros after the payload belong to it.

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

const CHUNK_BYTES: usize = 1 << 20;

/// The checksum of a section in memory, by all threads of the pool. `head` is its tag and length.
pub(super) fn of_section(head: &[u8; 16], payload: &[u8]) -> u64 {
    let chunks: Vec<u64> = payload.par_chunks(CHUNK_BYTES).map(xxh3_64).collect();
    let mut all = Xxh3Default::new();
    all.update(head);
    chunks.iter().for_each(|chunk| all.update(&chunk.to_le_bytes()));
    all.digest()
}

/// The checksum of bytes that have no sections: a file's header.
pub(super) fn of_header(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// The checksum of a section whose payload comes in parts.
pub(super) struct SectionChecksum {
    all: Xxh3Default,
    chunk: Xxh3Default,
    /// Bytes in the chunk.
    filled: usize,
}

impl SectionChecksum {
    /// `head` is the section's tag and length.
    pub(super) fn new(head: &[u8; 16]) -> SectionChecksum {
        let mut all = Xxh3Default::new();
        all.update(head);
        SectionChecksum { all, chunk: Xxh3Default::new(), filled: 0 }
    }

    /// Adds what comes next of the payload.
    pub(super) fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(CHUNK_BYTES - self.filled));
            self.chunk.update(now);
            self.filled += now.len();
            if self.filled == CHUNK_BYTES {
                self.end_chunk();
            }
            bytes = later;
        }
    }

    fn end_chunk(&mut self) {
        self.all.update(&self.chunk.digest().to_le_bytes());
        self.chunk.reset();
        self.filled = 0;
    }

    /// The checksum of all that was added.
    pub(super) fn finish(mut self) -> u64 {
        if self.filled > 0 {
            self.end_chunk();
        }
        self.all.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_matter() {
        let payload: Vec<u8> = (0..3 * CHUNK_BYTES + 17).map(|i| ((i * i) >> 7) as u8).collect();
        let head = b"OFFSETS \x07\0\0\0\0\0\0\0";
        for length in [0, 1, 300, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, payload.len()] {
            for part in [1000, CHUNK_BYTES, payload.len()] {
                let mut sum = SectionChecksum::new(head);
                payload[..length].chunks(part).for_each(|part| sum.add(part));
                assert_eq!(sum.finish(), of_section(head, &payload[..length]), "{length} in parts of {part}");
            }
        }
    }

    #[test]
    fn the_checksum_is_what_the_documentation_says() {
        let payload = vec![5u8; CHUNK_BYTES + 8];
        let head = *b"NEIGHBOR\x08\0\x10\0\0\0\0\0";
        let chunks = [xxh3_64(&payload[..CHUNK_BYTES]), xxh3_64(&[5; 8])];
        let bytes: Vec<u8> = head.into_iter().chain(chunks.into_iter().flat_map(u64::to_le_bytes)).collect();
        assert_eq!(of_section(&head, &payload), xxh3_64(&bytes));
    }
}
