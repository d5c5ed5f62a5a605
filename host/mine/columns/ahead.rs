//! Columns in the host's memory that are made while the device works.

use std::cell::RefCell;
use std::thread::{self, JoinHandle};

use crate::runtime::{Buffer, Device, HostMemory, RuntimeError};

/// Columns that a thread makes.
#[derive(Debug, Default)]
pub(super) struct Ahead(RefCell<Option<Making>>);

#[derive(Debug)]
struct Making {
    columns: usize,
    rows: u64,
    thread: JoinHandle<Result<Vec<Buffer<'static, u32>>, RuntimeError>>,
}

impl Ahead {
    /// Begins to make so many columns with room for `rows` rows each.
    pub fn begin(&self, device: &Device, host: &HostMemory, columns: usize, rows: u64) {
        let (device, host) = (device.clone(), host.clone());
        let make = move || (0..columns).map(|_| device.in_host_memory(rows as usize, &host)).collect();
        let thread = thread::spawn(make);
        self.0.replace(Some(Making { columns, rows, thread }));
    }

    /// The columns that were begun, if they are such: with room for `rows` rows, and not for twice as many.
    pub fn take(&self, columns: usize, rows: u64) -> Option<Vec<Buffer<'static, u32>>> {
        let making = self.0.take()?;
        let suits = making.columns == columns && (rows..2 * rows).contains(&making.rows);
        // If it failed, whoever needs them makes them, and fails then. A thread that panicked has said so.
        let made = making.thread.join().ok()?.ok()?;
        suits.then_some(made)
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.take(0, 0);
    }
}
