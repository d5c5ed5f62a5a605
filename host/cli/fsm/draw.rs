//! Drawings of patterns: an SVG file each, and a page that shows all of them.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use motherlode::mine::transactions::collect::CollectedPattern;
use motherlode::mine::transactions::{PreparedDatabase, vertex_labels};
use motherlode::transactions::Database;
use svg::Document;

use crate::cli::draw::{Point, circle, document, label_of_edge, layout, line, text};

/// The most patterns that are drawn.
pub const MOST: usize = 50;
/// Pixels of an edge.
const UNIT: f64 = 46.0;
/// Pixels around a drawing.
const MARGIN: f64 = 24.0;

/// The page in folder `into`.
pub fn page(into: &Path) -> PathBuf {
    into.join("index.html")
}

/// Draws patterns of a database, the first first, into folder `into`.
///
/// # Errors
/// When the folder or a file cannot be written.
pub fn draw(
    into: &Path,
    database: &Database,
    prepared: &PreparedDatabase,
    patterns: &[CollectedPattern],
) -> anyhow::Result<()> {
    fs::create_dir_all(into).with_context(|| format!("{}: cannot make the folder", into.display()))?;
    let mut html = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Frequent subgraphs</title>\n<style>figure{display:inline-block;margin:1em;text-align:center;font:14px sans-serif}</style>\n",
    );
    for (number, pattern) in (1..).zip(patterns) {
        let name = format!("{number:03}.svg");
        let path = into.join(&name);
        svg::save(&path, &svg(database, prepared, pattern))
            .with_context(|| format!("{}: cannot write the drawing", path.display()))?;
        let support = pattern.support;
        let _ = writeln!(
            html,
            "<figure><img src=\"{name}\" alt=\"pattern {number}\"><figcaption>{number}: in {support} graphs</figcaption></figure>"
        );
    }
    let path = page(into);
    fs::write(&path, html).with_context(|| format!("{}: cannot write the page", path.display()))
}

fn svg(database: &Database, prepared: &PreparedDatabase, pattern: &CollectedPattern) -> Document {
    let labels = vertex_labels(prepared.kinds(), &pattern.code);
    let edges: Vec<(usize, usize)> =
        pattern.code.iter().map(|step| (step.from as usize, step.to as usize)).collect();
    let points: Vec<Point> =
        layout(labels.len(), &edges, UNIT).iter().map(|place| place.map(|part| part + MARGIN)).collect();
    let [width, height] = [0, 1].map(|axis| points.iter().map(|p| p[axis]).fold(0.0, f64::max) + MARGIN);
    let mut svg = document(width, height, &format!("support {}", pattern.support));
    let style = EdgeStyle::of(database);
    for (step, (u, v)) in pattern.code.iter().zip(&edges) {
        let label = database.edge_labels().name(prepared.kinds().triple(step.kind)[1]);
        svg = style.draw(svg, points[*u], points[*v], label);
    }
    for (label, place) in labels.iter().zip(&points) {
        svg = svg.add(circle(*place, 10.0)).add(text(database.vertex_labels().name(*label), *place, 15.0));
    }
    svg
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
