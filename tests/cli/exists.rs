//! `motherlode exists`.

use std::collections::BTreeSet;

use super::{Folder, PEOPLE, TWO_TRIANGLES, assert_keys};

#[test]
fn existence_in_text_and_json() {
    let folder = Folder::new();
    folder.write("tail.el", TWO_TRIANGLES);
    let text = folder.output("exists tail.el diamond");
    assert_eq!(text.lines().take(2).collect::<Vec<_>>(), ["yes", "pattern diamond (edge-induced)"], "{text}");
    let text = folder.output("exists tail.el 4-clique");
    assert_eq!(text.lines().take(2).collect::<Vec<_>>(), ["no", "pattern 4-clique (edge-induced)"], "{text}");
    let json = folder.json("exists tail.el 'x-y, y-z, z-x' --induced vertex");
    assert_keys(
        &json,
        &["graph", "pattern", "induced", "semantics", "exists", "match", "device", "memory", "seconds"],
    );
    assert_eq!(json["exists"], true);
    let ids: BTreeSet<u64> = ["x", "y", "z"].map(|name| json["match"][name].as_u64().expect("an id")).into();
    let triangles = [BTreeSet::from([10, 20, 30]), BTreeSet::from([20, 30, 4_000_000_000])];
    assert!(triangles.contains(&ids), "{json}");
    let json = folder.json("exists tail.el 4-cycle --induced vertex");
    assert_eq!((&json["exists"], &json["match"]), (&false.into(), &serde_json::Value::Null));
}

#[test]
fn labelled_existence() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    let text = folder.output("exists people.lg '(a:Toy)-(b:Toy)'");
    assert_eq!(text.lines().next(), Some("no"), "{text}");
    let json = folder.json("exists people.lg '(bot:Robot)-[:repairs]-(toy:Toy)'");
    assert_eq!(json["match"], serde_json::json!({"bot": 3, "toy": 5}), "{json}");
    // A 4-cycle folds onto an edge.
    let exists = |semantics: &str| folder.json(&format!("exists star:3 4-cycle --semantics {semantics}"));
    assert_eq!(exists("embeddings")["exists"], false);
    assert_eq!(exists("homomorphisms")["exists"], true);
}
