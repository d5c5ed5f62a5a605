//! Where the lists of a graph would lie on the devices that are asked for.

use std::fmt;

use motherlode::mine::Placed;
use motherlode::runtime::{MemorySize, Residency, RuntimeError};
use serde::Serialize;

use crate::cli::memory::GraphMemory;

/// Where the lists of a graph would lie on the first device of a team: the oriented graph's, and the whole one's, each alone.
#[derive(Debug, Serialize)]
pub struct ResidentReport {
    device: String,
    oriented: Outcome,
    whole: Outcome,
}

/// What would come of placing a graph.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Outcome {
    /// It fits, here.
    Fits(GraphMemory),
    /// The memories are too small together.
    Refused { refused: String },
}

impl ResidentReport {
    /// For jobs on `placed`; nothing on the CPU, which reads the graph where it is.
    pub fn of(placed: &Placed) -> Option<ResidentReport> {
        if !placed.team().has_cards() {
            return None;
        }
        let planned = placed.plan_residency();
        let device = placed.team().first().to_string();
        Some(ResidentReport { device, oriented: planned.oriented.into(), whole: planned.whole.into() })
    }
}

impl From<Result<Residency, RuntimeError>> for Outcome {
    fn from(planned: Result<Residency, RuntimeError>) -> Outcome {
        match planned {
            Ok(residency) => Outcome::Fits(residency.into()),
            Err(error) => Outcome::Refused { refused: error.to_string() },
        }
    }
}

impl fmt::Display for ResidentReport {
    /// Two lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (graph, outcome) in [("oriented", &self.oriented), ("whole", &self.whole)] {
            match outcome {
                Outcome::Fits(memory) => {
                    let places = memory.in_words("", &format!("on {}", self.device));
                    writeln!(f, "{graph:<14}{}: {places}", MemorySize(memory.total()))?;
                }
                Outcome::Refused { refused } => writeln!(f, "{graph:<14}does not fit: {refused}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use motherlode::graph::generate;
    use motherlode::runtime::Device;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_lines_say_where_lists_would_lie() {
        let residency = Residency { own: 3 << 20, neighbours: 0, host: 1 << 20 };
        let refused = RuntimeError::OverBudget {
            wanted: MemorySize(8 << 20),
            left: MemorySize(4 << 20),
            limit: MemorySize(4 << 20),
        };
        let words = refused.to_string();
        let device = "cuda:0 (A card)".to_owned();
        let report = ResidentReport { device, oriented: Ok(residency).into(), whole: Err(refused).into() };
        let lines = format!(
            "oriented      4.0 MiB: 75.0% on cuda:0 (A card), 25.0% on the host\nwhole         does not fit: {words}\n"
        );
        assert_eq!(report.to_string(), lines);
        let expected = json!({
            "device": "cuda:0 (A card)",
            "oriented": {"own_bytes": 3 << 20, "neighbour_bytes": 0, "host_bytes": 1 << 20},
            "whole": {"refused": words},
        });
        assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    }

    #[test]
    fn nothing_is_said_of_the_cpu() {
        let graph = generate::complete(5).unwrap();
        assert!(ResidentReport::of(&Placed::new(&graph, &Device::cpu(None))).is_none());
    }
}
