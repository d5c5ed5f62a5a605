//! `cargo xtask device-bundle`: everything that a machine with a card and no Rust needs, in one folder.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use cuda_builder::PTXAS_VARIABLE;

use crate::bench::machine;
use crate::ptxas::find;

/// Gather the command, the tests and the benches, with a script that runs them on a machine that has a card
///
/// The folder holds the command, the test executables (with the emulated machine and the tests of the shared data),
/// this program for `bench`, the data, the commit, the committed results to compare with, and `run.sh`, which runs the
/// tests, runs counts and listings under compute-sanitizer where that is installed, and measures both. `fsm-card.sh`
/// does the same for frequent subgraphs of databases and for the primitives, with a limit on the time of each step.
#[derive(clap::Args)]
pub struct Args {
    /// Where to put it; the folder is made anew
    #[arg(long, default_value = "bundle")]
    out: PathBuf,

    /// The shared data: graphs and truth.json
    #[arg(long, default_value = "../shared/data")]
    data: PathBuf,

    /// Only these test executables, as 'fsm,primitives' [default: all that open devices]
    #[arg(long, value_delimiter = ',')]
    tests: Vec<String>,
}

/// What runs on the machine with the card.
const SCRIPTS: [(&str, &str); 2] =
    [("run.sh", include_str!("bundle.sh")), ("fsm-card.sh", include_str!("bundle-fsm.sh"))];

pub fn run(args: &Args) -> Result<()> {
    let root = super::root();
    let out = root.join(&args.out);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("clearing {}", out.display()))?;
    }
    for folder in ["tests", "data"] {
        fs::create_dir_all(out.join(folder)).with_context(|| format!("making {}", out.display()))?;
    }
    // A card that has never run them is not to compile the kernels.
    let ptxas = find::ptxas(&root)?;
    let variables = [("MOTHERLODE_CUBIN", "always".as_ref()), (PTXAS_VARIABLE, ptxas.program().as_os_str())];
    let examples =
        ["--features", "primitives-bench", "--example", "primitives_bench", "--example", "listing"];
    let commands = ["build", "--release", "--package", "motherlode", "--bins"];
    for (name, path) in build(&root, &[&commands[..], &examples].concat(), &variables)? {
        take(&path, &out.join(name))?;
    }
    take(&std::env::current_exe()?, &out.join("xtask"))?;
    let features = ["--features", "emulated,shared-data"];
    let tests = ["test", "--no-run", "--package", "motherlode"];
    let mut names = device_tests(&root)?;
    if let Some(unknown) = args.tests.iter().find(|name| !names.contains(name)) {
        bail!("no test that opens devices is called '{unknown}': there are {}", names.join(", "));
    }
    names.retain(|name| args.tests.is_empty() || args.tests.contains(name));
    let each = names.iter().flat_map(|name| ["--test", name]);
    let arguments: Vec<_> = tests.into_iter().chain(features).chain(each).collect();
    for (name, path) in build(&root, &arguments, &[])?.into_iter().filter(|(name, _)| names.contains(name)) {
        take(&path, &out.join("tests").join(name))?;
    }
    for entry in
        fs::read_dir(root.join(&args.data)).with_context(|| format!("reading {}", args.data.display()))?
    {
        let path = entry?.path();
        if path.is_file() {
            let target = out.join("data").join(path.file_name().context("a file without a name")?);
            fs::write(target, fs::read(&path)?)?;
        }
    }
    let commit = machine::commit_by_git().context("asking git for the commit")?;
    fs::write(out.join(machine::COMMIT_FILE), commit)?;
    let baseline = root.join("benches/results/card.json");
    fs::copy(&baseline, out.join("baseline.json"))
        .with_context(|| format!("copying {}", baseline.display()))?;
    fs::write(out.join("fsm.json"), include_str!("bench/fsm-card.json"))?;
    for (name, text) in SCRIPTS {
        fs::write(out.join(name), text)?;
    }
    println!("{}: run its run.sh or fsm-card.sh on the machine with the card, by bash", out.display());
    Ok(())
}

/// The integration tests that open devices: those of which a file uses `tests/testing/common`, or asks for a card.
fn device_tests(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("tests"))? {
        let path = entry?.path();
        let files = if path.join("main.rs").is_file() {
            fs::read_dir(&path)?.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?
        } else {
            vec![path.clone()]
        };
        let mut opens = false;
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
            let text = fs::read_to_string(file)?;
            opens |= ["testing::common", "Choice::Cuda"].iter().any(|sign| text.contains(sign));
        }
        if opens {
            names.push(path.file_stem().context("a test without a name")?.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Builds, and returns the executables by name.
fn build(root: &Path, arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<Vec<(String, PathBuf)>> {
    let mut cargo = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(arguments)
        .envs(variables.iter().copied())
        .arg("--message-format=json-render-diagnostics")
        .stdout(Stdio::piped())
        .spawn()
        .context("starting cargo")?;
    let mut executables = Vec::new();
    for line in BufReader::new(cargo.stdout.take().context("cargo's output")?).lines() {
        let message: serde_json::Value = serde_json::from_str(&line?)?;
        if let (Some(path), Some(name)) = (message["executable"].as_str(), message["target"]["name"].as_str())
        {
            executables.push((name.to_owned(), PathBuf::from(path)));
        }
    }
    if !cargo.wait()?.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(executables)
}

/// Copies an executable without its symbols, which would be most of the bundle.
fn take(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("copying {}", from.display()))?;
    let stripped = Command::new("strip").arg(to).status().context("running strip (Debian: binutils)")?;
    if !stripped.success() {
        bail!("strip {} failed", to.display());
    }
    Ok(())
}
