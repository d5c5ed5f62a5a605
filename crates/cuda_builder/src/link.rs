//! From bitcode to PTX: link everything, drop what no kernel reaches, optimise as a whole, generate code.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arch::{Arch, PtxVersion};
use crate::llvm::LlvmTools;
use crate::markers::Exports;
use crate::{Error, entry, panics, process};

/// The glue that `cuda_std` needs and rustc cannot express.
pub(crate) const INTRINSICS: &str = include_str!("intrinsics.ll");

/// Options of LLVM's tools on which the PTX depends.
pub(crate) const REDUCE: &str = "-passes=internalize,globaldce";
pub(crate) const OPTIMISE: &[&str] = &["-passes=internalize,globaldce,default<O3>"];
pub(crate) const GENERATE: &[&str] = &["-O3"];

/// What to make of `libraries`.
pub(crate) struct Request<'a> {
    pub(crate) libraries: &'a [PathBuf],
    pub(crate) arch: Arch,
    pub(crate) ptx: PtxVersion,
    /// For the files between the steps.
    pub(crate) directory: &'a Path,
    /// Where the PTX goes.
    pub(crate) output: &'a Path,
}

/// Links `request.libraries` to one PTX file, and says what the host finds in it.
pub(crate) fn link(llvm: &LlvmTools, request: &Request<'_>) -> Result<Exports, Error> {
    process::create_directory(request.directory)?;
    let file = |name: &str| request.directory.join(name);
    let (glue, linked, reduced, rewritten, optimised) = (
        file("intrinsics.ll"),
        file("linked.bc"),
        file("reduced.ll"),
        file("rewritten.ll"),
        file("optimised.bc"),
    );

    process::write(&glue, INTRINSICS)?;
    let mut command = llvm.command("llvm-link");
    command.arg("--ignore-non-bitcode").args(request.libraries).arg(glue);
    output(&mut command, &linked)?;

    let symbols = process::text(llvm.command("llvm-nm").arg("--defined-only").arg(&linked))?;
    let exports = Exports::parse(&symbols);

    let keep = format!("-internalize-public-api-list={}", exports.names());
    let mut command = llvm.command("opt");
    // The hook has no callers yet.
    command
        .arg(REDUCE)
        .arg(format!("{keep},{}", panics::BOUNDS_HOOK))
        .args(["-S".as_ref(), linked.as_os_str()]);
    output(&mut command, &reduced)?;
    let text = entry::rewrite(&process::read(&reduced)?, &exports.kernels)?;
    process::write(&rewritten, &panics::inline(&panics::hook(&text)))?;

    let cpu = format!("-mcpu={}", request.arch);
    output(llvm.command("opt").args(OPTIMISE).args([&keep, &cpu]).arg(&rewritten), &optimised)?;
    let features = format!("-mattr=+ptx{}{}", request.ptx.major, request.ptx.minor);
    output(llvm.command("llc").args(GENERATE).args([&cpu, &features]).arg(&optimised), request.output)?;
    Ok(exports)
}

fn output(command: &mut Command, path: &Path) -> Result<(), Error> {
    process::run(command.arg("-o").arg(path)).map(drop)
}
