//! What patterns ask of vertices and edges, as colours: numbers, which their quotients carry.
//!
//! Vertices that become one must have what all of them ask for, and so must edges. Where that cannot be, there is no
//! such map, and the quotient vanishes.

use super::labels::LabelStats;
use super::met::{EdgeKind, edge, labels_met, met};
use super::small_graph::{Color, MOST_VERTICES, SmallGraph};
use crate::pattern::structure::{Rule, RuleInterner, Structure};
use crate::pattern::{Link, LinkKind, Pattern};
use crate::plan::PlanError;

/// The most colours of a kind.
const MOST_COLORS: usize = 1 << Color::BITS;

/// What must not be there between two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Absence {
    /// The two, the lesser first.
    pub pair: (usize, usize),
    /// The colour that the edge must not have, as seen from the first of them.
    pub color: Color,
}

/// The colours of the patterns of a job.
#[derive(Clone, Debug)]
pub struct Palette {
    /// By colour, the labels of which a vertex must have one, sorted; none if any will do.
    labels: Vec<Vec<String>>,
    /// By colour, what an edge must be, as seen from one of its ends.
    rules: Vec<Rule>,
    /// By colour of an edge, its colour as seen from the other end.
    turned: Vec<Color>,
    /// Whether no vertex of the graph has two labels.
    single: bool,
    /// What edges of the graph have.
    edges: EdgeKind,
}

impl Palette {
    /// A palette for a graph with these labels.
    pub(super) fn new(labels: &LabelStats) -> Palette {
        Palette {
            labels: vec![Vec::new()],
            rules: vec![edge(Vec::new())],
            turned: vec![0],
            single: labels.is_single(),
            edges: EdgeKind { directed: labels.is_directed(), single: labels.has_single_edges() },
        }
    }

    /// By colour, the labels of which a vertex must have one.
    #[doc(hidden)]
    pub fn labels(&self) -> &[Vec<String>] {
        &self.labels
    }

    /// By colour, what an edge must be.
    #[doc(hidden)]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The colour of an edge as seen from its other end.
    pub(super) fn turned(&self, color: Color) -> Color {
        self.turned[usize::from(color)]
    }

    /// A pattern with its colours.
    ///
    /// # Errors
    /// [`PlanError::Absence`], [`PlanError::TooLarge`], or [`PlanError::Quotients`] where there are too many colours.
    /// The last goes for everything here.
    pub(super) fn paint(&mut self, pattern: &Pattern) -> Result<SmallGraph, PlanError> {
        if pattern.asks_for_absence() {
            return Err(PlanError::Absence { pattern: pattern.to_string() });
        }
        Ok(self.paint_with_absences(pattern, false)?.0)
    }

    /// What must be there of a pattern, with its colours, and what must not. If it is `closed`, as vertex-induced
    /// patterns are, there must be no edge but those that it names.
    ///
    /// # Errors
    /// [`PlanError::Absence`] for vertices that must not exist; else as [`paint`](Self::paint).
    pub(super) fn paint_with_absences(
        &mut self,
        pattern: &Pattern,
        closed: bool,
    ) -> Result<(SmallGraph, Vec<Absence>), PlanError> {
        if pattern.has_anti_vertices() {
            return Err(PlanError::Absence { pattern: pattern.to_string() });
        }
        let too_large = || PlanError::TooLarge { vertices: pattern.vertices(), most: MOST_VERTICES };
        let mut graph = SmallGraph::of(pattern).ok_or_else(too_large)?;
        let mut interner = RuleInterner::default();
        let structure = Structure::of(pattern, closed, &mut interner);
        for v in 0..graph.vertices() {
            let labels = interner.labels[usize::from(structure.labels[v])].clone();
            graph = graph.with_color(v, self.color(labels)?);
        }
        let vertices = graph.vertices();
        let pairs = (0..vertices).flat_map(|u| (u + 1..vertices).map(move |v| (u, v)));
        let mut absences = Vec::new();
        for (u, v) in pairs {
            let rule = interner.rules[usize::from(structure.rules[u][v])].clone();
            for absent in rule.absences() {
                absences.push(Absence { pair: (u, v), color: self.link(absent)? });
            }
            if rule.is_present() {
                let color = self.link(rule.presence())?;
                graph = graph.with_link(u, v, [color, self.turned(color)]);
            }
        }
        Ok((graph, absences))
    }

    /// `graph` where the pair of an absence has what it must not have, as a sum of graphs.
    pub(super) fn breaking(
        &mut self,
        graph: SmallGraph,
        absence: Absence,
    ) -> Result<Vec<(SmallGraph, i64)>, PlanError> {
        let Absence { pair: (u, v), color } = absence;
        let met = match graph.joined(u, v) {
            true => self.edges_met(graph.link(u, v), color)?,
            false => vec![(color, 1)],
        };
        let linked = |(color, times)| (graph.with_link(u, v, [color, self.turned(color)]), times);
        Ok(met.into_iter().map(linked).collect())
    }

