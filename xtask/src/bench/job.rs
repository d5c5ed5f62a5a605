//! Running the command on a job: its samples, and whether it counts right.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde::Deserialize;

use super::rows::Row;
use super::samples::Samples;

/// How jobs are run.
#[derive(Clone)]
pub struct Runner {
    /// The command.
    pub command: PathBuf,
    /// As its `--device` takes it.
    pub device: String,
    /// As its `--threads` takes it; its own default where none.
    pub threads: Option<u32>,
    /// Runs before those that count.
    pub warmup: usize,
    /// Runs that count.
    pub runs: usize,
}

/// What the command reports, of `count`, of `motifs` and of `fsm`.
#[derive(Deserialize)]
struct Report {
    count: Option<u128>,
    patterns: Option<u128>,
    #[serde(default)]
    motifs: Vec<Motif>,
    #[serde(default)]
    device: String,
    seconds: Seconds,
}

#[derive(Deserialize)]
struct Motif {
    name: String,
    count: u128,
}

#[derive(Deserialize)]
struct Seconds {
    mine: f64,
    total: f64,
}

impl Runner {
    /// What runs jobs as this does, but on so many threads.
    pub fn with_threads(&self, threads: u32) -> Runner {
        Runner { threads: Some(threads), ..self.clone() }
    }

    /// Runs `row` on the graph file, each run in a process of its own: the device's name, and the samples.
    ///
    /// # Errors
    /// When the command fails or counts wrongly.
    pub fn measure(&self, row: &Row, graph: &Path) -> Result<(String, Samples)> {
        let (mut device, mut samples) = (String::new(), Samples::default());
        for run in 0..self.warmup + self.runs {
            let (report, process, cpu) = self.once(row, graph)?;
            verify(row, &report)?;
            if run >= self.warmup {
                device = report.device;
                samples.mine.push(report.seconds.mine);
                samples.total.push(report.seconds.total);
                samples.process.push(process.as_secs_f64());
                samples.cpu.push(cpu);
            }
        }
        Ok((device, samples))
    }

    fn once(&self, row: &Row, graph: &Path) -> Result<(Report, Duration, f64)> {
        let mut command = Command::new(&self.command);
        match (row.motifs(), row.support()) {
            (Some(k), _) => command.arg("motifs").arg(graph).args(["-k", k, "--format", "json"]),
            (_, Some(support)) => command.arg("fsm").arg(graph).args(["--support", support]),
            _ => command.arg("count").arg(graph).arg(row.pattern()).args(["--format", "json"]),
        };
        command.args(["--device", &self.device]).args(&row.arguments);
        if let Some(threads) = self.threads {
            command.args(["--threads", &threads.to_string()]);
        }
        let (before, start) = (cpu_of_children()?, Instant::now());
        let output = command.output().with_context(|| format!("running {}", self.command.display()))?;
        let (process, cpu) = (start.elapsed(), cpu_of_children()? - before);
        if !output.status.success() {
            bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim_end());
        }
        let report = serde_json::from_slice(&output.stdout).with_context(|| {
            format!("reading the report {:?}", String::from_utf8_lossy(&output.stdout).trim_end())
        })?;
        Ok((report, process, cpu))
    }
}

/// User and system seconds of all processes that this one has started and that have ended.
fn cpu_of_children() -> Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).context("asking for the CPU time of a job")?;
    Ok((usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6)
}

fn verify(row: &Row, report: &Report) -> Result<()> {
    let counted: BTreeMap<&str, u128> = match (report.count, report.patterns) {
        (Some(count), _) => [(row.pattern(), count)].into(),
        (_, Some(patterns)) => [("patterns", patterns)].into(),
        _ => report.motifs.iter().map(|motif| (motif.name.as_str(), motif.count)).collect(),
    };
    let right: BTreeMap<&str, u128> =
        row.counts.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    let unknown = row.support().is_some() && right.is_empty() && report.patterns.is_some();
    if counted.is_empty() || counted != right && !unknown {
        bail!("counted {counted:?}, and right is {right:?}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(job: &str, counts: &[(&str, u128)]) -> Row {
        let counts: BTreeMap<_, _> = counts.iter().copied().collect();
        serde_json::from_value(serde_json::json!({"graph": "karate", "job": job, "counts": counts})).unwrap()
    }

    fn verdict(row: &Row, report: &str) -> Result<()> {
        verify(row, &serde_json::from_str(report)?)
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let triangles = row("triangle", &[("triangle", 45)]);
        let report = |count| {
            format!(r#"{{"count": {count}, "device": "cpu", "seconds": {{"mine": 1.0, "total": 2.0}}}}"#)
        };
        verdict(&triangles, &report("45")).unwrap();
        assert!(verdict(&triangles, &report("46")).unwrap_err().to_string().contains("46"));
        // Beyond 64 bits, where a count that is cut off would be 45.
        verdict(&triangles, &report("18446744073709551661")).unwrap_err();
    }

    #[test]
    fn a_wrong_or_missing_motif_is_an_error() {
        let motifs = row("3-motifs", &[("wedge", 393), ("triangle", 45)]);
        let report =
            |motifs| format!(r#"{{"motifs": [{motifs}], "seconds": {{"mine": 1.0, "total": 2.0}}}}"#);
        let (wedge, triangle) =
            (r#"{"name": "wedge", "count": 393}"#, r#"{"name": "triangle", "count": 45}"#);
        verdict(&motifs, &report(format!("{triangle}, {wedge}"))).unwrap();
        verdict(&motifs, &report(triangle.into())).unwrap_err();
        verdict(&motifs, &report(format!("{triangle}, {}", wedge.replace("393", "394")))).unwrap_err();
        verdict(&motifs, &report(String::new())).unwrap_err();
    }

    #[test]
    fn a_wrong_or_missing_number_of_patterns_is_an_error() {
        let row = row("fsm 34", &[("patterns", 844)]);
        let report =
            |patterns| format!(r#"{{"patterns": {patterns}, "seconds": {{"mine": 1.0, "total": 2.0}}}}"#);
        verdict(&row, &report("844")).unwrap();
        verdict(&row, &report("860")).unwrap_err();
        verdict(&row, &report("null")).unwrap_err();
        let unknown = self::row("fsm 3%", &[]);
        verdict(&unknown, &report("860")).unwrap();
        verdict(&unknown, &report("null")).unwrap_err();
    }

    #[test]
    fn cpu_time_of_a_child_is_seen() {
        let before = cpu_of_children().unwrap();
        let spin = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        assert!(Command::new("sh").args(["-c", spin]).status().unwrap().success());
        assert!(cpu_of_children().unwrap() > before);
    }
}
