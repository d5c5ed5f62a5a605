//! Devices by name: each is opened when it is first asked for, and stays open as long as the process.

use motherlode::runtime::{HostMemory, ListAccess, Members, Selection, Team, list_cards};
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{IntoException, misuse};
use crate::process::claim;

/// What devices are asked for: a name as `--device` has it, and the most memory to take on each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedDevices {
    pub device: String,
    pub memory: Option<String>,
}

static OPEN: Mutex<Vec<(WantedDevices, Team)>> = Mutex::new(Vec::new());

/// The devices, which are opened if they are not open yet.
///
/// # Errors
/// A name that is none, a device that this machine does not have, or that does not start.
pub fn team(wanted: &WantedDevices) -> PyResult<Team> {
    claim()?;
    let open = || OPEN.lock();
    if let Some((_, team)) = open().iter().find(|(known, _)| known == wanted) {
        return Ok(team.clone());
    }
    let selection = selection(&wanted.device)?;
    let memory = wanted.memory.as_deref().map(str::parse).transpose();
    let memory = memory.map_err(|error| misuse(format_args!("memory: {error}")))?;
    let host = HostMemory::half_of_free();
    let members = Members { selection, memory, host, lists: ListAccess::Auto };
    let team = Team::open(&members, &[]).map_err(|error| error.exception())?;
    let mut open = open();
    // Another thread may have opened them meanwhile.
    if let Some((_, team)) = open.iter().find(|(known, _)| known == wanted) {
        return Ok(team.clone());
    }
    open.push((wanted.clone(), team.clone()));
    Ok(team)
}

/// Refuses what is no name of a device.
#[pyfunction]
pub fn check_device(name: &str) -> PyResult<()> {
    selection(name).map(drop)
}

fn selection(name: &str) -> PyResult<Selection> {
    name.parse().map_err(|error: String| misuse(error))
}

/// The cards of this machine: a dictionary for each, with its `device` (as `"cuda:0"`), `name`, `multiprocessors` and
/// `memory` (a text). None where there is no driver or no card.
#[pyfunction]
pub fn cards(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let Ok(cards) = py.detach(list_cards) else { return Ok(Vec::new()) };
    let mut described = Vec::new();
    for card in cards {
        let entry = PyDict::new(py);
        entry.set_item("device", format!("cuda:{}", card.ordinal))?;
        entry.set_item("name", card.name)?;
        entry.set_item("multiprocessors", card.multiprocessors)?;
        entry.set_item("memory", card.memory.to_string())?;
        described.push(entry);
    }
    Ok(described)
}

/// Has the CPU work with so many threads.
///
/// # Errors
/// When it has begun already.
#[pyfunction]
pub fn set_threads(threads: usize) -> PyResult<()> {
    claim()?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(|_| {
        misuse(
            "the threads of this process have begun already: call set_threads before the first graph is made, or set \
             RAYON_NUM_THREADS before Python starts",
        )
    })
}
