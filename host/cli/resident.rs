//! Where the lists of a graph would lie on the devices that are asked for.

use std::fmt;

use motherlode::mine::Placed;
use motherlode::mine::strategy::{Direct, Strategy};
use motherlode::runtime::{MemorySize, Residency, RuntimeError};
use serde::Serialize;

use super::memory::{GraphMemory, TileMemory};

/// Where the lists of a graph would lie on the first device of a team: the oriented graph's, and the whole one's, each
/// alone.
#[derive(Debug, Serialize)]
pub struct ResidentReport {
    device: String,
    oriented: PlacementOutcome,
    whole: PlacementOutcome,
    /// What triangles would bring to the device in tiles of lists, if they did.
    #[serde(skip_serializing_if = "Option::is_none")]
    triangles: Option<TileMemory>,
    /// What 4-cliques would.
    #[serde(rename = "4-cliques", skip_serializing_if = "Option::is_none")]
    four_cliques: Option<TileMemory>,
}

/// What would come of placing a graph.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum PlacementOutcome {
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
        let [triangles, four_cliques] = [3, 4].map(|k| placed.plan_travel(k).map(TileMemory::from));
        let (oriented, whole) = (planned.oriented.into(), planned.whole.into());
        Some(ResidentReport { device, oriented, whole, triangles, four_cliques })
    }
}

/// Where the lists that one pattern is counted on would lie.
#[derive(Debug, Serialize)]
pub struct ResidentLists {
    device: String,
    /// Which lists: `oriented` or `whole`.
    lists: &'static str,
    #[serde(flatten)]
    outcome: PlacementOutcome,
    /// What would come to the device in tiles of lists, if any did.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<TileMemory>,
}

impl ResidentLists {
    /// For a count by `strategy` on `placed`: nothing on the CPU, nor for patterns with labels, which make lists of
    /// their own, or for those that are counted from others.
    pub fn of(placed: &Placed, strategy: Strategy) -> Option<ResidentLists> {
        if !placed.team().has_cards() {
            return None;
        }
        let planned = placed.plan_residency();
        let (lists, outcome) = match strategy {
            Strategy::Direct(Direct::Wedges) | Strategy::Walk | Strategy::Decomposition => {
                ("whole", planned.whole)
            }
            Strategy::Direct(_) | Strategy::Census => ("oriented", planned.oriented),
            Strategy::Supergraphs | Strategy::AttributedWalk => return None,
        };
        let tiles = match strategy {
            Strategy::Direct(Direct::Cliques(k)) => placed.plan_travel(k).map(TileMemory::from),
            _ => None,
        };
        let device = placed.team().first().to_string();
        Some(ResidentLists { device, lists, outcome: outcome.into(), tiles })
    }
}

impl fmt::Display for ResidentLists {
    /// A line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tiles {
            Some(tiles) => writeln!(f, "memory        {} lists in tiles: {}", self.lists, tiles.planned()),
            None => {
                writeln!(f, "memory        {} lists, {}", self.lists, self.outcome.in_words(&self.device))
            }
        }
    }
}

impl PlacementOutcome {
    /// As `4.0 MiB: 75.0% on cuda:0 (A card), 25.0% on the host`.
    fn in_words(&self, device: &str) -> String {
        match self {
            PlacementOutcome::Fits(memory) => {
                let places = memory.in_words("", &format!("on {device}"));
                format!("{}: {places}", MemorySize(memory.total()))
            }
            PlacementOutcome::Refused { refused } => format!("does not fit: {refused}"),
        }
    }
}

impl From<Result<Residency, RuntimeError>> for PlacementOutcome {
    fn from(planned: Result<Residency, RuntimeError>) -> PlacementOutcome {
        match planned {
            Ok(residency) => PlacementOutcome::Fits(residency.into()),
            Err(error) => PlacementOutcome::Refused { refused: error.to_string() },
        }
    }
}

impl fmt::Display for ResidentReport {
    /// Two lines, or up to four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (graph, outcome) in [("oriented", &self.oriented), ("whole", &self.whole)] {
            writeln!(f, "{graph:<14}{}", outcome.in_words(&self.device))?;
        }
        let in_tiles = [("triangles", self.triangles), ("4-cliques", self.four_cliques)];
        for (what, tiles) in in_tiles.into_iter().filter_map(|(what, tiles)| Some((what, tiles?))) {
            writeln!(f, "{what:<14}oriented lists in tiles: {}", tiles.planned())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use motherlode::graph::generate;
    use motherlode::runtime::{Device, Travelled};
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
        let (oriented, whole) = (Ok(residency).into(), Err(refused).into());
        let tiles = Travelled { bytes: 5 << 20, of_bytes: 2 << 20 };
        let more = Travelled { bytes: 6 << 20, of_bytes: 2 << 20 };
        let (triangles, four_cliques) = (Some(tiles.into()), Some(more.into()));
        let report = ResidentReport { device, oriented, whole, triangles, four_cliques };
        let lines = format!(
            "oriented      4.0 MiB: 75.0% on cuda:0 (A card), 25.0% on the host\nwhole         does not fit: {words}\n\
             triangles     oriented lists in tiles: about 5.0 MiB will come, each list 2.5 times\n\
             4-cliques     oriented lists in tiles: about 6.0 MiB will come, each list 3.0 times\n"
        );
        assert_eq!(report.to_string(), lines);
        let expected = json!({
            "device": "cuda:0 (A card)",
            "oriented": {"own_bytes": 3 << 20, "neighbour_bytes": 0, "host_bytes": 1 << 20},
            "whole": {"refused": words},
            "triangles": {"bytes": 5 << 20, "of_bytes": 2 << 20},
            "4-cliques": {"bytes": 6 << 20, "of_bytes": 2 << 20},
        });
        assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    }

    #[test]
    fn one_line_for_the_lists_of_a_pattern() {
        let residency = Residency { own: 1 << 20, neighbours: 1 << 20, host: 0 };
        let device = "cuda:1 (A card)".to_owned();
        let report = ResidentLists { device, lists: "whole", outcome: Ok(residency).into(), tiles: None };
        let line = "memory        whole lists, 2.0 MiB: 50.0% on cuda:1 (A card), 50.0% on other cards\n";
        assert_eq!(report.to_string(), line);
        let expected = json!({
            "device": "cuda:1 (A card)", "lists": "whole",
            "own_bytes": 1 << 20, "neighbour_bytes": 1 << 20, "host_bytes": 0,
        });
        assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    }

    #[test]
    fn nothing_is_said_of_the_cpu() {
        let graph = generate::complete(5).unwrap();
        assert!(ResidentLists::of(&Placed::new(&graph, &Device::cpu(None)), Strategy::Walk).is_none());
        assert!(ResidentReport::of(&Placed::new(&graph, &Device::cpu(None))).is_none());
    }
}
