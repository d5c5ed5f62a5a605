//! The patterns of a batch, and the extensions that they may have.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::transactions::{NONE, PatternTask, UNWANTED};

use super::PreparedDatabase;
use super::repeat::Repeat;
use crate::MineError;
use crate::dfs_code::{Kinds, Step};

/// A vertex of a rightmost path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathVertex {
    pub(super) vertex: u32,
    pub(super) label: u32,
    /// The kind of the edge to the next vertex of the path; of no meaning for the last.
    pub(super) kind: u32,
}

/// An extension of a pattern that its children inherit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sibling {
    pub(super) step: Step,
    /// Where one lane runs alone: whose leg it is, by the number of an extension in the window of the pattern.
    pub(super) leg: u32,
}

/// A frequent pattern whose embeddings are at hand.
#[derive(Clone, Debug)]
pub(super) struct EmbeddedPattern {
    /// Its minimum DFS code.
    pub(super) code: Vec<Step>,
    /// Its rightmost path, from vertex 0 on.
    pub(super) path: Vec<PathVertex>,
    /// The extensions that its parent kept, by number.
    pub(super) siblings: Arc<[Sibling]>,
    /// In how many graphs it occurs.
    pub(super) support: u32,
    /// Its rows in the batch's column.
    pub(super) rows: Range<u32>,
    /// What leads from a row of the parent to its head, modulo 2^32.
    pub(super) head_shift: u32,
    /// The branches of its rightmost path that repeat the ones before them so far.
    repeats: Vec<Repeat>,
    /// How many leaves hang from one vertex by edges of one kind that were grown last, one after another.
    twins: u32,
    /// How many embeddings a row stands for: of those that differ in which twin is which, there is one.
    /// `None` beyond 128 bits.
    pub(super) copies: Option<u128>,
}

impl EmbeddedPattern {
    /// The pattern of one edge.
    pub(super) fn root(
        kinds: &Kinds,
        kind: u32,
        support: u32,
        siblings: Arc<[Sibling]>,
        rows: Range<u32>,
    ) -> EmbeddedPattern {
        let [from, _, to] = kinds.triple(kind);
        EmbeddedPattern {
            code: vec![Step { from: 0, to: 1, kind }],
            path: vec![
                PathVertex { vertex: 0, label: from, kind },
                PathVertex { vertex: 1, label: to, kind: NONE },
            ],
            siblings,
            support,
            rows,
            head_shift: 0,
            repeats: Vec::new(),
            twins: 1,
            copies: Some(1),
        }
    }

    /// The pattern with one more edge.
    pub(super) fn child(
        &self,
        kinds: &Kinds,
        step: Step,
        support: u32,
        siblings: &Arc<[Sibling]>,
        rows: Range<u32>,
        head_shift: u32,
    ) -> EmbeddedPattern {
        let mut code = Vec::with_capacity(self.code.len() + 1);
        code.extend_from_slice(&self.code);
        code.push(step);
        let mut path = self.path.clone();
        if step.is_forward() {
            let length =
                path.iter().position(|at| at.vertex == step.from).expect("the edge starts on the path") + 1;
            path.truncate(length);
            path[length - 1].kind = step.kind;
            path.push(PathVertex { vertex: step.to, label: kinds.triple(step.kind)[2], kind: NONE });
        }
        let twins = self.twins_with(step);
        let copies = self.copies_with(step);
        let repeats = self.repeats.iter().filter_map(|repeat| repeat.after(&self.code, step));
        let repeats = repeats.chain(Repeat::start(&self.code, &self.path, step)).collect();
        let siblings = siblings.clone();
        EmbeddedPattern { code, path, siblings, support, rows, head_shift, repeats, twins, copies }
    }

    /// How many twins the child by `step` has.
    fn twins_with(&self, step: Step) -> u32 {
        let last = self.last_step();
        match step.is_forward() {
            true if last.is_forward() && (last.from, last.kind) == (step.from, step.kind) => self.twins + 1,
            is_forward => u32::from(is_forward),
        }
    }

    /// How many embeddings a row of the child by `step` stands for.
    fn copies_with(&self, step: Step) -> Option<u128> {
        self.copies?.checked_mul(self.twins_with(step).max(1).into())
    }

    /// How many embeddings the pattern has.
    ///
    /// # Errors
    /// When they pass 128 bits.
    pub(super) fn embeddings(&self) -> Result<u128, MineError> {
        embeddings(self.rows.len() as u64, self.copies)
    }

    /// How many the child by `step` has, of which there are so many rows.
    ///
    /// # Errors
    /// When they pass 128 bits.
    pub(super) fn embeddings_of_child(&self, step: Step, rows: u64) -> Result<u128, MineError> {
        embeddings(rows, self.copies_with(step))
    }

