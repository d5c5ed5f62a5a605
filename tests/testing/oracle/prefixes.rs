//! Partial embeddings, by trying all vertices for each level.

use motherlode::plan::{Induced, Plan};

use super::graphs::{Endpoints, adjacency_matrix};

/// By level of `plan` that is walked, the ways to map the pattern's vertices down to it: to different vertices, edges
/// to edges (and, if vertex-induced, non-edges to non-edges), as the restrictions on these vertices, and what follows
/// from all restrictions, have them.
pub fn prefixes(plan: &Plan, edges: &[Endpoints], n: usize) -> Vec<u64> {
    let graph = adjacency_matrix(edges, n);
    let smaller = closure(plan);
    let walked = plan.walk.last as usize + 1;
    let mut counts = vec![0; walked];
    let fits = |images: &[usize], image: usize| {
        images.iter().zip(&plan.order).all(|(&earlier, &u)| {
            let v = plan.order[images.len()];
            let joined = graph[earlier][image];
            earlier != image
                && (joined || !plan.pattern.adjacent(u, v))
                && (!joined || plan.pattern.adjacent(u, v) || plan.matching.induced == Induced::Edge)
                && (earlier < image || !smaller[u][v])
                && (image < earlier || !smaller[v][u])
        })
    };
    let mut reached = vec![Vec::new()];
    for count in &mut counts {
        let extend = |images: &Vec<usize>| {
            let fitting = (0..n).filter(|&image| fits(images, image));
            fitting.map(|image| [&images[..], &[image]].concat()).collect::<Vec<_>>()
        };
        reached = reached.iter().flat_map(extend).collect();
        *count = reached.len() as u64;
    }
    counts
}

/// Which pattern vertices must be smaller than which.
fn closure(plan: &Plan) -> Vec<Vec<bool>> {
    let k = plan.pattern.vertices();
    let mut smaller = vec![vec![false; k]; k];
    plan.restrictions.iter().for_each(|r| smaller[r.smaller][r.greater] = true);
    for middle in 0..k {
        for u in 0..k {
            for v in 0..k {
                smaller[u][v] |= smaller[u][middle] && smaller[middle][v];
            }
        }
    }
    smaller
}
