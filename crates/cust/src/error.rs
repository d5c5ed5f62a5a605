//! What the driver says when a call fails.

use std::ffi::{CStr, c_char};
use std::fmt;

use cust_raw::CUresult;

use crate::driver;

/// The result of a call of the driver's.
pub type CudaResult<T> = Result<T, CudaError>;

/// Defines [`CudaError`] and how the driver's codes become errors, from one list.
macro_rules! errors {
    ($($name:ident = $code:ident,)*) => {
        /// A call of the driver's that failed. Its text is the driver's own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum CudaError {
            $(
                #[doc = concat!("`", stringify!($code), "`")]
                $name,
            )*
            /// The driver made less memory than was asked for, or an array is too large for any memory.
            InvalidMemoryAllocation,
            /// A code that has no name here.
            Other(CUresult),
        }

        impl CudaError {
            fn of(code: CUresult) -> CudaError {
                match code {
                    $(CUresult::$code => CudaError::$name,)*
                    other => CudaError::Other(other),
                }
            }

            /// The driver's code, if the error came from it.
            fn code(self) -> Option<CUresult> {
                match self {
                    $(CudaError::$name => Some(CUresult::$code),)*
                    CudaError::InvalidMemoryAllocation => None,
                    CudaError::Other(code) => Some(code),
                }
            }
        }
    };
}

errors! {
    InvalidValue = CUDA_ERROR_INVALID_VALUE,
    OutOfMemory = CUDA_ERROR_OUT_OF_MEMORY,
    NotInitialized = CUDA_ERROR_NOT_INITIALIZED,
    Deinitialized = CUDA_ERROR_DEINITIALIZED,
    NoDevice = CUDA_ERROR_NO_DEVICE,
    InvalidDevice = CUDA_ERROR_INVALID_DEVICE,
    InvalidImage = CUDA_ERROR_INVALID_IMAGE,
    InvalidContext = CUDA_ERROR_INVALID_CONTEXT,
    NoBinaryForGpu = CUDA_ERROR_NO_BINARY_FOR_GPU,
    EccUncorrectable = CUDA_ERROR_ECC_UNCORRECTABLE,
    InvalidSource = CUDA_ERROR_INVALID_SOURCE,
    InvalidPtx = CUDA_ERROR_INVALID_PTX,
    JitCompilerNotFound = CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
    UnsupportedPtxVersion = CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
    SharedObjectSymbolNotFound = CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
    SharedObjectInitFailed = CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,
    OperatingSystemError = CUDA_ERROR_OPERATING_SYSTEM,
    InvalidHandle = CUDA_ERROR_INVALID_HANDLE,
    NotFound = CUDA_ERROR_NOT_FOUND,
    NotReady = CUDA_ERROR_NOT_READY,
    IllegalAddress = CUDA_ERROR_ILLEGAL_ADDRESS,
    LaunchOutOfResources = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
    LaunchTimeout = CUDA_ERROR_LAUNCH_TIMEOUT,
    PeerAccessAlreadyEnabled = CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
    PeerAccessNotEnabled = CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
    ContextIsDestroyed = CUDA_ERROR_CONTEXT_IS_DESTROYED,
    AssertError = CUDA_ERROR_ASSERT,
    IllegalInstruction = CUDA_ERROR_ILLEGAL_INSTRUCTION,
    MisalignedAddress = CUDA_ERROR_MISALIGNED_ADDRESS,
    InvalidAddressSpace = CUDA_ERROR_INVALID_ADDRESS_SPACE,
    LaunchFailed = CUDA_ERROR_LAUNCH_FAILED,
    NotPermitted = CUDA_ERROR_NOT_PERMITTED,
    NotSupported = CUDA_ERROR_NOT_SUPPORTED,
    SystemNotReady = CUDA_ERROR_SYSTEM_NOT_READY,
    SystemDriverMismatch = CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
    UnknownError = CUDA_ERROR_UNKNOWN,
}

/// Turns the code that a call of the driver's returned into a result.
///
/// # Errors
/// When the code is not success.
pub(crate) fn check(code: CUresult) -> CudaResult<()> {
    match code {
        CUresult::CUDA_SUCCESS => Ok(()),
        code => Err(CudaError::of(code)),
    }
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code() {
            None => f.write_str("the driver cannot give that much memory"),
            Some(_) if !driver::is_present() => f.write_str("the NVIDIA driver could not be loaded"),
            Some(code) => f.write_str(&text_of(code)),
        }
    }
}

impl std::error::Error for CudaError {}

/// What the driver, which is loaded, says of a code.
fn text_of(code: CUresult) -> String {
    let mut text: *const c_char = std::ptr::null();
    // SAFETY: the driver is loaded; `text` is written by the call.
    let found = unsafe { cust_raw::cuGetErrorString(code, &mut text) };
    if found != CUresult::CUDA_SUCCESS || text.is_null() {
        return format!("{code:?}");
    }
    // SAFETY: the driver's strings end in a zero byte and live as long as the process.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use cust_raw::CUresult;

    use super::{CudaError, check};

    #[test]
    fn codes_become_errors() {
        assert_eq!(check(CUresult::CUDA_SUCCESS), Ok(()));
        assert_eq!(check(CUresult::CUDA_ERROR_NO_DEVICE), Err(CudaError::NoDevice));
        let unnamed = CUresult::CUDA_ERROR_STUB_LIBRARY;
        assert_eq!(check(unnamed), Err(CudaError::Other(unnamed)));
        assert_eq!(CudaError::Other(unnamed).code(), Some(unnamed));
    }

    #[test]
    fn an_error_has_a_text_without_a_driver_too() {
        assert!(!CudaError::NoDevice.to_string().is_empty());
        assert!(CudaError::InvalidMemoryAllocation.to_string().contains("memory"));
    }
}
