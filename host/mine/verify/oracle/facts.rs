//! What a graph says, asked of it directly.

use std::collections::HashMap;

use super::values::fulfils;
use crate::Target;
use crate::graph::attributes::{EdgeAttributes, NO_ARC};
use crate::pattern::{Link, LinkKind, Pattern, Vertex};

/// A graph that is asked.
pub(super) struct GraphFacts<'f> {
    pub target: Target<'f>,
    /// The rows of properties of the edges from one vertex to another.
    rows: HashMap<(u32, u32), Vec<usize>>,
}

impl<'f> GraphFacts<'f> {
    /// A graph that is asked what `pattern` says.
    pub fn new(target: Target<'f>, pattern: &Pattern) -> Self {
        let mut rows: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
        let properties = target.attributes.and_then(|attributes| attributes.properties());
        if let Some(properties) = properties.filter(|_| pattern.has_conditions()) {
            properties.ends().enumerate().for_each(|(row, ends)| rows.entry(ends).or_default().push(row));
        }
        GraphFacts { target, rows }
    }

    /// Whether a vertex has one of the labels that are asked for, if any are, and properties as they must be.
    pub fn is_as_asked(&self, v: u32, vertex: &Vertex) -> bool {
        let Vertex { labels, conditions, .. } = vertex;
        let of = self.target.attributes.and_then(|attributes| attributes.vertices.as_ref());
        let is_labelled = labels.is_empty()
            || of.is_some_and(|of| {
                of.of(v).iter().any(|&code| labels.contains(&of.labels.names()[code as usize]))
            });
        let properties = self.target.attributes.and_then(|attributes| attributes.properties());
        is_labelled
            && (conditions.is_empty()
                || properties.is_some_and(|of| fulfils(of.of_vertices(), v as usize, conditions)))
    }

    /// Whether what a link says is true of two vertices.
    pub fn holds(&self, link: &Link, from: u32, to: u32) -> bool {
        match link.kind {
            LinkKind::Edge => self.edge(from, to, link) || self.edge(to, from, link),
            LinkKind::Forward => self.edge(from, to, link),
            LinkKind::Backward => self.edge(to, from, link),
            LinkKind::NoForward => !self.arc(from, to, &[]),
            LinkKind::NoBackward => !self.arc(to, from, &[]),
            LinkKind::Absent => !self.arc(from, to, &[]) && !self.arc(to, from, &[]),
        }
    }

    /// Whether there is nothing between the images of `u` and `v` but what `links`, all of those between the two, name.
    pub fn nothing_else(&self, links: &[&Link], (u, to): (usize, u32), (v, image): (usize, u32)) -> bool {
        let named = |tail: usize, head: usize| {
            links
                .iter()
                .any(|link| link.kind == LinkKind::Edge || (link.is_present() && link.ends() == (tail, head)))
        };
        let directed = self.edges().is_some_and(|edges| edges.back.is_some());
        match directed {
            true => (named(u, v) || !self.arc(to, image, &[])) && (named(v, u) || !self.arc(image, to, &[])),
            false => named(u, v) || named(v, u) || !self.arc(to, image, &[]),
        }
    }

    /// Whether there is an arc with a label that is asked for, and one of its edges has properties as they must be.
    fn edge(&self, from: u32, to: u32, link: &Link) -> bool {
        let directed = self.edges().is_some_and(|edges| edges.back.is_some());
        let rows = |ends: (u32, u32)| self.rows.get(&ends).into_iter().flatten();
        let other = if directed { None } else { Some(rows((to, from))) };
        let mut rows = rows((from, to)).chain(other.into_iter().flatten());
        let properties = self.target.attributes.and_then(|attributes| attributes.properties());
        self.arc(from, to, &link.labels)
            && (link.conditions.is_empty()
                || properties
                    .is_some_and(|of| rows.any(|&row| fulfils(of.of_edges(), row, &link.conditions))))
    }

    /// Whether there is an arc with one of these labels (any, if there are none); in an undirected graph, an edge.
    fn arc(&self, from: u32, to: u32, labels: &[String]) -> bool {
        let csr = self.target.csr;
        let Ok(place) = csr.neighbors(from).binary_search(&to) else { return false };
        let Some(edges) = self.edges() else { return labels.is_empty() };
        match edges.out[csr.offsets()[from as usize] as usize + place] {
            NO_ARC => false,
            code => {
                labels.is_empty()
                    || edges.labels.names_of(code).any(|name| labels.iter().any(|of| of == name))
            }
        }
    }

    fn edges(&self) -> Option<&EdgeAttributes> {
        self.target.attributes.and_then(|attributes| attributes.edges.as_deref())
    }
}
