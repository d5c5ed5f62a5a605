//! What the tests of maximal cliques have in common: ways to search, and the launches of a search.

use motherlode_device::kernels::maximal_cliques::{MaximalCliqueArgs, MaximalCliqueShape, RECORD_SETS};
use motherlode_device::kernels::triangles::MarksShape;

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::{Graph, OrientedGraph, WholeGraph, atomics};
use crate::handed::HandedRecords;

/// How a graph is searched.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub hubs: u32,
    pub marks: MarksShape,
    pub wide: bool,
    pub warps: u32,
    pub parts: u32,
    /// Nodes after which a warp hands over, and the most records.
    pub patience: u32,
    pub capacity: u32,
    /// The fewest vertices that are asked for.
    pub least: u32,
}

/// In one launch.
pub const WHOLE: Way = Way {
    hubs: 0,
    marks: MarksShape { exact: 512, filter: 0 },
    wide: false,
    warps: 1,
    parts: 1,
    patience: 1 << 31,
    capacity: 0,
    least: 0,
};

/// Some ways to search a graph of `n` vertices.
pub fn ways(n: u32) -> [Way; 4] {
    let all = MarksShape { exact: n.next_multiple_of(32), filter: 0 };
    let tiny = MarksShape { exact: 64, filter: 32 };
    [
        Way { hubs: n, marks: all, ..WHOLE },
        Way { hubs: 30, marks: tiny, wide: true, warps: WARPS, patience: 9, capacity: 400, ..WHOLE },
        Way { marks: all, warps: WARPS, parts: 3, patience: 5, capacity: 90, ..WHOLE },
        Way { marks: all, warps: 2, least: 5, ..WHOLE },
    ]
}

/// A launch of a search.
pub struct SearchLaunch<'a> {
    pub args: MaximalCliqueArgs<'a>,
    pub blocks: u32,
    pub warps: u32,
    pub shared_bytes: usize,
    /// The longest list.
    pub longest: u32,
    pub wide: bool,
}

/// Has all launches of a search done, in which cliques are counted in `sizes`. Returns how many records were handed
/// over.
pub fn search(
    machine: Machine,
    (graph, oriented): (&Graph, &OrientedGraph),
    way: Way,
    sizes: &mut [u64],
    mut launch: impl FnMut(SearchLaunch<'_>),
) -> usize {
    let (whole, shape) = (WholeGraph::new(graph), oriented.clique_shape(machine, way.warps, way.marks));
    let longest = shape.longest;
    let (most, excluded) = (longest + 1, graph.0.iter().map(|list| list.len()).max().unwrap_or(0) as u32);
    let own = MaximalCliqueShape { cliques: shape, most, excluded };
    let mut queue = vec![0u64];
    let blocks = (BLOCKS * way.warps) as usize;
    let mut words = vec![u64::MAX; shape.words_wide() * blocks];
    let mut stack = vec![u64::MAX; own.stack_words() * blocks];
    let mut handed = HandedRecords::new(
        longest,
        RECORD_SETS,
        (way.patience, way.capacity),
        7,
        oriented.roots.len() as u64 * u64::from(way.parts),
    );
    loop {
        let chunk = handed.chunk();
        let (over, resumed) = handed.lent();
        let args = MaximalCliqueArgs {
            cliques: oriented.searched(&mut queue, (&mut words, way.wide), shape, (chunk, way.parts)),
            whole: whole.view(),
            sizes: atomics(sizes),
            stack: scratch(&mut stack),
            over,
            resumed,
            most,
            excluded,
            least: way.least,
            unused: 0,
        };
        let wide = way.wide && longest > 64;
        let shared_bytes = if wide { own.shared_bytes_wide() } else { own.shared_bytes() };
        launch(SearchLaunch { args, blocks: BLOCKS, warps: way.warps, shared_bytes, longest, wide });
        if !handed.turn() {
            return handed.all;
        }
        queue[0] = 0;
    }
}
