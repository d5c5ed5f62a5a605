//! Where a toolchain is looked for.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::error::Rejected;
use crate::llvm::{self, LlvmTools};
use crate::toolchain::Toolchain;

/// The variable that names a toolchain: its directory, or the name of one of rustup's.
pub const TOOLCHAIN_VARIABLE: &str = "CUDA_BUILDER_TOOLCHAIN";
/// The variable that names the directory of LLVM's tools.
pub const LLVM_VARIABLE: &str = "CUDA_BUILDER_LLVM";

/// The places to look in.
#[derive(Debug, Default)]
pub(crate) struct SearchPaths {
    /// The only toolchain to consider, when set.
    pub(crate) toolchain: Option<OsString>,
    /// The only directory of LLVM's tools to consider, when set.
    pub(crate) llvm: Option<PathBuf>,
    /// Directories of programs.
    pub(crate) path: Vec<PathBuf>,
    /// Where cargo keeps its programs: a rustc there is rustup's proxy, which may download.
    pub(crate) cargo_home: Option<PathBuf>,
    /// Where rustup keeps its toolchains.
    pub(crate) rustup_home: Option<PathBuf>,
}

impl SearchPaths {
    pub(crate) fn from_environment() -> SearchPaths {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let home = std::env::home_dir();
        let under_home = |name: &str| home.as_ref().map(|home| home.join(name));
        let mut path: Vec<PathBuf> =
            variable("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
        path.push("/usr/bin".into());
        SearchPaths {
            toolchain: variable(TOOLCHAIN_VARIABLE),
            llvm: variable(LLVM_VARIABLE).map(PathBuf::from),
            path,
            cargo_home: variable("CARGO_HOME").map(PathBuf::from).or_else(|| under_home(".cargo")),
            rustup_home: variable("RUSTUP_HOME").map(PathBuf::from).or_else(|| under_home(".rustup")),
        }
    }

    /// The first toolchain that will do.
    pub(crate) fn run(&self) -> Result<Toolchain, Error> {
        let mut looked_at = Vec::new();
        for sysroot in self.sysroots() {
            match Toolchain::probe(&sysroot, self) {
                Ok(toolchain) => return Ok(toolchain),
                Err(rejected) => looked_at.push(rejected),
            }
        }
        Err(Error::NoToolchain { looked_at })
    }

    /// Directories with a `bin/rustc`, in the order of preference, or the one that the environment names.
    fn sysroots(&self) -> Vec<PathBuf> {
        if let Some(named) = &self.toolchain {
            return vec![self.named(named)];
        }
        let rustc = format!("rustc{}", std::env::consts::EXE_SUFFIX);
        let mut seen = HashSet::new();
        let on_path = self.path.iter().filter(|directory| !self.is_proxy(directory));
        on_path
            .filter_map(|directory| Some(real(directory).parent()?.to_owned()))
            .chain(self.rustup_toolchains())
            .filter(|sysroot| sysroot.join("bin").join(&rustc).is_file() && seen.insert(real(sysroot)))
            .collect()
    }

    fn named(&self, name: &OsString) -> PathBuf {
        let path = PathBuf::from(name);
        if path.is_dir() {
            return path;
        }
        let of_rustup = self.rustup_toolchains().into_iter().find(|toolchain| {
            let file = toolchain.file_name().unwrap_or_default().to_string_lossy();
            let name = name.to_string_lossy();
            file == name || file.strip_prefix(&*name).is_some_and(|rest| rest.starts_with('-'))
        });
        of_rustup.unwrap_or(path)
    }

    fn is_proxy(&self, directory: &Path) -> bool {
        let proxies = self.cargo_home.as_ref().map(|home| home.join("bin"));
        directory.file_name().is_none_or(|name| name != "bin")
            || proxies.is_some_and(|proxies| real(&proxies) == real(directory))
    }

    /// rustup's toolchains by name, nightly ones first.
    fn rustup_toolchains(&self) -> Vec<PathBuf> {
        let directory = self.rustup_home.as_ref().map(|home| home.join("toolchains"));
        let entries = directory.and_then(|directory| std::fs::read_dir(directory).ok());
        let mut toolchains: Vec<PathBuf> =
            entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        toolchains.sort_by_key(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (!name.starts_with("nightly"), name)
        });
        toolchains
    }

    /// The tools of LLVM `major` for the toolchain of `sysroot`; the error says what was tried.
    pub(crate) fn llvm_tools(&self, sysroot: &Path, host: &str, major: u32) -> Result<LlvmTools, String> {
        let directories = match &self.llvm {
            Some(directory) => vec![directory.clone()],
            None => {
                let usual = llvm::usual_directories(sysroot, host, major);
                usual.into_iter().chain(self.path.iter().cloned()).collect()
            }
        };
        let mut other = None;
        for directory in directories {
            match LlvmTools::probe(&directory, major) {
                Ok(tools) => return Ok(tools),
                Err(rejected) if self.llvm.is_some() || rejected.reason.starts_with("LLVM") => {
                    other = other.or(Some(rejected));
                }
                Err(_) => {}
            }
        }
        let found = other.map(|Rejected { place, reason }| format!(" ({} has {reason})", place.display()));
        Err(format!(
            "no llvm-link, llvm-nm, opt and llc of LLVM {major}{}: install llvm-{major} (Debian), or run rustup \
             component add llvm-tools --toolchain {}",
            found.unwrap_or_default(),
            sysroot.file_name().unwrap_or_default().to_string_lossy(),
        ))
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.into())
}

#[cfg(all(test, unix))]
mod tests;
