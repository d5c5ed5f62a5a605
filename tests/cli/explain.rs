//! `motherlode explain`.

use super::Folder;

#[test]
fn plans_in_words() {
    let folder = Folder::new();
    insta::assert_snapshot!("explain_house", folder.output("explain house"));
    insta::assert_snapshot!(
        "explain_diamond_karate",
        folder.output("explain diamond karate --induced vertex")
    );
}

#[test]
fn attributed_plans_in_words() {
    let folder = Folder::new();
    folder.write("people.lg", super::PEOPLE);
    for (name, arguments) in [
        ("explain_labels", "'(a:Person)-[:owns]->(b:Robot)<-[:owns]-(c:Person), a-c' people.lg --directed"),
        ("explain_anti_vertex", "'(a:Person)-b-c-a, !(d:Robot|Toy)-a, d-b' people.lg"),
        ("explain_power", "3-star --semantics homomorphisms"),
    ] {
        insta::assert_snapshot!(name, folder.output(&format!("explain {arguments}")));
    }
    let json = folder.json("explain '(a:Person)-b' people.lg");
    assert_eq!(json["levels"][0]["candidates"], "vertices labelled Person");
}

#[test]
fn plans_as_json() {
    let json = Folder::new().json("explain diamond karate");
    assert_eq!((&json["method"], &json["automorphisms"]), (&"formula".into(), &4.into()), "{json}");
}

#[test]
fn the_method_is_named() {
    let folder = Folder::new();
    for (arguments, method) in [
        ("bull", "formula"),
        ("gem --induced vertex", "census"),
        ("wheel", "formula"),
        ("6-cycle", "decomposition"),
        ("6-cycle --without decomposition", "walk"),
        ("house --without reuse", "walk"),
        ("6-cycle karate", "walk"),
        ("prism", "walk"),
        ("4-cycle", "wedges"),
        ("5-clique", "cliques"),
        ("'a-b-c, a!c'", "supergraphs"),
        ("'a-b-c, a!c' --without decomposition", "attributed walk"),
        ("'a-b-c, a!c' karate", "attributed walk"),
        ("'a-b-c, !(d)-a'", "attributed walk"),
    ] {
        let text = folder.output(&format!("explain {arguments}"));
        assert!(text.starts_with(&format!("method        {method}: ")), "{arguments}: {text}");
        assert_eq!(text.contains("not walked"), !method.ends_with("walk"), "{arguments}: {text}");
    }
}

#[test]
fn estimates_beside_what_they_come_to() {
    let folder = Folder::new();
    insta::assert_snapshot!("explain_analyze", folder.output("explain house karate --analyze --threads 2"));

    let json = folder.json("explain triangle karate --analyze");
    let analysis = &json["analysis"];
    // Zachary's karate club has 34 vertices, 78 edges and 45 triangles.
    assert_eq!((&analysis["found"], &analysis["visits"][0]["actual"]), (&45.into(), &34.0.into()), "{json}");
    assert_eq!(analysis["visits"][1]["actual"], 78.0, "{json}");
    assert!(folder.json("explain triangle karate")["analysis"].is_null());
    let embeddings = folder.json("explain triangle karate --analyze --semantics embeddings");
    assert_eq!(embeddings["analysis"]["found"], 45, "subgraphs are what is walked");
}

/// All that the pattern language can say is in the drawing.
const EVERYTHING: &str =
    "'(a:Person)-[:owns]->(b:Robot|Toy), b->c, c->b, a!c, !(d)-a, d-b' people.lg --directed";

#[test]
fn drawings_for_a_terminal() {
    let folder = Folder::new();
    folder.write("people.lg", super::PEOPLE);
    let drawings = ["house", "4-clique", "3-star", EVERYTHING, "house karate --analyze"]
        .map(|arguments| folder.output(&format!("explain {arguments} --format drawing")));
    insta::assert_snapshot!("explain_drawing", drawings.join("\n"));
}

