//! Set operations on the scalar machine, compiled for this CPU: elements of both lists per second.
//!
//! Lists of `length` and `length * ratio` elements, half of the shorter one's in the longer; as many pairs as make
//! about 64 Ki elements, so that they stay in the L2 cache. Each result is checked against a search for every element
//! before it is timed. `cargo bench -p motherlode-benches --bench sets`, or `… -- intersect_count/64` for a part.

use std::hint::black_box;
use std::sync::atomic::AtomicU64;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use motherlode_device::Kernel;
use motherlode_device::kernels::set_pairs::{
    PairsDifference, PairsIntersect, PairsIntersectCount, SetPairsArgs,
};
use motherlode_device::memory::Scratch;
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock};

const ELEMENTS: usize = 64 << 10;

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

    fn run<K: for<'a> Kernel<Args<'a> = SetPairsArgs<'a>>>(&mut self, isa: Isa) -> u64 {
        let total = [AtomicU64::new(0)];
        let longest = self.out.len() as u64;
        let args = SetPairsArgs {
            elements: self.elements.as_slice().into(),
            starts: self.starts.as_slice().into(),
            // SAFETY: an array that stays borrowed while the kernel runs.
            out: unsafe { Scratch::from_raw_parts(self.out.as_mut_ptr(), longest) },
            total: total.as_slice().into(),
            longest,
        };
        // SAFETY: arrays of this object, made as the kernels ask; they take no shared memory.
        unsafe { scalar::run::<K>(isa, ScalarBlock::new(0, 1, &mut []), &args) };
        let [total] = total;
        total.into_inner()
    }
}

fn bench<K: for<'a> Kernel<Args<'a> = SetPairsArgs<'a>>>(
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
    bench::<PairsIntersectCount>(&mut criterion.benchmark_group("intersect_count"), |lists| lists.common);
    bench::<PairsIntersect>(&mut criterion.benchmark_group("intersect"), |lists| lists.common);
    bench::<PairsDifference>(&mut criterion.benchmark_group("difference"), |lists| {
        lists.firsts - lists.common
    });
}

criterion_group!(benches, all);
criterion_main!(benches);
