//! The cases.

use anyhow::{Result, ensure};
use bytemuck::AnyBitPattern;
use motherlode::primitives::{Max, Primitives, Sortable, Sum};
use motherlode_device::primitives::copy::Copied;
use motherlode_device::primitives::sort::sweep::SortKey;
use rayon::prelude::*;

use crate::{Bench, Figure, Step, data};

pub fn run(bench: &Bench) -> Result<()> {
    let values = data::values(1 << bench.options.log2);
    fold(bench, &values)?;
    compaction(bench, &values)?;
    segments(bench, &values)?;
    drop(values);
    runs(bench)?;
    sort::<u32>(bench, "u32", |key| key as u32, [Some(1.52), None])?;
    sort::<u64>(bench, "u64", |key| key, [Some(4.39), Some(6.45)])
}

fn fold(bench: &Bench, values: &[u32]) -> Result<()> {
    let n = values.len();
    let device = &bench.device;
    let mut primitives = Primitives::new(device);
    let on_device = device.upload(values)?;
    if bench.wants("copy") {
        let mut copy = device.zeroed::<u32>(n)?;
        let figure = Figure { name: "copy".into(), amount: 8 * n as u64, unit: "GB/s", cub_ms: Some(0.718) };
        bench.time(figure, || Ok(primitives.copy(on_device.slice(), copy.scratch())?))?;
        ensure!(copy.download()? == values, "a wrong copy");
    }
    if bench.wants("reduce, sum") || bench.wants("reduce, maximum") {
        let mut result = device.zeroed::<u64>(1)?;
        let figure = |name: &str| Figure {
            name: name.into(),
            amount: 4 * n as u64,
            unit: "GB/s",
            cub_ms: Some(0.356),
        };
        bench.time(figure("reduce, sum of u32 in u64"), || {
            Ok(primitives.reduce_into::<Sum<u32>, _>(on_device.slice(), &mut result)?)
        })?;
        ensure!(
            result.download()?[0] == values.par_iter().map(|&x| u64::from(x)).sum::<u64>(),
            "a wrong sum"
        );
        bench.time(figure("reduce, maximum of u32"), || {
            Ok(primitives.reduce_into::<Max<u32>, _>(on_device.slice(), &mut result)?)
        })?;
        ensure!(Some(result.download()?[0]) == values.par_iter().max().map(|&x| x.into()), "a wrong maximum");
    }
    if bench.wants("exclusive scan") {
        let figure = |name: &str, bytes: u64, cub_ms| Figure {
            name: name.into(),
            amount: bytes * n as u64,
            unit: "GB/s",
            cub_ms,
        };
        let mut sums = device.zeroed::<u32>(n)?;
        bench.time(figure("exclusive scan, u32 to u32", 8, Some(0.887)), || {
            Ok(primitives.exclusive_scan(on_device.slice(), sums.scratch())?)
        })?;
        let mut sum = 0u32;
        for (i, (got, value)) in sums.download()?.into_iter().zip(values).enumerate() {
            ensure!(got == sum, "a wrong sum at {i}: {got}, and not {sum}");
            sum = sum.wrapping_add(*value);
        }
        drop(sums);
        let mut sums = device.zeroed::<u64>(n + 1)?;
        bench.time(figure("exclusive scan, u32 to u64", 12, None), || {
            Ok(primitives.exclusive_scan(on_device.slice(), sums.scratch())?)
        })?;
        let mut sum = 0u64;
        for (i, (got, value)) in sums.download()?.into_iter().zip(values).enumerate() {
            ensure!(got == sum, "a wrong sum at {i}: {got}, and not {sum}");
            sum += u64::from(*value);
        }
    }
    Ok(())
}

