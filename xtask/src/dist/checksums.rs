//! Checksums, for `sha256sum --check`.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::tool;

const NAME: &str = "SHA256SUMS";

/// Writes the checksums of all files in the folder.
pub(super) fn make(out: &Path) -> Result<()> {
    let names = super::files(out)?.into_iter().filter(|name| name != NAME);
    let sums = tool::output(Command::new("sha256sum").current_dir(out).arg("--").args(names))?;
    super::write(&out.join(NAME), sums)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The hash of "abc" is that of FIPS 180.
    #[test]
    fn all_but_their_own_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b"), "abc").unwrap();
        fs::write(folder.path().join("a"), "").unwrap();
        let sums = || {
            make(folder.path()).unwrap();
            fs::read_to_string(folder.path().join(NAME)).unwrap()
        };
        let first = sums();
        let names: Vec<&str> = first.lines().map(|line| &line[64..]).collect();
        assert_eq!(names, ["  a", "  b"]);
        assert!(first.contains("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b"));
        assert_eq!(sums(), first, "once more, with the file there");
    }
}
