//! Launching kernels.

use std::ffi::c_void;

use cust_core::_hidden::DeviceCopy;

/// Queues a kernel on a stream: `launch!(function<<<grid, block, shared_bytes, stream>>>(argument, …))`.
///
/// `function` and `stream` are names of a [`Function`](crate::function::Function) and a
/// [`Stream`](crate::stream::Stream); `grid` and `block` are numbers of blocks and of threads in a block, up to three
/// each; `shared_bytes` is the dynamic shared memory of a block. The arguments must be
/// [`DeviceCopy`](crate::DeviceCopy), and are passed by value. It gives a [`CudaResult`](crate::error::CudaResult).
///
/// # Safety
/// 1. There is an argument for each parameter of the kernel, of that parameter's type.
/// 2. What the arguments point to is alive until the kernel is done, and nothing else uses it in a way that the kernel's use
///    excludes.
/// 3. Blocks of that shape and with so much shared memory do not make the kernel reach beyond its memory.
#[macro_export]
macro_rules! launch {
    ($function:ident <<<$grid:expr, $block:expr, $shared_bytes:expr, $stream:ident>>>($($argument:expr),* $(,)?)) => {
        $stream.launch(&$function, $grid, $block, $shared_bytes, &[$($crate::argument(&$argument)),*])
    };
}

/// The address of an argument, as the driver wants it. Only values that a card may have get one.
#[doc(hidden)]
pub fn argument<T: DeviceCopy>(value: &T) -> *mut c_void {
    std::ptr::from_ref(value).cast_mut().cast()
}
