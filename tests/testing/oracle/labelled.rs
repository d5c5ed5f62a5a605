//! Labelled graphs and patterns to test with.

use proptest::prelude::*;
use proptest::sample::select;

use super::attributed::{Said, Told};

const EDGE_LABELS: [&str; 2] = ["1", "2"];

/// A graph of 8 vertices in which every label occurs, with hubs. Of half the seeds, some edges have both labels.
pub fn said(seed: u64, directed: bool, m: usize) -> Said {
    let n = 8;
    let pairs = super::random_graph(seed, n, m);
    let digit = |i: usize, base: u64| (seed.wrapping_mul(0x9e37_79b9) >> (i % 13)) % base;
    let mut edges = Vec::new();
    for (i, &(u, v)) in pairs.iter().enumerate() {
        let (u, v) = if digit(i, 2) == 0 { (u, v) } else { (v, u) };
        edges.push((u as usize, v as usize, Some(EDGE_LABELS[(i + digit(i, 2) as usize) % 2])));
        if directed && i % 3 == 0 {
            edges.push((v as usize, u as usize, Some(EDGE_LABELS[(i / 3) % 2])));
        }
    }
    // Whatever the digits say, no label is missing.
    for (edge, label) in edges.iter_mut().zip(EDGE_LABELS) {
        edge.2 = Some(label);
    }
    if seed % 2 == 1 {
        let second = |&(u, v, label): &(usize, usize, Option<&'static str>)| {
            let other = EDGE_LABELS.into_iter().find(|&other| Some(other) != label);
            // Undirected, whichever way it is given.
            if directed || (u + v) % 2 == 0 { (u, v, other) } else { (v, u, other) }
        };
        edges.extend(edges.clone().iter().skip(1).step_by(3).map(second));
    }
    let labels = |v: usize| match (v + seed as usize) % 5 {
        0 | 1 => vec!["x"],
        2 => vec!["y"],
        3 => vec!["z", "x"],
        _ => vec!["y", "z"],
    };
    Said { n, directed, vertex_labels: (0..n).map(labels).collect(), edges, ..Said::default() }
}

/// Patterns for them, for undirected graphs.
pub const UNDIRECTED: [&str; 22] = [
    "(a:x)-b",
    "(a:x)-(b:x)",
    "(a:x|y)-[:1]-(b:z)",
    "a-[:1|2]-b-[:2]-c",
    "(a:x)-(b:x)-(c:x)-a",
    "(a:x)-b-c-a",
    "a-b-c, a!c",
    "(a:x)-b-(c:x), a!c",
    "a-b-c-d-a, a!c",
    "a-b-c-d, a!c, b!d, a!d",
    "a-b, a-c, a-d",
    "(a:x)-(b:y), a-(c:y), a-(d:y)",
    "a-b-c-a, !(x)-a",
    "a-b-c-a, !(x)-a, x-b",
    "a-b, !(x:y)-a, x!b",
    "a-b, !(x)-a, x-b",
    "a-b-c, !(x)-a, x-c, x!b",
    "a-b, a-c, !(x:z)-[:1]-a, !(y)-b, y-c",
    "(a:y)-b-c-(d:y), a!d, !(x)-b, x-c",
    "a-[:1]-b-[:1]-c-[:2]-a, a-d",
    "(a:x)-b-(c:y)-d-a, a-c",
    "(a:x)-b-c-d-e-a, b!d",
];

