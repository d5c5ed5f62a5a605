//! What a graph says, asked of it directly.

use crate::graph::attributes::{EdgeAttributes, NO_ARC};
use crate::mine::Target;
use crate::pattern::{Link, LinkKind};

/// A graph that is asked.
#[derive(Clone, Copy)]
pub(super) struct GraphFacts<'f> {
    pub target: Target<'f>,
}

impl GraphFacts<'_> {
    /// Whether a vertex has one of these labels, or none is asked for.
    pub fn has_label(&self, v: u32, labels: &[String]) -> bool {
        let of = self.target.attributes.and_then(|attributes| attributes.vertices.as_ref());
        labels.is_empty()
            || of.is_some_and(|of| {
                of.of(v).iter().any(|&code| labels.contains(&of.labels.names()[code as usize]))
            })
    }

    /// Whether what a link says is true of two vertices.
    pub fn holds(&self, link: &Link, from: u32, to: u32) -> bool {
        match link.kind {
            LinkKind::Edge => self.arc(from, to, &link.labels) || self.arc(to, from, &link.labels),
            LinkKind::Forward => self.arc(from, to, &link.labels),
            LinkKind::Backward => self.arc(to, from, &link.labels),
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

    /// Whether there is an arc with one of these labels (any, if there are none); in an undirected graph, an edge.
    fn arc(&self, from: u32, to: u32, labels: &[String]) -> bool {
        let csr = self.target.csr;
        let Ok(place) = csr.neighbors(from).binary_search(&to) else { return false };
        let Some(edges) = self.edges() else { return labels.is_empty() };
        match edges.out[csr.offsets()[from as usize] as usize + place] {
            NO_ARC => false,
            code => {
                let name = edges.labels.names().get(code as usize);
                labels.is_empty() || name.is_some_and(|name| labels.contains(name))
            }
        }
    }

    fn edges(&self) -> Option<&EdgeAttributes> {
        self.target.attributes.and_then(|attributes| attributes.edges.as_ref())
    }
}
