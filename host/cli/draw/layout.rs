//! Where the vertices of a small graph go.

/// A place in the plane, in pixels from the upper left corner.
pub type Point = [f64; 2];

/// Rounds of the layout: such small graphs are still long before.
const ROUNDS: usize = 300;

/// Places the vertices of a connected graph so that their distances are near `unit` times those along the edges: stress
/// majorisation (Gansner, Koren and North 2004), from a circle. The least coordinates are 0.
pub fn layout(n: usize, edges: &[(usize, usize)], unit: f64) -> Vec<Point> {
    let apart = distances(n, edges);
    let turn = std::f64::consts::TAU / n as f64;
    let mut points: Vec<Point> = (0..n)
        .map(|v| {
            let (sin, cos) = (turn * v as f64).sin_cos();
            [cos * unit, sin * unit]
        })
        .collect();
    for _ in 0..ROUNDS {
        for v in 0..n {
            let (mut sum, mut weights) = ([0.0; 2], 0.0);
            for u in (0..n).filter(|u| *u != v) {
                let ideal = apart[v * n + u] * unit;
                let weight = 1.0 / (ideal * ideal);
                let towards = [points[v][0] - points[u][0], points[v][1] - points[u][1]];
                let stretch = ideal / towards[0].hypot(towards[1]).max(1e-9);
                for axis in 0..2 {
                    sum[axis] += weight * (points[u][axis] + towards[axis] * stretch);
                }
                weights += weight;
            }
            if weights > 0.0 {
                points[v] = sum.map(|part| part / weights);
            }
        }
    }
    let least = [0, 1].map(|axis| points.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min));
    points.iter().map(|[x, y]| [x - least[0], y - least[1]]).collect()
}

/// The edges on a shortest path between each two vertices.
fn distances(n: usize, edges: &[(usize, usize)]) -> Vec<f64> {
    let mut apart = vec![n as f64; n * n];
    for (u, v) in edges {
        apart[u * n + v] = 1.0;
        apart[v * n + u] = 1.0;
    }
    for middle in 0..n {
        for u in 0..n {
            for v in 0..n {
                apart[u * n + v] = apart[u * n + v].min(apart[u * n + middle] + apart[middle * n + v]);
            }
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_drawn_as_one() {
        let edges: Vec<(usize, usize)> = (0..6).map(|v| (v, (v + 1) % 6)).chain([(2, 6)]).collect();
        let points = layout(7, &edges, 40.0);
        let between = |u: usize, v: usize| (points[u][0] - points[v][0]).hypot(points[u][1] - points[v][1]);
        for (u, v) in edges {
            assert!((between(u, v) - 40.0).abs() < 10.0, "{u}-{v}: {}", between(u, v));
        }
        assert!(between(0, 3) > 60.0);
    }
}
