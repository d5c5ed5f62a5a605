//! Coloured graphs of a few vertices, and which are the same but for the names of the vertices.

use motherlode_device::kernels::coloured::sets::Widths;
use motherlode_device::kernels::coloured::table::ColourKey;
use motherlode_device::kernels::connected_sets::LARGEST;
use serde::{Deserialize, Serialize};

use super::colours::{Colours, Joint};
use crate::catalog::{Catalog, named, permutations};
use crate::graph::attributes::NO_ARC;
use crate::lattice::Lattice;
use crate::pattern::Pattern;

const VERTICES: usize = LARGEST as usize;
const PAIRS: usize = VERTICES * (VERTICES - 1) / 2;

/// A coloured graph on `0..k`.
#[derive(Clone, Copy, Default)]
pub(super) struct ColouredGraph {
    labels: [u32; VERTICES],
    /// By [`pair`] what joins the two, as the smaller sees it.
    joints: [Option<Joint>; PAIRS],
}

/// The number of two vertices, of which the first is the smaller.
fn pair(one: usize, other: usize) -> usize {
    other * (other - 1) / 2 + one
}

impl ColouredGraph {
    /// That of a key, of `k` vertices.
    pub fn of_key(key: ColourKey, k: usize, widths: Widths, colours: &Colours) -> ColouredGraph {
        let mut graph = ColouredGraph::default();
        for other in 0..k {
            graph.labels[other] = widths.label_of(key, other as u32);
            for one in 0..other {
                let number = widths.joint_of(key, one as u32, other as u32);
                graph.joints[pair(one, other)] = colours.joint(number);
            }
        }
        graph
    }

    fn joint(&self, u: usize, v: usize) -> Option<Joint> {
        if u < v { self.joints[pair(u, v)] } else { self.joints[pair(v, u)].map(Joint::reversed) }
    }

    fn join(&mut self, u: usize, v: usize, joint: Option<Joint>) {
        let (pair, joint) =
            if u < v { (pair(u, v), joint) } else { (pair(v, u), joint.map(Joint::reversed)) };
        self.joints[pair] = joint;
    }

    /// Which pairs are joined, as bits.
    fn mask(&self) -> usize {
        (0..PAIRS).filter(|&pair| self.joints[pair].is_some()).fold(0, |mask, pair| mask | 1 << pair)
    }
}

/// A class of coloured graphs: the least of the ways to give its colours to the vertices and edges of the plain motif.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ColouredClass {
    /// The place of the plain motif in the catalog.
    pub shape: usize,
    /// By vertex of that.
    pub labels: [u32; VERTICES],
    /// By edge of that, as its first end sees it.
    pub(super) joints: [Joint; PAIRS],
}

impl ColouredClass {
    /// The class of so many edges, all of one kind, whose labels are the least.
    pub(super) fn alike(shape: usize, labels: &[u32], edges: usize, joint: Joint) -> ColouredClass {
        let (mut all, mut joints) = ([0; VERTICES], [Joint::default(); PAIRS]);
        all[..labels.len()].copy_from_slice(labels);
        joints[..edges].fill(joint);
        ColouredClass { shape, labels: all, joints }
    }
}

/// A plain motif.
#[derive(Debug)]
pub(super) struct PlainMotif {
    pub name: String,
    pub pattern: Pattern,
}

/// The plain motifs of a size, and how graphs are them.
#[derive(Debug)]
pub(crate) struct ColouredClasses {
    k: usize,
    /// Whether the parts of a graph are arcs.
    is_directed: bool,
    pub(super) shapes: Vec<PlainMotif>,
    /// By the pairs that are joined, as bits: the motif, and each way to lay its vertices on those of the graph.
    /// Nothing of a graph in several parts.
    layings: Vec<Option<(usize, Vec<Vec<usize>>)>>,
}

