//! Choosing the PTX for a card, and having the driver compile it.

use std::ffi::{CString, c_void};

use cust::device::Device;
use cust::module::Module;
use cust_raw::{CUjit_option, CUresult};

use super::{cards, launch};
use crate::runtime::RuntimeError;
use crate::runtime::ptx::{PTX, PTX_MISSING};

const LOG_BYTES: usize = 8192;

/// The kernels for `card`, from the newest PTX that it can run, and the architecture of that PTX.
pub(super) fn load(card: Device, name: &str) -> Result<(Module, u32), RuntimeError> {
    if PTX.is_empty() {
        return Err(RuntimeError::NoKernels { reason: PTX_MISSING.into() });
    }
    let capability = cards::arch(card)?;
    let (arch, text) = choose(PTX, capability).ok_or_else(|| RuntimeError::CardTooOld {
        card: name.into(),
        capability: dotted(capability),
        built: dotted(PTX.first().map_or(0, |(arch, _)| *arch)),
    })?;
    match Module::from_ptx(text, &[]) {
        Ok(module) => Ok((module, arch)),
        Err(_) => Err(explain(text, name)),
    }
}

/// The PTX of the highest architecture up to the card's; `built` ascends.
fn choose<'p>(built: &[(u32, &'p str)], capability: u32) -> Option<(u32, &'p str)> {
    built.iter().rev().find(|(arch, _)| *arch <= capability).copied()
}

fn dotted(arch: u32) -> String {
    format!("{}.{}", arch / 10, arch % 10)
}

/// Compiles once more, with the compiler's log, to say why it failed.
fn explain(text: &str, card: &str) -> RuntimeError {
    let (code, log) = compile_with_log(text);
    if code == CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION {
        let ptx = text.lines().find_map(|line| line.strip_prefix(".version ")).unwrap_or("?").to_owned();
        return RuntimeError::DriverTooOld {
            driver: cards::driver_version().unwrap_or_else(|_| "?".into()),
            ptx,
        };
    }
    RuntimeError::Jit { card: card.into(), reason: launch::name_of(code), log }
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
    let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
    (code, String::from_utf8_lossy(&log[..end]).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn the_newest_that_the_card_can_run() {
        let built = [(70, "volta"), (80, "ampere"), (90, "hopper")];
        assert_eq!(choose(&built, 90), Some((90, "hopper")));
        assert_eq!(choose(&built, 120), Some((90, "hopper")));
        assert_eq!(choose(&built, 89), Some((80, "ampere")));
        assert_eq!(choose(&built, 75), Some((70, "volta")));
        assert_eq!(choose(&built, 61), None);
    }
}
