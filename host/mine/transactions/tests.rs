//! The running example of Kessl et al. (2014, figures 1 to 5), step by step: three graphs, the pattern A-B-E, its
//! embeddings, and its extensions with their supports.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use parking_lot::Mutex;
use rayon::ThreadPoolBuilder;

use super::batch::{CountedExtensions, EmbeddingColumn, PatternBatch, SearchSite};
use super::embedded_pattern::{EmbeddedPattern, Numbering, Sibling};
use super::roots::roots;
use super::search::PatternSearch;
use super::select::{plan_growth, select};
use super::window::Selector;
use super::{FrequentOptions, FrequentPattern, PreparedDatabase, SupportVariant, mine};
use crate::MineError;
use crate::deal::deal;
use crate::dfs_code::Step;
use crate::runtime::Device;
use motherlode_data::transactions::{Database, DatabaseFormat, DatabaseOptions, generate, parse, parse_with};
use motherlode_device::kernels::transactions::{Kept, NONE, unpair};

/// Figure 1, with the vertices of figure 2 (where a graph has five numbers, whether it uses them or not): the first
/// graph is 0 to 4, the second 5 and on, the third 8 and on, which the paper calls 10 and on.
const GRAPHS: &str = "\
t # 1
v 0 A
v 1 B
v 2 B
v 3 E
v 4 E
e 0 1 -
e 0 2 -
e 1 3 -
e 1 4 -
e 2 3 -
e 2 4 -
t # 2
v 0 A
v 1 B
v 2 C
e 0 1 -
e 1 2 -
t # 3
v 0 B
v 1 E
v 2 E
v 3 A
e 0 1 -
e 0 2 -
e 0 3 -
e 1 3 -
e 2 3 -
";
const A: &str = "A";
const B: &str = "B";
const E: &str = "E";

struct Example {
    database: Database,
    prepared: PreparedDatabase,
}

impl Example {
    fn new() -> Example {
        let database = parse(GRAPHS.as_bytes(), Path::new("paper"), Some(DatabaseFormat::GSpan)).unwrap();
        let prepared = PreparedDatabase::new(&database, 1);
        Example { database, prepared }
    }

    fn kind(&self, from: &str, to: &str) -> u32 {
        let labels = self.database.vertex_labels();
        self.prepared.kinds.find([labels.id(from).unwrap(), 0, labels.id(to).unwrap()]).unwrap()
    }
}

/// The devices on which the steps are run: one lane by itself, and the kernels of many lanes.
fn sites(example: &Example, test: impl for<'s> Fn(&'s SearchSite<'s>)) {
    for variant in [
        SupportVariant::Batch,
        SupportVariant::SingleExtension,
        SupportVariant::SingleSegment,
        SupportVariant::MultipleSegments,
    ] {
        let device = Device::cpu(None);
        test(&SearchSite::new(&example.prepared, &device, variant).unwrap());
        #[cfg(feature = "emulated")]
        {
            let device = Device::emulated(5);
            test(&SearchSite::new(&example.prepared, &device, variant).unwrap());
        }
    }
}

/// The embeddings that the rows of a column lead back to.
fn embeddings(column: &EmbeddingColumn<'_>, rows: std::ops::Range<u32>) -> Vec<Vec<u32>> {
    let follow = |row: u32| {
        let (mut at, mut column, mut vertices) = (row, Some(column), Vec::new());
        while let Some(here) = column {
            let (before, vertex) = unpair(here.rows.array().get().download().unwrap()[at as usize]);
            vertices.push(vertex);
            (at, column) = (before, here.before.as_deref());
        }
        vertices.reverse();
        vertices
    };
    rows.map(follow).collect()
}

