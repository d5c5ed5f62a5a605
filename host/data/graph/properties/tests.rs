use super::*;
use crate::graph::{Graph, GraphBuilder};

fn arcs() -> Graph {
    let mut builder = GraphBuilder::directed();
    [(0, 1), (1, 2), (2, 1)].iter().for_each(|&(from, to): &(u64, u64)| builder.edge(from, to));
    builder.build().unwrap()
}

#[test]
fn columns_have_kinds_and_missing_values() {
    let mask = [true, false, true];
    let columns = [
        (PropertyColumn::integers(vec![1, 2, i64::MAX]), "numbers", PropertyValue::Integer(i64::MAX.into())),
        (PropertyColumn::reals(vec![0.5, 1.0, -2.0]), "numbers", PropertyValue::Real(-2.0)),
        (PropertyColumn::texts(["x", "y", "x"].map(Some)), "text", PropertyValue::Text("x")),
        (PropertyColumn::booleans(vec![true, true, false]), "true or false", PropertyValue::Boolean(false)),
    ];
    for (column, kind, last) in columns {
        assert_eq!((column.len(), column.kind(), column.get(2)), (3, kind, Some(last)));
        assert!(column.get(1).is_some());
        let some = column.clone().where_present(&mask).unwrap();
        assert_eq!((some.get(0), some.get(1), some.get(2)), (column.get(0), None, column.get(2)));
        assert_eq!(some.of_rows(&[2, 1]).get(0), column.get(2));
        assert_eq!(some.of_rows(&[2, 1]).get(1), None);
        let wrong = column.where_present(&[true]).unwrap_err();
        assert_eq!(wrong.to_string(), "3 values, and a mask of 1 that says which are present");
    }
    assert_eq!(PropertyColumn::reals(vec![f64::NAN]).get(0), None);
    let coded = PropertyColumn::coded_texts(vec![1, u32::MAX, 0], vec!["a".into(), "b".into()]).unwrap();
    assert_eq!((coded.get(0), coded.get(1)), (Some(PropertyValue::Text("b")), None));
    assert_eq!(
        PropertyColumn::coded_texts(vec![0, 7], vec!["a".into()]).unwrap_err().to_string(),
        "value 1 (from 0) is text number 7, and there are 1, numbered from 0"
    );
}

#[test]
fn what_does_not_fit_a_graph_is_refused() {
    let weights = || PropertyColumn::integers(vec![1, 2]);
    let none = Properties::default;
    let refused = |properties: Result<Properties, PropertyError>| {
        properties.and_then(|properties| arcs().with_properties(properties)).unwrap_err().to_string()
    };
    assert_eq!(
        refused(none().vertex("age", weights())),
        "the vertex property `age` has 2 values, and there are 3 vertices"
    );
    assert_eq!(
        refused(none().edge("w", weights())),
        "the edge property `w` has no edges: give their ends before it"
    );
    assert_eq!(refused(none().edges(vec![0], vec![])), "1 edges have a first end, and 0 a second");
    let edges = |from, to| none().edges(from, to);
    assert_eq!(
        refused(edges(vec![0], vec![1]).and_then(|p| p.edge("w", weights()))),
        "the edge property `w` has 2 values, and there are 1 edges"
    );
    assert_eq!(
        refused(edges(vec![0, 1], vec![1, 0]).and_then(|p| p.edge("w", weights()))),
        "edge 1 (from 0) has properties, but the graph has no arc from vertex 1 to 0"
    );
    assert_eq!(
        refused(edges(vec![0, 3], vec![1, 0])),
        "edge 1 (from 0) names vertex 3, and the graph has 3, numbered from 0"
    );
    let twice = edges(vec![0, 0], vec![1, 1]).and_then(|p| p.edge("w", weights())?.edge("w", weights()));
    assert_eq!(refused(twice), "the edge property `w` is given twice");
    assert_eq!(
        refused(edges(vec![], vec![]).and_then(|p| p.edges(vec![], vec![]))),
        "the ends of the edges are given twice"
    );
}

#[test]
fn a_part_keeps_its_own() {
    let properties = Properties::default()
        .vertex("age", PropertyColumn::integers(vec![10, 11, 12]))
        .unwrap()
        .edges(vec![1, 0, 2, 1, 1], vec![2, 1, 1, 2, 1])
        .unwrap()
        .edge("w", PropertyColumn::reals(vec![0.0, 1.0, 2.0, 3.0, 4.0]))
        .unwrap();
    // The last one leads from a vertex to itself.
    let graph = arcs().with_properties(properties).unwrap();
    let part = crate::graph::attributes::induced(graph.csr(), Some(graph.attributes()), &[1, 2]);
    let kept = part.attributes().properties.as_ref().unwrap();
    assert_eq!(kept.ends().collect::<Vec<_>>(), [(0, 1), (1, 0), (0, 1), (0, 0)]);
    assert_eq!(kept.of_vertices().get("age").unwrap(), &PropertyColumn::integers(vec![11, 12]));
    assert_eq!(kept.of_edges().get("w").unwrap(), &PropertyColumn::reals(vec![0.0, 2.0, 3.0, 4.0]));
}
