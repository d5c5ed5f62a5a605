//! What is measured: the jobs, what they must count, the best peer's seconds, and the targets.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A list of jobs that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    /// Against the peers on an H100
    Card,
    /// Against the peers on one thread of a CPU
    Cpu,
}

impl Set {
    /// The word for it, in file names and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Set::Card => "card",
            Set::Cpu => "cpu",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Set::Card => include_str!("card.json"),
            Set::Cpu => include_str!("cpu.json"),
        }
    }
}

/// A job on a graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// A file in the folder of the data, or a recipe that the command knows; `transactions:n` for a synthetic database
    /// of n graphs.
    pub graph: String,
    /// A pattern; `k-motifs` for the motifs of k vertices; `fsm N` for the subgraphs of a database that are frequent
    /// at a support of N. What follows a comma says how, and is for the reader only.
    pub job: String,
    /// More arguments of the command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// The right answer: of a pattern its count, of motifs each one's, of frequent subgraphs how many there are. It is
    /// empty where nobody else has found it.
    pub counts: BTreeMap<String, u128>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<Peer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Goal>,
    /// What must be known to read the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The best peer on a row.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    pub name: String,
    /// On a card what it prints, for its kernels only; on a CPU the CPU seconds of its process.
    pub seconds: f64,
    /// The fastest peer's process, start to exit, in wall seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<f64>,
}

/// At most how many seconds are wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Goal {
    Seconds(f64),
    /// So many times what another job on the same graph takes.
    Times {
        job: String,
        times: f64,
    },
}

impl Row {
    /// The motifs' number of vertices, if the job is motifs.
    pub fn motifs(&self) -> Option<&str> {
        self.pattern().strip_suffix("-motifs")
    }

    /// The support, if the job is frequent subgraphs.
    pub fn support(&self) -> Option<&str> {
        self.pattern().strip_prefix("fsm ")
    }

    /// The pattern to count.
    pub fn pattern(&self) -> &str {
        self.job.split_once(',').map_or(&self.job, |(pattern, _)| pattern)
    }

    /// Whether `other` is the same job on the same graph.
    pub fn same(&self, other: &Row) -> bool {
        (&self.graph, &self.job, &self.arguments) == (&other.graph, &other.job, &other.arguments)
    }
}

/// The rows of `file`, or those of `set`.
pub fn load(set: Set, file: Option<&Path>) -> Result<Vec<Row>> {
    let Some(path) = file else {
        return serde_json::from_str(set.text()).context("the rows that come with the program");
    };
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("reading {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_that_come_with_the_program_are_sound() {
        for set in [Set::Card, Set::Cpu] {
            let rows = load(set, None).unwrap();
            assert!(rows.len() >= 14, "{} rows", rows.len());
            for (i, row) in rows.iter().enumerate() {
                assert!(
                    !rows[..i].iter().any(|other| other.same(row)),
                    "{} on {} is twice",
                    row.job,
                    row.graph
                );
                match row.motifs() {
                    Some(k) => {
                        let motifs = [("3", 2), ("4", 6), ("5", 21)].into_iter().find(|&(size, _)| size == k);
                        assert_eq!(Some(row.counts.len()), motifs.map(|(_, count)| count), "{}", row.job);
                    }
                    None => assert_eq!(row.counts.keys().collect::<Vec<_>>(), [row.pattern()]),
                }
                if let Some(Goal::Times { job, .. }) = &row.target {
                    assert!(rows.iter().any(|other| other.graph == row.graph && other.job == *job));
                }
                if let (Some(peer), Some(Goal::Seconds(target))) = (&row.peer, &row.target) {
                    assert!(*target < peer.seconds, "{} on {}", row.job, row.graph);
                }
            }
        }
    }

    #[test]
    fn the_rows_of_databases_are_sound() {
        for text in [include_str!("fsm-card.json"), include_str!("fsm-cpu.json")] {
            let rows: Vec<Row> = serde_json::from_str(text).unwrap();
            assert!(rows.len() >= 9, "{} rows", rows.len());
            for row in rows {
                assert!(row.support().is_some(), "{}", row.job);
                assert!(row.counts.keys().all(|name| name == "patterns"), "{}", row.job);
            }
        }
    }

    #[test]
    fn a_row_says_what_to_run() {
        let row = |job: &str| -> Row {
            serde_json::from_value(serde_json::json!({"graph": "karate", "job": job, "counts": {}})).unwrap()
        };
        assert_eq!(row("diamond, enumerated").pattern(), "diamond");
        assert_eq!((row("4-motifs").motifs(), row("4-cycle").motifs()), (Some("4"), None));
        assert_eq!((row("fsm 10%, with graphs").support(), row("4-cycle").support()), (Some("10%"), None));
        assert!(!row("4-cycle").same(&row("4-clique")));
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let text = r#"{"graph": "karate", "job": "triangle", "counts": {"triangle": 45}, "tagret": 1.0}"#;
        assert!(serde_json::from_str::<Row>(text).unwrap_err().to_string().contains("tagret"));
    }
}
