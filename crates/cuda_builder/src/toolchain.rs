//! A Rust toolchain that can compile for the device.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;
use crate::discover::SearchPaths;
use crate::error::Rejected;
use crate::llvm::{self, LlvmTools};
use crate::process;

/// The oldest rustc that marks functions for GPUs as convergent: with an older one, LLVM may move a vote or a barrier
/// into a branch.
const OLDEST: (u32, u32) = (1, 96);

/// rustc, cargo, the source of `core`, and LLVM's tools, that fit together.
#[derive(Clone, Debug)]
pub struct Toolchain {
    sysroot: PathBuf,
    version: Version,
    llvm: LlvmTools,
}

impl Toolchain {
    /// Looks for one: in the places that `CUDA_BUILDER_TOOLCHAIN` and `CUDA_BUILDER_LLVM` name, if they are set;
    /// else the directories of `PATH` and `/usr/bin` (Debian's), then rustup's toolchains, nightly ones first.
    ///
    /// # Errors
    /// [`Error::NoToolchain`], with what is missing in each place.
    pub fn find() -> Result<Toolchain, Error> {
        SearchPaths::from_environment().run()
    }

    /// The toolchain whose programs are in `sysroot/bin`, with LLVM's tools from one of `llvm_directories`, or from
    /// where they usually are.
    pub(crate) fn probe(sysroot: &Path, search: &SearchPaths) -> Result<Toolchain, Rejected> {
        let reject = |reason: String| Rejected { place: sysroot.into(), reason };
        let version = Version::of(&program(sysroot, "rustc")).map_err(|error| reject(error.to_string()))?;
        if version.release < OLDEST {
            let (major, minor) = OLDEST;
            return Err(reject(format!("rustc {}, but {major}.{minor} or later is needed", version.line)));
        }
        let library = library(sysroot).join("core/src/lib.rs");
        if !library.is_file() {
            return Err(reject(format!(
                "no source of core ({}): install rust-web-src (Debian), or run rustup component add rust-src \
                 --toolchain {}",
                library.display(),
                sysroot.file_name().unwrap_or_default().to_string_lossy(),
            )));
        }
        if !program(sysroot, "cargo").is_file() {
            return Err(reject("no bin/cargo: install cargo-web (Debian)".to_owned()));
        }
        let llvm = search.llvm_tools(sysroot, &version.host, version.llvm).map_err(reject)?;
        Ok(Toolchain { sysroot: sysroot.into(), version, llvm })
    }

    /// What it consists of: `rustc 1.96.0 (ac68faa20 2026-05-25), LLVM 22.1.8`.
    ///
    /// The same description from two machines means the same PTX from the same sources.
    pub fn description(&self) -> String {
        format!("rustc {}, LLVM {}", self.version.line, self.llvm.version())
    }

    /// A command that runs its cargo, and through it its rustc, with unstable features.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = Command::new(program(&self.sysroot, "cargo"));
        command.env("RUSTC", program(&self.sysroot, "rustc")).env("RUSTC_BOOTSTRAP", "1");
        command
    }

    /// LLVM's tools.
    pub(crate) fn llvm(&self) -> &LlvmTools {
        &self.llvm
    }

    /// The directories that the source of `core` may be named by.
    pub(crate) fn source_roots(&self) -> Vec<PathBuf> {
        let rust = self.sysroot.join("lib/rustlib/src/rust");
        let real = rust.canonicalize().ok();
        std::iter::once(rust).chain(real).collect()
    }
}

fn program(sysroot: &Path, name: &str) -> PathBuf {
    sysroot.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn library(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib/src/rust/library")
}

/// What `rustc -vV` says.
#[derive(Clone, Debug, PartialEq)]
struct Version {
    /// `1.96.0 (ac68faa20 2026-05-25)`, without what a distribution adds.
    line: String,
    /// Major and minor.
    release: (u32, u32),
    /// The host's target: `x86_64-unknown-linux-gnu`.
    host: String,
    /// The major version of LLVM.
    llvm: u32,
}

impl Version {
    fn of(rustc: &Path) -> Result<Version, Error> {
        let text = process::text(Command::new(rustc).arg("-vV"))?;
        Version::parse(&text).ok_or_else(|| Error::Malformed {
            path: rustc.into(),
            problem: format!("rustc -vV says {text:?}, which lacks its version, host or LLVM version"),
        })
    }

    fn parse(text: &str) -> Option<Version> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let first = text.lines().next()?.strip_prefix("rustc ")?;
        let line = first.split_inclusive(')').next().unwrap_or(first).trim().to_owned();
        let mut numbers = field("release:")?.split('.');
        let release = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        let llvm = llvm::major(&llvm::parse_version(text)?)?;
        Some(Version { line, release, host: field("host:")?.to_owned(), llvm })
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_of_real_compilers() {
        let debian = "rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)\nbinary: rustc\n\
            host: x86_64-unknown-linux-gnu\nrelease: 1.96.0\nLLVM version: 22.1.8\n";
        let expected = Version {
            line: "1.96.0 (ac68faa20 2026-05-25)".to_owned(),
            release: (1, 96),
            host: "x86_64-unknown-linux-gnu".to_owned(),
            llvm: 22,
        };
        assert_eq!(Version::parse(debian), Some(expected));
        let nightly = "rustc 1.98.0-nightly (0123abcd 2026-07-01)\nbinary: rustc\nhost: aarch64-apple-darwin\n\
            release: 1.98.0-nightly\nLLVM version: 23.1.0\n";
        let version = Version::parse(nightly).unwrap();
        assert_eq!((version.release, version.llvm), ((1, 98), 23));
        assert_eq!(version.line, "1.98.0-nightly (0123abcd 2026-07-01)");
    }

    #[test]
    fn refuses_what_is_not_rustc() {
        for text in
            ["", "rustc 1.96.0\nrelease: 1.96.0\n", "gcc 14\nrelease: 1.96.0\nhost: x\nLLVM version: 22\n"]
        {
            assert_eq!(Version::parse(text), None, "{text:?}");
        }
    }
}
