//! A plan drawn as SVG: the pattern on the left, and on the right its vertices in matching order, with what is done at
//! each.

use motherlode::pattern::{Condition, Link, LinkKind, Pattern};
use motherlode::plan::Explanation;
use svg::Document;
use svg::node::element::{Definitions, Group, Marker, Path, Rectangle};

use super::steps::{PlanStep, StepCost, StepRole, steps};
use crate::draw::{Point, circle, document, label_of_edge, layout, line, text};

/// Pixels of an edge.
const UNIT: f64 = 90.0;
/// Pixels around everything.
const MARGIN: f64 = 40.0;
/// Pixels of a vertex's radius.
const RADIUS: f64 = 17.0;
/// Pixels of a line of words, of a letter in it, and of a level's indentation.
const LINE: f64 = 20.0;
const LETTER: f64 = 7.9;
const INDENT: f64 = 18.0;
/// Pixels of a bar that stands for all of the work.
const BAR: f64 = 120.0;
/// Colours of vertices, in matching order: of those that Okabe and Ito chose for the colour-blind, the light ones.
const COLOURS: [&str; 6] = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7"];

/// Draws the plan for `pattern`.
pub fn picture(pattern: &Pattern, plan: &Explanation) -> Document {
    let steps = steps(pattern, plan);
    let places = places(pattern);
    let extent = |axis: usize| places.iter().map(|place| place[axis]).fold(0.0, f64::max) + MARGIN;
    let left = extent(0) + MARGIN;
    let (rows, [width, height]) = nest(pattern, &steps, [left, MARGIN + LINE]);
    let title = format!(
        "{} ({}-induced {}), restrictions {}",
        plan.pattern,
        plan.induced.name(),
        plan.semantics.name(),
        if plan.restrictions.is_empty() { "none".to_owned() } else { plan.restrictions.join(", ") },
    );
    let width = (left + width + MARGIN).max(title.chars().count() as f64 * LETTER + 2.0 * MARGIN);
    let heading = text(&title, [MARGIN / 2.0, MARGIN / 2.0], 14.0).set("text-anchor", "start");
    document(width, (MARGIN + LINE + height).max(extent(1) + LINE) + MARGIN / 2.0, &plan.pattern)
        .add(Definitions::new().add(arrow()))
        .add(heading)
        .add(drawn(pattern, &steps, &places).set("transform", format!("translate(0 {LINE})")))
        .add(rows)
}

fn places(pattern: &Pattern) -> Vec<Point> {
    let edges: Vec<(usize, usize)> = pattern
        .links()
        .iter()
        .filter(|link| link.is_present() || link.from.max(link.to) >= pattern.vertices())
        .map(|link| (link.from, link.to))
        .collect();
    let places = layout(pattern.all_vertices().len(), &edges, UNIT);
    places.iter().map(|place| place.map(|part| part + MARGIN)).collect()
}

/// The pattern, each vertex in the colour of its step.
fn drawn(pattern: &Pattern, steps: &[PlanStep], places: &[Point]) -> Group {
    let mut group = Group::new();
    for link in pattern.links() {
        let (tail, head) = link.ends();
        group = group.add(edge(link, places[tail], places[head], pattern.links()));
        let asked = asked(&link.labels, &link.conditions);
        if !asked.is_empty() {
            // Nearer to the tail, so that those of a mutual pair stand apart.
            let middle = [0, 1].map(|axis| places[tail][axis] * 0.55 + places[head][axis] * 0.45);
            group = group.add(label_of_edge(&asked, middle));
        }
    }
    for (row, step) in steps.iter().enumerate() {
        let vertex = &pattern.all_vertices()[step.vertex];
        let [x, y] = places[step.vertex];
        group = group.add(disc(row, step.role, [x, y], RADIUS)).add(text(&vertex.name, [x, y], 14.0));
        let asked = asked(&vertex.labels, &vertex.conditions);
        if !asked.is_empty() {
            group = group.add(label_of_edge(&asked, [x, y + RADIUS + 9.0]));
        }
    }
    group
}

/// Labels and conditions in a drawing.
fn asked(labels: &[String], conditions: &[Condition]) -> String {
    let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
    let braced = if conditions.is_empty() { String::new() } else { format!("{{{}}}", conditions.join(", ")) };
    [labels.join("|"), braced].join(" ").trim().to_owned()
}

