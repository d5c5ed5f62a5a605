//! Images of patterns in labelled graphs, on every machine of the host, against all matches.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use motherlode_device::kernels::frequent::domains::{DomainArgs, DomainBound, MakeDomains};
use motherlode_device::kernels::frequent::pieces::{LongSearches, PieceArgs, SearchPiece, SettlePieces};
use motherlode_device::kernels::frequent::settle::{DomainTasks, SettleArgs, SettleDomains, shared_bytes};
use motherlode_device::kernels::frequent::{Domain, KindWord, LabelledGraph, SearchLevel, SearchLink};
use motherlode_device::memory::Slice;

const LABELS: u32 = 3;
const EDGE_LABELS: u32 = 2;
/// Kinds of a label: more than a word has bits, so that numbers of kinds are spread over two.
const KINDS: u32 = 40;

/// A graph: labels of vertices, which ascend, and for each vertex its neighbours with the labels of the edges.
struct Graph {
    labels: Vec<u32>,
    neighbors: Vec<BTreeMap<u32, u32>>,
}

/// The number of a kind among those of its first label; spread out.
fn kind_number(edge: u32, end: u32) -> u32 {
    (edge * LABELS + end) * 7
}

impl Graph {
    fn random(random: &mut Random, n: u32, edges: u32) -> Graph {
        let mut labels: Vec<u32> = (0..n).map(|_| random.below(LABELS)).collect();
        labels.sort_unstable();
        let mut neighbors = vec![BTreeMap::new(); n as usize];
        for _ in 0..edges {
            let hub = if random.below(2) == 0 { random.below(n) / 9 * 9 } else { random.below(n) };
            let (u, v, label) = (hub, random.below(n), random.below(EDGE_LABELS));
            if u != v && !neighbors[u as usize].contains_key(&v) {
                neighbors[u as usize].insert(v, label);
                neighbors[v as usize].insert(u, label);
            }
        }
        Graph { labels, neighbors }
    }

    fn start(&self, label: u32) -> u32 {
        self.labels.partition_point(|&other| other < label) as u32
    }

    /// Words of a set of places of a label.
    fn words(&self, label: u32) -> u32 {
        (self.start(label + 1) - self.start(label)).div_ceil(32)
    }

    fn arrays(&self) -> (Vec<KindWord>, Vec<u32>, Vec<u32>) {
        let stride = KINDS.div_ceil(32) as usize;
        let mut directory = vec![KindWord::default(); stride * self.labels.len()];
        let (mut rows, mut arcs) = (vec![0], Vec::new());
        for (place, neighbors) in self.neighbors.iter().enumerate() {
            let mut list: Vec<(u32, u32)> = neighbors
                .iter()
                .map(|(&to, &edge)| (kind_number(edge, self.labels[to as usize]), to))
                .collect();
            list.sort_unstable();
            for row in list.chunk_by(|a, b| a.0 == b.0) {
                let word = &mut directory[stride * place + row[0].0 as usize / 32];
                if word.bits == 0 {
                    word.row = rows.len() as u32 - 1;
                }
                word.bits |= 1 << (row[0].0 % 32);
                arcs.extend(row.iter().map(|arc| arc.1));
                rows.push(arcs.len() as u32);
            }
        }
        (directory, rows, arcs)
    }
}

/// A pattern: labels, and edges with labels.
struct Pattern {
    labels: &'static [u32],
    edges: &'static [(usize, usize, u32)],
}

const PATTERNS: [Pattern; 7] = [
    Pattern { labels: &[0, 1], edges: &[(0, 1, 0)] },
    Pattern { labels: &[1, 1, 1], edges: &[(0, 1, 0), (1, 2, 0)] },
    Pattern { labels: &[0, 1, 2], edges: &[(0, 1, 0), (1, 2, 1), (2, 0, 0)] },
    Pattern { labels: &[2, 2, 2, 2], edges: &[(0, 1, 1), (0, 2, 1), (0, 3, 1)] },
    Pattern { labels: &[0, 1, 0, 1], edges: &[(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 0, 0)] },
    Pattern { labels: &[1, 1, 1, 0], edges: &[(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 1)] },
    Pattern { labels: &[0, 0, 0, 0, 0], edges: &[(0, 1, 0), (1, 2, 1), (2, 3, 0), (3, 4, 1)] },
];

