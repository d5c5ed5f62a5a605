//! Telling which pattern each row has.

use motherlode_device::kernels::table::WARPS;
use motherlode_device::kernels::table::codes::{CodeArgs, CountCodes, WriteCodes, shared_bytes};
use motherlode_device::memory::{Scratch, Slice};

use super::base::Base;
use super::level::{LevelPatterns, TableLevel, chain};
use super::raw::KeyShape;
use crate::MineError;
use crate::runtime::{Buffer, Lend, RuntimeError};

/// Places for keys at first; there are few patterns as a rule.
const FIRST_PLACES: usize = 1 << 9;
/// How many times as many there are when those were too few.
const GROWTH: usize = 8;

/// Keys by their hashes, and a number for each.
struct HashedKeys {
    keys: Buffer<'static, u64>,
    numbers: Buffer<'static, u64>,
    lost: Buffer<'static, u64>,
}

impl HashedKeys {
    fn new(base: &Base, places: usize) -> Result<HashedKeys, RuntimeError> {
        let device = base.device();
        Ok(HashedKeys {
            keys: device.zeroed(places)?,
            numbers: device.zeroed(places)?,
            lost: device.zeroed(1)?,
        })
    }

    /// What the kernels take for a chunk of the last of these levels.
    fn args<'a>(
        &'a self,
        base: &'a Base,
        levels: &'a [TableLevel],
        chunk: usize,
        lend: &Lend<'_>,
    ) -> CodeArgs<'a> {
        let (last, earlier) = levels.split_last().expect("a table has a level");
        let chunk_of = &last.chunks[chunk];
        let parent_codes =
            earlier.last().map_or(Slice::empty(), |level| lend.slice(&level.chunks[chunk_of.parent].codes));
        CodeArgs {
            graph: base.whole.lists(lend),
            chain: chain(levels, chunk, lend),
            labels: base.labels.as_ref().map_or(Slice::empty(), |labels| lend.slice(labels)),
            parent_codes,
            keys: lend.atomics(&self.keys),
            counts: lend.atomics(&self.numbers),
            lost: lend.atomics(&self.lost),
            codes: Scratch::empty(),
            rows: chunk_of.rows(),
            label_bits: base.label_bits(),
        }
    }
}

/// The patterns of the rows of the last of these levels, whose earlier ones have codes, in order.
///
/// # Errors
/// When there are too many patterns, or the device fails.
pub(super) fn count(base: &Base, levels: &[TableLevel], edges: bool) -> Result<LevelPatterns, MineError> {
    let (last, earlier) = levels.split_last().expect("a table has a level");
    let shape = KeyShape { levels: levels.len() as u32, edges, label_bits: base.label_bits() };
    let parents = match earlier.last().and_then(|level| level.patterns.as_ref()) {
        Some(patterns) => &patterns.raw[..],
        None => &[],
    };
    shape.check(parents.len())?;
    let mut places = FIRST_PLACES;
    let counted = loop {
        base.context.check()?;
        let keys = HashedKeys::new(base, places)?;
        for chunk in 0..last.chunks.len() {
            // SAFETY: the chain is one of the table; the rows before have codes; there is a number for each place, a
            // power of two of them, zeros at first.
            let lend = unsafe { base.device().lend() };
            launch_count(base, &lend, &keys.args(base, levels, chunk, &lend))?;
        }
        base.device().synchronize()?;
        if keys.lost.download_first(1)?[0] == 0 {
            break keys.keys.download()?.into_iter().zip(keys.numbers.download()?);
        }
        places *= GROWTH;
    };
    let mut found: Vec<(u64, u64)> =
        counted.filter(|&(key, _)| key > 0).map(|(key, rows)| (key - 1, rows)).collect();
    found.sort_unstable();
    let (keys, rows): (Vec<u64>, Vec<u64>) = found.into_iter().unzip();
    let raw = keys.iter().map(|&key| shape.pattern(key, parents)).collect();
    Ok(LevelPatterns { keys, raw, rows })
}

/// Writes the codes of the rows of the last of these levels, whose patterns are known, where that was not done.
///
/// # Errors
/// When they do not fit in the memory, or the device fails.
pub(super) fn write(base: &Base, levels: &mut [TableLevel]) -> Result<(), MineError> {
    let last = levels.len() - 1;
    let Some(patterns) = &levels[last].patterns else { return Ok(()) };
    let (keys, capacity) = (patterns.keys.clone(), (2 * patterns.keys.len()).next_power_of_two());
    let table = filled(base, &keys, capacity)?;
    for chunk in 0..levels[last].chunks.len() {
        let (done, rows) = {
            let chunk = &levels[last].chunks[chunk];
            (!chunk.codes.is_empty(), u64::from(chunk.rows()))
        };
        if done || rows == 0 {
            continue;
        }
        base.context.check()?;
        let mut codes = base.store.array(rows)?;
        {
            // SAFETY: as for `count`; the keys that rows have are all there, and there is a code for each row.
            let lend = unsafe { base.device().lend() };
            let args = CodeArgs { codes: lend.scratch(&mut codes), ..table.args(base, levels, chunk, &lend) };
            launch_write(base, &lend, &args)?;
            base.device().synchronize()?;
        }
        levels[last].chunks[chunk].codes = codes;
    }
    Ok(())
}

/// A table that has each of these keys, with its place among them.
fn filled(base: &Base, keys: &[u64], capacity: usize) -> Result<HashedKeys, RuntimeError> {
    let (mut places, mut numbers) = (vec![0; capacity], vec![0; capacity]);
    for (code, &key) in keys.iter().enumerate() {
        let mut place = motherlode_device::kernels::table::codes::hash(key) as usize & (capacity - 1);
        while places[place] != 0 {
            place = (place + 1) & (capacity - 1);
        }
        (places[place], numbers[place]) = (key + 1, code as u64);
    }
    let device = base.device();
    Ok(HashedKeys {
        keys: device.copied(&places)?,
        numbers: device.copied(&numbers)?,
        lost: device.zeroed(1)?,
    })
}

fn launch_count(base: &Base, lend: &Lend<'_>, args: &CodeArgs<'_>) -> Result<(), RuntimeError> {
    let (blocks, shared) = grid(base, args.rows);
    lend.launch_up_to::<CountCodes>(blocks, WARPS, shared, args)
}

fn launch_write(base: &Base, lend: &Lend<'_>, args: &CodeArgs<'_>) -> Result<(), RuntimeError> {
    let (blocks, shared) = grid(base, args.rows);
    lend.launch_up_to::<WriteCodes>(blocks, WARPS, shared, args)
}

/// Blocks that rows are enough for, and their shared memory.
fn grid(base: &Base, rows: u32) -> (u64, usize) {
    let device = base.device();
    let shared = shared_bytes(device.warps_of_block(WARPS), device.lanes());
    // On the CPU a block goes through many rows.
    let blocks = device.blocks_for(rows.into(), device.warps_of_block(WARPS)).max(1);
    (blocks, shared)
}
