//! The kernels of many lanes: a thread takes an embedding, and counting, scanning and writing are passes apart.
//!
//! ```text
//! count_extensions --scan--> write_extensions --> count_support --host--> count_kept --scan--> write_kept
//! ```

pub mod extend;
pub mod grow;
pub mod support;
pub mod variants;

use core::sync::atomic::AtomicU32;

use crate::memory::Slice;
use crate::simt::Block;

/// The shared memory of a block as words.
#[inline(always)]
fn shared_words<B: Block>(block: B) -> Slice<'static, AtomicU32> {
    // SAFETY: shared memory is aligned to 16 bytes, of that many, and lives as long as the block; as atomics, its
    // words hold some value whatever was there before.
    unsafe {
        Slice::from_raw_parts(
            block.shared_base().cast(),
            (block.shared_bytes() / size_of::<AtomicU32>()) as u64,
        )
    }
}