/// The images of the pattern's vertices by all its matches.
fn images(graph: &Graph, pattern: &Pattern) -> Vec<BTreeSet<u32>> {
    fn extend(graph: &Graph, pattern: &Pattern, chosen: &mut Vec<u32>, images: &mut [BTreeSet<u32>]) {
        let v = chosen.len();
        if v == pattern.labels.len() {
            chosen.iter().zip(images).for_each(|(&vertex, images)| {
                images.insert(vertex);
            });
            return;
        }
        for vertex in 0..graph.labels.len() as u32 {
            let kept = |&(a, b, label): &(usize, usize, u32)| {
                let end = if a == v { b } else { a };
                (a != v && b != v)
                    || end > v
                    || graph.neighbors[vertex as usize].get(&chosen[end]) == Some(&label)
            };
            if graph.labels[vertex as usize] == pattern.labels[v]
                && !chosen.contains(&vertex)
                && pattern.edges.iter().all(kept)
            {
                chosen.push(vertex);
                extend(graph, pattern, chosen, images);
                chosen.pop();
            }
        }
    }
    let mut images = vec![BTreeSet::new(); pattern.labels.len()];
    extend(graph, pattern, &mut Vec::new(), &mut images);
    images
}

/// How the kernels are to search.
#[derive(Clone, Copy, Debug)]
struct How {
    threshold: u32,
    enough: u32,
    /// After how many steps a search leaves pieces, and how many of these there is room for.
    steps: u32,
    room: usize,
    stopped: bool,
}

impl How {
    fn without_pieces(threshold: u32, enough: u32) -> How {
        How { threshold, enough, steps: u32::MAX, room: 0, stopped: false }
    }
}

/// What is known of a pattern: the images of each of its vertices, what is left in its domains, and whether it is dead.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    images: Vec<BTreeSet<u32>>,
    left: Vec<BTreeSet<u32>>,
    dead: bool,
}

