//! Where the columns of a table lie.

use std::cell::Cell;

use motherlode_device::DeviceCopy;

use super::ahead::Ahead;
use super::column::GrowableColumn;
use crate::runtime::{Buffer, Device, HostMemory, RuntimeError};

/// The memories of a table: the device's, and behind that the host's.
#[derive(Debug)]
pub(crate) struct Store {
    device: Device,
    host: Option<HostMemory>,
    /// Bytes of the device's budget that columns leave free, for what is needed for a moment.
    reserve: u64,
    /// Bytes of columns that went to the host so far.
    spilled: Cell<u64>,
    ahead: Ahead,
}

impl Store {
    pub fn new(device: &Device, host: Option<&HostMemory>, reserve: u64) -> Store {
        Store {
            device: device.clone(),
            host: host.cloned(),
            reserve,
            spilled: Cell::new(0),
            ahead: Ahead::default(),
        }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Bytes of columns that went to the host so far, whatever has become of them.
    pub fn spilled(&self) -> u64 {
        self.spilled.get()
    }

    /// Whether the device has room for so many bytes of columns.
    pub fn has_room_for(&self, bytes: u64) -> bool {
        bytes.saturating_add(self.reserve) <= self.device.budget().left()
    }

    /// An array of `length` elements: on the device, if it has room, or in the host's memory.
    ///
    /// # Errors
    /// When there is room in neither, or the device fails.
    pub fn array<T>(&self, length: u64) -> Result<Buffer<'static, T>, RuntimeError>
    where
        T: DeviceCopy + bytemuck::AnyBitPattern,
    {
        let bytes = length * size_of::<T>() as u64;
        match &self.host {
            Some(host) if bytes > 0 && !self.has_room_for(bytes) => {
                let array = self.device.in_host_memory(length as usize, host)?;
                self.spilled.set(self.spilled.get() + bytes);
                Ok(array)
            }
            _ => self.device.unwritten(length as usize),
        }
    }

    /// The `count` columns of a chunk with `rows` rows: all on the device, or all in the host's memory. If others with
    /// up to `next` rows come after it, those are begun there meanwhile.
    ///
    /// # Errors
    /// When there is room in neither, or the device fails.
    pub fn columns(
        &self,
        count: usize,
        rows: u64,
        next: Option<u64>,
    ) -> Result<Vec<GrowableColumn>, RuntimeError> {
        let bytes = rows * (count * size_of::<u32>()) as u64;
        let made: Vec<Buffer<'static, u32>> = match &self.host {
            Some(host) if !self.has_room_for(bytes) => {
                let made = match self.ahead.take(count, rows) {
                    Some(made) => made,
                    None => (0..count)
                        .map(|_| self.device.in_host_memory(rows as usize, host))
                        .collect::<Result<_, _>>()?,
                };
                if let Some(next) = next {
                    self.ahead.begin(&self.device, host, count, next);
                }
                self.spilled.set(self.spilled.get() + bytes);
                made
            }
            _ => (0..count).map(|_| self.device.unwritten(rows as usize)).collect::<Result<_, _>>()?,
        };
        Ok(made.into_iter().map(|buffer| GrowableColumn::new(buffer, rows)).collect())
    }
}
