//! Readers of databases of graphs: what they understand, and how they refuse what is wrong.

use std::path::Path;

use motherlode::transactions::{
    Database, DatabaseError, DatabaseFormat, DatabaseOptions, load, parse, parse_with, write_gspan,
};
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

/// Acetic acid in the newer version: indices in no order, a line in two parts, and blocks that are left.
const ACID_V3000: &str = "acid
  made by hand

  0  0  0     0  0            999 V3000
M  V30 BEGIN CTAB
M  V30 COUNTS 4 3 1 0 0
M  V30 BEGIN ATOM
M  V30 7 C 0.0 0.0 0.0 0
M  V30 2 C 1.5 0.0 -
M  V30 0.0 0
M  V30 1 O 2.1 1.0 0.0 0 CHG=-
M  V30 -1
M  V30 9 O 2.1 -1.0 0.0 0
M  V30 END ATOM
M  V30 BEGIN BOND
M  V30 1 1 7 2
M  V30 2 2 1 2 CFG=0
M  V30 3 1 2 9
M  V30 END BOND
M  V30 LINKNODE 1 2 2 1 2 1 3
M  V30 BEGIN SGROUP
M  V30 1 DAT 0 ATOMS=(1 7)
M  V30 END SGROUP
M  V30 END CTAB
M  END
> <weight>
60.05

$$$$
";

#[test]
fn molecules_of_v3000() {
    assert_eq!(text(&read(DatabaseFormat::Sdf, ACID_V3000)), ACID);
    assert_eq!(text(&parse(ACID_V3000.as_bytes(), Path::new("db"), None).unwrap()), ACID, "told by content");
    let both = format!("{ACID_SDF}{ACID_V3000}{}", ACID_V3000.replace('\n', "\r\n"));
    assert_eq!(text(&read(DatabaseFormat::Sdf, &both)), ACID.repeat(3));
    for (from, to, expected) in [
        ("COUNTS 4", "COUNTS x", "line 6, graph acid: expected 'M  V30 COUNTS'"),
        ("COUNTS 4", "COUNTS 5", "line 24, graph acid: expected 'M  V30 END CTAB' after the atoms and bonds"),
        ("M  V30 COUNTS 4 3 1 0 0\n", "", "line 6, graph acid: expected 'M  V30 COUNTS'"),
        ("M  V30 7 C 0.0", "M  V30 7", "line 8, graph acid: expected an atom as"),
        ("M  V30 7 C", "M  V30 2 C", "line 9, graph acid: vertex 2 is given twice"),
        ("3 1 2 9", "3 1 2 8", "line 18, graph acid: the edge's end 8 is not a vertex"),
        ("3 1 2 9", "3 1 2", "line 18, graph acid: expected a bond as"),
        ("3 1 2 9", "3 1 2 2", "line 18, graph acid: the edge joins vertex 2 to itself"),
        ("3 1 2 9", "3 1 2 1", "line 18, graph acid: there are two edges between vertices 1 and 2"),
        ("M  V30 END BOND", "M  END", "line 19, graph acid: expected 'M  V30 END CTAB'"),
        ("M  V30 END BOND", "> <x>", "line 19, graph acid: expected a line that starts with 'M  V30 '"),
    ] {
        assert!(ACID_V3000.contains(from), "{from}");
        let error = complaint(DatabaseFormat::Sdf, ACID_V3000.replacen(from, to, 1));
        assert!(error.starts_with(&format!("db, {expected}")), "{from} to {to}: {error}");
    }
    let cut = ACID_V3000.split("M  V30 END CTAB").next().unwrap();
    assert!(
        complaint(DatabaseFormat::Sdf, cut)
            .starts_with("db, line 23, graph acid: expected 'M  V30 END CTAB'")
    );
}

