//! The symbols by which `cuda_std`'s attributes say what must stay in the PTX.
//!
//! Each is an empty static whose name is a sentence: `cuda_std kernel NAME family=FAMILY [maxntid=N]
//! [minctasm=N] [mayspill=BYTES]`, or `cuda_std global NAME`. Nothing refers to them, so none reaches the PTX.

use std::collections::{BTreeMap, BTreeSet};

/// What must stay in the PTX.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Exports {
    pub(crate) kernels: Vec<MarkedKernel>,
    pub(crate) globals: Vec<String>,
}

/// A kernel's entry point.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MarkedKernel {
    pub(crate) name: String,
    /// The module that it goes to.
    pub(crate) family: String,
    /// LLVM's attributes for the launch bounds, name and value.
    pub(crate) bounds: Vec<(String, String)>,
    /// Bytes of registers that it may spill.
    pub(crate) may_spill: u64,
}

impl Exports {
    /// Reads the output of `llvm-nm`.
    pub(crate) fn parse(symbols: &str) -> Exports {
        let mut exports = Exports::default();
        let sentences = symbols.lines().filter_map(|line| Some(line.split_once("cuda_std ")?.1));
        for sentence in sentences {
            let mut words = sentence.split_whitespace();
            match (words.next(), words.next()) {
                (Some("kernel"), Some(name)) => {
                    let mut kernel = MarkedKernel { name: name.to_owned(), ..MarkedKernel::default() };
                    for (key, value) in words.filter_map(|word| word.split_once('=')) {
                        match key {
                            "family" => kernel.family = value.to_owned(),
                            "mayspill" => kernel.may_spill = value.parse().unwrap_or(0),
                            _ => kernel.bounds.push((format!("nvvm.{key}"), value.to_owned())),
                        }
                    }
                    exports.kernels.push(kernel);
                }
                (Some("global"), Some(name)) => exports.globals.push(name.to_owned()),
                _ => {}
            }
        }
        exports.kernels.sort_by(|a, b| a.name.cmp(&b.name));
        exports.globals.sort();
        exports
    }

    /// The families of the kernels.
    pub(crate) fn families(&self) -> BTreeSet<&str> {
        self.kernels.iter().map(|kernel| kernel.family.as_str()).collect()
    }

    /// The names of the kernels of one family.
    pub(crate) fn of_family(&self, family: &str) -> Vec<String> {
        let kernels = self.kernels.iter().filter(|kernel| kernel.family == family);
        kernels.map(|kernel| kernel.name.clone()).collect()
    }

    /// Bytes of registers that kernels of one family may spill, of those that may.
    pub(crate) fn may_spill(&self, family: &str) -> BTreeMap<String, u64> {
        let kernels = self.kernels.iter().filter(|kernel| kernel.family == family && kernel.may_spill > 0);
        kernels.map(|kernel| (kernel.name.clone(), kernel.may_spill)).collect()
    }

    /// The names of all symbols that stay in a module of `kernels`, separated by commas.
    pub(crate) fn names<'a>(&'a self, kernels: impl IntoIterator<Item = &'a String>) -> String {
        let kernels = kernels.into_iter().map(String::as_str);
        kernels.chain(self.globals.iter().map(String::as_str)).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::{Exports, MarkedKernel};

    #[test]
    fn reads_symbols() {
        let symbols = "---------------- T walk\n\
            ---------------- D cuda_std kernel walk family=count maxntid=256 minctasm=2 mayspill=16\n\
            ---------------- D cuda_std kernel fill family=fill\n\
            ---------------- D cuda_std global MOTHERLODE_PANIC_RECORD\n\
            ---------------- W __adddf3\n";
        let bound = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let expected = Exports {
            kernels: vec![
                MarkedKernel {
                    name: "fill".to_owned(),
                    family: "fill".to_owned(),
                    ..MarkedKernel::default()
                },
                MarkedKernel {
                    name: "walk".to_owned(),
                    family: "count".to_owned(),
                    bounds: vec![bound("nvvm.maxntid", "256"), bound("nvvm.minctasm", "2")],
                    may_spill: 16,
                },
            ],
            globals: vec!["MOTHERLODE_PANIC_RECORD".to_owned()],
        };
        assert_eq!(Exports::parse(symbols), expected);
        let all = expected.kernels.iter().map(|kernel| &kernel.name);
        assert_eq!(expected.names(all), "fill,walk,MOTHERLODE_PANIC_RECORD");
        assert_eq!(expected.families().into_iter().collect::<Vec<_>>(), ["count", "fill"]);
        assert_eq!(expected.names(&expected.of_family("count")), "walk,MOTHERLODE_PANIC_RECORD");
    }
}
