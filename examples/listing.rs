//! Measures how fast matches come into the host's memory.
//!
//! `cargo run --release --example listing -- SCALE PATTERN [DEVICE [RUNS]]` lists the matches of PATTERN in the R-MAT
//! graph of that scale (edge factor 16, the default seed), without writing them: a visitor reads every vertex of every
//! match. The number of matches is checked against a count by another way.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use motherlode::graph::generate::{RMAT_SEED, rmat};
use motherlode::mine::list::{ListOptions, list};
use motherlode::mine::{CountOptions, count};
use motherlode::pattern::Pattern;
use motherlode::runtime::Device;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let scale: u32 = arguments.next().ok_or("usage: listing SCALE PATTERN [DEVICE [RUNS]]")?.parse()?;
    let pattern = Pattern::parse(&arguments.next().ok_or("which pattern?")?)?;
    let device = Device::open(arguments.next().unwrap_or("auto".into()).parse()?, None)?;
    let runs: u32 = arguments.next().unwrap_or("3".into()).parse()?;
    let graph = rmat(scale, 16, RMAT_SEED)?;
    println!("rmat:{scale}, {pattern}, {device}");

    for _ in 0..runs {
        let (start, mut sum) = (Instant::now(), 0u64);
        let mut first_batch = None;
        let listed = list(&graph, &pattern, &device, &ListOptions::default(), |batch| {
            first_batch.get_or_insert_with(|| start.elapsed());
            // Every eighth id keeps the visitor out of the way of the copies, and touches each line of memory twice.
            sum = sum.wrapping_add(batch.ids.iter().step_by(8).map(|&id| u64::from(id)).sum());
            ControlFlow::Continue(())
        })?;
        let ids = listed.matches as f64 * pattern.vertices() as f64;
        let seconds = listed.seconds;
        println!(
            "{} matches: {:.1} ms to list ({:.0} million ids/s), {:.1} ms in all, first batch after {:.1} ms \
             (prepare {:.1}, plan {:.1}, transfer {:.1}), checksum {sum:x}",
            listed.matches,
            1e3 * seconds.mine,
            ids / seconds.mine / 1e6,
            1e3 * start.elapsed().as_secs_f64(),
            1e3 * first_batch.unwrap_or_default().as_secs_f64(),
            1e3 * seconds.prepare,
            1e3 * seconds.plan,
            1e3 * seconds.transfer,
        );
        let counted = count(&graph, &pattern, &device, &CountOptions::default())?;
        if counted.count != u128::from(listed.matches) {
            return Err(format!("{} were counted by the method {}", counted.count, counted.strategy).into());
        }
    }
    Ok(())
}
