//! The kernels on a card: a module for each family, loaded when the first of its kernels is asked for.

use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use cust::device::Device;
use cust::error::CudaError;
use cust::module::Module;
use parking_lot::Mutex;

use super::panic::PanicWatch;
use super::{cards, jit};
use crate::runtime::RuntimeError;
use crate::runtime::code::{FamilyCode, embedded, machine_code};

/// The modules of a card.
#[derive(Debug)]
pub(super) struct Modules {
    card: String,
    code: KernelCode,
    families: Vec<FamilyModule>,
    loading: Mutex<Duration>,
    // The modules' kernels write to it, and it may go only after them.
    panics: PanicWatch,
}

/// The code that a card runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelCode {
    /// Machine code for architecture 80, 90 and so on.
    Machine(u32),
    /// PTX for that architecture, which the driver compiles when it is first used.
    Ptx(u32),
}

impl fmt::Display for KernelCode {
    /// `sm_90`, or `PTX for sm_90`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KernelCode::Machine(arch) => write!(f, "sm_{arch}"),
            KernelCode::Ptx(arch) => write!(f, "PTX for sm_{arch}"),
        }
    }
}

/// A family of kernels.
#[derive(Debug)]
struct FamilyModule {
    ptx: &'static FamilyCode,
    /// Machine code for the card, if there is some.
    cubin: Option<&'static FamilyCode>,
    module: OnceLock<Module>,
}

impl Modules {
    /// Chooses the machine code for `card`, called `name`, and the newest PTX that it can run. It loads nothing yet.
    ///
    /// # Errors
    /// When there is no PTX, or none that is old enough for the card; when the driver fails.
    pub fn choose(card: Device, name: &str) -> Result<Self, RuntimeError> {
        let built = embedded();
        if built.ptx.is_empty() {
            return Err(RuntimeError::NoKernels { reason: built.missing.into() });
        }
        let capability = cards::arch(card)?;
        let (arch, modules) = jit::choose(built.ptx, capability, name)?;
        let machine = machine_code(built.machine_code, capability);
        let code = machine.map_or(KernelCode::Ptx(arch), |(arch, _)| KernelCode::Machine(arch));
        let cubins = machine.map_or(&[][..], |(_, cubins)| cubins);
        let family = |ptx: &'static FamilyCode| FamilyModule {
            ptx,
            cubin: cubins.iter().find(|cubin| cubin.name == ptx.name),
            module: OnceLock::new(),
        };
        let families = modules.iter().map(family).collect();
        let (loading, panics) = (Mutex::default(), PanicWatch::new()?);
        Ok(Modules { card: name.into(), code, families, loading, panics })
    }

    /// The code that was chosen.
    pub fn code(&self) -> KernelCode {
        self.code
    }

    /// The families that there are.
    pub fn families(&self) -> impl Iterator<Item = &'static str> {
        self.families.iter().map(|family| family.ptx.name)
    }

    /// Those that are loaded.
    pub fn loaded(&self) -> impl Iterator<Item = &'static str> {
        self.families.iter().filter(|family| family.module.get().is_some()).map(|family| family.ptx.name)
    }

    /// How long it took to load the modules that are loaded.
    pub fn loading(&self) -> Duration {
        *self.loading.lock()
    }

    /// The module of a family, loaded when it is first asked for: the card's context must be current.
    ///
    /// # Errors
    /// When there is no such family, or the driver cannot compile or load its PTX.
    pub fn get(&self, family: &str) -> Result<&Module, RuntimeError> {
        let found = self.families.iter().find(|found| found.ptx.name == family);
        let family = found.ok_or_else(|| RuntimeError::NoKernels {
            reason: format!("the family '{family}' is not among those that were built in."),
        })?;
        if let Some(module) = family.module.get() {
            return Ok(module);
        }
        // One thread at a time: a family that two ask for is loaded once.
        let mut loading = self.loading.lock();
        if let Some(module) = family.module.get() {
            return Ok(module);
        }
        let start = Instant::now();
        let module = family.load(&self.card)?;
        self.panics.watch(&module)?;
        // A driver that loads lazily loads a kernel when it is first asked for: now, so that no launch waits for it.
        for kernel in family.ptx.kernels {
            module.get_function(kernel).map_err(RuntimeError::driver("finding a kernel in the module"))?;
        }
        *loading += start.elapsed();
        Ok(family.module.get_or_init(|| module))
    }

    /// The message of the first kernel that panicked, if one did.
    pub fn panic_message(&self) -> Option<String> {
        self.panics.message()
    }
}

impl FamilyModule {
    /// The machine code, or else the PTX, in the current context, that of the card called `card`.
    fn load(&self, card: &str) -> Result<Module, RuntimeError> {
        if let Some(cubin) = self.cubin {
            let cubin = unpacked(cubin)?;
            // SAFETY: a file that NVIDIA's assembler wrote, as `FamilyCode::new` was promised.
            match unsafe { Module::from_cubin_unchecked(&cubin, &[]) } {
                // A driver older than the assembler may know PTX of this version, and not this machine code.
                Err(CudaError::InvalidImage | CudaError::NoBinaryForGpu | CudaError::InvalidSource) => {}
                loaded => return loaded.map_err(RuntimeError::driver("loading kernels")),
            }
        }
        let ptx = String::from_utf8(unpacked(self.ptx)?).map_err(|error| damaged(self.ptx, &error))?;
        jit::load(&ptx, card)
    }
}

fn unpacked(family: &FamilyCode) -> Result<Vec<u8>, RuntimeError> {
    family.unpacked().map_err(|error| damaged(family, &error))
}

fn damaged(family: &FamilyCode, error: &dyn fmt::Display) -> RuntimeError {
    let reason =
        format!("the family '{}' in this executable is damaged ({error}); install it again.", family.name);
    RuntimeError::NoKernels { reason }
}
