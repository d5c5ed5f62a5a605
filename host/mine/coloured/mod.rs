//! Coloured motifs: motifs whose vertices and edges are told apart by their labels, as far as they occur.
//!
//! ```text
//! connected sets, gone through once  ──>  keys and their numbers  ──>  vertex-induced classes  <──>  edge-induced ones  <──  sums
//! ```
//!
//! A device counts keys: the colours of a set in the order in which its members were met. Which keys are one class is
//! found out here, once for each. A graph with directions has kinds of edges as one with labels of edges has them: what
//! leads there, and what leads back.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `colours` | labels and directions as numbers: those that occur |
//! | `class` | coloured graphs of a few vertices, and their classes |
//! | `sums` | edge-induced classes of three and four vertices, where vertices alone have labels |
//! | `rows` | what is listed |
//! | `text` | a class as a pattern |

mod class;
mod colours;
mod rows;
mod sums;
mod text;

use std::collections::BTreeMap;

use motherlode_device::Kernel;
use motherlode_device::kernels::coloured::sets::CountColouredSets;
use motherlode_device::kernels::views::labels::MoveLabels;
use rayon::prelude::*;
use serde::Serialize;

use self::class::ColouredGraph;
pub(crate) use self::class::{ColouredClass, ColouredClasses};
pub(crate) use self::colours::Colours;
pub use self::rows::ColouredRows;
use self::sums::{LabelClass, LabelClasses};
use super::class_counts::CountsByClass;
use super::direct::Session;
use super::directed::names_of;
use super::error::ColourError;
use super::lattice::{add, lacking, lacking_of_map};
use super::placed::Placed;
use super::run::Run;
use super::{CountOptions, Launches, MineError, Seconds, Target};
use crate::clock::Clock;
use crate::plan::Induced;
use crate::runtime::Team;

/// The fewest and the most vertices of a coloured motif.
pub const COLOURED_SIZES: std::ops::RangeInclusive<usize> = 3..=5;

impl Launches<'_> {
    /// Coloured motifs.
    pub const COLOURED_MOTIFS: Launches<'static> =
        Launches::Always(&[&[CountColouredSets::FAMILY, MoveLabels::FAMILY]]);
}

/// How many there are of each class.
pub(crate) type ColouredClassCounts = BTreeMap<ColouredClass, u128>;

/// A coloured motif and its count.
#[derive(Clone, Debug, Serialize)]
pub struct ColouredMotif {
    /// The name of the plain motif.
    pub name: String,
    /// The pattern, as patterns are written.
    pub pattern: String,
    /// How many subgraphs match it, each counted once.
    pub count: u128,
}

