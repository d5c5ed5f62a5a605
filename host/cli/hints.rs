//! Which option an error of the library calls for: the library does not know the command's.

use std::borrow::Cow;
use std::error::Error;
use std::path::Path;

use motherlode::graph::{DocumentProblem, GraphError, LineProblem, LoadNote};
use motherlode::mine::null::NullError;
use motherlode::mine::{AttributeMismatch, ColourError, LARGEST_CLIQUE, MineError, WeightError};
use motherlode::pattern::{MAX_VERTICES, PatternError};
use motherlode::runtime::RuntimeError;
use motherlode::transactions::{DatabaseError, Problem};

use super::formats;

/// What to do about something in a file, in brackets.
pub fn of_note(note: &LoadNote, path: &Path) -> Option<String> {
    Some(match note {
        LoadNote::NoChecksums => format!("motherlode convert {} new.csr", path.display()),
        LoadNote::Attributes { .. } | LoadNote::AttributesLeft { .. } => "--extra-columns ignore".to_owned(),
        LoadNote::AdjacencyList => "--input-format adjacency-list".to_owned(),
        _ => return None,
    })
}

/// What to add to a cause of an error, in brackets.
pub fn of(cause: &(dyn Error + 'static)) -> Option<Cow<'static, str>> {
    if let Some(PatternError::Size { name, .. }) = cause.downcast_ref() {
        return of_size(name);
    }
    if let Some(GraphError::Line { problem: LineProblem::OtherFormat { format }, .. }) = cause.downcast_ref()
    {
        return formats::reading(format).map(Cow::Owned);
    }
    let runtime = cause.downcast_ref::<RuntimeError>().and_then(of_device);
    let mine = cause.downcast_ref::<MineError>().and_then(of_job);
    let graph = cause.downcast_ref::<GraphError>().and_then(of_graph);
    let database = cause.downcast_ref::<DatabaseError>().and_then(of_database);
    runtime.or(mine).or(graph).or(database).map(Cow::Borrowed)
}

/// What counts a clique that is larger than patterns are; `name` is what a pattern was asked for by.
fn of_size(name: &str) -> Option<Cow<'static, str>> {
    let number = name.strip_prefix('k').or_else(|| name.strip_suffix("clique"))?;
    match number.trim_end_matches('-').parse::<u32>() {
        Ok(k) if k as usize <= MAX_VERTICES => None,
        Ok(k) if k <= LARGEST_CLIQUE => {
            Some(format!("'motherlode cliques GRAPH -k {k}' counts these").into())
        }
        Ok(_) => Some("'motherlode cliques GRAPH --profile' counts cliques of every size".into()),
        Err(_) => None,
    }
}

fn of_device(error: &RuntimeError) -> Option<&'static str> {
    match error {
        RuntimeError::NoDriver { .. }
        | RuntimeError::NoCard
        | RuntimeError::NoKernels { .. }
        | RuntimeError::CardTooOld { .. }
        | RuntimeError::DriverTooOld { .. } => Some("--device cpu"),
        RuntimeError::NoSuchCard { .. } => Some("'motherlode devices' lists them"),
        RuntimeError::OverBudget { .. } | RuntimeError::BudgetTooLarge { .. } => Some("--memory"),
        RuntimeError::OverHostBudget { .. } => Some("--host-memory"),
        RuntimeError::TooLargeTogether { .. } => Some("--memory, --host-memory, --device cuda:all"),
        _ => None,
    }
}

fn of_job(error: &MineError) -> Option<&'static str> {
    match error {
        MineError::Runtime(error) => of_device(error),
        MineError::LeftOut(error) => of_device(error),
        MineError::NeitherFits { best, .. } => of_job(best),
        MineError::Attributes(AttributeMismatch::Undirected | AttributeMismatch::NoDirections) => {
            Some("--directed")
        }
        MineError::Attributes(AttributeMismatch::NoProperties { of: "vertex", .. }) => {
            Some("--vertex-properties")
        }
        MineError::Attributes(AttributeMismatch::NoProperties { .. }) => Some("--edge-properties"),
        MineError::Null(error) => of_null(error),
        MineError::Coloured(ColourError::NoLabels) => Some("--labels, or without --coloured"),
        MineError::Coloured(ColourError::NoRoom { .. }) => Some("-k, --memory"),
        MineError::Weight(WeightError::NoProperty { .. } | WeightError::NoWeight { .. }) => {
            Some("--vertex-properties")
        }
        MineError::TooManyEmbeddings => Some("--support, --max-edges"),
        MineError::TooManyArcs => Some("--support"),
        MineError::SampleNotFound { .. } => Some("--sample, without --by-rejection"),
        _ => None,
    }
}

