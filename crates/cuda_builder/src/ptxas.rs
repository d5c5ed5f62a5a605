//! Machine code for cards, by NVIDIA's assembler, where that is installed: without it the driver compiles the PTX when
//! a card first runs it, which takes seconds.

use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::process::{create_directory, run, text};
use crate::{Arch, Error};

/// The variable that names the assembler.
pub const PTXAS_VARIABLE: &str = "PTXAS";

/// Where a checkout keeps machine code, below its root: all its builds share it, as it takes minutes for all cards.
pub const MACHINE_CODE_FOLDER: &str = "target/nvidia/machine-code";

/// How the names of files with machine code end.
const MACHINE_CODE: &str = "cubin";

/// NVIDIA's assembler of PTX.
#[derive(Clone, Debug)]
pub struct Ptxas {
    program: PathBuf,
    version: String,
    /// What it says of its options, which lists the architectures that it knows.
    help: String,
}

/// A module of PTX, and the architecture to assemble it for.
#[derive(Clone, Copy, Debug)]
pub struct CubinJob<'a> {
    /// What to call the file.
    pub family: &'a str,
    /// The module's text.
    pub ptx: &'a str,
    /// The card's.
    pub arch: Arch,
}

impl Ptxas {
    /// The assembler that `PTXAS` names, or else that of `PATH`, of the CUDA toolkit (`CUDA_HOME`, `CUDA_PATH`,
    /// `/usr/local/cuda`), or `also`; none if there is none of these.
    ///
    /// # Errors
    /// When the one that is found, or named, cannot be run.
    pub fn find(also: &Path) -> Result<Option<Ptxas>, Error> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        if let Some(named) = variable(PTXAS_VARIABLE) {
            return Ptxas::new(named.into()).map(Some);
        }
        let places = places(variable, also);
        places.into_iter().find(|program| program.is_file()).map(Ptxas::new).transpose()
    }

    /// The assembler at `program`.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn new(program: PathBuf) -> Result<Ptxas, Error> {
        let said = text(Command::new(&program).arg("--version"))?;
        let version = said.lines().find_map(|line| line.split("release ").nth(1)).unwrap_or("unknown");
        let version = version.split(',').next().unwrap_or(version).trim().to_owned();
        let help = text(Command::new(&program).arg("--help"))?;
        Ok(Ptxas { program, version, help })
    }

    /// Where it is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Its version, as `13.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether it assembles for `arch`.
    pub fn knows(&self, arch: Arch) -> bool {
        self.help.contains(&format!("'{arch}'"))
    }

    /// Assembles each of `jobs` into a file in `directory`, on all cores. What is there from an earlier call, of the
    /// same text and by the same version, is taken as it is; machine code of other texts for these cards is deleted.
    /// Several processes may share a directory.
    ///
    /// # Errors
    /// When the assembler fails, or a file cannot be written.
    pub fn assemble(&self, jobs: &[CubinJob<'_>], directory: &Path) -> Result<Vec<PathBuf>, Error> {
        create_directory(directory)?;
        let files: Vec<PathBuf> = jobs.iter().map(|job| directory.join(self.file_name(job))).collect();
        forget_earlier(directory, jobs, &files)?;
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), Error> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(index) else { return Ok(()) };
                if !files[index].is_file() {
                    self.assemble_one(job, &files[index])?;
                }
            }
        };
        let workers = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            running.into_iter().try_for_each(|worker| worker.join().expect("assembling does not panic"))
        })?;
        Ok(files)
    }

    /// What the assembler said, with `-v`, of the kernels in a file that [`assemble`](Self::assemble) made.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn report(file: &Path) -> Result<String, Error> {
        crate::process::read(&report_of(file))
    }

    /// Assembles under another name first, of this process alone: a file that is there is whole, and so is its report.
    fn assemble_one(&self, job: &CubinJob<'_>, file: &Path) -> Result<(), Error> {
        let own = |ending: &str| file.with_extension(format!("{}.{ending}", std::process::id()));
        let (source, unfinished) = (own("ptx"), own("unfinished"));
        crate::process::write(&source, job.ptx)?;
        let mut command = Command::new(&self.program);
        command.arg(format!("--gpu-name={}", job.arch)).arg(&source).arg("--output-file").arg(&unfinished);
        let said = run(command.arg("-v"))?.stderr;
        crate::process::write(&report_of(file), &String::from_utf8_lossy(&said))?;
        let file_error = |path: &Path| {
            let path = path.to_owned();
            |source| Error::File { path, source }
        };
        std::fs::remove_file(&source).map_err(file_error(&source))?;
        std::fs::rename(&unfinished, file).map_err(file_error(file))
    }

    /// A name that tells all on which the machine code depends.
    fn file_name(&self, job: &CubinJob<'_>) -> String {
        let mut hasher = DefaultHasher::new();
        (job.ptx, &self.version).hash(&mut hasher);
        format!("{}{:016x}.{MACHINE_CODE}", stem(job), hasher.finish())
    }
}

