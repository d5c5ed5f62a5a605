//! A first tour: counts in Zachary's karate club, checked against the known counts, and in a graph made on the spot.
//!
//! ```text
//! cargo run --profile quick --package tour
//! ```
//!
//! It takes the first NVIDIA card, or the CPU where there is none.

use std::error::Error;
use std::path::Path;

use motherlode::graph::{self, Csr, LoadOptions, generate};
use motherlode::mine::{CountOptions, Counted, count};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Choice, Device};

/// Patterns, and how many subgraphs of the karate club match them, edge-induced and vertex-induced.
const KNOWN: [(&str, u128, u128); 6] = [
    ("wedge", 528, 393),
    ("triangle", 45, 45),
    ("4-cycle", 154, 36),
    ("diamond", 151, 85),
    ("4-clique", 11, 11),
    ("house", 781, 139),
];

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::open(Choice::Auto, None)?;
    println!("device: {device}\n");

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/karate.el");
    let karate = graph::load(&file, &LoadOptions::default())?;
    println!("Zachary's karate club: {} vertices, {} edges", karate.csr().n(), karate.csr().edges());
    println!("{:>10}  {:>12}  {:>14}", "pattern", "edge-induced", "vertex-induced");
    for (name, edge, vertex) in KNOWN {
        let counted =
            [Induced::Edge, Induced::Vertex].map(|induced| count_one(karate.csr(), name, induced, &device));
        let [by_edge, by_vertex] = counted;
        let (by_edge, by_vertex) = (by_edge?.count, by_vertex?.count);
        println!("{name:>10}  {by_edge:12}  {by_vertex:14}");
        if (by_edge, by_vertex) != (edge, vertex) {
            return Err(format!("{name}: known are {edge} and {vertex}: please report this").into());
        }
    }
    println!("These are the known counts.\n");

    let (scale, edge_factor) = (14, 16);
    let rmat = generate::rmat(scale, edge_factor, generate::RMAT_SEED)?;
    println!("An R-MAT graph of scale {scale}: {} vertices, {} edges", rmat.n(), rmat.edges());
    println!("{:>10}  {:>12}  {:>14}", "pattern", "edge-induced", "seconds");
    for name in ["triangle", "diamond", "4-clique"] {
        let Counted { count, seconds, .. } = count_one(&rmat, name, Induced::Edge, &device)?;
        println!(
            "{name:>10}  {count:12}  {:14.3}",
            seconds.prepare + seconds.plan + seconds.transfer + seconds.mine
        );
    }
    Ok(())
}

/// Counts the pattern of that name.
fn count_one(
    graph: &Csr,
    pattern: &str,
    induced: Induced,
    device: &Device,
) -> Result<Counted, Box<dyn Error>> {
    let options = CountOptions::default().induced(induced);
    Ok(count(graph, &Pattern::parse(pattern)?, device, &options)?)
}
