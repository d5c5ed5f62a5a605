//! The kernels that make graphs of drawn pairs, on every machine, against their definitions.

mod common;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;

use common::{BLOCKS, Machine, WARPS, scratch};
use motherlode_device::Kernel;
use motherlode_device::drawn_pairs::DrawnPairs;
use motherlode_device::kernels::generate::arcs::{EmitArcs, EmitArcsArgs};
use motherlode_device::kernels::generate::distinct::{
    CountDistinct, CountDistinctArgs, EmitDistinct, EmitDistinctArgs,
};
use motherlode_device::kernels::generate::marks::{
    CountMarks, CountMarksArgs, MarkEnds, MarkEndsArgs, SHARED_BYTES,
};
use motherlode_device::kernels::generate::{IdRanks, PairRange};
use motherlode_device::kernels::prepare::positions::CHUNK;
use motherlode_device::memory::Slice;

fn launch<K: Kernel>(machine: Machine, shared_bytes: usize, args: &K::Args<'_>) {
    // SAFETY: arrays of this test, made as the kernels ask, and the shared memory that they ask for.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes, args) };
}

/// Fewer ids than a word has bits, hubs with many duplicates, and ids that nobody has.
fn samples() -> [DrawnPairs; 4] {
    [
        DrawnPairs::rmat(1, 70, 3),
        DrawnPairs::rmat(8, 3000, 5),
        DrawnPairs::uniform(5, 200, 9),
        DrawnPairs::uniform(13, 500, 2),
    ]
}

/// The pairs from `start` on that are no self-loops.
fn drawn(pairs: &DrawnPairs, start: u64) -> Vec<(u32, u32)> {
    (start..pairs.count).map(|place| pairs.pair(place)).filter(|(u, v)| u != v).collect()
}

#[test]
fn pairs_are_those_of_the_benchmark() {
    // The first pairs of `rmat:23` and `gnm:10:9`, as the host drew them before kernels did.
    let first = |pairs: DrawnPairs| (0..4).map(|place| pairs.pair(place)).collect::<Vec<_>>();
    assert_eq!(
        first(DrawnPairs::rmat(23, 1 << 27, 20)),
        [(2366826, 2431350), (489758, 5107511), (235524, 648340), (1440893, 6321288)]
    );
    assert_eq!(first(DrawnPairs::uniform(10, 9, 21)), [(677, 778), (71, 397), (958, 617), (948, 754)]);
}

#[test]
fn ends_are_marked_and_arcs_are_counted() {
    for (pairs, groups) in samples().into_iter().zip([2, 16, 1, 1024]) {
        let start = pairs.count / 7;
        let (mut marks_expected, mut arcs) = (BTreeSet::new(), vec![0; groups]);
        for id in drawn(&pairs, start).into_iter().flat_map(|(u, v)| [u, v]) {
            marks_expected.insert(id);
            arcs[(id as usize * groups) >> pairs.bits()] += 1;
        }
        for machine in Machine::all() {
            let words = (1usize << pairs.bits()).div_ceil(64);
            let zeros = |length| (0..length).map(|_| AtomicU64::new(0)).collect::<Vec<_>>();
            let (marks, counted) = (zeros(words), zeros(groups));
            let range = PairRange { pairs, start, end: pairs.count };
            let args =
                MarkEndsArgs { range, marks: Slice::from(&marks[..]), groups: Slice::from(&counted[..]) };
            launch::<MarkEnds>(machine, SHARED_BYTES, &args);
            let counted: Vec<u64> = counted.into_iter().map(AtomicU64::into_inner).collect();
            assert_eq!(counted, arcs, "{pairs:?}, {machine:?}");
            let marks: Vec<u64> = marks.into_iter().map(AtomicU64::into_inner).collect();
            let marked =
                (0..1u32 << pairs.bits()).filter(|id| marks[*id as usize / 64] >> (id % 64) & 1 == 1);
            assert!(marked.eq(marks_expected.iter().copied()), "{pairs:?}, {machine:?}");

            let mut counts = vec![u32::MAX; words];
            let args = CountMarksArgs { marks: Slice::from(&marks[..]), counts: scratch(&mut counts) };
            launch::<CountMarks>(machine, 0, &args);
            assert!(counts.into_iter().eq(marks.iter().map(|word| word.count_ones())), "{machine:?}");
        }
    }
}

