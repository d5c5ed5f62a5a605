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
use super::embedded_pattern::Numbering;
use super::legs::{Leg, Legs};
use crate::columns::Recycled;
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
        let mut written = LegStore { rows: site.pool.words(2 * rows)?, length: 0 };
        let mut counts = vec![ExtensionCount::default(); numbering.steps.len()];
        let mut ranges = vec![0..0; numbering.steps.len()];
        let mut legs = site.legs.lock().pop().unwrap_or_default();
        let mut map = Vec::new();
        if legs.len() < numbering.most_extensions() {
            legs.resize_with(numbering.most_extensions(), Leg::default);
        }
        let columns = self.column.chain();
        for (number, task) in numbering.tasks.iter().enumerate() {
            let numbers = task.first as usize..numbering.extensions_of(number).end;
            let joins = numbering.joins_of(number);
            // What is inherited is numbered first, and the earlier twin last.
            let around =
                1 + joins.len()..numbers.len() - usize::from(numbering.earlier_twins[number] != UNWANTED);
            let legs = &mut legs[..around.end];
            legs[around.clone()].iter_mut().for_each(Leg::clear);
            let heads = &mut heads.host_slice_mut()[(task.start - base) as usize..(task.end - base) as usize];
            let search = LegSearch {
                site,
                parents,
                columns: &columns,
                column: &columns[columns.len() - 1][task.start as usize..task.end as usize],
                task,
                maps: &numbering.maps,
                back: numbering.backs[number],
                support: numbering.supports[number],
                least,
            };
            // Nothing grows from a pattern without extensions; its graphs may be asked for.
            if numbers.len() > 1 || least == 0 {
                search.write_heads(heads);
            }
            let twin = search.twin();
            for [place, leg] in joins {
                let leg = &parents.rows.host_slice()[parents.ranges[*leg as usize].clone()];
                let mut join = |place: u32, is_later: bool| {
                    let at = numbers.start + place as usize;
                    (counts[at], ranges[at]) = match is_later {
                        true => search.join(heads, leg, &mut written, |vertex, taken| vertex > taken),
                        false => search.join(heads, leg, &mut written, |vertex, taken| vertex != taken),
                    }?;
                    Ok::<_, RuntimeError>(())
                };
                join(*place, Some(*place) == twin)?;
                if let (true, both @ 1..) = (Some(*place) == twin, numbering.earlier_twins[number]) {
                    join(both, false)?;
                }
            }
            if task.kinds != 0 {
                search.look_around(heads, legs, &mut map);
            }
            for place in around {
                let (at, leg) = (numbers.start + place, &legs[place]);
                counts[at] = ExtensionCount::new(leg.support, leg.rows.len() as u64);
                if leg.support >= least && !leg.rows.is_empty() {
                    ranges[at] = written.append(site, &leg.rows)?;
                }
            }
            if let (Some(twin), both @ 1..) = (twin, numbering.earlier_twins[number]) {
                let later = counts[numbers.start + twin as usize].embeddings;
                counts[numbers.start + both as usize].embeddings -= later;
            }
        }
        site.legs.lock().push(legs);
        let legs = Legs { heads, base, rows: written.rows, ranges };
        Ok(CountedExtensions { counts, base, found: FoundExtensions::ByExtension(legs.into()) })
    }
}

impl Legs<'_> {
    /// The column of the children that grow from the patterns of `growth`: the legs that they are grown by.
    pub(super) fn column<'p>(
        &self,
        site: &'p SearchSite<'p>,
        kept: &[Kept],
        growth: &GrowthTasks,
    ) -> Result<Recycled<'p, u64>, RuntimeError> {
        let mut rows = site.pool.words(growth.rows as usize)?;
        let (column, legs) = (rows.host_slice_mut(), self.rows.host_slice());
        for task in &growth.tasks {
            let own = task.child..task.child + task.children;
            let children = (task.first as usize..).zip(&kept[task.first as usize..]);
            let children =
                children.filter(|(_, kept)| own.contains(&kept.child)).take(task.children as usize);
            for (at, kept) in children {
                let leg = &legs[self.ranges[at].clone()];
                let start = growth.cursors[kept.child as usize] as usize;
                column[start..start + leg.len()].copy_from_slice(leg);
            }
        }
        Ok(rows)
    }
}

impl EmbeddingColumn<'_> {
    /// This column, on the CPU, and those that its rows lead back to, the first first.
    fn chain(&self) -> Vec<&[u64]> {
        let mut columns = Vec::new();
        let mut at = Some(self);
        while let Some(column) = at {
            columns.push(column.rows.host_slice());
            at = column.before.as_deref();
        }
        columns.reverse();
        columns
    }
}

