//! The maximal cliques of three vertices and more themselves, as rows on the device.

use std::ops::Range;

use motherlode_device::kernels::maximal_cliques::members::{MaximalCliqueMembersArgs, ROW_HEAD};
use motherlode_device::memory::Slice;

use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::bins::FindMembers;
use super::search::RootSearch;
use crate::MineError;
use crate::deal::{Share, Work};
use crate::memory::batch_bytes;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// The most tasks of a launch.
const MOST_TASKS: usize = 1 << 16;
/// What part of the memory that is left rows may take.
const PART: u64 = 4;

/// Whose rows are asked for, in an order: it cuts all cliques into parts that lie one behind the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CliqueRowTasks {
    /// All of the roots at some positions.
    Roots(Range<u64>),
    /// Those of the root at a position that begin with some vertices, given by their places in its list, and go on with
    /// one of others, each of which is a task.
    Beginnings { position: u64, firsts: Vec<u32>, next: Range<u32> },
}

impl CliqueRowTasks {
    /// How many tasks these are.
    pub fn count(&self) -> u64 {
        match self {
            CliqueRowTasks::Roots(positions) => positions.end - positions.start,
            CliqueRowTasks::Beginnings { next, .. } => (next.end - next.start).into(),
        }
    }

    /// Some of them.
    pub fn part(&self, tasks: Range<u64>) -> CliqueRowTasks {
        match self {
            CliqueRowTasks::Roots(positions) => {
                CliqueRowTasks::Roots(positions.start + tasks.start..positions.start + tasks.end)
            }
            CliqueRowTasks::Beginnings { position, firsts, next } => CliqueRowTasks::Beginnings {
                position: *position,
                firsts: firsts.clone(),
                next: next.start + tasks.start as u32..next.start + tasks.end as u32,
            },
        }
    }
}

/// What came of tasks.
pub(crate) struct TaskRows {
    /// The rows, in no order, each as the number of its task, how many vertices it has, and these; if there was room
    /// for all.
    pub rows: Option<Vec<u32>>,
    /// How many numbers the rows of each task take; of a task that takes more than there is room for, it is at least so
    /// many.
    pub lengths: Vec<u64>,
}

/// Writes the rows of tasks, share after share as it is asked to.
pub(crate) struct RowSearch {
    writer: Swept<CliqueRowWriter>,
    /// The roots, once parts of one were asked for.
    roots: Option<Vec<u32>>,
}

impl RowSearch {
    /// For the first `roots` roots, and cliques of at least so many vertices.
    pub(super) fn new(on: OnDevice, roots: usize, least: u32) -> Result<Self, RuntimeError> {
        Ok(RowSearch { writer: CliqueRowWriter::new(on, roots, least)?, roots: None })
    }

    /// All roots.
    pub fn roots(&self) -> u64 {
        self.writer.tasks()
    }

    /// How many tasks keep the device busy, from a root on.
    pub fn least_tasks(&self, root: u64) -> u64 {
        self.writer.least_share(root).min(self.most_tasks())
    }

    /// The most tasks that can be asked for at once.
    pub fn most_tasks(&self) -> u64 {
        self.writer.sweep().lengths.len() as u64
    }

    /// Numbers that there is room for.
    pub fn room(&self) -> u64 {
        self.writer.sweep().rows.len() as u64
    }

    /// Vertices in the list of the root at a position.
    pub fn list(&self, position: u64) -> u32 {
        self.writer.on().outline().lengths.get(position)
    }

    /// Finds the rows of some tasks, which are those of the share's roots.
    ///
    /// # Errors
    /// When a kernel fails, or the job is to stop.
    ///
    /// # Panics
    /// If there are more than [`most_tasks`](Self::most_tasks).
    pub fn find(&mut self, share: &Share<'_>, tasks: &CliqueRowTasks) -> Result<TaskRows, MineError> {
        let beginnings = match tasks {
            CliqueRowTasks::Roots(_) => None,
            CliqueRowTasks::Beginnings { position, firsts, next } => {
                let root = self.root(*position)?;
                Some(RootBeginnings::new(self.writer.on().device(), root, firsts, next.clone())?)
            }
        };
        self.writer.sweep_mut().beginnings = beginnings;
        self.writer.run(share)?;
        self.writer.sweep_mut().found(tasks.count() as usize)
    }

    /// The root at a position.
    fn root(&mut self, position: u64) -> Result<u32, RuntimeError> {
        let roots = match self.roots.take() {
            Some(roots) => roots,
            None => self.writer.on().oriented().download_roots()?,
        };
        Ok(self.roots.insert(roots)[position as usize])
    }
}

/// Writes rows: those of the share's roots, which are the tasks, or some of those of its only one.
struct CliqueRowWriter {
    search: RootSearch,
    /// What the rows of the only root begin with, if not all are asked for.
    beginnings: Option<RootBeginnings>,
    rows: Buffer<'static, u32>,
    lengths: Buffer<'static, u64>,
    length: Buffer<'static, u64>,
    /// Sizes, of which none are counted.
    sizes: Buffer<'static, u64>,
}

