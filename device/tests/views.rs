//! The kernels that make views of a graph, on every machine, against their definitions.

mod common;
mod graphs;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::Graph;
use motherlode_device::Kernel;
use motherlode_device::kernels::prepare::positions::CHUNK;
use motherlode_device::kernels::views::count::{CountClass, CountClassArgs, CountView, CountViewArgs};
use motherlode_device::kernels::views::emit::{EmitView, EmitViewArgs};
use motherlode_device::kernels::views::labels::{MoveLabels, MoveLabelsArgs};
use motherlode_device::kernels::views::lists::{LongestList, LongestListArgs, SplitTasks, SplitTasksArgs};
use motherlode_device::kernels::views::prune::{NeededViews, PruneClasses, PruneClassesArgs};
use motherlode_device::kernels::views::{EdgeTest, NO_ARC, QueryGraph, UNLABELLED, ViewTest};
use motherlode_device::memory::Slice;

fn launch<K: Kernel>(machine: Machine, args: &K::Args<'_>) {
    // SAFETY: arrays of this test, made as the kernels ask; they take no shared memory.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, 0, args) };
}

/// Labels of edges in the graphs of these tests.
const LABELS: u32 = 40;
/// Classes of vertices.
const CLASSES: u32 = 3;

/// A graph whose vertices are in classes, and whose arcs have labels.
struct Sample {
    offsets: Vec<u64>,
    neighbors: Vec<u32>,
    masks: Vec<u32>,
    out: Vec<u32>,
    back: Vec<u32>,
    allowed: Vec<u32>,
}

impl Sample {
    /// All vertices are in class 0; of an arc the label of the way back is that of the other arc.
    fn new(graph: &Graph, random: &mut Random) -> Self {
        let (offsets, neighbors) = graph.csr();
        let masks = (0..graph.n()).map(|_| 1 | random.below(1 << (CLASSES - 1)) << 1).collect();
        let mut label = |_: &u32| match random.below(8) {
            0 => NO_ARC,
            1 => UNLABELLED,
            _ => random.below(LABELS),
        };
        let out: Vec<u32> = neighbors.iter().map(&mut label).collect();
        let place = |v: u32, w: u32| {
            let start = offsets[v as usize] as usize;
            start + graph.0[v as usize].iter().position(|&other| other == w).unwrap()
        };
        let arcs = (0..graph.n()).flat_map(|v| graph.0[v as usize].iter().map(move |&w| (v, w)));
        let back = arcs.map(|(v, w)| out[place(w, v)]).collect();
        let allowed = (0..4).map(|_| random.below(u32::MAX)).collect();
        Sample { offsets, neighbors, masks, out, back, allowed }
    }

    fn n(&self) -> usize {
        self.masks.len()
    }

    fn graph<'a>(&'a self, masks: &'a [u32]) -> QueryGraph<'a> {
        QueryGraph {
            offsets: Slice::from(&self.offsets[..]),
            neighbors: Slice::from(&self.neighbors[..]),
            masks: Slice::from(masks),
            out: Slice::from(&self.out[..]),
            back: Slice::from(&self.back[..]),
            allowed: Slice::from(&self.allowed[..]),
        }
    }

    /// The labels of a bit set of two words.
    fn set(&self, start: u32) -> Vec<u32> {
        let has = |bit: u32| self.allowed[(start + bit / 32) as usize] >> (bit % 32) & 1 == 1;
        let labels = (0..LABELS).filter(|label| has(label + 2));
        labels.chain(has(0).then_some(UNLABELLED)).chain(has(1).then_some(NO_ARC)).collect()
    }

    /// The list of `v` in a view, by its definition.
    fn list(&self, masks: &[u32], view: &ViewTest, v: usize) -> Vec<u32> {
        let is_in = |v: usize, class: u32| masks[v] & 1 << class != 0;
        let (out, back) = (self.set(view.edge.out), self.set(view.edge.back));
        let keeps = |&place: &usize| {
            let (goes, comes) = (out.contains(&self.out[place]), back.contains(&self.back[place]));
            let obeys = match view.edge.kind {
                EdgeTest::ANY => true,
                EdgeTest::BOTH => goes && comes,
                _ => goes || comes,
            };
            is_in(v, view.from) && is_in(self.neighbors[place] as usize, view.to) && obeys
        };
        let places = self.offsets[v] as usize..self.offsets[v + 1] as usize;
        places.filter(keeps).map(|place| self.neighbors[place]).collect()
    }

    fn lists(&self, masks: &[u32], view: &ViewTest) -> Vec<Vec<u32>> {
        (0..self.n()).map(|v| self.list(masks, view, v)).collect()
    }
}

