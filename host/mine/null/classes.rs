//! The slots of a graph's edges, and the classes within which these exchange ends.

use motherlode_device::kernels::rewiring::{EdgeClass, FREE, MOST_SLOTS, TURNS, VERTEX_BITS, slot_of};
use motherlode_device::random::Draws;
use rustc_hash::FxHashMap;

use super::binomial::{Likely, binomial, most};
use super::{NullError, NullModel, NullOptions};
use crate::graph::Graph;
use crate::graph::attributes::{NO_ARC, VertexLabels};

/// The most vertices.
const MOST_VERTICES: u64 = 1 << VERTEX_BITS;
/// The seed of the order of slots.
const ORDER: u64 = 0x006f_7264_6572;
/// How many times as often a slot draws in a round as it must on average.
const PATIENCE: u64 = 64;

/// An edge of the graph in a slot: its labels from the first end to the second, and back.
#[derive(Clone, Copy, Debug)]
struct EdgeSlot {
    ends: (u32, u32),
    labels: (u32, u32),
}

/// What slots of a class have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ClassKey {
    /// Whether it is of arcs both ways.
    mutual: bool,
    /// Of each end its label, and that of the arc from there; 0 where labels do not matter.
    sides: [(u32, u32); 2],
}

/// The slots, class after class, and how edges are drawn for them.
#[derive(Debug, Default)]
pub(super) struct RewiringClasses {
    pub classes: Vec<EdgeClass>,
    /// The edges of the graph, by slot. Slots that a graph may have beyond its own have none.
    pub start: Vec<u64>,
    /// The labels of each slot.
    labels: Vec<(u32, u32)>,
    /// How many slots of each class the graph has.
    lengths: Vec<u32>,
    /// The vertices, by label where that matters.
    pub members: Vec<u32>,
    /// Whether arcs both ways are two edges, and not one.
    pub ordered: bool,
    /// How often a slot draws in a round, at most.
    pub tries: u64,
    /// The pairs of vertices, if the number of edges is drawn as well.
    pairs: Option<u64>,
}

impl RewiringClasses {
    /// Those of a graph.
    ///
    /// # Errors
    /// When the graph is too large, or has no labels and is asked for them.
    pub fn new(graph: &Graph, options: &NullOptions) -> Result<RewiringClasses, NullError> {
        let n = u64::from(graph.csr().n());
        if n > MOST_VERTICES {
            return Err(NullError::TooManyVertices { vertices: n });
        }
        let edges = graph.attributes().arcs().unwrap_or(graph.csr().edges());
        if edges > MOST_SLOTS {
            return Err(NullError::TooManyEdges { edges });
        }
        let switches = options.model.keeps_degrees();
        let directed = graph.attributes().is_directed();
        let by_label = options.within_labels || options.model == NullModel::Blocks;
        let labels = vertex_labels(graph, by_label)?;
        let ordered = directed && switches && !options.keep_mutual;
        let mut slots: FxHashMap<ClassKey, Vec<EdgeSlot>> = FxHashMap::default();
        let edge_labels = options.within_labels;
        each_slot(graph, ordered, |slot| {
            let (key, slot) = classed(slot, &labels.of, directed, edge_labels);
            slots.entry(key).or_default().push(slot);
        });
        let mut slots: Vec<(ClassKey, Vec<EdgeSlot>)> = slots.into_iter().collect();
        slots.sort_unstable_by_key(|&(key, _)| key);
        let mut classes = RewiringClasses { members: labels.members, ordered, ..RewiringClasses::default() };
        let counted = options.model == NullModel::Gnp;
        classes.pairs = counted.then(|| n * n.saturating_sub(1) / 2);
        for (key, mut of_class) in slots {
            shuffle(&mut of_class, classes.start.len() as u64);
            let more = classes.room_for(of_class.len());
            if (classes.start.len() + more) as u64 > MOST_SLOTS {
                return Err(NullError::TooManyEdges { edges });
            }
            let range = |label: u32| labels.ranges[label as usize];
            let kind = match (directed && !key.mutual, key.sides[0] == key.sides[1]) {
                (false, true) => FREE,
                (true, _) if switches && key.sides[0].0 == key.sides[1].0 => TURNS,
                _ => 0,
            };
            let [firsts, seconds] = key.sides.map(|(label, _)| range(label));
            let start = classes.start.len() as u32;
            classes.classes.push(EdgeClass { start, length: more as u32, firsts, seconds, kind });
            classes.lengths.push(of_class.len() as u32);
            for at in 0..more {
                let slot = of_class[at % of_class.len()];
                classes.start.push(slot_of(slot.ends.0, slot.ends.1));
                classes.labels.push(slot.labels);
            }
        }
        classes.tries = classes.tries();
        Ok(classes)
    }

    /// How many slots a class has that has so many in the graph.
    fn room_for(&self, length: usize) -> usize {
        self.pairs.map_or(length, |pairs| {
            most(pairs, Likely { successes: length as u64, trials: pairs }).max(length as u64) as usize
        })
    }

    /// Whether cycles are turned.
    pub fn turns(&self) -> bool {
        self.classes.iter().any(|class| class.kind & TURNS != 0)
    }

    /// How many slots of each class a sample has.
    pub fn lengths_of(&self, draws: Draws) -> Vec<u32> {
        let Some(pairs) = self.pairs else { return self.lengths.clone() };
        // One class after the other: pairs that are mutual are no single arcs.
        let (mut left, mut likely_left) = (pairs, pairs);
        let mut lengths = Vec::with_capacity(self.lengths.len());
        for (at, (&length, class)) in self.lengths.iter().zip(&self.classes).enumerate() {
            let likely = Likely { successes: length.into(), trials: likely_left };
            let drawn = binomial(left, likely, draws, at as u64).min(class.length.into());
            lengths.push(drawn as u32);
            (left, likely_left) = (left - drawn, likely_left - u64::from(length));
        }
        lengths
    }

