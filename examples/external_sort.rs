//! Times the sorting of more keys than a device has memory for, checks the result, and prints what crossed the bus.
//!
//! ```text
//! cargo run --release --example external_sort -- --device cuda:0 --keys 4000000000 --memory 8GiB
//! cargo run --release --example external_sort -- --device cpu --keys 20000000 --memory 64MiB --method multiway
//! ```
//!
//! `multiway` merges many runs at once, `pairwise` two at a time, and `host` is the parallel sort of the host, without
//! the device. Each takes the same keys. The order and two checksums of the result are compared with those of the keys,
//! outside the time.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::{Parser, ValueEnum};
use motherlode::primitives::{
    ExternalSort, ExternalSortOptions, ExternalSortReport, MergeMethod, sort_external,
};
use motherlode::runtime::{Choice, Device, MemorySize, RuntimeError};
use rayon::prelude::*;

/// Times the sorting of more keys than a device has memory for.
#[derive(Parser)]
struct Options {
    /// The device: auto, cpu, cuda or cuda:N.
    #[arg(long, default_value = "auto")]
    device: Choice,
    /// The number of keys, of 64 bits each.
    #[arg(long, default_value_t = 1 << 26)]
    keys: usize,
    /// The bits of a key that are random; the others are zero.
    #[arg(long, default_value_t = 64)]
    bits: u32,
    /// The device memory to use.
    #[arg(long)]
    memory: Option<MemorySize>,
    /// How to sort.
    #[arg(long, value_enum, default_values_t = [Method::Multiway, Method::Pairwise, Method::Counted, Method::Host])]
    method: Vec<Method>,
    /// How often; the first time takes the start of the device with it.
    #[arg(long, default_value_t = 2)]
    runs: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Runs on the device, many of them merged there at once.
    Multiway,
    /// Runs on the device, merged there two by two.
    Pairwise,
    /// As multiway, as a stream of different keys with their numbers, which are added up and dropped.
    Counted,
    /// The parallel sort of the host.
    Host,
}

/// Key `i`.
fn key(i: usize, bits: u32) -> u64 {
    let mut z = (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ z >> 31) >> (u64::BITS - bits)
}

/// A sum over all keys of something that depends on all bits of each, and their number.
fn checksum(keys: impl IndexedParallelIterator<Item = u64>) -> (u64, u64) {
    let mixed = |key: u64| (key ^ key >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    keys.map(|key| (mixed(key) ^ mixed(key) >> 32, 1))
        .reduce(|| (0, 0), |a, b| (a.0.wrapping_add(b.0), a.1 + b.1))
}

/// Sorts `keys` once, and checks the result. The seconds, and what the device did.
fn sort(
    method: Method,
    keys: &mut Vec<u64>,
    device: &Device,
    options: ExternalSortOptions,
) -> Result<(f64, ExternalSortReport)> {
    let expected = checksum(keys.par_iter().copied());
    let start = Instant::now();
    let mut counted = (0_u64, None);
    let report = match method {
        Method::Multiway => sort_external(device, keys, options)?,
        Method::Pairwise => sort_external(device, keys, options.merge(MergeMethod::Pairwise))?,
        Method::Counted => {
            let mut sort = ExternalSort::new(device, options)?;
            sort.push(keys)?;
            sort.for_each_counted(|keys, counts| -> Result<(), RuntimeError> {
                let ascends = counted.1.is_none_or(|last| last < keys[0])
                    && keys.par_windows(2).all(|pair| pair[0] < pair[1]);
                assert!(ascends, "batches are not in order");
                counted = (counted.0 + counts.par_iter().sum::<u64>(), keys.last().copied());
                Ok(())
            })?
        }
        Method::Host => {
            keys.par_sort_unstable();
            ExternalSortReport::default()
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    match method {
        Method::Counted => ensure!(counted.0 == keys.len() as u64, "keys are missing"),
        _ => {
            ensure!(keys.par_windows(2).all(|pair| pair[0] <= pair[1]), "the keys are not in order");
            ensure!(checksum(keys.par_iter().copied()) == expected, "they are other keys");
        }
    }
    Ok((seconds, report))
}

fn main() -> Result<()> {
    let options = Options::parse();
    ensure!((1..=64).contains(&options.bits), "--bits {} is not in 1 to 64", options.bits);
    let device = Device::open(options.device, options.memory).context("opening the device")?;
    let bytes = (options.keys * size_of::<u64>()) as f64;
    println!("{device}, {} keys of {} bits, {:.2} GB", options.keys, options.bits, bytes / 1e9);
    println!(
        "{:<10} {:>10} {:>9} {:>6} {:>7} {:>8} {:>11} {:>11} {:>13}",
        "method", "seconds", "GB/s", "runs", "passes", "windows", "GB in", "GB out", "bus GB/s"
    );
    let sorting = ExternalSortOptions::default();
    for method in &options.method {
        for _ in 0..options.runs {
            let mut keys: Vec<u64> =
                (0..options.keys).into_par_iter().map(|i| key(i, options.bits)).collect();
            let (seconds, report) = sort(*method, &mut keys, &device, sorting.clone())?;
            let (rate, over_bus) = (bytes / seconds / 1e9, (report.bytes_in + report.bytes_out) as f64 / 1e9);
            let name = format!("{method:?}").to_lowercase();
            println!(
                "{name:<10} {seconds:>10.3} {rate:>9.2} {:>6} {:>7} {:>8} {:>11.2} {:>11.2} {:>13.2}",
                report.runs,
                report.passes,
                report.windows,
                report.bytes_in as f64 / 1e9,
                report.bytes_out as f64 / 1e9,
                over_bus / seconds,
            );
        }
    }
    Ok(())
}
