//! The folder of the command, as it is unpacked: the executable, and what goes with it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

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
            let script = tool::output(Command::new(executable).args(["completions", shell]))?;
            super::write(&folder.join("completions").join(name), script)?;
        }
        tool::run(Command::new(executable).arg("man").arg(folder.join("man")))?;
        Ok(Folder(folder))
    }
}

/// Builds the executable of a release, and tells where it is.
pub(super) fn build(root: &Path, release: &Release) -> Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    tool::run(cargo.current_dir(root).args(["build", "--locked", "--release", "--bin", "motherlode"]))?;
    Ok(release.target.join("release/motherlode"))
}

/// Copies an executable without its symbols.
pub(super) fn strip(from: &Path, to: &Path) -> Result<()> {
    tool::run(Command::new("strip").arg("-o").arg(to).arg(from))
}