/// Where the legs of a window come to lie, one after another.
struct LegStore<'p> {
    rows: Recycled<'p, u64>,
    length: usize,
}

impl<'p> LegStore<'p> {
    /// Appends a leg, and says where it is.
    fn append(&mut self, site: &'p SearchSite<'p>, leg: &[u64]) -> Result<Range<usize>, RuntimeError> {
        let range = self.length..self.length + leg.len();
        if range.end > self.rows.host_slice().len() {
            self.grow(site, self.length, range.end)?;
        }
        self.rows.host_slice_mut()[range.clone()].copy_from_slice(leg);
        self.length = range.end;
        Ok(range)
    }

    /// Makes room for `least` rows or more; the first `written` stay.
    #[cold]
    fn grow(&mut self, site: &'p SearchSite<'p>, written: usize, least: usize) -> Result<(), RuntimeError> {
        let mut rows = site.pool.words(2 * least)?;
        rows.host_slice_mut()[..written].copy_from_slice(&self.rows.host_slice()[..written]);
        self.rows = rows;
        Ok(())
    }
}

/// The search for the legs of one pattern.
struct LegSearch<'s, 'p> {
    site: &'p SearchSite<'p>,
    parents: &'s Legs<'p>,
    columns: &'s [&'s [u64]],
    /// The pattern's own rows.
    column: &'s [u64],
    task: &'s PatternTask,
    maps: &'s [u32],
    /// The kind of the edge back from the new vertex, counted within those of its label.
    back: u32,
    /// In how many graphs the pattern occurs.
    support: u32,
    /// In how many an extension must occur.
    least: u32,
}

