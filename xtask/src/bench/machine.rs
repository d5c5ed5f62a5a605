//! Where, when and by what a measurement was made.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// The machine, as it says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the CPU.
    pub cpu: String,
    /// Threads that the CPU runs at once, as far as this process may use them.
    pub threads: usize,
    /// What `motherlode devices` prints.
    pub devices: String,
    /// The version of NVIDIA's driver, where there is one.
    pub driver: Option<String>,
}

impl Machine {
    /// This machine, asked through `command`.
    pub fn this(command: &Path) -> Result<Machine> {
        let devices = Command::new(command)
            .arg("devices")
            .output()
            .with_context(|| format!("running {}: build it, or name it with --command", command.display()))?;
        if !devices.status.success() {
            bail!("{} devices: {}", command.display(), String::from_utf8_lossy(&devices.stderr));
        }
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = info.lines().find_map(|line| line.strip_prefix("model name\t: "));
        Ok(Machine {
            cpu: model.unwrap_or("unknown processor").into(),
            threads: std::thread::available_parallelism()?.get(),
            devices: String::from_utf8_lossy(&devices.stdout).trim_end().into(),
            driver: said_by("nvidia-smi", &["--query-gpu=driver_version", "--format=csv,noheader"]),
        })
    }

    /// One line of it: the first card if `card`, else the CPU.
    pub fn line(&self, card: bool) -> String {
        let cpu = format!("{}, {} threads", self.cpu, self.threads);
        let found = self.devices.lines().find_map(|line| line.strip_prefix("cuda:0"));
        match (card, found) {
            (true, Some(card)) => format!("{} ({cpu})", card.trim()),
            _ => cpu,
        }
    }
}

/// The commit that is measured: what the file `commit` beside this program says, as a bundle has it, or git.
pub fn commit() -> Option<String> {
    let beside = std::env::current_exe().ok()?.with_file_name(COMMIT_FILE);
    std::fs::read_to_string(beside).ok().map(|text| text.trim().into()).or_else(commit_by_git)
}

/// The name of the file in a bundle that names the commit.
pub const COMMIT_FILE: &str = "commit";

/// The commit of the working tree, marked if the tree differs from it.
pub fn commit_by_git() -> Option<String> {
    said_by("git", &["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
}

/// The first line of what a program prints; none if it cannot be run or fails.
fn said_by(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next()?.trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_named_where_it_was_used() {
        let devices = "cpu     16 threads\ncuda:0  NVIDIA H100, 132 multiprocessors\n        starts in 98ms";
        let machine = Machine { cpu: "Xeon".into(), threads: 16, devices: devices.into(), driver: None };
        assert_eq!(machine.line(true), "NVIDIA H100, 132 multiprocessors (Xeon, 16 threads)");
        assert_eq!(machine.line(false), "Xeon, 16 threads");
        let without = Machine { devices: "cpu 16 threads".into(), ..machine };
        assert_eq!(without.line(true), "Xeon, 16 threads");
    }
}
