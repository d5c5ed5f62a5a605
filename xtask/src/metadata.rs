//! What cargo says of packages.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::tool;

/// The answer of `cargo metadata`.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    /// Without [`with_dependencies`], those of the workspace alone.
    pub packages: Vec<Package>,
    pub target_directory: PathBuf,
    /// What this workspace says of itself under `workspace.metadata`.
    #[serde(rename = "metadata")]
    pub own: Own,
}

#[derive(Deserialize)]
pub(crate) struct Own {
    pub release: ReleaseFacts,
}

/// What only a person can tell.
#[derive(Deserialize)]
pub(crate) struct ReleaseFacts {
    /// `Name <address>`, or nothing.
    pub maintainer: String,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    pub name: String,
    pub version: String,
    /// An SPDX expression, or the older form with slashes.
    pub license: Option<String>,
    pub authors: Vec<String>,
    manifest_path: PathBuf,
    /// The library of another language that it says it is linked with.
    links: Option<String>,
    dependencies: Vec<Dependency>,
    /// The registry that it is from: none for what lies here.
    source: Option<String>,
    /// The registries that it may be published in: none for "all", an empty list for "never".
    publish: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// None for what it is linked with, else `dev` or `build`.
    kind: Option<String>,
}

/// The packages that compile other languages when something is built.
const COMPILERS: [&str; 2] = ["cc", "cmake"];

impl Package {
    /// Where its files lie.
    pub fn folder(&self) -> Result<&Path> {
        self.manifest_path.parent().context("a manifest without a folder")
    }

    pub fn is_of_workspace(&self) -> bool {
        self.source.is_none()
    }

    /// Whether something in another language than Rust may be compiled into it.
    pub fn may_be_native(&self) -> bool {
        let compiles = |needed: &Dependency| {
            needed.kind.as_deref() == Some("build") && COMPILERS.contains(&&*needed.name)
        };
        self.links.is_some() || self.dependencies.iter().any(compiles)
    }

    pub fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }
}

impl Metadata {
    /// A package of the workspace.
    pub fn package(&self, name: &str) -> Result<&Package> {
        let package = self.packages.iter().find(|package| package.name == name);
        package.with_context(|| format!("the workspace has no package {name}"))
    }
}

/// The packages of the workspace.
pub(crate) fn of_workspace(root: &Path) -> Result<Metadata> {
    read(root, "--no-deps")
}

/// The packages of the workspace and all that they depend on, with whatever feature and on whatever platform.
pub(crate) fn with_dependencies(root: &Path) -> Result<Metadata> {
    read(root, "--all-features")
}

fn read(root: &Path, option: &str) -> Result<Metadata> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["metadata", "--locked", "--format-version=1", option]);
    serde_json::from_str(&tool::output(&mut cargo)?).context("cannot read what cargo metadata says")
}
