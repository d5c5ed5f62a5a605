//! How many threads and classes a memory has room for: work begins when that is known.

use crate::class_counts::ClassCount;
use crate::runtime::Device;

/// Lists of three vertices that are there at the same time, at most, each of all classes: those of all threads are
/// merged to a new one, and become a list, and then induced ones.
const LISTS_OF_3: u64 = 4;
/// The same of four vertices, of which parts are taken away up to three times.
const LISTS_OF_4: u64 = 8;

/// Bytes that a job may take. If all counts are kept, they are megabytes: to ask how much is free would take longer, in
/// small graphs, than to count.
pub(super) fn bytes(device: &Device, keeps_all: bool) -> u64 {
    match keeps_all {
        true if device.card().is_some() => u64::MAX,
        true => device.budget().left(),
        false => device.room_on_host(),
    }
}

/// What there is room for.
pub(super) struct SumsRoom {
    pub threads: usize,
    pub classes: u64,
}

impl SumsRoom {
    /// That of so many bytes: threads take half of them, or there is one.
    pub fn of(bytes: u64, bytes_of_thread: u64, k: usize) -> SumsRoom {
        let fitting = (bytes / 2 / bytes_of_thread.max(1)).max(1);
        let threads = (rayon::current_num_threads() as u64).min(fitting);
        let lists = if k == 3 { LISTS_OF_3 } else { LISTS_OF_4 };
        let left = bytes.saturating_sub(threads.saturating_mul(bytes_of_thread));
        SumsRoom { threads: threads as usize, classes: left / (lists * size_of::<ClassCount<u64>>() as u64) }
    }
}
