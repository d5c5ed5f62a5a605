//! `cargo xtask rooms`: which rooms of the library may know of which, in `xtask/rooms.txt`.
//!
//! A room is a folder of `host/`, or a file or folder of `host/mine/`. It knows of another if a file in it, outside tests, names something that stands
//! there; what a room hands on by `pub use` stands where it is defined.

mod names;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result, bail};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use sources::{Module, Sources};

/// Files of one room that may need each other in a circle.
const LARGEST_CIRCLE: usize = 3;

/// Writes down which rooms of the library know of which, and which files need each other in circles.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail when an arrow is not in the file, or one in the file is gone.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    let sources = Sources::read(&root.join("host"))?;
    let arrows = arrows(&sources);
    refuse_circles_of_rooms(&arrows)?;
    let found = page(&arrows, &circles(&sources));
    let path = root.join("xtask/rooms.txt");
    if !args.check {
        return std::fs::write(&path, found).with_context(|| format!("cannot write {}", path.display()));
    }
    let written =
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    let (written, found) = (lines(&written), lines(&found));
    let new: Vec<_> = found.difference(&written).map(String::as_str).collect();
    let gone: Vec<_> = written.difference(&found).map(String::as_str).collect();
    if !new.is_empty() || !gone.is_empty() {
        bail!(
            "the rooms are not as {} says; if that is meant, run cargo xtask rooms\nnew:\n  {}\ngone:\n  {}",
            path.display(),
            new.join("\n  "),
            gone.join("\n  ")
        );
    }
    Ok(())
}

/// Each arrow between rooms.
fn arrows(sources: &Sources) -> BTreeSet<(String, String)> {
    let between = |(from, to): (&Module, &Module)| (sources::room(from), sources::room(to));
    sources.needs().map(between).filter(|(from, to)| from != to).collect()
}

fn refuse_circles_of_rooms(arrows: &BTreeSet<(String, String)>) -> Result<()> {
    let graph: DiGraphMap<&str, ()> =
        arrows.iter().map(|(from, to)| (from.as_str(), to.as_str(), ())).collect();
    if let Some(mut circle) = tarjan_scc(&graph).into_iter().find(|circle| circle.len() > 1) {
        circle.sort_unstable();
        let inner = arrows
            .iter()
            .filter(|(from, to)| circle.contains(&from.as_str()) && circle.contains(&to.as_str()));
        let inner: Vec<_> = inner.map(|(from, to)| format!("{from} -> {to}")).collect();
        bail!("rooms need each other in a circle:\n  {}", inner.join("\n  "));
    }
    Ok(())
}

/// The circles of more than [`LARGEST_CIRCLE`] files: how many files, by room.
fn circles(sources: &Sources) -> BTreeMap<String, Vec<usize>> {
    let numbers: BTreeMap<&Module, usize> = sources.modules().zip(0..).collect();
    let graph: DiGraphMap<usize, ()> =
        sources.needs().map(|(from, to)| (numbers[from], numbers[to], ())).collect();
    let modules: Vec<&Module> = sources.modules().collect();
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for circle in tarjan_scc(&graph).into_iter().filter(|circle| circle.len() > LARGEST_CIRCLE) {
        found.entry(sources::room(modules[circle[0]])).or_default().push(circle.len());
    }
    found.values_mut().for_each(|sizes| sizes.sort_unstable());
    found
}

fn page(arrows: &BTreeSet<(String, String)>, circles: &BTreeMap<String, Vec<usize>>) -> String {
    let mut page = String::from(
        "# Which rooms of the library know of which: `cargo xtask rooms` writes this, and CI checks it.\n",
    );
    for (from, to) in arrows {
        writeln!(page, "{from} -> {to}").expect("a text takes all");
    }
    page.push_str("\n# Circles of more than three files: how many files need each other.\n");
    for (room, sizes) in circles {
        let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
        writeln!(page, "{room}: {}", sizes.join(", ")).expect("a text takes all");
    }
    page
}