/// Starts of lists.
fn starts(lists: &[Vec<u32>]) -> Vec<u64> {
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u64;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

/// Graphs whose lists fall in length, with a hub that fills several chunks, one without edges, and labels.
fn samples(seed: u64) -> Vec<(Sample, Random)> {
    let mut random = Random::new(seed);
    let mut graphs = Graph::samples(seed);
    let hub = Graph::new(5000, (1..4900).map(|w| (0, w)).chain((1..900).map(|w| (w, w + 1))));
    graphs.extend([hub, Graph::new(7, [])]);
    let sample = |graph: Graph| {
        (Sample::new(&graph.by_degree(), &mut random), Random::new(random.below(1 << 20).into()))
    };
    graphs.into_iter().map(sample).collect()
}

fn view(random: &mut Random) -> ViewTest {
    let edge = EdgeTest { kind: random.below(3), out: random.below(3), back: random.below(3) };
    ViewTest { from: random.below(CLASSES), to: random.below(CLASSES), edge }
}

#[test]
fn views_hold_what_they_ask_for() {
    for (i, (sample, mut random)) in samples(31).into_iter().enumerate() {
        let masks = &sample.masks[..];
        for (machine, round) in Machine::with_seed(i as u32).into_iter().flat_map(|m| [(m, 0), (m, 1)]) {
            let view = view(&mut random);
            let lists = sample.lists(masks, &view);
            let case = format!("sample {i}.{round}, {machine:?}, {view:?}");
            let mut counts = vec![u32::MAX; sample.neighbors.len().div_ceil(CHUNK as usize)];
            let graph = sample.graph(masks);
            launch::<CountView>(machine, &CountViewArgs { graph, counts: scratch(&mut counts), view });
            let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            assert_eq!(total, lists.iter().map(|list| list.len() as u64).sum::<u64>(), "{case}");

            // The lists come after those of another view.
            let base = 5;
            let places: Vec<u64> = counts
                .iter()
                .scan(base, |next, &count| Some(std::mem::replace(next, *next + u64::from(count))))
                .collect();
            let mut offsets = vec![u64::MAX; sample.n() + 1];
            let mut neighbors = vec![u32::MAX; (base + total) as usize];
            let args = EmitViewArgs {
                graph,
                places: Slice::from(&places[..]),
                offsets: scratch(&mut offsets),
                neighbors: scratch(&mut neighbors),
                end: base + total,
                view,
            };
            launch::<EmitView>(machine, &args);
            let expected: Vec<u64> = starts(&lists).into_iter().map(|start| base + start).collect();
            assert_eq!(offsets, expected, "{case}");
            assert_eq!(neighbors[base as usize..], lists.concat(), "{case}");

            let longest = [AtomicU32::new(0)];
            let args =
                LongestListArgs { offsets: Slice::from(&offsets[..]), longest: Slice::from(&longest[..]) };
            launch::<LongestList>(machine, &args);
            assert_eq!(
                longest[0].load(Relaxed) as usize,
                lists.iter().map(Vec::len).max().unwrap(),
                "{case}"
            );

            for (above, below) in [(0, 0), (1, 0), (0, 1)] {
                let (mut first, mut lengths) = (vec![u64::MAX; sample.n()], vec![u32::MAX; sample.n()]);
                let args = SplitTasksArgs {
                    offsets: Slice::from(&offsets[..]),
                    neighbors: Slice::from(&neighbors[..]),
                    first: scratch(&mut first),
                    lengths: scratch(&mut lengths),
                    above,
                    below,
                };
                launch::<SplitTasks>(machine, &args);
                for v in 0..sample.n() {
                    let tasks = &neighbors[first[v] as usize..][..lengths[v] as usize];
                    let wanted = |w: &&u32| (above == 0 || **w > v as u32) && (below == 0 || **w < v as u32);
                    assert!(tasks.iter().eq(lists[v].iter().filter(wanted)), "{case}, {above} {below}, {v}");
                }
            }
        }
    }
}

#[test]
fn classes_are_counted() {
    for (i, (sample, _)) in samples(32).into_iter().enumerate() {
        for machine in Machine::with_seed(i as u32) {
            for class in 0..CLASSES {
                let sums = [AtomicU64::new(0), AtomicU64::new(0)];
                let overlaps = [AtomicU32::new(0)];
                let args = CountClassArgs {
                    offsets: Slice::from(&sample.offsets[..]),
                    masks: Slice::from(&sample.masks[..]),
                    sums: Slice::from(&sums[..]),
                    overlaps: Slice::from(&overlaps[..]),
                    class,
                };
                launch::<CountClass>(machine, &args);
                let members: Vec<usize> =
                    (0..sample.n()).filter(|&v| sample.masks[v] & 1 << class != 0).collect();
                let degrees = members.iter().map(|&v| sample.offsets[v + 1] - sample.offsets[v]).sum();
                let sums = sums.map(AtomicU64::into_inner);
                assert_eq!(sums, [members.len() as u64, degrees], "sample {i}, {machine:?}, class {class}");
                let joined = members.iter().fold(0, |all, &v| all | sample.masks[v]);
                assert_eq!(overlaps[0].load(Relaxed), joined, "sample {i}, {machine:?}, class {class}");
            }
        }
    }
}

#[test]
fn vertices_leave_classes_in_which_they_lack_a_neighbour() {
    for (i, (sample, mut random)) in samples(33).into_iter().enumerate() {
        // Class 1 is asked for twice, class 2 once, and class 0 is not pruned.
        let views: Vec<ViewTest> = (0..6).map(|_| view(&mut random)).collect();
        let needs =
            [(1, 0, 2), (2, 2, 5), (1, 4, 6)].map(|(class, first, end)| NeededViews { class, first, end });
        let stays = |v: usize, class: u32| {
            let has_all = |need: &NeededViews| {
                let views = &views[need.first as usize..need.end as usize];
                views.iter().all(|view| !sample.list(&sample.masks, view, v).is_empty())
            };
            class == 0 || needs.iter().filter(|need| need.class == class).any(has_all)
        };
        let expected: Vec<u32> = (0..sample.n())
            .map(|v| (0..CLASSES).filter(|&class| stays(v, class)).fold(0, |mask, class| mask | 1 << class))
            .zip(&sample.masks)
            .map(|(stays, mask)| stays & mask)
            .collect();
        for machine in Machine::with_seed(i as u32) {
            let (mut masks, changed) = (vec![u32::MAX; sample.n()], [AtomicU32::new(0)]);
            let args = PruneClassesArgs {
                graph: sample.graph(&sample.masks),
                needs: Slice::from(&needs[..]),
                views: Slice::from(&views[..]),
                masks: scratch(&mut masks),
                changed: Slice::from(&changed[..]),
                pruned: 0b110,
            };
            launch::<PruneClasses>(machine, &args);
            assert_eq!(masks, expected, "sample {i}, {machine:?}");
            assert_eq!(changed[0].load(Relaxed) == 1, expected != sample.masks, "sample {i}, {machine:?}");
        }
    }
}

#[test]
fn labels_go_with_their_edges() {
    fn label(old_v: u32, old_w: u32) -> u32 {
        old_v * 1_000 + old_w
    }
    for (i, (sample, mut random)) in samples(34).into_iter().enumerate() {
        // What the vertices were called before: any numbers, and some that are no longer there.
        let n = sample.n();
        let mut old_of_new: Vec<u32> = (0..n as u32 + 3).collect();
        (1..old_of_new.len()).for_each(|k| old_of_new.swap(k, random.below(k as u32 + 1) as usize));
        old_of_new.truncate(n);
        let mut old_lists = vec![Vec::new(); n + 3];
        for v in 0..n {
            let list = &sample.neighbors[sample.offsets[v] as usize..sample.offsets[v + 1] as usize];
            old_lists[old_of_new[v] as usize] = list.iter().map(|&w| old_of_new[w as usize]).collect();
            old_lists[old_of_new[v] as usize].sort_unstable();
        }
        let by_place = |label: fn(u32, u32) -> u32| -> Vec<u32> {
            (0..).zip(&old_lists).flat_map(|(v, list)| list.iter().map(move |&w| label(v, w))).collect()
        };
        let (out, back) = (by_place(label), by_place(|v, w| label(w, v)));
        let (old_offsets, old_neighbors) = (starts(&old_lists), old_lists.concat());
        for machine in Machine::with_seed(i as u32) {
            // Every other sample is undirected: nothing leads back.
            let directed = i % 2 == 0;
            let mut moved_out = vec![u32::MAX; sample.neighbors.len()];
            let mut moved_back = vec![u32::MAX; if directed { sample.neighbors.len() } else { 0 }];
            let args = MoveLabelsArgs {
                offsets: Slice::from(&sample.offsets[..]),
                neighbors: Slice::from(&sample.neighbors[..]),
                old_of_new: Slice::from(&old_of_new[..]),
                old_offsets: Slice::from(&old_offsets[..]),
                old_neighbors: Slice::from(&old_neighbors[..]),
                out: Slice::from(&out[..]),
                back: Slice::from(if directed { &back[..] } else { &[] }),
                moved_out: scratch(&mut moved_out),
                moved_back: scratch(&mut moved_back),
            };
            launch::<MoveLabels>(machine, &args);
            for v in 0..n {
                for place in sample.offsets[v] as usize..sample.offsets[v + 1] as usize {
                    let (old_v, old_w) = (old_of_new[v], old_of_new[sample.neighbors[place] as usize]);
                    assert_eq!(moved_out[place], label(old_v, old_w), "sample {i}, {machine:?}");
                    if directed {
                        assert_eq!(moved_back[place], label(old_w, old_v), "sample {i}, {machine:?}");
                    }
                }
            }
        }
    }
}
