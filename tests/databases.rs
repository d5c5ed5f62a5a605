//! Readers of databases of graphs: what they understand, and how they refuse what is wrong.

use std::path::Path;

use motherlode::transactions::{Database, DatabaseFormat, load, parse, write_gspan};
use proptest::prelude::*;

fn read(format: DatabaseFormat, text: &str) -> Database {
    parse(text.as_bytes(), Path::new("db"), Some(format)).unwrap_or_else(|error| panic!("{error}"))
}

fn complaint(format: DatabaseFormat, text: impl AsRef<[u8]>) -> String {
    parse(text.as_ref(), Path::new("db"), Some(format)).expect_err("it is wrong").to_string()
}

/// The database as gSpan text: names, classes, labels and edges.
fn text(database: &Database) -> String {
    let mut text = Vec::new();
    write_gspan(database, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Acetic acid, with its name, as each format has it.
const ACID: &str = "t # acid\nv 0 C\nv 1 C\nv 2 O\nv 3 O\ne 0 1 1\ne 1 2 2\ne 1 3 1\n";

const ACID_SDF: &str = "acid
  made by hand

  4  3  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0  0  0  0  0
    1.5000    0.0000    0.0000 C   0  0
    2.1000    1.0000    0.0000 O   0  0
    2.1000   -1.0000    0.0000 O   0  0
  1  2  1  0
  2  3  2  0
  2  4  1  0
M  END
> <weight>
60.05

$$$$
";

#[test]
fn formats_agree_on_a_molecule() {
    let json =
        r#"{"id": "acid", "vertices": ["C", "C", "O", "O"], "edges": [[1, 0, 1], [1, 2, 2], [3, 1, "1"]]}"#;
    let mol = ACID_SDF.split("> <weight>").next().unwrap();
    assert_eq!(text(&read(DatabaseFormat::GSpan, ACID)), ACID);
    assert_eq!(text(&read(DatabaseFormat::Sdf, ACID_SDF)), ACID);
    assert_eq!(text(&read(DatabaseFormat::Sdf, mol)), ACID, "a MOL file");
    assert_eq!(text(&read(DatabaseFormat::Sdf, &ACID_SDF.replace('\n', "\r\n"))), ACID, "lines of Windows");
    assert_eq!(text(&read(DatabaseFormat::Smiles, "CC(=O)O acid")), ACID);
    assert_eq!(text(&read(DatabaseFormat::JsonLines, json)), ACID);
}

#[test]
fn gspan_text_as_it_is_written() {
    let messy = "# made by hand\n\nt # 7 active\r\nv 10 C\nv\t3  Na\n// more\nv 4 C\ne 4 10 s\n e 3 4 d \n\
                 t # 9\nv 0 O\nx 1 2 3\n% that was it\nt # -1\n\n";
    let clean = "t # 7 active\nv 0 C\nv 1 Na\nv 2 C\ne 0 2 s\ne 1 2 d\nt # 9\nv 0 O\n";
    let database = read(DatabaseFormat::GSpan, messy);
    assert_eq!(text(&database), clean);
    assert_eq!(database.classes().unwrap().iter().collect::<Vec<_>>(), ["active", ""]);
    // What miners write can be read again: the support is no class.
    assert_eq!(text(&read(DatabaseFormat::GSpan, "t # 0 * 12\nv 0 1\n")), "t # 0\nv 0 1\n");
}

#[test]
fn labels_that_are_numbers_sort_as_numbers() {
    let database = read(DatabaseFormat::GSpan, "t # 0\nv 0 10\nv 1 9\ne 0 1 -3\n");
    assert_eq!(database.vertex_labels().iter().collect::<Vec<_>>(), ["9", "10"]);
    assert_eq!(database.labels(), [1, 0]);
}

#[test]
fn smiles_of_many_kinds() {
    let molecules = [
        ("C", "v 0 C\n"),
        ("[NH4+].[Cl-]", "v 0 N\nv 1 Cl\n"),
        ("C#N", "v 0 C\nv 1 N\ne 0 1 3\n"),
        ("C/C=C\\C", "v 0 C\nv 1 C\nv 2 C\nv 3 C\ne 0 1 1\ne 1 2 2\ne 2 3 1\n"),
        ("C1CN1", "v 0 C\nv 1 C\nv 2 N\ne 0 1 1\ne 0 2 1\ne 1 2 1\n"),
        ("C=1CN1", "v 0 C\nv 1 C\nv 2 N\ne 0 1 1\ne 0 2 2\ne 1 2 1\n"),
        ("C1CN=%01", "v 0 C\nv 1 C\nv 2 N\ne 0 1 1\ne 0 2 2\ne 1 2 1\n"),
        ("N[C@@H](C)O", "v 0 N\nv 1 C\nv 2 C\nv 3 O\ne 0 1 1\ne 1 2 1\ne 1 3 1\n"),
        ("[13cH]1cc1-*", "v 0 C\nv 1 C\nv 2 C\nv 3 *\ne 0 1 4\ne 0 2 4\ne 1 2 4\ne 2 3 1\n"),
        ("F[Pt@SP1](F)Cl", "v 0 F\nv 1 Pt\nv 2 F\nv 3 Cl\ne 0 1 1\ne 1 2 1\ne 1 3 1\n"),
    ];
    for (smiles, graph) in molecules {
        assert_eq!(text(&read(DatabaseFormat::Smiles, smiles)), format!("t # 1\n{graph}"), "{smiles}");
    }
    let list = read(DatabaseFormat::Smiles, "# two\n\nCO methanol in water\nCN\n");
    assert_eq!([list.name(0), list.name(1)], ["methanol in water", "4"]);
    let long = read(
        DatabaseFormat::Smiles,
        &"C(N".repeat(4000).chars().chain(")".repeat(4000).chars()).collect::<String>(),
    );
    assert_eq!((long.vertices(), long.edges().len()), (8000, 7999));
}

#[test]
fn classes_and_names_of_molecules() {
    let untitled = ACID_SDF.replacen("acid", "", 1).replace("<weight>\n60.05", "<Class>\nactive");
    let database = read(DatabaseFormat::Sdf, &format!("{ACID_SDF}{untitled}"));
    assert_eq!([database.name(0), database.name(1)], ["acid", "2"]);
    assert_eq!(database.classes().unwrap().iter().collect::<Vec<_>>(), ["", "active"]);
    let database = read(DatabaseFormat::JsonLines, "\n{\"class\": 3, \"vertices\": [1], \"edges\": []}\n");
    assert_eq!((database.name(0), database.classes().unwrap().get(0)), ("2", "3"));
}

#[test]
fn formats_are_told_by_name_or_content() {
    let folder = tempfile::tempdir().unwrap();
    let json = r#"{"id":"acid","vertices":["C","C","O","O"],"edges":[[0,1,1],[1,2,2],[1,3,1]]}"#;
    for (name, contents) in [
        ("a.gspan", ACID),
        ("b", ACID),
        ("c.sdf", ACID_SDF),
        ("d", ACID_SDF),
        ("e.smi", "CC(=O)O acid"),
        ("f.jsonl", json),
        ("g", json),
        ("h.SDF", ACID_SDF),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, contents).unwrap();
        assert_eq!(text(&load(&path, None).unwrap()), ACID, "{name}");
        std::fs::write(&path, zstd::encode_all(contents.as_bytes(), 1).unwrap()).unwrap();
        assert_eq!(text(&load(&path, None).unwrap()), ACID, "{name}, compressed");
    }
    let unknown = folder.path().join("unknown");
    std::fs::write(&unknown, "CCO\n").unwrap();
    let error = load(&unknown, None).unwrap_err().to_string();
    assert!(error.contains("not recognised") && error.contains("name the format"), "{error}");
    assert!(load(&folder.path().join("nowhere"), None).unwrap_err().to_string().contains("cannot read"));
}

#[test]
fn bad_gspan_text() {
    let graph = "t # a\nv 0 C\nv 1 O\n";
    for (line, expected) in [
        ("e 0 2 s", "line 4, graph a: the edge's end 2 is not a vertex"),
        ("e 0 0 s", "line 4, graph a: the edge joins vertex 0 to itself"),
        ("e 0 1", "line 4, graph a: expected an edge as 'e id id label', found 'e 0 1'"),
        ("e 0 1 s s", "line 4, graph a: expected an edge"),
        ("e 0 -1 s", "line 4, graph a: expected an edge"),
        ("v 1 C", "line 4, graph a: vertex 1 is given twice"),
        ("v x C", "line 4, graph a: expected a vertex"),
        ("t 1", "line 4, graph a: expected a graph as 't # id'"),
        ("u 0", "line 4, graph a: expected a line that starts with"),
        ("t # -1\nv 2 C", "line 5, graph a: 'v 2 C' stands before the first 't' line"),
        ("e 0 1 s\nv 2 C\ne 1 0 d", "line 6, graph a: there are two edges between vertices 0 and 1"),
    ] {
        let error = complaint(DatabaseFormat::GSpan, format!("{graph}{line}\n"));
        assert!(error.starts_with(&format!("db, {expected}")), "{line}: {error}");
    }
    assert!(complaint(DatabaseFormat::GSpan, "v 0 C\n").starts_with("db, line 1: 'v 0 C' stands before"));
    assert_eq!(complaint(DatabaseFormat::GSpan, ""), "db: there are no graphs in it");
    assert!(
        complaint(DatabaseFormat::GSpan, b"t # a\nv 0 \xff\n")
            .starts_with("db, line 2, graph a: the line is not UTF-8")
    );
}

#[test]
fn bad_molecules() {
    for (from, to, expected) in [
        ("  4  3", "  x  3", "line 4, graph acid: expected a counts line"),
        ("V2000", "V3000", "line 4, graph acid: V3000 is not supported: write the molecules as V2000"),
        ("  4  3", "  4  4", "line 12, graph acid: expected a bond line"),
        ("  4  3", "  9  3", "line 9, graph acid: expected an atom line"),
        ("  2  4  1", "  2  5  1", "line 11, graph acid: the edge's end 5 is not a vertex"),
        ("  2  4  1", "  2  2  1", "line 11, graph acid: the edge joins vertex 2 to itself"),
        ("  2  4  1", "  3  2  1", "line 11, graph acid: there are two edges between vertices 1 and 2"),
    ] {
        assert!(ACID_SDF.contains(from), "{from}");
        let error = complaint(DatabaseFormat::Sdf, ACID_SDF.replacen(from, to, 1));
        assert!(error.starts_with(&format!("db, {expected}")), "{to}: {error}");
    }
    assert!(complaint(DatabaseFormat::Sdf, "\n \n").starts_with("db: there are no graphs"));
    assert!(
        complaint(DatabaseFormat::Sdf, "a\nb\n").starts_with("db, line 2, graph a: expected a counts line")
    );
    for (smiles, expected) in [
        ("CX bad", "graph bad: 'CX' is not SMILES: unexpected 'X' at character 2"),
        ("C(C", "graph 3: 'C(C' is not SMILES: it ends too early"),
        ("C1CC", "graph 3: 'C1CC' is not SMILES: ring closure 1 is not closed"),
        ("C=1CC#1", "graph 3: 'C=1CC#1' is not SMILES: the bonds of ring closure 1 differ"),
        ("C11", "graph 3: 'C11' is not SMILES: ring closure 1 joins an atom to itself"),
        ("C1C1", "graph 3: there are two edges between vertices 0 and 1"),
    ] {
        let error = complaint(DatabaseFormat::Smiles, format!("CC one\n\n{smiles}\n"));
        assert!(error.starts_with(&format!("db, line 3, {expected}")), "{smiles}: {error}");
    }
}

#[test]
fn bad_json() {
    for (line, expected) in [
        ("{\"vertices\": [1]}", "line 2: not a graph as"),
        ("{\"vertices\": [1], \"edges\": [[0, 1, 2]]}", "line 2, graph 2: the edge's end 1 is not a vertex"),
        ("{\"vertices\": [1], \"edges\": [[0, 0, 2]]}", "line 2, graph 2: the edge joins vertex 0 to itself"),
        ("{\"vertices\": [1.5], \"edges\": []}", "line 2: not a graph as"),
        ("{\"vertices\": [\"a b\"], \"edges\": []}", "line 2, graph 2: the label 'a b' is not one word"),
        ("{\"vertices\": [1], \"edges\": [], \"lables\": 0}", "line 2: not a graph as"),
        ("nonsense", "line 2: not a graph as"),
    ] {
        let error =
            complaint(DatabaseFormat::JsonLines, format!("{{\"vertices\":[1],\"edges\":[]}}\n{line}\n"));
        assert!(error.starts_with(&format!("db, {expected}")), "{line}: {error}");
    }
}

/// Texts of several blocks: each graph is read once, and lines are numbered through.
#[test]
fn blocks_make_no_difference() {
    const COPIES: usize = 9000;
    let json =
        r#"{"vertices":["C","C","O","O"],"edges":[[0,1,1],[1,2,2],[1,3,1]],"id":"a rather long name"}"#;
    let smiles = format!("CC(=O)O {}", "acid".repeat(20));
    for (format, one) in [
        (
            DatabaseFormat::GSpan,
            ACID.to_owned() + "# a comment, to make the text of a graph a little longer than it is\n",
        ),
        (DatabaseFormat::Sdf, ACID_SDF.to_owned()),
        (DatabaseFormat::JsonLines, json.to_owned() + "\n"),
        (DatabaseFormat::Smiles, smiles + "\n"),
    ] {
        let all = one.repeat(COPIES);
        let database = read(format, &all);
        assert_eq!((database.graphs() as usize, database.edges().len()), (COPIES, 3 * COPIES), "{format:?}");
        assert!(database.starts().windows(2).all(|bounds| bounds[1] - bounds[0] == 4), "{format:?}");
        let line = all.lines().count() + if format == DatabaseFormat::Sdf { 4 } else { 1 };
        let error = complaint(format, format!("{all}?\n?\n?\n?\n$$$$\n"));
        assert!(error.starts_with(&format!("db, line {line}")), "{format:?}: {error}");
    }
}

proptest! {
    #[test]
    fn nonsense_is_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in [DatabaseFormat::GSpan, DatabaseFormat::Sdf, DatabaseFormat::JsonLines, DatabaseFormat::Smiles] {
            let _ = parse(&bytes, Path::new("db"), Some(format));
        }
    }

    #[test]
    fn damaged_text_is_refused_or_read(at in 0..600usize, with in "[ -~\n]{0,4}", cut in 0..6usize) {
        for (format, text) in [(DatabaseFormat::GSpan, ACID), (DatabaseFormat::Sdf, ACID_SDF), (DatabaseFormat::Smiles, "CC(=O)[O-]C1=CC/N1 a")] {
            let at = at % text.len();
            let damaged = format!("{}{with}{}", &text[..at], &text[(at + cut).min(text.len())..]);
            let _ = parse(damaged.as_bytes(), Path::new("db"), Some(format));
        }
    }

    #[test]
    fn bracketed_nonsense_is_refused_or_read(text in "[\\[\\]()CNcno@THASPBO0-9+.=#/%:-]{0,24}") {
        let _ = parse(text.as_bytes(), Path::new("db"), Some(DatabaseFormat::Smiles));
    }
}
