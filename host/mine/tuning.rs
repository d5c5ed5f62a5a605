//! Sizes that the kernels leave to the host: how much of shared memory they take, and for what.

use std::ops::Range;

use motherlode_device::kernels::cliques::at_once::LONGEST;
use motherlode_device::kernels::cycles::{CycleArgs, TableShape};
use motherlode_device::kernels::edge_counts::prefixes::MOST_CELLS;
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::hubs::{MOST_HUBS, row_start};

use crate::place::{Outline, VertexOrder};
use crate::runtime::{Device, Grid};

/// What a device can give to a block, and how it is best used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tuning {
    /// Whether a block is one lane.
    pub scalar: bool,
    /// Bytes of shared memory that a block may have.
    pub shared_bytes: usize,
    /// Bytes of lists that a cache holds which all of a device reads through.
    cache_bytes: u64,
    /// Vertices whose adjacency is kept as rows of bits, at most.
    pub most_hubs: u32,
    /// Bits of a warp's or a block's marks, where there are more vertices.
    pub marks: MarksShape,
    /// Edges of a graph whose triangles are counted from prefixes, at least.
    pub least_prefixed: usize,
    /// The same, where they are counted through each edge.
    pub least_prefixed_at_edges: usize,
    /// Vertices that have a counter in a block's shared memory, at most, where they are.
    pub hubs_with_cells: u32,
    /// Pairs of neighbours in the lists of a graph whose triangles are counted by one launch, at most.
    most_pairs_at_once: u64,
    /// Expected steps of a table of rows from which on the devices of a team share it.
    pub least_dealt_rows: u64,
    /// Cliques from which on long searches for them at the vertices are handed over, at least.
    pub many_cliques: u64,
}

impl Tuning {
    /// For `device`.
    pub fn of(device: &Device) -> Self {
        if device.is_scalar() {
            // One lane: "shared" memory is the cache's. All vertices have marks of their own.
            return Tuning {
                scalar: true,
                shared_bytes: usize::MAX,
                cache_bytes: u64::MAX,
                most_hubs: 1 << 13,
                marks: MarksShape { exact: u32::MAX - 31, filter: 0 },
                least_prefixed: usize::MAX,
                most_pairs_at_once: 0,
                least_prefixed_at_edges: usize::MAX,
                hubs_with_cells: 0,
                least_dealt_rows: 1_000_000,
                many_cliques: u64::MAX,
            };
        }
        Tuning {
            scalar: false,
            shared_bytes: device.card().map_or(64 << 10, |card| card.shared_limit()),
            // An emulated device has graphs on both sides of it in tests.
            cache_bytes: device.card().map_or(1 << 19, |card| card.cache_bytes()),
            // 67 MB of rows: what they save in reading lists is worth more than their overflowing the L2 cache.
            most_hubs: 1 << 15,
            // 5 KiB a warp: five blocks of eight warps on a multiprocessor of 227 KiB.
            marks: MarksShape { exact: 1 << 15, filter: 1 << 13 },
            // Lists of 268 MB and more: to make prefixes takes as long as it saves where they are shorter. An emulated
            // device has both kinds of graphs in tests.
            least_prefixed: if device.card().is_some() { 1 << 26 } else { 1 << 7 },
            // A tenth of a millisecond: from there on it matters little what the host does before and after, and somebody
            // may want to stop it. An emulated device has both kinds of graphs in tests.
            most_pairs_at_once: if device.card().is_some() { 1 << 26 } else { 1 << 10 },
            // R-MAT graphs of 4 million edges take longer so, of 16 million less (H200).
            least_prefixed_at_edges: if device.card().is_some() { 1 << 23 } else { 1 << 7 },
            // 64 KiB at most: two blocks on a multiprocessor.
            hubs_with_cells: device.card().map_or(1 << 6, |card| cells_in(card.shared_limit())),
            // A tenth of a second of a card, at 10 ps a step: to copy what they read takes 10 ms and more. An emulated
            // device has both kinds in tests.
            least_dealt_rows: if device.card().is_some() { 10_000_000_000 } else { 10_000 },
            // Fewer are found before there is room for what is handed over; an emulated device has less patience.
            many_cliques: if device.card().is_some() { 1 << 26 } else { 1 << 10 },
        }
    }

