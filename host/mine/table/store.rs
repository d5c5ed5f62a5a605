//! Where the columns of a table lie.

use std::cell::Cell;

use motherlode_device::DeviceCopy;

use crate::runtime::{Buffer, Device, HostMemory, RuntimeError};

/// The memories of a table: the device's, and behind that the host's.
#[derive(Debug)]
pub(super) struct Store {
    device: Device,
    host: Option<HostMemory>,
    /// Bytes of the device's budget that columns leave free, for what is needed for a moment.
    reserve: u64,
    /// Bytes of columns that went to the host so far.
    spilled: Cell<u64>,
}

impl Store {
    pub fn new(device: &Device, host: Option<&HostMemory>, reserve: u64) -> Store {
        Store { device: device.clone(), host: host.cloned(), reserve, spilled: Cell::new(0) }
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Bytes of columns that went to the host so far, whatever has become of them.
    pub fn spilled(&self) -> u64 {
        self.spilled.get()
    }

    /// A column of `length` elements: on the device, if it has room, or in the host's memory.
    ///
    /// # Errors
    /// When there is room in neither, or the device fails.
    pub fn column<T>(&self, length: u64) -> Result<Buffer<'static, T>, RuntimeError>
    where
        T: DeviceCopy + bytemuck::AnyBitPattern,
    {
        let (bytes, left) = (length * size_of::<T>() as u64, self.device.budget().left());
        match &self.host {
            Some(host) if bytes > 0 && bytes.saturating_add(self.reserve) > left => {
                let column = self.device.in_host_memory(length as usize, host)?;
                self.spilled.set(self.spilled.get() + bytes);
                Ok(column)
            }
            _ => self.device.unwritten(length as usize),
        }
    }
}
