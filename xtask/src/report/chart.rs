//! Bars beside the peers, on a logarithmic scale, as SVG that needs nothing else.

use maud::{Markup, html};

use super::tables::times;
use super::units::seconds;
use crate::bench::results::{Measured, Results};
use crate::bench::rows::Set;

const OURS: &str = "#1f5fa8";
const PEER: &str = "#b9b9b9";
const TARGET: &str = "#c0392b";

/// Pixels: the whole width, the labels' part of it, the part of the axis.
const WIDTH: f64 = 960.0;
const LABELS: f64 = 270.0;
const AXIS: f64 = 580.0;
/// Pixels: above the first row, a row, a bar.
const TOP: f64 = 64.0;
const ROW: f64 = 34.0;
const BAR: f64 = 13.0;

/// A job: seconds of ours and of the peer, and the target.
struct Bars {
    label: String,
    ours: f64,
    peer: Option<f64>,
    target: Option<f64>,
}

/// The jobs beside their peers.
pub fn jobs(results: &Results) -> Markup {
    let bars = results.measured.iter().filter_map(|measured| {
        Some(Bars {
            label: label(measured),
            ours: results.seconds(measured)?.median,
            peer: measured.row.peer.as_ref().map(|peer| peer.seconds),
            target: results.target(measured),
        })
    });
    let title = match results.set {
        Set::Card => "Counting on the card, seconds (lower is better)",
        Set::Cpu => "CPU time of the process on one thread, seconds (lower is better)",
    };
    draw(title, &bars.collect::<Vec<_>>())
}

/// The whole processes beside those of the peers.
pub fn processes(results: &Results) -> Markup {
    let bars = results.measured.iter().filter_map(|measured| {
        let peer = measured.row.peer.as_ref()?.process?;
        let ours = measured.process()?.median;
        Some(Bars { label: label(measured), ours, peer: Some(peer), target: None })
    });
    draw("Whole process, start to exit, seconds (lower is better)", &bars.collect::<Vec<_>>())
}

fn label(measured: &Measured) -> String {
    format!("{}, {}", measured.row.job, measured.row.graph.trim_end_matches(".el.gz"))
}

/// Seconds on a logarithmic axis between two powers of ten.
struct Axis {
    low: i32,
    high: i32,
}

impl Axis {
    fn over(bars: &[Bars]) -> Axis {
        let all = || bars.iter().flat_map(|bar| [Some(bar.ours), bar.peer, bar.target]).flatten();
        let low = all().fold(f64::INFINITY, f64::min).log10().floor() as i32;
        let high = all().fold(0.0, f64::max).log10().ceil() as i32;
        Axis { low, high: high.max(low + 1) }
    }

    fn x(&self, seconds: f64) -> f64 {
        let part = (seconds.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        LABELS + AXIS * part.clamp(0.0, 1.0)
    }
}

fn draw(title: &str, bars: &[Bars]) -> Markup {
    if bars.is_empty() {
        return html! {};
    }
    let axis = Axis::over(bars);
    let bottom = TOP + ROW * bars.len() as f64;
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {}", bottom + 30.0))
            width=(WIDTH) font-family="sans-serif" font-size="12" role="img" aria-label=(title) {
            rect width="100%" height="100%" fill="white" {}
            text x="10" y="22" font-size="15" font-weight="bold" { (title) }
            (legend(bars))
            @for power in axis.low..=axis.high {
                @let x = axis.x(10f64.powi(power));
                line x1=(px(x)) x2=(px(x)) y1=(TOP - 6.0) y2=(bottom) stroke="#dddddd" {}
                text x=(px(x)) y=(bottom + 16.0) text-anchor="middle" fill="#555555" { (power_of_ten(power)) }
            }
            @for (i, bar) in bars.iter().enumerate() { (row(&axis, bar, TOP + ROW * i as f64)) }
        }
    }
}

fn legend(bars: &[Bars]) -> Markup {
    let entries = [
        (OURS, "motherlode", true),
        (PEER, "best peer", true),
        (TARGET, "target", bars.iter().any(|bar| bar.target.is_some())),
    ];
    html! {
        @for (i, (color, name, _)) in entries.into_iter().filter(|entry| entry.2).enumerate() {
            @let x = LABELS + 110.0 * i as f64;
            rect x=(x) y="34" width="12" height="12" fill=(color) {}
            text x=(x + 18.0) y="44" { (name) }
        }
    }
}

fn row(axis: &Axis, bar: &Bars, y: f64) -> Markup {
    let target = bar.target.map(|target| axis.x(target));
    // The text stands right of the bar, and of the target's mark.
    let one = |seconds_of: f64, y: f64, color: &str, mark: f64, text: String| {
        let end = axis.x(seconds_of);
        html! {
            rect x=(LABELS) y=(px(y)) width=(px((end - LABELS).max(1.0))) height=(BAR) fill=(color) {}
            text x=(px(end.max(mark) + 5.0)) y=(px(y + BAR - 3.0)) font-size="11" { (text) }
        }
    };
    let ratio = bar.peer.map_or(String::new(), |peer| format!(" ({})", times(peer / bar.ours)));
    html! {
        text x=(LABELS - 8.0) y=(px(y + BAR + 3.0)) text-anchor="end" { (bar.label) }
        (one(bar.ours, y, OURS, target.unwrap_or(0.0), seconds(bar.ours) + &ratio))
        @if let Some(peer) = bar.peer { (one(peer, y + BAR + 1.0, PEER, 0.0, seconds(peer))) }
        @if let Some(x) = target {
            line x1=(px(x)) x2=(px(x)) y1=(px(y - 2.0)) y2=(px(y + BAR + 1.0)) stroke=(TARGET) stroke-width="2" {}
        }
    }
}

/// A coordinate, to a tenth of a pixel.
fn px(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

fn power_of_ten(power: i32) -> String {
    match power {
        ..-3 => format!("{} µs", 10f64.powi(power + 6)),
        -3..0 => format!("{} ms", 10f64.powi(power + 3)),
        _ => format!("{} s", 10f64.powi(power)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::results;

    #[test]
    fn the_axis_is_logarithmic() {
        let bar = |ours, peer| Bars { label: String::new(), ours, peer: Some(peer), target: None };
        let axis = Axis::over(&[bar(0.002, 0.05), bar(0.03, 7.0)]);
        assert_eq!((axis.low, axis.high), (-3, 1));
        assert_eq!(axis.x(0.001), LABELS);
        assert_eq!(axis.x(0.1), LABELS + AXIS / 2.0);
        assert_eq!(axis.x(10.0), LABELS + AXIS);
    }

    #[test]
    fn a_chart_shows_each_job_with_its_ratio() {
        let svg = jobs(&results(&[("a<b", &[0.002], 0.01), ("house", &[0.5], 2.0)])).into_string();
        for part in ["a&lt;b, karate", "2.00 ms (5.00x)", "500 ms (4.00x)", "2.00 s", "best peer"] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(!svg.contains("target"));
    }

    #[test]
    fn powers_have_units() {
        assert_eq!([-4, -3, -1, 0, 1].map(power_of_ten), ["100 µs", "1 ms", "100 ms", "1 s", "10 s"]);
    }
}
