//! Arrays in the host's memory that kernels read and write over the bus.

use std::sync::Arc;

use bytemuck::AnyBitPattern;
use cust::memory::{DeviceBuffer, RegisteredMemory};
use motherlode_device::DeviceCopy;

use super::{CardArray, CudaDevice};
use crate::runtime::RuntimeError;
use crate::runtime::huge::filled_memory;

impl<T: DeviceCopy> CardArray<T> {
    /// `length` elements of any contents in the host's memory, which are this array's alone. To pin pages that are
    /// there takes an eighth of the time in which the driver makes its own.
    pub fn in_host_memory(card: &Arc<CudaDevice>, length: usize) -> Result<Self, RuntimeError>
    where
        T: AnyBitPattern,
    {
        if length == 0 {
            return CardArray::unwritten(card, 0);
        }
        let memory = filled_memory(size_of::<T>() * length)?;
        card.enter()?;
        // SAFETY: any bits are a `T`.
        let buffer = RegisteredMemory::new(memory)
            .and_then(|memory| unsafe { DeviceBuffer::registered(memory, length) })
            .map_err(RuntimeError::driver("pinning host memory for the card"))?;
        Ok(CardArray { buffer, pieces: Vec::new(), shared: false, card: card.clone() })
    }
}
