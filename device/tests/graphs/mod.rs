//! Random graphs, and their oriented forms as kernels take them.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod small_sets;

use std::collections::BTreeSet;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::edge_counts::ranks::{RankHubs, RankHubsArgs};
use motherlode_device::kernels::edge_counts::roots::RankedRoots;
use motherlode_device::kernels::triangles::halved::{HalveArgs, HalveNeighbors, HalvedRoots};
use motherlode_device::kernels::triangles::hubs::{FillHubs, FillHubsArgs, row_start};
use motherlode_device::kernels::triangles::prefixes::make::{
    NarrowArgs, NarrowNeighbors, PlaceArgs, PlacePrefixes,
};
use motherlode_device::kernels::triangles::{HubRows, MarksShape, Oriented, Roots};
use motherlode_device::memory::{Scratch, Slice};

use crate::common::{BLOCKS, Machine, Random, WARPS, scratch};

/// A simple graph, as a set of neighbours a vertex.
#[derive(Clone, Debug)]
pub struct Graph(pub Vec<BTreeSet<u32>>);

impl Graph {
    pub fn new(n: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut graph = Graph(vec![BTreeSet::new(); n as usize]);
        for (u, v) in edges.into_iter().filter(|(u, v)| u != v) {
            graph.0[u as usize].insert(v);
            graph.0[v as usize].insert(u);
        }
        graph
    }

    pub fn n(&self) -> u32 {
        self.0.len() as u32
    }

    pub fn has(&self, u: u32, v: u32) -> bool {
        self.0[u as usize].contains(&v)
    }

    /// `edges` random pairs, of which one end is often among the first `hubs` vertices.
    pub fn random(random: &mut Random, n: u32, hubs: u32, edges: u32) -> Self {
        let pairs = (0..edges).map(|_| {
            let hub = random.below(3) > 0;
            (random.below(if hub { hubs } else { n }), random.below(n))
        });
        Graph::new(n, pairs.collect::<Vec<_>>())
    }

    /// The complete graph of `n` vertices but for some edges.
    pub fn nearly_complete(n: u32, without: &[(u32, u32)]) -> Self {
        let edges = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
        Graph::new(n, edges.filter(|edge| !without.contains(edge)).collect::<Vec<_>>())
    }

    /// Vertices in parts of these sizes, each joined to all of the other parts, and to some of its own, one of
    /// `within`, if that is not 0.
    pub fn in_parts(sizes: &[u32], within: u32) -> Graph {
        let part: Vec<usize> =
            sizes.iter().enumerate().flat_map(|(at, &size)| vec![at; size as usize]).collect();
        let n = part.len() as u32;
        let mut random = Random::new(5);
        let mut joined = |u: u32, v: u32| {
            part[u as usize] != part[v as usize] || (within > 0 && random.below(within) == 0)
        };
        let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
        Graph::new(n, pairs.filter(|&(u, v)| joined(u, v)).collect::<Vec<_>>())
    }

    /// This graph with its vertices numbered by falling degree.
    pub fn by_degree(&self) -> Self {
        let mut order: Vec<u32> = (0..self.n()).collect();
        order.sort_by_key(|&v| std::cmp::Reverse(self.0[v as usize].len()));
        let mut rank = vec![0; order.len()];
        for (i, &v) in order.iter().enumerate() {
            rank[v as usize] = i as u32;
        }
        let edges = self.edges().into_iter().map(|(u, v)| (rank[u as usize], rank[v as usize]));
        Graph::new(self.n(), edges)
    }

    /// Each edge once, the greater end first, in the order of the oriented graph.
    pub fn edges(&self) -> Vec<(u32, u32)> {
        (0..self.n()).flat_map(|u| self.0[u as usize].range(..u).map(move |&v| (u, v))).collect()
    }

    /// The triangles through each edge.
    pub fn edge_triangles(&self) -> Vec<u32> {
        let common =
            |&(u, v): &(u32, u32)| self.0[u as usize].intersection(&self.0[v as usize]).count() as u32;
        self.edges().iter().map(common).collect()
    }

    /// Offsets and neighbours of the whole graph.
    pub fn csr(&self) -> (Vec<u64>, Vec<u32>) {
        csr(self.0.iter().map(|list| list.iter().copied().collect()))
    }

    /// How many sets of `k >= 1` vertices are cliques, by trying.
    pub fn cliques(&self, k: usize) -> u128 {
        let adjacent: Vec<Vec<bool>> =
            self.0.iter().map(|list| (0..self.n()).map(|w| list.contains(&w)).collect()).collect();
        Self::cliques_in(&adjacent, &(0..self.n() as usize).collect::<Vec<_>>(), k)
    }

    fn cliques_in(adjacent: &[Vec<bool>], candidates: &[usize], k: usize) -> u128 {
        if k == 1 {
            return candidates.len() as u128;
        }
        let below = |&(i, &v): &(usize, &usize)| {
            let next: Vec<usize> = candidates[..i].iter().copied().filter(|&w| adjacent[v][w]).collect();
            Self::cliques_in(adjacent, &next, k - 1)
        };
        candidates.iter().enumerate().map(|one| below(&one)).sum()
    }

