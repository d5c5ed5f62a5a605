//! The sums at vertices and edges that directed graphlets follow from, on every machine, against their definitions.

mod common;
mod graphs;
mod tied;

use common::{BLOCKS, Machine, WARPS, scratch};
use graphs::{OrientedGraph, WholeGraph, atomics};
use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::directed::ties::TIES;
use motherlode_device::kernels::directed::ties::WEDGES;
use motherlode_device::kernels::directed_orbits::edges::{
    AROUND_TRIANGLES, CHORDS, CYCLES as CYCLES_AT_EDGE, SumAroundTriangles, SumCyclesAtEdges,
    TAILS as TAILS_AT_THIRD,
};
use motherlode_device::kernels::directed_orbits::neighbors::{
    DIAMONDS, FAR, FURTHER, FarArgs, NearArgs, OF_FOUR, OF_THREE, STARS, SumFar, SumNear, TAILS, TRIANGLES,
};
use motherlode_device::kernels::directed_orbits::roots::{
    CLIQUE, CLIQUES, CYCLE_CELLS, CYCLES, CountCliqueOrbitsAt, OPPOSITE, RootSumsArgs, SIDES,
    SumOppositeWedges, SumWedgePairs,
};
use motherlode_device::kernels::directed_orbits::{pair, pairs};
use motherlode_device::memory::Slice;
use motherlode_device::places::{Edges, Vertices};
use tied::Tied;

/// A graph as the kernels take it.
struct Placed {
    tied: Tied,
    /// By vertex and vertex.
    matrix: Vec<Vec<Option<u8>>>,
    whole: WholeGraph,
    whole_ties: Vec<u8>,
    degrees: Vec<u32>,
    wedges: Vec<u32>,
}

impl Placed {
    /// Small ones, and one with lists longer than a warp: all is found by trying.
    fn samples(seed: u64) -> Vec<Placed> {
        Tied::samples(seed).into_iter().take(4).map(Placed::new).collect()
    }

    fn new(tied: Tied) -> Placed {
        Placed {
            matrix: tied.matrix(),
            whole: WholeGraph::new(&tied.graph),
            whole_ties: tied.whole_ties(),
            degrees: tied.degrees(),
            wedges: tied.wedges(),
            tied,
        }
    }

    fn graph(&self) -> GraphView<'_> {
        self.whole.view()
    }

    fn n(&self) -> usize {
        self.matrix.len()
    }

    /// The neighbours of a vertex, each with the tie to it.
    fn ties(&self, v: usize) -> Vec<(usize, usize)> {
        let tied = |(u, tie): (usize, &Option<u8>)| tie.map(|tie| (u, usize::from(tie)));
        self.matrix[v].iter().enumerate().filter_map(tied).collect()
    }

    fn tie(&self, u: usize, v: usize) -> Option<usize> {
        self.matrix[u][v].map(usize::from)
    }

    /// What [`SumNear`] finds, one subgraph after the other.
    fn near(&self) -> Vec<u64> {
        let mut sums = vec![0; self.n() * TIES * OF_FOUR];
        for root in 0..self.n() {
            for (u, to_u) in self.ties(root) {
                let sums = &mut sums[(TIES * root + to_u) * OF_FOUR..][..OF_FOUR];
                let further: Vec<(usize, usize)> =
                    self.ties(u).into_iter().filter(|&(w, _)| w != root).collect();
                let closed: Vec<(usize, usize)> = further
                    .iter()
                    .filter_map(|&(w, tie)| Some((w, TIES * self.tie(root, w)? + tie)))
                    .collect();
                further.iter().for_each(|&(_, tie)| sums[FURTHER + tie] += 1);
                closed.iter().for_each(|&(_, wedge)| sums[TRIANGLES + wedge] += 1);
                for (i, &(w, tie)) in further.iter().enumerate() {
                    for &(_, more) in &further[..i] {
                        sums[STARS + pair(TIES, tie.min(more), tie.max(more))] += 1;
                    }
                    for &(_, wedge) in closed.iter().filter(|&&(other, _)| other != w) {
                        sums[TAILS + wedge * TIES + tie] += 1;
                    }
                }
                for (i, &(_, one)) in closed.iter().enumerate() {
                    for &(_, other) in &closed[..i] {
                        sums[DIAMONDS + pair(WEDGES, one.min(other), one.max(other))] += 1;
                    }
                }
            }
        }
        sums
    }
}

#[test]
fn pairs_have_places_of_their_own() {
    for things in [1, 3, 9] {
        let all = (0..things).flat_map(|one| (one..things).map(move |other| pair(things, one, other)));
        assert!(all.eq(0..pairs(things)), "{things} things");
    }
}

