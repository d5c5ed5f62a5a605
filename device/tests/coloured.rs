//! Counts of coloured sets, on every machine, against all sets.

mod common;
mod graphs;

use std::collections::BTreeMap;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::small_sets::{least, subsets};
use graphs::{Graph, WholeGraph, atomics};
use motherlode_device::kernels::coloured::sets::{ColouredSetsArgs, CountColouredSets, Widths};
use motherlode_device::kernels::coloured::table::{ColourKey, WORDS};
use motherlode_device::kernels::queue::STOP;
use motherlode_device::memory::Slice;

/// What joins the members of a set, and their labels between them and themselves; the order of the members does not
/// matter.
type Colours = Vec<Option<u32>>;

/// A graph with labels, and kinds of edges: of the first three, one is the second seen from the other end.
struct Coloured {
    graph: Graph,
    labels: Vec<u32>,
    /// By vertex and vertex; between a vertex and itself its label.
    matrix: Vec<Vec<Option<u32>>>,
}

impl Coloured {
    fn samples(seed: u64) -> Vec<Coloured> {
        Graph::samples(seed).into_iter().take(3).map(|graph| Coloured::new(graph, seed)).collect()
    }

    fn new(graph: Graph, seed: u64) -> Coloured {
        let mut random = Random::new(seed);
        let labels: Vec<u32> = (0..graph.n()).map(|_| [0, 0, 0, 1, 1, 5][random.below(6) as usize]).collect();
        let mut matrix = vec![vec![None; labels.len()]; labels.len()];
        for (v, &label) in labels.iter().enumerate() {
            matrix[v][v] = Some(label);
        }
        for (u, v) in graph.edges() {
            let (kind, back) = [(1, 2), (1, 2), (2, 1), (3, 3), (6, 6)][random.below(5) as usize];
            matrix[u as usize][v as usize] = Some(kind);
            matrix[v as usize][u as usize] = Some(back);
        }
        Coloured { graph, labels, matrix }
    }

    /// By place in the lists of the whole graph, from the list's vertex.
    fn joints(&self) -> Vec<u32> {
        let of_list = |v: usize| self.graph.0[v].iter().map(move |&w| self.matrix[v][w as usize].unwrap());
        (0..self.labels.len()).flat_map(of_list).collect()
    }

    /// How many connected sets have each colours, by trying.
    fn expected(&self, k: u32) -> BTreeMap<Colours, u64> {
        let mut expected = BTreeMap::new();
        subsets(self.labels.len(), k as usize, &mut Vec::new(), &mut |set| {
            let of = |&u: &usize| set.iter().map(|&v| self.matrix[u][v]).collect();
            if let Some(colours) = least(&set.iter().map(of).collect::<Vec<_>>()) {
                *expected.entry(colours).or_default() += 1;
            }
        });
        expected
    }

    /// The words of the tables, whether a key was lost, and where the queue is.
    fn count(&self, machine: Machine, k: u32, widths: Widths, places: usize) -> (Vec<u64>, bool, u64) {
        let whole = WholeGraph::new(&self.graph);
        let (joints, n) = (self.joints(), self.labels.len());
        let warps = (BLOCKS * WARPS) as usize;
        let tables = if machine.lanes() == 1 { warps } else { 1 };
        let mut words = vec![0u64; tables * places * WORDS];
        let (mut queue, mut lost, mut marks) = (vec![0u64], vec![0u64], vec![0u32; warps * n]);
        let mut stacks = vec![u32::MAX; warps * n];
        let args = ColouredSetsArgs {
            graph: whole.view(),
            joints: Slice::from(&joints[..]),
            labels: Slice::from(&self.labels[..]),
            queue: atomics(&mut queue),
            lost: atomics(&mut lost),
            tables: atomics(&mut words),
            marks: scratch(&mut marks),
            stacks: scratch(&mut stacks),
            end: n as u64,
            places: places as u64,
            k,
            widths,
        };
        // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
        unsafe { machine.launch::<CountColouredSets>(BLOCKS, WARPS, 0, &args) };
        assert!(marks.iter().all(|&mark| mark == 0), "marks are taken away");
        (words, lost[0] > 0, queue[0])
    }
}

/// The colours of a key.
fn colours(key: ColourKey, k: u32, widths: Widths) -> Colours {
    let back = |kind: u32| [None, Some(2), Some(1), Some(3), None, None, Some(6)][kind as usize];
    let of = |u: u32, v: u32| match u.cmp(&v) {
        std::cmp::Ordering::Less => Some(widths.joint_of(key, u, v)).filter(|&kind| kind > 0),
        std::cmp::Ordering::Equal => Some(widths.label_of(key, u)),
        std::cmp::Ordering::Greater => back(widths.joint_of(key, v, u)),
    };
    let set: Vec<Vec<Option<u32>>> = (0..k).map(|u| (0..k).map(|v| of(u, v)).collect()).collect();
    least(&set).expect("a connected set")
}

#[test]
fn sets_are_counted_by_their_colours() {
    for (i, sample) in Coloured::samples(11).iter().enumerate() {
        for k in 2..=4 {
            let expected = sample.expected(k);
            for widths in [Widths { joint: 3, label: 3 }, Widths::most(k.max(3))] {
                for machine in Machine::with_seed(i as u32) {
                    let (words, lost, _) = sample.count(machine, k, widths, 1 << 12);
                    assert!(!lost, "{k} vertices, sample {i}, {machine:?}");
                    let mut found = BTreeMap::new();
                    for (key, count) in words.chunks(WORDS).filter_map(ColourKey::of_place) {
                        *found.entry(colours(key, k, widths)).or_default() += count;
                    }
                    assert_eq!(found, expected, "{k} vertices, sample {i}, {widths:?}, {machine:?}");
                }
            }
        }
    }
}

/// Each key has one place in a table, though many write to it.
#[test]
fn a_key_has_one_place() {
    let sample = &Coloured::samples(12)[2];
    for machine in Machine::all().into_iter().filter(|machine| machine.lanes() > 1) {
        let (words, ..) = sample.count(machine, 4, Widths { joint: 3, label: 3 }, 1 << 12);
        let mut keys: Vec<ColourKey> =
            words.chunks(WORDS).filter_map(ColourKey::of_place).map(|(key, _)| key).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all, "{machine:?}");
    }
}

/// What finds no place is said to be lost, and ends the launch; marks are taken away all the same.
#[test]
fn a_table_that_is_too_small_is_told() {
    let sample = &Coloured::samples(13)[2];
    for machine in Machine::all() {
        let (_, lost, queue) = sample.count(machine, 4, Widths { joint: 3, label: 3 }, 1 << 3);
        assert!(lost && queue >= sample.labels.len() as u64 + STOP, "{machine:?}");
    }
}
