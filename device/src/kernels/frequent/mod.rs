//! Supports by minimum image in one graph.
//!
//! # Computes
//! For a wave of patterns, each with labels of vertices and edges: to which vertices of the graph some match sends a
//! vertex of the pattern. A match is injective, and keeps labels and edges; the graph may have more edges. Vertices of
//! a pattern that an automorphism exchanges share one set, the *domain* of their orbit.
//!
//! | kernels | what they do |
//! | --- | --- |
//! | [`domains`] | make the domains: what may be in each, by what is known of smaller patterns |
//! | [`settle`] | find out of each vertex in a domain whether a match sends the orbit there |
//! | [`pieces`] | go on with searches that took long, a piece of one in each warp |
//!
//! # Requires
//! The graph is a [`LabelledGraph`]: its vertices are *places*, numbered label by label, so that a domain is bits for
//! the places of one label. The arcs of a place lie by kind, which is the label of its vertex, that of the edge and
//! that of the other end.
//!
//! # Thread mapping
//! Persistent warps draw tasks of a few words of a domain, and search for a match from each of its places in turn; the
//! lanes share the candidates of a level. A search that takes long ends, and leaves what it has not looked at in
//! pieces; these are tasks of the next launch, which may leave pieces as well.
//!
//! # Sources
//! Bringmann and Nijssen 2008, "What is frequent in a single graph?": the support. Elseidy et al. 2014, "GraMi": a
//! search from each vertex of a domain that ends at the first match, what fails is inherited, both ways to stop early.

pub mod domains;
pub mod pieces;
mod search;
pub mod settle;

use cust_core::DeviceCopy;

use crate::memory::Slice;

/// Warps in a block of these kernels.
pub const WARPS: u32 = 4;

/// A graph with labels, of which only what is frequent is left.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct LabelledGraph<'a> {
    /// For each place, as many words as the kinds of its label need: which of them it has arcs of.
    pub directory: Slice<'a, KindWord>,
    /// Where the arcs of each place and kind start, by the numbers that the directory gives; one more to end the last.
    pub rows: Slice<'a, u32>,
    /// The places that they lead to, ascending in each row.
    pub arcs: Slice<'a, u32>,
    /// By place, the vertex that it is. Empty where each vertex has one place.
    pub vertices: Slice<'a, u32>,
}

/// Which of 32 kinds a place has arcs of.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct KindWord {
    /// A bit for each kind.
    pub bits: u32,
    /// The row of the first of them.
    pub row: u32,
}

/// An edge of a pattern, seen from the later of its ends in a plan: what the arcs from the earlier end are.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct SearchLink {
    /// Of place `p`, word `base + stride * p` of the directory (wrapping) has the kind.
    pub base: u64,
    /// Words of the directory from one place to the next.
    pub stride: u32,
    /// The kind's bit there.
    pub bit: u32,
    /// The level of the earlier end.
    pub level: u32,
    /// Not used.
    pub padding: u32,
}

/// A level of a plan: a vertex of the pattern.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct SearchLevel {
    /// Where the domain of the vertex starts, in words.
    pub words: u64,
    /// The place that its first bit stands for.
    pub start: u32,
    /// The domain.
    pub domain: u32,
    /// The first of its links.
    pub first_link: u32,
    /// How many links it has: at least 1 but at the root, which has none.
    pub links: u32,
}

/// A domain, and the plan of the search from its places.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct Domain {
    /// Where it starts, in words.
    pub words: u64,
    /// Words that it has.
    pub length: u32,
    /// The place that its first bit stands for.
    pub start: u32,
    /// The pattern that it is of.
    pub pattern: u32,
    /// The first level of its plan.
    pub first_level: u32,
    /// The levels of its plan: the vertices of the pattern, at least 2.
    pub levels: u32,
    /// The first of the sets that it is made from; those of the next domain follow.
    pub first_source: u32,
}

layout!(LabelledGraph<'_>: 64, vertices: 48);
layout!(KindWord: 8, row: 4);
layout!(SearchLink: 24, level: 16);
layout!(SearchLevel: 24, links: 20);
layout!(Domain: 32, first_source: 28);
