//! What one task reads of a file, and how the parts become a database.

use rayon::prelude::*;

use super::DatabaseOptions;
use super::bad_records::BadRecords;
use super::wrong::Wrong;
use crate::transactions::labels::{LabelInterner, unite};
use crate::transactions::{Database, Edge, Names, Problem};

/// The graphs of one part of a file. Labels and vertices are numbered within the part and within the graph.
#[derive(Debug, Default)]
pub(super) struct DatabasePart {
    /// Whether edges are arcs.
    directed: bool,
    /// Whether graphs that are wrong are left out.
    skip_bad: bool,
    /// Those that were.
    pub(super) bad: BadRecords,
    /// What there was before the graph being read.
    open: Option<PartSizes>,
    names: Names,
    classes: Names,
    any_class: bool,
    vertex_counts: Vec<u32>,
    edge_counts: Vec<u32>,
    labels: Vec<u32>,
    edges: Vec<Edge>,
    vertex_labels: LabelInterner,
    edge_labels: LabelInterner,
    /// For the edges of the graph being read: both ends as one number, and the place in the order of the input.
    order: Vec<(u64, u32)>,
}

/// The sizes of a part.
#[derive(Clone, Copy, Debug)]
struct PartSizes {
    graphs: usize,
    vertices: usize,
    edges: usize,
    vertex_labels: usize,
    edge_labels: usize,
    any_class: bool,
}

impl DatabasePart {
    /// A part without graphs.
    pub(super) fn new(options: &DatabaseOptions) -> DatabasePart {
        let &DatabaseOptions { directed, skip_bad, .. } = options;
        DatabasePart { directed, skip_bad, ..DatabasePart::default() }
    }

    /// Whether a graph was read; one that is wrong is left out if that is wanted.
    ///
    /// # Errors
    /// What is wrong with the graph, if it is not left out.
    pub(super) fn settle(&mut self, read: Result<(), Wrong>) -> Result<bool, Wrong> {
        match read {
            Ok(()) => Ok(true),
            Err(wrong) if self.skip_bad => {
                self.cancel();
                self.bad.add(wrong);
                Ok(false)
            }
            Err(wrong) => Err(wrong),
        }
    }

    /// Takes back the graph being read, with the labels that were new in it.
    fn cancel(&mut self) {
        let Some(mark) = self.open.take() else { return };
        self.names.truncate(mark.graphs);
        self.classes.truncate(mark.graphs);
        self.any_class = mark.any_class;
        self.vertex_counts.truncate(mark.graphs);
        self.edge_counts.truncate(mark.graphs);
        self.labels.truncate(mark.vertices);
        self.edges.truncate(mark.edges);
        self.vertex_labels.truncate(mark.vertex_labels);
        self.edge_labels.truncate(mark.edge_labels);
    }

    /// Starts a graph; the one before it must be ended.
    pub(super) fn begin(&mut self, name: &str, class: Option<&str>) {
        self.open = Some(PartSizes {
            graphs: self.names.len(),
            vertices: self.labels.len(),
            edges: self.edges.len(),
            vertex_labels: self.vertex_labels.len(),
            edge_labels: self.edge_labels.len(),
            any_class: self.any_class,
        });
        self.names.push(name);
        self.classes.push(class.unwrap_or(""));
        self.any_class |= class.is_some();
        self.vertex_counts.push(0);
        self.edge_counts.push(0);
    }

    /// What the input calls the graph being read.
    pub(super) fn graph(&self) -> Option<&str> {
        self.names.len().checked_sub(1).map(|last| self.names.get(last))
    }

    /// The number of graphs begun.
    pub(super) fn graphs(&self) -> usize {
        self.names.len()
    }

    /// Adds a vertex to the graph being read, and returns its number within the graph.
    pub(super) fn vertex(&mut self, label: &str) -> u32 {
        self.labels.push(self.vertex_labels.intern(label));
        let count = self.vertex_counts.last_mut().expect("a graph has begun");
        *count += 1;
        *count - 1
    }

    /// Adds an edge between vertices `u` and `v` of the graph being read, or an arc from `u` to `v`.
    pub(super) fn edge(&mut self, u: u32, v: u32, label: &str) {
        let label = self.edge_labels.intern(label);
        let (source, target) = if self.directed { (u, v) } else { (u.min(v), u.max(v)) };
        self.edges.push(Edge { source, target, label });
        *self.edge_counts.last_mut().expect("a graph has begun") += 1;
    }

