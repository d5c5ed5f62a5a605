//! The minimum DFS code of a graph.

use super::{Kinds, Step, rightmost_path};

/// A way to see the code so far in the graph.
#[derive(Clone)]
struct Sight {
    /// The graph's vertex for each vertex of the code.
    image: Vec<u32>,
    /// The graph's edges that the code has.
    used: Vec<bool>,
}

/// The minimum DFS code of the connected graph of these edges `(u, v, kind of u -> v)`, between vertices numbered in
/// any way; or `None` if there are no edges or they are not connected.
///
/// It grows the code by the least edge that any sight of the code so far allows (Yan and Han 2002, section 4), and
/// keeps the sights that allow it.
pub fn minimum_code(kinds: &Kinds, edges: &[(u32, u32, u32)]) -> Option<Vec<Step>> {
    let mut sights = vec![];
    let first = edges.iter().map(|edge| kinds.first(edge.2)).min()?;
    for (number, &(u, v, kind)) in edges.iter().enumerate() {
        for (from, to, kind) in [(u, v, kind), (v, u, kinds.reverse(kind))] {
            if kind == first {
                let mut used = vec![false; edges.len()];
                used[number] = true;
                sights.push(Sight { image: vec![from, to], used });
            }
        }
    }
    let mut code = vec![Step { from: 0, to: 1, kind: first }];
    while code.len() < edges.len() {
        let path = rightmost_path(&code);
        let mut best: Option<Step> = None;
        let mut grown = Vec::new();
        for sight in &sights {
            for (step, next) in sight.steps(kinds, edges, &path) {
                let order = best.map_or(std::cmp::Ordering::Less, |best| step.rank().cmp(&best.rank()));
                if order.is_lt() {
                    grown.clear();
                    best = Some(step);
                }
                if order.is_le() {
                    grown.push(next);
                }
            }
        }
        code.push(best?);
        sights = grown;
    }
    Some(code)
}

impl Sight {
    /// The edges by which the code may grow in this sight, each with the sight of the code that it makes.
    fn steps(&self, kinds: &Kinds, edges: &[(u32, u32, u32)], path: &[u32]) -> Vec<(Step, Sight)> {
        let place =
            |vertex: u32| self.image.iter().position(|image| *image == vertex).map(|place| place as u32);
        let last = *path.last().expect("a path has vertices");
        let mut steps = Vec::new();
        for (number, &(u, v, kind)) in edges.iter().enumerate().filter(|(number, _)| !self.used[*number]) {
            for (from, to, kind) in [(u, v, kind), (v, u, kinds.reverse(kind))] {
                let Some(from) = place(from).filter(|from| path.contains(from)) else { continue };
                let step = match place(to) {
                    Some(to) if from == last && path.contains(&to) => Step { from, to, kind },
                    Some(_) => continue,
                    None => Step { from, to: self.image.len() as u32, kind },
                };
                let mut next = self.clone();
                next.used[number] = true;
                if step.is_forward() {
                    next.image.push(to);
                }
                steps.push((step, next));
            }
        }
        steps
    }
}