    /// The edge that was added last.
    fn last_step(&self) -> Step {
        *self.code.last().expect("a pattern has an edge")
    }

    /// Whether a minimum code that starts with the pattern's may have `step`, as far as can be told without a look at
    /// its isomorphisms.
    fn may_have(&self, kinds: &Kinds, step: Step) -> bool {
        kinds.first(step.kind) >= self.code[0].kind
            && self.repeats.iter().all(|repeat| repeat.allows(&self.code, step))
    }

    /// Whether a child of a pattern that was grown by `step` inherits the pattern's extension `other`.
    ///
    /// Only what the child's rightmost path still has can be grown, and a minimum code grows a vertex by ascending
    /// kinds (Yan and Han 2002, section 4). Back to the same vertex a second arc may lead, of a greater kind.
    pub(super) fn inherits(kinds: &Kinds, step: Step, other: Step) -> bool {
        if step.is_forward() {
            other.is_forward()
                && (other.from, other.kind) >= (step.from, step.kind)
                && other.from == step.from
                || other.is_forward() && other.from < step.from
        } else {
            let joined = || other.kind > step.kind && kinds.are_parallel(step.kind, other.kind);
            other.is_forward() || other.to > step.to || other.to == step.to && joined()
        }
    }
}

/// The kernels' view of a batch: a task for each pattern, and the numbering of all extensions.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    pub(super) tasks: Vec<PatternTask>,
    pub(super) maps: Vec<u32>,
    /// All extensions of all patterns: number `x` of task `t` is at `tasks[t].first + x`. Number 0 is none.
    pub(super) steps: Vec<Step>,
    /// For each task, in how many graphs its pattern occurs.
    pub(super) supports: Vec<u32>,
    /// The extensions that are inherited: the number of each within its task, and whose leg it is in the parents'
    /// window.
    joins: Vec<[u32; 2]>,
    /// For each task, where its joins end.
    join_ends: Vec<usize>,
    /// For each task, the kind of the edge that leads back from the vertex that was added last, counted within those of
    /// the vertex's label.
    pub(super) backs: Vec<u32>,
    /// For each task, the number that its twin has where it comes before the new vertex; [`UNWANTED`] if there is none.
    pub(super) earlier_twins: Vec<u32>,
}

impl Numbering {
    /// Numbers all extensions that patterns may have which are to have at most `max_vertices` vertices.
    pub(super) fn new(
        prepared: &PreparedDatabase,
        patterns: &[EmbeddedPattern],
        max_vertices: usize,
    ) -> Numbering {
        let mut numbering = Numbering {
            tasks: Vec::with_capacity(patterns.len()),
            maps: Vec::with_capacity(32 * patterns.len()),
            steps: Vec::with_capacity(16 * patterns.len()),
            supports: Vec::with_capacity(patterns.len()),
            joins: Vec::with_capacity(2 * patterns.len()),
            join_ends: Vec::with_capacity(patterns.len()),
            backs: Vec::with_capacity(patterns.len()),
            earlier_twins: Vec::with_capacity(patterns.len()),
        };
        for pattern in patterns {
            let vertices = pattern.path.last().expect("a path has vertices").vertex as usize + 1;
            numbering.add(prepared, pattern, vertices < max_vertices);
        }
        numbering
    }

    /// The first row of all tasks, and how many there are from it to the last.
    pub(super) fn rows(&self) -> (u32, usize) {
        let first = self.tasks.iter().map(|task| task.start).min().unwrap_or(0);
        let end = self.tasks.iter().map(|task| task.end).max().unwrap_or(0);
        (first, (end - first) as usize)
    }

    /// The most numbers that a task has.
    pub(super) fn most_extensions(&self) -> usize {
        (0..self.tasks.len()).map(|task| self.extensions_of(task).len() + 1).max().unwrap_or(0)
    }

    /// Where the extensions of task `task` are.
    pub(super) fn extensions_of(&self, task: usize) -> Range<usize> {
        let end = self.tasks.get(task + 1).map_or(self.steps.len(), |next| next.first as usize);
        self.tasks[task].first as usize + 1..end
    }

    /// The extensions that task `task` inherits: the number of each, and whose leg it is in the parents' window.
    pub(super) fn joins_of(&self, task: usize) -> &[[u32; 2]] {
        let start = task.checked_sub(1).map_or(0, |before| self.join_ends[before]);
        &self.joins[start..self.join_ends[task]]
    }

