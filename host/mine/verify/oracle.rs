//! Counting by plain backtracking: the pattern's vertices are mapped one after another, in the order in which a search
//! reaches them, and every condition is checked on the pattern and the graph themselves. No plan, no restrictions, no set
//! operations, no kernels.

use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::Induced;

/// The subgraphs of `graph` that match `pattern`; `None` if that takes more than `steps` candidates.
pub(super) fn count(graph: &Csr, pattern: &Pattern, induced: Induced, steps: u64) -> Option<u128> {
    let mut search =
        Search { graph, pattern, induced, order: reached(pattern), images: Vec::new(), steps, maps: 0 };
    search.extend()?;
    let own = Csr::from_edges(
        pattern.vertices() as u32,
        &pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect::<Vec<_>>(),
    );
    let order = reached(pattern);
    let mut symmetries = Search {
        graph: &own,
        pattern,
        induced: Induced::Vertex,
        order,
        images: Vec::new(),
        steps: u64::MAX,
        maps: 0,
    };
    symmetries.extend()?;
    Some(search.maps / symmetries.maps)
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

struct Search<'s> {
    graph: &'s Csr,
    pattern: &'s Pattern,
    induced: Induced,
    order: Vec<usize>,
    /// The vertices that the first of `order` are mapped to.
    images: Vec<u32>,
    steps: u64,
    maps: u128,
}

impl Search<'_> {
    /// Counts the maps that extend the images; `None` when the steps are used up.
    fn extend(&mut self) -> Option<()> {
        let level = self.images.len();
        let Some(&vertex) = self.order.get(level) else {
            self.maps += 1;
            return Some(());
        };
        let anchor = (0..level).find(|&earlier| self.pattern.adjacent(self.order[earlier], vertex));
        let graph = self.graph;
        match anchor {
            Some(earlier) => {
                graph.neighbors(self.images[earlier]).iter().try_for_each(|&image| self.try_image(image))
            }
            None => (0..graph.n()).try_for_each(|image| self.try_image(image)),
        }
    }

    fn try_image(&mut self, image: u32) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let vertex = self.order[self.images.len()];
        let fits = self.images.iter().zip(&self.order).all(|(&earlier, &of)| {
            let joined = self.graph.neighbors(earlier).binary_search(&image).is_ok();
            match self.pattern.adjacent(of, vertex) {
                true => joined,
                false => earlier != image && (self.induced == Induced::Edge || !joined),
            }
        });
        if fits {
            self.images.push(image);
            let done = self.extend();
            self.images.pop();
            return done;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_counts_and_steps() {
        // The Petersen graph: no triangles, 12 5-cycles, 10 claws, 30 wedges.
        let edges: Vec<(u32, u32)> =
            (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
        let petersen = Csr::from_edges(10, &edges);
        let count = |text, induced, steps| count(&petersen, &Pattern::parse(text).unwrap(), induced, steps);
        for (text, number) in [("triangle", 0), ("5-cycle", 12), ("3-star", 10), ("wedge", 30)] {
            assert_eq!(count(text, Induced::Edge, 1 << 20), Some(number), "{text}");
            assert_eq!(count(text, Induced::Vertex, 1 << 20), Some(number), "{text}");
        }
        assert_eq!(count("5-cycle", Induced::Edge, 50), None);
    }
}
