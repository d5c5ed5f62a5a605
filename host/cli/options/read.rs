//! How a graph is read.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::graph::{self, ExtraColumns, LoadOptions};
use motherlode::pattern::Pattern;

use super::one_of;
use crate::exit::Misuse;
use crate::formats;
use crate::overwrite::Files;
use crate::source::GraphSource;

/// How a graph is read.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Input options")]
pub struct ReadArgs {
    #[arg(
        long,
        value_name = "FORMAT",
        help = formats::of_input(),
        long_help = formats::of_input_in_full(),
        value_parser = formats::input(),
        hide_possible_values = true
    )]
    input_format: Option<String>,

    #[arg(
        long,
        value_name = "ACTION",
        help = formats::EXTRA_COLUMNS,
        long_help = formats::of_extra_columns(),
        default_value = "refuse",
        value_parser = extra_columns(),
        hide_possible_values = true
    )]
    extra_columns: ExtraColumns,

    /// Vertices are called by names, even if the first edge has numbers
    ///
    /// For edge lists, adjacency lists and csv. Without it, ids are names if the first edge has a word or a quote in
    /// it: then numbers are names too. Names with spaces stand in double quotes, or have tabs or commas between. If all
    /// are whole numbers in the end, ids are numbers.
    #[arg(long)]
    names: bool,

    #[arg(long, help = formats::DIRECTED, long_help = formats::of_directed())]
    directed: bool,

    /// A file with the labels of the vertices
    ///
    /// Lines of an id and one or more labels (words or numbers), as '7 Person'. Every vertex of the graph needs a line;
    /// one with several lines has the labels of all. A heading, and lines for other ids, are left. An input that has
    /// labels of its own takes none.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,

    /// A CSV file with properties of the vertices
    ///
    /// A header, and lines of an id and values, as '7,34,GABA' under 'id,age,kind'; with tabs or commas between.
    /// Patterns may then ask for '(a {age > 30})'. A column is of numbers, of true and false, or of text, whichever all
    /// its values are; one that is empty is missing, as are those of a vertex without a line. Lines for other ids are
    /// left.
    #[arg(long, value_name = "FILE")]
    vertex_properties: Option<PathBuf>,

    /// A CSV file with properties of the edges
    ///
    /// The same with two ids a line: the ends of an edge, which the graph must have; with --directed, the arc from the
    /// first to the second. Several lines for the same ends are several edges, of which 'a-[{weight > 2}]-b' asks for
    /// one.
    #[arg(long, value_name = "FILE")]
    edge_properties: Option<PathBuf>,
}

impl ReadArgs {
    /// The files that are read, with those of `source`.
    pub fn files<'f>(&'f self, source: &'f GraphSource) -> Files<'f> {
        Files::default()
            .reading(source.file())
            .reading(self.labels.as_deref())
            .reading(self.vertex_properties.as_deref())
            .reading(self.edge_properties.as_deref())
    }

    /// Whether properties are read.
    pub fn has_properties(&self) -> bool {
        self.vertex_properties.is_some() || self.edge_properties.is_some()
    }

    /// Checks that no option says more of the graph than which vertices are joined, for jobs that look at nothing else.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_plain(&self) -> Result<(), Misuse> {
        self.check_undirected()?;
        self.check_unlabelled()
    }

    /// Checks that no option says more of the graph than which vertices are joined, and what properties they have.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_weighted(&self) -> Result<(), Misuse> {
        self.check_undirected()?;
        self.check_but_for_vertex_properties()
    }

    /// Whether edges are read as arcs.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// Checks that no option says more of the graph than which vertices are joined, and by which arcs.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_unlabelled(&self) -> Result<(), Misuse> {
        self.check_but_for_vertex_properties()?;
        refuse([(
            self.vertex_properties.is_some(),
            "--vertex-properties: properties are not looked at here; leave it out",
        )])
    }

    fn check_undirected(&self) -> Result<(), Misuse> {
        refuse([(self.directed, "--directed: directions are not looked at here; leave it out")])
    }

    /// Checks that no properties of edges are given, for jobs on no pattern: none looks at these.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_without_edge_properties(&self) -> Result<(), Misuse> {
        refuse([(
            self.edge_properties.is_some(),
            "--edge-properties: properties of edges are not looked at here; leave it out",
        )])
    }

    fn check_but_for_vertex_properties(&self) -> Result<(), Misuse> {
        self.check_without_edge_properties()?;
        refuse([
            (self.labels.is_some(), "--labels: labels are not looked at here; leave it out"),
            (
                self.extra_columns == ExtraColumns::Label,
                "--extra-columns label: labels are not looked at here; 'ignore' leaves the columns",
            ),
        ])
    }

    /// The options that the readers take, for jobs on `patterns`: properties that none asks for are not read.
    pub fn options<'p>(&self, patterns: impl IntoIterator<Item = &'p Pattern>) -> LoadOptions {
        self.options_with(BTreeSet::new(), patterns)
    }

    /// The options that the readers take, for jobs on `patterns` that ask for `properties`, too.
    pub fn options_with<'p>(
        &self,
        mut properties: BTreeSet<String>,
        patterns: impl IntoIterator<Item = &'p Pattern>,
    ) -> LoadOptions {
        properties.extend(patterns.into_iter().flat_map(Pattern::properties).map(str::to_owned));
        let format: Option<graph::GraphFormat> =
            self.input_format.as_deref().and_then(|name| name.parse().ok());
        LoadOptions::default()
            .format(format)
            .extra_columns(self.extra_columns)
            .names(self.names)
            .directed(self.directed)
            .labels(self.labels.clone())
            .vertex_properties(self.vertex_properties.clone())
            .edge_properties(self.edge_properties.clone())
            .properties(properties)
    }
}

/// Refuses the first of these options that is given.
fn refuse<const N: usize>(options: [(bool, &str); N]) -> Result<(), Misuse> {
    match options.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, why)) => Err(Misuse(why.to_owned())),
        None => Ok(()),
    }
}

/// Parses `--extra-columns`.
fn extra_columns() -> impl TypedValueParser<Value = ExtraColumns> {
    one_of([
        ("refuse", ExtraColumns::Refuse, "A third column is an error"),
        ("ignore", ExtraColumns::Ignore, "Columns after the second are skipped"),
        ("label", ExtraColumns::Label, "The third column is the label of the edge"),
    ])
}
