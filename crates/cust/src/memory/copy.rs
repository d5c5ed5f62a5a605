//! Copies between the host and a card.

use crate::error::CudaResult;
use crate::stream::Stream;

/// Something on a card that can be copied from and to an `O` on the host.
///
/// The copies are on the default stream, and wait until they are done. They do not wait for streams that were made
/// [non-blocking](crate::stream::StreamFlags::NON_BLOCKING): whoever launches kernels on those sees to it that they are
/// done with what is copied.
pub trait CopyDestination<O: ?Sized> {
    /// Copies from the host to the card.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If the lengths differ.
    fn copy_from(&mut self, source: &O) -> CudaResult<()>;

    /// Copies from the card to the host.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If the lengths differ.
    fn copy_to(&self, destination: &mut O) -> CudaResult<()>;
}

/// Something on a card that can be copied from and to an `O` on the host, by a stream.
pub trait AsyncCopyDestination<O: ?Sized> {
    /// Queues a copy from the host to the card.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If the lengths differ.
    ///
    /// # Safety
    /// 1. Until the copy is done, both ends stay alive, and `source` is not changed.
    /// 2. Whatever uses this end runs on the same stream, or is otherwise known to come after the copy.
    unsafe fn async_copy_from(&mut self, source: &O, stream: &Stream) -> CudaResult<()>;

    /// Queues a copy from the card to the host.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If the lengths differ.
    ///
    /// # Safety
    /// 1. Until the copy is done, both ends stay alive, and `destination` is not looked at.
    /// 2. Whatever writes this end runs on the same stream, or is otherwise known to come before or after the copy.
    unsafe fn async_copy_to(&self, destination: &mut O, stream: &Stream) -> CudaResult<()>;
}