/// The same for directed ones.
pub const DIRECTED: [&str; 32] = [
    "a->b",
    "a-b",
    "a->b, b->a",
    "a->b->c->a",
    "a->b->c, a->c",
    "(a:x)-[:1]->(b:y|z)",
    "a<-b->c",
    "a-[:1]-b->c",
    "a->b-c, a!c",
    "(a:x)->b<-(c:x)",
    "a->b, !(x)->a",
    "a->b, !(x)->a, x->b",
    "a-b-c-a, a->d, !(x:z)-[:2]->d",
    "a->b->c->d->a",
    "a->b, b->a, b-[:1]->c",
    "(a:x)-[:knows]->b",
    "a->b, a<!b",
    "a-[:1]->b, b!>a",
    "a->b->c, a!>c",
    "a->b->c, a<!c",
    "a->b->c, a!>c, c!>a",
    "(a:x)->b<-(c:x), a!>c",
    "a->b, a->c, b<!c",
    "a->b->c->d, d!>a, a!c",
    "a->b, a->c, a->d, b!>c, c!>d, d!>b",
    "a-b, b-c, b-d, a!>c, a!>d",
    "a->b, a<!b, a->c, a<!c",
    "a->b, a<!b, a->c",
    "a->b, !(x)!>a, x-b",
    "a->b, !(x:y)->a, a!>x",
    "a-b-c, !(x)->b, x<!a, x!c",
    "a->b, !(x)->a, x<!b, !(y:z)-b",
];

/// The same graph with properties, and several edges with properties between some vertices, none between others.
pub fn with_properties(said: Said, seed: u64) -> Said {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = move |end: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % end
    };
    let mut rows = Vec::new();
    for &(u, v, _) in &said.edges {
        let times = [1, 2, 3, 1, 2, 0][below(6) as usize];
        rows.extend((0..times).map(|_| if said.directed || below(2) == 0 { (u, v) } else { (v, u) }));
    }
    let mut column = |len: usize, values: &[Told]| -> Vec<Option<Told>> {
        (0..len).map(|_| Some(values[below(values.len() as u64) as usize]).filter(|_| below(6) > 0)).collect()
    };
    let (n, edges) = (said.n, rows.len());
    let numbers = |numbers: &[f64]| numbers.iter().map(|&number| Told::Number(number)).collect::<Vec<_>>();
    let booleans = [Told::Boolean(true), Told::Boolean(false)];
    let vertex_properties = vec![
        ("age", column(n, &numbers(&[1.0, 2.0, 3.0, 4.0]))),
        ("kind", column(n, &[Told::Text("GABA"), Told::Text("ACh"), Told::Text("glu")])),
        ("old", column(n, &booleans)),
    ];
    let edge_properties = vec![
        ("weight", column(edges, &numbers(&[0.5, 1.0, 1.5, 2.0]))),
        ("count", column(edges, &numbers(&[1.0, 2.0, 3.0]))),
        ("type", column(edges, &[Told::Text("x"), Told::Text("xy")])),
        ("ok", column(edges, &booleans)),
    ];
    Said { vertex_properties, rows, edge_properties, ..said }
}

/// What is said of links and of vertices, from which patterns are drawn.
type Vocabulary = (Vec<&'static str>, Vec<&'static str>);

/// Conditions on properties, some beside labels.
fn conditions(directed: bool) -> Vocabulary {
    let signs = if directed {
        vec![
            "-[{weight > 1}]->",
            "<-[{type = \"x\"}]-",
            "-[:1 {weight >= 1, ok = true}]->",
            "-[{count in [1, 3.0]}]-",
            "<-[:2|1 {type contains \"y\"}]-",
            "->",
            "-",
            "-[:2]->",
        ]
    } else {
        vec![
            "-[{weight > 1}]-",
            "-[{type !contains \"y\"}]-",
            "-[:1 {weight <= 1.5, ok: true}]-",
            "-",
            "-[:2]-",
            "-[{count !in [2]}]-",
        ]
    };
    let asked = vec![
        "",
        "",
        " {age > 2}",
        " {age > 2}",
        ":x {kind = \"GABA\"}",
        ":y|z",
        " {kind in [\"ACh\", \"glu\"], age != 3}",
        " {old = false}",
    ];
    (signs, asked)
}

/// Labels and directions.
fn labels(directed: bool) -> Vocabulary {
    let signs = if directed {
        vec!["-", "->", "<-", "-[:1]->", "<-[:2|1]-", "-[:2]-"]
    } else {
        vec!["-", "-", "-[:1]-", "-[:2]-", "-[:1|2]-"]
    };
    (signs, vec!["", "", "", ":x", ":y", ":x|z"])
}

/// A connected pattern with conditions on properties.
pub fn any_conditions(directed: bool) -> impl Strategy<Value = String> {
    let (signs, asked) = conditions(directed);
    patterns(directed, signs, asked)
}

