//! Databases of graphs, patterns in them, and batches of these as kernels take them: all by trying each vertex at each place.

use std::collections::BTreeSet;

use motherlode_device::kernels::transactions::{
    BatchView, DatabaseView, Head, NONE, Task, UNWANTED, pair, unpair,
};
use motherlode_device::memory::Slice;

use crate::common::Random;

/// Labels of vertices.
const LABELS: u32 = 2;
/// The kinds of edges that start at a label: two labels of edges, and the label of the other end.
const KINDS: u32 = 2 * LABELS;

/// Graphs, their vertices numbered through.
pub struct Database {
    labels: Vec<u32>,
    graph_of: Vec<u32>,
    /// For each two vertices the label of their edge, if they have one.
    edges: Vec<Vec<Option<u32>>>,
}

impl Database {
    /// Graphs of a few vertices, one of them without edges, and one of many, with a vertex that has many neighbours.
    pub fn random(random: &mut Random) -> Self {
        let mut sizes = vec![(1, 0), (4, 0)];
        sizes.extend((0..14).map(|i| (5 + i % 4, 6 + i)));
        sizes.insert(7, (150, 130));
        let all = sizes.iter().map(|(n, _)| n).sum::<u32>() as usize;
        let labels = (0..all).map(|_| random.below(LABELS)).collect();
        let mut database = Database { labels, graph_of: vec![], edges: vec![vec![None; all]; all] };
        for (graph, (n, edges)) in (0..).zip(sizes) {
            let first = database.graph_of.len();
            database.graph_of.resize(first + n as usize, graph);
            for edge in 0..edges {
                let hub = edge % 4 == 0 && n > 100;
                let ends = [if hub { 9 } else { random.below(n) }, random.below(n)];
                let [v, w] = ends.map(|end| first + end as usize);
                if v != w {
                    let label = Some(random.below(3) / 2);
                    (database.edges[v][w], database.edges[w][v]) = (label, label);
                }
            }
        }
        database
    }

    fn vertices(&self) -> u32 {
        self.labels.len() as u32
    }

    /// The kind of an edge, if there is one.
    fn kind(&self, v: u32, w: u32) -> Option<u32> {
        self.edges[v as usize][w as usize].map(|label| label * LABELS + self.labels[w as usize])
    }

    /// The graph of an embedding.
    fn graph_of(&self, embedding: &[u32]) -> u32 {
        self.graph_of[embedding[0] as usize]
    }

    /// Offsets and arcs, those of a vertex from the last neighbour to the first.
    fn arrays(&self) -> (Vec<u32>, Vec<u64>) {
        let (mut offsets, mut arcs) = (vec![0], vec![]);
        for v in 0..self.vertices() {
            let neighbors = (0..self.vertices()).rev();
            arcs.extend(neighbors.filter_map(|w| self.kind(v, w).map(|kind| pair(kind, w))));
            offsets.push(arcs.len() as u32);
        }
        (offsets, arcs)
    }
}

/// An edge of a pattern: to a new vertex, if that is the greater, or back from the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    from: u32,
    to: u32,
    kind: u32,
}

impl Step {
    fn is_forward(self) -> bool {
        self.to > self.from
    }
}

/// A pattern, as it grew.
#[derive(Clone, Debug)]
pub struct Pattern {
    steps: Vec<Step>,
    labels: Vec<u32>,
    /// The rightmost path.
    path: Vec<u32>,
}

impl Pattern {
    fn vertex(label: u32) -> Self {
        Pattern { steps: vec![], labels: vec![label], path: vec![0] }
    }

    /// The last vertex.
    fn last(&self) -> u32 {
        self.labels.len() as u32 - 1
    }

    /// The pattern with one more edge.
    fn grown(&self, step: Step) -> Self {
        let mut grown = self.clone();
        grown.steps.push(step);
        if step.is_forward() {
            grown.labels.push(step.kind % LABELS);
            grown.path.retain(|&vertex| vertex <= step.from);
            grown.path.push(step.to);
        }
        grown
    }

    /// The pattern before the last edge.
    fn parent(&self) -> Self {
        let steps = &self.steps[..self.steps.len() - 1];
        steps.iter().fold(Pattern::vertex(self.labels[0]), |pattern, &step| pattern.grown(step))
    }

    /// The edges by which it may grow: from its rightmost path to a new vertex, and from the last vertex back to the path.
    fn extensions(&self) -> Vec<Step> {
        let linked =
            |to| self.steps.iter().any(|s| (s.from.min(s.to), s.from.max(s.to)) == (to, self.last()));
        let back = self.path.iter().filter(|&&to| to != self.last() && !linked(to));
        let back = back.map(|&to| (self.last(), to));
        let ends = self.path.iter().map(|&from| (from, self.last() + 1)).chain(back);
        let steps = ends.flat_map(|(from, to)| (0..KINDS).map(move |kind| Step { from, to, kind }));
        // An edge back leads to a vertex whose label is known.
        steps
            .filter(|step| step.is_forward() || step.kind % LABELS == self.labels[step.to as usize])
            .collect()
    }

