//! `cargo xtask stubs`: the types of Python's native module, from its sources in `crates/python/src`.
//!
//! Functions, methods and properties have the names and the defaults that PyO3 gives them, and types of Python for those of Rust. A type alias of Rust is one there,
//! with a `_` before its name; a struct that Python makes is the class that its documentation names, as "`motherlode._job.Job` in Python"; an enum is any of its variants.

mod page;
mod signatures;
mod sources;
mod types;

use anyhow::{Context, Result, bail};

use sources::Sources;

/// Writes the types of Python's native module, `_motherlode.pyi`, from its sources.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail when the file is not what the sources say.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let package = crate::root().join("crates/python");
    let found = page::page(&Sources::read(&package.join("src"))?)?;
    let path = package.join("python/motherlode/_motherlode.pyi");
    if !args.check {
        return std::fs::write(&path, found).with_context(|| format!("cannot write {}", path.display()));
    }
    match std::fs::read_to_string(&path) {
        Ok(written) if written == found => Ok(()),
        _ => bail!("{} is not what crates/python/src says: run 'cargo xtask stubs'", path.display()),
    }
}