/// Supports and embeddings of the extensions of pattern `task` that occur, by their steps.
fn supports(numbering: &Numbering, counted: &CountedExtensions<'_>, task: usize) -> Vec<(Step, u32, u64)> {
    let all = numbering.extensions_of(task).map(|place| (numbering.steps[place], counted.counts[place]));
    let mut found: Vec<_> = all
        .filter(|(_, count)| count.embeddings > 0)
        .map(|(step, count)| (step, count.support, count.embeddings))
        .collect();
    found.sort_unstable_by_key(|(step, ..)| step.rank());
    // Twins before the new vertex, and those after it, occur in the same graphs.
    found.dedup_by(|(step, support, embeddings), (kept, same, sum)| {
        let are_twins = step == kept && support == same;
        *sum += if are_twins { *embeddings } else { 0 };
        are_twins
    });
    found
}

/// The batch of A-B grown by B-E: the pattern P.
fn grown<'s>(example: &Example, site: &'s SearchSite<'s>, all: &PatternBatch<'s>) -> PatternBatch<'s> {
    let kinds = &example.prepared.kinds;
    let task = all.patterns.iter().position(|pattern| pattern.code[0].kind == example.kind(A, B)).unwrap();
    let patterns = &all.patterns[task..=task];
    let numbering = Numbering::new(&example.prepared, patterns, usize::MAX);
    let counted = all.count(site, &numbering, 0).unwrap();
    let mut kept = vec![Kept { number: NONE, child: 0 }; counted.counts.len()];
    let selected = select(kinds, 0, &patterns[0], &numbering, &counted.counts, 2, &mut kept).unwrap();
    let (growth, mut patterns) = plan_growth(kinds, patterns, &[selected], &numbering, &mut kept).unwrap();
    let (parents, column) = all.grow(site, &counted, &kept, &growth, &mut patterns).unwrap();
    PatternBatch { patterns, column, parents }
}

#[test]
fn the_database_is_one_graph() {
    let PreparedDatabase { offsets, arcs, graph_of, .. } = Example::new().prepared;
    let neighbours = |v: usize| -> Vec<u32> {
        arcs[offsets[v] as usize..offsets[v + 1] as usize].iter().map(|arc| unpair(*arc).1).collect()
    };
    // Figure 2: node 0 has two neighbours, node 1 three.
    assert_eq!((neighbours(0), neighbours(1)), (vec![1, 2], vec![0, 3, 4]));
    assert_eq!((neighbours(8), neighbours(11)), (vec![9, 10, 11], vec![8, 9, 10]));
    assert_eq!(graph_of, [0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2]);
}

#[test]
fn the_first_edge_has_four_embeddings() {
    let example = Example::new();
    sites(&example, |site| {
        let batch = roots(&example.prepared, site, 0..usize::MAX).unwrap();
        let first = example.kind(A, B);
        let pattern = batch.patterns.iter().find(|pattern| pattern.code[0].kind == first).unwrap();
        // Figure 3: (0, 1), (0, 2), (5, 6), (13, 10).
        let expected = [[0, 1], [0, 2], [5, 6], [11, 8]];
        assert_eq!(embeddings(&batch.column, pattern.rows.clone()), expected);
    });
}

#[test]
fn the_pattern_has_six_embeddings_in_two_graphs() {
    let example = Example::new();
    sites(&example, |site| {
        let batch = roots(&example.prepared, site, 0..usize::MAX).unwrap();
        let grown = grown(&example, site, &batch);
        let code = [
            Step { from: 0, to: 1, kind: example.kind(A, B) },
            Step { from: 1, to: 2, kind: example.kind(B, E) },
        ];
        let pattern = grown.patterns.iter().find(|pattern| pattern.code == code).unwrap();
        // Figure 3: what (5, 6) led to is gone. The rows are in the order of their graphs.
        let expected = [[0, 1, 3], [0, 1, 4], [0, 2, 3], [0, 2, 4], [11, 8, 9], [11, 8, 10]];
        assert_eq!(embeddings(&grown.column, pattern.rows.clone()), expected);
    });
}

