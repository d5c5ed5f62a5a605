//! A vertex or an edge, as options name it.

use motherlode::graph::{Graph, VertexId, VertexLookup};
use motherlode::mine::local::Anchor;

use super::exit::Misuse;

/// An anchor in the ids of the input, as it was given: what it is called, and what it is if ids are numbers.
#[derive(Clone, Debug)]
pub struct NamedAnchor {
    pub text: String,
    numbers: Option<NumberedAnchor>,
}

#[derive(Clone, Copy, Debug)]
enum NumberedAnchor {
    Vertex(u64),
    Edge(u64, u64),
}

impl std::str::FromStr for NamedAnchor {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<NamedAnchor, Self::Err> {
        let vertex = || text.parse().ok().map(NumberedAnchor::Vertex);
        let edge = || {
            let (u, v) = text.split_once('-')?;
            Some(NumberedAnchor::Edge(u.parse().ok()?, v.parse().ok()?))
        };
        Ok(NamedAnchor { text: text.to_owned(), numbers: vertex().or_else(edge) })
    }
}

/// The vertices of an anchor.
///
/// # Errors
/// One that the graph does not have.
pub fn anchor_of(graph: &Graph, named: &NamedAnchor) -> anyhow::Result<Anchor> {
    let ids = graph.ids().lookup(graph.csr().n());
    let vertex = |id: VertexId<'_>| {
        ids.find(id).ok_or_else(|| Misuse(format!("--anchor: the graph has no vertex {}", id.shown())))
    };
    let by_name = graph.ids().names().is_some();
    let (a, b) = match named.numbers {
        _ if by_name && ids.find(VertexId::Name(&named.text)).is_some() => {
            return Ok(Anchor::Vertex(vertex(VertexId::Name(&named.text))?));
        }
        _ if by_name => names_of_edge(&ids, &named.text)?,
        Some(NumberedAnchor::Vertex(v)) => return Ok(Anchor::Vertex(vertex(v.into())?)),
        Some(NumberedAnchor::Edge(u, v)) => (vertex(u.into())?, vertex(v.into())?),
        None => {
            let text = &named.text;
            let reason = format!("--anchor: '{text}': it must be a vertex, as 7, or an edge, as 7-12");
            return Err(Misuse(reason).into());
        }
    };
    match graph.csr().neighbors(a).binary_search(&b) {
        Ok(_) => Ok(Anchor::Edge(a, b)),
        Err(_) => {
            let (u, v) = (graph.ids().get(a).shown(), graph.ids().get(b).shown());
            Err(Misuse(format!("--anchor: the graph has no edge between {u} and {v}")).into())
        }
    }
}

/// The ends of the edge that is called by two names and `-` between them; names may have that in them too.
fn names_of_edge(ids: &VertexLookup<'_>, text: &str) -> Result<(u32, u32), Misuse> {
    let ends = text.match_indices('-').filter_map(|(at, dash)| {
        let (u, v) = (&text[..at], &text[at + dash.len()..]);
        Some((ids.find(VertexId::Name(u))?, ids.find(VertexId::Name(v))?))
    });
    match ends.collect::<Vec<_>>()[..] {
        [ends] => Ok(ends),
        [] => Err(Misuse(format!(
            "--anchor: the graph has no vertex, and no two with - between, called {text}"
        ))),
        _ => Err(Misuse(format!("--anchor: {text} may be several edges, as there are names with - in them"))),
    }
}
