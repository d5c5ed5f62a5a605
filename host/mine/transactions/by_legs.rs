//! Growing by legs, where one lane runs alone and the database lies in its cache.
//!
//! A *leg* is an extension of a pattern with all its embeddings: for each, the row of the embedding that it extends,
//! and the vertex (Nijssen and Kok 2004, "A Quickstart in Frequent Structure Mining"). The leg by which a child is grown
//! is the child's column. What the child inherits comes from the legs of its siblings, each joined with its own, row by
//! row; nothing but the surroundings of new vertices is looked for in the graphs.

use std::ops::Range;

use motherlode_device::kernels::transactions::row::bit;
use motherlode_device::kernels::transactions::{Head, Kept, NONE, PatternTask, UNWANTED, pair, unpair};

use super::batch::{
    CountedExtensions, EmbeddingColumn, ExtensionCount, FoundExtensions, GrowthTasks, PatternBatch,
    SearchSite,
};
use super::embedded_pattern::{EmbeddedPattern, Numbering};
use super::legs::{GrowingLeg, Leg, LegPlace, LegScratch, LegStore, Legs};
use crate::runtime::RuntimeError;

impl<'p> PatternBatch<'p> {
    /// Counts the graphs and the embeddings of all extensions of the patterns that `numbering` numbers, and keeps the
    /// legs of those that occur in `least` graphs or more. Others may be counted in part.
    pub(super) fn count_by_legs(
        &self,
        parents: &Legs<'p>,
        site: &'p SearchSite<'p>,
        numbering: &Numbering,
        least: u32,
    ) -> Result<CountedExtensions<'p>, RuntimeError> {
        let (base, rows) = numbering.rows();
        let mut heads = site.pool.heads(rows)?;
        let mut written = LegStore::new(&site.pool, 2 * rows, 2 * rows)?;
        let mut counts = vec![ExtensionCount::default(); numbering.steps.len()];
        let mut places = vec![LegPlace::default(); numbering.steps.len()];
        let mut scratch = site.scratch.lock().pop().unwrap_or_default();
        let mut runs = Vec::new();
        let columns = self.column.chain();
        for (number, task) in numbering.tasks.iter().enumerate() {
            let numbers = task.first as usize..numbering.extensions_of(number).end;
            // Nothing grows from a pattern without extensions; its graphs may be asked for.
            if numbers.len() == 1 && least > 0 {
                continue;
            }
            let (counts, places) = (&mut counts[numbers.clone()], &mut places[numbers.clone()]);
            let heads = &mut heads.host_slice_mut()[(task.start - base) as usize..(task.end - base) as usize];
            let column = &columns[columns.len() - 1][task.start as usize..task.end as usize];
            write_heads(parents, column, heads, &mut runs);
            let search = LegSearch {
                site,
                offsets: site.offsets.host_slice().expect("the device is the CPU"),
                arcs: site.arcs.host_slice().expect("the device is the CPU"),
                columns: &columns,
                column,
                runs: &runs,
                task,
                maps: &numbering.maps,
                back: numbering.backs[number],
                least,
            };
            let twin = search.twin();
            for [place, leg] in numbering.joins_of(number) {
                let leg = parents.leg(*leg);
                let mut join = |place: u32, is_later: bool| {
                    let at = place as usize;
                    (counts[at], places[at]) = match is_later {
                        true => search.join(leg, &mut written, |vertex, taken| vertex > taken),
                        false => search.join(leg, &mut written, |vertex, taken| vertex != taken),
                    }?;
                    Ok::<_, RuntimeError>(())
                };
                join(*place, Some(*place) == twin)?;
                if let (true, both @ 1..) = (Some(*place) == twin, numbering.earlier_twins[number]) {
                    join(both, false)?;
                }
            }
            if task.kinds != 0 {
                // What is inherited is numbered first, and the earlier twin last.
                let inherited = 1 + numbering.joins_of(number).len();
                let end = numbers.len() - usize::from(numbering.earlier_twins[number] != UNWANTED);
                if scratch.legs.len() < end {
                    scratch.legs.resize_with(end, GrowingLeg::default);
                }
                scratch.legs[inherited..end].iter_mut().for_each(GrowingLeg::clear);
                search.look_around(heads, &mut scratch);
                for at in inherited..end {
                    let leg = &scratch.legs[at];
                    counts[at] = ExtensionCount::new(leg.support, leg.rows.len() as u64);
                    if leg.support >= least && !leg.rows.is_empty() {
                        places[at] = written.append(&site.pool, &leg.rows, column.len(), task.start)?;
                    }
                }
            }
            if let (Some(twin), both @ 1..) = (twin, numbering.earlier_twins[number]) {
                let later = counts[twin as usize].embeddings;
                counts[both as usize].embeddings -= later;
            }
        }
        site.scratch.lock().push(scratch);
        let legs = Legs { heads, base, store: written, places };
        Ok(CountedExtensions { counts, base, found: FoundExtensions::ByExtension(legs.into()) })
    }
}

