//! Which release it is.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::glibc::Version;
use crate::{compiled, metadata, tool};

/// A release for one kind of machine.
pub(super) struct Release {
    pub version: String,
    /// The machine, in rustc's words.
    pub triple: String,
    /// Whether this machine is such a one.
    pub native: bool,
    /// The C library that the machine has, or a later one.
    pub glibc: Version,
    /// When it was committed, in seconds since 1970: the time of all files in archives.
    pub time: u64,
    /// Who answers for it, as `Name <address>`, or nobody yet.
    pub maintainer: Option<String>,
    /// Cargo's target folder.
    pub target: PathBuf,
}

impl Release {
    /// The release that the sources are, for a machine that need not be this one. SOURCE_DATE_EPOCH goes before git.
    pub fn find(root: &Path, triple: Option<&str>, glibc: Version) -> Result<Release> {
        let metadata = metadata::of_workspace(root)?;
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => tool::output(Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]))
                .context("no time of a commit: set SOURCE_DATE_EPOCH")?,
        };
        let this = compiled::host_triple()?;
        let triple = triple.unwrap_or(&this);
        Ok(Release {
            version: metadata.package("motherlode")?.version.clone(),
            triple: triple.to_owned(),
            native: triple == this,
            glibc,
            maintainer: Some(metadata.own.release.maintainer).filter(|maintainer| !maintainer.is_empty()),
            time: time.trim().parse().with_context(|| format!("'{time}' is no time in seconds"))?,
            target: metadata.target_directory,
        })
    }

    /// What the command's folder, archive and bill of materials are called.
    pub fn name(&self) -> String {
        format!("motherlode-{}-{}", self.version, self.triple)
    }

    /// The machine's processor, as rustc and GNU's tools call it.
    pub fn processor(&self) -> &str {
        self.triple.split('-').next().unwrap_or_default()
    }

    /// The program that removes symbols from its executables.
    pub fn strip(&self) -> String {
        format!("{}-linux-gnu-strip", self.processor())
    }

    /// The program that runs its executables on others.
    pub fn qemu(&self) -> String {
        format!("qemu-{}-static", self.processor())
    }

    /// Where Debian has the machine's C library on others.
    pub fn c_library(&self) -> PathBuf {
        format!("/usr/{}-linux-gnu", self.processor()).into()
    }

    /// A call of an executable that is for the machine: by QEMU, with Debian's C library for it, if this is none.
    pub fn call(&self, executable: &Path) -> Command {
        if self.native {
            return Command::new(executable);
        }
        let mut qemu = Command::new(self.qemu());
        qemu.arg("-L").arg(self.c_library()).arg(executable);
        qemu
    }

    /// One for tests, of the second day of 1970.
    #[cfg(test)]
    pub fn example(triple: &str, native: bool) -> Release {
        Release {
            version: "7.8.9".into(),
            triple: triple.into(),
            native,
            glibc: super::glibc::OLDEST,
            time: 86_400,
            maintainer: None,
            target: PathBuf::new(),
        }
    }
}
