//! Cliques at places in the tests: ways to count, arguments, and answers.

use motherlode_device::Kernel;
use motherlode_device::kernels::cliques::CliqueShape;
use motherlode_device::kernels::pivots::at_places::{
    BeginCliquesAt, BeginCliquesWideAt, CountCliquesAt, CountCliquesWideAt, ResumeCliquesAt,
    ResumeCliquesWideAt,
};
use motherlode_device::kernels::pivots::local::{LocalCliquesArgs, LocalCliquesShape, RECORD_SETS};
use motherlode_device::kernels::pivots_128::{
    BeginCliques128At, BeginCliques128WideAt, ResumeCliques128At, ResumeCliques128WideAt,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::Slice;
use motherlode_device::places::{Edges, Places, Vertices};

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::{Graph, OrientedGraph, atomics};
use crate::handed::HandedRecords;

/// How a graph is counted.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub hubs: u32,
    pub marks: MarksShape,
    pub wide: bool,
    /// Words of a number of cliques.
    pub number_words: u32,
    pub warps: u32,
    /// Nodes after which a warp hands over, and the most records.
    pub patience: u32,
    pub capacity: u32,
}

/// In one launch.
pub const WHOLE: Way = Way {
    hubs: 0,
    marks: MarksShape { exact: 64, filter: 32 },
    wide: false,
    number_words: 1,
    warps: 1,
    patience: 1 << 31,
    capacity: 0,
};

/// Some ways to count a graph of `n` vertices.
pub fn ways(n: u32) -> [Way; 3] {
    let all = MarksShape { exact: n.next_multiple_of(32), filter: 0 };
    [
        Way { hubs: n, marks: all, ..WHOLE },
        Way { hubs: 30, wide: true, warps: WARPS, patience: 3, capacity: 90, ..WHOLE },
        Way { marks: all, warps: WARPS, patience: 1, capacity: 8, ..WHOLE },
    ]
}

/// A kernel that counts cliques at places.
pub trait CliqueKernel: for<'a> Kernel<Args<'a> = LocalCliquesArgs<'a>> {}

impl<K: for<'a> Kernel<Args<'a> = LocalCliquesArgs<'a>>> CliqueKernel for K {}

/// Places, and what counts at them.
pub trait AtPlaces: Places {
    /// The kernels that share nothing, if there are any, else those that do.
    type Count: CliqueKernel;
    type CountWide: CliqueKernel;
    type Begin: CliqueKernel;
    type BeginWide: CliqueKernel;
    type Resume: CliqueKernel;
    type ResumeWide: CliqueKernel;
    type Begin128: CliqueKernel;
    type Begin128Wide: CliqueKernel;
    type Resume128: CliqueKernel;
    type Resume128Wide: CliqueKernel;

    /// What a graph has in the order of counts.
    fn places(graph: &Graph) -> Vec<Vec<u32>>;
}

impl AtPlaces for Vertices {
    type Count = CountCliquesAt<Vertices>;
    type CountWide = CountCliquesWideAt<Vertices>;
    type Begin = BeginCliquesAt<Vertices>;
    type BeginWide = BeginCliquesWideAt<Vertices>;
    type Resume = ResumeCliquesAt<Vertices>;
    type ResumeWide = ResumeCliquesWideAt<Vertices>;
    type Begin128 = BeginCliques128At<Vertices>;
    type Begin128Wide = BeginCliques128WideAt<Vertices>;
    type Resume128 = ResumeCliques128At<Vertices>;
    type Resume128Wide = ResumeCliques128WideAt<Vertices>;

    fn places(graph: &Graph) -> Vec<Vec<u32>> {
        (0..graph.n()).map(|v| vec![v]).collect()
    }
}

impl AtPlaces for Edges {
    type Count = BeginCliquesAt<Edges>;
    type CountWide = BeginCliquesWideAt<Edges>;
    type Begin = BeginCliquesAt<Edges>;
    type BeginWide = BeginCliquesWideAt<Edges>;
    type Resume = ResumeCliquesAt<Edges>;
    type ResumeWide = ResumeCliquesWideAt<Edges>;
    type Begin128 = BeginCliques128At<Edges>;
    type Begin128Wide = BeginCliques128WideAt<Edges>;
    type Resume128 = ResumeCliques128At<Edges>;
    type Resume128Wide = ResumeCliques128WideAt<Edges>;

    /// Those of the oriented graph.
    fn places(graph: &Graph) -> Vec<Vec<u32>> {
        graph.edges().into_iter().map(|(u, v)| vec![u, v]).collect()
    }
}

