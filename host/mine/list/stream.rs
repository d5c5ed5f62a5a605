//! A listing into a writer: the device lists on the calling thread, and another formats and writes.

use std::io;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use super::{Batch, Lister, Position};
use crate::MineError;

/// Where matches go.
pub trait Sink: Send {
    /// Takes matches that follow those before; `end` is the place after them.
    ///
    /// # Errors
    /// When they cannot be written.
    fn take(&mut self, rows: &[u32], end: Position) -> io::Result<()>;
}

/// Lists into `sink` until there are no more matches, the limit is reached, or the sink fails. No more than two batches
/// are on their way at a time: where the sink is slow, the device waits.
///
/// # Errors
/// When the devices fail or an interrupt was requested: what was listed before has been written. An error of the sink
/// comes in the inner result.
pub fn stream(lister: &mut Lister, sink: &mut impl Sink) -> Result<io::Result<()>, MineError> {
    thread::scope(|scope| {
        let (full, to_write) = sync_channel::<(Vec<u32>, Position)>(1);
        let (written, empty) = channel::<Vec<u32>>();
        let writer = scope.spawn(move || {
            for (rows, end) in to_write {
                sink.take(&rows, end)?;
                // Nobody wants it back when the listing is over.
                let _ = written.send(rows);
            }
            Ok(())
        });
        let listed = loop {
            match lister.next_batch() {
                Ok(Some(Batch { ids, end, .. })) => {
                    let mut rows = empty.try_recv().unwrap_or_default();
                    rows.clear();
                    rows.extend_from_slice(ids);
                    if full.send((rows, end)).is_err() {
                        break Ok(());
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        drop(full);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        listed.map(|()| written)
    })
}