    /// Ends the graph being read: its edges are sorted.
    ///
    /// # Errors
    /// When two edges join the same vertices, or two arcs in one direction: which edge of the graph is the second, and
    /// the problem.
    pub(super) fn end(&mut self) -> Result<(), (usize, Problem)> {
        let Some(&count) = self.edge_counts.last() else { return Ok(()) };
        let start = self.edges.len() - count as usize;
        let edges = &mut self.edges[start..];
        if edges.is_sorted_by(|a, b| (a.source, a.target) < (b.source, b.target)) {
            self.open = None;
            return Ok(());
        }
        self.order.clear();
        let ends = |edge: &Edge| u64::from(edge.source) << 32 | u64::from(edge.target);
        self.order.extend(edges.iter().zip(0..).map(|(edge, place)| (ends(edge), place)));
        self.order.sort_unstable();
        if let Some(pair) = self.order.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (ends, place) = pair[1];
            let (u, v) = ((ends >> 32) as u32, ends as u32);
            let problem =
                if self.directed { Problem::ParallelArc { u, v } } else { Problem::ParallelEdge { u, v } };
            return Err((place as usize, problem));
        }
        edges.sort_unstable();
        self.open = None;
        Ok(())
    }
}

/// The most vertices of a database: numbers of 32 bits.
const MOST_VERTICES: u64 = u32::MAX as u64;
/// The most edges of a database: each stands at both its ends, at a position of 32 bits.
const MOST_EDGES: u64 = u32::MAX as u64 / 2;

/// More of something than there are numbers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany {
    pub what: &'static str,
    pub limit: u64,
}

/// Whether so many vertices and edges can be numbered.
fn check_sizes(vertices: u64, edges: u64) -> Result<(), TooMany> {
    let sizes = [("vertices", vertices, MOST_VERTICES), ("edges", edges, MOST_EDGES)];
    match sizes.into_iter().find(|&(_, number, limit)| number > limit) {
        Some((what, _, limit)) => Err(TooMany { what, limit }),
        None => Ok(()),
    }
}

/// The database of all parts, in order, whose edges are arcs if it is `directed`.
pub(super) fn assemble(parts: &[DatabasePart], directed: bool) -> Result<Database, TooMany> {
    let vertices: u64 = parts.iter().map(|part| part.labels.len() as u64).sum();
    check_sizes(vertices, parts.iter().map(|part| part.edges.len() as u64).sum())?;
    let (vertex_labels, vertex_maps) = unite(parts.iter().map(|part| &part.vertex_labels));
    let (edge_labels, edge_maps) = unite(parts.iter().map(|part| &part.edge_labels));
    let any_class = parts.iter().any(|part| part.any_class);
    let (mut names, mut classes) = (Names::default(), Names::default());
    for part in parts {
        names.append(&part.names);
        if any_class {
            classes.append(&part.classes);
        }
    }
    let starts = sums(parts.iter().flat_map(|part| &part.vertex_counts), |sum| sum as u32);
    let edge_starts = sums(parts.iter().flat_map(|part| &part.edge_counts), |sum| sum);

    let mut labels = vec![0; vertices as usize];
    let mut edges =
        vec![Edge { source: 0, target: 0, label: 0 }; edge_starts.last().map_or(0, |&end| end as usize)];
    let (mut label_rest, mut edge_rest) = (&mut labels[..], &mut edges[..]);
    let mut first_graph = 0;
    let mut jobs = Vec::with_capacity(parts.len());
    for ((part, vertex_map), edge_map) in parts.iter().zip(&vertex_maps).zip(&edge_maps) {
        let (part_labels, rest) = label_rest.split_at_mut(part.labels.len());
        label_rest = rest;
        let (part_edges, rest) = edge_rest.split_at_mut(part.edges.len());
        edge_rest = rest;
        let part_starts = &starts[first_graph..];
        first_graph += part.names.len();
        jobs.push((part, vertex_map, edge_map, part_starts, part_labels, part_edges));
    }
    jobs.into_par_iter().for_each(|(part, vertex_map, edge_map, starts, labels, edges)| {
        for (new, old) in labels.iter_mut().zip(&part.labels) {
            *new = vertex_map[*old as usize];
        }
        let bases =
            part.edge_counts.iter().zip(starts).flat_map(|(count, base)| (0..*count).map(move |_| *base));
        for ((new, old), base) in edges.iter_mut().zip(&part.edges).zip(bases) {
            let label = edge_map[old.label as usize];
            *new = Edge { source: base + old.source, target: base + old.target, label };
        }
    });
    Ok(Database {
        directed,
        names,
        starts,
        edge_starts,
        labels,
        edges,
        vertex_labels,
        edge_labels,
        classes: any_class.then_some(classes),
    })
}

/// The sums of all prefixes of `counts`, from the empty one on.
fn sums<'c, T>(counts: impl Iterator<Item = &'c u32>, number: impl Fn(u64) -> T) -> Vec<T> {
    let mut sum = 0;
    let ends = counts.map(|count| {
        sum += u64::from(*count);
        sum
    });
    std::iter::once(0).chain(ends).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST_EDGES, MOST_VERTICES, check_sizes};

    #[test]
    fn sizes_beyond_32_bits_are_refused() {
        assert!(check_sizes(MOST_VERTICES, MOST_EDGES).is_ok());
        assert_eq!(check_sizes(MOST_VERTICES + 1, 0).unwrap_err().what, "vertices");
        assert_eq!(check_sizes(7, 1 << 31).unwrap_err().what, "edges");
    }
}