/// What the kernels find.
fn by_kernels(machine: Machine, graph: &Graph, how: How) -> Vec<Known> {
    let How { threshold, enough, steps, room, stopped } = how;
    let (directory, rows, arcs) = graph.arrays();
    let stride = KINDS.div_ceil(32);
    let (mut domains, mut levels, mut links, mut sources) = (vec![], vec![], vec![], vec![]);
    let (mut words, mut tasks, mut end, mut kinds) = (0u64, vec![], 0u64, vec![]);
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let first = domains.len() as u32;
        let starts: Vec<u64> = pattern
            .labels
            .iter()
            .map(|&label| {
                words += u64::from(graph.words(label));
                words - u64::from(graph.words(label))
            })
            .collect();
        for root in 0..pattern.labels.len() {
            let label = pattern.labels[root];
            domains.push(Domain {
                words: starts[root],
                length: graph.words(label),
                start: graph.start(label),
                pattern: number as u32,
                first_level: levels.len() as u32,
                levels: pattern.labels.len() as u32,
                first_source: sources.len() as u32,
            });
            tasks.push(DomainTasks { first: end, domain: domains.len() as u32 - 1, padding: 0 });
            end += u64::from(graph.words(label).div_ceil(2));
            // Two sources: all places of the label, and those that have any edge.
            for all in [true, false] {
                sources.push(DomainBound { words: kinds.len() as u64, of_kind: 1, padding: 0 });
                let mut set = vec![0; graph.words(label) as usize];
                for place in graph.start(label)..graph.start(label + 1) {
                    if all || !graph.neighbors[place as usize].is_empty() {
                        let bit = (place - graph.start(label)) as usize;
                        set[bit / 32] |= 1u32 << (bit % 32);
                    }
                }
                kinds.extend(set);
            }
            let mut order = vec![root];
            while let Some(next) = (0..pattern.labels.len()).find(|v| {
                let beside = |&&(a, b, _): &&(usize, usize, u32)| {
                    (a == *v && order.contains(&b)) || (b == *v && order.contains(&a))
                };
                !order.contains(v) && pattern.edges.iter().any(|edge| beside(&edge))
            }) {
                order.push(next);
            }
            for (depth, &v) in order.iter().enumerate() {
                let first_link = links.len() as u32;
                for &(a, b, edge) in pattern.edges {
                    let other = if a == v { b } else { a };
                    let earlier = order[..depth].iter().position(|&w| w == other);
                    if let (true, Some(level)) = (a == v || b == v, earlier) {
                        let kind = kind_number(edge, pattern.labels[v]);
                        let base = u64::from(kind / 32);
                        links.push(SearchLink {
                            base,
                            stride,
                            bit: kind % 32,
                            level: level as u32,
                            padding: 0,
                        });
                    }
                }
                levels.push(SearchLevel {
                    words: starts[v],
                    start: graph.start(pattern.labels[v]),
                    domain: first + v as u32,
                    first_link,
                    links: links.len() as u32 - first_link,
                });
            }
        }
    }
    domains.push(Domain { first_source: sources.len() as u32, ..Domain::default() });
    let count = domains.len() - 1;
    let (mut possible, mut left) = (vec![u32::MAX; words as usize], vec![77; count]);
    let args = DomainArgs {
        domains: Slice::from(&domains[..]),
        sources: Slice::from(&sources[..]),
        known: Slice::empty(),
        kinds: Slice::from(&kinds[..]),
        possible: scratch(&mut possible),
        left: scratch(&mut left),
    };
    // SAFETY: sources have the words of their domains, which have words and numbers of their own.
    unsafe { machine.launch::<MakeDomains>(BLOCKS, WARPS, 0, &args) };
    for (domain, left) in domains[..count].iter().zip(&left) {
        let set = &possible[domain.words as usize..][..domain.length as usize];
        assert_eq!(set.iter().map(|word| word.count_ones()).sum::<u32>(), *left);
    }
    let atomics = |values: Vec<u32>| values.into_iter().map(Into::into).collect::<Vec<_>>();
    let (possible, left) = (atomics(possible), atomics(left));
    let (found, dead) = (atomics(vec![0; count]), atomics(vec![0; PATTERNS.len()]));
    let marks = atomics(vec![0; words as usize]);
    let queue: [AtomicU64; 2] = [0.into(), u64::from(stopped).into()];
    let (mut pieces, mut places) = (vec![SearchPiece::default(); room], vec![77; room * 5]);
    let written = [0.into()];
    let mut args = SettleArgs {
        graph: LabelledGraph {
            directory: Slice::from(&directory[..]),
            rows: Slice::from(&rows[..]),
            arcs: Slice::from(&arcs[..]),
            vertices: Slice::empty(),
        },
        domains: Slice::from(&domains[..]),
        levels: Slice::from(&levels[..]),
        links: Slice::from(&links[..]),
        tasks: Slice::from(&tasks[..]),
        possible: Slice::from(&possible[..]),
        images: Slice::from(&marks[..]),
        found: Slice::from(&found[..]),
        left: Slice::from(&left[..]),
        dead: Slice::from(&dead[..]),
        queue: Slice::from(&queue[..]),
        end,
        task_words: 2,
        threshold,
        enough,
        most_levels: 5,
        chunk: 1 + threshold % 3,
        padding: 0,
        split: LongSearches {
            pieces: scratch(&mut pieces),
            places: scratch(&mut places),
            count: Slice::from(&written[..]),
            steps,
            padding: 0,
            // At once, or when all is drawn.
            drawn: if room % 2 == 0 { 0 } else { end },
        },
    };
    let shared = shared_bytes(WARPS, 5);
    // SAFETY: arrays as `LabelledGraph` and the plans ask for, made above; frames for each warp.
    unsafe { machine.launch::<SettleDomains>(BLOCKS, WARPS, shared, &args) };
    while written[0].load(Relaxed) > 0 {
        let count = written[0].swap(0, Relaxed) as usize;
        // SAFETY: what was written before has been read, below or never.
        let (mut list, at) = unsafe {
            (args.split.pieces.written(count).to_vec(), args.split.places.written(count * 5).to_vec())
        };
        // Searches are numbered by their domains and places.
        let key = |number: usize, piece: &SearchPiece| (piece.domain, at[number * 5]);
        let searches: BTreeSet<_> =
            list.iter().enumerate().map(|(number, piece)| key(number, piece)).collect();
        let mut open = vec![0; searches.len()];
        for (number, piece) in list.iter_mut().enumerate() {
            piece.search = searches.range(..key(number, piece)).count() as u32;
            open[piece.search as usize] += 1;
        }
        let open = atomics(open);
        queue[0].store(0, Relaxed);
        (args.tasks, args.end) = (Slice::empty(), count as u64);
        args.split.drawn = args.split.drawn.min(args.end);
        let args = PieceArgs {
            settle: args,
            pieces: Slice::from(&list[..]),
            places: Slice::from(&at[..]),
            open: Slice::from(&open[..]),
        };
        // SAFETY: as above, and the pieces are those that were left, and counted.
        unsafe { machine.launch::<SettlePieces>(BLOCKS, WARPS, shared, &args) };
    }
    let mut domain = 0;
    let mut result = Vec::new();
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let mut known = Known { images: vec![], left: vec![], dead: dead[number].load(Relaxed) == 1 };
        for _ in pattern.labels {
            let Domain { words, length, start, .. } = domains[domain];
            let set = |words_of: &[AtomicU32]| -> BTreeSet<u32> {
                let is_set = |bit: &u32| {
                    words_of[words as usize + *bit as usize / 32].load(Relaxed) >> (bit % 32) & 1 == 1
                };
                (0..length * 32).filter(is_set).map(|bit| start + bit).collect()
            };
            known.images.push(set(&marks));
            known.left.push(set(&possible));
            assert_eq!(
                known.images.last().unwrap().len() as u32,
                found[domain].load(Relaxed),
                "images are counted"
            );
            assert_eq!(
                known.left.last().unwrap().len() as u32,
                left[domain].load(Relaxed),
                "what is left is counted"
            );
            domain += 1;
        }
        result.push(known);
    }
    result
}

