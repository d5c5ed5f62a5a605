//! What a decomposition asks of vertices and edges, as numbers on a device: 1 where it is so, else 0.

use motherlode_device::kernels::homomorphisms::indicators::{IndicateArgs, IndicateEdges};
use motherlode_device::kernels::homomorphisms::numbers::WORDS;
use motherlode_device::kernels::views::QueryGraph;
use motherlode_device::memory::Slice;
use rayon::prelude::*;

use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::place::Form;
use crate::plan::Matching;
use crate::plan::decomposition::Palette;
use crate::plan::query::Query;
use crate::resolve::{Codes, EdgeRule, Resolved};
use crate::runtime::{Buffer, RuntimeError};
use crate::{AttributeMismatch, Target};

/// The colours of a decomposition in the labels of a graph.
pub(crate) struct Indicators<'g> {
    target: Target<'g>,
    classes: Vec<Codes>,
    rules: Vec<EdgeRule>,
}

impl<'g> Indicators<'g> {
    /// The colours of `palette` in the labels of `target`.
    ///
    /// # Errors
    /// When they ask for labels or directions that the graph does not have.
    pub fn new(target: Target<'g>, palette: &Palette) -> Result<Self, AttributeMismatch> {
        let vertex_labels = target.labels().and_then(|labels| labels.vertices.as_ref());
        let class = |labels: &Vec<String>| {
            Codes::new(labels, vertex_labels.map(|vertices| &vertices.labels), "vertex")
        };
        let classes = palette.labels().iter().map(class).collect::<Result<_, _>>()?;
        let rule = |rule| EdgeRule::new(rule, target.labels());
        let rules = palette.rules().iter().map(rule).collect::<Result<_, _>>()?;
        Ok(Indicators { target, classes, rules })
    }

    /// A number for each vertex of `form`: whether it has a colour.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, or the device fails. This goes for everything here.
    pub fn at_vertices(
        &self,
        form: &Form,
        color: u8,
        clock: &Clock,
    ) -> Result<Buffer<'static, u64>, RuntimeError> {
        let codes = &self.classes[usize::from(color)];
        let labels = self.target.labels().and_then(|labels| labels.vertices.as_ref());
        let has = |old: u32| {
            let own = labels.map_or(&[][..], |labels| labels.of(old));
            codes.is_any() || own.iter().any(|&code| codes.allow(code))
        };
        numbers_at_vertices(form, has, clock)
    }

    /// A number for each neighbour in the lists of `form`: whether the edge there has a colour.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, or the device fails.
    pub fn at_edges(
        &self,
        form: &Form,
        color: u8,
        clock: &Clock,
    ) -> Result<Buffer<'static, u64>, RuntimeError> {
        let (device, whole) = (form.device(), form.whole(clock)?);
        let attributes = self.target.labels();
        let codes = attributes.and_then(|a| a.edge_labels()).map_or(0, |labels| labels.codes());
        let mut allowed = Vec::new();
        let test = self.rules[usize::from(color)].test(codes, &mut allowed);
        let edges = attributes.and_then(|attributes| attributes.edges.as_ref());
        let labels = edges.map(|edges| form.edge_labels(self.target.csr, edges, clock)).transpose()?;
        let (allowed, mut numbers) = clock.transfer(|| -> Result<_, RuntimeError> {
            Ok((device.copied(&allowed)?, device.unwritten(WORDS * 2 * form.graph().edges() as usize)?))
        })?;
        clock.mine(|| {
            // SAFETY: there are labels for each place of the graph's lists, and a number; the sets hold all labels of
            // the graph.
            let lend = unsafe { device.lend() };
            let (out, back) = labels.as_ref().map_or((Slice::empty(), Slice::empty()), |l| l.lend(&lend));
            let lists = whole.lists(&lend);
            let graph = QueryGraph {
                offsets: lists.offsets,
                neighbors: lists.neighbors,
                masks: Slice::empty(),
                out,
                back,
                allowed: lend.slice(&allowed),
            };
            let args = IndicateArgs { graph, numbers: lend.scratch(&mut numbers), test };
            lend.launch_up_to::<IndicateEdges>(u64::MAX, crate::place::launches::WARPS, 0, &args)?;
            device.synchronize()
        })?;
        Ok(numbers)
    }
}

/// A number for each vertex of `form`: 1 for those of the graph that `has` something.
///
/// # Errors
/// When they do not fit in the memory budget, or the device fails.
pub(crate) fn numbers_at_vertices(
    form: &Form,
    has: impl Fn(u32) -> bool + Sync,
    clock: &Clock,
) -> Result<Buffer<'static, u64>, RuntimeError> {
    let number = |&old: &u32| [u64::from(has(old)), 0];
    let old_of_new = form.old_of_new(clock);
    let numbers: Vec<[u64; WORDS]> = old_of_new.par_iter().with_min_len(1024).map(number).collect();
    clock.transfer(|| form.device().copied(numbers.as_flattened()))
}

/// That the graph has the labels and directions that a pattern asks for.
///
/// # Errors
/// When it has not.
pub(crate) fn check(
    pattern: &Pattern,
    matching: Matching,
    target: Target<'_>,
) -> Result<(), AttributeMismatch> {
    Resolved::new(&Query::new(pattern, matching, false), target.labels()).map(|_| ())
}
