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

/// Kernels that may spill, so many bytes stored and loaded at most, and why.
const MAY_SPILL: &[(&str, u64, &str)] = &[
    ("fill", u64::MAX, SEEDING),
    ("draw_matches", 80, SEEDING),
    ("draw_matches_combined", 80, SEEDING),
    ("draw_attributed_matches", 80, SEEDING),
    ("draw_attributed_matches_combined", 80, SEEDING),
    ("sample_matches", 80, SEEDING),
    ("sample_attributed_matches", 80, SEEDING),
    ("draw_cliques", 150, SEEDING),
    ("draw_cliques_wide", 150, SEEDING),
    ("count_by_pivots", 1300, SHARED_OUT),
    ("count_by_pivots_wide", 1300, SHARED_OUT),
    ("resume_by_pivots", 1300, SHARED_OUT),
    ("resume_by_pivots_wide", 1300, SHARED_OUT),
    ("begin_cliques_at_vertices", 1150, SHARED_OUT),
    ("begin_cliques_at_vertices_wide", 1150, SHARED_OUT),
    ("resume_cliques_at_vertices", 1150, SHARED_OUT),
    ("resume_cliques_at_vertices_wide", 1150, SHARED_OUT),
    ("count_cliques_at_edges", 2600, SHARED_OUT),
    ("count_cliques_at_edges_wide", 2600, SHARED_OUT),
    ("resume_cliques_at_edges", 2600, SHARED_OUT),
    ("resume_cliques_at_edges_wide", 2600, SHARED_OUT),
    ("count_cliques_at_vertices_128", 2250, TWO_WORDS),
    ("count_cliques_at_vertices_128_wide", 2250, TWO_WORDS),
    ("resume_cliques_at_vertices_128", 2250, TWO_WORDS),
    ("resume_cliques_at_vertices_128_wide", 2250, TWO_WORDS),
    ("count_cliques_at_edges_128", 2250, TWO_WORDS),
    ("count_cliques_at_edges_128_wide", 2250, TWO_WORDS),
    ("resume_cliques_at_edges_128", 2250, TWO_WORDS),
    ("resume_cliques_at_edges_128_wide", 2250, TWO_WORDS),
    ("count_cliques", 650, OCCUPIED),
    ("count_5_cliques_at_vertices", 160, OCCUPIED),
    ("count_prefixed_triangles", 16, ON_ONE),
    ("sum_cliques_at_vertices", 8, ONE_WORD),
];
const SEEDING: &str = "gpu_rand's seeding calls itself, so it stays a function, and saves registers";
/// On the H100 7-cliques of rmat16 take 49.7 ms with 64 registers, and 58.0 with the 126 that nothing spills with: half as many warps. One in a hundred instructions
/// is for what spills. 5-cliques at the vertices of ego-facebook take 0.53 and 0.75 ms.
const OCCUPIED: &str = "twice as many warps are worth more (benches/results/notes.md)";

/// To share searches among warps, and to hand them over, takes registers. On the H100 every size of rmat14 takes 37 ms so, and 7.61 s where nothing
/// spilled and nobody shared; 7-cliques at the vertices of ego-facebook 0.48 and 7.37 s.
const SHARED_OUT: &str = "that others go on with a long search is worth more (benches/results/notes.md)";

/// As the kernels in 64 bits, whose numbers of cliques take half the registers. Nothing else counts so many.
const TWO_WORDS: &str = "its numbers have two words, and nothing else counts so many cliques";

/// One register more would leave room for half as many warps.
const ONE_WORD: &str = "it waits for atomics, and one word is not seen (benches/results/notes.md)";

/// A card of compute capability 8.0 was not at hand.
const ON_ONE: &str = "two words for sm_80 alone, none where it was measured";

/// Assembles the PTX in ptx/ with NVIDIA's ptxas, and prints what each kernel uses. Fails when a kernel spills
/// registers to memory, unless it is one that may, and no more than it may.
///
/// ptxas is the one that PTXAS names, or that of PATH or of the CUDA toolkit, or is installed into target/ from the wheel
/// nvidia-cuda-nvcc.
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
        spilling.extend(kernels.into_iter().filter(Kernel::spills).map(|kernel| (title.clone(), kernel)));
    }
    spilling.retain(|(title, kernel)| {
        let spilled = kernel.spill_stores + kernel.spill_loads;
        let allowed = MAY_SPILL.iter().find(|&&(name, most, _)| name == kernel.name && spilled <= most);
        if let Some((name, _, reason)) = allowed {
            println!("{title}: {name} may spill: {reason}");
        }
        allowed.is_none()
    });
    if !spilling.is_empty() {
        let names: Vec<String> =
            spilling.iter().map(|(title, kernel)| format!("{} ({title})", kernel.name)).collect();
        bail!("registers are spilled by {}", names.join(", "));
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
