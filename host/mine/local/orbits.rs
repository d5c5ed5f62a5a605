//! The orbits of a pattern.

use crate::pattern::Pattern;

/// The orbits of a pattern's vertices, or of its edges, under its automorphisms; in the order of their first members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbits {
    of: Vec<usize>,
    names: Vec<String>,
}

impl Orbits {
    /// Those of the vertices. An orbit is called by its members, as `a+c`.
    pub fn of_vertices(pattern: &Pattern) -> Orbits {
        let group = pattern.automorphisms();
        let images = |v: usize| group.elements().iter().map(move |element| usize::from(element[v]));
        Orbits::new(pattern.vertices(), |v| images(v).collect(), |v| pattern.name(v).to_owned())
    }

    /// Those of the edges, in the order of [`Pattern::edges`]. An orbit is called by its members, as `a-b+b-c`.
    pub fn of_edges(pattern: &Pattern) -> Orbits {
        let group = pattern.automorphisms();
        let edges = pattern.edges();
        let number = |u: usize, v: usize| edges.iter().position(|&edge| edge == (u, v) || edge == (v, u));
        let images = |edge: usize| {
            let (u, v) = edges[edge];
            let image = |element: &crate::pattern::Permutation| number(element[u].into(), element[v].into());
            group.elements().iter().filter_map(image).collect()
        };
        let name = |edge: usize| format!("{}-{}", pattern.name(edges[edge].0), pattern.name(edges[edge].1));
        Orbits::new(edges.len(), images, name)
    }

    fn new(members: usize, images: impl Fn(usize) -> Vec<usize>, name: impl Fn(usize) -> String) -> Orbits {
        let mut of = vec![usize::MAX; members];
        let mut names: Vec<String> = Vec::new();
        for member in 0..members {
            if of[member] == usize::MAX {
                images(member).into_iter().for_each(|image| of[image] = names.len());
                names.push(name(member));
            } else {
                let name = format!("+{}", name(member));
                names[of[member]].push_str(&name);
            }
        }
        Orbits { of, names }
    }

    /// The orbit of each vertex, or edge, of the pattern.
    pub fn of(&self) -> impl Iterator<Item = usize> + '_ {
        self.of.iter().copied()
    }

    /// What the orbits are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many there are: at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a pattern has at least an edge")]
    pub fn len(&self) -> usize {
        self.names.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_by_hand() {
        let orbits = |text: &str| {
            let pattern = Pattern::parse(text).unwrap();
            let (vertices, edges) = (Orbits::of_vertices(&pattern), Orbits::of_edges(&pattern));
            (vertices.names().join(" "), edges.names().join(" "))
        };
        assert_eq!(orbits("x-y, y-z"), ("x+z y".into(), "x-y+y-z".into()));
        assert_eq!(orbits("a-b-c-a"), ("a+b+c".into(), "a-b+b-c+c-a".into()));
        assert_eq!(orbits("a-b-c-a, c-t"), ("a+b c t".into(), "a-b b-c+c-a c-t".into()));
        assert_eq!(orbits("a-b-c-d-a, a-c"), ("a+c b+d".into(), "a-b+b-c+c-d+d-a a-c".into()));
    }
}
