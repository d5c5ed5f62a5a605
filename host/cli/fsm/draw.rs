//! Drawings of patterns: an SVG file each, and a page that shows all of them.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;
use motherlode::mine::transactions::collect::Pattern;
use motherlode::mine::transactions::{Prepared, vertex_labels};
use motherlode::transactions::Database;

/// The most patterns that are drawn.
pub const MOST: usize = 50;
/// Pixels of an edge.
const UNIT: f64 = 46.0;
/// Pixels around a drawing.
const MARGIN: f64 = 24.0;
/// Rounds of the layout: such small graphs are still long before.
const ROUNDS: usize = 300;

/// A place in the plane.
type Point = [f64; 2];

/// Draws patterns of a database, the first first, into folder `into`.
///
/// # Errors
/// When the folder or a file cannot be written.
pub fn draw(
    into: &Path,
    database: &Database,
    prepared: &Prepared,
    patterns: &[Pattern],
) -> anyhow::Result<()> {
    fs::create_dir_all(into).with_context(|| format!("{}: cannot make the folder", into.display()))?;
    let mut page = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Frequent subgraphs</title>\n<style>figure{display:inline-block;margin:1em;text-align:center;font:14px sans-serif}</style>\n",
    );
    for (number, pattern) in (1..).zip(patterns) {
        let name = format!("{number:03}.svg");
        let path = into.join(&name);
        fs::write(&path, svg(database, prepared, pattern))
            .with_context(|| format!("{}: cannot write the drawing", path.display()))?;
        let support = pattern.support;
        let _ = writeln!(
            page,
            "<figure><img src=\"{name}\" alt=\"pattern {number}\"><figcaption>{number}: in {support} graphs</figcaption></figure>"
        );
    }
    let path = into.join("index.html");
    fs::write(&path, page).with_context(|| format!("{}: cannot write the page", path.display()))
}

fn svg(database: &Database, prepared: &Prepared, pattern: &Pattern) -> String {
    let labels = vertex_labels(&prepared.kinds, &pattern.code);
    let edges: Vec<(usize, usize)> =
        pattern.code.iter().map(|step| (step.from as usize, step.to as usize)).collect();
    let points = layout(labels.len(), &edges);
    let [width, height] =
        [0, 1].map(|axis| points.iter().map(|p| p[axis]).fold(0.0, f64::max) + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" \
         text-anchor=\"middle\" stroke-linecap=\"round\">\n<title>support {}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        pattern.support
    );
    let style = EdgeStyle::of(database);
    for (step, (u, v)) in pattern.code.iter().zip(&edges) {
        let label = database.edge_labels().name(prepared.kinds.triple(step.kind)[1]);
        style.draw(&mut svg, points[*u], points[*v], label);
    }
    for (label, [x, y]) in labels.iter().zip(&points) {
        let (x, y) = (x + MARGIN, y + MARGIN);
        let label = escaped(database.vertex_labels().name(*label));
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\" fill=\"white\"/>");
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"15\">{label}</text>", y + 5.0);
    }
    svg + "</svg>\n"
}

/// How edges show their labels.
#[derive(Clone, Copy, PartialEq)]
enum EdgeStyle {
    /// There is only one label.
    Plain,
    /// By as many lines as the bond has, and a dashed second one for an aromatic bond.
    Bonds,
    /// In words.
    Labelled,
}

impl EdgeStyle {
    fn of(database: &Database) -> EdgeStyle {
        let labels = database.edge_labels();
        let bonds = labels.iter().all(|label| matches!(label, "1" | "2" | "3" | "4"));
        match labels.len() {
            0 | 1 => EdgeStyle::Plain,
            _ if bonds && !database.vertex_labels().is_numeric() => EdgeStyle::Bonds,
            _ => EdgeStyle::Labelled,
        }
    }

    fn draw(self, svg: &mut String, [ax, ay]: Point, [bx, by]: Point, label: &str) {
        let length = (bx - ax).hypot(by - ay).max(1e-9);
        let across = [(ay - by) / length, (bx - ax) / length];
        let offsets: &[(f64, bool)] = match (self, label) {
            (EdgeStyle::Bonds, "2") => &[(-2.5, false), (2.5, false)],
            (EdgeStyle::Bonds, "3") => &[(-4.0, false), (0.0, false), (4.0, false)],
            (EdgeStyle::Bonds, "4") => &[(-2.5, false), (2.5, true)],
            _ => &[(0.0, false)],
        };
        for (offset, dashed) in offsets {
            let [dx, dy] = across.map(|part| part * offset + MARGIN);
            let dashes = if *dashed { " stroke-dasharray=\"4 3\"" } else { "" };
            let _ = writeln!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"black\" stroke-width=\"1.5\"{dashes}/>",
                ax + dx,
                ay + dy,
                bx + dx,
                by + dy
            );
        }
        if self == EdgeStyle::Labelled {
            let [x, y] = [(ax + bx) / 2.0 + MARGIN, (ay + by) / 2.0 + MARGIN];
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"#06c\" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                y + 4.0,
                escaped(label)
            );
        }
    }
}

/// Places the vertices of a connected graph so that their distances are near those along the edges: stress
/// majorisation (Gansner, Koren and North 2004), from a circle. The least coordinates are 0.
fn layout(n: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let apart = distances(n, edges);
    let turn = std::f64::consts::TAU / n as f64;
    let mut points: Vec<Point> = (0..n)
        .map(|v| {
            let (sin, cos) = (turn * v as f64).sin_cos();
            [cos * UNIT, sin * UNIT]
        })
        .collect();
    for _ in 0..ROUNDS {
        for v in 0..n {
            let (mut sum, mut weights) = ([0.0; 2], 0.0);
            for u in (0..n).filter(|u| *u != v) {
                let ideal = apart[v * n + u] * UNIT;
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

/// Text within XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_drawn_as_one() {
        let edges: Vec<(usize, usize)> = (0..6).map(|v| (v, (v + 1) % 6)).chain([(2, 6)]).collect();
        let points = layout(7, &edges);
        let between = |u: usize, v: usize| (points[u][0] - points[v][0]).hypot(points[u][1] - points[v][1]);
        for (u, v) in edges {
            assert!((between(u, v) - UNIT).abs() < 0.25 * UNIT, "{u}-{v}: {}", between(u, v));
        }
        assert!(between(0, 3) > 1.5 * UNIT);
    }

    #[test]
    fn labels_cannot_break_the_drawing() {
        assert_eq!(escaped("a<b>&c"), "a&lt;b&gt;&amp;c");
    }
}
