//! What graphs hold, as JSON: bytes, and the operations that counting in them takes at least with the ways of this
//! library. `cargo xtask report` sets them against what a card can do.
//!
//! ```text
//! cargo run --release --example work -- GRAPH... > benches/results/work.json
//! ```

use std::error::Error;
use std::path::Path;

use motherlode::graph::{self, Csr, LoadOptions};
use motherlode::mine::{CountOptions, count};
use motherlode::pattern::Pattern;
use motherlode::runtime::Device;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let works = files.iter().map(|file| work(Path::new(file))).collect::<Result<Vec<_>, _>>()?;
    println!("{}", serde_json::to_string_pretty(&works)?);
    Ok(())
}

/// The graph of that file, which is called by the file's name without its extension.
fn work(file: &Path) -> Result<serde_json::Value, Box<dyn Error>> {
    eprintln!("{}", file.display());
    let graph = graph::load(file, &LoadOptions::default())?;
    let csr = graph.csr();
    Ok(serde_json::json!({
        "graph": file.file_stem().unwrap_or_default().to_string_lossy(),
        "vertices": csr.n(),
        "edges": csr.edges(),
        "bytes": csr.bytes(),
        "searches": searches(csr),
        "wedges": wedges(csr),
        "triangles": u64::try_from(triangles(csr)?)?,
    }))
}

/// The order of the vertices: by degree, ties by number.
fn rank(csr: &Csr, v: u32) -> (u32, u32) {
    (csr.degree(v), v)
}

/// For each vertex the number of its neighbours of higher rank.
fn out_degrees(csr: &Csr) -> Vec<u64> {
    let higher = |v| csr.neighbors(v).iter().filter(|&&u| rank(csr, u) > rank(csr, v)).count() as u64;
    (0..csr.n()).into_par_iter().map(higher).collect()
}

/// Searches that find every triangle once: over the edges, oriented towards the higher rank, the elements of the
/// shorter of the ends' lists.
fn searches(csr: &Csr) -> u64 {
    let out = out_degrees(csr);
    let of = |v: u32| {
        let higher = csr.neighbors(v).iter().filter(|&&u| rank(csr, u) > rank(csr, v));
        higher.map(|&u| out[v as usize].min(out[u as usize])).sum::<u64>()
    };
    (0..csr.n()).into_par_iter().map(of).sum()
}

/// Wedges that find every 4-cycle: paths of three vertices, an end of which has the highest rank of the three. Of the
/// pairs of a vertex's neighbours, those but for the pairs in which both have a lower rank than the vertex.
fn wedges(csr: &Csr) -> u64 {
    let pairs = |of: u64| of * of.saturating_sub(1) / 2;
    let higher = out_degrees(csr);
    (0..csr.n())
        .map(|v| {
            let degree = u64::from(csr.degree(v));
            pairs(degree) - pairs(degree - higher[v as usize])
        })
        .sum()
}

fn triangles(csr: &Csr) -> Result<u128, Box<dyn Error>> {
    Ok(count(csr, &Pattern::parse("triangle")?, &Device::cpu(None), &CountOptions::default())?.count)
}
