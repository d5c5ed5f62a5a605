//! The kernels on a card: a module for each family, loaded when the first of its kernels is asked for.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use cust::device::Device;
use cust::module::Module;

use super::panic::PanicWatch;
use super::{cards, jit};
use crate::runtime::RuntimeError;
use crate::runtime::ptx::{PTX, PTX_MISSING};

/// The modules of a card.
#[derive(Debug)]
pub(super) struct Modules {
    card: String,
    arch: u32,
    families: Vec<FamilyModule>,
    loading: Mutex<Duration>,
    // The modules' kernels write to it, and it may go only after them.
    panics: PanicWatch,
}

/// A family of kernels.
#[derive(Debug)]
struct FamilyModule {
    name: &'static str,
    ptx: &'static str,
    module: OnceLock<Module>,
}

impl Modules {
    /// Chooses the newest PTX that `card`, called `name`, can run. It loads nothing yet.
    ///
    /// # Errors
    /// When there is no PTX, or none that is old enough for the card; when the driver fails.
    pub fn choose(card: Device, name: &str) -> Result<Self, RuntimeError> {
        if PTX.is_empty() {
            return Err(RuntimeError::NoKernels { reason: PTX_MISSING.into() });
        }
        let (arch, modules) = jit::choose(PTX, cards::arch(card)?, name)?;
        let family = |&(name, ptx)| FamilyModule { name, ptx, module: OnceLock::new() };
        let families = modules.iter().map(family).collect();
        let (loading, panics) = (Mutex::default(), PanicWatch::new()?);
        Ok(Modules { card: name.into(), arch, families, loading, panics })
    }

    /// The architecture of the PTX, as 80 or 90.
    pub fn arch(&self) -> u32 {
        self.arch
    }

    /// The families that there are.
    pub fn families(&self) -> impl Iterator<Item = &'static str> {
        self.families.iter().map(|family| family.name)
    }

    /// How long it took to load the modules that are loaded.
    pub fn loading(&self) -> Duration {
        *self.loading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The module of a family, loaded when it is first asked for: the card's context must be current.
    ///
    /// # Errors
    /// When there is no such family, or the driver cannot compile or load its PTX.
    pub fn get(&self, family: &str) -> Result<&Module, RuntimeError> {
        let found = self.families.iter().find(|found| found.name == family);
        let family = found.ok_or_else(|| RuntimeError::NoKernels {
            reason: format!("the family '{family}' is not among those that were built in."),
        })?;
        if let Some(module) = family.module.get() {
            return Ok(module);
        }
        // One thread at a time: a family that two ask for is loaded once.
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = family.module.get() {
            return Ok(module);
        }
        let start = Instant::now();
        let module = jit::load(family.ptx, &self.card)?;
        self.panics.watch(&module)?;
        // A driver that loads lazily loads a kernel when it is first asked for: now, so that no launch waits for it.
        for kernel in entry_points(family.ptx) {
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

/// The names of the kernels in a module of PTX.
fn entry_points(ptx: &str) -> impl Iterator<Item = &str> {
    ptx.lines().filter_map(|line| line.strip_prefix(".visible .entry ")?.split('(').next())
}

#[cfg(test)]
mod tests {
    use motherlode_device::Kernel;
    use motherlode_device::kernels::triangles::count::CountTriangles;
    use motherlode_device::kernels::triangles::hubs::FillHubs;

    use super::{PTX, entry_points};

    #[test]
    fn kernels_are_found_in_ptx() {
        for (_, families) in PTX {
            let (_, ptx) = families.iter().find(|(name, _)| *name == CountTriangles::FAMILY).unwrap();
            let found: Vec<_> = entry_points(ptx).collect();
            assert!(found.contains(&CountTriangles::NAME) && found.contains(&FillHubs::NAME), "{found:?}");
        }
    }
}
