//! How much memory a job took of its devices, and where its graph lay if it was spread over several memories.

use std::fmt;
use std::time::Duration;

use motherlode::runtime::{Device, HostMemory, MemorySize, Residency, Team, Travelled};
use serde::Serialize;

/// What a job took of the memory of its devices, and of the host's for them.
#[derive(Debug, Serialize)]
pub struct MemoryReport {
    devices: Vec<DeviceMemory>,
    /// The most that was pinned of the host's memory for what did not fit on cards, if any was.
    #[serde(skip_serializing_if = "Option::is_none")]
    host_peak_bytes: Option<u64>,
}

/// What a job took of a device's memory.
#[derive(Debug, Serialize)]
struct DeviceMemory {
    device: String,
    /// What it might take at most, where there is a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget_bytes: Option<u64>,
    /// The most that it took at the same time.
    peak_bytes: u64,
    /// Where its graph lay, if it was spread.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<GraphMemory>,
    /// What was brought to it in tiles of lists, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<TileMemory>,
}

/// What is brought to a device in tiles of lists that lie beyond it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TileMemory {
    /// All bytes that came.
    bytes: u64,
    /// The bytes of the lists that they came from: each list came as often as these are contained in the others, on the
    /// average.
    of_bytes: u64,
}

/// Where the arrays of a graph lie, as one device sees them.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GraphMemory {
    own_bytes: u64,
    neighbour_bytes: u64,
    host_bytes: u64,
}

impl MemoryReport {
    /// Of a job that is done: of the devices of `team` that are open.
    pub fn of(team: &Team) -> MemoryReport {
        let others = team.others().iter().filter_map(|other| other.within(Duration::ZERO)?.ok());
        MemoryReport {
            devices: [team.first().clone()].into_iter().chain(others).map(DeviceMemory::of).collect(),
            host_peak_bytes: team.host_memory().map(HostMemory::peak).filter(|&peak| peak > 0),
        }
    }
}

impl DeviceMemory {
    fn of(device: Device) -> DeviceMemory {
        let (budget, graph, tiles) = (device.budget(), device.spread_most(), device.travelled());
        DeviceMemory {
            device: device.to_string(),
            budget_bytes: Some(budget.limit()).filter(|&limit| limit < u64::MAX),
            peak_bytes: budget.peak(),
            graph: (graph.total() > 0).then(|| graph.into()),
            tiles: (tiles.bytes > 0).then(|| tiles.into()),
        }
    }
}

impl From<Residency> for GraphMemory {
    fn from(Residency { own, neighbours, host }: Residency) -> GraphMemory {
        GraphMemory { own_bytes: own, neighbour_bytes: neighbours, host_bytes: host }
    }
}

impl From<Travelled> for TileMemory {
    fn from(Travelled { bytes, of_bytes }: Travelled) -> TileMemory {
        TileMemory { bytes, of_bytes }
    }
}

impl TileMemory {
    /// How often each list comes, on the average.
    fn times(self) -> f64 {
        self.bytes as f64 / self.of_bytes.max(1) as f64
    }

    /// As `about 1.2 GiB will come, each list 4.3 times`.
    pub fn planned(self) -> String {
        format!("about {} will come, each list {:.1} times", MemorySize(self.bytes), self.times())
    }
}

impl fmt::Display for TileMemory {
    /// As `1.2 GiB came in tiles, each list 4.3 times`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} came in tiles, each list {:.1} times", MemorySize(self.bytes), self.times())
    }
}

impl fmt::Display for MemoryReport {
    /// A line, where a graph was spread; nothing otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on_device = |DeviceMemory { device, graph, tiles, .. }: &DeviceMemory| {
            let tiles = tiles.map_or(String::new(), |tiles| format!(", {tiles}"));
            graph.map(|graph| format!("{device}: {}{tiles}", graph.in_words(" of the graph", "here")))
        };
        let lines: Vec<String> = self.devices.iter().filter_map(on_device).collect();
        if lines.is_empty() { Ok(()) } else { writeln!(f, "memory  {}", lines.join("; ")) }
    }
}