    /// Whether these vertices and the last one, as many as the pattern's or fewer, are the start of an embedding.
    fn fits(&self, database: &Database, before: &[u32], last: u32) -> bool {
        let at = |place: u32| match before.get(place as usize) {
            None if place as usize == before.len() => Some(last),
            other => other.copied(),
        };
        let is_edge = |step: &Step| match (at(step.from), at(step.to)) {
            (Some(v), Some(w)) => database.kind(v, w) == Some(step.kind),
            _ => true,
        };
        let first = at(0).map(|v| database.labels[v as usize]);
        first == Some(self.labels[0]) && !before.contains(&last) && self.steps.iter().all(is_edge)
    }

    /// The embeddings, in order.
    fn embeddings(&self, database: &Database) -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        for _ in &self.labels {
            let longer = all.iter().flat_map(|one: &Vec<u32>| {
                let fitting = (0..database.vertices()).filter(|&v| self.fits(database, one, v));
                fitting.map(|v| [&one[..], &[v]].concat())
            });
            all = longer.collect();
        }
        all
    }

    /// By which vertices an embedding grows along `step`: new ones, or its own last.
    fn ways(&self, database: &Database, embedding: &[u32], step: Step) -> Vec<u32> {
        let (grown, (&last, before)) = (self.grown(step), embedding.split_last().unwrap());
        if step.is_forward() {
            (0..database.vertices()).filter(|&v| grown.fits(database, embedding, v)).collect()
        } else {
            grown.fits(database, before, last).then_some(last).into_iter().collect()
        }
    }

    /// A pattern of `edges` edges that has embeddings, but not a great many.
    pub fn random(database: &Database, random: &mut Random, edges: usize) -> Self {
        let mut pattern = Pattern::vertex(random.below(LABELS));
        while pattern.steps.len() < edges {
            let mut steps = pattern.extensions();
            if random.below(3) > 0 && steps.iter().any(|step| !step.is_forward()) {
                steps.retain(|step| !step.is_forward());
            }
            let step = steps[random.below(steps.len() as u32) as usize];
            let grown = pattern.grown(step);
            if (3..700).contains(&grown.embeddings(database).len()) {
                pattern = grown;
            } else if random.below(20) == 0 {
                pattern = Pattern::vertex(random.below(LABELS));
            }
        }
        pattern
    }
}

/// Some patterns of as many edges each, with all that kernels read of them.
pub struct Batch {
    offsets: Vec<u32>,
    arcs: Vec<u64>,
    pub tasks: Vec<Task>,
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
        let task = Task { start, end, head_shift: head.wrapping_sub(parents_row), ..Task::default() };
        let steps = self.add_numbers(random, pattern, task);
        for embedding in &embeddings {
            let mut extensions = vec![];
            for &(number, step) in &steps {
                let ways = pattern.ways(database, embedding, step);
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

    /// Numbers the extensions of a pattern, and adds its maps and its task; returns the numbers.
    fn add_numbers(&mut self, random: &mut Random, pattern: &Pattern, task: Task) -> Vec<(u32, Step)> {
        let mut steps = vec![];
        let all = pattern.extensions();
        let mut number = |step: Step| {
            if !all.contains(&step) || random.below(5) == 0 {
                return UNWANTED;
            }
            steps.push((steps.len() as u32 + 1, step));
            steps.len() as u32
        };
        let (inherited, last) = (self.maps.len() as u32, pattern.steps[pattern.steps.len() - 1]);
        for sibling in pattern.parent().extensions() {
            // Back from what was the last vertex nothing leads once there is another.
            let may = sibling.is_forward() || !last.is_forward();
            let to = if sibling.is_forward() { pattern.last() + 1 } else { sibling.to };
            self.maps.push(if may { number(Step { to, ..sibling }) } else { UNWANTED });
        }
        let mut task = Task { inherited, around: NONE, roles: NONE, first: self.numbers as u32, ..task };
        if last.is_forward() {
            (task.around, task.kinds) = (self.maps.len() as u32, KINDS);
            let (from, new) = (pattern.last(), pattern.last() + 1);
            for &to in [new].iter().chain(&pattern.path) {
                self.maps.extend((0..KINDS).map(|kind| number(Step { from, to, kind })));
            }
            task.roles = self.maps.len() as u32;
            let place = |vertex| pattern.path.iter().position(|&at| at == vertex);
            let before = pattern.steps[..pattern.steps.len() - 1].iter().map(|step| step.from.max(step.to));
            self.maps.extend([0].into_iter().chain(before).map(|v| place(v).map_or(NONE, |at| at as u32)));
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
