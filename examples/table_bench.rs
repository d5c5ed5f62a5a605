//! Measures embedding tables, and what each of their optimisations gains: rows written in one pass or counted first,
//! siblings extended together or each row alone, columns on the device or in the host's memory.
//!
//! ```text
//! cargo run --release --example table_bench -- rmat:18 --clique 4
//! cargo run --release --example table_bench -- rmat:14 --edges 3 --two-passes
//! cargo run --release --example table_bench -- rmat:18 --pattern diamond --alone --memory 1GiB --host-memory 16GiB
//! ```
//!
//! Each line is a run: rows, seconds for all extensions and for the last one, rows a second, and bytes that went to the
//! host.

use std::error::Error;
use std::time::Instant;

use motherlode::graph::generate;
use motherlode::mine::Placed;
use motherlode::mine::table::{ExtensionStep, Siblings, Table, TableOptions};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Choice, Device, HostMemory, MemorySize, Team};

/// What the rows of a table are.
enum What {
    /// Cliques of so many vertices.
    Clique(usize),
    /// Connected sets of so many vertices.
    Vertices(usize),
    /// Connected sets of so many edges.
    Edges(usize),
    /// The matches of a pattern.
    Pattern(Pattern),
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let graph =
        args.next().and_then(|graph| rmat(&graph)).ok_or("name a graph first: rmat:SCALE[:EDGE_FACTOR]")?;
    let (mut what, mut options) = (What::Clique(4), TableOptions::default());
    let (mut memory, mut host, mut aggregate, mut runs) = (None, None, false, 3);
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--clique" => what = What::Clique(value()?.parse()?),
            "--vertices" => what = What::Vertices(value()?.parse()?),
            "--edges" => what = What::Edges(value()?.parse()?),
            "--pattern" => what = What::Pattern(value()?.parse()?),
            "--two-passes" => options = options.one_pass(false),
            "--together" => options = options.siblings(Siblings::Together),
            "--alone" => options = options.siblings(Siblings::Alone),
            "--pool" => options = options.pool(value()?.parse::<MemorySize>()?),
            "--memory" => memory = Some(value()?.parse::<MemorySize>()?),
            "--host-memory" => host = Some(value()?.parse::<MemorySize>()?),
            "--aggregate" => aggregate = true,
            "--runs" => runs = value()?.parse()?,
            _ => return Err(format!("{option} is not an option").into()),
        }
    }
    let device = Device::open(Choice::Auto, memory)?;
    let team = Team::from(&device);
    let team = host.map_or(team.clone(), |host| team.with_host_memory(HostMemory::new(host)));
    let placed = Placed::new(&generate::rmat(graph.0, graph.1, 1)?, team);
    for _ in 0..runs {
        run(&placed, &what, &options, aggregate, &device)?;
    }
    Ok(())
}

/// The scale and the edge factor that are meant.
fn rmat(graph: &str) -> Option<(u32, u64)> {
    let mut numbers = graph.strip_prefix("rmat:")?.split(':');
    let (scale, factor) = (numbers.next()?.parse().ok()?, numbers.next().unwrap_or("16").parse().ok()?);
    numbers.next().is_none().then_some((scale, factor))
}

/// Makes the table once, and says how long it took.
fn run(
    placed: &Placed,
    what: &What,
    options: &TableOptions,
    aggregate: bool,
    device: &Device,
) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut last = start;
    let mut extended =
        |table: &mut Table, by: &dyn Fn(&mut Table) -> Result<(), motherlode::mine::MineError>| {
            last = Instant::now();
            by(table)
        };
    let mut table = match what {
        What::Pattern(pattern) => placed.table_of(pattern, Induced::Edge, options)?,
        _ => placed.table(options)?,
    };
    match *what {
        What::Clique(k) => {
            for places in 1..k {
                let adjacent = (1 << places) - 1;
                // Each vertex is smaller than the one before it, and so than all: it has a higher degree.
                let step = ExtensionStep {
                    adjacent,
                    below: 1 << (places - 1),
                    label: u32::MAX,
                    ..ExtensionStep::default()
                };
                extended(&mut table, &|table| table.extend_by(step))?;
            }
        }
        What::Vertices(k) => (1..k).try_for_each(|_| extended(&mut table, &Table::extend_by_vertex))?,
        What::Edges(k) => (0..k).try_for_each(|_| extended(&mut table, &Table::extend_by_edge))?,
        What::Pattern(_) => (),
    }
    let (all, last) = (start.elapsed().as_secs_f64(), last.elapsed().as_secs_f64());
    println!(
        "{} rows in {all:.4} s, the last extension {last:.4} s: {:.1} M rows/s; {} MiB to the host; peak {} MiB",
        table.rows(),
        table.rows() as f64 / last / 1e6,
        table.spilled_bytes() >> 20,
        device.budget().peak() >> 20,
    );
    if aggregate {
        let start = Instant::now();
        let patterns = table.patterns()?;
        let seconds = start.elapsed().as_secs_f64();
        let rows = table.rows() as f64 / seconds / 1e6;
        println!("{} patterns in {seconds:.4} s: {rows:.1} M rows/s", patterns.len());
        for found in patterns.iter().take(12) {
            println!("{:>16}  {}", found.rows, found.pattern);
        }
    }
    Ok(())
}
