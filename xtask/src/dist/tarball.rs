//! The command as an archive.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::command::Folder;
use super::release::Release;
use crate::tool;

/// Packs the folder: in the order of names, with one owner, one time and modes of its own, so that it is the same each
/// time.
pub(super) fn make(folder: &Folder, release: &Release, out: &Path) -> Result<()> {
    let within = folder.0.parent().context("the folder lies in another")?;
    let mut tar = Command::new("tar");
    tar.args(["--format=ustar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip -9n", "--create"]);
    tar.arg(format!("--mtime=@{}", release.time));
    tar.arg("--file").arg(out.join(format!("{}.tar.gz", release.name())));
    tool::run(tar.arg("--directory").arg(within).arg(release.name()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    /// A script that answers as the command does when it is asked for its manual and completions.
    const COMMAND: &str = r#"#!/bin/sh
case $1 in
  man) mkdir -p "$2"; for page in motherlode-count motherlode; do echo .TH > "$2/$page.1"; done ;;
  completions) echo "for $2" ;;
esac
"#;

    /// The archive, of files of which one was written in this second of 1970.
    fn packed(release: &Release, second: u64) -> (tempfile::TempDir, PathBuf) {
        let place = tempfile::tempdir().unwrap();
        let executable = place.path().join("command");
        fs::write(&executable, COMMAND).unwrap();
        fs::set_permissions(&executable, fs::Permissions::from_mode(0o700)).unwrap();
        let folder = Folder::fill(place.path(), &executable, "of others", &crate::root(), release).unwrap();
        let document = fs::File::options().write(true).open(folder.0.join("README.md")).unwrap();
        document.set_modified(UNIX_EPOCH + Duration::from_secs(second)).unwrap();
        make(&folder, release, place.path()).unwrap();
        let archive = place.path().join("motherlode-7.8.9-a-machine.tar.gz");
        (place, archive)
    }

    fn release() -> Release {
        Release::example("a-machine", true)
    }

    #[test]
    fn names_owners_times_and_modes() {
        let (_place, archive) = packed(&release(), 7);
        let list = ["--list", "--verbose", "--numeric-owner", "--utc", "--file"];
        let listed = tool::output(Command::new("tar").args(list).arg(archive)).unwrap();
        let lines: Vec<Vec<&str>> = listed.lines().map(|line| line.split_whitespace().collect()).collect();
        let names: Vec<&str> = lines.iter().map(|line| line[5]).collect();
        let expected = "|CHANGELOG.md|LICENSE-APACHE|LICENSE-MIT|README.md|THIRD-PARTY-NOTICES|completions/|completions/_motherlode|\
            completions/motherlode.bash|completions/motherlode.fish|man/|man/motherlode-count.1|man/motherlode.1|\
            motherlode";
        let expected: Vec<String> =
            expected.split('|').map(|name| format!("motherlode-7.8.9-a-machine/{name}")).collect();
        assert_eq!(names, expected);
        for line in &lines {
            assert_eq!(line[1..5], ["0/0", line[2], "1970-01-02", "00:00"], "{line:?}");
            let runs = line[5].ends_with('/') || line[5].ends_with("machine/motherlode");
            assert_eq!(&line[0][1..], if runs { "rwxr-xr-x" } else { "rw-r--r--" }, "{line:?}");
        }
    }

    #[test]
    fn two_runs_make_the_same() {
        let [(_one, first), (_other, second)] = [7, 8].map(|second| packed(&release(), second));
        assert!(fs::read(first).unwrap() == fs::read(second).unwrap());
    }
}
