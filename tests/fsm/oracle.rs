//! Frequent subgraphs by brute force: every connected set of edges of every graph, by the minimum of its DFS codes.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::mining::CodeEdge;

/// A small graph: the label of each vertex, and edges `(u, v, label)`, which are arcs from `u` to `v` if it is
/// directed.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub labels: Vec<u32>,
    pub edges: Vec<(u32, u32, u32)>,
    pub directed: bool,
}

impl Graph {
    /// The graph as gSpan text.
    pub fn text(&self, id: usize) -> String {
        let vertices = self.labels.iter().enumerate().map(|(v, label)| format!("v {v} {label}\n"));
        let edges = self.edges.iter().map(|(u, v, label)| format!("e {u} {v} {label}\n"));
        std::iter::once(format!("t # {id}\n")).chain(vertices).chain(edges).collect()
    }

    /// The graph of a code.
    pub fn of_code(code: &[CodeEdge], directed: bool) -> Graph {
        let mut labels = vec![code[0][2]];
        labels.extend(code.iter().filter(|edge| edge[0] < edge[1]).map(|edge| edge[4]));
        let edge = |&[u, v, _, label, _]: &CodeEdge| match (directed, label % 2) {
            (false, _) => (u, v, label),
            (true, 0) => (u, v, label / 2),
            (true, _) => (v, u, label / 2),
        };
        Graph { labels, edges: code.iter().map(edge).collect(), directed }
    }

    /// The minimum DFS codes of all connected subgraphs with an edge.
    pub fn subgraphs(&self) -> BTreeSet<Vec<CodeEdge>> {
        let sets = 1u32..1 << self.edges.len();
        let edges =
            |set: u32| (0..self.edges.len()).filter(move |e| set >> e & 1 == 1).map(|e| self.edges[e]);
        let code = |set| minimum_code(&self.labels, &edges(set).collect::<Vec<_>>(), self.directed);
        sets.filter_map(code).collect()
    }
}

/// For each pattern with an edge, the graphs that contain it, ascending.
pub fn all_patterns(graphs: &[Graph]) -> BTreeMap<Vec<CodeEdge>, Vec<u32>> {
    let mut patterns: BTreeMap<Vec<CodeEdge>, Vec<u32>> = BTreeMap::new();
    for (number, graph) in (0..).zip(graphs) {
        for code in graph.subgraphs() {
            patterns.entry(code).or_default().push(number);
        }
    }
    patterns
}

/// The least of all DFS codes of the graph of `edges`; `None` if it is not connected. Of an arc it has twice the label,
/// and one more where it steps against its direction.
///
/// A code is grown edge by edge as a depth-first search would go, every way there is; of the ways, those live on whose
/// code so far is the least.
pub fn minimum_code(labels: &[u32], edges: &[(u32, u32, u32)], directed: bool) -> Option<Vec<CodeEdge>> {
    let mut walks = (0..labels.len() as u32).map(Walk::from).collect::<Vec<_>>();
    for _ in edges {
        let next: Vec<Walk> = walks.iter().flat_map(|walk| walk.steps(labels, edges, directed)).collect();
        let last = |walk: &Walk| *walk.code.last().expect("a step was taken");
        let least = next.iter().map(last).min_by(precedes)?;
        walks = next.into_iter().filter(|walk| last(walk) == least).collect();
    }
    walks.into_iter().next().map(|walk| walk.code)
}

/// The order of edges in DFS codes: Yan and Han 2002, definitions 4 and 6.
fn precedes(a: &CodeEdge, b: &CodeEdge) -> Ordering {
    let ([i1, j1, ..], [i2, j2, ..]) = (*a, *b);
    if (i1, j1) == (i2, j2) {
        return a[2..].cmp(&b[2..]);
    }
    let before = match (i1 < j1, i2 < j2) {
        (true, true) => j1 < j2 || j1 == j2 && i1 > i2,
        (false, false) => i1 < i2 || i1 == i2 && j1 < j2,
        (false, true) => i1 < j2,
        (true, false) => j1 <= i2,
    };
    if before { Ordering::Less } else { Ordering::Greater }
}

/// A depth-first search under way.
#[derive(Clone)]
struct Walk {
    code: Vec<CodeEdge>,
    /// The graph's vertices in order of discovery.
    found: Vec<u32>,
    /// The vertices, by order of discovery, from the first to the last along the tree.
    path: Vec<u32>,
    used: BTreeSet<usize>,
}

impl Walk {
    fn from(vertex: u32) -> Walk {
        Walk { code: Vec::new(), found: vec![vertex], path: vec![0], used: BTreeSet::new() }
    }

    /// All next steps: back from the last vertex to the path, or forward from a vertex of the path.
    fn steps(&self, labels: &[u32], edges: &[(u32, u32, u32)], directed: bool) -> Vec<Walk> {
        let mut steps = Vec::new();
        for (number, &(u, v, label)) in edges.iter().enumerate().filter(|(e, _)| !self.used.contains(e)) {
            let seen = if directed { [2 * label, 2 * label + 1] } else { [label; 2] };
            for (from, to, label) in [(u, v, seen[0]), (v, u, seen[1])] {
                let place = |vertex| self.found.iter().position(|found| *found == vertex).map(|at| at as u32);
                let Some(i) = place(from) else { continue };
                let Some(depth) = self.path.iter().position(|at| *at == i) else { continue };
                let mut next = self.clone();
                next.used.insert(number);
                let j = match place(to) {
                    Some(j) if depth + 1 == self.path.len() && self.path.contains(&j) => j,
                    Some(_) => continue,
                    None => {
                        next.path.truncate(depth + 1);
                        next.path.push(self.found.len() as u32);
                        next.found.push(to);
                        self.found.len() as u32
                    }
                };
                next.code.push([i, j, labels[from as usize], label, labels[to as usize]]);
                steps.push(next);
            }
        }
        steps
    }
}
