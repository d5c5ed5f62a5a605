//! Host memory that its user can do without.

use std::cell::Cell;

thread_local! {
    /// Whether this thread asks for memory that it can do without.
    static CAN_DO_WITHOUT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `ask`, which can do without the memory that it asks for, as `Vec::try_reserve` can.
#[doc(hidden)]
pub fn asking<T>(ask: impl FnOnce() -> T) -> T {
    let before = CAN_DO_WITHOUT.replace(true);
    let answer = ask();
    CAN_DO_WITHOUT.set(before);
    answer
}

/// Whether whoever asks for memory on this thread can do without it, and tells of an error in words of its own.
///
/// An allocator may ask that. Where it has no memory for others, the process ends: better by one line than by an abort.
pub fn can_do_without() -> bool {
    CAN_DO_WITHOUT.try_with(Cell::get).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_for_the_question_alone() {
        let within = asking(|| (can_do_without(), asking(can_do_without), can_do_without()));
        assert_eq!((within, can_do_without()), ((true, true, true), false));
        asking(|| assert!(!std::thread::spawn(can_do_without).join().unwrap()));
    }
}
