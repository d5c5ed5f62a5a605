//! The extensions of batches of patterns in a database of graphs, on every machine: by the kernels of many lanes and by
//! that of one, against trying each vertex.

mod common;
mod patterns;

use std::sync::atomic::{AtomicU32, AtomicU64};

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use motherlode_device::kernels::transactions::alone::extend::{ExtendAlone, ExtendAloneArgs, ExtendProgress};
use motherlode_device::kernels::transactions::wide::extend::{
    CountExtensions, CountExtensionsArgs, WriteExtensions, WriteExtensionsArgs,
};
use motherlode_device::kernels::transactions::{ExtensionTally, Head, unpair};
use motherlode_device::memory::Slice;
use patterns::{Batch, Database, Pattern};

/// What stands where no head was written.
const RUBBISH: Head = Head { start: u32::MAX, graph: u32::MAX, signature: 0 };

/// Batches of three patterns of one to five edges, in one database.
fn samples(seed: u64) -> Vec<Batch> {
    let mut random = Random::new(seed);
    let database = Database::random(&mut random);
    let batch = |edges| {
        let patterns: Vec<_> = (0..3).map(|_| Pattern::random(&database, &mut random, edges)).collect();
        Batch::new(&database, &mut random, &patterns)
    };
    (1..=5).map(batch).collect()
}

/// The heads and extensions of a batch, by the kernels of many lanes.
fn extend_wide(machine: Machine, batch: &Batch) -> (Vec<Head>, Vec<u64>) {
    let (columns, mut lengths) = (batch.columns(), vec![u32::MAX; batch.rows.len()]);
    let args = CountExtensionsArgs { batch: batch.view(&columns), lengths: scratch(&mut lengths) };
    // SAFETY: arrays of this test: rows that lead to vertices, and a length for each. They take no shared memory.
    unsafe { machine.launch::<CountExtensions>(BLOCKS, WARPS, 0, &args) };
    let mut starts = vec![0];
    lengths.iter().for_each(|length| starts.push(starts[starts.len() - 1] + length));
    let mut heads = vec![RUBBISH; starts.len()];
    let mut extensions = vec![u64::MAX; starts[lengths.len()] as usize];
    let args = WriteExtensionsArgs {
        batch: batch.view(&columns),
        starts: Slice::from(&starts[..]),
        heads: scratch(&mut heads),
        extensions: scratch(&mut extensions),
    };
    // SAFETY: as above; the starts are the sums of the lengths, and there is a head more than rows.
    unsafe { machine.launch::<WriteExtensions>(BLOCKS, WARPS, 0, &args) };
    (heads, extensions)
}

/// What the kernel of one lane makes of a batch.
struct Alone {
    heads: Vec<Head>,
    extensions: Vec<u64>,
    /// For each number of each task, its graphs and its embeddings.
    counts: Vec<(u32, u64)>,
    progress: ExtendProgress,
}

/// The extensions of a batch that are in `least` graphs, by the kernel of one lane, which has `room` for all
/// extensions.
fn extend_alone(machine: Machine, batch: &Batch, room: usize, least: u32) -> Alone {
    let (columns, mut maps) = (batch.columns(), batch.maps.clone());
    let (mut heads, mut extensions) = (vec![RUBBISH; batch.rows.len() + 1], vec![u64::MAX; room]);
    let tally = |_| ExtensionTally {
        seen: AtomicU32::new(0),
        support: AtomicU32::new(0),
        embeddings: AtomicU64::new(0),
    };
    let tallies: Vec<ExtensionTally> = (0..batch.numbers).map(tally).collect();
    let supports = batch.supports();
    let mut progress = [ExtendProgress::default()];
    let args = ExtendAloneArgs {
        batch: batch.view(&columns),
        tallies: Slice::from(&tallies[..]),
        heads: scratch(&mut heads),
        extensions: scratch(&mut extensions),
        progress: scratch(&mut progress),
        maps: scratch(&mut maps),
        supports: Slice::from(&supports[..]),
        least,
        most_around: batch.most_around(),
        prefetch: least % 2,
    };
    // SAFETY: arrays of this test: rows that lead to vertices, a head for each and one more, a tally for each number.
    // One block of one lane.
    unsafe { machine.launch::<ExtendAlone>(1, 1, 0, &args) };
    let counts = tallies.into_iter().map(|tally| (tally.support.into_inner(), tally.embeddings.into_inner()));
    Alone { heads, extensions, counts: counts.collect(), progress: progress[0] }
}