/// The cliques of `k` vertices at each place, by the kernels with pivots, and how many records were handed over.
pub fn counted<A: AtPlaces>(machine: Machine, graph: &Graph, k: u32, way: Way) -> (Vec<u128>, usize) {
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, way.hubs);
    let lengths = oriented.roots.iter().map(|&root| graph.0[root as usize].range(..root).count());
    let longest = lengths.max().unwrap_or(0) as u32;
    let warps = if machine.lanes() == 1 { 1 } else { way.warps };
    let cliques =
        CliqueShape { longest, k: 6, levels: 0, compact: 0, compact_shared: 0, warps, marks: way.marks };
    let number_words = way.number_words;
    let shape = LocalCliquesShape { cliques, most: longest + 1, number_words, of_pairs: A::PAIRS };
    let blocks = (BLOCKS * way.warps) as usize;
    let places = A::places(graph).len();
    let (mut queue, mut counts) = (vec![0u64], vec![0u64; places * number_words as usize]);
    let mut words = vec![u64::MAX; cliques.words_wide() * blocks];
    let mut stack = vec![u64::MAX; shape.stack_words() * blocks];
    let mut pairs = vec![0u64; shape.pair_words() * blocks];
    let chosen = (0..=shape.most).flat_map(|p| (0..=k).map(move |i| binomial(p.into(), i.into())));
    let binomials: Vec<u64> = match number_words {
        1 => chosen.map(|ways| ways.try_into().unwrap_or(u64::MAX)).collect(),
        _ => chosen.flat_map(|ways| [ways as u64, (ways >> 64) as u64]).collect(),
    };
    let mut handed = HandedRecords::new(
        longest,
        RECORD_SETS,
        (way.patience, way.capacity),
        3,
        oriented.roots.len() as u64,
    );
    loop {
        let chunk = handed.chunk();
        let all = handed.all;
        let (over, resumed) = handed.lent();
        let args = LocalCliquesArgs {
            cliques: oriented.searched(&mut queue, (&mut words, way.wide), cliques, (chunk, 1)),
            binomials: Slice::from(&binomials[..]),
            counts: atomics(&mut counts),
            stack: scratch(&mut stack),
            pairs: atomics(&mut pairs),
            over,
            resumed,
            k,
            most: shape.most,
        };
        let shared = if way.wide { shape.shared_bytes_wide() } else { shape.shared_bytes() };
        let (blocks, warps) = (BLOCKS, way.warps);
        let shares = way.patience < WHOLE.patience;
        // SAFETY: arrays of this test, made as the kernels ask, and the shared memory that they ask for.
        unsafe {
            match (number_words, all > 0, way.wide) {
                (1, false, false) if shares => machine.launch::<A::Begin>(blocks, warps, shared, &args),
                (1, false, true) if shares => machine.launch::<A::BeginWide>(blocks, warps, shared, &args),
                (1, false, false) => machine.launch::<A::Count>(blocks, warps, shared, &args),
                (1, false, true) => machine.launch::<A::CountWide>(blocks, warps, shared, &args),
                (1, true, false) => machine.launch::<A::Resume>(blocks, warps, shared, &args),
                (1, true, true) => machine.launch::<A::ResumeWide>(blocks, warps, shared, &args),
                (_, false, false) => machine.launch::<A::Begin128>(blocks, warps, shared, &args),
                (_, false, true) => machine.launch::<A::Begin128Wide>(blocks, warps, shared, &args),
                (_, true, false) => machine.launch::<A::Resume128>(blocks, warps, shared, &args),
                (_, true, true) => machine.launch::<A::Resume128Wide>(blocks, warps, shared, &args),
            }
        }
        assert!(pairs.iter().all(|&word| word == 0), "numbers of pairs are left zero");
        if !handed.turn() {
            let word = |words: &[u64], at: usize| u128::from(words.get(at).copied().unwrap_or(0));
            let number = |words: &[u64]| word(words, 0) | word(words, 1) << 64;
            return (counts.chunks(number_words as usize).map(number).collect(), handed.all);
        }
        queue[0] = 0;
    }
}

/// C(n, i), or the largest number if it is larger.
pub fn binomial(n: u64, i: u64) -> u128 {
    // Each is a binomial times a number, which may be larger than the next binomial: that takes some bits more.
    let next = |ways: Option<u128>, j: u64| {
        Some(ways?.checked_mul(u128::from(n.saturating_sub(j)))? / u128::from(j + 1))
    };
    (0..i).fold(Some(1), next).unwrap_or(u128::MAX)
}

/// The cliques of `k` vertices at each place, by trying.
pub fn tried<A: AtPlaces>(graph: &Graph, k: u32) -> Vec<u128> {
    let places = A::places(graph);
    let mut counts = vec![0; places.len()];
    each_clique(graph, k, |clique| {
        let within = |place: &[u32]| place.iter().all(|v| clique.contains(v));
        let counted = counts.iter_mut().zip(&places).filter(|(_, place)| within(place));
        counted.for_each(|(count, _)| *count += 1);
    });
    counts
}

/// Calls `visit` with each clique of `k` vertices, its greatest vertex first, by trying.
fn each_clique(graph: &Graph, k: u32, mut visit: impl FnMut(&[u32])) {
    fn grow(
        graph: &Graph,
        clique: &mut Vec<u32>,
        candidates: &[u32],
        k: u32,
        visit: &mut impl FnMut(&[u32]),
    ) {
        if clique.len() == k as usize {
            return visit(clique);
        }
        for (i, &v) in candidates.iter().enumerate() {
            let next: Vec<u32> = candidates[..i].iter().copied().filter(|&w| graph.has(v, w)).collect();
            clique.push(v);
            grow(graph, clique, &next, k, visit);
            clique.pop();
        }
    }
    grow(graph, &mut Vec::new(), &(0..graph.n()).collect::<Vec<_>>(), k, &mut visit);
}