fn compaction(bench: &Bench, values: &[u32]) -> Result<()> {
    if !bench.wants("compaction by flags") {
        return Ok(());
    }
    let n = values.len();
    let device = &bench.device;
    let mut primitives = Primitives::new(device);
    let flags = data::flags(n);
    let (values_there, flags_there) = (device.upload(values)?, device.upload(&flags)?);
    let mut kept = device.zeroed::<u32>(n)?;
    let mut count = device.zeroed::<u64>(1)?;
    let figure = Figure {
        name: "compaction by flags, half kept".into(),
        amount: n as u64,
        unit: "G/s",
        cub_ms: Some(1.12),
    };
    bench.time(figure, || {
        let (kept, count) = (kept.scratch(), count.scratch());
        Ok(primitives.compact_flagged(values_there.slice(), flags_there.slice(), kept, count)?)
    })?;
    let expected: Vec<u32> =
        values.iter().zip(&flags).filter(|(_, flag)| **flag != 0).map(|(x, _)| *x).collect();
    let count = count.download()?[0] as usize;
    ensure!(kept.download()?[..count] == expected, "wrong items kept");
    Ok(())
}

fn segments(bench: &Bench, values: &[u32]) -> Result<()> {
    let n = values.len();
    let cub = |log2: u32| match log2 {
        10 => Some(0.357),
        16 => Some(0.341),
        20 => Some(1.50),
        24 => Some(24.9),
        _ => None,
    };
    // Segments of sixteen values at least.
    let most = bench.options.log2 - 4;
    for log2 in [0, 3, 10, 16, 20, 24].into_iter().filter(|log2| *log2 <= most) {
        let name = format!("segmented sum, 2^{log2} equal segments");
        segmented(bench, values, &data::equal_segments(n, 1 << log2), name, cub(log2))?;
    }
    let name = "segmented sum, 10 equal segments".into();
    segmented(bench, values, &data::equal_segments(n, 10), name, None)?;
    for log2 in [10, 16, 20, 24].into_iter().filter(|log2| *log2 <= most) {
        let name = format!("segmented sum, 2^{log2} segments by power law");
        segmented(bench, values, &data::power_law_segments(n, 1 << log2), name, None)?;
    }
    Ok(())
}

fn segmented(
    bench: &Bench,
    values: &[u32],
    offsets: &[u64],
    name: String,
    cub_ms: Option<f64>,
) -> Result<()> {
    if !bench.wants(&name) {
        return Ok(());
    }
    let device = &bench.device;
    let narrow: Vec<u32> = offsets.iter().map(|&offset| offset as u32).collect();
    let (values_there, offsets_there) = (device.upload(values)?, device.upload(&narrow)?);
    let mut primitives = Primitives::new(device);
    let mut sums = device.zeroed::<u32>(offsets.len() - 1)?;
    let figure = Figure { name: name.clone(), amount: 4 * values.len() as u64, unit: "GB/s", cub_ms };
    bench.time(figure, || {
        let (values, offsets) = (values_there.slice(), offsets_there.slice());
        Ok(primitives.segmented_reduce::<Sum<u32>, u32>(values, offsets, sums.scratch())?)
    })?;
    let sums = sums.download()?;
    let wrong = sums.par_iter().enumerate().find_any(|(i, sum)| {
        let segment = &values[offsets[*i] as usize..offsets[*i + 1] as usize];
        segment.iter().fold(0u32, |sum, x| sum.wrapping_add(*x)) != **sum
    });
    ensure!(wrong.is_none(), "{name}: a wrong sum {wrong:?}");
    Ok(())
}

