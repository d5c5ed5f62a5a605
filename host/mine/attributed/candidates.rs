//! Which vertices may stand for which of a pattern.

use motherlode_device::kernels::prepare::positions::CHUNK;
use motherlode_device::kernels::views::count::{CountClass, CountClassArgs, CountView, CountViewArgs};
use motherlode_device::kernels::views::prune::{NeededViews, PruneClasses, PruneClassesArgs};
use motherlode_device::kernels::views::{QueryGraph, ViewTest};
use motherlode_device::memory::Slice;
use rayon::prelude::*;

use super::site::ListMaker;
use crate::graph::attributes::VertexLabels;
use crate::pattern::bits;
use crate::place::Prepared;
use crate::place::launches::{WARPS, launch_chunks, launch_items};
use crate::plan::query::{ClassView, Query, Selectivities, ViewShare};
use crate::resolve::Resolved;
use crate::runtime::{Buffer, Lend, RuntimeError};

/// Rounds of pruning, at most: what is left after these is rarely worth another pass over the edges.
const ROUNDS: usize = 3;

/// A prepared graph with what a query asks of its vertices and edges, on a device.
pub(super) struct Candidates<'a> {
    pub query: &'a Query,
    pub site: &'a ListMaker,
    /// Vertices of the graph, and their neighbours in all.
    pub vertices: u32,
    neighbors: u64,
    /// By view of the query.
    tests: Vec<ViewTest>,
    /// The bit sets of these.
    allowed: Buffer<'static, u32>,
    /// By vertex, the classes that it is in, as a mask.
    masks: Buffer<'static, u32>,
    /// By view of the query, how many of its neighbours lie in each chunk of the graph's lists.
    counts: Vec<Vec<u32>>,
}

impl<'a> Candidates<'a> {
    /// The vertices by their labels and degrees, without those that lack a neighbour that every match would need.
    ///
    /// # Errors
    /// When the arrays do not fit the budget, or the device fails.
    pub fn new(
        query: &'a Query,
        resolved: &Resolved,
        prepared: &Prepared,
        vertex_labels: Option<&VertexLabels>,
        edge_labels: u32,
        site: &'a ListMaker,
    ) -> Result<Self, RuntimeError> {
        let mut allowed = Vec::new();
        let rules: Vec<_> = resolved.rules.iter().map(|rule| rule.test(edge_labels, &mut allowed)).collect();
        let test = |view: &ClassView| ViewTest {
            from: view.from.into(),
            to: view.to.into(),
            edge: rules[usize::from(view.rule)],
        };
        let masks = masks(query, resolved, prepared, vertex_labels);
        let mut candidates = Candidates {
            query,
            site,
            vertices: prepared.csr().n(),
            neighbors: prepared.csr().neighbors_all().len() as u64,
            tests: query.views.iter().map(test).collect(),
            allowed: site.device.copied(&allowed)?,
            masks: site.device.copied(&masks)?,
            counts: Vec::new(),
        };
        candidates.prune()?;
        candidates.counts = candidates.count_views()?;
        Ok(candidates)
    }

    /// The graph, for kernels.
    pub fn lend<'l>(&'l self, lend: &Lend<'_>) -> QueryGraph<'l> {
        let lists = self.site.whole.lists(lend);
        let none = (Slice::empty(), Slice::empty());
        let (out, back) = self.site.labels.as_ref().map_or(none, |labels| labels.lend(lend));
        QueryGraph {
            offsets: lists.offsets,
            neighbors: lists.neighbors,
            masks: lend.slice(&self.masks),
            out,
            back,
            allowed: lend.slice(&self.allowed),
        }
    }

    /// A view as kernels test it, and how many of its neighbours lie in each chunk of the graph's lists.
    pub fn view(&self, view: ClassView) -> (ViewTest, &[u32]) {
        let number = self.query.views.iter().position(|other| *other == view);
        let number = number.expect("a plan names views of its query");
        (self.tests[number], &self.counts[number])
    }

    /// Takes vertices out of classes that they are in by their labels and degrees alone: for no vertex of the pattern
    /// in that class do they have all the neighbours that it has. The class of all vertices stays whole, and so do
    /// those of vertices that must not exist.
    fn prune(&mut self) -> Result<(), RuntimeError> {
        let (mut needs, mut views, mut pruned) = (Vec::new(), Vec::new(), 0);
        for u in 0..self.query.vertices {
            let class = self.query.class[u];
            if class > 0 && !self.query.classes[usize::from(class)].anti {
                pruned |= 1 << class;
                let first = views.len() as u32;
                let number = |other: usize| usize::from(self.query.view[u][other]);
                views.extend(bits(self.query.near[u]).map(|other| self.tests[number(other)]));
                needs.push(NeededViews { class: class.into(), first, end: views.len() as u32 });
            }
        }
        if needs.is_empty() || self.vertices == 0 {
            return Ok(());
        }
        let device = self.site.device.clone();
        let (needs, views) = (device.upload(&needs)?, device.upload(&views)?);
        for _ in 0..ROUNDS {
            let (mut masks, changed) = (device.unwritten(self.masks.len())?, device.zeroed::<u32>(1)?);
            // SAFETY: the graph's arrays belong together, and the labels' sets hold all labels of the graph; the needs
            // are within the views, and there is room for a mask of each vertex.
            let lend = unsafe { device.lend() };
            let args = PruneClassesArgs {
                graph: self.lend(&lend),
                needs: lend.slice(&needs),
                views: lend.slice(&views),
                masks: lend.scratch(&mut masks),
                changed: lend.atomics(&changed),
                pruned,
            };
            let blocks = u64::from(self.vertices).div_ceil(WARPS.into());
            lend.launch_up_to::<PruneClasses>(blocks, WARPS, 0, &args)?;
            device.synchronize()?;
            self.masks = masks;
            if changed.download()?[0] == 0 {
                break;
            }
        }
        Ok(())
    }

