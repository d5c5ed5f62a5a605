//! Batches of patterns: columns, heads, extensions and maps as kernels read them, and what these should find.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use motherlode_device::kernels::transactions::{
    BatchView, DatabaseView, Head, NONE, PatternTask, UNWANTED, pair, unpair,
};
use motherlode_device::memory::Slice;

use super::database::{Database, KINDS};
use super::pattern::{Pattern, Step};
use crate::common::Random;

/// Some patterns of as many edges each, with all that kernels read of them.
pub struct Batch {
    offsets: Vec<u32>,
    arcs: Vec<u64>,
    pub tasks: Vec<PatternTask>,
    pub maps: Vec<u32>,
    columns: Vec<Vec<u64>>,
    heads: Vec<Head>,
    extensions: Vec<u64>,
    /// The rows of all tasks.
    pub rows: Vec<Row>,
    /// How many numbers all tasks have.
    pub numbers: usize,
}

/// An embedding of a batch.
pub struct Row {
    /// Its task.
    pub task: usize,
    /// Its graph.
    pub graph: u32,
    /// The signature of its vertices.
    pub signature: u64,
    /// Its extensions, each by its number and the vertex, ascending.
    pub extensions: Vec<u64>,
}

impl Batch {
    /// The batch of some patterns, in which some extensions are not wanted.
    pub fn new(database: &Database, random: &mut Random, patterns: &[Pattern]) -> Self {
        let (offsets, arcs) = database.arrays();
        let edges = patterns[0].steps.len();
        let mut batch = Batch {
            offsets,
            arcs,
            tasks: vec![],
            maps: vec![],
            // Row 0 is nobody's.
            columns: vec![vec![u64::MAX]; edges + 1],
            heads: vec![],
            extensions: vec![],
            rows: vec![],
            numbers: 0,
        };
        for pattern in patterns {
            batch.add(database, random, pattern);
        }
        batch
    }

    fn add(&mut self, database: &Database, random: &mut Random, pattern: &Pattern) {
        let parents_row = self.columns[self.columns.len() - 2].len() as u32;
        let start = self.columns[self.columns.len() - 1].len() as u32;
        let embeddings = self.add_rows(database, pattern);
        let end = self.columns[self.columns.len() - 1].len() as u32;
        let head = self.add_parents(database, &pattern.parent());
        let task =
            PatternTask { start, end, head_shift: head.wrapping_sub(parents_row), ..PatternTask::default() };
        let steps = self.add_numbers(random, pattern, task);
        for embedding in &embeddings {
            let mut extensions = vec![];
            let new = embedding[embedding.len() - 1];
            for &(number, step, side) in &steps {
                let mut ways = pattern.ways(database, embedding, step);
                ways.retain(|vertex| side.is_none_or(|side| vertex.cmp(&new) == side));
                extensions.extend(ways.into_iter().map(|vertex| pair(number, vertex)));
            }
            extensions.sort_unstable();
            let (graph, signature) = (database.graph_of(embedding), signature(embedding));
            self.rows.push(Row { task: self.tasks.len() - 1, graph, signature, extensions });
        }
    }

    /// Adds the rows of a pattern's embeddings to the last column, and those that they lead back to; returns them.
    fn add_rows(&mut self, database: &Database, pattern: &Pattern) -> Vec<Vec<u32>> {
        let level = pattern.steps.len();
        if level == 0 {
            let embeddings = pattern.embeddings(database);
            self.columns[0].extend(embeddings.iter().map(|embedding| pair(0, embedding[0])));
            return embeddings;
        }
        let parents_row = self.columns[level - 1].len() as u32;
        let parents = self.add_rows(database, &pattern.parent());
        let embeddings = pattern.embeddings(database);
        for embedding in &embeddings {
            let parent = parents.iter().position(|parent| embedding.starts_with(parent)).unwrap() as u32;
            self.columns[level].push(pair(parents_row + parent, embedding[embedding.len() - 1]));
        }
        embeddings
    }

    /// Adds the heads and extensions of a task's parents; returns the number of the first.
    fn add_parents(&mut self, database: &Database, parent: &Pattern) -> u32 {
        let first = self.heads.len() as u32;
        for embedding in parent.embeddings(database) {
            self.heads.push(Head {
                start: self.extensions.len() as u32,
                graph: database.graph_of(&embedding),
                signature: signature(&embedding),
            });
            for (x, step) in (0..).zip(parent.extensions()) {
                let ways = parent.ways(database, &embedding, step);
                self.extensions.extend(ways.into_iter().map(|vertex| pair(x, vertex)));
            }
        }
        self.heads.push(Head { start: self.extensions.len() as u32, ..Head::default() });
        first
    }

