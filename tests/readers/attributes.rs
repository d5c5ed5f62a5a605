//! Labels and directions: the same graph in every format that has a place for them, and what each refuses.

use std::fs;
use std::path::Path;

use motherlode::graph::{
    self, Compression, ExtraColumns, Graph, GraphFormat, LoadOptions, OutputFormat, generate,
};

use super::csr_layouts::{without_checksums, written};
use super::{read_with, refusal_with};

fn options() -> LoadOptions {
    LoadOptions::default()
}

/// What a graph says, in its own ids and labels: vertices with labels, and arcs or edges with theirs.
fn said(graph: &Graph) -> (Vec<String>, Vec<String>) {
    let (csr, attributes) = (graph.csr(), graph.attributes());
    let vertex = |v: u32| {
        let labels = attributes.vertices.as_ref().map_or(Vec::new(), |all| {
            all.of(v).iter().map(|&code| all.labels.names()[code as usize].clone()).collect()
        });
        format!("{} {}", graph.ids().get(v), labels.join(" "))
    };
    let mut edges = Vec::new();
    for v in 0..csr.n() {
        for (place, &w) in (csr.offsets()[v as usize] as usize..).zip(csr.neighbors(v)) {
            let all = attributes.edges.as_ref();
            let label = all.map_or(u32::MAX - 1, |edges| edges.out[place]);
            let directed = attributes.is_directed();
            if label != u32::MAX && (directed || v < w) {
                let names: Vec<&str> =
                    all.map(|edges| edges.labels.names_of(label).collect()).unwrap_or_default();
                edges.push(format!("{} {} {}", graph.ids().get(v), graph.ids().get(w), names.join("+")));
            }
        }
    }
    ((0..csr.n()).map(vertex).collect(), edges)
}

#[test]
fn one_graph_in_every_labelled_format() {
    let lg = "# t 1\nv 1 Person\nv 2 Robot\nv 4 Person\nv 3 Robot\ne 1 2 7\ne 4 2 8\ne 1 4 7\n";
    let gspan = lg.replace("# t 1", "t # 0") + "t # -1\n";
    let expected = said(&read_with(lg, &options()));
    assert_eq!(expected.0, ["1 Person", "2 Robot", "3 Robot", "4 Person"]);
    assert_eq!(expected.1, ["1 2 7", "1 4 7", "2 4 8"]);
    assert_eq!(said(&read_with(&gspan, &options())), expected);
    // Formats with labels of edges alone, and a vertex without edges only in some.
    let label = options().extra_columns(ExtraColumns::Label);
    for (text, options) in [
        ("1 2 7\n4,2,8\n# comment\n1\t4\t7\n", &label),
        ("source,target,label\n1,2,7\n4,2,8\n1,4,7\n", &options()),
        ("type,Target,source\n7,2,1\n8,\"2\",4\n7,4,1\n", &options()),
        ("%%MatrixMarket matrix coordinate integer symmetric\n4 4 3\n2 1 7\n4 2 8\n4 1 7\n", &label),
    ] {
        assert_eq!(said(&read_with(text, options)).1, expected.1, "{text:?}");
    }
    let metis = options().format(GraphFormat::Metis);
    let text = "% weights\n4 3 011\n5 2 7 4 7\n6 1 7 4 8\n6\n5 2 8 1 7\n";
    let found = said(&read_with(text, &metis));
    assert_eq!(found.0, ["1 5", "2 6", "3 6", "4 5"]);
    assert_eq!(found.1, expected.1);
}

#[test]
fn directions_are_kept_when_asked_for() {
    let directed = options().directed(true);
    let arcs = ["1 2 ", "2 1 ", "2 3 ", "4 3 "];
    for text in [
        "1 2\n2 3\n4 3\n2 1\n1 2\n",
        "from,to\n2,3\n1,2\n4,3\n2,1\n",
        "%%MatrixMarket matrix coordinate pattern general\n4 4 4\n1 2\n2 3\n4 3\n2 1\n",
    ] {
        let graph = read_with(text, &directed);
        assert_eq!(said(&graph).1, arcs, "{text:?}");
        assert_eq!((graph.attributes().arcs(), graph.csr().edges()), (Some(4), 3));
        assert!(read_with(text, &options()).attributes().is_empty());
    }
    let graph = read_with("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n", &directed);
    assert_eq!(graph.attributes().arcs(), Some(4));
    let labelled = directed.clone().extra_columns(ExtraColumns::Label);
    assert_eq!(said(&read_with("1 2 a\n2 1 b\n", &labelled)).1, ["1 2 a", "2 1 b"]);
    let metis = options().format(GraphFormat::Metis).directed(true);
    assert!(refusal_with("2 1\n2\n1\n", &metis).contains("no directions"));
}