fn of_null(error: &NullError) -> Option<&'static str> {
    match error {
        NullError::Undirected => Some("--directed"),
        NullError::NoLabels => Some("--labels"),
        NullError::NoProperty { .. } | NullError::NoPlace { .. } => Some("--vertex-properties"),
        _ => None,
    }
}

fn of_graph(error: &GraphError) -> Option<&'static str> {
    match error {
        GraphError::Line { problem: LineProblem::ExtraColumns | LineProblem::CsvColumns, .. } => {
            Some("--extra-columns ignore")
        }
        GraphError::Line { problem: LineProblem::ExtraIds, .. } => {
            Some("--extra-columns ignore, or --input-format adjacency-list")
        }
        GraphError::Line { problem: LineProblem::OneNumber | LineProblem::OneName, .. } => {
            Some("--input-format adjacency-list reads a vertex and its neighbours a line")
        }
        GraphError::Line { problem: LineProblem::NameAmongNumbers { .. } | LineProblem::Heading, .. } => {
            Some("--names")
        }
        GraphError::Line { problem: LineProblem::HeaderOrEdge, .. } => {
            Some("--input-format csv or edge-list")
        }
        GraphError::Line { problem: LineProblem::SeveralGraphs, .. }
        | GraphError::Document { problem: DocumentProblem::SeveralGraphs, .. } => {
            Some("motherlode fsm reads files of many graphs, as gSpan text, JSON Lines, SDF or SMILES")
        }
        GraphError::OtherKind {
            kind: GraphError::SDF_KIND | GraphError::SMILES_KIND | GraphError::JSON_LINES_KIND,
            ..
        } => Some("motherlode fsm reads it"),
        GraphError::NotCsr { .. } => Some("without --input-format, the content tells what it is"),
        GraphError::CsrCutOff { .. } | GraphError::CsrTail { .. } | GraphError::CsrDamaged { .. } => {
            Some("motherlode convert GRAPH new.csr")
        }
        GraphError::Undirected { .. } => Some("without --directed"),
        GraphError::LabelledTwice { .. } => Some("without --labels"),
        _ => None,
    }
}

fn of_database(error: &DatabaseError) -> Option<&'static str> {
    match error {
        DatabaseError::UnknownFormat { .. } => {
            Some("--input-format; motherlode frequent reads a single graph")
        }
        DatabaseError::Line { problem: Problem::OneGraph { .. }, .. } => {
            Some("motherlode frequent finds patterns in one graph, and count and others read it, too")
        }
        DatabaseError::Undirected { .. } => Some("without --directed"),
        DatabaseError::Line { .. } => Some("--skip-bad leaves out graphs that are wrong"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use motherlode::pattern::Pattern;

    use super::*;

    #[test]
    fn the_option_is_told_wherever_the_error_stands() {
        let hint = |error: anyhow::Error| error.chain().find_map(of);
        let on_cpu = Some(Cow::Borrowed("--device cpu"));
        assert_eq!(hint(RuntimeError::NoCard.into()), on_cpu);
        assert_eq!(hint(anyhow::Error::new(MineError::from(RuntimeError::NoCard)).context("no")), on_cpu);
        let left_out = MineError::LeftOut(RuntimeError::NoCard.into());
        assert_eq!(hint(left_out.into()), on_cpu);
        assert_eq!(hint(MineError::TooManyEmbeddings.into()).as_deref(), Some("--support, --max-edges"));
        assert_eq!(hint(MineError::CountOverflow.into()), None);
        assert_eq!(hint(anyhow::anyhow!("anything")), None);
    }

    #[test]
    fn cliques_that_are_too_large_for_a_pattern_have_a_command() {
        let hint = |text| of(&Pattern::parse(text).expect_err("too large, or too small"));
        for text in ["13-clique", "13clique", "K13", "13 Clique"] {
            assert_eq!(
                hint(text).as_deref(),
                Some("'motherlode cliques GRAPH -k 13' counts these"),
                "{text}"
            );
        }
        let profile = hint("33-clique").expect("a hint");
        assert!(profile.contains("--profile"), "{profile}");
        for text in ["1-clique", "13-near-clique", "13-cycle", "9-4-biclique"] {
            assert_eq!(hint(text), None, "{text}");
        }
    }
}