#[test]
fn arcs_of_a_part_are_written_by_their_vertices_numbers() {
    for pairs in samples() {
        let all = drawn(&pairs, 0);
        let ids: BTreeSet<u32> = all.iter().flat_map(|&(u, v)| [u, v]).collect();
        let number = |id: u32| ids.range(..id).count() as u64;
        let words = (1usize << pairs.bits()).div_ceil(64);
        let (mut marks, mut before) = (vec![0u64; words], vec![0u32; words]);
        ids.iter().for_each(|id| marks[*id as usize / 64] |= 1 << (id % 64));
        (1..words).for_each(|word| before[word] = before[word - 1] + marks[word - 1].count_ones());
        let last_id = ((1u64 << pairs.bits()) - 1) as u32;
        for (first, last) in [(0, last_id), (last_id / 3, last_id / 2), (last_id, last_id)] {
            let bits = 14;
            let start = pairs.count / 5;
            let both = drawn(&pairs, start).into_iter().flat_map(|(u, v)| [(u, v), (v, u)]);
            let mut expected: Vec<u64> = both
                .filter(|&(from, _)| (first..=last).contains(&from))
                .map(|(from, to)| number(from) << bits | number(to))
                .collect();
            expected.sort_unstable();
            for machine in Machine::all() {
                let mut keys = vec![u64::MAX; expected.len()];
                let next = [AtomicU64::new(0)];
                let args = EmitArcsArgs {
                    range: PairRange { pairs, start, end: pairs.count },
                    numbers: IdRanks { marks: Slice::from(&marks[..]), before: Slice::from(&before[..]) },
                    keys: scratch(&mut keys),
                    next: Slice::from(&next[..]),
                    first,
                    last,
                    bits,
                    padding: 0,
                };
                launch::<EmitArcs>(machine, 0, &args);
                keys.sort_unstable();
                assert_eq!(keys, expected, "{pairs:?}, {machine:?}, {first} to {last}");
            }
        }
    }
}

#[test]
fn lists_are_made_of_the_distinct_arcs() {
    // Runs of equal keys that cross chunks and rows of lanes, and lists that do; vertices from 4 on.
    let (bits, before) = (12, 77);
    let mut keys: Vec<u64> = Vec::new();
    for vertex in 4..40u64 {
        for to in (0..(vertex * 37) % 300 + 1).map(|at| at * 3 + vertex % 2) {
            keys.extend(vec![
                vertex << bits | to;
                if vertex == 9 && to == 28 { 5000 } else { to as usize % 3 + 1 }
            ]);
        }
    }
    assert!(keys.is_sorted() && keys.len() as u64 > 3 * CHUNK);
    let mut distinct = keys.clone();
    distinct.dedup();
    for machine in Machine::all() {
        let mut counts = vec![u32::MAX; keys.len().div_ceil(CHUNK as usize)];
        let sorted = Slice::from(&keys[..]);
        launch::<CountDistinct>(
            machine,
            0,
            &CountDistinctArgs { keys: sorted, counts: scratch(&mut counts) },
        );
        let places: Vec<u64> = (0..counts.len())
            .map(|chunk| counts[..chunk].iter().map(|&count| u64::from(count)).sum())
            .collect();
        let (mut neighbors, mut offsets) = (vec![u32::MAX; keys.len()], vec![u64::MAX; 45]);
        let args = EmitDistinctArgs {
            keys: sorted,
            places: Slice::from(&places[..]),
            neighbors: scratch(&mut neighbors),
            offsets: scratch(&mut offsets),
            before,
            bits,
            padding: 0,
        };
        launch::<EmitDistinct>(machine, 0, &args);
        assert!(
            neighbors[..distinct.len()].iter().eq(distinct
                .iter()
                .map(|key| key & 0xfff)
                .map(|to| to as u32)
                .collect::<Vec<_>>()
                .iter()),
            "{machine:?}"
        );
        assert!(neighbors[distinct.len()..].iter().all(|&rest| rest == u32::MAX), "{machine:?}");
        for (vertex, &offset) in (0u64..).zip(&offsets) {
            let expected = if (4..=40).contains(&vertex) {
                before + distinct.partition_point(|key| key >> bits < vertex) as u64
            } else {
                u64::MAX
            };
            assert_eq!(offset, expected, "{vertex}, {machine:?}");
        }
    }
}
