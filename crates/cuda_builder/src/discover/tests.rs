//! Toolchains of shell scripts, each with something right or wrong about it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::SearchPaths;
use crate::Error;

/// A machine with nothing on it but what a test installs.
struct Machine {
    root: TempDir,
}

impl Machine {
    fn new() -> Machine {
        Machine { root: TempDir::new().expect("a temporary directory") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn program(&self, path: &str, output: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("directories");
        fs::write(&path, format!("#!/bin/sh\ncat <<'END'\n{output}\nEND\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    /// A toolchain without the source of core and without LLVM.
    fn toolchain(&self, sysroot: &str, release: &str, llvm: &str) {
        let version = format!(
            "rustc {release} (0123abc 2026-01-01)\nhost: x86_64-unknown-linux-gnu\nrelease: {release}\n\
             LLVM version: {llvm}"
        );
        self.program(&format!("{sysroot}/bin/rustc"), &version);
        self.program(&format!("{sysroot}/bin/cargo"), "cargo");
    }

    fn source(&self, sysroot: &str) {
        let core = self.path(sysroot).join("lib/rustlib/src/rust/library/core/src");
        fs::create_dir_all(&core).expect("directories");
        fs::write(core.join("lib.rs"), "").expect("a file");
    }

    fn llvm(&self, directory: &str, version: &str) {
        for tool in ["llvm-link", "llvm-nm", "opt", "llc"] {
            self.program(&format!("{directory}/{tool}"), &format!("LLVM version {version}"));
        }
    }

    /// LLVM is looked for in `llvm` alone: this machine may have a real one.
    fn search(&self) -> SearchPaths {
        SearchPaths {
            llvm: Some(self.path("llvm")),
            path: vec![self.path("home/.cargo/bin"), self.path("usr/bin")],
            cargo_home: Some(self.path("home/.cargo")),
            rustup_home: Some(self.path("home/.rustup")),
            toolchain: None,
        }
    }

    fn found(&self, search: &SearchPaths) -> String {
        search.run().map(|toolchain| toolchain.description()).expect("a toolchain")
    }

    /// What is wrong with each place that was looked at.
    fn rejected(&self, search: &SearchPaths) -> Vec<(PathBuf, String)> {
        match search.run() {
            Err(Error::NoToolchain { looked_at }) => {
                let real = self.root.path().canonicalize().expect("a directory");
                let below = |place: PathBuf| {
                    let place = place.canonicalize().unwrap_or(place);
                    place.strip_prefix(&real).map(Path::to_path_buf).unwrap_or(place)
                };
                looked_at.into_iter().map(|rejected| (below(rejected.place), rejected.reason)).collect()
            }
            other => panic!("expected no toolchain, found {other:?}"),
        }
    }
}

#[test]
fn the_system_comes_before_rustup_and_nightly_before_stable() {
    let machine = Machine::new();
    machine.llvm("llvm", "22.1.8");
    for (sysroot, release) in [
        ("home/.rustup/toolchains/1.99.0-x86_64-unknown-linux-gnu", "1.99.0"),
        ("home/.rustup/toolchains/nightly-x86_64-unknown-linux-gnu", "1.98.0-nightly"),
        ("usr", "1.97.0"),
    ] {
        machine.toolchain(sysroot, release, "22.1.2");
        machine.source(sysroot);
        let found = machine.found(&machine.search());
        assert_eq!(found, format!("rustc {release} (0123abc 2026-01-01), LLVM 22.1.8"));
    }
}

#[test]
fn a_nightly_without_source_is_passed_over() {
    let machine = Machine::new();
    machine.llvm("llvm", "22.1.8");
    machine.toolchain("home/.rustup/toolchains/nightly-x", "1.98.0-nightly", "22.1.2");
    machine.toolchain("home/.rustup/toolchains/stable-x", "1.97.0", "22.1.2");
    machine.source("home/.rustup/toolchains/stable-x");
    assert!(machine.found(&machine.search()).starts_with("rustc 1.97.0"));
}

#[test]
fn the_error_says_what_is_missing_where() {
    let machine = Machine::new();
    machine.llvm("llvm", "21.0.0");
    let nightly = "home/.rustup/toolchains/nightly-x";
    machine.toolchain(nightly, "1.98.0-nightly", "22.1.2");
    machine.toolchain("home/.rustup/toolchains/old", "1.95.0", "22.1.2");
    machine.toolchain("usr", "1.97.0", "22.1.2");
    machine.source("usr");
    let rejected = machine.rejected(&machine.search());
    let places: Vec<&Path> = rejected.iter().map(|(place, _)| place.as_path()).collect();
    assert_eq!(places, ["usr", nightly, "home/.rustup/toolchains/old"].map(Path::new));
    let expected = [
        "no llvm-link, llvm-nm, opt and llc of LLVM 22",
        "rustup component add rust-src --toolchain nightly-x",
        "1.96 or later is needed",
    ];
    for ((_, reason), expected) in rejected.iter().zip(expected) {
        assert!(reason.contains(expected), "{reason}");
    }
    assert!(rejected[0].1.contains("LLVM 21.0.0"), "{}", rejected[0].1);
}

#[test]
fn nothing_at_all_still_says_how_to_install() {
    let machine = Machine::new();
    let error = machine.search().run().unwrap_err().to_string();
    assert!(
        error.contains("apt-get install") && error.contains("rustup toolchain install nightly"),
        "{error}"
    );
}

#[test]
fn rustups_proxy_is_not_run() {
    let machine = Machine::new();
    machine.llvm("llvm", "22.1.8");
    machine.toolchain("home/.cargo", "1.99.0", "22.1.2");
    machine.source("home/.cargo");
    assert_eq!(machine.rejected(&machine.search()), []);
}

#[test]
fn the_variable_is_the_only_place() {
    let machine = Machine::new();
    machine.llvm("llvm", "22.1.8");
    for (sysroot, release) in [("usr", "1.97.0"), ("home/.rustup/toolchains/nightly-x86", "1.98.0-nightly")] {
        machine.toolchain(sysroot, release, "22.1.2");
        machine.source(sysroot);
    }
    let named = |name: &str| SearchPaths { toolchain: Some(name.into()), ..machine.search() };
    assert!(machine.found(&named("nightly")).starts_with("rustc 1.98.0-nightly"));
    let usr = machine.path("usr");
    assert!(machine.found(&named(usr.to_str().expect("UTF-8"))).starts_with("rustc 1.97.0"));
    assert_eq!(machine.rejected(&named("night")).len(), 1);
}

#[test]
fn incomplete_tools_are_refused() {
    let machine = Machine::new();
    machine.toolchain("usr", "1.97.0", "22.1.2");
    machine.source("usr");
    machine.llvm("llvm", "22.1.8");
    fs::remove_file(machine.path("llvm/llc")).expect("removed");
    let rejected = machine.rejected(&machine.search());
    assert!(rejected[0].1.contains("no llc"), "{}", rejected[0].1);
}
