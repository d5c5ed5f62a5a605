//! What a job must do at least, over what the card can do: the distance to the hardware's limit.
//!
//! The ceilings of memory were measured on the H100 by Rust kernels; those of instructions are NVIDIA's figures for
//! compute capability 9.0 (CUDA C++ Programming Guide, "Arithmetic Instructions") at the highest clock.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::units::{amount, or_dash, seconds};
use crate::bench::graphs::stem;
use crate::bench::results::{Measured, Results};
use crate::bench::rows::{self, Set};
use crate::report::tables::times;
use crate::table::Table;

/// Bytes a second of the H100's memory in sequence.
const SEQUENTIAL: f64 = 3085e9;
/// Bytes a second in random lines of 128 bytes.
const RANDOM: f64 = 809e9;
const LINE: f64 = 128.0;
/// Multiprocessors times clock.
const CLOCKS: f64 = 132.0 * 1.98e9;
/// Words that lanes load or update a second, be it in shared memory: 32 a multiprocessor and clock.
const LOADS: f64 = 32.0 * CLOCKS;
/// Words whose bits are counted a second: 16 a multiprocessor and clock.
const POPCOUNTS: f64 = 16.0 * CLOCKS;

/// What a graph holds, as `examples/work.rs` counts it.
#[derive(Deserialize)]
pub struct FloorWork {
    /// What its file is called, without the extension.
    pub graph: String,
    /// Of the graph in compressed sparse rows.
    pub bytes: u64,
    /// Over the edges, oriented towards the higher degree, the elements of the shorter of the ends' lists.
    pub searches: u64,
    /// Paths of three vertices with an end of the highest degree of the three.
    pub wedges: u64,
    pub triangles: u64,
}

/// Reads what `examples/work.rs` has counted.
pub fn load(path: &Path) -> Result<Vec<FloorWork>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("reading {}", path.display()))
}

/// Operations of a job.
#[derive(Debug, Default, PartialEq)]
struct Operations {
    searches: u64,
    wedges: u64,
    /// Words of bit matrices that are combined and counted.
    words: u128,
}

impl Operations {
    /// The operations that a job takes, if it is known.
    fn of(pattern: &str, work: &FloorWork) -> Option<Operations> {
        let FloorWork { searches, wedges, triangles, .. } = *work;
        let triangle = Operations { searches, ..Operations::default() };
        Some(match pattern {
            "triangle" | "diamond" | "tailed-triangle" | "3-motifs" => triangle,
            "4-cycle" => Operations { wedges, ..Operations::default() },
            "house" => Operations { wedges, ..triangle },
            // Those of five vertices follow from those of four, and from more that is not known here.
            "4-motifs" | "5-motifs" => Operations { wedges, words: triangles.into(), ..triangle },
            _ => Operations {
                words: smaller_cliques(pattern.strip_suffix("-clique")?.parse().ok()?, work)?,
                ..triangle
            },
        })
    }

    /// Seconds if only instructions took time.
    fn seconds(&self) -> f64 {
        // A wedge is read from a list, and updates a counter.
        (self.searches as f64 + 2.0 * self.wedges as f64) / LOADS + self.words as f64 / POPCOUNTS
    }

    /// Seconds if every list element came from memory, and every counter in a line of its own.
    fn uncached_seconds(&self) -> f64 {
        4.0 * (self.searches + self.wedges) as f64 / SEQUENTIAL + LINE * self.wedges as f64 / RANDOM
    }
}

/// The cliques of 3 to k - 1 vertices: each is extended by a combination of at least one word.
fn smaller_cliques(k: u32, work: &FloorWork) -> Option<u128> {
    let rows = rows::load(Set::Card, None).ok()?;
    let count = |j: u32| {
        let name = format!("{j}-clique");
        rows.iter().find(|row| stem(&row.graph) == work.graph && row.job == name).map(|row| row.counts[&name])
    };
    (4..k).map(count).sum::<Option<u128>>().map(|larger| larger + u128::from(work.triangles))
}

/// The jobs beside what the card allows. Only a card has measured ceilings.
pub fn table(results: &Results, works: &[FloorWork]) -> Option<Table> {
    if results.set != Set::Card {
        return None;
    }
    let mut table = Table::new(&[
        "job",
        "graph",
        "graph's bytes",
        "searches",
        "wedges",
        "words",
        "by memory",
        "by instructions",
        "without caches",
        "measured",
        "to the limit",
    ]);
    for measured in &results.measured {
        if let Some(cells) = cells(results, measured, works) {
            table.row(cells);
        }
    }
    Some(table)
}

fn cells(results: &Results, measured: &Measured, works: &[FloorWork]) -> Option<Vec<String>> {
    let row = &measured.row;
    let work = works.iter().find(|work| work.graph == stem(&row.graph))?;
    let operations = Operations::of(row.pattern(), work)?;
    let mine = results.seconds(measured)?.median;
    let (memory, instructions) = (work.bytes as f64 / SEQUENTIAL, operations.seconds());
    let some = |number: f64| or_dash((number > 0.0).then(|| amount(number)));
    Some(vec![
        row.job.clone(),
        row.graph.clone(),
        amount(work.bytes as f64) + "B",
        some(operations.searches as f64),
        some(operations.wedges as f64),
        some(operations.words as f64),
        seconds(memory),
        seconds(instructions),
        seconds(memory + operations.uncached_seconds()),
        seconds(mine),
        times(mine / memory.max(instructions)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(graph: &str) -> FloorWork {
        FloorWork { graph: stem(graph), bytes: 1, searches: 20, wedges: 300, triangles: 4000 }
    }

    #[test]
    fn each_job_has_its_operations() {
        let of = |pattern| Operations::of(pattern, &work("rmat:18"));
        assert_eq!(of("triangle"), Some(Operations { searches: 20, wedges: 0, words: 0 }));
        assert_eq!(of("4-cycle"), Some(Operations { searches: 0, wedges: 300, words: 0 }));
        assert_eq!(of("house"), Some(Operations { searches: 20, wedges: 300, words: 0 }));
        assert_eq!(of("4-clique"), Some(Operations { searches: 20, wedges: 0, words: 4000 }));
        assert_eq!(of("5-clique"), Some(Operations { searches: 20, wedges: 0, words: 4000 + 2274889687 }));
        assert_eq!(of("bowtie"), None);
        assert_eq!(Operations::of("6-clique", &work("karate")), None);
    }

    #[test]
    fn every_row_of_the_card_has_operations() {
        for row in rows::load(Set::Card, None).unwrap() {
            assert!(
                Operations::of(row.pattern(), &work(&row.graph)).is_some(),
                "{} on {}",
                row.job,
                row.graph
            );
        }
    }
}
