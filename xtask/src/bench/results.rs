//! Results: what is kept of a measurement, and what follows from it.

use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::machine::Machine;
use super::rows::{Goal, Row, Set};
use super::samples::{Samples, Summary};

/// A measurement of a set of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    pub set: Set,
    /// The end of it, UTC.
    pub date: String,
    pub commit: Option<String>,
    /// The command line.
    pub command: Vec<String>,
    pub machine: Machine,
    /// Runs of each job before those that count.
    pub warmup: usize,
    /// Runs of each job that count.
    pub runs: usize,
    pub measured: Vec<Measured>,
}

/// A row with its samples, or with what went wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub row: Row,
    /// The device, as the command names it.
    #[serde(default)]
    pub device: String,
    #[serde(default)]
    pub samples: Samples,
    /// The samples of the job on two threads, where it takes over a second on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_threads: Option<Samples>,
    /// Why there are no samples: a wrong count, or a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Results {
    /// Reads a file of results.
    pub fn load(path: &Path) -> Result<Results> {
        let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} holds no results", path.display()))
    }

    /// Writes them to a file.
    pub fn save(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        std::fs::write(path, text).with_context(|| format!("writing {}", path.display()))
    }

    /// The seconds to compare with the peer's: on a card `seconds.mine`, on a CPU the process's CPU time.
    pub fn seconds(&self, measured: &Measured) -> Option<Summary> {
        Summary::of(match self.set {
            Set::Card => &measured.samples.mine,
            Set::Cpu => &measured.samples.cpu,
        })
    }

    /// How many times faster than the best peer.
    pub fn ratio(&self, measured: &Measured) -> Option<f64> {
        Some(measured.row.peer.as_ref()?.seconds / self.seconds(measured)?.median)
    }

    /// The target in seconds. One that depends on another job needs that job's results.
    pub fn target(&self, measured: &Measured) -> Option<f64> {
        match measured.row.target.as_ref()? {
            Goal::Seconds(seconds) => Some(*seconds),
            Goal::Times { job, times } => {
                let of = |other: &&Measured| other.row.graph == measured.row.graph && other.row.job == *job;
                Some(times * self.seconds(self.measured.iter().find(of)?)?.median)
            }
        }
    }

    /// Whether the target is met.
    pub fn met(&self, measured: &Measured) -> Option<bool> {
        Some(self.seconds(measured)?.median <= self.target(measured)?)
    }
}

impl Measured {
    /// The wall time of the process.
    pub fn process(&self) -> Option<Summary> {
        Summary::of(&self.samples.process)
    }

    /// How many times faster two threads are than one, by the process's wall time.
    pub fn speedup(&self) -> Option<f64> {
        Some(self.process()?.median / Summary::of(&self.two_threads.as_ref()?.process)?.median)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Results of the card with these jobs on one graph: name, samples of `mine`, the peer's seconds.
    pub fn results(jobs: &[(&str, &[f64], f64)]) -> Results {
        let measured = jobs.iter().map(|(job, mine, peer)| {
            serde_json::json!({
                "row": {"graph": "karate", "job": job, "counts": {}, "peer": {"name": "P", "seconds": peer}},
                "samples": {"mine": mine, "total": [], "process": [], "cpu": []},
            })
        });
        serde_json::from_value(serde_json::json!({
            "set": "card", "date": "", "commit": null, "command": [], "warmup": 1, "runs": 3,
            "machine": {"cpu": "", "threads": 2, "devices": "", "driver": null},
            "measured": measured.collect::<Vec<_>>(),
        }))
        .unwrap()
    }

    #[test]
    fn a_target_may_depend_on_another_job() {
        let mut results = results(&[("triangle", &[2.0, 1.0, 4.0], 6.0), ("3-motifs", &[2.5], 10.0)]);
        let target = |text: &str| Some(serde_json::from_str(text).unwrap());
        results.measured[0].row.target = target("1.5");
        results.measured[1].row.target = target(r#"{"job": "triangle", "times": 1.5}"#);
        let [triangle, motifs] = [0, 1].map(|i| &results.measured[i]);
        assert_eq!((results.ratio(triangle), results.ratio(motifs)), (Some(3.0), Some(4.0)));
        assert_eq!((results.target(triangle), results.target(motifs)), (Some(1.5), Some(3.0)));
        assert_eq!((results.met(triangle), results.met(motifs)), (Some(false), Some(true)));
        results.measured.remove(0);
        assert_eq!(results.met(&results.measured[0]), None);
    }

    #[test]
    fn on_a_cpu_the_cpu_time_counts() {
        let mut results = results(&[("triangle", &[2.0], 6.0)]);
        results.set = Set::Cpu;
        assert_eq!(results.ratio(&results.measured[0]), None);
        results.measured[0].samples.cpu = vec![1.5];
        assert_eq!(results.ratio(&results.measured[0]), Some(4.0));
    }
}
