//! Times the primitives and the set operations on a device, checks what they computed, and prints the figures beside
//! CUB's on an H100.
//!
//! ```text
//! cargo run --release --features primitives-bench --example primitives_bench -- --device cuda:0
//! cargo run --release --features primitives-bench --example primitives_bench -- --device cpu --log2 24 --only scan
//! ```
//!
//! A figure is the median of `--runs` runs, each of several launches and one wait. Every result is compared with a
//! plain loop of the host's, and a wrong one ends the program. CUB's figures are those of `docs/primitives.md`, of
//! arrays of 2^28 and 2^26 elements: they are left out with another `--log2`, and on the CPU.

mod cases;
mod data;
mod sets;

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use motherlode::runtime::{Choice, Device};

/// Times the primitives on a device.
#[derive(Parser)]
struct Options {
    /// The device: auto, cpu, cuda or cuda:N.
    #[arg(long, default_value = "auto")]
    device: Choice,
    /// The base-2 logarithm of the number of values; sorts and runs take a quarter as many.
    #[arg(long, default_value_t = 28)]
    log2: u32,
    /// Runs of each case, of which the median counts.
    #[arg(long, default_value_t = 9)]
    runs: usize,
    /// Launches in a run.
    #[arg(long, default_value_t = 5)]
    launches: usize,
    /// Only cases whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
}

/// What a case is measured in, and what CUB reaches.
struct Figure {
    name: String,
    /// Elements, or bytes, of which the rate is given.
    amount: u64,
    /// Their unit, in a rate.
    unit: &'static str,
    /// CUB's milliseconds on the same card, at the default size.
    cub_ms: Option<f64>,
}

/// What a case is asked to do.
enum Step {
    /// What is not timed.
    Prepare,
    /// One launch.
    Launch,
}

/// Runs cases and prints their figures.
struct Bench {
    options: Options,
    device: Device,
}

impl Bench {
    /// Whether the case was asked for.
    fn wants(&self, name: &str) -> bool {
        name.contains(&self.options.only)
    }

    /// Times `launch`, which queues one launch, and prints the figure.
    fn time(&self, figure: Figure, mut launch: impl FnMut() -> Result<()>) -> Result<()> {
        self.measure(figure, self.options.launches, |step| match step {
            Step::Prepare => Ok(()),
            Step::Launch => launch(),
        })
    }

    /// Times the launches of `work`, each of which is prepared by itself.
    fn time_each(&self, figure: Figure, work: impl FnMut(Step) -> Result<()>) -> Result<()> {
        self.measure(figure, 1, work)
    }

    fn measure(
        &self,
        figure: Figure,
        launches: usize,
        mut work: impl FnMut(Step) -> Result<()>,
    ) -> Result<()> {
        let mut run = |launches: usize| -> Result<f64> {
            work(Step::Prepare)?;
            self.device.synchronize()?;
            let start = Instant::now();
            for _ in 0..launches {
                work(Step::Launch)?;
            }
            self.device.synchronize()?;
            Ok(start.elapsed().as_secs_f64() / launches as f64)
        };
        run(1)?;
        let mut seconds = (0..self.options.runs).map(|_| run(launches)).collect::<Result<Vec<_>>>()?;
        seconds.sort_by(f64::total_cmp);
        let compares = self.options.log2 == 28 && self.device.card().is_some();
        figure.print(seconds[seconds.len() / 2], compares);
        Ok(())
    }
}

impl Figure {
    /// Prints the time of a launch, and CUB's beside it where the two compare.
    fn print(&self, seconds: f64, compares: bool) {
        let rate = self.amount as f64 / seconds / 1e9;
        let (cub, share) = match self.cub_ms.filter(|_| compares) {
            Some(cub) => (format!("{cub:.3}"), format!("{:.0}%", cub / (seconds * 1e3) * 100.0)),
            None => ("-".into(), "-".into()),
        };
        let (name, ms, unit) = (&self.name, seconds * 1e3, self.unit);
        println!("{name:<48} {ms:>9.3} ms {rate:>9.1} {unit:<5} {cub:>8} {share:>6}");
    }
}

fn main() -> Result<()> {
    let options = Options::parse();
    ensure!((10..=32).contains(&options.log2), "--log2 {} is not in 10 to 32", options.log2);
    ensure!(options.runs > 0 && options.launches > 0, "--runs and --launches must be at least 1");
    let device = Device::open(options.device, None).context("opening the device")?;
    println!("{device}, 2^{} values, median of {} runs", options.log2, options.runs);
    println!("{:<48} {:>12} {:>15} {:>8} {:>6}", "case", "time", "rate", "CUB ms", "share");
    let bench = Bench { options, device };
    cases::run(&bench)?;
    sets::run(&bench)
}
