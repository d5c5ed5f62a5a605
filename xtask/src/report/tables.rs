//! The tables of results: jobs beside their peers, and what follows.

use std::fmt::Write as _;

use super::units::{digits, or_dash, seconds};
use crate::bench::results::{Measured, Results};
use crate::bench::rows::Set;
use crate::bench::samples::{Summary, geometric_mean};
use crate::table::Table;

/// Where, when and how it was measured, as a sentence.
pub fn heading(results: &Results) -> String {
    let driver =
        results.machine.driver.as_ref().map_or(String::new(), |version| format!(", driver {version}"));
    format!(
        "{}{driver}. Commit {}, {}; {} to warm up, then the median of {}.",
        results.machine.line(results.set == Set::Card),
        results.commit.as_deref().unwrap_or("unknown"),
        results.date,
        if results.warmup == 1 { "a run".into() } else { format!("{} runs", results.warmup) },
        results.runs,
    )
}

/// The jobs beside their peers. A job without results says why.
pub fn jobs(results: &Results) -> Table {
    let mut table = match results.set {
        Set::Card => Table::new(&[
            "job",
            "graph",
            "mine (min – max)",
            "best peer",
            "ratio",
            "target",
            "met",
            "total",
            "process",
            "peer's process",
            "process ratio",
        ]),
        Set::Cpu => Table::new(&[
            "job",
            "graph",
            "CPU time (min – max)",
            "best peer",
            "ratio",
            "target",
            "met",
            "wall time",
            "on two threads",
        ]),
    };
    for measured in &results.measured {
        table.row(match results.set {
            Set::Card => [comparison(results, measured), process(measured)].concat(),
            Set::Cpu => [comparison(results, measured), threads(measured)].concat(),
        });
    }
    table
}

fn comparison(results: &Results, measured: &Measured) -> Vec<String> {
    let spread = |s: Summary| format!("{} ({} – {})", seconds(s.median), seconds(s.min), seconds(s.max));
    let mine = match &measured.error {
        Some(error) => format!("FAILED: {}", error.lines().next().unwrap_or_default()),
        None => or_dash(results.seconds(measured).map(spread)),
    };
    let peer = measured.row.peer.as_ref();
    let met = |met| if met { "yes" } else { "**no**" };
    vec![
        measured.row.job.clone(),
        measured.row.graph.clone(),
        mine,
        or_dash(peer.map(|peer| format!("{} {}", peer.name, seconds(peer.seconds)))),
        or_dash(results.ratio(measured).map(times)),
        or_dash(results.target(measured).map(seconds)),
        or_dash(results.met(measured).map(|is| met(is).into())),
    ]
}

fn process(measured: &Measured) -> Vec<String> {
    let median = |samples: &[f64]| Summary::of(samples).map(|summary| summary.median);
    let (mine, peer) =
        (median(&measured.samples.process), measured.row.peer.as_ref().and_then(|peer| peer.process));
    vec![
        or_dash(median(&measured.samples.total).map(seconds)),
        or_dash(mine.map(seconds)),
        or_dash(peer.map(seconds)),
        or_dash(mine.zip(peer).map(|(mine, peer)| times(peer / mine))),
    ]
}

fn threads(measured: &Measured) -> Vec<String> {
    vec![or_dash(measured.process().map(|wall| seconds(wall.median))), or_dash(measured.speedup().map(times))]
}

/// A ratio.
pub fn times(ratio: f64) -> String {
    format!("{}x", digits(ratio))
}