/// Edges between the same vertices are one of several labels, in every format that has a place for them.
#[test]
fn edges_of_several_labels() {
    let label = options().extra_columns(ExtraColumns::Label);
    let lines = "1 2 b\n3 2 b\n2 1 c\n1 2 a\n3 4 b\n4 3 b\n1 2 b\n";
    let lg = lines.replace("1 2 b\n3", "v 1 x\nv 2 x\nv 3 x\nv 4 x\n1 2 b\n3").replace("\n1 ", "\ne 1 ");
    let lg = lg.replace("\n2 ", "\ne 2 ").replace("\n3 ", "\ne 3 ").replace("\n4 ", "\ne 4 ");
    let csv = format!("source,target,type\n{}", lines.replace(' ', ","));
    for (text, options) in [(lines, &label), (&lg, &options()), (&csv, &options())] {
        let graph = read_with(text, options);
        assert_eq!(said(&graph).1, ["1 2 a+b+c", "2 3 b", "3 4 b"], "{text:?}");
        assert_eq!((graph.csr().edges(), graph.report().duplicates), (3, 2));
        let graph = read_with(text, &options.clone().directed(true));
        assert_eq!(said(&graph).1, ["1 2 a+b", "2 1 c", "3 2 b", "3 4 b", "4 3 b"], "{text:?}");
        assert_eq!((graph.attributes().arcs(), graph.report().duplicates), (Some(5), 1));
    }
}

#[test]
fn labels_in_a_file_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels.txt");
    let with = |text: &str| {
        fs::write(&path, text).unwrap();
        graph::read(&b"5 7\n7 9\n"[..], "input", &options().labels(path.clone()))
    };
    let graph = with("# id label\n7 b a b\n5 a\n9,c\n100 unused\n").unwrap();
    assert_eq!(said(&graph).0, ["5 a", "7 a b", "9 c"]);
    assert!(with("5 a\n7 b\n").unwrap_err().to_string().contains("vertex 9 has no label"));
    assert!(with("5 a\n7 b\n9\n").unwrap_err().to_string().contains("line 3"));
    // A heading, a vertex in several lines, labels in quotes.
    for heading in ["", "id label\n", "vertex,label\n", "# note\n:ID\t:LABEL\n"] {
        let graph = with(&format!("{heading}5 a\n7 b\n5 c\n\"9\",\"d e\"\n5 a\n")).unwrap();
        assert_eq!(said(&graph).0, ["5 a c", "7 b", "9 d e"], "{heading:?}");
    }
    assert!(with("5 a\nid label\n").unwrap_err().to_string().contains("labels.txt, line 2"));
    assert!(with("x a\n").unwrap_err().to_string().contains("labels.txt, line 1"));
    // Labels of names.
    let named = |text: &str| {
        fs::write(&path, text).unwrap();
        graph::read(&b"bob \"a b\"\n"[..], "input", &options().labels(path.clone()))
    };
    for text in ["bob x\n\"a b\" y\nbob z\n7 unused\n", "name\tlabel\na b\ty\nbob\tx\tz\n"] {
        assert_eq!(said(&named(text).unwrap()).0, ["a b y", "bob x z"], "{text:?}");
    }
    assert!(named("bob x\n").unwrap_err().to_string().contains("vertex a b has no label"));
    let twice = graph::read(&b"v 1 a\nv 2 a\ne 1 2 x\n"[..], "input", &options().labels(path.clone()));
    assert!(twice.unwrap_err().to_string().contains("already"));
}

#[test]
fn labels_that_are_missing_are_errors() {
    for (text, words) in [
        ("v 1 a\nv 2\n", "line 2: `v 2`: the vertex has no label"),
        ("v 1 a\nv 2 a\ne 1 2\n", "line 3: `e 1 2`: the edge has no label"),
        ("v 1 a\ne 1 2 x\n", "no line `v 2 LABEL`"),
        ("v 1 a\nv 1 b\n", "twice"),
        ("v 1 a\nv 2 a\ne 1 2 x y\n", "more follows"),
        ("v 1 a\nt # 1\n", "second graph"),
        ("v 1 a\n1 2\n", "expected `v ID LABEL`"),
        ("v 1 a\nt # -1\nv 2 a\n", "line 3: `v 2 a`: it stands after `t # -1`"),
        ("source,target,label\n1,2,\n", "line 2: `1,2,`: the edge has no label"),
        ("source,target,weight\n1,2,3\n", "columns beyond the two ends"),
        ("source,weight\n1,2\n", "only one end"),
        ("source,target\n1,2\n1\n", "line 3"),
        ("source,target\n1,2\n1,b\n", "`b` is no whole number"),
    ] {
        let message = refusal_with(text, &options());
        assert!(message.contains(words), "{text:?}: {message}");
    }
    let label = options().extra_columns(ExtraColumns::Label);
    assert!(refusal_with("1 2 a\n2 3\n", &label).contains("line 2"));
    let real = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n";
    assert!(refusal_with(real, &label).contains("integer"));
}

