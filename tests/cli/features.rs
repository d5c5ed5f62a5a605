//! The feature matrix of `motherlode fsm`: CSV, Arrow and Parquet, against the patterns and their graphs in the output.

use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::FileReader;
use arrow_schema::{DataType, Schema};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;

use super::Folder;

/// Graphs: one more than a multiple of 64, so that the last word of bits has one.
const GRAPHS: usize = 129;

/// Graph `g` has an edge of label `l` where `l + 1` divides `g`, for `l` up to 4; the first 70 have a class, one in
/// two.
fn database(classes: bool) -> String {
    let graph = |g: usize| {
        let class = if classes && g < 70 { if g.is_multiple_of(2) { " even" } else { " odd" } } else { "" };
        let labels = (0..5).filter(|l| g.is_multiple_of(l + 1));
        let edges: String = labels
            .map(|l| format!("v {} 1\nv {} 2\ne {} {} {l}\n", 2 * l, 2 * l + 1, 2 * l, 2 * l + 1))
            .collect();
        format!("t # g{g}{class}\n{edges}")
    };
    (0..GRAPHS).map(graph).collect()
}

/// What a matrix says: names, classes, and for each pattern its number, support and graphs.
#[derive(Debug, Default, PartialEq)]
struct Matrix {
    names: Vec<String>,
    classes: Option<Vec<Option<String>>>,
    patterns: Vec<(String, Option<usize>, Vec<bool>)>,
}

impl Matrix {
    fn of_batches(schema: &Schema, batches: &[RecordBatch]) -> Matrix {
        let mut matrix = Matrix::default();
        for (at, field) in schema.fields().iter().enumerate() {
            let columns = batches.iter().map(|batch| batch.column(at));
            match field.data_type() {
                DataType::Utf8 => {
                    let texts = columns.flat_map(|column| {
                        let column = column.as_string::<i32>();
                        column.iter().map(|text| text.map(str::to_owned)).collect::<Vec<_>>()
                    });
                    match field.name().as_str() {
                        "graph" => matrix.names = texts.map(Option::unwrap).collect(),
                        "class" => matrix.classes = Some(texts.collect()),
                        other => panic!("column {other}"),
                    }
                }
                DataType::Boolean => {
                    let support = field.metadata()["support"].parse().unwrap();
                    let bits = columns.flat_map(|column| {
                        let column = column.as_boolean();
                        assert_eq!(column.null_count(), 0);
                        column.iter().map(Option::unwrap).collect::<Vec<_>>()
                    });
                    matrix.patterns.push((field.name().clone(), Some(support), bits.collect()));
                }
                other => panic!("{other}"),
            }
        }
        matrix
    }

    fn of_csv(text: &str) -> Matrix {
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = lines.next().unwrap();
        let rows: Vec<Vec<&str>> = lines.collect();
        let column = |at: usize| rows.iter().map(move |row| row[at]);
        let mut matrix = Matrix::default();
        for (at, name) in header.into_iter().enumerate() {
            match name {
                "graph" => matrix.names = column(at).map(str::to_owned).collect(),
                "class" => {
                    let class = |text: &str| (!text.is_empty()).then(|| text.to_owned());
                    matrix.classes = Some(column(at).map(class).collect());
                }
                number => {
                    let bits =
                        column(at).map(|cell| ["0", "1"].iter().position(|bit| *bit == cell).unwrap() == 1);
                    matrix.patterns.push((number.to_owned(), None, bits.collect()));
                }
            }
        }
        matrix
    }
}

/// The matrix that the patterns' own lists of graphs make.
fn expected(patterns: &str, classes: bool) -> Matrix {
    let names: Vec<String> = (0..GRAPHS).map(|g| format!("g{g}")).collect();
    let class = |g: usize| (g < 70).then(|| if g.is_multiple_of(2) { "even" } else { "odd" }.to_owned());
    let pattern = |line: &str| {
        let pattern: Value = serde_json::from_str(line).unwrap();
        let graphs: Vec<&str> =
            pattern["graphs"].as_array().unwrap().iter().map(|g| g.as_str().unwrap()).collect();
        let bits: Vec<bool> = names.iter().map(|name| graphs.contains(&name.as_str())).collect();
        (pattern["id"].to_string(), Some(graphs.len()), bits)
    };
    let patterns = patterns.lines().map(pattern).collect();
    Matrix { classes: classes.then(|| (0..GRAPHS).map(class).collect()), patterns, names }
}

fn without_supports(mut matrix: Matrix) -> Matrix {
    matrix.patterns.iter_mut().for_each(|pattern| pattern.1 = None);
    matrix
}

#[test]
fn every_format_says_which_graphs_contain_a_pattern() {
    for classes in [false, true] {
        let folder = Folder::new();
        folder.write("db", database(classes));
        let run = |features: &str| {
            folder.output(&format!(
                "fsm db --support 20 --device cpu --with-graphs --format json -o found --force --features {features}"
            ));
            expected(&String::from_utf8(folder.read("found")).unwrap(), classes)
        };
        let truth = run("matrix.csv");
        assert_eq!(truth.patterns.len(), 5);
        assert!(truth.patterns.iter().any(|pattern| pattern.1 == Some(26)), "every fifth of 129");
        let csv = Matrix::of_csv(&String::from_utf8(folder.read("matrix.csv")).unwrap());
        assert_eq!(csv, without_supports(truth));
        for name in ["matrix.arrow", "matrix.feather"] {
            let truth = run(name);
            let reader = FileReader::try_new(File::open(folder.path(name)).unwrap(), None).unwrap();
            let schema = reader.schema();
            let batches: Vec<RecordBatch> = reader.map(Result::unwrap).collect();
            assert_eq!(Matrix::of_batches(&schema, &batches), truth, "{name}");
        }
        let truth = run("matrix.PARQUET");
        let file = File::open(folder.path("matrix.PARQUET")).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let schema = reader.schema().clone();
        let batches: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
        assert_eq!(Matrix::of_batches(&schema, &batches), truth);
    }
}

#[test]
fn a_matrix_without_patterns_has_the_graphs() {
    let folder = Folder::new();
    folder.write("db", database(false));
    folder.output("fsm db --support 129 --max-vertices 1 --features none.arrow --device cpu");
    let reader = FileReader::try_new(File::open(folder.path("none.arrow")).unwrap(), None).unwrap();
    let rows: usize = reader.map(|batch| batch.unwrap().num_rows()).sum();
    assert_eq!(rows, GRAPHS);
}
