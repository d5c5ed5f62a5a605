//! Merging many runs on every machine, against the standard library's sort.

mod common;

use common::{BLOCKS, Machine, Random, scratch};
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::merge::split::{self, MergeSplit, SplitArgs, boundaries};
use motherlode_device::primitives::merge::tile::{self, MergeArgs, MergeTiles};
use motherlode_device::primitives::merge::{MOST_RUNS, TILE};

const RUBBISH: u32 = 0xA5A5_A5A5;

/// Sorted runs, one after another.
struct Runs {
    what: String,
    keys: Vec<u64>,
    starts: Vec<u64>,
}

impl Runs {
    fn new(what: &str, runs: Vec<Vec<u64>>) -> Self {
        let (mut keys, mut starts) = (vec![], vec![0]);
        for mut run in runs {
            run.sort_unstable();
            keys.extend(run);
            starts.push(keys.len() as u64);
        }
        Runs { what: format!("{what}, {} keys in {} runs", keys.len(), starts.len() - 1), keys, starts }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Runs of every kind that the kernels distinguish.
    fn samples(random: &mut Random) -> Vec<Runs> {
        let any = |random: &mut Random, lengths: &[u32], end: u32| {
            let key = |random: &mut Random| u64::from(random.below(end)) << 32 | u64::from(random.below(end));
            lengths.iter().map(|&length| (0..length).map(|_| key(random)).collect()).collect::<Vec<_>>()
        };
        let mut samples = vec![
            Runs::new("one run", any(random, &[5000], u32::MAX)),
            Runs::new("one key", any(random, &[0, 1, 0], u32::MAX)),
            Runs::new("two runs", any(random, &[4321, 3800], u32::MAX)),
            Runs::new(
                "runs of every length",
                any(random, &[0, 1, 9000, 33, 0, 0, 700, 2, 3839, 3840, 0], u32::MAX),
            ),
            Runs::new("few values", any(random, &[3000, 1, 2500, 4000, 0, 77], 3)),
            Runs::new("many runs", any(random, &(0..64).map(|i| i * 7 % 200).collect::<Vec<_>>(), 50)),
            Runs::new(
                "the most runs",
                any(random, &(0..MOST_RUNS as u32).map(|i| i % 40).collect::<Vec<_>>(), u32::MAX),
            ),
            Runs::new("equal keys", vec![vec![7; 3000], vec![], vec![7; 5001], vec![7; 12]]),
            Runs::new(
                "the largest key",
                vec![vec![u64::MAX; 4000], vec![0, 3, u64::MAX], vec![u64::MAX; 2777]],
            ),
            Runs::new(
                "runs that end with the largest key",
                any(random, &[300; 9], 1000)
                    .into_iter()
                    .zip(0..)
                    .map(|(run, i)| [run, vec![u64::MAX; i % 4]].concat())
                    .collect(),
            ),
            Runs::new(
                "runs that follow each other",
                (0..5).map(|i| (i * 2000..i * 2000 + 1999).collect()).collect(),
            ),
            Runs::new(
                "runs that take turns",
                (0..5).map(|i| (0..2111).map(|key| key * 5 + 4 - i).collect()).collect(),
            ),
        ];
        // Whole tiles, and one key more.
        samples.push(Runs::new("whole tiles", any(random, &[3840, 3000, 840], 900)));
        samples.push(Runs::new("a key more than tiles", any(random, &[3840, 3000, 841], 900)));
        samples
    }

    /// How many keys of each run come before each boundary: in the order of keys, runs, places.
    fn splits(&self, spacing: usize) -> Vec<u32> {
        let run_of = |at: usize| self.starts.iter().filter(|&&start| start <= at as u64).count() - 1;
        let mut all: Vec<(u64, usize)> =
            self.keys.iter().enumerate().map(|(at, &key)| (key, run_of(at))).collect();
        all.sort();
        let mut rows = vec![];
        for boundary in 0..boundaries(all.len() as u64, spacing as u64) as usize {
            let mut row = vec![0; self.count()];
            all[..all.len().min(boundary * spacing)].iter().for_each(|&(_, run)| row[run] += 1);
            rows.extend(row);
        }
        rows
    }

    /// The boundaries as the kernel finds them.
    fn found(&self, machine: Machine, spacing: usize, coarse: &[u32], fan: usize) -> Vec<u32> {
        let rows = boundaries(self.keys.len() as u64, spacing as u64) as usize;
        let mut splits = vec![RUBBISH; rows * self.count()];
        let args = SplitArgs {
            keys: Slice::from(&self.keys[..]),
            starts: Slice::from(&self.starts[..]),
            coarse: Slice::from(coarse),
            splits: scratch(&mut splits),
            spacing: spacing as u64,
            fan: fan as u64,
        };
        let bytes = split::shared_bytes(machine.lanes() as u32, self.count());
        // SAFETY: sorted runs of this test, boundaries of them, and places for all; blocks of as many warps as the
        // kernel takes.
        unsafe { machine.launch::<MergeSplit>(BLOCKS, WARPS, bytes, &args) };
        splits
    }
}

#[test]
fn boundaries_are_those_of_the_sorted_keys() {
    for (i, runs) in Runs::samples(&mut Random::new(31)).iter().enumerate() {
        for spacing in [TILE.wide, 500] {
            let expected = runs.splits(spacing);
            for machine in Machine::with_seed(i as u32) {
                assert!(runs.found(machine, spacing, &[], 0) == expected, "{}, {machine:?}", runs.what);
            }
        }
    }
}

#[test]
fn coarse_boundaries_change_nothing() {
    for (i, runs) in Runs::samples(&mut Random::new(32)).iter().enumerate() {
        let (spacing, fan) = (300, 1 + i % 7);
        let (coarse, expected) = (runs.splits(spacing * fan), runs.splits(spacing));
        for machine in Machine::with_seed(i as u32) {
            assert!(runs.found(machine, spacing, &coarse, fan) == expected, "{}, {machine:?}", runs.what);
        }
    }
}

#[test]
fn merged_runs_are_sorted() {
    for (i, runs) in Runs::samples(&mut Random::new(33)).iter().enumerate() {
        let mut expected = runs.keys.clone();
        expected.sort_unstable();
        for machine in if i < 4 { Machine::all() } else { Machine::with_seed(i as u32) } {
            let lanes = machine.lanes() as u32;
            let splits = runs.splits(TILE.of(lanes));
            let mut merged = vec![u64::from(RUBBISH); runs.keys.len() + 3];
            let args = MergeArgs {
                keys: Slice::from(&runs.keys[..]),
                starts: Slice::from(&runs.starts[..]),
                splits: Slice::from(&splits[..]),
                merged: scratch(&mut merged),
            };
            let bytes = tile::shared_bytes(lanes, runs.count());
            // SAFETY: sorted runs of this test with their boundaries, and a place for each key; blocks of as many warps
            // as the kernel takes.
            unsafe { machine.launch::<MergeTiles>(BLOCKS, WARPS, bytes, &args) };
            assert!(
                merged[expected.len()..] == [u64::from(RUBBISH); 3],
                "{}, {machine:?}: beyond its end",
                runs.what
            );
            assert!(merged[..expected.len()] == expected, "{}, {machine:?}", runs.what);
        }
    }
}
