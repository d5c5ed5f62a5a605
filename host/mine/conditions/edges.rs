//! A label for each set of conditions that the same edges fulfil.
//!
//! An edge may fulfil what several edges of a pattern ask. So edges are told apart by which of that they fulfil, and by
//! their labels, or sets of labels, if patterns ask for labels alone as well; each of these classes gets a label, and
//! an edge of a pattern asks for those that will do. An edge is of one class, then.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::evaluate::Predicate;
use crate::AttributeMismatch;
use crate::graph::Csr;
use crate::graph::attributes::{Attributes, Dictionary, EdgeAttributes, NO_ARC, UNLABELLED};
use crate::graph::properties::Properties;
use crate::pattern::{Link, MARK, Pattern, alternatives, asked};
use crate::resolve::Codes;

/// The most different conditions on edges.
const MOST: usize = u64::BITS as usize;

/// The labels that stand for what edges of patterns ask.
#[derive(Default)]
pub(super) struct EdgeClasses {
    /// What is asked, and the labels that fulfil it.
    names: Vec<(Vec<String>, Vec<String>)>,
    /// The classes of the edges, and their directions; none if no edge asks for properties.
    pub labels: Option<Arc<EdgeAttributes>>,
}

/// A class: the number of the labels by which its edges are told apart, if they are, and what they fulfil, as a mask.
type LinkClass = (u32, u64);

impl EdgeClasses {
    /// The labels of a graph.
    ///
    /// # Errors
    /// When patterns ask for properties or labels that it does not have, or too many different things.
    pub fn new(csr: &Csr, attributes: &Attributes, patterns: &[&Pattern]) -> Result<Self, AttributeMismatch> {
        let links = || patterns.iter().flat_map(|pattern| pattern.links());
        let conditions = distinct(links().filter(|link| !link.conditions.is_empty()));
        if conditions.is_empty() {
            return Ok(EdgeClasses::default());
        }
        if conditions.len() > MOST {
            return Err(AttributeMismatch::TooManyConditions { found: conditions.len(), most: MOST });
        }
        let labelled = distinct(links().filter(|link| link.conditions.is_empty() && !link.labels.is_empty()));
        let dictionary = attributes.edge_labels();
        let codes = |link: &&Link| Codes::new(&link.labels, dictionary, "edge");
        let plain: Vec<Codes> = labelled.iter().map(codes).collect::<Result<_, _>>()?;
        let given =
            AttributedEdges { csr, edges: attributes.edges.as_deref(), by_label: !labelled.is_empty() };
        let fulfilled = Fulfilled::new(&given, attributes.properties(), &conditions)?;
        let classes = LinkClasses::new(&given, dictionary, &fulfilled, &conditions);
        let mut names = Vec::new();
        for (number, link) in conditions.iter().enumerate() {
            names.push((of(link), classes.names_of(|(_, mask)| mask >> number & 1 == 1)));
        }
        for (link, codes) in labelled.iter().zip(&plain) {
            names.push((of(link), classes.names_of(|(label, _)| label != UNLABELLED && codes.allow(label))));
        }
        Ok(EdgeClasses { names, labels: Some(Arc::new(classes.labels(&given, &fulfilled))) })
    }

    /// The labels that fulfil what a link asks, if it is not as before.
    pub fn asked(&self, link: &Link) -> Option<Vec<String>> {
        let asked = of(link);
        self.names.iter().find(|(known, _)| *known == asked).map(|(_, labels)| labels.clone())
    }
}

/// What a link asks.
fn of(link: &Link) -> Vec<String> {
    asked(&link.labels, &link.conditions)
}

fn distinct<'p>(links: impl Iterator<Item = &'p Link>) -> Vec<&'p Link> {
    let mut distinct: Vec<&Link> = Vec::new();
    for link in links {
        if !distinct.iter().any(|known| of(known) == of(link)) {
            distinct.push(link);
        }
    }
    distinct
}

