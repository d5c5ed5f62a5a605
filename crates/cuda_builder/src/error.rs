//! What can go wrong, and what to do about it.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitStatus;

use crate::arch::Arch;

/// Why a build failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No toolchain can compile for the device.
    #[error("no toolchain that compiles Rust to PTX was found.{}\n{INSTALL}", list(.looked_at))]
    NoToolchain {
        /// Each place that was tried, and what is missing there.
        looked_at: Vec<Rejected>,
    },
    /// The name or number of an architecture is not known.
    #[error("`{text}` is not an architecture that can be built for: {}", archs())]
    UnknownArch {
        /// What was given.
        text: String,
    },
    /// A version of PTX was asked for that the architecture is too new for.
    #[error("{arch} needs PTX {} or later, not {asked}", .arch.lowest_ptx())]
    PtxTooOld {
        /// The architecture.
        arch: Arch,
        /// The version asked for.
        asked: crate::PtxVersion,
    },
    /// A program could not be started.
    #[error("cannot run {}: {source}", .program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A program failed.
    #[error("{command} failed ({status}):\n{output}")]
    Failed {
        /// What was run.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// What it wrote to standard error.
        output: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file does not hold what it should.
    #[error("{}: {problem}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The crate has nothing that the host could launch.
    #[error("{} has no kernels: mark a function with #[cuda_std::kernel]", .path.display())]
    NoKernels {
        /// The crate.
        path: PathBuf,
    },
    /// A kernel's entry point is not what `#[kernel]` writes.
    #[error(
        "the entry point of kernel `{kernel}` is not of the form that #[cuda_std::kernel] writes: {line}"
    )]
    Entry {
        /// The kernel.
        kernel: String,
        /// Its definition in LLVM's intermediate form.
        line: String,
    },
}

/// A place where a toolchain, or part of one, was looked for, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The place.
    pub place: PathBuf,
    /// What is missing, and how to get it.
    pub reason: String,
}

const INSTALL: &str = "Install one of these:
  Debian: apt-get install --no-install-recommends rustc-web cargo-web rust-web-src llvm-22
  elsewhere: rustup toolchain install nightly --component rust-src --component llvm-tools
or name one: CUDA_BUILDER_TOOLCHAIN=<its directory, with bin/rustc, or the name of a rustup toolchain>, \
and CUDA_BUILDER_LLVM=<directory of llvm-link, llvm-nm, opt and llc> when they are elsewhere.";

fn list(looked_at: &[Rejected]) -> String {
    let mut text = String::new();
    for rejected in looked_at {
        write!(text, "\n  {}: {}", rejected.place.display(), rejected.reason)
            .expect("a string can be written");
    }
    text
}

fn archs() -> String {
    Arch::ALL.iter().map(Arch::to_string).collect::<Vec<_>>().join(", ")
}
