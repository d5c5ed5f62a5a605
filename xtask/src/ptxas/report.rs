//! What `ptxas -v` says.

/// What a kernel uses. All but the registers are bytes.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Kernel {
    pub(super) name: String,
    /// Registers of a thread.
    pub(super) registers: u64,
    /// Stack of a thread, with that of the functions that it calls.
    pub(super) stack: u64,
    /// Registers saved to memory, in the kernel and the functions that it calls.
    pub(super) spill_stores: u64,
    /// Registers loaded again.
    pub(super) spill_loads: u64,
    /// Static shared memory of a block.
    pub(super) shared: u64,
    /// Constant memory, that of the parameters included.
    pub(super) constant: u64,
}

impl Kernel {
    /// Bytes that are stored and loaded.
    pub(super) fn spilled(&self) -> u64 {
        self.spill_stores + self.spill_loads
    }

    pub(super) fn spills(&self) -> bool {
        self.spilled() > 0
    }
}

/// The kernels in the order of the report. The functions that a kernel calls follow it.
pub(super) fn parse(report: &str) -> Vec<Kernel> {
    let mut kernels: Vec<Kernel> = Vec::new();
    for line in report.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let name = rest.split('\'').next().unwrap_or_default().to_owned();
            kernels.push(Kernel { name, ..Kernel::default() });
        }
        let Some(kernel) = kernels.last_mut() else { continue };
        for part in line.split([',', ':']).map(str::trim) {
            let number = || part.split(' ').find_map(|word| word.parse::<u64>().ok()).unwrap_or(0);
            if part.ends_with("bytes stack frame") || part.ends_with("bytes cumulative stack size") {
                kernel.stack = kernel.stack.max(number());
            } else if part.ends_with("bytes spill stores") {
                kernel.spill_stores += number();
            } else if part.ends_with("bytes spill loads") {
                kernel.spill_loads += number();
            } else if part.starts_with("Used ") && part.ends_with(" registers") {
                kernel.registers = number();
            } else if part.ends_with("bytes smem") {
                kernel.shared = number();
            } else if part.contains("bytes cmem[") {
                kernel.constant += number();
            }
        }
    }
    kernels
}

#[cfg(test)]
mod tests {
    use super::{Kernel, parse};

    /// The words of ptxas 13.0.88.
    const REPORT: &str = "ptxas info    : 109 bytes gmem, 56 bytes cmem[4]
ptxas info    : Compiling entry function 'walk' for 'sm_80'
ptxas info    : Function properties for walk
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 48 bytes smem, 456 bytes cmem[0], 8 bytes cmem[2]
ptxas info    : Compile time = 18.892 ms
ptxas info    : Compiling entry function 'fill' for 'sm_80'
ptxas info    : Function properties for fill
    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 28 registers, used 0 barriers, 16 bytes cumulative stack size, 376 bytes cmem[0]
ptxas info    : Function properties for seed
    56 bytes stack frame, 40 bytes spill stores, 44 bytes spill loads
";

    #[test]
    fn reads_kernels_with_what_they_call() {
        let name = |name: &str| name.to_owned();
        let walk =
            Kernel { name: name("walk"), registers: 32, shared: 48, constant: 464, ..Kernel::default() };
        let fill = Kernel {
            name: name("fill"),
            registers: 28,
            stack: 56,
            spill_stores: 40,
            spill_loads: 44,
            constant: 376,
            ..Kernel::default()
        };
        assert!(!walk.spills() && fill.spills());
        assert_eq!(parse(REPORT), [walk, fill]);
        assert_eq!(parse("ptxas fatal : x"), []);
    }
}
