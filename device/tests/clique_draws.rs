//! The kernels that draw cliques on every machine: against trying all sets, and machine against machine.

mod common;
mod graphs;

use common::{BLOCKS, Machine, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::kernels::clique_draws::draw::{DrawCliques, DrawCliquesWide};
use motherlode_device::kernels::clique_draws::weigh::{WeighRoots, WeighRootsWide};
use motherlode_device::kernels::clique_draws::{
    CliqueDrawArgs, CliqueDrawShape, CliqueDrawSums, DRAWS_A_GROUP, RootEdgesArgs,
};
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::Slice;

/// How cliques are drawn.
#[derive(Clone, Copy, Debug)]
struct Way {
    hubs: u32,
    marks: MarksShape,
    wide: bool,
    warps: u32,
}

/// The ways in which every graph is drawn from.
fn ways(n: u32) -> [Way; 3] {
    let all = MarksShape { exact: n.next_multiple_of(32), filter: 0 };
    let tiny = MarksShape { exact: 64, filter: 32 };
    [
        Way { hubs: n, marks: all, wide: false, warps: 1 },
        Way { hubs: 30, marks: tiny, wide: true, warps: WARPS },
        Way { hubs: 0, marks: all, wide: false, warps: WARPS },
    ]
}

/// A graph as a machine draws from it.
struct Draws {
    machine: Machine,
    oriented: OrientedGraph,
    shape: CliqueShape,
    way: Way,
}

impl Draws {
    fn new(machine: Machine, graph: &Graph, way: Way) -> Draws {
        let oriented = OrientedGraph::new(machine, graph, 1, way.hubs);
        let shape = oriented.clique_shape(machine, way.warps, way.marks);
        Draws { machine, oriented, shape, way }
    }

    fn args<'a>(&'a self, queue: &'a mut [u64], words: &'a mut [u64]) -> CliqueArgs<'a> {
        self.oriented.searched(queue, (words, self.way.wide), self.shape, (2, 1))
    }

    fn words(&self) -> Vec<u64> {
        vec![u64::MAX; self.shape.words_wide() * (BLOCKS * self.way.warps) as usize]
    }

    /// The edges among the list of each root.
    fn edges(&self) -> Vec<u64> {
        let (mut queue, mut words) = ([0], self.words());
        let mut edges = vec![0; self.oriented.roots.len()];
        let args = RootEdgesArgs { cliques: self.args(&mut queue, &mut words), edges: atomics(&mut edges) };
        let (narrow, wide) = (self.shape.shared_bytes(), self.shape.shared_bytes_wide());
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            match self.way.wide {
                false => self.machine.launch::<WeighRoots>(BLOCKS, self.way.warps, narrow, &args),
                true => self.machine.launch::<WeighRootsWide>(BLOCKS, self.way.warps, wide, &args),
            }
        }
        edges
    }

    /// What so many draws of `others` vertices come to at the roots at some positions, each of which has one draw more
    /// than the one before.
    fn draw(&self, positions: &[u32], least: u32, others: u32) -> Vec<CliqueDrawSums> {
        let draws: Vec<u32> = (0..positions.len() as u32).map(|at| least + at).collect();
        let mut first_groups = vec![7];
        for draws in &draws {
            first_groups.push(first_groups.last().unwrap() + draws.div_ceil(DRAWS_A_GROUP));
        }
        let groups = first_groups.last().unwrap() - first_groups[0];
        let shape = CliqueDrawShape(self.shape);
        let (mut queue, mut words) = ([0], self.words());
        let mut lists = vec![u32::MAX; shape.list_words() * (BLOCKS * self.way.warps) as usize];
        let mut sums = vec![CliqueDrawSums { weights: f64::NAN, ..Default::default() }; groups as usize];
        let args = CliqueDrawArgs {
            cliques: self.args(&mut queue, &mut words),
            positions: Slice::from(positions),
            draws: Slice::from(&draws[..]),
            first_groups: Slice::from(&first_groups[..]),
            sums: scratch(&mut sums),
            lists: scratch(&mut lists),
            seed: 5,
            first: first_groups[0],
            others,
        };
        let (narrow, wide) = (shape.shared_bytes(), shape.shared_bytes_wide());
        // SAFETY: as above.
        unsafe {
            match self.way.wide {
                false => self.machine.launch::<DrawCliques>(BLOCKS, self.way.warps, narrow, &args),
                true => self.machine.launch::<DrawCliquesWide>(BLOCKS, self.way.warps, wide, &args),
            }
        }
        sums
    }

    /// The list of the root at a position.
    fn list(&self, graph: &Graph, position: usize) -> Vec<u32> {
        let root = self.oriented.roots[position];
        graph.0[root as usize].range(..root).copied().collect()
    }
}

