//! In how many graphs made-up extensions occur, on every machine and in every way of counting, against sets of graphs.

mod common;
mod found;
mod graphs;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, AtomicU64};

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use found::{BASE, Found};
use graphs::atomics;
use motherlode_device::kernels::transactions::wide::support::{
    CountSupport, SupportArgs, TILE_ROWS, shared_bytes,
};
use motherlode_device::kernels::transactions::wide::variants::{
    MarkGraphs, MarkGraphsArgs, SetFlags, SetFlagsArgs,
};
use motherlode_device::kernels::transactions::{ExtensionTally, PatternTask};
use motherlode_device::memory::Slice;

/// Patterns of one embedding, of a tile's rows, and of many tiles', with few numbers and with many.
fn samples() -> Vec<Found> {
    let mut random = Random::new(51);
    let sizes = [vec![(1, 2)], vec![(40, 5), (256, 30), (1, 3), (900, 9)], vec![(1500, 70), (513, 4)]];
    sizes.iter().flat_map(|sizes| [(); 2].map(|()| Found::random(&mut random, sizes))).collect()
}

/// For each number of each pattern, in how many graphs and in how many embeddings it occurs.
fn expected(found: &Found) -> Vec<(u32, u64)> {
    let mut counts = vec![];
    for (rows, &numbers) in found.rows.iter().zip(&found.numbers) {
        let mut of_pattern = vec![(BTreeSet::new(), 0); numbers as usize];
        for row in rows {
            for &(number, _) in &row.extensions {
                of_pattern[number as usize].0.insert(row.graph);
                of_pattern[number as usize].1 += 1;
            }
        }
        counts.extend(of_pattern.into_iter().map(|(graphs, embeddings)| (graphs.len() as u32, embeddings)));
    }
    counts
}

/// Tallies of zero.
fn tallies(count: u32) -> Vec<ExtensionTally> {
    let (zero, wide) = (|| AtomicU32::new(0), || AtomicU64::new(0));
    (0..count).map(|_| ExtensionTally { seen: zero(), support: zero(), embeddings: wide() }).collect()
}

fn read(tallies: Vec<ExtensionTally>) -> Vec<(u32, u64)> {
    tallies.into_iter().map(|tally| (tally.support.into_inner(), tally.embeddings.into_inner())).collect()
}

/// All counts by flags in shared memory, which has room for those of `at_once` numbers.
fn count_support(machine: Machine, found: &Found, at_once: usize) -> Vec<(u32, u64)> {
    let task = |pattern| {
        let (rows, first) = (found.rows_of(pattern), found.first_of(pattern));
        PatternTask { start: rows.start, end: rows.end, first, ..PatternTask::default() }
    };
    let tasks: Vec<PatternTask> = (0..found.rows.len()).map(task).collect();
    let tiles = |(number, task): (u32, &PatternTask)| {
        (task.start..task.end).step_by(TILE_ROWS as usize).map(move |row| [number, row])
    };
    let tiles: Vec<[u32; 2]> = (0..).zip(&tasks).flat_map(tiles).collect();
    let tallies = tallies(found.numbers.iter().sum());
    let args = SupportArgs {
        tasks: Slice::from(&tasks[..]),
        tiles: Slice::from(&tiles[..]),
        heads: Slice::from(&found.heads[..]),
        extensions: Slice::from(&found.extensions[..]),
        tallies: Slice::from(&tallies[..]),
    };
    // SAFETY: arrays of this test, a tally for each number, and shared memory for at least one.
    unsafe { machine.launch::<CountSupport>(BLOCKS, WARPS, shared_bytes(at_once, WARPS), &args) };
    read(tallies)
}

#[test]
fn each_graph_is_counted_once() {
    for (i, found) in samples().iter().enumerate() {
        for machine in Machine::with_seed(i as u32) {
            for at_once in [1, 7, 80] {
                let case = format!("sample {i}, {at_once} at once, {machine:?}");
                assert_eq!(count_support(machine, found, at_once), expected(found), "{case}");
            }
        }
    }
}

/// The counts of a pattern's numbers from `low` on, by flags in memory.
fn count_by_flags(
    machine: Machine,
    found: &Found,
    ranks: &[u32],
    pattern: usize,
    low: u32,
) -> Vec<(u32, u64)> {
    let (rows, count) = (found.rows_of(pattern), found.numbers[pattern] - low);
    let graphs = found.rows[pattern].iter().map(|row| row.graph).collect::<BTreeSet<_>>().len() as u32;
    let (mut flags, tallies) = (vec![0; (count * graphs) as usize], tallies(count));
    let args = SetFlagsArgs {
        heads: Slice::from(&found.heads[..]),
        extensions: Slice::from(&found.extensions[..]),
        ranks: Slice::from(ranks),
        flags: atomics(&mut flags),
        tallies: Slice::from(&tallies[..]),
        start: rows.start - BASE,
        end: rows.end - BASE,
        low,
        graphs,
    };
    // SAFETY: arrays of this test, a tally and flags for each number. It takes no shared memory.
    unsafe { machine.launch::<SetFlags>(BLOCKS, WARPS, 0, &args) };
    let supports = flags.chunks(graphs as usize).map(|flags| flags.iter().sum::<u32>());
    supports.zip(read(tallies)).map(|(support, (_, embeddings))| (support, embeddings)).collect()
}

#[test]
fn flags_of_graphs_add_up_to_the_same() {
    for (i, found) in samples().iter().enumerate() {
        for machine in Machine::with_seed(i as u32) {
            let mut marks = vec![u32::MAX; found.heads.len() - 1];
            let args = MarkGraphsArgs { heads: Slice::from(&found.heads[..]), marks: scratch(&mut marks) };
            // SAFETY: arrays of this test, a head for each mark. It takes no shared memory.
            unsafe { machine.launch::<MarkGraphs>(BLOCKS, WARPS, 0, &args) };
            let graphs: Vec<u32> = found.rows.iter().flatten().map(|row| row.graph).collect();
            let differs = |at: usize| u32::from(at == 0 || graphs[at] != graphs[at - 1]);
            assert_eq!(marks, (0..graphs.len()).map(differs).collect::<Vec<_>>(), "sample {i}, {machine:?}");
            let ranks: Vec<u32> = (1..=marks.len()).map(|end| marks[..end].iter().sum()).collect();
            let expected = expected(found);
            for (pattern, &numbers) in found.numbers.iter().enumerate() {
                for low in [0, numbers / 2] {
                    let counts = count_by_flags(machine, found, &ranks, pattern, low);
                    let first = found.first_of(pattern) as usize;
                    let of_pattern = &expected[first + low as usize..first + numbers as usize];
                    assert_eq!(
                        counts, of_pattern,
                        "pattern {pattern} of sample {i} from {low} on, {machine:?}"
                    );
                }
            }
        }
    }
}
