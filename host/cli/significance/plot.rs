//! The significance profile as a picture: a bar for each pattern, which is drawn below it.

use std::path::Path;

use anyhow::Context;
use motherlode::mine::significance::Judged;
use motherlode::pattern::Pattern;
use svg::Document;
use svg::node::element::Rectangle;

use crate::draw::{Point, arrow_head, circle, document, layout, line, text};

/// Pixels from one bar to the next.
const STEP: f64 = 64.0;
/// Pixels of a bar's width.
const BAR: f64 = 30.0;
/// Pixels of the longest bar that there can be, of one part of the axis.
const TALLEST: f64 = 120.0;
/// Pixels to the left, for the numbers of the axis.
const LEFT: f64 = 48.0;
/// Pixels around all.
const MARGIN: f64 = 16.0;
/// Pixels of a pattern's drawing, and of a vertex in it.
const DRAWING: f64 = 40.0;
const RADIUS: f64 = 3.5;
/// Pixels of words.
const WORDS: f64 = 11.0;

/// Draws the profile of `judged` in a file; `title` says what it is of.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, title: &str, judged: &[Judged]) -> anyhow::Result<()> {
    svg::save(path, &profile(title, judged))
        .with_context(|| format!("{}: cannot write the drawing", path.display()))
}

fn profile(title: &str, judged: &[Judged]) -> Document {
    let top = MARGIN + 2.0 * WORDS;
    let zero = top + TALLEST;
    let bottom = zero + TALLEST;
    let right = LEFT + STEP * judged.len() as f64;
    let mut svg = document(right + MARGIN, bottom + DRAWING + 3.0 * WORDS + MARGIN, title).add(text(
        title,
        [(LEFT + right) / 2.0, MARGIN],
        13.0,
    ));
    let most = end_of_axis(judged);
    for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let y = zero - part * TALLEST;
        let shade = if part == 0.0 { "black" } else { "#ddd" };
        svg = svg.add(line([LEFT, y], [right, y]).set("stroke", shade).set("stroke-width", 1)).add(text(
            &format!("{:.2}", part * most),
            [LEFT / 2.0, y],
            WORDS,
        ));
    }
    for (place, judged) in judged.iter().enumerate() {
        let x = LEFT + (place as f64 + 0.5) * STEP;
        svg = match judged.profile {
            Some(part) => svg.add(bar([x, zero], part / most * TALLEST)),
            // It never varies.
            None => svg.add(text("–", [x, zero - WORDS], WORDS)),
        };
        svg = pattern(svg, &judged.pattern, [x, bottom + WORDS]);
        let z = judged.z.map_or("never varies".to_owned(), |z| format!("z {z:.1}"));
        svg = svg.add(text(&z, [x, bottom + DRAWING + 3.0 * WORDS], WORDS));
    }
    svg
}

/// What the axis goes up to: a multiple of 0.2 that no bar passes.
fn end_of_axis(judged: &[Judged]) -> f64 {
    let most =
        judged.iter().filter_map(|judged| judged.profile).fold(0.0, |most: f64, part| most.max(part.abs()));
    ((most * 5.0).ceil() / 5.0).max(0.2)
}

/// A bar that stands on a place, or hangs from it.
fn bar([x, y]: Point, height: f64) -> Rectangle {
    let fill = if height < 0.0 { "#c60" } else { "#06c" };
    Rectangle::new()
        .set("x", x - BAR / 2.0)
        .set("y", y - height.max(0.0))
        .set("width", BAR)
        .set("height", height.abs())
        .set("fill", fill)
}

/// A pattern below a place, in its middle.
fn pattern(mut svg: Document, pattern: &Pattern, [x, y]: Point) -> Document {
    let links: Vec<((usize, usize), bool)> = pattern
        .links()
        .iter()
        .filter(|link| link.is_present())
        .map(|link| (link.ends(), link.is_one_way()))
        .collect();
    let ends: Vec<(usize, usize)> = links.iter().map(|(ends, _)| *ends).collect();
    let places = layout(pattern.vertices(), &ends, 1.0);
    let [width, height] = [0, 1].map(|axis| places.iter().map(|place| place[axis]).fold(0.0, f64::max));
    let scale = DRAWING / width.max(height).max(1.0);
    let points: Vec<Point> = places
        .iter()
        .map(|[u, v]| [x + (u - width / 2.0) * scale, y + DRAWING / 2.0 + (v - height / 2.0) * scale])
        .collect();
    for ((from, to), is_arc) in links {
        svg = svg.add(line(points[from], points[to]));
        if is_arc {
            svg = svg.add(arrow_head(points[from], points[to], RADIUS));
        }
    }
    points.iter().fold(svg, |svg, point| svg.add(circle(*point, RADIUS).set("fill", "black")))
}

#[cfg(test)]
mod tests {
    use motherlode::mine::significance::{SampleCounts, Significance, Statistic};
    use motherlode::plan::Induced;

    use super::*;

    /// A bar for each motif that varies, on the side of its sign.
    #[test]
    fn bars_have_the_sides_of_their_signs() {
        let statistic = Statistic::motifs(4, Induced::Vertex).unwrap();
        let samples: SampleCounts =
            [[1, 2, 5, 1, 7, 3], [3, 2, 9, 2, 9, 4]].map(Vec::from).into_iter().collect();
        let judged = Significance::of(&statistic, &[9, 2, 1, 9, 1, 9], &samples).unwrap().judged;
        let svg = profile("a < b", &judged).to_string();
        assert_eq!((svg.matches("#06c").count(), svg.matches("#c60").count()), (3, 2), "{svg}");
        assert_eq!((svg.matches("never varies").count(), svg.matches("<circle").count()), (1, 24));
        assert!(svg.contains("a &lt; b"), "{svg}");
    }
}