/// The cliques of `size` vertices among the candidates, in every order, by trying.
fn in_order(graph: &Graph, candidates: &[u32], size: u32) -> u64 {
    if size == 0 {
        return 1;
    }
    let with = |&v: &u32| {
        let joined: Vec<u32> = candidates.iter().copied().filter(|&u| graph.has(u, v)).collect();
        in_order(graph, &joined, size - 1)
    };
    candidates.iter().map(with).sum()
}

#[test]
fn the_edges_among_lists_are_counted() {
    for graph in Graph::samples(3) {
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        for (machine, way) in
            machines.into_iter().flat_map(|machine| ways(graph.n()).map(|way| (machine, way)))
        {
            let draws = Draws::new(machine, &graph, way);
            for (position, edges) in draws.edges().into_iter().enumerate() {
                let pairs = in_order(&graph, &draws.list(&graph, position), 2);
                assert_eq!(2 * edges, pairs, "{} vertices, {way:?}, {machine:?}", graph.n());
            }
        }
    }
}

#[test]
fn draws_stand_for_the_cliques_on_average() {
    let scalar = Machine::with_seed(0)[0];
    assert_eq!(scalar.lanes(), 1);
    for (at, graph) in Graph::samples(5).into_iter().enumerate() {
        let draws = Draws::new(scalar, &graph, ways(graph.n())[0]);
        for others in [3, 4, 6] {
            for position in 0..draws.oriented.roots.len() {
                let expected = in_order(&graph, &draws.list(&graph, position), others) as f64;
                let sums = draws.draw(&[position as u32], 2000, others);
                let all = sums.iter().fold([0.0; 3], |all, sums| {
                    [all[0] + sums.weights, all[1] + sums.squares, all[2] + sums.hits]
                });
                let (mean, second) = (all[0] / 2000.0, all[1] / 2000.0);
                let error = ((second - mean * mean).max(0.0) / 2000.0).sqrt();
                let what = format!("graph {at}, {others} at {position}: {mean} ± {error} for {expected}");
                assert!((mean - expected).abs() <= 5.0 * error + 1e-9 * expected, "{what}");
                assert_eq!(all[2] > 0.0, expected > 0.0, "{what}");
            }
        }
    }
}

#[test]
fn where_all_are_joined_each_draw_is_right() {
    let graph = Graph::new(80, (0..80).flat_map(|u| (0..u).map(move |v| (u, v))));
    for machine in Machine::with_seed(2) {
        for way in ways(80) {
            let draws = Draws::new(machine, &graph, way);
            let position = draws.oriented.roots.iter().position(|&root| root == 75).unwrap() as u32;
            let expected: f64 = (66..=75).map(f64::from).product();
            for sums in draws.draw(&[position], 6, 10) {
                let each = sums.weights / sums.hits;
                assert!((each / expected - 1.0).abs() < 1e-12, "{each} for {expected}, {way:?}, {machine:?}");
            }
        }
    }
}

#[test]
fn every_machine_draws_the_same() {
    for graph in Graph::samples(9).into_iter().filter(|graph| graph.n() > 20) {
        let mut all: Vec<Vec<CliqueDrawSums>> = Vec::new();
        for machine in Machine::with_seed(graph.n()) {
            for way in ways(graph.n()) {
                let draws = Draws::new(machine, &graph, way);
                // Every third root.
                let positions: Vec<u32> = (0..draws.oriented.roots.len() as u32).step_by(3).collect();
                all.push(draws.draw(&positions, 3, 4));
            }
        }
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{} vertices", graph.n());
    }
}
