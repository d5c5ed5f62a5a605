//! The cases.

use anyhow::{Result, ensure};
use motherlode::primitives::{Max, Primitives, Sum};
use rayon::prelude::*;

use crate::{Bench, Figure, data};

pub fn run(bench: &Bench) -> Result<()> {
    let values = data::values(1 << bench.options.log2);
    fold(bench, &values)?;
    compaction(bench, &values)?;
    segments(bench, &values)
}

fn fold(bench: &Bench, values: &[u32]) -> Result<()> {
    let n = values.len();
    let device = &bench.device;
    let mut primitives = Primitives::new(device);
    let on_device = device.upload(values)?;
    if bench.wants("reduce") {
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
    if bench.wants("scan") {
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
    if !bench.wants("compaction") {
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
    let most = bench.options.log2 - 4;
    for log2 in [0, 3, 10, 16, 20, 24].map(|log2: u32| log2.min(most)) {
        let name = format!("segmented sum, 2^{log2} equal segments");
        segmented(bench, values, &data::equal_segments(n, 1 << log2), name, cub(log2))?;
    }
    let name = "segmented sum, 10 equal segments".into();
    segmented(bench, values, &data::equal_segments(n, 10), name, None)?;
    for log2 in [10, 16, 20, 24].map(|log2: u32| log2.min(most)) {
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
