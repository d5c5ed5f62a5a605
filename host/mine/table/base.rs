//! What all levels of a table stand on.

use std::sync::Arc;

use motherlode_device::kernels::table::planned::ExtendPlanned;
use motherlode_device::kernels::table::{WARPS, shared_bytes};

use super::{TableError, TableOptions};
use crate::clock::Clock;
use crate::columns::Store;
use crate::graph::Attributes;
use crate::graph::attributes::{Dictionary, EdgeAttributes, VertexLabels};
use crate::place::{Prepared, WholeGraph};
use crate::placed::Known;
use crate::runtime::{Buffer, Device};
use crate::{Context, MineError, Placed};

/// What columns leave free: a part of the budget, and so many bytes if the budget is small.
const RESERVE: u64 = 16;
const LEAST_RESERVE: u64 = 64 << 10;

/// The graph on a device, and the memories for columns.
#[derive(Debug)]
pub(super) struct Base {
    known: Arc<Known>,
    attributes: Option<Arc<Attributes>>,
    pub whole: Arc<WholeGraph>,
    /// By vertex the code of its label, if vertices have labels.
    pub labels: Option<Buffer<'static, u32>>,
    /// By vertex the code of its label, if vertices have labels, on the host.
    label_codes: Option<Vec<u32>>,
    pub store: Store,
    pub context: Context,
    pub max_degree: u32,
    resident_blocks: u64,
}

impl Base {
    /// Gets the graph, all of it, on the first of its devices.
    ///
    /// # Errors
    /// When the graph has more than tables know, does not fit in the memory, or the device fails.
    pub fn new(placed: &Placed, options: &TableOptions) -> Result<Base, MineError> {
        let attributes = placed.target().attributes.cloned();
        if let Some(what) = attributes.as_deref().and_then(unknown_to_tables) {
            return Err(TableError::Attributes { what }.into());
        }
        let (known, clock) = (placed.known(0), Clock::default());
        let (form, device) = (&known.form, placed.team().first());
        let (prepared, whole) = (form.prepared(&clock), form.whole(&clock)?);
        let labels = attributes.as_deref().and_then(|attributes| attributes.vertices.as_ref());
        let code = |labels: &VertexLabels, old: u32| labels.of(old).first().map_or(0, |&label| label + 1);
        let label_codes: Option<Vec<u32>> =
            labels.map(|labels| prepared.old_of_new().iter().map(|&old| code(labels, old)).collect());
        let labels = label_codes.as_ref().map(|labels| device.copied(labels)).transpose()?;
        let shared = shared_bytes(device.warps_of_block(WARPS), device.lanes());
        let resident_blocks = device.resident_blocks::<ExtendPlanned>(WARPS, shared)?.into();
        let max_degree = prepared.stats().max_degree;
        let left = device.budget().left();
        let reserve = (left / RESERVE).max(LEAST_RESERVE.min(left / 2));
        let store = Store::new(device, placed.team().host_memory(), reserve);
        let context = options.context.clone();
        Ok(Base {
            known,
            attributes,
            whole,
            labels,
            label_codes,
            store,
            context,
            max_degree,
            resident_blocks,
        })
    }

    pub fn device(&self) -> &Device {
        self.store.device()
    }

    /// The graph on the host.
    pub fn prepared(&self) -> &Prepared {
        self.known.form.prepared(&Clock::default())
    }

    /// What the labels of vertices are called. A label's code is its number in the dictionary plus 1; 0 is that of a
    /// vertex without.
    pub fn label_names(&self) -> Option<&Dictionary> {
        self.attributes.as_ref()?.vertices.as_ref().map(|vertices| &vertices.labels)
    }

    /// The vertices whose label has a code, or all for none.
    pub fn vertices(&self, label: Option<u32>) -> Vec<u32> {
        let label_of = |v: u32| self.label_codes.as_ref().map_or(0, |codes| codes[v as usize]);
        (0..self.prepared().csr().n()).filter(|&v| label.is_none_or(|label| label_of(v) == label)).collect()
    }

    /// Bits of a label in a key.
    pub fn label_bits(&self) -> u32 {
        self.label_names().map_or(0, |names| u64::BITS - (names.len() as u64).leading_zeros())
    }

    /// Blocks of a kernel that extends rows that run at once.
    pub fn resident_blocks(&self) -> u64 {
        self.resident_blocks
    }
}

/// What a graph has that tables do not know.
fn unknown_to_tables(attributes: &Attributes) -> Option<&'static str> {
    if attributes.is_directed() {
        return Some("directions");
    }
    let differ = |edges: &EdgeAttributes| {
        let several = |&code: &u32| edges.labels.labels_of(code).count() > 1;
        edges.out.first().is_some_and(several) || edges.out.windows(2).any(|two| two[0] != two[1])
    };
    if attributes.edges.as_deref().is_some_and(differ) {
        return Some("edges of different labels");
    }
    let several = |labels: &VertexLabels| labels.offsets.windows(2).any(|ends| ends[1] - ends[0] > 1);
    attributes.vertices.as_ref().is_some_and(several).then_some("vertices of several labels")
}
