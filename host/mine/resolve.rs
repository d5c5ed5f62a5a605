//! From the labels of a pattern to those of a graph.

use motherlode_device::kernels::views::{EdgeTest, NO_ARC, UNLABELLED};

use crate::AttributeMismatch;
use crate::graph::Attributes;
use crate::graph::attributes::Dictionary;
use crate::pattern::structure::Rule;
use crate::plan::query::Query;

/// Labels as a graph numbers them, of which one is asked for; any if there are none here. They ascend; with them are
/// the numbers of the sets that have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Codes(Vec<u32>);

impl Codes {
    pub fn new(
        names: &[String],
        labels: Option<&Dictionary>,
        of: &'static str,
    ) -> Result<Self, AttributeMismatch> {
        let mut all = Vec::new();
        for name in names {
            let labels = labels.ok_or_else(|| AttributeMismatch::NoLabels { of, label: name.clone() })?;
            let label = labels.code(name).ok_or_else(|| AttributeMismatch::unknown(of, name, labels))?;
            all.extend(labels.codes_with(label));
        }
        all.sort_unstable();
        all.dedup();
        Ok(Codes(all))
    }

    pub fn is_any(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a label is one of these.
    #[inline]
    pub fn allow(&self, code: u32) -> bool {
        self.0.is_empty() || self.0.binary_search(&code).is_ok()
    }
}

/// A [`Rule`] in the labels of a graph.
#[derive(Clone, Debug)]
pub(super) struct EdgeRule {
    edge: Option<Codes>,
    out: Option<Codes>,
    back: Option<Codes>,
    no_out: bool,
    no_back: bool,
}

impl EdgeRule {
    /// A rule in the labels of a graph with these attributes.
    ///
    /// # Errors
    /// When it asks for labels or directions that the graph does not have.
    pub fn new(rule: &Rule, attributes: Option<&Attributes>) -> Result<Self, AttributeMismatch> {
        let labels = attributes.and_then(Attributes::edge_labels);
        let directed = attributes.is_some_and(Attributes::is_directed);
        if !directed && (rule.out.is_some() || rule.back.is_some() || rule.no_out || rule.no_back) {
            return Err(AttributeMismatch::Undirected);
        }
        let codes = |names: &Option<Vec<String>>| {
            names.as_ref().map(|names| Codes::new(names, labels, "edge")).transpose()
        };
        let (edge, out, back) = (codes(&rule.edge)?, codes(&rule.out)?, codes(&rule.back)?);
        Ok(EdgeRule { edge, out, back, no_out: rule.no_out, no_back: rule.no_back })
    }

    /// Whether every edge obeys.
    pub fn is_any(&self) -> bool {
        self.edge.as_ref().is_some_and(Codes::is_any)
    }

    /// The rule as kernels test it, in a graph with so many numbers of labels of edges, and sets of them. Its bit sets
    /// are added to `allowed`.
    ///
    /// An edge obeys by the label of the arc from the list's vertex to the neighbour and of that back, or, if the graph
    /// is undirected, by its label in the place of the first.
    pub fn test(&self, labels: u32, allowed: &mut Vec<u32>) -> EdgeTest {
        let has = |codes: &Codes, label: u32| label != NO_ARC && codes.allow(label);
        let asks = |arc: &Option<Codes>, none: bool, label: u32| match arc {
            Some(codes) => has(codes, label),
            None => !none || label == NO_ARC,
        };
        let mut set = |allows: &dyn Fn(u32) -> bool| {
            let start = allowed.len();
            allowed.resize(start + (labels as usize + 2).div_ceil(32), 0);
            for label in (0..labels).chain([UNLABELLED, NO_ARC]).filter(|&label| allows(label)) {
                let bit = EdgeTest::bit(label);
                allowed[start + bit as usize / 32] |= 1 << (bit % 32);
            }
            start as u32
        };
        match &self.edge {
            Some(codes) if codes.is_any() => EdgeTest { kind: EdgeTest::ANY, out: 0, back: 0 },
            Some(codes) => {
                let either = set(&|label| has(codes, label));
                EdgeTest { kind: EdgeTest::EITHER, out: either, back: either }
            }
            None => {
                let out = set(&|label| asks(&self.out, self.no_out, label));
                let back = set(&|label| asks(&self.back, self.no_back, label));
                EdgeTest { kind: EdgeTest::BOTH, out, back }
            }
        }
    }
}

/// A query in the labels of a graph.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    /// By class.
    pub classes: Vec<Codes>,
    /// By rule; a rule that asks for no edge is not used.
    pub rules: Vec<EdgeRule>,
}

impl Resolved {
    pub fn new(query: &Query, attributes: Option<&Attributes>) -> Result<Self, AttributeMismatch> {
        let vertex_labels = attributes.and_then(|a| a.vertices.as_ref()).map(|vertices| &vertices.labels);
        let classes = query.classes.iter().map(|class| Codes::new(&class.labels, vertex_labels, "vertex"));
        Ok(Resolved {
            classes: classes.collect::<Result<_, _>>()?,
            rules: query
                .rules
                .iter()
                .map(|rule| EdgeRule::new(rule, attributes))
                .collect::<Result<_, _>>()?,
        })
    }
}
