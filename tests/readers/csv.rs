//! CSV: what stands in quotes is as it was written, and quotes end.

use motherlode::graph::properties::PropertyValue;
use motherlode::graph::{self, Graph, LoadOptions, VertexId};
use proptest::prelude::*;

use super::{read, refusal};

/// What the vertices are called.
fn names(graph: &Graph) -> Vec<&str> {
    graph.ids().names().expect("names").iter().collect()
}

#[test]
fn blanks_within_quotes_are_data() {
    let graph = read("source,target\n a ,\" sp\"\n a,\"sp \"\n\"\ta\" , sp\n");
    assert_eq!(names(&graph), ["\ta", " sp", "a", "sp", "sp "]);
    let graph = read("source , \"target\" , label\na, b, \" x\"\na, c ,x\n");
    let labels = graph.attributes().edge_labels().expect("labels").names().to_vec();
    assert_eq!(labels, [" x", "x"]);
    let graph = read("source,target\n\"two\r\nlines, and a \"\"quote\"\"\",b\nb,c\n");
    assert_eq!(names(&graph), ["b", "c", "two\r\nlines, and a \"quote\""]);
}

#[test]
fn an_open_quote_is_told_by_its_line() {
    let open = "a quote opens here that is not closed before the file ends";
    for (text, place) in [
        ("source,target\na,b\nb,\"c\nc,d\nd,e\n", "line 3: `\"c`"),
        ("source,target\na,b\n\"b\nx\",\"c\nc,d\nd,e\n", "line 4: `\"c`"),
        ("source,target\na,b\nb,\"\"\"\"\"", "line 3: `\"\"\"\"\"`"),
        ("source,\"target\na,b\n", "line 1: `\"target`"),
    ] {
        assert_eq!(refusal(text), format!("in, {place}: {open}"), "{text:?}");
    }
    assert!(refusal("source,target\na,\"b\" c\n").contains("line 2: `a,\"b\" c`: more follows a quote"));
    let graph = read("source,target\na,b\nb,\"c\"\"\"");
    assert_eq!(names(&graph), ["a", "b", "c\""], "a quote that closes where the file ends");
}

#[test]
fn rows_are_as_wide_as_the_header() {
    for (row, found) in [("a", 1), ("a,b,c", 3), ("", 0), ("   ", 1)] {
        let text = format!("source,target\na,b\n{row}\nb,c\n");
        match found {
            0 => assert_eq!(read(&text).csr().edges(), 2),
            _ => assert_eq!(
                refusal(&text),
                format!("in, line 3: `{row}`: {found} fields, and the header has 2")
            ),
        }
    }
}

#[test]
fn a_column_of_row_numbers_has_no_name() {
    for header in [",source,target", "\"\",source,target", "Unnamed: 0,source,target"] {
        let graph = read(&format!("{header}\n0,7,8\n1,8,9\n"));
        assert_eq!(super::edges_by_id(&graph), [(7, 8), (8, 9)].into(), "{header}");
        assert_eq!(names(&read(&format!("{header}\n0,a,b\n"))), ["a", "b"], "{header}");
    }
    let graph = read(",x,y\n0,7,8\n1,8,9\n");
    assert_eq!(super::edges_by_id(&graph), [(7, 8), (8, 9)].into());
    assert!(refusal(",source,target,weight\n0,7,8,2\n").contains("columns beyond the two ends"));
    assert_eq!(read(",target,label,source\n0,7,x,8\n").csr().edges(), 1);
}

/// The properties of vertices `1` and `2`, read from files.
fn properties(vertices: &str, edges: &str) -> Graph {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let options =
        LoadOptions::default().vertex_properties(file("v", vertices)).edge_properties(file("e", edges));
    graph::read(&b"1 2\n2 3\n"[..], "in", &options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn properties_are_read_in_the_same_way() {
    let graph = properties("\u{feff}id,a\n1,\" sp\"\n2, sp\n", ",source,target,w\n0,1,2,\" \"\n1,2,3,x\n");
    let properties = graph.attributes().properties().unwrap();
    let at = |v: u64| graph.ids().lookup(graph.csr().n()).find(VertexId::Number(v)).unwrap() as usize;
    let texts = properties.of_vertices().get("a").unwrap();
    let expected = [" sp", "sp"].map(|text| Some(PropertyValue::Text(text)));
    assert_eq!([texts.get(at(1)), texts.get(at(2))], expected);
    let weights = properties.of_edges().get("w").unwrap();
    assert_eq!([weights.get(0), weights.get(1)], [" ", "x"].map(|text| Some(PropertyValue::Text(text))));
    assert_eq!(properties.ends().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
}

/// As many columns as a file has are read, in time and memory that grow with their number; or those that are asked for.
#[test]
fn columns_are_read_that_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide");
    let header: Vec<String> = (0..50_000).map(|column| format!("\tc{column}")).collect();
    let text = format!("id{}\n1{}\n2{}\n", header.concat(), "\t7".repeat(50_000), "\tx".repeat(50_000));
    std::fs::write(&path, text).unwrap();
    let read = |options: LoadOptions| {
        graph::read(&b"1 2\n"[..], "in", &options.vertex_properties(path.clone())).unwrap()
    };
    let columns = |graph: &Graph| {
        let table = graph.attributes().properties().unwrap().of_vertices();
        let value = table.get("c49999").and_then(|column| column.get(0));
        (table.columns().len(), value.map(|value| value == PropertyValue::Text("7")), table.is_empty())
    };
    assert_eq!(columns(&read(LoadOptions::default())), (50_000, Some(true), false));
    let asked = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
    let some = read(LoadOptions::default().properties(asked(&["c1", "c49999", "none"])));
    assert_eq!(columns(&some), (2, Some(true), false));
    assert_eq!(columns(&read(LoadOptions::default().properties(asked(&[])))), (0, None, false));
}

#[test]
fn labels_are_read_in_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let labelled = |labels: &str| {
        std::fs::write(&path, labels).unwrap();
        graph::read(&b"1 2\n"[..], "in", &LoadOptions::default().labels(path.clone()))
    };
    let graph = labelled("\u{feff}1,\" sp\"\n2,sp\n").unwrap();
    assert_eq!(graph.attributes().vertices.as_ref().unwrap().labels.names(), [" sp", "sp"]);
    let open = labelled("1,x\n2,\"sp\n3,y\n").unwrap_err().to_string();
    assert!(open.contains("line 2: `2,\"sp`: a quote is open"), "{open}");
}

proptest! {
    /// Any texts come back, however much of them has to be in quotes.
    #[test]
    fn fields_come_back(rows in prop::collection::vec(("[ab \",\r\n\t]{1,6}", "[ab \",\r\n\t]{1,6}"), 1..20)) {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut text = "source,target\n".to_owned();
        for (from, to) in &rows {
            text += &format!("{},{}\n", quoted(from), quoted(to));
        }
        let options = LoadOptions::default().names(true);
        let graph = graph::read(text.as_bytes(), "in", &options).unwrap();
        let mut expected: Vec<&str> =
            rows.iter().filter(|(from, to)| from != to).flat_map(|(from, to)| [&**from, &**to]).collect();
        expected.sort_unstable();
        expected.dedup();
        let found: Vec<&str> = graph.ids().names().map_or_else(Vec::new, |names| names.iter().collect());
        prop_assert_eq!(found, expected);
    }
}
