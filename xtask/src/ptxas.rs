//! `cargo xtask ptxas`: what NVIDIA's assembler makes of the PTX, with no GPU.

pub(crate) mod find;
mod report;

use std::process::Command;

use anyhow::{Context, Result, bail};
use cuda_builder::{Arch, PtxFile, Ptxas};
use rayon::prelude::*;

use report::{Kernel, parse};

/// The cards that are asked about: the first that runs the PTX, and the one that figures are measured on.
const CARDS: [Arch; 2] = [Arch::SM_80, Arch::SM_90];

/// Assembles the PTX in ptx/ with NVIDIA's ptxas, and prints what each kernel uses. Fails when a kernel spills
/// more registers to memory than it says that it may.
///
/// ptxas is the one that PTXAS names, or that of PATH or of the CUDA toolkit, or is installed into target/ from the
/// wheel nvidia-cuda-nvcc.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> Result<()> {
    let ptxas = find::ptxas(&crate::root())?;
    let files = crate::ptx::manifest()?.files;
    let jobs: Vec<(&PtxFile, Arch)> =
        files.iter().flat_map(|file| CARDS.iter().map(move |&card| (file, card))).collect();
    let assembled: Vec<Vec<Kernel>> =
        jobs.par_iter().map(|&(file, card)| assemble(&ptxas, file, card)).collect::<Result<_>>()?;
    let mut spilling = Vec::new();
    for ((file, card), kernels) in jobs.into_iter().zip(assembled) {
        let title = format!("{} on {card}", file.name);
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

/// The kernels of a file, as ptxas reports them for a card.
fn assemble(ptxas: &Ptxas, file: &PtxFile, card: Arch) -> Result<Vec<Kernel>> {
    let path = crate::ptx::directory().join(&file.name);
    let mut command = Command::new(ptxas.program());
    command.arg("-v").arg(format!("-arch={card}")).arg(&path).args(["-o", "/dev/null"]);
    let output = command.output().with_context(|| format!("cannot run {}", ptxas.program().display()))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("ptxas rejects {}:\n{text}", path.display());
    }
    let kernels = parse(&text);
    if kernels.is_empty() {
        bail!("ptxas names no kernel of {}:\n{text}", path.display());
    }
    Ok(kernels)
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