/// Writes the heads of the rows of a pattern, and at which rows of it each of its graphs starts.
fn write_heads(parents: &Legs<'_>, column: &[u64], heads: &mut [Head], runs: &mut Vec<u32>) {
    let before = parents.heads.host_slice();
    let mut graph = NONE;
    runs.clear();
    for ((head, row), index) in heads.iter_mut().zip(column).zip(0..) {
        let (parent, vertex) = unpair(*row);
        // SAFETY: rows lead to those of the parents, of which each has a head.
        let before = unsafe { before.get_unchecked((parent - parents.base) as usize) };
        *head = Head { start: 0, graph: before.graph, signature: before.signature | bit(vertex) };
        if before.graph != graph {
            graph = before.graph;
            runs.push(index);
        }
    }
    runs.push(column.len() as u32);
}

impl Legs<'_> {
    /// Tells the children that were grown from the window's patterns where their rows are: those of the legs that they
    /// were grown by.
    pub(super) fn place_children(
        &self,
        kept: &[Kept],
        growth: &GrowthTasks,
        patterns: &mut [EmbeddedPattern],
    ) {
        for task in &growth.tasks {
            let own = task.child..task.child + task.children;
            let children = kept[task.first as usize..].iter().zip(&self.places[task.first as usize..]);
            let children =
                children.filter(|(kept, _)| own.contains(&kept.child)).take(task.children as usize);
            for (kept, place) in children {
                patterns[kept.child as usize - 1].rows = place.rows.start as u32..place.rows.end as u32;
            }
        }
    }
}

impl EmbeddingColumn<'_> {
    /// This column, on the CPU, and those that its rows lead back to, the first first.
    fn chain(&self) -> Vec<&[u64]> {
        let mut columns = Vec::new();
        let mut at = Some(self);
        while let Some(column) = at {
            columns.push(column.rows.array().host_slice());
            at = column.before.as_deref();
        }
        columns.reverse();
        columns
    }
}

/// The search for the legs of one pattern.
struct LegSearch<'s, 'p> {
    site: &'p SearchSite<'p>,
    /// The database.
    offsets: &'p [u32],
    arcs: &'p [u64],
    columns: &'s [&'s [u64]],
    /// The pattern's own rows.
    column: &'s [u64],
    /// At which of them each graph starts, and where the last one ends.
    runs: &'s [u32],
    task: &'s PatternTask,
    maps: &'s [u32],
    /// The kind of the edge back from the new vertex, counted within those of its label.
    back: u32,
    /// In how many graphs an extension must occur.
    least: u32,
}