impl ColouredClasses {
    /// Those of `k` vertices, up to [`LARGEST`].
    pub fn new(k: usize, is_directed: bool) -> Self {
        let shape = |pattern: &Pattern| {
            let (name, pattern) = named(pattern);
            PlainMotif { name, pattern }
        };
        let shapes: Vec<PlainMotif> = Catalog::of(k).patterns.iter().map(shape).collect();
        let mut layings: Vec<Option<(usize, Vec<Vec<usize>>)>> = vec![None; 1 << (k * (k - 1) / 2)];
        for (place, shape) in shapes.iter().enumerate() {
            for laying in permutations(k) {
                let pairs = shape.pattern.edges().iter().map(|&(u, v)| {
                    let (u, v) = (laying[u], laying[v]);
                    pair(u.min(v), u.max(v))
                });
                let mask = pairs.fold(0, |mask: usize, pair| mask | 1 << pair);
                layings[mask].get_or_insert_with(|| (place, Vec::new())).1.push(laying);
            }
        }
        ColouredClasses { k, is_directed, shapes, layings }
    }

    /// The class of a graph; nothing if it is in several parts.
    pub(super) fn class(&self, graph: &ColouredGraph) -> Option<ColouredClass> {
        let (shape, layings) = self.layings[graph.mask()].as_ref()?;
        let edges = self.shapes[*shape].pattern.edges();
        let laid = |laying: &Vec<usize>| {
            let (mut labels, mut joints) = ([0; VERTICES], [Joint::default(); PAIRS]);
            for (label, &v) in labels.iter_mut().zip(laying) {
                *label = graph.labels[v];
            }
            for (joint, &(u, v)) in joints.iter_mut().zip(edges) {
                *joint = graph.joint(laying[u], laying[v]).unwrap_or_default();
            }
            ColouredClass { shape: *shape, labels, joints }
        };
        layings.iter().map(laid).min()
    }

    /// The plain motif that a graph of so many vertices and of these edges is, and each way to lay its vertices on
    /// those of the graph; nothing if the graph is in several parts.
    pub(super) fn layings(&self, edges: &[(usize, usize)]) -> Option<&(usize, Vec<Vec<usize>>)> {
        let mask = edges.iter().fold(0, |mask, &(u, v)| mask | 1 << pair(u.min(v), u.max(v)));
        self.layings[mask].as_ref()
    }

    /// A graph of a class.
    fn graph(&self, class: &ColouredClass) -> ColouredGraph {
        let mut graph = ColouredGraph { labels: class.labels, ..ColouredGraph::default() };
        for (&(u, v), &joint) in self.edges(class).iter().zip(&class.joints) {
            graph.join(u, v, Some(joint));
        }
        graph
    }

    /// The edges of a class, in the order of what joins their ends.
    pub fn edges(&self, class: &ColouredClass) -> &[(usize, usize)] {
        self.shapes[class.shape].pattern.edges()
    }

    /// The arcs of a class, by their tails and heads.
    pub(super) fn arcs(&self, class: &ColouredClass) -> Vec<(usize, usize)> {
        let joined = self.edges(class).iter().zip(&class.joints);
        joined
            .flat_map(|(&(u, v), joint)| joint.arcs_between(u, v))
            .map(|(tail, head, _)| (tail, head))
            .collect()
    }

    /// How many vertices the graphs have.
    pub fn vertices(&self) -> usize {
        self.k
    }
}

impl Lattice for &ColouredClasses {
    type Class = ColouredClass;

    fn parts(&self, class: ColouredClass) -> usize {
        let edges = self.edges(&class).len();
        if self.is_directed { class.joints[..edges].iter().map(|joint| joint.arcs()).sum() } else { edges }
    }

    fn least_parts(&self) -> usize {
        self.k - 1
    }

    fn without_one(&mut self, class: ColouredClass, mut left: impl FnMut(ColouredClass)) {
        let graph = self.graph(&class);
        for (&(u, v), &joint) in self.edges(&class).iter().zip(&class.joints) {
            let both = self.is_directed && joint.arcs() == 2;
            let rest = match both {
                true => &[Some(Joint { out: NO_ARC, ..joint }), Some(Joint { back: NO_ARC, ..joint })][..],
                false => &[None],
            };
            for &rest in rest {
                let mut graph = graph;
                graph.join(u, v, rest);
                self.class(&graph).into_iter().for_each(&mut left);
            }
        }
    }
}
