//! Labels, directions, absence and the three semantics, by trying all maps.

use std::collections::BTreeSet;

use motherlode::graph::properties::{Properties, PropertyColumn};
use motherlode::graph::{Graph, GraphBuilder};
use motherlode::pattern::{Comparison, Condition, Link, LinkKind, Pattern, Test, Value, Vertex};
use motherlode::plan::{Induced, Matching, Semantics};

pub use super::labelled::{
    DIRECTED, UNDIRECTED, any_conditions, any_language, any_pattern, said, with_properties,
};
use super::patterns::permutations;

/// A small graph, as a list of what was said of it.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Vertices `0..n`.
    pub n: usize,
    /// Whether an edge is an arc.
    pub directed: bool,
    /// By vertex, its labels; empty if vertices have none.
    pub vertex_labels: Vec<Vec<&'static str>>,
    /// The edges, each with its label if edges have labels. A pair may be there with several labels in the same
    /// direction.
    pub edges: Vec<(usize, usize, Option<&'static str>)>,
    /// The vertices' properties by name, with a value for each, or none.
    pub vertex_properties: Vec<(&'static str, Vec<Option<Told>>)>,
    /// Edges with properties: several may have the same ends.
    pub rows: Vec<(usize, usize)>,
    /// Their properties by name, with a value for each, or none.
    pub edge_properties: Vec<(&'static str, Vec<Option<Told>>)>,
}

/// A property's value.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Told {
    /// A number.
    Number(f64),
    /// A text.
    Text(&'static str),
    /// True or false.
    Boolean(bool),
}

impl Told {
    fn of(value: &Value) -> Told {
        match value {
            Value::Integer(number) => Told::Number(*number as f64),
            Value::Real(number) => Told::Number(*number),
            Value::Text(text) => Told::Text(text.clone().leak()),
            Value::Boolean(boolean) => Told::Boolean(*boolean),
        }
    }

    fn is(self, test: &Test) -> bool {
        match test {
            Test::Compare(Comparison::Equal, value) => self == Told::of(value),
            Test::Compare(Comparison::NotEqual, value) => self != Told::of(value),
            Test::Compare(Comparison::Less, value) => self < Told::of(value),
            Test::Compare(Comparison::AtMost, value) => self <= Told::of(value),
            Test::Compare(Comparison::Greater, value) => self > Told::of(value),
            Test::Compare(Comparison::AtLeast, value) => self >= Told::of(value),
            Test::In { values, negated } => values.iter().any(|value| self == Told::of(value)) != *negated,
            Test::Contains { text, negated } => match self {
                Told::Text(value) => value.contains(text.as_str()) != *negated,
                _ => panic!("{test:?} of {self:?}"),
            },
        }
    }
}

/// Values as the library holds them, whole numbers as such.
fn column(values: &[Option<Told>]) -> PropertyColumn {
    let present: Vec<bool> = values.iter().map(Option::is_some).collect();
    let number = |value: &Option<Told>| if let Some(Told::Number(number)) = value { *number } else { 0.0 };
    let column = match values.iter().flatten().next() {
        Some(Told::Number(_)) if values.iter().all(|value| number(value).fract() == 0.0) => {
            PropertyColumn::integers(values.iter().map(|value| number(value) as i64).collect())
        }
        Some(Told::Number(_)) => PropertyColumn::reals(values.iter().map(number).collect()),
        Some(Told::Boolean(_)) => {
            PropertyColumn::booleans(values.iter().map(|value| *value == Some(Told::Boolean(true))).collect())
        }
        _ => PropertyColumn::texts(values.iter().map(|value| match value {
            Some(Told::Text(text)) => Some(*text),
            _ => None,
        })),
    };
    column.where_present(&present).unwrap()
}

/// Whether the values in a row are as they must be.
fn fulfils(properties: &[(&str, Vec<Option<Told>>)], row: usize, conditions: &[Condition]) -> bool {
    conditions.iter().all(|Condition { property, test }| {
        let (_, values) = properties.iter().find(|(name, _)| name == property).unwrap();
        values[row].is_some_and(|value| value.is(test))
    })
}

impl Said {
    /// The graph, as the library holds it.
    pub fn graph(&self) -> Graph {
        let mut builder = if self.directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        for v in 0..self.n {
            builder.vertex(v as u64, self.vertex_labels.get(v).map_or(&[], Vec::as_slice));
        }
        for &(u, v, label) in &self.edges {
            match label {
                Some(label) => builder.labelled_edge(u as u64, v as u64, label),
                None => builder.edge(u as u64, v as u64),
            }
        }
        let graph = builder.build().unwrap();
        let mut properties = Properties::default();
        for (name, values) in &self.vertex_properties {
            properties = properties.vertex(*name, column(values)).unwrap();
        }
        let end = |end: fn(&(usize, usize)) -> usize| self.rows.iter().map(|row| end(row) as u32).collect();
        properties = properties.edges(end(|row| row.0), end(|row| row.1)).unwrap();
        for (name, values) in &self.edge_properties {
            properties = properties.edge(*name, column(values)).unwrap();
        }
        if properties.is_empty() { graph } else { graph.with_properties(properties).unwrap() }
    }

    /// This graph with its vertices renumbered: vertex `v` is called `names[v]`.
    pub fn renamed(&self, names: &[usize]) -> Said {
        let mut vertex_labels = self.vertex_labels.clone();
        for (v, labels) in self.vertex_labels.iter().enumerate() {
            vertex_labels[names[v]] = labels.clone();
        }
        let edges = self.edges.iter().rev().map(|&(u, v, label)| (names[u], names[v], label)).collect();
        let mut vertex_properties = self.vertex_properties.clone();
        for ((_, moved), (_, values)) in vertex_properties.iter_mut().zip(&self.vertex_properties) {
            values.iter().enumerate().for_each(|(v, value)| moved[names[v]] = *value);
        }
        let rows = self.rows.iter().map(|&(u, v)| (names[u], names[v])).collect();
        Said { vertex_labels, edges, vertex_properties, rows, ..self.clone() }
    }

    /// The labels of the arc from `u` to `v`, or of the edge between them; none if there is no such arc, nothing for
    /// one without a label.
    fn labels(&self, u: usize, v: usize) -> impl Iterator<Item = Option<&'static str>> {
        let is = move |&(a, b): &(usize, usize)| (a, b) == (u, v) || (!self.directed && (b, a) == (u, v));
        self.edges.iter().filter(move |&&(a, b, _)| is(&(a, b))).map(|&(_, _, label)| label)
    }

    fn is_arc(&self, u: usize, v: usize) -> bool {
        self.labels(u, v).next().is_some()
    }

    fn adjacent(&self, u: usize, v: usize) -> bool {
        self.is_arc(u, v) || self.is_arc(v, u)
    }

    fn is_asked(&self, v: usize, Vertex { labels, conditions, .. }: &Vertex) -> bool {
        let labelled =
            labels.is_empty() || labels.iter().any(|label| self.vertex_labels[v].contains(&label.as_str()));
        labelled && fulfils(&self.vertex_properties, v, conditions)
    }

    /// Whether one of the edges from `u` to `v` has properties as they must be.
    fn has_row(&self, u: usize, v: usize, conditions: &[Condition]) -> bool {
        let mut rows = (0..self.rows.len())
            .filter(|&row| self.rows[row] == (u, v) || (!self.directed && self.rows[row] == (v, u)));
        conditions.is_empty() || rows.any(|row| fulfils(&self.edge_properties, row, conditions))
    }

    /// Whether there is an arc from `u` to `v` that has the label and the properties that a link asks for.
    pub fn is_arc_for(&self, link: &Link, u: usize, v: usize) -> bool {
        let named = |label: Option<&str>| label.is_some_and(|label| link.labels.iter().any(|l| l == label));
        let is_labelled = self.labels(u, v).any(|label| link.labels.is_empty() || named(label));
        is_labelled && self.has_row(u, v, &link.conditions)
    }

    /// Whether what a link says is true of two vertices.
    fn holds(&self, link: &Link, from: usize, to: usize) -> bool {
        let arc = |u: usize, v: usize| self.is_arc_for(link, u, v);
        match link.kind {
            LinkKind::Edge => arc(from, to) || arc(to, from),
            LinkKind::Forward => arc(from, to),
            LinkKind::Backward => arc(to, from),
            LinkKind::Absent => !self.adjacent(from, to),
            LinkKind::NoForward => !self.is_arc(from, to),
            LinkKind::NoBackward => !self.is_arc(to, from),
        }
    }
}

/// How many matches of `pattern` there are.
pub fn matches(said: &Said, pattern: &Pattern, matching: Matching) -> u128 {
    let maps = maps(said, pattern, matching).len() as u128;
    if matching.semantics != Semantics::Subgraphs {
        return maps;
    }
    let symmetries = symmetries(pattern, matching.induced).len() as u128;
    assert_eq!(maps % symmetries, 0, "each match is found once per automorphism");
    maps / symmetries
}

/// All maps that match, as the vertices that the pattern's are mapped to: a subgraph as often as the pattern has
/// symmetries.
pub fn maps(said: &Said, pattern: &Pattern, matching: Matching) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    try_all(said, pattern, matching, &mut Vec::new(), &mut found);
    found
}

