//! Set operations on the scalar machine, compiled for this CPU: elements of both lists per second.
//!
//! Lists of `length` and `length * ratio` elements, half of the shorter one's in the longer; as many pairs as make
//! about 64 Ki elements, so that they stay in the L2 cache. Each result is checked against a search for every
//! element before it is timed. `cargo bench --bench sets`, or `… -- intersect_count/64` for a part.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use motherlode_device::memory::{Scratch, Slice};
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock};
use motherlode_device::simt::{Block, Kernel};
use motherlode_device::{DeviceCopy, sets};

const ELEMENTS: usize = 64 << 10;

/// Pairs of lists: pair `p` is `lists[2 p]` and `lists[2 p + 1]`, given by their starts in `elements`.
#[derive(Clone, Copy, DeviceCopy)]
struct Args<'a> {
    elements: Slice<'a, u32>,
    starts: Slice<'a, u64>,
    /// As long as the longest list.
    out: Scratch<'a, u32>,
    /// One: the sum of the sizes of all results.
    total: Scratch<'a, u64>,
}

/// A kernel that adds up what `operation` returns for each pair.
macro_rules! over_pairs {
    ($name:ident, |$warp:ident, $a:ident, $b:ident, $out:ident| $operation:expr) => {
        struct $name;
        impl Kernel for $name {
            type Args<'a> = Args<'a>;
            const NAME: &'static str = stringify!($name);
            #[inline(always)]
            fn run<B: Block>(block: B, args: &Args<'_>) {
                let ($warp, $out) = (block.warp(), args.out);
                let mut total = 0;
                for bounds in args.starts.windows(3).step_by(2) {
                    let list = |i: usize| &args.elements.get()[bounds[i] as usize..bounds[i + 1] as usize];
                    let ($a, $b) = (list(0), list(1));
                    total += u64::from($operation);
                }
                // SAFETY: one element, and one thread.
                unsafe { args.total.write(0, total) };
            }
        }
    };
}

over_pairs!(IntersectCount, |warp, a, b, _out| sets::intersect_count(warp, a, b));
over_pairs!(Intersect, |warp, a, b, out| {
    // SAFETY: `out` is as long as the longest list, and one thread uses it.
    unsafe { sets::intersect(warp, a, b, out) }
});
over_pairs!(Difference, |warp, a, b, out| {
    // SAFETY: as above.
    unsafe { sets::difference(warp, a, b, out) }
});

/// Lists in memory, as the kernels take them.
struct Lists {
    elements: Vec<u32>,
    starts: Vec<u64>,
    out: Vec<u32>,
    common: u64,
    firsts: u64,
}

impl Lists {
    fn new(length: usize, ratio: usize) -> Self {
        let (long_length, mut state) = (length * ratio, 1u64);
        let mut random = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let mut lists =
            Lists { elements: vec![], starts: vec![0], out: vec![0; long_length], common: 0, firsts: 0 };
        for _ in 0..(ELEMENTS / (length + long_length)).max(1) {
            // Steps of 2 or 4 leave a gap after each element for one that is not in the list.
            let mut element = 0;
            let long: Vec<u32> = std::iter::repeat_with(|| {
                element += 2 + 2 * random(2) as u32;
                element
            })
            .take(long_length)
            .collect();
            let short: Vec<u32> =
                long.chunks(ratio).map(|c| c[random(ratio as u64) as usize] + random(2) as u32).collect();
            lists.common += short.iter().filter(|&x| long.binary_search(x).is_ok()).count() as u64;
            lists.firsts += short.len() as u64;
            for list in [short, long] {
                lists.elements.extend(list);
                lists.starts.push(lists.elements.len() as u64);
            }
        }
        lists
    }

    fn run<K: for<'a> Kernel<Args<'a> = Args<'a>>>(&mut self, isa: Isa) -> u64 {
        let mut total = 0;
        // SAFETY: arrays that stay borrowed while the kernel runs.
        let (out, sum) = unsafe {
            (
                Scratch::from_raw_parts(self.out.as_mut_ptr(), self.out.len() as u64),
                Scratch::from_raw_parts(&raw mut total, 1),
            )
        };
        let args = Args {
            elements: self.elements.as_slice().into(),
            starts: self.starts.as_slice().into(),
            out,
            total: sum,
        };
        scalar::run::<K>(isa, ScalarBlock::new(0, 1, &mut []), &args);
        total
    }
}

fn bench<K: for<'a> Kernel<Args<'a> = Args<'a>>>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    expected: impl Fn(&Lists) -> u64,
) {
    let isa = Isa::detect();
    for length in [4, 16, 64, 1024] {
        for ratio in [1, 4, 16, 64, 256] {
            let mut lists = Lists::new(length, ratio);
            assert_eq!(lists.run::<K>(isa), expected(&lists), "{} {length} x {ratio}", K::NAME);
            group.throughput(Throughput::Elements(lists.elements.len() as u64));
            let id = BenchmarkId::new(length.to_string(), ratio);
            group.bench_function(id, |bencher| bencher.iter(|| black_box(lists.run::<K>(isa))));
        }
    }
}

fn all(criterion: &mut Criterion) {
    bench::<IntersectCount>(&mut criterion.benchmark_group("intersect_count"), |lists| lists.common);
    bench::<Intersect>(&mut criterion.benchmark_group("intersect"), |lists| lists.common);
    bench::<Difference>(&mut criterion.benchmark_group("difference"), |lists| lists.firsts - lists.common);
}

criterion_group!(benches, all);
criterion_main!(benches);
