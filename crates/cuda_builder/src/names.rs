//! Names in LLVM's text form, made so that they do not depend on how a crate was compiled.
//!
//! Cargo hashes the profile of a crate and of all that it depends on, and rustc puts the hash into the name of each
//! symbol. NVIDIA's assembler orders what it does by name, so that the same code would spill a register in one
//! workspace and none in another. Here a number takes the place of a crate's hash: `_RNvCs8nmPZcK28D_6device4fill`
//! becomes `_RNvCs0_6device4fill`. What a name repeats of itself it tells by places, which stay as they were: names
//! stay apart, but no tool can take them apart.

use std::collections::HashMap;

/// Replaces the hashes in the names of `module`, in the order in which they first appear.
pub(crate) fn without_hashes(module: &str) -> String {
    let mut crates = Appearances::default();
    let mut constants = Appearances::default();
    let mut text = String::with_capacity(module.len());
    let mut rest = module;
    while let Some(at) = rest.find(['C', 'a']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((hash, name, after)) = crate_root(rest) {
            // The mangling's own way to tell crates of one name apart.
            text.push_str(&format!("Cs{}_", crates.number(name, hash)));
            rest = after;
        } else if let Some((hash, after)) = constant(rest) {
            text.push_str(&format!("anon.{}", constants.number("", hash)));
            rest = after;
        } else {
            text.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
    text
}

/// Which hash of a name it is, by first appearance.
#[derive(Default)]
struct Appearances<'m> {
    of: HashMap<&'m str, Vec<&'m str>>,
}

impl<'m> Appearances<'m> {
    fn number(&mut self, name: &'m str, hash: &'m str) -> usize {
        let seen = self.of.entry(name).or_default();
        seen.iter().position(|&known| known == hash).unwrap_or_else(|| {
            seen.push(hash);
            seen.len() - 1
        })
    }
}

/// A crate in a mangled name, `Cs`, its hash in base 62, `_`, and its name behind the length of that: the hash, the
/// name, and the text from the length on.
fn crate_root(text: &str) -> Option<(&str, &str, &str)> {
    let (hash, after) = text.strip_prefix("Cs")?.split_once('_')?;
    let digits = after.find(|c: char| !c.is_ascii_digit())?;
    let length: usize = after[..digits].parse().ok()?;
    let name = after.get(digits..digits.checked_add(length)?)?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    // 64 bits take ten or eleven digits. Shorter ones would not tell a hash from what else a mangling has behind an
    // `s`.
    let is_hash = (6..=11).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_name && is_hash).then_some((hash, name, after))
}

/// A constant without a name, `anon.`, the hash of the unit that it is of, `.`, and its number: the hash, and the text
/// behind it.
fn constant(text: &str) -> Option<(&str, &str)> {
    let (hash, after) = text.strip_prefix("anon.")?.split_at_checked(32)?;
    let is_hash = hash.bytes().all(|byte| byte.is_ascii_hexdigit()) && after.starts_with('.');
    is_hash.then_some((hash, after))
}

#[cfg(test)]
mod tests {
    use super::without_hashes;

    #[test]
    fn hashes_go_and_crates_of_one_name_stay_apart() {
        let module = "@anon.4b9d1291ac84492d4dd29a6146bb61be.7 = constant i8 1\n\
            define void @_RNvNtCshD8Nm28PZcK_6device5panic(ptr @anon.bc550fd1db1fd65cdd7a4e2d8027899b.7)\n\
            call @_RINvNtCsabcdef0_4core3ptrNtCshD8Nm28PZcK_6device1AE, @anon.4b9d1291ac84492d4dd29a6146bb61be.8\n\
            call @_RNvCsxyzxyz_4core3ptr ; Cs_4core Csabcdef_x Csabcdef_9core anon.4b9d anon C";
        let expected = "@anon.0.7 = constant i8 1\n\
            define void @_RNvNtCs0_6device5panic(ptr @anon.1.7)\n\
            call @_RINvNtCs0_4core3ptrNtCs0_6device1AE, @anon.0.8\n\
            call @_RNvCs1_4core3ptr ; Cs_4core Csabcdef_x Csabcdef_9core anon.4b9d anon C";
        assert_eq!(without_hashes(module), expected);
    }

    #[test]
    fn other_hashes_give_the_same_text() {
        let module = |device: &str, core: &str| {
            format!("@_RNvC{device}_6device3run(), @_RNvC{core}_4core3ptr(), @_RNvC{device}_6device3end()")
        };
        let plain = without_hashes(&module("sAAAAAA", "sBBBBBB"));
        assert_eq!(plain, without_hashes(&module("szzzzzzzzzz", "s1111111111")));
        assert_eq!(plain, "@_RNvCs0_6device3run(), @_RNvCs0_4core3ptr(), @_RNvCs0_6device3end()");
    }
}