#[test]
fn pictures() {
    let folder = Folder::new();
    folder.write("people.lg", super::PEOPLE);
    for (arguments, vertices, links, levels) in
        [("house karate --analyze", 5, 6, 4), ("3-star", 4, 3, 1), (EVERYTHING, 4, 6, 3)]
    {
        let text = folder.output(&format!("explain {arguments} --format svg"));
        let mut names = Vec::new();
        for event in svg::read(&text).expect("SVG") {
            match event {
                svg::parser::Event::Tag(name, kind, _) if kind != svg::node::element::tag::Type::End => {
                    names.push(name)
                }
                svg::parser::Event::Error(error) => panic!("{arguments}: {error}"),
                _ => (),
            }
        }
        let of = |name: &str| names.iter().filter(|other| **other == name).count();
        // Each vertex stands in the pattern and in the order; each level has a bar, and its frame; the page is a
        // rectangle.
        assert_eq!(
            (of("circle"), of("line"), of("rect")),
            (2 * vertices, links, 2 * levels + 1),
            "{arguments}"
        );
    }
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let folder = Folder::new();
    for arguments in ["'a-b-c, a!c' karate", "3-star karate --semantics homomorphisms", "9-path no-such-file"]
    {
        let complaint = folder.complaint(2, &format!("explain {arguments} --analyze"));
        assert!(complaint.contains("cannot be analysed"), "{complaint}");
    }
    let complaint = folder.complaint(2, "explain house --analyze");
    assert!(complaint.contains("GRAPH"), "{complaint}");
}

#[test]
fn what_is_left_out_of_the_planner_shows() {
    let folder = Folder::new();
    let json = folder.json("explain house --without symmetry-breaking --without order-scoring");
    assert_eq!(json["restrictions"], serde_json::json!([]));
    assert_eq!(json["order"], serde_json::json!(["a", "b", "c", "d", "e"]));
    let attributed = folder.json("explain 'a-b-c, a!c' karate --without symmetry-breaking");
    assert_eq!(attributed["restrictions"], serde_json::json!([]));
    let analysis = folder.json("explain house karate --analyze --without symmetry-breaking");
    assert_eq!(analysis["analysis"]["found"], 781, "each match is told once");
}

#[test]
fn a_deadline_ends_an_analysis() {
    let folder = Folder::new();
    // 7-cycles at this size take hours.
    let complaint = folder.complaint(1, "explain 7-cycle rmat:12 --analyze --deadline 1s");
    assert!(complaint.contains("deadline"), "{complaint}");
    assert_eq!(folder.json("explain triangle karate --analyze --deadline 1h")["analysis"]["found"], 45);
    let complaint = folder.complaint(2, "explain triangle karate --analyze --deadline never");
    assert!(complaint.contains("--deadline"), "{complaint}");
}

/// A search for a plan that takes minutes was not ended by its deadline.
#[test]
fn a_deadline_ends_the_search_for_a_plan() {
    let pattern = "a-b, b-c, c-d, a-e, c-f, f-g, e-h, d-i, b-j, e-k, e-l, a-d, b!e, c!e, d-e, e!f, b-g, c!g, d-g, a-h, c!h, \
                   d!h, g!h, a-i, b-i, c!i, e!i, f-i, g!i, a-j, e!j, f-j, g!j, h!j, i-j, b!k, c!k, f-k, g-k, a!l, b!l, c!l, \
                   f-l, i!l, k-l, !(w)-f, w-i, w-e, w!j, !(x)-j, x-d, x-i";
    let start = std::time::Instant::now();
    let explain = format!("explain '{pattern}' karate --induced vertex --semantics embeddings --deadline 1s");
    let ended = Folder::new().motherlode(&explain).output().expect("the command runs");
    // Should planning become as fast as that, there is a plan.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        ended.status.success() || said == "motherlode: the deadline passed before the job was done\n",
        "{said}"
    );
}
