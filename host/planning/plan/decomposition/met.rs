//! What two demands on one vertex, or one edge, come to.
//!
//! Where no label and no arc of the pattern language says it, it is a sum of what does: of two demands on a vertex, or
//! an edge, that may have several labels, `x and y = x + y - (x or y)`; of an edge in either direction,
//! `edge = out + back - (out and back)`.

use crate::pattern::structure::Rule;

/// What the edges of a graph have.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeKind {
    /// Whether they have directions.
    pub directed: bool,
    /// Whether none has two labels, of a directed graph in one direction.
    pub single: bool,
}

/// An edge in either direction, with one of these labels.
pub(super) fn edge(labels: Vec<String>) -> Rule {
    Rule { edge: Some(labels), ..Rule::default() }
}

/// Whether whoever has one of the first labels has one of the second, as there are none but these.
fn implies(one: &[String], other: &[String]) -> bool {
    other.is_empty() || (!one.is_empty() && one.iter().all(|label| other.contains(label)))
}

/// What it is to have one of the first labels and one of the second, as a sum of having one of some. Where nothing has
/// several labels, that is the one that is among both.
pub(super) fn labels_met(one: &[String], other: &[String], single: bool) -> Vec<(Vec<String>, i64)> {
    if implies(one, other) {
        return vec![(one.to_vec(), 1)];
    }
    if implies(other, one) {
        return vec![(other.to_vec(), 1)];
    }
    if single {
        let common: Vec<String> = one.iter().filter(|label| other.contains(label)).cloned().collect();
        return if common.is_empty() { Vec::new() } else { vec![(common, 1)] };
    }
    let mut either = [one, other].concat();
    either.sort_unstable();
    either.dedup();
    vec![(one.to_vec(), 1), (other.to_vec(), 1), (either, -1)]
}

/// What it is for an edge to obey two rules, as a sum of rules.
pub(super) fn met(one: &Rule, other: &Rule, kind: EdgeKind) -> Vec<(Rule, i64)> {
    match (&one.edge, &other.edge) {
        (None, None) => arcs_met(one, other, kind.single),
        (None, Some(labels)) => arcs_and_edge(one, labels, kind.single),
        (Some(labels), None) => arcs_and_edge(other, labels, kind.single),
        (Some(a), Some(b)) if implies(a, b) => vec![(edge(a.clone()), 1)],
        (Some(a), Some(b)) if implies(b, a) => vec![(edge(b.clone()), 1)],
        (Some(a), Some(b)) if !kind.directed => {
            labels_met(a, b, kind.single).into_iter().map(|(labels, times)| (edge(labels), times)).collect()
        }
        (Some(a), Some(b)) => in_directions(a)
            .into_iter()
            .flat_map(|(arcs, times)| {
                let met = arcs_and_edge(&arcs, b, kind.single).into_iter();
                met.map(move |(rule, more)| (rule, times * more))
            })
            .collect(),
    }
}

/// Both rules are of arcs.
fn arcs_met(one: &Rule, other: &Rule, single: bool) -> Vec<(Rule, i64)> {
    let arc = |one: &Option<Vec<String>>, other: &Option<Vec<String>>| match (one, other) {
        (Some(one), Some(other)) => {
            labels_met(one, other, single).into_iter().map(|(labels, times)| (Some(labels), times)).collect()
        }
        (one, other) => vec![(one.as_ref().or(other.as_ref()).cloned(), 1)],
    };
    let backs = arc(&one.back, &other.back);
    let with_backs = |(out, times): (Option<Vec<String>>, i64)| {
        let rule = move |(back, more): &(Option<Vec<String>>, i64)| {
            (Rule { out: out.clone(), back: back.clone(), ..Rule::default() }, times * more)
        };
        backs.iter().map(rule).collect::<Vec<_>>()
    };
    arc(&one.out, &other.out).into_iter().flat_map(with_backs).collect()
}

/// A rule of arcs, and an edge in either direction with one of these labels.
fn arcs_and_edge(arcs: &Rule, labels: &[String], single: bool) -> Vec<(Rule, i64)> {
    let is_edge = |arc: &Option<Vec<String>>| arc.as_ref().is_some_and(|arc| implies(arc, labels));
    if is_edge(&arcs.out) || is_edge(&arcs.back) {
        return vec![(arcs.clone(), 1)];
    }
    let both = |(rule, times): (Rule, i64)| {
        arcs_met(&rule, arcs, single).into_iter().map(move |(rule, more)| (rule, times * more))
    };
    in_directions(labels).into_iter().flat_map(both).collect()
}

/// An edge in either direction with one of these labels, as a sum of arcs.
fn in_directions(labels: &[String]) -> [(Rule, i64); 3] {
    let labels = || Some(labels.to_vec());
    [
        (Rule { out: labels(), ..Rule::default() }, 1),
        (Rule { back: labels(), ..Rule::default() }, 1),
        (Rule { out: labels(), back: labels(), ..Rule::default() }, -1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_pattern_says_is_a_sum() {
        let edge = |label: &str| edge(vec![label.to_owned()]);
        // x in either direction and y in either direction: one of them out and the other back.
        let single = |directed| EdgeKind { directed, single: true };
        let sum = met(&edge("x"), &edge("y"), single(true));
        let arcs = |out: &str, back: &str| Rule {
            out: Some(vec![out.to_owned()]),
            back: Some(vec![back.to_owned()]),
            ..Rule::default()
        };
        assert_eq!(sum, [(arcs("x", "y"), 1), (arcs("y", "x"), 1)]);
        assert!(met(&edge("x"), &edge("y"), single(false)).is_empty());
        let several = EdgeKind { directed: false, single: false };
        let either = Rule { edge: Some(vec!["x".to_owned(), "y".to_owned()]), ..Rule::default() };
        assert_eq!(met(&edge("x"), &edge("y"), several), [(edge("x"), 1), (edge("y"), 1), (either, -1)]);
    }
}
