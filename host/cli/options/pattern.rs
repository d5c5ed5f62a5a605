//! What is looked for, and how it is planned.

use std::str::FromStr;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::mine::{CountOptions, Method};
use motherlode::plan::{Feature, Features, Induced, Matching, Semantics};

use super::one_of;
use crate::source::POSITIONAL;

/// PATTERN: what is looked for.
#[derive(Args, Debug)]
pub struct PatternArgs {
    /// A name, like house, or a pattern, like '(a:Person)->b, b-c'
    ///
    /// Names: edge, wedge, triangle, diamond, tailed-triangle, house, bull, bowtie and others, and families with a
    /// number: k-clique, k-cycle and k-path (of k vertices), k-star (of k leaves). 030T, 021C and the like are the
    /// triads of directed graphs, as a census counts them. An unknown name is answered with the nearest known ones.
    ///
    /// Patterns: 'a-b, b-c, c-a' or '0-1 1-2 2-0' or the chain 'a-b-c-a', connected, of 2 to 12 vertices. '(a:x|y)' is
    /// a vertex with one of these labels, 'a-[:x]-b' an edge with one, 'a->b' an arc; 'a!b' are not adjacent, and
    /// '!(x)-a' is a vertex that must not exist. docs/patterns.md explains the language. A file is given by a name that
    /// ends in .pattern, or in .el for lines of two vertices.
    #[arg(value_name = "PATTERN", help_heading = POSITIONAL)]
    pub pattern: String,

    /// edge, or vertex for induced subgraphs
    ///
    /// Whether edges that the pattern lacks must be absent. 'edge': a match is a subgraph with the pattern's edges;
    /// its vertices may be joined by more. 'vertex': between the vertices of a match there are the pattern's edges
    /// and no others. The two agree on cliques.
    #[arg(
        long,
        value_name = "KIND",
        default_value = "edge",
        value_parser = induced(),
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    pub induced: Induced,
}

/// How plans are made.
#[derive(Args, Debug)]
pub struct PlannerArgs {
    /// Leave out a part of the planner, to see what it is worth; may be given more than once
    ///
    /// For experts. Leaves out a part of what makes a plan cheap; the count stays the same. The parts:
    /// symmetry-breaking, restriction-scoring, order-scoring, graph-statistics, reuse (of intersections by several
    /// levels), bounded-lists, binomial-leaf (interchangeable last vertices are counted together), inclusion-exclusion
    /// (different last vertices are, too), pruning (of the search for the plan), prefix-sharing (by several patterns),
    /// decomposition (of patterns whose matches are many) and eager-sets (made as soon as their vertices are fixed).
    /// docs/plans.md says what each does, and what it gains. 'count' walks the plan then, whatever --method says;
    /// without decomposition alone, patterns that have a way of their own are still counted that way.
    #[arg(long, value_name = "FEATURE", value_parser = Feature::from_str, help_heading = "Counting options")]
    pub without: Vec<Feature>,
}

impl PlannerArgs {
    /// The parts of the planner that are in use.
    pub fn features(&self) -> Features {
        Features::all_without(self.without.iter().copied())
    }

    /// How to count with these parts, by a method: where one is left out that makes plans cheap, a plan is walked.
    pub fn counting(&self, matching: Matching, method: Method) -> CountOptions {
        let of_plans = self.without.iter().any(|&feature| feature != Feature::Decomposition);
        let method = if of_plans { Method::Walk } else { method };
        CountOptions::default().matching(matching).method(method).planner(self.features())
    }
}

/// PATTERN, and what is counted of it.
#[derive(Args, Debug)]
pub struct MatchingArgs {
    #[command(flatten)]
    pub pattern: PatternArgs,

    /// subgraphs, embeddings or homomorphisms
    ///
    /// What is counted. 'subgraphs': each subgraph once, whatever the pattern's automorphisms. 'embeddings': the ways
    /// to map the pattern's vertices to different vertices of the graph, so that a triangle counts six times.
    /// 'homomorphisms': all ways to map the pattern's vertices so that its edges go to edges; vertices that are not
    /// adjacent may then share one. The result says which.
    #[arg(
        long,
        value_name = "KIND",
        default_value = "subgraphs",
        value_parser = semantics(),
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    pub semantics: Semantics,
}

impl MatchingArgs {
    /// What a match is.
    pub fn matching(&self) -> Matching {
        Matching { induced: self.pattern.induced, semantics: self.semantics }
    }
}

/// Parses `--induced`.
pub fn induced() -> impl TypedValueParser<Value = Induced> {
    one_of([
        ("edge", Induced::Edge, "Edges of the pattern must be in the graph; other edges may be"),
        ("vertex", Induced::Vertex, "The graph has exactly the pattern's edges between the matched vertices"),
    ])
}

/// Parses `--semantics`.
pub fn semantics() -> impl TypedValueParser<Value = Semantics> {
    one_of([
        ("subgraphs", Semantics::Subgraphs, "Injective maps, up to the pattern's automorphisms"),
        ("embeddings", Semantics::Embeddings, "Injective maps"),
        ("homomorphisms", Semantics::Homomorphisms, "All maps that keep edges"),
    ])
}
