//! `cargo xtask dist`: all that a release publishes, made by the tools that are usual for each.
//!
//! | module | what it makes |
//! | --- | --- |
//! | `release` | no file: which version, for which machine, of what time |
//! | `needed` | no file: what must be installed, and whether it is |
//! | `glibc` | no file: which C library is asked for, and whether it is old enough |
//! | `command` | the folder of the command: the executable and what goes with it |
//! | `tarball` | that folder as an archive |
//! | `deb` | the same files as a package of Debian |
//! | `crates` | the crates, each built from what is published |
//! | `sdist` | the sources of the Python package, and a conda recipe that builds them |
//! | `wheel` | the Python package, built for all systems with that C library or a later one |
//! | `maturin` | no file: how it is called for these two |
//! | `sbom` | what is compiled into the executable |
//! | `checksums` | SHA-256 of all that lies there |

mod checksums;
mod command;
mod crates;
mod deb;
mod glibc;
mod maturin;
mod needed;
mod release;
mod sbom;
mod sdist;
mod tarball;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::notices;
use command::Folder;
use release::Release;

/// Makes what a release publishes.
///
/// Two runs on one commit make the same files, if the executable is the same. What must be installed for that, and is
/// not, is told before anything is built, with where it comes from.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder to write to [default: dist, in cargo's target folder]
    #[arg(long)]
    out: Option<PathBuf>,
    /// What to make
    #[arg(long, value_delimiter = ',', default_values_t = What::value_variants().to_vec())]
    what: Vec<What>,
    /// The machine that it is for, in rustc's words [default: this one]
    #[arg(long)]
    target: Option<String>,
    /// The oldest C library that it is to run with
    #[arg(long, default_value_t = glibc::OLDEST)]
    glibc: glibc::Version,
    /// The release executable, if it is built already
    #[arg(long)]
    executable: Option<PathBuf>,
    /// Make what is not to be published: a package that nobody answers for, crates that were checked and not built
    #[arg(long)]
    rehearsal: bool,
    /// Let the crates be made of files that are not committed
    #[arg(long)]
    allow_dirty: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum What {
    Tarball,
    Deb,
    Crates,
    Sdist,
    Wheel,
    Sbom,
    /// Of all that lies in the folder, also from earlier
    Checksums,
}

impl std::fmt::Display for What {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str(self.to_possible_value().expect("none is hidden").get_name())
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    let mut release = Release::find(&root, args.target.as_deref(), args.glibc)?;
    if args.rehearsal {
        release.maintainer.get_or_insert(deb::NOBODY.into());
    }
    let out = args.out.clone().unwrap_or_else(|| release.target.join("dist"));
    fs::create_dir_all(&out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    let out = out.canonicalize()?;
    let wanted = |what| args.what.contains(&what);
    // Before anything is built.
    if wanted(What::Deb) {
        deb::maintainer(&release)?;
    }
    needed::check(&args.what, args.executable.is_some(), &release)?;
    if wanted(What::Tarball) || wanted(What::Deb) {
        let staging = tempfile::tempdir()?;
        let stripped = staging.path().join("motherlode");
        let built = args.executable.clone().map_or_else(|| command::build(&root, &release), Ok)?;
        let needs = glibc::needs(&built, release.glibc)?;
        command::strip(&release, &built, &stripped)?;
        let notices = notices::page_of(&root, "motherlode", &release.triple)?;
        let folder = Folder::fill(staging.path(), &stripped, &notices, &root, &release)?;
        if wanted(What::Tarball) {
            tarball::make(&folder, &release, &out)?;
        }
        if wanted(What::Deb) {
            deb::make(&folder, &needs, &root, &release, &out)?;
        }
    }
    if wanted(What::Crates) {
        crates::make(&root, args.allow_dirty, args.rehearsal, &out)?;
    }
    if wanted(What::Sdist) {
        sdist::make(&root, &release, &out)?;
    }
    if wanted(What::Wheel) {
        wheel::make(&root, &release, &out)?;
    }
    if wanted(What::Sbom) {
        sbom::make(&root, &release, &out)?;
    }
    if wanted(What::Checksums) {
        checksums::make(&out)?;
    }
    list(&out)
}

/// Prints what is there, with its size.
fn list(out: &Path) -> Result<()> {
    for name in files(out)? {
        println!("{:>12}  {}", fs::metadata(out.join(&name))?.len(), out.join(&name).display());
    }
    Ok(())
}

/// The names of the files in a folder, sorted.
fn files(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Writes a file, in a folder that is made if need be.
fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let folder = path.parent().context("a file without a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Copies a file, to a folder that is made if need be. Its mode goes with it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a file without a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}
