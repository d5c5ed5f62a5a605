use proptest::prelude::*;

use super::*;

fn pattern(text: &str) -> Pattern {
    Pattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> PatternError {
    Pattern::parse(text).expect_err(text)
}

/// Vertices, edges and automorphisms, as known from the literature on these graphs.
#[test]
fn names_give_the_graphs_that_they_name() {
    let known = [
        ("edge", 2, 1, 2),
        ("wedge", 3, 2, 2),
        ("triangle", 3, 3, 6),
        ("diamond", 4, 5, 4),
        ("tailed-triangle", 4, 4, 2),
        ("tailed-square", 5, 5, 2),
        ("house", 5, 6, 2),
        ("bowtie", 5, 6, 8),
        ("bull", 5, 5, 2),
        ("cricket", 5, 5, 4),
        ("dart", 5, 6, 2),
        ("gem", 5, 7, 2),
        ("wheel", 5, 8, 8),
        ("prism", 6, 9, 12),
        ("octahedron", 6, 12, 48),
        ("cube", 8, 12, 48),
        ("5-clique", 5, 10, 120),
        ("8-clique", 8, 28, 40_320),
        ("6-cycle", 6, 6, 12),
        ("4-path", 4, 3, 2),
        ("4-star", 5, 4, 24),
        ("6-wheel", 6, 10, 10),
        ("3-book", 5, 7, 12),
        ("5-near-clique", 5, 9, 12),
        ("2-3-biclique", 5, 6, 12),
        ("4-4-biclique", 8, 16, 1152),
    ];
    for (name, vertices, edges, automorphisms) in known {
        let found = pattern(name);
        let shape = (found.vertices(), found.edges().len(), found.automorphisms().len());
        assert_eq!(shape, (vertices, edges, automorphisms), "{name}");
    }
}

#[test]
fn a_house_is_a_square_with_a_triangle_on_one_edge() {
    assert!(pattern("house").is_isomorphic(&pattern("a-b-c-d-a, a-r, r-b")));
    assert!(!pattern("house").is_isomorphic(&pattern("2-3-biclique")));
}

#[test]
fn aliases_are_isomorphic() {
    let groups: [&[&str]; 8] = [
        &["edge", "2-clique", "2-path", "1-star", "k2"],
        &["wedge", "3-path", "2-star", "3 path"],
        &["triangle", "3-clique", "3-cycle", "Triangle", " triangle ", "1-book"],
        &["square", "4-cycle", "rectangle", "c4", "2-2-biclique", "4cycle"],
        &["diamond", "2-book", "4-near-clique", "chordal-square"],
        &["tailed-triangle", "paw", "tailed_triangle", "Tailed Triangle"],
        &["claw", "3-star", "1-3-biclique"],
        &["4-wheel", "4-clique", "K4"],
    ];
    for group in groups {
        group.iter().for_each(|name| assert!(pattern(name).is_isomorphic(&pattern(group[0])), "{name}"));
    }
}

#[test]
fn edge_text_is_read_in_all_its_forms() {
    let triangle = pattern("a-b, b-c, c-a");
    for text in ["a-b b-c c-a", "a-b-c-a", "a - b - c - a", "a-b;b-c;c-a", "a-b,\n b-c,\tc-a,"] {
        assert_eq!(pattern(text), triangle, "{text}");
    }
    assert_eq!(triangle.to_string(), "a-b, b-c, c-a");
    assert_eq!(pattern("0-1 1-2 2-0").name(2), "2");
    assert_eq!(pattern("7-3").name(0), "7");
    assert_eq!(pattern("user-post, post-tag").name(1), "post");
}

#[test]
fn errors_show_the_place() {
    let cases = [
        (
            "a-b, b-b",
            "an edge from `b` to itself, which patterns do not have, at character 8\n  a-b, b-b\n         ^",
        ),
        ("a-b, b-a", "the edge `b-a` is written twice, at character 8\n  a-b, b-a\n         ^"),
        ("a-b, c", "`-` and another vertex expected, the end found, at character 7\n  a-b, c\n        ^"),
        (
            "a-b,, b-c",
            "a vertex (letters, digits, `_`) expected, ',' found, at character 5\n  a-b,, b-c\n      ^",
        ),
        ("a-(b:1)", "a vertex (letters, digits, `_`) expected, '(' found, at character 3\n  a-(b:1)\n    ^"),
        (
            "a-b-c-d-e-f-g-h-i",
            "`i` would be vertex number 9: patterns have at most 8, at character 17\n  a-b-c-d-e-f-g-h-i\n                  ^",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(error(text).to_string(), message);
    }
}

#[test]
fn disconnected_patterns_are_refused_by_their_parts() {
    let message = error("a-b, c-d, d-e").to_string();
    assert_eq!(
        message,
        "the pattern is not connected: no path leads from a, b to c, d, e; count the parts one by one"
    );
    assert_eq!(
        Pattern::from_edges(&[(0, 1), (3, 1)]).unwrap_err(),
        PatternError::Disconnected {
            parts: vec![vec!["a".into(), "b".into(), "d".into()], vec!["c".into()]]
        }
    );
}

#[test]
fn unknown_names_list_the_nearest() {
    let nearest = |text: &str| match error(text) {
        PatternError::UnknownName { nearest, .. } => nearest,
        other => panic!("{text}: {other}"),
    };
    assert_eq!(nearest("triangel")[0], "triangle");
    assert_eq!(nearest("tailed-triangel")[0], "tailed-triangle");
    assert_eq!(nearest("hause")[0], "house");
    assert_eq!(nearest("5-cliqe")[0], "5-clique");
    assert_eq!(nearest("clique")[0], "4-clique");
    assert_eq!(nearest("dimond")[0], "diamond");
    assert!(!nearest("x").is_empty());
}

#[test]
fn sizes_outside_a_family_are_refused() {
    for (text, range) in [
        ("9-clique", (2, 8)),
        ("2-cycle", (3, 8)),
        ("8-star", (1, 7)),
        ("0-path", (2, 8)),
        ("99999999999999999999999-clique", (2, 8)),
        ("5-4-biclique", (1, 7)),
    ] {
        match error(text) {
            PatternError::Size { smallest, largest, .. } => assert_eq!((smallest, largest), range, "{text}"),
            other => panic!("{text}: {other}"),
        }
    }
}

#[test]
fn lists_of_edges_are_checked() {
    assert_eq!(Pattern::from_edges(&[]), Err(PatternError::Vertices { vertices: 0 }));
    assert_eq!(Pattern::from_edges(&[(0, 8)]), Err(PatternError::Vertices { vertices: 9 }));
    assert!(matches!(Pattern::from_edges(&[(0, usize::MAX)]), Err(PatternError::Vertices { .. })));
    assert!(matches!(Pattern::from_edges(&[(0, 1), (1, 1)]), Err(PatternError::SelfLoopAt { index: 1, .. })));
    assert!(matches!(
        Pattern::from_edges(&[(0, 1), (1, 0)]),
        Err(PatternError::RepeatedEdgeAt { index: 1, .. })
    ));
}

#[test]
fn orbits_and_stabilizers_agree_with_the_group() {
    let house = pattern("a-b-c-d-a, a-r, r-b").automorphisms();
    assert_eq!(house.orbits(), [0b00011, 0b01100, 0b10000]);
    assert_eq!(house.stabilizer(0).len(), 1);
    assert!(house.fixes(0b10000) && !house.fixes(0b10001));
    let cube = pattern("cube").automorphisms();
    (0..8)
        .for_each(|v| assert_eq!(cube.orbit(v).count_ones() as usize * cube.stabilizer(v).len(), cube.len()));
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let _ = Pattern::parse(&text);
    }

    #[test]
    fn no_pattern_like_text_panics(text in "[a-e0-9éK,; -]{0,24}|[0-9]{0,3}-?(clique|star|wheel|biclique)") {
        let _ = Pattern::parse(&text);
    }

    #[test]
    fn what_is_displayed_is_read_back(edges in prop::collection::vec((0usize..8, 0usize..8), 1..20)) {
        if let Ok(found) = Pattern::from_edges(&edges) {
            let text = found.to_string();
            let read = pattern(&text);
            prop_assert!(read.is_isomorphic(&found));
            prop_assert_eq!(read.to_string(), text);
            prop_assert_eq!(pattern(&read.to_string()), read);
        }
    }
}
