//! In how many graphs each extension of a batch occurs: flags in shared memory, reduced there.

use core::mem::offset_of;
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::shared_words;
use crate::kernels::transactions::{ExtensionTally, Head, PatternTask, unpair};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// Rows at which a tile starts: so many graphs, at most, start in it.
pub const TILE_ROWS: u32 = 256;
/// Words of flags for each extension.
const FLAG_WORDS: usize = TILE_ROWS as usize / 32;
/// Words of shared memory for each extension: its flags, and how often it occurs.
const WORDS_EACH: usize = FLAG_WORDS + 1;

/// Bytes of shared memory with which [`count_support`] counts `extensions` at a time, in blocks of `warps` warps.
pub const fn shared_bytes(extensions: usize, warps: u32) -> usize {
    (warps as usize + extensions * WORDS_EACH) * size_of::<u32>()
}

/// What [`count_support`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SupportArgs<'a> {
    /// The patterns.
    pub tasks: Slice<'a, PatternTask>,
    /// For each tile, its task, and the row from which it starts: a multiple of [`TILE_ROWS`] rows after the task's
    /// first.
    pub tiles: Slice<'a, [u32; 2]>,
    /// The heads of all embeddings of the batch, and one more to end the last.
    pub heads: Slice<'a, Head>,
    /// Their extensions, by number.
    pub extensions: Slice<'a, u64>,
    /// One for each number of each task, zero at the start.
    pub tallies: Slice<'a, ExtensionTally>,
}

const _: () = assert!(offset_of!(SupportArgs<'_>, tallies) == 64);

/// Counts the graphs and the embeddings of each extension of each pattern of a batch.
///
/// This is the reduction by extension and graph of Kessl et al. (section 6), of all patterns at once, without their
/// flag arrays in memory. A block takes a tile: the graphs of a pattern that start in a range of its rows. It sets,
/// in shared memory, a flag for each extension and graph of the tile, and then adds up the flags of each extension.
/// So every graph is counted in one block, once. Where a pattern has more extensions than fit, the tile is read
/// again for the next ones. Shared memory: [`shared_bytes`]. Bound by the atomics in shared memory.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_support<B: Block>(block: B, args: &SupportArgs<'_>) {
    let words = shared_words(block);
    let warps = block.warps() as usize;
    let (totals, words) = words.get().split_at(warps);
    let room = words.len() / WORDS_EACH;
    let mut number = block.index() as usize;
    while let Some(&[task, start]) = args.tiles.get().get(number) {
        let tile = GraphTile::new(args, task as usize, start);
        let mut low = 0;
        while low < tile.tallies.len() {
            let tallies = &tile.tallies[low..(low + room).min(tile.tallies.len())];
            let (counts, flags) = words[..tallies.len() * WORDS_EACH].split_at(tallies.len());
            let mut at = block.thread() as usize;
            while at < tallies.len() * WORDS_EACH {
                words[at].store(0, Relaxed);
                at += block.threads() as usize;
            }
            block.sync();
            tile.set_flags(block, totals, low as u32, counts, flags);
            block.sync();
            add_up(block, tallies, counts, flags);
            block.sync();
            low += room;
        }
        number += block.count() as usize;
    }
}

/// The graphs of a pattern that start in a range of its rows.
struct GraphTile<'a> {
    /// The heads of its embeddings, and one more.
    heads: &'a [Head],
    extensions: &'a [u64],
    /// Those of the task.
    tallies: &'a [ExtensionTally],
}

impl<'a> GraphTile<'a> {
    #[inline(always)]
    fn new(args: &SupportArgs<'a>, number: usize, start: u32) -> Self {
        let tasks = args.tasks.get();
        let task = &tasks[number];
        let base = tasks[0].start;
        let all = &args.heads.get()[(task.start - base) as usize..=(task.end - base) as usize];
        let rows = all.len() - 1;
        let first = (start - task.start) as usize;
        let from = graph_start(&all[..rows], first);
        let to = graph_start(&all[..rows], (first + TILE_ROWS as usize).min(rows));
        let tallies = args.tallies.get();
        let end = tasks.get(number + 1).map_or(tallies.len(), |next| next.first as usize);
        GraphTile {
            heads: &all[from..=to],
            extensions: args.extensions.get(),
            tallies: &tallies[task.first as usize..end],
        }
    }

    /// Sets the flags, and counts the embeddings, of the extensions from number `low` on for which there are counts.
    #[inline(always)]
    fn set_flags<B: Block>(
        &self,
        block: B,
        totals: &[AtomicU32],
        low: u32,
        counts: &[AtomicU32],
        flags: &[AtomicU32],
    ) {
        let rows = self.heads.len() - 1;
        let warp = block.warp();
        let mut graphs = 0;
        let mut first = 0;
        while first < rows {
            let row = first + block.thread() as usize;
            let inside = row < rows;
            let new = inside && (row == 0 || self.heads[row].graph != self.heads[row - 1].graph);
            let votes = warp.ballot(new);
            if warp.lane() == 0 {
                totals[block.warp_index() as usize].store(votes.count_ones(), Relaxed);
            }
            block.sync();
            let sum = |totals: &[AtomicU32]| totals.iter().map(|total| total.load(Relaxed)).sum::<u32>();
            let before = sum(&totals[..block.warp_index() as usize]);
            let up_to_here = (votes & warp.lanes_below()).count_ones() + u32::from(new);
            // The number of the row's graph in the tile, and one.
            let graph = graphs + before + up_to_here;
            graphs += sum(totals);
            if inside {
                let (start, end) = (self.heads[row].start as usize, self.heads[row + 1].start as usize);
                for extension in &self.extensions[start..end] {
                    let at = unpair(*extension).0.wrapping_sub(low) as usize;
                    if at < counts.len() {
                        counts[at].fetch_add(1, Relaxed);
                        let (word, bit) =
                            (at * FLAG_WORDS + (graph - 1) as usize / 32, 1 << ((graph - 1) % 32));
                        if flags[word].load(Relaxed) & bit == 0 {
                            flags[word].fetch_or(bit, Relaxed);
                        }
                    }
                }
            }
            block.sync();
            first += block.threads() as usize;
        }
    }
}

/// The first of `rows`, from `row` on, at which a graph starts; their number if there is none.
#[inline(always)]
fn graph_start(rows: &[Head], row: usize) -> usize {
    if row == 0 || row == rows.len() {
        return row;
    }
    let graph = rows[row - 1].graph;
    row + rows[row..].partition_point(|head| head.graph == graph)
}

/// Adds to the tallies what a tile has counted.
#[inline(always)]
fn add_up<B: Block>(block: B, tallies: &[ExtensionTally], counts: &[AtomicU32], flags: &[AtomicU32]) {
    let mut at = block.thread() as usize;
    while at < tallies.len() {
        let embeddings = counts[at].load(Relaxed);
        if embeddings > 0 {
            let words = &flags[at * FLAG_WORDS..(at + 1) * FLAG_WORDS];
            let graphs: u32 = words.iter().map(|word| word.load(Relaxed).count_ones()).sum();
            tallies[at].support.fetch_add(graphs, Relaxed);
            tallies[at].embeddings.fetch_add(u64::from(embeddings), Relaxed);
        }
        at += block.threads() as usize;
    }
}
