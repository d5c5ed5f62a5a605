//! Shapes that drawings are made of.

use svg::Document;
use svg::node::element::{Circle, Line, Polygon, Rectangle, Text, Title};

use super::Point;

/// A white page of `width` by `height` pixels. Text on it stands in the middle of its place.
pub fn document(width: f64, height: f64, title: &str) -> Document {
    Document::new()
        .set("width", pixels(width))
        .set("height", pixels(height))
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .set("stroke-linecap", "round")
        .add(Title::new(title))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
}

/// A black line.
pub fn line([ax, ay]: Point, [bx, by]: Point) -> Line {
    Line::new()
        .set("x1", pixels(ax))
        .set("y1", pixels(ay))
        .set("x2", pixels(bx))
        .set("y2", pixels(by))
        .set("stroke", "black")
        .set("stroke-width", 1.5)
}

/// The black head of an arrow from one place to another, short of it by `gap`.
pub fn arrow_head([ax, ay]: Point, [bx, by]: Point, gap: f64) -> Polygon {
    const LENGTH: f64 = 8.0;
    const HALF_WIDTH: f64 = 3.5;
    let length = (bx - ax).hypot(by - ay).max(1e-9);
    let [dx, dy] = [(bx - ax) / length, (by - ay) / length];
    let corner = |back: f64, aside: f64| {
        let (x, y) = (bx - dx * back - dy * aside, by - dy * back + dx * aside);
        format!("{},{}", pixels(x), pixels(y))
    };
    let end = gap + LENGTH;
    let corners = [corner(gap, 0.0), corner(end, HALF_WIDTH), corner(end, -HALF_WIDTH)];
    Polygon::new().set("points", corners.join(" "))
}

/// A white disc.
pub fn circle([x, y]: Point, radius: f64) -> Circle {
    Circle::new().set("cx", pixels(x)).set("cy", pixels(y)).set("r", pixels(radius)).set("fill", "white")
}

/// Words of `size` pixels, with their middle at a place.
pub fn text(words: &str, [x, y]: Point, size: f64) -> Text {
    // Letters reach up from the line that they stand on by two thirds of their size.
    Text::new(words).set("x", pixels(x)).set("y", pixels(y + size / 3.0)).set("font-size", pixels(size))
}

/// The label of an edge, in its middle; the edge stops short of it.
pub fn label_of_edge(label: &str, middle: Point) -> Text {
    text(label, middle, 11.0)
        .set("fill", "#06c")
        .set("stroke", "white")
        .set("stroke-width", 3)
        .set("paint-order", "stroke")
}

/// A length, to a tenth of a pixel.
fn pixels(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_cannot_break_the_drawing() {
        let svg = document(10.04, 20.0, "<&").add(text("a<b>&c", [0.0; 2], 9.0)).to_string();
        assert!(
            svg.contains("a&lt;b&gt;&amp;c") && svg.contains("&lt;&amp;") && svg.contains("width=\"10\""),
            "{svg}"
        );
    }
}
