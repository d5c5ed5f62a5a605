//! Compiled kernels, and the globals beside them.

use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;

use cust_core::_hidden::DeviceCopy;
use cust_raw::{CUdeviceptr, CUmodule};

use crate::context::{self, Primary};
use crate::error::{CudaError, CudaResult, check};
use crate::function::Function;
use crate::memory::CopyDestination;

/// Kernels and globals that the driver has compiled and loaded.
#[derive(Debug)]
pub struct Module {
    raw: CUmodule,
    context: Arc<Primary>,
}

// SAFETY: a handle of the driver's, whose functions any thread may call at any time; it keeps its context alive.
unsafe impl Send for Module {}
// SAFETY: as above; nothing here changes after it was made.
unsafe impl Sync for Module {}

/// An option of the driver's compiler. There are none here so far: compile through [`sys`](crate::sys) for its log.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ModuleJitOption {}

impl Module {
    /// Has the driver compile PTX for the current context's card, or take it from its cache.
    ///
    /// # Errors
    /// When the driver or its compiler refuses the PTX, no context is current, or the driver fails;
    /// [`CudaError::InvalidPtx`] also where the text holds a zero byte.
    pub fn from_ptx(text: impl AsRef<str>, _options: &[ModuleJitOption]) -> CudaResult<Module> {
        let context = context::current()?;
        let text = CString::new(text.as_ref()).map_err(|_| CudaError::InvalidPtx)?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is written by the call; the text ends in a zero byte, and there are no options.
        check(unsafe {
            let (options, values) = (ptr::null_mut(), ptr::null_mut());
            cust_raw::cuModuleLoadDataEx(&mut raw, text.as_ptr().cast(), 0, options, values)
        })?;
        Ok(Module { raw, context })
    }

    /// Loads machine code for the current context's card, as NVIDIA's assembler writes it.
    ///
    /// # Errors
    /// [`CudaError::NoBinaryForGpu`] where it is for other cards, when no context is current, or the driver fails.
    ///
    /// # Safety
    /// `image` is a whole file of machine code (cubin): the driver is not told where it ends.
    pub unsafe fn from_cubin_unchecked(
        image: impl AsRef<[u8]>,
        _options: &[ModuleJitOption],
    ) -> CudaResult<Module> {
        let context = context::current()?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is written by the call, which reads the image as far as that itself says; that this is all there is the
        // caller promises.
        check(unsafe { cust_raw::cuModuleLoadData(&mut raw, image.as_ref().as_ptr().cast()) })?;
        Ok(Module { raw, context })
    }

    /// The kernel of that name.
    ///
    /// # Errors
    /// [`CudaError::NotFound`] if there is none, or when the driver fails.
    pub fn get_function(&self, name: impl AsRef<str>) -> CudaResult<Function<'_>> {
        let name = CString::new(name.as_ref()).map_err(|_| CudaError::NotFound)?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is written by the call; the name ends in a zero byte, and the handle is alive.
        check(unsafe { cust_raw::cuModuleGetFunction(&mut raw, self.raw, name.as_ptr()) })?;
        // SAFETY: a kernel of this module, which the result borrows.
        Ok(unsafe { Function::from_raw(raw) })
    }

    /// The global of that name, which the module's code must have as a `T`.
    ///
    /// # Errors
    /// [`CudaError::NotFound`] if there is none, [`CudaError::InvalidValue`] if it is not of the size of a `T`, or when the
    /// driver fails.
    pub fn get_global<'a, T: DeviceCopy>(&'a self, name: &CStr) -> CudaResult<Symbol<'a, T>> {
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: both are written by the call; the name ends in a zero byte, and the handle is alive.
        check(unsafe { cust_raw::cuModuleGetGlobal_v2(&mut address, &mut bytes, self.raw, name.as_ptr()) })?;
        if bytes != size_of::<T>() {
            return Err(CudaError::InvalidValue);
        }
        Ok(Symbol { address, module: PhantomData })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        self.context.within(|| {
            // SAFETY: loaded by a function above, and unloaded only here; functions and symbols borrow the module. The driver
            // does not unload code that runs. A failure, in a context that a kernel has ended, harms nothing.
            let _ = unsafe { cust_raw::cuModuleUnload(self.raw) };
        });
    }
}

/// A global of a module, which it borrows.
#[derive(Debug)]
pub struct Symbol<'a, T> {
    address: CUdeviceptr,
    module: PhantomData<(&'a Module, T)>,
}

impl<T: DeviceCopy> CopyDestination<T> for Symbol<'_, T> {
    fn copy_from(&mut self, source: &T) -> CudaResult<()> {
        // SAFETY: both are of the size of a `T`, as `get_global` has checked.
        check(unsafe {
            cust_raw::cuMemcpyHtoD_v2(self.address, ptr::from_ref(source).cast(), size_of::<T>())
        })
    }

    fn copy_to(&self, destination: &mut T) -> CudaResult<()> {
        // SAFETY: both are of the size of a `T`, and the module's code keeps a `T` there.
        check(unsafe {
            cust_raw::cuMemcpyDtoH_v2(ptr::from_mut(destination).cast(), self.address, size_of::<T>())
        })
    }
}