/// An edge, from tail to head; dashed where there must be none.
fn edge(link: &Link, [ax, ay]: Point, [bx, by]: Point, links: &[Link]) -> svg::node::element::Line {
    let length = (bx - ax).hypot(by - ay).max(1e-9);
    let [dx, dy] = [(bx - ax) / length, (by - ay) / length];
    let is_arc = link.is_one_way();
    let reverse = |other: &Link| other.ends() == (link.ends().1, link.ends().0);
    // A mutual pair: two arrows side by side.
    let aside = if is_arc && links.iter().any(reverse) { 4.0 } else { 0.0 };
    let (from, to) = (RADIUS, RADIUS + if is_arc { 6.0 } else { 0.0 });
    let line = line(
        [ax + dx * from - dy * aside, ay + dy * from + dx * aside],
        [bx - dx * to - dy * aside, by - dy * to + dx * aside],
    );
    match link.kind {
        LinkKind::Edge => line,
        LinkKind::Absent => forbidden(line),
        LinkKind::Forward | LinkKind::Backward => line.set("marker-end", "url(#head)"),
        LinkKind::NoForward | LinkKind::NoBackward => forbidden(line).set("marker-end", "url(#head)"),
    }
}

fn forbidden(line: svg::node::element::Line) -> svg::node::element::Line {
    line.set("stroke", "#c00").set("stroke-dasharray", "2 6")
}

fn arrow() -> Marker {
    Marker::new()
        .set("id", "head")
        .set("viewBox", "0 0 8 8")
        .set("refX", 4)
        .set("refY", 4)
        .set("markerWidth", 6)
        .set("markerHeight", 6)
        .set("orient", "auto")
        .add(Path::new().set("d", "M0 0 L8 4 L0 8 z"))
}

fn disc(row: usize, role: StepRole, place: Point, radius: f64) -> svg::node::element::Circle {
    let disc = circle(place, radius).set("stroke", "black").set("stroke-width", 1.5);
    match role {
        StepRole::Walked => disc.set("fill", COLOURS[row % COLOURS.len()]),
        StepRole::Counted => disc,
        StepRole::Absent => disc.set("stroke", "#c00").set("stroke-dasharray", "2 4"),
    }
}

/// The steps below each other from `corner` on, and how wide and high they are.
fn nest(pattern: &Pattern, steps: &[PlanStep], corner: Point) -> (Group, Point) {
    let [left, top] = corner;
    let indent = |row: usize| INDENT * row as f64;
    let widest = |(row, step): (usize, &PlanStep)| {
        let letters = step.words.iter().map(|words| words.chars().count()).max().unwrap_or(0);
        indent(row) + 2.0 * RADIUS + letters as f64 * LETTER
    };
    let bars = left + steps.iter().enumerate().map(widest).fold(0.0, f64::max) + INDENT;
    let mut group = Group::new();
    let mut y = top;
    for (row, step) in steps.iter().enumerate() {
        let x = left + indent(row);
        let height = LINE * step.words.len().max(1) as f64;
        group = group.add(disc(row, step.role, [x, y], 10.0)).add(text(
            &pattern.all_vertices()[step.vertex].name,
            [x, y],
            11.0,
        ));
        for (number, words) in step.words.iter().enumerate() {
            let place = [x + RADIUS, y + LINE * number as f64];
            group = group.add(code(words, place));
        }
        if let Some(times) = &step.times {
            group = group.add(bar(times, row, [bars, y]));
        }
        y += height + LINE / 2.0;
    }
    (group, [bars - left + BAR + 50.0 * LETTER, y - top])
}

/// The part of the work, and how often a vertex is fixed.
fn bar(StepCost { expected, actual, share }: &StepCost, row: usize, [x, y]: Point) -> Group {
    let strip = |length: f64| {
        Rectangle::new()
            .set("x", x.round())
            .set("y", (y - 6.0).round())
            .set("width", length.round())
            .set("height", 12)
    };
    let actual = actual.map_or(String::new(), |actual| format!(" ({actual:.2e} in fact)"));
    let words = format!("{:.0}% of work, {expected:.2e} times{actual}", share * 100.0);
    Group::new()
        .add(strip(BAR).set("fill", "#eee"))
        .add(strip(BAR * share.clamp(0.0, 1.0)).set("fill", COLOURS[row % COLOURS.len()]))
        .add(code(&words, [x + BAR + INDENT, y]))
}

fn code(words: &str, place: Point) -> svg::node::element::Text {
    text(words, place, 13.0).set("text-anchor", "start").set("font-family", "monospace")
}
