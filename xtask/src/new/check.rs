//! `cargo xtask new --check`: all skeletons, made in a copy of this tree, compile, and their tests fail for the reason
//! that they are to.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail, ensure};

use super::copy::Copy;
use super::job::JobArgs;
use super::skeleton::Failing;
use super::{format, job, kernel};

/// What the skeletons are called.
const NAME: &str = "made_up";

/// Checks all skeletons.
pub(super) fn run(root: &Path) -> Result<()> {
    let copy = Copy::of(root)?;
    kernel::write(copy.tree(), NAME)?;
    JobArgs::all_of(NAME).write(copy.tree())?;
    format::write(copy.tree(), NAME)?;
    // The kernel's are an executable of their own. Of the command all is tested that needs no snapshot.
    let printed = copy.test(&[NAME, "jobs", "cli", "readers"], &[NAME, "json_has_what_its_help_says"])?;
    expect(&printed, &[&kernel::FAILING[..], &job::FAILING, &format::FAILING].concat())?;
    println!("the skeletons compile, and their tests fail as they are to");
    Ok(())
}

/// Fails unless these tests failed and no others, each with what it is to say.
fn expect(printed: &str, failing: &[Failing]) -> Result<()> {
    let mut failures = failures(printed);
    for Failing { test, says } in failing {
        let test = test.replace("__name__", NAME);
        let Some(said) = failures.remove(&*test) else {
            bail!("the test {test} of a skeleton is to fail, and did not: it passed, or was not run");
        };
        ensure!(
            said.contains(says),
            "the test {test} of a skeleton is to fail with '{says}', and says: {said}"
        );
    }
    if let Some((test, said)) = failures.first_key_value() {
        bail!("the test {test} of a skeleton is not to fail, and says: {said}");
    }
    Ok(())
}

/// The tests that failed, without the names of their modules, and what each said.
fn failures(printed: &str) -> BTreeMap<&str, &str> {
    let sections = printed.split("\n---- ").skip(1);
    sections
        .filter_map(|section| {
            let (test, said) = section.split_once(" stdout ----\n")?;
            let said = said.split_once("\n\nfailures:\n").map_or(said, |(said, _)| said);
            Some((test.rsplit("::").next().unwrap_or(test), said.trim()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two executables, as the test harness prints it.
    const PRINTED: &str = "
running 2 tests
test made_up::counts ... FAILED
test made_up::lists ... ok

failures:

---- made_up::counts stdout ----

thread 'made_up::counts' panicked at made_up.rs:13:9:
  left: 64
 right: 275


failures:
    made_up::counts

test result: FAILED. 1 passed; 1 failed

running 1 test
test made_up_by_definition ... FAILED

failures:

---- made_up_by_definition stdout ----
no edges


failures:
    made_up_by_definition
";

    const COUNTS: Failing = Failing { test: "counts", says: "left: 64\n right: 275" };
    const BY_DEFINITION: Failing = Failing { test: "__name___by_definition", says: "no edges" };

    #[test]
    fn what_fails_is_what_is_to_fail() {
        expect(PRINTED, &[COUNTS, BY_DEFINITION]).unwrap();
        let complaint = |failing: &[Failing]| expect(PRINTED, failing).unwrap_err().to_string();
        assert!(
            complaint(&[COUNTS]).contains("by_definition of a skeleton is not to fail, and says: no edges")
        );
        let lists = Failing { test: "lists", says: "" };
        assert!(complaint(&[COUNTS, BY_DEFINITION, lists]).contains("lists of a skeleton is to fail"));
        let another = Failing { says: "no vertices", ..BY_DEFINITION };
        assert!(complaint(&[COUNTS, another]).contains("is to fail with 'no vertices', and says: no edges"));
    }
}
