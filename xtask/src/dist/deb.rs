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

/// Who answers for a package in a rehearsal.
pub(super) const NOBODY: &str = "Nobody <nobody@invalid>";

/// Where Debian has what the folder has.
const PLACES: [(&str, &str); 7] = [
    ("motherlode", "usr/bin/motherlode"),
    ("completions/motherlode.bash", "usr/share/bash-completion/completions/motherlode"),
    ("completions/motherlode.fish", "usr/share/fish/vendor_completions.d/motherlode.fish"),
    ("completions/_motherlode", "usr/share/zsh/vendor-completions/_motherlode"),
    (notices::NAME, "usr/share/doc/motherlode/THIRD-PARTY-NOTICES"),
    ("README.md", "usr/share/doc/motherlode/README.md"),
    ("CHANGELOG.md", "usr/share/doc/motherlode/CHANGELOG.md"),
];

pub(super) fn make(folder: &Folder, needs: &Needs, root: &Path, release: &Release, out: &Path) -> Result<()> {
    let staging = tempfile::tempdir()?;
    let tree = staging.path().join("tree");
    place(folder, root, release, &tree)?;
    let architecture = architecture(release.processor())?;
    let control = CONTROL
        .replace("@VERSION@", &release.version)
        .replace("@ARCHITECTURE@", architecture)
        .replace("@MAINTAINER@", maintainer(release)?)
        .replace("@KIB@", &kib(&tree)?.to_string())
        .replace("@DEPENDS@", &depends(needs)?);
    super::write(&tree.join("DEBIAN/control"), control)?;
    super::write(&tree.join("DEBIAN/md5sums"), sums(&tree)?)?;
    // Whatever this process's umask is.
    tool::run(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&tree))?;
    let name = format!("motherlode_{}_{}.deb", release.version, architecture);
    let mut pack = Command::new("dpkg-deb");
    pack.env("SOURCE_DATE_EPOCH", release.time.to_string());
    tool::run(pack.args(["--build", "--root-owner-group"]).arg(&tree).arg(out.join(name)))
}

/// Who answers for the package: Debian wants an address.
pub(super) fn maintainer(release: &Release) -> Result<&str> {
    release.maintainer.as_deref().context(
        "nobody answers for the Debian package: fill in `maintainer` under [workspace.metadata.release] in Cargo.toml, or make a \
         --rehearsal",
    )
}

/// Fills the tree that is unpacked at the root of a system.
fn place(folder: &Folder, root: &Path, release: &Release, tree: &Path) -> Result<()> {
    for (from, to) in PLACES {
        super::copy(&folder.0.join(from), &tree.join(to))?;
    }
    let documents = tree.join("usr/share/doc/motherlode");
    super::write(&documents.join("changelog"), changelog(release)?)?;
    let mut packed = vec![documents.join("changelog"), documents.join("CHANGELOG.md")];
    for page in super::files(&folder.0.join("man"))? {
        let to = tree.join("usr/share/man/man1").join(&page);
        super::copy(&folder.0.join("man").join(&page), &to)?;
        packed.push(to);
    }
    tool::run(Command::new("gzip").arg("-9n").args(packed))?;
    let mit = fs::read_to_string(root.join("LICENSE-MIT")).context("cannot read LICENSE-MIT")?;
    super::write(&documents.join("copyright"), COPYRIGHT.replace("@MIT@", &indented(&mit)))
}

/// What changed, in the form that Debian's tools read.
fn changelog(release: &Release) -> Result<String> {
    let mut date = Command::new("date");
    date.args(["--utc", "--rfc-email", &format!("--date=@{}", release.time)]);
    Ok(format!(
        "motherlode ({}) unstable; urgency=medium\n\n  * CHANGELOG.md.gz, beside this file, has what is new.\n\n -- {}  {}",
        release.version,
        maintainer(release)?,
        tool::output(&mut date)?,
    ))
}

/// The hash of each file, for `dpkg --verify`.
fn sums(tree: &Path) -> Result<String> {
    let mut find = Command::new("find");
    find.current_dir(tree).args(["usr", "-type", "f", "-exec", "md5sum", "{}", "+"]);
    let said = tool::output(&mut find)?;
    let mut lines: Vec<&str> = said.split_inclusive('\n').collect();
    lines.sort_by_key(|line| line.split_once(' ').map(|(_, name)| name));
    Ok(lines.concat())
}

/// A text as a control file has it: indented, with a dot for an empty line.
fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { " .".into() } else { format!(" {line}") };
    text.trim_end().lines().map(line).collect::<Vec<String>>().join("\n")
}

/// What Debian calls a processor.
pub(super) fn architecture(processor: &str) -> Result<&'static str> {
    match processor {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        other => bail!("what does Debian call {other}? Say so in xtask/src/dist/deb.rs"),
    }
}

/// The packages that have what an executable needs. dpkg-shlibdeps would ask this system's packages, which are not
/// those of another machine.
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
    use super::*;
    use crate::dist::glibc;

    #[test]
    fn a_text_in_a_control_file_has_no_empty_line() {
        assert_eq!(indented("one\n\n two\n"), " one\n .\n  two");
    }

    fn packages(libraries: &[&str]) -> Result<String> {
        let libraries = libraries.iter().map(ToString::to_string).collect();
        depends(&Needs { libraries, glibc: glibc::OLDEST, symbols: vec![] })
    }

    #[test]
    fn the_packages_that_have_the_libraries() {
        let zig = ["ld-linux-aarch64.so.1", "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"];
        assert_eq!(packages(&zig).unwrap(), "libc6 (>= 2.28)");
        let gcc = ["libc.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"];
        assert_eq!(packages(&gcc).unwrap(), "libc6 (>= 2.28), libgcc-s1");
        assert!(packages(&["libc.so.6", "libcuda.so.1"]).unwrap_err().to_string().contains("libcuda.so.1"));
    }
}
