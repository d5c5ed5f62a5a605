//! Where kernels are compiled for the machines of the host.
//!
//! A kernel is generic over its machine, so it is compiled where it is run: once more for each executable that runs it.
//! With the feature `compiled`, the attribute `kernel` gives each kernel functions that are not generic, which its own
//! crate compiles once for all. The library of the host asks for that; the tests of this crate, where each runs a few
//! kernels, do not.

/// In the implementation of `Kernel`: the bodies for the machines of the host, if they are to be compiled there.
#[doc(hidden)]
#[macro_export]
macro_rules! __machines_on_host {
    () => {
        $crate::__scalar_machine! {}
        $crate::__emulated_machine! {}
    };
}

#[doc(hidden)]
#[macro_export]
#[cfg(all(feature = "compiled", not(any(test, target_os = "cuda"))))]
macro_rules! __scalar_machine {
    () => {
        #[inline(never)]
        unsafe fn run_scalar(
            isa: $crate::simt::scalar::Isa,
            block: $crate::simt::scalar::ScalarBlock<'_>,
            args: &Self::Args<'_>,
        ) {
            // SAFETY: the caller's promises.
            unsafe { $crate::simt::scalar::run_here::<Self>(isa, block, args) }
        }
    };
}

#[doc(hidden)]
#[macro_export]
#[cfg(not(all(feature = "compiled", not(any(test, target_os = "cuda")))))]
macro_rules! __scalar_machine {
    () => {};
}

#[doc(hidden)]
#[macro_export]
#[cfg(all(feature = "compiled", feature = "emulated", not(any(test, target_os = "cuda"))))]
macro_rules! __emulated_machine {
    () => {
        #[inline(never)]
        unsafe fn run_emulated(block: $crate::simt::emulated::EmulatedBlock<'_>, args: &Self::Args<'_>) {
            // SAFETY: the caller's promises.
            unsafe { <Self as $crate::simt::Kernel>::run(block, args) }
        }
    };
}

#[doc(hidden)]
#[macro_export]
#[cfg(not(all(feature = "compiled", feature = "emulated", not(any(test, target_os = "cuda")))))]
macro_rules! __emulated_machine {
    () => {};
}

/// Beside the implementation of `Kernel`: an entry in [`EMULATED_KERNELS`](crate::simt::emulated::EMULATED_KERNELS),
/// where it is compiled for that machine.
#[doc(hidden)]
#[macro_export]
#[cfg(all(feature = "compiled", feature = "emulated", not(any(test, target_os = "cuda"))))]
macro_rules! __register_on_host {
    ($kernel:ty) => {
        const _: () = {
            use $crate::simt::emulated::{EMULATED_KERNELS, EmulatedKernel, linkme};
            #[linkme::distributed_slice(EMULATED_KERNELS)]
            #[linkme(crate = linkme)]
            static KERNEL: EmulatedKernel = EmulatedKernel::of::<$kernel>();
        };
    };
}

#[doc(hidden)]
#[macro_export]
#[cfg(not(all(feature = "compiled", feature = "emulated", not(any(test, target_os = "cuda")))))]
macro_rules! __register_on_host {
    ($kernel:ty) => {};
}