    /// Whether a graph's triangles are counted from prefixes: not where there are fewer edges than the `least`, nor where
    /// all lists are short.
    pub fn has_prefixes(&self, graph: &Outline, least: usize) -> bool {
        let edges = graph.edges();
        edges >= least && u32::try_from(edges).is_ok() && self.even_marks(graph, 0).is_none()
    }

    /// The shape of the marks where a graph's triangles are so few that one launch counts them, which nobody deals or
    /// watches; `None` of another graph. What they take is known beforehand by the pairs of neighbours in the lists.
    ///
    /// All vertices have marks of their own that are in a list of a root, or of one of its neighbours: in the order by
    /// degree those with two neighbours, as none of them comes after a vertex with more.
    pub fn few_triangle_marks(&self, graph: &Outline, order: VertexOrder) -> Option<MarksShape> {
        let n = match order {
            VertexOrder::Degree => graph.degrees.count_from(2) as u32,
            _ => graph.n(),
        };
        let marks = self.marks(n, 0);
        (marks.filter == 0 && graph.subsets(2) <= self.most_pairs_at_once.into()).then_some(marks)
    }

    /// Whether a graph's cliques of `k` vertices are so few that one launch counts them, which nobody deals or watches:
    /// lanes go through those of `k - 1` vertices by themselves, so that it is known beforehand by the sets of neighbours
    /// in the lists how many steps there are at most. All make 3 ms of an H200, and email-Enron 0.25.
    ///
    /// Where nearly all vertices are in each other's lists, those of six and more are better counted four at a time.
    pub fn has_few_cliques(&self, graph: &Outline, k: u32) -> bool {
        const STEPS: u128 = 1 << 32;
        /// Vertices for each of the longest list.
        const SPARSE: u32 = 16;
        let longest = graph.lengths.get(0);
        let is_small = longest <= LONGEST && graph.subsets(2) <= self.most_pairs_at_once.into();
        let steps = || graph.subsets(k - 2) <= STEPS;
        is_small && matches!(k, 4..=7) && (k < 6 || graph.n() / SPARSE >= longest) && steps()
    }

    /// The shape of the marks for counting triangles from prefixes, in a graph of `n` vertices: all that are told in 16
    /// bits have a bit of their own. Three blocks of eight warps fit on a multiprocessor, as many as have registers.
    pub fn prefix_marks(&self, n: u32) -> MarksShape {
        match self.marks(n, 0) {
            MarksShape { filter: 0, exact } => MarksShape { exact, filter: 0 },
            MarksShape { filter, .. } => MarksShape { exact: 1 << u16::BITS, filter },
        }
    }

    /// The longest lists of roots whose cliques of `k` vertices are counted by pivots; longer ones are walked.
    ///
    /// Measured on one CPU thread: a clique of `k - 1` vertices that the walk goes to takes 40 to 75 instructions, and
    /// a node of the search with pivots 115 to 140, or twice as many in long lists, with fewer of them in a cycle. How
    /// many of the first there are for each of the second depends on the lengths of the lists (benches/results/notes.md
    /// has the numbers). A card walks to cliques of `k - 4` vertices only, and counts the last four together.
    pub fn longest_by_pivots(&self, k: u32) -> u32 {
        match (self.scalar, k) {
            (_, ..=4) | (false, ..=8) => 0,
            (true, 5) => 64,
            (true, 6) => 192,
            _ => u32::MAX,
        }
    }

    /// If no list is longer than this, all roots' cliques of `k` vertices are counted by pivots: on a card, a second
    /// job for few roots takes longer than it saves.
    pub fn longest_of_all_by_pivots(&self, k: u32) -> u32 {
        match (self.scalar, k) {
            (false, 7 | 8) => 96,
            _ => self.longest_by_pivots(k),
        }
    }