    /// A graph with these colours, as a pattern.
    ///
    /// # Panics
    /// As `SmallGraph::pattern`.
    pub fn pattern(&self, graph: &SmallGraph) -> Pattern {
        let labels = (0..graph.vertices()).map(|v| self.labels[usize::from(graph.color(v))].clone());
        let links = graph.edges().flat_map(|(u, v)| links(&self.rules[usize::from(graph.link(u, v))], u, v));
        Pattern::of_parts(labels.collect(), links.collect())
            .expect("the quotients of connected patterns are connected")
    }

    /// `graph` with its vertices merged into so many `blocks`, `block_of` each, as a sum of graphs.
    pub(super) fn merged(
        &mut self,
        graph: &SmallGraph,
        block_of: &[usize; MOST_VERTICES],
        blocks: usize,
    ) -> Result<Vec<(SmallGraph, i64)>, PlanError> {
        let mut sum = vec![(SmallGraph::from_edges(blocks, std::iter::empty()), 1)];
        for (v, &block) in block_of.iter().enumerate().take(graph.vertices()) {
            sum = each(sum, |part| {
                let met = self.vertices_met(part.color(block), graph.color(v))?;
                Ok(met.into_iter().map(|(color, times)| (part.with_color(block, color), times)).collect())
            })?;
        }
        for (u, v) in graph.edges() {
            let (a, b, color) = (block_of[u], block_of[v], graph.link(u, v));
            sum = each(sum, |part| {
                // The first colour of an edge is any edge's.
                let met = self.edges_met(part.link(a, b), color)?;
                let linked = |(color, times)| (part.with_link(a, b, [color, self.turned(color)]), times);
                Ok(met.into_iter().map(linked).collect())
            })?;
        }
        Ok(sum)
    }

    /// Whether a vertex may have two colours.
    pub(super) fn may_meet(&self, one: Color, other: Color) -> bool {
        let [a, b] = [one, other].map(|color| &self.labels[usize::from(color)][..]);
        one == other || !labels_met(a, b, self.single).is_empty()
    }

    /// What it is for a vertex to have two colours, as a sum of colours.
    fn vertices_met(&mut self, one: Color, other: Color) -> Result<Vec<(Color, i64)>, PlanError> {
        let (a, b) = (self.labels[usize::from(one)].clone(), self.labels[usize::from(other)].clone());
        if one == other {
            return Ok(vec![(one, 1)]);
        }
        labels_met(&a, &b, self.single)
            .into_iter()
            .map(|(labels, times)| Ok((self.color(labels)?, times)))
            .collect()
    }

    /// What it is for an edge to have two colours, both seen from the same end, as a sum of colours.
    fn edges_met(&mut self, one: Color, other: Color) -> Result<Vec<(Color, i64)>, PlanError> {
        if one == other {
            return Ok(vec![(one, 1)]);
        }
        let (a, b) = (&self.rules[usize::from(one)], &self.rules[usize::from(other)]);
        met(a, b, self.edges).into_iter().map(|(rule, times)| Ok((self.link(rule)?, times))).collect()
    }

    fn color(&mut self, labels: Vec<String>) -> Result<Color, PlanError> {
        place(&mut self.labels, labels)
    }

    fn link(&mut self, rule: Rule) -> Result<Color, PlanError> {
        let turned = Rule { out: rule.back.clone(), back: rule.out.clone(), ..rule.clone() };
        let (color, back) = (place(&mut self.rules, rule)?, place(&mut self.rules, turned)?);
        self.turned.resize(self.rules.len(), 0);
        (self.turned[usize::from(color)], self.turned[usize::from(back)]) = (back, color);
        Ok(color)
    }
}

/// What a rule says of the edge from `u` to `v`.
pub(super) fn links(rule: &Rule, u: usize, v: usize) -> Vec<Link> {
    let said =
        [(&rule.edge, LinkKind::Edge), (&rule.out, LinkKind::Forward), (&rule.back, LinkKind::Backward)];
    let link = |(labels, kind): (&Option<Vec<String>>, LinkKind)| {
        labels.clone().map(|labels| Link { from: u, to: v, kind, labels, conditions: Vec::new() })
    };
    said.into_iter().filter_map(link).collect()
}

/// Replaces each part of a sum by a sum.
fn each(
    sum: Vec<(SmallGraph, i64)>,
    mut replaced: impl FnMut(SmallGraph) -> Result<Vec<(SmallGraph, i64)>, PlanError>,
) -> Result<Vec<(SmallGraph, i64)>, PlanError> {
    let mut result = Vec::with_capacity(sum.len());
    for (part, times) in sum {
        result.extend(replaced(part)?.into_iter().map(|(part, more)| (part, times * more)));
    }
    Ok(result)
}