#[test]
fn damaged_metis_files_are_errors() {
    let metis = options().format(GraphFormat::Metis);
    for (text, words) in [
        ("3 2\n2\n1 3\n", "lines for 2"),
        ("3 2 1\n2 7 3 8\n1 6\n1 8\n", "edge from 1 to 2 is there twice, with the labels `6` and `7`"),
        ("2 1\n2\n1\n1\n", "more follows"),
        ("3 2\n2\n1\n\n", "2 neighbours"),
        ("2 1\n3\n1\n", "index 3"),
        ("2 1 1\n2 5\n1\n", "weight"),
        ("2 1 2\n2\n1\n", "METIS"),
        ("2 1 010 2\n1 1 2\n1 1 1\n", "several weights"),
        ("2\n", "METIS"),
    ] {
        assert!(refusal_with(text, &metis).contains(words), "{text:?}: {}", refusal_with(text, &metis));
    }
    assert_eq!(read_with("3 2\n2\n1 3\n2\n", &metis).report().duplicates, 0);
}

fn g2miner(folder: &Path, meta: &str, parts: &[(&str, &[u8])]) -> Result<Graph, graph::GraphError> {
    fs::write(folder.join("graph.meta.txt"), meta).unwrap();
    for (ending, bytes) in parts {
        fs::write(folder.join(format!("graph.{ending}.bin")), bytes).unwrap();
    }
    graph::load(&folder.join("graph.meta.txt"), &options())
}

#[test]
fn g2miner_graphs_are_read_with_their_labels() {
    let folder = tempfile::tempdir().unwrap();
    // A path 0-1-2.
    let offsets: Vec<u8> = [0u64, 1, 3, 4].iter().flat_map(|x| x.to_le_bytes()).collect();
    let neighbors: Vec<u8> = [1u32, 0, 2, 1].iter().flat_map(|x| x.to_le_bytes()).collect();
    let parts = [("vertex", &offsets[..]), ("edge", &neighbors[..])];
    let plain = g2miner(folder.path(), "3\n4\n4 8 1 2\n2\n0\n0\n0\n", &parts).unwrap();
    assert_eq!((plain.csr().edges(), plain.report().duplicates, plain.attributes().is_empty()), (2, 0, true));
    let missing = g2miner(folder.path(), "3 4 4 8 1 2 2 0 5 0", &parts).unwrap_err().to_string();
    assert!(missing.contains("graph.vlabel.bin: no such file"), "{missing}");
    let labels: Vec<u8> = [9u16, 9, 300, 300].iter().flat_map(|x| x.to_le_bytes()).collect();
    let labelled = [("vlabel", &[3u8, 1, 3][..]), ("elabel", &labels[..])];
    let graph = g2miner(folder.path(), "3 4 4 8 1 2 2 0 5 2", &[&parts[..], &labelled[..]].concat()).unwrap();
    assert_eq!(said(&graph).0, ["0 3", "1 1", "2 3"]);
    assert_eq!(said(&graph).1, ["0 1 9", "1 2 300"]);
    let short = g2miner(folder.path(), "4 4 4 8 1 2 2 0", &parts).unwrap_err().to_string();
    assert!(short.contains("graph.vertex.bin") && short.contains("length"), "{short}");
    assert!(g2miner(folder.path(), "3 x", &[]).is_err());
    let clash: Vec<u8> = [9u16, 8, 300, 300].iter().flat_map(|x| x.to_le_bytes()).collect();
    let clash =
        g2miner(folder.path(), "3 4 4 8 1 2 2 0 5 2", &[&parts[..], &[("elabel", &clash[..])]].concat());
    assert!(
        clash.unwrap_err().to_string().contains("from 0 to 1 is there twice, with the labels `8` and `9`")
    );
    let wild: Vec<u8> = [1u32, 0, 7, 1].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert!(g2miner(folder.path(), "3 4 4 8 1 2 2 0", &[("edge", &wild)]).is_err());
}

