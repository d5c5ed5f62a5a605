//! Compiling the crate to LLVM bitcode, by a cargo of its own.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::arch::Arch;
use crate::process;
use crate::{Error, Toolchain};

/// rustc's name for the device.
pub(crate) const TARGET: &str = "nvptx64-nvidia-cuda";

/// Flags of rustc on which the PTX depends.
///
/// rustc's own jump threading duplicates blocks with calls in them, and knows nothing of convergence: it could split
/// a warp over two copies of one barrier. LLVM's pass of the same name does know.
pub(crate) const RUSTC_FLAGS: &[&str] = &["-Zmir-enable-passes=-JumpThreading"];

/// The settings of the release profile on which the PTX depends. All are set, so that those of the workspace do not
/// matter. LLVM's own tools do the link-time optimisation.
pub(crate) const PROFILE: &[(&str, &str)] = &[
    ("OPT_LEVEL", "3"),
    ("LTO", "off"),
    ("CODEGEN_UNITS", "1"),
    ("PANIC", "abort"),
    ("STRIP", "none"),
    ("INCREMENTAL", "false"),
    ("OVERFLOW_CHECKS", "false"),
];

/// What to compile.
pub(crate) struct CompileRequest<'a> {
    pub(crate) manifest: &'a Path,
    pub(crate) workspace: &'a Path,
    pub(crate) arch: Arch,
    pub(crate) target_directory: &'a Path,
    pub(crate) line_info: bool,
    pub(crate) debug_assertions: bool,
    pub(crate) arguments: &'a [String],
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// The crate and all that it depends on, `core` included.
    pub(crate) libraries: Vec<PathBuf>,
    /// The sources in the workspace that went in.
    pub(crate) sources: BTreeSet<PathBuf>,
    /// The packages from registries that went in.
    pub(crate) packages: BTreeSet<Package>,
}

/// A package from a registry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
}

pub(crate) fn compile(toolchain: &Toolchain, request: &CompileRequest<'_>) -> Result<Compiled, Error> {
    let mut command = toolchain.cargo();
    clean_environment(&mut command, std::env::vars_os().map(|(name, _)| name));
    command.env("CARGO_ENCODED_RUSTFLAGS", rustc_flags(toolchain, request).join("\u{1f}"));
    for (key, value) in PROFILE {
        command.env(format!("CARGO_PROFILE_RELEASE_{key}"), value);
    }
    let line_info = if request.line_info { "line-directives-only" } else { "none" };
    command.env("CARGO_PROFILE_RELEASE_DEBUG", line_info);
    command.env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", request.debug_assertions.to_string());
    command.args(["build", "--release", "--lib", "-Zbuild-std=core", "--target", TARGET]);
    command.args(["--message-format=json-render-diagnostics", "--manifest-path"]).arg(request.manifest);
    command.arg("--target-dir").arg(request.target_directory).args(request.arguments);
    command.current_dir(request.workspace);
    collect(&process::text(&mut command)?, request.manifest)
}

fn rustc_flags(toolchain: &Toolchain, request: &CompileRequest<'_>) -> Vec<String> {
    let mut flags = vec![format!("-Ctarget-cpu={}", request.arch)];
    flags.extend(RUSTC_FLAGS.iter().map(|&flag| flag.to_owned()));
    // Paths reach the PTX in the locations of panics. The same bytes must come from any directory.
    let mut remap =
        |from: &Path, to: &str| flags.push(format!("--remap-path-prefix={}={to}", from.display()));
    if let Some(home) = cargo_home() {
        remap(&home, "cargo");
    }
    for root in toolchain.source_roots() {
        remap(&root, "rust");
    }
    remap(request.workspace, ".");
    flags
}

