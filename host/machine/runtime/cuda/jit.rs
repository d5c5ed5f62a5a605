//! Choosing the PTX for a card, and having the driver compile it.

use std::ffi::{CString, c_void};

use cust::error::CudaError;
use cust::module::Module;
use cust_raw::{CUjit_option, CUresult};

use super::{call, cards};
use crate::runtime::RuntimeError;

const LOG_BYTES: usize = 8192;

/// Has the driver compile a module of PTX for the card called `card`, or fetch it from its cache.
///
/// # Errors
/// A driver that is too old for the PTX, or whose compiler refuses it.
pub(super) fn load(text: &str, card: &str) -> Result<Module, RuntimeError> {
    Module::from_ptx(text, &[]).map_err(|error| explain(text, card, error))
}

/// What was built for the highest architecture up to the card's; `built` ascends.
///
/// # Errors
/// When all that was built is for later cards.
pub(super) fn choose<T: Copy>(
    built: &[(u32, T)],
    capability: u32,
    card: &str,
) -> Result<(u32, T), RuntimeError> {
    built.iter().rev().find(|(arch, _)| *arch <= capability).copied().ok_or_else(|| {
        RuntimeError::CardTooOld {
            card: card.into(),
            capability: dotted(capability),
            built: dotted(built.first().map_or(0, |(arch, _)| *arch)),
        }
    })
}

fn dotted(arch: u32) -> String {
    format!("{}.{}", arch / 10, arch % 10)
}

/// Compiles once more, with the compiler's log, to say why it failed with `error`.
fn explain(text: &str, card: &str, error: CudaError) -> RuntimeError {
    let (code, log) = compile_with_log(text);
    if code == CUresult::CUDA_SUCCESS {
        // What failed before was not the text.
        return RuntimeError::driver("loading kernels")(error);
    }
    if code == CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION {
        let ptx = text.lines().find_map(|line| line.strip_prefix(".version ")).unwrap_or("?").to_owned();
        return RuntimeError::DriverTooOld {
            driver: cards::driver_version().unwrap_or_else(|_| "?".into()),
            ptx,
        };
    }
    RuntimeError::Jit { card: card.into(), reason: call::name_of(code), log }
}

fn compile_with_log(text: &str) -> (CUresult, String) {
    let Ok(text) = CString::new(text) else {
        return (CUresult::CUDA_ERROR_INVALID_PTX, "the PTX holds a zero byte".into());
    };
    let mut log = vec![0u8; LOG_BYTES];
    let mut options =
        [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let mut values = [log.as_mut_ptr().cast::<c_void>(), LOG_BYTES as *mut c_void];
    let mut module = std::ptr::null_mut();
    // SAFETY: the text ends in a zero byte; there are two options and two values, the log's address and its length
    // in bytes, and the log outlives the call.
    let code = unsafe {
        cust_raw::cuModuleLoadDataEx(
            &mut module,
            text.as_ptr().cast(),
            options.len() as u32,
            options.as_mut_ptr(),
            values.as_mut_ptr(),
        )
    };
    if code == CUresult::CUDA_SUCCESS {
        // SAFETY: just loaded, and used by nobody. A failure to unload it leaves it to the context's end.
        let _ = unsafe { cust_raw::cuModuleUnload(module) };
    }
    let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
    (code, String::from_utf8_lossy(&log[..end]).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn the_newest_that_the_card_can_run() {
        let built = [(70, "volta"), (80, "ampere"), (90, "hopper")];
        let choose = |capability| choose(&built, capability, "card").ok();
        assert_eq!(choose(90), Some((90, "hopper")));
        assert_eq!(choose(120), Some((90, "hopper")));
        assert_eq!(choose(89), Some((80, "ampere")));
        assert_eq!(choose(75), Some((70, "volta")));
        assert_eq!(choose(61), None);
    }
}