fn try_all(
    said: &Said,
    pattern: &Pattern,
    matching: Matching,
    images: &mut Vec<usize>,
    found: &mut Vec<Vec<u32>>,
) {
    if images.len() == pattern.vertices() {
        if is_match(said, pattern, matching, images) {
            found.push(images.iter().map(|&image| image as u32).collect());
        }
        return;
    }
    for image in 0..said.n {
        let used = matching.semantics != Semantics::Homomorphisms && images.contains(&image);
        if !used && said.is_asked(image, &pattern.all_vertices()[images.len()]) {
            images.push(image);
            try_all(said, pattern, matching, images, found);
            images.pop();
        }
    }
}

/// Whether a map of all matched vertices is a match: everything that is said is true, and nothing else if
/// vertex-induced.
fn is_match(said: &Said, pattern: &Pattern, matching: Matching, images: &[usize]) -> bool {
    let k = pattern.vertices();
    let matched = |link: &&Link| link.from < k && link.to < k;
    let true_links = pattern.links().iter().filter(matched);
    if !true_links.clone().all(|link| said.holds(link, images[link.from], images[link.to])) {
        return false;
    }
    let between = |u: usize, v: usize| {
        true_links.clone().filter(move |link| [(u, v), (v, u)].contains(&(link.from, link.to)))
    };
    let nothing_else =
        (0..k).flat_map(|u| (0..k).map(move |v| (u, v))).filter(|(u, v)| u != v).all(|(u, v)| {
            let arcs: Vec<_> = between(u, v).filter(|link| link.is_present()).collect();
            let is_edge = arcs.iter().any(|link| link.kind == LinkKind::Edge);
            let named = arcs.iter().any(|link| link.ends() == (u, v));
            is_edge || named || !said.is_arc(images[u], images[v])
        });
    if matching.induced == Induced::Vertex && !nothing_else {
        return false;
    }
    (k..pattern.all_vertices().len()).all(|anti| {
        !(0..said.n).any(|x| {
            let is_new = matching.semantics == Semantics::Homomorphisms || !images.contains(&x);
            let image = |v: usize| if v == anti { x } else { images[v] };
            let mut asked = pattern.links().iter().filter(|link| link.from == anti || link.to == anti);
            is_new
                && said.is_asked(x, &pattern.all_vertices()[anti])
                && asked.all(|link| said.holds(link, image(link.from), image(link.to)))
        })
    })
}