/// The coloured motifs of a size that occur, and how long it took.
#[derive(Clone, Debug)]
pub struct ColouredMotifs {
    /// The motifs, by rising number of edges, and the most frequent first.
    pub motifs: ColouredRows,
    /// Whether the host's threads counted in place of cards.
    pub on_host: bool,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Placed {
    /// Counts the connected graphs of `k` vertices by the labels of their vertices and edges: those that occur, by
    /// rising number of edges, and the most frequent first. Sets of vertices are gone through, each once, whatever the
    /// number of labels. If the graph has directions, so have the motifs. [`Induced::Vertex`] counts each set of
    /// vertices once, with all edges among them; [`Induced::Edge`] each connected set of edges, or arcs, on `k`
    /// vertices.
    ///
    /// The name of each is that of the plain motif, and the count that of its pattern.
    ///
    /// # Errors
    /// [`MineError::Coloured`] if `k` is not from 3 to 5, or when the graph has no labels, something has none or
    /// several where it should have one, or there are too many; when the device fails or its memory is too small, a
    /// count passes 128 bits, or the job is to stop.
    pub fn coloured_motifs(&self, k: usize, options: &CountOptions) -> Result<ColouredMotifs, MineError> {
        let clock = Clock::default();
        if !COLOURED_SIZES.contains(&k) {
            return Err(ColourError::Size { k }.into());
        }
        let colours = clock.prepare(|| Colours::of(self.target().labels()))?;
        let run = Run { context: &options.context, clock: &clock };
        let (classes, induced) = (ColouredClasses::new(k, colours.is_directed), options.matching.induced);
        let (motifs, on_host) = match sums::labels(&colours, k) {
            Some(labels) => {
                let (counts, labels) = self.sums_by_labels(labels, &colours, &classes, induced, run)?;
                let rows = clock.mine(|| ColouredRows::by_labels(counts, labels, classes, colours));
                (rows, self.team().has_cards())
            }
            None => {
                let counts = self.coloured_counts(&colours, &classes, induced, run)?;
                let motifs = clock.mine(|| described(&counts, &classes, &colours, induced))?;
                (motifs.into_iter().map(|(_, motif)| motif).collect::<Vec<_>>().into(), false)
            }
        };
        Ok(ColouredMotifs { motifs, on_host, seconds: clock.seconds() })
    }

    /// The counts of the classes that occur.
    ///
    /// # Errors
    /// As those of [`coloured_motifs`](Self::coloured_motifs).
    pub(crate) fn coloured_counts(
        &self,
        colours: &Colours,
        mut classes: &ColouredClasses,
        induced: Induced,
        run: Run<'_>,
    ) -> Result<ColouredClassCounts, MineError> {
        if let Some(labels) = sums::labels(colours, classes.vertices()) {
            let (counts, labels) = self.sums_by_labels(labels, colours, classes, induced, run)?;
            return Ok(counts.into_iter().map(|of| (labels.coloured(of.class), of.count)).collect());
        }
        let counts = self.on_whoever_is_left(run.context, |placed| {
            placed.vertex_induced_colours(classes.vertices(), colours, classes, run)
        })?;
        match induced {
            Induced::Vertex => Ok(counts),
            Induced::Edge => run.clock.mine(|| lacking_of_map(&mut classes, &counts, false, run.context)),
        }
    }

    /// The counts of the classes that occur, from sums by the labels of the vertices.
    fn sums_by_labels(
        &self,
        labels: &[u32],
        colours: &Colours,
        classes: &ColouredClasses,
        induced: Induced,
        run: Run<'_>,
    ) -> Result<(CountsByClass<LabelClass>, LabelClasses), MineError> {
        let bits = colours.widths(classes.vertices())?.label;
        let by_labels = LabelClasses::new(classes, bits, colours.joint(1).unwrap_or_default());
        let known = run.clock.prepare(|| self.known(0));
        let prepared = run.clock.prepare(|| known.form.prepared(run.clock));
        let labels = (labels, colours.vertex_labels());
        let counts = run.clock.mine(|| {
            let counts = sums::edge_induced(prepared, labels, &by_labels, self.team().first(), run.context)?;
            match induced {
                Induced::Vertex => lacking(&mut &by_labels, counts, true, run.context).map(of_some),
                Induced::Edge => Ok(counts),
            }
        })?;
        Ok((counts, by_labels))
    }

    /// The vertex-induced counts of the classes that occur.
    fn vertex_induced_colours(
        &self,
        k: usize,
        colours: &Colours,
        classes: &ColouredClasses,
        run: Run<'_>,
    ) -> Result<ColouredClassCounts, MineError> {
        let csr = self.target().csr;
        if csr.edges() == 0 {
            return Ok(ColouredClassCounts::new());
        }
        let widths = colours.widths(k)?;
        let known = run.clock.prepare(|| self.known(0));
        let keys = Session::new(&known, run)?.coloured_sets(colours.graph(csr, widths), k as u32)?;
        run.clock.mine(|| {
            let class = |(key, count)| {
                run.context.check()?;
                let graph = ColouredGraph::of_key(key, k, widths, colours);
                Ok::<_, MineError>((classes.class(&graph).expect("the sets are connected"), count))
            };
            let found: Vec<(ColouredClass, u128)> =
                keys.of_keys.into_par_iter().map(class).collect::<Result<_, _>>()?;
            let mut counts = ColouredClassCounts::new();
            found.into_iter().try_for_each(|(class, count)| add(&mut counts, class, count))?;
            Ok(counts)
        })
    }
}

/// Without classes that have none.
fn of_some(mut counts: CountsByClass<LabelClass>) -> CountsByClass<LabelClass> {
    counts.retain(|of| of.count > 0);
    counts
}

/// The classes as motifs, in the order in which they are listed.
///
/// # Errors
/// As those of the names of directed motifs.
pub(crate) fn described(
    counts: &ColouredClassCounts,
    classes: &ColouredClasses,
    colours: &Colours,
    induced: Induced,
) -> Result<Vec<(ColouredClass, ColouredMotif)>, MineError> {
    // Of directed motifs, the plain one is told by its arcs.
    let names: Vec<(usize, String)> = if colours.is_directed {
        names_of(classes.vertices(), counts.keys().map(|class| classes.arcs(class)), induced)?
    } else {
        let shape = |class: &ColouredClass| (class.shape, classes.shapes[class.shape].name.clone());
        counts.keys().map(shape).collect()
    };
    let mut found: Vec<_> = names.into_iter().zip(counts).collect();
    found.sort_by_key(|&((place, _), (class, count))| (place, std::cmp::Reverse(*count), class));
    let motif = |((_, name), (&class, &count))| {
        let pattern = text::text(&class, classes, colours);
        (class, ColouredMotif { name, pattern, count })
    };
    Ok(found.into_par_iter().map(motif).collect())
}

/// Counts the connected graphs of `k` vertices in `graph` by their labels, on a device or a team: see
/// [`Placed::coloured_motifs`].
///
/// # Errors
/// [`MineError::Coloured`] if `k` is not from 3 to 5, or when the labels of the graph do not tell its motifs apart;
/// when a device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
pub fn coloured_motifs<'g>(
    graph: impl Into<Target<'g>>,
    k: usize,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<ColouredMotifs, MineError> {
    Placed::new(graph, team).coloured_motifs(k, options)
}
