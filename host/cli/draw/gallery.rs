//! Drawings of labelled patterns: an SVG file each, and a page that shows all of them.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use svg::Document;

use super::{Point, arrow_head, circle, document, label_of_edge, layout, line, text};

/// The most patterns that are drawn.
pub const MOST: usize = 50;
/// Pixels of an edge.
const UNIT: f64 = 46.0;
/// Pixels around a drawing.
const MARGIN: f64 = 24.0;
/// Pixels of a vertex, from its middle.
const RADIUS: f64 = 10.0;

/// A pattern to be drawn.
pub struct Picture<'p> {
    pub support: u32,
    /// What stands below it, after its number.
    pub caption: String,
    /// The labels of its vertices.
    pub labels: Vec<&'p str>,
    pub edges: Vec<PictureEdge<'p>>,
}

/// An edge of such a pattern.
pub struct PictureEdge<'p> {
    pub ends: (usize, usize),
    pub label: &'p str,
    /// Whether it leads from the first end to the second.
    pub is_arc: bool,
}

/// How edges show their labels.
#[derive(Clone, Copy, PartialEq)]
pub enum EdgeStyle {
    /// There is only one label.
    Plain,
    /// By as many lines as the bond has, and a dashed second one for an aromatic bond.
    Bonds,
    /// In words.
    Labelled,
}

/// The page in folder `into`.
pub fn page(into: &Path) -> PathBuf {
    into.join("index.html")
}

/// Draws patterns, the first [`MOST`] of them, into folder `into`.
///
/// # Errors
/// When the folder or a file cannot be written.
pub fn draw<'p>(
    into: &Path,
    style: EdgeStyle,
    pictures: impl Iterator<Item = Picture<'p>>,
) -> anyhow::Result<()> {
    fs::create_dir_all(into).with_context(|| format!("{}: cannot make the folder", into.display()))?;
    let mut html = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Frequent subgraphs</title>\n<style>figure{display:inline-block;margin:1em;text-align:center;font:14px sans-serif}</style>\n",
    );
    for (number, picture) in (1..).zip(pictures.take(MOST)) {
        let name = format!("{number:03}.svg");
        let path = into.join(&name);
        svg::save(&path, &svg(style, &picture))
            .with_context(|| format!("{}: cannot write the drawing", path.display()))?;
        let caption = &picture.caption;
        let _ = writeln!(
            html,
            "<figure><img src=\"{name}\" alt=\"pattern {number}\"><figcaption>{number}: {caption}</figcaption></figure>"
        );
    }
    let path = page(into);
    fs::write(&path, html).with_context(|| format!("{}: cannot write the page", path.display()))
}

fn svg(style: EdgeStyle, picture: &Picture<'_>) -> Document {
    let ends: Vec<(usize, usize)> = picture.edges.iter().map(|edge| edge.ends).collect();
    let points: Vec<Point> = layout(picture.labels.len(), &ends, UNIT)
        .iter()
        .map(|place| place.map(|part| part + MARGIN))
        .collect();
    let [width, height] = [0, 1].map(|axis| points.iter().map(|p| p[axis]).fold(0.0, f64::max) + MARGIN);
    let mut svg = document(width, height, &format!("support {}", picture.support));
    for edge in &picture.edges {
        let (from, to) = (points[edge.ends.0], points[edge.ends.1]);
        svg = style.draw(svg, from, to, edge.label);
        if edge.is_arc {
            svg = svg.add(arrow_head(from, to, RADIUS));
        }
    }
    for (label, place) in picture.labels.iter().zip(&points) {
        svg = svg.add(circle(*place, RADIUS)).add(text(label, *place, 15.0));
    }
    svg
}

impl EdgeStyle {
    fn draw(self, mut svg: Document, [ax, ay]: Point, [bx, by]: Point, label: &str) -> Document {
        let length = (bx - ax).hypot(by - ay).max(1e-9);
        let across = [(ay - by) / length, (bx - ax) / length];
        let offsets: &[(f64, bool)] = match (self, label) {
            (EdgeStyle::Bonds, "2") => &[(-2.5, false), (2.5, false)],
            (EdgeStyle::Bonds, "3") => &[(-4.0, false), (0.0, false), (4.0, false)],
            (EdgeStyle::Bonds, "4") => &[(-2.5, false), (2.5, true)],
            _ => &[(0.0, false)],
        };
        for (offset, dashed) in offsets {
            let [dx, dy] = across.map(|part| part * offset);
            let bond = line([ax + dx, ay + dy], [bx + dx, by + dy]);
            svg = svg.add(if *dashed { bond.set("stroke-dasharray", "4 3") } else { bond });
        }
        if self == EdgeStyle::Labelled {
            svg = svg.add(label_of_edge(label, [(ax + bx) / 2.0, (ay + by) / 2.0]));
        }
        svg
    }
}
