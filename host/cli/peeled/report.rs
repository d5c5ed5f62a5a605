//! What is said of numbers that were found by peeling.

use std::fmt;

use serde::{Serialize, Serializer};

/// The numbers that were found, and what was written of them.
#[derive(Serialize)]
pub struct PeeledReport {
    /// What is said of the largest number.
    #[serde(skip)]
    pub headline: String,
    #[serde(flatten)]
    pub largest: KeyedValue<u32>,
    /// How many have each number.
    #[serde(flatten)]
    pub sizes: KeyedValue<Vec<SizeOf>>,
    /// What they are.
    #[serde(skip)]
    pub noun: &'static str,
    #[serde(flatten)]
    pub written: Option<Written>,
}

impl fmt::Display for PeeledReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline)?;
        write_sizes(f, &self.sizes.1, self.noun)?;
        self.written.iter().try_for_each(|written| written.fmt(f))
    }
}

/// A field that has a name of its own in JSON.
pub struct KeyedValue<T>(pub &'static str, pub T);

impl<T: Serialize> Serialize for KeyedValue<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, &self.1)])
    }
}

/// What is said of the largest number of its kind, of which there are none where there is no `noun`.
pub fn headline(kind: &str, largest: u32, noun: &str, count: usize) -> String {
    match count {
        0 => format!("there is no {noun}"),
        _ => format!("the largest {kind} number is {largest}"),
    }
}

/// What was written.
#[derive(Serialize)]
pub struct Written {
    pub(super) output: String,
    #[serde(flatten)]
    pub(super) part: Option<PartSize>,
}

/// How large the graph is that was written.
#[derive(Serialize)]
pub struct PartSize {
    #[serde(rename = "output_vertices")]
    pub(super) vertices: u32,
    #[serde(rename = "output_edges")]
    pub(super) edges: u64,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "output  {}", self.output)?;
        match &self.part {
            Some(PartSize { vertices, edges }) => writeln!(f, ": {vertices} vertices, {edges} edges"),
            None => writeln!(f),
        }
    }
}

/// How many there are of a number.
#[derive(Serialize)]
pub struct SizeOf {
    pub k: u32,
    pub count: u64,
}

/// Those of these sizes, from 0 on, that are not zero.
pub fn sizes(sizes: &[u64]) -> Vec<SizeOf> {
    (0..).zip(sizes).filter(|&(_, &count)| count > 0).map(|(k, &count)| SizeOf { k, count }).collect()
}

/// Writes sizes as a table of two columns.
fn write_sizes(f: &mut fmt::Formatter<'_>, sizes: &[SizeOf], noun: &str) -> fmt::Result {
    let widest = sizes.iter().map(|size| size.count.to_string().len()).max();
    let width = widest.unwrap_or(0).max(noun.len());
    writeln!(f, "{:>6}  {noun:>width$}", "k")?;
    sizes.iter().try_for_each(|SizeOf { k, count }| writeln!(f, "{k:>6}  {count:>width$}"))
}