/// A molecule whose delimiter is missing takes the next one with it: that is told, and not left out in silence.
#[test]
fn molecules_without_a_delimiter_between_them() {
    let mol = ACID_SDF.split("> <weight>").next().unwrap();
    let items = ACID_SDF.replace("$$$$\n", "");
    let v3000 = ACID_V3000.replace("$$$$\n", "");
    let more = mol.replace("  4  3", "  4  2");
    for (text, line) in [
        (format!("{mol}{ACID_SDF}"), 13),
        (format!("{mol}\n{ACID_V3000}"), 14),
        (format!("{items}{ACID_SDF}"), 19),
        (format!("{items}{ACID_V3000}"), 19),
        (format!("{}{ACID_SDF}", mol.replace("M  END\n", "")), 15),
        (format!("{v3000}{ACID_SDF}"), 32),
        (format!("{}{ACID_SDF}", v3000.split("> <weight>").next().unwrap()), 26),
        (mol.replace("M  END\n", "M  END\nnonsense\n"), 13),
    ] {
        let expected = format!("db, line {line}, graph acid: expected '$$$$' before the next molecule");
        let found = complaint(DatabaseFormat::Sdf, &text);
        assert!(found.starts_with(&expected), "{text}: {found}");
    }
    // Bonds beyond the number of them.
    let expected = "db, line 11, graph acid: expected a line of properties, or 'M  END'";
    assert!(complaint(DatabaseFormat::Sdf, &more).starts_with(expected));
    let properties = "A    1\nC alias\nM  CHG  1   3  -1\nM  END\n";
    let kept = read(DatabaseFormat::Sdf, &ACID_SDF.replace("M  END\n", properties));
    assert_eq!(text(&kept), ACID);
}

/// Any atom is one label in both versions, and in SMILES.
#[test]
fn stars_are_one_label() {
    let v2000 = ACID_SDF.replacen(" C ", " * ", 1);
    for star in ["*", "\"*\""] {
        let v3000 = ACID_V3000.replacen(" 7 C", &format!(" 7 {star}"), 1);
        assert_eq!(
            text(&read(DatabaseFormat::Sdf, &v3000)),
            text(&read(DatabaseFormat::Sdf, &v2000)),
            "{star}"
        );
    }
    assert_eq!(text(&read(DatabaseFormat::Smiles, "*C(=O)O acid")), text(&read(DatabaseFormat::Sdf, &v2000)));
}

#[test]
fn one_graph_is_no_database() {
    let found = complaint(DatabaseFormat::GSpan, "t 2 1\nv 0 1 1\nv 1 1 1\ne 0 1\n");
    assert!(found.starts_with("db, line 1: 't 2 1' is the start of one graph with its sizes"), "{found}");
}

#[test]
fn names_in_latin_1() {
    let latin = |text: &str| text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect::<Vec<u8>>();
    let named = |text: &str| {
        text.replacen("acid", "Säure é", 1)
            .replace("<weight>\n60.05", "<class>\nstark – ß".replace('–', "·").as_str())
    };
    for format in [ACID_SDF, ACID_V3000] {
        let bytes = latin(&named(format));
        assert!(std::str::from_utf8(&bytes).is_err());
        let database = parse(&bytes, Path::new("db"), Some(DatabaseFormat::Sdf)).unwrap();
        assert_eq!((database.name(0), database.classes().unwrap().get(0)), ("Säure é", "stark · ß"));
        // The same text as UTF-8.
        assert_eq!(database, read(DatabaseFormat::Sdf, &named(format)));
    }
    let database =
        parse(&latin("CC(=O)O Essigsäure\n"), Path::new("db"), Some(DatabaseFormat::Smiles)).unwrap();
    assert_eq!(database.name(0), "Essigsäure");
}

