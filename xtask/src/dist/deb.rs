//! The command as a package of Debian.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::command::Folder;
use super::release::Release;
use crate::{notices, tool};

const CONTROL: &str = include_str!("../../../packaging/debian/control");
const COPYRIGHT: &str = include_str!("../../../packaging/debian/copyright");

/// Where Debian has what the folder has.
const PLACES: [(&str, &str); 7] = [
    ("motherlode", "usr/bin/motherlode"),
    ("completions/motherlode.bash", "usr/share/bash-completion/completions/motherlode"),
    ("completions/motherlode.fish", "usr/share/fish/vendor_completions.d/motherlode.fish"),
    ("completions/_motherlode", "usr/share/zsh/vendor-completions/_motherlode"),
    (notices::NAME, "usr/share/doc/motherlode/THIRD-PARTY-NOTICES"),
    ("README.md", "usr/share/doc/motherlode/README.md"),
    ("CHANGELOG.md", "usr/share/doc/motherlode/changelog"),
];

pub(super) fn make(folder: &Folder, root: &Path, release: &Release, out: &Path) -> Result<()> {
    let staging = tempfile::tempdir()?;
    let tree = staging.path().join("tree");
    place(folder, root, &tree)?;
    let architecture = tool::output(Command::new("dpkg").arg("--print-architecture"))?;
    let depends = depends(staging.path(), &tree.join("usr/bin/motherlode"))?;
    let control = CONTROL
        .replace("@VERSION@", &release.version)
        .replace("@ARCHITECTURE@", architecture.trim())
        .replace("@KIB@", &kib(&tree)?.to_string())
        .replace("@DEPENDS@", &depends);
    super::write(&tree.join("DEBIAN/control"), control)?;
    // Whatever this process's umask is.
    tool::run(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&tree))?;
    let name = format!("motherlode_{}_{}.deb", release.version, architecture.trim());
    let mut pack = Command::new("dpkg-deb");
    pack.env("SOURCE_DATE_EPOCH", release.time.to_string());
    tool::run(pack.args(["--build", "--root-owner-group"]).arg(&tree).arg(out.join(name)))
}

/// Fills the tree that is unpacked at the root of a system.
fn place(folder: &Folder, root: &Path, tree: &Path) -> Result<()> {
    for (from, to) in PLACES {
        super::copy(&folder.0.join(from), &tree.join(to))?;
    }
    let mut packed = vec![tree.join("usr/share/doc/motherlode/changelog")];
    for page in super::files(&folder.0.join("man"))? {
        let to = tree.join("usr/share/man/man1").join(&page);
        super::copy(&folder.0.join("man").join(&page), &to)?;
        packed.push(to);
    }
    tool::run(Command::new("gzip").arg("-9n").args(packed))?;
    let mit = fs::read_to_string(root.join("LICENSE-MIT")).context("cannot read LICENSE-MIT")?;
    super::write(
        &tree.join("usr/share/doc/motherlode/copyright"),
        COPYRIGHT.replace("@MIT@", &indented(&mit)),
    )
}

/// A text as a control file has it: indented, with a dot for an empty line.
fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { " .".into() } else { format!(" {line}") };
    text.trim_end().lines().map(line).collect::<Vec<String>>().join("\n")
}

/// The packages whose libraries the executable loads, as dpkg-shlibdeps tells them. That wants a source package around it.
fn depends(staging: &Path, executable: &Path) -> Result<String> {
    let source = "Source: motherlode\n\nPackage: motherlode\nArchitecture: any\n";
    super::write(&staging.join("debian/control"), source)?;
    let mut ask = Command::new("dpkg-shlibdeps");
    let said = tool::output(ask.current_dir(staging).arg("-O").arg(executable))?;
    let depends = said.trim().strip_prefix("shlibs:Depends=");
    Ok(depends.with_context(|| format!("dpkg-shlibdeps says '{said}'"))?.to_owned())
}

/// How much room a tree takes, in KiB.
fn kib(tree: &Path) -> Result<u64> {
    let said = tool::output(Command::new("du").args(["-k", "-s", "--apparent-size"]).arg(tree))?;
    let number = said.split_whitespace().next().and_then(|word| word.parse().ok());
    number.with_context(|| format!("du says '{said}'"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_in_a_control_file_has_no_empty_line() {
        assert_eq!(super::indented("one\n\n two\n"), " one\n .\n  two");
    }
}
