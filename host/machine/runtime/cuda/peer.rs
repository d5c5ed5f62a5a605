//! From one card to another, over the link between them where there is one.

use cust::device::Device;
use cust::memory::DeviceBuffer;
use cust_raw::CUresult;
use motherlode_device::DeviceCopy;

use super::CudaDevice;
use super::call::check;
use crate::runtime::RuntimeError;

const CALL: &str = "copying from another card";

impl CudaDevice {
    /// Copies all of `from`, which is `other`'s, to `to`, which is this card's and as long. It is done on return; what
    /// writes `from` must be known to be done before.
    ///
    /// Where the cards have no link, the driver copies by way of the host's memory.
    pub(super) fn copy_from<T: DeviceCopy>(
        &self,
        to: &mut DeviceBuffer<T>,
        other: &CudaDevice,
        from: &DeviceBuffer<T>,
    ) -> Result<(), RuntimeError> {
        assert!(to.len() == from.len(), "{} elements for a buffer of {}", from.len(), to.len());
        let (to, bytes) = (to.as_device_ptr().as_raw(), size_of::<T>() * from.len());
        // SAFETY: both buffers have so many bytes, and are borrowed for as long as it takes.
        unsafe { self.copy_bytes_from(to, other, from.as_device_ptr().as_raw(), bytes) }
    }

    /// Copies `bytes` from the address `from`, of an array of `other`, to the address `to`, of one of this card.
    ///
    /// # Safety
    /// Both arrays have so many bytes there, and live until this returns.
    pub(super) unsafe fn copy_bytes_from(
        &self,
        to: u64,
        other: &CudaDevice,
        from: u64,
        bytes: usize,
    ) -> Result<(), RuntimeError> {
        self.reach(other)?;
        self.enter()?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: both ends have that many bytes, each in memory that the context named for it uses. Both live until
        // the stream has been waited for, just below.
        let code = unsafe {
            cust_raw::cuMemcpyPeerAsync(
                to,
                self.core.context.as_raw(),
                from,
                other.core.context.as_raw(),
                bytes,
                self.lane.stream.as_inner().cast(),
            )
        };
        check(CALL, code)?;
        self.lane.stream.synchronize().map_err(RuntimeError::driver(CALL))
    }

    /// Has this card use its link to `other`, if there is one.
    fn reach(&self, other: &CudaDevice) -> Result<(), RuntimeError> {
        let mut reached = self.core.reached.lock();
        if self.core.ordinal == other.core.ordinal || reached.contains(&other.core.ordinal) {
            return Ok(());
        }
        if has_link(self.core.card, other.core.card)? {
            self.enter()?;
            // SAFETY: the other card's context is alive, as it is borrowed.
            let code = unsafe { cust_raw::cuCtxEnablePeerAccess(other.core.context.as_raw(), 0) };
            // Another device of this process may have done so: a card has one context.
            if code != CUresult::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED {
                check("joining two cards", code)?;
            }
        }
        reached.push(other.core.ordinal);
        Ok(())
    }
}

/// Whether `card` can read the memory of `other`.
pub(super) fn has_link(card: Device, other: Device) -> Result<bool, RuntimeError> {
    let mut can = 0;
    // SAFETY: `can` is written by the call; both devices are the driver's.
    let code = unsafe { cust_raw::cuDeviceCanAccessPeer(&mut can, card.as_raw(), other.as_raw()) };
    check("asking for the link between two cards", code)?;
    Ok(can != 0)
}
