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
    assert!(json.is_object(), "{json}");
}
