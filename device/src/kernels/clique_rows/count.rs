//! The number of cliques of `k` vertices, of roots that are [stored](super::StoredRoots).

use cust_core::DeviceCopy;

use super::StoredRoots;
use crate::kernels::cliques::CliqueArgs;
use crate::kernels::cliques::count::{MORE, count};
use crate::simt::Block;

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct StoredCliqueArgs<'a> {
    /// The launch's roots, the sums, and the sizes of a block; neither the graph nor the marks are used.
    pub cliques: CliqueArgs<'a>,
    /// What is stored of the roots, in the same order. All rows are filled.
    pub stored: StoredRoots<'a>,
}

layout!(StoredCliqueArgs<'_>: 192, stored: 160);

/// Counts each clique of four vertices once, at its greatest vertex. Roots' matrices stand in shared memory:
/// [`CliqueShape::shared_bytes`](crate::kernels::cliques::CliqueShape::shared_bytes).
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub unsafe fn count_stored_4_cliques<B: Block>(block: B, args: &StoredCliqueArgs<'_>) {
    count::<B, _, false, 4>(block, &args.cliques, args.stored);
}

/// Counts each clique of five vertices once, at its greatest vertex. Roots' matrices stand in shared memory:
/// [`CliqueShape::shared_bytes`](crate::kernels::cliques::CliqueShape::shared_bytes).
// Registers for two blocks on a multiprocessor are too few here.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_stored_5_cliques<B: Block>(block: B, args: &StoredCliqueArgs<'_>) {
    count::<B, _, false, 5>(block, &args.cliques, args.stored);
}

/// Counts each clique of `k >= 6` vertices once, at its greatest vertex. Roots' matrices stand in shared memory:
/// [`CliqueShape::shared_bytes`](crate::kernels::cliques::CliqueShape::shared_bytes).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_stored_cliques<B: Block>(block: B, args: &StoredCliqueArgs<'_>) {
    count::<B, _, false, MORE>(block, &args.cliques, args.stored);
}

/// Counts each clique of four vertices once, at its greatest vertex, for roots whose matrices stand in `words`. Shared
/// memory: [`CliqueShape::shared_bytes_wide`](crate::kernels::cliques::CliqueShape::shared_bytes_wide).
// Registers for two blocks on a multiprocessor are too few here.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_stored_4_cliques_wide<B: Block>(block: B, args: &StoredCliqueArgs<'_>) {
    count::<B, _, true, 4>(block, &args.cliques, args.stored);
}

/// Counts each clique of `k >= 5` vertices once, at its greatest vertex, for roots whose matrices stand in `words`.
/// Shared memory: [`CliqueShape::shared_bytes_wide`](crate::kernels::cliques::CliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn count_stored_cliques_wide<B: Block>(block: B, args: &StoredCliqueArgs<'_>) {
    count::<B, _, true, MORE>(block, &args.cliques, args.stored);
}
