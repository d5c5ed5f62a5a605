//! A batch of patterns on the device: counting its extensions, and growing the batch of their children.

use std::sync::Arc;

use bytemuck::Zeroable;
use motherlode_device::DeviceCopy;
use motherlode_device::kernels::transactions::{
    BatchView, DatabaseView, ExtensionTally, GrowTask, Head, Kept, PatternTask,
};
use motherlode_device::memory::Slice;
use parking_lot::Mutex;

use super::PreparedDatabase;
use super::embedded_pattern::{EmbeddedPattern, Numbering};
use super::legs::{LegScratch, Legs};
use super::variants::SupportVariant;
use crate::columns::{Recycled, RecycledArrays};
use crate::primitives::Primitives;
use crate::runtime::{Atomic, Buffer, Device, Lend, RuntimeError};

/// What a core's cache holds, in bytes, about.
const CACHE_BYTES: usize = 512 << 10;

/// Where a search takes place: the device, its arrays that are free, and the database on it.
pub(super) struct SearchSite<'p> {
    pub(super) device: &'p Device,
    pub(super) pool: RecycledArrays<'p>,
    pub(super) offsets: Buffer<'p, u32>,
    pub(super) arcs: Buffer<'p, u64>,
    /// Whether the database is larger than a core's cache.
    pub(super) large: bool,
    /// Whether kernels are run by one lane at a time, with the kernels made for that.
    pub(super) alone: bool,
    /// How many vertices each graph has.
    pub(super) sizes: Vec<u32>,
    /// How many extensions an embedding can have around a new vertex at most.
    pub(super) most_around: u32,
    /// What searches for legs keep, of those that are not under way.
    pub(super) scratch: Mutex<Vec<LegScratch>>,
    /// The number of graphs.
    pub(super) graphs: u32,
    /// How supports are counted, unless by one lane.
    pub(super) variant: SupportVariant,
    pub(super) primitives: Mutex<Primitives<'p>>,
}

impl<'p> SearchSite<'p> {
    /// Puts the database on the device.
    pub(super) fn new(
        prepared: &'p PreparedDatabase,
        device: &'p Device,
        variant: SupportVariant,
    ) -> Result<Self, RuntimeError> {
        let large = size_of_val(&prepared.arcs[..]) + size_of_val(&prepared.offsets[..]) > CACHE_BYTES;
        let mut sizes = vec![0; prepared.graphs as usize];
        prepared.graph_of.iter().for_each(|graph| sizes[*graph as usize] += 1);
        Ok(SearchSite {
            device,
            pool: RecycledArrays::new(device),
            offsets: device.upload(&prepared.offsets)?,
            arcs: device.upload(&prepared.arcs)?,
            large,
            graphs: prepared.graphs,
            // Neighbours that a signature leaves in doubt are told of twice: as unwanted, and for what they are.
            most_around: 2 * prepared.most_arcs(),
            scratch: Mutex::default(),
            sizes,
            alone: device.is_scalar() && variant == SupportVariant::Batch,
            variant,
            primitives: Mutex::new(Primitives::new(device)),
        })
    }
}

/// The embeddings of a level, one a row: from which row of the column before it was grown, and by which vertex.
pub(super) struct EmbeddingColumn<'p> {
    pub(super) rows: ColumnRows<'p>,
    pub(super) before: Option<Arc<EmbeddingColumn<'p>>>,
}

/// Where the rows of a column lie.
pub(super) enum ColumnRows<'p> {
    /// One pattern after another.
    Own(Recycled<'p, u64>),
    /// Where the legs are that the patterns were grown by.
    Legs(Arc<Legs<'p>>),
}

impl<'p> ColumnRows<'p> {
    /// The array that has them.
    pub(super) fn array(&self) -> &Recycled<'p, u64> {
        match self {
            ColumnRows::Own(rows) => rows,
            ColumnRows::Legs(legs) => legs.rows(),
        }
    }
}

/// Heads and extensions of embeddings.
pub(super) struct Extensions<'p> {
    pub(super) heads: Recycled<'p, Head>,
    pub(super) entries: Recycled<'p, u64>,
}

/// Where a batch finds the extensions of its parents.
pub(super) enum Parents<'p> {
    /// With the parents' heads.
    Grown(Extensions<'p>),
    /// The parents are the vertices: their extensions are all edges.
    Vertices(Recycled<'p, Head>),
    /// With the rows of the embeddings that have them: so they are where one lane runs, and its cache has the database.
    Legs(Arc<Legs<'p>>),
}

/// Patterns of the same number of edges, their column, and the extensions of their parents.
pub(super) struct PatternBatch<'p> {
    pub(super) patterns: Vec<EmbeddedPattern>,
    pub(super) column: Arc<EmbeddingColumn<'p>>,
    pub(super) parents: Parents<'p>,
}

/// How often an extension occurs, as the host reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, DeviceCopy, PartialEq, Eq, Zeroable)]
pub(super) struct ExtensionCount {
    seen: u32,
    /// In how many graphs.
    pub(super) support: u32,
    /// In how many embeddings.
    pub(super) embeddings: u64,
}

impl ExtensionCount {
    pub(super) fn new(support: u32, embeddings: u64) -> ExtensionCount {
        ExtensionCount { seen: 0, support, embeddings }
    }
}

// SAFETY: `ExtensionTally` has the fields of `ExtensionCount` as atomics, in that order and layout, as is asserted
// beside it.
unsafe impl Atomic for ExtensionCount {
    type Cell = ExtensionTally;
}

/// All extensions of the embeddings of some patterns of a batch, and how often each occurs.
pub(super) struct CountedExtensions<'p> {
    pub(super) counts: Vec<ExtensionCount>,
    /// The first row in the batch's column.
    pub(super) base: u32,
    pub(super) found: FoundExtensions<'p>,
}