    /// By view, how many of its neighbours lie in each chunk of the graph's lists.
    fn count_views(&self) -> Result<Vec<Vec<u32>>, RuntimeError> {
        let (device, chunks) = (&self.site.device, self.neighbors.div_ceil(CHUNK));
        let mut counts = device.unwritten::<u32>(self.tests.len() * chunks as usize)?;
        if chunks == 0 {
            return Ok(vec![Vec::new(); self.tests.len()]);
        }
        for (number, &view) in (0..).zip(&self.tests) {
            // SAFETY: as in `prune`; there is a count for each chunk.
            let lend = unsafe { device.lend() };
            let counts = lend.scratch(counts.scratch().part(number * chunks, chunks));
            let args = CountViewArgs { graph: self.lend(&lend), counts, view };
            launch_chunks::<CountView>(&lend, self.neighbors, &args)?;
        }
        device.synchronize()?;
        Ok(counts.download()?.chunks(chunks as usize).map(<[u32]>::to_vec).collect())
    }

    /// How much of the graph is in each class and view.
    ///
    /// # Errors
    /// When the device fails.
    pub fn shares(&self) -> Result<Selectivities, RuntimeError> {
        let classes = self.count_classes()?;
        let ratio = |a: u64, b: f64| if b > 0.0 { a as f64 / b } else { 0.0 };
        let degrees = |class: u8| classes[usize::from(class)].degrees;
        let view = |(view, counts): (&ClassView, &Vec<u32>)| {
            let class = ratio(degrees(view.to), degrees(0) as f64);
            let entries = counts.iter().map(|&count| u64::from(count)).sum();
            ViewShare { class, rule: ratio(entries, degrees(view.from) as f64 * class) }
        };
        let mut views: Vec<ViewShare> = self.query.views.iter().zip(&self.counts).map(view).collect();
        views[0] = ViewShare { class: 1.0, rule: 1.0 };
        Ok(Selectivities {
            overlaps: classes.iter().map(|class| class.overlaps).collect(),
            classes: classes.iter().map(|class| ratio(class.vertices, self.vertices.into())).collect(),
            views,
        })
    }

    fn count_classes(&self) -> Result<Vec<ClassSums>, RuntimeError> {
        let (device, classes) = (&self.site.device, self.query.classes.len());
        let (sums, overlaps) = (device.zeroed::<u64>(2 * classes)?, device.zeroed::<u32>(classes)?);
        for class in 0..classes as u32 {
            if self.vertices == 0 {
                break;
            }
            // SAFETY: there is a mask for each list, and the places for the sums are zeros.
            let lend = unsafe { device.lend() };
            let args = CountClassArgs {
                offsets: self.site.whole.lists(&lend).offsets,
                masks: lend.slice(&self.masks),
                sums: lend.atomics(&sums).part(2 * u64::from(class), 2),
                overlaps: lend.atomics(&overlaps).part(class.into(), 1),
                class,
            };
            launch_items::<CountClass>(&lend, self.vertices.into(), &args)?;
        }
        device.synchronize()?;
        let (sums, overlaps) = (sums.download()?, overlaps.download()?);
        let class =
            |(sums, overlaps): (&[u64], u32)| ClassSums { vertices: sums[0], degrees: sums[1], overlaps };
        Ok(sums.chunks_exact(2).zip(overlaps).map(class).collect())
    }
}

/// What a class comes to.
struct ClassSums {
    vertices: u64,
    /// The sum of their degrees.
    degrees: u64,
    /// The classes with which it has vertices in common, as a mask.
    overlaps: u32,
}

/// By vertex, the classes that it is in by its labels and its degree, as a mask.
fn masks(query: &Query, resolved: &Resolved, prepared: &Prepared, labels: Option<&VertexLabels>) -> Vec<u32> {
    let of = |allowed: &dyn Fn(usize) -> bool| {
        (0..resolved.classes.len()).filter(|&class| allowed(class)).fold(0, |mask, class| mask | 1 << class)
    };
    let any: u32 = of(&|class| resolved.classes[class].is_any());
    let codes = labels.map_or(0, |labels| labels.labels.len() as u32);
    let by_code: Vec<u32> = (0..codes).map(|code| of(&|class| resolved.classes[class].allow(code))).collect();
    let most = query.classes.iter().map(|class| class.least).max().unwrap_or(0);
    let by_degree: Vec<u32> = (0..=most).map(|d| of(&|class| query.classes[class].least <= d)).collect();
    let mask = |(new, &old): (usize, &u32)| {
        let own = labels.map_or(&[][..], |labels| labels.of(old));
        let by_labels = own.iter().fold(any, |mask, &code| mask | by_code[code as usize]);
        by_labels & by_degree[prepared.csr().degree(new as u32).min(most) as usize]
    };
    prepared.old_of_new().par_iter().enumerate().with_min_len(1024).map(mask).collect()
}
