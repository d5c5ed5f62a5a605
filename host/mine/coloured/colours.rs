//! The labels and directions of a graph as numbers: those that occur, and no others.

use std::sync::Arc;

use motherlode_device::kernels::coloured::sets::Widths;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::direct::GraphInColours;
use crate::error::ColourError;
use crate::graph::attributes::{Dictionary, EdgeAttributes, NO_ARC, UNLABELLED, VertexLabels};
use crate::graph::{Attributes, Csr};
use crate::pattern::MARK;

/// What joins two vertices, as the first sees it: the label of the arc to the second, and of that back; both are the
/// edge's, where the graph is undirected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Joint {
    pub out: u32,
    pub back: u32,
}

impl Joint {
    /// An edge that has neither label nor direction.
    const PLAIN: Joint = Joint { out: UNLABELLED, back: UNLABELLED };

    /// This edge, as its second vertex sees it.
    pub fn reversed(self) -> Joint {
        Joint { out: self.back, back: self.out }
    }

    /// How many arcs it is.
    pub fn arcs(self) -> usize {
        self.arcs_between(0, 1).count()
    }

    /// Its arcs, each with its tail, its head and its label, where it joins `u`, which sees it, and `v`.
    pub fn arcs_between(self, u: usize, v: usize) -> impl Iterator<Item = (usize, usize, u32)> {
        [(u, v, self.out), (v, u, self.back)].into_iter().filter(|&(.., label)| label != NO_ARC)
    }
}

/// The colours of a graph.
#[derive(Debug)]
pub(crate) struct Colours {
    /// By vertex the number of its label, if vertices have labels.
    vertices: Option<Vec<u32>>,
    /// What these labels are called.
    vertex_names: Vec<String>,
    /// By place in the lists the number of what joins the list's vertex to the neighbour, from 1 on; none where all are
    /// the same.
    edges: Option<Arc<EdgeAttributes>>,
    /// By number, less 1.
    joints: Vec<Joint>,
    /// What the labels of edges are called.
    edge_names: Vec<String>,
    /// Whether edges have directions.
    pub is_directed: bool,
}

impl Colours {
    /// Those of a graph.
    ///
    /// # Errors
    /// When it has no labels, something has none or several where it should have one, or no pattern can ask for one.
    pub fn of(attributes: Option<&Attributes>) -> Result<Colours, ColourError> {
        let vertices = attributes.and_then(|attributes| attributes.vertices.as_ref());
        let edges = attributes.and_then(|attributes| attributes.edges.as_deref());
        if vertices.is_none() && edges.is_none_or(|edges| edges.labels.is_empty()) {
            return Err(ColourError::NoLabels);
        }
        let (vertices, vertex_names) = match vertices.map(numbered).transpose()? {
            Some((numbers, names)) => (Some(numbers), names),
            None => (None, Vec::new()),
        };
        let joints = edges.map_or_else(|| vec![Joint::PLAIN], occurring);
        if let Some(edges) = edges {
            check_labels(edges, &joints)?;
        }
        let edge_names = edges.map_or_else(Vec::new, |edges| edges.labels.names().to_vec());
        check_names("vertices", &vertex_names)?;
        check_names("edges", &edge_names)?;
        Ok(Colours {
            vertices,
            vertex_names,
            edges: edges.filter(|_| joints.len() > 1).map(|edges| Arc::new(in_numbers(edges, &joints))),
            is_directed: edges.is_some_and(|edges| edges.back.is_some()),
            edge_names,
            joints,
        })
    }

    /// How they lie in keys for sets of `k` vertices.
    ///
    /// # Errors
    /// When there are too many.
    pub fn widths(&self, k: usize) -> Result<Widths, ColourError> {
        let (joints, labels) = (self.joints.len(), self.vertex_names.len());
        let most = Widths::most(k as u32);
        let (most_joints, most_labels) = ((1 << most.joint) - 1, 1 << most.label);
        if joints > most_joints {
            return Err(ColourError::TooMany { of: "kinds of edges", found: joints, most: most_joints, k });
        }
        if labels > most_labels {
            let of = "labels of vertices";
            return Err(ColourError::TooMany { of, found: labels, most: most_labels, k });
        }
        let bits = |most: usize| usize::BITS - most.leading_zeros();
        Ok(Widths { joint: bits(joints), label: bits(labels.saturating_sub(1)) })
    }

    /// The graph, as kernels take it.
    pub fn graph<'g>(&'g self, csr: &'g Csr, widths: Widths) -> GraphInColours<'g> {
        GraphInColours { csr, labels: self.vertices.as_deref(), joints: self.edges.as_ref(), widths }
    }