fn cargo_home() -> Option<PathBuf> {
    let variable = std::env::var_os("CARGO_HOME").filter(|value| !value.is_empty());
    variable.map(PathBuf::from).or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

/// Removes what cargo and rustup give a build script, or a user has set for the host: it would confuse this cargo.
///
/// What says how to reach registries, and where downloads are kept, stays.
fn clean_environment(command: &mut Command, names: impl Iterator<Item = OsString>) {
    for name in names {
        if is_for_the_host(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
}

fn is_for_the_host(name: &str) -> bool {
    const STAY: [&str; 6] =
        ["CARGO_HOME", "CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTR", "CARGO_SOURCE_", "CARGO_TERM_"];
    const GO: [&str; 16] = [
        "CARGO",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTC_LINKER",
        "RUSTC_WRAPPER",
        "RUSTDOC",
        "RUSTFLAGS",
        "RUSTUP_TOOLCHAIN",
        "RUST_RECURSION_COUNT",
        "RUST_TARGET_PATH",
        "CLIPPY_",
        "OUT_DIR",
        "OPT_LEVEL",
        "PROFILE",
        "TARGET",
        "HOST",
        "LD_LIBRARY_PATH",
    ];
    !STAY.iter().any(|prefix| name.starts_with(prefix)) && GO.iter().any(|prefix| name.starts_with(prefix))
        || matches!(name, "DEBUG" | "NUM_JOBS" | "MAKEFLAGS" | "DYLD_FALLBACK_LIBRARY_PATH")
}

/// The fields that are wanted of cargo's `compiler-artifact` messages.
#[derive(Deserialize)]
struct Artifact {
    reason: String,
    #[serde(default)]
    package_id: String,
    #[serde(default)]
    manifest_path: PathBuf,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

fn collect(messages: &str, manifest: &Path) -> Result<Compiled, Error> {
    let mut compiled = Compiled::default();
    let mut libraries = Vec::new();
    for line in messages.lines().filter(|line| line.starts_with('{')) {
        let artifact: Artifact = serde_json::from_str(line).map_err(|error| Error::Malformed {
            path: manifest.into(),
            problem: format!("cargo's message {line:?}: {error}"),
        })?;
        if artifact.reason != "compiler-artifact" {
            continue;
        }
        compiled.packages.extend(registry_package(&artifact.package_id));
        let for_device = |file: &&PathBuf| file.components().any(|part| part.as_os_str() == TARGET);
        let is_library = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "rlib");
        for library in artifact.filenames.iter().filter(for_device).filter(is_library) {
            if artifact.manifest_path == manifest {
                compiled.sources = dependency_file(&library.with_extension("d"))?;
            }
            libraries.push((library_name(library), version(&artifact.package_id), library.clone()));
        }
    }
    // Cargo reports them as they are done. The linker keeps the order, and the PTX must not depend on the day.
    libraries.sort();
    compiled.libraries = libraries.into_iter().map(|(_, _, library)| library).collect();
    Ok(compiled)
}

/// `libglam` of `libglam-adb66b14cab3280f.rlib`, whose number depends on the directory.
fn library_name(library: &Path) -> String {
    let stem = library.file_stem().unwrap_or_default().to_string_lossy();
    stem.split('-').next().unwrap_or_default().to_owned()
}

/// What follows the source in a package's id: `gpu_rand@0.1.3`.
fn version(id: &str) -> String {
    id.rsplit('#').next().unwrap_or_default().to_owned()
}

/// The package of an id such as `registry+https://…#gpu_rand@0.1.3`.
fn registry_package(id: &str) -> Option<Package> {
    let (_, package) = id.strip_prefix("registry+")?.split_once('#')?;
    let (name, version) = package.split_once('@')?;
    Some(Package { name: name.to_owned(), version: version.to_owned() })
}

/// The sources in a file of make rules, as cargo writes beside each library: those of all path dependencies.
fn dependency_file(path: &Path) -> Result<BTreeSet<PathBuf>, Error> {
    Ok(dependencies(&process::read(path)?))
}

fn dependencies(rules: &str) -> BTreeSet<PathBuf> {
    let mut sources = BTreeSet::new();
    for line in rules.lines() {
        let Some((_, files)) = line.split_once(": ") else { continue };
        // A space in a path is escaped by a backslash.
        let files = files.replace("\\ ", "\0");
        sources.extend(files.split_whitespace().map(|file| PathBuf::from(file.replace('\0', " "))));
    }
    sources
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Package, collect, dependencies, is_for_the_host, registry_package};

    #[test]
    fn the_environment_of_a_build_script_goes_and_the_users_network_stays() {
        for name in [
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_PROFILE_RELEASE_LTO",
            "RUSTUP_TOOLCHAIN",
            "CARGO",
            "TARGET",
            "RUSTC_WORKSPACE_WRAPPER",
            "CARGO_TARGET_DIR",
            "CARGO_BUILD_RUSTFLAGS",
            "DEBUG",
            "CARGO_MAKEFLAGS",
        ] {
            assert!(is_for_the_host(name), "{name}");
        }
        for name in
            ["CARGO_HOME", "CARGO_NET_OFFLINE", "CARGO_REGISTRIES_X_TOKEN", "PATH", "HOME", "RUST_LOG"]
        {
            assert!(!is_for_the_host(name), "{name}");
        }
    }

    #[test]
    fn reads_packages() {
        let id = "registry+https://github.com/rust-lang/crates.io-index#gpu_rand@0.1.3";
        let expected = Package { name: "gpu_rand".to_owned(), version: "0.1.3".to_owned() };
        assert_eq!(registry_package(id), Some(expected));
        assert_eq!(registry_package("path+file:///usr/src/rustc/library/core#0.0.0"), None);
    }

    #[test]
    fn reads_rules() {
        let rules = "/t/lib.rlib: /a/src/lib.rs /a/with\\ space/x.rs\n\n# env-dep:X\n";
        let expected = ["/a/src/lib.rs", "/a/with space/x.rs"].map(PathBuf::from);
        assert_eq!(dependencies(rules), expected.into_iter().collect());
    }

    #[test]
    fn libraries_come_in_an_order_of_their_own() {
        let artifact = |id: &str, file: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","package_id":"registry+r#{id}","manifest_path":"/l/Cargo.toml","filenames":["/t/nvptx64-nvidia-cuda/release/deps/{file}.rlib"]}}"#
            )
        };
        let (old, new) = (artifact("b@1.0.0", "libb-99"), artifact("b@2.0.0", "libb-11"));
        let first = artifact("a@9.0.0", "liba-55");
        for messages in [[&old, &new, &first], [&first, &new, &old], [&new, &first, &old]] {
            let messages = messages.map(String::as_str).join("\n");
            let libraries = collect(&messages, Path::new("/d/Cargo.toml")).unwrap().libraries;
            let names: Vec<_> = libraries.iter().filter_map(|library| library.file_stem()).collect();
            assert_eq!(names, ["liba-55", "libb-99", "libb-11"]);
        }
    }

    #[test]
    fn host_artifacts_are_not_libraries_but_count_as_packages() {
        let messages = r#"{"reason":"compiler-artifact","package_id":"registry+r#syn@2.0.0","manifest_path":"/s/Cargo.toml","filenames":["/t/release/deps/libsyn.rlib"]}
{"reason":"compiler-artifact","package_id":"registry+r#libm@0.2.16","manifest_path":"/l/Cargo.toml","filenames":["/t/nvptx64-nvidia-cuda/release/deps/liblibm.rlib","/t/nvptx64-nvidia-cuda/release/deps/liblibm.rmeta"]}
{"reason":"build-finished","success":true}"#;
        let compiled = collect(messages, Path::new("/d/Cargo.toml")).unwrap();
        assert_eq!(compiled.libraries, [Path::new("/t/nvptx64-nvidia-cuda/release/deps/liblibm.rlib")]);
        assert_eq!(compiled.packages.len(), 2);
    }
}