impl CliqueRowWriter {
    fn new(on: OnDevice, roots: usize, least: u32) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let rows = device.unwritten(room(device, on.most_vertices())?)?;
        let tasks = roots.max(on.outline().lengths.get(0) as usize).min(MOST_TASKS);
        let (lengths, length, sizes) = (device.zeroed(tasks)?, device.zeroed(1)?, device.zeroed(0)?);
        let search = RootSearch::new::<FindMembers>(&on, roots, least)?;
        Swept::new(on, 0, CliqueRowWriter { search, beginnings: None, rows, lengths, length, sizes })
    }

    /// What came of so many tasks.
    fn found(&mut self, tasks: usize) -> Result<TaskRows, MineError> {
        self.beginnings = None;
        let length = self.length.download_first(1)?[0] as usize;
        let rows = (length <= self.rows.len()).then(|| self.rows.download_first(length)).transpose()?;
        Ok(TaskRows { rows, lengths: self.lengths.download_first(tasks)? })
    }
}

// SAFETY: that of the search; there is a length for each task; rows are written where each launch has reserved a part,
// within those that there are. Where there are beginnings, each time that the root is there has one. Nothing is counted
// by size, or at vertices.
unsafe impl Sweep for CliqueRowWriter {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.search.rounds.tasks()
    }

    fn draws(&self, _: &OnDevice, _: Range<u64>) -> Vec<Range<u64>> {
        self.search.rounds.ends().into_iter().map(|end| 0..end).collect()
    }

    fn prepare(&mut self, _: &OnDevice, tasks: &Range<u64>) -> Result<(), RuntimeError> {
        let mut parts = self.search.rounds.parts(tasks);
        let mut count = (tasks.end - tasks.start) as usize;
        if let Some(beginnings) = &self.beginnings {
            count = beginnings.roots.len();
            for part in parts.iter_mut().filter(|part| part.roots() > 0) {
                *part = Bin { first: 0, end: count as u32, parts: 1, ..*part };
            }
        }
        self.search.rounds.begin_with(parts)?;
        self.lengths.overwrite(&vec![0; count])?;
        self.length.overwrite(&[0])
    }

    /// Launches parts of the bins, whose tasks are numbered from that of the first root on; or of one root what has
    /// some beginnings.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let CliqueRowWriter { search, beginnings, rows, lengths, length, sizes } = self;
        let beginnings = beginnings.as_ref();
        let roots = beginnings.map(|beginnings| &beginnings.roots);
        search.launch(on, lend, share, roots, sizes, |track, launched, search| {
            let first = beginnings.map_or(share.tasks.start as u32, |_| 0);
            let number = launched.part.first - first;
            let args = MaximalCliqueMembersArgs {
                search,
                starts: beginnings.map_or(Slice::empty(), |beginnings| lend.slice(&beginnings.starts)),
                firsts: beginnings.map_or(Slice::empty(), |beginnings| lend.slice(&beginnings.firsts)),
                lengths: lend.slice(lengths.atomics().part(number.into(), launched.part.roots())),
                length: lend.atomics(length),
                rows: lend.scratch(&mut *rows),
                at_vertices: Slice::empty(),
                near: Slice::empty(),
                first: number,
                unused: 0,
            };
            launched.bin.launch::<FindMembers>(lend, track, &args)
        })
    }

    fn rest(&mut self, _: &OnDevice, _: &Range<u64>) -> Result<Option<Vec<u64>>, RuntimeError> {
        self.search.rounds.rest()
    }
}

/// A root as often as there are tasks, and what the cliques of each begin with.
struct RootBeginnings {
    roots: Buffer<'static, u32>,
    starts: Buffer<'static, u32>,
    firsts: Buffer<'static, u32>,
}

impl RootBeginnings {
    fn new(device: &Device, root: u32, firsts: &[u32], next: Range<u32>) -> Result<Self, RuntimeError> {
        let tasks = (next.end - next.start) as usize;
        let width = firsts.len() as u32 + 1;
        let starts: Vec<u32> = (0..=tasks as u32).map(|task| task * width).collect();
        let all: Vec<u32> = next.flat_map(|last| firsts.iter().copied().chain([last])).collect();
        Ok(RootBeginnings {
            roots: device.copied(&vec![root; tasks])?,
            starts: device.copied(&starts)?,
            firsts: device.copied(&all)?,
        })
    }
}

/// Numbers of rows that there is to be room for: at least for one row of the most vertices.
fn room(device: &Device, most: u32) -> Result<usize, RuntimeError> {
    let (budget, number) = (device.budget(), size_of::<u32>() as u64);
    let room = (budget.left() / PART).min(batch_bytes(device)) / number;
    let least = ROW_HEAD as u64 + u64::from(most);
    match room < least {
        true => Err(budget.too_small(budget.limit() - budget.left() + PART * least * number)),
        false => Ok(room as usize),
    }
}
