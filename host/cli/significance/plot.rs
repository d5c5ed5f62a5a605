//! The significance profile as a picture: a bar for each pattern, which is drawn below it, its vertices in the colours
//! of their labels; or those of several networks over each other, a line for each.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;
use motherlode::mine::significance::Judged;
use motherlode::pattern::{Pattern, Vertex};
use svg::Document;
use svg::node::element::{Line, Rectangle};

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

/// The colours of labels, and of networks that are drawn over each other: those that the colour-blind tell apart (Okabe
/// and Ito 2008), but for yellow, which is none on white.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00"];
/// The strokes of networks that have the colours of others.
const STROKES: [&str; 4] = ["none", "7 4", "2 4", "9 4 2 4"];
/// Pixels from one line of the legend to the next, and of the stroke in it.
const LEGEND: [f64; 2] = [18.0, 28.0];

/// The profile of a network that is drawn over others.
pub struct Profile {
    pub network: String,
    pub judged: Vec<Judged>,
}

/// Draws the profile of `judged` in a file; `title` says what it is of.
///
/// # Errors
/// When the file cannot be written.
pub fn draw_profile(path: &Path, title: &str, judged: &[Judged]) -> anyhow::Result<()> {
    save(path, &profile(title, judged))
}

/// Draws the profiles of networks over each other in a file, all of the same motifs.
///
/// # Errors
/// When the file cannot be written.
pub fn draw_profiles(path: &Path, title: &str, networks: &[Profile]) -> anyhow::Result<()> {
    save(path, &profiles(title, networks))
}

fn save(path: &Path, svg: &Document) -> anyhow::Result<()> {
    svg::save(path, svg).with_context(|| format!("{}: cannot write the drawing", path.display()))
}

fn profile(title: &str, judged: &[Judged]) -> Document {
    let (axes, labels) = (Axes::new(judged.len(), judged), LabelColours::of(judged));
    let [step, stroke] = LEGEND;
    let mut svg = axes.draw(title, judged, 1.5 * WORDS + step * labels.0.len() as f64);
    for (number, label) in labels.0.iter().enumerate() {
        let y = axes.bottom + DRAWING + 5.0 * WORDS + step * number as f64;
        svg = svg
            .add(circle([LEFT + stroke, y], RADIUS).set("fill", LabelColours::colour(number)))
            .add(text(label, [LEFT + stroke + MARGIN, y], WORDS).set("text-anchor", "start"));
    }
    for (place, judged) in judged.iter().enumerate() {
        let x = Axes::x(place);
        svg = match judged.profile {
            Some(part) => svg.add(bar([x, axes.zero], axes.zero - axes.y(part))),
            // It never varies.
            None => svg.add(text("–", [x, axes.zero - WORDS], WORDS)),
        };
        let z = judged.z.map_or("never varies".to_owned(), |z| format!("z {z:.1}"));
        svg = svg.add(text(&z, [x, axes.bottom + DRAWING + 3.0 * WORDS], WORDS));
    }
    svg
}

fn profiles(title: &str, networks: &[Profile]) -> Document {
    let motifs = networks.first().map_or(&[][..], |network| &network.judged);
    let axes = Axes::new(motifs.len(), networks.iter().flat_map(|network| &network.judged));
    let [step, stroke] = LEGEND;
    let mut svg = axes.draw(title, motifs, step * networks.len() as f64);
    for (number, network) in networks.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let dashes = STROKES[number / COLOURS.len() % STROKES.len()];
        let stroke_of = |line: Line| line.set("stroke", colour).set("stroke-dasharray", dashes);
        let point = |place: usize| network.judged[place].profile.map(|part| [Axes::x(place), axes.y(part)]);
        // A motif that never varies leaves a gap.
        for (from, to) in (1..motifs.len()).filter_map(|place| point(place - 1).zip(point(place))) {
            svg = svg.add(stroke_of(line(from, to)));
        }
        for place in (0..motifs.len()).filter_map(point) {
            svg = svg.add(circle(place, RADIUS).set("fill", colour));
        }
        let y = axes.bottom + DRAWING + 3.0 * WORDS + step * number as f64;
        svg = svg
            .add(stroke_of(line([LEFT, y], [LEFT + stroke, y])))
            .add(text(&network.network, [LEFT + stroke + MARGIN, y], WORDS).set("text-anchor", "start"));
    }
    svg
}

/// The labels of the vertices of some motifs, each of which has a colour, as long as there are more.
struct LabelColours(Vec<String>);

impl LabelColours {
    fn of(judged: &[Judged]) -> LabelColours {
        let vertices = judged.iter().flat_map(|judged| judged.pattern.all_vertices());
        let labels: BTreeSet<&String> = vertices.flat_map(|vertex| &vertex.labels).collect();
        LabelColours(labels.into_iter().cloned().collect())
    }

