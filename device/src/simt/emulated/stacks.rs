//! Stacks of lanes, kept from block to block and from launch to launch.

use core::cell::RefCell;

use corosensei::stack::DefaultStack;
use std::vec::Vec;

/// Bytes of a lane's stack: room for a kernel and for a panic's backtrace. Pages that are not touched cost nothing.
const BYTES: usize = 256 << 10;

std::thread_local! {
    static FREE: RefCell<Vec<DefaultStack>> = const { RefCell::new(Vec::new()) };
}

/// A stack.
///
/// # Panics
/// If the system has no memory for one.
pub(super) fn take() -> DefaultStack {
    FREE.with_borrow_mut(Vec::pop)
        .unwrap_or_else(|| DefaultStack::new(BYTES).expect("no memory for an emulated lane's stack"))
}

/// Gives a stack back.
pub(super) fn give(stack: DefaultStack) {
    FREE.with_borrow_mut(|free| free.push(stack));
}
