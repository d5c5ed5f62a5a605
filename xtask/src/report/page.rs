//! The HTML page: charts and tables, in one file that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::floor::{self, FloorWork};
use super::{chart, tables};
use crate::bench::results::Results;
use crate::bench::rows::Set;

const STYLE: &str = "body{font-family:sans-serif;margin:2em auto;max-width:75em;padding:0 1em}\
table{border-collapse:collapse;font-size:.85em;margin:1em 0}\
th,td{border-bottom:1px solid #ddd;padding:.25em .6em;text-align:left}svg{max-width:100%;height:auto}";

/// A page of all results, a section each.
pub fn page(all: &[Results], works: &[FloorWork]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; title { "Motherlode beside its peers" } style { (PreEscaped(STYLE)) } }
            body {
                h1 { "Motherlode beside its peers" }
                @for results in all { (section(results, works)) }
            }
        }
    }
}

fn section(results: &Results, works: &[FloorWork]) -> Markup {
    html! {
        h2 { (title(results.set)) }
        p { (tables::heading(results)) }
        @if !results.command.is_empty() { p { code { (results.command.join(" ")) } } }
        (chart::jobs(results))
        @if results.set == Set::Card { (chart::processes(results)) }
        (tables::jobs(results))
        ul { @for line in tables::summary(results).lines() { li { (line.trim_start_matches("- ")) } } }
        @if let Some(table) = floor::table(results, works) {
            h3 { "Distance to the card's limit" }
            (table)
        }
        details { summary { "The machine" } pre { (results.machine.devices) } }
    }
}

/// The heading of a set's section.
pub fn title(set: Set) -> &'static str {
    match set {
        Set::Card => "On the card",
        Set::Cpu => "On the CPU, one thread",
    }
}
