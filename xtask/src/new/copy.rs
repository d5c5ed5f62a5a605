//! A copy of this tree, in which skeletons may be compiled.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::{metadata, tool};

/// A copy of this tree, which goes away with this. It has a target folder of its own, as what is compiled of another
/// tree of the same packages would be taken for that of this one.
pub(super) struct Copy {
    tree: PathBuf,
    target: PathBuf,
    _folder: TempDir,
}

impl Copy {
    /// Of the tree at `root`, with what is compiled there of packages of others.
    pub fn of(root: &Path) -> Result<Copy> {
        let target = metadata::of_workspace(root)?.target_directory;
        fs::create_dir_all(&target).with_context(|| format!("cannot make {}", target.display()))?;
        let folder = tempfile::Builder::new().prefix("skeletons-").tempdir_in(&target)?;
        let (tree, own_target) = (folder.path().join("tree"), folder.path().join("target"));
        copy_files(root, &tree)?;
        link_dependencies(root, &target.join("debug"), &own_target.join("debug"))?;
        Ok(Copy { tree, target: own_target, _folder: folder })
    }

    pub fn tree(&self) -> &Path {
        &self.tree
    }

    /// What the tests of these names in some executables print. Of all packages, and with the feature that CI's tests
    /// have: so dependencies have the features that they were compiled with. The packages themselves are not optimised,
    /// and embed no PTX: what is committed may be that of other kernels.
    pub fn test(&self, executables: &[&str], names: &[&str]) -> Result<String> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&self.tree);
        cargo.args(["test", "--locked", "--workspace", "--features", "emulated", "--no-fail-fast"]);
        cargo.env("CARGO_TARGET_DIR", &self.target).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
        for package in ["data", "machine", "mine", "planning"] {
            // These have a level of their own.
            cargo.arg("--config").arg(format!("profile.dev.package.motherlode-{package}.opt-level=0"));
        }
        cargo.args(executables.iter().flat_map(|executable| ["--test", executable])).arg("--").args(names);
        cargo.env("MOTHERLODE_PTX", "auto").env("CUDA_BUILDER_TOOLCHAIN", "none");
        let output = cargo.env("RUST_BACKTRACE", "0").stderr(Stdio::inherit()).output();
        String::from_utf8(output.context("cannot run cargo")?.stdout).context("the tests print no text")
    }
}

/// Copies the files that git knows, or does not ignore.
fn copy_files(root: &Path, to: &Path) -> Result<()> {
    let listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listed = tool::output(Command::new("git").current_dir(root).args(listing))?;
    // Git may know one that is no longer there.
    for path in listed.split_terminator('\0').filter(|path| root.join(path).is_file()) {
        let to = to.join(path);
        let made = fs::create_dir_all(to.parent().context("a file without a folder")?);
        let copied = made.and_then(|()| fs::copy(root.join(path), &to));
        copied.with_context(|| format!("cannot write {}", to.display()))?;
    }
    Ok(())
}

/// Links what is compiled of packages that are not of the workspace: for these cargo goes by the package and how it is
/// compiled, wherever that was.
fn link_dependencies(root: &Path, from: &Path, to: &Path) -> Result<()> {
    let packages = metadata::with_dependencies(root)?.packages.into_iter();
    let names = packages.filter(|package| !package.is_of_workspace()).map(|package| as_crate(&package.name));
    let names: HashSet<String> = names.collect();
    for kind in [".fingerprint", "build", "deps"] {
        // Nothing may have been compiled yet.
        let Ok(entries) = fs::read_dir(from.join(kind)) else { continue };
        for entry in entries {
            let path = entry?.path();
            if crate_of(&path).is_some_and(|name| names.contains(&name)) {
                link(&path, &to.join(kind)).with_context(|| format!("cannot link {}", path.display()))?;
            }
        }
    }
    Ok(())
}

fn as_crate(package: &str) -> String {
    package.replace('-', "_")
}

/// Of which crate something is that cargo has compiled: `serde_json-<hash>`, `libserde_json-<hash>.rlib`.
fn crate_of(path: &Path) -> Option<String> {
    let (name, _) = path.file_name()?.to_str()?.rsplit_once('-')?;
    let is_library = path
        .extension()
        .is_some_and(|ending| ["rlib", "rmeta", "so"].iter().any(|library| ending == *library));
    Some(as_crate(if is_library { name.strip_prefix("lib").unwrap_or(name) } else { name }))
}

/// Links a file, or all files of a folder, into another folder.
fn link(from: &Path, folder: &Path) -> io::Result<()> {
    let to = folder.join(from.file_name().unwrap_or_default());
    fs::create_dir_all(folder)?;
    if !from.is_dir() {
        return fs::hard_link(from, to);
    }
    fs::create_dir_all(&to)?;
    fs::read_dir(from)?.try_for_each(|entry| link(&entry?.path(), &to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compiled_tells_its_crate() {
        for (file, name) in [
            ("serde-json-1a2b", "serde_json"),
            ("libserde_json-1a2b.rlib", "serde_json"),
            ("liblibc-1a2b.rmeta", "libc"),
            ("libc-1a2b.d", "libc"),
            ("libserde_derive-1a2b.so", "serde_derive"),
        ] {
            assert_eq!(crate_of(Path::new(file)).as_deref(), Some(name), "{file}");
        }
    }

    #[test]
    fn folders_are_linked_with_all_that_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("out"), folder.path().join("to"));
        fs::create_dir_all(from.join("in")).unwrap();
        fs::write(from.join("in/a"), "text").unwrap();
        link(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("out/in/a")).unwrap(), "text");
    }
}
