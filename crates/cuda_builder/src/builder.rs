//! The builder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::arch::{Arch, PtxVersion};
use crate::cargo::{self, Compiled, Package};
use crate::{Error, Toolchain, link};

/// What to build, and how.
#[derive(Clone, Debug)]
pub struct CudaBuilder {
    path: PathBuf,
    archs: BTreeSet<Arch>,
    ptx_version: Option<PtxVersion>,
    toolchain: Option<Toolchain>,
    directory: Option<PathBuf>,
    line_info: bool,
    debug_assertions: bool,
    arguments: Vec<String>,
}

/// The PTX of a family of kernels, for one architecture.
#[derive(Clone, Debug)]
pub struct Ptx {
    /// The architecture.
    pub arch: Arch,
    /// The version of the PTX language.
    pub version: PtxVersion,
    /// The family: see `cuda_std::kernel`.
    pub family: String,
    /// The text.
    pub text: String,
    /// The entry points, by name.
    pub kernels: Vec<String>,
    /// Bytes of registers that an entry point may spill, of those that may (`may_spill` of `cuda_std::kernel`).
    pub may_spill: BTreeMap<String, u64>,
}

impl Ptx {
    /// `count.sm_80.ptx`.
    pub fn file_name(&self) -> String {
        format!("{}.{}.ptx", self.family, self.arch)
    }
}

/// What was built, and what from.
#[derive(Clone, Debug)]
pub struct Build {
    /// The PTX, ascending by architecture, and by family.
    pub ptx: Vec<Ptx>,
    /// [`Toolchain::description`] of the toolchain.
    pub toolchain: String,
    /// The files of the workspace that went in: sources, and the `Cargo.toml` of each of their packages.
    pub sources: BTreeSet<PathBuf>,
    pub(crate) packages: BTreeSet<Package>,
}

impl CudaBuilder {
    /// Builds the crate in the directory `path`, from the working directory.
    pub fn new(path: impl AsRef<Path>) -> CudaBuilder {
        CudaBuilder {
            path: path.as_ref().into(),
            archs: BTreeSet::new(),
            ptx_version: None,
            toolchain: None,
            directory: None,
            line_info: false,
            debug_assertions: false,
            arguments: Vec::new(),
        }
    }

    /// Adds an architecture. With none, [`Arch::DEFAULT`] is built.
    pub fn arch(mut self, arch: Arch) -> CudaBuilder {
        self.archs.insert(arch);
        self
    }

    /// The version of PTX, for all architectures. By default the lowest that each allows.
    pub fn ptx_version(mut self, version: PtxVersion) -> CudaBuilder {
        self.ptx_version = Some(version);
        self
    }

    /// The toolchain. By default that of [`Toolchain::find`].
    pub fn toolchain(mut self, toolchain: Toolchain) -> CudaBuilder {
        self.toolchain = Some(toolchain);
        self
    }

    /// Where compiled crates are kept between builds. By default `cuda_builder` in the target directory that the
    /// program that calls this, or its build script, lies in.
    pub fn target_dir(mut self, directory: impl AsRef<Path>) -> CudaBuilder {
        self.directory = Some(directory.as_ref().into());
        self
    }

    /// Whether the PTX names the lines of the source, for profilers. By default not.
    pub fn generate_line_info(mut self, line_info: bool) -> CudaBuilder {
        self.line_info = line_info;
        self
    }

    /// Whether `debug_assert!` is checked on the device. By default not.
    pub fn debug_assertions(mut self, debug_assertions: bool) -> CudaBuilder {
        self.debug_assertions = debug_assertions;
        self
    }

    /// More arguments for `cargo build`, such as `--features x`.
    pub fn build_args(mut self, arguments: &[impl AsRef<str>]) -> CudaBuilder {
        self.arguments.extend(arguments.iter().map(|argument| argument.as_ref().to_owned()));
        self
    }