#[test]
fn csr_and_lg_files_keep_everything() {
    let folder = tempfile::tempdir().unwrap();
    let lg = "v 1 \nv 1 Person Robot\nv 20 Größe\nv 7 Robot\ne 1 7 7\ne 20 1 8\n".replacen("v 1 \n", "", 1);
    // Edges of several labels, one in both directions.
    let several = format!("{lg}e 7 1 9\ne 1 20 9\ne 20 1 7\ne 20 7 8\n");
    let directed = options().directed(true);
    for (text, options) in [
        (lg.as_str(), &options()),
        (lg.as_str(), &directed),
        (&several, &options()),
        (&several, &directed),
        ("3 4\n4 3\n4 9\n", &directed),
    ] {
        let graph = read_with(text, options);
        let path = folder.path().join("g.csr");
        graph::save(&graph, &path, OutputFormat { format: GraphFormat::Csr, compression: Compression::None })
            .unwrap();
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"GPMCSR03"));
        for back in [
            graph::load(&path, &LoadOptions::default()).unwrap(),
            graph::read(&bytes[..], "g", options).unwrap(),
        ] {
            assert_eq!((back.csr(), back.attributes()), (graph.csr(), graph.attributes()));
            assert_eq!(said(&back), said(&graph));
        }
        if graph.attributes().vertices.is_some() {
            let path = folder.path().join("g.lg.gz");
            graph::save(&graph, &path, OutputFormat::of_name(&path).unwrap()).unwrap();
            assert_eq!(said(&graph::load(&path, options).unwrap()), said(&graph));
        } else {
            let path = folder.path().join("g.el");
            graph::save(&graph, &path, OutputFormat::of_name(&path).unwrap()).unwrap();
            assert_eq!(said(&graph::load(&path, options).unwrap()), said(&graph));
        }
    }
}

#[test]
fn formats_without_a_place_for_labels_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let labelled = read_with("v 1 a\nv 2 b\ne 1 2 x\n", &options());
    let plain = read_with("1 2\n", &options());
    for (graph, name) in [(&labelled, "g.el"), (&labelled, "g.mtx"), (&plain, "g.lg")] {
        let path = folder.path().join(name);
        let error = graph::save(graph, &path, OutputFormat::of_name(&path).unwrap()).unwrap_err().to_string();
        assert!(error.contains("no place for") && !path.exists(), "{error}");
    }
    let csr = read_with("1 2\n", &options());
    let mut bytes = Vec::new();
    graph::write(&csr, GraphFormat::Csr, &mut bytes).unwrap();
    let directed = options().directed(true);
    assert!(graph::read(&bytes[..], "g.csr", &directed).unwrap_err().to_string().contains("no directions"));
}

#[test]
fn damaged_labels_in_csr_files_are_errors() {
    let graph = read_with("v 1 a\nv 2 b\nv 3 b\ne 1 2 x\ne 3 2 y\n", &options().directed(true));
    let bytes = without_checksums(&written(&graph));
    let place = |tag: &[u8]| bytes.windows(8).position(|window| window == tag).unwrap();
    let (labels, edges, back) = (place(b"VLABELOF"), place(b"ELABELOF"), place(b"ARCSBACK"));
    for (place, byte) in [
        (labels, b'X'),
        (labels + 16, 1),
        (labels + 16 + 32, 9),
        (edges + 16, 1),
        (back + 16, 0),
        (back + 8, 4),
    ] {
        let mut damaged = bytes.clone();
        assert_ne!(damaged[place], byte, "{place}");
        damaged[place] = byte;
        assert!(graph::read(&damaged[..], "g.csr", &options()).is_err(), "byte {place} set to {byte}");
    }
    // A file of the first version has no labels, whatever it says.
    for length in 0..bytes.len() {
        let _ = graph::read(&bytes[..length], "g.csr", &options());
    }
}

#[test]
fn generated_labels_are_spread_evenly_and_come_again() {
    let graph = |seed| generate::label(generate::gnm(10, 6_000, 3).unwrap().into(), 8, 3, seed);
    let (one, again, other) = (graph(1), graph(1), graph(2));
    assert_eq!(one.attributes(), again.attributes());
    assert_ne!(one.attributes(), other.attributes());
    let labels = one.attributes().vertices.as_ref().unwrap();
    let mut counts = [0; 8];
    labels.codes.iter().for_each(|&code| counts[code as usize] += 1);
    assert!(counts.iter().all(|&count| (90..170).contains(&count)), "{counts:?}");
    let mut bytes = Vec::new();
    graph::write(&one, GraphFormat::Csr, &mut bytes).unwrap();
    assert_eq!(graph::read(&bytes[..], "g", &options()).unwrap().attributes(), one.attributes());
}