#[test]
fn sums_over_neighbors_are_those_of_all_subgraphs() {
    for (i, placed) in Placed::samples(11).iter().enumerate() {
        let near = placed.near();
        let mut far = vec![0; placed.n() * FAR];
        for root in 0..placed.n() {
            for (u, to_u) in placed.ties(root) {
                for at in 0..TIES * OF_THREE {
                    far[root * FAR + to_u * TIES * OF_THREE + at] +=
                        near[(TIES * u + at / OF_THREE) * OF_FOUR + at % OF_THREE];
                }
            }
        }
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, &placed.tied.graph, 2, 0);
            for width in [OF_FOUR, OF_THREE] {
                let mut sums = vec![0u64; placed.n() * TIES * width];
                let args = NearArgs {
                    graph: placed.graph(),
                    ties: Slice::from(&placed.whole_ties[..]),
                    starts: oriented.view().offsets,
                    degrees: Slice::from(&placed.degrees[..]),
                    wedges: Slice::from(&placed.wedges[..]),
                    sums: scratch(&mut sums),
                    width: width as u32,
                };
                // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
                unsafe { machine.launch::<SumNear>(BLOCKS, WARPS, 0, &args) };
                let expected = near.chunks(OF_FOUR).flat_map(|all| all[..width].iter().copied());
                assert!(sums.into_iter().eq(expected), "{width} numbers, sample {i}, {machine:?}");
            }
            let mut sums = vec![0u64; placed.n() * FAR];
            let args = FarArgs {
                graph: placed.graph(),
                ties: Slice::from(&placed.whole_ties[..]),
                near: Slice::from(&near[..]),
                sums: scratch(&mut sums),
            };
            // SAFETY: as above.
            unsafe { machine.launch::<SumFar>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(sums, far, "sample {i}, {machine:?}");
        }
    }
}

/// Which of the 23 numbers of this test a member of a kind of cliques has.
fn orbit(kind: usize, member: usize) -> u8 {
    ((kind * CLIQUE + member) * 7 % 23) as u8
}

const ORBITS: usize = 23;

/// What sums of roots are of.
struct RootSample<'s> {
    placed: &'s Placed,
    /// By kind of 4-cliques and member, or side, which number it has.
    orbits: &'s [u8],
    what: String,
}

impl RootSample<'_> {
    /// Whether a kernel finds these sums on each machine, and leaves its cells as they were.
    fn check<K>(&self, expected: &[u64])
    where
        K: for<'a> Kernel<Args<'a> = RootSumsArgs<'a>>,
    {
        let placed = self.placed;
        for machine in Machine::all() {
            let what = format!("{}, {}, {machine:?}", std::any::type_name::<K>(), self.what);
            let oriented = OrientedGraph::new(machine, &placed.tied.graph, 2, 0);
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let mut cells = vec![0u32; (BLOCKS * WARPS) as usize * placed.n() * CYCLE_CELLS];
            let args = RootSumsArgs {
                graph: placed.graph(),
                ties: Slice::from(&placed.whole_ties[..]),
                starts: oriented.view().offsets,
                degrees: Slice::from(&placed.degrees[..]),
                wedges: Slice::from(&placed.wedges[..]),
                orbits: Slice::from(self.orbits),
                queue: atomics(&mut queue),
                sums: atomics(&mut sums),
                cells: scratch(&mut cells),
                end: placed.n() as u64,
                width: ORBITS as u32,
            };
            // SAFETY: arrays of this test, made as the kernels ask, with the most cells that one has. They take no
            // shared memory.
            unsafe { machine.launch::<K>(BLOCKS, WARPS, 0, &args) };
            assert!(cells.iter().all(|&cell| cell == 0), "{what}: cells are left");
            assert_eq!(sums, expected, "{what}");
        }
    }
}

