//! How a panic in a kernel reaches the host.
//!
//! A thread that panics writes a [`PanicRecord`], and ends the grid by a trap. The record lies in memory of the host,
//! for that of the card cannot be read after a trap. To receive it, the host, once for each module that it loads:
//!
//! 1. allocates a `PanicRecord` of zeros in pinned, mapped memory (`cuMemHostAlloc` with `DEVICEMAP`);
//! 2. writes its device address (`cuMemHostGetDevicePointer`), 8 bytes, to the module's global
//!    [`PANIC_RECORD_SYMBOL`] (`cuModuleGetGlobal`, `cuMemcpyHtoD`);
//! 3. when a launch or a synchronisation fails, calls [`PanicRecord::read`].
//!
//! The message is the text of a `panic!` or `assert!` without values in it, or an index out of bounds with its values.
//! Of other messages there is the location only.
//!
//! A trap makes the CUDA context unusable, so a module panics once; of many threads that panic, the first writes.
//! On the host, a panic in a kernel is an ordinary panic.

#[cfg(target_os = "cuda")]
mod handler;

use core::fmt;
use core::mem::offset_of;

/// The global of the module that holds the device address of the record, or 0.
pub const PANIC_RECORD_SYMBOL: &str = "MOTHERLODE_PANIC_RECORD";

/// Bytes of a file's name that are kept.
const FILE_BYTES: usize = 160;
/// Bytes of a message that are kept.
const MESSAGE_BYTES: usize = 304;

/// What a thread that panicked leaves behind. All zeros: nothing yet.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PanicRecord {
    /// 1 once everything else is written.
    complete: u32,
    /// The thread's block.
    pub block: u32,
    /// The thread in its block.
    pub thread: u32,
    /// The line of the source, from 1.
    pub line: u32,
    /// The column of the source, from 1.
    pub column: u32,
    /// Bytes of the file's name, which may be more than are kept.
    file_length: u32,
    /// Bytes of the message, which may be more than are kept.
    message_length: u32,
    /// 1 if `index` and `length` are part of the message.
    has_bounds: u32,
    /// The index that was out of bounds.
    index: u64,
    /// The length of what was indexed.
    length: u64,
    file: [u8; FILE_BYTES],
    message: [u8; MESSAGE_BYTES],
}

const _: () = {
    assert!(size_of::<PanicRecord>() == 512 && align_of::<PanicRecord>() == 8);
    assert!(offset_of!(PanicRecord, complete) == 0 && offset_of!(PanicRecord, line) == 12);
    assert!(offset_of!(PanicRecord, index) == 32 && offset_of!(PanicRecord, length) == 40);
    assert!(offset_of!(PanicRecord, file) == 48 && offset_of!(PanicRecord, message) == 208);
};

impl PanicRecord {
    /// No panic yet.
    pub const EMPTY: PanicRecord = PanicRecord {
        complete: 0,
        block: 0,
        thread: 0,
        line: 0,
        column: 0,
        file_length: 0,
        message_length: 0,
        has_bounds: 0,
        index: 0,
        length: 0,
        file: [0; FILE_BYTES],
        message: [0; MESSAGE_BYTES],
    };

    /// A copy of the record at `pointer`, if a thread has panicked.
    ///
    /// # Safety
    /// `pointer` must be aligned and lead to a record that stays allocated during the call. A card may write it
    /// meanwhile.
    pub unsafe fn read(pointer: *const PanicRecord) -> Option<PanicRecord> {
        // SAFETY: the caller's promise. Volatile, as the card writes behind the compiler's back; and it writes
        // `complete` last, so what is copied after it is whole.
        unsafe {
            let complete = (&raw const (*pointer).complete).read_volatile() == 1;
            complete.then(|| pointer.read_volatile())
        }
    }
}

/// Text of which only the first bytes may have been kept.
struct KeptText<'a> {
    bytes: &'a [u8],
    length: u32,
}

impl fmt::Display for KeptText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = self.bytes.len().min(self.length as usize);
        for chunk in self.bytes[..kept].utf8_chunks() {
            f.write_str(chunk.valid())?;
        }
        if kept < self.length as usize { f.write_str("…") } else { Ok(()) }
    }
}

impl fmt::Display for PanicRecord {
    /// `block 3, thread 17 panicked at device/src/sets.rs:20:9: a part outside its scratch array`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = KeptText { bytes: &self.file, length: self.file_length };
        let message = KeptText { bytes: &self.message, length: self.message_length };
        let PanicRecord { block, thread, line, column, .. } = self;
        write!(f, "block {block}, thread {thread} panicked at {file}:{line}:{column}")?;
        if self.message_length > 0 {
            write!(f, ": {message}")?;
        }
        if self.has_bounds == 1 {
            write!(f, ": the length is {} but the index is {}", self.length, self.index)?;
        }
        Ok(())
    }
}

impl fmt::Debug for PanicRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{FILE_BYTES, MESSAGE_BYTES, PanicRecord};
    use std::format;
    use std::string::{String, ToString};

    /// What a thread would write.
    fn record(file: &str, message: &str) -> PanicRecord {
        let mut record =
            PanicRecord { complete: 1, block: 3, thread: 17, line: 20, column: 9, ..PanicRecord::EMPTY };
        record.file_length = file.len() as u32;
        record.message_length = message.len() as u32;
        record.file.iter_mut().zip(file.bytes()).for_each(|(to, byte)| *to = byte);
        record.message.iter_mut().zip(message.bytes()).for_each(|(to, byte)| *to = byte);
        record
    }

    #[test]
    fn says_who_and_where_and_what() {
        let place = "block 3, thread 17 panicked at device/src/sets.rs:20:9";
        assert_eq!(record("device/src/sets.rs", "too big").to_string(), format!("{place}: too big"));
        assert_eq!(record("device/src/sets.rs", "").to_string(), place);
        let bounds = PanicRecord {
            has_bounds: 1,
            index: 7,
            length: 5,
            ..record("device/src/sets.rs", "index out of bounds")
        };
        let message = "index out of bounds: the length is 5 but the index is 7";
        assert_eq!(bounds.to_string(), format!("{place}: {message}"));
    }

    #[test]
    fn what_is_cut_off_ends_with_dots() {
        let long = "é".repeat(MESSAGE_BYTES);
        let text = record(&"f".repeat(FILE_BYTES), &long).to_string();
        let kept: String = "é".repeat(MESSAGE_BYTES / 2);
        assert!(text.ends_with(&format!("{}:20:9: {kept}…", "f".repeat(FILE_BYTES))), "{text}");
    }

    #[test]
    fn nothing_is_read_before_it_is_complete() {
        let whole = record("a.rs", "b");
        let partial = PanicRecord { complete: 0, ..whole };
        // SAFETY: both are records of this test.
        let (none, some) = unsafe { (PanicRecord::read(&partial), PanicRecord::read(&whole)) };
        assert!(none.is_none());
        assert_eq!(some.unwrap().to_string(), whole.to_string());
    }
}
