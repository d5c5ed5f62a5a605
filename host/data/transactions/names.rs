//! Many short names in one string.

use std::borrow::Cow;

/// A list of names, stored end to end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    ends: Vec<u64>,
}

impl Names {
    /// Adds a name to the end of the list.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u64);
    }

    /// Adds all names of `other`, in order.
    pub fn append(&mut self, other: &Names) {
        let base = self.text.len() as u64;
        self.text.push_str(&other.text);
        self.ends.extend(other.ends.iter().map(|end| base + end));
    }

    /// Drops all names but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.text.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Name `index`.
    ///
    /// # Panics
    /// If there are no more than `index` names.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..self.ends[index] as usize]
    }

    /// All names, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<'n> FromIterator<&'n str> for Names {
    fn from_iter<I: IntoIterator<Item = &'n str>>(names: I) -> Names {
        let mut list = Names::default();
        names.into_iter().for_each(|name| list.push(name));
        list
    }
}

/// A name as gSpan text has it, where blanks separate: each blank becomes an underscore, and so does no name at all.
#[doc(hidden)]
pub fn as_word(name: &str) -> Cow<'_, str> {
    if name.is_empty() {
        "_".into()
    } else if name.contains(char::is_whitespace) {
        name.replace(char::is_whitespace, "_").into()
    } else {
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use super::as_word;

    #[test]
    fn blanks_become_underscores() {
        assert_eq!(as_word("acetic acid\t(99%)"), "acetic_acid_(99%)");
        assert_eq!(as_word("7"), "7");
        assert_eq!(as_word(""), "_");
    }
}