fn runs(bench: &Bench) -> Result<()> {
    let n = 1 << (bench.options.log2 - 2);
    // Sorted, in runs of about sixteen.
    let mut keys = data::small(n, n as u32 / 16);
    keys.par_sort_unstable();
    let values = data::values(n);
    let device = &bench.device;
    let mut primitives = Primitives::new(device);
    let (keys_there, values_there) = (device.upload(&keys)?, device.upload(&values)?);
    let mut run_keys = device.zeroed::<u32>(n)?;
    let mut results = device.zeroed::<u64>(n)?;
    let mut count = device.zeroed::<u64>(1)?;
    let figure = |name: &str, cub_ms| Figure {
        name: name.into(),
        amount: n as u64,
        unit: "G/s",
        cub_ms: Some(cub_ms),
    };
    let mut at = 0;
    let expected: Vec<(u32, u64, u64)> = keys
        .chunk_by(|a, b| a == b)
        .map(|run| {
            at += run.len();
            (run[0], run.len() as u64, values[at - run.len()..at].iter().map(|&x| u64::from(x)).sum())
        })
        .collect();

    if bench.wants("unique") {
        bench.time(figure("unique, runs of 16", 0.151), || {
            Ok(primitives.unique(keys_there.slice(), run_keys.scratch(), count.scratch())?)
        })?;
        ensure!(count.download()?[0] as usize == expected.len(), "a wrong number of runs");
        let right = run_keys.download()?.iter().zip(&expected).all(|(got, run)| *got == run.0);
        ensure!(right, "a wrong key");
    }
    if bench.wants("run-length encode") {
        bench.time(figure("run-length encode, runs of 16", 0.198), || {
            let (run_keys, results, count) = (run_keys.scratch(), results.scratch(), count.scratch());
            Ok(primitives.run_lengths(keys_there.slice(), run_keys, results, count)?)
        })?;
        ensure!(count.download()?[0] as usize == expected.len(), "a wrong number of runs");
        let got = run_keys.download()?.into_iter().zip(results.download()?);
        ensure!(got.zip(&expected).all(|(got, run)| got == (run.0, run.1)), "a wrong run");
    }
    if bench.wants("reduce by key") {
        bench.time(figure("reduce by key, sum in u64, runs of 16", 0.241), || {
            let (run_keys, results, count) = (run_keys.scratch(), results.scratch(), count.scratch());
            Ok(primitives.reduce_by_key::<Sum<u32>>(
                keys_there.slice(),
                values_there.slice(),
                run_keys,
                results,
                count,
            )?)
        })?;
        ensure!(count.download()?[0] as usize == expected.len(), "a wrong number of runs");
        let got = run_keys.download()?.into_iter().zip(results.download()?);
        ensure!(got.zip(&expected).all(|(got, run)| got == (run.0, run.2)), "a wrong sum");
    }
    Ok(())
}

/// Sorts keys alone, and with a value each.
fn sort<K>(
    bench: &Bench,
    kind: &str,
    key: impl Fn(u64) -> K + Send + Sync,
    cub_ms: [Option<f64>; 2],
) -> Result<()>
where
    K: SortKey + Copied + AnyBitPattern + Ord,
{
    let n = 1 << (bench.options.log2 - 2);
    let device = &bench.device;
    let mut primitives = Primitives::new(device);
    let keys: Vec<K> = data::keys(n).into_par_iter().map(key).collect();
    let numbers: Vec<u32> = (0..n as u32).collect();
    let (keys_there, numbers_there) = (device.upload(&keys)?, device.upload(&numbers)?);
    let mut sorted = Sortable::new(device.unwritten::<K>(n)?, device)?;
    let mut values = Sortable::new(device.unwritten::<u32>(n)?, device)?;
    for (what, cub_ms) in ["keys", "keys with u32 values"].into_iter().zip(cub_ms) {
        let name = format!("radix sort, {kind} {what}");
        if !bench.wants(&name) {
            continue;
        }
        let figure = Figure { name: name.clone(), amount: n as u64, unit: "G/s", cub_ms };
        // Each launch sorts the keys as they first were: sorted ones would be quicker.
        let restore =
            |primitives: &mut Primitives<'_>, keys: &mut Sortable<K>, values: &mut Sortable<u32>| {
                primitives.copy(keys_there.slice(), keys.array.scratch())?;
                Ok(primitives.copy(numbers_there.slice(), values.array.scratch())?)
            };
        bench.time_each(figure, |step| match step {
            Step::Prepare => restore(&mut primitives, &mut sorted, &mut values),
            Step::Launch if what == "keys" => Ok(primitives.sort_keys(&mut sorted, n as u64, 0..K::BITS)?),
            Step::Launch => Ok(primitives.sort_pairs(&mut sorted, &mut values, n as u64, 0..K::BITS)?),
        })?;
        let got = sorted.array.download()?;
        ensure!(got.is_sorted(), "{name}: not sorted");
        if what == "keys" {
            let mut expected = keys.clone();
            expected.par_sort_unstable();
            ensure!(got == expected, "{name}: not the same keys");
        } else {
            let order = values.array.download()?;
            ensure!(
                got.iter().zip(&order).all(|(key, i)| *key == keys[*i as usize]),
                "{name}: a wrong value"
            );
            let stable = got.windows(2).zip(order.windows(2)).all(|(key, i)| key[0] != key[1] || i[0] < i[1]);
            ensure!(stable, "{name}: not stable");
        }
    }
    Ok(())
}
