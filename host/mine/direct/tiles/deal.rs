//! How roots are dealt to warps.

use motherlode_device::kernels::tiles::triangles::RootDeal;

/// How so many roots are dealt to so many warps.
pub(in crate::direct) fn deal_roots(roots: u32, warps: u64) -> RootDeal {
    /// Tasks for each warp, about: roots differ.
    const TASKS: u64 = 4;
    /// The most roots of a task, and the most parts that a root is dealt in.
    const MOST_ROOTS: u64 = 32;
    const MOST_PARTS: u64 = 8;
    let (all, warps) = (u64::from(roots).max(1), warps.max(1));
    let (roots, parts) = (all / (TASKS * warps), TASKS * warps / 2 / all);
    RootDeal { roots: roots.clamp(1, MOST_ROOTS) as u32, parts: parts.clamp(1, MOST_PARTS) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_dealt_to_all_warps() {
        let deal = |roots, parts| RootDeal { roots, parts };
        assert_eq!(deal_roots(100_000, 1000), deal(25, 1));
        assert_eq!(deal_roots(u32::MAX, 1000), deal(32, 1));
        assert_eq!(deal_roots(500, 1000), deal(1, 4));
        assert_eq!(deal_roots(1, 1000), deal(1, 8));
        assert_eq!(deal_roots(0, 0), deal(1, 2));
        // In tasks, all roots are there, each in all parts.
        assert_eq!((deal(25, 1).tasks(100_001), deal(1, 4).tasks(500)), (4001, 2000));
    }
}
