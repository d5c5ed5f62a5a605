//! Counts the motifs of a graph by an embedding table: rows are extended by any neighbour, and told apart by their
//! pattern.
//!
//! ```text
//! cargo run --release --example table_motifs -- GRAPH 4
//! ```

use std::error::Error;
use std::path::Path;

use motherlode::graph::{self, LoadOptions};
use motherlode::mine::{Placed, table::TableOptions};
use motherlode::runtime::{Choice, Device};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(k)) = (args.next(), args.next()) else {
        return Err("give a graph's file and how many vertices a motif has".into());
    };
    let (graph, k) = (graph::load(Path::new(&path), &LoadOptions::default())?, k.parse::<usize>()?);

    let placed = Placed::new(graph.csr(), &Device::open(Choice::Auto, None)?);
    let mut table = placed.table(&TableOptions::default())?;
    for _ in 1..k {
        table.extend_by_vertex()?;
    }
    for found in table.patterns()? {
        println!("{:>16}  {}", found.rows, found.pattern);
    }
    Ok(())
}
