//! The C library that an executable asks of the system that it runs on.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};

use crate::tool;

/// A version of glibc. What it adds has the version as part of its name, so that older systems refuse who asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(u32, u32);

/// That of August 2018. Debian 10, Ubuntu 20.04 and RHEL 8 have it or a later one.
pub(super) const OLDEST: Version = Version(2, 28);

impl FromStr for Version {
    type Err = Error;

    /// Reads `2.28`. A third number, which only early versions have, is left out.
    fn from_str(text: &str) -> Result<Version> {
        let wrong = || format!("'{text}' is no version of glibc as 2.28 is one");
        let numbers: Vec<u32> =
            text.split('.').map(str::parse).collect::<Result<_, _>>().with_context(wrong)?;
        match numbers[..] {
            [major, minor] | [major, minor, _] => Ok(Version(major, minor)),
            _ => bail!(wrong()),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}.{}", self.0, self.1)
    }
}

/// What the loader must find.
#[derive(Debug, PartialEq)]
pub(super) struct Needs {
    /// The names of the files.
    pub libraries: BTreeSet<String>,
    pub glibc: Version,
    /// What asks for that version.
    pub symbols: Vec<String>,
}

/// What an executable needs: fails if it asks for a newer C library than it may.
pub(super) fn needs(executable: &Path, newest: Version) -> Result<Needs> {
    let mut readelf = Command::new("readelf");
    readelf.args(["--wide", "--dynamic", "--version-info", "--dyn-syms"]).arg(executable);
    let about = || executable.display().to_string();
    let needs = read(&tool::output(&mut readelf)?).with_context(about)?;
    if needs.glibc > newest {
        bail!(
            "{} asks for glibc {} by {}, and may ask for {newest} at most: Zig links for an older one (pip install \
             cargo-zigbuild ziglang), and --glibc allows a newer one",
            about(),
            needs.glibc,
            needs.symbols.join(", ")
        );
    }
    Ok(needs)
}

/// Reads what readelf prints: the libraries, the versions that are asked for, and the symbols with theirs.
fn read(said: &str) -> Result<Needs> {
    let mut libraries = BTreeSet::new();
    let mut glibc = None;
    for line in said.lines() {
        if let Some((_, name)) = line.split_once("Shared library: [") {
            libraries.insert(name.trim_end_matches(']').to_owned());
        }
        if let Some((_, version)) = line.split_once("Name: GLIBC_") {
            let version = version.split_whitespace().next().unwrap_or_default();
            glibc = glibc.max(Some(Version::from_str(version)?));
        }
    }
    let glibc = glibc.context("it asks for no version of glibc")?;
    let symbols = said.split_whitespace().filter_map(|word| word.split_once("@GLIBC_"));
    let of_newest = symbols.filter(|(_, version)| Version::from_str(version).is_ok_and(|of| of == glibc));
    Ok(Needs { libraries, glibc, symbols: of_newest.map(|(symbol, _)| symbol.to_owned()).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        let version = |text: &str| text.parse::<Version>().unwrap();
        assert!(version("2.9") < version("2.28"));
        assert!(version("2.28") < version("3.4"));
        assert_eq!((version("2.2.5"), version("2.28").to_string()), (Version(2, 2), "2.28".into()));
        for wrong in ["", "2", "2.x", "2.28.", "ABI_DT_RELR", "PRIVATE", "1.2.3.4"] {
            assert!(wrong.parse::<Version>().is_err(), "{wrong}");
        }
    }

    /// Lines as readelf has them, of a file that loads two libraries.
    const SAID: &str = "
 0x0000000000000001 (NEEDED)             Shared library: [libm.so.6]
 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
     7: 0000000000000000     0 FUNC    GLOBAL DEFAULT  UND statx@GLIBC_2.28 (5)
     8: 0000000000000000     0 FUNC    GLOBAL DEFAULT  UND read@GLIBC_2.2.5 (2)
  0x0010:   Name: GLIBC_2.9  Flags: none  Version: 5
  0x0020:   Name: GLIBC_2.28  Flags: none  Version: 4
  0x0030:   Name: GLIBC_2.2.5  Flags: none  Version: 3
";

    #[test]
    fn what_readelf_prints() {
        let needs = read(SAID).unwrap();
        assert_eq!(needs.libraries, ["libc.so.6", "libm.so.6"].map(String::from).into());
        assert_eq!((needs.glibc, needs.symbols), (Version(2, 28), vec!["statx".into()]));
        // The mark of relocations that no glibc before 2.36 reads, which no symbol has.
        assert!(
            read(&format!("{SAID}  0x0040:   Name: GLIBC_ABI_DT_RELR  Flags: none  Version: 6\n")).is_err()
        );
        assert!(read("").is_err());
    }

    /// The program that runs this test is linked by this system's linker.
    #[test]
    fn what_asks_for_a_newer_library_is_refused() {
        let this = std::env::current_exe().unwrap();
        let needs = needs(&this, Version(99, 0)).unwrap();
        assert!(needs.libraries.contains("libc.so.6"));
        let error = super::needs(&this, Version(2, 2)).unwrap_err().to_string();
        assert!(error.contains(&format!("glibc {} by ", needs.glibc)), "{error}");
        assert!(error.contains(&needs.symbols[0]), "{error}");
    }
}
