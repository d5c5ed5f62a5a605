//! The kernels that renumber, orient and join a graph, on every machine, against their definitions.

mod common;
mod graphs;

use common::{BLOCKS, Machine, WARPS, scratch};
use graphs::Graph;
use motherlode_device::Kernel;
use motherlode_device::kernels::prepare::ends::{EndKeys, EndKeysArgs};
use motherlode_device::kernels::prepare::lists::{ListStarts, ListStartsArgs, SplitLists, SplitListsArgs};
use motherlode_device::kernels::prepare::order::{
    LengthKeys, LengthKeysArgs, RankVertices, RankVerticesArgs,
};
use motherlode_device::kernels::prepare::orient::{
    CountGreater, CountGreaterArgs, EmitGreater, EmitGreaterArgs, Renumbered,
};
use motherlode_device::kernels::prepare::positions::CHUNK;
use motherlode_device::kernels::prepare::whole::{JoinLists, JoinListsArgs, OwnElements, OwnElementsArgs};
use motherlode_device::kernels::triangles::Oriented;
use motherlode_device::memory::Slice;

fn launch<K: Kernel>(machine: Machine, args: &K::Args<'_>) {
    // SAFETY: arrays of this test, made as the kernels ask; they take no shared memory.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, 0, args) };
}

/// Starts of lists from their lengths.
fn offsets(lengths: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut offsets = vec![0];
    lengths.into_iter().for_each(|length| offsets.push(offsets[offsets.len() - 1] + length as u64));
    offsets
}

#[test]
fn vertices_are_ranked_and_edges_stand_once() {
    for (i, graph) in Graph::samples(12).iter().enumerate() {
        let (starts_of_old, neighbors) = graph.csr();
        let n = graph.n() as usize;
        let degree = |v: u32| graph.0[v as usize].len() as u32;
        let longest = (0..graph.n()).map(degree).max().unwrap() + 3;
        // Lists fall in length, and only the last are empty: so chunks of positions are walked.
        let mut order: Vec<u32> = (0..graph.n()).collect();
        order.sort_by_key(|&v| std::cmp::Reverse((degree(v), v)));
        for machine in Machine::all() {
            let (mut keys, mut vertices) = (vec![u32::MAX; n], vec![u32::MAX; n]);
            let old = Slice::from(&starts_of_old[..]);
            let args = LengthKeysArgs {
                offsets: old,
                keys: scratch(&mut keys),
                vertices: scratch(&mut vertices),
                longest,
            };
            launch::<LengthKeys>(machine, &args);
            assert_eq!(vertices, (0..graph.n()).collect::<Vec<_>>());
            assert!(
                (0..graph.n()).all(|v| keys[v as usize] == longest - degree(v)),
                "sample {i}, {machine:?}"
            );

            let (mut ranks, mut degrees, mut starts) =
                (vec![u32::MAX; n], vec![u32::MAX; n], vec![u64::MAX; n]);
            let args = RankVerticesArgs {
                offsets: old,
                order: Slice::from(&order[..]),
                ranks: scratch(&mut ranks),
                degrees: scratch(&mut degrees),
                starts: scratch(&mut starts),
            };
            launch::<RankVertices>(machine, &args);
            for (new, &v) in order.iter().enumerate() {
                let expected = (new as u32, degree(v), starts_of_old[v as usize]);
                assert_eq!(
                    (ranks[v as usize], degrees[new], starts[new]),
                    expected,
                    "sample {i}, {machine:?}"
                );
            }

            let new_offsets = offsets(degrees.iter().map(|&degree| degree as usize));
            let renumbered = Renumbered {
                offsets: Slice::from(&new_offsets[..]),
                starts: Slice::from(&starts[..]),
                neighbors: Slice::from(&neighbors[..]),
                ranks: Slice::from(&ranks[..]),
            };
            let mut counts = vec![0; neighbors.len().div_ceil(CHUNK as usize)];
            launch::<CountGreater>(
                machine,
                &CountGreaterArgs { graph: renumbered, counts: scratch(&mut counts) },
            );
            let places = offsets(counts.iter().map(|&count| count as usize));
            let edges = neighbors.len() / 2;
            assert_eq!(places[counts.len()], edges as u64, "sample {i}, {machine:?}");
            let (mut greater, mut smaller) = (vec![u32::MAX; edges], vec![u32::MAX; edges]);
            let args = EmitGreaterArgs {
                graph: renumbered,
                places: Slice::from(&places[..]),
                greater: scratch(&mut greater),
                smaller: scratch(&mut smaller),
            };
            launch::<EmitGreater>(machine, &args);
            assert!(smaller.is_sorted(), "sample {i}, {machine:?}");
            let mut found: Vec<(u32, u32)> = smaller.into_iter().zip(greater).collect();
            found.sort_unstable();
            let new = |v: u32| ranks[v as usize];
            let mut expected: Vec<(u32, u32)> = (0..graph.n())
                .flat_map(|v| graph.0[v as usize].iter().map(move |&w| (new(v), new(w))))
                .filter(|(v, w)| v < w)
                .collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "sample {i}, {machine:?}");
        }
    }
}

