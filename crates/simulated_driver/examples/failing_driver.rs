//! A driver that passes every call on to the real one, and fails at the call that it is told: for the tests of this
//! crate on a machine with cards. As `libcuda.so` in a folder of `LD_LIBRARY_PATH` it is what programs find;
//! `FAULTS_DRIVER` names it to the tests.
#![allow(non_snake_case, reason = "the driver's names")]

#[path = "../src/faults.rs"]
mod faults;

use std::ffi::{c_char, c_int};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use faults::{Faults, Loss, PlannedFault};
use libloading::Library;

/// The real driver.
static REAL: LazyLock<Library> = LazyLock::new(|| {
    // SAFETY: loading the driver's library runs its initialisers, which is what they are for.
    unsafe { Library::new("libcuda.so.1") }.expect("there is no driver here")
});

fn faults() -> MutexGuard<'static, Faults> {
    static FAULTS: LazyLock<Mutex<Faults>> = LazyLock::new(|| Mutex::new(Faults::at_the_start()));
    FAULTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The card whose context the calling thread has, if it has one.
fn here() -> Option<usize> {
    type Function = unsafe extern "C" fn(*mut c_int) -> c_int;
    let mut card = -1;
    // SAFETY: the driver's function, with its types.
    let code = unsafe { REAL.get::<Function>("cuCtxGetDevice").expect("an old driver")(&mut card) };
    usize::try_from(card).ok().filter(|_| code == 0)
}

/// Functions of the driver, whose arguments are numbers and addresses: each is passed as the word that it is in. They
/// are counted for the card that is given.
macro_rules! forward {
    ($what:ident, $here:expr => $($name:ident($($argument:ident),*);)*) => {$(
        /// The driver's.
        ///
        /// # Safety
        /// As the driver asks.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: usize),*) -> c_int {
            let told = faults().next(stringify!($name), $here);
            let real = || {
                type Function = unsafe extern "C" fn($(forward!(@word $argument)),*) -> c_int;
                // SAFETY: the driver's function of that name, with as many words as it takes.
                unsafe { REAL.get::<Function>(stringify!($name)).expect("an old driver")($($argument),*) }
            };
            forward!(@$what told, real)
        }
    )*};
    (@word $argument:ident) => { usize };
    (@taking $told:ident, $real:ident) => {
        match $told {
            Ok(()) => $real(),
            Err(code) => code as c_int,
        }
    };
    // What is given back is given back, whatever the call returns.
    (@giving $told:ident, $real:ident) => {{
        let done = $real();
        $told.map_or_else(|code| code as c_int, |()| done)
    }};
}

forward! { taking, None =>
    cuInit(a);
    cuDriverGetVersion(a);
    cuDeviceGetCount(a);
    cuDeviceGet(a, b);
    cuDeviceGetName(a, b, c);
    cuDeviceTotalMem_v2(a, b);
    cuDeviceGetAttribute(a, b, c);
    cuDeviceGetPCIBusId(a, b, c);
    cuDeviceCanAccessPeer(a, b, c);
    cuDeviceGetP2PAttribute(a, b, c, d);
    cuDevicePrimaryCtxRetain(a, b);
    cuCtxSetCurrent(a);
    cuCtxGetCurrent(a);
    cuMemGetAllocationGranularity(a, b, c);
    cuMemCreate(a, b, c, d);
    cuMemAddressReserve(a, b, c, d, e);
    cuMemMap(a, b, c, d, e);
    cuMemSetAccess(a, b, c, d);
}

forward! { taking, here() =>
    cuCtxSynchronize();
    cuCtxEnablePeerAccess(a, b);
    cuMemGetInfo_v2(a, b);
    cuMemAlloc_v2(a, b);
    cuMemAllocHost_v2(a, b);
    cuMemHostAlloc(a, b, c);
    cuMemHostGetDevicePointer_v2(a, b, c);
    cuMemHostRegister_v2(a, b, c);
    cuMemcpyHtoD_v2(a, b, c);
    cuMemcpyDtoH_v2(a, b, c);
    cuMemcpyHtoDAsync_v2(a, b, c, d);
    cuMemcpyDtoHAsync_v2(a, b, c, d);
    cuMemcpyPeer(a, b, c, d, e);
    cuMemcpyPeerAsync(a, b, c, d, e, f);
    cuMemsetD8Async(a, b, c, d);
    cuStreamCreateWithPriority(a, b, c);
    cuStreamSynchronize(a);
    cuStreamQuery(a);
    cuStreamWaitEvent(a, b, c);
    cuEventCreate(a, b);
    cuEventRecord(a, b);
    cuEventQuery(a);
    cuEventSynchronize(a);
    cuEventElapsedTime(a, b, c);
    cuModuleLoadData(a, b);
    cuModuleLoadDataEx(a, b, c, d, e);
    cuModuleGetFunction(a, b, c);
    cuModuleGetGlobal_v2(a, b, c, d);
    cuFuncGetAttribute(a, b, c);
    cuFuncSetAttribute(a, b, c);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(a, b, c, d);
    cuLaunchKernel(a, b, c, d, e, f, g, h, i, j, k);
}

forward! { giving, None =>
    cuDevicePrimaryCtxRelease_v2(a);
    cuMemUnmap(a, b);
    cuMemRelease(a);
    cuMemAddressFree(a, b);
}

forward! { giving, here() =>
    cuMemFree_v2(a);
    cuMemFreeHost(a);
    cuMemHostUnregister(a);
    cuStreamDestroy_v2(a);
    cuEventDestroy_v2(a);
    cuModuleUnload(a);
}

/// Not counted: a program asks for it after a call that has failed.
///
/// # Safety
/// As the driver asks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(error: c_int, text: *mut *const c_char) -> c_int {
    type Function = unsafe extern "C" fn(c_int, *mut *const c_char) -> c_int;
    // SAFETY: the driver's function, with its types.
    unsafe { REAL.get::<Function>("cuGetErrorString").expect("an old driver")(error, text) }
}

/// Counts calls from 1 again, and has no card be lost. Call number `call` fails, and all later ones if `for_good`; none
/// does for 0.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_restart(call: u64, for_good: c_int, code: c_int) {
    faults().restart(PlannedFault::asked(call, for_good != 0, code));
}

/// The real cards are as many as they are.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_cards(_count: c_int) -> c_int {
    0
}

/// Their links are what they are.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_links(_on: c_int) {}

/// The host's memory is what it is.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_host_bytes(_bytes: usize) {}

/// Has a card be lost with call number `call` of those in its context: that and all later ones fail there. It is not
/// lost for 0.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_lose(card: c_int, call: u64, code: c_int) {
    faults().lose(card.max(0) as usize, Loss::asked(call, code));
}

/// How many calls there were in the context of a card since the count began.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_card_calls(card: c_int) -> u64 {
    faults().calls_of(card.max(0) as usize)
}

/// How many calls there were since the count began.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_calls() -> u64 {
    faults().calls()
}

/// The name of the first call that failed as planned, into `name`: its length, or as much as there is room for; 0 if
/// none did.
///
/// # Safety
/// `name` has room for `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn simulated_driver_failed(name: *mut c_char, room: usize) -> usize {
    let failed = faults().failed().unwrap_or_default();
    let bytes = failed.len().min(room);
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(failed.as_ptr().cast(), name, bytes) };
    bytes
}

/// What the real driver does not tell: nothing.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_live() -> u64 {
    0
}

/// What the real driver does not tell: nothing.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_abandoned() -> u64 {
    0
}