    /// Calls `visit` with the maximal cliques, by going through all cliques.
    pub fn each_maximal_clique(&self, mut visit: impl FnMut(&[u32])) {
        (0..self.n()).for_each(|v| self.extend_clique(&mut vec![v], &mut visit));
    }

    fn extend_clique(&self, clique: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
        let joined = |v: u32| clique.iter().all(|&u| self.has(u, v));
        let more: Vec<u32> = (0..self.n()).filter(|&v| joined(v)).collect();
        if more.is_empty() {
            visit(clique);
        }
        let last = clique[clique.len() - 1];
        for v in more.into_iter().filter(|&v| v > last) {
            clique.push(v);
            self.extend_clique(clique, visit);
            clique.pop();
        }
    }

    /// Graphs of several shapes: sparse, with hubs, dense, and without an edge.
    pub fn samples(seed: u64) -> Vec<Graph> {
        let mut random = Random::new(seed);
        vec![
            Graph::new(3, []),
            Graph::new(5, [(0, 1), (1, 2), (2, 0), (2, 3)]),
            Graph::random(&mut random, 40, 40, 90),
            Graph::random(&mut random, 150, 12, 900),
            Graph::random(&mut random, 80, 80, 1800),
            Graph::random(&mut random, 300, 120, 6000),
        ]
        .into_iter()
        .map(|graph| graph.by_degree())
        .collect()
    }
}

fn csr(lists: impl Iterator<Item = Vec<u32>>) -> (Vec<u64>, Vec<u32>) {
    let (mut offsets, mut neighbors) = (vec![0], vec![]);
    for list in lists {
        neighbors.extend(list);
        offsets.push(neighbors.len() as u64);
    }
    (offsets, neighbors)
}

/// A graph with each edge in the lists of both its ends.
pub struct WholeGraph {
    pub offsets: Vec<u64>,
    pub neighbors: Vec<u32>,
    /// Where the neighbours of each vertex begin that come after it.
    pub splits: Vec<u64>,
}

impl WholeGraph {
    pub fn new(graph: &Graph) -> Self {
        let (offsets, neighbors) = graph.csr();
        let smaller = |v: u32| graph.0[v as usize].range(..v).count() as u64;
        let splits = (0..graph.n()).map(|v| offsets[v as usize] + smaller(v)).collect();
        WholeGraph { offsets, neighbors, splits }
    }

    pub fn view(&self) -> GraphView<'_> {
        GraphView {
            offsets: Slice::from(&self.offsets[..]),
            neighbors: Slice::from(&self.neighbors[..]),
            splits: Slice::from(&self.splits[..]),
        }
    }

    /// In place of the oriented graph.
    pub fn oriented(&self) -> Oriented<'_> {
        let GraphView { offsets, neighbors, .. } = self.view();
        Oriented { offsets, neighbors }
    }
}

/// A graph's oriented form, with its roots dealt in tasks and the rows of `hubs` of its vertices.
pub struct OrientedGraph {
    pub offsets: Vec<u64>,
    pub neighbors: Vec<u32>,
    pub roots: Vec<u32>,
    pub starts: Vec<u32>,
    pub rows: Vec<u32>,
    pub hubs: u32,
}