#[test]
fn one_extension_of_the_pattern_is_frequent() {
    let example = Example::new();
    sites(&example, |site| {
        let batch = roots(&example.prepared, site, 0..usize::MAX).unwrap();
        let grown = grown(&example, site, &batch);
        let task = grown.patterns.iter().position(|pattern| {
            pattern.code.len() == 2 && {
                let [first, second] = [pattern.code[0], pattern.code[1]];
                (first.kind, second.from, second.kind) == (example.kind(A, B), 1, example.kind(B, E))
            }
        });
        let numbering = Numbering::new(&example.prepared, &grown.patterns, usize::MAX);
        let counted = grown.count(site, &numbering, 0).unwrap();
        let step = |from, to, [a, b]: [&str; 2]| Step { from, to, kind: example.kind(a, b) };
        // Figures 4 and 5. Extensions that were infrequent before P are not looked at again: from vertex 0 to a B
        // (first graph) or an E (third graph) alone, each in one graph only.
        let expected = [(step(2, 0, [E, A]), 1, 2), (step(2, 3, [E, B]), 1, 4), (step(1, 3, [B, E]), 2, 6)];
        assert_eq!(supports(&numbering, &counted, task.unwrap()), expected);
        let frequent = expected.iter().filter(|(_, support, _)| *support >= 2).count();
        assert_eq!(frequent, 1, "with a minimum support of 2, only (1, E)");
        let counted = grown.count(site, &numbering, 2).unwrap();
        // One lane gives up the edge from E to A, which the first of the two graphs lacks.
        let expected = if site.alone { &expected[1..] } else { &expected };
        assert_eq!(supports(&numbering, &counted, task.unwrap()), expected, "counted for a support of 2");
    });
}

/// Trees and a ring with leaves and branches that are alike.
const ALIKE: &str = "\
t # 0
v 0 A
v 1 B
v 2 B
v 3 B
v 4 C
v 5 A
v 6 A
v 7 B
v 8 B
e 0 1 -
e 0 2 -
e 0 3 -
e 0 4 -
e 4 5 -
e 4 6 -
e 5 7 -
e 6 8 -
t # 1
v 0 C
v 1 A
v 2 A
v 3 B
v 4 B
v 5 B
e 0 1 -
e 0 2 -
e 1 2 -
e 1 3 -
e 1 4 -
e 2 5 -
";

/// How many isomorphisms take a pattern to parts of the graphs, by trying all arcs. `image` is of the vertices of the
/// code's `done` first steps.
fn isomorphisms(prepared: &PreparedDatabase, code: &[Step], done: usize, image: &mut Vec<u32>) -> u64 {
    let Some(step) = code.get(done) else { return 1 };
    let PreparedDatabase { kinds, labels, offsets, arcs, .. } = prepared;
    let from = image[step.from as usize] as usize;
    let mut count = 0;
    for arc in &arcs[offsets[from] as usize..offsets[from + 1] as usize] {
        let (kind, to) = unpair(*arc);
        if kinds.from_label(labels[from]).start + kind != step.kind {
            continue;
        }
        if !step.is_forward() {
            count += u64::from(image[step.to as usize] == to) * isomorphisms(prepared, code, done + 1, image);
        } else if !image.contains(&to) {
            image.push(to);
            count += isomorphisms(prepared, code, done + 1, image);
            image.pop();
        }
    }
    count
}

#[test]
fn embeddings_that_differ_in_which_leaf_is_which_count_by_themselves() {
    let database = parse(ALIKE.as_bytes(), Path::new("alike"), Some(DatabaseFormat::GSpan)).unwrap();
    for support in [1, 2] {
        let prepared = PreparedDatabase::new(&database, support);
        let check = |device: &Device, graphs: bool| {
            let patterns = AtomicU32::new(0);
            let options = FrequentOptions::default().support(support).graphs(graphs);
            mine(&prepared, device, &options, |found| {
                let [label, ..] = prepared.kinds.triple(found.code[0].kind);
                let starts = (0..).zip(&prepared.labels).filter(|(_, own)| **own == label);
                let count: u64 =
                    starts.map(|(v, _)| isomorphisms(&prepared, found.code, 0, &mut vec![v])).sum();
                assert_eq!(found.embeddings, u128::from(count), "{:?} on {device}", found.code);
                patterns.fetch_add(1, Relaxed);
                Ok(())
            })
            .unwrap();
            patterns.into_inner()
        };
        let found = check(&Device::cpu(None), false);
        assert!(found > if support == 1 { 40 } else { 4 }, "{found} patterns");
        assert_eq!(check(&Device::cpu(None), true), found);
        #[cfg(feature = "emulated")]
        assert_eq!(check(&Device::emulated(7), false), found);
    }
}

