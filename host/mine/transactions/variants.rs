//! Supports as Kessl et al. count them (2014, section 6), in their three variants, for comparison.

use std::ops::Range;
use std::str::FromStr;

use motherlode_device::kernels::transactions::Head;
use motherlode_device::kernels::transactions::wide::variants::{
    MarkGraphs, MarkGraphsArgs, SetFlags, SetFlagsArgs,
};

use super::batch::{ExtensionCount, SearchSite};
use super::embedded_pattern::Numbering;
use super::wide::launch;
use crate::columns::Recycled;
use crate::primitives::Sum;
use crate::runtime::{Buffer, RuntimeError};

/// Flags in memory at a time, unless those of one extension are more.
const MOST_FLAGS: usize = 1 << 24;

/// How the graphs that have an extension are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SupportVariant {
    /// All extensions of many patterns in one launch, by flags in shared memory; on the CPU, while they are found.
    #[default]
    Batch,
    /// A reduction for each extension (the paper's *single-ext*).
    SingleExtension,
    /// A segmented reduction for all extensions of a vertex of the rightmost path (*single-seg*).
    SingleSegment,
    /// A segmented reduction for all extensions of a pattern (*multiple-seg*).
    MultipleSegments,
}

/// The names of the variants on the command line: the paper's.
const NAMES: [(&str, SupportVariant); 4] = [
    ("batch", SupportVariant::Batch),
    ("single-ext", SupportVariant::SingleExtension),
    ("single-seg", SupportVariant::SingleSegment),
    ("multi-seg", SupportVariant::MultipleSegments),
];

impl FromStr for SupportVariant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, variant)| *variant).ok_or_else(|| {
            let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
            format!("no way of counting supports is called '{text}': there are {}", names.join(", "))
        })
    }
}

impl SupportVariant {
    /// Cuts the extensions of task `task`, by their numbers, into the ranges that are counted together when each
    /// may have `graphs` graphs.
    fn ranges(self, numbering: &Numbering, task: usize, graphs: usize) -> Vec<Range<usize>> {
        let all = numbering.extensions_of(task);
        let first = numbering.tasks[task].first as usize;
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for place in all.clone() {
            let number = place - first;
            let joins = match self {
                SupportVariant::SingleExtension => false,
                SupportVariant::SingleSegment => {
                    place > all.start && numbering.steps[place].from == numbering.steps[place - 1].from
                }
                SupportVariant::MultipleSegments | SupportVariant::Batch => true,
            };
            match ranges.last_mut() {
                Some(range) if joins && (range.len() + 1) * graphs <= MOST_FLAGS => range.end = number + 1,
                _ => ranges.push(number..number + 1),
            }
        }
        ranges
    }

    /// The counts of all extensions of the embeddings that `numbering` numbers, as `heads` and `entries` list them.
    pub(super) fn count(
        self,
        site: &SearchSite<'_>,
        numbering: &Numbering,
        heads: &Recycled<'_, Head>,
        entries: &Recycled<'_, u64>,
        tallies: &Buffer<'_, ExtensionCount>,
    ) -> Result<Vec<ExtensionCount>, RuntimeError> {
        let ranks = ranks(site, numbering, heads)?;
        let (base, _) = numbering.rows();
        let mut supports = vec![0; numbering.steps.len()];
        for (number, task) in numbering.tasks.iter().enumerate() {
            let graphs = (task.end - task.start).min(site.graphs);
            for range in self.ranges(numbering, number, graphs as usize) {
                let flags = site.device.zeroed::<u32>(range.len() * graphs as usize)?;
                let first = task.first as usize + range.start;
                // SAFETY: the heads, extensions and ranks are those of the numbering's rows; there is a flag for each
                // number of the range and each graph that the task can have, and a tally for each number.
                let lend = unsafe { site.device.lend() };
                let args = SetFlagsArgs {
                    heads: lend.slice(heads.get()),
                    extensions: lend.slice(entries.get()),
                    ranks: lend.slice(ranks.get()),
                    flags: lend.atomics(&flags),
                    tallies: lend.slice(tallies.atomics().part(first as u64, range.len() as u64)),
                    start: task.start - base,
                    end: task.end - base,
                    low: range.start as u32,
                    graphs,
                };
                launch::<SetFlags>(&lend, (task.end - task.start).into(), 0, &args)?;
                self.reduce(site, &flags, graphs, &mut supports[first..first + range.len()])?;
            }
        }
        let mut counts = tallies.download()?;
        counts.iter_mut().zip(supports).for_each(|(count, support)| count.support = support);
        Ok(counts)
    }

    /// Adds up the flags of each extension.
    fn reduce(
        self,
        site: &SearchSite<'_>,
        flags: &Buffer<'_, u32>,
        graphs: u32,
        supports: &mut [u32],
    ) -> Result<(), RuntimeError> {
        let mut primitives = site.primitives.lock();
        if self == SupportVariant::SingleExtension {
            supports[0] = primitives.reduce::<Sum<u32>, _>(flags.slice())? as u32;
            return Ok(());
        }
        let offsets: Vec<u64> =
            (0..=supports.len() as u64).map(|extension| extension * u64::from(graphs)).collect();
        let offsets_there = site.device.upload(&offsets)?;
        let mut sums = site.device.zeroed::<u32>(supports.len())?;
        primitives.segmented_reduce::<Sum<u32>, u64>(flags.slice(), offsets_there.slice(), sums.scratch())?;
        site.device.synchronize()?;
        supports.copy_from_slice(&sums.download()?);
        Ok(())
    }
}

/// For each embedding, how many graphs there are up to it and with it.
fn ranks<'p>(
    site: &'p SearchSite<'_>,
    numbering: &Numbering,
    heads: &Recycled<'_, Head>,
) -> Result<Recycled<'p, u32>, RuntimeError> {
    let (_, rows) = numbering.rows();
    let mut marks = site.pool.numbers(rows)?;
    let mut ranks = site.pool.numbers(rows)?;
    let of_rows = rows as u64;
    // SAFETY: there is a head for each row, and as many marks.
    let lend = unsafe { site.device.lend() };
    let args = MarkGraphsArgs {
        heads: lend.slice(heads.get()),
        marks: lend.scratch(marks.get_mut().scratch().part(0, of_rows)),
    };
    launch::<MarkGraphs>(&lend, of_rows, 0, &args)?;
    let mut primitives = site.primitives.lock();
    let marks_there = marks.get().slice().part(0, of_rows);
    primitives.inclusive_scan::<u32>(marks_there, ranks.get_mut().scratch().part(0, of_rows))?;
    // What is given back to the pool may be written by the next launch.
    site.device.synchronize()?;
    Ok(ranks)
}
