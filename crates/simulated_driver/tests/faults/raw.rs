//! The driver's functions as they are, for tests of the simulated driver itself.

use std::ffi::{CString, c_void};
use std::ptr::null_mut;

use cust_raw::{CUcontext, CUdevice, CUdeviceptr, CUevent, CUfunction, CUmodule, CUresult, CUstream};
use motherlode_device::Kernel;
use motherlode_device::kernels::fill::{Fill, FillArgs};
use motherlode_device::memory::Scratch;

pub const DONE: CUresult = CUresult::CUDA_SUCCESS;
/// What new memory holds.
pub const NEW: u8 = 0xa5;

/// Calls a function of the driver.
macro_rules! cu {
    ($name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: what is pointed to is a variable or a buffer of the test that is large enough; the driver checks the
        // rest.
        unsafe { cust_raw::$name($($argument),*) }
    };
}
pub(crate) use cu;

/// A card's context, in use until this is dropped.
pub struct Opened {
    card: CUdevice,
    pub context: CUcontext,
}

impl Opened {
    pub fn card(card: CUdevice) -> Opened {
        let mut context = null_mut();
        assert_eq!(cu!(cuInit(0)), DONE);
        assert_eq!(cu!(cuDevicePrimaryCtxRetain(&mut context, card)), DONE);
        Opened { card, context }
    }

    /// Makes it the thread's context.
    pub fn enter(&self) -> &Opened {
        assert_eq!(cu!(cuCtxSetCurrent(self.context)), DONE);
        self
    }

    pub fn memory(&self, bytes: usize) -> CUdeviceptr {
        let mut address = 0;
        self.enter();
        assert_eq!(cu!(cuMemAlloc_v2(&mut address, bytes)), DONE);
        address
    }

    pub fn free_memory(&self) -> (usize, usize) {
        let (mut free, mut total) = (0, 0);
        self.enter();
        assert_eq!(cu!(cuMemGetInfo_v2(&mut free, &mut total)), DONE);
        (free, total)
    }

    pub fn stream(&self) -> CUstream {
        let mut stream = null_mut();
        self.enter();
        assert_eq!(cu!(cuStreamCreateWithPriority(&mut stream, 1, 0)), DONE);
        stream
    }

    pub fn event(&self) -> CUevent {
        let mut event = null_mut();
        self.enter();
        assert_eq!(cu!(cuEventCreate(&mut event, 2)), DONE);
        event
    }

    /// The kernel that fills an array, loaded here.
    pub fn fill(&self) -> CUfunction {
        let (mut module, mut function): (CUmodule, CUfunction) = (null_mut(), null_mut());
        let ptx = CString::new(format!(".visible .entry {}(\n", Fill::NAME)).unwrap();
        let name = CString::new(Fill::NAME).unwrap();
        self.enter();
        assert_eq!(cu!(cuModuleLoadData(&mut module, ptx.as_ptr().cast())), DONE);
        assert_eq!(cu!(cuModuleGetFunction(&mut function, module, name.as_ptr())), DONE);
        function
    }

    /// What `N` bytes of this card's memory are now: streams are not waited for.
    pub fn bytes<const N: usize>(&self, address: CUdeviceptr) -> [u8; N] {
        let mut bytes = [0; N];
        self.enter();
        assert_eq!(cu!(cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), address, N)), DONE);
        bytes
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        assert_eq!(cu!(cuDevicePrimaryCtxRelease_v2(self.card)), DONE);
    }
}

/// Queues a fill of eight numbers, in the thread's context.
pub fn launch(function: CUfunction, values: CUdeviceptr, stream: CUstream) -> CUresult {
    // SAFETY: memory of eight numbers, in the tests that have it run.
    let values = unsafe { Scratch::from_raw_parts(values as *mut u32, 8) };
    let mut args = FillArgs { values, seed: 3 };
    let mut parameter: *mut c_void = (&raw mut args).cast();
    cu!(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, &mut parameter, null_mut()))
}
