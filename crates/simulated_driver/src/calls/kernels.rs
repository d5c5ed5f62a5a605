//! Modules, the kernels in them, and their launch.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use cust_raw::{CUdeviceptr, CUfunction, CUfunction_attribute, CUjit_option, CUmodule, CUresult, CUstream};
use motherlode_device::panic::PANIC_RECORD_SYMBOL;

use super::{answer_giving_back, answer_in_context};
use crate::card::{LoadedModule, SimulatedCard};
use crate::driver::{Answer, Driver};
use crate::kernels::in_ptx;
use crate::streams::{KernelLaunch, QueuedWork};

/// How machine code begins.
const ELF: &[u8] = b"\x7fELF";
/// Lanes of a warp.
const LANES: c_uint = 32;

/// Loads a module of PTX. Machine code is for other cards than this.
///
/// # Safety
/// `module` can be written; `image` is PTX that ends in a zero byte, or machine code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadData(module: *mut CUmodule, image: *const c_void) -> CUresult {
    // SAFETY: the caller's promise.
    answer_in_context("cuModuleLoadData", |driver, here| unsafe { load(driver, here, module, image) })
}

/// Loads a module of PTX, whatever the options. Machine code is for other cards than this.
///
/// # Safety
/// `module` can be written; `image` is PTX that ends in a zero byte, or machine code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadDataEx(
    module: *mut CUmodule,
    image: *const c_void,
    _count: c_uint,
    _options: *mut CUjit_option,
    _values: *mut *mut c_void,
) -> CUresult {
    // SAFETY: the caller's promise.
    answer_in_context("cuModuleLoadDataEx", |driver, here| unsafe { load(driver, here, module, image) })
}

/// # Safety
/// `module` can be written; `image` is PTX that ends in a zero byte, or machine code.
unsafe fn load(driver: &mut Driver, here: usize, module: *mut CUmodule, image: *const c_void) -> Answer<()> {
    // SAFETY: both kinds of image are longer than that.
    let start = unsafe { std::slice::from_raw_parts(image.cast::<u8>(), ELF.len()) };
    if start == ELF {
        return Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU);
    }
    // SAFETY: it is PTX.
    let text =
        unsafe { CStr::from_ptr(image.cast()) }.to_str().map_err(|_| CUresult::CUDA_ERROR_INVALID_PTX)?;
    let kernels = in_ptx(text).map_err(|name| {
        eprintln!("simulated driver: kernel '{name}' is not compiled into it");
        CUresult::CUDA_ERROR_INVALID_PTX
    })?;
    let handle = driver.handle();
    let functions = kernels.into_iter().map(|kernel| (driver.handle(), kernel)).collect();
    driver.cards[here].modules.insert(handle, LoadedModule { functions, panic_record: Box::new(0) });
    // SAFETY: the caller's promise.
    unsafe { module.write(handle as CUmodule) };
    Ok(())
}

/// Unloads a module of the thread's context, when all that was queued in it is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuModuleUnload(module: CUmodule) -> CUresult {
    answer_giving_back("cuModuleUnload", |driver, here| {
        // As for memory.
        let owner = here.or_else(|| driver.find(|card| loaded(card, module).is_ok()));
        let owner = owner.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        let finished = driver.finish(owner);
        let removed = driver.cards[owner].modules.remove(&(module as usize));
        removed.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        here.ok_or(CUresult::CUDA_ERROR_INVALID_CONTEXT).and(finished)
    })
}

/// A kernel of a module.
///
/// # Safety
/// `function` can be written; `name` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetFunction(
    function: *mut CUfunction,
    module: CUmodule,
    name: *const c_char,
) -> CUresult {
    answer_in_context("cuModuleGetFunction", |driver, here| {
        // SAFETY: the caller's promise.
        let name = unsafe { CStr::from_ptr(name) }.to_str().map_err(|_| CUresult::CUDA_ERROR_NOT_FOUND)?;
        let module = loaded(&driver.cards[here], module)?;
        let found = module.functions.iter().find(|(_, kernel)| kernel.name == name);
        let (&handle, _) = found.ok_or(CUresult::CUDA_ERROR_NOT_FOUND)?;
        // SAFETY: the caller's promise.
        unsafe { function.write(handle as CUfunction) };
        Ok(())
    })
}

