//! What must be installed to make a release: it is looked for before anything is built, which takes long.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::release::Release;
use super::{What, deb};
use crate::tool;

/// Something to install.
struct Needed {
    /// What it is: a program's name, if it is one.
    name: String,
    is_there: bool,
    /// How one gets it.
    from: String,
}

impl Needed {
    fn program(name: impl Into<String>, from: impl Into<String>) -> Needed {
        let name = name.into();
        let mut program = Command::new(&name);
        program.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        Needed { is_there: program.status().is_ok(), name, from: from.into() }
    }
}

/// Fails if anything is missing, with all that is. The executable is not built if there is one already.
pub(super) fn check(what: &[What], is_built: bool, release: &Release) -> Result<()> {
    report(&needed(what, is_built, release)?)
}

fn report(needed: &[Needed]) -> Result<()> {
    let missing = needed.iter().filter(|needed| !needed.is_there);
    let lines: String = missing.map(|Needed { name, from, .. }| format!("\n  {name}: {from}")).collect();
    if !lines.is_empty() {
        bail!("nothing is made yet, as this is missing:{lines}");
    }
    Ok(())
}

fn needed(what: &[What], is_built: bool, release: &Release) -> Result<Vec<Needed>> {
    let wanted = |what_of: &What| what.contains(what_of);
    let (of_command, of_python) = ([What::Tarball, What::Deb], [What::Sdist, What::Wheel]);
    let command = of_command.iter().any(wanted);
    let mut needed = Vec::new();
    if command && !is_built {
        needed.push(Needed::program("cargo-zigbuild", "pip install cargo-zigbuild ziglang"));
    }
    if of_python.iter().any(wanted) {
        needed.push(Needed::program("maturin", "pip install maturin ziglang"));
    }
    if command && !is_built || wanted(&What::Wheel) {
        needed.push(standard_library(&release.triple)?);
    }
    if command {
        needed.push(Needed::program("readelf", "apt-get install binutils"));
        let binutils =
            format!("apt-get install binutils-{}-linux-gnu", release.processor().replace('_', "-"));
        needed.push(Needed::program(release.strip(), binutils));
    }
    if command && !release.native {
        needed.push(Needed::program(release.qemu(), "apt-get install qemu-user-static"));
        needed.push(c_library(release)?);
    }
    if wanted(&What::Deb) {
        needed.push(Needed::program("dpkg-deb", "apt-get install dpkg"));
    }
    Ok(needed)
}

/// Rust's standard library for a machine, where rustc looks for it with the flags that cargo gives it.
fn standard_library(triple: &str) -> Result<Needed> {
    let flags = format!("CARGO_TARGET_{}_RUSTFLAGS", triple.to_uppercase().replace('-', "_"));
    let flags = env::var(flags).unwrap_or_default();
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print=target-libdir", "--target", triple]).args(flags.split_whitespace());
    let folder = tool::output(&mut rustc).with_context(|| format!("rustc knows no machine {triple}"))?;
    Ok(Needed {
        name: format!("Rust's standard library in {}", folder.trim()),
        is_there: Path::new(folder.trim()).is_dir(),
        from: format!("rustup target add {triple} (CONTRIBUTING.md says what to do without rustup)"),
    })
}

/// The C library that QEMU gives to the executables of another machine.
fn c_library(release: &Release) -> Result<Needed> {
    let folder = release.c_library();
    Ok(Needed {
        name: format!("the C library in {}", folder.display()),
        is_there: folder.is_dir(),
        from: format!("apt-get install libc6-{}-cross", deb::architecture(release.processor())?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_missing_is_told_with_where_it_comes_from() {
        let rustc = Needed::program("rustc", "the sky");
        assert!(rustc.is_there);
        report(&[]).unwrap();
        report(&[rustc]).unwrap();
        let nothing =
            ["no-such-tool", "nor-this-tool"].map(|name| Needed::program(name, format!("get {name}")));
        let [one, other] = nothing;
        let error = report(&[one, Needed::program("rustc", "the sky"), other]).unwrap_err().to_string();
        assert!(
            error.ends_with(":\n  no-such-tool: get no-such-tool\n  nor-this-tool: get nor-this-tool"),
            "{error}"
        );
    }

    fn names(what: &[What], is_built: bool, release: &Release) -> Vec<String> {
        let needed = needed(what, is_built, release).unwrap();
        needed.into_iter().map(|needed| needed.name).collect()
    }

    #[test]
    fn another_machine_takes_more_than_this_one() {
        let here = Release::example("x86_64-unknown-linux-gnu", true);
        let there = Release::example("aarch64-unknown-linux-gnu", false);
        let number = |what: &[What], is_built, release| names(what, is_built, release).len();
        assert_eq!(names(&[What::Tarball], true, &here), ["readelf", "x86_64-linux-gnu-strip"]);
        assert_eq!(
            names(&[What::Tarball, What::Deb], true, &there),
            [
                "readelf",
                "aarch64-linux-gnu-strip",
                "qemu-aarch64-static",
                "the C library in /usr/aarch64-linux-gnu",
                "dpkg-deb"
            ]
        );
        assert_eq!(number(&[What::Tarball], false, &here), 4);
        assert_eq!(number(&[What::Wheel], false, &there), 2);
        assert_eq!(number(&[What::Crates, What::Sbom, What::Checksums], false, &there), 0);
        let machine = Release::example("a-machine", false);
        assert!(needed(&[What::Wheel], false, &machine).is_err(), "rustc knows no such one");
    }
}
