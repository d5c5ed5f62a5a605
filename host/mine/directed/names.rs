//! What directed motifs are called.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::digraph::{Digraph, DirectedClasses};
use super::directed_patterns;
use crate::MineError;
use crate::pattern::Pattern;
use crate::plan::Induced;

/// The triads, in the order of the census (Davis and Leinhardt 1972), each with its number.
pub(super) const TRIADS: [(&str, u32); 16] = [
    ("003", 0),
    ("012", 2),
    ("102", 10),
    ("021D", 6),
    ("021U", 36),
    ("021C", 12),
    ("111D", 74),
    ("111U", 14),
    ("030T", 38),
    ("030C", 98),
    ("201", 78),
    ("120D", 108),
    ("120U", 46),
    ("120C", 102),
    ("210", 110),
    ("300", 238),
];

/// The numbers of igraph's classes of directed graphs of three vertices, in its order.
#[rustfmt::skip]
const IGRAPH_3: [u32; 16] = [
    0, 2, 36, 10, 12, 74, 6, 38, 108, 14, 78, 98, 102, 46, 110, 238,
];

/// The same of four vertices.
#[rustfmt::skip]
const IGRAPH_4: [u32; 218] = [
    0, 2, 68, 2184, 18, 20, 274, 280, 4370, 6, 70, 72, 392, 76, 2186, 340, 4420, 408, 4436, 204, 2252, 6552,
    22, 278, 28, 282, 4374, 322, 326, 328, 4418, 332, 4434, 86, 342, 394, 4422, 410, 4438, 388, 4424, 74, 344,
    404, 4440, 396, 4428, 92, 348, 412, 4444, 4692, 456, 4994, 460, 6348, 2202, 4946, 2204, 5010, 2458, 6554,
    854, 4678, 4694, 4950, 904, 906, 4548, 5016, 922, 5002, 5018, 4556, 6604, 13142, 14, 78, 2190, 468, 472,
    4564, 206, 2254, 6616, 476, 4572, 6356, 6364, 2524, 6620, 15258, 30, 286, 4382, 330, 90, 346, 390, 4426,
    406, 4442, 334, 94, 350, 398, 4430, 414, 4446, 4546, 908, 5058, 972, 6550, 4562, 2206, 5074, 2462, 6558,
    856, 4680, 4682, 4952, 454, 858, 4698, 4700, 4954, 4740, 4742, 4748, 5012, 4758, 4998, 5014, 4812, 6858,
    13146, 470, 862, 4686, 4702, 4958, 458, 4764, 924, 5004, 5020, 474, 4750, 4766, 910, 926, 5006, 5022,
    4550, 5062, 5064, 5066, 5068, 13148, 4566, 5076, 5078, 5080, 5082, 6874, 13150, 6342, 462, 6350, 2506,
    6602, 2510, 6618, 4558, 222, 478, 4574, 6598, 6358, 974, 6614, 6606, 2270, 6366, 2526, 6622, 6854, 4814,
    6862, 14678, 5084, 6876, 14812, 14810, 7128, 7130, 15262, 990, 4830, 5070, 5086, 13260, 13262, 13278,
    6870, 14686, 14790, 14798, 7126, 6878, 14814, 3038, 7134, 15310, 15326, 31710,
];

/// A motif: a class of directed graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectedMotif {
    /// Its name, or its arcs where it has none: triads have names.
    pub name: String,
    /// The least number that the adjacency matrix of such a graph is, read row by row as binary digits, the first
    /// highest: the id of mfinder and FANMOD.
    pub id: u32,
    /// The class of igraph's `motifs`, for three and four vertices.
    pub class: Option<u32>,
    /// The arcs, without what a triad's name says of those that are not there.
    pub pattern: Pattern,
}

impl DirectedMotif {
    /// That of a graph that has the least number of its class.
    pub(super) fn of(graph: Digraph) -> DirectedMotif {
        let (k, id) = (graph.vertices(), graph.number());
        let triad = TRIADS.iter().find(|&&(_, number)| k == 3 && number == id);
        let (name, text) = match triad {
            Some(&(name, _)) => (name.to_owned(), arcs_of_triad(name)),
            None => (graph.text(), graph.text()),
        };
        let pattern = Pattern::parse(&text).expect("a connected graph of few vertices is a pattern");
        DirectedMotif { name, id, class: class(k, id), pattern }
    }

    /// Where it stands in lists: by rising number of arcs, triads as in their census.
    pub(super) fn order(&self) -> (usize, usize, u32) {
        let triad = TRIADS.iter().position(|&(name, _)| name == self.name).unwrap_or(0);
        (self.pattern.edge_links().count(), triad, self.id)
    }
}

/// The arcs that the name of a connected triad stands for, in the language of patterns.
fn arcs_of_triad(name: &str) -> String {
    let triad = Pattern::parse(name).expect("triads are patterns");
    let arc = |&(tail, head): &(usize, usize)| format!("{}->{}", triad.name(tail), triad.name(head));
    triad.edges().iter().map(arc).collect::<Vec<_>>().join(", ")
}

/// What the plain directed motifs of some graphs of `k` vertices, each its arcs, are called, and where they stand in
/// lists. A triad has the arcs that its name says and no others: of those that may have more, the name is their arcs.
///
/// # Errors
/// [`MineError::DirectedMotifSize`].
pub(crate) fn names_of(
    k: usize,
    graphs: impl Iterator<Item = Vec<(usize, usize)>>,
    induced: Induced,
) -> Result<Vec<(usize, String)>, MineError> {
    let motifs = directed_patterns(k)?;
    let places: FxHashMap<u32, usize> = motifs.iter().map(|motif| motif.id).zip(0..).collect();
    let mut classes = DirectedClasses::of(k);
    let named = |arcs: Vec<(usize, usize)>| {
        let graph = arcs.into_iter().fold(Digraph::new(k), |graph, (tail, head)| graph.with(tail, head));
        let place = places[&classes.class(graph)];
        let DirectedMotif { name, pattern, .. } = &motifs[place];
        (place, if induced == Induced::Edge { pattern.to_string() } else { name.clone() })
    };
    Ok(graphs.map(named).collect())
}

/// igraph's class of a motif of `k` vertices, connected or not.
pub(super) fn class(k: usize, id: u32) -> Option<u32> {
    static BY_ID: OnceLock<[Vec<(u32, u32)>; 2]> = OnceLock::new();
    let sorted = |ids: &[u32]| {
        let mut sorted: Vec<(u32, u32)> = ids.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        sorted
    };
    let all = BY_ID.get_or_init(|| [sorted(&IGRAPH_3), sorted(&IGRAPH_4)]);
    let of_size = all.get(k.checked_sub(3)?)?;
    let at = of_size.binary_search_by_key(&id, |&(id, _)| id).ok()?;
    Some(of_size[at].1)
}
