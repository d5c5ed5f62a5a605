//! `cargo xtask bench`: whole jobs, timed and verified, beside the peers.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Time whole jobs of the command, verify their counts, and print them beside the best peer's
///
/// Each job runs in a process of its own: once to warm up, then `--runs` times. Printed are the medians of seconds.mine
/// and seconds.total. A wrong count is an error. The graphs are generated as they are needed, in a temporary folder.
#[derive(clap::Args)]
pub struct Args {
    /// The command
    #[arg(long, default_value = "target/release/motherlode")]
    command: PathBuf,

    /// The device to count on
    #[arg(long, default_value = "auto")]
    device: String,

    /// Threads of the CPU's part
    #[arg(long)]
    threads: Option<u32>,

    /// The jobs: a JSON list of {graph, pattern, count, peer, peer_total, best}
    #[arg(long)]
    rows: Option<PathBuf>,

    /// Timed runs of each job
    #[arg(long, default_value_t = 5)]
    runs: usize,

    /// Where the real graphs are
    #[arg(long, default_value = "../shared/data")]
    data: PathBuf,

    /// Only jobs whose 'graph pattern' contains this
    #[arg(long, default_value = "")]
    only: String,

    /// Where to store the raw samples as JSON
    #[arg(long)]
    out: Option<PathBuf>,
}

/// A job, what it must count, and the best peer's seconds.
#[derive(Deserialize)]
struct Row {
    /// A file, or a recipe that the command knows.
    graph: String,
    pattern: String,
    count: u128,
    /// Kernel seconds, or CPU seconds, of the best peer.
    peer: Option<f64>,
    /// Its process, start to exit.
    peer_total: Option<f64>,
}

#[derive(Serialize)]
struct Sample {
    graph: String,
    pattern: String,
    device: String,
    mine: Vec<f64>,
    total: Vec<f64>,
}

const ROWS: &str = include_str!("bench_rows.json");

pub fn run(args: &Args) -> Result<()> {
    let rows = match &args.rows {
        Some(path) => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        None => ROWS.into(),
    };
    let rows: Vec<Row> = serde_json::from_str(&rows).context("reading the jobs")?;
    let folder = std::env::temp_dir().join("motherlode-bench");
    std::fs::create_dir_all(&folder)?;
    println!("{}", header(args)?);
    println!("| job | graph | mine, median (min-max) s | peer s | ratio | total s | peer process s |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut samples = Vec::new();
    for row in rows.iter().filter(|row| format!("{} {}", row.graph, row.pattern).contains(&args.only)) {
        let graph = materialise(args, &folder, &row.graph)?;
        let sample = measure(args, row, &graph)?;
        println!("{}", line(row, &sample));
        samples.push(sample);
    }
    if let Some(path) = &args.out {
        let report = serde_json::json!({ "machine": header(args)?, "samples": samples });
        std::fs::write(path, serde_json::to_string_pretty(&report)?)?;
    }
    Ok(())
}

/// A `.csr` file of the graph: loading is not what is measured.
fn materialise(args: &Args, folder: &Path, graph: &str) -> Result<PathBuf> {
    let name: String = graph.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let path = folder.join(format!("{name}.csr"));
    if !path.exists() {
        let file = args.data.join(graph);
        let source = if file.exists() { file } else { PathBuf::from(graph) };
        let converted = Command::new(&args.command).arg("convert").arg(&source).arg(&path).output()?;
        if !converted.status.success() {
            bail!("motherlode convert {graph}: {}", String::from_utf8_lossy(&converted.stderr));
        }
    }
    Ok(path)
}

fn measure(args: &Args, row: &Row, graph: &Path) -> Result<Sample> {
    let mut sample = Sample {
        graph: row.graph.clone(),
        pattern: row.pattern.clone(),
        device: String::new(),
        mine: vec![],
        total: vec![],
    };
    for run in 0..=args.runs {
        let mut command = Command::new(&args.command);
        command.arg("count").arg(graph).arg(&row.pattern).args([
            "--device",
            &args.device,
            "--format",
            "json",
        ]);
        if let Some(threads) = args.threads {
            command.arg("--threads").arg(threads.to_string());
        }
        let output = command.output()?;
        if !output.status.success() {
            bail!("{} in {}: {}", row.pattern, row.graph, String::from_utf8_lossy(&output.stderr));
        }
        let report: Value = serde_json::from_slice(&output.stdout)?;
        let count = report["count"].to_string();
        if count != row.count.to_string() {
            bail!("{} in {}: counted {count}, and it is {}", row.pattern, row.graph, row.count);
        }
        if run > 0 {
            sample.device = report["device"].as_str().unwrap_or_default().into();
            sample.mine.push(report["seconds"]["mine"].as_f64().context("seconds.mine")?);
            sample.total.push(report["seconds"]["total"].as_f64().context("seconds.total")?);
        }
    }
    sample.mine.sort_by(f64::total_cmp);
    sample.total.sort_by(f64::total_cmp);
    Ok(sample)
}

fn median(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}

fn line(row: &Row, sample: &Sample) -> String {
    let mine = median(&sample.mine);
    let peer = |seconds: Option<f64>| seconds.map_or("-".into(), |s| s.to_string());
    let mut line = format!("| {} | {} ", row.pattern, row.graph);
    let (least, most) = (sample.mine[0], sample.mine[sample.mine.len() - 1]);
    let ratio = row.peer.map_or("-".into(), |peer| format!("{:.2}x", peer / mine));
    let _ = write!(
        line,
        "| {mine:.5} ({least:.5}-{most:.5}) | {} | {ratio} | {:.3} | {} |",
        peer(row.peer),
        median(&sample.total),
        peer(row.peer_total)
    );
    line
}

/// The machine and the command, for the record.
fn header(args: &Args) -> Result<String> {
    let devices = Command::new(&args.command).arg("devices").output().context("running the command")?;
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        cpu.lines().find_map(|line| line.strip_prefix("model name\t: ")).unwrap_or("unknown processor");
    Ok(format!("{model}\n{}", String::from_utf8_lossy(&devices.stdout)))
}