/// The module's record of panics, which is its one global.
///
/// # Safety
/// `address` and `bytes` can be written; `name` ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetGlobal_v2(
    address: *mut CUdeviceptr,
    bytes: *mut usize,
    module: CUmodule,
    name: *const c_char,
) -> CUresult {
    answer_in_context("cuModuleGetGlobal", |driver, here| {
        let module = loaded(&driver.cards[here], module)?;
        // SAFETY: the caller's promise.
        if unsafe { CStr::from_ptr(name) }.to_bytes() != PANIC_RECORD_SYMBOL.as_bytes() {
            return Err(CUresult::CUDA_ERROR_NOT_FOUND);
        }
        // SAFETY: the caller's promise.
        unsafe {
            address.write(&raw const *module.panic_record as CUdeviceptr);
            bytes.write(size_of::<u64>());
        }
        Ok(())
    })
}

/// What a kernel needs: little.
///
/// # Safety
/// `value` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetAttribute(
    value: *mut c_int,
    attribute: CUfunction_attribute,
    function: CUfunction,
) -> CUresult {
    answer_in_context("cuFuncGetAttribute", |driver, here| {
        driver.cards[here].kernel(function as usize)?;
        let number = match attribute {
            CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => 1024,
            _ => 32,
        };
        // SAFETY: the caller's promise.
        unsafe { value.write(number) };
        Ok(())
    })
}

/// Lets a kernel have more shared memory.
#[unsafe(no_mangle)]
pub extern "C" fn cuFuncSetAttribute(
    function: CUfunction,
    _attribute: CUfunction_attribute,
    _value: c_int,
) -> CUresult {
    answer_in_context("cuFuncSetAttribute", |driver, here| {
        driver.cards[here].kernel(function as usize).map(drop)
    })
}

/// Blocks that fit on a multiprocessor: one, so that grids are small.
///
/// # Safety
/// `blocks` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
    blocks: *mut c_int,
    function: CUfunction,
    _threads: c_int,
    _shared_bytes: usize,
) -> CUresult {
    answer_in_context("cuOccupancyMaxActiveBlocksPerMultiprocessor", |driver, here| {
        driver.cards[here].kernel(function as usize)?;
        // SAFETY: the caller's promise.
        unsafe { blocks.write(1) };
        Ok(())
    })
}

/// Queues a kernel. It and the stream have to be of the thread's context.
///
/// # Safety
/// `parameters` has one address, of the kernel's argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernel(
    function: CUfunction,
    blocks: c_uint,
    blocks_y: c_uint,
    blocks_z: c_uint,
    threads: c_uint,
    threads_y: c_uint,
    threads_z: c_uint,
    shared_bytes: c_uint,
    stream: CUstream,
    parameters: *mut *mut c_void,
    _extra: *mut *mut c_void,
) -> CUresult {
    answer_in_context("cuLaunchKernel", |driver, here| {
        let flat = [blocks_y, blocks_z, threads_y, threads_z].iter().all(|&size| size == 1);
        if !flat || blocks == 0 || threads == 0 || !threads.is_multiple_of(LANES) || threads > 1024 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let kernel = driver.cards[here].kernel(function as usize)?;
        let mut args = vec![0u128; kernel.args_bytes.div_ceil(size_of::<u128>())].into_boxed_slice();
        // SAFETY: the caller's promise; there is room for so many bytes.
        unsafe {
            let from = (*parameters).cast::<u8>();
            std::ptr::copy_nonoverlapping(from, args.as_mut_ptr().cast(), kernel.args_bytes);
        }
        let words = args.iter().flat_map(|&two| [two as usize, (two >> 64) as usize]);
        let elsewhere = words.filter(|&word| driver.is_elsewhere(here, word)).collect();
        let shared_bytes = shared_bytes as usize;
        let launch = KernelLaunch { kernel, blocks, warps: threads / LANES, shared_bytes, args, elsewhere };
        driver.cards[here].streams.queue(stream as usize, QueuedWork::Launch(launch))
    })
}

/// A module of a card.
fn loaded(card: &SimulatedCard, module: CUmodule) -> Answer<&LoadedModule> {
    card.modules.get(&(module as usize)).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
}