/// The renamings of the matched vertices that leave what the pattern says as it is.
pub fn symmetries(pattern: &Pattern, induced: Induced) -> Vec<Vec<usize>> {
    let k = pattern.vertices();
    let identity: Vec<usize> = (0..k).collect();
    let said = statements(pattern, induced, &identity);
    permutations(k).into_iter().filter(|names| statements(pattern, induced, names) == said).collect()
}

/// What the pattern says, with its matched vertices renamed.
fn statements(pattern: &Pattern, induced: Induced, names: &[usize]) -> BTreeSet<String> {
    let k = pattern.vertices();
    let sorted = |labels: &[String], conditions: &[Condition]| {
        let conditions = conditions.iter().map(|condition| format!("{{{condition}}}"));
        labels.iter().cloned().chain(conditions).collect::<BTreeSet<_>>()
    };
    // The other end of a link to an anti-vertex has no name of its own.
    let name = |v: usize| if v < k { names[v].to_string() } else { "anti".to_owned() };
    let none: BTreeSet<String> = BTreeSet::new();
    let apart = |u: usize, v: usize| format!("Absent {:?} {none:?}", BTreeSet::from([name(u), name(v)]));
    let opposite = |link: &Link| {
        let is = |other: &&Link| !other.is_present() && other.ends() == (link.ends().1, link.ends().0);
        link.is_one_way() && pattern.links().iter().any(|other| is(&other))
    };
    let link = |link: &Link| {
        let (u, v) = link.ends();
        let names = (name(u), name(v));
        match link.kind {
            LinkKind::Forward | LinkKind::Backward => {
                format!("arc {names:?} {:?}", sorted(&link.labels, &link.conditions))
            }
            // No arc in either direction is the same as no edge.
            LinkKind::NoForward | LinkKind::NoBackward if opposite(link) => apart(u, v),
            LinkKind::NoForward | LinkKind::NoBackward => format!("no arc {names:?}"),
            LinkKind::Absent => apart(u, v),
            LinkKind::Edge => {
                format!(
                    "edge {:?} {:?}",
                    BTreeSet::from([names.0, names.1]),
                    sorted(&link.labels, &link.conditions)
                )
            }
        }
    };
    let matched = |link: &&Link| link.from < k && link.to < k;
    // Vertex-induced, what is not named is not there, whether that is said or not.
    let stated = |link: &&Link| matched(link) && (induced == Induced::Edge || link.is_present());
    let mut said: BTreeSet<String> = (0..k)
        .map(|v| {
            let Vertex { labels, conditions, .. } = &pattern.all_vertices()[v];
            format!("vertex {} {:?}", names[v], sorted(labels, conditions))
        })
        .collect();
    said.extend(pattern.links().iter().filter(stated).map(link));
    if induced == Induced::Vertex {
        let unjoined = |&(u, v): &(usize, usize)| {
            !pattern
                .links()
                .iter()
                .filter(stated)
                .any(|link| [(u, v), (v, u)].contains(&(link.from, link.to)))
        };
        said.extend(
            (0..k).flat_map(|u| (0..u).map(move |v| (u, v))).filter(unjoined).map(|(u, v)| apart(u, v)),
        );
    }
    for x in k..pattern.all_vertices().len() {
        let own = pattern.links().iter().filter(|link| link.from == x || link.to == x).map(link);
        let Vertex { labels, conditions, .. } = &pattern.all_vertices()[x];
        let labels = sorted(labels, conditions);
        said.insert(format!("no {labels:?} {:?}", own.collect::<BTreeSet<_>>()));
    }
    said
}
