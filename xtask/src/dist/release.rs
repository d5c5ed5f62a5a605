//! Which release it is.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{compiled, metadata, tool};

/// A release for one kind of machine.
pub(super) struct Release {
    pub version: String,
    /// The machine, in rustc's words: that which this runs on.
    pub triple: String,
    /// When it was committed, in seconds since 1970: the time of all files in archives.
    pub time: u64,
    /// Cargo's target folder.
    pub target: PathBuf,
}

impl Release {
    /// The release that the sources are. SOURCE_DATE_EPOCH goes before git.
    pub fn find(root: &Path) -> Result<Release> {
        let metadata = metadata::of_workspace(root)?;
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => tool::output(Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]))
                .context("no time of a commit: set SOURCE_DATE_EPOCH")?,
        };
        Ok(Release {
            version: metadata.package("motherlode")?.version.clone(),
            triple: compiled::host_triple()?,
            time: time.trim().parse().with_context(|| format!("'{time}' is no time in seconds"))?,
            target: metadata.target_directory,
        })
    }

    /// What the command's folder, archive and bill of materials are called.
    pub fn name(&self) -> String {
        format!("motherlode-{}-{}", self.version, self.triple)
    }
}
