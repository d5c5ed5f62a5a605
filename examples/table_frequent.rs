//! Finds the frequent patterns of one labelled graph by an embedding table: rows are extended by any adjacent edge,
//! told apart by their pattern, and kept if its support by minimum image is high enough.
//!
//! ```text
//! cargo run --release --example table_frequent -- GRAPH 100 3
//! ```

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use motherlode::graph::{self, LoadOptions};
use motherlode::mine::{Placed, table::TableOptions};
use motherlode::runtime::{Choice, Device};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, least, most_edges] = &args[..] else {
        return Err("give a graph's file, the least support, and the most edges of a pattern".into());
    };
    let (least, most_edges): (u64, usize) = (least.parse()?, most_edges.parse()?);
    let graph = graph::load(Path::new(&path), &LoadOptions::default())?;

    let placed = Placed::new(&graph, &Device::open(Choice::Auto, None)?);
    let mut table = placed.table(&TableOptions::default())?;
    for edges in 1..=most_edges {
        table.extend_by_edge()?;
        let supports = table.supports()?;
        let frequent: Vec<_> = supports.iter().filter(|(_, support)| *support >= least).collect();
        for (found, support) in &frequent {
            println!("{support:>12}  {}", found.pattern);
        }
        if edges < most_edges {
            let kept: HashSet<_> = frequent.iter().map(|(found, _)| &found.pattern).collect();
            table.retain_patterns(|pattern| kept.contains(pattern))?;
        }
    }
    Ok(())
}