/// The extensions that were found.
pub(super) enum FoundExtensions<'p> {
    /// By embedding.
    ByRow(Box<Extensions<'p>>),
    /// By extension.
    ByExtension(Arc<Legs<'p>>),
}

impl<'p> FoundExtensions<'p> {
    /// Whether 32 bits can number the rows of all children.
    pub(super) fn can_be_numbered(&self) -> bool {
        match self {
            FoundExtensions::ByRow(_) => true,
            FoundExtensions::ByExtension(legs) => legs.length() <= u32::MAX as usize,
        }
    }

    /// The heads of the embeddings.
    pub(super) fn heads(&self) -> &Recycled<'p, Head> {
        match self {
            FoundExtensions::ByRow(extensions) => &extensions.heads,
            FoundExtensions::ByExtension(legs) => &legs.heads,
        }
    }
}

/// Which patterns are grown, and how many heads, extensions and rows come of it. The rows of the children begin at 1:
/// row 0 is for what makes no child.
pub(super) struct GrowthTasks {
    pub(super) tasks: Vec<GrowTask>,
    /// By the number of a child, from 1, its first row; number 0 stands for none.
    pub(super) cursors: Vec<u32>,
    pub(super) heads: u32,
    pub(super) extensions: u32,
    pub(super) rows: u32,
}

impl<'p> PatternBatch<'p> {
    /// Counts the graphs and the embeddings of all extensions of the patterns that `numbering` numbers, which are
    /// consecutive. An extension that occurs in fewer than `least` graphs may be counted in part, and of a pattern that
    /// has only such extensions, not all are written.
    pub(super) fn count(
        &self,
        site: &'p SearchSite<'p>,
        numbering: &Numbering,
        least: u32,
    ) -> Result<CountedExtensions<'p>, RuntimeError> {
        match &self.parents {
            Parents::Legs(parents) => self.count_by_legs(parents, site, numbering, least),
            Parents::Grown(_) | Parents::Vertices(_) if site.alone => {
                self.count_alone(site, numbering, least)
            }
            Parents::Grown(_) | Parents::Vertices(_) => self.count_wide(site, numbering),
        }
    }

    /// Grows the patterns of `growth`: their extensions, and the column of the children. Legs say themselves which rows
    /// `children` have.
    pub(super) fn grow(
        &self,
        site: &'p SearchSite<'p>,
        counted: &CountedExtensions<'p>,
        kept: &[Kept],
        growth: &GrowthTasks,
        children: &mut [EmbeddedPattern],
    ) -> Result<(Parents<'p>, Arc<EmbeddingColumn<'p>>), RuntimeError> {
        let (parents, rows) = match &counted.found {
            FoundExtensions::ByExtension(legs) => {
                legs.place_children(kept, growth, children);
                (Parents::Legs(legs.clone()), ColumnRows::Legs(legs.clone()))
            }
            FoundExtensions::ByRow(extensions) if site.alone => {
                let (extensions, rows) = extensions.grow_alone(counted.base, site, kept, growth)?;
                (Parents::Grown(extensions), ColumnRows::Own(rows))
            }
            FoundExtensions::ByRow(extensions) => {
                let (extensions, rows) = extensions.grow_wide(counted.base, site, kept, growth)?;
                (Parents::Grown(extensions), ColumnRows::Own(rows))
            }
        };
        Ok((parents, Arc::new(EmbeddingColumn { rows, before: Some(self.column.clone()) })))
    }

    /// Calls `launch` with the kernels' view of the batch, lent by `lend`.
    pub(super) fn with_view<R>(
        &self,
        site: &SearchSite<'_>,
        lend: &Lend<'_>,
        tasks: &[PatternTask],
        maps: &[u32],
        launch: impl FnOnce(BatchView<'_>) -> Result<R, RuntimeError>,
    ) -> Result<R, RuntimeError> {
        let device = site.device;
        let mut columns: Vec<Slice<'_, u64>> = Vec::with_capacity(self.patterns[0].code.len() + 1);
        let mut at = Some(&self.column);
        while let Some(column) = at {
            columns.push(lend.slice(column.rows.array().get()));
            at = column.before.as_ref();
        }
        columns.reverse();
        let columns = device.upload(&columns)?;
        let tasks = device.upload(tasks)?;
        let maps = device.upload(maps)?;
        let database = DatabaseView { offsets: lend.slice(&site.offsets), arcs: lend.slice(&site.arcs) };
        let (heads, extensions) = match &self.parents {
            Parents::Grown(Extensions { heads, entries }) => (heads, lend.slice(entries.get())),
            Parents::Vertices(heads) => (heads, database.arcs),
            Parents::Legs(_) => unreachable!("one lane takes them without a launch"),
        };
        launch(BatchView {
            database,
            tasks: lend.slice(&tasks),
            maps: lend.slice(&maps),
            columns: lend.slice(&columns),
            heads: lend.slice(heads.get()),
            extensions,
        })
    }
}