/// Good and bad graphs in turn, of each format: those that are good are read as if the others were not there.
#[test]
fn bad_graphs_are_left_out_on_request() {
    let gspan = [
        "t # a x\nv 0 C\nv 1 O\ne 0 1 1\n",
        "t # b\nv 0 Xx\nv 1 Xx\ne 0 1 zz\ne 1 0 9\n",
        "t # c\nv 0 N\n",
        "t 5\nv 0 Yy\n",
        "t # d\nv 0 C\ne 0 7 1\nv 1 Zz\nnonsense\n",
        "t # e\nv 0 O\n",
    ];
    let json = [
        "{\"vertices\": [\"C\", \"O\"], \"edges\": [[0, 1, 1]], \"class\": 1}\n",
        "{\"vertices\": [\"Xx\", 1.5], \"edges\": []}\n",
        "{\"vertices\": [\"N\"], \"edges\": []}\n",
        "{\"vertices\": [\"Yy\"], \"edges\": [[0, 3, 1]]}\n",
        "\n",
        "{\"vertices\": [\"O\"], \"edges\": [\n",
    ];
    let smiles = ["CO a\n", "C(Xx b\n", "N c\n", "[Zr]1CC1C1 d\n", "C11\n", "O=O e\n"];
    let broken = ACID_V3000.replacen(" C ", " Xx ", 1).replacen("3 1 2 9", "3 77 2 2", 1);
    let sdf = [
        ACID_SDF.to_owned(),
        broken,
        ACID_V3000.to_owned(),
        "a\nb\n$$$$\n".to_owned(),
        ACID_SDF.replacen("  4  3", "  4  9", 1),
        ACID_SDF.replace("acid", ""),
    ];
    let lists: [(DatabaseFormat, Vec<String>, &[usize]); 4] = [
        (DatabaseFormat::GSpan, gspan.map(str::to_owned).to_vec(), &[1, 3, 4]),
        (DatabaseFormat::JsonLines, json.map(str::to_owned).to_vec(), &[1, 3, 5]),
        (DatabaseFormat::Smiles, smiles.map(str::to_owned).to_vec(), &[1, 3, 4]),
        (DatabaseFormat::Sdf, sdf.to_vec(), &[1, 3, 4]),
    ];
    for (format, records, bad) in lists {
        let all = records.concat();
        let good: String =
            (0..records.len()).filter(|i| !bad.contains(i)).map(|i| records[i].as_str()).collect();
        let good = read(format, &good);
        let first = complaint(format, &all);
        for block_bytes in [1, 30, 1 << 20] {
            let options = DatabaseOptions::default().format(format).skip_bad(true).block_bytes(block_bytes);
            let (database, skipped) = parse_with(all.as_bytes(), Path::new("db"), &options).unwrap();
            assert_eq!(database.edges(), good.edges(), "{format:?}");
            assert_eq!((database.starts(), database.labels()), (good.starts(), good.labels()), "{format:?}");
            assert_eq!(database.vertex_labels(), good.vertex_labels(), "{format:?}");
            assert_eq!(database.edge_labels(), good.edge_labels(), "{format:?}");
            assert_eq!(database.classes(), good.classes(), "{format:?}");
            assert_eq!((skipped.count, skipped.first.len()), (3, 3), "{format:?}: {skipped:?}");
            assert_eq!(skipped.first[0].to_string(), first, "{format:?}");
            let lines: Vec<u64> = skipped.first.iter().map(line).collect();
            for (line, &record) in lines.iter().zip(bad) {
                let before: usize = records[..record].iter().map(|text| text.lines().count()).sum();
                let own = before as u64 + 1..=(before + records[record].lines().count()) as u64;
                assert!(own.contains(line), "{format:?}: record {record}, line {line}");
            }
        }
        let none: String = bad.iter().map(|&record| records[record].as_str()).collect();
        let options = DatabaseOptions::default().format(format).skip_bad(true);
        let error = parse_with(none.as_bytes(), Path::new("db"), &options).unwrap_err().to_string();
        assert!(
            error.starts_with("db: none of 3 graphs can be read; the first error is db, line "),
            "{error}"
        );
    }
}

fn line(error: &DatabaseError) -> u64 {
    match error {
        DatabaseError::Line { line, .. } => *line,
        other => panic!("{other}"),
    }
}

