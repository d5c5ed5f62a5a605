//! Where a job runs.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use motherlode::runtime::{HostMemory, ListAccess, Members, MemorySize, Selection};

/// Where a job runs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Device options")]
pub struct DeviceArgs {
    /// auto, cpu, cuda:N or cuda:N,M for cards, cuda:all, or all
    ///
    /// Where to count. 'auto' is the first NVIDIA card, joined by the others when the counting takes more than 0.3
    /// seconds; it is the CPU where there is no driver or no card. 'cuda:N' is the card of that number as 'motherlode
    /// devices' lists them, and no other; 'cuda' is 'cuda:0'. 'cuda:0,2' are these cards, of which the first prepares
    /// the graph; 'cuda:all' are all cards, and 'all' are all cards and the CPU. Several devices share the work, with
    /// the same result as one. A card that is not there is an error, and so is a first card that does not start. Any
    /// other that fails is left out, which standard error says, and the rest do its part.
    #[arg(long, value_name = "DEVICE", default_value_t)]
    pub device: Selection,

    /// The most memory to take on each device, as 4GiB
    ///
    /// A number and a unit: none for bytes, or K, M, G, T for powers of 1024 (KB and KiB, and so on, mean the same).
    /// Each of several devices may take as much.
    /// It is never exceeded: a job takes fewer warps first, and is refused when not even a few fit. The default is
    /// 90% of what is free on a card, and no limit on the CPU, where it covers the buffers of the counting and not
    /// the graph.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub memory: Option<MemorySize>,

    /// The most host memory to take for what does not fit on the cards
    ///
    /// A graph that is too large for a card's part of --memory is spread: over the cards of the job that can read each
    /// other, and what they have no room for lies in pinned host memory, which they read over the bus. What is read
    /// most stays on each card. Written as for --memory; the default is half of what is free on the host, and 0 means
    /// none.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    host_memory: Option<HostLimit>,

    /// How cards get to lists that lie in host memory
    ///
    /// 'in-place': a card reads a list over the bus each time that it needs it. 'tiles': lists of consecutive vertices
    /// are brought to the card together, and mined there; counts of triangles and of cliques can do that, and the
    /// others read in place. 'auto' takes what less time is expected of. It changes nothing where the lists fit on the
    /// cards.
    #[arg(long, value_name = "WAY", default_value = "auto")]
    lists: ListAccessArg,
}

/// How cards get to lists that lie in host memory: [`ListAccess`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListAccessArg {
    Auto,
    InPlace,
    Tiles,
}

impl From<ListAccessArg> for ListAccess {
    fn from(lists: ListAccessArg) -> ListAccess {
        match lists {
            ListAccessArg::Auto => ListAccess::Auto,
            ListAccessArg::InPlace => ListAccess::InPlace,
            ListAccessArg::Tiles => ListAccess::Tiles,
        }
    }
}

impl DeviceArgs {
    /// Whether a device or a budget was asked for.
    pub fn is_asked_for(&self) -> bool {
        self.device != Selection::default()
            || self.memory.is_some()
            || self.host_memory.is_some()
            || self.lists != ListAccessArg::Auto
    }

    /// The devices, each with its budget, and the host's.
    pub fn members(&self) -> Members {
        let host = self
            .host_memory
            .map_or_else(HostMemory::half_of_free, |HostLimit(limit)| limit.map(HostMemory::new));
        Members { selection: self.device.clone(), memory: self.memory, host, lists: self.lists.into() }
    }
}

/// What `--host-memory` says: a size, or 0 for none.
#[derive(Clone, Copy, Debug)]
struct HostLimit(Option<MemorySize>);

impl FromStr for HostLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "0" {
            return Ok(HostLimit(None));
        }
        let size = text.parse().map_err(|wrong: String| format!("{wrong}, or 0 for none"))?;
        Ok(HostLimit(Some(size)))
    }
}
