//! What the driver says of a kernel, asked once: between two short launches the questions would take longer than the
//! kernels.

use std::collections::HashMap;

use cust::function::{Function, FunctionAttribute};
use cust_raw::CUfunction_attribute;
use parking_lot::Mutex;

use super::call::check;
use crate::runtime::RuntimeError;

/// Above this, the driver wants to be asked before a block may have the shared memory.
const PLAIN_SHARED_BYTES: usize = 48 << 10;

/// The answers so far, by the kernels' names.
#[derive(Debug, Default)]
pub(super) struct Limits(Mutex<HashMap<&'static str, KernelLimits>>);

#[derive(Debug)]
struct KernelLimits {
    most_threads: u32,
    /// Bytes that a block may have.
    shared_bytes: usize,
    /// Blocks that fit on a multiprocessor, by their threads and bytes of shared memory.
    resident: HashMap<(u32, usize), u32>,
}

impl Limits {
    /// Lets a kernel's blocks have so much shared memory. Returns the most threads of a block.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn allow(
        &self,
        name: &'static str,
        function: &Function<'_>,
        shared_bytes: usize,
    ) -> Result<u32, RuntimeError> {
        let mut kernels = self.0.lock();
        let kernel = match kernels.entry(name) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(unknown) => {
                unknown.insert(KernelLimits::ask(function)?)
            }
        };
        if shared_bytes > kernel.shared_bytes {
            let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function is alive, as its module is, and its context is current.
            let code =
                unsafe { cust_raw::cuFuncSetAttribute(function.to_raw(), attribute, shared_bytes as i32) };
            check("reserving shared memory", code)?;
            kernel.shared_bytes = shared_bytes;
        }
        Ok(kernel.most_threads)
    }

    /// How many blocks of a kernel that was [allowed](Self::allow) its shared memory fit on a multiprocessor.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn resident_blocks(
        &self,
        name: &'static str,
        function: &Function<'_>,
        threads: u32,
        shared_bytes: usize,
    ) -> Result<u32, RuntimeError> {
        let mut kernels = self.0.lock();
        let known = kernels.get_mut(name).map(|kernel| &mut kernel.resident);
        if let Some(&blocks) = known.as_ref().and_then(|known| known.get(&(threads, shared_bytes))) {
            return Ok(blocks);
        }
        let blocks = function
            .max_active_blocks_per_multiprocessor(threads.into(), shared_bytes)
            .map_err(RuntimeError::driver("asking how many blocks fit"))?;
        if let Some(known) = known {
            known.insert((threads, shared_bytes), blocks);
        }
        Ok(blocks)
    }
}

impl KernelLimits {
    fn ask(function: &Function<'_>) -> Result<Self, RuntimeError> {
        let most_threads = function
            .get_attribute(FunctionAttribute::MaxThreadsPerBlock)
            .map_err(RuntimeError::driver("asking for a kernel's limits"))?;
        let resident = HashMap::new();
        Ok(KernelLimits { most_threads: most_threads as u32, shared_bytes: PLAIN_SHARED_BYTES, resident })
    }
}
