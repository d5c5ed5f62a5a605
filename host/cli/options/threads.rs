//! How many threads the CPU's part of a job has.

use anyhow::Context;
use clap::Args;

use crate::exit::complain;

/// How many threads the CPU's part of a job has.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Device options")]
pub struct ThreadArgs {
    /// Threads on the CPU [default: all logical cores]
    ///
    /// Reading and preparing a graph are done on the CPU whatever the device, and so is the counting with --device cpu.
    /// The default is the number of logical cores, or RAYON_NUM_THREADS if that is set; more than 8 for each core are
    /// not started.
    #[arg(long, value_name = "N", global = true, value_parser = at_least_one)]
    threads: Option<u32>,
}

/// The most threads for each logical core: they never wait for anything but a core.
const THREADS_A_CORE: usize = 8;

/// The most threads that are started.
fn most_threads() -> usize {
    THREADS_A_CORE * logical_cores()
}

fn logical_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl ThreadArgs {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system refuses them.
    pub fn start(self) -> anyhow::Result<()> {
        let by_environment =
            || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0);
        let asked =
            self.threads.or_else(by_environment).map_or_else(logical_cores, |threads| threads as usize);
        let threads = asked.min(most_threads());
        if threads < asked {
            complain(format_args!(
                "{asked} threads are asked for, and {threads} started: {THREADS_A_CORE} for each logical core"
            ));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global().with_context(|| {
            format!("cannot start {threads} threads (fewer --threads need less; ulimit -u and -v are limits)")
        })
    }
}

fn at_least_one(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| "it must be a whole number, and at least 1".into())
}
