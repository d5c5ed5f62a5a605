//! Memory of the process that a card may use.

use std::mem::ManuallyDrop;
use std::sync::Arc;

use memmap2::MmapMut;

use crate::context::{self, Primary};
use crate::error::{CudaResult, check};

/// Memory of the process that the driver has pinned: kernels of the context that was current when it was made read and write it over
/// the bus. Dropping it waits for the kernels that may use it.
///
/// That is as good as memory that the driver makes, and much sooner there: the system can give the process huge pages, which threads
/// may fill side by side, while the driver gets and clears its pages one by one.
#[derive(Debug)]
pub struct RegisteredMemory {
    /// Where kernels see it; 0 while it is made.
    address: u64,
    memory: ManuallyDrop<MmapMut>,
    context: Arc<Primary>,
}

impl RegisteredMemory {
    /// Pins `memory`, which is not empty.
    ///
    /// # Errors
    /// When the system or the driver refuses to pin so much, or no context is current.
    pub fn new(mut memory: MmapMut) -> CudaResult<RegisteredMemory> {
        let context = context::current()?;
        let start = memory.as_mut_ptr().cast();
        // SAFETY: the memory is there and stays where it is until it is dropped, below, after it was given back.
        check(unsafe {
            cust_raw::cuMemHostRegister_v2(start, memory.len(), cust_raw::CU_MEMHOSTREGISTER_DEVICEMAP)
        })?;
        let mut registered = RegisteredMemory { address: 0, memory: ManuallyDrop::new(memory), context };
        // SAFETY: `address` is written by the call; the memory was registered.
        check(unsafe { cust_raw::cuMemHostGetDevicePointer_v2(&mut registered.address, start, 0) })?;
        Ok(registered)
    }

    /// Where kernels see it.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// The memory. Copies of the driver's may be under way there, as far as somebody has begun them.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.memory
    }

    /// Bytes.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }
}

impl Drop for RegisteredMemory {
    fn drop(&mut self) {
        let start = self.memory.as_mut_ptr().cast();
        // SAFETY: registered by `new`, and given back only here. What may use it was launched in this context, and is waited for,
        // once more if the first wait told of another failure.
        let unused = self.context.within(|| unsafe {
            let done = check(cust_raw::cuCtxSynchronize()).or_else(|_| check(cust_raw::cuCtxSynchronize()));
            let given_back = check(cust_raw::cuMemHostUnregister(start));
            done.is_ok() || given_back.is_ok()
        });
        if unused == Some(true) {
            // SAFETY: dropped only here. All kernels are done, or the driver has let go of it. Where neither is known it stays: what
            // a kernel may still write must not become somebody else's.
            unsafe { ManuallyDrop::drop(&mut self.memory) };
        }
    }
}