#[test]
fn only_the_first_bad_graphs_are_kept() {
    let text = "C one\n".to_owned() + &"?\n".repeat(1000);
    let options = DatabaseOptions::default().format(DatabaseFormat::Smiles).skip_bad(true).block_bytes(64);
    let (database, skipped) = parse_with(text.as_bytes(), Path::new("db"), &options).unwrap();
    assert_eq!((database.graphs(), skipped.count), (1, 1000));
    assert_eq!(skipped.first.iter().map(line).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
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
        ("t # b x y", "line 4, graph a: expected a graph as 't # id', or 't # id class'"),
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

fn read_directed(format: DatabaseFormat, text: &str) -> Result<Database, DatabaseError> {
    let options = DatabaseOptions::default().format(format).directed(true);
    parse_with(text.as_bytes(), Path::new("db"), &options).map(|(database, _)| database)
}

#[test]
fn arcs_lead_from_their_first_vertex_to_their_second() {
    let arcs = "t # a\nv 0 A\nv 1 B\nv 2 A\ne 0 1 s\ne 1 0 s\ne 2 0 d\n";
    let shuffled = "t # a\nv 5 A\nv 7 B\nv 6 A\ne 6 5 d\ne 7 5 s\ne 5 7 s\n";
    let json =
        r#"{"id": "a", "vertices": ["A", "B", "A"], "edges": [[1, 0, "s"], [2, 0, "d"], [0, 1, "s"]]}"#;
    for (format, given) in
        [(DatabaseFormat::GSpan, arcs), (DatabaseFormat::GSpan, shuffled), (DatabaseFormat::JsonLines, json)]
    {
        let database = read_directed(format, given).unwrap();
        assert!(database.is_directed());
        assert_eq!(text(&database), arcs, "{given}");
        assert!(
            complaint(format, given)
                .ends_with("there are two edges between vertices 0 and 1: graphs must be simple")
        );
    }
    assert!(!read(DatabaseFormat::GSpan, "t # a\nv 0 A\n").is_directed());
}

#[test]
fn arcs_that_are_wrong() {
    let wrong = |format, text: &str| read_directed(format, text).expect_err("it is wrong").to_string();
    let graph = "t # a\nv 0 A\nv 1 B\ne 1 0 s\ne 0 1 s\n";
    assert_eq!(
        wrong(DatabaseFormat::GSpan, &format!("{graph}e 1 0 d\n")),
        "db, line 6, graph a: there are two arcs from vertex 1 to vertex 0: graphs must be simple"
    );
    assert_eq!(
        wrong(DatabaseFormat::GSpan, &format!("{graph}e 1 1 d\n")),
        "db, line 6, graph a: the edge joins vertex 1 to itself: graphs must be simple"
    );
    for (format, name, text) in
        [(DatabaseFormat::Sdf, "SDF", ACID_SDF), (DatabaseFormat::Smiles, "SMILES", "CC(=O)O acid")]
    {
        let error = wrong(format, text);
        assert!(
            error.starts_with(&format!("db: {name} has molecules, whose bonds have no directions")),
            "{error}"
        );
    }
}

#[test]
fn bad_molecules() {
    for (from, to, expected) in [
        ("  4  3", "  x  3", "line 4, graph acid: expected a counts line"),
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

#[test]
fn marks_of_byte_order_are_passed_over() {
    let json =
        r#"{"id": "acid", "vertices": ["C", "C", "O", "O"], "edges": [[1, 0, 1], [1, 2, 2], [3, 1, "1"]]}"#;
    for (format, text_of) in [
        (DatabaseFormat::GSpan, ACID),
        (DatabaseFormat::Sdf, ACID_SDF),
        (DatabaseFormat::Smiles, "CC(=O)O acid"),
        (DatabaseFormat::JsonLines, json),
    ] {
        assert_eq!(text(&read(format, &format!("\u{feff}{text_of}"))), ACID, "{format:?}");
    }
    let told = parse(format!("\u{feff}{ACID}").as_bytes(), Path::new("db"), None).unwrap();
    assert_eq!(text(&told), ACID, "told by its first line");
}

#[test]
fn words_without_an_end_are_refused_with_their_line() {
    let long = "x".repeat((1 << 20) + 1);
    let lines = "\n".repeat(1000);
    for (format, text, line) in [
        (DatabaseFormat::GSpan, format!("t # a\n{lines}v 0 {long}\n"), 1002),
        (DatabaseFormat::GSpan, format!("t # {long}\nv 0 a\n"), 1),
        (DatabaseFormat::Smiles, format!("CC\n{lines}CO {long}\n"), 1002),
        (DatabaseFormat::Smiles, format!("CC\nCO {}\n", "a b ".repeat(1 << 19)), 2),
        (DatabaseFormat::JsonLines, format!("{lines}{{\"vertices\": [\"{long}\"], \"edges\": []}}"), 1001),
        (DatabaseFormat::JsonLines, format!("{{\"id\": \"{long}\", \"vertices\": [], \"edges\": []}}"), 1),
        (DatabaseFormat::Sdf, ACID_SDF.replace("60.05", &long), 14),
        (DatabaseFormat::Sdf, ACID_SDF.replacen("acid", &long, 1), 1),
    ] {
        let complaint = complaint(format, text);
        let place = format!("line {line}");
        assert!(
            complaint.contains(&place) && complaint.contains("longer than 1 MiB"),
            "{place}: {complaint}"
        );
        assert!(complaint.len() < 400, "{complaint}");
    }
    // The graphs that a pattern is in may take a long line.
    let supporting = format!("t # 0 * 3\nv 0 a\nx {}\n", "12 ".repeat(1 << 19));
    assert_eq!(read(DatabaseFormat::GSpan, &supporting).graphs(), 1);
}