    /// How many vertices a table in shared memory can hold.
    fn held(&self) -> u32 {
        4 * self.shared_bytes.min(1 << 28) as u32 / 10
    }

    /// The first vertices, of which it is asked here where their lists start.
    pub fn leading(&self) -> u32 {
        if self.scalar { self.most_hubs } else { self.most_hubs.max(self.held()) }
    }

    /// The shape of the marks on a graph whose lists are all short, and of which the fewest vertices have rows: a
    /// filter with few bits. Small graphs are near enough anyhow.
    pub fn even_marks(&self, graph: &Outline, hubs: u32) -> Option<MarksShape> {
        /// Lists that are marked in a filter of that size so that few others pass it.
        const LONGEST: u32 = 128;
        const FILTER: u32 = 1 << 12;
        let large = graph.n() > self.marks.exact;
        let even = !self.scalar && large && hubs <= FEWEST_HUBS && graph.lengths.get(0) <= LONGEST;
        even.then_some(MarksShape { exact: 0, filter: FILTER })
    }

    /// Whether the lists of a graph that are all short are read from a copy in half as many bytes: where the cache does
    /// not hold them. Measured on an H100, whose cache is of 50 MB: with lists of 4 and 16 MB to make the copy takes as
    /// long as it saves, or longer; with 64 and 160 MB it is a fourth of the time less in all.
    pub fn halves(&self, graph: &Outline) -> bool {
        /// Of [`HalvedTrianglesArgs`](motherlode_device::kernels::triangles::halved::HalvedTrianglesArgs).
        const MOST_EDGES: usize = (1 << 31) - 1;
        let edges = graph.edges();
        (edges * size_of::<u32>()) as u64 > self.cache_bytes && edges <= MOST_EDGES
    }

    /// How many vertices get rows of bits: as long as the lists that a row stands for are not much shorter.
    pub fn hubs(&self, graph: &Outline, bytes_left: u64) -> u32 {
        self.rows(graph, 1, bytes_left)
    }

    /// How many vertices get rows of ties, which take two bits for each vertex: half as many, at most.
    pub fn tie_hubs(&self, graph: &Outline, bytes_left: u64) -> u32 {
        self.rows(graph, 2, bytes_left)
    }

    /// How many vertices get rows of so many bits for each vertex.
    fn rows(&self, graph: &Outline, width: u32, bytes_left: u64) -> u32 {
        /// Bits of a row that cost as much as an element of a list.
        const BITS_PER_ELEMENT: u64 = 128;
        let most = graph.n().min(self.most_hubs / width).min(MOST_HUBS);
        let mut hubs = most.min(FEWEST_HUBS);
        while hubs < most {
            let next = (2 * hubs).min(most);
            let elements = graph.start(next) - graph.start(hubs);
            let bits = (u64::from(next) * u64::from(next) - u64::from(hubs) * u64::from(hubs)) / 2;
            let bytes = u64::from(width) * u64::from(row_start(next)) * size_of::<u32>() as u64;
            if elements * BITS_PER_ELEMENT < bits || bytes > bytes_left / 4 {
                break;
            }
            hubs = next;
        }
        hubs
    }

    /// The shape of the marks on a graph of `n` vertices of which `hubs` have rows.
    pub fn marks(&self, n: u32, hubs: u32) -> MarksShape {
        self.marks_of(n, hubs, 1)
    }

    /// The shape of the marks of ties on a graph of `n` vertices of which `hubs` have rows of ties.
    pub fn tie_marks(&self, n: u32, hubs: u32) -> MarksShape {
        self.marks_of(n, hubs, 2)
    }