/// The means, the lowest, what was missed, and the notes: a Markdown list.
pub fn summary(results: &Results) -> String {
    let mut lines = String::new();
    let named = |measured: &Measured| format!("{} on {}", measured.row.job, measured.row.graph);
    let ratios: Vec<_> =
        results.measured.iter().filter_map(|measured| Some((results.ratio(measured)?, measured))).collect();
    let all: Vec<_> = ratios.iter().map(|&(ratio, _)| ratio).collect();
    let least = ratios.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    if let (Some(mean), Some((least, at))) = (geometric_mean(&all), least) {
        let _ = writeln!(
            lines,
            "- Geometric mean of the {} ratios to the best peer: {}. The lowest: {} ({}).",
            all.len(),
            times(mean),
            times(*least),
            named(at)
        );
    }
    let missed: Vec<_> =
        results.measured.iter().filter(|m| results.met(m) == Some(false)).map(named).collect();
    let with_target = results.measured.iter().filter(|m| results.met(m).is_some()).count();
    let _ = writeln!(
        lines,
        "- Targets met: {} of {with_target}.{}",
        with_target - missed.len(),
        if missed.is_empty() { String::new() } else { format!(" Missed: {}.", missed.join("; ")) }
    );
    let failed: Vec<_> = results.measured.iter().filter(|m| m.error.is_some()).map(named).collect();
    if !failed.is_empty() {
        let _ = writeln!(lines, "- **Failed**: {}.", failed.join("; "));
    }
    match results.set {
        Set::Card => lines += &process_summary(results),
        Set::Cpu => lines += &speedup_summary(results),
    }
    for measured in &results.measured {
        if let Some(note) = &measured.row.note {
            let _ = writeln!(lines, "- {}: {note}", named(measured));
        }
    }
    lines
}

/// The processes beside those of the peers, and from the file to the answer.
fn process_summary(results: &Results) -> String {
    let mut lines = String::new();
    let ratios: Vec<_> = results
        .measured
        .iter()
        .filter_map(|m| Some(m.row.peer.as_ref()?.process? / m.process()?.median))
        .collect();
    if let Some(mean) = geometric_mean(&ratios) {
        let _ = writeln!(
            lines,
            "- Whole processes: {} of {} rows are ahead of the best peer's; geometric mean of the ratios {}.",
            ratios.iter().filter(|&&ratio| ratio > 1.0).count(),
            ratios.len(),
            times(mean)
        );
    }
    let longest = results.measured.iter().find(|m| m.row.job == "triangle" && m.row.graph == "rmat:22");
    if let Some((mine, total)) =
        longest.and_then(|m| Some((Summary::of(&m.samples.mine)?, Summary::of(&m.samples.total)?)))
    {
        let _ = writeln!(
            lines,
            "- From the .csr file to the number of triangles at rmat:22: {}, which is {} the time of the count (target: under 5x).",
            seconds(total.median),
            times(total.median / mine.median)
        );
    }
    lines
}

/// What a second thread gives.
fn speedup_summary(results: &Results) -> String {
    let speedups = results.measured.iter().filter_map(|m| Some((m.speedup()?, m)));
    let Some((least, at)) = speedups.min_by(|a, b| a.0.total_cmp(&b.0)) else { return String::new() };
    format!(
        "- The lowest gain by a second thread, of the jobs that take over a second: {} ({} on {}; target: 1.8x).\n",
        times(least),
        at.row.job,
        at.row.graph
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::results;

    #[test]
    fn a_table_shows_median_spread_and_ratio() {
        let mut results = results(&[("triangle", &[0.003, 0.001, 0.002], 0.005)]);
        results.measured[0].row.target = Some(serde_json::from_str("0.0015").unwrap());
        results.measured[0].samples.process = vec![0.25];
        results.measured[0].row.peer.as_mut().unwrap().process = Some(0.5);
        let text = jobs(&results).to_string();
        let last = text.lines().last().unwrap();
        assert_eq!(
            last,
            "| triangle | karate | 2.00 ms (1.00 ms – 3.00 ms) | P 5.00 ms | 2.50x | 1.50 ms | **no** | – | 250 ms | 500 ms | 2.00x |"
        );
    }

    #[test]
    fn the_summary_has_the_mean_the_lowest_and_what_is_missed() {
        let mut results = results(&[("triangle", &[1.0], 2.0), ("house", &[2.0], 16.0), ("wedge", &[], 1.0)]);
        results.measured[1].row.target = Some(serde_json::from_str("1.0").unwrap());
        results.measured[2].error = Some("counted 3".into());
        let text = summary(&results);
        assert!(
            text.contains("2 ratios to the best peer: 4.00x. The lowest: 2.00x (triangle on karate)"),
            "{text}"
        );
        assert!(text.contains("Targets met: 0 of 1. Missed: house on karate."), "{text}");
        assert!(text.contains("**Failed**: wedge on karate."), "{text}");
    }
}