    fn colour(number: usize) -> &'static str {
        COLOURS[number % COLOURS.len()]
    }

    /// The colour of a vertex: black where it has no label.
    fn of_vertex(&self, vertex: &Vertex) -> &'static str {
        let label = vertex.labels.first().and_then(|label| self.0.binary_search(label).ok());
        label.map_or("black", LabelColours::colour)
    }
}

/// Where the parts of a picture are.
struct Axes {
    /// Where a part of nothing is.
    zero: f64,
    bottom: f64,
    right: f64,
    /// What the axis goes up to: a multiple of 0.2 that no part passes.
    most: f64,
}

impl Axes {
    /// Those of so many motifs, and of these parts.
    fn new<'j>(motifs: usize, judged: impl IntoIterator<Item = &'j Judged>) -> Axes {
        let parts = judged.into_iter().filter_map(|judged| judged.profile);
        let most = parts.fold(0.0, |most: f64, part| most.max(part.abs()));
        let zero = MARGIN + 2.0 * WORDS + TALLEST;
        Axes {
            zero,
            bottom: zero + TALLEST,
            right: LEFT + STEP * motifs as f64,
            most: ((most * 5.0).ceil() / 5.0).max(0.2),
        }
    }

    /// The middle of a motif's place.
    fn x(place: usize) -> f64 {
        LEFT + (place as f64 + 0.5) * STEP
    }

    /// How high a part is.
    fn y(&self, part: f64) -> f64 {
        self.zero - part / self.most * TALLEST
    }

    /// The axes, with the motifs below, and room for so many pixels below these.
    fn draw(&self, title: &str, motifs: &[Judged], room: f64) -> Document {
        let height = self.bottom + DRAWING + 1.5 * WORDS + MARGIN + room;
        let middle = [(LEFT + self.right) / 2.0, MARGIN];
        let mut svg = document(self.right + MARGIN, height, title).add(text(title, middle, 13.0));
        for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            let (y, shade) = (self.zero - part * TALLEST, if part == 0.0 { "black" } else { "#ddd" });
            let number = format!("{:.2}", part * self.most);
            svg = svg
                .add(line([LEFT, y], [self.right, y]).set("stroke", shade).set("stroke-width", 1))
                .add(text(&number, [LEFT / 2.0, y], WORDS));
        }
        let labels = LabelColours::of(motifs);
        for (place, judged) in motifs.iter().enumerate() {
            svg = pattern(svg, &judged.pattern, &labels, [Axes::x(place), self.bottom + WORDS]);
        }
        svg
    }
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
fn pattern(mut svg: Document, pattern: &Pattern, labels: &LabelColours, [x, y]: Point) -> Document {
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
    points.iter().zip(pattern.all_vertices()).fold(svg, |svg, (point, vertex)| {
        svg.add(circle(*point, RADIUS).set("fill", labels.of_vertex(vertex)))
    })
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

    /// Each label has its colour in the motifs and a line of the legend.
    #[test]
    fn vertices_have_the_colours_of_their_labels() {
        let patterns = ["(a:\"x y\")-(b:z), b-(c:z)", "(a:z)-(b:z), b-(c:z)"];
        let patterns = patterns.map(|text| (text.to_owned(), Pattern::parse(text).unwrap()));
        let statistic = Statistic::patterns(patterns.to_vec(), &Default::default());
        let samples: SampleCounts = [[1, 2], [3, 5]].map(Vec::from).into_iter().collect();
        let svg =
            profile("cells", &Significance::of(&statistic, &[9, 2], &samples).unwrap().judged).to_string();
        let circles = |colour: &str| svg.matches(&format!("fill=\"{colour}\" r=")).count();
        assert_eq!((circles(COLOURS[0]), circles(COLOURS[1]), circles("black")), (1 + 1, 5 + 1, 0), "{svg}");
        assert!(svg.contains(">\nx y\n<"), "{svg}");
    }

    /// A line for each network, with a gap where a motif never varies, and its name.
    #[test]
    fn networks_are_drawn_over_each_other() {
        let statistic = Statistic::motifs(4, Induced::Vertex).unwrap();
        let samples: SampleCounts =
            [[1, 2, 5, 1, 7, 3], [3, 2, 9, 2, 9, 4]].map(Vec::from).into_iter().collect();
        let of = |counts: &[u128]| Significance::of(&statistic, counts, &samples).unwrap().judged;
        let networks = [("a < b", [9, 2, 1, 9, 1, 9]), ("c", [1, 2, 8, 4, 6, 9])]
            .map(|(name, counts)| Profile { network: name.to_owned(), judged: of(&counts) });
        let svg = profiles("both", &networks).to_string();
        // Three steps between six motifs of which the second never varies, and one in the legend.
        let strokes = COLOURS.map(|colour| svg.matches(&format!("stroke=\"{colour}\"")).count());
        assert_eq!(strokes[..3], [4, 4, 0], "{svg}");
        assert_eq!(svg.matches("<circle").count(), 24 + 2 * 5);
        assert!(svg.contains("a &lt; b") && svg.contains(">\nc\n<"), "{svg}");
    }
}