/// How the names of all files begin that are made of a family for a card.
fn stem(job: &CubinJob<'_>) -> String {
    format!("{}.{}.", job.family, job.arch)
}

/// Where the report of a file with machine code is.
fn report_of(file: &Path) -> PathBuf {
    file.with_extension("txt")
}

fn places(variable: impl Fn(&str) -> Option<OsString>, also: &Path) -> Vec<PathBuf> {
    let name = format!("ptxas{}", std::env::consts::EXE_SUFFIX);
    let path = variable("PATH").unwrap_or_default();
    let toolkits = ["CUDA_HOME", "CUDA_PATH"].into_iter().filter_map(&variable).map(PathBuf::from);
    let toolkits = toolkits.chain([PathBuf::from("/usr/local/cuda")]).map(|toolkit| toolkit.join("bin"));
    let directories = std::env::split_paths(&path).chain(toolkits);
    directories.map(|directory| directory.join(&name)).chain([also.to_owned()]).collect()
}

/// Deletes what earlier texts of the same families gave for the same cards.
fn forget_earlier(directory: &Path, jobs: &[CubinJob<'_>], files: &[PathBuf]) -> Result<(), Error> {
    let file_error = |source| Error::File { path: directory.into(), source };
    let stems: Vec<String> = jobs.iter().map(stem).collect();
    for entry in std::fs::read_dir(directory).map_err(file_error)? {
        let path = entry.map_err(file_error)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_earlier =
            name.ends_with(MACHINE_CODE) && stems.iter().any(|stem| name.starts_with(stem.as_str()));
        if is_earlier && !files.contains(&path) {
            // Another process may have deleted it.
            let _ = std::fs::remove_file(report_of(&path));
            let _ = std::fs::remove_file(&path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    use super::{CubinJob, Ptxas, places};
    use crate::Arch;

    #[test]
    fn the_path_comes_before_the_toolkit() {
        let variable = |name: &str| match name {
            "PATH" => Some(OsString::from("/a")),
            "CUDA_HOME" => Some(OsString::from("/cuda")),
            _ => None,
        };
        let found: Vec<PathBuf> = places(variable, Path::new("/wheel/ptxas"));
        let expected = ["/a/ptxas", "/cuda/bin/ptxas", "/usr/local/cuda/bin/ptxas", "/wheel/ptxas"];
        assert_eq!(found, expected.map(PathBuf::from));
    }

    /// An assembler that writes what it was asked, and how often, as a script.
    #[cfg(unix)]
    fn pretender(directory: &Path) -> Ptxas {
        use std::os::unix::fs::PermissionsExt;
        let program = directory.join("ptxas");
        let script = "#!/bin/sh\ncase $1 in --version) echo 'tools, release 13.0, V13';; --help) echo \"'sm_80','sm_90'\";;\n\
                      *) grep -q bad $2 && { echo no >&2; exit 1; }; echo x >> $(dirname $0)/runs; echo \"$1\" > $4; echo said $5 >&2;; esac\n";
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        Ptxas::new(program).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn each_text_is_assembled_once() {
        let directory = tempfile::tempdir().unwrap();
        let ptxas = pretender(directory.path());
        assert_eq!(ptxas.version(), "13.0");
        assert!(ptxas.knows(Arch::SM_90) && !ptxas.knows(Arch::SM_120));
        let out = directory.path().join("out");
        let job = |family, ptx, arch| CubinJob { family, ptx, arch };
        let runs = || std::fs::read_to_string(directory.path().join("runs")).unwrap().lines().count();
        let jobs = [job("a", "one", Arch::SM_80), job("a", "one", Arch::SM_90), job("b", "two", Arch::SM_80)];
        let files = ptxas.assemble(&jobs, &out).unwrap();
        assert_eq!(std::fs::read_to_string(&files[1]).unwrap(), "--gpu-name=sm_90\n");
        assert_eq!(Ptxas::report(&files[1]).unwrap(), "said -v\n");
        let left = || std::fs::read_dir(&out).unwrap().count();
        assert_eq!((runs(), left()), (3, 6));
        assert_eq!(ptxas.assemble(&jobs, &out).unwrap(), files);
        assert_eq!(runs(), 3);
        // Another text: one more run, and what was made of the old one for that card is gone.
        let newer = ptxas.assemble(&[job("a", "three", Arch::SM_80)], &out).unwrap();
        assert_eq!((runs(), left()), (4, 6));
        assert!(newer[0].is_file() && !files[0].is_file() && files[1].is_file() && files[2].is_file());
        let refused = ptxas.assemble(&[job("a", "bad", Arch::SM_80)], &out).unwrap_err().to_string();
        assert!(refused.contains("--gpu-name=sm_80") && refused.ends_with("no"), "{refused}");
    }
}
