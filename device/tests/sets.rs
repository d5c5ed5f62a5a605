//! Set operations on every machine, against `BTreeSet`.

mod common;

use std::collections::BTreeSet;

use common::{Machine, Random, scratch};
use motherlode_device::memory::{Scratch, Slice};
use motherlode_device::sets::{self, IdRange};
use motherlode_device::simt::{Block, Warp};
use motherlode_device::{DeviceCopy, Kernel};

/// Pairs of lists, one after another: `a` of pair `p` is list `2 p`, `b` is list `2 p + 1`.
#[derive(Clone, Copy, DeviceCopy)]
struct Pairs<'a> {
    elements: Slice<'a, u32>,
    offsets: Slice<'a, u64>,
}

impl<'a> Pairs<'a> {
    fn count(&self) -> usize {
        self.offsets.len() / 2
    }

    fn get(&self, pair: usize) -> (&'a [u32], &'a [u32]) {
        let list = |i: usize| &self.elements.get()[self.offsets[i] as usize..self.offsets[i + 1] as usize];
        (list(2 * pair), list(2 * pair + 1))
    }
}

/// All lanes of a warp on one pair.
struct Together;

#[derive(Clone, Copy, DeviceCopy)]
struct TogetherArgs<'a> {
    pairs: Pairs<'a>,
    /// `[pair][lane][operation]`: what each operation returned.
    sizes: Scratch<'a, [u32; 3]>,
    /// Written: the intersection of each pair, from the place of its `a` on. As long as the elements.
    intersections: Scratch<'a, u32>,
    /// Written: the difference of each pair, from the place of its `a` on. As long as the elements.
    differences: Scratch<'a, u32>,
}

// SAFETY: it is in no module, and keeps to the rules.
unsafe impl Kernel for Together {
    type Args<'a> = TogetherArgs<'a>;
    const NAME: &'static str = "together";

    #[inline(always)]
    unsafe fn run<B: Block>(block: B, args: &TogetherArgs<'_>) {
        let warp = block.warp();
        let mut pair = block.grid_warp() as usize;
        while pair < args.pairs.count() {
            let (a, b) = args.pairs.get(pair);
            let start = args.pairs.offsets[2 * pair];
            let count = sets::intersect_count(warp, a, b);
            // SAFETY: the parts are of this pair alone, as long as `a`, which is room enough for both.
            let (common, rest) = unsafe {
                (
                    sets::intersect(warp, a, b, args.intersections.part(start, a.len() as u64)),
                    sets::difference(warp, a, b, args.differences.part(start, a.len() as u64)),
                )
            };
            let place = pair * B::Warp::LANES as usize + warp.lane() as usize;
            // SAFETY: a place for each lane of each pair.
            unsafe { args.sizes.write(place, [count, common, rest]) };
            pair += block.grid_warps() as usize;
        }
    }
}

/// Each lane its own pair.
struct Each;

#[derive(Clone, Copy, DeviceCopy)]
struct EachArgs<'a> {
    pairs: Pairs<'a>,
    counts: Scratch<'a, u32>,
}

// SAFETY: it is in no module, and keeps to the rules.
unsafe impl Kernel for Each {
    type Args<'a> = EachArgs<'a>;
    const NAME: &'static str = "each";

    #[inline(always)]
    unsafe fn run<B: Block>(block: B, args: &EachArgs<'_>) {
        let warp = block.warp();
        let mut base = (block.grid_warp() * B::Warp::LANES) as usize;
        while base < args.pairs.count() {
            let pair = base + warp.lane() as usize;
            let (a, b): (&[u32], &[u32]) =
                if pair < args.pairs.count() { args.pairs.get(pair) } else { (&[], &[]) };
            let count = sets::batch_intersect_count(warp, a, b);
            if pair < args.pairs.count() {
                // SAFETY: a place for each pair.
                unsafe { args.counts.write(pair, count) };
            }
            base += block.grid_warps() as usize * B::Warp::LANES as usize;
        }
    }
}

/// Pairs on the host, and what the operations should give.
struct Cases {
    elements: Vec<u32>,
    offsets: Vec<u64>,
    pairs: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Cases {
    fn new(pairs: Vec<(Vec<u32>, Vec<u32>)>) -> Self {
        let (mut elements, mut offsets) = (Vec::new(), vec![0]);
        for list in pairs.iter().flat_map(|(a, b)| [a, b]) {
            assert!(list.is_sorted_by(|x, y| x < y));
            elements.extend_from_slice(list);
            offsets.push(elements.len() as u64);
        }
        Cases { elements, offsets, pairs }
    }

    fn view(&self) -> Pairs<'_> {
        Pairs { elements: self.elements.as_slice().into(), offsets: self.offsets.as_slice().into() }
    }

    fn expected(&self, pair: usize) -> (Vec<u32>, Vec<u32>) {
        let (a, b) = &self.pairs[pair];
        let (a, b): (BTreeSet<u32>, BTreeSet<u32>) =
            (a.iter().copied().collect(), b.iter().copied().collect());
        ((&a & &b).into_iter().collect(), (&a - &b).into_iter().collect())
    }

    /// Runs both kernels on every machine, and compares.
    fn check(&self) {
        for machine in Machine::all() {
            for grid in [(1, 1), (3, 2)] {
                self.check_together(machine, grid);
                self.check_each(machine, grid);
            }
        }
    }

