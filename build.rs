//! Compiles `device/` to PTX and embeds it.
//!
//! Where there is no toolchain for the device, the PTX committed in `ptx/` is embedded instead, if it is what the
//! sources give. `MOTHERLODE_PTX` chooses: `auto` (the default), `source` or `committed`. `MOTHERLODE_ARCHS` lists the
//! architectures to build from source (`80,90`). A package from a registry holds `ptx/` and no sources of the device
//! crate: there the PTX is always that of `ptx/`, which is what the package was made from.
//!
//! Where NVIDIA's `ptxas` is found (`PTXAS`, the path, a CUDA toolkit, what `cargo xtask ptxas` installs), builds with
//! optimisation embed machine code for the common cards beside the PTX, so that no first run waits for the driver to
//! compile. `MOTHERLODE_CUBIN` chooses: `auto` (the default), `always` or `never`; `MOTHERLODE_CARDS` lists the cards
//! if not all are meant (`80,90`).
//!
//! `host/embedded.rs` includes `$OUT_DIR/embedded.rs`, a `motherlode_machine::runtime::Embedded`, where `FamilyCode` is
//! a part of a file that is compressed: the texts and the machine code are larger than all else in the executable.

use std::error::Error;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use cuda_builder::{
    Arch, CubinJob, CudaBuilder, LLVM_VARIABLE, MACHINE_CODE_FOLDER, Manifest, PTXAS_VARIABLE, Ptxas,
    TOOLCHAIN_VARIABLE, Toolchain,
};

/// What the PTX is made from.
const SOURCES: [&str; 6] = [
    "Cargo.lock",
    "device/Cargo.toml",
    "device/src",
    "crates/cuda_std",
    "crates/cuda_std_macros",
    "crates/patched_cuda_std",
];

/// The cards that machine code is made for: A100; A10, RTX 30, L4 and RTX 40; H100 and H200; B200; RTX 50. A card
/// runs that of its own generation; others compile the PTX. For the L4 and RTX 40 (sm_89) NVIDIA's assembler makes what
/// it makes for sm_86, but for the number.
const CARDS: [Arch; 5] = [Arch::SM_80, Arch::SM_86, Arch::SM_90, Arch::SM_100, Arch::SM_120];

/// Where `cargo xtask ptxas` installs the assembler.
const WHEEL: &str = "target/nvidia/nvidia/cu13/bin/ptxas";

