//! Parts of a graph, with their labels and directions.

use std::collections::HashMap;

use super::{Attributes, EdgeAttributes, VertexLabels};
use crate::graph::{Csr, Graph};

/// The subgraph that `vertices` (ascending) induce, with what `attributes` say of them: vertex `i` of it is
/// `vertices[i]`. Labels that nothing in it has are still known.
#[doc(hidden)]
pub fn induced(csr: &Csr, attributes: Option<&Attributes>, vertices: &[u32]) -> Graph {
    let new_of_old: HashMap<u32, u32> = vertices.iter().copied().zip(0..).collect();
    // By rising vertex, and then neighbour, as the part has them in its turn.
    let kept = |&old: &u32| {
        let start = csr.offsets()[old as usize] as usize;
        let places = (start..).zip(csr.neighbors(old));
        places.filter_map(|(place, w)| Some((place, *new_of_old.get(w)?)))
    };
    let edges = vertices
        .iter()
        .zip(0u32..)
        .flat_map(|(old, new)| kept(old).filter(move |&(_, w)| new < w).map(move |(_, w)| (new, w)));
    let part = Csr::from_edges(vertices.len() as u32, &edges.collect::<Vec<_>>());
    let Some(attributes) = attributes else { return part.into() };
    let places: Vec<usize> = match &attributes.edges {
        Some(_) => vertices.iter().flat_map(|old| kept(old).map(|(place, _)| place)).collect(),
        None => Vec::new(),
    };
    let at_places = |labels: &Vec<u32>| places.iter().map(|&place| labels[place]).collect();
    let edges = attributes.edges.as_deref().map(|EdgeAttributes { labels, out, back }| EdgeAttributes {
        labels: labels.clone(),
        out: at_places(out),
        back: back.as_ref().map(at_places),
    });
    let properties = attributes.properties.as_ref().map(|of| of.of_part(vertices));
    let vertices = attributes.vertices.as_ref().map(|of| of.of_part(vertices));
    Graph::from(part).with_attributes(Attributes { properties, ..Attributes::new(vertices, edges) })
}

impl VertexLabels {
    /// The labels of these vertices.
    fn of_part(&self, vertices: &[u32]) -> VertexLabels {
        let (mut offsets, mut codes) = (vec![0], Vec::new());
        for &v in vertices {
            codes.extend_from_slice(self.of(v));
            offsets.push(codes.len() as u64);
        }
        VertexLabels { labels: self.labels.clone(), offsets, codes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;

    #[test]
    fn a_part_keeps_what_is_said_of_it() {
        let mut builder = GraphBuilder::directed();
        for (id, label) in [(0, "x"), (1, "y"), (2, "z"), (3, "x")] {
            builder.vertex(id, &[label]);
        }
        for (from, to, label) in [(0, 1, "p"), (1, 0, "q"), (1, 3, "r"), (3, 0, "p"), (2, 3, "s")] {
            builder.labelled_edge(from, to, label);
        }
        let graph = builder.build().unwrap();
        let part = induced(graph.csr(), Some(graph.attributes()), &[0, 1, 3]);
        let mut builder = GraphBuilder::directed();
        for (id, label) in [(0, "x"), (1, "y"), (2, "x")] {
            builder.vertex(id, &[label]);
        }
        for (from, to, label) in [(0, 1, "p"), (1, 0, "q"), (1, 2, "r"), (2, 0, "p")] {
            builder.labelled_edge(from, to, label);
        }
        let expected = builder.build().unwrap();
        assert_eq!(part.csr(), expected.csr());
        // The labels that are not there, `z` and `s`, come last, so that the numbers of the others are the same.
        let (of_part, of_expected) = (part.attributes(), expected.attributes());
        let (a, b) = (of_part.vertices.as_ref().unwrap(), of_expected.vertices.as_ref().unwrap());
        assert_eq!((&a.offsets, &a.codes), (&b.offsets, &b.codes));
        let (a, b) = (of_part.edges.as_ref().unwrap(), of_expected.edges.as_ref().unwrap());
        assert_eq!((&a.out, &a.back), (&b.out, &b.back));
        assert_eq!(a.labels.names(), ["p", "q", "r", "s"]);
    }
}
