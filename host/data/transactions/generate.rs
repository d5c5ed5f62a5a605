//! Synthetic databases, in the spirit of the FSG generator (Kuramochi and Karypis 2001): every graph overlays seed
//! patterns, drawn by weight from one pool, and shares vertices between them.
//!
//! The random stream is 64-bit integer arithmetic ([`RandomStream`]), so that a seed gives the same bytes everywhere.
//! Graph `i` depends on the seed and on `i` alone: graphs are made in parallel.

use std::fmt::Write as _;
use std::io::{self, Write};

use motherlode_device::split_mix::RandomStream;
use rayon::prelude::*;

/// Seed patterns in the pool.
const PATTERNS: usize = 48;
/// Labels of vertices, and of edges.
const LABELS: u64 = 5;
/// Of 256: the chance that a seed pattern's weight grows by one more.
const WEIGHT: u64 = 192;
/// Of 256: the chance that an edge of a seed pattern closes a cycle.
const CLOSE: u64 = 24;
/// Of 256: the chance that a vertex besides the anchor falls on one that the graph already has.
const SHARE: u64 = 88;
/// The most edges of a seed pattern.
const LARGEST: u32 = 6;
/// Graphs that are made at a time.
const CHUNK: u64 = 4096;

/// How much was generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Generated {
    /// Graphs.
    pub graphs: u64,
    /// Vertices of all graphs.
    pub vertices: u64,
    /// Edges of all graphs.
    pub edges: u64,
}

/// Writes `graphs` random graphs as gSpan text: 25 vertices and 32 edges each on average, 5 labels of each kind.
///
/// # Errors
/// When `out` fails.
pub fn transactions(graphs: u64, seed: u64, out: &mut (impl Write + ?Sized)) -> io::Result<Generated> {
    let pool = SeedPatterns::new(seed);
    let mut generated = Generated { graphs, ..Generated::default() };
    let mut first = 0;
    while first < graphs {
        let end = graphs.min(first + CHUNK);
        let texts: Vec<(String, GrowingGraph)> = (first..end)
            .into_par_iter()
            .map(|number| {
                let graph = pool.graph(seed, number);
                (graph.text(number), graph)
            })
            .collect();
        for (text, graph) in &texts {
            out.write_all(text.as_bytes())?;
            generated.vertices += graph.labels.len() as u64;
            generated.edges += graph.edges.len() as u64;
        }
        first = end;
    }
    Ok(generated)
}

/// A number in `0..n`, from the upper half of the next one. [`RandomStream::below`] would give other databases.
fn below(stream: &mut RandomStream, n: u64) -> usize {
    ((stream.next() >> 32).wrapping_mul(n) >> 32) as usize
}

/// True `k` times in 256.
fn chance(stream: &mut RandomStream, k: u64) -> bool {
    stream.next() >> 56 < k
}

/// Binomial of `64 * groups` trials at 1 in 32: close to Poisson of mean `2 * groups`.
fn binomial(stream: &mut RandomStream, groups: u32) -> u32 {
    (0..groups).map(|_| (0..5).fold(u64::MAX, |bits, _| bits & stream.next()).count_ones()).sum()
}

/// An edge between two vertices, the smaller first.
struct SmallEdge {
    ends: (usize, usize),
    label: usize,
}

/// A small graph while it grows.
#[derive(Default)]
struct GrowingGraph {
    labels: Vec<usize>,
    edges: Vec<SmallEdge>,
}

impl GrowingGraph {
    fn add_vertex(&mut self, label: usize) -> usize {
        self.labels.push(label);
        self.labels.len() - 1
    }

    fn add_edge(&mut self, a: usize, b: usize, label: usize) {
        self.edges.push(SmallEdge { ends: (a.min(b), a.max(b)), label });
    }

    fn adjacent(&self, a: usize, b: usize) -> bool {
        self.edges.iter().any(|edge| edge.ends == (a.min(b), a.max(b)))
    }