    /// Adds a pattern, which may grow by vertices or by edges alone.
    fn add(&mut self, prepared: &PreparedDatabase, pattern: &EmbeddedPattern, by_vertices: bool) {
        let kinds = &prepared.kinds;
        let last = pattern.last_step();
        let mut task = PatternTask {
            start: pattern.rows.start,
            end: pattern.rows.end,
            head_shift: pattern.head_shift,
            inherited: self.maps.len() as u32,
            around: NONE,
            kinds: 0,
            roles: NONE,
            first: self.steps.len() as u32,
            twin: NONE,
        };
        self.steps.push(Step { from: 0, to: 0, kind: NONE });
        let vertices = pattern.path.last().expect("a path has vertices").vertex + 1;
        let mut count = UNWANTED;
        for Sibling { step: sibling, leg } in pattern.siblings.iter() {
            let to = if sibling.is_forward() { vertices } else { sibling.to };
            let step = Step { to, ..*sibling };
            let inherits = EmbeddedPattern::inherits(kinds, last, *sibling)
                && pattern.may_have(kinds, step)
                && (by_vertices || !step.is_forward());
            count += u32::from(inherits);
            self.maps.push(if inherits { count } else { UNWANTED });
            if inherits {
                self.steps.push(step);
                self.joins.push([count, *leg]);
            }
        }
        let mut earlier = UNWANTED;
        if last.is_forward() {
            let twin = pattern.siblings.iter().position(|sibling| sibling.step == last);
            let place = self.maps.len();
            self.maps.push(UNWANTED);
            let wanted = self.add_around(prepared, pattern, by_vertices, &mut task, count);
            if let Some(twin) = twin {
                task.twin = twin as u32;
                let number = self.maps[task.inherited as usize + twin];
                // Where the new vertex stays a leaf, its twins follow it.
                if wanted && number != UNWANTED {
                    earlier = (self.steps.len() - task.first as usize) as u32;
                    self.maps[place] = earlier;
                    self.steps.push(self.steps[(task.first + number) as usize]);
                }
            }
        }
        self.tasks.push(task);
        self.join_ends.push(self.joins.len());
        let label = pattern.path.last().expect("a path has vertices").label;
        self.backs.push(kinds.reverse(last.kind).wrapping_sub(kinds.from_label(label).start));
        self.supports.push(pattern.support);
        self.earlier_twins.push(earlier);
    }

    /// The extensions around the vertex that was added last; says whether there are any.
    fn add_around(
        &mut self,
        prepared: &PreparedDatabase,
        pattern: &EmbeddedPattern,
        by_vertices: bool,
        task: &mut PatternTask,
        mut count: u32,
    ) -> bool {
        let kinds = &prepared.kinds;
        let (last, path) = pattern.path.split_last().expect("a path has vertices");
        let range = kinds.from_label(last.label);
        (task.around, task.roles) = (self.maps.len() as u32, self.maps.len() as u32);
        if prepared.most_arcs_of[last.label as usize] <= 1 {
            return false;
        }
        let before = count;
        for kind in range.clone() {
            let step = Step { from: last.vertex, to: last.vertex + 1, kind };
            let wanted = by_vertices && pattern.may_have(kinds, step);
            count += u32::from(wanted);
            self.maps.push(if wanted { count } else { UNWANTED });
            if wanted {
                self.steps.push(step);
            }
        }
        let block = self.maps.len();
        self.maps.resize(block + path.len() * range.len(), UNWANTED);
        // Vertices of a path are often of one label.
        let mut between = (NONE, &[][..]);
        for (place, target) in path.iter().enumerate() {
            // The vertex that the last one was grown from has an edge to it already: an arc the other way is another.
            let is_parent = place + 1 == path.len();
            let fits = |kind| !is_parent || kinds.are_parallel(kind, kinds.reverse(target.kind));
            if between.0 != target.label {
                between = (target.label, kinds.between(last.label, target.label));
            }
            for &kind in between.1 {
                let step = Step { from: last.vertex, to: target.vertex, kind };
                let wanted =
                    pattern.may_have(kinds, step) && kinds.reverse(kind) >= target.kind && fits(kind);
                if wanted {
                    count += 1;
                    self.maps[block + place * range.len() + (kind - range.start) as usize] = count;
                    self.steps.push(step);
                }
            }
        }
        if count == before {
            self.maps.truncate(task.around as usize);
            return false;
        }
        task.kinds = range.len() as u32;
        task.roles = self.maps.len() as u32;
        let place =
            |vertex| path.iter().position(|at| at.vertex == vertex).map_or(NONE, |place| place as u32);
        self.maps.push(place(0));
        let steps = &pattern.code[..pattern.code.len() - 1];
        self.maps.extend(steps.iter().map(|step| place(if step.is_forward() { step.to } else { step.from })));
        true
    }
}

/// The embeddings that so many rows of so many copies stand for.
fn embeddings(rows: u64, copies: Option<u128>) -> Result<u128, MineError> {
    copies.and_then(|copies| copies.checked_mul(rows.into())).ok_or(MineError::CountOverflow)
}
