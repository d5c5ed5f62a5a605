//! Charts of columns.

/// Characters of a bar's width.
const BAR: usize = 5;
/// Lines of the longest bar.
const TALLEST: usize = 5;
/// Blanks between columns.
const GAP: usize = 2;

/// A column of a chart.
pub struct ChartColumn {
    /// How high its bar is; below zero it hangs down from the line.
    pub value: f64,
    /// What stands at the end of its bar.
    pub figure: String,
    /// What stands below all bars.
    pub below: Vec<String>,
}

/// A chart of columns that all have as many lines below. Those for which a line of `width` characters has no room come
/// in further charts, on the same scale.
pub fn columns(columns: &[ChartColumn], width: usize) -> Vec<String> {
    let most = columns.iter().map(|column| column.value.abs()).fold(0.0, f64::max);
    let scale = (8 * TALLEST) as f64 / if most > 0.0 { most } else { 1.0 };
    let bars: Vec<Bar<'_>> = columns.iter().map(|column| Bar::new(column, scale)).collect();
    let mut lines = Vec::new();
    let mut rest = &bars[..];
    while !rest.is_empty() {
        let (chart, more) = rest.split_at(room(rest, width));
        lines.extend(draw(chart));
        rest = more;
    }
    lines
}

/// How many of the bars fit on a line: one at least.
fn room(bars: &[Bar<'_>], width: usize) -> usize {
    let ends = bars.iter().scan(0, |end, bar| {
        *end += bar.width();
        Some(*end)
    });
    ends.take_while(|&end| end <= width).count().max(1)
}

fn draw(bars: &[Bar<'_>]) -> Vec<String> {
    let lines_of =
        |is_down: bool| bars.iter().filter(|bar| bar.is_down == is_down).map(Bar::lines).max().unwrap_or(0);
    let (up, down) = (lines_of(false), lines_of(true));
    let line = |part: &dyn Fn(&Bar<'_>) -> String| {
        let cells: String = bars.iter().map(|bar| format!("{:^1$}", part(bar), bar.width())).collect();
        cells.trim_end().to_owned()
    };
    let above = (0..up).rev().map(|at| line(&|bar| bar.part(false, at)));
    let axis = line(&|bar| "─".repeat(bar.width()));
    let below = (0..down).map(|at| line(&|bar| bar.part(true, at)));
    let words = bars.first().map_or(0, |bar| bar.column.below.len());
    let words = (0..words).map(|at| line(&|bar| bar.column.below[at].clone()));
    above.chain([axis]).chain(below).chain(words).collect()
}

/// A column, and the length of its bar.
struct Bar<'c> {
    column: &'c ChartColumn,
    is_down: bool,
    /// In eighths of a line.
    eighths: usize,
}

impl Bar<'_> {
    fn new(column: &ChartColumn, scale: f64) -> Bar<'_> {
        let eighths = (column.value.abs() * scale).round() as usize;
        Bar { column, is_down: column.value < 0.0, eighths }
    }

    fn width(&self) -> usize {
        let lines = self.column.below.iter().chain([&self.column.figure]);
        lines.map(|line| line.chars().count()).max().unwrap_or(0).max(BAR) + GAP
    }

    /// Lines that it takes, with that of its figure.
    fn lines(&self) -> usize {
        self.eighths.div_ceil(8) + 1
    }

    /// What it has in a line, counted from the axis.
    fn part(&self, is_down: bool, at: usize) -> String {
        const RISING: [&str; 9] = ["", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
        // There are no other blocks that hang.
        const HANGING: [&str; 9] = ["", "▔", "▔", "▔", "▀", "▀", "▀", "▀", "█"];
        if self.is_down != is_down {
            return String::new();
        }
        match self.eighths.saturating_sub(8 * at).min(8) {
            0 if at + 1 == self.lines() => self.column.figure.clone(),
            eighths => [RISING, HANGING][usize::from(is_down)][eighths].repeat(BAR),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(value: f64) -> ChartColumn {
        ChartColumn { value, figure: value.to_string(), below: vec![format!("<{value}>")] }
    }

    #[test]
    fn bars_rise_and_hang_by_their_values() {
        let lines = columns(&[column(5.0), column(-2.5), column(0.0)], 80);
        let expected = [
            "   5",
            " █████",
            " █████",
            " █████",
            " █████",
            " █████            0",
            "──────────────────────",
            "        █████",
            "        █████",
            "        ▀▀▀▀▀",
            "         -2.5",
            "  <5>   <-2.5>   <0>",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn columns_without_room_come_below() {
        let all: Vec<ChartColumn> = [4.0, 3.0, 2.0, 1.0].map(column).into();
        for (width, charts) in [(1, 4), (7, 4), (15, 2), (30, 1)] {
            let lines = columns(&all, width);
            assert_eq!(lines.iter().filter(|line| line.starts_with('─')).count(), charts, "{lines:?}");
            assert!(lines.iter().all(|line| line.chars().count() <= width.max(7)), "{lines:?}");
        }
    }
}