    /// By vertex the number of its label, if vertices have labels.
    pub(super) fn of_vertices(&self) -> Option<&[u32]> {
        self.vertices.as_deref()
    }

    /// How many labels of vertices there are.
    pub(super) fn vertex_labels(&self) -> usize {
        self.vertex_names.len()
    }

    /// How many things there are that join two vertices.
    pub(super) fn kinds_of_edges(&self) -> usize {
        self.joints.len()
    }

    /// What a number of a key stands for; nothing for 0.
    pub(super) fn joint(&self, number: u32) -> Option<Joint> {
        self.joints.get((number as usize).checked_sub(1)?).copied()
    }

    /// What the label of a vertex is called, if vertices have labels.
    pub fn vertex_name(&self, number: u32) -> Option<&String> {
        self.vertex_names.get(number as usize)
    }

    /// What the label of an edge, or an arc, is called, if it has one.
    pub fn edge_name(&self, label: u32) -> Option<&String> {
        self.edge_names.get(label as usize)
    }
}

/// The labels of vertices, numbered as they occur.
fn numbered(labels: &VertexLabels) -> Result<(Vec<u32>, Vec<String>), ColourError> {
    let of = "vertices";
    if let Some(v) = labels.offsets.windows(2).position(|ends| ends[1] - ends[0] != 1) {
        let labels: Vec<String> =
            labels.of(v as u32).iter().map(|&label| labels.labels.names()[label as usize].clone()).collect();
        return Err(if labels.is_empty() {
            ColourError::SomeUnlabelled { of }
        } else {
            ColourError::SeveralLabels { of, labels }
        });
    }
    let mut occurs = vec![false; labels.labels.len()];
    labels.codes.iter().for_each(|&label| occurs[label as usize] = true);
    let mut number = 0;
    let numbers: Vec<u32> = occurs.iter().map(|&occurs| (number, number += u32::from(occurs)).0).collect();
    let names = labels.labels.names().iter().zip(&occurs).filter(|(_, occurs)| **occurs);
    let names = names.map(|(name, _)| name.clone()).collect();
    Ok((labels.codes.par_iter().map(|&label| numbers[label as usize]).collect(), names))
}

/// What joins a list's vertex to the neighbour, at a place of the lists.
fn joint_at(edges: &EdgeAttributes, place: usize) -> Joint {
    let out = edges.out[place];
    Joint { out, back: edges.back.as_ref().map_or(out, |back| back[place]) }
}

/// All that joins vertices, ascending.
fn occurring(edges: &EdgeAttributes) -> Vec<Joint> {
    let places = (0..edges.out.len()).into_par_iter();
    let with = |mut found: FxHashSet<Joint>, place: usize| {
        found.insert(joint_at(edges, place));
        found
    };
    let both = |one: FxHashSet<Joint>, other: FxHashSet<Joint>| one.union(&other).copied().collect();
    let found = places.fold(FxHashSet::default, with).reduce(FxHashSet::default, both);
    let mut joints: Vec<Joint> = found.into_iter().collect();
    joints.sort_unstable();
    joints
}

/// Refuses labels that no pattern asks for as they are.
fn check_labels(edges: &EdgeAttributes, joints: &[Joint]) -> Result<(), ColourError> {
    let (of, names): (_, &Dictionary) = ("edges", &edges.labels);
    for label in joints.iter().flat_map(|joint| [joint.out, joint.back]).filter(|&label| label != NO_ARC) {
        if label == UNLABELLED && !names.is_empty() {
            return Err(ColourError::SomeUnlabelled { of });
        }
        let labels: Vec<String> = names.names_of(label).map(str::to_owned).collect();
        if labels.len() > 1 {
            return Err(ColourError::SeveralLabels { of, labels });
        }
    }
    Ok(())
}

/// Refuses what labels cannot be called in patterns.
fn check_names(of: &'static str, names: &[String]) -> Result<(), ColourError> {
    match names.iter().find(|name| name.contains(MARK)) {
        Some(label) => Err(ColourError::NulInLabel { of, label: label.clone() }),
        None => Ok(()),
    }
}

/// The number of what joins two vertices, from 1 on, in the place of the label.
fn in_numbers(edges: &EdgeAttributes, joints: &[Joint]) -> EdgeAttributes {
    let numbers: FxHashMap<Joint, u32> = joints.iter().copied().zip(1..).collect();
    let number = |place: usize| numbers[&joint_at(edges, place)];
    let out = (0..edges.out.len()).into_par_iter().map(number).collect();
    EdgeAttributes { labels: Dictionary::default(), out, back: None }
}