/// Asserts that the first rows, so many, have the heads and the extensions that they should have.
fn check_rows(batch: &Batch, rows: usize, heads: &[Head], extensions: &[u64], case: &str) {
    for (at, row) in batch.rows[..rows].iter().enumerate() {
        let found = (heads[at].graph, heads[at].signature);
        assert_eq!(found, (row.graph, row.signature), "row {at} of {case}");
        let mut own = extensions[heads[at].start as usize..heads[at + 1].start as usize].to_vec();
        own.sort_unstable();
        let readable = |words: &[u64]| words.iter().map(|&word| unpair(word)).collect::<Vec<_>>();
        assert_eq!(readable(&own), readable(&row.extensions), "row {at} of {case}");
    }
}

#[test]
fn each_embedding_has_its_extensions_in_one_order_on_all_machines() {
    for seed in [41, 42] {
        for (i, batch) in samples(seed).iter().enumerate() {
            let mut all = vec![];
            for machine in Machine::with_seed(i as u32) {
                let (heads, extensions) = extend_wide(machine, batch);
                let case = format!("batch {i} of seed {seed}, {machine:?}");
                check_rows(batch, batch.rows.len(), &heads, &extensions, &case);
                all.push((heads, extensions, case));
            }
            assert!(all.iter().all(|one| (&one.0, &one.1) == (&all[0].0, &all[0].1)), "{}", all[0].2);
        }
    }
}

/// The machines of one lane.
fn of_one_lane() -> impl Iterator<Item = Machine> {
    Machine::all().into_iter().filter(|machine| machine.lanes() == 1)
}

#[test]
fn one_lane_writes_the_same_and_counts_it() {
    for (i, batch) in samples(43).iter().enumerate() {
        for machine in of_one_lane() {
            let (heads, extensions) = extend_wide(machine, batch);
            let room = extensions.len() + batch.most_around() as usize;
            let alone = extend_alone(machine, batch, room, 0);
            let all = ExtendProgress { rows: batch.rows.len() as u32, extensions: extensions.len() as u32 };
            assert_eq!(alone.progress, all, "batch {i}, {machine:?}");
            assert_eq!(alone.heads, heads, "batch {i}, {machine:?}");
            assert_eq!(alone.extensions[..extensions.len()], extensions, "batch {i}, {machine:?}");
            assert_eq!(alone.counts, batch.counts(), "batch {i}, {machine:?}");
        }
    }
}

#[test]
fn one_lane_says_how_far_it_came_where_there_is_no_room() {
    for (i, batch) in samples(44).iter().enumerate() {
        let all: usize = batch.rows.iter().map(|row| row.extensions.len()).sum();
        for room in (0..all).step_by(all / 40 + 1) {
            for machine in of_one_lane() {
                let Alone { heads, extensions, progress, .. } = extend_alone(machine, batch, room, 1);
                let case = format!("batch {i}, room for {room}, {machine:?}");
                let rows = progress.rows as usize;
                assert!(
                    rows < batch.rows.len() && progress.extensions as usize <= room,
                    "{progress:?} of {case}"
                );
                assert_eq!(heads[rows].start, progress.extensions, "{case}");
                check_rows(batch, rows, &heads, &extensions, &case);
            }
        }
    }
}

#[test]
fn one_lane_drops_what_cannot_be_frequent_and_nothing_else() {
    let mut dropped = 0;
    for (i, batch) in samples(45).iter().enumerate() {
        let (exact, all) = (batch.counts(), batch.rows.iter().map(|row| row.extensions.len()).sum::<usize>());
        for (machine, least) in of_one_lane().flat_map(|machine| [2, 5, 9].map(|least| (machine, least))) {
            let room = 2 * all + batch.most_around() as usize;
            let Alone { heads, extensions, counts, progress } = extend_alone(machine, batch, room, least);
            let case = format!("batch {i}, in {least} graphs, {machine:?}");
            let is_frequent = |task: usize, word: &u64| {
                exact[(batch.tasks[task].first + unpair(*word).0) as usize].0 >= least
            };
            for (number, (found, exact)) in counts.iter().zip(&exact).enumerate() {
                assert!(found == exact || found.0 < least && exact.0 < least, "number {number} of {case}");
            }
            for (at, row) in batch.rows.iter().enumerate() {
                let mut own: Vec<u64> = row.extensions.clone();
                own.retain(|word| is_frequent(row.task, word));
                // Where no extension is frequent, the rows may be left out.
                if own.is_empty() {
                    continue;
                }
                let mut found = extensions[heads[at].start as usize..heads[at + 1].start as usize].to_vec();
                found.retain(|word| is_frequent(row.task, word));
                found.sort_unstable();
                assert_eq!(found, own, "row {at} of {case}");
            }
            dropped += all - progress.extensions as usize;
        }
    }
    assert!(dropped > 100, "{dropped} extensions were dropped");
}