impl<'p> LegSearch<'_, 'p> {
    /// Writes the pattern's heads; where each would start is how many graphs come before its own.
    fn write_heads(&self, heads: &mut [Head]) {
        let parents = self.parents.heads.host_slice();
        let (mut graph, mut graphs) = (NONE, u32::MAX);
        for (head, row) in heads.iter_mut().zip(self.column) {
            let (parent, vertex) = unpair(*row);
            let before = parents[(parent - self.parents.base) as usize];
            graphs = graphs.wrapping_add(u32::from(before.graph != graph));
            graph = before.graph;
            *head = Head { start: graphs, graph, signature: before.signature | bit(vertex) };
        }
    }

    /// The number of the extension by a twin of the new vertex, if it is wanted.
    fn twin(&self) -> Option<u32> {
        let PatternTask { inherited, twin, .. } = *self.task;
        (twin != NONE).then(|| self.maps[(inherited + twin) as usize]).filter(|number| *number != UNWANTED)
    }

    /// Joins the pattern's own leg with a sibling's: writes behind the legs of `written` what extends an embedding by a
    /// vertex of the sibling that `fits` beside the vertex that the embedding took. If that is frequent, it becomes one
    /// of them. Says how often it occurs, and where it is.
    #[inline(always)]
    fn join(
        &self,
        heads: &[Head],
        leg: &[u64],
        written: &mut LegStore<'p>,
        fits: impl Fn(u32, u32) -> bool,
    ) -> Result<(ExtensionCount, Range<usize>), RuntimeError> {
        // A backward edge took none.
        let no_vertex = if self.task.around == NONE { u64::from(NONE) } else { 0 };
        let column = self.column;
        let start = written.length;
        let (mut rows, mut end) = (written.rows.host_slice_mut(), start);
        let (mut support, mut last) = (0, NONE);
        let (mut row, mut at) = (0, 0);
        while row < column.len() {
            let parent = column[row] >> 32;
            at = skip(leg, at, parent << 32);
            let Some(entry) = leg.get(at) else { break };
            if entry >> 32 != parent {
                row = skip(column, row, entry >> 32 << 32);
                continue;
            }
            // What is not seen by now cannot be seen in more graphs than are left.
            let Head { start: gone, graph, .. } = heads[row];
            if support + self.support - gone < self.least {
                break;
            }
            let mut behind = at + 1;
            while leg.get(behind).is_some_and(|entry| entry >> 32 == parent) {
                behind += 1;
            }
            let before = end;
            while let Some(entry) = column.get(row).filter(|entry| **entry >> 32 == parent) {
                let taken = (*entry | no_vertex) as u32;
                let own = self.task.start + row as u32;
                if end + (behind - at) > rows.len() {
                    written.grow(self.site, end, end + (behind - at))?;
                    rows = written.rows.host_slice_mut();
                }
                // What does not fit is written over.
                for entry in &leg[at..behind] {
                    rows[end] = pair(own, *entry as u32);
                    end += usize::from(fits(*entry as u32, taken));
                }
                row += 1;
            }
            at = behind;
            if end > before && graph != last {
                support += 1;
                last = graph;
            }
        }
        let is_kept = support >= self.least && end > start;
        written.length = if is_kept { end } else { start };
        Ok((ExtensionCount::new(support, (end - start) as u64), start..written.length))
    }

    /// Writes what extends embeddings from their new vertex. `map` keeps its memory from pattern to pattern.
    fn look_around(&self, heads: &[Head], legs: &mut [Leg], map: &mut Vec<u32>) {
        let PatternTask { start, around, roles, kinds, .. } = *self.task;
        let offsets = self.site.offsets.host_slice().expect("the device is the CPU");
        let arcs = self.site.arcs.host_slice().expect("the device is the CPU");
        map.clear();
        map.extend_from_slice(&self.maps[around as usize..roles as usize]);
        let mut closing = closing_kinds(map, kinds);
        let (mut graph, mut due, mut doubtful, mut own_doubt) = (NONE, 0, 0, 0);
        for ((index, entry), head) in self.column.iter().enumerate().zip(heads) {
            let (parent, vertex) = unpair(*entry);
            if head.graph != graph {
                if index >= due && head.start + self.least > self.support {
                    // What is not seen by now cannot be seen in more graphs than are left.
                    if !drop_infrequent(map, legs, head.start + self.least - self.support) {
                        return;
                    }
                    // A row takes several times as long as a place.
                    due = index + map.len() / 4;
                    closing = closing_kinds(map, kinds);
                }
                graph = head.graph;
                // In a small graph the signature tells for certain which vertices are new.
                doubtful = if self.site.sizes[graph as usize] <= u64::BITS { closing } else { u64::MAX };
                own_doubt = doubtful >> (self.back & 63) & 1;
            }
            let row = start + index as u32;
            let arcs = &arcs[offsets[vertex as usize] as usize..offsets[vertex as usize + 1] as usize];
            let mut doubts = 0;
            for arc in arcs {
                let (kind, end) = unpair(*arc);
                if head.signature & bit(end) != 0 {
                    doubts += doubtful >> (kind & 63) & 1;
                    continue;
                }
                let number = map[kind as usize];
                if number != UNWANTED {
                    legs[number as usize].push(row, end, graph);
                }
            }
            // The vertex that the new one was grown from is always there, and closes no cycle.
            if doubts > own_doubt {
                for arc in arcs {
                    let (kind, end) = unpair(*arc);
                    if head.signature & bit(end) == 0 || doubtful >> (kind & 63) & 1 == 0 {
                        continue;
                    }
                    let (block, end) = match self.column_of(parent, end) {
                        None => (0, end),
                        Some(column) => match self.maps[roles as usize + column] {
                            NONE => continue,
                            place => (1 + place, vertex),
                        },
                    };
                    let number = map[(block * kinds + kind) as usize];
                    if number != UNWANTED {
                        legs[number as usize].push(row, end, graph);
                    }
                }
            }
        }
    }

    /// The last column in which the embedding of row `row` of the parents' has `vertex`.
    fn column_of(&self, row: u32, vertex: u32) -> Option<usize> {
        let mut at = row;
        for (column, rows) in self.columns[..self.columns.len() - 1].iter().enumerate().rev() {
            let (before, candidate) = unpair(rows[at as usize]);
            if candidate == vertex {
                return Some(column);
            }
            at = before;
        }
        None
    }
}

/// Bit `k % 64` for each kind `k` by which a cycle may be closed, as a map around a new vertex has them.
fn closing_kinds(map: &[u32], kinds: u32) -> u64 {
    let wanted = map.iter().enumerate().skip(kinds as usize).filter(|(_, number)| **number != UNWANTED);
    wanted.fold(0, |closing, (place, _)| closing | bit(place as u32 % kinds))
}

/// The first place from `at` on of what is not less than `least`, in an ascending list.
#[inline(always)]
fn skip(list: &[u64], mut at: usize, least: u64) -> usize {
    // How far it is nobody can foresee: eight are compared at once, without a branch.
    while let Some(eight) = list.get(at..at + 8).filter(|eight| eight[0] < least) {
        let less = eight.iter().map(|word| usize::from(*word < least)).sum::<usize>();
        at += less;
        if less < 8 {
            return at;
        }
    }
    while list.get(at).is_some_and(|word| *word < least) {
        at += 1;
    }
    at
}

/// Drops from a map the extensions that were seen in fewer than `least` graphs; says whether any is left.
fn drop_infrequent(map: &mut [u32], legs: &[Leg], least: u32) -> bool {
    let mut any = false;
    for number in map {
        if *number != UNWANTED && legs[*number as usize].support < least {
            *number = UNWANTED;
        }
        any |= *number != UNWANTED;
    }
    any
}
