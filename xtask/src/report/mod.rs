//! `cargo xtask report`: results of `cargo xtask bench` as pages, charts, and the tables of docs/performance.md.

mod chart;
mod floor;
mod markdown;
mod page;
pub mod tables;
mod units;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::bench::results::Results;

/// Draw results beside the peers, and say how far each job is from what the hardware allows
///
/// Without -o and --markdown, the tables are printed.
#[derive(clap::Args)]
pub struct Args {
    /// Results of 'cargo xtask bench --out'
    #[arg(required = true)]
    results: Vec<PathBuf>,

    /// A page (.html: charts and tables) or a chart (.svg, of one file of results) to write
    #[arg(short, long)]
    output: Option<PathBuf>,

    /// A Markdown file whose generated part is written anew, with a chart beside it for each file of results
    #[arg(long)]
    markdown: Option<PathBuf>,

    /// What the jobs must do at least, as 'cargo run --release --example work' counts it
    #[arg(long, default_value = "benches/results/work.json")]
    work: PathBuf,
}

pub fn run(args: &Args) -> Result<()> {
    let all = args.results.iter().map(|path| Results::load(path)).collect::<Result<Vec<_>>>()?;
    let works = floor::load(&args.work)?;
    if let Some(path) = &args.output {
        let text = match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => page::page(&all, &works).into_string(),
            Some("svg") => {
                ensure!(all.len() == 1, "a chart is of one file of results; {} are given", all.len());
                chart::jobs(&all[0]).into_string()
            }
            _ => bail!("{}: the report is written as .html or .svg", path.display()),
        };
        write(path, &text)?;
    }
    if let Some(path) = &args.markdown {
        markdown::update(path, &all, &works)?;
    }
    if args.output.is_none() && args.markdown.is_none() {
        all.iter().for_each(|results| println!("{}", markdown::section(results, &works)));
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}