impl GraphMemory {
    /// All bytes, wherever they lie.
    pub fn total(self) -> u64 {
        self.own_bytes + self.neighbour_bytes + self.host_bytes
    }

    /// As `61.0% of the graph here, 39.0% on other cards`, where `of` is ` of the graph`, which is said once.
    pub fn in_words(self, mut of: &str, here: &str) -> String {
        let parts = [
            (self.own_bytes, here),
            (self.neighbour_bytes, "on other cards"),
            (self.host_bytes, "on the host"),
        ];
        let parts = parts.into_iter().filter(|&(bytes, _)| bytes > 0).map(|(bytes, place)| {
            let percent = 100.0 * bytes as f64 / self.total() as f64;
            format!("{percent:.1}%{} {place}", std::mem::take(&mut of))
        });
        parts.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn memory(device: &str, budget: Option<u64>, peak_bytes: u64, graph: [u64; 3]) -> DeviceMemory {
        let [own, neighbours, host] = graph;
        let graph = Residency { own, neighbours, host };
        let graph = (graph != Residency::default()).then(|| graph.into());
        DeviceMemory { device: device.to_owned(), budget_bytes: budget, peak_bytes, graph, tiles: None }
    }

    #[test]
    fn what_came_in_tiles_is_said() {
        let mut device = memory("cuda:0", Some(1000), 900, [0, 0, 1 << 20]);
        device.tiles = Some(Travelled { bytes: 5 << 20, of_bytes: 2 << 20 }.into());
        let report = MemoryReport { devices: vec![device], host_peak_bytes: Some(1 << 20) };
        let line =
            "memory  cuda:0: 100.0% of the graph on the host, 5.0 MiB came in tiles, each list 2.5 times\n";
        assert_eq!(report.to_string(), line);
        let tiles = json!({"bytes": 5 << 20, "of_bytes": 2 << 20});
        assert_eq!(serde_json::to_value(&report).unwrap()["devices"][0]["tiles"], tiles);
    }

    #[test]
    fn a_spread_graph_has_a_line() {
        let report = MemoryReport {
            devices: vec![
                memory("cuda:0", Some(1000), 900, [610, 390, 0]),
                memory("cuda:1", Some(1000), 700, [250, 250, 500]),
                memory("cpu (2 threads)", None, 5, [0; 3]),
                memory("cuda:3", Some(9), 0, [0, 0, 7]),
            ],
            host_peak_bytes: Some(507),
        };
        let line = "memory  cuda:0: 61.0% of the graph here, 39.0% on other cards; \
                    cuda:1: 25.0% of the graph here, 25.0% on other cards, 50.0% on the host; \
                    cuda:3: 100.0% of the graph on the host\n";
        assert_eq!(report.to_string(), line);
        let expected = json!({
            "devices": [
                {"device": "cuda:0", "budget_bytes": 1000, "peak_bytes": 900,
                 "graph": {"own_bytes": 610, "neighbour_bytes": 390, "host_bytes": 0}},
                {"device": "cuda:1", "budget_bytes": 1000, "peak_bytes": 700,
                 "graph": {"own_bytes": 250, "neighbour_bytes": 250, "host_bytes": 500}},
                {"device": "cpu (2 threads)", "peak_bytes": 5},
                {"device": "cuda:3", "budget_bytes": 9, "peak_bytes": 0,
                 "graph": {"own_bytes": 0, "neighbour_bytes": 0, "host_bytes": 7}},
            ],
            "host_peak_bytes": 507,
        });
        assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    }

    #[test]
    fn a_graph_that_is_not_spread_has_no_line() {
        let device = Device::cpu(Some(MemorySize(1 << 20)));
        drop(device.zeroed::<u64>(1000).unwrap());
        let team = Team::from(&device).with_host_memory(HostMemory::new(MemorySize(1 << 30)));
        let report = MemoryReport::of(&team);
        assert_eq!(report.to_string(), "");
        let expected = json!({
            "devices": [{"device": device.to_string(), "budget_bytes": 1 << 20, "peak_bytes": 8000}],
        });
        assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    }
}
