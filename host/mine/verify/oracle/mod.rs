//! Counting by plain backtracking: the pattern's vertices are mapped one after another, in the order in which a search
//! reaches them, and every statement of the pattern is checked on the graph itself, as it was read. No plan, no
//! restrictions, no set operations, no kernels; labels are compared as text.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `facts` | what a graph says of two vertices, and whether a statement holds |
//! | `values` | whether a value is as a pattern says |
//! | `symmetries` | how many renamings leave a pattern as it is |

mod facts;
mod symmetries;
mod values;

use self::facts::GraphFacts;
use crate::Target;
use crate::pattern::{Link, Pattern};
use crate::plan::{Induced, Matching, Semantics};

/// The matches of `pattern` in a graph; `None` if that takes more candidates than are left of `steps`, which are taken
/// from it.
pub(super) fn count(
    target: Target<'_>,
    pattern: &Pattern,
    matching: Matching,
    steps: &mut u64,
) -> Option<u128> {
    let renamings = match matching.semantics {
        Semantics::Subgraphs => symmetries::count(pattern, matching.induced, steps)?,
        Semantics::Embeddings | Semantics::Homomorphisms => 1,
    };
    let order = reached(pattern);
    let facts = GraphFacts::new(target, pattern);
    let mut search = Backtracking { facts, pattern, matching, order, images: Vec::new(), steps, maps: 0 };
    search.extend()?;
    Some(search.maps / renamings)
}

/// The pattern's vertices, each but the first adjacent to an earlier one.
fn reached(pattern: &Pattern) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < pattern.vertices() {
        let next = (0..pattern.vertices())
            .find(|&v| !order.contains(&v) && order.iter().any(|&earlier| pattern.adjacent(earlier, v)));
        // Patterns are connected, so there is one.
        order.extend(next);
    }
    order
}

struct Backtracking<'s> {
    facts: GraphFacts<'s>,
    pattern: &'s Pattern,
    matching: Matching,
    order: Vec<usize>,
    /// The vertices that the first of `order` are mapped to.
    images: Vec<u32>,
    steps: &'s mut u64,
    maps: u128,
}

impl Backtracking<'_> {
    /// Counts the maps that extend the images; `None` when the steps are used up.
    fn extend(&mut self) -> Option<()> {
        let level = self.images.len();
        let Some(&vertex) = self.order.get(level) else {
            self.maps += u128::from(self.nothing_forbidden()?);
            return Some(());
        };
        let anchor = (0..level).find(|&earlier| self.pattern.adjacent(self.order[earlier], vertex));
        let graph = self.facts.target.csr;
        match anchor {
            Some(earlier) => {
                graph.neighbors(self.images[earlier]).iter().try_for_each(|&image| self.try_image(image))
            }
            None => (0..graph.n()).try_for_each(|image| self.try_image(image)),
        }
    }

    fn try_image(&mut self, image: u32) -> Option<()> {
        *self.steps = self.steps.checked_sub(1)?;
        let vertex = self.order[self.images.len()];
        let labelled = self.facts.is_as_asked(image, &self.pattern.all_vertices()[vertex]);
        let mut earlier = self.images.iter().zip(&self.order);
        if labelled && earlier.all(|(&other, &of)| self.fits(of, other, vertex, image)) {
            self.images.push(image);
            let done = self.extend();
            self.images.pop();
            return done;
        }
        Some(())
    }

    /// Whether two vertices of the pattern may be mapped to these two of the graph.
    fn fits(&self, u: usize, to: u32, v: usize, image: u32) -> bool {
        if to == image && self.matching.semantics.injective() {
            return false;
        }
        let between = |link: &&Link| [(u, v), (v, u)].contains(&(link.from, link.to));
        let links: Vec<&Link> = self.pattern.links().iter().filter(between).collect();
        let at = |vertex: usize| if vertex == u { to } else { image };
        links.iter().all(|link| self.facts.holds(link, at(link.from), at(link.to)))
            && (self.matching.induced == Induced::Edge
                || self.facts.nothing_else(&links, (u, to), (v, image)))
    }

    /// Whether no vertex is there that must not be.
    fn nothing_forbidden(&mut self) -> Option<bool> {
        let matched = self.pattern.vertices();
        let mut image_of = vec![0; matched];
        self.order.iter().zip(&self.images).for_each(|(&vertex, &image)| image_of[vertex] = image);
        for x in matched..self.pattern.all_vertices().len() {
            let own = |link: &&Link| link.from == x || link.to == x;
            let links: Vec<&Link> = self.pattern.links().iter().filter(own).collect();
            let other = |link: &Link| image_of[if link.from == x { link.to } else { link.from }];
            // It is adjacent to at least one.
            let near = links.iter().find(|link| link.is_present()).map(|link| other(link));
            for &w in near.map_or(&[][..], |near| self.facts.target.csr.neighbors(near)) {
                *self.steps = self.steps.checked_sub(1)?;
                let free = !self.matching.semantics.injective() || !self.images.contains(&w);
                let at = |vertex: usize| if vertex == x { w } else { image_of[vertex] };
                if free
                    && self.facts.is_as_asked(w, &self.pattern.all_vertices()[x])
                    && links.iter().all(|link| self.facts.holds(link, at(link.from), at(link.to)))
                {
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Csr;

    #[test]
    fn published_counts_and_steps() {
        // The Petersen graph: no triangles, 12 5-cycles, 10 claws, 30 wedges.
        let edges: Vec<(u32, u32)> =
            (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
        let petersen = Csr::from_edges(10, &edges);
        let count = |text, induced: Induced, mut steps| {
            count((&petersen).into(), &Pattern::parse(text).unwrap(), induced.into(), &mut steps)
        };
        for (text, number) in [("triangle", 0), ("5-cycle", 12), ("3-star", 10), ("wedge", 30)] {
            assert_eq!(count(text, Induced::Edge, 1 << 20), Some(number), "{text}");
            assert_eq!(count(text, Induced::Vertex, 1 << 20), Some(number), "{text}");
        }
        assert_eq!(count("5-cycle", Induced::Edge, 50), None);
        // Twelve factorial renamings are too many to try.
        assert_eq!(count("12-clique", Induced::Edge, 1 << 20), None);
    }
}