impl OrientedGraph {
    /// The roots are those whose list has at least `least` elements.
    pub fn new(machine: Machine, graph: &Graph, least: usize, hubs: u32) -> Self {
        let hubs = hubs.min(graph.n());
        let below = |u: u32| graph.0[u as usize].range(..u).copied().collect::<Vec<_>>();
        let (offsets, neighbors) = csr((0..graph.n()).map(below));
        let mut roots: Vec<u32> = (0..graph.n()).filter(|&u| below(u).len() >= least).collect();
        roots.sort_by_key(|&u| std::cmp::Reverse(below(u).len()));
        let mut starts: Vec<u32> = (0..roots.len() as u32).step_by(3).collect();
        starts.push(roots.len() as u32);
        let mut rows = vec![0; row_start(hubs) as usize];
        let view = Oriented { offsets: Slice::from(&offsets[..]), neighbors: Slice::from(&neighbors[..]) };
        let args = FillHubsArgs { graph: view, words: atomics(&mut rows), count: hubs };
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<FillHubs>(2, 2, 0, &args) };
        OrientedGraph { offsets, neighbors, roots, starts, rows, hubs }
    }

    pub fn view(&self) -> Oriented<'_> {
        Oriented { offsets: Slice::from(&self.offsets[..]), neighbors: Slice::from(&self.neighbors[..]) }
    }

    pub fn roots(&self) -> Roots<'_> {
        Roots { vertices: Slice::from(&self.roots[..]), starts: Slice::from(&self.starts[..]) }
    }

    pub fn rows(&self) -> HubRows<'_> {
        HubRows { words: Slice::from(&self.rows[..]), count: self.hubs }
    }

    /// Vertices of the longest list.
    pub fn longest(&self) -> u32 {
        self.offsets.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0) as u32
    }

    /// The room of a search of its roots, in blocks of so many warps.
    pub fn clique_shape(&self, machine: Machine, warps: u32, marks: MarksShape) -> CliqueShape {
        let warps = if machine.lanes() == 1 { 1 } else { warps };
        CliqueShape { longest: self.longest(), k: 6, levels: 0, compact: 0, compact_shared: 0, warps, marks }
    }

    /// The ranks of the hubs' rows, by the kernel.
    pub fn ranks(&self, machine: Machine) -> Vec<u16> {
        let mut ranks = vec![u16::MAX; self.rows.len()];
        let args = RankHubsArgs { hubs: self.rows(), ranks: scratch(&mut ranks) };
        // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
        unsafe { machine.launch::<RankHubs>(BLOCKS, WARPS, 0, &args) };
        ranks
    }

    /// Its neighbours in half as many bytes, by the kernel.
    pub fn halves(&self, machine: Machine) -> Vec<u128> {
        let mut halves = vec![u128::MAX; self.neighbors.len().div_ceil(8)];
        let args = HalveArgs { neighbors: Slice::from(&self.neighbors[..]), halves: scratch(&mut halves) };
        // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
        unsafe { machine.launch::<HalveNeighbors>(BLOCKS, WARPS, 0, &args) };
        halves
    }

    /// What going through its triangles takes where lists are read in these halves.
    pub fn halved_roots<'a>(&'a self, halves: &'a [u128], queue: &'a mut [u64]) -> HalvedRoots<'a> {
        let (halves, queue) = (Slice::from(halves), atomics(queue));
        HalvedRoots { graph: self.view(), halves, roots: self.roots(), queue }
    }

    /// What going through the triangles of its roots takes, with these ranks.
    pub fn ranked_roots<'a>(
        &'a self,
        ranks: &'a [u16],
        queue: &'a mut [u64],
        marks: MarksShape,
    ) -> RankedRoots<'a> {
        let (ranks, queue) = (Slice::from(ranks), atomics(queue));
        RankedRoots { graph: self.view(), hubs: self.rows(), ranks, roots: self.roots(), queue, marks }
    }

    /// What searches of its roots take, so many drawn at a time, each in so many parts: matrices stand in `words` if
    /// they are `wide`.
    pub fn searched<'a>(
        &'a self,
        queue: &'a mut [u64],
        (words, wide): (&'a mut [u64], bool),
        shape: CliqueShape,
        (chunk, parts): (u32, u32),
    ) -> CliqueArgs<'a> {
        CliqueArgs {
            graph: self.view(),
            hubs: self.rows(),
            roots: Slice::from(&self.roots[..]),
            queue: atomics(queue),
            totals: Slice::empty(),
            words: if wide { scratch(words) } else { Scratch::empty() },
            shape,
            chunk,
            parts,
        }
    }
}

/// The narrow neighbours of a graph, four in a word, where the prefixes at each vertex start, and these.
pub fn prefixes(machine: Machine, graph: &Graph, oriented: &OrientedGraph) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
    let (n, edges) = (graph.n() as usize, oriented.neighbors.len());
    let mut narrow = vec![0u64; 2 * edges.div_ceil(8)];
    let (mut placed, mut prefixes) = (vec![0u32; n], vec![u64::MAX; edges]);
    let narrowing =
        NarrowArgs { neighbors: Slice::from(&oriented.neighbors[..]), narrow: scratch(&mut narrow) };
    // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
    unsafe { machine.launch::<NarrowNeighbors>(BLOCKS, WARPS, 0, &narrowing) };
    let greater = |v: u32| graph.0[v as usize].range(v..).count() as u64;
    let starts: Vec<u64> = (0..=graph.n()).map(|end| (0..end).map(greater).sum()).collect();
    let placing = PlaceArgs {
        graph: oriented.view(),
        starts: Slice::from(&starts[..]),
        placed: atomics(&mut placed),
        prefixes: scratch(&mut prefixes),
    };
    // SAFETY: as above; each vertex has as many places as greater neighbours.
    unsafe { machine.launch::<PlacePrefixes>(BLOCKS, WARPS, 0, &placing) };
    (narrow, starts, prefixes)
}

/// Integers that have an atomic twin of the same layout.
pub trait Twin {
    type Atomic;
}
impl Twin for u32 {
    type Atomic = std::sync::atomic::AtomicU32;
}
impl Twin for u64 {
    type Atomic = std::sync::atomic::AtomicU64;
}

/// An array for kernels to change.
pub fn atomics<T: Twin>(array: &mut [T]) -> Slice<'_, T::Atomic> {
    // SAFETY: same layout, and the array stays borrowed.
    unsafe { Slice::from_raw_parts(array.as_mut_ptr().cast(), array.len() as u64) }
}