    fn check_together(&self, machine: Machine, (blocks, warps): (u32, u32)) {
        let lanes = machine.lanes();
        let mut sizes = vec![[u32::MAX; 3]; self.pairs.len() * lanes];
        let (mut intersections, mut differences) =
            (vec![u32::MAX; self.elements.len()], vec![u32::MAX; self.elements.len()]);
        let args = TogetherArgs {
            pairs: self.view(),
            sizes: scratch(&mut sizes),
            intersections: scratch(&mut intersections),
            differences: scratch(&mut differences),
        };
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<Together>(blocks, warps, 0, &args) };
        for pair in 0..self.pairs.len() {
            let (common, rest) = self.expected(pair);
            let start = self.offsets[2 * pair] as usize;
            let context = format!("pair {pair}, {:?} elements, {machine:?}", self.lengths(pair));
            assert_eq!(intersections[start..start + common.len()], common, "intersect, {context}");
            assert_eq!(differences[start..start + rest.len()], rest, "difference, {context}");
            let size = [common.len() as u32, common.len() as u32, rest.len() as u32];
            let lanes = &sizes[pair * lanes..(pair + 1) * lanes];
            assert!(lanes.iter().all(|lane| *lane == size), "sizes {lanes:?}, not {size:?}, {context}");
        }
    }

    fn check_each(&self, machine: Machine, (blocks, warps): (u32, u32)) {
        let mut counts = vec![u32::MAX; self.pairs.len()];
        let args = EachArgs { pairs: self.view(), counts: scratch(&mut counts) };
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<Each>(blocks, warps, 0, &args) };
        let expected: Vec<u32> =
            (0..self.pairs.len()).map(|pair| self.expected(pair).0.len() as u32).collect();
        assert_eq!(counts, expected, "batch_intersect_count, {machine:?}");
    }

    fn lengths(&self, pair: usize) -> (usize, usize) {
        (self.pairs[pair].0.len(), self.pairs[pair].1.len())
    }
}

#[test]
fn every_pair_of_awkward_lengths() {
    let lengths = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 1000];
    let mut random = Random::new(1);
    let mut pairs = Vec::new();
    for a in lengths {
        for b in lengths {
            let (from_a, from_b) = (random.below(9), random.below(9));
            pairs.push((random.list(a, from_a), random.list(b, from_b)));
        }
    }
    Cases::new(pairs).check();
}

#[test]
fn very_unequal_lengths() {
    let mut random = Random::new(2);
    let mut pairs = Vec::new();
    for short in [1, 2, 3, 5, 20, 40] {
        for long in [200, 1000, 3000] {
            pairs.push((random.sparse(short, 2 * long), random.list(long, 0)));
            pairs.push((random.list(long, 5), random.sparse(short, 2 * long)));
        }
    }
    Cases::new(pairs).check();
}

#[test]
fn equal_disjoint_and_extreme_lists() {
    let mut random = Random::new(3);
    let whole = random.list(77, 10);
    let below: Vec<u32> = (0..10).collect();
    let top: Vec<u32> = (u32::MAX - 45..u32::MAX).collect();
    let top_sparse: Vec<u32> = top.iter().copied().step_by(3).collect();
    Cases::new(vec![
        (whole.clone(), whole.clone()),
        (whole.clone(), below.clone()),
        (below, whole.clone()),
        (top.clone(), whole),
        (top_sparse.clone(), top.clone()),
        (top, top_sparse),
    ])
    .check();
}

#[test]
fn no_pairs_at_all() {
    Cases::new(Vec::new()).check();
}

#[test]
fn one_lane_has_all_the_keys() {
    let mut random = Random::new(4);
    for busy in [0, 13, 31] {
        let mut pairs = vec![(Vec::new(), Vec::new()); 32];
        pairs[busy] = (random.list(501, 0), random.list(700, 3));
        Cases::new(pairs).check();
    }
}

#[test]
fn random_mixes_of_lengths() {
    let mut random = Random::new(5);
    let pairs = (0..500).map(|_| {
        let mut list = || {
            let length = 1 << random.below(9);
            let length = random.below(length);
            let from = random.below(40);
            random.list(length, from)
        };
        (list(), list())
    });
    Cases::new(pairs.collect()).check();
}

#[test]
fn lower_bound_splits_the_list() {
    let mut random = Random::new(6);
    for length in (0..70).chain([127, 128, 129, 1000]) {
        let list = random.list(length, 1);
        let keys = (0..2 * length + 6).chain([u32::MAX - 1, u32::MAX]);
        for key in keys {
            let place = sets::lower_bound(&list, key);
            assert_eq!(sets::gallop(&list, key), place, "{key} in {list:?}");
            assert!(list[..place].iter().all(|&element| element < key), "{key} in {list:?}");
            assert!(list[place..].iter().all(|&element| element >= key), "{key} in {list:?}");
            assert_eq!(sets::contains(&list, key), list.iter().position(|&element| element == key).is_some());
        }
    }
}

#[test]
fn a_range_is_what_lies_between_its_bounds() {
    let mut random = Random::new(7);
    let list = random.list(41, 2);
    for above in (0..90).map(Some).chain([None]) {
        for below in (0..90).map(Some).chain([None]) {
            let mut range = IdRange::ALL;
            range = above.map_or(range, |bound| range.above(bound));
            range = below.map_or(range, |bound| range.below(bound));
            let inside = |x: u32| above.is_none_or(|bound| x > bound) && below.is_none_or(|bound| x < bound);
            let expected: Vec<u32> = list.iter().copied().filter(|&x| inside(x)).collect();
            assert_eq!(range.of(&list), expected, "{range:?}");
            assert!(list.iter().all(|&x| range.contains(x) == inside(x)), "{range:?}");
        }
    }
}

#[test]
fn bounds_add_up() {
    let range = IdRange::ALL.above(3).above(7).above(5).below(20).below(11).below(15);
    assert_eq!(range, IdRange { low: 8, end: 11 });
}
