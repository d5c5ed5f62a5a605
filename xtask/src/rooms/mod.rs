//! `cargo xtask rooms`: which rooms of the library may know of which, in `xtask/rooms.txt`.
//!
//! A room is a folder of `host/`, or a file or folder of `host/mine/`. It knows of another if a file in it, outside
//! tests, names something that stands there; what a room hands on by `pub use` stands where it is defined. Rooms that
//! need each other in a circle are refused, and so are more than three files of a room.

mod circles;
mod names;
mod sources;

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{Context, Result, bail};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use circles::refuse_circles_of_files;
use sources::{Needs, Sources};

/// Writes down which rooms of the library know of which; fails where rooms, or more than three files of one, need each
/// other in a circle.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail when an arrow is not in the file, or one in the file is gone.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    let sources = Sources::read(&root.join("host"))?;
    let needs = sources.needs();
    let arrows = arrows(&needs);
    refuse_circles_of_rooms(&arrows)?;
    refuse_circles_of_files(&needs)?;
    let found = page(&arrows);
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
fn arrows(needs: &Needs) -> BTreeSet<(String, String)> {
    needs
        .keys()
        .map(|(from, to)| (sources::room(from), sources::room(to)))
        .filter(|(from, to)| from != to)
        .collect()
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

fn page(arrows: &BTreeSet<(String, String)>) -> String {
    let mut page = String::from(
        "# Which rooms of the library know of which: `cargo xtask rooms` writes this, and CI checks it. It refuses circles, of rooms and of more than three files of one.\n",
    );
    for (from, to) in arrows {
        writeln!(page, "{from} -> {to}").expect("a text takes all");
    }
    page
}
