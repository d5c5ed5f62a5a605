//! `motherlode devices`: what this machine can count on.

use std::fmt;

use clap::Args;
use motherlode::runtime::{Choice, Device, RuntimeError, driver_version, kernels, list_cards};
use serde::Serialize;

use super::report::{self, Format, counted, seconds};

/// List the devices, and how long they take to start
///
/// Lists the CPU and every NVIDIA card that the driver sees. Each card is started: its context is made and the kernels
/// are compiled for it, and how long both took is printed. The driver keeps compiled kernels in a cache, so a second
/// run shows the usual times. Without a driver, it says what was looked for; that is no error.
#[derive(Args, Debug)]
pub struct DevicesArgs {
    /// text or json
    ///
    /// How to print the list: 'json' is one object on one line.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: Format,
}

/// Runs the command.
///
/// # Errors
/// When the driver fails.
pub fn run(args: &DevicesArgs) -> anyhow::Result<()> {
    let (cards, without) = match list_cards() {
        Ok(cards) => (cards, None),
        Err(none @ (RuntimeError::NoDriver { .. } | RuntimeError::NoCard)) => {
            (Vec::new(), Some(none.to_string()))
        }
        Err(error) => return Err(error.into()),
    };
    let cards = cards.into_iter().map(|card| CardReport {
        device: Choice::Cuda(card.ordinal).to_string(),
        name: card.name,
        capability: format!("{}.{}", card.arch / 10, card.arch % 10),
        multiprocessors: card.multiprocessors,
        memory_bytes: card.memory.0,
        memory: card.memory.to_string(),
        start: Start::of(card.ordinal),
    });
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let report = Report {
        kernels: kernels(),
        cpu: Cpu { threads },
        driver: driver_version().ok(),
        cards: cards.collect(),
        without_cards: without,
    };
    report::print(args.format, &report)
}

/// What is printed.
#[derive(Serialize)]
struct Report {
    /// Which kernels are built in.
    kernels: String,
    cpu: Cpu,
    /// The CUDA version that the driver serves.
    driver: Option<String>,
    cards: Vec<CardReport>,
    /// Why there are no cards.
    without_cards: Option<String>,
}

#[derive(Serialize)]
struct Cpu {
    threads: usize,
}

#[derive(Serialize)]
struct CardReport {
    device: String,
    name: String,
    capability: String,
    multiprocessors: u32,
    memory_bytes: u64,
    #[serde(skip)]
    memory: String,
    start: Start,
}

/// How starting a card went.
#[derive(Serialize)]
#[serde(untagged)]
enum Start {
    Done { context_seconds: f64, jit_seconds: f64, ptx: String },
    Failed { error: String },
}

impl Start {
    fn of(ordinal: u32) -> Start {
        let device = match Device::open(Choice::Cuda(ordinal), None) {
            Ok(device) => device,
            Err(error) => return Start::Failed { error: error.to_string() },
        };
        device.card().map(|card| card.start_up()).map_or_else(
            || Start::Failed { error: "it is not a card".into() },
            |start| Start::Done {
                context_seconds: start.context.as_secs_f64(),
                jit_seconds: start.jit.as_secs_f64(),
                ptx: format!("sm_{}", start.arch),
            },
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "cpu     {}", counted(self.cpu.threads as u128, "thread", "threads"))?;
        if let Some(version) = &self.driver {
            writeln!(f, "driver  CUDA {version}")?;
        }
        for card in &self.cards {
            let CardReport { device, name, capability, multiprocessors, memory, start, .. } = card;
            writeln!(
                f,
                "{device}  {name}, compute capability {capability}, {multiprocessors} multiprocessors, {memory}"
            )?;
            writeln!(f, "        {start}")?;
        }
        if let Some(reason) = &self.without_cards {
            writeln!(f, "cuda    {reason}")?;
        }
        writeln!(f, "kernels {}", self.kernels)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Done { context_seconds, jit_seconds, ptx } => {
                write!(
                    f,
                    "starts in {} (context) + {} (kernels, {ptx})",
                    seconds(*context_seconds),
                    seconds(*jit_seconds)
                )
            }
            Start::Failed { error } => write!(f, "does not start: {error}"),
        }
    }
}