/// The number of `item`, which is added if it is new.
fn place<T: PartialEq>(known: &mut Vec<T>, item: T) -> Result<Color, PlanError> {
    let place = known.iter().position(|other| *other == item).unwrap_or(known.len());
    if place == known.len() {
        known.push(item);
    }
    Color::try_from(place).map_err(|_| PlanError::Quotients { most: MOST_COLORS })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;
    use crate::plan::decomposition::quotients::quotients;

    /// The quotients of a pattern are these, with these coefficients.
    fn check(text: &str, labels: &LabelStats, expected: &[(&str, i64)]) {
        let mut palette = Palette::new(labels);
        let graph = palette.paint(&Pattern::parse(text).unwrap()).unwrap();
        let found = quotients(&graph, &mut palette).unwrap();
        assert_eq!(found.len(), expected.len(), "{text}");
        for &(quotient, times) in expected {
            let quotient = palette.paint(&Pattern::parse(quotient).unwrap()).unwrap();
            assert_eq!(
                found.get(&quotient.canonical()),
                Some(&times),
                "{text}: {}",
                palette.pattern(&quotient)
            );
        }
    }

    #[test]
    fn labels_that_no_vertex_has_together_vanish() {
        let single = LabelStats::assumed();
        check("(a:x)-b-(c:y)", &single, &[("(a:y)-b-(c:x)", 1)]);
        check("(a:x)-b-c", &single, &[("(a:x)-b", -1), ("(a:x)-b-c", 1)]);
    }

    #[test]
    fn arcs_meet_in_pairs() {
        let graph = LabelStats::assumed();
        // Both arcs become one, or a pair.
        check("a->b<-c", &graph, &[("a->b", -1), ("a->b, c->b", 1)]);
        check("a->b->c", &graph, &[("a->b, a<-b", -1), ("a->b, a<-c", 1)]);
    }

    /// The maps of a pattern into a graph of few vertices, of which `arcs[u][v]` are the labels of the arc, as bits: x
    /// and y.
    fn maps(pattern: &Pattern, arcs: &[[u8; 5]; 5], injective: bool) -> i64 {
        let asked = |link: &Link| match link.labels.as_slice() {
            [] => 3,
            labels => labels.iter().fold(0, |bits, label| bits | if label == "x" { 1 } else { 2 }),
        };
        let k = pattern.vertices() as u32;
        let images = (0..5_usize.pow(k)).map(|code| (0..k).map(|v| code / 5_usize.pow(v) % 5).collect());
        let is_map = |image: &Vec<usize>| {
            let distinct = (0..image.len()).all(|v| !image[..v].contains(&image[v]));
            let holds = |link: &Link| {
                let (u, v) = (image[link.ends().0], image[link.ends().1]);
                let both = link.kind == LinkKind::Edge;
                arcs[u][v] & asked(link) != 0 || both && arcs[v][u] & asked(link) != 0
            };
            (distinct || !injective) && pattern.links().iter().all(holds)
        };
        images.filter(is_map).count() as i64
    }

    #[test]
    fn edges_of_several_labels_meet_as_sums() {
        let undirected = ["a-[:x]-b-[:y]-c", "a-[:x]-b-[:y]-c-[:x]-d", "a-[:x|y]-b-c-[:x]-d, b-[:y]-e"];
        let directed =
            ["a-[:x]->b<-[:y]-c", "a-[:x]-b-[:y]-c", "a-[:x]-b->c<-[:y]-d", "a-[:x]->b-[:y]-c, c-[:y]->d"];
        for (seed, is_directed) in (0..24_u64).map(|seed| (seed, seed % 2 == 1)) {
            let mut arcs = [[0_u8; 5]; 5];
            let mut builder = if is_directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
            let mut state = seed * 0x9e37_79b9 + 1;
            for (u, v) in (0..5)
                .flat_map(|u| (0..5).map(move |v| (u, v)))
                .filter(|(u, v)| u < v || is_directed && u != v)
            {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let labels = [0, 1, 2, 3, 3][(state >> 33) as usize % 5];
                for (bit, label) in [(1, "x"), (2, "y")].into_iter().filter(|(bit, _)| labels & bit != 0) {
                    arcs[u][v] |= bit;
                    arcs[v][u] |= if is_directed { 0 } else { bit };
                    builder.labelled_edge(u as u64, v as u64, label);
                }
            }
            let graph = builder.build().unwrap();
            let labels = LabelStats::of(graph.csr(), Some(graph.attributes()));
            assert!(!labels.has_single_edges());
            for text in if is_directed { &directed[..] } else { &undirected } {
                let pattern = Pattern::parse(text).unwrap();
                let mut palette = Palette::new(&labels);
                let painted = palette.paint(&pattern).unwrap();
                let sum = quotients(&painted, &mut palette).unwrap();
                let sum = sum.iter().map(|(part, times)| times * maps(&palette.pattern(part), &arcs, false));
                assert_eq!(sum.sum::<i64>(), maps(&pattern, &arcs, true), "{text} with seed {seed}");
            }
        }
    }
}
