//! Keys and values in runs of several lengths, and what kernels over runs make of them.

use motherlode_device::Kernel;
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::runs::{RunsArgs, TILE, WORDS, shared_bytes};

use crate::common::{Machine, Random, scratch};
use crate::graphs::atomics;

/// Stands where nothing was written.
const RUBBISH: (u32, u64) = (u32::MAX, u64::MAX);

/// Keys, with a value for each.
pub struct Keyed {
    pub keys: Vec<u32>,
    values: Vec<u32>,
}

impl Keyed {
    fn new(random: &mut Random, keys: Vec<u32>) -> Self {
        // Large, so that sums need their 64 bits.
        let values = keys.iter().map(|_| random.below(u32::MAX - 9) + 9).collect();
        Keyed { keys, values }
    }

    /// Keys of several numbers, in short runs and in long ones; and runs that end where tiles and warps do, or just
    /// beside.
    pub fn samples(random: &mut Random) -> Vec<Keyed> {
        let mut samples = vec![];
        for (length, variety) in [(1, 2), (33, 2), (5000, 2), (5000, 700), (20_001, 2), (20_001, 700)] {
            // One in `variety` is another.
            let keys = (0..length).map(|_| random.below(variety) / (variety - 1)).collect();
            samples.push(Keyed::new(random, keys));
        }
        // A tile holds 4096 keys, and a warp 512 of them. The first key is 0 and the last the largest, as what stands
        // beyond the ends of the array could be.
        for ends in [&[][..], &[4096], &[512, 4095, 4096, 4097], &[8192], &[12_288, 12_289]] {
            let length = ends.last().map_or(0, |end| end + ends.len());
            let key = |at| ends.iter().filter(|&&end| end <= at).count() as u32;
            let keys = (0..length).map(|at| key(at) * (u32::MAX / ends.len() as u32)).collect();
            samples.push(Keyed::new(random, keys));
        }
        samples
    }

    /// The key of each run, and what `of` makes of its values.
    pub fn grouped(&self, of: impl Fn(&[u64]) -> u64) -> Vec<(u32, u64)> {
        let mut groups: Vec<(u32, Vec<u64>)> = vec![];
        for (&key, &value) in self.keys.iter().zip(&self.values) {
            match groups.last_mut() {
                Some((last, group)) if *last == key => group.push(value.into()),
                _ => groups.push((key, vec![value.into()])),
            }
        }
        groups.into_iter().map(|(key, group)| (key, of(&group))).collect()
    }

    /// Whether kernel `K` finds the runs that are `expected`, and writes those for which there is room, and nothing
    /// else: with more room than runs, and with less.
    pub fn agrees<K: for<'a> Kernel<Args<'a> = RunsArgs<'a, u32>>>(
        &self,
        machine: Machine,
        expected: &[(u32, u64)],
    ) -> bool {
        self.agrees_as::<_, K>(machine, expected, |key| key)
    }

    /// Whether kernel `K` finds the runs that are `expected`, and writes those for which there is room, and nothing
    /// else, where the keys are what `key` makes of these: different ones of different ones.
    pub fn agrees_as<T, K>(&self, machine: Machine, expected: &[(u32, u64)], key: fn(u32) -> T) -> bool
    where
        T: Copy + PartialEq,
        K: for<'a> Kernel<Args<'a> = RunsArgs<'a, T>>,
    {
        let keys: Vec<T> = self.keys.iter().map(|&own| key(own)).collect();
        [expected.len() + 2, expected.len() / 2].into_iter().all(|room| {
            let mut places = expected.to_vec();
            places.resize(room, RUBBISH);
            let places: Vec<_> = places.into_iter().map(|(own, result)| (key(own), result)).collect();
            self.runs::<T, K>(machine, &keys, room, key(RUBBISH.0)) == (expected.len() as u64, places)
        })
    }

    /// The number of runs, and `room` places with the key and the result of each run, by kernel `K`. Places have
    /// `rubbish` before.
    fn runs<T: Copy, K: for<'a> Kernel<Args<'a> = RunsArgs<'a, T>>>(
        &self,
        machine: Machine,
        keys: &[T],
        room: usize,
        rubbish: T,
    ) -> (u64, Vec<(T, u64)>) {
        let lanes = machine.lanes() as u32;
        let tiles = keys.len().div_ceil(TILE.of(lanes)).max(1);
        let (mut run_keys, mut results) = (vec![rubbish; room], vec![RUBBISH.1; room]);
        let (mut count, mut words) = ([u64::MAX], vec![0_u64; 1 + tiles * WORDS]);
        let args = RunsArgs {
            keys: Slice::from(keys),
            values: Slice::from(&self.values[..]),
            run_keys: scratch(&mut run_keys),
            results: scratch(&mut results),
            count: scratch(&mut count),
            words: atomics(&mut words),
            tiles: tiles as u64,
        };
        // SAFETY: arrays of this test, words of zero, and blocks of as many warps as the primitives take.
        unsafe { machine.launch::<K>(3, WARPS, shared_bytes::<T>(lanes), &args) };
        (count[0], run_keys.into_iter().zip(results).collect())
    }
}