#[test]
fn edges_have_keys_in_the_order_of_their_old_ends() {
    // More vertices than the number of bits would be for their edges' new numbers, renumbered without any order.
    let old_of_new: Vec<u32> = (0..97).map(|new| new * 35 % 97).collect();
    let pairs = (1..97u32).flat_map(|v| (0..v).filter(move |u| (u * v + v) % 5 == 0).map(move |u| [u, v]));
    let (smaller, greater): (Vec<u32>, Vec<u32>) = pairs.map(|[u, v]| (u, v)).unzip();
    let old = |new: u32| old_of_new[new as usize];
    let old_ends = |edge: usize| {
        let (u, v) = (old(smaller[edge]), old(greater[edge]));
        (u.min(v), u.max(v))
    };
    let mut expected: Vec<usize> = (0..smaller.len()).collect();
    expected.sort_by_key(|&edge| old_ends(edge));
    for machine in Machine::all() {
        let mut keys = vec![u64::MAX; smaller.len()];
        let args = EndKeysArgs {
            smaller: Slice::from(&smaller[..]),
            greater: Slice::from(&greater[..]),
            old_of_new: Slice::from(&old_of_new[..]),
            keys: scratch(&mut keys),
            bits: 7,
        };
        launch::<EndKeys>(machine, &args);
        assert!(keys.iter().all(|&key| key < 1 << 14), "{machine:?}");
        let mut found: Vec<usize> = (0..smaller.len()).collect();
        found.sort_by_key(|&edge| keys[edge]);
        assert_eq!(found, expected, "{machine:?}");
    }
}

#[test]
fn lists_are_found_split_and_joined() {
    for (i, graph) in Graph::samples(13).iter().enumerate() {
        let (all, neighbors) = graph.csr();
        let n = graph.n() as usize;
        let half = |smaller: bool| {
            let of = |v: u32| graph.0[v as usize].iter().copied().filter(move |&w| (w < v) == smaller);
            let lists: Vec<Vec<u32>> = (0..graph.n()).map(|v| of(v).collect()).collect();
            (offsets(lists.iter().map(Vec::len)), lists.concat())
        };
        let ((lower_starts, lower), (upper_starts, upper)) = (half(true), half(false));
        let view = |starts, lists| Oriented { offsets: Slice::from(starts), neighbors: Slice::from(lists) };
        for machine in Machine::all() {
            let mut owners = vec![u32::MAX; lower.len()];
            let graph = view(&lower_starts[..], &lower[..]);
            launch::<OwnElements>(machine, &OwnElementsArgs { graph, owners: scratch(&mut owners) });
            let mut found = vec![u64::MAX; n + 1];
            let args = ListStartsArgs { lists: Slice::from(&owners[..]), offsets: scratch(&mut found) };
            launch::<ListStarts>(machine, &args);
            assert_eq!(found, lower_starts, "sample {i}, {machine:?}");

            let (mut splits, mut found) = (vec![u64::MAX; n], vec![u64::MAX; n + 1]);
            let args = SplitListsArgs {
                offsets: Slice::from(&all[..]),
                lower: Slice::from(&lower_starts[..]),
                splits: scratch(&mut splits),
                upper: scratch(&mut found),
            };
            launch::<SplitLists>(machine, &args);
            assert_eq!(found, upper_starts, "sample {i}, {machine:?}");
            assert!((0..n).all(|v| splits[v] == all[v] + lower_starts[v + 1] - lower_starts[v]));

            let mut joined = vec![u32::MAX; neighbors.len()];
            let args = JoinListsArgs {
                lower: graph,
                upper: view(&upper_starts[..], &upper[..]),
                offsets: Slice::from(&all[..]),
                neighbors: scratch(&mut joined),
            };
            launch::<JoinLists>(machine, &args);
            assert_eq!(joined, neighbors, "sample {i}, {machine:?}");
        }
    }
}