/// A star of equal leaves, of which there is one row: 21 can be told apart in more ways than 64 bits hold, 35 in more than
/// 128.
#[test]
fn embeddings_of_many_twins_are_wide_or_refused() {
    let star = b"t # 0\nv 0 A\nv 1 A\nv 2 A\ne 0 1 -\ne 0 2 -\n";
    let database = parse(&star[..], Path::new("star"), Some(DatabaseFormat::GSpan)).unwrap();
    let prepared = PreparedDatabase::new(&database, 1);
    let kinds = &prepared.kinds;
    let siblings = Arc::<[Sibling]>::from([]);
    // The first leaf is the code's first vertex, and no twin of the others.
    let mut star = EmbeddedPattern::root(kinds, 0, 1, siblings.clone(), 0..1);
    for twins in 1..40u128 {
        let step = Step { from: 1, to: twins as u32 + 1, kind: 0 };
        let found = star.embeddings_of_child(step, 3);
        star = star.child(kinds, step, 1, &siblings, 0..1, 0);
        let ways = (1..=twins).try_fold(1u128, u128::checked_mul);
        assert_eq!(star.embeddings().ok(), ways, "{twins}");
        assert_eq!(found.ok(), ways.and_then(|ways| ways.checked_mul(3)), "{twins}");
    }
    assert!(matches!(star.embeddings(), Err(MineError::CountOverflow)));
}

/// What one lane finds by legs, and by the kernels as where a database is larger than its cache: patterns in their
/// order with their supports, embeddings, and graphs where those are asked for.
#[test]
fn legs_and_kernels_find_the_same_in_the_same_order() {
    let mut text = Vec::new();
    generate::transactions(60, 5, &mut text).unwrap();
    let mut patterns = 0;
    for (text, support, directed) in [
        (&text[..], 6, false),
        (&text[..], 4, true),
        (ALIKE.as_bytes(), 1, false),
        (ALIKE.as_bytes(), 2, true),
    ] {
        let read = DatabaseOptions::default().format(DatabaseFormat::GSpan).directed(directed);
        let (database, _) = parse_with(text, Path::new("both"), &read).unwrap();
        let prepared = PreparedDatabase::new(&database, support);
        for (graphs, max_vertices) in [(false, usize::MAX), (true, usize::MAX), (false, 4)] {
            let options =
                FrequentOptions::default().support(support).graphs(graphs).max_vertices(max_vertices);
            let mine = |large: bool| {
                let all = Mutex::new(Vec::new());
                let found = |found: FrequentPattern<'_>| {
                    let graphs = found.graphs.map(<[u32]>::to_vec);
                    all.lock().push((found.code.to_vec(), found.support, found.embeddings, graphs));
                    Ok(())
                };
                let selector =
                    Selector { prepared: &prepared, options: &options, found: &found, assignment: None };
                let device = Device::cpu(None);
                let mut site = SearchSite::new(&prepared, &device, SupportVariant::Batch).unwrap();
                site.large = large;
                let mut search = PatternSearch { selector, site: &site };
                // Several threads would report in any order.
                let one = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
                one.install(|| deal(&mut search, &options.context)).unwrap();
                all.into_inner()
            };
            let by_legs = mine(false);
            assert!(by_legs == mine(true), "support {support}, directed {directed}, graphs {graphs}");
            patterns += by_legs.len();
        }
    }
    assert!(patterns > 1000, "{patterns}");
}
