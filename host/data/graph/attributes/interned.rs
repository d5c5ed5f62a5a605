//! Names by number, while names are still added.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Names of vertices, each with a code, in the order in which they came. They lie one after another in one text, as
/// there may be as many as there are vertices.
#[derive(Debug, Default)]
pub(super) struct InternedNames {
    text: String,
    /// Where the name of each code ends in the text.
    ends: Vec<usize>,
    codes: HashTable<u64>,
}

impl InternedNames {
    /// The code of a name, which is added if it is new.
    pub fn code(&mut self, name: &str) -> u64 {
        let InternedNames { text, ends, codes } = self;
        let hash_of_name = hash(name);
        if let Some(&code) = codes.find(hash_of_name, |&code| slice(text, ends, code) == name) {
            return code;
        }
        let code = ends.len() as u64;
        text.push_str(name);
        ends.push(text.len());
        codes.insert_unique(hash_of_name, code, |&code| hash(slice(text, ends, code)));
        code
    }

    /// The code of a name, if it was added.
    pub fn find(&self, name: &str) -> Option<u64> {
        self.codes.find(hash(name), |&code| self.get(code) == name).copied()
    }

    /// The name of a code.
    pub fn get(&self, code: u64) -> &str {
        slice(&self.text, &self.ends, code)
    }

    /// How many names there are; codes are below it.
    pub fn len(&self) -> usize {
        self.ends.len()
    }
}

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

fn slice<'t>(text: &'t str, ends: &[usize], code: u64) -> &'t str {
    let code = code as usize;
    let start = if code == 0 { 0 } else { ends[code - 1] };
    &text[start..ends[code]]
}