/// A connected pattern of two to five vertices, in the language: a tree, more links, labels, an anti-vertex.
pub fn any_pattern(directed: bool) -> impl Strategy<Value = String> {
    let (signs, asked) = labels(directed);
    patterns(directed, signs, asked)
}

/// A connected pattern of two to five vertices with whatever the language has, together: often with one kind of thing
/// left out altogether, as what one pattern has of all kinds hardly ever matches, and what is alone is planned in
/// another way.
pub fn any_language(directed: bool) -> impl Strategy<Value = String> {
    any::<[bool; 2]>().prop_flat_map(move |[plain_links, plain_vertices]| {
        let (with_labels, with_conditions) = (labels(directed), conditions(directed));
        let signs = [with_labels.0, with_conditions.0].concat();
        let asked = [with_labels.1, with_conditions.1].concat();
        let signs = signs.into_iter().map(|sign| if plain_links { without_brackets(sign) } else { sign });
        patterns(directed, signs.collect(), if plain_vertices { vec![""] } else { asked })
    })
}

/// The direction alone of what is said of a link.
fn without_brackets(sign: &'static str) -> &'static str {
    match (sign.starts_with('<'), sign.ends_with('>')) {
        (true, _) => "<-",
        (_, true) => "->",
        _ => "-",
    }
}

fn patterns(
    directed: bool,
    signs: Vec<&'static str>,
    asked: Vec<&'static str>,
) -> impl Strategy<Value = String> {
    let absences = if directed { vec!["!", "!>", "<!", "!>"] } else { vec!["!", "!"] };
    let label = move || select(asked.clone());
    let tree = prop::collection::vec((any::<prop::sample::Index>(), select(signs.clone())), 1..5);
    let more = prop::collection::vec(
        prop::option::weighted(0.4, select([signs.clone(), absences.clone()].concat())),
        10,
    );
    // Something in the other direction of a pair of which one is spoken already.
    let both = prop::option::weighted(
        if directed { 0.4 } else { 0.01 },
        (any::<prop::sample::Index>(), select(vec!["->", "!>", "!>", "!>"])),
    );
    let anti = prop::option::weighted(
        0.4,
        (
            label(),
            select(signs),
            any::<[prop::sample::Index; 2]>(),
            select([vec!["", "-"], absences].concat()),
        ),
    );
    (tree, more, both, prop::collection::vec(label(), 5), anti).prop_map(
        |(tree, more, both, labels, anti)| {
            let k = tree.len() + 1;
            let mut links: Vec<(usize, usize, &str)> =
                tree.iter().zip(1..).map(|((parent, sign), v)| (parent.index(v), v, *sign)).collect();
            let pairs = (0..k).flat_map(|v| (0..v).map(move |u| (u, v)));
            for ((u, v), sign) in pairs.zip(more) {
                if let Some(sign) = sign.filter(|_| !links.iter().any(|&(a, b, _)| (a, b) == (u, v))) {
                    links.push((u, v, sign));
                }
            }
            if let Some((which, sign)) = both {
                let (u, v, first) = links[which.index(links.len())];
                match first {
                    _ if first.starts_with('<') => links.push((u, v, sign)),
                    _ if first.ends_with('>') => links.push((v, u, sign)),
                    _ => {}
                }
            }
            let name = |v: usize| ["a", "b", "c", "d", "e"][v];
            let mut seen = [false; 5];
            let mut vertex = |v: usize| match std::mem::replace(&mut seen[v], true) {
                true => name(v).to_owned(),
                false => format!("({}{})", name(v), labels[v]),
            };
            let mut parts: Vec<String> =
                links.iter().map(|&(u, v, sign)| format!("{}{sign}{}", vertex(u), vertex(v))).collect();
            if let Some((label, sign, [u, v], second)) = anti {
                parts.push(format!("!(n{label}){sign}{}", name(u.index(k))));
                if !second.is_empty() && u.index(k) != v.index(k) {
                    parts.push(format!("n{second}{}", name(v.index(k))));
                }
            }
            parts.join(", ")
        },
    )
}
