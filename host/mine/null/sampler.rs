//! Samples of a null model, by number.

use std::ops::Range;

use motherlode_device::kernels::rewiring::{RewiringStage, ends_of};
use motherlode_device::random::Draws;
use rayon::prelude::*;

use super::batch::{RewiringRounds, SampleBatch};
use super::classes::RewiringClasses;
use super::connection::Connection;
use super::distance::Distances;
use super::pilot::{PilotSample, SwitchPlan};
use super::rewirer::Rewirer;
use super::{Mixing, NullError, NullModel, NullOptions};
use crate::MineError;
use crate::graph::Graph;
use crate::graph::attributes::RewiredEdge;
use crate::runtime::Team;

/// Bytes of samples that are made together, at most.
const TOGETHER: u64 = 1 << 28;
/// How many samples are made one after another in a launch.
const WAVES: u64 = 4;

/// Graphs of a null model. Sample `index` of a seed is the same graph on every device, however samples are asked for.
///
/// ```
/// # mod motherlode { pub use {motherlode_data::graph, motherlode_mine as mine, motherlode_machine::runtime}; }
/// use motherlode::graph::{Csr, Graph};
/// use motherlode::mine::null::{NullModel, NullOptions, NullSampler};
/// use motherlode::runtime::Device;
///
/// let graph = Graph::from(Csr::from_edges(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 3)]));
/// let sampler = NullSampler::new(&graph, &Device::cpu(None), &NullOptions::new(NullModel::Switching).seed(7))?;
/// let sample = sampler.sample(3)?;
/// assert!((0..6).all(|v| sample.csr().degree(v) == graph.csr().degree(v)));
/// # Ok::<(), motherlode::mine::MineError>(())
/// ```
#[derive(Debug)]
pub struct NullSampler {
    graph: Graph,
    options: NullOptions,
    classes: RewiringClasses,
    rewirer: Rewirer,
    plan: SwitchPlan,
    mixing: Option<Mixing>,
}

impl NullSampler {
    /// Gets ready to draw graphs like `graph`, on the first device of a team: copies it there, and makes a pilot sample
    /// where edges are switched.
    ///
    /// # Errors
    /// When the graph does not have what the options ask for, the device fails or its memory is too small, or the job
    /// is to stop.
    pub fn new(
        graph: &Graph,
        team: impl Into<Team>,
        options: &NullOptions,
    ) -> Result<NullSampler, MineError> {
        check(graph, options)?;
        let classes = RewiringClasses::new(graph, options)?;
        let distances = match &options.model {
            NullModel::Distance { properties, bins } => Distances::new(graph, properties, *bins)?,
            _ => Distances::default(),
        };
        let connection = match options.connected {
            true => Connection::new(graph.csr(), &classes),
            false => Connection::default(),
        };
        let device = team.into().first().clone();
        let rewirer = Rewirer::new(&device, &classes, &distances, &connection, options.seed)?;
        let pilot = PilotSample { graph, options, classes: &classes, rewirer: &rewirer };
        let (plan, mixing) = match options.model.keeps_degrees() {
            true => pilot.fly().map(|(plan, mixing)| (plan, Some(mixing)))?,
            false => (SwitchPlan::default(), None),
        };
        Ok(NullSampler { graph: graph.clone(), options: options.clone(), classes, rewirer, plan, mixing })
    }

    /// How many samples are best asked for at a time: they are made together.
    pub fn at_once(&self) -> u64 {
        let rooms = self.rewirer.rooms().unwrap_or(1);
        (rooms * WAVES).min(self.rewirer.most_samples(TOGETHER))
    }

    /// How far the switchings of a pilot sample came; none where the model switches no edges.
    pub fn mixing(&self) -> Option<&Mixing> {
        self.mixing.as_ref()
    }

    /// Sample number `index`: a graph of the same vertices, with their ids, labels and properties.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn sample(&self, index: u64) -> Result<Graph, MineError> {
        let mut samples = self.together(index, 1)?;
        Ok(samples.pop().expect("one sample was asked for"))
    }

    /// The samples of these numbers, made together as far as memory allows.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn samples(&self, indices: Range<u64>) -> Result<Vec<Graph>, MineError> {
        let (mut samples, mut first) = (Vec::new(), indices.start);
        while first < indices.end {
            let count = self.at_once().min(indices.end - first);
            let count = if self.rewirer.is_for_grid(count) { 1 } else { count };
            samples.extend(self.together(first, count)?);
            first += count;
        }
        Ok(samples)
    }

    fn together(&self, first: u64, count: u64) -> Result<Vec<Graph>, MineError> {
        let draws = Draws::new(self.options.seed).of(u64::MAX);
        let lengths: Vec<Vec<u32>> =
            (0..count).map(|more| self.classes.lengths_of(draws.of(first + more))).collect();
        let mut batch = SampleBatch::new(&self.rewirer, first, &lengths)?;
        let context = &self.options.context;
        if self.options.model.keeps_degrees() {
            let beginning = batch.begin_switching(&self.options.model, context)?;
            let SwitchPlan { rounds: count, activity } = self.plan;
            let stage = RewiringStage::Switch;
            batch.run(RewiringRounds { stage, beginning, first: 0, count, activity }, context)?;
        } else {
            match batch.draw(context)? {
                0 => {}
                left => return Err(NullError::TooDense { left }.into()),
            }
        }
        let (slots, each) = (batch.slots()?, self.classes.start.len());
        let graph = |at: usize| self.graph_of(&lengths[at], &slots[at * each..(at + 1) * each]);
        Ok((0..lengths.len()).into_par_iter().map(graph).collect())
    }

    /// The graph that has these edges.
    fn graph_of(&self, lengths: &[u32], slots: &[u64]) -> Graph {
        let mut edges = Vec::with_capacity(slots.len());
        self.classes.each_used(lengths, |slot, labels| {
            edges.push(RewiredEdge { ends: ends_of(slots[slot]), labels })
        });
        self.graph.rewired(edges.len(), |at| edges[at])
    }
}

/// That the options go together, and with the graph.
fn check(graph: &Graph, options: &NullOptions) -> Result<(), NullError> {
    let model = &options.model;
    let refuse = |is_there: bool, option: &'static str, why: &'static str| match is_there {
        true => Err(NullError::NoEffect { model: model.word(), why, option }),
        false => Ok(()),
    };
    if !model.keeps_degrees() {
        let labels = match model {
            NullModel::Blocks => "goes by labels anyway",
            _ => "draws edges whatever the labels are",
        };
        refuse(options.within_labels, "switching within labels", labels)?;
        refuse(options.keep_mutual, "keeping mutual pairs", "keeps the number of mutual pairs anyway")?;
        refuse(options.connected, "staying connected", "draws edges anew, connected or not")?;
        refuse(options.switches_per_edge.is_some(), "a number of switchings", "switches no edges")?;
    }
    match options.keep_mutual && !graph.attributes().is_directed() {
        true => Err(NullError::Undirected),
        false => Ok(()),
    }
}
