//! What holds of every format that is declared, against its samples, its seeds for fuzzing, and the documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use motherlode::graph::{
    self, Directions, Graph, GraphError, GraphFormat, LoadOptions, OutputFormat, Writer,
};

use super::bounds::{samples, with};

/// The samples as a user has them: with a word, and without empty lines.
fn texts() -> impl Iterator<Item = (&'static str, GraphFormat, String)> {
    samples().map(|(name, format, text)| (name, format, with(text, "word", 0)))
}

fn read(text: &str, name: &str, options: &LoadOptions) -> Result<Graph, GraphError> {
    graph::read(text.as_bytes(), name, options)
}

fn seeds(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/graphs").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    files.map(|file| file.unwrap().path()).collect()
}

fn of_one_file() -> impl Iterator<Item = (&'static str, GraphFormat)> {
    GraphFormat::NAMES.into_iter().filter(|(_, format)| format.declaration().is_of_one_file())
}

#[test]
fn each_has_a_sample_with_an_edge() {
    let without = of_one_file().filter(|(_, format)| format.declaration().samples.is_empty());
    for seed in without.flat_map(|(name, _)| seeds(name)) {
        assert!(
            fs::read(&seed).unwrap().contains(&0),
            "{} is a text, and its format has no sample",
            seed.display()
        );
    }
    for (name, format, text) in texts() {
        let graph = read(&text, "in", &LoadOptions::default().format(format)).unwrap();
        assert!(graph.csr().edges() >= 1, "{name}: {text}");
    }
}

#[test]
fn a_start_tells_as_the_help_says() {
    for (name, format) in
        GraphFormat::NAMES.into_iter().filter(|(_, format)| format.declaration().starts.is_some())
    {
        let told = |text: &str| {
            let graph = read(text, "in", &LoadOptions::default()).ok()?;
            let asked = read(text, "in", &LoadOptions::default().format(format)).unwrap();
            Some((graph.csr(), graph.report()) == (asked.csr(), asked.report()))
        };
        let mut own = texts().filter(|(other, ..)| *other == name).map(|(.., text)| text).peekable();
        assert!(own.peek().is_none() || own.any(|text| told(&text) == Some(true)), "{name}");
    }
}

#[test]
fn a_name_tells_where_it_is_declared() {
    for (name, format, text) in texts() {
        let declared = format.declaration();
        let asked = read(&text, "in", &LoadOptions::default().format(format)).unwrap();
        let same = |file: &str| {
            let told =
                read(&text, file, &LoadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((told.csr(), told.report()), (asked.csr(), asked.report()), "{name}, {file}: {text}");
        };
        declared.endings.iter().for_each(|ending| same(&format!("in.{ending}")));
        declared.endings.iter().for_each(|ending| same(&format!("in.{ending}.gz")));
    }
}

#[test]
fn what_looks_like_a_format_is_told_from_an_edge_list() {
    for (name, format, text) in texts() {
        let as_edges = LoadOptions::default().format(GraphFormat::EdgeList);
        if let Some(title) = format.title() {
            let error = read(&text, "in", &as_edges).unwrap_err().to_string();
            let told = format!("looks like {title}, which is not read as an edge list");
            assert!(error.starts_with("in, line 1: ") && error.ends_with(&told), "{name}: {error}");
        }
    }
}

#[test]
fn directions_are_as_declared() {
    for (name, format, text) in texts() {
        let directed = read(&text, "in", &LoadOptions::default().format(format).directed(true));
        let refused = matches!(directed, Err(GraphError::Undirected { .. }));
        assert_eq!(refused, format.declaration().directions != Directions::AsAsked, "{name}");
        assert!(refused || directed.unwrap().attributes().is_directed(), "{name}");
    }
}

#[test]
fn names_and_endings_are_of_one_format_each() {
    let mut known = BTreeSet::new();
    for (name, format) in GraphFormat::NAMES {
        assert_eq!((name.parse(), format.to_string()), (Ok(format), name.to_owned()));
        for ending in [name].iter().chain(format.declaration().endings).collect::<BTreeSet<_>>() {
            assert!(known.insert(*ending), "{ending} of {name} is of another, too");
        }
    }
}

#[test]
fn those_that_are_written_read_the_same() {
    let graph = read("1 2\n2 4\n", "in", &LoadOptions::default()).unwrap();
    let labelled = read("v 1 a\nv 2 b\nv 3 a\ne 1 2 x\ne 2 3 y\n", "in", &LoadOptions::default()).unwrap();
    for (name, format) in GraphFormat::NAMES {
        let written = |graph: &Graph| {
            let mut bytes = Vec::new();
            graph::write(graph, format, &mut bytes).map(|()| bytes)
        };
        let Some(writer) = Writer::of(format) else {
            assert!(written(&graph).unwrap_err().to_string().contains("read only"), "{name}");
            continue;
        };
        let bytes = written(&graph).or_else(|_| written(&labelled)).unwrap();
        let back = graph::read(bytes.as_slice(), "in", &LoadOptions::default().format(format)).unwrap();
        assert_eq!(back.csr(), graph.csr(), "{name}");
        for ending in writer.endings {
            let told = OutputFormat::of_name(format!("g.{ending}").as_ref());
            assert_eq!(told.map(|told| told.format), Some(format), "{ending}");
        }
    }
}

/// For fuzzing, which goes by the folders; `fuzz/jobs.sh` tells a format by the name of its folder.
#[test]
fn each_has_a_seed_that_is_a_graph() {
    for (name, format) in of_one_file() {
        // What is wrong in a seed is found, too.
        let is_graph = |seed: &PathBuf| {
            let options = LoadOptions::default().format(format);
            graph::read(fs::File::open(seed).unwrap(), seed, &options)
                .is_ok_and(|graph| graph.csr().edges() > 0)
        };
        assert!(seeds(name).iter().any(is_graph), "{name}");
    }
    let known: BTreeSet<String> = of_one_file().map(|(name, _)| name.to_owned()).collect();
    let folders =
        seeds("").into_iter().map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned());
    assert_eq!(folders.collect::<BTreeSet<_>>(), known, "seeds are of formats that there are");
}

#[test]
fn each_has_a_section_in_the_documents() {
    let page = include_str!("../../docs/formats.md").to_lowercase();
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    for (name, _) in GraphFormat::NAMES {
        let is_of = |heading: &&str| {
            let words: Vec<&str> = heading.split([' ', ',', '.']).filter(|word| !word.is_empty()).collect();
            words.join("-").trim_end_matches('s') == name || words.contains(&name)
        };
        assert!(headings.iter().any(is_of), "no section of docs/formats.md is of {name}");
    }
}
