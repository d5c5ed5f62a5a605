//! Files that a release wrote, kept as they are, which later versions read or refuse as docs/stability.md says.

use serde_json::Value;

use super::Folder;

/// What 0.1.0 wrote: graphs by `convert` of the karate club, of tests/data/people.lg with --directed, and of names; and
/// checkpoints of jobs whose deadline came.
macro_rules! kept {
    ($name:literal) => {
        include_bytes!(concat!("../data/kept/0.1.0/", $name))
    };
}

#[test]
fn graphs_are_read() {
    let folder = Folder::new();
    folder.write("karate.csr", kept!("karate.csr"));
    folder.write("people.csr", kept!("people.csr"));
    folder.write("names.csr", kept!("names.csr"));
    assert_eq!(folder.json("count karate.csr triangle")["count"], 45);
    let asked = "'(a:Person)-[:knows]->(b:Person), a->(c:Robot), b!c'";
    assert_eq!(folder.json(&format!("count people.csr {asked} --directed"))["count"], 4);
    let rows = folder.output("list names.csr triangle");
    let mut names: Vec<&str> = rows.lines().nth(1).expect("a triangle").split(',').collect();
    names.sort_unstable();
    assert_eq!(names, ["ann", "bob", "cid"]);
}

/// A checkpoint serves the version that wrote it: another one refuses it, and never gives another number.
#[test]
fn checkpoints_are_taken_up_or_refused() {
    let taken_up = |checkpoint: &[u8], job: &str, found: &str| {
        let folder = Folder::new();
        folder.write("c.json", checkpoint);
        let resumed =
            folder.motherlode(&format!("{job} --checkpoint c.json --resume --format json")).output();
        let resumed = resumed.expect("the command");
        match resumed.status.code() {
            Some(0) => {
                let resumed: Value = serde_json::from_slice(&resumed.stdout).expect("JSON");
                assert_eq!(resumed[found], folder.json(job)[found], "{job}");
            }
            code => {
                let complaint = String::from_utf8_lossy(&resumed.stderr);
                assert_eq!(code, Some(2), "{complaint}");
                assert!(complaint.contains("belongs to another job"), "{complaint}");
            }
        }
    };
    taken_up(kept!("count.json"), "count rmat:7 5-cycle --device cpu", "count");
    taken_up(
        kept!("motifs.json"),
        "motifs karate -k 3 --null switching --samples 300 --device cpu",
        "motifs",
    );
}
