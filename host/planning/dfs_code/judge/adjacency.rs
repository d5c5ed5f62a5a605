//! The arcs at each vertex.

use super::NONE;

/// One end of a pattern's edge, in the list of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternArc {
    /// The vertex that it leads to. The new vertex of forward extension `x` is `vertices + x`.
    pub to: u32,
    pub kind: u32,
    /// The edge: its place in the code, or for extension `x` the length of the code and `x`.
    pub edge: u32,
}

/// The arcs at each vertex, in one list; keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Adjacency {
    /// Where the arcs of each vertex start, and behind them where the last ones end.
    starts: Vec<u32>,
    arcs: Vec<PatternArc>,
}

impl Adjacency {
    /// Takes other arcs, each with the vertex that it is at, one of `vertices`.
    pub fn refill(&mut self, arcs: impl Iterator<Item = (u32, PatternArc)> + Clone, vertices: usize) {
        let Adjacency { starts, arcs: list } = self;
        starts.clear();
        starts.resize(vertices + 1, 0);
        let mut count = 0;
        for (vertex, _) in arcs.clone() {
            starts[vertex as usize] += 1;
            count += 1;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += std::mem::replace(start, sum);
        }
        list.clear();
        list.resize(count, PatternArc { to: NONE, kind: 0, edge: NONE });
        for (vertex, arc) in arcs {
            let start = &mut starts[vertex as usize];
            list[*start as usize] = arc;
            *start += 1;
        }
        // Each start has moved to the end of its list, which is the start of the next.
        starts.copy_within(0..vertices, 1);
        starts[0] = 0;
    }

    /// The arcs at a vertex; none at one beyond those that there are, such as an extension's new vertex.
    #[inline]
    pub fn at(&self, vertex: u32) -> &[PatternArc] {
        match self.starts.get(vertex as usize..) {
            Some(&[start, end, ..]) => &self.arcs[start as usize..end as usize],
            _ => &[],
        }
    }
}
