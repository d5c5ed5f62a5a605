//! Coloured classes in the language of patterns, which is written as patterns write it: to parse each of thousands
//! would take longer than to count them.

use std::fmt::Write;

use super::class::{ColouredClass, ColouredClasses};
use super::colours::{Colours, Joint};
use crate::pattern::alternatives;

/// The pattern that matches the graphs of a class.
pub(super) fn text(class: &ColouredClass, classes: &ColouredClasses, colours: &Colours) -> String {
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
            true => Joint { out, back }
                .arcs_between(u, v)
                .for_each(|(tail, head, label)| link(tail, head, label, ">")),
        }
    }
    text
}
