//! From bitcode to PTX: link everything, drop what no kernel reaches, and for each family of kernels optimise as a
//! whole what it reaches, and generate code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arch::{Arch, PtxVersion};
use crate::llvm::LlvmTools;
use crate::markers::Exports;
use crate::{Error, entry, names, panics, process};

/// The glue that `cuda_std` needs and rustc cannot express.
pub(crate) const INTRINSICS: &str = include_str!("intrinsics.ll");

/// Options of LLVM's tools on which the PTX depends.
pub(crate) const REDUCE: &str = "-passes=internalize,globaldce";
pub(crate) const OPTIMISE: &[&str] = &["-passes=internalize,globaldce,default<O3>"];
pub(crate) const GENERATE: &[&str] = &["-O3"];
/// What stays visible, and so what is not dropped.
const KEEP: &str = "-internalize-public-api-list=";

/// What to make of `libraries`.
pub(crate) struct LinkRequest<'a> {
    pub(crate) libraries: &'a [PathBuf],
    pub(crate) arch: Arch,
    pub(crate) ptx: PtxVersion,
    /// For the files between the steps, and the PTX.
    pub(crate) directory: &'a Path,
}

/// A family's PTX.
pub(crate) struct LinkedModule {
    pub(crate) family: String,
    pub(crate) kernels: Vec<String>,
    pub(crate) may_spill: BTreeMap<String, u64>,
    pub(crate) ptx: String,
}

/// Links `request.libraries` to a PTX module for each family of kernels.
pub(crate) fn link(llvm: &LlvmTools, request: &LinkRequest<'_>) -> Result<Vec<LinkedModule>, Error> {
    process::create_directory(request.directory)?;
    let file = |name: &str| request.directory.join(name);
    let (glue, linked, reduced, rewritten) =
        (file("intrinsics.ll"), file("linked.bc"), file("reduced.ll"), file("rewritten.ll"));

    process::write(&glue, INTRINSICS)?;
    let mut command = llvm.command("llvm-link");
    command.arg("--ignore-non-bitcode").args(request.libraries).arg(glue);
    output(&mut command, &linked)?;

    let symbols = process::text(llvm.command("llvm-nm").arg("--defined-only").arg(&linked))?;
    let exports = Exports::parse(&symbols);

    let all = exports.names(exports.kernels.iter().map(|kernel| &kernel.name));
    let mut command = llvm.command("opt");
    // The hook has no callers yet.
    command
        .arg(REDUCE)
        .arg(format!("{KEEP}{all},{}", panics::BOUNDS_HOOK))
        .args(["-S".as_ref(), linked.as_os_str()]);
    output(&mut command, &reduced)?;
    let text = entry::rewrite(&process::read(&reduced)?, &exports.kernels)?;
    process::write(&rewritten, &names::without_hashes(&panics::inline(&panics::hook(&text))))?;

    let module = |family: &str| {
        let kernels = exports.of_family(family);
        let (optimised, output) = (file(&format!("{family}.bc")), file(&format!("{family}.ptx")));
        let keep = format!("{KEEP}{}", exports.names(&kernels));
        generate(llvm, request, &keep, [&rewritten, &optimised, &output])?;
        let (may_spill, ptx) = (exports.may_spill(family), process::read(&output)?);
        Ok(LinkedModule { family: family.to_owned(), kernels, may_spill, ptx })
    };
    exports.families().into_iter().map(module).collect()
}

/// Optimises what the symbols that are kept reach of a module, and generates PTX: from the first path to the last.
fn generate(
    llvm: &LlvmTools,
    request: &LinkRequest<'_>,
    keep: &str,
    [from, optimised, to]: [&Path; 3],
) -> Result<(), Error> {
    let cpu = format!("-mcpu={}", request.arch);
    output(llvm.command("opt").args(OPTIMISE).args([keep, &cpu]).arg(from), optimised)?;
    let features = format!("-mattr=+ptx{}{}", request.ptx.major, request.ptx.minor);
    output(llvm.command("llc").args(GENERATE).args([&cpu, &features]).arg(optimised), to)
}

fn output(command: &mut Command, path: &Path) -> Result<(), Error> {
    process::run(command.arg("-o").arg(path)).map(drop)
}
