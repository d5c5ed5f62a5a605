//! What a set of PTX files was made from, so that one can tell without a toolchain whether they are stale.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Build, Error, process, recipe};

/// What went into a set of PTX files, and what came out. Hashes are SHA-256, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`crate::Toolchain::description`] of the toolchain.
    pub toolchain: String,
    /// Hash of how it was driven: every flag, and the glue that was linked in.
    pub recipe: String,
    /// The PTX files.
    pub files: Vec<PtxFile>,
    /// The sources in the workspace: path from its root, and hash (with line ends as on Unix).
    pub sources: BTreeMap<String, String>,
    /// The packages from registries: name and version, and the checksum in `Cargo.lock`.
    pub packages: BTreeMap<String, String>,
}

/// One PTX file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PtxFile {
    /// Its name, beside the manifest.
    pub name: String,
    /// The family of its kernels.
    pub family: String,
    /// The number of its architecture.
    pub arch: u32,
    /// Its hash.
    pub sha256: String,
    /// Bytes of registers that a kernel may spill, of those that may.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub may_spill: BTreeMap<String, u64>,
}

impl Manifest {
    /// The manifest of `build`, made in the workspace at `root`.
    ///
    /// # Errors
    /// A source that cannot be read, or a `Cargo.lock` that lacks a package.
    pub fn of(build: &Build, root: &Path) -> Result<Manifest, Error> {
        let lock = Lock::read(root)?;
        let mut packages = BTreeMap::new();
        for package in &build.packages {
            let checksum =
                lock.checksum(&package.name, &package.version).ok_or_else(|| Error::Malformed {
                    path: root.join("Cargo.lock"),
                    problem: format!("no checksum of {} {}", package.name, package.version),
                })?;
            packages.insert(format!("{} {}", package.name, package.version), checksum.to_owned());
        }
        let mut sources = BTreeMap::new();
        for source in &build.sources {
            let name = source.strip_prefix(root).unwrap_or(source).to_string_lossy().replace('\\', "/");
            sources.insert(name, hash_source(source)?);
        }
        let files = build.ptx.iter().map(|ptx| PtxFile {
            name: ptx.file_name(),
            family: ptx.family.clone(),
            arch: ptx.arch.number(),
            sha256: hash(ptx.text.as_bytes()),
            may_spill: ptx.may_spill.clone(),
        });
        Ok(Manifest {
            toolchain: build.toolchain.clone(),
            recipe: hash(recipe().as_bytes()),
            files: files.collect(),
            sources,
            packages,
        })
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// A file that cannot be read, or is no manifest.
    pub fn read(path: &Path) -> Result<Manifest, Error> {
        serde_json::from_str(&process::read(path)?)
            .map_err(|error| Error::Malformed { path: path.into(), problem: error.to_string() })
    }

    /// Writes the manifest.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("strings and numbers always serialise");
        process::write(path, &(text + "\n"))
    }

    /// What in the workspace at `root` is no longer as it was when the PTX files in `directory` were made: a line for
    /// each, none when they are what the sources give.
    ///
    /// # Errors
    /// A `Cargo.lock` that cannot be read.
    pub fn changes(&self, root: &Path, directory: &Path) -> Result<Vec<String>, Error> {
        let mut changes = Vec::new();
        if self.recipe != hash(recipe().as_bytes()) {
            changes.push("cuda_builder drives the toolchain in another way".to_owned());
        }
        for (name, hash) in &self.sources {
            match hash_source(&root.join(name)) {
                Ok(now) if now == *hash => {}
                Ok(_) => changes.push(format!("{name} has changed")),
                Err(_) => changes.push(format!("{name} is gone")),
            }
        }
        let lock = Lock::read(root)?;
        for (package, checksum) in &self.packages {
            let now = package.split_once(' ').and_then(|(name, version)| lock.checksum(name, version));
            if now != Some(checksum) {
                changes.push(format!("Cargo.lock no longer has {package} with the same checksum"));
            }
        }
        changes.extend(self.damage(directory));
        Ok(changes)
    }

    /// Which PTX files in `directory` are not those that were built: a line for each, none when all are. What they were
    /// built from is not looked at, so that this can be told where the sources are not.
    pub fn damage(&self, directory: &Path) -> Vec<String> {
        let problem = |file: &PtxFile| match std::fs::read(directory.join(&file.name)) {
            Ok(bytes) if hash(&bytes) == file.sha256 => None,
            Ok(_) => Some(format!("{} is not the file that was built", file.name)),
            Err(_) => Some(format!("{} is gone", file.name)),
        };
        self.files.iter().filter_map(problem).collect()
    }
}

/// The packages of a `Cargo.lock`.
#[derive(Deserialize)]
struct Lock {
    #[serde(default)]
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

impl Lock {
    fn read(root: &Path) -> Result<Lock, Error> {
        let path: PathBuf = root.join("Cargo.lock");
        toml::from_str(&process::read(&path)?)
            .map_err(|error| Error::Malformed { path, problem: error.to_string() })
    }