    /// Numbers the extensions of a pattern, and adds its maps and its task; returns the numbers, those of twins with
    /// the side of the new vertex on which they are.
    fn add_numbers(
        &mut self,
        random: &mut Random,
        pattern: &Pattern,
        task: PatternTask,
    ) -> Vec<(u32, Step, Option<Ordering>)> {
        let mut steps = vec![];
        let all = pattern.extensions();
        let mut number = |step: Step| {
            if !all.contains(&step) || random.below(5) == 0 {
                return UNWANTED;
            }
            steps.push((steps.len() as u32 + 1, step, None));
            steps.len() as u32
        };
        let (inherited, last) = (self.maps.len() as u32, pattern.steps[pattern.steps.len() - 1]);
        for sibling in pattern.parent().extensions() {
            // Back from what was the last vertex nothing leads once there is another.
            let may = sibling.is_forward() || !last.is_forward();
            let to = if sibling.is_forward() { pattern.last() + 1 } else { sibling.to };
            self.maps.push(if may { number(Step { to, ..sibling }) } else { UNWANTED });
        }
        let (first, siblings) = (self.numbers as u32, self.maps.len());
        let mut task = PatternTask { inherited, around: NONE, roles: NONE, first, twin: NONE, ..task };
        if last.is_forward() {
            self.maps.push(UNWANTED);
            (task.around, task.kinds) = (self.maps.len() as u32, KINDS);
            let (from, new) = (pattern.last(), pattern.last() + 1);
            for &to in [new].iter().chain(&pattern.path) {
                self.maps.extend((0..KINDS).map(|kind| number(Step { from, to, kind })));
            }
            task.roles = self.maps.len() as u32;
            let place = |vertex| pattern.path.iter().position(|&at| at == vertex);
            let before = pattern.steps[..pattern.steps.len() - 1].iter().map(|step| step.from.max(step.to));
            self.maps.extend([0].into_iter().chain(before).map(|v| place(v).map_or(NONE, |at| at as u32)));
            let twin = pattern.parent().extensions().into_iter().position(|sibling| sibling == last);
            if let (Some(twin), 0) = (twin, task.start % 2) {
                task.twin = twin as u32;
                let later = self.maps[inherited as usize + twin];
                if later != UNWANTED {
                    let earlier = steps.len() as u32 + 1;
                    let (_, step, side) = &mut steps[later as usize - 1];
                    *side = Some(Ordering::Greater);
                    let step = *step;
                    self.maps[siblings] = earlier;
                    steps.push((earlier, step, Some(Ordering::Less)));
                }
            }
        }
        self.numbers += 1 + steps.len();
        self.tasks.push(task);
        steps
    }

    /// In how many graphs each task's pattern occurs.
    pub fn supports(&self) -> Vec<u32> {
        let graphs = |task| -> BTreeSet<u32> {
            self.rows.iter().filter(|row| row.task == task).map(|row| row.graph).collect()
        };
        (0..self.tasks.len()).map(|task| graphs(task).len() as u32).collect()
    }

    /// For each number of each task, in how many graphs and in how many embeddings that extension occurs.
    pub fn counts(&self) -> Vec<(u32, u64)> {
        let mut found = vec![(BTreeSet::new(), 0); self.numbers];
        for row in &self.rows {
            for &extension in &row.extensions {
                let (graphs, embeddings) =
                    &mut found[(self.tasks[row.task].first + unpair(extension).0) as usize];
                graphs.insert(row.graph);
                *embeddings += 1;
            }
        }
        found.into_iter().map(|(graphs, embeddings)| (graphs.len() as u32, embeddings)).collect()
    }

    /// How many extensions an embedding can have around its new vertex at most.
    pub fn most_around(&self) -> u32 {
        2 * self.offsets.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap()
    }

    /// The columns as kernels take them.
    pub fn columns(&self) -> Vec<Slice<'_, u64>> {
        self.columns.iter().map(|column| Slice::from(&column[..])).collect()
    }

    /// What kernels take, with the batch's own [`columns`](Self::columns).
    pub fn view<'a>(&'a self, columns: &'a [Slice<'a, u64>]) -> BatchView<'a> {
        let (offsets, arcs) = (Slice::from(&self.offsets[..]), Slice::from(&self.arcs[..]));
        BatchView {
            database: DatabaseView { offsets, arcs },
            tasks: Slice::from(&self.tasks[..]),
            maps: Slice::from(&self.maps[..]),
            columns: Slice::from(columns),
            heads: Slice::from(&self.heads[..]),
            extensions: Slice::from(&self.extensions[..]),
        }
    }
}

/// The signature of these vertices: the bits of their numbers modulo 64.
fn signature(vertices: &[u32]) -> u64 {
    vertices.iter().fold(0, |all, v| all | 1 << (v % 64))
}