impl<'p> LegSearch<'_, 'p> {
    /// The rows of each graph, and how many graphs are left with it.
    #[inline(always)]
    fn graphs(&self) -> impl Iterator<Item = (Range<usize>, u32)> {
        let left = (1..self.runs.len() as u32).rev();
        self.runs.windows(2).map(|bounds| bounds[0] as usize..bounds[1] as usize).zip(left)
    }

    /// The number of the extension by a twin of the new vertex, if it is wanted.
    fn twin(&self) -> Option<u32> {
        let PatternTask { inherited, twin, .. } = *self.task;
        (twin != NONE).then(|| self.maps[(inherited + twin) as usize]).filter(|number| *number != UNWANTED)
    }

    /// Joins the pattern's own leg with a sibling's: writes behind the legs of `written` what extends an embedding by a
    /// vertex of the sibling that `fits` beside the vertex that the embedding took. If that is frequent, it becomes one
    /// of them. Says how often it occurs, and where it is.
    fn join(
        &self,
        leg: Leg<'_>,
        written: &mut LegStore<'p>,
        fits: impl Fn(u32, u32) -> bool + Copy,
    ) -> Result<(ExtensionCount, LegPlace), RuntimeError> {
        // A backward edge took none.
        let no_vertex = if self.task.around == NONE { u64::from(NONE) } else { 0 };
        let column = self.column;
        let mut place = written.next(0, column.len(), self.task.start);
        written.make_room(&self.site.pool, &place)?;
        let (rows, starts) = written.room(&place);
        let (mut support, mut end) = (0, 0);
        for (run, left) in self.graphs() {
            // What is not seen by now cannot be seen in more graphs than are left.
            if support + left < self.least {
                break;
            }
            let own = &column[run.clone()];
            let before = end;
            if leg.between((own[0] >> 32) as u32, (own[own.len() - 1] >> 32) as u32).is_empty() {
                // Beyond 32 bits nothing is grown.
                starts[run].fill(end as u32);
                continue;
            }
            let first = self.task.start + run.start as u32;
            for ((entry, start), row) in own.iter().zip(&mut starts[run]).zip(first..) {
                let taken = (entry | no_vertex) as u32;
                // SAFETY: a pattern's rows lead to those of the pattern that it was grown from, whose leg it is.
                let (found, vertex) = unsafe { leg.of((entry >> 32) as u32) };
                *start = end as u32;
                if end + found.len() >= rows.len() {
                    // Seldom, so that it begins anew then.
                    written.grow(&self.site.pool, place.rows.start, place.rows.start + end + found.len())?;
                    return self.join(leg, written, fits);
                }
                // There is one, or none, mostly. What does not fit is written over.
                rows[end] = pair(row, vertex);
                end += usize::from(!found.is_empty() & fits(vertex, taken));
                for at in found.start + 1..found.end {
                    let vertex = leg.vertex(at);
                    rows[end] = pair(row, vertex);
                    end += usize::from(fits(vertex, taken));
                }
            }
            support += u32::from(end > before);
        }
        let count = ExtensionCount::new(support, end as u64);
        if support < self.least || end == 0 {
            return Ok((count, LegPlace::default()));
        }
        starts[column.len()] = end as u32;
        place.rows.end += end;
        written.take(&place);
        Ok((count, place))
    }

    /// Finds what extends embeddings from their new vertex.
    fn look_around(&self, heads: &[Head], scratch: &mut LegScratch) {
        let LegScratch { map, doubts, legs } = scratch;
        let PatternTask { start, around, roles, kinds, .. } = *self.task;
        map.clear();
        map.extend_from_slice(&self.maps[around as usize..roles as usize]);
        let (map, legs) = (&mut map[..], &mut legs[..]);
        let [mut new, mut closing] = wanted_kinds(map, kinds);
        let mut due = 0;
        for (run, left) in self.graphs() {
            if run.start >= due && left < self.least {
                // What is not seen by now cannot be seen in more graphs than are left.
                if !drop_infrequent(map, legs, self.least - left) {
                    return;
                }
                // A row takes several times as long as a place.
                due = run.start + map.len() / 4;
                [new, closing] = wanted_kinds(map, kinds);
            }
            let graph = heads[run.start].graph;
            // In a small graph the signature tells for certain which vertices are new.
            let is_small = self.site.sizes[graph as usize] <= u64::BITS;
            let doubtful = if is_small { closing } else { new | closing };
            let own_doubt = doubtful >> (self.back & 63) & 1;
            let rows = start + run.start as u32..;
            for ((entry, head), row) in self.column[run.clone()].iter().zip(&heads[run]).zip(rows) {
                let (_, vertex) = unpair(*entry);
                let mut in_doubt = 0;
                for arc in self.arcs(vertex) {
                    let (kind, end) = unpair(*arc);
                    if head.signature & bit(end) != 0 {
                        in_doubt += doubtful >> (kind & 63) & 1;
                        continue;
                    }
                    // SAFETY: the map begins with an element for each kind that starts at the label of the new vertices,
                    // and there is a leg for each number in it.
                    unsafe {
                        let number = *map.get_unchecked(kind as usize);
                        if number != UNWANTED {
                            legs.get_unchecked_mut(number as usize).push(row, end, graph);
                        }
                    }
                }
                // The vertex that the new one was grown from is always there, and closes no cycle.
                if in_doubt > own_doubt {
                    doubts.clear();
                    let is_in_doubt = |arc: u64| {
                        let (kind, end) = unpair(arc);
                        head.signature & bit(end) != 0 && doubtful >> (kind & 63) & 1 != 0
                    };
                    for arc in self.arcs(vertex) {
                        if is_in_doubt(*arc) {
                            doubts.push(*arc);
                        }
                    }
                    self.resolve(doubts, map, legs, *entry, [row, graph]);
                }
            }
        }
    }

    /// Finds what the arcs `doubts` of the new vertex of row `row` extend, whose entry in the column is `entry`: they
    /// close cycles, or lead to new vertices all the same. Uses them up.
    #[inline(never)]
    fn resolve(
        &self,
        doubts: &mut [u64],
        map: &[u32],
        legs: &mut [GrowingLeg],
        entry: u64,
        [row, graph]: [u32; 2],
    ) {
        let (parent, vertex) = unpair(entry);
        let PatternTask { roles, kinds, .. } = *self.task;
        self.column_of_each(parent, doubts, |arc, column| {
            let (kind, end) = unpair(arc);
            let (block, end) = match column {
                None => (0, end),
                Some(column) => match self.maps[roles as usize + column] {
                    NONE => return,
                    place => (1 + place, vertex),
                },
            };
            let number = map[(block * kinds + kind) as usize];
            if number != UNWANTED {
                legs[number as usize].push(row, end, graph);
            }
        });
    }

    /// The neighbourhood of a vertex.
    #[inline(always)]
    fn arcs(&self, vertex: u32) -> &'p [u64] {
        // SAFETY: columns hold vertices, and there is one more offset than vertices; they ascend and end at the number of
        // arcs.
        unsafe {
            let start = *self.offsets.get_unchecked(vertex as usize) as usize;
            let end = *self.offsets.get_unchecked(vertex as usize + 1) as usize;
            self.arcs.get_unchecked(start..end)
        }
    }

    /// Calls `each` for all of `arcs`, with the last column in which the embedding of row `row` of the parents' has the
    /// arc's end, if there is one. Uses them up.
    #[inline(always)]
    fn column_of_each(&self, row: u32, arcs: &mut [u64], mut each: impl FnMut(u64, Option<usize>)) {
        const DONE: u64 = u64::MAX;
        let sought = arcs.iter().fold(0, |sought, arc| sought | bit(*arc as u32));
        let mut left = arcs.len();
        let mut at = row;
        for (column, rows) in self.columns[..self.columns.len() - 1].iter().enumerate().rev() {
            let (before, vertex) = unpair(rows[at as usize]);
            at = before;
            if sought & bit(vertex) == 0 {
                continue;
            }
            for arc in arcs.iter_mut().filter(|arc| **arc as u32 == vertex) {
                each(std::mem::replace(arc, DONE), Some(column));
                left -= 1;
            }
            if left == 0 {
                return;
            }
        }
        arcs.iter().filter(|arc| **arc != DONE).for_each(|arc| each(*arc, None));
    }
}

/// Bit `k % 64` for each kind `k` that is wanted of new vertices, and for each by which a cycle may be closed, as a map
/// around a new vertex has them.
fn wanted_kinds(map: &[u32], kinds: u32) -> [u64; 2] {
    let mut blocks = map.chunks_exact(kinds as usize);
    let add = |wanted: u64, numbers: &[u32]| {
        let kinds = (0..).zip(numbers).filter(|(_, number)| **number != UNWANTED);
        kinds.fold(wanted, |wanted, (kind, _)| wanted | bit(kind))
    };
    let new = blocks.next().map_or(0, |numbers| add(0, numbers));
    [new, blocks.fold(0, add)]
}

/// Drops from a map the extensions that were found in fewer than `least` graphs; says whether any is left.
fn drop_infrequent(map: &mut [u32], legs: &[GrowingLeg], least: u32) -> bool {
    let mut any = false;
    for number in map {
        if *number != UNWANTED && legs[*number as usize].support < least {
            *number = UNWANTED;
        }
        any |= *number != UNWANTED;
    }
    any
}