    fn checksum(&self, name: &str, version: &str) -> Option<&String> {
        let package = self.package.iter().find(|package| package.name == name && package.version == version);
        package.and_then(|package| package.checksum.as_ref())
    }
}

fn hash_source(path: &Path) -> Result<String, Error> {
    Ok(hash(process::read(path)?.replace("\r\n", "\n").as_bytes()))
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use tempfile::TempDir;

    use super::Manifest;
    use crate::cargo::Package;
    use crate::{Arch, Build, Ptx};

    const LOCK: &str = "version = 4\n[[package]]\nname = \"libm\"\nversion = \"0.2.1\"\nchecksum = \"aa\"\n\
        [[package]]\nname = \"own\"\nversion = \"0.1.0\"\n";

    /// A workspace of one source and one PTX file, and their manifest.
    fn workspace() -> (TempDir, Manifest) {
        let directory = TempDir::new().expect("a temporary directory");
        let root = directory.path();
        fs::write(root.join("Cargo.lock"), LOCK).expect("a file");
        fs::write(root.join("lib.rs"), "fn f() {}\n").expect("a file");
        fs::write(root.join("fill.sm_80.ptx"), "ret;").expect("a file");
        let version = Arch::SM_80.lowest_ptx();
        let build = Build {
            ptx: vec![Ptx {
                arch: Arch::SM_80,
                version,
                family: "fill".to_owned(),
                text: "ret;".to_owned(),
                kernels: vec![],
                may_spill: BTreeMap::new(),
            }],
            toolchain: "rustc 1".to_owned(),
            sources: [root.join("lib.rs")].into(),
            packages: [Package { name: "libm".to_owned(), version: "0.2.1".to_owned() }].into(),
        };
        let manifest = Manifest::of(&build, root).expect("a manifest");
        (directory, manifest)
    }

    fn changes(manifest: &Manifest, root: &Path) -> Vec<String> {
        manifest.changes(root, root).expect("a lock")
    }

    #[test]
    fn hashes_are_sha_256() {
        let (_directory, manifest) = workspace();
        // sha256sum of "fn f() {}\n".
        let expected = "7ed4a69a138a907b2e98ccac2dc8b325fa193ec25819ba409c9ea38b4ee4c4ac";
        assert_eq!(manifest.sources["lib.rs"], expected);
    }

    #[test]
    fn survives_a_file_and_the_line_ends_of_windows() {
        let (directory, manifest) = workspace();
        let path = directory.path().join("manifest.json");
        manifest.write(&path).expect("written");
        assert_eq!(Manifest::read(&path).expect("read"), manifest);
        fs::write(directory.path().join("lib.rs"), "fn f() {}\r\n").expect("a file");
        assert_eq!(changes(&manifest, directory.path()), [""; 0]);
    }

    #[test]
    fn names_each_change() {
        for (file, contents, expected) in [
            ("lib.rs", Some("fn g() {}\n"), "lib.rs has changed"),
            ("lib.rs", None, "lib.rs is gone"),
            ("fill.sm_80.ptx", Some("trap;"), "fill.sm_80.ptx is not the file that was built"),
            ("fill.sm_80.ptx", None, "fill.sm_80.ptx is gone"),
            (
                "Cargo.lock",
                Some("version = 4\n"),
                "Cargo.lock no longer has libm 0.2.1 with the same checksum",
            ),
        ] {
            let (directory, manifest) = workspace();
            let path = directory.path().join(file);
            match contents {
                Some(contents) => fs::write(path, contents).expect("a file"),
                None => fs::remove_file(path).expect("removed"),
            }
            assert_eq!(changes(&manifest, directory.path()), [expected]);
        }
    }

    #[test]
    fn damage_is_told_without_the_sources() {
        let (directory, manifest) = workspace();
        for source in ["lib.rs", "Cargo.lock"] {
            fs::remove_file(directory.path().join(source)).expect("removed");
        }
        assert_eq!(manifest.damage(directory.path()), [""; 0]);
        fs::write(directory.path().join("fill.sm_80.ptx"), "trap;").expect("a file");
        assert_eq!(manifest.damage(directory.path()), ["fill.sm_80.ptx is not the file that was built"]);
    }

    #[test]
    fn another_recipe_is_a_change() {
        let (directory, manifest) = workspace();
        let other = Manifest { recipe: "0".to_owned(), ..manifest };
        assert_eq!(changes(&other, directory.path()), ["cuda_builder drives the toolchain in another way"]);
    }

    #[test]
    fn what_is_no_manifest_is_refused() {
        let (directory, _) = workspace();
        let path = directory.path().join("manifest.json");
        fs::write(&path, "{}").expect("a file");
        let error = Manifest::read(&path).unwrap_err().to_string();
        assert!(error.contains("manifest.json") && error.contains("toolchain"), "{error}");
    }
}
