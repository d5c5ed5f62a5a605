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

/// As graph query languages write them; they were errors.
#[test]
fn long_links_are_links() {
    for (long, short) in [
        ("(a)--(b)", "(a)-(b)"),
        ("(a)-->(b)", "(a)->(b)"),
        ("(a)<--(b)", "(a)<-(b)"),
        ("a-[]-b", "a-b"),
        ("a -[ ]-> b", "a->b"),
        ("a<-[]-b--c", "a<-b, b-c"),
    ] {
        assert_eq!(pattern(long), pattern(short), "{long}");
        assert_eq!(pattern(long).to_string(), pattern(short).to_string());
    }
    for bad in ["(a)---(b)", "(a)--[:x]-(b)", "a-[]b", "(a)<-->(b)", "(a)- -(b)"] {
        assert!(matches!(Pattern::parse(bad), Err(PatternError::Syntax { .. })), "{bad}");
    }
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
        (
            "a-b-c-d-e-f-g-h-i-j-k-l-m",
            "`m` would be vertex number 13: patterns have at most 12, at character 25\n  a-b-c-d-e-f-g-h-i-j-k-l-m\n                          ^",
        ),
        (
            "(a:x)-b, b-(a:x)",
            "`a` was mentioned before: a vertex has its labels and conditions where it is first mentioned, at character 12\n  (a:x)-b, b-(a:x)\n             ^",
        ),
        (
            "a-b, b!a",
            "`b!a` contradicts `a-b`, as two vertices are joined in one way only, at character 8\n  a-b, b!a\n         ^",
        ),
        (
            "a->b, a-[:x]->b",
            "`a-[:x]->b` contradicts `a->b`, as two vertices are joined in one way only, at character 15\n  a->b, a-[:x]->b\n                ^",
        ),
        ("a->b, b<-a", "the edge `b<-a` is written twice, at character 10\n  a->b, b<-a\n           ^"),
        (
            "(a:)-b",
            "a label (letters, digits, `_`, or text in double quotes) expected, ')' found, at character 4\n  (a:)-b\n     ^",
        ),
        ("(a:x|x)-b", "the label `x` is written twice, at character 6\n  (a:x|x)-b\n       ^"),
        (
            "(a:\"x)-b",
            "`\"` at the end of the text expected, the end found, at character 9\n  (a:\"x)-b\n          ^",
        ),
        (
            "a-[x]-b",
            "`:` and a label, `{` and a condition, or `]` expected, 'x' found, at character 4\n  a-[x]-b\n     ^",
        ),
        ("a-[:x]b", "`-` or `->` expected, 'b' found, at character 7\n  a-[:x]b\n        ^"),
        (
            "a<->b",
            "a vertex (a mutual pair is `a->b, b->a`) expected, '>' found, at character 4\n  a<->b\n     ^",
        ),
        (
            "(a-b",
            "`:` and a label, `{` and a condition, or `)` expected, '-' found, at character 3\n  (a-b\n    ^",
        ),
        (
            "a-b, !(x)!a",
            "the anti-vertex `x` has no edge, so that nearly every graph would have such a vertex, at character 6\n  a-b, !(x)!a\n       ^",
        ),
        (
            "a-b, a-!(x)-!(y)",
            "`x` and `y` are both anti-vertices: each is joined to ordinary vertices only, at character 13\n  a-b, a-!(x)-!(y)\n              ^",
        ),
        (
            "a-b, !(a)-b",
            "`a` was mentioned before without `!`: an anti-vertex is one from its first mention on, at character 6\n  a-b, !(a)-b\n       ^",
        ),
        (
            "a-b # why\nb-",
            "a vertex (letters, digits, `_`) expected, the end found, on line 2, at character 3\n  b-\n    ^",
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

/// A name tells how many pairs are mutual, of one arc, and null; no two triads are the same.
#[test]
fn triads_are_what_their_names_say() {
    let triads: Vec<String> =
        known_names().into_iter().filter(|name| name.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert_eq!(triads.len(), 13);
    for name in &triads {
        let triad = pattern(name);
        let mut kinds = [0; 3];
        for (u, v) in [(0, 1), (1, 2), (0, 2)] {
            let arcs = triad.edges().iter().filter(|&&arc| arc == (u, v) || arc == (v, u)).count();
            kinds[2 - arcs] += 1;
        }
        assert_eq!(kinds.map(|kind| kind.to_string()).concat(), name[..3], "{name}: {triad}");
        assert_eq!(pattern(&triad.to_string()), triad);
        assert_eq!(pattern(&name.to_lowercase()), triad);
        assert!(triads.iter().all(|other| (other == name) == pattern(other).is_isomorphic(&triad)), "{name}");
    }
    assert_eq!(pattern("021C").to_string(), "a->b, b->c, b!>a, c!>b, a!c");
    assert_eq!(pattern("030C").automorphism_count(), 3);
    for unjoined in ["003", "012", "102"] {
        assert!(matches!(error(unjoined), PatternError::Disconnected { .. }), "{unjoined}");
    }
}

#[test]
fn sizes_outside_a_family_are_refused() {
    for (text, range) in [
        ("13-clique", (2, 12)),
        ("2-cycle", (3, 12)),
        ("12-star", (1, 11)),
        ("0-path", (2, 12)),
        ("99999999999999999999999-clique", (2, 12)),
        ("9-4-biclique", (1, 11)),
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
    assert_eq!(Pattern::from_edges(&[(0, 12)]), Err(PatternError::Vertices { vertices: 13 }));
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

#[test]
fn the_language_says_what_it_should() {
    let found = pattern("(a:Person)-[:knows]->(b:Person|Robot), b-c, a!c");
    assert_eq!((found.vertices(), found.edges()), (3, &[(0, 1), (1, 2)][..]));
    assert_eq!(found.all_vertices()[1].labels, ["Person", "Robot"]);
    let link = |from, to, kind, labels: &[&str]| Link {
        from,
        to,
        kind,
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        conditions: Vec::new(),
    };
    assert_eq!(
        found.links(),
        [
            link(0, 1, LinkKind::Forward, &["knows"]),
            link(1, 2, LinkKind::Edge, &[]),
            link(0, 2, LinkKind::Absent, &[]),
        ]
    );
    assert!(!found.is_plain() && pattern("(a)-(b), b-c").is_plain());
    // Anti-vertices are numbered last, whatever comes first.
    let found = pattern("!(x:Robot)-a, a<-[:1|2]-b, x!b");
    assert_eq!((found.vertices(), found.name(0), found.name(2)), (2, "a", "x"));
    assert_eq!(found.links()[0], link(2, 0, LinkKind::Edge, &[]));
    assert_eq!(found.links()[1].ends(), (1, 0));
}

#[test]
fn texts_are_displayed_as_they_were_written() {
    for text in [
        "(a:Person)-[:knows]->(b:Person|Robot), b-c, a!c",
        "a->b, b->a",
        "a<-b, c!a, c-b",
        "!(x:Robot)-a, a<-[:1|2]-b, x!b",
        "(a:\"two words\"|\"a\\\"b\\\\\")-b",
        "(user)-post",
        "(a:Größe)-[:42]-b",
        "(a:Person {age > 30, type = \"GABA\"})-[:synapse {weight >= 2}]->(b {size != 3})",
        "a-[{weight > 2.5}]->b, b!>a",
        "a<-[{w in [1, 2]}]-b, (c {\"two words\" = true})<!a, !(x:y {name !contains \"q\"})-a, c-b",
    ] {
        assert_eq!(pattern(text).to_string(), text);
        assert_eq!(pattern(&pattern(text).to_string()), pattern(text));
    }
    let spaced = pattern(" ( a : x | y ) - [ : 1 ] -> b , # a comment\n a ! c; c<-b ");
    assert_eq!(spaced.to_string(), "(a:x|y)-[:1]->b, a!c, c<-b");
}

#[test]
fn automorphisms_keep_what_is_said() {
    for (text, automorphisms) in [
        ("(a:1)-b-(c:1)-d-a", 4),
        ("(a:1|2)-b-(c:2|1)-d-a", 4),
        ("(a:1)-b-(c:2)-d-a", 2),
        ("a->b->c->a", 3),
        ("a->b, b->a", 2),
        ("a->b", 1),
        ("a-[:1]-b-[:1]-c-[:2]-a", 2),
        ("a-b-c-d-a, a!c", 4),
        ("a-b-c-a, !(x)-a, x-b", 2),
        ("a-b-c-a, !(x)-a-!(y), x-b, y-c", 2),
        ("a-b-c-a, !(x)-a, x-b, !(y)-b, y-c, !(z)-c, z-a", 6),
        ("a->b, b!>a, a->c, c!>a", 2),
        ("a->b, b!>a, a->c", 1),
        ("a->c<-b, a!>b, b!>a", 2),
        ("a->c<-b, a!b", 2),
        ("a->c<-b, a!>b", 1),
        ("(a {x > 1})-b-(c {x > 1})-d-a", 4),
        ("(a {x > 1, y: 2})-b-(c {y = 2, x>1})-d-a", 4),
        ("(a {x > 1})-b-(c {x > 2})-d-a", 2),
        ("(a:L {x > 1})-b-(c {x > 1})-d-a", 2),
        ("(a {x in [1, 2]})-(b {x in [2, 1]})", 2),
        ("a-[:1 {w=1}]-b-[:1 {w=1}]-c", 2),
        ("a-[:1 {w=1}]-b-[{w=1}]-c", 1),
        ("12-clique", 479_001_600),
        ("11-star", 39_916_800),
        ("12-cycle", 24),
    ] {
        assert_eq!(pattern(text).automorphism_count(), automorphisms, "{text}");
        if automorphisms < 1000 {
            assert_eq!(pattern(text).automorphisms().len() as u64, automorphisms, "{text}");
        }
    }
    assert!(!pattern("a->b->c").is_isomorphic(&pattern("a->b<-c")));
    assert!(pattern("(a:1)->b").is_isomorphic(&pattern("x<-(y:1)")));
    assert!(!pattern("a-b-c, a!c").is_isomorphic(&pattern("a-b-c")));
}

#[test]
fn patterns_are_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Pattern::open(path.to_str().unwrap())
    };
    assert!(file("p.el", "# a triangle\n0 1\n1\t2\n\n2,0\n").unwrap().is_isomorphic(&pattern("triangle")));
    assert_eq!(file("n.pattern", "house # five vertices\n").unwrap(), pattern("house"));
    let written = file("q.pattern", "(a:1)-b # first\n  b!c\nc-a\n").unwrap();
    assert_eq!(written, pattern("(a:1)-b, b!c, c-a"));
    let lines = file("s.pattern", "a-b-c-a # a triangle\n!(d)-a d-b\n!(e:1)-b e-c\n").unwrap();
    assert_eq!(lines, pattern("a-b-c-a, !(d)-a, d-b, !(e:1)-b, e-c"));
    assert_eq!(pattern("a-b, b-c, a ! (c)"), pattern("a-b, b-c, a!(c)"));
    let message = file("r.pattern", "a-b\nb-b\n").unwrap_err().to_string();
    assert!(
        message.contains("r.pattern: an edge from `b` to itself") && message.contains("line 2"),
        "{message}"
    );
    assert!(Pattern::open("nowhere.pattern").unwrap_err().to_string().contains("nowhere.pattern"));
}

/// Texts that are mostly in the language.
fn any_text() -> impl Strategy<Value = String> {
    let label = || prop::sample::select(vec!["1", "2", "Person", "\"a b\"", "é"]);
    let labels = move || prop::collection::vec(label(), 1..3).prop_map(|labels| labels.join("|"));
    let name = || "[a-f]";
    let conditions = || {
        let test = prop::sample::select(vec![
            "age > 30",
            "type=\"GABA\"",
            "\"a b\" <> -2.5",
            "x in [1, 2.0,\"3\"]",
            "x !in [true]",
            "x : false",
            "name contains \"\\\"\"",
            "name !contains \"\"",
            "ä <= 1e20",
            "w>=-0.5e-3",
            "w < .5",
        ]);
        prop::collection::vec(test, 1..3).prop_map(|tests| format!("{{{}}}", tests.join(", ")))
    };
    let vertex = prop_oneof![
        4 => name().prop_map(|name| name),
        2 => (name(), labels()).prop_map(|(name, labels)| format!("({name}:{labels})")),
        1 => (name(), labels(), conditions()).prop_map(|(name, labels, asked)| format!("({name}:{labels}{asked})")),
        1 => (name(), conditions()).prop_map(|(name, asked)| format!("({name} {asked})")),
        1 => "[x-z]".prop_map(|name| format!("!({name})")),
    ];
    let link = prop_oneof![
        4 => Just("-".to_owned()),
        1 => Just("->".to_owned()),
        1 => Just("<-".to_owned()),
        1 => Just("!".to_owned()),
        1 => Just("!>".to_owned()),
        1 => Just("<!".to_owned()),
        1 => (labels(), conditions()).prop_map(|(labels, asked)| format!("-[:{labels}{asked}]-")),
        1 => conditions().prop_map(|asked| format!("-[{asked}]->")),
        1 => labels().prop_map(|labels| format!("<-[:{labels}]-")),
    ];
    let pair = (vertex.clone(), link, vertex).prop_map(|(from, link, to)| format!("{from}{link}{to}"));
    prop::collection::vec(pair, 1..7).prop_map(|pairs| pairs.join(", "))
}

proptest! {
    #[test]
    fn texts_of_the_language_come_back(text in any_text()) {
        if let Ok(found) = Pattern::parse(&text) {
            prop_assert_eq!(pattern(&found.to_string()), found.clone());
            prop_assert_eq!(pattern(&found.to_string()).to_string(), found.to_string());
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let _ = Pattern::parse(&text);
    }

    #[test]
    fn no_pattern_like_text_panics(text in "[a-e0-9éK,; -]{0,24}|[ab()!:<>|\"\\\\1#,\\[\\] -]{0,24}|a-\\[?\\{?[ab()!:<>=\"1in.{},\\[\\] -]{0,24}|[0-9]{0,3}-?(clique|star|wheel|biclique)") {
        let _ = Pattern::parse(&text);
    }

    #[test]
    fn what_is_displayed_is_read_back(edges in prop::collection::vec((0usize..12, 0usize..12), 1..20)) {
        if let Ok(found) = Pattern::from_edges(&edges) {
            let text = found.to_string();
            let read = pattern(&text);
            prop_assert!(read.is_isomorphic(&found));
            prop_assert_eq!(read.to_string(), text);
            prop_assert_eq!(pattern(&read.to_string()), read);
        }
    }
}
