//! The primitives on the CPU, with all threads.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motherlode::primitives::{Primitives, Sortable, Sum};
use motherlode::runtime::Device;

/// Values: more than the caches hold.
const N: usize = 1 << 23;

fn values() -> Vec<u32> {
    (0..N as u32).map(|i| i.wrapping_mul(0x9E37_79B9).rotate_left(11) ^ i >> 3).collect()
}

fn fold(c: &mut Criterion) {
    let device = Device::cpu(None);
    let values = values();
    let on_device = device.upload(&values).unwrap();
    let mut primitives = Primitives::new(&device);
    let mut group = c.benchmark_group("fold");
    group.throughput(Throughput::Bytes(4 * N as u64));
    group.bench_function("reduce", |b| {
        b.iter(|| primitives.reduce::<Sum<u32>, _>(on_device.slice()).unwrap())
    });
    let mut sums = device.zeroed::<u64>(N + 1).unwrap();
    group.bench_function("exclusive scan", |b| {
        b.iter(|| primitives.exclusive_scan(on_device.slice(), sums.scratch()).unwrap());
    });
    let flags: Vec<u8> = values.iter().map(|value| (value >> 7 & 1) as u8).collect();
    let flags = device.upload(&flags).unwrap();
    let mut kept = device.zeroed::<u32>(N).unwrap();
    let mut count = device.zeroed::<u64>(1).unwrap();
    group.bench_function("compaction by flags", |b| {
        b.iter(|| {
            let (kept, count) = (kept.scratch(), count.scratch());
            primitives.compact_flagged(on_device.slice(), flags.slice(), kept, count).unwrap();
        });
    });
    group.finish();
}

fn segments(c: &mut Criterion) {
    let device = Device::cpu(None);
    let values = values();
    let on_device = device.upload(&values).unwrap();
    let mut primitives = Primitives::new(&device);
    let mut group = c.benchmark_group("segmented sum");
    group.throughput(Throughput::Bytes(4 * N as u64));
    for log2 in [3, 10, 20] {
        let offsets: Vec<u32> = (0..=1 << log2).map(|i: u32| i << (23 - log2)).collect();
        let offsets = device.upload(&offsets).unwrap();
        let mut sums = device.zeroed::<u32>(1 << log2).unwrap();
        group.bench_function(format!("2^{log2} segments"), |b| {
            b.iter(|| {
                let sums = sums.scratch();
                primitives
                    .segmented_reduce::<Sum<u32>, u32>(on_device.slice(), offsets.slice(), sums)
                    .unwrap();
            });
        });
    }
    group.finish();
}

fn sort(c: &mut Criterion) {
    let device = Device::cpu(None);
    let values = values();
    let on_device = device.upload(&values).unwrap();
    let mut primitives = Primitives::new(&device);
    let mut keys = Sortable::new(device.unwritten::<u32>(N).unwrap(), &device).unwrap();
    let mut group = c.benchmark_group("sort");
    group.throughput(Throughput::Elements(N as u64));
    group.sample_size(20);
    group.bench_function("u32 keys", |b| {
        b.iter(|| {
            primitives.copy(on_device.slice(), keys.array.scratch()).unwrap();
            primitives.sort_keys(&mut keys, N as u64, 0..32).unwrap();
        });
    });
    group.finish();
}

criterion_group!(benches, fold, segments, sort);
criterion_main!(benches);