    /// The shape of marks of so many bits for each vertex that has its own: they take no more memory for that.
    fn marks_of(&self, n: u32, hubs: u32, width: u32) -> MarksShape {
        let all = n.next_multiple_of(u32::BITS);
        let MarksShape { exact, filter } = self.marks;
        if self.scalar || u64::from(width) * u64::from(all) <= u64::from(exact + filter) {
            return MarksShape { exact: all, filter: 0 };
        }
        MarksShape { exact: (exact / width).max(hubs.next_multiple_of(u32::BITS)), filter }
    }

    /// The classes of roots by degree for counting 4-cycles, the highest degrees first. All but the last end at a
    /// multiple of 32: no word with a bit for each root is of two classes.
    pub fn cycle_classes(&self, graph: &Outline) -> Vec<CycleClass> {
        let n = graph.n();
        if self.scalar {
            let table = TableShape { direct: n, log_bits: 5, log_slots: 0 };
            let end = graph.degrees.count_from(2) as u32;
            return vec![CycleClass { first: 0, end, warps: 1, table, chunk: 16 }];
        }
        let skewed = self.is_skewed(graph);
        let last = graph.degrees.count_from(2) as u32;
        let mut first = 0;
        let mut classes = Vec::new();
        for size in CYCLE_SIZES {
            // A root of a lower degree fits as well.
            let end = graph.degrees.count_from(size.least_degree) as u32;
            let end = end.next_multiple_of(u32::BITS).min(last);
            let bytes = self.shared_bytes / size.blocks - RESERVED_BYTES.min(self.shared_bytes / 8);
            let table = table(n, bytes, size.log_bits, skewed);
            if end > first {
                // Without hubs, a root has few wedges: more and smaller blocks hide their latency.
                let warps = if table.direct == 0 { size.warps.min(WARPS_WITHOUT_HUBS) } else { size.warps };
                classes.push(CycleClass { first, end, warps, table, chunk: size.chunk });
            }
            first = first.max(end);
        }
        classes
    }

    /// Whether most edges lead to the vertices that a table in shared memory can hold.
    fn is_skewed(&self, graph: &Outline) -> bool {
        let held = graph.n().min(self.held());
        let upper = graph.degrees.sum_first(held.into()) - graph.start(held);
        2 * upper >= graph.edges() as u64
    }
}

/// How many vertices have a counter of 16 bits in so many bytes of shared memory.
fn cells_in(shared_bytes: usize) -> u32 {
    let room = shared_bytes.saturating_sub(RESERVED_BYTES) / size_of::<u16>();
    (room.min(MOST_CELLS as usize) as u32) & !(u32::BITS - 1)
}

/// Vertices that get rows of bits, at least.
const FEWEST_HUBS: u32 = 64;
/// What the system takes of a block's shared memory.
pub(super) const RESERVED_BYTES: usize = 1 << 10;
/// Slots of the hash table beside a table of packed counters, as a power of two.
const LOG_SLOTS_BESIDE: u32 = 10;
/// Slots of the hash table where there are no packed counters, as a power of two.
const LOG_SLOTS_WITHOUT_HUBS: u32 = 11;
/// The most warps in a block then.
const WARPS_WITHOUT_HUBS: u32 = 4;

/// How roots from a degree on are counted.
struct CycleSize {
    least_degree: u32,
    log_bits: u32,
    /// Blocks that share a multiprocessor.
    blocks: usize,
    warps: u32,
    chunk: u32,
}

const CYCLE_SIZES: [CycleSize; 4] = [
    CycleSize { least_degree: 1 << 16, log_bits: 5, blocks: 1, warps: 32, chunk: 1 },
    CycleSize { least_degree: 1 << 8, log_bits: 4, blocks: 1, warps: 32, chunk: 1 },
    CycleSize { least_degree: 1 << 4, log_bits: 3, blocks: 2, warps: 16, chunk: 1 },
    CycleSize { least_degree: 2, log_bits: 2, blocks: 4, warps: 8, chunk: 4 },
];