    fn text(&self, number: u64) -> String {
        let mut text = format!("t # {number}\n");
        for (vertex, label) in self.labels.iter().enumerate() {
            writeln!(text, "v {vertex} {label}").expect("a string takes all");
        }
        for SmallEdge { ends: (u, v), label } in &self.edges {
            writeln!(text, "e {u} {v} {label}").expect("a string takes all");
        }
        text
    }
}

/// The seed patterns of a database and the sums of their weights.
struct SeedPatterns {
    patterns: Vec<GrowingGraph>,
    cumulative: Vec<u64>,
}

impl SeedPatterns {
    fn new(seed: u64) -> SeedPatterns {
        let mut stream = RandomStream::new(seed, 0);
        let mut pool = SeedPatterns { patterns: Vec::new(), cumulative: Vec::new() };
        let mut sum = 0;
        for _ in 0..PATTERNS {
            sum += 1;
            while chance(&mut stream, WEIGHT) {
                sum += 1;
            }
            pool.cumulative.push(sum);
            pool.patterns.push(seed_pattern(&mut stream));
        }
        pool
    }

    fn graph(&self, seed: u64, number: u64) -> GrowingGraph {
        let mut stream = RandomStream::new(seed, number.wrapping_add(1));
        let mut graph = GrowingGraph::default();
        let target = binomial(&mut stream, 15) as usize;
        let all = self.cumulative[PATTERNS - 1];
        while graph.edges.len() < target {
            let drawn = below(&mut stream, all) as u64;
            let pattern = self.cumulative.partition_point(|sum| *sum <= drawn);
            place(&mut graph, &self.patterns[pattern], &mut stream);
        }
        graph.edges.sort_unstable_by_key(|edge| edge.ends);
        graph
    }
}

/// A connected pattern of 1 to [`LARGEST`] edges.
fn seed_pattern(stream: &mut RandomStream) -> GrowingGraph {
    let mut pattern = GrowingGraph::default();
    let size = binomial(stream, 2).clamp(1, LARGEST) as usize;
    pattern.add_vertex(below(stream, LABELS));
    while pattern.edges.len() < size {
        let u = below(stream, pattern.labels.len() as u64);
        let apart: Vec<usize> = if chance(stream, CLOSE) {
            (0..pattern.labels.len()).filter(|v| *v != u && !pattern.adjacent(u, *v)).collect()
        } else {
            Vec::new()
        };
        let v = match apart.len() {
            0 => pattern.add_vertex(below(stream, LABELS)),
            n => apart[below(stream, n as u64)],
        };
        pattern.add_edge(u, v, below(stream, LABELS));
    }
    pattern
}

/// Lays `pattern` over `graph`: its anchor, and by chance other vertices, fall on vertices of the same label.
fn place(graph: &mut GrowingGraph, pattern: &GrowingGraph, stream: &mut RandomStream) {
    let before = graph.labels.len();
    let anchor = below(stream, pattern.labels.len() as u64);
    let mut joined = before == 0;
    let mut image: Vec<usize> = Vec::with_capacity(pattern.labels.len());
    for (vertex, label) in pattern.labels.iter().enumerate() {
        let shares = if vertex == anchor { before > 0 } else { chance(stream, SHARE) };
        let candidates: Vec<usize> = if shares {
            (0..before).filter(|v| graph.labels[*v] == *label && !image.contains(v)).collect()
        } else {
            Vec::new()
        };
        joined |= !candidates.is_empty();
        image.push(match candidates.len() {
            0 => graph.add_vertex(*label),
            n => candidates[below(stream, n as u64)],
        });
    }
    if !joined {
        let v = below(stream, before as u64);
        graph.add_edge(v, image[anchor], below(stream, LABELS));
    }
    for SmallEdge { ends: (u, v), label } in &pattern.edges {
        if !graph.adjacent(image[*u], image[*v]) {
            graph.add_edge(image[*u], image[*v], *label);
        }
    }
}
