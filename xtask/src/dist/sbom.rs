//! What is compiled into the executable, as CycloneDX tells it (a software bill of materials).

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::release::Release;
use crate::compiled::{self, Component};

/// Writes the bill.
pub(super) fn make(root: &Path, release: &Release, out: &Path) -> Result<()> {
    let bill = bill(&compiled::components(root, "motherlode", &release.triple)?, release)?;
    super::write(&out.join(format!("{}.cdx.json", release.name())), format!("{bill:#}\n"))
}

fn bill(components: &BTreeSet<Component>, release: &Release) -> Result<Value> {
    let own = components.iter().find(|component| component.name == "motherlode");
    let own = own.context("motherlode is not among its packages")?;
    let timestamp = humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(release.time));
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": timestamp.to_string(),
            "component": described(own, "application"),
        },
        "components":
            components.iter().filter(|&part| part != own).map(|part| described(part, "library")).collect::<Vec<_>>(),
    }))
}

fn described(component: &Component, kind: &str) -> Value {
    let Component { name, version, license } = component;
    let address = format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"));
    json!({
        "type": kind,
        "bom-ref": address,
        "name": name,
        "version": version,
        "licenses": [{ "expression": license }],
        "purl": address,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_plus() {
        let [name, version, license] = ["zstd-sys", "2.0.16+zstd.1.5.7", "MIT"].map(String::from);
        let zstd = described(&Component { name, version, license }, "library");
        assert_eq!(zstd["purl"], "pkg:cargo/zstd-sys@2.0.16%2Bzstd.1.5.7");
    }

    /// The shape is that of the specification, whose own schema it was checked by once.
    #[test]
    fn the_bill_of_this_workspace() {
        let release = Release::example("any", true);
        let components =
            compiled::components(&crate::root(), "motherlode", "x86_64-unknown-linux-gnu").unwrap();
        let bill = bill(&components, &release).unwrap();
        assert_eq!((&bill["bomFormat"], &bill["version"]), (&json!("CycloneDX"), &json!(1)));
        assert_eq!(bill["metadata"]["timestamp"], "1970-01-02T00:00:00Z");
        assert_eq!(bill["metadata"]["component"]["name"], "motherlode");
        let parts = bill["components"].as_array().unwrap();
        let named = |name: &str| parts.iter().filter(|part| part["name"] == name).count();
        assert_eq!(["clap", "rayon", "zstd-sys", "motherlode-device", "gpu_rand"].map(named), [1; 5]);
        // What tests need, and what runs in the compiler, is not in it.
        assert_eq!(["insta", "serde_derive", "motherlode", "pyo3"].map(named), [0; 4]);
        let references: BTreeSet<_> = parts.iter().map(|part| part["bom-ref"].to_string()).collect();
        assert_eq!(references.len(), parts.len());
        for part in parts {
            assert_eq!(part["type"], "library");
            assert!(
                part["licenses"][0]["expression"].as_str().is_some_and(|text| !text.contains('/')),
                "{part}"
            );
        }
    }
}
