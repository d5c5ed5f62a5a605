//! The folder of the command, as it is unpacked: the executable, and what goes with it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::release::Release;
use crate::{notices, tool};

/// The shells that completions are made for, and what each calls the file.
const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "motherlode.bash"), ("fish", "motherlode.fish"), ("zsh", "_motherlode")];
const DOCUMENTS: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// A folder with the command's files: `motherlode`, `completions/`, `man/`, and documents.
pub(super) struct Folder(pub PathBuf);

impl Folder {
    /// Makes the folder within another. The executable writes its manual and completions itself.
    pub fn fill(
        within: &Path,
        executable: &Path,
        notices: &str,
        root: &Path,
        release: &Release,
    ) -> Result<Folder> {
        let folder = within.join(release.name());
        super::copy(executable, &folder.join("motherlode"))?;
        for document in DOCUMENTS {
            super::copy(&root.join(document), &folder.join(document))?;
        }
        super::write(&folder.join(notices::NAME), notices)?;
        for (shell, name) in COMPLETIONS {
            let script = tool::output(release.call(executable).args(["completions", shell]))?;
            super::write(&folder.join("completions").join(name), script)?;
        }
        tool::run(release.call(executable).arg("man").arg(folder.join("man")))?;
        Ok(Folder(folder))
    }
}

/// Builds the executable of a release, and tells where it is. Zig links, as it knows older C libraries than this
/// machine's.
pub(super) fn build(root: &Path, release: &Release) -> Result<PathBuf> {
    let Release { triple, glibc, target, .. } = release;
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["zigbuild", "--locked", "--release", "--bin", "motherlode"]);
    tool::run(cargo.args(["--target", &format!("{triple}.{glibc}")])).context("the command is not built")?;
    Ok(target.join(triple).join("release/motherlode"))
}

/// Copies an executable without its symbols, and without what linkers write of themselves.
pub(super) fn strip(release: &Release, from: &Path, to: &Path) -> Result<()> {
    tool::run(Command::new(release.strip()).arg("--remove-section=.comment").arg("-o").arg(to).arg(from))
}
