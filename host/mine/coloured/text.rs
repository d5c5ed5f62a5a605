//! Coloured classes in the language of patterns.

use std::fmt::Write;

use super::class::{ColouredClass, ColouredClasses};
use super::colours::{Colours, Joint};
use crate::graph::attributes::NO_ARC;
use crate::pattern::{Pattern, alternatives};

/// The pattern that matches the graphs of a class.
pub(super) fn pattern(class: &ColouredClass, classes: &ColouredClasses, colours: &Colours) -> Pattern {
    let shape = &classes.shapes[class.shape].pattern;
    let mut told = vec![false; classes.vertices()];
    let mut vertex = |v: usize| match colours.vertex_name(class.labels[v]) {
        // A vertex has its label where it is first mentioned.
        Some(label) if !std::mem::replace(&mut told[v], true) => {
            format!("({}:{})", shape.name(v), alternatives(std::slice::from_ref(label)))
        }
        _ => shape.name(v).to_owned(),
    };
    let label = |label: u32| match colours.edge_name(label) {
        Some(name) => format!("[:{}]-", alternatives(std::slice::from_ref(name))),
        None => String::new(),
    };
    let mut text = String::new();
    for (&(u, v), &Joint { out, back }) in classes.edges(class).iter().zip(&class.joints) {
        let mut link = |from: usize, to: usize, of: u32, end: &str| {
            let comma = if text.is_empty() { "" } else { ", " };
            let (from, to) = (vertex(from), vertex(to));
            write!(text, "{comma}{from}-{}{end}{to}", label(of)).expect("a string takes all");
        };
        match colours.is_directed {
            false => link(u, v, out, ""),
            true => {
                [(u, v, out), (v, u, back)]
                    .into_iter()
                    .filter(|&(.., of)| of != NO_ARC)
                    .for_each(|(from, to, of)| link(from, to, of, ">"));
            }
        }
    }
    Pattern::parse(&text).expect("a connected graph of few vertices is a pattern")
}