/// A graph and what it says of its edges.
struct AttributedEdges<'g> {
    csr: &'g Csr,
    edges: Option<&'g EdgeAttributes>,
    /// Whether edges are told apart by their labels.
    by_label: bool,
}

impl<'g> AttributedEdges<'g> {
    fn places(&self) -> usize {
        self.csr.neighbors_all().len()
    }

    /// Where `to` stands in the list of `from`, if it does.
    fn place(&self, from: u32, to: u32) -> Option<usize> {
        let place = self.csr.neighbors(from).binary_search(&to).ok()?;
        Some(self.csr.offsets()[from as usize] as usize + place)
    }

    fn back(&self) -> Option<&'g [u32]> {
        self.edges.and_then(|edges| edges.back.as_deref())
    }

    /// The number of the labels at a place: [`NO_ARC`] where there is no arc to the neighbour.
    fn out(&self, place: usize) -> u32 {
        self.edges.map_or(UNLABELLED, |edges| edges.out[place])
    }
}

/// Bits that threads may set.
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(len: usize) -> Self {
        Bits((0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn set(&self, bit: usize) {
        self.0[bit / 64].fetch_or(1 << (bit % 64), Relaxed);
    }

    fn get(&self, bit: usize) -> u64 {
        self.0[bit / 64].load(Relaxed) >> (bit % 64) & 1
    }
}

/// Which conditions are fulfilled at each place of the graph's lists.
struct Fulfilled {
    /// By condition, whether an edge to the neighbour fulfils it.
    out: Vec<Bits>,
    /// By condition, whether an edge back fulfils it, in a directed graph.
    back: Vec<Bits>,
}

impl Fulfilled {
    fn new(
        given: &AttributedEdges<'_>,
        properties: Option<&Properties>,
        conditions: &[&Link],
    ) -> Result<Self, AttributeMismatch> {
        let (places, table) = (given.places(), properties.map(Properties::of_edges));
        let dictionary = given.edges.map(|edges| &edges.labels).filter(|labels| !labels.is_empty());
        let tests: Vec<(Codes, Predicate<'_>)> = conditions
            .iter()
            .map(|link| {
                let codes = Codes::new(&link.labels, dictionary, "edge")?;
                Ok((codes, Predicate::new("edge", table, &link.conditions)?))
            })
            .collect::<Result<_, AttributeMismatch>>()?;
        let bits = |places: usize| tests.iter().map(|_| Bits::new(places)).collect();
        let directed = given.back().is_some();
        let fulfilled =
            Fulfilled { out: bits(places), back: if directed { bits(places) } else { Vec::new() } };
        let Some(properties) = properties else { return Ok(fulfilled) };
        // An undirected edge is that of both ends.
        let mirrored = if directed { &fulfilled.back } else { &fulfilled.out };
        properties.par_ends().with_min_len(1024).enumerate().for_each(|(row, (from, to))| {
            let mut ends = None;
            for (number, (codes, predicate)) in tests.iter().enumerate() {
                if !predicate.holds(row) {
                    continue;
                }
                // Edges from a vertex to itself are not there.
                let found = || Some((given.place(from, to)?, given.place(to, from)?));
                let Some((there, back)) = *ends.get_or_insert_with(found) else { return };
                if codes.allow(given.out(there)) {
                    fulfilled.out[number].set(there);
                    mirrored[number].set(back);
                }
            }
        });
        Ok(fulfilled)
    }

    fn mask(bits: &[Bits], place: usize) -> u64 {
        bits.iter().enumerate().fold(0, |mask, (number, bits)| mask | bits.get(place) << number)
    }
}

/// The classes, by code.
struct LinkClasses {
    classes: Vec<LinkClass>,
    names: Vec<String>,
    codes: HashMap<LinkClass, u32>,
}

impl LinkClasses {
    /// First those of the labels that are asked for alone, and of each condition alone, whether there are such edges or
    /// not: what is asked has a label, then.
    fn new(
        given: &AttributedEdges<'_>,
        labels: Option<&Dictionary>,
        fulfilled: &Fulfilled,
        conditions: &[&Link],
    ) -> Self {
        let mut classes = LinkClasses { classes: Vec::new(), names: Vec::new(), codes: HashMap::new() };
        let labels = labels.filter(|_| given.by_label);
        let names = labels.map_or(&[][..], |labels| labels.names());
        (0..).zip(names).for_each(|(code, name)| classes.add((code, 0), name.clone()));
        for (number, link) in conditions.iter().enumerate() {
            classes.add((UNLABELLED, 1 << number), of(link).concat());
        }
        let collect = |mut found: BTreeSet<LinkClass>, place: usize| {
            if given.out(place) != NO_ARC {
                found.insert(given.class(given.out(place), Fulfilled::mask(&fulfilled.out, place)));
            }
            found
        };
        let together = |a: BTreeSet<LinkClass>, b| a.union(&b).copied().collect();
        let found = (0..given.places()).into_par_iter().with_min_len(1 << 14);
        let found: BTreeSet<LinkClass> = found.fold(BTreeSet::new, collect).reduce(BTreeSet::new, together);
        for class in found.into_iter().filter(|&class| class != (UNLABELLED, 0)) {
            if classes.codes.contains_key(&class) {
                continue;
            }
            let (label, mask) = class;
            let label = labels.into_iter().flat_map(|labels| labels.names_of(label));
            let label = label.map(|name| alternatives(&[name.to_owned()]).to_string());
            let fulfils = conditions.iter().enumerate().filter(|(number, _)| mask >> number & 1 == 1);
            let fulfils = fulfils.map(|(_, link)| of(link).concat().replace(MARK, ""));
            let parts: Vec<String> = label.chain(fulfils).collect();
            classes.add(class, format!("{MARK}{}", parts.join(" & ")));
        }
        classes
    }

    fn add(&mut self, class: LinkClass, name: String) {
        self.codes.insert(class, self.classes.len() as u32);
        self.classes.push(class);
        self.names.push(unused(name, &self.names));
    }

    fn names_of(&self, fits: impl Fn(LinkClass) -> bool) -> Vec<String> {
        let fitting = self.classes.iter().zip(&self.names).filter(|(class, _)| fits(**class));
        fitting.map(|(_, name)| name.clone()).collect()
    }

    /// The classes at the places of the graph's lists.
    fn labels(&self, given: &AttributedEdges<'_>, fulfilled: &Fulfilled) -> EdgeAttributes {
        let code = |label: u32, mask: u64| match given.class(label, mask) {
            _ if label == NO_ARC => NO_ARC,
            (UNLABELLED, 0) => UNLABELLED,
            class => self.codes[&class],
        };
        let at_places = |label: &(dyn Fn(usize) -> u32 + Sync), bits: &[Bits]| -> Vec<u32> {
            let places = (0..given.places()).into_par_iter().with_min_len(1 << 14);
            places.map(|place| code(label(place), Fulfilled::mask(bits, place))).collect()
        };
        EdgeAttributes {
            labels: Dictionary::default().with_more(self.names.iter().cloned()),
            out: at_places(&|place| given.out(place), &fulfilled.out),
            back: given.back().map(|back| at_places(&|place| back[place], &fulfilled.back)),
        }
    }
}

impl AttributedEdges<'_> {
    /// The class of edges with a label that fulfil so much.
    fn class(&self, label: u32, mask: u64) -> LinkClass {
        (if self.by_label { label } else { UNLABELLED }, mask)
    }
}

/// A name that is not among those `known`: `name`, or one that is as good.
pub(super) fn unused(mut name: String, known: &[String]) -> String {
    while known.contains(&name) {
        name.push('\'');
    }
    name
}