/// All places that are no images are taken out.
fn settled(images: Vec<BTreeSet<u32>>) -> Known {
    Known { left: images.clone(), images, dead: false }
}

#[test]
fn images_are_those_of_all_matches() {
    let mut random = Random::new(23);
    for (n, edges) in [(8, 14), (60, 150), (150, 800)] {
        let graph = Graph::random(&mut random, n, edges);
        let expected: Vec<_> = PATTERNS.iter().map(|pattern| settled(images(&graph, pattern))).collect();
        for machine in Machine::with_seed(n) {
            let found = by_kernels(machine, &graph, How::without_pieces(0, u32::MAX));
            assert_eq!(found, expected, "{machine:?}, {n} vertices");
        }
    }
}

#[test]
fn pieces_of_searches_find_the_same() {
    let mut random = Random::new(31);
    for (n, edges) in [(40, 90), (90, 420)] {
        let graph = Graph::random(&mut random, n, edges);
        let expected: Vec<_> = PATTERNS.iter().map(|pattern| settled(images(&graph, pattern))).collect();
        for machine in Machine::with_seed(n) {
            for (steps, room) in [(1, 1000), (1, 5), (2, 100_000), (3, 17), (30, 40), (1, 0)] {
                let how = How { steps, room, ..How::without_pieces(0, u32::MAX) };
                let found = by_kernels(machine, &graph, how);
                assert_eq!(found, expected, "{machine:?}, {n} vertices, {how:?}");
            }
        }
    }
}

/// Whoever is stopped knows nothing of the place that it was at.
#[test]
fn nothing_is_taken_out_by_a_search_that_is_stopped() {
    let mut random = Random::new(37);
    let graph = Graph::random(&mut random, 90, 420);
    for machine in Machine::with_seed(1) {
        let how = How { steps: 1, room: 100, stopped: true, ..How::without_pieces(0, u32::MAX) };
        for (pattern, known) in PATTERNS.iter().zip(by_kernels(machine, &graph, how)) {
            let all = images(&graph, pattern);
            assert!(known.images.iter().zip(&all).all(|(found, all)| found.is_subset(all)), "{machine:?}");
            assert!(known.left.iter().zip(&all).all(|(left, all)| left.is_superset(all)), "{machine:?}");
        }
    }
}

#[test]
fn who_stops_early_says_the_same_of_what_is_frequent() {
    let mut random = Random::new(29);
    let graph = Graph::random(&mut random, 90, 260);
    let expected: Vec<_> = PATTERNS.iter().map(|pattern| images(&graph, pattern)).collect();
    let least = |sets: &[BTreeSet<u32>]| sets.iter().map(|set| set.len() as u32).min().unwrap();
    let mut frequent = BTreeSet::new();
    for threshold in [1, 3, 8, 15, 25] {
        for (machine, (steps, room)) in Machine::with_seed(threshold)
            .into_iter()
            .flat_map(|machine| [(u32::MAX, 0), (2, 50)].map(|pieces| (machine, pieces)))
        {
            let how = How { steps, room, ..How::without_pieces(threshold, threshold) };
            for (known, expected) in by_kernels(machine, &graph, how).iter().zip(&expected) {
                let is_frequent = least(expected) >= threshold;
                assert_eq!(
                    !known.dead && least(&known.images) >= threshold,
                    is_frequent,
                    "{machine:?}, {how:?}"
                );
                assert!(known.images.iter().zip(expected).all(|(found, all)| found.is_subset(all)));
                frequent.insert(is_frequent);
            }
        }
    }
    assert_eq!(frequent.len(), 2, "some are, and some are not");
}
