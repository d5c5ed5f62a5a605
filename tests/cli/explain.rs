//! `motherlode explain`.

use super::Folder;

#[test]
fn plans_in_words() {
    let folder = Folder::new();
    insta::assert_snapshot!("explain_house", folder.output("explain house"));
    insta::assert_snapshot!(
        "explain_diamond_karate",
        folder.output("explain diamond karate --induced vertex")
    );
}

#[test]
fn plans_as_json() {
    let json = Folder::new().json("explain diamond karate");
    assert_eq!((&json["method"], &json["automorphisms"]), (&"formula".into(), &4.into()), "{json}");
}

#[test]
fn the_method_is_named() {
    let folder = Folder::new();
    for (arguments, method) in [
        ("bull", "formula"),
        ("gem --induced vertex", "census"),
        ("wheel", "walk"),
        ("4-cycle", "wedges"),
        ("5-clique", "cliques"),
    ] {
        let text = folder.output(&format!("explain {arguments}"));
        assert!(text.starts_with(&format!("method        {method}: ")), "{arguments}: {text}");
        assert_eq!(text.contains("not walked"), method != "walk", "{arguments}: {text}");
    }
}
