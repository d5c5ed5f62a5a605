//! `motherlode generate null`.

use super::Folder;

/// How often each vertex is the first of a line, and the second.
fn ends(edges: &str) -> [Vec<usize>; 2] {
    let mut degrees = [vec![0; 40], vec![0; 40]];
    for line in edges.lines().filter(|line| !line.starts_with('#')) {
        for (end, of) in line.split_whitespace().take(2).zip(&mut degrees) {
            of[end.parse::<usize>().unwrap()] += 1;
        }
    }
    degrees
}

fn degrees(edges: &str) -> Vec<usize> {
    let [first, second] = ends(edges);
    first.iter().zip(&second).map(|(a, b)| a + b).collect()
}

#[test]
fn samples_are_written_and_told_of() {
    let folder = Folder::new();
    let text = folder.output("generate null switching --like karate --samples 12 -o null.el");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("wrote null-00.el to null-11.el: 12 graphs of 34 vertices, like karate"),
        "{text}"
    );
    let mixed = lines.next().unwrap();
    assert!(
        mixed.starts_with("mixed: a pilot of ") && mixed.ends_with("% of the edges of karate"),
        "{mixed}"
    );
    let graph = folder.output("generate karate");
    let sample = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    assert_ne!(sample("null-03.el"), sample("null-04.el"));
    assert_eq!(degrees(&sample("null-11.el")), degrees(&graph));
    // One is the first of many.
    assert_eq!(folder.output("generate null switching --like karate"), sample("null-00.el"));
    let other = folder.output("generate null switching --like karate --seed 2");
    assert_ne!(other, sample("null-00.el"));
}

#[test]
fn what_is_known_of_vertices_stays() {
    let folder = Folder::new();
    folder.write(
        "g.lg",
        "# t 1\nv 1 A\nv 2 B\nv 3 B\nv 4 A\nv 5 B\ne 1 2 x\ne 2 3 y\ne 3 4 x\ne 4 5 y\ne 5 1 x\n",
    );
    folder.output("generate null blocks --like g.lg --directed -o null.csr");
    let info = folder.output("info null.csr");
    assert!(info.contains("vertex labels 2: B (3), A (2)\nedge labels   2: x (3), y (2)\n"), "{info}");
    assert!(info.contains("arcs          5\n"), "{info}");
}

#[test]
fn lengths_are_of_places() {
    let folder = Folder::new();
    folder.write("g.el", "0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n0 3\n");
    folder.write("places.csv", "id,x,y\n0,0,0\n1,1,0\n2,2,0\n3,2,1\n4,1,1\n5,0,1\n");
    let command = "generate null distance --like g.el --vertex-properties places.csv --position x,y --bins 3";
    let sample = folder.output(command);
    assert_eq!(degrees(&sample), degrees("0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n0 3\n"));
    let complaint = folder.complaint(2, &command.replace("x,y", "x,z"));
    assert!(complaint.contains("the vertices have no property `z`; nearest are `"), "{complaint}");
}

#[test]
fn what_cannot_be_made_is_said() {
    let folder = Folder::new();
    let text = folder.output("generate null switching --like star:5 -o star.el");
    assert!(
        text.contains("no edges of star:5 can exchange ends: each sample is the graph itself\n"),
        "{text}"
    );
    for (command, expected) in [
        ("switching --like karate --keep-mutual", "read it as directed, or leave that out (--directed)"),
        ("blocks --like karate", "the graph has none"),
        ("gnm --like karate --connected", "leave out staying connected"),
        ("gnm --like karate --bins 3", "are for the model distance"),
        ("distance --like karate", "needs --position"),
        ("switching --like karate --samples 3", "name them with -o"),
        ("switching --like karate --label-count 3", "null models have the labels of their graph"),
        ("switching --like star.el -o star.el --force", "which is read"),
    ] {
        let complaint = folder.complaint(2, &format!("generate null {command}"));
        assert!(complaint.contains(expected), "{command}: {complaint}");
    }
}