#[test]
fn sums_of_roots_are_those_of_all_subgraphs() {
    for (i, placed) in Placed::samples(12).iter().enumerate() {
        let n = placed.n();
        let (mut opposite, mut cycles) = (vec![0u64; n * OPPOSITE], vec![0u64; n * CYCLES]);
        let mut cliques = vec![0u64; n * ORBITS];
        for root in 0..n {
            for (w, x) in (0..n).flat_map(|w| (0..w).map(move |x| (w, x))) {
                let (Some(of_w), Some(of_x)) = (placed.tie(root, w), placed.tie(root, x)) else { continue };
                let common: Vec<(usize, usize, usize)> = placed
                    .ties(w)
                    .into_iter()
                    .filter_map(|(y, tie)| Some((y, tie, placed.tie(x, y)?)))
                    .filter(|&(y, ..)| y != root)
                    .collect();
                for &(_, from_w, from_x) in &common {
                    let (one, other) = (TIES * of_w + from_w, TIES * of_x + from_x);
                    cycles[root * CYCLES + pair(WEDGES, one.min(other), one.max(other))] += 1;
                    if let Some(wx) = placed.tie(w, x) {
                        let triangle = (of_w * TIES + of_x) * TIES + wx;
                        opposite[root * OPPOSITE + triangle * WEDGES + from_w * TIES + from_x] += 1;
                    }
                }
                let Some(wx) = placed.tie(w, x) else { continue };
                for &(y, wy, xy) in common.iter().filter(|&&(y, ..)| root > w && x > y) {
                    let Some(of_y) = placed.tie(root, y) else { continue };
                    let kind =
                        [of_w, of_x, wx, of_y, wy, xy].into_iter().fold(0, |kind, tie| kind * TIES + tie);
                    for (member, v) in [root, w, x, y].into_iter().enumerate() {
                        cliques[v * ORBITS + usize::from(orbit(kind, member))] += 1;
                    }
                }
            }
        }
        let orbits: Vec<u8> =
            (0..CLIQUES).flat_map(|kind| (0..CLIQUE).map(move |member| orbit(kind, member))).collect();
        let sample = RootSample { placed, orbits: &orbits, what: format!("sample {i}") };
        sample.check::<SumOppositeWedges>(&opposite);
        sample.check::<SumWedgePairs>(&cycles);
        sample.check::<CountCliqueOrbitsAt<Vertices>>(&cliques);
    }
}

/// Which of the 23 numbers of this test a side of a kind of cliques has.
fn orbit_of_side(kind: usize, side: usize) -> u8 {
    ((kind * SIDES.len() + side) * 5 % 23) as u8
}

#[test]
fn sums_at_edges_are_those_of_all_subgraphs() {
    for (i, placed) in Placed::samples(13).iter().enumerate() {
        let (n, edges) = (placed.n(), placed.tied.graph.edges());
        let number = |u: usize, v: usize| {
            edges.iter().position(|&(a, b)| (a as usize, b as usize) == (u.max(v), u.min(v))).unwrap()
        };
        let mut around = vec![0u64; edges.len() * AROUND_TRIANGLES];
        let mut cycles = vec![0u64; edges.len() * CYCLES_AT_EDGE];
        let mut cliques = vec![0u64; edges.len() * ORBITS];
        for (e, &(u, v)) in edges.iter().enumerate() {
            let (u, v) = (u as usize, v as usize);
            for (x, vx) in placed.ties(v).into_iter().filter(|&(x, _)| x != u) {
                for (y, uy) in placed.ties(u).into_iter().filter(|&(y, _)| y != v && y != x) {
                    if let Some(yx) = placed.tie(y, x) {
                        cycles[e * CYCLES_AT_EDGE + (vx * TIES + uy) * TIES + yx] += 1;
                    }
                }
            }
            for (w, uw) in placed.ties(u) {
                let Some(vw) = placed.tie(v, w) else { continue };
                let triangle = TIES * uw + vw;
                for (x, wx) in placed.ties(w).into_iter().filter(|&(x, _)| x != u && x != v) {
                    around[e * AROUND_TRIANGLES + TAILS_AT_THIRD + triangle * TIES + wx] += 1;
                    for (chord, end) in CHORDS.into_iter().zip([u, v]) {
                        if let Some(to_x) = placed.tie(end, x) {
                            around[e * AROUND_TRIANGLES + chord + triangle * WEDGES + TIES * to_x + wx] += 1;
                        }
                    }
                }
            }
        }
        for clique in (0..n).flat_map(|a| {
            (0..a).flat_map(move |b| (0..b).flat_map(move |c| (0..c).map(move |d| [a, b, c, d])))
        }) {
            let ties: Option<Vec<usize>> =
                SIDES.iter().map(|&(one, other)| placed.tie(clique[one], clique[other])).collect();
            let Some(ties) = ties else { continue };
            let kind = ties.into_iter().fold(0, |kind, tie| kind * TIES + tie);
            for (side, &(one, other)) in SIDES.iter().enumerate() {
                cliques
                    [number(clique[one], clique[other]) * ORBITS + usize::from(orbit_of_side(kind, side))] +=
                    1;
            }
        }
        let orbits: Vec<u8> = (0..CLIQUES)
            .flat_map(|kind| (0..SIDES.len()).map(move |side| orbit_of_side(kind, side)))
            .collect();
        let sample = RootSample { placed, orbits: &orbits, what: format!("sample {i}") };
        sample.check::<SumAroundTriangles>(&around);
        sample.check::<SumCyclesAtEdges>(&cycles);
        sample.check::<CountCliqueOrbitsAt<Edges>>(&cliques);
    }
}
