//! `motherlode devices`: what this machine can count on.

use std::fmt;
use std::time::Instant;

use clap::Args;
use motherlode::runtime::{
    CardLink, CardPair, Choice, CudaDevice, RuntimeError, driver_version, kernels, list_cards, list_links,
};
use serde::Serialize;

use super::report::{ReportArgs, counted, explained, seconds};

/// What `--format` prints.
const PRINTED: &str = "How to print the list: 'json' is one object on one line.";

/// List the devices, and how long they take to start
///
/// Lists the CPU and every NVIDIA card that the driver sees. Each card is started: its context is made and all kernels
/// are compiled for it, and how long each part took is printed. A job loads only the families of kernels that it needs.
/// The driver keeps compiled kernels in a cache, so a second run shows the usual times. Of several cards, it says which
/// can read each other's memory by a direct link, and how the driver ranks that among the links of the machine: 0 is
/// the fastest. Without a driver, it says what was looked for; that is no error.
#[derive(Args, Debug)]
#[command(mut_arg("format", explained(PRINTED)))]
pub struct DevicesArgs {
    #[command(flatten)]
    report: ReportArgs,
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
    let links = if without.is_none() { list_links()? } else { Vec::new() };
    let cards = cards.into_iter().map(|card| CardReport {
        device: Choice::Cuda(card.ordinal).to_string(),
        name: card.name,
        capability: format!("{}.{}", card.arch / 10, card.arch % 10),
        multiprocessors: card.multiprocessors,
        memory_bytes: card.memory.0,
        memory: card.memory.to_string(),
        start: StartReport::of(card.ordinal),
    });
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let report = MachineReport {
        kernels: kernels(),
        cpu: Cpu { threads },
        driver: driver_version().ok(),
        cards: cards.collect(),
        links: links.into_iter().map(LinkReport::from).collect(),
        without_cards: without,
    };
    args.report.print(&report)
}

/// What is printed.
#[derive(Serialize)]
struct MachineReport {
    /// Which kernels are built in.
    kernels: String,
    cpu: Cpu,
    /// The CUDA version that the driver serves.
    driver: Option<String>,
    cards: Vec<CardReport>,
    /// Every two cards, each way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<LinkReport>,
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
    start: StartReport,
}

/// Whether a card can read the memory of another.
#[derive(Serialize)]
struct LinkReport {
    from: String,
    to: String,
    direct: bool,
    #[serde(flatten)]
    link: Option<DirectLink>,
}

/// What the driver says of a direct link.
#[derive(Serialize)]
struct DirectLink {
    /// 0 for the fastest link of the machine.
    performance_rank: u32,
    native_atomics: bool,
}

impl From<CardPair> for LinkReport {
    fn from(CardPair { from, to, link }: CardPair) -> LinkReport {
        let card = |ordinal| Choice::Cuda(ordinal).to_string();
        let direct =
            |CardLink { performance_rank, native_atomics }| DirectLink { performance_rank, native_atomics };
        LinkReport { from: card(from), to: card(to), direct: link.is_some(), link: link.map(direct) }
    }
}

impl LinkReport {
    /// The link in words.
    fn kind(&self) -> String {
        match &self.link {
            None => "no direct link".into(),
            Some(DirectLink { performance_rank, native_atomics }) => {
                let atomics = if *native_atomics { "with" } else { "without" };
                format!("direct link (rank {performance_rank}, {atomics} native atomics)")
            }
        }
    }
}

/// How starting a card went.
#[derive(Serialize)]
#[serde(untagged)]
enum StartReport {
    Done {
        driver_seconds: f64,
        context_seconds: f64,
        rest_seconds: f64,
        kernels_seconds: f64,
        families: Vec<FamilyReport>,
        code: String,
    },
    Failed {
        error: String,
    },
}

/// A family of kernels, and how long it took to load.
#[derive(Serialize)]
struct FamilyReport {
    family: &'static str,
    seconds: f64,
}

impl FamilyReport {
    /// Loads a family.
    fn of(card: &CudaDevice, family: &'static str) -> Result<FamilyReport, RuntimeError> {
        let start = Instant::now();
        card.preload(&[family])?;
        Ok(FamilyReport { family, seconds: start.elapsed().as_secs_f64() })
    }
}

impl StartReport {
    fn of(ordinal: u32) -> StartReport {
        let started = CudaDevice::open(ordinal).and_then(|card| {
            let families = card.families().into_iter().map(|name| FamilyReport::of(&card, name));
            Ok((families.collect::<Result<_, _>>()?, card.start_up()))
        });
        match started {
            Ok((families, start)) => StartReport::Done {
                driver_seconds: start.driver.as_secs_f64(),
                context_seconds: start.context.as_secs_f64(),
                rest_seconds: start.rest.as_secs_f64(),
                kernels_seconds: start.kernels.as_secs_f64(),
                families,
                code: start.code.to_string(),
            },
            Err(error) => StartReport::Failed { error: error.to_string() },
        }
    }
}

impl fmt::Display for MachineReport {
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
            write_links(f, &self.links, device)?;
        }
        if let Some(reason) = &self.without_cards {
            writeln!(f, "cuda    {reason}")?;
        }
        writeln!(f, "kernels {}", self.kernels)
    }
}

/// Writes the links of a card: a line for all that are alike.
fn write_links(f: &mut fmt::Formatter<'_>, links: &[LinkReport], device: &str) -> fmt::Result {
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    for link in links.iter().filter(|link| link.from == device) {
        let kind = link.kind();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, cards)) => cards.push(&link.to),
            None => kinds.push((kind, vec![&link.to])),
        }
    }
    kinds.iter().try_for_each(|(kind, cards)| writeln!(f, "        {kind} to {}", cards.join(", ")))
}

impl fmt::Display for StartReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartReport::Done {
                driver_seconds,
                context_seconds,
                rest_seconds,
                kernels_seconds,
                families,
                code,
            } => {
                let [driver, context, rest, kernels] =
                    [driver_seconds, context_seconds, rest_seconds, kernels_seconds]
                        .map(|time| seconds(*time));
                write!(f, "starts in {driver} (driver) + {context} (context) + {rest} (rest)\n        ")?;
                write!(f, "loads all kernels ({code}) in {kernels}:")?;
                let mut separator = " ";
                families.iter().try_for_each(|FamilyReport { family, seconds: time }| {
                    write!(f, "{}{family} {}", std::mem::replace(&mut separator, ", "), seconds(*time))
                })
            }
            StartReport::Failed { error } => write!(f, "does not start: {error}"),
        }
    }
}