/// The roots of a range of degrees, and how their 4-cycles are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CycleClass {
    /// The first root.
    pub first: u32,
    /// The first vertex after the roots.
    pub end: u32,
    /// Warps in a block.
    pub warps: u32,
    /// The block's counters.
    pub table: TableShape,
    /// Roots drawn at a time.
    pub chunk: u32,
}

impl CycleClass {
    /// How many roots there are.
    pub fn roots(&self) -> u64 {
        u64::from(self.end - self.first)
    }

    /// Of a bit for each vertex, how many words the roots are in.
    pub fn words(&self) -> u64 {
        match self.roots() {
            0 => 0,
            _ => u64::from((self.end - 1) / u32::BITS - self.first / u32::BITS) + 1,
        }
    }

    /// The warps and the shared memory of a block of so many warps.
    pub fn shape(&self, warps: u32) -> Grid {
        Grid { blocks: 0, warps, shared_bytes: CycleArgs::shared_bytes(self.table) }
    }

    /// The class with those of its roots that are among `roots`.
    pub fn among(&self, roots: &Range<u64>) -> CycleClass {
        let within = |root: u32| u64::from(root).clamp(roots.start, roots.end) as u32;
        CycleClass { first: within(self.first), end: within(self.end), ..*self }
    }
}

/// The counters that fit in `bytes`: packed ones for the first vertices, and slots for the others.
fn table(n: u32, bytes: usize, log_bits: u32, skewed: bool) -> TableShape {
    let log_per_byte = 3 - log_bits.min(3);
    let fits = |direct: u32, log_slots: u32| {
        CycleArgs::shared_bytes(TableShape { direct, log_bits, log_slots }) <= bytes
    };
    if fits(n, 0) {
        return TableShape { direct: n, log_bits, log_slots: 0 };
    }
    if !skewed {
        let log_slots = (5..=LOG_SLOTS_WITHOUT_HUBS).rev().find(|&log| fits(0, log)).unwrap_or(5);
        return TableShape { direct: 0, log_bits, log_slots };
    }
    let slots = LOG_SLOTS_BESIDE.min(bytes.ilog2() - 5);
    let beside = CycleArgs::shared_bytes(TableShape { direct: 0, log_bits, log_slots: slots });
    let left = ((bytes - beside) & !15) as u32;
    let direct = if log_bits <= 3 { left << log_per_byte } else { left >> (log_bits - 3) };
    TableShape { direct: direct.min(n), log_bits, log_slots: slots }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Steps;

    /// A graph of `n` vertices with so many lists of each length.
    fn graph(n: u64, lists: &[(u32, u64)]) -> Outline {
        let edges = lists.iter().map(|&(length, times)| u64::from(length) * times).sum::<u64>();
        let steps = |runs: &[(u32, u64)]| Steps::of_runs(runs.iter().copied());
        Outline::new(steps(&[(1, n)]), steps(lists), Vec::new(), edges as usize)
    }

    #[test]
    fn cliques_are_few_where_lists_are() {
        let one_lane = Tuning::of(&Device::cpu(None));
        let tuning = Tuning { most_pairs_at_once: 1 << 26, ..one_lane };
        let few = |graph: &Outline| (3..9).filter(|&k| tuning.has_few_cliques(graph, k)).collect::<Vec<_>>();
        // As many as email-Enron has, about.
        assert_eq!(
            few(&graph(36_692, &[(70, 5), (60, 129), (40, 680), (24, 1764), (8, 15_548)])),
            [4, 5, 6, 7]
        );
        assert!(few(&graph(36_692, &[(129, 1), (8, 15_548)])).is_empty());
        assert_eq!(few(&graph(1000, &[(70, 5), (8, 900)])), [4, 5]);
        // C(128, 5) sets of five are 2.6e8, and C(128, 4) of four 1.1e7.
        assert_eq!(few(&graph(100_000, &[(128, 20)])), [4, 5, 6]);
        assert!(few(&graph(1 << 27, &[(3, 1 << 26)])).is_empty());
        assert!(!one_lane.has_few_cliques(&graph(1000, &[(3, 7)]), 4));
    }
}