    /// How often a slot must draw in a round, so that it finds a pair that is no edge even in the densest part.
    fn tries(&self) -> u64 {
        let mut slots: FxHashMap<[[u32; 2]; 2], u64> = FxHashMap::default();
        for class in &self.classes {
            let mut between = [class.firsts, class.seconds];
            between.sort_unstable();
            *slots.entry(between).or_default() += u64::from(class.length);
        }
        let tries = slots.into_iter().map(|([one, other], slots)| {
            let (a, b) = (u64::from(one[1]), u64::from(other[1]));
            let pairs = if one == other { a * a.saturating_sub(1) / 2 } else { a * b };
            PATIENCE * (pairs / (pairs.saturating_sub(slots) + 1) + 1)
        });
        tries.max().unwrap_or(1)
    }

    /// Calls `visit` with the slots of a sample that has so many of each class, and their labels.
    pub fn each_used(&self, lengths: &[u32], mut visit: impl FnMut(usize, (u32, u32))) {
        for (class, &length) in self.classes.iter().zip(lengths) {
            let start = class.start as usize;
            let labels = &self.labels[start..start + length as usize];
            (start..).zip(labels).for_each(|(slot, &labels)| visit(slot, labels));
        }
    }
}

/// Labels of vertices, numbered; and the vertices that have each.
struct NumberedLabels {
    /// Of each vertex; empty if labels do not matter.
    of: Vec<u32>,
    members: Vec<u32>,
    /// Where those of each label begin, and how many they are.
    ranges: Vec<[u32; 2]>,
}

/// The labels of the vertices of a graph: vertices of several have that of the set of them.
fn vertex_labels(graph: &Graph, by_label: bool) -> Result<NumberedLabels, NullError> {
    let n = graph.csr().n();
    if !by_label {
        return Ok(NumberedLabels { of: Vec::new(), members: (0..n).collect(), ranges: vec![[0, n]] });
    }
    let labels: &VertexLabels = graph.attributes().vertices.as_ref().ok_or(NullError::NoLabels)?;
    let mut numbers: FxHashMap<&[u32], u32> = FxHashMap::default();
    let mut number = |v: u32| {
        let next = numbers.len() as u32;
        *numbers.entry(labels.of(v)).or_insert(next)
    };
    let of: Vec<u32> = (0..n).map(&mut number).collect();
    let mut members: Vec<u32> = (0..n).collect();
    members.sort_by_key(|&v| of[v as usize]);
    let mut start = 0;
    let ranges = members.chunk_by(|&u, &v| of[u as usize] == of[v as usize]).map(|same| {
        let range = [start, same.len() as u32];
        start += same.len() as u32;
        range
    });
    let ranges = ranges.collect();
    Ok(NumberedLabels { of, members, ranges })
}

/// Calls `visit` with the edges of a graph: arcs one by one where those both ways are two.
fn each_slot(graph: &Graph, ordered: bool, mut visit: impl FnMut(EdgeSlot)) {
    let csr = graph.csr();
    let edges = graph.attributes().edges.as_deref();
    for u in 0..csr.n() {
        let start = csr.offsets()[u as usize] as usize;
        for (place, &v) in (start..).zip(csr.neighbors(u)).filter(|&(_, &v)| u < v) {
            let labels = match edges {
                None => (0, 0),
                Some(of) => (of.out[place], of.back.as_ref().map_or(of.out[place], |back| back[place])),
            };
            let flipped = EdgeSlot { ends: (v, u), labels: (labels.1, labels.0) };
            let slot = EdgeSlot { ends: (u, v), labels };
            match labels {
                (NO_ARC, _) => visit(flipped),
                (_, NO_ARC) => visit(slot),
                (out, back) if ordered => {
                    visit(EdgeSlot { labels: (out, NO_ARC), ..slot });
                    visit(EdgeSlot { labels: (back, NO_ARC), ..flipped });
                }
                _ => visit(slot),
            }
        }
    }
}

/// The class of a slot, which is turned so that it has the class's sides.
fn classed(slot: EdgeSlot, vertices: &[u32], directed: bool, edge_labels: bool) -> (ClassKey, EdgeSlot) {
    let label = |v: u32| vertices.get(v as usize).copied().unwrap_or(0);
    let of_edge = |code: u32| if edge_labels { code } else { 0 };
    let single = slot.labels.1 == NO_ARC;
    let (forward, backward) = (of_edge(slot.labels.0), if single { 0 } else { of_edge(slot.labels.1) });
    let sides = [(label(slot.ends.0), forward), (label(slot.ends.1), backward)];
    let mutual = directed && !single;
    if !single && sides[0] > sides[1] {
        let (ends, labels) = ((slot.ends.1, slot.ends.0), (slot.labels.1, slot.labels.0));
        return (ClassKey { mutual, sides: [sides[1], sides[0]] }, EdgeSlot { ends, labels });
    }
    (ClassKey { mutual, sides }, slot)
}

/// Puts slots into an order that has nothing to do with what they hold, as neighbouring ones are paired with
/// neighbouring ones.
fn shuffle(slots: &mut [EdgeSlot], class: u64) {
    let draws = Draws::new(ORDER).of(class);
    for at in (1..slots.len()).rev() {
        slots.swap(at, draws.below(at as u64, at as u32 + 1) as usize);
    }
}
