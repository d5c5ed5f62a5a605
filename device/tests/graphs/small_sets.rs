//! Sets of a few vertices, and which are the same but for the names of the vertices, by trying.

/// Calls `visit` with each set of `k` numbers below `n`.
pub fn subsets(n: usize, k: usize, chosen: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    if chosen.len() == k {
        return visit(chosen);
    }
    for next in chosen.last().map_or(0, |last| last + 1)..n {
        chosen.push(next);
        subsets(n, k, chosen, visit);
        chosen.pop();
    }
}

/// The least of the orders of a matrix of what joins vertices, row by row; nothing if it is of several parts.
pub fn least<T: Copy + Ord>(matrix: &[Vec<Option<T>>]) -> Option<Vec<Option<T>>> {
    let k = matrix.len();
    let mut reached = vec![0];
    let mut at = 0;
    while at < reached.len() {
        let next =
            (0..k).filter(|&v| matrix[reached[at]][v].is_some() && !reached.contains(&v)).collect::<Vec<_>>();
        reached.extend(next);
        at += 1;
    }
    if reached.len() < k {
        return None;
    }
    let mut best = None;
    orders(k, &mut Vec::new(), &mut |order| {
        let rows = order.iter().flat_map(|&u| order.iter().map(move |&v| matrix[u][v])).collect::<Vec<_>>();
        best = Some(best.take().map_or(rows.clone(), |best: Vec<Option<T>>| best.min(rows)));
    });
    best
}

fn orders(k: usize, chosen: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    if chosen.len() == k {
        return visit(chosen);
    }
    for next in 0..k {
        if !chosen.contains(&next) {
            chosen.push(next);
            orders(k, chosen, visit);
            chosen.pop();
        }
    }
}
