//! A further label for each vertex that fulfils what a vertex of a pattern asks.

use rayon::prelude::*;

use super::evaluate::Predicate;
use crate::AttributeMismatch;
use crate::graph::attributes::{Attributes, Dictionary, VertexLabels};
use crate::pattern::{Pattern, Vertex};
use crate::resolve::Codes;

/// Vertices at a time.
const STRETCH: usize = 1 << 16;

/// The labels that stand for what vertices of patterns ask.
pub(super) struct VertexClasses {
    /// What is asked, and its label, which is the same but where the graph has such a label.
    names: Vec<(Vec<String>, String)>,
    /// The graph's labels and these; none if no vertex asks for properties.
    pub labels: Option<VertexLabels>,
}

impl VertexClasses {
    /// The labels of a graph of `n` vertices.
    ///
    /// # Errors
    /// When patterns ask for properties or labels that it does not have.
    pub fn new(n: u32, attributes: &Attributes, patterns: &[&Pattern]) -> Result<Self, AttributeMismatch> {
        let all = patterns.iter().flat_map(|pattern| pattern.all_vertices());
        let mut distinct: Vec<&Vertex> = Vec::new();
        for vertex in all.filter(|vertex| !vertex.conditions.is_empty()) {
            if !distinct.iter().any(|known| known.asked() == vertex.asked()) {
                distinct.push(vertex);
            }
        }
        if distinct.is_empty() {
            return Ok(VertexClasses { names: Vec::new(), labels: None });
        }
        let (given, none) = (attributes.vertices.as_ref(), Dictionary::default());
        let table = attributes.properties().map(|properties| properties.of_vertices());
        let tests: Vec<(Codes, Predicate<'_>)> = distinct
            .iter()
            .map(|vertex| {
                let codes = Codes::new(&vertex.labels, given.map(|given| &given.labels), "vertex")?;
                Ok((codes, Predicate::new("vertex", table, &vertex.conditions)?))
            })
            .collect::<Result<_, AttributeMismatch>>()?;
        let dictionary = given.map_or(&none, |given| &given.labels);
        let names: Vec<(Vec<String>, String)> = distinct
            .iter()
            .map(|vertex| (vertex.asked(), super::edges::unused(vertex.asked().concat(), dictionary.names())))
            .collect();
        let first = dictionary.len() as u32;
        let of_stretch = |start: usize| {
            let (mut ends, mut codes) = (Vec::new(), Vec::new());
            for v in start..(start + STRETCH).min(n as usize) {
                let own = given.map_or(&[][..], |given| given.of(v as u32));
                codes.extend_from_slice(own);
                let fulfils = |(asked, predicate): &(Codes, Predicate<'_>)| {
                    (asked.is_any() || own.iter().any(|&code| asked.allow(code))) && predicate.holds(v)
                };
                codes.extend((first..).zip(&tests).filter(|(_, test)| fulfils(test)).map(|(code, _)| code));
                ends.push(codes.len() as u64);
            }
            (ends, codes)
        };
        let stretches: Vec<(Vec<u64>, Vec<u32>)> =
            (0..n as usize).into_par_iter().step_by(STRETCH).map(of_stretch).collect();
        let (mut offsets, mut codes) = (vec![0], Vec::new());
        for (ends, more) in stretches {
            let before = codes.len() as u64;
            offsets.extend(ends.into_iter().map(|end| before + end));
            codes.extend(more);
        }
        let labels = dictionary.with_more(names.iter().map(|(_, name)| name.clone()));
        Ok(VertexClasses { names, labels: Some(VertexLabels { labels, offsets, codes }) })
    }

    /// The labels that stand for what a vertex asks, if that is of properties.
    pub fn asked(&self, vertex: &Vertex) -> Option<Vec<String>> {
        let asked = (!vertex.conditions.is_empty()).then(|| vertex.asked())?;
        self.names.iter().find(|(known, _)| *known == asked).map(|(_, name)| vec![name.clone()])
    }
}
