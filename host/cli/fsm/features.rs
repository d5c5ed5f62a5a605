//! The feature matrix: graphs by patterns, as CSV.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use motherlode::transactions::Database;

/// Which graphs contain each pattern, in the order in which the patterns are written.
#[derive(Debug, Default)]
pub struct Features {
    /// For each pattern, its number and a bit for each graph.
    columns: Vec<(u64, Vec<u64>)>,
}

impl Features {
    /// Adds pattern `number`, which `graphs` contain.
    pub fn add(&mut self, number: u64, graphs: &[u32]) {
        let words = graphs.last().map_or(0, |last| *last as usize / 64 + 1);
        let mut bits = vec![0u64; words];
        graphs.iter().for_each(|graph| bits[*graph as usize / 64] |= 1 << (graph % 64));
        self.columns.push((number, bits));
    }

    /// Writes a line for each graph: its name, its class if the input gives any, and 1 or 0 for each pattern.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path, database: &Database) -> io::Result<()> {
        let mut out = BufWriter::new(File::create(path)?);
        write!(out, "graph")?;
        if database.classes().is_some() {
            write!(out, ",class")?;
        }
        for (number, _) in &self.columns {
            write!(out, ",{number}")?;
        }
        writeln!(out)?;
        for graph in 0..database.graphs() {
            write!(out, "{}", quoted(database.name(graph)))?;
            if let Some(classes) = database.classes() {
                write!(out, ",{}", quoted(classes.get(graph as usize)))?;
            }
            let (word, bit) = (graph as usize / 64, graph % 64);
            for (_, bits) in &self.columns {
                let contains = bits.get(word).is_some_and(|bits| bits >> bit & 1 == 1);
                out.write_all(if contains { b",1" } else { b",0" })?;
            }
            writeln!(out)?;
        }
        out.flush()
    }
}

/// A field as RFC 4180 has it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
