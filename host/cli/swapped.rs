//! GRAPH and PATTERN in the wrong order.

use std::path::Path;

use motherlode::pattern::Pattern;

use super::exit::Misuse;
use super::recipe::Recipe;
use super::source::GraphSource;

/// Reads `pattern`, which `command` takes beside `graph`: after it, or before.
///
/// # Errors
/// When it is no pattern, or the two are the other way round.
pub fn open_pattern(command: &str, graph: Option<&GraphSource>, pattern: &str) -> anyhow::Result<Pattern> {
    let swapped = graph.and_then(GraphSource::file).and_then(as_pattern).filter(|_| is_graph(pattern));
    let Some(graph) = swapped else { return Ok(Pattern::open(pattern)?) };
    let (order, right) = match command {
        "explain" => ("PATTERN comes before GRAPH", format!("{graph} {pattern}")),
        _ => ("GRAPH comes before PATTERN", format!("{pattern} {graph}")),
    };
    Err(Misuse(format!(
        "{graph} is a pattern, and {pattern} a graph: {order}, as in 'motherlode {command} {right}'"
    ))
    .into())
}

fn is_graph(text: &str) -> bool {
    Path::new(text).is_file() || Recipe::short(text).is_some()
}

/// The text of a pattern that stands where a file's name should.
fn as_pattern(path: &Path) -> Option<&str> {
    path.to_str().filter(|text| !path.exists() && Pattern::parse(text).is_ok())
}
