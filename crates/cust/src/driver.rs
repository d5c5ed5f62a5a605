//! The driver itself: whether it is there, starting it, its version.

use std::sync::OnceLock;

use crate::error::{CudaError, CudaResult, check};

bitflags::bitflags! {
    /// Flags of [`init`]. The driver has none so far.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct CudaFlags: u32 {}
}

/// Loads the driver and starts it. Nothing else of this crate works before that; to start it again does nothing.
///
/// # Errors
/// [`CudaError::SharedObjectInitFailed`] where there is no driver, [`CudaError::NoDevice`] where there is no card, or
/// what else the driver says.
pub fn init(flags: CudaFlags) -> CudaResult<()> {
    load()?;
    // SAFETY: the driver is loaded. It checks the flags.
    check(unsafe { cust_raw::cuInit(flags.bits()) })
}

/// Makes sure that the driver's library is loaded: the bindings would panic without it.
///
/// Every public function that can be called without a value of this crate's (a device, a context) calls this first;
/// the others are called with what a loaded driver has made.
pub(crate) fn load() -> CudaResult<()> {
    if is_present() { Ok(()) } else { Err(CudaError::SharedObjectInitFailed) }
}

/// Whether the driver's library can be loaded. The answer is kept.
pub(crate) fn is_present() -> bool {
    static PRESENT: OnceLock<bool> = OnceLock::new();
    // SAFETY: loading the driver's library runs its initialisers, which is what they are for.
    *PRESENT.get_or_init(|| unsafe { cust_raw::is_culib_present() })
}

/// The version of CUDA that a driver serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CudaApiVersion {
    /// A thousand times the major version, and ten times the minor one.
    version: i32,
}

impl CudaApiVersion {
    /// That of the driver.
    ///
    /// # Errors
    /// [`CudaError::SharedObjectInitFailed`] where there is no driver.
    pub fn get() -> CudaResult<CudaApiVersion> {
        load()?;
        let mut version = 0;
        // SAFETY: `version` is written by the call.
        check(unsafe { cust_raw::cuDriverGetVersion(&mut version) })?;
        Ok(CudaApiVersion { version })
    }

    /// The 13 of 13.1.
    pub fn major(self) -> i32 {
        self.version / 1000
    }

    /// The 1 of 13.1.
    pub fn minor(self) -> i32 {
        self.version % 1000 / 10
    }
}

#[cfg(test)]
mod tests {
    use super::CudaApiVersion;

    #[test]
    fn versions() {
        let version = CudaApiVersion { version: 12040 };
        assert_eq!((version.major(), version.minor()), (12, 4));
    }
}
