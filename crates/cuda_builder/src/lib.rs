//! Builds a Rust crate of kernels to PTX, in the spirit of Rust-CUDA's builder of the same name.
//!
//! ```no_run
//! use cuda_builder::{Arch, CudaBuilder};
//!
//! let build = CudaBuilder::new("device").arch(Arch::SM_80).arch(Arch::SM_90).build()?;
//! for ptx in &build.ptx {
//!     println!("{}: {} bytes", ptx.file_name(), ptx.text.len());
//! }
//! # Ok::<(), cuda_builder::Error>(())
//! ```
//!
//! It drives rustc's own back end: `cargo -Z build-std=core --target nvptx64-nvidia-cuda` compiles the crate and `core`
//! to LLVM bitcode, and LLVM's tools of the same version link it, drop what no kernel reaches, and for each family of
//! kernels optimise what it reaches as a whole, and generate a PTX module. No CUDA toolkit takes part.
//! [`Toolchain::find`] says where the tools are looked for.
//!
//! Where NVIDIA's assembler is installed, [`Ptxas`] makes machine code of the PTX for given cards.
//!
//! The PTX depends on the sources, the toolchain and the version of this crate, and on nothing else: not on the
//! directory, the user, or the environment.

mod arch;
mod builder;
mod cargo;
mod discover;
mod entry;
mod error;
mod link;
mod llvm;
mod manifest;
mod markers;
mod names;
mod panics;
mod process;
mod ptxas;
mod toolchain;

pub use arch::{Arch, PtxVersion};
pub use builder::{Build, CudaBuilder, Ptx};
pub use discover::{LLVM_VARIABLE, TOOLCHAIN_VARIABLE};
pub use error::{Error, Rejected};
pub use llvm::LlvmTools;
pub use manifest::{Manifest, PtxFile};
pub use ptxas::{CubinJob, MACHINE_CODE_FOLDER, PTXAS_VARIABLE, Ptxas};
pub use toolchain::Toolchain;

/// Grows when this crate rewrites modules in another way.
const REWRITES: u32 = 3;

/// Everything but toolchain and sources on which the PTX depends.
fn recipe() -> String {
    format!(
        "{REWRITES}\n{:?}\n{:?}\n{}\n{:?}\n{:?}\n{}",
        cargo::RUSTC_FLAGS,
        cargo::PROFILE,
        link::REDUCE,
        link::OPTIMISE,
        link::GENERATE,
        link::INTRINSICS
    )
}
