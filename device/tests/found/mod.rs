//! Made-up extensions of the embeddings of several patterns, as kernels write and read them.

use std::ops::Range;

use motherlode_device::kernels::transactions::{Head, pair};

use crate::common::Random;

/// The embeddings of some patterns, and their extensions.
pub struct Found {
    /// For each pattern, how many numbers its extensions have, with number 0, which is none.
    pub numbers: Vec<u32>,
    /// For each pattern, its embeddings.
    pub rows: Vec<Vec<Row>>,
    /// The heads of all, and one more.
    pub heads: Vec<Head>,
    /// The extensions of all.
    pub extensions: Vec<u64>,
}

/// An embedding: its graph, and its extensions, by number and vertex.
pub struct Row {
    pub graph: u32,
    pub extensions: Vec<(u32, u32)>,
}

/// The first row of the first pattern.
pub const BASE: u32 = 7;

impl Found {
    /// Patterns of so many embeddings each, with up to so many numbers. Graphs have from one to many of the embeddings,
    /// in order; some of these have no extensions, and some many.
    pub fn random(random: &mut Random, sizes: &[(u32, u32)]) -> Self {
        let (mut found, mut signature) =
            (Found { numbers: vec![], rows: vec![], heads: vec![], extensions: vec![] }, 0);
        for &(rows, numbers) in sizes {
            let (mut graph, stay) = (random.below(5), 2 + random.below(300));
            let row = |_| {
                graph += if random.below(stay) < 2 { 1 + random.below(3) } else { 0 };
                let length = match random.below(20) {
                    0 => 70,
                    1..6 => 0,
                    _ => random.below(6),
                };
                let one = |random: &mut Random| (1 + random.below(numbers - 1), random.below(1000));
                Row { graph, extensions: (0..length).map(|_| one(random)).collect() }
            };
            let rows: Vec<Row> = (0..rows).map(row).collect();
            for row in &rows {
                signature += 3;
                let start = found.extensions.len() as u32;
                found.heads.push(Head { start, graph: row.graph, signature });
                found.extensions.extend(row.extensions.iter().map(|&(number, vertex)| pair(number, vertex)));
            }
            found.rows.push(rows);
            found.numbers.push(numbers);
        }
        found.heads.push(Head { start: found.extensions.len() as u32, ..Head::default() });
        found
    }

    /// The rows of a pattern in the column.
    pub fn rows_of(&self, pattern: usize) -> Range<u32> {
        let start = BASE + self.rows[..pattern].iter().map(|rows| rows.len() as u32).sum::<u32>();
        start..start + self.rows[pattern].len() as u32
    }

    /// Where the numbers of a pattern start among all.
    pub fn first_of(&self, pattern: usize) -> u32 {
        self.numbers[..pattern].iter().sum()
    }
}
