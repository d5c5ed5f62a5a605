//! The command as a package of Debian.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::command::Folder;
use super::glibc::Needs;
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

pub(super) fn make(folder: &Folder, needs: &Needs, root: &Path, release: &Release, out: &Path) -> Result<()> {
    let staging = tempfile::tempdir()?;
    let tree = staging.path().join("tree");
    place(folder, root, &tree)?;
    let architecture = architecture(release.processor())?;
    let control = CONTROL
        .replace("@VERSION@", &release.version)
        .replace("@ARCHITECTURE@", architecture)
        .replace("@KIB@", &kib(&tree)?.to_string())
        .replace("@DEPENDS@", &depends(needs)?);
    super::write(&tree.join("DEBIAN/control"), control)?;
    // Whatever this process's umask is.
    tool::run(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&tree))?;
    let name = format!("motherlode_{}_{}.deb", release.version, architecture);
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

/// What Debian calls a processor.
fn architecture(processor: &str) -> Result<&'static str> {
    match processor {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        other => bail!("what does Debian call {other}? Say so in xtask/src/dist/deb.rs"),
    }
}

/// The packages that have what an executable needs. dpkg-shlibdeps would ask this system's packages, which are not those of
/// another machine.
fn depends(needs: &Needs) -> Result<String> {
    let mut packages = BTreeSet::new();
    for library in &needs.libraries {
        packages.insert(match library.split('.').next().unwrap_or_default() {
            "libc" | "libdl" | "libm" | "libpthread" | "librt" => format!("libc6 (>= {})", needs.glibc),
            loader if loader.starts_with("ld-linux") => format!("libc6 (>= {})", needs.glibc),
            "libgcc_s" => "libgcc-s1".into(),
            _ => bail!("which package of Debian has {library}? Say so in xtask/src/dist/deb.rs"),
        });
    }
    Ok(packages.into_iter().collect::<Vec<_>>().join(", "))
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