/// What the library embeds.
struct Embedded {
    /// Architecture, family, PTX.
    files: Vec<(u32, String, String)>,
    from_source: bool,
    toolchain: String,
    missing: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let variables = ["PTX", "ARCHS", "CUBIN", "CARDS"].map(|name| format!("MOTHERLODE_{name}"));
    for variable in &variables {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    for variable in
        ["CUDA_HOME", "CUDA_PATH"].into_iter().chain([PTXAS_VARIABLE, TOOLCHAIN_VARIABLE, LLVM_VARIABLE])
    {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=ptx");
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let has_sources = root.join("device/Cargo.toml").is_file();
    if has_sources {
        SOURCES.iter().for_each(|path| println!("cargo::rerun-if-changed={path}"));
    }
    let choice = std::env::var("MOTHERLODE_PTX").unwrap_or_default();
    let embedded = match choice.as_str() {
        "" | "auto" | "committed" if !has_sources => packaged(&root)?,
        "source" if !has_sources => {
            return Err(
                "MOTHERLODE_PTX is source, and a package has no sources of the kernels: use committed".into(),
            );
        }
        "" | "auto" => match Toolchain::find() {
            Ok(toolchain) => from_source(toolchain)?,
            Err(error) => committed_or_none(&root, &error)?,
        },
        "source" => from_source(Toolchain::find()?)?,
        "committed" => committed(&root)??,
        other => return Err(format!("MOTHERLODE_PTX is {other:?}: use auto, source or committed").into()),
    };
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let cubins = match assembler(&root)? {
        Some(ptxas) if has_sources => assemble(&ptxas, &embedded, &root.join(MACHINE_CODE_FOLDER))?,
        Some(ptxas) => assemble(&ptxas, &embedded, &out.join("assembled"))?,
        None => Cubins::default(),
    };
    embed(&embedded, &cubins, &out)
}

/// Machine code that is embedded.
#[derive(Default)]
struct Cubins {
    /// Architecture, family, file.
    files: Vec<(u32, String, PathBuf)>,
    assembler: String,
}

/// What makes machine code, if any is wanted and can be made.
fn assembler(root: &Path) -> Result<Option<Ptxas>, Box<dyn Error>> {
    let wheel = root.join(WHEEL);
    if wheel.is_file() {
        println!("cargo::rerun-if-changed={}", wheel.display());
    }
    let optimised = is_optimised()?;
    match std::env::var("MOTHERLODE_CUBIN").unwrap_or_default().as_str() {
        "" | "auto" if optimised => Ok(Ptxas::find(&wheel).unwrap_or_else(|error| {
            println!("cargo::warning=no machine code is embedded, and cards compile the kernels when they first run: {error}");
            None
        })),
        "" | "auto" | "never" => Ok(None),
        "always" => {
            let found = Ptxas::find(&wheel)?;
            found.map(Some).ok_or_else(|| {
                "MOTHERLODE_CUBIN is always, and there is no ptxas: install the CUDA toolkit, run cargo xtask ptxas, or name \
                 it in PTXAS"
                    .into()
            })
        }
        other => Err(format!("MOTHERLODE_CUBIN is {other:?}: use auto, always or never").into()),
    }
}

/// The cards that machine code is made for.
fn cards() -> Result<Vec<Arch>, Box<dyn Error>> {
    let asked = listed("MOTHERLODE_CARDS")?;
    Ok(if asked.is_empty() { CARDS.to_vec() } else { asked })
}

/// The architectures that a variable lists.
fn listed(variable: &str) -> Result<Vec<Arch>, Box<dyn Error>> {
    let list = std::env::var(variable).unwrap_or_default();
    let words = list.split(',').filter(|arch| !arch.trim().is_empty());
    Ok(words.map(str::parse).collect::<Result<_, _>>()?)
}

/// Assembles what was built for the highest architecture up to each card's.
fn assemble(ptxas: &Ptxas, embedded: &Embedded, directory: &Path) -> Result<Cubins, Box<dyn Error>> {
    let mut jobs = Vec::new();
    for arch in cards()?.into_iter().filter(|&arch| ptxas.knows(arch)) {
        let built =
            embedded.files.iter().map(|(built, ..)| *built).filter(|built| *built <= arch.number()).max();
        let of_arch = embedded.files.iter().filter(|(of, ..)| Some(*of) == built);
        jobs.extend(of_arch.map(|(_, family, ptx)| CubinJob { family, ptx, arch }));
    }
    let paths = ptxas.assemble(&jobs, directory)?;
    let files = jobs.iter().zip(paths).map(|(job, path)| (job.arch.number(), job.family.to_owned(), path));
    Ok(Cubins { files: files.collect(), assembler: ptxas.version().to_owned() })
}

fn from_source(toolchain: Toolchain) -> Result<Embedded, Box<dyn Error>> {
    let mut builder = CudaBuilder::new("device").toolchain(toolchain);
    for arch in listed("MOTHERLODE_ARCHS")? {
        builder = builder.arch(arch);
    }
    let build = builder.build()?;
    Ok(Embedded {
        files: build.ptx.into_iter().map(|ptx| (ptx.arch.number(), ptx.family, ptx.text)).collect(),
        from_source: true,
        toolchain: build.toolchain,
        missing: String::new(),
    })
}

/// The committed PTX, when there is no toolchain; none, and a warning, when it is stale: arguments that are laid out
/// in another way would give wrong counts.
fn committed_or_none(root: &Path, error: &cuda_builder::Error) -> Result<Embedded, Box<dyn Error>> {
    let first_line = error.to_string().lines().next().unwrap_or_default().to_owned();
    match committed(root)? {
        Ok(embedded) => {
            println!(
                "cargo::warning=embedding the PTX of ptx/, built with {}: {first_line}",
                embedded.toolchain
            );
            Ok(embedded)
        }
        Err(stale) => {
            println!(
                "cargo::warning=no PTX is embedded, so CUDA devices cannot be used: {first_line} {stale}"
            );
            Ok(Embedded { files: vec![], from_source: false, toolchain: String::new(), missing: stale })
        }
    }
}

/// The PTX of `ptx/`, or why it cannot be used.
fn committed(root: &Path) -> Result<Result<Embedded, String>, Box<dyn Error>> {
    let directory = root.join("ptx");
    let manifest = Manifest::read(&directory.join("manifest.json"))?;
    let changes = manifest.changes(root, &directory)?;
    if !changes.is_empty() {
        let changes = changes.join(", ");
        return Ok(Err(format!("The PTX in ptx/ is stale ({changes}): run cargo xtask ptx.")));
    }
    Ok(Ok(read(manifest, &directory)?))
}

/// The PTX of a package, which was that of the sources when the package was made.
fn packaged(root: &Path) -> Result<Embedded, Box<dyn Error>> {
    let directory = root.join("ptx");
    let manifest = Manifest::read(&directory.join("manifest.json"))?;
    match manifest.damage(&directory) {
        damage if damage.is_empty() => read(manifest, &directory),
        damage => Err(format!("the package is damaged ({}): fetch it again", damage.join(", ")).into()),
    }
}

fn read(manifest: Manifest, directory: &Path) -> Result<Embedded, Box<dyn Error>> {
    let mut files = Vec::new();
    for file in &manifest.files {
        let text = std::fs::read_to_string(directory.join(&file.name))?;
        files.push((file.arch, file.family.clone(), text));
    }
    Ok(Embedded { files, from_source: false, toolchain: manifest.toolchain, missing: String::new() })
}

fn embed(embedded: &Embedded, cubins: &Cubins, out: &Path) -> Result<(), Box<dyn Error>> {
    let ptx =
        embedded.files.iter().map(|(arch, family, text)| (*arch, family.as_str(), text.clone().into_bytes()));
    let ptx = Packed::new(ptx.collect(), &out.join("ptx"))?;
    let mut code = Vec::new();
    for (arch, family, path) in &cubins.files {
        code.push((*arch, family.as_str(), std::fs::read(path)?));
    }
    let code = Packed::new(code, &out.join("machine_code"))?;
    let kernels = |family: &str| {
        let text = embedded.files.iter().find(|(_, of, _)| of == family);
        text.map(|(_, _, text)| entry_points(text)).unwrap_or_default()
    };
    let text = format!(
        "{{\n\
         {}\
         {}\
         Embedded {{\n\
         ptx: &[\n{}],\n\
         from_source: {},\n\
         toolchain: {:?},\n\
         missing: {:?},\n\
         machine_code: &[\n{}],\n\
         assembler: {:?},\n\
         }}\n\
         }}\n",
        ptx.frames("PTX"),
        code.frames("MACHINE_CODE"),
        ptx.table("PTX", &kernels)?,
        embedded.from_source,
        embedded.toolchain,
        embedded.missing,
        code.table("MACHINE_CODE", &kernels)?,
        cubins.assembler,
    );
    std::fs::write(out.join("embedded.rs"), text)?;
    Ok(())
}

/// Modules as they are embedded: those of a family in one frame of zstd, as what is made for one architecture is much
/// like what is made for another.
struct Packed<'a> {
    /// The file of each frame.
    frames: Vec<PathBuf>,
    /// Architecture, family, its frame, and where the module lies in what that unpacks to.
    modules: Vec<(u32, &'a str, usize, Range<usize>)>,
}

impl<'a> Packed<'a> {
    /// Packs modules, which have an architecture and a family each, into files of a folder.
    fn new(modules: Vec<(u32, &'a str, Vec<u8>)>, folder: &Path) -> Result<Packed<'a>, Box<dyn Error>> {
        std::fs::create_dir_all(folder)?;
        let mut families: Vec<(&str, Vec<u8>)> = Vec::new();
        let mut packed = Packed { frames: Vec::new(), modules: Vec::new() };
        for (arch, family, bytes) in modules {
            let found = families.iter().position(|(of, _)| *of == family);
            let frame = found.unwrap_or_else(|| {
                families.push((family, Vec::new()));
                families.len() - 1
            });
            let of_family = &mut families[frame].1;
            let start = of_family.len();
            of_family.extend(bytes);
            packed.modules.push((arch, family, frame, start..of_family.len()));
        }
        for (family, bytes) in families {
            let path = folder.join(format!("{family}.zst"));
            std::fs::write(&path, zstd::bulk::compress(&bytes, level()?)?)?;
            packed.frames.push(path);
        }
        Ok(packed)
    }

    /// A static item of that name, with the frames; nothing without any.
    fn frames(&self, name: &str) -> String {
        if self.frames.is_empty() {
            return String::new();
        }
        let frames: String = self.frames.iter().map(|path| format!("include_bytes!({path:?}),\n")).collect();
        format!("static {name}: [&[u8]; {}] = [\n{frames}];\n", self.frames.len())
    }

    /// The rows of a table by architecture and family, whose frames have that name.
    fn table<'k>(
        &self,
        name: &str,
        kernels: &impl Fn(&str) -> Vec<&'k str>,
    ) -> Result<String, Box<dyn Error>> {
        let mut entries = String::new();
        for of_arch in self.modules.chunk_by(|a, b| a.0 == b.0) {
            writeln!(entries, "    ({}, &[", of_arch[0].0)?;
            for (_, family, frame, place) in of_arch {
                let kernels = kernels(family);
                writeln!(
                    entries,
                    "        // SAFETY: build.rs has compiled it from the sources of the device crate, or compared it with them.\n        \
                     unsafe {{ motherlode_machine::runtime::FamilyCode::new({family:?}, &{kernels:?}, {name}[{frame}], {place:?}) }},"
                )?;
            }
            writeln!(entries, "    ]),")?;
        }
        Ok(entries)
    }
}

/// How hard zstd tries: a release is downloaded by many, and others are built by who waits for them. At 19 it takes 40 s
/// for PTX and machine code of five cards; at 3 under a second, and what it makes is larger by a third.
fn level() -> Result<i32, Box<dyn Error>> {
    Ok(if is_optimised()? { 19 } else { 3 })
}

fn is_optimised() -> Result<bool, Box<dyn Error>> {
    Ok(std::env::var("OPT_LEVEL")? == "3")
}

/// The names of the kernels in a module of PTX.
fn entry_points(ptx: &str) -> Vec<&str> {
    ptx.lines().filter_map(|line| line.strip_prefix(".visible .entry ")?.split('(').next()).collect()
}
