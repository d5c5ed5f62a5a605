//! `cargo xtask ptxas`: what NVIDIA's assembler makes of the PTX, with no GPU.

pub(crate) mod find;
mod report;

use anyhow::{Result, bail};
use cuda_builder::{Arch, CubinJob, MACHINE_CODE_FOLDER, PtxFile, Ptxas};

use report::{Kernel, parse};

/// The cards that are asked about: the first that runs the PTX, and the one that figures are measured on.
const CARDS: [Arch; 2] = [Arch::SM_80, Arch::SM_90];

/// Assembles the PTX in ptx/ with NVIDIA's ptxas, and prints what each kernel uses. Fails when a kernel spills
/// more registers to memory than it says that it may. Builds that embed machine code take what it has made.
///
/// ptxas is the one that PTXAS names, or that of PATH or of the CUDA toolkit, or is installed into target/ from the
/// wheel nvidia-cuda-nvcc.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> Result<()> {
    let ptxas = find::ptxas(&crate::root())?;
    let files = crate::ptx::manifest()?.files;
    let texts =
        files.iter().map(|file| Ok(std::fs::read_to_string(crate::ptx::directory().join(&file.name))?));
    let texts: Vec<String> = texts.collect::<Result<_>>()?;
    let (asked, jobs): (Vec<&PtxFile>, Vec<CubinJob<'_>>) = files
        .iter()
        .zip(&texts)
        .flat_map(|(file, ptx)| CARDS.map(|arch| (file, CubinJob { family: &file.family, ptx, arch })))
        .unzip();
    let assembled = ptxas.assemble(&jobs, &crate::root().join(MACHINE_CODE_FOLDER))?;
    let mut spilling = Vec::new();
    for ((file, job), code) in asked.into_iter().zip(&jobs).zip(&assembled) {
        let title = format!("{} on {}", file.name, job.arch);
        let kernels = parse(&Ptxas::report(code)?);
        if kernels.is_empty() {
            bail!("ptxas names no kernel of {title}: {}", code.display());
        }
        print(&title, &kernels);
        for kernel in kernels.into_iter().filter(Kernel::spills) {
            let (spilled, allowed) =
                (kernel.spilled(), file.may_spill.get(&kernel.name).copied().unwrap_or(0));
            if spilled > allowed {
                spilling.push(format!("{} ({title}): {spilled} bytes, {allowed} allowed", kernel.name));
            }
        }
    }
    if !spilling.is_empty() {
        bail!(
            "registers are spilled (`may_spill` of cuda_std::kernel allows them):\n  {}",
            spilling.join("\n  ")
        );
    }
    Ok(())
}

fn print(file: &str, kernels: &[Kernel]) {
    let width = kernels.iter().map(|kernel| kernel.name.len()).max().unwrap_or(0).max(file.len());
    println!("{file:width$}  registers  stack  spill stores  spill loads  shared  constant");
    for kernel in kernels {
        let Kernel { name, registers, stack, spill_stores, spill_loads, shared, constant } = kernel;
        println!(
            "{name:width$}  {registers:9}  {stack:5}  {spill_stores:12}  {spill_loads:11}  {shared:6}  {constant:8}"
        );
    }
}
