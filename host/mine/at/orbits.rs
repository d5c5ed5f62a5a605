//! The orbits of a pattern.

use crate::pattern::{Link, Pattern};
use crate::plan::Induced;

/// The orbits of a pattern's vertices, or of its pairs of adjacent vertices, under the automorphisms that keep all that
/// is said of it: labels, directions, absence. In the order of their first members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbits {
    of: Vec<usize>,
    names: Vec<String>,
}

impl Orbits {
    /// Those of the vertices. An orbit is called by its members, as `a+c`.
    ///
    /// Which pairs of vertices are not adjacent matters if the pattern is `induced` by its vertices.
    pub fn of_vertices(pattern: &Pattern, induced: Induced) -> Orbits {
        let closed = induced == Induced::Vertex;
        let same = |v: usize, w: usize| pattern.takes_if(closed, &[(v, w)]);
        Orbits::new(pattern.vertices(), same, |v| pattern.name(v).to_owned())
    }

    /// Those of the pairs of adjacent vertices, in the order of [`pairs`]. An orbit is called by its members, as
    /// `a-b+b-c`; `a->b` is an arc, and a mutual pair of arcs is called as an edge.
    pub fn of_pairs(pattern: &Pattern, induced: Induced) -> Orbits {
        let closed = induced == Induced::Vertex;
        let pairs = pairs(pattern);
        let same = |p: usize, q: usize| {
            let ((a, b), (c, d)) = (pairs[p], pairs[q]);
            pattern.takes_if(closed, &[(a, c), (b, d)]) || pattern.takes_if(closed, &[(a, d), (b, c)])
        };
        let name = |pair: usize| {
            let (a, b) = pairs[pair];
            let between = |link: &&Link| link.is_present() && [(a, b), (b, a)].contains(&link.ends());
            let links: Vec<&Link> = pattern.links().iter().filter(between).collect();
            joined(pattern, (a, b), links.len() == 1 && links[0].is_one_way())
        };
        Orbits::new(pairs.len(), same, name)
    }

    /// Those of the pattern's edges and arcs, in the order of [`Pattern::edge_links`]. An orbit is called by its
    /// members, as `a->b+b->a`; `a-b` is an edge, which an arc in either direction is.
    pub(crate) fn of_links(pattern: &Pattern, induced: Induced) -> Orbits {
        let closed = induced == Induced::Vertex;
        let links: Vec<&Link> = pattern.edge_links().collect();
        let same = |p: usize, q: usize| {
            let ((a, b), (c, d)) = (links[p].ends(), links[q].ends());
            // Nothing takes an arc to an edge.
            let turned = || !links[p].is_one_way() && pattern.takes_if(closed, &[(a, d), (b, c)]);
            pattern.takes_if(closed, &[(a, c), (b, d)]) || turned()
        };
        let name = |link: usize| joined(pattern, links[link].ends(), links[link].is_one_way());
        Orbits::new(links.len(), same, name)
    }

    /// The orbits of members of which `same` says whether they are in one.
    fn new(members: usize, same: impl Fn(usize, usize) -> bool, name: impl Fn(usize) -> String) -> Orbits {
        let (mut of, mut names, mut firsts) = (Vec::new(), Vec::<String>::new(), Vec::new());
        for member in 0..members {
            match firsts.iter().position(|&first| same(first, member)) {
                Some(orbit) => {
                    of.push(orbit);
                    names[orbit] += &format!("+{}", name(member));
                }
                None => {
                    of.push(firsts.len());
                    firsts.push(member);
                    names.push(name(member));
                }
            }
        }
        Orbits { of, names }
    }

    /// The orbit of each vertex, or edge, of the pattern.
    pub fn of(&self) -> impl Iterator<Item = usize> + '_ {
        self.of.iter().copied()
    }

    /// The first member of each.
    pub(crate) fn firsts(&self) -> impl Iterator<Item = usize> + '_ {
        let first = |orbit| self.of().position(|other| other == orbit).expect("orbits have members");
        (0..self.len()).map(first)
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

/// What two vertices of a pattern that are joined are called.
fn joined(pattern: &Pattern, (a, b): (usize, usize), is_arc: bool) -> String {
    format!("{}{}{}", pattern.name(a), if is_arc { "->" } else { "-" }, pattern.name(b))
}

/// The pairs of vertices that a pattern has adjacent, each once: as [`Pattern::edges`], where mutual arcs are one pair.
pub fn pairs(pattern: &Pattern) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for &(a, b) in pattern.edges() {
        if !pairs.contains(&(b, a)) {
            pairs.push((a, b));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_by_hand() {
        let orbits = |text: &str| {
            let pattern = Pattern::parse(text).unwrap();
            let induced = Induced::Edge;
            let vertices = Orbits::of_vertices(&pattern, induced);
            let edges = Orbits::of_pairs(&pattern, induced);
            (vertices.names().join(" "), edges.names().join(" "))
        };
        assert_eq!(orbits("x-y, y-z"), ("x+z y".into(), "x-y+y-z".into()));
        assert_eq!(orbits("a-b-c-a"), ("a+b+c".into(), "a-b+b-c+c-a".into()));
        assert_eq!(orbits("a-b-c-a, c-t"), ("a+b c t".into(), "a-b b-c+c-a c-t".into()));
        assert_eq!(orbits("a-b-c-d-a, a-c"), ("a+c b+d".into(), "a-b+b-c+c-d+d-a a-c".into()));
        assert_eq!(orbits("(a:x)-b, (c:x)-b"), ("a+c b".into(), "a-b+c-b".into()));
        assert_eq!(orbits("(a:x)-b, (c:y)-b"), ("a b c".into(), "a-b c-b".into()));
        assert_eq!(orbits("a->b, c->b, b<-d"), ("a+c+d b".into(), "a->b+c->b+d->b".into()));
        assert_eq!(orbits("a->b->c, b->a"), ("a b c".into(), "a-b b->c".into()));
        assert_eq!(orbits("a->b, b!>a, c->b"), ("a b c".into(), "a->b c->b".into()));
        assert_eq!(orbits("a-b-c-d-a, a!c"), ("a+c b+d".into(), "a-b+b-c+c-d+d-a".into()));
        assert_eq!(orbits("a-b-c, !(x)-a"), ("a b c".into(), "a-b b-c".into()));
        let links =
            |text: &str| Orbits::of_links(&Pattern::parse(text).unwrap(), Induced::Edge).names().join(" ");
        assert_eq!(links("a->b, b->a"), "a->b+b->a");
        assert_eq!(links("a->b, b->a, b->c"), "a->b b->a b->c");
        assert_eq!(links("a->b<-c, a-c, b->d"), "a->b+c->b a-c b->d");
        assert_eq!(links("a-b-c, !(x)->a"), "a-b b-c");
        // Twelve factorial automorphisms need not be gone through.
        let clique = Pattern::parse("12-clique").unwrap();
        assert_eq!(Orbits::of_pairs(&clique, Induced::Edge).len(), 1);
        let closed = Pattern::parse("a-b-c-d-a, a!c").unwrap();
        assert_eq!(Orbits::of_vertices(&closed, Induced::Vertex).len(), 1);
    }
}