    /// Builds.
    ///
    /// # Errors
    /// No toolchain, a crate that does not compile or has no kernels, or a version of PTX that is too low.
    pub fn build(self) -> Result<Build, Error> {
        let toolchain = match &self.toolchain {
            Some(toolchain) => toolchain.clone(),
            None => Toolchain::find()?,
        };
        let archs: Vec<Arch> =
            if self.archs.is_empty() { Arch::DEFAULT.to_vec() } else { self.archs.iter().copied().collect() };
        let place = BuildPaths::of(&self)?;
        // An architecture is one long chain of steps: two take as long as one.
        let builds: Vec<Result<(Vec<Ptx>, Compiled), Error>> = std::thread::scope(|scope| {
            let one = |arch| self.build_for(&toolchain, &place, arch);
            let threads: Vec<_> = archs.iter().map(|&arch| scope.spawn(move || one(arch))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no step panics")).collect()
        });
        let mut build = Build {
            ptx: Vec::new(),
            toolchain: toolchain.description(),
            sources: BTreeSet::new(),
            packages: BTreeSet::new(),
        };
        for one in builds {
            let (ptx, compiled) = one?;
            build.ptx.extend(ptx);
            build.packages.extend(compiled.packages);
            build.sources.extend(compiled.sources.iter().filter_map(|source| cargo_toml(source)));
            build.sources.extend(compiled.sources);
        }
        Ok(build)
    }

    fn build_for(
        &self,
        toolchain: &Toolchain,
        place: &BuildPaths,
        arch: Arch,
    ) -> Result<(Vec<Ptx>, Compiled), Error> {
        let version = self.ptx_version.unwrap_or(arch.lowest_ptx());
        if version < arch.lowest_ptx() {
            return Err(Error::PtxTooOld { arch, asked: version });
        }
        let target_directory = place.target.join(arch.to_string());
        let compiled = cargo::compile(
            toolchain,
            &cargo::CompileRequest {
                manifest: &place.manifest,
                workspace: &place.workspace,
                arch,
                target_directory: &target_directory,
                line_info: self.line_info,
                debug_assertions: self.debug_assertions,
                arguments: &self.arguments,
            },
        )?;
        let directory = place.scratch.join(arch.to_string());
        let request =
            link::LinkRequest { libraries: &compiled.libraries, arch, ptx: version, directory: &directory };
        let modules = link::link(toolchain.llvm(), &request)?;
        if modules.is_empty() {
            return Err(Error::NoKernels { path: self.path.clone() });
        }
        let ptx = |module: link::LinkedModule| {
            let link::LinkedModule { family, kernels, may_spill, ptx: text } = module;
            Ptx { arch, version, family, text, kernels, may_spill }
        };
        Ok((modules.into_iter().map(ptx).collect(), compiled))
    }
}

/// Where things are.
struct BuildPaths {
    /// The crate's `Cargo.toml`.
    manifest: PathBuf,
    /// The root of its workspace.
    workspace: PathBuf,
    /// For compiled crates, shared by all builds in the workspace.
    target: PathBuf,
    /// For the files between LLVM's steps, which belong to this build alone.
    scratch: PathBuf,
}

impl BuildPaths {
    fn of(builder: &CudaBuilder) -> Result<BuildPaths, Error> {
        let manifest = builder.path.join("Cargo.toml");
        let manifest =
            manifest.canonicalize().map_err(|source| Error::File { path: manifest.clone(), source })?;
        let package = manifest.parent().expect("a file has a directory");
        let workspace = package.ancestors().filter(|directory| directory.join("Cargo.lock").is_file()).last();
        let workspace = workspace.unwrap_or(package).to_owned();
        let out = std::env::var_os("OUT_DIR").map(PathBuf::from);
        let target = builder.directory.clone().unwrap_or_else(|| {
            let inside = out.clone().or_else(|| std::env::current_exe().ok());
            // Cargo marks its target directory so.
            let is_target = |directory: &&Path| directory.join("CACHEDIR.TAG").is_file();
            let running = inside.as_deref().and_then(|inside| inside.ancestors().find(is_target));
            running.unwrap_or(&workspace.join("target")).join("cuda_builder")
        });
        let scratch = out.unwrap_or_else(|| target.clone()).join("link");
        Ok(BuildPaths { manifest, workspace, target, scratch })
    }
}

/// The manifest of the package that `source` belongs to.
fn cargo_toml(source: &Path) -> Option<PathBuf> {
    source.ancestors().map(|directory| directory.join("Cargo.toml")).find(|path| path.is_file())
}
