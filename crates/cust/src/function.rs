//! Kernels of a module, and the shapes of launches.

use std::marker::PhantomData;

use cust_raw::{CUfunction, CUfunction_attribute};

use crate::error::{CudaResult, check};
use crate::module::Module;

/// A kernel of a module, which it borrows.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    raw: CUfunction,
    module: PhantomData<&'a Module>,
}

// SAFETY: a handle of the driver's, whose functions any thread may call at any time; the module outlives it.
unsafe impl Send for Function<'_> {}
// SAFETY: as above; nothing here changes after it was made.
unsafe impl Sync for Function<'_> {}

impl Function<'_> {
    /// # Safety
    /// `raw` is a kernel of a module that lives for the lifetime of the result.
    pub(crate) unsafe fn from_raw(raw: CUfunction) -> Self {
        Function { raw, module: PhantomData }
    }

    /// A property.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn get_attribute(&self, attribute: FunctionAttribute) -> CudaResult<i32> {
        let mut value = 0;
        // SAFETY: `value` is written by the call, and the handle is alive.
        check(unsafe { cust_raw::cuFuncGetAttribute(&mut value, attribute.raw(), self.raw) })?;
        Ok(value)
    }

    /// How many blocks of that shape, with so many bytes of dynamic shared memory each, a multiprocessor holds at once.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn max_active_blocks_per_multiprocessor(
        &self,
        block: BlockSize,
        shared_bytes: usize,
    ) -> CudaResult<u32> {
        let threads = block.x.saturating_mul(block.y).saturating_mul(block.z);
        let threads = i32::try_from(threads).unwrap_or(i32::MAX);
        let mut blocks = 0;
        // SAFETY: `blocks` is written by the call, which checks the numbers; the handle is alive.
        check(unsafe {
            cust_raw::cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &mut blocks,
                self.raw,
                threads,
                shared_bytes,
            )
        })?;
        Ok(blocks.max(0) as u32)
    }

    /// The driver's handle, for as long as the module lives.
    pub fn to_raw(&self) -> CUfunction {
        self.raw
    }
}

/// A property of a kernel: a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FunctionAttribute {
    /// The most threads of a block.
    MaxThreadsPerBlock,
    /// Bytes of static shared memory of a block.
    SharedMemorySizeBytes,
    /// Bytes of constant memory.
    ConstSizeBytes,
    /// Bytes of local memory of a thread.
    LocalSizeBytes,
    /// Registers of a thread.
    NumRegisters,
    /// The architecture of the PTX, as 90.
    PtxVersion,
    /// The architecture of the machine code, as 90.
    BinaryVersion,
}

impl FunctionAttribute {
    fn raw(self) -> CUfunction_attribute {
        match self {
            Self::MaxThreadsPerBlock => CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
            Self::SharedMemorySizeBytes => CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
            Self::ConstSizeBytes => CUfunction_attribute::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
            Self::LocalSizeBytes => CUfunction_attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
            Self::NumRegisters => CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS,
            Self::PtxVersion => CUfunction_attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION,
            Self::BinaryVersion => CUfunction_attribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION,
        }
    }
}

/// Defines a type of up to three numbers.
macro_rules! size {
    ($(#[doc = $text:literal])* $name:ident) => {
        $(#[doc = $text])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            /// In the first dimension.
            pub x: u32,
            /// In the second.
            pub y: u32,
            /// In the third.
            pub z: u32,
        }

        impl From<u32> for $name {
            fn from(x: u32) -> Self {
                $name { x, y: 1, z: 1 }
            }
        }

        impl From<(u32, u32)> for $name {
            fn from((x, y): (u32, u32)) -> Self {
                $name { x, y, z: 1 }
            }
        }

        impl From<(u32, u32, u32)> for $name {
            fn from((x, y, z): (u32, u32, u32)) -> Self {
                $name { x, y, z }
            }
        }
    };
}

size! {
    /// Blocks of a grid.
    GridSize
}
size! {
    /// Threads of a block.
    BlockSize
}
