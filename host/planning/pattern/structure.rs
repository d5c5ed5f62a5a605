//! A pattern as numbers: what is said of each vertex and of each two, for comparing patterns and for planning.

use std::collections::BTreeSet;

use super::{Link, LinkKind, MAX_VERTICES, Pattern, asked};

/// What is said of an ordered pair of vertices: the labels of which an edge must have one (none if any will do), where
/// there must be one. Labels are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Rule {
    /// There must be an edge: in a directed graph an arc, in either direction.
    pub edge: Option<Vec<String>>,
    /// There must be an arc from the first to the second.
    pub out: Option<Vec<String>>,
    /// There must be an arc from the second to the first.
    pub back: Option<Vec<String>>,
    /// There must be none.
    pub absent: bool,
    /// There must be no arc from the first to the second. This is not said together with `out` or `absent`.
    pub no_out: bool,
    /// There must be no arc from the second to the first. This is not said together with `back` or `absent`.
    pub no_back: bool,
}

impl Rule {
    /// Whether the two must be adjacent.
    pub fn is_present(&self) -> bool {
        self.edge.is_some() || self.out.is_some() || self.back.is_some()
    }

    /// What of it must be there.
    pub fn presence(&self) -> Rule {
        Rule { absent: false, no_out: false, no_back: false, ..self.clone() }
    }

    /// What of it must not be there: a rule for each, which says that it is.
    pub fn absences(&self) -> Vec<Rule> {
        let any = || Some(Vec::new());
        let said = [
            (self.absent, Rule { edge: any(), ..Rule::default() }),
            (self.no_out, Rule { out: any(), ..Rule::default() }),
            (self.no_back, Rule { back: any(), ..Rule::default() }),
        ];
        said.into_iter().filter(|(is_said, _)| *is_said).map(|(_, rule)| rule).collect()
    }

    fn add(&mut self, link: &Link, seen_from: usize) {
        let labels = asked(&link.labels, &link.conditions);
        let is_out = link.ends().0 == seen_from;
        match link.kind {
            LinkKind::Edge => self.edge = Some(labels),
            LinkKind::Absent => self.absent = true,
            LinkKind::Forward | LinkKind::Backward if is_out => self.out = Some(labels),
            LinkKind::Forward | LinkKind::Backward => self.back = Some(labels),
            LinkKind::NoForward | LinkKind::NoBackward if is_out => self.no_out = true,
            LinkKind::NoForward | LinkKind::NoBackward => self.no_back = true,
        }
    }

    /// This rule in one way of saying it: without arcs in either direction two vertices are not adjacent. If it is
    /// `closed`, there is no arc but those that are named.
    fn settled(self, closed: bool) -> Rule {
        if (closed && !self.is_present()) || (self.no_out && self.no_back) {
            return Rule { absent: true, no_out: false, no_back: false, ..self };
        }
        if !closed {
            return self;
        }
        let (out, back) = (self.out.is_some(), self.back.is_some());
        Rule { no_out: back && !out, no_back: out && !back, ..self }
    }
}

/// Numbers for label sets and rules, so that equal ones have equal numbers. Number 0 asks for nothing.
#[derive(Clone, Debug)]
pub(crate) struct RuleInterner {
    /// The label sets, sorted; the first is that of any label.
    pub labels: Vec<Vec<String>>,
    /// The rules; the first is that of no rule.
    pub rules: Vec<Rule>,
}

impl Default for RuleInterner {
    fn default() -> Self {
        RuleInterner { labels: vec![Vec::new()], rules: vec![Rule::default()] }
    }
}

fn intern<T: PartialEq>(known: &mut Vec<T>, item: T) -> u8 {
    let place = known.iter().position(|other| *other == item);
    let place = place.unwrap_or_else(|| {
        known.push(item);
        known.len() - 1
    });
    // A pattern has fewer than 256 pairs of vertices, in both directions.
    u8::try_from(place).unwrap_or(u8::MAX)
}

/// What is asked of a vertex that must not exist: its labels, and by matched vertex the rule between that and it.
pub(crate) type Anti = (u8, [u8; MAX_VERTICES]);

/// A pattern as numbers of a [`RuleInterner`].
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    /// The vertices that are matched.
    pub vertices: usize,
    /// The label set of each.
    pub labels: [u8; MAX_VERTICES],
    /// `rules[u][v]` is what is said of `u` and `v`, seen from `u`.
    pub rules: [[u8; MAX_VERTICES]; MAX_VERTICES],
    /// Vertices that must not exist.
    pub anti: BTreeSet<Anti>,
}

impl Structure {
    /// The structure of `pattern`. If it is `closed`, as vertex-induced patterns are, there is no edge but those that
    /// it names.
    pub fn of(pattern: &Pattern, closed: bool, interner: &mut RuleInterner) -> Self {
        let vertices = pattern.vertices();
        let all = pattern.all_vertices();
        let mut rules = vec![vec![Rule::default(); all.len()]; all.len()];
        for link in pattern.links() {
            rules[link.from][link.to].add(link, link.from);
            rules[link.to][link.from].add(link, link.to);
        }
        let mut structure = Structure {
            vertices,
            labels: [0; MAX_VERTICES],
            rules: [[0; MAX_VERTICES]; MAX_VERTICES],
            anti: BTreeSet::new(),
        };
        let mut class = |vertex: usize| intern(&mut interner.labels, all[vertex].asked());
        for v in 0..vertices {
            structure.labels[v] = class(v);
        }
        for (u, v) in (0..vertices).flat_map(|u| (0..vertices).map(move |v| (u, v))).filter(|(u, v)| u != v) {
            let rule = rules[u][v].clone().settled(closed);
            structure.rules[u][v] = intern(&mut interner.rules, rule);
        }
        let anti = (vertices..all.len()).map(|x| {
            let mut asked = [0; MAX_VERTICES];
            for (asked, rules) in asked.iter_mut().zip(&rules[..vertices]) {
                *asked = intern(&mut interner.rules, rules[x].clone().settled(false));
            }
            (class(x), asked)
        });
        structure.anti.extend(anti);
        structure
    }
}
