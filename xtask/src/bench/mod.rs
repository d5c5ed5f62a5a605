//! `cargo xtask bench`: whole jobs, timed and verified, beside the peers.

mod baseline;
pub mod graphs;
mod job;
pub mod machine;
pub mod results;
pub mod rows;
pub mod samples;

use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Result, bail};

use graphs::Graphs;
use job::Runner;
use machine::Machine;
use results::{Measured, Results};
use rows::{Row, Set};

use crate::report::tables;

/// Time whole jobs of the command, verify their counts, and print them beside the best peer's
///
/// Each job runs in a process of its own, on a .csr file: first to warm up, then --runs times. On a card, seconds.mine
/// is compared with the time that the best peer prints for its kernels; on the CPU, the CPU time of the whole process
/// with that of the peer's, at one thread. A job that counts wrongly or fails is reported, and the exit code is 1 then.
/// Graphs are generated as they are needed.
#[derive(clap::Args)]
pub struct Args {
    /// The command to measure
    #[arg(long, default_value = "target/release/motherlode")]
    command: PathBuf,

    /// The jobs and their peers
    #[arg(long, value_enum, default_value = "card")]
    set: Set,

    /// Jobs in place of the set's: a JSON list like xtask/src/bench/card.json
    #[arg(long)]
    rows: Option<PathBuf>,

    /// The device to count on [default: cuda:0 for the set 'card', cpu for 'cpu']
    #[arg(long)]
    device: Option<String>,

    /// Threads of the CPU's part [default: 1 for the set 'cpu', else the command's own]
    #[arg(long)]
    threads: Option<u32>,

    /// Runs of each job before those that count
    #[arg(long, default_value_t = 1)]
    warmup: usize,

    /// Runs of each job that count
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,

    /// Where the real graphs are
    #[arg(long, default_value = "../shared/data")]
    data: PathBuf,

    /// Where the .csr files are kept from run to run [default: motherlode-bench in the temporary folder]
    #[arg(long)]
    graphs: Option<PathBuf>,

    /// Only jobs whose 'job graph' contains this
    #[arg(long, default_value = "")]
    only: String,

    /// Where to store the raw samples, with the machine and the commit, as JSON
    #[arg(long)]
    out: Option<PathBuf>,

    /// Results to compare with; a regression of more than 10% that is outside the spread gives the exit code 1
    #[arg(long)]
    baseline: Option<PathBuf>,
}

/// Two threads are tried where one takes longer than this.
const WORTH_TWO_THREADS_SECONDS: f64 = 1.0;

pub fn run(args: &Args) -> Result<()> {
    let rows = rows::load(args.set, args.rows.as_deref())?;
    let baseline = args.baseline.as_deref().map(Results::load).transpose()?;
    let graphs = Graphs {
        command: args.command.clone(),
        data: args.data.clone(),
        folder: args.graphs.clone().unwrap_or_else(|| std::env::temp_dir().join("motherlode-bench")),
    };
    let (device, threads) = match args.set {
        Set::Card => ("cuda:0", args.threads),
        Set::Cpu => ("cpu", args.threads.or(Some(1))),
    };
    let runner = Runner {
        command: args.command.clone(),
        device: args.device.clone().unwrap_or_else(|| device.into()),
        threads,
        warmup: args.warmup,
        runs: args.runs.into(),
    };
    let machine = Machine::this(&args.command)?;
    let chosen = rows.into_iter().filter(|row| format!("{} {}", row.job, row.graph).contains(&args.only));
    let measured = chosen.map(|row| measure(&runner, &graphs, row)).collect();
    let results = Results {
        set: args.set,
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        commit: machine::commit(),
        command: std::env::args().collect(),
        machine,
        warmup: runner.warmup,
        runs: runner.runs,
        measured,
    };
    if let Some(path) = &args.out {
        results.save(path)?;
    }
    println!("{}\n\n{}\n{}", tables::heading(&results), tables::jobs(&results), tables::summary(&results));
    conclude(&results, baseline.as_ref())
}

/// Measures a row, and says on standard error how it went. A failure is part of the results: the other rows still
/// count.
fn measure(runner: &Runner, graphs: &Graphs, row: Row) -> Measured {
    eprint!("{} on {}: ", row.job, row.graph);
    let mut measured =
        Measured { row, device: String::new(), samples: Default::default(), two_threads: None, error: None };
    match try_measure(runner, graphs, &mut measured) {
        Ok(()) => eprintln!("{:?}", measured.samples.mine),
        Err(error) => {
            eprintln!("FAILED: {error:#}");
            measured.error = Some(format!("{error:#}"));
        }
    }
    measured
}

fn try_measure(runner: &Runner, graphs: &Graphs, measured: &mut Measured) -> Result<()> {
    let row = &measured.row;
    let graph = if row.support().is_some() { graphs.database(&row.graph) } else { graphs.file(&row.graph) }?;
    (measured.device, measured.samples) = runner.measure(&measured.row, &graph)?;
    let long = measured.process().is_some_and(|wall| wall.median > WORTH_TWO_THREADS_SECONDS);
    if runner.device == "cpu" && runner.threads == Some(1) && long {
        measured.two_threads = Some(runner.with_threads(2).measure(&measured.row, &graph)?.1);
    }
    Ok(())
}

/// Says what failed and what regressed.
fn conclude(results: &Results, baseline: Option<&Results>) -> Result<()> {
    let failed = results.measured.iter().filter(|measured| measured.error.is_some()).count();
    let mut regressions = 0;
    if let Some(baseline) = baseline {
        let table;
        (table, regressions) = baseline::compare(baseline, results);
        println!("Against the baseline: {}\n\n{table}", tables::heading(baseline));
        if baseline.machine.line(results.set == Set::Card) != results.machine.line(results.set == Set::Card) {
            println!("The baseline is of another machine.");
        }
    }
    if failed + regressions > 0 {
        bail!("{failed} jobs failed, {regressions} regressed");
    }
    Ok(())
}
