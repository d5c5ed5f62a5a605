//! Counts at the arcs of a directed graph.
//!
//! An arc `u->v` takes part in a match as the image of an arc of the pattern, or of an edge, which an arc in either
//! direction is: where arcs lead both ways, each of them is. So a pattern of mere edges is counted at pairs of
//! vertices, in the ways that are for those, and the arcs between two vertices have the counts of the pair. The matches
//! of other patterns are listed.

use super::local_counts::LocalCounts;
use crate::at::{At, Edges, Orbits, edge_between};
use crate::graph::Csr;
use crate::graph::attributes::{EdgeAttributes, NO_ARC};
use crate::list::ListOptions;
use crate::pattern::{Link, Pattern};
use crate::resolve::Codes;
use crate::{AttributeMismatch, MineError, Placed};

impl Placed {
    /// For each arc of the graph, and each orbit of the pattern's arcs and edges: in how many matches it takes part, in
    /// that orbit. An edge of the pattern has the arcs between its ends' images, in either direction, that have the
    /// label and the properties that it asks for. Where a homomorphism takes several members of an orbit to the arc, it
    /// counts as often.
    ///
    /// Patterns whose edges ask for no direction, label or property are counted as by [`at_edges`](Self::at_edges); the
    /// matches of others are listed.
    ///
    /// # Errors
    /// When the graph is undirected; when the pattern cannot be planned, or asks for what the graph does not have; when
    /// the memory is too small, a device fails, or the job is to stop; [`MineError::LocalCountOverflow`].
    pub fn at_arcs(&self, pattern: &Pattern, options: &ListOptions) -> Result<LocalCounts, MineError> {
        let (relabelled, patterns) = self.relabelled(&[pattern])?;
        let Some(edges) = directed(&relabelled) else { return Err(AttributeMismatch::NoArcs.into()) };
        let csr = self.target().csr;
        if pattern.edge_links().all(is_mere_edge) {
            let pairs = self.at_edges(pattern, options)?;
            let number = Edges::numbers(csr);
            let rows = edges.arcs(csr).map(|(_, tail, head)| number(edge_between(tail, head)));
            return Ok(pairs.of_rows(&rows.collect::<Vec<_>>()));
        }
        let sides = patterns[0].edge_links().map(|link| CodedLink::of(link, edges));
        let sides = sides.collect::<Result<Vec<_>, _>>()?;
        let orbits = Orbits::of_links(pattern, options.matching.induced);
        let places = csr.neighbors_all().len();
        let by_place = self.list_into(pattern, options, orbits, places, |member, row| {
            sides[member].images(row, csr, edges).into_iter().flatten()
        })?;
        Ok(by_place.of_rows(&edges.arcs(csr).map(|(place, ..)| place).collect::<Vec<_>>()))
    }
}

/// The arcs of a directed graph.
fn directed(placed: &Placed) -> Option<&EdgeAttributes> {
    let attributes = placed.target().labels().filter(|attributes| attributes.is_directed())?;
    attributes.edges.as_deref()
}

/// Whether every arc between two vertices, in either direction, is what this asks for.
fn is_mere_edge(link: &Link) -> bool {
    !link.is_one_way() && link.labels.is_empty() && link.conditions.is_empty()
}

/// An arc of a pattern, or an edge, in the labels of a graph.
struct CodedLink {
    ends: (usize, usize),
    is_arc: bool,
    asked: Codes,
}

impl CodedLink {
    fn of(link: &Link, edges: &EdgeAttributes) -> Result<CodedLink, AttributeMismatch> {
        let labels = Some(&edges.labels).filter(|labels| !labels.is_empty());
        let asked = Codes::new(&link.labels, labels, "edge")?;
        Ok(CodedLink { ends: link.ends(), is_arc: link.is_one_way(), asked })
    }

    /// Where the arcs that it is in a match stand among all neighbours.
    fn images(&self, row: &[u32], csr: &Csr, edges: &EdgeAttributes) -> [Option<usize>; 2] {
        let (from, to) = (row[self.ends.0], row[self.ends.1]);
        let arc = |tail: u32, head: u32| {
            let place =
                csr.offsets()[tail as usize] as usize + csr.neighbors(tail).binary_search(&head).ok()?;
            Some(place).filter(|&place| edges.out[place] != NO_ARC && self.asked.allow(edges.out[place]))
        };
        [arc(from, to), (!self.is_arc).then(|| arc(to, from)).flatten()]
    }
}
